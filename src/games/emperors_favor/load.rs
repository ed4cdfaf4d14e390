//! Reads the game's records strictly: what the rules cannot be played with is told at its line.

use super::effect::Reader;
use super::table::{Card, Empress, Event, Price};
use super::{EVENTS, HEIRS, KINDS, MARKET, STAFF, worth};
use crate::content::{self, Component, Node, Played, Record, Set, Value};
use crate::finding::{Finding, Place, nearest, rule};
pub(super) use crate::games::breaks;
use crate::games::printed;
use crate::sim::{Facts, Piece, Supply};

/// The game's records.
pub struct Content {
    /// The Staff by name, in the order of the board.
    pub staff: Vec<String>,
    /// The 18 kinds of Staff cards, then the Black Market cards.
    pub cards: Vec<Card>,
    /// The Events.
    pub events: Vec<Event>,
    /// All Gold.
    pub gold: u8,
    /// The numbers of the rules.
    pub numbers: Numbers,
    /// The prices of a 1st, 2nd and 3rd Star.
    pub ally: [Price; 3],
    /// The price of the Empress.
    pub empress: Empress,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// What the report counts.
    pub facts: Facts,
}

/// The numbers of the rules, as in `[data.rules]`.
#[derive(Clone, Copy, Default)]
pub struct Numbers {
    pub(super) win_favor: u8,
    pub(super) hand_limit: u8,
    pub(super) start_gold: u8,
    pub(super) stars_each: u8,
    pub(super) stars_per_staff: u8,
    pub(super) setup_stars: u8,
    pub(super) setup_limit: u8,
    pub(super) upgrade_copies: u8,
    pub(super) market_gold: u8,
    pub(super) look: u8,
}

/// Reads the game; nothing comes back when it cannot be played as it stands.
pub fn load(game: &content::Game, found: &mut Vec<Finding>) -> Option<Content> {
    let before = found.len();
    let mut facts =
        Facts { roles: vec!["the first player".to_owned(), "an ally of the Empress".to_owned()], ..Facts::default() };
    let numbers = numbers(game, found);
    let ally = prices(game, found);
    let empress = empress(game, found);
    let staff = staff(game, found);
    let gold = gold(game, &mut facts, found);
    if found.len() > before {
        return None;
    }
    let keys: Vec<String> = staff.iter().map(|(key, _)| key.clone()).collect();
    let mut cards = staff_cards(game, &staff, &mut facts, found);
    cards.extend(market(game, &keys, &mut facts, found));
    if found.len() > before {
        return None;
    }
    let events = events(game, &cards, &numbers, &mut facts, found);
    let (least, most) = (usize::try_from(game.players.0).ok()?, usize::try_from(game.players.1).ok()?);
    if least < 2 || most > HEIRS {
        let message = format!("{least} to {most} players: at least 2 compete, and at most {HEIRS} can play");
        found.push(breaks(game.players_at.clone(), message, format!("write `players = [2, {HEIRS}]`")));
    }
    let stars = set(game, "stars", found);
    let printed = stars.map_or(0, Set::total);
    if most <= HEIRS && (printed as usize) < most * usize::from(numbers.stars_each) {
        let message = format!("{most} players have {} Stars each, and {printed} are printed", numbers.stars_each);
        let place = stars.map_or_else(|| game.title.place.clone(), |set| set.components[0].count.place.clone());
        let told = Finding::new(&rule::COMPONENT_SHORTAGE, place, message);
        found.push(told.help(format!("print {}", most * usize::from(numbers.stars_each))));
    }
    if usize::from(numbers.start_gold) * most > usize::from(gold) {
        let message = format!("{most} players start with {} Gold each, and there are {gold}", numbers.start_gold);
        found.push(Finding::new(&rule::COMPONENT_SHORTAGE, game.players_at.clone(), message).help("print more Gold"));
    }
    worth::check(game, &cards, &numbers, &facts, found);
    if found.len() > before {
        return None;
    }
    let staff = staff.into_iter().map(|(_, name)| name).collect();
    Some(Content { staff, cards, events, gold, numbers, ally, empress, players: (least, most), facts })
}

