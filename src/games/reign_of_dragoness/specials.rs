//! Reads the special cards: what they stand for, what they do, and whether their texts agree.

use super::deck::HAND;
use super::effect::{self, Effect};
use super::load::{Clan, Kind, NUMBERS, Special, breaks, place};
use crate::content::{Component, Node, Played, Set, Value};
use crate::finding::{Finding, rule};
use crate::games;
use crate::sim::Facts;

/// Fewest and most cards of a set, as [`super::moves`] lists them.
const SETS: [u8; 2] = [2, 5];
/// Fewest and most cards of a run.
const RUNS: [u8; 2] = [3, 5];

/// Reads all special cards, in the order of the file.
pub fn read(set: &Set, clans: &[Clan], facts: &mut Facts, found: &mut Vec<Finding>) -> Vec<Special> {
    let mut specials: Vec<Special> = Vec::new();
    let before = found.len();
    for card in &set.components {
        let at = facts.pieces.len();
        facts.pieces.push(games::read::piece(card));
        let Some(special) = special(set, card, at, clans, facts, found) else { continue };
        if special.kind == Kind::Revive && specials.iter().any(|s| s.kind == Kind::Revive) {
            let message = format!("`{}` is a second record of the Revive", card.id.value);
            let help = "write one record with a `count`: all Revives do the same";
            found.push(breaks(card.id.place.clone(), message, help));
        }
        specials.push(special);
    }
    tiles(&specials, found);
    if found.len() == before {
        // Printed text can be compared only with numbers that are right.
        for (card, special) in set.components.iter().zip(&specials) {
            alone_is_right(set, card, special, found);
            printed(set, card, special, found);
        }
    }
    specials
}

fn special(
    set: &Set,
    card: &Component,
    piece: usize,
    clans: &[Clan],
    facts: &mut Facts,
    found: &mut Vec<Finding>,
) -> Option<Special> {
    let id = &card.id.value;
    let word = card.values.get("kind")?;
    let text = word.text()?;
    let Some(&(_, _, kind)) = Kind::WORDS.iter().find(|(name, _, _)| *name == text) else {
        let message = format!("no kind of card is called `{text}`");
        found.push(games::read::unknown(place(set, word), message, text, &Kind::WORDS.map(|w| w.0)));
        return None;
    };
    let numbers = card.values.get("wild").map_or(card.id.place.clone(), |node| place(set, node));
    let mut special = Special {
        piece,
        kind,
        copies: card.count.value as usize,
        range: (0, 0),
        alone: 0,
        tie: 0,
        effect: Effect::default(),
        place: numbers,
        count_at: card.count.place.clone(),
    };
    let needed: &[&str] = match kind {
        Kind::Revive => {
            special.effect = effect::read(card, piece, facts, found)?;
            &["effect"]
        }
        Kind::Dragoness => {
            let (node, number) = integer(set, card, "number", found)?;
            let least = NUMBERS as i64 + 1;
            if number != least {
                let message = format!("`{id}` is {number}; she must be {least}, one above the highest dragon");
                found.push(breaks(place(set, node), message, format!("write `number = {least}`")));
                return None;
            }
            special.range = (least as u8, least as u8);
            special.alone = alone(set, card, found)?;
            &["number", "alone"]
        }
        Kind::DragonKnight | Kind::Squire | Kind::Page => {
            special.range = range(set, card, kind, found)?;
            special.alone = alone(set, card, found)?;
            special.tie = tie(set, card, kind, clans, found)?;
            &["wild", "alone", "tie"]
        }
    };
    for key in ["number", "wild", "alone", "tie", "effect"].iter().filter(|key| !needed.contains(key)) {
        if let Some(node) = card.values.get(key) {
            let message = format!("`{key}` means nothing on a {text}");
            found.push(breaks(place(set, node), message, "take it out, or fix `kind`"));
        }
    }
    Some(special)
}

