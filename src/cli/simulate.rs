//! `wyrmpress simulate`: plays many games and reports on them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::{Arguments, Output, Simulate};
use super::bar::Bar;
use super::{CLEAN, FINDINGS, output, say};
use crate::error::Error;
use crate::export::{write_all, write_one};
use crate::finding::{self, printable};
use crate::sim::{Plan, Playable, Progress, Report, html, words};
use crate::stages;

pub(super) fn run(arguments: &Arguments, simulate: &Simulate) -> Result<u8, Error> {
    let bar = Bar::start(arguments, "{bar:24} {msg} {human_pos} games, {rate}, {elapsed}", "reading");
    let tables = stages::tables(&arguments.project, &simulate.games_named)?;
    bar.aside(|| {
        for finding in tables.found.iter().filter(|f| f.severity() == finding::Severity::Error) {
            say::err(&(finding::human(finding, &tables.content.sources, arguments.is_colored()) + "\n\n"));
        }
    });
    let plan = Plan {
        games: simulate.games,
        players: simulate.players.as_ref().map_or_else(Vec::new, |players| players.0.clone()),
        bots: simulate.bots.clone(),
        seed: simulate.seed,
        rules: simulate.rules.clone(),
        seconds: simulate.seconds,
        is_deep: !simulate.shallow,
    };
    let out = output(simulate.out.as_ref())?;
    let mut reports: Vec<Report> = Vec::new();
    for game in &tables.games {
        let (report, took) = played(&bar, game.as_ref(), &plan)?;
        let mut files = failures(game.as_ref(), &plan, &report, &out)?;
        files.extend(recorded(game.as_ref(), &plan, &report, simulate, &out)?);
        write_all(&out, &files)?;
        bar.aside(|| {
            if !arguments.quiet {
                say::err(&took);
            }
            if simulate.format == Output::Human {
                let space = if reports.is_empty() { "" } else { "\n" };
                say::out(&printable(&format!("{space}{}", words(&report))))?;
            }
            files.iter().for_each(|(path, _)| say_written(arguments, path));
            Ok::<_, Error>(())
        })?;
        reports.push(report);
    }
    drop(bar);
    if simulate.format == Output::Json {
        let json = |report| serde_json::to_string(report).expect("a report has text keys and finite numbers") + "\n";
        say::out(&reports.iter().map(json).collect::<String>())?;
    }
    if let Some(file) = &simulate.html {
        write_one(file, html(&reports).into_bytes())?;
        say_written(arguments, file);
    }
    let has_failed = reports.iter().flat_map(|r| &r.chapters).any(|c| !c.health.failures.is_empty());
    Ok(if has_failed || finding::has_errors(&tables.found) { FINDINGS } else { CLEAN })
}

fn say_written(arguments: &Arguments, path: &Path) {
    if !arguments.quiet {
        say::err(&format!("wrote {}\n", path.display()));
    }
}

/// Plays the batches of one game, with a progress bar that shows games per second; also returns how long it took.
fn played(bar: &Bar, game: &dyn Playable, plan: &Plan) -> Result<(Report, String), Error> {
    bar.begin(game.id().to_owned(), plan.games);
    let started = Instant::now();
    let report = game.simulate(plan, &|progress| match progress {
        Progress::Batches(batches) => bar.begin(game.id().to_owned(), plan.games * batches as u64),
        Progress::Part { players, what } => bar.says(format!("{}, {players} players, {what},", game.id())),
        Progress::Games(more) => bar.add(more),
    });
    let report = report.map_err(|why| Error::Play { game: game.id().to_owned(), why })?;
    let (games, seconds) = (report.chapters.iter().map(|c| c.games).sum::<u64>(), started.elapsed().as_secs_f64());
    let rate = games as f64 / seconds;
    let took = format!("{}: {games} games in {seconds:.1} s, {rate:.0} games/s overall\n", game.id());
    Ok((report, took))
}

/// The game with the number that `--record` names, for each number of players.
fn recorded(
    game: &dyn Playable,
    plan: &Plan,
    report: &Report,
    simulate: &Simulate,
    out: &Path,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let Some(index) = simulate.record else { return Ok(Vec::new()) };
    let folder = out.join(game.id()).join("replays");
    let one = |players: usize| {
        let replay = game.record(plan, players, index);
        let replay = replay.map_err(|why| Error::Play { game: game.id().to_owned(), why })?;
        let name = format!("{players}p-seed{}-game{index}.jsonl", plan.seed);
        Ok((folder.join(name), replay.to_lines().into_bytes()))
    };
    report.chapters.iter().map(|chapter| one(chapter.players)).collect()
}

/// A small recorded game for each kind of failure.
fn failures(game: &dyn Playable, plan: &Plan, report: &Report, out: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let mut files = Vec::new();
    for chapter in &report.chapters {
        for failure in &chapter.health.failures {
            let found = game
                .record(plan, chapter.players, failure.first)
                .map_err(|why| Error::Play { game: game.id().to_owned(), why })?;
            // If a bot failed rather than the game, there is nothing to shrink.
            let small = game.shrink(&found).unwrap_or(found);
            let slug: String = failure
                .class
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
                .collect();
            let name = format!("{}p-seed{}-game{}-{slug}.jsonl", chapter.players, plan.seed, failure.first);
            files.push((out.join(game.id()).join("failures").join(name), small.to_lines().into_bytes()));
        }
    }
    Ok(files)
}
