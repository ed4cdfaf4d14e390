//! What is counted while games are played: whole numbers only, so that sums do not depend on their order.

use std::collections::BTreeMap;

use super::stats::Histogram;
use super::{Facts, Game, Observe, Outcome, PieceSet, Seat, Seats, Stop, Watch};

/// A whole win. Up to ten winners can share it without a remainder.
pub const WHOLE: u32 = 2520;

/// Whose wins are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A seat in one of the roles of [`Facts`].
    Role(usize),
    /// A seat that held a piece.
    Held(usize),
    /// A seat that played a piece.
    Played(usize),
}

/// Wins over many rounds or games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fared {
    /// The games or rounds counted.
    pub count: u64,
    /// Wins, in parts of [`WHOLE`].
    pub won: u64,
    /// Wins that would be fair, in parts of [`WHOLE`].
    pub fair: u64,
}

impl Fared {
    fn add(&mut self, share: u32, fair: u32) {
        self.count += 1;
        self.won += u64::from(share);
        self.fair += u64::from(fair);
    }

    /// Adds the counts of another one.
    pub fn merge(&mut self, other: &Fared) {
        self.count += other.count;
        self.won += other.won;
        self.fair += other.fair;
    }
}

/// Games that failed in one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub count: u64,
    /// The number of the first such game.
    pub first: u64,
    /// How it stopped.
    pub stop: Stop,
}

/// Everything that is counted over a batch.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games begun.
    pub games: u64,
    /// Games that reached their end.
    pub completed: u64,
    /// Games that did not, by class.
    pub failures: BTreeMap<String, Failure>,
    /// Decisions of all games together.
    pub decisions: u64,
    /// Decisions with one option only.
    pub forced: u64,
    /// Options of all decisions together.
    pub options: u64,
    /// Decisions of each game.
    pub lengths: Histogram,
    /// Decisions of each round.
    pub rounds: Histogram,
    /// How each seat fared.
    pub seats: Seats<Fared>,
    /// How each entry of the line-up fared.
    pub bots: Vec<Fared>,
    /// Games with more than one winner.
    pub shared: u64,
    /// Games nobody won.
    pub unwon: u64,
    /// How each role fared.
    pub roles: Vec<Fared>,
    /// How the holders of each piece fared.
    pub held: Vec<Fared>,
    /// How those who played each piece fared.
    pub played: Vec<Fared>,
    /// Decisions at which a piece could be played.
    pub playable: Vec<u64>,
    /// Decisions at which it was.
    pub used: Vec<u64>,
    /// How often each operation was carried out, and how often it changed something.
    pub ops: Vec<(u64, u64)>,
    /// How often each marked rule applied.
    pub marks: Vec<u64>,
    /// The most of each supply in use at once.
    pub supplies: Vec<u32>,
    /// Changes of the lead in each game.
    pub lead_changes: Histogram,
    /// How far into each game the lead changed for the last time, in percent.
    pub last_change: Histogram,
    /// By how many points the winner won, rounded.
    pub margins: Histogram,
    /// Games whose winner did not lead halfway through.
    pub comebacks: u64,
}

impl Tally {
    /// An empty tally for a game's facts and a line-up of `bots` entries.
    pub fn new(facts: &Facts, marks: usize, bots: usize) -> Tally {
        let pieces = facts.pieces.len();
        Tally {
            bots: vec![Fared::default(); bots],
            roles: vec![Fared::default(); facts.roles.len()],
            held: vec![Fared::default(); pieces],
            played: vec![Fared::default(); pieces],
            playable: vec![0; pieces],
            used: vec![0; pieces],
            ops: vec![(0, 0); facts.ops.len()],
            marks: vec![0; marks],
            supplies: vec![0; facts.supplies.len()],
            ..Tally::default()
        }
    }

    /// Adds a tally of the same shape.
    pub fn merge(&mut self, other: &Tally) {
        for (sum, n) in [
            (&mut self.games, other.games),
            (&mut self.completed, other.completed),
            (&mut self.decisions, other.decisions),
            (&mut self.forced, other.forced),
            (&mut self.options, other.options),
            (&mut self.shared, other.shared),
            (&mut self.unwon, other.unwon),
            (&mut self.comebacks, other.comebacks),
        ] {
            *sum += n;
        }
        for (sum, more) in [
            (&mut self.lengths, &other.lengths),
            (&mut self.rounds, &other.rounds),
            (&mut self.lead_changes, &other.lead_changes),
            (&mut self.last_change, &other.last_change),
            (&mut self.margins, &other.margins),
        ] {
            sum.merge(more);
        }
        for (sums, more) in [
            (self.seats.0.as_mut_slice(), other.seats.0.as_slice()),
            (&mut self.bots, &other.bots),
            (&mut self.roles, &other.roles),
            (&mut self.held, &other.held),
            (&mut self.played, &other.played),
        ] {
            sums.iter_mut().zip(more).for_each(|(sum, n)| sum.merge(n));
        }
        for (sums, more) in
            [(&mut self.playable, &other.playable), (&mut self.used, &other.used), (&mut self.marks, &other.marks)]
        {
            sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
        }
        for (sum, n) in self.ops.iter_mut().zip(&other.ops) {
            *sum = (sum.0 + n.0, sum.1 + n.1);
        }
        for (most, n) in self.supplies.iter_mut().zip(&other.supplies) {
            *most = (*most).max(*n);
        }
        for (class, failure) in &other.failures {
            self.failures
                .entry(class.clone())
                .and_modify(|f| f.count += failure.count)
                .or_insert_with(|| failure.clone());
        }
    }

    /// Records a game that stopped.
    pub fn failed(&mut self, index: u64, stop: Stop) {
        let failure = Failure { count: 0, first: index, stop };
        self.failures.entry(failure.stop.class()).or_insert(failure).count += 1;
    }
}

