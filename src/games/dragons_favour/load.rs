//! Reads the game's records strictly: what the rules cannot be played with is told at its line.

use super::effect::{Effects, Reader};
use crate::content::{self, Component, Node, Played, Record};
use crate::finding::{Finding, Place, nearest, rule};
use crate::games::{breaks, printed};
use crate::sim::{Facts, Piece, Supply};

/// Roles, which are also the Voting cards.
pub const ROLES: usize = 6;
/// Most clans.
pub const CLANS: usize = 7;
/// Cards of a delegation.
pub const DELEGATION: u32 = 6;

/// The game's records.
pub struct Content {
    /// The roles in the order in which they resolve.
    pub roles: Vec<Role>,
    /// The clans in the order of the file.
    pub clans: Vec<Clan>,
    /// What the roles do.
    pub effects: Effects,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// What the report counts.
    pub facts: Facts,
    /// For each role the number in [`Facts::ops`] that counts how often it wins a round.
    pub wins: Vec<usize>,
}

/// A role.
pub struct Role {
    key: String,
    /// Its name.
    pub name: String,
    order: i64,
    /// Its list of operations.
    pub effect: u8,
}

/// A clan.
pub struct Clan {
    /// Its name.
    pub name: String,
    /// How many cards of each role it has.
    pub cards: [u8; ROLES],
    /// The piece of each role's card.
    pub pieces: [usize; ROLES],
    /// Favour it starts with.
    pub start: u8,
    /// Whether it is the first Judge.
    pub is_judge: bool,
    /// Whether its vote decides between tied roles.
    pub breaks_ties: bool,
    /// Whether it wins a drawn game.
    pub wins_draws: bool,
}

/// Reads the game; nothing comes back when it cannot be played as it stands.
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
    let (least, most) = (usize::try_from(game.players.0).ok()?, usize::try_from(game.players.1).ok()?);
    if least < 2 || most > clans.len() {
        let message = format!("{least} to {most} players: at least 2 vote, and there are {} clans", clans.len());
        found.push(breaks(game.players_at.clone(), message, format!("write `players = [2, {}]`", clans.len())));
    }
    if found.len() > before {
        return None;
    }
    facts.ops = effects.names.clone();
    let wins = (0..ROLES).map(|role| facts.ops.len() + role).collect();
    facts.ops.extend((0..ROLES).map(|role| (role, "wins a round".to_owned())));
    facts.roles = clans.iter().map(|clan| format!("the {} clan", clan.name)).collect();
    facts.roles.push("the first Judge".to_owned());
    Some(Content { roles, clans, effects, players: (least, most), facts, wins })
}

fn table<'a>(game: &'a content::Game, name: &str, found: &mut Vec<Finding>) -> Option<&'a content::Table> {
    let table = game.data.get(name).and_then(Node::table);
    if table.is_none() {
        let message = format!("there is no `[data.{name}]`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[data.{name}.NAME]`")));
    }
    table
}

