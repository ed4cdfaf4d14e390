//! The setup for a number of players.

use super::effect::{From, Op, Ops};
use super::kind::NO_STAFF;
use super::load::Content;
use super::{Act, KINDS, Kind, NONE, STAFF, Staff};
use crate::sim::Rules;

/// The setup for a number of players.
pub struct Table {
    pub players: usize,
    /// The Staff by name.
    pub staff: Vec<String>,
    /// The 18 kinds of Staff cards, then the Black Market cards.
    pub cards: Vec<Card>,
    /// How many Black Market cards there are.
    pub market: usize,
    /// The Events.
    pub events: Vec<Event>,
    /// Options listed in advance.
    pub lists: Lists,
    /// Staff cards that can be played whenever piles, Events and Gold are there, one bit each.
    pub sure: u32,
    /// Staff cards that are never played on the player's own turn, one bit each.
    pub never: u32,
    /// The first operation of each card, side by side for speed.
    pub first: Vec<Op>,
    /// The cards that may be played only once a turn, one bit each.
    pub once: u64,
    /// The cards that cancel others, one bit each.
    pub shields: u64,
    /// All Gold.
    pub gold: u8,
    /// Gold at the start.
    pub start_gold: u8,
    /// Stars of a player.
    pub stars_each: u8,
    /// The most Stars of one player on a Staff.
    pub stars_per_staff: u8,
    /// Stars placed at setup.
    pub setup_stars: u8,
    /// The most Stars on a Staff at setup.
    pub setup_limit: u8,
    /// The most cards in hand at the end of a turn.
    pub hand_limit: u8,
    /// Copies that an upgrade costs.
    pub upgrade: u8,
    /// The price of a Black Market card.
    pub market_gold: u8,
    /// Events and Black Market cards looked at.
    pub look: u8,
    /// Favor that wins.
    pub win: u16,
    /// The prices of a 1st, 2nd and 3rd Star.
    pub ally: [Price; 3],
    /// The price of the Empress.
    pub empress: Empress,
    /// Whether nobody may cause a dead end at setup.
    pub forbids: bool,
    /// Whether a card may be offered for another.
    pub trading: bool,
    /// Whether the round is finished before somebody wins.
    pub finish_round: bool,
}

/// Up to six options.
#[derive(Clone, Copy)]
pub struct List {
    acts: [Act; STAFF],
    len: u8,
}

impl List {
    /// Adds the options; copying all six and truncating is faster than copying as many as there are.
    #[inline]
    pub fn join(&self, options: &mut Vec<Act>) {
        let len = options.len() + usize::from(self.len);
        options.extend_from_slice(&self.acts);
        options.truncate(len);
    }
}

/// Options for each set of Staff, or of cards of a level.
pub struct Lists {
    /// Moves, by level.
    pub moves: [[List; 64]; 3],
    /// Sales, by level.
    pub sells: [[List; 64]; 3],
    /// Plays, by level.
    pub plays: [[List; 64]; 3],
    /// Alliances.
    pub allies: [List; 64],
}

impl Lists {
    fn new() -> Lists {
        let of = |act: &dyn Fn(Staff) -> Act| -> [List; 64] {
            std::array::from_fn(|set| {
                let mut list = List { acts: [Act::Pass; STAFF], len: 0 };
                for staff in Staff::among(set as u8) {
                    list.acts[usize::from(list.len)] = act(staff);
                    list.len += 1;
                }
                list
            })
        };
        Lists {
            moves: [0, 1, 2].map(|level| of(&|staff| Act::Move(staff, level + 1))),
            sells: [0, 1, 2].map(|level| of(&|staff| Act::Sell(staff.card(level)))),
            plays: [0, 1, 2].map(|level| of(&|staff| Act::Play(staff.card(level)))),
            allies: of(&Act::Ally),
        }
    }
}

/// A Staff card or a Black Market card.
#[derive(Clone)]
pub struct Card {
    pub name: String,
    /// How many there are.
    pub copies: u8,
    /// Its Gold value.
    pub gold: u8,
    /// What it does.
    pub ops: Ops,
    /// Whether it may be played only once a turn.
    pub once: bool,
}

/// An Event.
#[derive(Clone, Default)]
pub struct Event {
    pub name: String,
    pub favor: u16,
    /// Kinds of Staff cards to show, one bit each.
    pub kinds: u32,
    /// Kinds of Staff cards to show, and how many.
    pub cards: Vec<(Kind, u8)>,
    /// Gold to have.
    pub gold: u8,
    /// Stars to have on one Staff.
    pub stars: u8,
    /// Staff to be allied with.
    pub allies: u8,
    /// Upgrades to have made this turn.
    pub upgrades: u8,
}

/// The price of a Star.
#[derive(Clone, Copy, Default)]
pub struct Price {
    pub gold: u8,
    /// The levels of the two cards, from 0.
    pub levels: [u8; 2],
    /// Favor gained.
    pub favor: u16,
}

/// The price of the Empress.
#[derive(Clone, Copy, Default)]
pub struct Empress {
    pub gold: u8,
    /// Different 3 Star cards.
    pub cards: u8,
    /// Favor gained.
    pub favor: u16,
}

/// Prepares a table.
pub fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
    let (least, most) = content.players;
    if !(least..=most).contains(&players) {
        return Err(format!("{least} to {most} can play, not {players}"));
    }
    let which = |is: &dyn Fn(&Card) -> bool| -> u64 {
        content.cards.iter().enumerate().filter(|(_, card)| is(card)).map(|(at, _)| 1 << at).sum()
    };
    let n = &content.numbers;
    Ok(Table {
        players,
        staff: content.staff.clone(),
        market: content.cards.len() - super::KINDS,
        events: content.events.clone(),
        lists: Lists::new(),
        sure: which(&|card| {
            let needs_little =
                |op: &Op| matches!(op, Op::Gold(..) | Op::Events(..) | Op::Move(_) | Op::Shift | Op::Draw { .. });
            let trades = |ops: &[Op]| {
                let other = Op::Draw { n: 1, level: NONE, from: From::NotSpent };
                ops == [Op::Spend { n: 1, level: NONE, not: NO_STAFF }, other]
            };
            let ops: Vec<Op> = card.ops.iter().map(|(op, _)| *op).collect();
            ops.first().is_some_and(needs_little) || trades(&ops)
        }) as u32
            & ((1 << KINDS) - 1),
        never: which(&|card| card.ops.first().is_some_and(|(op, _)| *op == Op::Cancel)) as u32 & ((1 << KINDS) - 1),
        first: content.cards.iter().map(|card| card.ops.first().map_or(Op::Cancel, |(op, _)| *op)).collect(),
        once: which(&|card| card.once),
        shields: which(&|card| card.ops.iter().any(|(op, _)| *op == Op::Cancel)),
        cards: content.cards.clone(),
        gold: content.gold,
        start_gold: n.start_gold,
        stars_each: n.stars_each,
        stars_per_staff: n.stars_per_staff,
        setup_stars: n.setup_stars,
        setup_limit: n.setup_limit,
        hand_limit: n.hand_limit,
        upgrade: n.upgrade_copies,
        market_gold: n.market_gold,
        look: n.look,
        win: u16::from(n.win_favor),
        ally: content.ally,
        empress: content.empress,
        forbids: rules.is("setup-dead-end", "forbid"),
        trading: rules.is("trading", "one-for-one"),
        finish_round: rules.is("finish-round", "on"),
    })
}
