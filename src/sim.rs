//! The table: plays whole games with bots and reports what happened. It knows nothing about any particular game.
//!
//! A game implements [`Game`]; [`play`] runs one, [`run`] a batch, [`Report`] says in numbers and words how it went. All
//! randomness comes through [`Chance`], all choices can be put on a [`Tape`], and whatever goes wrong is a [`Stop`].

mod bots;
mod chance;
mod each;
mod html;
mod open;
mod play;
mod replay;
mod report;
mod rules;
mod run;
mod seat;
mod shrink;
mod skill;
mod stats;
mod tally;
mod words;

use std::fmt::Debug;

use crate::finding::Place;

pub use crate::hash::fnv;
pub use bots::{Bot, Decide, Lineup};
pub use chance::{Chance, Key, Purpose, Recorded, Seeded, Tape, Xoshiro};
pub(crate) use each::handle;
pub use each::{Each, Handle};
pub use html::html;
pub use open::{OpenBox, Plan, Playable, Progress};
pub use play::{Checks, Observe, Quiet, Scratch, Watch, play};
pub use replay::{Replay, Retold};
pub use report::{Chapter, Report};
pub use rules::{Rules, Switch};
pub use run::{Batch, is_playing, plain, run, taped};
pub use seat::{SEATS, Seat, Seats};
pub use shrink::shrink;
pub use stats::{Interval, wilson};
pub use tally::{Fared, Subject, Tally, WHOLE};
pub use words::words;

/// The most pieces that the report of a game can count.
pub const PIECES: usize = 256;

/// A game's rules as code: a state, the moves in it, and what they do.
///
/// A game is a plain value: to save it, clone it. All randomness comes from the [`Chance`] passed in.
pub trait Game: Clone + Send + Sync + Sized {
    /// The game's records, read strictly from its TOML.
    type Content: Send + Sync;
    /// The setup for a number of players and a set of rules; all games of a batch share it.
    type Table: Send + Sync;
    /// One thing a player may do.
    type Action: Copy + Eq + Debug + Send;

    /// Raised when a change of the rules breaks old replays.
    const RULES_VERSION: u32;
    /// Rules that can be switched: options in the rulebook and other readings of it.
    const SWITCHES: &'static [Switch];
    /// The game's own bots, the best all-round one first.
    const STRATEGIES: &'static [&'static str];
    /// Rules whose use the report counts: the ruling and what it says.
    const MARKS: &'static [(&'static str, &'static str)];
    /// A game with this many decisions counts as stuck.
    const CAP: u32;
    /// Divides the number of games in checks and in the deeper parts of a report; above 1 for slow games.
    const PACE: u64 = 1;

    /// The things the report counts.
    fn facts(content: &Self::Content) -> Facts;
    /// Prepares a table, or says why it cannot.
    fn lay(content: &Self::Content, rules: &Rules, players: usize) -> Result<Self::Table, String>;
    /// Seats at the table.
    fn players(table: &Self::Table) -> usize;

    /// Sets up a game.
    fn setup(table: &Self::Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<Self, Stop>;
    /// Who decides next, or how it ended.
    fn turn(&self) -> Turn;
    /// Every option of the player, in a fixed order, the simplest first. There is always at least one.
    fn legal(&self, table: &Self::Table, options: &mut Vec<Self::Action>);
    /// Carries out an action.
    fn apply(
        &mut self,
        table: &Self::Table,
        action: Self::Action,
        chance: &mut dyn Chance,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop>;
    /// Checks invariants of the state: all of them, or only the cheap ones.
    fn check(&self, table: &Self::Table, checks: Checks) -> Result<(), Violation>;

    /// A fingerprint of everything a seat can see, or of the whole state.
    fn fingerprint(&self, viewer: Option<Seat>) -> u64;
    /// The same game with everything that `viewer` cannot see dealt again.
    fn imagine(&self, table: &Self::Table, viewer: Seat, chance: &mut dyn Chance) -> Self;
    /// How well a seat stands, in thousandths of a point; for leads, margins and rollouts.
    fn progress(&self, seat: Seat) -> i32;
    /// Whether a rollout that began at `start` may stop here; at the end of the game it stops anyway.
    fn is_settled(&self, start: &Self) -> bool;
    /// What one of the game's own bots does: an index into `legal`. It must not look at what the player cannot see.
    fn advise(&self, table: &Self::Table, strategy: usize, legal: &[Self::Action], chance: &mut dyn Chance) -> usize;

    /// The pieces an action uses; `self` is the state before it.
    fn uses(&self, table: &Self::Table, action: &Self::Action, pieces: &mut PieceSet);
    /// The action in words, for `replay`; `self` is the state before it.
    fn describe(&self, table: &Self::Table, action: &Self::Action) -> String;
    /// What the player whose turn it is sees, in words.
    fn outlook(&self, table: &Self::Table) -> String;
}

/// Who decides next, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The seat whose turn it is.
    Decide(Seat),
    /// The game is over.
    Over(Outcome),
}

