//! Emperor's Favor: 2 to 6 heirs win over the palace Staff, collect their cards and race to 50 Favor.
//!
//! Rules: the game's rulebook, read with the rulings EF-1 to EF-20. Seats are numbered in turn order. A Staff card's kind is
//! `6 x (level - 1) + Staff`; Black Market cards follow the 18 kinds.

mod act;
mod ally;
mod bots;
mod choose;
mod effect;
mod kind;
mod ledger;
pub mod load;
mod playable;
mod resolve;
mod table;
mod turns;
mod weigh;
mod words;
mod worth;

use crate::sim::{
    Chance, Checks, Facts, Game, Outcome, PieceSet, Purpose, Rules, Seat, Seats, Stop, Switch, Turn, Violation, Watch,
    fnv,
};
pub use act::{Act, Phase};
pub use kind::{Halls, Kind, Kinds, Staff};
use kind::{NO_KIND, NO_STAFF};
use load::Content;
use table::Table;

/// Staff of the palace.
pub const STAFF: usize = 6;
/// Kinds of Staff cards.
pub const KINDS: usize = 18;
/// The most Black Market cards.
pub const MARKET: usize = 16;
/// The most Events.
pub const EVENTS: usize = 20;
/// The most players.
pub const HEIRS: usize = 6;
/// Stands for nobody, nothing or nowhere.
pub const NONE: u8 = u8::MAX;
/// Where a Meeple stands after moving to the Empress.
pub const THRONE: u8 = STAFF as u8;
/// The most actions in a turn (EF, termination): more means a loop.
const ACTS: u16 = 200;
/// The court stands still after this many rounds without a change of Favor.
const QUIET: u16 = 20;

/// What the turn still allows, and what was done in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Day {
    /// Moves of the Meeple left.
    pub moves: u8,
    /// Events that may still be completed.
    pub events: u8,
    /// Staff cards that count as in hand for an Event.
    pub wild: u8,
    /// Upgrades made.
    pub upgrades: u8,
    /// Whether Stars cost no Gold.
    pub no_gold: bool,
    /// Whether an offer was made.
    offered: bool,
    /// Cards played.
    played: u64,
    /// Staff still to collect from, one bit each.
    collect: u8,
    /// Decisions taken.
    pub acts: u16,
}

/// What is under way: a card's effect, a payment, cards looked at.
#[derive(Clone, Copy, Debug)]
struct Doing {
    /// The card whose effect is carried out.
    card: Kind,
    /// The operation being carried out.
    at: u8,
    /// How far it has got.
    stage: u8,
    /// How many are still to be picked.
    left: u8,
    /// The players it affects, one bit each.
    targets: u8,
    /// The players or Staff still to be dealt with.
    queue: u8,
    /// A kind of Staff card: the one spent, paid first, or offered.
    spent: Kind,
    /// The Staff to ally with.
    staff: Staff,
    /// The kind wanted in return.
    wanted: Kind,
    /// Cards looked at.
    look: [u8; 4],
    looked: u8,
}

const IDLE: Doing = Doing {
    card: NO_KIND,
    at: 0,
    stage: 0,
    left: 0,
    targets: 0,
    queue: 0,
    spent: NO_KIND,
    staff: NO_STAFF,
    wanted: NO_KIND,
    look: [NONE; 4],
    looked: 0,
};

