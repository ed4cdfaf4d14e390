//! What a card does, as operations in its record: read once, carried out by [`super::resolve`].

use super::NONE;
use crate::content::{Node, Number, Played, Record, Table as Toml, Value};
use crate::finding::{FileId, Finding, Place, nearest, rule};

/// What somebody must have to be a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// More Staff cards than that.
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
    /// Any but this one; [`NONE`] is any.
    Not(u8),
    /// Any but that of the card spent.
    NotSpent,
    /// That of the card spent.
    Spent,
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Picks other players: so many, or all.
    Target {
        /// Up to so many; [`NONE`] is all.
        n: u8,
        /// Only those with more Favor.
        ahead: bool,
        /// What they must have.
        want: Want,
    },
    /// Targets discard so many Staff cards.
    Discard {
        /// How many; [`NONE`] where `to` counts.
        n: u8,
        /// Down to so many.
        to: u8,
        /// At random, or as they choose.
        random: bool,
    },
    /// Staff cards from each target.
    Take(u8, How),
    /// Gold from each target: so much, or half.
    Rob(Option<u8>),
    /// Gold from the Treasury: so much, for each allied Staff up to a most where that is above 0.
    Gold(u8, u8),
    /// Favor: for each allied Staff if so.
    Favor(i8, bool),
    /// Targets lose Favor.
    Shame(u16),
    /// Costs copies of a Staff card.
    Spend {
        /// How many.
        n: u8,
        /// Its level from 0; [`NONE`] is any.
        level: u8,
        /// Not of this Staff.
        not: u8,
    },
    /// Draws a card from each of so many Staff.
    Draw {
        /// How many Staff.
        n: u8,
        /// The level from 0; [`NONE`] is that of the card spent.
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
    /// A Star without cards, for so much more Gold.
    Ally(u8),
    /// The Empress for less Gold.
    Empress(u8),
    /// Stars cost no Gold.
    NoGold,
    /// The other player's card does not affect the one who plays this.
    Cancel,
}

