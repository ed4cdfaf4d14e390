//! Reads the characters: what they want and what their favors do.

pub use super::power::Power;
use super::want::{Amount, CHARACTERS, Find, Test, Want, Wants};
use super::{condition, power, says};
use crate::content;
use crate::finding::{Finding, Place, rule};
use crate::games::breaks;
use crate::games::read::{self, Reader};

/// What shape a character's favor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Round.
    Token,
    /// A quadrant.
    Triangle,
    /// An action.
    Action,
    /// Victory.
    King,
}

const KINDS: [(&str, Kind); 4] =
    [("token", Kind::Token), ("triangle", Kind::Triangle), ("action", Kind::Action), ("king", Kind::King)];

impl Kind {
    /// The word in the record.
    pub fn word(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// A character.
pub struct Character {
    /// Its key in `[data.character]`.
    pub key: String,
    pub name: String,
    /// The shape of its favor.
    pub kind: Kind,
    /// What its favor does.
    pub power: Power,
    /// Whether only the top of its stack can be taken.
    pub is_shuffled: bool,
    pub place: Place,
}

/// Reads all characters in the order of their rank.
pub fn characters(game: &content::Game, found: &mut Vec<Finding>) -> Option<(Vec<Character>, Wants)> {
    let before = found.len();
    let rows = read::rows(game, "character", found);
    let keys: Vec<&str> = rows.iter().map(|(key, _)| key.text.as_str()).collect();
    if keys.len() > CHARACTERS {
        let message = format!("{} characters; at most {CHARACTERS} have room", keys.len());
        found.push(breaks(game.title.place.clone(), message, "take some away"));
        return None;
    }
    let (mut characters, mut wants): (Vec<Character>, Wants) = (Vec::new(), Wants::default());
    for (who, row) in rows.iter().enumerate() {
        let mut reader = Reader::row(game, *row, "character", found);
        let read = character(&mut reader, game, &row.0.text, who as u8, &keys);
        reader.finish();
        let Some((character, want)) = read else { continue };
        match want.find {
            Find::Field => wants.field.push(want),
            Find::City => wants.city.push(want),
            Find::Road => wants.road.push(want),
            Find::Turn => wants.turn.push(want),
            _ => wants.place.push(want),
        }
        characters.push(character);
    }
    for (what, want) in [("meadows", wants.field.len()), ("cities", wants.city.len()), ("roads", wants.road.len())] {
        if want > 8 {
            let message = format!("{want} conditions are about {what}; at most 8 have room");
            found.push(breaks(game.title.place.clone(), message, "take some away"));
        }
    }
    if let Some(second) = characters.iter().filter(|c| c.is_shuffled).nth(1) {
        let message = format!("{} is the second character whose stack is shuffled", second.name);
        found.push(breaks(second.place.clone(), message, "leave `shuffle` to one character"));
    }
    // A text that differs does not stop the load: what is read next may show the cause.
    found[before..].iter().all(|finding| finding.rule == &rule::PRINTED_DIFFERS).then_some((characters, wants))
}

fn character(
    reader: &mut Reader,
    game: &content::Game,
    key: &str,
    who: u8,
    keys: &[&str],
) -> Option<(Character, Want)> {
    let name = reader.need_text("name");
    let kind = reader.word("kind", &KINDS);
    let (rises, is_shuffled) = (reader.flag("rises"), reader.flag("shuffle"));
    let rank = reader.optional("rank", 1..=CHARACTERS as u8);
    reader.need("condition");
    let want = reader.table("condition").and_then(|mut inner| condition::read(&mut inner, who, keys));
    let effect = reader.need("effect");
    let power = effect.and_then(|node| power::read(node, reader));
    for key in ["wants", "met", "favor", "use", "origin", "why"] {
        reader.need(key);
    }
    let (name, kind, want, power) = (name?.value, kind?, want?, power?);
    let is_level = |test: &Test| matches!(test, Test::Touches(Amount::Level) | Test::HasSurrounded(Amount::Level));
    let has_level = want.tests.iter().any(is_level);
    if rises != has_level {
        let article = if has_level { "a" } else { "no" };
        let message = format!("`rises` is {rises}, and the condition of {name} has {article} level");
        reader.wrong(reader.place_at("rises"), message, "write `rises = true` where `n = \"level\"`");
    }
    let fits = match kind {
        Kind::Token | Kind::Triangle => power == Power::Place,
        Kind::King => power == Power::Win,
        Kind::Action => !matches!(power, Power::Place | Power::Win),
    };
    if !fits {
        let (kind, power) = (kind.word(), power.word());
        let message = format!("{name} is `kind = \"{kind}\"`, which does not go with `{power}`");
        reader.wrong(reader.place_at("effect"), message, "fix the kind or the effect");
    }
    if let Some(rank) = rank.filter(|rank| *rank != who + 1) {
        let message = format!("{name} stands in place {} and has rank {rank}", who + 1);
        reader.wrong(reader.place_at("rank"), message, "list the characters in the order of the chart");
    }
    let walls = says::walls(game, key);
    for (key, played) in [
        ("wants", says::wants(&want.tests)),
        ("met", says::met(&want.tests)),
        ("favor", says::favor(power)),
        ("use", says::uses(power, walls)),
    ] {
        reader.printed(key, &format!("`{key}` of {name}"), &played);
    }
    Some((Character { key: key.to_owned(), name, kind, power, is_shuffled, place: reader.place() }, want))
}