fn roles(game: &content::Game, effects: &mut Effects, facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Role> {
    let Some(all) = table(game, "role", found) else { return Vec::new() };
    let mut rows: Vec<(i64, &content::Key, &content::Table)> = Vec::new();
    for (key, node) in all.iter() {
        let Some(role) = node.table() else { continue };
        let place = Place::new(game.file, key.span.clone());
        let record = Record::new(role, place.clone(), format!("role `{}`", key.text));
        let Some(order) = record.get("order").and(record.integer("order", 1, ROLES as i64, found)) else {
            if !role.contains_key("order") {
                found.push(breaks(place, format!("role `{}` has no `order`", key.text), "add `order = …`, 1 to 6"));
            }
            continue;
        };
        if let Some((_, twin, _)) = rows.iter().find(|(other, _, _)| *other == order.value) {
            let message = format!("`{}` and `{}` both resolve as number {}", key.text, twin.text, order.value);
            found.push(
                breaks(order.place, message, "give every role a number of its own")
                    .other(Place::new(game.file, twin.span.clone()), "the other role"),
            );
        }
        rows.push((order.value, key, role));
    }
    if rows.len() != ROLES {
        let message = format!("there are {} roles; the game has {ROLES}", rows.len());
        found.push(breaks(game.title.place.clone(), message, "one for each Voting card"));
        return Vec::new();
    }
    rows.sort_by_key(|(order, _, _)| *order);
    let mut roles: Vec<Role> = Vec::new();
    for (at, (order, key, role)) in rows.into_iter().enumerate() {
        let place = Place::new(game.file, key.span.clone());
        let name = role.get("name").and_then(Node::text).unwrap_or(&key.text).to_owned();
        // The rulebook resolves in the order of the alphabet, which is also the order on the table.
        if let Some(before) = roles.last().filter(|before| before.name >= name) {
            let message = format!("{name} resolves after {}, against the alphabet", before.name);
            found.push(breaks(place.clone(), message, "number the roles in the order of their names"));
        }
        facts.pieces.push(Piece { name: name.clone(), copies: 1, place: place.clone() });
        let Some(node) = role.get("effect") else {
            found.push(breaks(place, format!("{name} does nothing"), "add `effect = [{ op = … }]`"));
            continue;
        };
        let before = found.len();
        let effect = Reader { file: game.file, effects: &mut *effects, found: &mut *found }.role(at, node);
        if let (Some(effect), Some(said)) = (effect.filter(|_| found.len() == before), role.get("text")) {
            let place = Place::new(game.file, said.span.clone());
            printed(place, &format!("the text of {name}"), said.text().unwrap_or(""), &effects.told(effect), found);
        }
        roles.push(Role { key: key.text.clone(), name, order, effect: effect.unwrap_or(0) });
    }
    debug_assert!(roles.windows(2).all(|pair| pair[0].order <= pair[1].order));
    roles
}

fn clans(game: &content::Game, roles: &[Role], facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Clan> {
    let Some(all) = table(game, "clan", found) else { return Vec::new() };
    let Some(set) = game.sets.iter().find(|set| set.id.value == "delegates") else {
        let message = "the game cannot be played without its set `delegates`";
        found.push(breaks(game.title.place.clone(), message, "add `[[set]]` with `id = \"delegates\"`"));
        return Vec::new();
    };
    if all.keys().count() > CLANS {
        let message = format!("there are {} clans; at most {CLANS} can play", all.keys().count());
        found.push(breaks(game.title.place.clone(), message, "remove some"));
        return Vec::new();
    }
    let mut clans: Vec<Clan> = Vec::new();
    for (key, node) in all.iter() {
        let Some(table) = node.table() else { continue };
        let place = Place::new(game.file, key.span.clone());
        let record = Record::new(table, place.clone(), format!("clan `{}`", key.text));
        let mut clan = Clan {
            name: record.text("name", found).map_or_else(|| key.text.clone(), |name| name.value),
            cards: [0; ROLES],
            pieces: [0; ROLES],
            start: record.integer("start_favour", 0, 20, found).map_or(0, |n| n.value as u8),
            is_judge: record.flag("is_first_judge", found),
            breaks_ties: record.flag("breaks_ties", found),
            wins_draws: record.flag("wins_draws", found),
        };
        for card in set.components.iter().filter(|card| word(card, "clan") == Some(&key.text)) {
            let Some(role) = word(card, "role").and_then(|role| roles.iter().position(|r| r.key == role)) else {
                continue;
            };
            if clan.cards[role] > 0 {
                let message = format!("{} has a second record of its {}", clan.name, roles[role].name);
                found.push(breaks(card.id.place.clone(), message, "write one record with `count = 2`"));
            }
            clan.cards[role] += card.count.value.min(200) as u8;
            clan.pieces[role] = facts.pieces.len();
            facts.pieces.push(Piece {
                name: card.name.clone(),
                copies: card.count.value,
                place: card.id.place.clone(),
            });
        }
        let before = found.len();
        delegation(&clan, &record, roles, &place, set, found);
        if found.len() == before {
            described(&clan, &record, roles, found);
        }
        clans.push(clan);
    }
    for (what, is) in [
        ("the first Judge", &(|c: &Clan| c.is_judge) as &dyn Fn(&Clan) -> bool),
        ("the one whose vote breaks ties", &|c: &Clan| c.breaks_ties),
        ("the winner of drawn games", &|c: &Clan| c.wins_draws),
    ] {
        let names: Vec<&str> = clans.iter().filter(|clan| is(clan)).map(|clan| clan.name.as_str()).collect();
        if names.len() > 1 {
            let second = all.iter().filter(|(_, n)| n.table().is_some()).zip(&clans).filter(|(_, c)| is(c)).nth(1);
            let place =
                second.map_or(game.title.place.clone(), |((key, _), _)| Place::new(game.file, key.span.clone()));
            found.push(breaks(place, format!("{} would all be {what}", names.join(" and ")), "leave it to one clan"));
        }
    }
    clans
}

/// A delegation has six cards; what it says of its double and its missing role is what its cards are.
fn delegation(
    clan: &Clan,
    record: &Record,
    roles: &[Role],
    place: &Place,
    set: &content::Set,
    found: &mut Vec<Finding>,
) {
    let all: u32 = clan.cards.iter().map(|n| u32::from(*n)).sum();
    if all != DELEGATION {
        let message = format!("{} has {all} cards; a delegation has {DELEGATION}", clan.name);
        found.push(breaks(place.clone(), message, format!("mend its cards in `{}.toml`", set.id.value)));
    }
    let absent: Vec<&str> =
        roles.iter().zip(clan.cards).filter(|(_, n)| *n == 0).map(|(r, _)| r.name.as_str()).collect();
    if absent.len() > 1 || clan.cards.iter().any(|n| *n > 2) {
        let message = format!(
            "{} lacks {}: a clan doubles one role at most and lacks one (DF-2)",
            clan.name,
            absent.join(" and ")
        );
        found.push(breaks(place.clone(), message, format!("mend its cards in `{}.toml`", set.id.value)));
        return;
    }
    for (key, many) in [("excellent", 2), ("missing", 0)] {
        let Some(said) = record.text(key, found) else { continue };
        let held = roles.iter().zip(clan.cards).find(|(_, n)| *n == many).map_or("none", |(role, _)| role.key.as_str());
        if said.value != "none" && !roles.iter().any(|role| role.key == said.value) {
            let help = nearest(&said.value, roles.iter().map(|r| r.key.as_str())).map_or_else(
                || "write the key of a role, or `none`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            found.push(
                Finding::new(&rule::UNKNOWN_NAME, said.place, format!("there is no role `{}`", said.value)).help(help),
            );
        } else if said.value != held {
            let message =
                format!("{} is printed with `{key} = \"{}\"`, and its cards say {held}", clan.name, said.value);
            found.push(
                Finding::new(&rule::PRINTED_DIFFERS, said.place, message)
                    .help(format!("write `{key} = \"{held}\"`, or mend the cards")),
            );
        }
    }
}

/// A clan's text says with how much Favour it starts, and which role it doubles and lacks.
fn described(clan: &Clan, record: &Record, roles: &[Role], found: &mut Vec<Finding>) {
    let Some(text) = record.text("text", found) else { return };
    let with = |many: u8| roles.iter().zip(clan.cards).find(|(_, n)| *n == many).map(|(role, _)| role.name.as_str());
    let (excellent, missing) = (with(2), with(0));
    let mut played: Vec<Played> = Some(clan.start).filter(|n| *n > 0).map(Played::said).into_iter().collect();
    played.extend(excellent.map(|_| Played::said(2)));
    printed(text.place.clone(), &format!("the text of {}", clan.name), &text.value, &played, found);
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
        let told = Finding::new(&rule::PRINTED_DIFFERS, text.place, message);
        found.push(told.help(format!("write “{want}”, or mend the cards")));
    }
}

fn word<'a>(card: &'a Component, key: &str) -> Option<&'a str> {
    card.values.get(key).and_then(Node::text)
}

/// Favour is counted with tokens, each worth its value.
fn tokens(game: &content::Game, facts: &mut Facts, found: &mut Vec<Finding>) {
    let Some(set) = game.sets.iter().find(|set| set.id.value == "tokens") else {
        let message = "Favour cannot be counted without the set `tokens`";
        found.push(breaks(game.title.place.clone(), message, "add `[[set]]` with `id = \"tokens\"`"));
        return;
    };
    let value = |card: &Component| card.values.get("value").and_then(Node::integer).unwrap_or(0).max(0) as u32;
    let printed = set.components.iter().map(|card| value(card) * card.count.value).sum();
    let place = set.components.first().map_or(set.id.place.clone(), |card| card.count.place.clone());
    facts.supplies.push(Supply { name: "Favour".to_owned(), printed, place: Some(place) });
    if !set.components.iter().any(|card| value(card) == 1 && card.count.value > 0) {
        found.push(breaks(set.id.place.clone(), "no token is worth 1 Favour", "Favour is gained one by one"));
    }
}
