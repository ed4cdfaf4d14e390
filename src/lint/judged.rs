//! The rules that a run checked in full. Only then can an `allow` that silences nothing be called unused.

use crate::finding::{Phase, Rule};

/// The phases that a run checked in full. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// All content of the game was read.
    pub content: bool,
    /// All faces were drawn and went through the preflight.
    pub art: bool,
    /// Sheets were planned for the default papers and no printer.
    pub sheet: bool,
    /// Bots played.
    pub play: bool,
    /// The game was drawn with low ink.
    pub low_ink: bool,
}

impl Judged {
    /// Whether the run would have reported every finding of the rule.
    pub fn covers(&self, rule: &Rule) -> bool {
        match rule.phase {
            Phase::Content => self.content,
            Phase::Art => self.art,
            Phase::Sheet => self.sheet,
            Phase::Play => self.play,
            Phase::LowInk => self.low_ink,
            Phase::Limit => false,
        }
    }
}
