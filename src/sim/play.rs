//! Plays one game from setup to end.

use super::{Chance, Decide, Game, Outcome, Seat, Stop, Subject, Turn, Violation};

/// How much of the state is checked after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Only the cheap invariants.
    Cheap,
    /// Every invariant.
    Full,
}

/// Follows a game from inside its rules. Every method does nothing by default.
pub trait Watch {
    /// Whether the game should collect details that only a watcher needs.
    fn listens(&self) -> bool {
        true
    }
    /// Adds a sentence to the story; `words` is called only if somebody reads it.
    fn narrate(&mut self, _words: &dyn Fn() -> String) {}
    /// How a subject fared: its share of a win and the fair share, in parts of [`super::WHOLE`].
    fn fared(&mut self, _who: Subject, _share: u32, _fair: u32) {}
    /// One of [`Game::MARKS`] applied.
    fn mark(&mut self, _mark: usize) {}
    /// One of the operations of [`super::Facts`] was carried out, and whether it changed anything.
    fn op(&mut self, _op: usize, _changed: bool) {}
    /// `in_use` pieces of a supply are in use at once.
    fn supply(&mut self, _supply: usize, _in_use: u32) {}
    /// A round of the game ended.
    fn round(&mut self) {}
}

/// Follows a game decision by decision, from outside its rules.
///
/// Rules know only [`Watch`], so they are compiled once, whoever is watching.
pub trait Observe<G: Game>: Watch {
    /// A decision was made and will now be carried out.
    fn before(&mut self, _game: &G, _table: &G::Table, _seat: Seat, _options: &[G::Action], _chosen: usize) {}
    /// The decision was carried out.
    fn after(&mut self, _game: &G, _table: &G::Table) {}
}

/// Watches nothing.
pub struct Quiet;

impl Watch for Quiet {
    fn listens(&self) -> bool {
        false
    }
}

impl<G: Game> Observe<G> for Quiet {}

/// Buffers that the games of a batch reuse.
pub struct Scratch<G: Game> {
    options: Vec<G::Action>,
    /// Decisions taken in the last game.
    pub steps: u32,
    /// Decisions with one option only.
    pub forced: u32,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Scratch<G> {
        Scratch { options: Vec::new(), steps: 0, forced: 0 }
    }
}

/// Plays a game to its end; whatever goes wrong is a [`Stop`].
pub fn play<G: Game>(
    table: &G::Table,
    chance: &mut dyn Chance,
    decide: &mut dyn Decide<G>,
    watch: &mut dyn Observe<G>,
    checks: Checks,
    scratch: &mut Scratch<G>,
) -> Result<(G, Outcome), Stop> {
    (scratch.steps, scratch.forced) = (0, 0);
    let mut game = G::setup(table, chance, watch)?;
    loop {
        game.check(table, checks)?;
        let seat = match game.turn() {
            Turn::Decide(seat) => seat,
            Turn::Over(outcome) => return Ok((game, outcome)),
        };
        if scratch.steps == G::CAP {
            return Err(Stop::Cap(G::CAP));
        }
        scratch.options.clear();
        game.legal(table, &mut scratch.options);
        let options = scratch.options.as_slice();
        let chosen = match options.len() {
            0 => {
                return Err(Violation::new(
                    "there is always something to do",
                    format!("seat {} has no option", seat.0),
                )
                .into());
            }
            1 => 0,
            _ => decide.decide(&game, table, seat, options),
        };
        scratch.steps += 1;
        scratch.forced += u32::from(options.len() == 1);
        watch.before(&game, table, seat, options, chosen);
        game.apply(table, options[chosen], chance, watch)?;
        watch.after(&game, table);
    }
}
