//! The game's own bots: one way to weigh every option, in six styles. They see what lies open, their own cards and how
//! many cards others hold.

use super::effect::Op;
use super::table::Table;
use super::{Act, Halls, Kind, Kinds, NONE, Palace, Phase, STAFF, Staff, bits};
use crate::sim::{Chance, Purpose, Seat};

/// The strategies, the best all-round one first.
pub const STRATEGIES: &[&str] = &["greedy", "wide", "tall", "empress", "events", "market"];

/// What a style values, in hundredths of a Favor or in percent.
pub(super) struct Style {
    /// A card of each level.
    pub(super) card: [i32; 3],
    /// Favor of a 1st, 2nd and 3rd Star, in percent.
    pub(super) star: [i32; 3],
    /// Favor of the Empress, in percent.
    pub(super) empress: i32,
    /// Favor of Events, in percent.
    pub(super) event: i32,
    /// A Black Market card.
    pub(super) market: i32,
    /// What others lose, in percent.
    pub(super) harm: i32,
}

const STYLES: [Style; 6] = [
    Style { card: [60, 150, 320], star: [85, 100, 100], empress: 60, event: 100, market: 380, harm: 60 },
    Style { card: [64, 145, 290], star: [140, 130, 60], empress: 60, event: 100, market: 360, harm: 40 },
    Style { card: [63, 165, 360], star: [60, 110, 150], empress: 60, event: 60, market: 430, harm: 40 },
    Style { card: [58, 155, 380], star: [66, 150, 100], empress: 260, event: 75, market: 380, harm: 24 },
    Style { card: [60, 145, 310], star: [85, 150, 80], empress: 60, event: 180, market: 415, harm: 40 },
    Style { card: [60, 145, 310], star: [85, 95, 80], empress: 36, event: 85, market: 600, harm: 60 },
];

/// What a piece of Gold is worth.
pub(super) const GOLD: i32 = 45;
/// What a 1st, 2nd, … copy of a card is worth, in percent.
const COPIES: [i32; 7] = [100, 51, 56, 40, 30, 20, 20];
/// The part of an Event's Favor that its missing cards share, in percent.
const EVENT_CARD: i32 = 16;
/// What a card of a later turn is worth now, in percent.
pub(super) const AHEAD: i32 = 84;
/// What winning is worth.
const WIN: i32 = 1_000_000;

/// What a strategy does: the option worth most, with a little doubt.
pub fn advise(game: &Palace, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
    let mind = Mind::new(game, table, &STYLES[strategy]);
    let mut best = (0, i32::MIN);
    for (at, act) in legal.iter().enumerate() {
        let worth = mind.worth(*act) * 8 + chance.pick(64, Purpose::Bot) as i32;
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}

/// A seat's view of its cards.
pub(super) struct Mind<'a> {
    pub(super) game: &'a Palace,
    pub(super) table: &'a Table,
    pub(super) style: &'a Style,
    pub(super) seat: Seat,
    /// What one more card of each kind is worth.
    pub(super) want: Kinds<i32>,
    /// What the last card of each kind in hand is worth.
    pub(super) keep: Kinds<i32>,
    /// Rounds that are still worth planning for.
    pub(super) rounds: i32,
    /// Cards that must not be sold: they are part of the price that the Gold is saved for.
    reserved: u32,
    /// The Gold still missing for something whose cards are in hand, if sales can bring it.
    pub(super) short: i32,
}

