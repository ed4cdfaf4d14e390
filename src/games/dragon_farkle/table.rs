//! The setup of a game, and Magic Items counted by kind.

use super::effect::{BRAWL, FINAL, MOMENTS, Moment, Op, Power, RECRUIT};
use super::load::{Content, Event, Numbers, Record};
use super::odds::Odds;
use super::scoring::Scores;
use super::{Act, Next};
use crate::sim::{Rules, handle};

handle! {
    /// A card by its number: Companions first, then kinds of Magic Items.
    Card;
    /// A kind of Magic Item.
    Item;
}

/// Stands for no card.
pub const NOTHING: Card = Card(u8::MAX);

/// Magic Items: four bits for each kind.
pub type Items = u64;

/// One item of a kind.
#[inline]
pub const fn one(kind: Item) -> Items {
    1 << (4 * kind.0)
}

/// How many there are of a kind.
#[inline]
pub const fn many(items: Items, kind: Item) -> u32 {
    (items >> (4 * kind.0) & 15) as u32
}

/// How many there are in all.
#[inline]
pub const fn size(items: Items) -> u32 {
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = (items & LOW) + (items >> 4 & LOW);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// The kinds of which there is at least one.
pub fn held_kinds(mut items: Items) -> impl Iterator<Item = Item> {
    std::iter::from_fn(move || {
        if items == 0 {
            return None;
        }
        let kind = items.trailing_zeros() / 4;
        items &= !(15 << (4 * kind));
        Some(Item(kind as u8))
    })
}

/// The setup for a number of players.
pub struct Table {
    pub players: usize,
    /// The Companions.
    pub companions: Vec<Record>,
    /// The kinds of Magic Items.
    pub items: Vec<Record>,
    /// All Magic Items.
    pub all_items: Items,
    /// All Companions, one bit each.
    pub all_companions: u16,
    /// The kinds that stay with their owner, face up.
    pub kept: Items,
    /// The numbers of the rules.
    pub numbers: Numbers,
    /// Damage that wins.
    pub damage: u8,
    /// Whether the defender wins a tie.
    pub defender_wins_ties: bool,
    /// The Soldier table.
    pub scores: Scores,
    /// The sides of the Event die.
    pub event: [Event; 6],
    /// What bots know about the dice.
    pub odds: Odds,
    /// The values of the tokens, largest first, and how many are printed.
    pub tokens: Vec<(u32, u32)>,
    /// For each moment and action, the kinds that can be used, four bits each.
    usable: [[Items; 3]; MOMENTS.len()],
    /// The options of each roll, for a blank side.
    pub plain: Vec<Vec<Act>>,
    /// The same for a rally side.
    pub rally: Vec<Vec<Act>>,
}

const fn action_at(action: u8) -> usize {
    match action {
        RECRUIT => 0,
        BRAWL => 1,
        _ => 2,
    }
}

impl Table {
    /// The kinds that can be used at a moment in an action.
    #[inline]
    pub fn usable(&self, when: Moment, action: u8) -> Items {
        self.usable[when as usize][action_at(action)]
    }

    /// A Companion's power.
    pub fn companion(&self, companion: Card) -> &Power {
        &self.companions[companion.at()].power
    }

    /// The record of a card.
    pub fn card(&self, card: Card) -> &Record {
        let at = card.at();
        self.companions.get(at).unwrap_or_else(|| &self.items[at - self.companions.len()])
    }

    /// The card of a kind of Magic Item.
    #[inline]
    pub fn card_of(&self, item: Item) -> Card {
        Card(self.companions.len() as u8 + item.0)
    }

    /// The kind of Magic Item that a card is, if it is no Companion.
    #[inline]
    pub fn item_of(&self, card: Card) -> Option<Item> {
        card.0.checked_sub(self.companions.len() as u8).map(Item)
    }

    /// A Companion's operations at a moment in an action, if it acts then.
    #[inline]
    pub fn acts(&self, companion: Card, when: Moment, action: u8) -> &[(Op, usize)] {
        if companion == NOTHING {
            return &[];
        }
        let power = self.companion(companion);
        if power.when == when && power.actions & action != 0 { &power.ops } else { &[] }
    }

    /// Soldier dice of a defender.
    pub fn defender_dice(&self, companion: Card) -> u8 {
        let more = self.acts(companion, Moment::AsDefender, BRAWL).iter().find_map(|(op, _)| match op {
            Op::Dice(n) => Some(*n),
            _ => None,
        });
        more.unwrap_or(self.numbers.defender_dice)
    }

    /// The fewest tokens of each value for some piles of soldiers, largest value first, and whether enough are printed.
    pub fn change(&self, piles: impl Iterator<Item = u32> + Clone) -> (Vec<u32>, bool) {
        let mut fewest: Vec<u32> = Vec::with_capacity(self.tokens.len());
        let mut above = u32::MAX;
        for (value, _) in &self.tokens {
            fewest.push(piles.clone().map(|pile| pile % above / value).sum());
            above = *value;
        }
        // A shortage of one value is made up with the next smaller one.
        let mut owed = 0;
        for (at, ((value, printed), needed)) in self.tokens.iter().zip(&fewest).enumerate() {
            let needed = needed + owed;
            let times = self.tokens.get(at + 1).map_or(1, |(smaller, _)| value / smaller);
            owed = needed.saturating_sub(*printed) * times;
        }
        (fewest, owed == 0)
    }
}

/// Prepares the table for a number of players.
pub fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
    let (least, most) = content.players;
    if !(least..=most).contains(&players) {
        return Err(format!("{least} to {most} can play, not {players}"));
    }
    let kinds = || content.items.iter().enumerate().map(|(kind, card)| (15 << (4 * kind), card));
    let mut usable = [[0; 3]; MOMENTS.len()];
    for (mask, card) in kinds() {
        for (at, action) in [RECRUIT, BRAWL, FINAL].into_iter().enumerate() {
            if card.power.actions & action != 0 {
                usable[card.power.when as usize][at] |= mask;
            }
        }
    }
    let numbers = content.numbers;
    let options = |nexts: &[Next]| {
        let rolls = content.scores.rolls.iter().map(|roll| {
            roll.asides
                .clone()
                .flat_map(|aside| nexts.iter().map(move |next| Act::Aside(aside as u16, *next)))
                .collect()
        });
        rolls.collect()
    };
    Ok(Table {
        players,
        companions: content.companions.clone(),
        items: content.items.clone(),
        all_items: content.copies.iter().enumerate().map(|(kind, n)| one(Item(kind as u8)) * u64::from(*n)).sum(),
        all_companions: ((1u32 << content.companions.len()) - 1) as u16,
        kept: kinds().filter(|(_, card)| card.power.keeps).map(|(mask, _)| mask).sum(),
        numbers,
        damage: if rules.is("difficult", "on") { numbers.damage_hard } else { numbers.damage },
        defender_wins_ties: rules.is("defender-wins-ties", "on"),
        scores: content.scores.clone(),
        event: content.event,
        odds: content.odds().clone(),
        tokens: content.tokens.clone(),
        usable,
        plain: options(&[Next::Stop, Next::Roll]),
        rally: options(&[Next::DoubleStop, Next::DoubleRoll, Next::Draw]),
    })
}
