//! Who decides: bots that know no game, the game's own strategies, and tapes.

use std::cell::RefCell;

use super::{Game, Key, Outcome, Purpose, Quiet, Seat, Seats, Tape, Turn, WHOLE, Xoshiro};
use crate::finding::nearest;

/// A way to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// Any option, all equally likely.
    Random,
    /// The first option, which is the simplest.
    First,
    /// One of the game's own strategies.
    Strategy(usize),
    /// Tries every option in this many imagined worlds, played out by the game's own first bot, or at random.
    MonteCarlo(u32),
}

/// Worlds that `mc` imagines for each decision by default.
const WORLDS: u32 = 24;

impl Bot {
    /// Reads a bot's name; `strategies` are the game's own.
    pub fn read(text: &str, strategies: &[&str]) -> Result<Bot, String> {
        if let Some(at) = strategies.iter().position(|s| *s == text) {
            return Ok(Bot::Strategy(at));
        }
        match text.split_once(':').map_or((text, None), |(name, n)| (name, Some(n))) {
            ("random", None) => Ok(Bot::Random),
            ("first", None) => Ok(Bot::First),
            ("mc", None) => Ok(Bot::MonteCarlo(WORLDS)),
            ("mc", Some(worlds)) => match worlds.parse() {
                Ok(n) if (1..=10_000).contains(&n) => Ok(Bot::MonteCarlo(n)),
                _ => Err(format!("`{text}`: the number of worlds must be 1 to 10000")),
            },
            _ => {
                let names: Vec<&str> =
                    ["random", "first", "mc"].into_iter().chain(strategies.iter().copied()).collect();
                Err(match nearest(text, names.iter().copied()) {
                    Some(near) => format!("no bot is called `{text}`; did you mean `{near}`?"),
                    None => format!("no bot is called `{text}`; there are: {}, mc:WORLDS", names.join(", ")),
                })
            }
        }
    }

    /// The bot's name, in the form that [`Bot::read`] accepts.
    pub fn name(self, strategies: &[&str]) -> String {
        match self {
            Bot::Random => "random".to_owned(),
            Bot::First => "first".to_owned(),
            Bot::Strategy(at) => strategies[at].to_owned(),
            Bot::MonteCarlo(worlds) => format!("mc:{worlds}"),
        }
    }
}

/// The bots of a batch. They move one seat on after each game, so that each sits everywhere equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup(pub Vec<Bot>);

impl Lineup {
    /// Which entry of the line-up has a seat in game `index`; a short line-up is repeated around the table.
    pub fn entry(&self, seat: Seat, index: u64, players: usize) -> usize {
        (seat.at() + (index % players as u64) as usize) % players % self.0.len()
    }
}

/// Decides between options.
pub trait Decide<G: Game> {
    /// An index into `options`, of which there are at least two.
    fn decide(&mut self, game: &G, table: &G::Table, seat: Seat, options: &[G::Action]) -> usize;
}

/// The bots of one game, each with its own random streams.
pub struct Seated {
    bots: Seats<Bot>,
    streams: Seats<Xoshiro>,
    worlds: Seats<Option<Xoshiro>>,
    key: Key,
}

impl Seated {
    /// Seats a line-up for one game.
    pub fn new(lineup: &Lineup, key: Key) -> Seated {
        let none = Xoshiro::from_seed(0);
        let mut seated = Seated {
            bots: Seats::all(Bot::First),
            streams: Seats::new(std::array::from_fn(|_| none.clone())),
            worlds: Default::default(),
            key,
        };
        for seat in Seat::all(key.players) {
            seated.bots[seat] = lineup.0[lineup.entry(seat, key.index, key.players)];
            seated.streams[seat] = key.stream(Purpose::Bot, seat);
        }
        seated
    }
}

impl<G: Game> Decide<G> for Seated {
    #[inline]
    fn decide(&mut self, game: &G, table: &G::Table, seat: Seat, options: &[G::Action]) -> usize {
        match self.bots[seat] {
            Bot::Random => self.streams[seat].below(options.len() as u32) as usize,
            Bot::First => 0,
            Bot::Strategy(strategy) => game.advise(table, strategy, options, &mut self.streams[seat]),
            Bot::MonteCarlo(worlds) => {
                let key = self.key;
                let chance = self.worlds[seat].get_or_insert_with(|| key.stream(Purpose::Worlds, seat));
                let worth = worths(game, table, seat, options, worlds, chance);
                let best = worth.iter().map(|w| w.iter().sum::<i64>());
                // Ties go to the first option: simple before clever.
                best.enumerate().max_by_key(|&(at, sum)| (sum, std::cmp::Reverse(at))).map_or(0, |(at, _)| at)
            }
        }
    }
}

