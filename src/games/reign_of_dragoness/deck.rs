//! The deck for a number of players, and what can be computed from it before the first deal.

use super::effect::Effect;
use super::load::{Clan, Content, Kind, NUMBERS, SPECIALS, Special, WILDS, breaks};
use crate::content;
use crate::finding::{Finding, rule};
use crate::sim::{Each, Rules, handle};

/// Cards of one hand.
pub const HAND: usize = 13;
/// A set of cards: dragons by number, then clan, weakest first, so that a higher bit is a stronger dragon; then specials.
pub type Cards = u128;
/// The first bit of a special card.
pub const SPECIAL: u32 = (NUMBERS * 8) as u32;

handle! {
    /// A card, by its bit in a set of cards.
    Card;
}

/// Stands for no card.
pub const NO_CARD: Card = Card(u8::MAX);

/// What each card has.
pub type EachCard<T> = Each<Card, T, 128>;

impl Card {
    /// The set of this card alone.
    #[inline]
    pub const fn bit(self) -> Cards {
        1 << self.0
    }

    /// The first card of a set.
    #[inline]
    pub const fn first(cards: Cards) -> Card {
        Card(cards.trailing_zeros() as u8)
    }
}

/// Strength of a play: number, then jewels of its top card.
pub type Strength = u8;

/// The strength of a number with jewels.
pub const fn strength(number: u8, jewels: u8) -> Strength {
    number << 4 | jewels
}

/// The number of a strength.
pub const fn number(strength: Strength) -> u8 {
    strength >> 4
}

/// A wild card of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wild {
    pub card: Card,
    /// The numbers it can stand for.
    pub range: (u8, u8),
    /// Its jewels.
    pub tie: u8,
    /// The equal cards before it, from bit 0: those are played first.
    pub twins: u16,
}

/// Wild cards played together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combo {
    /// Which wild cards, from bit 0.
    pub wilds: u16,
    /// Their bits.
    pub cards: Cards,
    pub count: u8,
    /// The jewels of the strongest.
    pub tie: u8,
    /// The numbers that all of them can be, one bit each.
    pub numbers: u16,
    /// Equal cards that come before one of them.
    pub twins: u16,
}

impl Wild {
    /// Whether it can stand for that number.
    #[inline]
    pub fn reaches(&self, number: u8) -> bool {
        self.range.0 <= number && number <= self.range.1
    }
}

/// What is prepared for a number of players.
pub struct Table {
    pub players: usize,
    /// All cards as bits.
    pub all: Cards,
    /// All cards as a list to be shuffled.
    pub list: Vec<u8>,
    /// The dragons.
    pub dragons: Cards,
    /// The wild cards.
    pub wilds: Vec<Wild>,
    /// Their bits.
    pub wild_bits: Cards,
    /// Every way to play them together, by their bits from 0.
    pub combos: Vec<Combo>,
    /// The Dragoness.
    pub dragoness: Cards,
    /// The Revives.
    pub revives: Cards,
    /// What a Revive does.
    pub effect: Effect,
    /// A Revive can be played on a top number below this.
    pub below: u8,
    /// Jewels of each clan, weakest first.
    pub jewels: [u8; 8],
    /// The strength of each card played alone.
    pub alone: EachCard<Strength>,
    /// The dragons that beat each strength.
    pub above: Box<[Cards; 256]>,
    /// The piece of each card.
    pub pieces: EachCard<u16>,
    /// The name of each card.
    pub names: Vec<String>,
    /// How many specials of each kind are in the deck.
    pub kinds: [u32; 5],
    /// Whether a pass holds for one turn only.
    pub is_tactical: bool,
    /// Cards of a Horde; 0 without Hordes.
    pub horde: u8,
}

impl Table {
    /// What a wild card can stand for; wild cards come first among the specials.
    pub fn wild(&self, card: Card) -> &Wild {
        &self.wilds[usize::from(card.0 - SPECIAL as u8)]
    }

    /// The names of cards, weakest first.
    pub fn named(&self, cards: Cards) -> String {
        let names: Vec<&str> = cards_in(cards).map(|card| self.names[card.at()].as_str()).collect();
        names.join(", ")
    }
}

/// The cards of a set, one by one.
#[inline]
pub fn cards_in(mut cards: Cards) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let card = Card::first(cards);
        cards &= cards.wrapping_sub(1);
        (card.0 < 128).then_some(card)
    })
}

