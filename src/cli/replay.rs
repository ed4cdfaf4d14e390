//! `wyrmpress replay FILE`: shows a recorded game.

use super::args::{Arguments, Replay};
use super::{CLEAN, FINDINGS, say};
use crate::content;
use crate::error::Error;
use crate::finding::{self, printable};
use crate::sim;
use crate::stages;

pub(super) fn run(arguments: &Arguments, replay: &Replay) -> Result<u8, Error> {
    let refuse = |why: String| Error::Unusable { path: replay.file.clone(), why };
    let file = replay.file.canonicalize().map_err(Error::read(&replay.file))?;
    let folder = file.parent().unwrap_or(&file);
    let text = content::read_text(folder, &file)?.map_err(|unreadable| refuse(unreadable.why))?;
    let recorded = sim::Replay::from_lines(&text).map_err(refuse)?;
    let tables = stages::tables(&arguments.project, std::slice::from_ref(&recorded.game))?;
    let Some(game) = tables.games.first() else {
        for finding in tables.found.iter().filter(|f| f.severity() == finding::Severity::Error) {
            say::err(&(finding::human(finding, &tables.content.sources, arguments.is_colored()) + "\n\n"));
        }
        return Ok(FINDINGS);
    };
    let shown = game.retell(&recorded, replay.explain).map_err(refuse)?;
    say::out(&printable(&format!("{}{}\n", shown.story, shown.end)))?;
    if let Some(differs) = &shown.differs {
        say::err(&format!("error: {}: {differs}\n", printable(&replay.file.display().to_string())));
    }
    Ok(if shown.differs.is_some() || shown.has_failed { FINDINGS } else { CLEAN })
}