/// A face-down deck; the top is at the front.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    /// Room for all cards; entries beyond `len` mean nothing.
    pub cards: [u8; EVENTS],
    /// How many there are.
    pub len: u8,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Palace {
    players: u8,
    /// What is to be decided.
    pub phase: Phase,
    /// Who decides.
    pub seat: Seat,
    /// Whose turn it is.
    pub active: Seat,
    /// Turns begun.
    pub turns: u16,
    /// Turns since Favor changed.
    quiet: u16,
    /// Staff cards in hand, by kind.
    pub hand: Seats<Kinds<u8>, HEIRS>,
    /// The kinds in hand, one bit each.
    pub kinds: Seats<u32, HEIRS>,
    /// Staff cards in hand, all together.
    pub cards: Seats<u8, HEIRS>,
    /// Cards in each pile.
    pub pile: Kinds<u8>,
    /// Piles with a card, one bit each.
    pub stocked: u32,
    /// Gold.
    pub gold: Seats<u8, HEIRS>,
    /// Gold in the Treasury.
    pub treasury: u8,
    /// Stars on each Staff.
    pub stars: Seats<Halls<u8>, HEIRS>,
    /// Staff with at least one Star, one bit each.
    pub allies: Seats<u8, HEIRS>,
    /// Stars not on the board.
    pub supply: Seats<u8, HEIRS>,
    /// Favor.
    pub favor: Seats<u16, HEIRS>,
    /// Who allied with the Empress, one bit each.
    pub crowned: u8,
    /// Where each Meeple stands.
    pub meeple: Seats<u8, HEIRS>,
    /// Black Market cards held, one bit each.
    pub market: Seats<u16, HEIRS>,
    /// Black Market cards played.
    pub out: u16,
    /// The Black Market deck.
    pub stalls: Deck,
    /// The Event deck.
    pub fates: Deck,
    /// Incomplete Events, one bit each.
    pub open: Seats<u32, HEIRS>,
    /// Completed Events.
    pub done: Seats<u32, HEIRS>,
    /// What the turn still allows.
    pub day: Day,
    doing: Doing,
    winners: u8,
    /// Stars paid for, by their number on the Staff: for the ledger.
    paid: Seats<[u8; 3], HEIRS>,
    /// Favor gained and lost by cards: for the ledger.
    tales: Seats<i16, HEIRS>,
    /// Pieces held and used by each seat, for the report.
    had: Seats<u64, HEIRS>,
    used: Seats<u64, HEIRS>,
}

mark! {
    DEAD_END = "EF-3", "no Staff was free for the second Star of the setup";
    PILE_EMPTY = "EF-5", "nothing could be collected from a Staff";
    LEVEL_EMPTY = "EF-5", "a permitted level was missing at Collect";
    MOVE_EMPTY = "EF-5", "a Meeple moved and drew nothing";
    TREASURY = "EF-6", "the Treasury could not pay in full";
    FIRST = "EF-7", "a 1st Star was paid for";
    SECOND_STAR = "EF-7", "a 2nd Star was paid for";
    THIRD = "EF-7", "a 3rd Star was paid for";
    CYCLED = "EF-8", "all Stars were placed, so one was moved for the new one";
    CROWNED = "EF-9", "somebody allied with the Empress";
    OVERFULL = "EF-11", "somebody discarded down to the hand limit";
    COMPLETED = "EF-12", "an Event was completed";
    FEW_EVENTS = "EF-13", "fewer Events were left than are looked at";
    FEW_MARKET = "EF-14", "fewer Black Market cards were left than are looked at";
    BOUGHT = "EF-14", "a Black Market card was bought";
    UPGRADED = "EF-18", "Staff cards were upgraded";
    CANCELLED = "EF-16", "a card was canceled";
    TRADED = "EF-15", "an offer was accepted";
    STALL = "EF-16", "the court stood still for 20 rounds";
}

impl Game for Palace {
    type Content = Content;
    type Table = Table;
    type Action = Act;

