//! What a card does, as operations in its record: read once, carried out by [`super::resolve`].

use super::kind::NO_STAFF;
use super::{NONE, Staff};
use crate::content::{Node, Number, Played};
use crate::games::read::{self, Effect, Read, Reader};

/// What somebody must have to be a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// More Staff cards than this.
    Cards(u8),
    /// Gold.
    Gold,
    /// Favor.
    Favor,
    /// A Star on the board.
    Star,
    /// A Star that can change places with one of the player's.
    Barter,
    /// An incomplete Event, as the player has.
    Event,
}

/// How Staff cards are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The player looks and chooses.
    Seen,
    /// At random.
    Random,
    /// The target chooses among those of the highest level.
    Highest,
}

/// Which Staff a card may be drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Any but this one; [`NO_STAFF`] means any.
    Not(Staff),
    /// Any but the Staff of the card spent.
    NotSpent,
    /// The Staff of the card spent.
    Spent,
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Picks other players.
    Target {
        /// At most this many; [`NONE`] means all.
        n: u8,
        /// Only those with more Favor.
        ahead: bool,
        /// What they must have.
        want: Want,
    },
    /// Targets discard Staff cards.
    Discard {
        /// How many; [`NONE`] if `to` applies.
        n: u8,
        /// Down to this many.
        to: u8,
        /// At random, or as they choose.
        random: bool,
    },
    /// Staff cards from each target.
    Take(u8, How),
    /// Gold from each target: this much, or half.
    Rob(Option<u8>),
    /// Gold from the Treasury. If the second number is above 0: for each allied Staff, up to that much.
    Gold(u8, u8),
    /// Favor; if true, for each allied Staff.
    Favor(i8, bool),
    /// Targets lose Favor.
    Shame(u16),
    /// Costs copies of a Staff card.
    Spend {
        /// How many.
        n: u8,
        /// Its level, counted from 0; [`NONE`] means any.
        level: u8,
        /// A Staff it must not belong to.
        not: Staff,
    },
    /// Draws a card from each of several Staff.
    Draw {
        /// How many Staff.
        n: u8,
        /// The level, counted from 0; [`NONE`] means that of the card spent.
        level: u8,
        /// Which Staff.
        from: From,
    },
    /// Moves one of the player's Stars.
    Shift,
    /// A target's Star goes back to its owner.
    Return,
    /// Stars change places.
    Barter,
    /// More moves of the Meeple.
    Move(u8),
    /// Looks at Events: one may replace an incomplete one, or is kept as an extra.
    Events(u8, bool),
    /// One card counts as in hand for an Event.
    Wild,
    /// One more Event may be completed.
    Second,
    /// Incomplete Events change places.
    Exchange,
    /// A Star that costs no cards but this much more Gold.
    Ally(u8),
    /// The Empress for this much less Gold.
    Empress(u8),
    /// Stars cost no Gold.
    NoGold,
    /// The other player's card does not affect the one who plays this.
    Cancel,
}

impl Op {
    /// The numbers of an operation in the order in which a text names them.
    pub fn said(self) -> Vec<Played> {
        let level = |level: u8| (level != NONE).then(|| Played::said(level + 1));
        match self {
            Op::Target { n: NONE, .. } => Vec::new(),
            Op::Discard { n: NONE, to: n, .. } | Op::Gold(n, 0) | Op::Rob(Some(n)) => vec![Played::said(n)],
            Op::Target { n, .. } | Op::Discard { n, .. } | Op::Take(n, _) | Op::Move(n) => vec![Played::many(n)],
            Op::Rob(None) => vec![Played::Said(Number::HALF)],
            Op::Gold(n, MOST) => vec![Played::said(n), Played::silent(MOST)],
            Op::Gold(n, most) => vec![Played::said(n), Played::said(most)],
            Op::Favor(n, _) => vec![Played::said(n)],
            Op::Shame(n) => vec![Played::said(n)],
            Op::Spend { n, level: of, .. } => [Played::many(n)].into_iter().chain(level(of)).collect(),
            // "one 3 Star card", or "a 2 Star card from each of 3".
            Op::Draw { n, level: of, .. } => {
                [Played::silent(1)].into_iter().chain(level(of)).chain([Played::many(n)]).collect()
            }
            Op::Events(look, _) => vec![Played::said(look), Played::silent(1)],
            Op::Shift | Op::Return | Op::Barter | Op::Wild | Op::Second => vec![Played::silent(1)],
            Op::Ally(0) | Op::Exchange | Op::NoGold | Op::Cancel => Vec::new(),
            Op::Ally(n) | Op::Empress(n) => vec![Played::said(n)],
        }
    }
}

