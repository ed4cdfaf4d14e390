//! `wyrmpress render`: prints kits.

use std::fs;
use std::path::PathBuf;

use super::args::{Arguments, Render};
use super::bar::{Bar, Shown};
use super::check::verdict;
use super::diff::Pair;
use super::{CLEAN, FINDINGS, output, printer, say};
use crate::diff::{self, Before, Difference};
use crate::error::Error;
use crate::export::pdf::is_ours;
use crate::export::{refuse_links, write_all};
use crate::finding::{self, Finding};
use crate::layout::Setup;
use crate::stages::{self, Kit, Order, Project};

pub(super) fn run(arguments: &Arguments, render: &Render) -> Result<u8, Error> {
    let setups = printer::setups(arguments, &render.sheets)?;
    let bar = Bar::of_stages(arguments);
    let changes = render.changed_since.as_ref().map(|old| Changes::since(arguments, render, old, &bar)).transpose()?;
    let order = Order {
        project: arguments.project.clone(),
        games: render.games.clone(),
        only: render.only.clone(),
        formats: render.format.clone(),
        dpi: render.dpi,
        out: output(render.out.as_ref())?,
        setups: setups.clone(),
        ink: render.sheets.ink(),
        plays: false,
        preflight: false,
        max_ink: None,
        changed: changes.as_ref().map(|changes| changes.difference.copies()),
    };
    if let Some(changes) = changes.as_ref().filter(|changes| changes.is_nothing()) {
        drop(bar);
        let outdated = changes.remove_outdated(&order, |_| Some(&[]))?;
        if !arguments.quiet {
            say::err(&format!("{}; nothing is written\n{outdated}", diff::summary(&changes.difference)));
        }
        return Ok(CLEAN);
    }
    // With `--changed-since`, the project has been read already.
    let read = if changes.is_none() { Some(Project::of(&order)?) } else { None };
    let project = read.as_ref().or(changes.as_ref().map(|changes| &changes.pair.new.project));
    let project = project.expect("a run without changes reads the project itself");
    let mut shown = Shown::new(arguments, !arguments.quiet, None);
    let mut done = |kit: &mut Kit, found: &[Finding]| {
        if let Some(changes) = &changes {
            changes.write_lists(kit, &order)?;
        }
        // Games without changes are left out of the summary.
        let is_news = changes.is_none() || kit.is_blocked || !kit.sets.is_empty() || !kit.files.is_empty();
        let summary = if is_news && !arguments.quiet { summary(kit, &setups) } else { String::new() };
        bar.aside(|| shown.print_game(&kit.game, found, &project.content.sources, &summary));
        Ok(())
    };
    let outcome = stages::press(project, &order, &|step| bar.step(step), &mut done)?;
    drop(bar);
    shown.print(&outcome.found, &project.content.sources);
    if let Some(changes) = &changes {
        let written = |game: &str| {
            let kit = outcome.kits.iter().find(|kit| kit.game == game && !kit.is_blocked);
            kit.map(|kit| kit.files.as_slice())
        };
        let outdated = changes.remove_outdated(&order, written)?;
        if !arguments.quiet {
            say::err(&(changes.summary_of_changes(&outcome.kits) + &outdated));
        }
    }
    if !arguments.quiet {
        say::err(&verdict(&outcome));
    }
    let is_blocked = outcome.kits.iter().any(|kit| kit.is_blocked);
    Ok(if finding::has_errors(&outcome.found) || is_blocked { FINDINGS } else { CLEAN })
}

/// The changes since another state, for `--changed-since`.
struct Changes {
    pair: Pair,
    difference: Difference,
}

impl Changes {
    /// Compares with the state called `old`. Both are drawn with the ink of the run.
    fn since(arguments: &Arguments, render: &Render, old: &str, bar: &Bar) -> Result<Changes, Error> {
        let now = Before::folder(&arguments.project, "now");
        let mut pair = Pair::open(old, now, &arguments.project, &render.games, render.sheets.ink())?;
        let difference = pair.compare(render.only.as_deref())?;
        bar.aside(|| pair.report_old(arguments, &difference));
        Ok(Changes { pair, difference })
    }

    /// Whether nothing changed. Errors in the new state count as a change, so that the run reports them.
    fn is_nothing(&self) -> bool {
        self.difference.games.is_empty() && !finding::has_errors(&self.pair.new.found)
    }

    /// What the summary table does not show: the changes in one line, and removed games.
    fn summary_of_changes(&self, kits: &[Kit]) -> String {
        let mut out = format!("\n{}\n", diff::summary(&self.difference));
        let gone = self.difference.games.iter().filter(|game| !kits.iter().any(|kit| kit.game == game.id));
        for game in gone {
            let cards: u32 = game.components.iter().map(|c| c.count.0).sum();
            let game = format!("{} ({})", game.title, game.id);
            out.push_str(&format!("{} is gone: remove all {cards} pieces\n", finding::printable(&game)));
        }
        out
    }