/// Prepares a table.
pub fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
    let (least, most) = content.players;
    let is_two = players == 2 && rules.is("two-players", "on");
    if !(least..=most).contains(&players) && !is_two {
        let two = if players == 2 { "; `--rules two-players=on` lets two play with the smallest deck" } else { "" };
        return Err(format!("{least} to {most} can play, not {players}{two}"));
    }
    let column = content.decks.iter().find(|deck| deck.is_for(players.max(least)));
    let column = column.ok_or_else(|| format!("the deck table has no column for {players} players"))?;
    let is_conjuring = rules.is("conjuring", "on") && players >= 4;
    let clans = if is_conjuring { players.min(content.clans.len()) } else { column.clans };
    let mut table = Table {
        players,
        all: 0,
        list: Vec::new(),
        dragons: 0,
        wilds: Vec::new(),
        wild_bits: 0,
        combos: Vec::new(),
        dragoness: 0,
        revives: 0,
        effect: Effect::default(),
        below: 0,
        jewels: [0; 8],
        alone: EachCard::all(0),
        above: Box::new([0; 256]),
        pieces: EachCard::all(0),
        names: vec![String::new(); 128],
        kinds: [0; 5],
        is_tactical: rules.is("tactical-passing", "on"),
        horde: match (rules.is("hordes", "on"), players) {
            (false, _) => 0,
            (true, ..=4) => 4,
            (true, _) => 5,
        },
    };
    // RD-1: with fewer clans, the weakest play.
    for (at, clan) in content.clans.iter().enumerate().take(clans) {
        add_clan(&mut table, content, at, clan);
    }
    let mut card = Card(SPECIAL as u8);
    for (kind, many) in Kind::WORDS.map(|word| word.2).into_iter().zip(column.specials) {
        let copies = content.specials.iter().filter(|s| s.kind == kind).flat_map(|s| (0..s.copies).map(move |_| s));
        for special in copies.take(many) {
            add_special(&mut table, content, card, special, rules);
            card.0 += 1;
        }
        table.kinds[kind as usize] = many as u32;
    }
    table.list = cards_in(table.all).map(|card| card.0).collect();
    table.combos = (0..1u16 << table.wilds.len()).map(|wilds| combo(&table.wilds, wilds)).collect();
    for strength in 0..=u8::MAX {
        let beats = |card: &Card| table.alone[*card] > strength;
        table.above[usize::from(strength)] = cards_in(table.dragons).filter(beats).map(Card::bit).sum();
    }
    if table.list.len() < HAND * players {
        return Err(format!("{} cards are too few to deal {HAND} to each of {players}", table.list.len()));
    }
    Ok(table)
}

fn combo(wilds: &[Wild], chosen: u16) -> Combo {
    let none = Combo { wilds: chosen, numbers: ((1 << NUMBERS) - 1) << 1, ..Combo::default() };
    wilds.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).fold(none, |sum, (_, wild)| Combo {
        cards: sum.cards | wild.card.bit(),
        count: sum.count + 1,
        tie: sum.tie.max(wild.tie),
        numbers: sum.numbers & ((1 << (wild.range.1 + 1)) - (1 << wild.range.0)) as u16,
        twins: sum.twins | wild.twins,
        ..sum
    })
}

fn add_clan(table: &mut Table, content: &Content, at: usize, clan: &Clan) {
    table.jewels[at] = clan.jewels;
    for number in 0..NUMBERS {
        let card = Card((number * 8 + at) as u8);
        table.all |= card.bit();
        table.dragons |= card.bit();
        table.alone[card] = strength(number as u8 + 1, clan.jewels);
        let piece = content.dragons[at][number];
        table.pieces[card] = piece as u16;
        table.names[card.at()] = content.facts.pieces[piece].name.clone();
    }
}

fn add_special(table: &mut Table, content: &Content, card: Card, special: &Special, rules: &Rules) {
    table.all |= card.bit();
    table.pieces[card] = special.piece as u16;
    table.names[card.at()] = content.facts.pieces[special.piece].name.clone();
    table.alone[card] = strength(special.alone, special.tie);
    match special.kind {
        Kind::Dragoness => table.dragoness |= card.bit(),
        Kind::Revive => {
            table.revives |= card.bit();
            table.effect = special.effect;
            // Ultimate revival: only the Dragoness is out of reach.
            let ultimate = rules.is("ultimate-revival", "on");
            table.below = if ultimate { NUMBERS as u8 + 1 } else { special.effect.below };
        }
        Kind::DragonKnight | Kind::Squire | Kind::Page => {
            let (range, tie) = (special.range, special.tie);
            let alone = table.alone[card];
            let equal = |w: &&Wild| w.range == range && w.tie == tie && table.alone[w.card] == alone;
            let twins = table.wilds.iter().filter(equal).map(|w| 1 << (w.card.0 - SPECIAL as u8)).sum();
            table.wilds.push(Wild { card, range, tie, twins });
            table.wild_bits |= card.bit();
        }
    }
}