/// A card's operations with their numbers in the report.
pub type Ops = Vec<(Op, usize)>;

/// The most Gold for allied Staff by default.
const MOST: u8 = 60;
/// Reads an effect: its operations and their words; `staff` holds the keys of the Staff in their order.
pub fn read(node: &Node, staff: &[String], reader: &mut Reader) -> Option<Vec<(Op, &'static str)>> {
    let before = reader.count();
    let mut card = Card { staff: staff.to_vec(), ops: Vec::new() };
    read::effect(&mut card, node, reader);
    let mut ops = card.ops;
    if let Some(at) = ops.iter().position(|(op, _)| matches!(op, Op::Target { .. })) {
        match ops[at + 1..].iter().find_map(|(op, _)| want(*op)) {
            Some(is_wanted) => {
                if let (Op::Target { want, .. }, _) = &mut ops[at] {
                    *want = is_wanted;
                }
            }
            None => {
                let message = "players are chosen and nothing happens to them";
                reader.wrong_at(node, message, "add what happens, or remove `target`");
            }
        }
    }
    (reader.count() == before).then_some(ops)
}

/// A card whose operations are being read.
struct Card {
    staff: Vec<String>,
    ops: Vec<(Op, &'static str)>,
}

impl Effect for Card {
    type Op = Op;
    const MOST: usize = 6;
    const OPS: &'static [(&'static str, Read<Card>)] = &[
        ("target", |_, reader| {
            let (all, n, ahead) = (reader.flag("all"), reader.number_or("n", 1..=5, 1)?, reader.flag("ahead"));
            Some(Op::Target { n: if all { NONE } else { n }, ahead, want: Want::Favor })
        }),
        ("discard", |_, reader| {
            let random = reader.word("how", &[("choice", false), ("random", true)])?;
            Some(match reader.has("to") {
                true => Op::Discard { n: NONE, to: reader.number("to", 0..=20)?, random },
                false => Op::Discard { n: reader.number_or("n", 1..=8, 1)?, to: 0, random },
            })
        }),
        ("take", |_, reader| {
            let how = reader.word("how", &[("seen", How::Seen), ("random", How::Random), ("highest", How::Highest)])?;
            Some(Op::Take(reader.number_or("n", 1..=8, 1)?, how))
        }),
        ("rob", |_, reader| match reader.flag("half") {
            true => Some(Op::Rob(None)),
            false => Some(Op::Rob(Some(reader.number("n", 1..=20)?))),
        }),
        ("gold", |_, reader| {
            let (n, per_ally) = (reader.number("n", 1..=20)?, reader.flag("per_ally"));
            Some(Op::Gold(n, if per_ally { reader.number_or("max", 1..=MOST, MOST)? } else { 0 }))
        }),
        ("favor", favor),
        ("spend", |card, reader| {
            let level = reader.number_or("level", 1..=3_u8, 0)?.wrapping_sub(1);
            Some(Op::Spend { n: reader.number_or("n", 1..=7, 1)?, level, not: card.not(reader)? })
        }),
        ("draw", Card::draw),
        ("star", |_, reader| reader.word("how", &[("move", Op::Shift), ("return", Op::Return), ("swap", Op::Barter)])),
        ("move", |_, reader| reader.number_or("n", 1..=6, 1).map(Op::Move)),
        ("events", |_, reader| {
            let extra = reader.word("keep", &[("swap", false), ("extra", true)])?;
            Some(Op::Events(reader.number("look", 1..=4)?, extra))
        }),
        ("wild", |_, _| Some(Op::Wild)),
        ("second", |_, _| Some(Op::Second)),
        ("exchange", |_, _| Some(Op::Exchange)),
        ("ally", |_, reader| reader.number_or("more", 0..=60, 0).map(Op::Ally)),
        ("empress", |_, reader| reader.number("less", 0..=60).map(Op::Empress)),
        ("no-gold", |_, _| Some(Op::NoGold)),
        ("cancel", |_, _| Some(Op::Cancel)),
    ];

    /// Reports an operation that lacks something it needs from those before it.
    fn add(&mut self, op: Op, word: &'static str, reader: &mut Reader) {
        let has = |is: fn(&Op) -> bool| self.ops.iter().any(|(op, _)| is(op));
        let (has_target, has_spent) =
            (has(|op| matches!(op, Op::Target { .. })), has(|op| matches!(op, Op::Spend { .. })));
        let (has_allied, cancels) = (has(|op| matches!(op, Op::Ally(_) | Op::Empress(_))), has(|op| *op == Op::Cancel));
        if want(op).is_some() && !has_target {
            let message = format!("`{word}` has no target: no player is chosen before it");
            reader.wrong(reader.place(), message, "put `{ op = \"target\" }` before it");
        }
        let needs_spent = match op {
            Op::Draw { level, from, .. } => level == NONE || matches!(from, From::NotSpent | From::Spent),
            _ => false,
        };
        if needs_spent && !has_spent {
            let message = format!("`{word}` asks for the card spent, but no card is spent before it");
            reader.wrong(reader.place(), message, "put `{ op = \"spend\" }` before it");
        }
        if has_allied {
            let message = format!("`{word}` comes after the alliance, which must be the last operation");
            reader.wrong(reader.place(), message, "put it first");
        }
        if (op == Op::Cancel && !self.ops.is_empty()) || (cancels && !matches!(op, Op::Gold(_, 0))) {
            let message = format!("`{word}` cannot go together with `cancel`: only `gold` may follow it");
            reader.wrong(reader.place(), message, "a reaction cancels, and may gain Gold");
        }
        if matches!(op, Op::Target { .. }) && has_target {
            reader.wrong(reader.place(), "players are chosen twice", "one `target` is enough");
        }
        self.ops.push((op, word));
    }
}