fn integer<'a>(set: &Set, card: &'a Component, key: &str, found: &mut Vec<Finding>) -> Option<(&'a Node, i64)> {
    let node = card.values.get(key);
    let number = node.and_then(|node| Some((node, node.integer()?)));
    match (node, number) {
        (None, _) => {
            let message = format!("`{}` has no `{key}`, which its kind needs", card.id.value);
            found.push(breaks(card.id.place.clone(), message, format!("add `{key} = …` in `{}.toml`", set.id.value)));
        }
        (Some(node), None) => {
            let message = format!("`{key}` must be a whole number, not {}", node.kind());
            found.push(Finding::new(&rule::WRONG_TYPE, place(set, node), message).help("write a whole number"));
        }
        _ => {}
    }
    number
}

fn range(set: &Set, card: &Component, kind: Kind, found: &mut Vec<Finding>) -> Option<(u8, u8)> {
    let Some(node) = card.values.get("wild") else {
        let message = format!("`{}` has no `wild`, the numbers it can stand for", card.id.value);
        found.push(breaks(card.id.place.clone(), message, "add `wild = [lowest, highest]`"));
        return None;
    };
    let most = NUMBERS as i64;
    let ends: Vec<Option<i64>> = match &node.value {
        Value::List(items) => items.iter().map(Node::integer).collect(),
        _ => Vec::new(),
    };
    match ends[..] {
        [Some(low), Some(high)] if kind == Kind::DragonKnight && (low, high) != (1, most) => {
            let message = format!("`{}` stands for {low} to {high}; the Dragon Knight is any number", card.id.value);
            found.push(breaks(place(set, node), message, format!("write `wild = [1, {most}]`")));
            None
        }
        [Some(low), Some(high)] if 1 <= low && low <= high && high <= most => Some((low as u8, high as u8)),
        _ => {
            let message = format!("`wild` must be the lowest and the highest number it stands for, 1 to {NUMBERS}");
            found.push(breaks(place(set, node), message, "write `wild = [lowest, highest]`"));
            None
        }
    }
}

fn alone(set: &Set, card: &Component, found: &mut Vec<Finding>) -> Option<u8> {
    let (_, alone) = integer(set, card, "alone", found)?;
    Some(alone.clamp(0, 15) as u8)
}

/// RD-5: a Squire alone is the lowest of its numbers, all others the highest.
fn alone_is_right(set: &Set, card: &Component, special: &Special, found: &mut Vec<Finding>) {
    let (low, high) = special.range;
    let want = if special.kind == Kind::Squire { low } else { high };
    if let Some(node) = card.values.get("alone").filter(|_| special.alone != want) {
        let message = format!("alone `{}` is {}; by the rules it is {want} (RD-5)", card.id.value, special.alone);
        found.push(breaks(place(set, node), message, format!("write `alone = {want}`")));
    }
}

/// Among equal numbers, a wild card is above all dragons or below all; in between, it would equal one of them.
fn tie(set: &Set, card: &Component, kind: Kind, clans: &[Clan], found: &mut Vec<Finding>) -> Option<u8> {
    let (node, tie) = integer(set, card, "tie", found)?;
    let (weakest, strongest) = (clans.first()?, clans.last()?);
    let (is_right, limit, want) = if kind == Kind::DragonKnight {
        let most = strongest.jewels;
        let is_right = (i64::from(most) + 1..=15).contains(&tie);
        (
            is_right,
            strongest,
            format!("must beat every equal number: more than the {most} jewels of the strongest clan"),
        )
    } else {
        let least = weakest.jewels;
        let is_right = (0..i64::from(least)).contains(&tie);
        (
            is_right,
            weakest,
            format!("must never beat an equal number: fewer than the {least} jewels of the weakest clan"),
        )
    };
    if !is_right {
        found.push(
            breaks(place(set, node), format!("`{}` counts as {tie} jewels", card.id.value), want)
                .other(limit.jewels_at.clone(), limit.name.clone()),
        );
        return None;
    }
    Some(tie as u8)
}

