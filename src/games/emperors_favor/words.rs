//! The game in words, for `replay`.

use super::kind::NO_KIND;
use super::table::Table;
use super::{Act, KINDS, Kind, Palace, Phase, Staff, bits};
use crate::sim::Seat;

fn player(seat: Seat) -> String {
    format!("Player {seat}")
}

fn hand(game: &Palace, table: &Table, seat: Seat) -> String {
    let names: Vec<String> = Kind::among(game.kinds[seat])
        .map(|kind| match game.hand[seat][kind] {
            1 => table.cards[kind.at()].name.clone(),
            n => format!("{n} {}", table.cards[kind.at()].name),
        })
        .collect();
    if names.is_empty() { "no cards".to_owned() } else { names.join(", ") }
}

/// The table at the start.
pub fn opening(table: &Table) -> String {
    format!(
        "{} heirs with {} Gold each; {} Staff, {} Events, {} Black Market cards.",
        table.players,
        table.start_gold,
        table.staff.len(),
        table.events.len(),
        table.market
    )
}

/// Favor, Gold and Stars as a turn begins.
pub fn standing(game: &Palace, table: &Table) -> String {
    let rows: Vec<String> = Seat::all(table.players)
        .map(|seat| {
            let stars: String = Staff::all().map(|staff| game.stars[seat][staff].to_string()).collect();
            let crown = if seat.is_in(game.crowned) { " crowned" } else { "" };
            format!("{} {} Favor {} Gold {stars}{crown}", player(seat), game.favor[seat], game.gold[seat])
        })
        .collect();
    if game.phase == Phase::Over {
        return format!("    At the end: {}.", rows.join("; "));
    }
    format!("    Turn {}: {}.", game.turns, rows.join("; "))
}

/// Describes an action of the player whose turn it is.
pub fn describe(game: &Palace, table: &Table, act: &Act) -> String {
    let who = player(game.seat);
    let card = |card: Kind| table.cards[card.at()].name.as_str();
    let staff = |staff: Staff| table.staff[staff.at()].as_str();
    let event = |event: u8| table.events[usize::from(event)].name.as_str();
    let under_way = || if game.doing.card == NO_KIND { "the card" } else { card(game.doing.card) };
    match (*act, game.phase) {
        (Act::Pass, Phase::Play) => format!("{who} ends the turn"),
        (Act::Pass, Phase::React) => format!("{who} lets {} happen", under_way()),
        (Act::Pass, Phase::Offer) => format!("{who} declines"),
        (Act::Pass, _) => format!("{who} picks nothing more for {}", under_way()),
        (Act::Event(what), Phase::Exchange) => format!("{who} gives {} away", event(what)),
        (Act::Event(what), _) => format!("{who} keeps {}", event(what)),
        (Act::Staff(what), Phase::Place) => format!("{who} places a Star on the {}", staff(what)),
        (Act::Staff(what), Phase::Remove) => format!("{who} takes a Star from the {}", staff(what)),
        (Act::Staff(what), Phase::Return) => format!("{who} sends a Star home from the {}", staff(what)),
        (Act::Staff(what), _) => format!("{who} picks the {}", staff(what)),
        (Act::Level(level), _) => {
            format!("{who} collects {}", card(game.doing.staff.card(level - 1)))
        }
        (Act::Move(to, 0), _) => format!("{who} moves to the {} and draws nothing", staff(to)),
        (Act::Move(to, level), _) => {
            format!("{who} moves to the {} and draws {}", staff(to), card(to.card(level - 1)))
        }
        (Act::Ally(with), _) => {
            let star = game.stars[game.seat][with] + 1;
            format!("{who} allies with the {}, Star {star}", staff(with))
        }
        (Act::Empress, _) => format!("{who} allies with the Empress"),
        (Act::Sell(kind), _) => {
            format!("{who} discards {} for {} Gold", card(kind), table.cards[kind.at()].gold)
        }
        (Act::Upgrade(kind), _) => format!("{who} upgrades {} to {}", card(kind), card(kind.upgraded())),
        (Act::Play(what), _) => format!("{who} plays {}", card(what)),
        (Act::Buy, _) => format!("{who} goes to the Black Market"),
        (Act::Market(what), _) => format!("{who} buys {}", card(Kind::market(what))),
        (Act::Complete(what), _) => format!("{who} completes {}", event(what)),
        (Act::Card(kind), Phase::Pay | Phase::Crown) => format!("{who} pays {}", card(kind)),
        (Act::Card(kind), Phase::Take) => format!("{who} takes {}", card(kind)),
        (Act::Card(kind), Phase::Give) => format!("{who} gives {}", card(kind)),
        (Act::Card(kind), _) => format!("{who} discards {}", card(kind)),
        (Act::Player(seat), _) => format!("{who} picks player {seat}"),
        (Act::Cancel(what), _) => format!("{who} plays {} against {}", card(what), under_way()),
        (Act::Shift(from, to), Phase::Barter) => {
            format!("{who} swaps a Star on the {} for one on the {}", staff(from), staff(to))
        }
        (Act::Shift(from, to), _) => format!("{who} moves a Star from the {} to the {}", staff(from), staff(to)),
        (Act::Swap(new, old), _) => format!("{who} takes {} for {}", event(new), event(old)),
        (Act::Offer(give, want), _) => format!("{who} offers {} for {}", card(give), card(want)),
        (Act::Accept, _) => format!("{who} accepts"),
    }
}

/// What the player whose turn it is sees.
pub fn outlook(game: &Palace, table: &Table) -> String {
    let seat = game.seat;
    let names = |set: u32, name: &dyn Fn(usize) -> String| {
        let all: Vec<String> = bits(set).map(|at| name(usize::from(at))).collect();
        all.join(", ")
    };
    let events = names(game.open[seat], &|at| table.events[at].name.clone());
    let market = names(game.market[seat].into(), &|at| table.cards[KINDS + at].name.clone());
    let market = if market.is_empty() { String::new() } else { format!("; Black Market: {market}") };
    format!("holds {}; {} Gold; Event: {events}{market}", hand(game, table, seat), game.gold[seat])
}