impl Card {
    fn draw(&mut self, reader: &mut Reader) -> Option<Op> {
        let is_spent = |key: &str| reader.get(key).and_then(Node::text) == Some("spent");
        let (is_level_spent, is_not_spent) = (is_spent("level"), is_spent("not"));
        let level = if is_level_spent { NONE } else { reader.number("level", 1..=3_u8)? - 1 };
        let n = reader.number_or("n", 1..=6, 1)?;
        let from = match (reader.flag("same_staff"), is_not_spent) {
            (true, _) => From::Spent,
            (false, true) => From::NotSpent,
            (false, false) => From::Not(self.not(reader)?),
        };
        Some(Op::Draw { n, level, from })
    }

    /// The Staff under `not`; [`NO_STAFF`] if the key is absent.
    fn not(&self, reader: &mut Reader) -> Option<Staff> {
        let Some(node) = reader.get("not") else { return Some(NO_STAFF) };
        let known: Vec<&str> = self.staff.iter().map(String::as_str).collect();
        reader.position("not", node, &known).map(|at| Staff(at as u8))
    }
}

fn favor(_: &mut Card, reader: &mut Reader) -> Option<Op> {
    let is_target = reader.word("who", &[("you", false), ("target", true)])?;
    let per_ally = reader.flag("per_ally");
    let n = reader.number("n", -20..=20_i8)?;
    if (n >= 0) == is_target || n == 0 {
        let message = format!("`n` is {n}: you gain Favor, and targets lose it");
        reader.wrong(reader.place_at("n"), message, "fix the sign, or `who`");
        return None;
    }
    Some(if is_target { Op::Shame(n.unsigned_abs().into()) } else { Op::Favor(n, per_ally) })
}

/// What an operation wants of its targets, if it has any.
fn want(op: Op) -> Option<Want> {
    match op {
        Op::Discard { n: NONE, to, .. } => Some(Want::Cards(to)),
        Op::Discard { .. } | Op::Take(..) => Some(Want::Cards(0)),
        Op::Rob(_) => Some(Want::Gold),
        Op::Shame(_) => Some(Want::Favor),
        Op::Return => Some(Want::Star),
        Op::Barter => Some(Want::Barter),
        Op::Exchange => Some(Want::Event),
        _ => None,
    }
}
