//! `wyrmpress check`: finds faults before any paper is wasted.

use std::env;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::args::{Arguments, Check};
use super::bar::{Bar, Shown};
use super::{CLEAN, FINDINGS, say};
use crate::content::{Content, Origin};
use crate::error::Error;
use crate::export::{USUAL_DPI, write_one};
use crate::finding::{self, Finding, Readers};
use crate::stages::{self, Kit, Order, Outcome, Project, Selection};

pub(super) fn run(arguments: &Arguments, check: &Check) -> Result<u8, Error> {
    let order = Order {
        project: arguments.project.clone(),
        games: check.games.clone(),
        only: check.only.clone(),
        setups: super::printer::setups(arguments, &check.sheets)?,
        formats: Vec::new(),
        dpi: USUAL_DPI,
        out: PathBuf::new(),
        ink: check.sheets.ink(),
        plays: !check.no_play && check.only.is_none(),
        preflight: true,
        max_ink: check.max_ink,
        changed: None,
    };
    let bar = Bar::of_stages(arguments);
    let mut project = Project::of(&order)?;
    // Reports for machines name files from the top of the repository.
    project.content.sources.lie_below(folder_in_repository(&arguments.project));
    // GitHub shows only the first ten annotations of a step; the log has them all.
    let is_for_people = check.format.readers != Readers::Machines || check.output_file.is_some();
    let mut shown = Shown::new(arguments, !arguments.quiet, check.limit);
    let selection = Selection::of(&project, &order, check.rule.clone())?;
    let mut done = |kit: &mut Kit, found: &[Finding]| {
        if is_for_people && selection.has(&kit.game) {
            let found = selection.of_those(found.to_vec());
            let row = if arguments.quiet { String::new() } else { row(kit, &found) };
            bar.aside(|| shown.print_game(&kit.game, &found, &project.content.sources, &row));
        }
        Ok(())
    };
    let mut outcome = stages::press(&project, &order, &|step| bar.step(step), &mut done)?;
    drop(bar);
    let all = outcome.found.len();
    outcome.found = selection.of_those(outcome.found);
    if is_for_people {
        shown.print(&outcome.found, &project.content.sources);
        if !arguments.quiet {
            if selection.is_all() {
                say::err(&origins(&project.content));
            }
            let left = match all - outcome.found.len() {
                0 => String::new(),
                1 => "1 more was not asked for\n".to_owned(),
                n => format!("{n} more were not asked for\n"),
            };
            let totals = finding::totals(&outcome.found);
            let space = if totals.is_empty() { "" } else { "\n" };
            say::err(&format!("{space}{totals}{}{}{left}", verdict(&outcome), shown.rest()));
        }
    }
    let fail_on = check.fail_on.severity();
    let report = || (check.format.write)(&outcome.found, &project.content.sources, fail_on);
    match &check.output_file {
        Some(path) => write_one(path, report().into_bytes())?,
        None if check.format.readers == Readers::People => {}
        None => say::out(&report())?,
    }
    if let Some(path) = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) {
        let page = finding::summary(&outcome.found, &project.content.sources) + &origins_in_markdown(&project.content);
        append(Path::new(&path), &page)?;
    }
    let fails = outcome.found.iter().any(|finding| fail_on.is_some_and(|least| finding.severity() >= least));
    Ok(if fails { FINDINGS } else { CLEAN })
}

/// One line for a game that is done. What is in no file belongs to no game, and only the last line counts it.
fn row(kit: &Kit, found: &[Finding]) -> String {
    let here: Vec<Finding> = found.iter().filter(|finding| finding.place.is_some()).cloned().collect();
    let space = if found.is_empty() { "" } else { "\n" };
    // The errors of templates come at the end.
    let blocked = if kit.is_blocked && !finding::has_errors(&here) {
        ", not drawn in full because of errors elsewhere"
    } else {
        ""
    };
    format!("{}: {}{blocked}\n{space}", finding::printable(&kit.game), finding::tally(&here))
}

/// One line per game: how many records come from each origin.
fn origins(content: &Content) -> String {
    let words = Origin::WORDS.map(|(word, _)| format!("{word:>9}")).join("");
    let mut out = format!("\n{:<24}{words}\n", "records come from");
    for game in &content.games {
        let counts = game.origins().map(|count| format!("{count:>9}")).join("");
        out.push_str(&format!("{:<24}{counts}\n", game.id));
    }
    out
}

/// The same as Markdown, for the summary page of a workflow.
fn origins_in_markdown(content: &Content) -> String {
    let words = Origin::WORDS.map(|(word, _)| word).join(" | ");
    let mut out = format!("| records come from | {words} |\n|---|--:|--:|--:|--:|\n");
    for game in &content.games {
        out.push_str(&format!("| {} | {} |\n", game.id, game.origins().map(|count| count.to_string()).join(" | ")));
    }
    out + "\n"
}

/// Appends to a file that other steps write as well.
fn append(path: &Path, text: &str) -> Result<(), Error> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(Error::write(path))
}

/// The path of the project in its repository, with forward slashes. CI names files by their path from the top.
///
/// Outside a repository, the current folder counts as the top.
fn folder_in_repository(project: &Path) -> String {
    let Ok(full) = project.canonicalize() else { return String::new() };
    let top = full.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let top = top.or_else(|| env::current_dir().ok()?.canonicalize().ok());
    let below = top.as_deref().and_then(|top| full.strip_prefix(top).ok()).unwrap_or(Path::new(""));
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The last line: the number of findings.
pub(super) fn verdict(outcome: &Outcome) -> String {
    let allowed = if outcome.allowed > 0 { format!(", {} allowed", outcome.allowed) } else { String::new() };
    format!("\n{}{allowed}\n", finding::tally(&outcome.found))
}
