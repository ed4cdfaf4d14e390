//! What a role does, as operations in its record: read once, carried out by [`super::resolve`].

use crate::content::{Node, Played, Record, Table as Toml, Value};
use crate::finding::{FileId, Finding, Place, nearest, rule};

/// Who an operation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The owner of the card.
    You,
    /// The owner of the chosen card.
    Owner,
}

/// Where cards are chosen from, seen from the card that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Its own Voting card.
    Here,
    /// All others.
    Elsewhere,
    /// Any.
    Any,
}

/// Whose cards can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clan {
    /// Those of other players.
    Other,
    /// The owner's.
    You,
    /// Everybody's.
    Any,
}

/// Where a card is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To the Voting card of the card that acts.
    Here,
    /// To the Voting card that was chosen.
    Chosen,
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Picks a played card.
    Card {
        /// Where from.
        zone: Zone,
        /// Whose.
        clan: Clan,
        /// Whether the card that acts can be picked.
        own: bool,
        /// Whether nothing may be picked.
        optional: bool,
    },
    /// Picks a Voting card.
    Vote,
    /// Gains Favour if the Voting card where the card lies now wins the round.
    Bonus(Who, u8),
    /// Withdraws every card of the role whose Voting card this card lies on, but not itself.
    Assassinate,
    /// Gains Favour.
    Favour(Who, u8),
    /// Favour changes hands; impossible where there is too little.
    Give(Who, Who, u8),
    /// Moves the picked card.
    Move(To),
    /// The vote of the picked card does not count.
    Mute,
    /// Somebody picks one of two lists, by number.
    Either(Who, u8, u8),
}

/// The operations of all roles: lists that refer to each other by number.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The lists.
    pub lists: Vec<Vec<(Op, usize)>>,
    /// The operations in words, with the role they belong to.
    pub names: Vec<(usize, String)>,
}

impl Effects {
    /// The numbers of a list in the order in which a text tells them: what a won round brings comes last.
    pub fn told(&self, list: u8) -> Vec<Played> {
        let (mut told, mut last) = (Vec::new(), Vec::new());
        for (op, _) in &self.lists[usize::from(list)] {
            match *op {
                Op::Bonus(_, n) => last.push(Played::said(n)),
                Op::Favour(_, n) | Op::Give(_, _, n) => told.push(Played::said(n)),
                Op::Card { .. } | Op::Vote => told.push(Played::silent(1)),
                Op::Either(_, one, other) => {
                    told.extend(self.told(one));
                    told.extend(self.told(other));
                }
                Op::Move(_) => told.push(Played::One),
                Op::Assassinate | Op::Mute => {}
            }
        }
        told.extend(last);
        told
    }
}

/// Most lists of operations.
const LISTS: usize = 64;
/// Most operations in a list.
const LENGTH: usize = 16;

/// What has been picked so far while a list is read.
#[derive(Clone, Copy, Default)]
struct Picked {
    card: bool,
    vote: bool,
}

