//! Reads the game's records strictly: what the rules cannot play is reported at its line.

use super::effect;
use super::table::{Card, Empress, Event, Price};
use super::{EVENTS, HEIRS, KINDS, Kind, MARKET, STAFF, worth};
use crate::content::{self, Component, Node, Played, Set};
use crate::finding::{Finding, rule};
pub(super) use crate::games::breaks;
use crate::games::read::{self, Reader, Row};
use crate::sim::{Facts, Supply};

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

/// The numbers that the rules use, as in `[data.rules]`.
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

/// Reads the game; returns nothing if it cannot be played as written.
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
    let why = format!("at least 2 compete, and at most {HEIRS} can play");
    let players = read::players(game, HEIRS, &why, found)?;
    supplies(game, players.1, &numbers, gold, found);
    worth::check(game, &cards, &numbers, &facts, found);
    if found.len() > before {
        return None;
    }
    let staff = staff.into_iter().map(|(_, name)| name).collect();
    Some(Content { staff, cards, events, gold, numbers, ally, empress, players, facts })
}

/// Whether the box holds the Stars and the Gold that this many players start with.
fn supplies(game: &content::Game, players: usize, numbers: &Numbers, gold: u8, found: &mut Vec<Finding>) {
    let stars = read::set(game, "stars", found);
    let (printed, needed) = (stars.map_or(0, Set::total), players * usize::from(numbers.stars_each));
    if players <= HEIRS && (printed as usize) < needed {
        let message = format!("{players} players have {} Stars each, and {printed} are printed", numbers.stars_each);
        let place = stars.map_or_else(|| game.title.place.clone(), |set| set.components[0].count.place.clone());
        found.push(Finding::new(&rule::COMPONENT_SHORTAGE, place, message).help(format!("print {needed}")));
    }
    if usize::from(numbers.start_gold) * players > usize::from(gold) {
        let message = format!("{players} players start with {} Gold each, and there are {gold}", numbers.start_gold);
        found.push(Finding::new(&rule::COMPONENT_SHORTAGE, game.players_at.clone(), message).help("print more Gold"));
    }
}

/// A required number. A finding stops the load, so the substitute is never played.
fn number(reader: &mut Reader, key: &str, least: u8, most: u8) -> u8 {
    reader.number(key, least..=most).unwrap_or(0)
}

fn numbers(game: &content::Game, found: &mut Vec<Finding>) -> Numbers {
    let Some(mut reader) = Reader::data(game, "rules", found) else { return Numbers::default() };
    reader.skip(&["origin", "why"]);
    let mut number = |key: &str, least: u8, most: u8| number(&mut reader, key, least, most);
    let numbers = Numbers {
        win_favor: number("win_favor", 1, 200),
        hand_limit: number("hand_limit", 1, 30),
        start_gold: number("start_gold", 0, 30),
        stars_each: number("stars_each", 2, 18),
        stars_per_staff: number("stars_per_staff", 1, 3),
        setup_stars: number("setup_stars", 1, 2),
        setup_limit: number("setup_limit", 1, 6),
        upgrade_copies: number("upgrade_copies", 1, 7),
        market_gold: number("market_gold", 1, 60),
        look: number("look", 1, 4),
    };
    reader.finish();
    let most = usize::try_from(game.players.1).unwrap_or(0).min(HEIRS);
    let (stars, limit) = (numbers.setup_stars, numbers.setup_limit);
    if usize::from(limit) * STAFF < most * usize::from(stars) {
        let message = format!("{most} players place {stars} Stars each, and {STAFF} Staff take {limit} each");
        reader.wrong(reader.place_at("setup_limit"), message, "raise `setup_limit`");
    }
    numbers
}

fn prices(game: &content::Game, found: &mut Vec<Finding>) -> [Price; 3] {
    let mut prices = [Price::default(); 3];
    let Some(mut all) = Reader::data(game, "ally", found) else { return prices };
    for ((price, key), want) in prices.iter_mut().zip(["first", "second", "third"]).zip(1..) {
        all.need(key);
        let Some(mut reader) = all.table(key) else { continue };
        reader.skip(&["origin", "why"]);
        if reader.number("star", 1..=3).is_some_and(|star: u8| star != want) {
            let message = format!("the {key} Star is number {want}");
            reader.wrong(reader.place_at("star"), message, format!("write `star = {want}`"));
        }
        let levels = levels(&mut reader);
        if levels.len() != 2 {
            let help = "write their levels, such as `cards = [1, 2]`";
            reader.wrong(reader.place(), "a Star costs two Staff cards", help);
        }
        *price = Price {
            gold: number(&mut reader, "gold", 0, 60),
            levels: [0, 1].map(|at| levels.get(at).copied().unwrap_or(0)),
            favor: number(&mut reader, "favor", 0, 50).into(),
        };
        reader.finish();
    }
    all.finish();
    prices
}

fn levels(reader: &mut Reader) -> Vec<u8> {
    reader.need("cards");
    let mut levels = Vec::new();
    for node in reader.list("cards") {
        match node.integer() {
            Some(level @ 1..=3) => levels.push(level as u8 - 1),
            _ => reader.wrong_at(node, "levels are 1 to 3", "write a level"),
        }
    }
    levels
}

