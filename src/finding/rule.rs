//! What a rule is, and the rules that the stages themselves enforce.

mod art;
mod content;
mod play;
mod sheet;

pub use art::*;
pub use content::*;
pub use play::*;
pub use sheet::*;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// It can be printed, but probably should not be.
    Warning,
    /// It cannot be printed.
    Error,
}

impl Severity {
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The part of a run that a rule checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Reading content files, by the parser and by the game that plays them.
    Content,
    /// Drawing faces, and inspecting them.
    Art,
    /// Planning sheets. The findings depend on paper and printer.
    Sheet,
    /// Playing with bots.
    Play,
    /// Printing with `--ink low`.
    LowInk,
    /// Comparing sheets with a limit of this run, such as `--max-ink`. Another run may have another limit.
    Limit,
}

impl Phase {
    pub fn words(self) -> &'static str {
        match self {
            Phase::Content => "content",
            Phase::Art => "art",
            Phase::Sheet => "sheet",
            Phase::Play => "play",
            Phase::LowInk => "art, with `--ink low`",
            Phase::Limit => "sheet, with `--max-ink`",
        }
    }
}

/// A rule: named after the fault, with an explanation and two examples.
///
/// An example is a command line, or lines of files with each file's name above them. Indentation does not matter.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name, as printed and as written in `allow`.
    pub name: &'static str,
    /// How serious a finding is.
    pub severity: Severity,
    pub phase: Phase,
    /// Whether a record can allow it: its findings belong to a record, which can be printed all the same.
    pub can_be_allowed: bool,
    pub what: &'static str,
    /// Why it matters at the table.
    pub why: &'static str,
    /// What to change so that it goes away.
    pub fix: &'static str,
    /// An example that it reports.
    pub wrong: &'static str,
    /// The same without the fault.
    pub right: &'static str,
}

impl Rule {
    /// The lines of an example without the indentation of the source.
    pub fn lines(example: &'static str) -> impl Iterator<Item = &'static str> {
        example.lines().map(str::trim).filter(|line| !line.is_empty())
    }
}