/// A table of `[data]`.
fn data<'a>(game: &'a content::Game, name: &str, found: &mut Vec<Finding>) -> Option<Record<'a>> {
    let at = game.data.keys().find(|key| key.text == name);
    let table = game.data.get(name).and_then(Node::table);
    let (Some(key), Some(table)) = (at, table) else {
        let message = format!("there is no `[data.{name}]`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[data.{name}]`")));
        return None;
    };
    Some(Record::new(table, Place::new(game.file, key.span.clone()), format!("`[data.{name}]`")))
}

fn set<'a>(game: &'a content::Game, id: &str, found: &mut Vec<Finding>) -> Option<&'a Set> {
    let set = game.sets.iter().find(|set| set.id.value == id && !set.components.is_empty());
    if set.is_none() {
        let message = format!("the game cannot be played without its set `{id}`");
        found.push(breaks(game.title.place.clone(), message, format!("add `[[set]]` with `id = \"{id}\"`")));
    }
    set
}

fn number(record: &Record, key: &str, least: i64, most: i64, found: &mut Vec<Finding>) -> u8 {
    record.need(key);
    record.integer(key, least, most, found).map_or(0, |n| n.value as u8)
}

fn numbers(game: &content::Game, found: &mut Vec<Finding>) -> Numbers {
    let Some(record) = data(game, "rules", found) else { return Numbers::default() };
    record.skip_origin();
    let mut of = |key: &str, least: i64, most: i64| number(&record, key, least, most, found);
    let numbers = Numbers {
        win_favor: of("win_favor", 1, 200),
        hand_limit: of("hand_limit", 1, 30),
        start_gold: of("start_gold", 0, 30),
        stars_each: of("stars_each", 2, 18),
        stars_per_staff: of("stars_per_staff", 1, 3),
        setup_stars: of("setup_stars", 1, 2),
        setup_limit: of("setup_limit", 1, 6),
        upgrade_copies: of("upgrade_copies", 1, 7),
        market_gold: of("market_gold", 1, 60),
        look: of("look", 1, 4),
    };
    record.finish(found);
    let most = usize::try_from(game.players.1).unwrap_or(0).min(HEIRS);
    if usize::from(numbers.setup_limit) * STAFF < most * usize::from(numbers.setup_stars) {
        let message = format!(
            "{most} players place {} Stars each, and {STAFF} Staff take {} each",
            numbers.setup_stars, numbers.setup_limit
        );
        let place = game.data.get("rules").and_then(Node::table).and_then(|t| t.get("setup_limit"));
        let place = place.map_or(game.title.place.clone(), |node| Place::new(game.file, node.span.clone()));
        found.push(breaks(place, message, "raise `setup_limit`"));
    }
    numbers
}

fn prices(game: &content::Game, found: &mut Vec<Finding>) -> [Price; 3] {
    let mut prices = [Price::default(); 3];
    let Some(all) = data(game, "ally", found) else { return prices };
    for (at, key) in ["first", "second", "third"].into_iter().enumerate() {
        all.need(key);
        let Some((table, place)) = all.table(key, found) else { continue };
        let record = Record::new(table, place.clone(), format!("`[data.ally.{key}]`"));
        record.skip_origin();
        let star = number(&record, "star", 1, 3, found);
        if usize::from(star) != at + 1 && star > 0 {
            let node = table.get("star").map_or(place.clone(), |node| record.place_of(node));
            found.push(breaks(
                node,
                format!("the {key} Star is number {}", at + 1),
                format!("write `star = {}`", at + 1),
            ));
        }
        let levels: Vec<u8> = levels(&record, found);
        if levels.len() != 2 {
            found.push(breaks(place, "a Star costs two Staff cards", "write their levels, such as `cards = [1, 2]`"));
        }
        prices[at] = Price {
            gold: number(&record, "gold", 0, 60, found),
            levels: [0, 1].map(|at| levels.get(at).copied().unwrap_or(0)),
            favor: number(&record, "favor", 0, 50, found).into(),
        };
        record.finish(found);
    }
    all.finish(found);
    prices
}

fn levels(record: &Record, found: &mut Vec<Finding>) -> Vec<u8> {
    record.need("cards");
    let mut levels = Vec::new();
    for node in record.list("cards", found) {
        match node.integer() {
            Some(level @ 1..=3) => levels.push(level as u8 - 1),
            _ => found.push(breaks(record.place_of(node), "levels are 1 to 3", "write a level")),
        }
    }
    levels
}