/// Checks that the card's corner and text show what it is played as.
fn printed(set: &Set, card: &Component, special: &Special, found: &mut Vec<Finding>) {
    let ((low, high), id) = (special.range, &card.id.value);
    let label = match special.kind {
        Kind::Revive => None,
        Kind::Dragoness => Some(high.to_string()),
        _ => Some(format!("{low}–{high}")),
    };
    let printed = |key: &str| card.values.get(key).and_then(|node| Some((node, node.text()?)));
    if let (Some((node, text)), Some(label)) = (printed("label"), label)
        && text != label
    {
        let message = format!("`{id}` is printed as {text} and played as {label}");
        let finding = Finding::new(&rule::PRINTED_DIFFERS, place(set, node), message);
        found.push(finding.help(format!("write `label = \"{label}\"`")));
    }
    if let Some((node, text)) = printed("text") {
        games::printed(place(set, node), &format!("the text of `{id}`"), text, &numbers(special, text), found);
    }
}

/// The numbers in a text about a special card, in order.
fn numbers(special: &Special, text: &str) -> Vec<Played> {
    let ((low, high), below) = (special.range, special.effect.below);
    match special.kind {
        Kind::Revive if text.contains("or higher") => vec![Played::said(below)],
        // The Dragoness is one above the highest dragon.
        Kind::Revive => (below..=NUMBERS as u8 + 1).map(Played::said).collect(),
        Kind::Dragoness => vec![Played::said(high)],
        _ => [low, high, special.alone].map(Played::said).to_vec(),
    }
}

/// The numbers on the reference card: special cards, patterns and scoring.
pub fn reference(set: &Set, specials: &[Special], found: &mut Vec<Finding>) {
    let said = |card: &Component, key: &str| match card.values.get(key).map(|node| &node.value) {
        Some(Value::List(items)) => items
            .iter()
            .filter_map(|item| {
                let (icon, text) = (item.table()?.get("icon")?.text()?, item.table()?.get("text")?);
                Some((icon.to_owned(), place(set, text), text.text()?.to_owned()))
            })
            .collect(),
        _ => Vec::new(),
    };
    for card in &set.components {
        for (icon, at, text) in said(card, "specials") {
            let kind = Kind::WORDS.iter().find(|(word, ..)| *word == icon);
            if let Some(special) = kind.and_then(|(_, _, kind)| specials.iter().find(|s| s.kind == *kind)) {
                games::printed(at, &format!("the line of `{icon}`"), &text, &numbers(special, &text), found);
            }
        }
        for (icon, at, text) in said(card, "patterns") {
            let sizes: &[Played] = match icon.as_str() {
                "set" => &SETS.map(Played::said),
                "run" => &RUNS.map(Played::said),
                _ => &[],
            };
            games::printed(at, &format!("the line of `{icon}`"), &text, sizes, found);
        }
        if let Some((node, text)) = card.values.get("scoring").and_then(|node| Some((node, node.text()?))) {
            // Cards dealt; points for going out, second and third; for a tied second, and for a tied third.
            let played = [HAND as u8, 3, 2, 1, 2, 1].map(Played::said);
            games::printed(place(set, node), "the scoring", text, &played, found);
        }
    }
}

/// Checks that Pages and Squires share the numbers between them, each number once.
fn tiles(specials: &[Special], found: &mut Vec<Finding>) {
    let mut usual = Vec::new();
    for kind in [Kind::Page, Kind::Squire] {
        let of_kind: Vec<&Special> = specials.iter().filter(|s| s.kind == kind).collect();
        let times = |range| of_kind.iter().filter(|s| s.range == range).count();
        let Some(most) = of_kind.iter().rev().max_by_key(|s| times(s.range)) else { return };
        for odd in of_kind.iter().filter(|s| s.range != most.range) {
            let ((low, high), (from, to)) = (odd.range, most.range);
            let message = format!("this {kind:?} stands for {low} to {high}, the others for {from} to {to}");
            found.push(breaks(odd.place.clone(), message, format!("write `wild = [{from}, {to}]`")));
        }
        usual.push(*most);
    }
    let [page, squire] = usual[..] else { return };
    let ((low, high), (from, to)) = (page.range, squire.range);
    if low != 1 || high + 1 != from || usize::from(to) != NUMBERS {
        let (slip, other) = if low == 1 { (squire, page) } else { (page, squire) };
        let message = format!("Pages stand for {low} to {high} and Squires for {from} to {to}");
        found.push(
            breaks(slip.place.clone(), message, "together they must cover 1 to 12, each number once")
                .other(other.place.clone(), "the other range"),
        );
    }
}