/// Counts games, one after another, into a [`Tally`].
pub struct Ledger<'a> {
    tally: &'a mut Tally,
    /// Who led after each decision; nobody in a tie.
    leaders: Vec<Option<Seat>>,
    /// The number of decisions when the round began.
    round: u32,
    steps: u32,
}

impl<'a> Ledger<'a> {
    /// Counts into `tally`.
    pub fn new(tally: &'a mut Tally) -> Ledger<'a> {
        Ledger { tally, leaders: Vec::new(), round: 0, steps: 0 }
    }

    /// Forgets the last game.
    pub fn begin(&mut self) {
        self.leaders.clear();
        (self.round, self.steps) = (0, 0);
        self.tally.games += 1;
    }

    /// Counts the end of a game; `bot_of` gives the line-up entry of a seat.
    pub fn end<G: Game>(&mut self, game: &G, players: usize, outcome: Outcome, bot_of: impl Fn(Seat) -> usize) {
        let tally = &mut *self.tally;
        tally.completed += 1;
        tally.lengths.add(self.steps);
        let (winners, fair) = (outcome.winners(), WHOLE / players as u32);
        tally.shared += u64::from(winners > 1);
        tally.unwon += u64::from(winners == 0);
        for seat in Seat::all(players) {
            let share = if outcome.has(seat) { WHOLE / winners } else { 0 };
            tally.seats[seat].add(share, fair);
            tally.bots[bot_of(seat)].add(share, fair);
        }
        let mut points: Vec<i32> = Seat::all(players).map(|seat| game.progress(seat)).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        let margin = points.get(1).map_or(0, |second| points[0] - second);
        tally.margins.add((margin.max(0) as u32 + 500) / 1000);
        let (changes, last) = changes_of_lead(&self.leaders);
        tally.lead_changes.add(changes);
        if changes > 0 {
            tally.last_change.add((last * 100 / self.leaders.len().max(1)) as u32);
        }
        let half = self.leaders.get(self.leaders.len() / 2).copied().flatten();
        let led = half.is_some_and(|leader| outcome.has(leader));
        tally.comebacks += u64::from(winners > 0 && !led);
    }

    /// Counts a game that stopped.
    pub fn stopped(&mut self, index: u64, stop: Stop) {
        self.tally.failed(index, stop);
    }
}

/// How often the lead passed to another seat, and when it last did. A tie in between does not count.
fn changes_of_lead(leaders: &[Option<Seat>]) -> (u32, usize) {
    let (mut changes, mut last, mut leader) = (0, 0, None);
    for (at, now) in leaders.iter().enumerate().filter(|(_, now)| now.is_some()) {
        if leader.is_some() && *now != leader {
            (changes, last) = (changes + 1, at);
        }
        leader = *now;
    }
    (changes, last)
}

impl Watch for Ledger<'_> {
    fn fared(&mut self, who: Subject, share: u32, fair: u32) {
        match who {
            Subject::Role(at) => self.tally.roles[at].add(share, fair),
            Subject::Held(at) => self.tally.held[at].add(share, fair),
            Subject::Played(at) => self.tally.played[at].add(share, fair),
        }
    }

    fn mark(&mut self, mark: usize) {
        self.tally.marks[mark] += 1;
    }

    fn op(&mut self, op: usize, changed: bool) {
        let (times, effects) = &mut self.tally.ops[op];
        *times += 1;
        *effects += u64::from(changed);
    }

    fn supply(&mut self, supply: usize, in_use: u32) {
        let most = &mut self.tally.supplies[supply];
        *most = (*most).max(in_use);
    }

    fn round(&mut self) {
        // The decision that ends a round belongs to it.
        let steps = self.steps.max(self.round + 1);
        self.tally.rounds.add(steps - self.round);
        self.round = steps;
    }
}

impl<G: Game> Observe<G> for Ledger<'_> {
    fn before(&mut self, game: &G, table: &G::Table, _: Seat, options: &[G::Action], chosen: usize) {
        self.steps += 1;
        self.tally.decisions += 1;
        self.tally.forced += u64::from(options.len() == 1);
        self.tally.options += options.len() as u64;
        let mut playable = PieceSet::default();
        options.iter().for_each(|option| game.uses(table, option, &mut playable));
        playable.iter().for_each(|piece| self.tally.playable[piece] += 1);
        let mut used = PieceSet::default();
        game.uses(table, &options[chosen], &mut used);
        used.iter().for_each(|piece| self.tally.used[piece] += 1);
    }

    fn after(&mut self, game: &G, table: &G::Table) {
        let (mut best, mut leader) = (i32::MIN, None);
        for seat in Seat::all(G::players(table)) {
            let points = game.progress(seat);
            if points > best {
                (best, leader) = (points, Some(seat));
            } else if points == best {
                leader = None;
            }
        }
        self.leaders.push(leader);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn being_level_is_no_change_of_the_lead() {
        let (one, two) = (Some(Seat(0)), Some(Seat(1)));
        assert_eq!(changes_of_lead(&[None, one, None, one, two, two]), (1, 4));
        assert_eq!(changes_of_lead(&[None, None]), (0, 0));
        assert_eq!(changes_of_lead(&[one, two, None, one]), (2, 3));
    }

    #[test]
    fn failures_keep_the_first_of_their_class() {
        let (mut first, mut later) = (Tally::default(), Tally::default());
        later.failed(300, Stop::Cap(10));
        first.failed(5, Stop::Cap(10));
        first.failed(9, Stop::Cap(10));
        first.merge(&later);
        let failure = &first.failures["no end"];
        assert_eq!((failure.count, failure.first), (3, 5));
    }
}