fn empress(game: &content::Game, found: &mut Vec<Finding>) -> Empress {
    let Some(mut reader) = Reader::data(game, "empress", found) else { return Empress::default() };
    reader.skip(&["origin", "why"]);
    let empress = Empress {
        gold: number(&mut reader, "gold", 0, 60),
        cards: number(&mut reader, "cards", 1, STAFF as u8),
        favor: number(&mut reader, "favor", 0, 50).into(),
    };
    reader.finish();
    empress
}

/// The Staff in the order of the board: key and name.
fn staff(game: &content::Game, found: &mut Vec<Finding>) -> Vec<(String, String)> {
    let before = found.len();
    let mut rows: Vec<(u8, Row, String)> = Vec::new();
    for row in read::rows(game, "staff", found) {
        let mut reader = Reader::row(game, row, "Staff", found);
        let name = reader.text("name").map_or_else(|| row.0.text.clone(), |name| name.value);
        if !reader.has("order") {
            reader.wrong(reader.place(), format!("{name} has no `order`"), "add `order = …`, 1 to 6");
            continue;
        }
        let Some(order) = reader.optional("order", 1..=STAFF as u8) else { continue };
        if let Some((_, (twin, _), _)) = rows.iter().find(|(other, _, _)| *other == order) {
            let message = format!("`{}` and `{}` are both number {order} of the board", row.0.text, twin.text);
            reader.wrong(reader.place_at("order"), message, "give every Staff a number of its own");
        }
        rows.push((order, row, name));
    }
    if rows.len() != STAFF && found.len() == before {
        let message = format!("there are {} Staff; the game has {STAFF}", rows.len());
        found.push(breaks(game.title.place.clone(), message, "one for each hall of the board"));
    }
    rows.sort_by_key(|(order, _, _)| *order);
    rows.into_iter().map(|(_, (key, _), name)| (key.text.clone(), name)).collect()
}

/// The Gold in the box.
fn gold(game: &content::Game, facts: &mut Facts, found: &mut Vec<Finding>) -> u8 {
    let Some(set) = read::set(game, "gold", found) else { return 0 };
    let all: u32 = set.components.iter().map(|card| read::worth(card) * card.count.value).sum();
    let place = set.components[0].count.place.clone();
    if all > 200 || set.components.iter().all(|card| read::worth(card) != 1) {
        let message = format!("there are {all} Gold; at most 200 can be counted, and some must be pieces of 1");
        found.push(breaks(place.clone(), message, "print fewer, or pieces of 1"));
    }
    facts.supplies.push(Supply { name: "Gold".to_owned(), printed: all, place: Some(place) });
    all.min(200) as u8
}

fn whole(card: &Component, key: &str) -> u8 {
    card.values.get(key).and_then(Node::integer).unwrap_or(0).clamp(0, 200) as u8
}

/// Reads a card's effect and compares its text with it.
fn card(from: &Component, staff: &[String], facts: &mut Facts, found: &mut Vec<Finding>) -> Card {
    let mut ops = Vec::new();
    let at = facts.pieces.len();
    facts.pieces.push(read::piece(from));
    let mut reader = Reader::card(from, found);
    if let Some(node) = reader.get("effect") {
        let read = effect::read(node, staff, &mut reader);
        if let Some(read) = &read {
            let played: Vec<Played> = read.iter().flat_map(|(op, _)| op.said()).collect();
            reader.printed("text", &format!("the text of `{}`", from.name), &played);
        }
        for (op, word) in read.unwrap_or_default() {
            ops.push((op, facts.ops.len()));
            facts.ops.push((at, word.to_owned()));
        }
    }
    let once = reader.flag("once");
    if let Some(text) = reader.text("text").filter(|text| text.value.contains("once a turn") != once) {
        let message = if once {
            "may be played once a turn, but its text does not say so"
        } else {
            "says once a turn, but has no such limit"
        };
        let finding = Finding::new(&rule::PRINTED_DIFFERS, text.place, format!("`{}` {message}", from.name));
        found.push(finding.help("write “once a turn” and `once = true`, or neither"));
    }
    Card { name: from.name.clone(), copies: from.count.value.min(200) as u8, gold: whole(from, "gold"), ops, once }
}

/// The 18 kinds, in the order of their numbers.
fn staff_cards(
    game: &content::Game,
    staff: &[(String, String)],
    facts: &mut Facts,
    found: &mut Vec<Finding>,
) -> Vec<Card> {
    let Some(set) = read::set(game, "staff", found) else { return Vec::new() };
    let keys: Vec<String> = staff.iter().map(|(key, _)| key.clone()).collect();
    let mut kinds: [Option<&Component>; KINDS] = [None; KINDS];
    for from in &set.components {
        let hall = keys.iter().position(|key| read::text(from, "staff") == Some(key));
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
        cards.push(card(from, &keys, facts, found));
    }
    cards
}

