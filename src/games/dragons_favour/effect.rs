//! What a role does, as operations in its record: read once, carried out by [`super::resolve`].

use crate::content::{Node, Played};
use crate::games::read::{self, Effect, Read, Reader};

/// Who an operation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The owner of the card.
    You,
    /// The owner of the chosen card.
    Owner,
}

/// Where cards are chosen from, relative to the card that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Its own Voting card.
    Here,
    /// All other Voting cards.
    Elsewhere,
    /// Any Voting card.
    Any,
}

/// Whose cards can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clan {
    /// Other players' cards.
    Other,
    /// The owner's cards.
    You,
    /// Everybody's cards.
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
        zone: Zone,
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
    /// Favour changes hands; impossible where there is too little of it.
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
    /// The numbers of a list in the order in which a text names them: what winning the round brings comes last.
    pub fn said(&self, list: u8) -> Vec<Played> {
        let (mut said, mut last) = (Vec::new(), Vec::new());
        for (op, _) in &self.lists[usize::from(list)] {
            match *op {
                Op::Bonus(_, n) => last.push(Played::said(n)),
                Op::Favour(_, n) | Op::Give(_, _, n) => said.push(Played::said(n)),
                Op::Card { .. } | Op::Vote => said.push(Played::silent(1)),
                Op::Either(_, one, other) => {
                    said.extend(self.said(one));
                    said.extend(self.said(other));
                }
                Op::Move(_) => said.push(Played::One),
                Op::Assassinate | Op::Mute => {}
            }
        }
        said.extend(last);
        said
    }
}

/// The most lists of operations.
const LISTS: usize = 64;
/// How deep lists can be nested.
const DEPTH: usize = 2;

/// Reads the effect of a role; returns the number of its list.
pub fn read(effects: &mut Effects, role: usize, node: &Node, reader: &mut Reader) -> u8 {
    let effects_so_far = std::mem::take(effects);
    let mut lists = Lists { effects: effects_so_far, role, ops: Vec::new(), picked: Picked::default(), depth: 0 };
    let list = lists.read(node, reader);
    *effects = lists.effects;
    list
}

/// What has been picked so far while a list is read.
#[derive(Clone, Copy, Default)]
struct Picked {
    card: bool,
    vote: bool,
}

/// The lists of a role while they are read.
struct Lists {
    effects: Effects,
    role: usize,
    /// The operations of the list that is being read.
    ops: Vec<(Op, usize)>,
    picked: Picked,
    /// How many lists the current one is nested in.
    depth: usize,
}

impl Lists {
    fn read(&mut self, node: &Node, reader: &mut Reader) -> u8 {
        let (outer, picked) = (std::mem::take(&mut self.ops), self.picked);
        if self.effects.lists.len() >= LISTS || self.depth > DEPTH {
            let message = format!("there is room for {LISTS} effects, each at most {DEPTH} deep");
            reader.wrong_at(node, message, "take out an `either`");
        } else {
            self.depth += 1;
            read::effect(self, node, reader);
            self.depth -= 1;
        }
        self.picked = picked;
        self.effects.lists.push(std::mem::replace(&mut self.ops, outer));
        (self.effects.lists.len() - 1) as u8
    }

    fn who(&self, key: &str, reader: &mut Reader) -> Option<Who> {
        let who = reader.word(key, &[("you", Who::You), ("owner(x)", Who::Owner)])?;
        if who == Who::Owner {
            self.needs_card(reader);
        }
        Some(who)
    }

    fn needs_card(&self, reader: &mut Reader) {
        if !self.picked.card {
            reader.wrong(reader.place(), "`x` is used before it is chosen", "choose a card as `x` first");
        }
    }

    fn choose(&mut self, reader: &mut Reader) -> Option<Op> {
        if reader.word("as", &[("x", false), ("v", true)])? {
            self.picked.vote = true;
            return Some(Op::Vote);
        }
        self.picked.card = true;
        let optional = reader.flag("optional");
        reader.need("from");
        let mut from = reader.table("from")?;
        let zone = from.word("zone", &[("here", Zone::Here), ("elsewhere", Zone::Elsewhere), ("any", Zone::Any)]);
        let clan = from.word("clan", &[("other", Clan::Other), ("you", Clan::You), ("any", Clan::Any)]);
        let own = from.flag("self");
        from.finish();
        Some(Op::Card { zone: zone?, clan: clan?, own, optional })
    }

    fn either(&mut self, reader: &mut Reader) -> Option<Op> {
        let by = self.who("by", reader);
        reader.need("options");
        let options = reader.list("options");
        let [one, other] = options else {
            let message = format!("`either` has two options, not {}", options.len());
            reader.wrong(reader.place(), message, "write `options = [[…], […]]`");
            return None;
        };
        let (one, other) = (self.read(one, reader), self.read(other, reader));
        Some(Op::Either(by?, one, other))
    }
}

impl Effect for Lists {
    type Op = Op;
    const MOST: usize = 16;
    const OPS: &'static [(&'static str, Read<Lists>)] = &[
        ("choose", Lists::choose),
        ("bonus", |lists, reader| {
            let (who, n) = (lists.who("who", reader), favour(reader));
            Some(Op::Bonus(who?, n?))
        }),
        ("assassinate", |_, _| Some(Op::Assassinate)),
        ("favour", |lists, reader| {
            let (who, n) = (lists.who("who", reader), favour(reader));
            Some(Op::Favour(who?, n?))
        }),
        ("give", |lists, reader| {
            let (from, to) = (lists.who("from", reader), lists.who("to", reader));
            Some(Op::Give(from?, to?, favour(reader)?))
        }),
        ("move", |lists, reader| {
            lists.needs_card(reader);
            let to = reader.word("to", &[("here", To::Here), ("v", To::Chosen)])?;
            if to == To::Chosen && !lists.picked.vote {
                let message = "`v` is moved to before it is chosen";
                reader.wrong(reader.place(), message, "choose a Voting card as `v` first");
            }
            Some(Op::Move(to))
        }),
        ("mute", |lists, reader| {
            lists.needs_card(reader);
            Some(Op::Mute)
        }),
        ("either", Lists::either),
    ];

    fn add(&mut self, op: Op, word: &'static str, _: &mut Reader) {
        self.ops.push((op, self.effects.names.len()));
        self.effects.names.push((self.role, word.to_owned()));
    }
}

fn favour(reader: &mut Reader) -> Option<u8> {
    reader.number("n", 1..=10)
}