fn empress(game: &content::Game, found: &mut Vec<Finding>) -> Empress {
    let Some(record) = data(game, "empress", found) else { return Empress::default() };
    record.skip_origin();
    let empress = Empress {
        gold: number(&record, "gold", 0, 60, found),
        cards: number(&record, "cards", 1, STAFF as i64, found),
        favor: number(&record, "favor", 0, 50, found).into(),
    };
    record.finish(found);
    empress
}

/// The Staff in the order of the board: key and name.
fn staff(game: &content::Game, found: &mut Vec<Finding>) -> Vec<(String, String)> {
    let Some(table) = game.data.get("staff").and_then(Node::table) else {
        found.push(breaks(game.title.place.clone(), "there is no `[data.staff]`", "add `[data.staff.NAME]`"));
        return Vec::new();
    };
    let mut rows: Vec<(i64, &content::Key, String)> = Vec::new();
    for (key, node) in table.iter() {
        let Some(table) = node.table() else { continue };
        let place = Place::new(game.file, key.span.clone());
        let record = Record::new(table, place.clone(), format!("Staff `{}`", key.text));
        let name = record.text("name", found).map_or_else(|| key.text.clone(), |name| name.value);
        if record.get("order").is_none() {
            found.push(breaks(place, format!("{name} has no `order`"), "add `order = …`, 1 to 6"));
            continue;
        }
        let Some(order) = record.integer("order", 1, STAFF as i64, found) else { continue };
        if let Some((_, twin, _)) = rows.iter().find(|(other, _, _)| *other == order.value) {
            let message = format!("`{}` and `{}` are both number {} of the board", key.text, twin.text, order.value);
            found.push(breaks(order.place, message, "give every Staff a number of its own"));
        }
        rows.push((order.value, key, name));
    }
    if rows.len() != STAFF && found.is_empty() {
        let message = format!("there are {} Staff; the game has {STAFF}", rows.len());
        found.push(breaks(game.title.place.clone(), message, "one for each hall of the board"));
    }
    rows.sort_by_key(|(order, _, _)| *order);
    rows.into_iter().map(|(_, key, name)| (key.text.clone(), name)).collect()
}

/// The Gold in the box.
fn gold(game: &content::Game, facts: &mut Facts, found: &mut Vec<Finding>) -> u8 {
    let Some(set) = set(game, "gold", found) else { return 0 };
    let value = |card: &Component| card.values.get("value").and_then(Node::integer).unwrap_or(0).max(0) as u32;
    let all: u32 = set.components.iter().map(|card| value(card) * card.count.value).sum();
    let place = set.components[0].count.place.clone();
    if all > 200 || set.components.iter().all(|card| value(card) != 1) {
        let message = format!("there are {all} Gold; at most 200 can be counted, and some must be pieces of 1");
        found.push(breaks(place.clone(), message, "print fewer, or pieces of 1"));
    }
    facts.supplies.push(Supply { name: "Gold".to_owned(), printed: all, place: Some(place) });
    all.min(200) as u8
}

fn word<'a>(card: &'a Component, key: &str) -> Option<&'a str> {
    card.values.get(key).and_then(Node::text)
}

fn whole(card: &Component, key: &str) -> u8 {
    card.values.get(key).and_then(Node::integer).unwrap_or(0).clamp(0, 200) as u8
}

fn piece(card: &Component) -> Piece {
    Piece { name: card.name.clone(), copies: card.count.value, place: card.id.place.clone() }
}

