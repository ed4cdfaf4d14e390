//! Plays a batch of games on all cores; the sums do not depend on the number of cores.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use super::bots::{RecordedDecisions, Seated};
use super::tally::Ledger;
use super::{Checks, Facts, Game, Key, Lineup, Observe, Outcome, Quiet, Recorded, Scratch, Stop, Tally, Tape, play};

/// Games counted together by one thread.
const CHUNK: u64 = 256;
/// Chunks held in memory at once.
const HELD: u64 = 64;

/// A batch: games `0..games` at one table.
pub struct Batch<'a, G: Game> {
    pub table: &'a G::Table,
    /// What the report counts.
    pub facts: &'a Facts,
    /// Seed, game and players; the index is set for each game.
    pub key: Key,
    pub lineup: &'a Lineup,
    pub games: u64,
    /// How much is checked at each step.
    pub checks: Checks,
}

/// Plays all games of the batch; `progress` is called with the number of games just played.
pub fn run<G: Game>(batch: &Batch<G>, progress: &(dyn Fn(u64) + Sync)) -> Tally {
    let mut all = Tally::new(batch.facts, G::MARKS.len(), batch.lineup.0.len());
    let chunks = batch.games.div_ceil(CHUNK);
    for from in (0..chunks).step_by(HELD as usize) {
        let tallies: Vec<Tally> = (from..chunks.min(from + HELD))
            .into_par_iter()
            .map(|chunk| {
                let games = chunk * CHUNK..batch.games.min((chunk + 1) * CHUNK);
                let many = games.end - games.start;
                let tally = count(batch, games);
                progress(many);
                tally
            })
            .collect();
        tallies.iter().for_each(|tally| all.merge(tally));
    }
    all
}

fn count<G: Game>(batch: &Batch<G>, games: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::new(batch.facts, G::MARKS.len(), batch.lineup.0.len());
    let mut ledger = Ledger::new(&mut tally);
    let mut scratch = Scratch::default();
    for index in games {
        let key = Key { index, ..batch.key };
        ledger.begin();
        match seeded(batch, key, &mut ledger, &mut scratch) {
            Ok((game, outcome)) => {
                ledger.end(&game, key.players, outcome, |seat| batch.lineup.entry(seat, index, key.players));
            }
            Err(stop) => ledger.stopped(index, stop),
        }
    }
    tally
}

fn seeded<G: Game>(
    batch: &Batch<G>,
    key: Key,
    watch: &mut dyn Observe<G>,
    scratch: &mut Scratch<G>,
) -> Result<(G, Outcome), Stop> {
    let (mut chance, mut bots) = (key.chance(), Seated::new(batch.lineup, key));
    caught(|| play(batch.table, &mut chance, &mut bots, watch, batch.checks, scratch))
}

/// Plays one game of a batch without counting anything: for benches.
pub fn plain<G: Game>(batch: &Batch<G>, index: u64, scratch: &mut Scratch<G>) -> Result<(G, Outcome), Stop> {
    seeded(batch, Key { index, ..batch.key }, &mut Quiet, scratch)
}

/// Plays one game of a batch and records every choice, even if the game fails.
pub fn record<G: Game>(batch: &Batch<G>, index: u64) -> (Vec<u32>, Result<(G, Outcome), Stop>) {
    let key = Key { index, ..batch.key };
    let tape = RefCell::new(Vec::new());
    let mut chance = Recorded { chance: key.chance(), tape: &tape };
    let mut bots = RecordedDecisions { decide: Seated::new(batch.lineup, key), tape: &tape };
    let end = caught(|| play(batch.table, &mut chance, &mut bots, &mut Quiet, batch.checks, &mut Scratch::default()));
    (tape.into_inner(), end)
}

/// Plays a tape; returns how many choices were asked for.
pub fn taped<G: Game>(
    table: &G::Table,
    values: &[u32],
    watch: &mut dyn Observe<G>,
    checks: Checks,
) -> (usize, Result<(G, Outcome), Stop>) {
    let tape = Tape::new(values);
    let end = caught(|| play(table, &mut &tape, &mut &tape, watch, checks, &mut Scratch::default()));
    (tape.asked(), end)
}

thread_local! {
    static PLAYING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is playing a game. A panic is then a result and does not end the program.
pub fn is_playing() -> bool {
    PLAYING.get()
}

/// Turns a panic into a [`Stop`].
fn caught<T>(game: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    PLAYING.set(true);
    let end = catch_unwind(AssertUnwindSafe(game));
    PLAYING.set(false);
    end.unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
        Err(Stop::Panic(text.unwrap_or("no message").to_owned()))
    })
}
