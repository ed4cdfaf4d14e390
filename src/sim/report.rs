//! What a simulation found: health, fairness, length, tension, agency, content and coverage, as plain numbers.

use serde::Serialize;

use super::stats::{Histogram, Interval, Spread, distance, wilson};
use super::{Facts, Fared, Tally, WHOLE};

/// A game's report, one chapter for each number of players.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The name of the game's folder.
    pub game: String,
    pub title: String,
    /// A fingerprint of its content files.
    pub content: String,
    /// The version of the rules' code.
    pub rules_version: u32,
    /// Switches that are not at their default.
    pub rules: Vec<(String, String)>,
    pub seed: u64,
    /// Assumed seconds per decision.
    pub seconds: f64,
    pub chapters: Vec<Chapter>,
}

/// The results for one number of players.
#[derive(Debug, Serialize)]
pub struct Chapter {
    pub players: usize,
    /// Games played.
    pub games: u64,
    /// The share of wins that would be fair.
    pub fair: f64,
    /// A: whether games reach their end.
    pub health: Health,
    /// B: who wins.
    pub fairness: Fairness,
    /// C: how long it takes.
    pub length: Length,
    /// D: how exciting it is.
    pub tension: Tension,
    /// E: how much choices matter.
    pub agency: Agency,
    /// F: what became of each piece.
    pub pieces: Vec<PieceRow>,
    /// What cards do, and how often they did it.
    pub ops: Vec<OpRow>,
    /// G: which rules applied.
    pub rules: Vec<RuleRow>,
    /// How much of each supply was ever in use at once.
    pub supplies: Vec<SupplyRow>,
}

/// Whether games reach their end.
#[derive(Debug, Serialize)]
pub struct Health {
    /// Games that did.
    pub completed: u64,
    /// Games that did not, by kind.
    pub failures: Vec<FailureRow>,
    /// Decisions of the longest game.
    pub longest: u32,
}

/// Games that failed in one way.
#[derive(Debug, Serialize)]
pub struct FailureRow {
    /// The kind of failure.
    pub class: String,
    pub count: u64,
    /// The number of the first such game.
    pub first: u64,
    /// What happened in that game.
    pub what: String,
    /// The piece that the failure concerns.
    pub piece: Option<usize>,
}

/// Who wins.
#[derive(Debug, Serialize)]
pub struct Fairness {
    /// Each seat's share of wins.
    pub seats: Vec<Interval>,
    /// Each bot's share of wins, over all its seats.
    pub bots: Vec<Share>,
    /// How each role fared.
    pub roles: Vec<Share>,
    /// Share of games with several winners.
    pub shared: f64,
    /// Share of games that nobody won.
    pub unwon: f64,
}

/// One share of wins.
#[derive(Debug, Serialize)]
pub struct Share {
    pub name: String,
    /// The games or rounds counted.
    pub count: u64,
    pub wins: Interval,
    /// The share that would be fair.
    pub fair: f64,
}

/// How long a game takes.
#[derive(Debug, Serialize)]
pub struct Length {
    /// Decisions of a game.
    pub decisions: Spread,
    /// Decisions of a round.
    pub rounds: Spread,
    /// Estimated minutes, from the assumed seconds per decision.
    pub minutes: f64,
    /// A histogram of decisions per game: start, end (exclusive), count.
    pub bins: Vec<(u32, u32, u64)>,
}

/// How exciting a game is.
#[derive(Debug, Serialize)]
pub struct Tension {
    /// How often the lead changed.
    pub lead_changes: Spread,
    /// When it changed for the last time, as a share of the game.
    pub last_change: f64,
    /// Points between the first and the second.
    pub margin: Spread,
    /// The share of games whose winner did not lead halfway through.
    pub comebacks: f64,
}

/// How much choices matter.
#[derive(Debug, Serialize)]
pub struct Agency {
    /// Options of a decision on average.
    pub options: f64,
    /// Share of decisions with one option only.
    pub forced: f64,
    /// The share of real decisions where the choice changes the expected result.
    pub matters: Option<Interval>,
    /// How better bots fare among simpler ones.
    pub gaps: Vec<Share>,
    /// How the game's own strategies fare against each other.
    pub tournament: Vec<Share>,
}

/// What became of a piece.
#[derive(Debug, Serialize)]
pub struct PieceRow {
    /// Its name.
    pub name: String,
    /// The number of hands it was in.
    pub held: u64,
    /// Decisions at which it could be played.
    pub playable: u64,
    /// Decisions at which it was played.
    pub played: u64,
    /// How its holders fared, with the interval widened for the number of comparisons.
    pub wins: Interval,
    /// How those who played it fared.
    pub wins_played: Interval,
    /// Whether its holders win more or less than chance explains.
    pub stands_out: bool,
}

/// What a card does.
#[derive(Debug, Serialize)]
pub struct OpRow {
    /// The card.
    pub piece: String,
    /// The operation.
    pub op: String,
    /// How often it was carried out.
    pub times: u64,
    /// How often it changed something.
    pub effects: u64,
}

/// A rule and how often it applied.
#[derive(Debug, Serialize)]
pub struct RuleRow {
    /// The ruling.
    pub ruling: &'static str,
    pub what: &'static str,
    pub times: u64,
}

/// How much of one supply was used.
#[derive(Debug, Serialize)]
pub struct SupplyRow {
    pub name: String,
    /// How many are printed.
    pub printed: u32,
    /// The most in use at once.
    pub most: u32,
}