/// Reads effects of one file.
pub struct Reader<'a> {
    /// The file.
    pub file: FileId,
    /// What is read.
    pub effects: &'a mut Effects,
    /// What is wrong.
    pub found: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    /// Reads the list under `effect` of a role; its number comes back.
    pub fn role(&mut self, role: usize, node: &Node) -> Option<u8> {
        self.list(role, node, Picked::default(), 0)
    }

    fn place(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    fn wrong(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.found.push(Finding::new(&rule::BREAKS_THE_RULES, place, message).help(help));
    }

    fn list(&mut self, role: usize, node: &Node, mut picked: Picked, depth: usize) -> Option<u8> {
        let Value::List(items) = &node.value else {
            let message = format!("an effect is a list of operations, not {}", node.kind());
            self.found.push(Finding::new(&rule::WRONG_TYPE, self.place(node), message).help("write `[{ op = … }]`"));
            return None;
        };
        if items.is_empty() || items.len() > LENGTH || self.effects.lists.len() >= LISTS || depth > 2 {
            let message = format!("an effect has 1 to {LENGTH} operations; here are {}", items.len());
            self.wrong(self.place(node), message, "say what the card does");
            return None;
        }
        let mut ops = Vec::new();
        for item in items {
            let Some(table) = item.table() else {
                let message = format!("an operation is a table, not {}", item.kind());
                self.found.push(Finding::new(&rule::WRONG_TYPE, self.place(item), message).help("write `{ op = … }`"));
                continue;
            };
            if let Some((op, word)) = self.op(role, item, table, &mut picked, depth) {
                ops.push((op, self.effects.names.len()));
                self.effects.names.push((role, word));
            }
        }
        self.effects.lists.push(ops);
        Some((self.effects.lists.len() - 1) as u8)
    }

    fn op(
        &mut self,
        role: usize,
        node: &Node,
        table: &Toml,
        picked: &mut Picked,
        depth: usize,
    ) -> Option<(Op, String)> {
        const OPS: [&str; 8] = ["choose", "bonus", "assassinate", "favour", "give", "move", "mute", "either"];
        let record = Record::new(table, self.place(node), "the operation");
        let Some(word) = record.need_text("op", self.found) else {
            record.finish(self.found);
            return None;
        };
        let before = self.found.len();
        let op = self.known(role, &word.value, &record, picked, depth);
        if !OPS.contains(&word.value.as_str()) {
            let help = nearest(&word.value, OPS)
                .map_or_else(|| format!("there are: {}", OPS.join(", ")), |near| format!("did you mean `{near}`?"));
            let message = format!("no operation is called `{}`", word.value);
            self.found.push(Finding::new(&rule::UNKNOWN_NAME, word.place, message).help(help));
            return None;
        }
        // What is missing or unknown is told here, whatever else was wrong.
        record.finish(self.found);
        op.filter(|_| self.found.len() == before).map(|op| (op, word.value))
    }

    fn known(&mut self, role: usize, op: &str, record: &Record, picked: &mut Picked, depth: usize) -> Option<Op> {
        match op {
            "choose" => self.choose(record, picked),
            "bonus" => {
                record.one_of("at", &["here"], self.found);
                let (who, n) = (self.who(record, "who", *picked), self.number(record));
                Some(Op::Bonus(who?, n?))
            }
            "assassinate" => {
                record.one_of("role", &["here"], self.found);
                record.one_of("except", &["self"], self.found);
                Some(Op::Assassinate)
            }
            "favour" => {
                let (who, n) = (self.who(record, "who", *picked), self.number(record));
                Some(Op::Favour(who?, n?))
            }
            "give" => {
                let (from, to) = (self.who(record, "from", *picked), self.who(record, "to", *picked));
                let n = self.number(record);
                Some(Op::Give(from?, to?, n?))
            }
            "move" => {
                self.card(record, *picked);
                let to = record.one_of("to", &["here", "v"], self.found)?;
                if to == 1 && !picked.vote {
                    let message = "`v` is moved to before it is chosen";
                    self.wrong(record.place.clone(), message, "choose a Voting card as `v` first");
                }
                Some(Op::Move(if to == 0 { To::Here } else { To::Chosen }))
            }
            "mute" => {
                self.card(record, *picked);
                Some(Op::Mute)
            }
            "either" => self.either(role, record, *picked, depth),
            _ => None,
        }
    }

    fn choose(&mut self, record: &Record, picked: &mut Picked) -> Option<Op> {
        record.one_of("by", &["you"], self.found);
        let name = record.one_of("as", &["x", "v"], self.found);
        let optional = record.flag("optional", self.found);
        record.need("from");
        let (from, place) = record.table("from", self.found)?;
        let from = Record::new(from, place.clone(), "`from`");
        let zone = from.one_of("zone", &["here", "elsewhere", "any"], self.found);
        let kind = from.one_of("kind", &["card", "voting_card"], self.found);
        let clan = if kind == Some(0) { from.one_of("clan", &["other", "you", "any"], self.found) } else { None };
        let own = kind == Some(0) && from.flag("self", self.found);
        from.finish(self.found);
        if kind == Some(1) && (zone != Some(2) || optional) {
            let message = "a Voting card is chosen from any, and one must be chosen";
            self.wrong(place.clone(), message, "write `zone = \"any\"` and leave out `optional`");
        }
        if name.is_some() && kind.is_some() && name != kind {
            self.wrong(place, "a card is chosen as `x`, a Voting card as `v`", "mend `as`");
        }
        let (zone, kind) = (zone?, kind?);
        if kind == 1 {
            picked.vote = true;
            return Some(Op::Vote);
        }
        picked.card = true;
        let zone = [Zone::Here, Zone::Elsewhere, Zone::Any][zone];
        let clan = [Clan::Other, Clan::You, Clan::Any][clan?];
        Some(Op::Card { zone, clan, own, optional })
    }

    fn either(&mut self, role: usize, record: &Record, picked: Picked, depth: usize) -> Option<Op> {
        let by = self.who(record, "by", picked);
        record.need("options");
        let options = record.list("options", self.found);
        let [one, other] = options else {
            self.wrong(
                record.place.clone(),
                format!("`either` has two options, not {}", options.len()),
                "write `options = [[…], […]]`",
            );
            return None;
        };
        let one = self.list(role, one, picked, depth + 1);
        let other = self.list(role, other, picked, depth + 1);
        Some(Op::Either(by?, one?, other?))
    }

    fn who(&mut self, record: &Record, key: &str, picked: Picked) -> Option<Who> {
        let at = record.one_of(key, &["you", "owner(x)"], self.found)?;
        if at == 1 {
            self.needs_card(record, picked);
        }
        Some(if at == 0 { Who::You } else { Who::Owner })
    }

    fn card(&mut self, record: &Record, picked: Picked) {
        record.one_of("card", &["x"], self.found);
        self.needs_card(record, picked);
    }

    fn needs_card(&mut self, record: &Record, picked: Picked) {
        if !picked.card {
            self.wrong(record.place.clone(), "`x` is used before it is chosen", "choose a card as `x` first");
        }
    }

    fn number(&mut self, record: &Record) -> Option<u8> {
        record.need("n");
        record.integer("n", 1, 10, self.found).map(|n| n.value as u8)
    }
}