fn market(game: &content::Game, staff: &[String], facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Card> {
    let Some(set) = read::set(game, "market", found) else { return Vec::new() };
    if set.components.len() > MARKET {
        let message = format!("there are {} Black Market cards; at most {MARKET} can be played", set.components.len());
        found.push(breaks(set.id.place.clone(), message, "remove some"));
        return Vec::new();
    }
    for from in set.components.iter().filter(|card| card.count.value != 1) {
        let message = format!("`{}` has {} copies; every Black Market card exists once", from.name, from.count.value);
        found.push(breaks(from.count.place.clone(), message, "write `count = 1`, or leave it out"));
    }
    set.components.iter().map(|from| card(from, staff, facts, found)).collect()
}

fn events(
    game: &content::Game,
    cards: &[Card],
    numbers: &Numbers,
    facts: &mut Facts,
    found: &mut Vec<Finding>,
) -> Vec<Event> {
    let Some(set) = read::set(game, "events", found) else { return Vec::new() };
    let Some(staff) = read::set(game, "staff", found) else { return Vec::new() };
    if set.components.len() > EVENTS {
        let message = format!("there are {} Events; at most {EVENTS} can be played", set.components.len());
        found.push(breaks(set.id.place.clone(), message, "remove some"));
        return Vec::new();
    }
    let mut events = Vec::new();
    for from in &set.components {
        facts.pieces.push(read::piece(from));
        let mut reader = Reader::card(from, found);
        let Some(mut need) = reader.table("need") else { continue };
        let mut event = Event { name: from.name.clone(), favor: whole(from, "favor").into(), ..Event::default() };
        event.cards = wanted(&mut need, staff, cards);
        let mut number = |key: &str, most: u8| need.optional(key, 1..=most).unwrap_or(0);
        event.gold = number("gold", 60);
        event.stars = number("stars", numbers.stars_per_staff);
        event.allies = number("allies", STAFF as u8);
        event.upgrades = number("upgrades", 10);
        need.finish();
        event.kinds = event.cards.iter().map(|(kind, _)| 1 << kind.0).sum();
        possible(&event, cards, numbers, &mut need);
        described(&event, cards, &mut reader);
        events.push(event);
    }
    events
}

/// The kinds of Staff cards that an Event needs, and how many of each.
fn wanted(need: &mut Reader, staff: &Set, cards: &[Card]) -> Vec<(Kind, u8)> {
    let ids: Vec<&str> = staff.components.iter().map(|card| card.id.value.as_str()).collect();
    let mut wanted: Vec<(Kind, u8)> = Vec::new();
    for node in need.list("cards") {
        let Some(at) = need.position("cards", node, &ids) else { continue };
        let name = &staff.components[at].name;
        let Some(kind) = cards[..KINDS].iter().position(|card| card.name == *name) else { continue };
        match wanted.iter_mut().find(|(known, _)| known.at() == kind) {
            Some((_, n)) => *n += 1,
            None => wanted.push((Kind(kind as u8), 1)),
        }
    }
    wanted
}

/// Reports an Event that can never be completed, or that is complete at once.
fn possible(event: &Event, cards: &[Card], numbers: &Numbers, need: &mut Reader) {
    let all: u8 = event.cards.iter().map(|(_, n)| n).sum();
    for (kind, n) in &event.cards {
        let card = &cards[kind.at()];
        if *n > card.copies {
            let message = format!("`{}` needs {n} {}, and {} exist", event.name, card.name, card.copies);
            need.wrong(need.place(), message, "ask for fewer");
        }
    }
    if all > numbers.hand_limit {
        let message = format!("`{}` needs {all} cards, and a hand has {}", event.name, numbers.hand_limit);
        need.wrong(need.place(), message, "ask for fewer");
    }
    let is_trivial = event.cards.is_empty()
        && event.gold <= numbers.start_gold
        && event.stars <= 1
        && event.allies <= numbers.setup_stars
        && event.upgrades == 0;
    if is_trivial {
        let message = format!("`{}` is complete as soon as the game is set up", event.name);
        need.wrong(need.place(), message, "ask for more");
    }
}

/// Reports an Event whose text does not name what it asks for.
fn described(event: &Event, cards: &[Card], reader: &mut Reader) {
    let mut played: Vec<Played> = event.cards.iter().map(|(_, n)| Played::many(*n)).collect();
    played.extend([event.gold, event.stars].into_iter().filter(|n| *n > 0).map(Played::said));
    // Stars are counted on one Staff.
    played.extend(Some(Played::silent(1)).filter(|_| event.stars > 0));
    played.extend([event.allies, event.upgrades].into_iter().filter(|n| *n > 0).map(Played::said));
    reader.printed("text", &format!("the text of `{}`", event.name), &played);
    let Some(text) = reader.text("text") else { return };
    let plain = text.value.replace("**", "");
    for (kind, n) in &event.cards {
        let name = &cards[kind.at()].name;
        let wanted = if *n > 1 { format!("{n} {name}") } else { name.clone() };
        if !plain.contains(&wanted) {
            let message = format!("`{}` asks for {wanted}, and its text does not", event.name);
            let finding = Finding::new(&rule::PRINTED_DIFFERS, text.place.clone(), message);
            reader.findings().push(finding.help("fix the text, or `need`"));
        }
    }
}