/// What a chapter is made from.
pub(super) struct Sources<'a> {
    pub tally: &'a Tally,
    pub facts: &'a Facts,
    pub marks: &'static [(&'static str, &'static str)],
    pub players: usize,
    /// The names of the line-up's bots.
    pub bots: Vec<String>,
    /// Assumed seconds per decision.
    pub seconds: f64,
    /// Decisions weighed, and how many of them mattered.
    pub weighed: (u64, u64),
    pub gaps: Vec<(String, Tally)>,
    pub tournament: Vec<(&'static str, Fared)>,
}

pub(super) fn chapter(from: Sources) -> Chapter {
    let tally = from.tally;
    let z = distance(1);
    let games = tally.games.max(1) as f64;
    let completed = tally.completed.max(1) as f64;
    let failures = tally.failures.iter().map(|(class, f)| FailureRow {
        class: class.clone(),
        count: f.count,
        first: f.first,
        what: f.stop.what(),
        piece: f.stop.piece(),
    });
    let lengths = tally.lengths.summary();
    let roles = from.facts.roles.iter().zip(&tally.roles).map(|(name, fared)| share(name, fared, z)).collect();
    let (weighed, mattered) = from.weighed;
    Chapter {
        players: from.players,
        games: tally.games,
        fair: 1.0 / from.players as f64,
        health: Health { completed: tally.completed, failures: failures.collect(), longest: lengths.max },
        fairness: Fairness {
            seats: tally.seats.0[..from.players].iter().map(|seat| interval(seat, z)).collect(),
            bots: bots(&from).iter().map(|(name, fared)| share(name, fared, z)).collect(),
            roles,
            shared: tally.shared as f64 / games,
            unwon: tally.unwon as f64 / games,
        },
        length: Length {
            decisions: lengths,
            rounds: tally.rounds.summary(),
            minutes: lengths.mean * from.seconds / 60.0,
            bins: bins(&tally.lengths),
        },
        tension: Tension {
            lead_changes: tally.lead_changes.summary(),
            last_change: tally.last_change.summary().mean / 100.0,
            margin: tally.margins.summary(),
            comebacks: tally.comebacks as f64 / completed,
        },
        agency: Agency {
            options: tally.options as f64 / tally.decisions.max(1) as f64,
            forced: tally.forced as f64 / tally.decisions.max(1) as f64,
            matters: (weighed > 0).then(|| wilson(mattered as f64, weighed, z)),
            gaps: from.gaps.iter().map(|(name, gap)| share(name, &gap.bots[0], z)).collect(),
            tournament: from.tournament.iter().map(|(name, fared)| share(name, fared, z)).collect(),
        },
        pieces: pieces(&from),
        ops: from
            .facts
            .ops
            .iter()
            .zip(&tally.ops)
            .map(|((piece, op), (times, effects))| OpRow {
                piece: from.facts.pieces[*piece].name.clone(),
                op: op.clone(),
                times: *times,
                effects: *effects,
            })
            .collect(),
        rules: from
            .marks
            .iter()
            .zip(&tally.marks)
            .map(|((ruling, what), times)| RuleRow { ruling, what, times: *times })
            .collect(),
        supplies: from
            .facts
            .supplies
            .iter()
            .zip(&tally.supplies)
            .map(|(supply, most)| SupplyRow { name: supply.name.clone(), printed: supply.printed, most: *most })
            .collect(),
    }
}

/// How each kind of bot fared, wherever it sat.
fn bots(from: &Sources) -> Vec<(String, Fared)> {
    let mut kinds: Vec<(String, Fared)> = Vec::new();
    for (name, fared) in from.bots.iter().zip(&from.tally.bots) {
        match kinds.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => sum.merge(fared),
            None => kinds.push((name.clone(), *fared)),
        }
    }
    kinds
}

fn interval(fared: &Fared, z: f64) -> Interval {
    wilson(fared.won as f64 / f64::from(WHOLE), fared.count, z)
}

fn share(name: &str, fared: &Fared, z: f64) -> Share {
    let fair = fared.fair as f64 / f64::from(WHOLE) / fared.count.max(1) as f64;
    Share { name: name.to_owned(), count: fared.count, wins: interval(fared, z), fair }
}

fn pieces(from: &Sources) -> Vec<PieceRow> {
    let tally = from.tally;
    let z = distance(tally.held.iter().filter(|held| held.count > 0).count());
    from.facts
        .pieces
        .iter()
        .enumerate()
        .map(|(at, piece)| {
            let held = &tally.held[at];
            let wins = interval(held, z);
            let fair = held.fair as f64 / f64::from(WHOLE) / held.count.max(1) as f64;
            PieceRow {
                name: piece.name.clone(),
                held: held.count,
                playable: tally.playable[at],
                played: tally.used[at],
                wins,
                wins_played: interval(&tally.played[at], z),
                stands_out: held.count > 0 && !wins.holds(fair),
            }
        })
        .collect()
}

/// At most this many bars.
const BARS: usize = 40;

/// A histogram in bars of equal width.
fn bins(histogram: &Histogram) -> Vec<(u32, u32, u64)> {
    let counts = histogram.counts();
    let Some(first) = counts.iter().position(|c| *c > 0) else { return Vec::new() };
    let width = (counts.len() - first).div_ceil(BARS);
    counts[first..]
        .chunks(width)
        .enumerate()
        .map(|(i, bar)| {
            let from = (first + i * width) as u32;
            (from, from + width as u32, bar.iter().sum())
        })
        .collect()
}
