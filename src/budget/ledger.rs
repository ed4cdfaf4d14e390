//! What a run that ended early leaves to the next one: a file of one line per note.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use serde::{Deserialize, Serialize};

/// One note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A face that spent its budget.
    GivenUp(Verdict),
    /// What the run works on, if it works on one thing at a time.
    AtWork { template: String, face: String },
    /// It works on nothing that has a budget.
    AtRest,
    /// A game whose report was printed.
    Printed(String),
    /// The run must work on one thing at a time.
    Careful,
}

/// A face that spent its budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    pub template: String,
    pub face: String,
    /// What was spent, and the limit.
    pub why: String,
    /// How many faces of the template were finished before.
    pub finished: usize,
}

/// The ledger of a run.
pub struct Ledger {
    file: Mutex<File>,
    is_careful: bool,
    given_up: Vec<Verdict>,
    printed: Vec<String>,
}

static LEDGER: OnceLock<Ledger> = OnceLock::new();

impl Ledger {
    /// Takes up the ledger of this run.
    pub fn open(path: &Path) -> std::io::Result<&'static Ledger> {
        let file = Mutex::new(OpenOptions::new().append(true).open(path)?);
        let mut ledger = Ledger { file, is_careful: false, given_up: Vec::new(), printed: Vec::new() };
        for line in Ledger::read(path)? {
            match line {
                Line::GivenUp(verdict) => ledger.given_up.push(verdict),
                Line::Printed(game) => ledger.printed.push(game),
                Line::Careful => ledger.is_careful = true,
                Line::AtWork { .. } | Line::AtRest => {}
            }
        }
        Ok(LEDGER.get_or_init(|| ledger))
    }

    /// The notes in a ledger. What was cut off is left out.
    pub fn read(path: &Path) -> std::io::Result<Vec<Line>> {
        Ok(fs::read_to_string(path)?.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// Writes a ledger anew.
    pub fn write(path: &Path, lines: &[Line]) -> std::io::Result<()> {
        fs::write(path, lines.iter().map(written).collect::<String>())
    }

    /// Whether the run must work on one thing at a time.
    pub fn is_careful(&self) -> bool {
        self.is_careful
    }

    /// Adds a note.
    pub fn note(&self, line: &Line) {
        if let Ok(mut file) = self.file.lock() {
            // Without the note, the next run knows less.
            let _ = file.write_all(written(line).as_bytes());
        }
    }
}

fn written(line: &Line) -> String {
    serde_json::to_string(line).expect("names always make JSON") + "\n"
}

/// What spent its budget in earlier runs.
pub fn given_up() -> Vec<Verdict> {
    LEDGER.get().map_or_else(Vec::new, |ledger| ledger.given_up.clone())
}

/// Notes that the report on a game was printed.
pub fn note_printed(game: &str) {
    if let Some(ledger) = LEDGER.get() {
        ledger.note(&Line::Printed(game.to_owned()));
    }
}

/// Whether an earlier run printed the report on a game.
pub fn was_printed(game: &str) -> bool {
    LEDGER.get().is_some_and(|ledger| ledger.printed.iter().any(|printed| printed == game))
}

pub(super) fn note_work(template: &str, face: &str) {
    if let Some(ledger) = careful() {
        ledger.note(&Line::AtWork { template: template.to_owned(), face: face.to_owned() });
    }
}

pub(super) fn note_rest() {
    if let Some(ledger) = careful() {
        ledger.note(&Line::AtRest);
    }
}

/// Whether the run works on one thing at a time, to find what is to blame.
pub fn is_careful() -> bool {
    careful().is_some()
}

fn careful() -> Option<&'static Ledger> {
    LEDGER.get().filter(|ledger| ledger.is_careful)
}
