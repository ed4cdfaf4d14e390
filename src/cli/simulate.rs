//! `wyrmpress simulate`: plays many games and reports on them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::{Arguments, Output, Simulate};
use super::render::progress;
use super::{CLEAN, FINDINGS, say};
use crate::error::Error;
use crate::export::write_all;
use crate::finding::{self, printable};
use crate::sim::{Plan, Playable, Report, html, words};
use crate::stages;

pub(super) fn run(arguments: &Arguments, simulate: &Simulate) -> Result<u8, Error> {
    let tables = stages::tables(&arguments.project, &simulate.games_named)?;
    for finding in tables.found.iter().filter(|f| f.severity() == finding::Severity::Error) {
        say::err(&(finding::human(finding, &tables.content.sources, arguments.is_colored()) + "\n\n"));
    }
    let plan = Plan {
        games: simulate.games,
        players: simulate.players.as_ref().map_or_else(Vec::new, |players| players.0.clone()),
        bots: simulate.bots.clone(),
        seed: simulate.seed,
        rules: simulate.rules.clone(),
        seconds: simulate.seconds,
        is_deep: !simulate.shallow,
    };
    let mut reports = Vec::new();
    let mut files = Vec::new();
    for game in &tables.games {
        let report = played(arguments, game.as_ref(), &plan)?;
        files.extend(failures(game.as_ref(), &plan, &report, &simulate.out)?);
        if let Some(index) = simulate.record {
            for chapter in &report.chapters {
                let replay = game
                    .record(&plan, chapter.players, index)
                    .map_err(|why| Error::Play { game: game.id().to_owned(), why })?;
                let name = format!("{}p-seed{}-game{index}.jsonl", chapter.players, plan.seed);
                files.push((simulate.out.join(game.id()).join("replays").join(name), replay.to_lines().into_bytes()));
            }
        }
        reports.push(report);
    }
    if let Some(file) = &simulate.html {
        files.push((file.clone(), html(&reports).into_bytes()));
    }
    write_all(&files)?;
    match simulate.format {
        Output::Human => say::out(&printable(&reports.iter().map(words).collect::<Vec<_>>().join("\n")))?,
        Output::Json => {
            let json =
                |report| serde_json::to_string(report).expect("a report has text keys and finite numbers") + "\n";
            say::out(&reports.iter().map(json).collect::<String>())?;
        }
    }
    for (path, _) in files.iter().filter(|_| !arguments.quiet) {
        say::err(&format!("wrote {}\n", path.display()));
    }
    let has_failed = reports.iter().flat_map(|r| &r.chapters).any(|c| !c.health.failures.is_empty());
    Ok(if has_failed || finding::has_errors(&tables.found) { FINDINGS } else { CLEAN })
}

/// Plays the batches of one game, with a progress bar that shows games per second.
fn played(arguments: &Arguments, game: &dyn Playable, plan: &Plan) -> Result<Report, Error> {
    let bar = progress(arguments, "{bar:24} {msg} {human_pos} games, {per_sec}");
    bar.set_message(game.id().to_owned());
    bar.set_length(plan.games * plan.players.len().max(1) as u64);
    let started = Instant::now();
    let report = game.simulate(plan, &|more| bar.inc(more));
    bar.finish_and_clear();
    let report = report.map_err(|why| Error::Play { game: game.id().to_owned(), why })?;
    if !arguments.quiet {
        let (games, seconds) = (report.chapters.iter().map(|c| c.games).sum::<u64>(), started.elapsed().as_secs_f64());
        say::err(&format!(
            "{}: {games} games in {seconds:.1} s, {:.0} games/s overall\n",
            game.id(),
            games as f64 / seconds
        ));
    }
    Ok(report)
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