    /// Removes outdated files: an earlier run wrote them, and this run could have but did not.
    ///
    /// `written` returns the files of a game, or `None` to leave the game alone. A file without our mark is kept and
    /// reported.
    fn remove_outdated<'a>(
        &self,
        order: &Order,
        written: impl Fn(&str) -> Option<&'a [(PathBuf, usize)]>,
    ) -> Result<String, Error> {
        let mut out = String::new();
        for game in &self.pair.new.project.content.games {
            let Some(written) = written(&game.id) else { continue };
            let mut names = order.documents(game);
            if order.writes_documents() {
                names.extend(order.setups.iter().map(|setup| order.names(&game.id).list(&setup.paper)));
            }
            for path in names.iter().filter(|path| !written.iter().any(|(other, _)| other == *path)) {
                if !path.symlink_metadata().is_ok_and(|facts| facts.is_file()) {
                    continue;
                }
                // With `--only`, files have names of their own: what they hold is what this run looked at.
                if is_ours(path) && refuse_links(&order.out, path).is_ok() {
                    fs::remove_file(path).map_err(Error::write(path))?;
                    out.push_str(&format!("removed {}, which an earlier run wrote\n", path.display()));
                } else {
                    out.push_str(&format!("note: {} is not from this run\n", path.display()));
                }
            }
        }
        Ok(out)
    }

    /// Writes a game's list of changes beside its sheets.
    fn write_lists(&self, kit: &mut Kit, order: &Order) -> Result<(), Error> {
        let game = self.difference.games.iter().find(|game| game.id == kit.game);
        let Some(game) = game.filter(|_| !kit.is_blocked && order.writes_documents()) else { return Ok(()) };
        let (names, mut files) = (order.names(&kit.game), Vec::new());
        for setup in &order.setups {
            let list = diff::change_list(&self.difference, game, setup, &self.pair.new.project.studio)?;
            files.extend(list.map(|bytes| (names.list(&setup.paper), bytes)));
        }
        write_all(&order.out, &files)?;
        kit.files.extend(files.into_iter().map(|(path, bytes)| (path, bytes.len())));
        Ok(())
    }
}

/// A table of a game's sets, cards and sheets, with the files written.
fn summary(kit: &Kit, setups: &[Setup]) -> String {
    let mut head: Vec<String> = ["set", "cards", "faces"].map(str::to_owned).to_vec();
    head.extend(setups.iter().map(|setup| format!("{} sheets", setup.paper.name)));
    let mut rows: Vec<Vec<String>> = vec![head];
    for set in &kit.sets {
        let mut row = vec![set.title.clone(), set.cards.to_string(), set.faces.to_string()];
        row.extend(set.sheets.iter().map(usize::to_string));
        rows.push(row);
    }
    let cards: u32 = kit.sets.iter().map(|set| set.cards).sum();
    let faces: usize = kit.sets.iter().map(|set| set.faces).sum();
    let mut last = vec!["in all".to_owned(), cards.to_string(), faces.to_string()];
    last.extend((0..setups.len()).map(|i| kit.sets.iter().map(|set| set.sheets[i]).sum::<usize>().to_string()));
    rows.push(last);
    let mut out = format!("\n{}\n{}", finding::printable(&kit.game), finding::printable(&table(&rows)));
    match kit.files.as_slice() {
        [] if kit.is_blocked => out.push_str("  not written, because of the errors above\n"),
        [] => out.push_str("  nothing to print\n"),
        files if files.len() <= 8 => {
            for (path, size) in files {
                out.push_str(&format!("  {} ({} kB)\n", path.display(), size.div_ceil(1000)));
            }
        }
        files => {
            let size: usize = files.iter().map(|(_, size)| size).sum();
            let folder = files[0].0.parent().unwrap_or(&files[0].0);
            let kilobytes = size.div_ceil(1000);
            out.push_str(&format!("  {} files in {} ({kilobytes} kB)\n", files.len(), folder.display()));
        }
    }
    out
}

/// Aligns columns: the first to the left, the others to the right.
fn table(rows: &[Vec<String>]) -> String {
    let width = |c: usize| rows.iter().filter_map(|row| row.get(c)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for row in rows {
        out.push_str("  ");
        for (c, cell) in row.iter().enumerate() {
            let w = width(c);
            if c == 0 { out.push_str(&format!("{cell:<w$}")) } else { out.push_str(&format!("  {cell:>w$}")) }
        }
        let end = out.trim_end().len();
        out.truncate(end);
        out.push('\n');
    }
    out
}
