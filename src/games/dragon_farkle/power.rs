//! Reads what a card does and when, from its record.

use super::effect::{ACTIONS, BRAWL, FINAL, MOMENTS, Moment, Op, Power, RECRUIT};
use super::load::Event;
use super::odds::UNIT;
use super::scoring::DICE;
use crate::content::{Component, Node, Played};
use crate::finding::Finding;
use crate::games::read::{self, Effect, Read, Reader};

/// Reads a card; `names` gets the words of its operations, which belong to `piece`.
pub fn read(
    card: &Component,
    is_companion: bool,
    piece: usize,
    names: &mut Vec<(usize, String)>,
    found: &mut Vec<Finding>,
) -> Option<Power> {
    let mut reader = Reader::card(card, found);
    let when = reader.word("when", &MOMENTS);
    let actions = reader.words("in", &ACTIONS).iter().fold(0, |all, (action, _)| all | action);
    let actions = if actions == 0 { RECRUIT | BRAWL | FINAL } else { actions };
    let keeps = reader.flag("keep");
    let when = when?;
    moment(&mut reader, when, is_companion);
    if keeps && when != Moment::Held {
        reader.wrong(reader.place(), "an item that is used is discarded", "only a `held` item is kept");
    }
    let mut card = Card { when, actions, has_chosen: false, ops: Vec::new() };
    let before = reader.count();
    match reader.need("effect") {
        Some(node) => read::effect(&mut card, node, &mut reader),
        None => reader.wrong(reader.place(), "the card does nothing", "add `effect = [{ op = … }]`"),
    }
    if reader.count() == before {
        let text = reader.get("text").and_then(Node::text).unwrap_or("");
        let played: Vec<Played> = card.ops.iter().filter_map(|(op, _)| op.said(text)).collect();
        reader.printed("text", "the text", &played);
    }
    let mut ops = Vec::new();
    for (op, word) in card.ops {
        ops.push((op, names.len()));
        names.push((piece, word.to_owned()));
    }
    Some(Power { when, actions, keeps, ops })
}

/// Reports a moment at which this kind of card cannot act.
fn moment(reader: &mut Reader, when: Moment, is_companion: bool) {
    let (kind, is_fit): (_, fn(Moment) -> bool) =
        if is_companion { ("a Companion", Moment::is_for_companions) } else { ("a Magic Item", Moment::is_for_items) };
    let place = reader.place_at("when");
    if !is_fit(when) {
        let message = format!("{kind} does not act at `{}`", when.word());
        reader.wrong(place.clone(), message, format!("it can be: {}", Moment::words(is_fit)));
    }
    let is_once = reader.get("limit").and_then(Node::text) == Some("once_per_turn");
    if is_companion && !when.is_passive() && !is_once {
        let message = "a Companion that is used at will could be used without end";
        reader.wrong(place, message, "add `limit = \"once_per_turn\"` (FK-19)");
    }
}

/// A card whose operations are being read.
struct Card {
    when: Moment,
    actions: u8,
    has_chosen: bool,
    ops: Vec<(Op, &'static str)>,
}

impl Effect for Card {
    type Op = Op;
    const MOST: usize = 8;
    const OPS: &'static [(&'static str, Read<Card>)] = &[
        ("choose", |card, _| {
            card.has_chosen = true;
            Some(Op::Choose)
        }),
        ("gain", |_, reader| {
            let is_capped = reader.flag("capped");
            Some(Op::Gain(soldiers(reader)?, is_capped))
        }),
        ("lose", |card, reader| {
            card.needs_chosen(reader);
            soldiers(reader).map(Op::Lose)
        }),
        ("take", |card, reader| {
            let is_from_loser = reader.word("from", &[("w", false), ("loser", true)])?;
            if !is_from_loser {
                card.needs_chosen(reader);
            } else if card.when != Moment::OnWinBrawl {
                reader.wrong(reader.place(), "only a Brawl has a loser", "choose a Wannabe and write `from = \"w\"`");
            }
            soldiers(reader).map(Op::Take)
        }),
        ("take_item", |card, reader| {
            card.needs_chosen(reader);
            Some(Op::TakeItem)
        }),
        ("reroll", |_, reader| match reader.word("dice", &DIE)? {
            Die::Soldier => reader.number("n", 1..=DICE as u8).map(Op::Reroll),
            Die::Event => Some(Op::RerollEvent),
        }),
        ("turn", |_, reader| match reader.word("dice", &DIE)? {
            Die::Soldier => reader.number("n", 1..=DICE as u8).map(Op::Turn),
            Die::Event => reader.word("face", &Event::WORDS).map(Op::TurnEvent),
        }),
        ("ignore", |_, reader| {
            let farkle = ("farkle", Op::IgnoreFarkle);
            let (dragon, brawl) = (("dragon", Op::IgnoreDragon), ("brawl", Op::IgnoreBrawl));
            reader.word("what", &[farkle, dragon, brawl, ("losses", Op::IgnoreLosses)])
        }),
        ("dice", |_, reader| reader.number("n", 1..=DICE as u8).map(Op::Dice)),
        ("rewards", |_, _| Some(Op::BothRewards)),
        ("damage", |_, reader| reader.number("n", 1..=4).map(Op::Damage)),
        ("hold", |_, reader| reader.number("n", 1..=10).map(Op::Hold)),
        ("redirect", |_, _| Some(Op::Redirect)),
        ("again", |_, _| Some(Op::Again)),
    ];

    fn add(&mut self, op: Op, word: &'static str, reader: &mut Reader) {
        if !op.fits(self.when) {
            let message = format!("`{word}` does nothing at `{}`", self.when.word());
            let help = format!("it works at: {}", Moment::words(|when| op.fits(when)));
            return reader.wrong(reader.place(), message, help);
        }
        // A card may act in several actions; it is enough that an operation works in one of them.
        let needs = op.actions();
        let is_stray = matches!(op, Op::Damage(_) | Op::Dice(_)) && self.actions & !needs != 0;
        if self.actions & needs == 0 || is_stray {
            let fits = ACTIONS.iter().filter(|(_, action)| needs & action != 0);
            let names: Vec<String> = fits.map(|(name, _)| format!("\"{name}\"")).collect();
            let message = format!("`{word}` works in other actions only");
            reader.wrong(reader.place(), message, format!("write `in = [{}]`", names.join(", ")));
        }
        self.ops.push((op, word));
    }
}

impl Card {
    fn needs_chosen(&self, reader: &mut Reader) {
        if !self.has_chosen {
            reader.wrong(reader.place(), "`w` is used before it is chosen", "put `{ op = \"choose\" }` before it");
        }
    }
}

#[derive(Clone, Copy)]
enum Die {
    Soldier,
    Event,
}

const DIE: [(&str, Die); 2] = [("soldier", Die::Soldier), ("event", Die::Event)];

/// Soldiers come in tokens of 50 (FK-17).
fn soldiers(reader: &mut Reader) -> Option<u16> {
    let n = reader.number("n", 50..=5000_u16)?;
    let unit = UNIT as u16;
    if !n.is_multiple_of(unit) {
        let message = format!("{n} soldiers cannot be paid in tokens of {unit}");
        reader.wrong(reader.place_at("n"), message, format!("write {}", (n + unit / 2) / unit * unit));
    }
    Some(n)
}