/// What each option is worth to `seat` in each of `worlds` imagined worlds.
///
/// All options are tried in the same worlds, which takes most of the luck out of the comparison.
pub(super) fn worths<G: Game>(
    game: &G,
    table: &G::Table,
    seat: Seat,
    options: &[G::Action],
    worlds: u32,
    chance: &mut Xoshiro,
) -> Vec<Vec<i64>> {
    let mut worth = vec![Vec::with_capacity(worlds as usize); options.len()];
    let mut room = Vec::new();
    for _ in 0..worlds {
        let world = game.imagine(table, seat, chance);
        for (at, option) in options.iter().enumerate() {
            let mut game = world.clone();
            let done = game.apply(table, *option, chance, &mut Quiet);
            let value = if done.is_ok() { rollout(game, &world, table, seat, &mut room, chance) } else { 0 };
            worth[at].push(value);
        }
    }
    worth
}

/// Plays on until the game says that it is settled, and returns what `seat` got.
fn rollout<G: Game>(
    mut game: G,
    start: &G,
    table: &G::Table,
    seat: Seat,
    room: &mut Vec<G::Action>,
    chance: &mut Xoshiro,
) -> i64 {
    for _ in 0..G::CAP {
        match game.turn() {
            Turn::Over(outcome) => return i64::from(game.progress(seat)) + prize(outcome, seat),
            Turn::Decide(_) if game.is_settled(start) => break,
            Turn::Decide(_) => {}
        }
        room.clear();
        game.legal(table, room);
        let chosen = match room.len() {
            // An imagined world may be impossible; it then counts as it stands.
            0 => break,
            1 => 0,
            n if G::STRATEGIES.is_empty() => chance.below(n as u32) as usize,
            _ => game.advise(table, 0, room, chance),
        };
        if game.apply(table, room[chosen], chance, &mut Quiet).is_err() {
            break;
        }
    }
    i64::from(game.progress(seat))
}

/// What winning the game is worth on top of its points, in thousandths.
fn prize(outcome: Outcome, seat: Seat) -> i64 {
    if outcome.has(seat) { i64::from(WHOLE / outcome.winners()) } else { 0 }
}

impl<G: Game> Decide<G> for &Tape<'_> {
    fn decide(&mut self, _: &G, _: &G::Table, _: Seat, options: &[G::Action]) -> usize {
        self.next(options.len() as u32) as usize
    }
}

/// Records the decisions of another decider.
pub struct RecordedDecisions<'a, D> {
    pub decide: D,
    /// The tape being written.
    pub tape: &'a RefCell<Vec<u32>>,
}

impl<G: Game, D: Decide<G>> Decide<G> for RecordedDecisions<'_, D> {
    fn decide(&mut self, game: &G, table: &G::Table, seat: Seat, options: &[G::Action]) -> usize {
        let chosen = self.decide.decide(game, table, seat, options);
        self.tape.borrow_mut().push(chosen as u32);
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_sits_everywhere_equally_often() {
        let lineup = Lineup(vec![Bot::Random, Bot::First, Bot::MonteCarlo(1)]);
        let mut seen = [[0; 4]; 3];
        for index in 0..8 {
            for seat in Seat::all(4) {
                seen[lineup.entry(seat, index, 4)][seat.at()] += 1;
            }
        }
        // Four seats and three bots: the first one sits twice.
        assert_eq!(seen, [[4; 4], [2; 4], [2; 4]]);
    }

    #[test]
    fn bots_are_read_by_name() {
        assert_eq!(Bot::read("mc:7", &[]), Ok(Bot::MonteCarlo(7)));
        assert_eq!(Bot::read("greedy", &["greedy"]), Ok(Bot::Strategy(0)));
        assert!(Bot::read("greddy", &["greedy"]).unwrap_err().contains("did you mean `greedy`?"));
        assert!(Bot::read("mc:0", &[]).unwrap_err().contains("1 to 10000"));
    }
}
