//! `wyrmpress diff`: what changed since a revision, or between two revisions or folders.

use std::io::IsTerminal as _;
use std::path::Path;

use super::args::{Arguments, Color, Diff, Output};
use super::{CLEAN, FAILED, FINDINGS, say};
use crate::art::Ink;
use crate::content;
use crate::diff::{self, Before, Difference, State};
use crate::error::Error;
use crate::export::write_one;
use crate::finding::{self, Severity, printable};
use crate::stages;

pub(super) fn run(arguments: &Arguments, args: &Diff) -> Result<u8, Error> {
    let new = match &args.new {
        Some(new) => diff::before(new, &arguments.project)?,
        None => Before::folder(&arguments.project, "now"),
    };
    let pair = Pair::open(&args.old, new, &arguments.project, &[], args.ink.of_faces())?;
    pair.report(arguments);
    let difference = pair.compare(args.only.as_deref())?;
    if let Some(file) = &args.html {
        let pictures = diff::pictures(&difference, &pair.old, &pair.new, args.dpi);
        write_one(file, diff::html(&difference, &pictures).into_bytes())?;
    }
    match args.format {
        Output::Human => say::out(&diff::words(&difference, is_colored(arguments)))?,
        Output::Json => say::out(&diff::json(&difference))?,
    }
    if let Some(file) = args.html.as_ref().filter(|_| !arguments.quiet) {
        say::err(&format!("wrote {}\n", file.display()));
    }
    Ok(match (difference.games.is_empty(), pair.old.is_partial() || pair.new.is_partial()) {
        (false, _) => FINDINGS,
        // The unreadable part may have changed.
        (true, true) => FAILED,
        (true, false) => CLEAN,
    })
}

/// Two states of a project, read and drawn.
pub(super) struct Pair {
    before: Before,
    after: Before,
    pub old: State,
    pub new: State,
}

impl Pair {
    /// Opens the state called `old`, a folder or a revision of the project, and the new one.
    pub fn open(old: &str, after: Before, project: &Path, games: &[String], ink: Ink) -> Result<Pair, Error> {
        let before = diff::before(old, project)?;
        let is_there = |game: &String| [&after, &before].iter().any(|state| diff::is_game(&state.folder, game));
        if !games.iter().all(is_there) {
            // Returns the error that names the missing game.
            content::parse(&after.folder, games, &mut Vec::new())?;
        }
        let new = diff::open(&after, games, ink)?;
        let old = diff::open(&before, games, ink)?;
        Ok(Pair { before, after, old, new })
    }

    /// The differences in components that match `only`.
    pub fn compare(&self, only: Option<&str>) -> Result<Difference, Error> {
        let matches = only.map(stages::matcher).transpose()?;
        let takes = |game: &str, set: &str, id: &str| matches.as_ref().is_none_or(|m| m(game, set, id));
        let is_there = [&self.old, &self.new].iter().flat_map(|state| &state.project.content.games).any(|game| {
            game.sets.iter().any(|set| set.components.iter().any(|card| takes(&game.id, &set.id.value, &card.id.value)))
        });
        match only {
            Some(pattern) if !is_there => Err(Error::NothingMatches(pattern.to_owned())),
            _ => Ok(diff::compare(&self.old, &self.new, &takes)),
        }
    }

    /// Prints the errors of both states.
    fn report(&self, arguments: &Arguments) {
        self.report_old(arguments);
        self.report_state(arguments, &self.new);
        report_left_out(arguments, &self.after);
    }

    /// Prints the errors of the old state.
    pub fn report_old(&self, arguments: &Arguments) {
        self.report_state(arguments, &self.old);
        report_left_out(arguments, &self.before);
    }

    fn report_state(&self, arguments: &Arguments, state: &State) {
        let mut errors = state.found.iter().filter(|f| f.severity() == Severity::Error).peekable();
        if errors.peek().is_some() {
            say::err(&format!("in {}:\n", printable(&state.name)));
        }
        for finding in errors {
            say::err(&(finding::human(finding, &state.project.content.sources, arguments.is_colored()) + "\n\n"));
        }
    }
}

fn report_left_out(arguments: &Arguments, state: &Before) {
    for file in state.left_out.iter().filter(|_| !arguments.quiet) {
        say::err(&format!("note: left out of {}: {}\n", printable(&state.name), printable(file)));
    }
}

/// Whether standard output is colored.
fn is_colored(arguments: &Arguments) -> bool {
    match arguments.color {
        Color::Auto => arguments.is_colored() && std::io::stdout().is_terminal(),
        _ => arguments.is_colored(),
    }
}
