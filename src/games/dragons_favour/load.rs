//! Reads the game's records strictly: what the rules cannot play is reported at its line.

use super::effect::{self, Effects};
use super::{Role, Roles};
use crate::content::{self, Node, Played, Set};
use crate::finding::{Finding, Place, rule};
use crate::games::breaks;
use crate::games::read::{self, Reader, Row};
use crate::sim::{Facts, Handle as _, Piece, Supply};

/// Roles, which are also the Voting cards.
pub const ROLES: usize = 6;
/// The most clans.
pub const CLANS: usize = 7;
/// Cards of a delegation.
pub const DELEGATION: u32 = 6;

/// The game's records.
pub struct Content {
    /// The roles in the order in which they resolve.
    pub roles: Vec<VotingCard>,
    /// The clans in the order of the file.
    pub clans: Vec<Clan>,
    /// What the roles do.
    pub effects: Effects,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// What the report counts.
    pub facts: Facts,
    /// For each role the number in [`Facts::ops`] that counts how often it wins a round.
    pub wins: Roles<usize>,
}

/// A Voting card and its role.
pub struct VotingCard {
    key: String,
    pub name: String,
    /// Its list of operations.
    pub effect: u8,
}

/// A clan.
pub struct Clan {
    pub name: String,
    /// How many cards of each role it has.
    pub cards: Roles<u8>,
    /// The piece of each role's card.
    pub pieces: Roles<usize>,
    /// Favour it starts with.
    pub start: u8,
    /// Whether it is the first Judge.
    pub is_judge: bool,
    /// Whether its vote decides between tied roles.
    pub breaks_ties: bool,
    /// Whether it wins a drawn game.
    pub wins_draws: bool,
}

/// Reads the game; returns nothing if it cannot be played as written.
pub fn load(game: &content::Game, found: &mut Vec<Finding>) -> Option<Content> {
    let before = found.len();
    let mut facts = Facts::default();
    let mut effects = Effects::default();
    let roles = roles(game, &mut effects, &mut facts, found);
    if found.len() > before {
        return None;
    }
    let clans = clans(game, &roles, &mut facts, found);
    tokens(game, &mut facts, found);
    let why = format!("at least 2 vote, and there are {} clans", clans.len());
    let players = read::players(game, clans.len(), &why, found)?;
    if found.len() > before {
        return None;
    }
    facts.ops = effects.names.clone();
    let wins = Roles::from_fn(|role: Role| facts.ops.len() + role.at());
    facts.ops.extend((0..ROLES).map(|role| (role, "wins a round".to_owned())));
    facts.roles = clans.iter().map(|clan| format!("the {} clan", clan.name)).collect();
    facts.roles.push("the first Judge".to_owned());
    Some(Content { roles, clans, effects, players, facts, wins })
}