impl Op {
    /// The numbers of an operation in the order in which a text tells them.
    pub fn told(self) -> Vec<Played> {
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

/// The most Gold for allied Staff where no other is said.
const MOST: u8 = 60;
/// Most operations of a card.
const LENGTH: usize = 6;

const OPS: [&str; 18] = [
    "target", "discard", "take", "rob", "gold", "favor", "spend", "draw", "star", "move", "events", "wild", "second",
    "exchange", "ally", "empress", "no-gold", "cancel",
];

/// Reads effects of one file.
pub struct Reader<'a> {
    /// The file.
    pub file: FileId,
    /// The keys of the Staff, in order.
    pub staff: &'a [String],
    /// What is wrong.
    pub found: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    /// Reads the list under `effect`: operations and their words.
    pub fn effect(&mut self, node: &Node) -> Option<Vec<(Op, String)>> {
        let Value::List(items) = &node.value else { return None };
        if items.is_empty() || items.len() > LENGTH {
            let message = format!("an effect has 1 to {LENGTH} operations; here are {}", items.len());
            self.wrong(self.place(node), message, "say what the card does");
            return None;
        }
        let before = self.found.len();
        let mut ops: Vec<(Op, String)> = Vec::new();
        for item in items {
            let Some(table) = item.table() else {
                let message = format!("an operation is a table, not {}", item.kind());
                self.found.push(Finding::new(&rule::WRONG_TYPE, self.place(item), message).help("write `{ op = … }`"));
                continue;
            };
            if let Some((op, word)) = self.op(item, table) {
                self.follows(&ops, op, &word, self.place(item));
                ops.push((op, word));
            }
        }
        let last = items.last().map_or_else(|| self.place(node), |item| self.place(item));
        if let Some(at) = ops.iter().position(|(op, _)| matches!(op, Op::Target { .. })) {
            match ops[at + 1..].iter().find_map(|(op, _)| want(*op)) {
                Some(is_wanted) => {
                    if let (Op::Target { want, .. }, _) = &mut ops[at] {
                        *want = is_wanted;
                    }
                }
                None => {
                    self.wrong(last, "players are chosen and nothing happens to them", "say what, or take out `target`")
                }
            }
        }
        (self.found.len() == before).then_some(ops)
    }

    fn place(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    fn wrong(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.found.push(Finding::new(&rule::BREAKS_THE_RULES, place, message).help(help));
    }

    /// Whether an operation finds what it needs in those before it.
    fn follows(&mut self, before: &[(Op, String)], op: Op, word: &str, place: Place) {
        let has = |is: &dyn Fn(&Op) -> bool| before.iter().any(|(op, _)| is(op));
        if want(op).is_some() && !has(&|op| matches!(op, Op::Target { .. })) {
            let message = format!("`{word}` has no target: no player is chosen before it");
            self.wrong(place.clone(), message, "put `{ op = \"target\" }` before it");
        }
        let spent = match op {
            Op::Draw { level, from, .. } => level == NONE || matches!(from, From::NotSpent | From::Spent),
            _ => false,
        };
        if spent && !has(&|op| matches!(op, Op::Spend { .. })) {
            let message = format!("`{word}` asks for the card spent, and none is");
            self.wrong(place.clone(), message, "put `{ op = \"spend\" }` before it");
        }
        if has(&|op| matches!(op, Op::Ally(_) | Op::Empress(_))) {
            self.wrong(
                place.clone(),
                format!("`{word}` comes after the alliance, which is the last thing"),
                "put it first",
            );
        }
        let cancels = has(&|op| *op == Op::Cancel);
        if (op == Op::Cancel && !before.is_empty()) || (cancels && !matches!(op, Op::Gold(_, 0))) {
            let message = format!("`{word}` cannot go together with `cancel`: only `gold` may follow it");
            self.wrong(place.clone(), message, "a reaction cancels, and may gain Gold");
        }
        if matches!(op, Op::Target { .. }) && has(&|op| matches!(op, Op::Target { .. })) {
            self.wrong(place, "players are chosen twice", "one `target` is enough");
        }
    }

    fn op(&mut self, node: &Node, table: &Toml) -> Option<(Op, String)> {
        let record = Record::new(table, self.place(node), "the operation");
        let Some(word) = record.need_text("op", self.found) else {
            record.finish(self.found);
            return None;
        };
        if !OPS.contains(&word.value.as_str()) {
            let help = nearest(&word.value, OPS)
                .map_or_else(|| format!("there are: {}", OPS.join(", ")), |near| format!("did you mean `{near}`?"));
            let message = format!("no operation is called `{}`", word.value);
            self.found.push(Finding::new(&rule::UNKNOWN_NAME, word.place, message).help(help));
            return None;
        }
        let before = self.found.len();
        let op = self.known(&word.value, &record);
        record.finish(self.found);
        op.filter(|_| self.found.len() == before).map(|op| (op, word.value))
    }

    fn known(&mut self, op: &str, record: &Record) -> Option<Op> {
        Some(match op {
            "target" => {
                let all = record.flag("all", self.found);
                let n = self.number(record, "n", 1, 5, Some(1))?;
                let ahead = record.get("has").is_some() && record.one_of("has", &["more-favor"], self.found).is_some();
                Op::Target { n: if all { NONE } else { n }, ahead, want: Want::Favor }
            }
            "discard" => {
                let random = record.one_of("how", &["choice", "random"], self.found)? == 1;
                if record.get("to").is_some() {
                    Op::Discard { n: NONE, to: self.number(record, "to", 0, 20, None)?, random }
                } else {
                    Op::Discard { n: self.number(record, "n", 1, 8, Some(1))?, to: 0, random }
                }
            }
            "take" => {
                let how = record.one_of("how", &["seen", "random", "highest"], self.found)?;
                Op::Take(self.number(record, "n", 1, 8, Some(1))?, [How::Seen, How::Random, How::Highest][how])
            }
            "rob" if record.flag("half", self.found) => Op::Rob(None),
            "rob" => Op::Rob(Some(self.number(record, "n", 1, 20, None)?)),
            "gold" => {
                let n = self.number(record, "n", 1, 20, None)?;
                let max =
                    if self.per(record) { self.number(record, "max", 1, i64::from(MOST), Some(MOST))? } else { 0 };
                Op::Gold(n, max)
            }
            "favor" => {
                let target = record.one_of("who", &["you", "target"], self.found)? == 1;
                let per = self.per(record);
                record.need("n");
                let n = record.integer("n", -20, 20, self.found)?;
                if (n.value >= 0) == target || n.value == 0 {
                    let message = format!("`n` is {}: you gain Favor, and targets lose it", n.value);
                    self.wrong(n.place, message, "mend the sign, or `who`");
                    return None;
                }
                if target { Op::Shame(n.value.unsigned_abs() as u16) } else { Op::Favor(n.value as i8, per) }
            }
            "spend" => {
                let level = self.number(record, "level", 1, 3, Some(0))?.wrapping_sub(1);
                Op::Spend { n: self.number(record, "n", 1, 7, Some(1))?, level, not: self.not(record)? }
            }
            "draw" => self.draw(record)?,
            "star" => {
                [Op::Shift, Op::Return, Op::Barter][record.one_of("how", &["move", "return", "swap"], self.found)?]
            }
            "move" => Op::Move(self.number(record, "n", 1, 6, Some(1))?),
            "events" => {
                let extra = record.one_of("keep", &["swap", "extra"], self.found)? == 1;
                Op::Events(self.number(record, "look", 1, 4, None)?, extra)
            }
            "wild" => Op::Wild,
            "second" => Op::Second,
            "exchange" => Op::Exchange,
            "ally" => {
                record.one_of("free", &["cards"], self.found)?;
                Op::Ally(self.number(record, "more", 0, 60, Some(0))?)
            }
            "empress" => Op::Empress(self.number(record, "less", 0, 60, None)?),
            "no-gold" => Op::NoGold,
            _ => Op::Cancel,
        })
    }

    fn draw(&mut self, record: &Record) -> Option<Op> {
        let spent = record.get("level").and_then(Node::text).is_some();
        record.need("level");
        let level = if spent {
            record.one_of("level", &["spent"], self.found)?;
            NONE
        } else {
            self.number(record, "level", 1, 3, None)? - 1
        };
        let n = self.number(record, "n", 1, 6, Some(1))?;
        let from = if record.get("staff").is_some() {
            record.one_of("staff", &["spent"], self.found)?;
            From::Spent
        } else if record.get("not").and_then(Node::text) == Some("spent") {
            From::NotSpent
        } else {
            From::Not(self.not(record)?)
        };
        Some(Op::Draw { n, level, from })
    }

    /// The Staff under `not`; [`NONE`] where there is none.
    fn not(&mut self, record: &Record) -> Option<u8> {
        if record.get("not").is_none() {
            return Some(NONE);
        }
        let staff: Vec<&str> = self.staff.iter().map(String::as_str).collect();
        record.one_of("not", &staff, self.found).map(|at| at as u8)
    }

    fn per(&mut self, record: &Record) -> bool {
        record.get("per").is_some() && record.one_of("per", &["ally"], self.found).is_some()
    }

    /// A number, or what it is where it is not said.
    fn number(&mut self, record: &Record, key: &str, least: i64, most: i64, or: Option<u8>) -> Option<u8> {
        let node = if or.is_none() { record.need(key) } else { record.get(key) };
        if node.is_none() {
            return or;
        }
        record.integer(key, least, most, self.found).map(|n| n.value as u8)
    }
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