/// Compares the deck table with the box and with the numbers of players.
pub fn check(content: &Content, game: &content::Game, found: &mut Vec<Finding>) {
    columns(content, game, found);
    for deck in &content.decks {
        if deck.clans > content.clans.len() {
            let message = format!("{} clans are dealt, and there are {}", deck.clans, content.clans.len());
            found.push(shortage(deck.places[1].clone(), message));
        }
        for (i, (word, _, kind)) in Kind::WORDS.into_iter().enumerate() {
            let there: usize = content.specials.iter().filter(|s| s.kind == kind).map(|s| s.copies).sum();
            if deck.specials[i] > there {
                let message = format!("{} of `{word}` are dealt, and the box holds {there}", deck.specials[i]);
                found.push(shortage(deck.places[i + 2].clone(), message));
            }
            if kind == Kind::Dragoness && deck.specials[i] > 1 {
                found.push(breaks(deck.places[i + 2].clone(), "there is only one Dragoness", "write 1"));
            }
        }
        let specials: usize = deck.specials.iter().sum();
        if specials > SPECIALS || deck.specials[..3].iter().sum::<usize>() > WILDS {
            let message =
                format!("{specials} special cards are dealt; the limits are {SPECIALS}, and {WILDS} wild ones");
            found.push(breaks(deck.places[0].clone(), message, "use fewer"));
        }
        let most = deck.players.1.min(content.players.1);
        if deck.cards() < HAND * most {
            let message = format!(
                "{} clans and {specials} special cards are {} cards; {most} players need {}",
                deck.clans,
                deck.cards(),
                HAND * most
            );
            let help = "let more clans play, or fewer players";
            found.push(Finding::new(&rule::COMPONENT_SHORTAGE, deck.places[1].clone(), message).help(help));
        }
        // RD-19: as many clans as players, from four on.
        let short =
            (deck.players.0.max(4)..=most).find(|n| n.min(&content.clans.len()) * NUMBERS + specials < HAND * n);
        if let Some(players) = short.filter(|_| deck.cards() >= HAND * most) {
            let message = format!(
                "with `conjuring`, {players} clans and {specials} special cards are too few for {players} players"
            );
            let help = format!("they need {} special cards", players);
            found.push(Finding::new(&rule::COMPONENT_SHORTAGE, deck.places[0].clone(), message).help(help));
        }
    }
    unused(content, found);
}

fn shortage(place: crate::finding::Place, message: String) -> Finding {
    Finding::new(&rule::COMPONENT_SHORTAGE, place, message).help("lower the number, or add the missing cards")
}

/// Every number of players has one column.
fn columns(content: &Content, game: &content::Game, found: &mut Vec<Finding>) {
    let (least, most) = content.players;
    for players in least..=most {
        let columns: Vec<_> = content.decks.iter().filter(|deck| deck.is_for(players)).collect();
        match columns[..] {
            [_] => {}
            [first, second, ..] => found.push(
                breaks(second.places[0].clone(), format!("two columns are for {players} players"), "leave it to one")
                    .other(first.places[0].clone(), "the other one"),
            ),
            [] => {
                let message = format!("no column of the deck table is for {players} players");
                // A gap between columns is a slip in the next one; beyond the last column, the game promises too much.
                let next = content.decks.iter().find(|deck| deck.players.0 > players);
                let place = next.map_or(&game.players_at, |deck| &deck.places[0]);
                found.push(breaks(place.clone(), message, "add a column, or fix the numbers of players"));
                return;
            }
        }
    }
    for deck in content.decks.iter().filter(|deck| deck.players.0 < least || deck.players.1 > most) {
        let message = format!(
            "the column is for {} to {} players, the game for {least} to {most}",
            deck.players.0, deck.players.1
        );
        found.push(
            breaks(deck.places[0].clone(), message, "fix one of them").other(game.players_at.clone(), "the game"),
        );
    }
}

/// Cards that no column ever deals.
fn unused(content: &Content, found: &mut Vec<Finding>) {
    for (i, (word, _, kind)) in Kind::WORDS.into_iter().enumerate() {
        let of_kind = || content.specials.iter().filter(|s| s.kind == kind);
        let there: usize = of_kind().map(|s| s.copies).sum();
        let used = content.decks.iter().map(|deck| deck.specials[i]).max().unwrap_or(0);
        if there > used
            && let Some(last) = of_kind().next_back()
        {
            let message = format!("the box holds {there} of `{word}`, and no deck uses more than {used}");
            let help = format!("lower `count` by {}, or raise `{word}` in the deck table", there - used);
            found.push(Finding::new(&rule::COMPONENT_UNUSED, last.count_at.clone(), message).help(help));
        }
    }
    let used = content.decks.iter().map(|deck| deck.clans).max().unwrap_or(0);
    if let Some(deck) = content.decks.iter().max_by_key(|deck| deck.clans).filter(|_| used < content.clans.len()) {
        let message = format!("there are {} clans, and no deck uses more than {used}", content.clans.len());
        let help = "let the largest deck use all clans";
        found.push(Finding::new(&rule::COMPONENT_UNUSED, deck.places[1].clone(), message).help(help));
    }
}
