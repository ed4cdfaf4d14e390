//! The games that can be played: one folder each, and a table of them.

/// Declares marked rules: a constant for each, and their list for [`crate::sim::Game::MARKS`].
macro_rules! mark {
    ($($name:ident = $ruling:literal, $what:literal;)*) => {
        mark!(@count 0usize; $($name)*);
        /// The rules whose use a report counts.
        const MARKS: &[(&str, &str)] = &[$(($ruling, $what)),*];
    };
    (@count $n:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: usize = $n;
        mark!(@count $n + 1; $($rest)*);
    };
    (@count $n:expr;) => {};
}

pub mod dragon_farkle;
pub mod dragons_favour;
pub mod emperors_favor;
pub mod kingdom_of_favors;
mod read;
pub mod reign_of_dragoness;
pub mod rulings;

use crate::content::{self, Played, compare, numbers_in};
use crate::finding::{Finding, Place, rule};
use crate::sim::{Game, OpenBox, Playable, Switch};

/// Opens a game's box, given the fingerprint of its files.
type Open = fn(&content::Game, u64, &mut Vec<Finding>) -> Option<Box<dyn Playable>>;

/// A game that can be played.
pub struct Entry {
    /// The name of its folder in `content`.
    pub id: &'static str,
    /// Rulings on what its rulebook leaves open, as [`rulings`] parses them.
    rulings: &'static str,
    /// The rules that can be switched, such as variants.
    pub switches: &'static [Switch],
    /// The names of its own bots, in addition to the bots of every game.
    pub strategies: &'static [&'static str],
    open: Open,
}

/// All games that can be played, in the order of their names.
pub const GAMES: &[Entry] = &[
    entry::<dragon_farkle::Quest>(
        "dragon-farkle",
        include_str!("games/dragon_farkle/rulings.md"),
        |game, fingerprint, found| {
            boxed::<dragon_farkle::Quest>(game, fingerprint, dragon_farkle::load::load(game, found))
        },
    ),
    entry::<dragons_favour::Court>(
        "dragons-favour",
        include_str!("games/dragons_favour/rulings.md"),
        |game, fingerprint, found| {
            boxed::<dragons_favour::Court>(game, fingerprint, dragons_favour::load::load(game, found))
        },
    ),
    entry::<emperors_favor::Palace>(
        "emperors-favor",
        include_str!("games/emperors_favor/rulings.md"),
        |game, fingerprint, found| {
            boxed::<emperors_favor::Palace>(game, fingerprint, emperors_favor::load::load(game, found))
        },
    ),
    entry::<kingdom_of_favors::Kingdom>(
        "kingdom-of-favors",
        include_str!("games/kingdom_of_favors/rulings.md"),
        |game, fingerprint, found| {
            boxed::<kingdom_of_favors::Kingdom>(game, fingerprint, kingdom_of_favors::load::load(game, found))
        },
    ),
    entry::<reign_of_dragoness::Reign>(
        "reign-of-dragoness",
        include_str!("games/reign_of_dragoness/rulings.md"),
        |game, fingerprint, found| {
            boxed::<reign_of_dragoness::Reign>(game, fingerprint, reign_of_dragoness::load::load(game, found))
        },
    ),
];

const fn entry<G: Game>(id: &'static str, rulings: &'static str, open: Open) -> Entry {
    Entry { id, rulings, switches: G::SWITCHES, strategies: G::STRATEGIES, open }
}

fn boxed<G: Game + 'static>(
    game: &content::Game,
    fingerprint: u64,
    content: Option<G::Content>,
) -> Option<Box<dyn Playable>> {
    Some(Box::new(OpenBox::<G>::new(game, fingerprint, content?)))
}

/// Finds a game by its name; nothing for a game that is only printed.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}

/// Opens a game's box: reads its records strictly.
///
/// Returns nothing for a game that is only printed, and for records that do not fit the rules; those are reported.
/// `fingerprint` is the hash of its files.
pub fn open(game: &content::Game, fingerprint: u64, found: &mut Vec<Finding>) -> Option<Box<dyn Playable>> {
    (find(&game.id)?.open)(game, fingerprint, found)
}

/// A finding of a game's rules at a value.
fn breaks(place: Place, message: impl Into<String>, help: impl Into<String>) -> Finding {
    Finding::new(&rule::BREAKS_THE_RULES, place, message).help(help)
}

/// Compares the numbers printed in a text with those the game uses, in the order of the text.
///
/// `played` also holds numbers that come from no operation, such as those of the rules.
fn printed(place: Place, what: &str, text: &str, played: &[Played], found: &mut Vec<Finding>) {
    if let Some(differs) = compare(&numbers_in(text), played) {
        let message = format!("{what} says {}, and it is played with {}", differs.said(), differs.played());
        let finding = Finding::new(&rule::PRINTED_DIFFERS, place, message);
        found.push(finding.help(differs.remedy("the number that is played")));
    }
}