/// The seats that won, one bit each. Several seats share the win; no bit means that nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome(pub u16);

impl Outcome {
    /// These seats win.
    pub fn of(winners: impl IntoIterator<Item = Seat>) -> Outcome {
        Outcome(winners.into_iter().fold(0, |all, seat| all | u16::from(seat.bit())))
    }

    /// Whether a seat is among the winners.
    pub fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many share the win.
    pub fn winners(self) -> u32 {
        self.0.count_ones()
    }
}

/// Why a game stopped before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The rules do not say what happens.
    Gap {
        /// The ruling that is missing or switched off.
        ruling: &'static str,
        what: String,
        /// The piece that led to it.
        piece: Option<usize>,
    },
    /// Something that must always hold does not.
    Broken(Violation),
    /// The game did not end within this many decisions.
    Cap(u32),
    /// The program panicked, with this message.
    Panic(String),
}

/// A broken invariant.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The invariant in a few words; the same fault always has the same words.
    pub rule: &'static str,
    /// What was found instead.
    pub what: String,
    /// The piece that the fault concerns.
    pub piece: Option<usize>,
}

impl Violation {
    /// A violation that concerns no piece.
    pub fn new(rule: &'static str, what: impl Into<String>) -> Violation {
        Violation { rule, what: what.into(), piece: None }
    }
}

impl From<Violation> for Stop {
    fn from(violation: Violation) -> Stop {
        Stop::Broken(violation)
    }
}

impl Stop {
    /// The kind of failure: two stops of one class are the same fault.
    pub fn class(&self) -> String {
        match self {
            Stop::Gap { ruling, .. } => format!("rule gap {ruling}"),
            Stop::Broken(violation) => format!("broken: {}", violation.rule),
            Stop::Cap(_) => "no end".to_owned(),
            Stop::Panic(_) => "panic".to_owned(),
        }
    }

    /// What happened, in words.
    pub fn what(&self) -> String {
        match self {
            Stop::Gap { ruling, what, .. } => format!("the rules do not say what happens ({ruling}): {what}"),
            Stop::Broken(violation) => format!("{}: {}", violation.rule, violation.what),
            Stop::Cap(steps) => format!("no end after {steps} decisions"),
            Stop::Panic(message) => format!("the program failed: {message}"),
        }
    }

    /// The piece that the failure concerns.
    pub fn piece(&self) -> Option<usize> {
        match self {
            Stop::Gap { piece, .. } => *piece,
            Stop::Broken(violation) => violation.piece,
            Stop::Cap(_) | Stop::Panic(_) => None,
        }
    }
}

/// The things of a game that the report counts.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Cards, tiles, tokens: one for each record.
    pub pieces: Vec<Piece>,
    /// What a seat can be, such as the first player.
    pub roles: Vec<String>,
    /// What cards do: the piece and the operation.
    pub ops: Vec<(usize, String)>,
    /// Components that can run out.
    pub supplies: Vec<Supply>,
}

/// A component with a limited number of copies.
#[derive(Clone, Debug)]
pub struct Supply {
    pub name: String,
    /// How many are printed.
    pub printed: u32,
    /// Where that number is written.
    pub place: Option<Place>,
}

/// One record of the content as the simulation sees it.
#[derive(Clone, Debug)]
pub struct Piece {
    pub name: String,
    /// How many are in the box.
    pub copies: u32,
    pub place: Place,
}

/// A set of pieces by their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSet([u64; PIECES / 64]);

impl PieceSet {
    /// Adds a piece.
    #[inline]
    pub fn add(&mut self, piece: usize) {
        self.0[piece / 64] |= 1 << (piece % 64);
    }

    /// The pieces in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(word * 64 + bit)
            })
        })
    }
}
