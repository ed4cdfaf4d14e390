//! How much skill matters: how often better bots beat simpler ones, and how often a choice counts.

use rayon::prelude::*;

use super::bots::{Seated, worths};
use super::{
    Batch, Bot, Checks, Decide, Fared, Game, Key, Lineup, Purpose, Quiet, Scratch, Seat, Tally, Xoshiro, play, run,
};

/// Plays one bot, entry 0 of the line-up, among bots of another kind, in every seat equally often.
pub fn gap<G: Game>(batch: &Batch<G>, bot: Bot, against: Bot, games: u64) -> Tally {
    let players = batch.key.players;
    let mut bots = vec![against; players];
    bots[0] = bot;
    let lineup = Lineup(bots);
    run(&Batch { lineup: &lineup, games, checks: Checks::Cheap, ..*batch }, &|_| {})
}

/// Plays the game's own strategies against each other: every combination that fills the seats, each strategy in every
/// seat equally often.
///
/// With more seats than strategies, all sit at one table and some sit twice.
pub fn tournament<G: Game>(batch: &Batch<G>, games: u64) -> Vec<Fared> {
    let (all, players) = (G::STRATEGIES.len(), batch.key.players);
    let tables: Vec<u32> = (1u32..1 << all).filter(|table| table.count_ones() as usize == players.min(all)).collect();
    let each = (games / tables.len().max(1) as u64).next_multiple_of(players as u64).max(players as u64);
    let mut fared = vec![Fared::default(); all];
    for table in tables {
        let seated: Vec<usize> = (0..all).filter(|strategy| table >> strategy & 1 == 1).collect();
        let lineup = Lineup(seated.iter().map(|strategy| Bot::Strategy(*strategy)).collect());
        let tally = run(&Batch { lineup: &lineup, games: each, checks: Checks::Cheap, ..*batch }, &|_| {});
        seated.iter().zip(&tally.bots).for_each(|(strategy, more)| fared[*strategy].merge(more));
    }
    fared
}

/// One decision in this many is weighed.
const EVERY: u32 = 16;
/// Worlds imagined for each: half to find the best and the worst option, half to compare them.
const WORLDS: u32 = 32;
/// A choice matters when it moves the expected result by this many thousandths of a point.
const MATTERS: f64 = 250.0;

/// Weighs some decisions of some games; returns how many were weighed and how many of them mattered.
pub fn weigh<G: Game>(batch: &Batch<G>, games: u64) -> (u64, u64) {
    let counts: Vec<(u64, u64)> = (0..games)
        .into_par_iter()
        .map(|index| {
            let key = Key { index, ..batch.key };
            let mut scale = Scale {
                seated: Seated::new(batch.lineup, key),
                // No player sits there, so no bot imagines the same worlds.
                chance: key.stream(Purpose::Worlds, Seat(key.players as u8)),
                seen: (index % u64::from(EVERY)) as u32,
                weighed: 0,
                mattered: 0,
            };
            let mut scratch = Scratch::<G>::default();
            // A game that stops early has still shown some decisions.
            let _ = play(batch.table, &mut key.chance(), &mut scale, &mut Quiet, Checks::Cheap, &mut scratch);
            (scale.weighed, scale.mattered)
        })
        .collect();
    counts.iter().fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1))
}

/// Bots whose decisions are weighed as they play.
struct Scale {
    seated: Seated,
    chance: Xoshiro,
    seen: u32,
    weighed: u64,
    mattered: u64,
}

impl<G: Game> Decide<G> for Scale {
    fn decide(&mut self, game: &G, table: &G::Table, seat: Seat, options: &[G::Action]) -> usize {
        self.seen += 1;
        if self.seen.is_multiple_of(EVERY) {
            let worth = worths(game, table, seat, options, WORLDS, &mut self.chance);
            self.weighed += 1;
            self.mattered += u64::from(matters(&worth));
        }
        self.seated.decide(game, table, seat, options)
    }
}

/// Whether the best option is really better than the worst: half of the worlds choose the two, the other half compare
/// them.
fn matters(worth: &[Vec<i64>]) -> bool {
    let half = worth[0].len() / 2;
    let sum = |option: &&Vec<i64>| option[..half].iter().sum::<i64>();
    let (Some(best), Some(worst)) = (worth.iter().max_by_key(sum), worth.iter().min_by_key(sum)) else { return false };
    let gains: Vec<f64> = best[half..].iter().zip(&worst[half..]).map(|(b, w)| (b - w) as f64).collect();
    let n = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / n;
    let error = (gains.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
    mean > MATTERS && mean > 2.0 * error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_alone_does_not_matter() {
        let always = vec![vec![3000; 32], vec![0; 32]];
        let never = vec![vec![1000; 32], vec![1000; 32]];
        // Good in the half that chooses, no better in the half that compares.
        let lucky: Vec<i64> = (0..32).map(|i| if i < 16 { 3000 } else { 0 }).collect();
        assert!(matters(&always) && !matters(&never) && !matters(&[lucky, vec![0; 32]]));
    }
}