impl<'a> Mind<'a> {
    fn new(game: &'a Palace, table: &'a Table, style: &'a Style) -> Mind<'a> {
        let seat = game.seat;
        let best = game.favor.0[..table.players].iter().max().copied().unwrap_or(0);
        let rounds = (i32::from(table.win) - i32::from(best)) / 8;
        let mut mind = Mind {
            game,
            table,
            style,
            seat,
            want: Kinds::all(0),
            keep: Kinds::all(0),
            rounds: rounds.clamp(0, 4),
            reserved: 0,
            short: 0,
        };
        for kind in Kind::all() {
            let held = game.hand[seat][kind];
            mind.want[kind] = mind.copy(kind, held);
            mind.keep[kind] = if held > 0 { mind.copy(kind, held - 1) } else { 0 };
        }
        if game.phase == Phase::Play {
            mind.save_up();
        }
        mind
    }

    /// What a card is worth when `held` of its kind are in hand already.
    fn copy(&self, kind: Kind, held: u8) -> i32 {
        let level = kind.level();
        let mut worth = self.style.card[usize::from(level)] * COPIES[usize::from(held.min(6))] / 100;
        if !self.seat.is_in(self.game.crowned) {
            // A player who courts the Empress wants different 3 Star cards, and copies to upgrade into one.
            match (level, held) {
                (2, 0) => worth += (self.style.empress - 60).max(0) * 2,
                (1, 1 | 2) => worth += (self.style.empress - 60).max(0) / 2,
                _ => {}
            }
        }
        for event in bits(self.game.open[self.seat]) {
            let event = &self.table.events[usize::from(event)];
            let Some((_, need)) = event.cards.iter().find(|(known, _)| *known == kind) else { continue };
            if held < *need {
                let missing = self.missing(event).max(1);
                worth += i32::from(event.favor) * self.style.event * EVENT_CARD / 100 / missing;
            }
        }
        worth
    }

    pub(super) fn missing(&self, event: &super::table::Event) -> i32 {
        let hand = &self.game.hand[self.seat];
        event.cards.iter().map(|(kind, n)| i32::from(n.saturating_sub(hand[*kind]))).sum()
    }

    /// How good an Event is to have: its Favor times the chance of completing it soon.
    pub(super) fn event(&self, event: u8) -> i32 {
        let (game, seat) = (self.game, self.seat);
        let event = &self.table.events[usize::from(event)];
        let mut steps = self.missing(event);
        steps += event.cards.iter().map(|(kind, _)| i32::from(kind.level())).sum::<i32>() / 2;
        steps += i32::from(event.gold.saturating_sub(game.gold[seat])) / 4;
        steps += i32::from(event.allies.saturating_sub(game.allies[seat].count_ones() as u8));
        let most = game.stars[seat].iter().max().copied().unwrap_or(0);
        steps += 2 * i32::from(event.stars.saturating_sub(most)) + 2 * i32::from(event.upgrades);
        i32::from(event.favor) * 100 / (1 + steps)
    }

    /// What the Stars bring in a turn.
    pub(super) fn engine(&self, stars: &Halls<u8>) -> i32 {
        stars.iter().map(|n| if *n == 0 { 0 } else { self.style.card[usize::from(*n) - 1] }).sum()
    }

    /// The two cheapest cards that pay for a Star, and their worth.
    pub(super) fn payment(&self, star: usize) -> Option<(i32, u32)> {
        let [low, high] = self.table.ally[star].levels;
        let held = |kind: &Kind| self.game.kinds[self.seat] >> kind.0 & 1 == 1;
        let mut best: Option<(i32, u32)> = None;
        for one in Staff::all().map(|staff| staff.card(low)).filter(held) {
            let others = Staff::all().map(|staff| staff.card(high));
            for other in others.filter(|kind| held(kind) && kind.staff() != one.staff()) {
                let cost = self.keep[one] + self.keep[other];
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, 1 << one.0 | 1 << other.0));
                }
            }
        }
        best
    }

    /// What a new Star on a Staff is worth, its price aside; with no Stars left, another one must go.
    pub(super) fn star(&self, staff: Staff) -> i32 {
        let (game, seat) = (self.game, self.seat);
        let mut stars = game.stars[seat];
        let star = usize::from(stars[staff]);
        let favor = i32::from(self.table.ally[star].favor);
        let before = self.engine(&stars);
        if game.supply[seat] == 0
            && let Some(from) = self.weakest(staff)
        {
            stars[from] -= 1;
        }
        stars[staff] += 1;
        self.won(self.table.ally[star].favor)
            + favor * self.style.star[star]
            + (self.engine(&stars) - before) * self.rounds * AHEAD / 100
    }

    pub(super) fn won(&self, favor: u16) -> i32 {
        if self.game.favor[self.seat] + favor >= self.table.win { WIN } else { 0 }
    }

    /// The Staff whose Star is the smallest loss.
    fn weakest(&self, but: Staff) -> Option<Staff> {
        let stars = &self.game.stars[self.seat];
        let loss = |staff: &Staff| {
            let n = usize::from(stars[*staff]);
            self.style.card[n - 1] - if n > 1 { self.style.card[n - 2] } else { 0 }
        };
        Staff::all().filter(|staff| *staff != but && stars[*staff] > 0).min_by_key(loss)
    }

    /// Finds the best purchase whose cards are in hand and whose Gold can be raised by sales.
    fn save_up(&mut self) {
        let (game, table, seat) = (self.game, self.table, self.seat);
        let mut best = 0;
        let mut goals: Vec<(i32, u8, u32)> = Vec::new();
        for star in 0..usize::from(table.stars_per_staff) {
            let staff = Staff::all().find(|staff| usize::from(game.stars[seat][*staff]) == star);
            if let (Some(staff), Some((cost, cards))) = (staff, self.payment(star)) {
                goals.push((self.star(staff) - cost, table.ally[star].gold, cards));
            }
        }
        let jewels = game.kinds[seat] >> (2 * STAFF);
        if !seat.is_in(game.crowned) && jewels.count_ones() >= table.empress.cards.into() {
            let favor = i32::from(table.empress.favor) * self.style.empress + self.won(table.empress.favor);
            let less = self.discount().map_or(0, |(_, less)| less);
            let gold = table.empress.gold.saturating_sub(less);
            goals.push((favor - 3 * self.style.card[2], gold, jewels << (2 * STAFF)));
        }
        for (worth, gold, cards) in goals {
            let missing = i32::from(gold) - i32::from(game.gold[seat]);
            if missing <= 0 || game.day.no_gold {
                continue;
            }
            let sales: i32 = Kind::all()
                .map(|kind| {
                    let spare = i32::from(game.hand[seat][kind]) - i32::from((cards >> kind.0 & 1) as u8);
                    spare.max(0) * i32::from(table.cards[kind.at()].gold)
                })
                .sum();
            let worth = worth - i32::from(gold) * GOLD - missing * 30;
            if sales.min(game.treasury.into()) >= missing && worth > best {
                (best, self.reserved, self.short) = (worth, cards, missing);
            }
        }
    }

    /// A card in hand that makes the Empress cheaper, and by how much.
    fn discount(&self) -> Option<(Kind, u8)> {
        bits(self.game.market[self.seat].into()).find_map(|card| {
            let card = Kind::market(card);
            let less = |(op, _): &(Op, usize)| if let Op::Empress(less) = op { Some(*less) } else { None };
            self.table.cards[card.at()].ops.iter().find_map(less).map(|less| (card, less))
        })
    }

    /// What an option is worth; ending the turn is worth nothing.
    fn worth(&self, act: Act) -> i32 {
        let (game, table, seat) = (self.game, self.table, self.seat);
        match (game.phase, act) {
            (Phase::Play, Act::Pass) => 0,
            (Phase::Play, _) => self.play(act),
            (Phase::Place, Act::Staff(staff)) => (0..3).map(|level| self.want[staff.card(level)]).sum::<i32>() / 4,
            (Phase::Collect, Act::Level(level)) => self.want[game.doing.staff.card(level - 1)],
            (Phase::Remove, Act::Staff(staff)) => i32::from(self.weakest(game.doing.staff) == Some(staff)) * 500,
            (Phase::Bought, Act::Market(card)) => self.effect(Kind::market(card)).max(20),
            (Phase::Spend, Act::Card(spent)) => self.best_draw(spent) - self.keep[spent],
            (Phase::Draw, Act::Staff(staff)) => {
                let Op::Draw { level, .. } = self.op() else { return 0 };
                let level = if level == NONE { game.doing.spent.level() } else { level };
                self.want[staff.card(level)]
            }
            (Phase::Take, Act::Card(what)) => self.want[what],
            (_, Act::Card(what)) => -self.keep[what],
            (Phase::Target, Act::Player(other)) => 50 + self.rival(other),
            (Phase::React, Act::Cancel(card)) => self.blow() - if card.is_staff() { self.keep[card] } else { 100 },
            (Phase::Shift, Act::Shift(from, to)) => {
                let mut stars = game.stars[seat];
                stars[from] -= 1;
                stars[to] += 1;
                self.engine(&stars) - self.engine(&game.stars[seat])
            }
            (Phase::Barter, Act::Shift(from, to)) => {
                let mut stars = game.stars[seat];
                stars[from] -= 1;
                stars[to] += 1;
                self.engine(&stars) - self.engine(&game.stars[seat])
            }
            (Phase::Return, Act::Staff(staff)) => {
                let other = game.next_of(game.doing.targets).unwrap_or(seat);
                100 * i32::from(game.stars[other][staff])
            }
            (Phase::Begin | Phase::Refill | Phase::Keep, Act::Event(event)) => self.event(event),
            (Phase::Exchange, Act::Event(event)) => -self.event(event),
            (Phase::Swap, Act::Swap(new, old)) => self.event(new) - self.event(old),
            (Phase::Grant, Act::Staff(staff)) => {
                let price = &table.ally[usize::from(game.stars[seat][staff])];
                self.star(staff) - i32::from(price.gold) * GOLD
            }
            (Phase::Offer, Act::Accept) => self.want[game.doing.spent] - self.keep[game.doing.wanted] - 10,
            _ => 0,
        }
    }

    /// What an option of the Play step is worth.
    fn play(&self, act: Act) -> i32 {
        let (game, table, seat) = (self.game, self.table, self.seat);
        let at = |n: u8| usize::from(n);
        match act {
            Act::Complete(event) => WIN / 2 + i32::from(table.events[at(event)].favor),
            Act::Move(_, 0) => 1,
            Act::Move(staff, level) => 400 + self.want[staff.card(level - 1)],
            Act::Empress => {
                let favor = i32::from(table.empress.favor) * self.style.empress + self.won(table.empress.favor);
                favor - i32::from(table.empress.gold) * GOLD - 3 * self.style.card[2]
            }
            Act::Ally(staff) => {
                let star = at(game.stars[seat][staff]);
                let Some((cost, _)) = self.payment(star) else { return 0 };
                let gold = if game.day.no_gold { 0 } else { i32::from(table.ally[star].gold) };
                let is_new = game.stars[seat][staff] == 0;
                let allies = game.allies[seat].count_ones() as u8 + u8::from(is_new);
                let most = game.stars[seat][staff] + 1;
                let nudge = self.nudge(|e| (is_new && e.allies == allies) || e.stars == most);
                self.star(staff) + nudge - cost - gold * GOLD
            }
            Act::Sell(kind) => {
                let is_spare = self.reserved >> kind.0 & 1 == 0 || game.hand[seat][kind] > 1;
                let is_full = game.cards[seat] > table.hand_limit && game.day.moves == 0;
                if (self.short > 0 && is_spare) || is_full {
                    // The least useful first, and one valuable card rather than many cheap ones.
                    60 - self.keep[kind] / 20 + 2 * i32::from(table.cards[kind.at()].gold).min(self.short)
                } else {
                    -1
                }
            }
            Act::Upgrade(kind) => {
                let n = table.upgrade;
                let held = game.hand[seat][kind];
                let cost: i32 = (1..=n).map(|i| self.copy(kind, held.saturating_sub(i))).sum();
                self.want[kind.upgraded()] - cost + self.nudge(|event| event.upgrades == game.day.upgrades + 1)
            }
            Act::Buy => {
                let spare = i32::from(game.gold[seat]) - i32::from(table.market_gold);
                self.style.market - i32::from(table.market_gold) * GOLD - if self.short > 0 { 200 } else { 0 } + spare
            }
            Act::Play(card) if card.is_staff() => self.effect(card) - self.keep[card],
            // This card makes the Empress cheaper, so it is played first.
            Act::Play(card) if self.discount().is_some_and(|(known, _)| known == card) => self.effect(card) + 100,
            Act::Play(card) => self.effect(card) - 30,
            Act::Offer(give, want) => (self.want[want] - self.keep[give] - 40).min(300),
            _ => 0,
        }
    }

    /// What an action is worth as the last step toward an Event.
    fn nudge(&self, is_last: impl Fn(&super::table::Event) -> bool) -> i32 {
        if self.game.day.events == 0 {
            return 0;
        }
        let events = bits(self.game.open[self.seat]).map(|event| &self.table.events[usize::from(event)]);
        events.filter(|event| is_last(event)).map(|event| i32::from(event.favor) * self.style.event).max().unwrap_or(0)
    }

    /// The best card that can be drawn after spending a kind, according to the operation that follows.
    fn best_draw(&self, spent: Kind) -> i32 {
        let ops = &self.table.cards[self.game.doing.card.at()].ops;
        let Some((Op::Draw { level, from, .. }, _)) = ops.get(usize::from(self.game.doing.at) + 1) else { return 0 };
        self.drawn(*level, *from, spent, 1)
    }

    pub(super) fn drawn(&self, level: u8, from: super::effect::From, spent: Kind, n: usize) -> i32 {
        let sources = self.game.sources_after(level, from, spent);
        let level = if level == NONE { spent.level() } else { level };
        let mut all: Vec<i32> = Staff::among(sources).map(|staff| self.want[staff.card(level)]).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.iter().take(n).sum()
    }

    fn op(&self) -> Op {
        self.table.cards[self.game.doing.card.at()].ops[usize::from(self.game.doing.at)].0
    }

    /// How much it helps to harm a player: most for the one in front.
    fn rival(&self, other: Seat) -> i32 {
        i32::from(self.game.favor[other]) * 4 + i32::from(self.game.gold[other]) + i32::from(self.game.cards[other])
    }
}