fn roles(game: &content::Game, effects: &mut Effects, facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<VotingCard> {
    let mut rows: Vec<(u8, Row)> = Vec::new();
    for row in read::rows(game, "role", found) {
        let mut reader = Reader::row(game, row, "role", found);
        let Some(order) = reader.optional("order", 1..=ROLES as u8) else {
            if !reader.has("order") {
                let message = format!("role `{}` has no `order`", row.0.text);
                reader.wrong(reader.place(), message, "add `order = …`, 1 to 6");
            }
            continue;
        };
        if let Some((_, (twin, _))) = rows.iter().find(|(other, _)| *other == order) {
            let message = format!("`{}` and `{}` both resolve as number {order}", row.0.text, twin.text);
            let finding = breaks(reader.place_at("order"), message, "give every role a number of its own");
            found.push(finding.other(Place::new(game.file, twin.span.clone()), "the other role"));
        }
        rows.push((order, row));
    }
    if rows.len() != ROLES {
        let message = format!("there are {} roles; the game has {ROLES}", rows.len());
        found.push(breaks(game.title.place.clone(), message, "one for each Voting card"));
        return Vec::new();
    }
    rows.sort_by_key(|(order, _)| *order);
    let mut roles: Vec<VotingCard> = Vec::new();
    for (at, (_, row)) in rows.into_iter().enumerate() {
        let mut reader = Reader::row(game, row, "role", found);
        let name = reader.get("name").and_then(Node::text).unwrap_or(&row.0.text).to_owned();
        // The rulebook resolves in alphabetical order, which is also the order on the table.
        if let Some(before) = roles.last().filter(|before| before.name >= name) {
            let message = format!("{name} resolves after {}, against the alphabet", before.name);
            reader.wrong(reader.place(), message, "number the roles in the order of their names");
        }
        facts.pieces.push(Piece { name: name.clone(), copies: 1, place: reader.place() });
        let Some(node) = reader.get("effect") else {
            reader.wrong(reader.place(), format!("{name} does nothing"), "add `effect = [{ op = … }]`");
            continue;
        };
        let before = reader.count();
        let effect = effect::read(effects, at, node, &mut reader);
        if reader.count() == before {
            reader.printed("text", &format!("the text of {name}"), &effects.said(effect));
        }
        roles.push(VotingCard { key: row.0.text.clone(), name, effect });
    }
    roles
}

fn clans(game: &content::Game, roles: &[VotingCard], facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Clan> {
    let rows = read::rows(game, "clan", found);
    let Some(set) = read::set(game, "delegates", found) else { return Vec::new() };
    if rows.len() > CLANS {
        let message = format!("there are {} clans; at most {CLANS} can play", rows.len());
        found.push(breaks(game.title.place.clone(), message, "remove some"));
        return Vec::new();
    }
    let mut clans: Vec<Clan> = Vec::new();
    for row in &rows {
        let mut reader = Reader::row(game, *row, "clan", found);
        let mut clan = Clan {
            name: reader.text("name").map_or_else(|| row.0.text.clone(), |name| name.value),
            cards: Roles::all(0),
            pieces: Roles::all(0),
            start: reader.optional("start_favour", 0..=20).unwrap_or(0),
            is_judge: reader.flag("is_first_judge"),
            breaks_ties: reader.flag("breaks_ties"),
            wins_draws: reader.flag("wins_draws"),
        };
        count_cards(&mut clan, &row.0.text, set, roles, facts, &mut reader);
        let before = reader.count();
        delegation(&clan, roles, set, &mut reader);
        if reader.count() == before {
            described(&clan, roles, &mut reader);
        }
        clans.push(clan);
    }
    type Fact = fn(&Clan) -> bool;
    let facts: [(&str, Fact); 3] = [
        ("the first Judge", |clan| clan.is_judge),
        ("the one whose vote breaks ties", |clan| clan.breaks_ties),
        ("the winner of drawn games", |clan| clan.wins_draws),
    ];
    for (what, is) in facts {
        let names: Vec<&str> = clans.iter().filter(|clan| is(clan)).map(|clan| clan.name.as_str()).collect();
        if let Some(((second, _), _)) = rows.iter().zip(&clans).filter(|(_, clan)| is(clan)).nth(1) {
            let message = format!("{} would all be {what}", names.join(" and "));
            found.push(breaks(Place::new(game.file, second.span.clone()), message, "leave it to one clan"));
        }
    }
    clans
}

/// Counts the cards of each role that a clan has.
fn count_cards(clan: &mut Clan, key: &str, set: &Set, roles: &[VotingCard], facts: &mut Facts, reader: &mut Reader) {
    for card in set.components.iter().filter(|card| read::text(card, "clan") == Some(key)) {
        let role = read::text(card, "role").and_then(|key| roles.iter().position(|role| role.key == key));
        let Some(role) = role.map(Role::nth) else { continue };
        if clan.cards[role] > 0 {
            let message = format!("{} has a second record of its {}", clan.name, roles[role.at()].name);
            reader.wrong(card.id.place.clone(), message, "write one record with `count = 2`");
        }
        clan.cards[role] += card.count.value.min(200) as u8;
        clan.pieces[role] = facts.pieces.len();
        facts.pieces.push(read::piece(card));
    }
}

/// Compares the cards of a clan with the size of a delegation, and with its `excellent` and `missing` role.
fn delegation(clan: &Clan, roles: &[VotingCard], set: &Set, reader: &mut Reader) {
    let all: u32 = clan.cards.iter().map(|n| u32::from(*n)).sum();
    let help = format!("fix its cards in `{}.toml`", set.id.value);
    if all != DELEGATION {
        let message = format!("{} has {all} cards; a delegation has {DELEGATION}", clan.name);
        reader.wrong(reader.place(), message, help.clone());
    }
    let absent: Vec<&str> =
        roles.iter().zip(clan.cards).filter(|(_, n)| *n == 0).map(|(r, _)| r.name.as_str()).collect();
    if absent.len() > 1 || clan.cards.iter().any(|n| *n > 2) {
        let absent = absent.join(" and ");
        let message = format!("{} lacks {absent}: a clan doubles one role at most and lacks one (DF-2)", clan.name);
        return reader.wrong(reader.place(), message, help);
    }
    let mut known: Vec<&str> = roles.iter().map(|role| role.key.as_str()).collect();
    known.push("none");
    for (key, many) in [("excellent", 2), ("missing", 0)] {
        let Some(said) = reader.text(key) else { continue };
        let held = roles.iter().zip(clan.cards).find(|(_, n)| *n == many).map_or("none", |(role, _)| role.key.as_str());
        if !known.contains(&said.value.as_str()) {
            let message = format!("there is no role `{}`", said.value);
            reader.findings().push(read::unknown(said.place, message, &said.value, &known));
        } else if said.value != held {
            let message =
                format!("{} is printed with `{key} = \"{}\"`, and its cards say {held}", clan.name, said.value);
            let finding = Finding::new(&rule::PRINTED_DIFFERS, said.place, message);
            reader.findings().push(finding.help(format!("write `{key} = \"{held}\"`, or fix the cards")));
        }
    }
}

/// Checks that a clan's text states its starting Favour, and the roles it doubles and lacks.
fn described(clan: &Clan, roles: &[VotingCard], reader: &mut Reader) {
    let Some(text) = reader.text("text") else { return };
    let with = |many: u8| roles.iter().zip(clan.cards).find(|(_, n)| *n == many).map(|(role, _)| role.name.as_str());
    let (excellent, missing) = (with(2), with(0));
    let mut played: Vec<Played> = Some(clan.start).filter(|n| *n > 0).map(Played::said).into_iter().collect();
    played.extend(excellent.map(|_| Played::said(2)));
    reader.printed("text", &format!("the text of {}", clan.name), &played);
    let mut named: Vec<(usize, &str)> =
        roles.iter().filter_map(|role| Some((text.value.find(&role.name)?, role.name.as_str()))).collect();
    named.sort_unstable();
    let named: Vec<&str> = named.into_iter().map(|(_, name)| name).collect();
    let held: Vec<&str> = excellent.into_iter().chain(missing).collect();
    let is_lacking =
        missing.is_none_or(|name| text.value.to_lowercase().contains(&format!("no {}", name.to_lowercase())));
    if named != held || !is_lacking {
        let said = if named.is_empty() { "no role".to_owned() } else { named.join(" and ") };
        let want: Vec<String> = excellent
            .map(|name| format!("two {name}s"))
            .into_iter()
            .chain(missing.map(|name| format!("no {name}")))
            .collect();
        let want = if want.is_empty() { "one of each role".to_owned() } else { want.join(" and ") };
        let message = format!("the text of {} names {said}, and its cards are {want}", clan.name);
        let finding = Finding::new(&rule::PRINTED_DIFFERS, text.place, message);
        reader.findings().push(finding.help(format!("write “{want}”, or fix the cards")));
    }
}

/// Favour is counted with tokens, each worth its value.
fn tokens(game: &content::Game, facts: &mut Facts, found: &mut Vec<Finding>) {
    let Some(set) = read::set(game, "tokens", found) else { return };
    let printed = set.components.iter().map(|card| read::worth(card) * card.count.value).sum();
    let place = set.components.first().map_or(set.id.place.clone(), |card| card.count.place.clone());
    facts.supplies.push(Supply { name: "Favour".to_owned(), printed, place: Some(place) });
    if !set.components.iter().any(|card| read::worth(card) == 1 && card.count.value > 0) {
        found.push(breaks(set.id.place.clone(), "no token is worth 1 Favour", "Favour is gained one by one"));
    }
}
