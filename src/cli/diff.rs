//! `wyrmpress diff`: what changed since a revision, or between two revisions or folders.

use std::collections::HashSet;
use std::io::IsTerminal as _;
use std::path::Path;

use super::args::{Arguments, Color, Diff, Output};
use super::{CLEAN, FAILED, FINDINGS, say};
use crate::art::Ink;
use crate::content;
use crate::diff::{self, Before, Difference, State};
use crate::error::Error;
use crate::export::write_one;
use crate::finding::{self, Finding, Severity, printable};
use crate::stages;

pub(super) fn run(arguments: &Arguments, args: &Diff) -> Result<u8, Error> {
    let new = match &args.new {
        Some(new) => diff::before(new, &arguments.project)?,
        None => Before::folder(&arguments.project, "now"),
    };
    let mut pair = Pair::open(&args.old, new, &arguments.project, &[], args.ink.of_faces())?;
    let difference = pair.compare(args.only.as_deref())?;
    pair.report_old(arguments, &difference);
    pair.report_new(arguments, &difference);
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

/// Two states of a project.
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
    pub fn compare(&mut self, only: Option<&str>) -> Result<Difference, Error> {
        let matches = only.map(stages::matcher).transpose()?;
        let takes = |game: &str, set: &str, id: &str| matches.as_ref().is_none_or(|m| m(game, set, id));
        let is_there = [&self.old, &self.new].iter().flat_map(|state| &state.project.content.games).any(|game| {
            game.sets.iter().any(|set| set.components.iter().any(|card| takes(&game.id, &set.id.value, &card.id.value)))
        });
        match only {
            Some(pattern) if !is_there => Err(Error::NothingMatches(pattern.to_owned())),
            _ => Ok(diff::compare(&mut self.old, &mut self.new, &takes)),
        }
    }

    /// Prints the errors of the old state.
    pub fn report_old(&self, arguments: &Arguments, difference: &Difference) {
        report_state(arguments, &self.old, difference);
        report_left_out(arguments, &self.before);
    }

    /// Prints the errors of the new state.
    fn report_new(&self, arguments: &Arguments, difference: &Difference) {
        report_state(arguments, &self.new, difference);
        report_left_out(arguments, &self.after);
    }
}

/// Prints the errors of a state, but not those of components that are not shown.
fn report_state(arguments: &Arguments, state: &State, difference: &Difference) {
    let shown: HashSet<String> =
        difference.components().flat_map(|change| [change.path(), change.old_path()]).collect();
    let is_shown = |finding: &&Finding| {
        let owners = state.project.owners(finding);
        owners.is_empty() || owners.iter().any(|owner| shown.contains(&owner.path()))
    };
    let errors = state.found.iter().filter(|finding| finding.severity() == Severity::Error);
    let mut errors = errors.filter(is_shown).peekable();
    if errors.peek().is_some() {
        say::err(&format!("in {}:\n", printable(&state.name)));
    }
    for finding in errors {
        say::err(&(finding::human(finding, &state.project.content.sources, arguments.is_colored()) + "\n\n"));
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
