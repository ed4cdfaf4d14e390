//! Which rules a run judged, so that an `allow` that silences nothing can be called unused.

use crate::finding::{Phase, Rule};

/// The phases that a run looked at in full. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// All content of the game was read.
    pub content: bool,
    /// All faces were drawn, and the preflight looked at them.
    pub art: bool,
    /// Sheets were planned for the default papers and no printer.
    pub sheet: bool,
    /// Bots played.
    pub play: bool,
    /// The game was drawn with low ink.
    pub low_ink: bool,
}

impl Judged {
    /// Whether the rule would have reported everything that it can find.
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