/// Reads a card's effect and holds its text against it.
fn card(set: &Set, from: &Component, staff: &[String], facts: &mut Facts, found: &mut Vec<Finding>) -> Card {
    let mut ops = Vec::new();
    let at = facts.pieces.len();
    facts.pieces.push(piece(from));
    if let Some(node) = from.values.get("effect") {
        let read = Reader { file: set.file, staff, found: &mut *found }.effect(node);
        if let Some(read) = &read {
            let told: Vec<Played> = read.iter().flat_map(|(op, _)| op.told()).collect();
            says(set, from, &told, found);
        }
        for (op, word) in read.unwrap_or_default() {
            ops.push((op, facts.ops.len()));
            facts.ops.push((at, word));
        }
    }
    let once = matches!(from.values.get("once").map(|node| &node.value), Some(Value::Boolean(true)));
    if let Some(text) = from.values.get("text").filter(|node| node.text().unwrap_or("").contains("once a turn") != once)
    {
        let place = Place::new(set.file, text.span.clone());
        let message = if once { "is for once a turn, and its text is silent" } else { "says once a turn, and is not" };
        let told = Finding::new(&rule::PRINTED_DIFFERS, place, format!("`{}` {message}", from.name));
        found.push(told.help("write “once a turn” and `once = true`, or neither"));
    }
    Card { name: from.name.clone(), copies: from.count.value.min(200) as u8, gold: whole(from, "gold"), ops, once }
}

/// Tells numbers that are printed and not played, or played and not printed.
fn says(set: &Set, card: &Component, played: &[Played], found: &mut Vec<Finding>) {
    if let Some((node, text)) = card.values.get("text").and_then(|node| Some((node, node.text()?))) {
        let place = Place::new(set.file, node.span.clone());
        printed(place, &format!("the text of `{}`", card.name), text, played, found);
    }
}

/// The 18 kinds, in the order of their numbers.
fn staff_cards(
    game: &content::Game,
    staff: &[(String, String)],
    facts: &mut Facts,
    found: &mut Vec<Finding>,
) -> Vec<Card> {
    let Some(set) = set(game, "staff", found) else { return Vec::new() };
    let keys: Vec<String> = staff.iter().map(|(key, _)| key.clone()).collect();
    let mut kinds: [Option<&Component>; KINDS] = [None; KINDS];
    for from in &set.components {
        let hall = keys.iter().position(|key| word(from, "staff") == Some(key));
        let (Some(hall), level @ 1..=3) = (hall, whole(from, "level")) else { continue };
        let slot = &mut kinds[usize::from(level - 1) * STAFF + hall];
        if let Some(twin) = *slot {
            let message =
                format!("`{}` and `{}` are both the {level} Star card of the {}", from.name, twin.name, staff[hall].1);
            found.push(
                breaks(from.id.place.clone(), message, "a Staff has one card of each level")
                    .other(twin.id.place.clone(), "the other one"),
            );
        }
        *slot = Some(from);
    }
    let mut cards = Vec::new();
    for (kind, from) in kinds.into_iter().enumerate() {
        let Some(from) = from else {
            let message = format!("the {} has no {} Star card", staff[kind % STAFF].1, kind / STAFF + 1);
            found.push(breaks(set.id.place.clone(), message, "add it to `staff.toml`"));
            continue;
        };
        if from.count.value == 0 {
            found.push(breaks(from.count.place.clone(), format!("there is no copy of `{}`", from.name), "print some"));
        }
        cards.push(card(set, from, &keys, facts, found));
    }
    cards
}