    const RULES_VERSION: u32 = 1;
    const SWITCHES: &'static [Switch] = &[
        Switch {
            name: "setup-dead-end",
            ruling: "EF-3",
            what: "who finds no free Staff at setup overfills one, or nobody may cause that",
            values: &["overfill", "forbid"],
        },
        Switch {
            name: "trading",
            ruling: "EF-15",
            what: "once a turn one Staff card may be offered for another one of its level",
            values: &["off", "one-for-one"],
        },
        Switch {
            name: "finish-round",
            ruling: "EF-16",
            what: "the round is played to its end and the most Favor wins",
            values: &["off", "on"],
        },
    ];
    const STRATEGIES: &'static [&'static str] = bots::STRATEGIES;
    const MARKS: &'static [(&'static str, &'static str)] = MARKS;
    // 600 turns of 100 actions.
    const CAP: u32 = 60_000;

    fn facts(content: &Content) -> Facts {
        content.facts.clone()
    }

    fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
        table::lay(content, rules, players)
    }

    fn players(table: &Table) -> usize {
        table.players
    }

    fn setup(table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<Palace, Stop> {
        let mut game = Palace {
            players: table.players as u8,
            phase: Phase::Begin,
            seat: Seat::FIRST,
            active: Seat::FIRST,
            turns: 0,
            quiet: 0,
            hand: Seats::all(Kinds::all(0)),
            kinds: Seats::all(0),
            cards: Seats::all(0),
            pile: Kinds::from_fn(|kind: Kind| table.cards[kind.at()].copies),
            stocked: 0,
            gold: Seats::all(0),
            treasury: table.gold,
            stars: Seats::all(Halls::all(0)),
            allies: Seats::all(0),
            supply: Seats::all(0),
            favor: Seats::all(0),
            crowned: 0,
            meeple: Seats::all(NONE),
            market: Seats::all(0),
            out: 0,
            stalls: Deck::shuffled(table.market, chance),
            fates: Deck::shuffled(table.events.len(), chance),
            open: Seats::all(0),
            done: Seats::all(0),
            day: Day::default(),
            doing: IDLE,
            winners: 0,
            paid: Seats::all([0; 3]),
            tales: Seats::all(0),
            had: Seats::all(0),
            used: Seats::all(0),
        };
        for kind in Kind::all().filter(|kind| game.pile[*kind] > 0) {
            game.stocked |= 1 << kind.0;
        }
        for seat in Seat::all(table.players) {
            (game.supply[seat], game.gold[seat]) = (table.stars_each, table.start_gold);
            game.treasury -= table.start_gold;
        }
        watch.narrate(&|| words::opening(table));
        game.begin(table, watch);
        Ok(game)
    }

    fn turn(&self) -> Turn {
        if self.phase == Phase::Over {
            return Turn::Over(Outcome(u16::from(self.winners)));
        }
        Turn::Decide(self.seat)
    }

    fn legal(&self, table: &Table, options: &mut Vec<Act>) {
        match self.phase {
            Phase::Play => self.plays(table, options),
            Phase::Begin | Phase::Refill | Phase::Keep => {
                options.extend(self.looked().iter().map(|event| Act::Event(*event)));
            }
            Phase::Place => {
                let free = self.places(table);
                options.extend(Staff::among(free).map(Act::Staff));
            }
            Phase::Collect => {
                let levels = self.levels(self.seat, self.doing.staff);
                options.extend(bits(levels.into()).map(|level| Act::Level(level + 1)));
            }
            Phase::Remove => {
                let there = self.allies[self.seat] & !(1 << self.doing.staff.0);
                options.extend(Staff::among(there).map(Act::Staff));
            }
            Phase::Pay => options.extend(Kind::among(self.payable(table)).map(Act::Card)),
            Phase::Crown => options.extend(Kind::among(self.jewels()).map(Act::Card)),
            Phase::Bought => options.extend(self.looked().iter().map(|card| Act::Market(*card))),
            Phase::Hand | Phase::Discard => {
                options.extend(Kind::among(self.kinds[self.seat]).map(Act::Card));
            }
            Phase::Offer => options.extend([Act::Pass, Act::Accept]),
            Phase::Over => {}
            _ => self.choices(table, options),
        }
    }

    fn apply(&mut self, table: &Table, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        self.day.acts += 1;
        match self.phase {
            Phase::Play => self.act(table, act, chance, watch),
            Phase::Begin | Phase::Refill => self.keep_event(table, act, watch),
            Phase::Place => self.place(table, act, watch),
            Phase::Collect => self.collect(act, watch),
            Phase::Remove | Phase::Pay | Phase::Crown => self.pay(table, act, watch),
            Phase::Bought => self.bought(act),
            Phase::Hand => self.trim(table, act, watch),
            Phase::Offer => self.answer(act, watch),
            Phase::Over => {}
            _ => self.choose(table, act, chance, watch),
        }
        if self.day.acts > ACTS && self.phase != Phase::Over {
            let what = format!("player {} acted {} times in one turn", self.active, self.day.acts);
            let piece = Some(self.doing.card.at()).filter(|card| *card < table.cards.len());
            return Err(Stop::Broken(Violation { rule: "a turn comes to its end", what, piece }));
        }
        Ok(())
    }

    fn check(&self, table: &Table, checks: Checks) -> Result<(), Violation> {
        // All six seats, even the empty ones: this is faster than a branch.
        let gold: u32 = self.gold.iter().map(|gold| u32::from(*gold)).sum::<u32>() + u32::from(self.treasury);
        if gold != u32::from(table.gold) {
            let what = format!("{gold} of {}", table.gold);
            return Err(Violation::new("Treasury and players hold all Gold", what));
        }
        if checks == Checks::Full { self.check_all(table) } else { Ok(()) }
    }

    fn fingerprint(&self, viewer: Option<Seat>) -> u64 {
        let mut bytes: Vec<u8> = vec![self.phase as u8, self.seat.0, self.active.0, self.treasury, self.crowned];
        let sees = |seat: Seat| viewer.is_none_or(|viewer| viewer == seat);
        bytes.extend(self.turns.to_le_bytes());
        bytes.extend(&self.pile);
        bytes.extend(self.gold.iter().chain(self.stars.iter().flatten()).chain(&self.supply).chain(&self.meeple));
        bytes.extend(self.favor.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.out.to_le_bytes());
        let Day { moves, events, wild, upgrades, no_gold, offered, played, collect, acts } = self.day;
        bytes.extend([moves, events, wild, upgrades, no_gold.into(), offered.into(), collect]);
        bytes.extend(played.to_le_bytes().into_iter().chain(acts.to_le_bytes()));
        let Doing { card, at, stage, left, targets, queue, spent, staff, wanted, look, looked } = self.doing;
        // A Staff to ally with and a kind wanted in return never occur together.
        let staff = staff.0.min(wanted.0);
        bytes.extend([card.0, at, stage, left, targets, queue, spent.0, staff, looked]);
        if sees(self.seat) {
            bytes.extend(look);
        }
        for seat in Seat::all(self.players.into()) {
            bytes.extend(self.done[seat].to_le_bytes());
            bytes.extend([self.cards[seat], self.open[seat].count_ones() as u8, self.market[seat].count_ones() as u8]);
            if sees(seat) {
                bytes.extend(&self.hand[seat]);
                bytes.extend(self.open[seat].to_le_bytes());
                bytes.extend(self.market[seat].to_le_bytes());
            }
        }
        for deck in [&self.stalls, &self.fates] {
            bytes.push(deck.len);
            if viewer.is_none() {
                bytes.extend(deck.rest());
            }
        }
        fnv(bytes)
    }

    fn imagine(&self, table: &Table, viewer: Seat, chance: &mut dyn Chance) -> Palace {
        ledger::imagine(self, table, viewer, chance)
    }

    fn progress(&self, seat: Seat) -> i32 {
        i32::from(self.favor[seat]) * 1000
    }

    fn is_settled(&self, start: &Palace) -> bool {
        // A rollout lasts to the end of the player's next turn, a round later.
        self.turns > start.turns + u16::from(self.players)
    }

    fn advise(&self, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
        bots::advise(self, table, strategy, legal, chance)
    }

    fn uses(&self, table: &Table, act: &Act, pieces: &mut PieceSet) {
        match act {
            Act::Play(card) | Act::Cancel(card) => pieces.add(card.at()),
            Act::Complete(event) => pieces.add(table.cards.len() + usize::from(*event)),
            _ => {}
        }
    }

    fn describe(&self, table: &Table, act: &Act) -> String {
        words::describe(self, table, act)
    }

    fn outlook(&self, table: &Table) -> String {
        words::outlook(self, table)
    }
}

/// The bits of a set, in order.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

/// A bit picked at random; the set is not empty.
fn any(set: u32, chance: &mut dyn Chance) -> u8 {
    let skip = chance.pick(set.count_ones(), Purpose::Dice) as usize;
    bits(set).nth(skip).unwrap_or(NONE)
}

impl Deck {
    fn shuffled(len: usize, chance: &mut dyn Chance) -> Deck {
        let mut cards = std::array::from_fn(|at| at as u8);
        chance.shuffle(&mut cards[..len], len, Purpose::Deal);
        Deck { cards, len: len as u8 }
    }

    /// The cards, top first.
    pub fn rest(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }

    fn draw(&mut self) -> u8 {
        let top = self.cards[0];
        self.cards.copy_within(1..usize::from(self.len), 0);
        self.len -= 1;
        top
    }

    fn bury(&mut self, card: u8) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }
}