fn market(game: &content::Game, staff: &[String], facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Card> {
    let Some(set) = set(game, "market", found) else { return Vec::new() };
    if set.components.len() > MARKET {
        let message = format!("there are {} Black Market cards; at most {MARKET} can be played", set.components.len());
        found.push(breaks(set.id.place.clone(), message, "remove some"));
        return Vec::new();
    }
    for from in set.components.iter().filter(|card| card.count.value != 1) {
        let message = format!("`{}` is there {} times; every Black Market card is one", from.name, from.count.value);
        found.push(breaks(from.count.place.clone(), message, "write `count = 1`, or leave it out"));
    }
    set.components.iter().map(|from| card(set, from, staff, facts, found)).collect()
}

fn events(
    game: &content::Game,
    cards: &[Card],
    numbers: &Numbers,
    facts: &mut Facts,
    found: &mut Vec<Finding>,
) -> Vec<Event> {
    let (Some(set), Some(staff)) = (set(game, "events", found), set(game, "staff", found)) else { return Vec::new() };
    if set.components.len() > EVENTS {
        let message = format!("there are {} Events; at most {EVENTS} can be played", set.components.len());
        found.push(breaks(set.id.place.clone(), message, "remove some"));
        return Vec::new();
    }
    let kind_of = |id: &str| {
        let name = &staff.components.iter().find(|card| card.id.value == id)?.name;
        cards[..KINDS].iter().position(|card| card.name == *name)
    };
    let mut events = Vec::new();
    for from in &set.components {
        facts.pieces.push(piece(from));
        let Some(node) = from.values.get("need") else { continue };
        let Some(table) = node.table() else { continue };
        let record = Record::new(table, Place::new(set.file, node.span.clone()), "`need`");
        let mut event = Event { name: from.name.clone(), favor: whole(from, "favor").into(), ..Event::default() };
        for node in record.list("cards", found) {
            let place = record.place_of(node);
            let Some(kind) = node.text().and_then(kind_of) else {
                let near =
                    nearest(node.text().unwrap_or(""), staff.components.iter().map(|card| card.id.value.as_str()));
                let help =
                    near.map_or("write the id of a Staff card".to_owned(), |near| format!("did you mean `{near}`?"));
                let message = format!("no Staff card is called `{}`", node.text().unwrap_or(""));
                found.push(Finding::new(&rule::UNKNOWN_NAME, place, message).help(help));
                continue;
            };
            match event.cards.iter_mut().find(|(known, _)| usize::from(*known) == kind) {
                Some((_, n)) => *n += 1,
                None => event.cards.push((kind as u8, 1)),
            }
        }
        let mut of = |key: &str, most: u8| record.integer(key, 1, most.into(), found).map_or(0, |n| n.value as u8);
        event.gold = of("gold", 60);
        event.stars = of("stars", numbers.stars_per_staff);
        event.allies = of("allies", STAFF as u8);
        event.upgrades = of("upgrades", 10);
        record.finish(found);
        event.kinds = event.cards.iter().map(|(kind, _)| 1 << kind).sum();
        demand(set, from, node, &event, cards, numbers, found);
        events.push(event);
    }
    events
}

/// Whether an Event can be completed, not at once, and says what it asks for.
fn demand(
    set: &Set,
    from: &Component,
    node: &Node,
    event: &Event,
    cards: &[Card],
    numbers: &Numbers,
    found: &mut Vec<Finding>,
) {
    let place = Place::new(set.file, node.span.clone());
    let all: u8 = event.cards.iter().map(|(_, n)| n).sum();
    for (kind, n) in &event.cards {
        let card = &cards[usize::from(*kind)];
        if *n > card.copies {
            let message = format!("`{}` needs {n} {}, and {} exist", event.name, card.name, card.copies);
            found.push(breaks(place.clone(), message, "ask for fewer"));
        }
    }
    if all > numbers.hand_limit {
        let message = format!("`{}` needs {all} cards, and a hand has {}", event.name, numbers.hand_limit);
        found.push(breaks(place.clone(), message, "ask for fewer"));
    }
    let is_trivial = event.cards.is_empty()
        && event.gold <= numbers.start_gold
        && event.stars <= 1
        && event.allies <= numbers.setup_stars
        && event.upgrades == 0;
    if is_trivial {
        let message = format!("`{}` is complete as soon as the game is set up", event.name);
        found.push(breaks(place, message, "ask for more"));
    }
    let text = word(from, "text").unwrap_or("").replace("**", "");
    let mut told: Vec<Played> = event.cards.iter().map(|(_, n)| Played::many(*n)).collect();
    told.extend([event.gold, event.stars].into_iter().filter(|n| *n > 0).map(Played::said));
    // Stars are counted on one Staff.
    told.extend(Some(Played::silent(1)).filter(|_| event.stars > 0));
    told.extend([event.allies, event.upgrades].into_iter().filter(|n| *n > 0).map(Played::said));
    says(set, from, &told, found);
    for (kind, n) in &event.cards {
        let name = &cards[usize::from(*kind)].name;
        let wanted = if *n > 1 { format!("{n} {name}") } else { name.clone() };
        if !text.contains(&wanted)
            && let Some(node) = from.values.get("text")
        {
            let message = format!("`{}` asks for {wanted}, and its text does not", event.name);
            let told = Finding::new(&rule::PRINTED_DIFFERS, Place::new(set.file, node.span.clone()), message);
            found.push(told.help("mend the text, or `need`"));
        }
    }
}
