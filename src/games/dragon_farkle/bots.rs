//! The game's own bots. They look at nothing that their player cannot see.

use super::effect::{BRAWL, Moment, Op};
use super::load::Event;
use super::odds::UNIT;
use super::scoring::{die, showing};
use super::table::{Table, size};
use super::{Act, Card, Next, Phase, Quest};
use crate::sim::{Chance, Seat};

/// Recruits by the best odds, brawls with the rich, knows when to fight, and uses cards where they help.
const CAPTAIN: usize = 0;
/// Stops as soon as enough is set aside.
const THRESHOLD: usize = 1;
/// Maximizes the average number of soldiers per turn and ignores everything else.
const RECRUITER: usize = 2;

/// What one of the bots does: an index into `legal`.
pub fn advise(game: &Quest, table: &Table, strategy: usize, legal: &[Act], _: &mut dyn Chance) -> usize {
    let worth = |act: &Act| match game.phase {
        Phase::Action => action(game, table, strategy, act),
        Phase::Rolled => rolled(game, table, strategy, act),
        Phase::GoOn => match act {
            Act::Stop => stop(game, table, strategy, game.score),
            Act::Use(_) => -10_000.0,
            _ => go_on(game, table, strategy, game.dice, game.score),
        },
        Phase::Between => between(game, table, act),
        Phase::Stopped | Phase::Brawled | Phase::Hit => asked(game, table, act),
        Phase::Target => target(game, table, act),
        Phase::Die => die_worth(game, table, act),
        Phase::Face => face_worth(game, table, act),
        Phase::Drop => drop_worth(table, act),
        Phase::Over => 0.0,
    };
    let mut best = (0, f32::NEG_INFINITY);
    for (at, act) in legal.iter().enumerate() {
        let value = worth(act);
        if value > best.1 {
            best = (at, value);
        }
    }
    best.0
}

/// What a Magic Item that was drawn this turn is worth, in soldiers.
const ITEM: f32 = 150.0;

fn item(strategy: usize) -> f32 {
    if strategy == RECRUITER { 0.0 } else { ITEM }
}

fn item_worth(game: &Quest, strategy: usize) -> f32 {
    size(game.fresh[game.roller()]) as f32 * item(strategy)
}

/// What stopping is worth.
fn stop(game: &Quest, table: &Table, strategy: usize, aside: u32) -> f32 {
    let items = item_worth(game, strategy);
    if game.action == BRAWL && !game.is_defending && strategy == CAPTAIN {
        return attack(game, table, 0, aside).0 + items * 0.5;
    }
    aside as f32 + items
}

fn attack(game: &Quest, table: &Table, dice: usize, aside: u32) -> (f32, f32) {
    table.odds.attack(&table.numbers, dice, aside, game.army[game.target])
}

/// What rolling on is worth, compared with stopping.
fn go_on(game: &Quest, table: &Table, strategy: usize, dice: u8, aside: u32) -> f32 {
    let dice = usize::from(dice);
    if strategy == THRESHOLD {
        // With few dice left, less is enough.
        let enough = [500, 300, 300, 350, 400, 450, 500][dice];
        return if aside >= enough { 0.0 } else { 10_000.0 + aside as f32 };
    }
    if game.is_defending && strategy == CAPTAIN {
        // A narrow loss is no better than a bad one: roll on until the attack is beaten.
        return if aside > game.attack { -1.0 } else { aside as f32 + 1.0 };
    }
    if game.action == BRAWL && strategy == CAPTAIN {
        return attack(game, table, dice, aside).1 + item_worth(game, strategy) * 0.3;
    }
    // An item drawn this turn can be lost too.
    table.odds.go_on(dice, aside) + item_worth(game, strategy) * 0.6
}

// Not inlined: its large frame would slow down every other phase of `advise`.
#[inline(never)]
fn rolled(game: &Quest, table: &Table, strategy: usize, act: &Act) -> f32 {
    match *act {
        Act::Aside(aside, next) => {
            let aside = table.scores.asides[usize::from(aside)];
            let left = match game.dice - aside.count {
                0 => game.all_dice(table),
                left => left,
            };
            let (once, twice) = (game.score + u32::from(aside.value), game.score + 2 * u32::from(aside.value));
            let keep = |score: u32| stop(game, table, strategy, score);
            let roll = |score: u32| go_on(game, table, strategy, left, score);
            match next {
                Next::Stop => keep(once),
                Next::Roll => roll(once),
                Next::DoubleStop => keep(twice),
                Next::DoubleRoll => roll(twice),
                Next::Draw => keep(once).max(roll(once)) + item(strategy) * 0.8,
                Next::Both => keep(twice).max(roll(twice)) + item(strategy),
            }
        }
        Act::Pass => after_pass(game, table, strategy),
        Act::Use(card) => card_worth(game, table, strategy, card),
        _ => 0.0,
    }
}

/// What the roll is worth if no card is used: soldiers, or in a battle the chance to win.
fn after_pass(game: &Quest, table: &Table, strategy: usize) -> f32 {
    if game.action == super::FINAL {
        return battle_worth(game, table, game.event, game.no_losses, 0);
    }
    let roll = &table.scores.rolls[usize::from(game.roll)];
    if game.is_farkle(table) {
        return 0.0;
    }
    let left = game.dice - roll.all.map_or(0, |all| all.count);
    let left = if left == 0 { game.all_dice(table) } else { left };
    stop(game, table, strategy, game.score).max(go_on(game, table, strategy, left, game.score))
}

/// The chance to win this battle after this roll, as a number up to 10,000.
fn battle_worth(game: &Quest, table: &Table, event: Event, no_losses: bool, more: u8) -> f32 {
    let hurt = match event {
        Event::Blank => 0,
        Event::Dragon => table.numbers.dragon_damage,
        Event::Rally => table.numbers.rally_damage,
    };
    let damage = u32::from(game.damage) + hurt + u32::from(more);
    if damage >= u32::from(table.damage) {
        return 10_000.0;
    }
    let army = game.army[game.seat];
    let all = table.scores.rolls[usize::from(game.roll)].all;
    if all.is_none() && hurt == 0 {
        // A Farkle; the army fights again another day.
        return table.odds.win(usize::from(table.damage), 6, army) * 4_000.0;
    }
    let (count, lost) = all.map_or((0, 0), |all| (all.count, if no_losses { 0 } else { u32::from(all.value) }));
    if lost >= army {
        return 0.0;
    }
    let left = if game.dice == count { table.numbers.dice } else { game.dice - count };
    table.odds.win((u32::from(table.damage) - damage) as usize, usize::from(left), army - lost) * 10_000.0
}

/// What a card would make of the roll.
fn card_worth(game: &Quest, table: &Table, strategy: usize, card: Card) -> f32 {
    let power = &table.card(card).power;
    let is_battle = game.action == super::FINAL;
    let pass = after_pass(game, table, strategy);
    let now = if is_battle || !game.is_scoring(table) { pass } else { best_aside(game, table, strategy, game.roll) };
    let is_companion = table.item_of(card).is_none();
    // An unused item is worth something too.
    let cost = if is_companion { 0.0 } else { ITEM };
    match power.ops.first().map(|(op, _)| *op) {
        Some(Op::Damage(n)) => battle_worth(game, table, game.event, game.no_losses, n) - 100.0,
        Some(Op::TurnEvent(event)) if is_battle => battle_worth(game, table, event, game.no_losses, 0) - 100.0,
        Some(Op::TurnEvent(_)) => now + best_value(game, table) - cost,
        Some(Op::IgnoreDragon | Op::IgnoreLosses) if is_battle => {
            battle_worth(game, table, game.event, true, 0) - 300.0
        }
        Some(Op::IgnoreDragon) => best_aside(game, table, strategy, game.roll) - cost,
        Some(Op::IgnoreFarkle) => game.score as f32 + item_worth(game, strategy) - cost * 0.5,
        Some(Op::RerollEvent) => {
            let after = |event| battle_worth(game, table, event, game.no_losses, 0);
            let even = table.event.iter().map(|event| after(*event)).sum::<f32>() / 6.0;
            even - 1.0
        }
        Some(Op::Reroll(n)) => {
            let gain = reroll_gain(game, table, strategy, n);
            if is_battle { pass + gain - if is_companion { 1.0 } else { 400.0 } } else { now + gain - cost }
        }
        Some(Op::Turn(_)) => {
            let best = (0..6).flat_map(|from| (0..6).map(move |to| (from, to)));
            let best = best
                .filter_map(|(from, to)| turned(game, table, from, to))
                .map(|roll| with_roll(game, table, strategy, roll));
            best.fold(f32::NEG_INFINITY, f32::max) - if is_battle { 300.0 } else { cost }
        }
        // Soldiers at any time: now, if they save the army.
        Some(Op::Gain(n, _)) if is_battle => {
            let all = table.scores.rolls[usize::from(game.roll)].all.map_or(0, |all| u32::from(all.value));
            let army = game.army[game.seat];
            let saves = all >= army && all < army + u32::from(n);
            if saves { pass + 1_000.0 } else { pass - 1.0 }
        }
        _ => f32::NEG_INFINITY,
    }
}

/// The most soldiers that the roll itself can bring.
fn best_value(game: &Quest, table: &Table) -> f32 {
    f32::from(table.scores.rolls[usize::from(game.roll)].best.iter().copied().max().unwrap_or(0))
}

/// What a roll without the Event die is worth.
fn best_aside(game: &Quest, table: &Table, strategy: usize, roll: u16) -> f32 {
    let mut best = 0.0f32;
    for aside in table.scores.asides(roll) {
        let score = game.score + u32::from(aside.value);
        let left = if game.dice == aside.count { game.all_dice(table) } else { game.dice - aside.count };
        best = best.max(stop(game, table, strategy, score)).max(go_on_capped(game, table, strategy, left, score));
    }
    best
}

fn go_on_capped(game: &Quest, table: &Table, strategy: usize, left: u8, score: u32) -> f32 {
    go_on(game, table, strategy, left, score).min(score as f32 + 1_000.0)
}

/// What a roll would be worth in this action.
fn with_roll(game: &Quest, table: &Table, strategy: usize, roll: u16) -> f32 {
    if game.action == super::FINAL {
        let mut other = game.clone();
        other.roll = roll;
        return after_pass(&other, table, strategy);
    }
    best_aside(game, table, strategy, roll)
}

fn turned(game: &Quest, table: &Table, from: usize, to: usize) -> Option<u16> {
    let dice = table.scores.rolls[usize::from(game.roll)].dice;
    (showing(dice, from) > 0 && from != to).then(|| table.scores.find(dice - die(from) + die(to)))
}

/// How much better the roll becomes on average when the best choice of dice is rolled again.
fn reroll_gain(game: &Quest, table: &Table, strategy: usize, n: u8) -> f32 {
    let dice = table.scores.rolls[usize::from(game.roll)].dice;
    let now = with_roll(game, table, strategy, game.roll);
    if n > 1 {
        // Many dice: only worth it when nothing scores, or nothing in a battle.
        let is_bad = game.is_farkle(table);
        return if is_bad { table.odds.go_on(usize::from(game.dice), game.score).max(300.0) } else { -1_000.0 };
    }
    let gains = (0..6).filter(|face| showing(dice, *face) > 0).map(|face| {
        let after = (0..6).map(|to| with_roll(game, table, strategy, table.scores.find(dice - die(face) + die(to))));
        after.sum::<f32>() / 6.0 - now
    });
    gains.fold(f32::NEG_INFINITY, f32::max)
}

fn die_worth(game: &Quest, table: &Table, act: &Act) -> f32 {
    let Act::Die(face) = *act else { return 0.0 };
    let face = usize::from(face);
    let dice = table.scores.rolls[usize::from(game.roll)].dice;
    let Some((op, _)) = table.card(game.work.card).power.ops.get(usize::from(game.work.op)) else { return 0.0 };
    match op {
        Op::Turn(_) => {
            let best =
                (0..6).filter_map(|to| turned(game, table, face, to)).map(|roll| with_roll(game, table, CAPTAIN, roll));
            best.fold(f32::NEG_INFINITY, f32::max)
        }
        Op::Reroll(1) => {
            let after = (0..6).map(|to| with_roll(game, table, CAPTAIN, table.scores.find(dice - die(face) + die(to))));
            after.sum::<f32>()
        }
        // All dice that do not score.
        _ => {
            let all = table.scores.rolls[usize::from(game.roll)].all.map_or(0, |all| all.dice);
            if showing(all, face) == 0 { 1.0 } else { -1.0 }
        }
    }
}

fn face_worth(game: &Quest, table: &Table, act: &Act) -> f32 {
    let Act::Face(face) = *act else { return 0.0 };
    let dice = table.scores.rolls[usize::from(game.roll)].dice;
    with_roll(game, table, CAPTAIN, table.scores.find(dice - game.work.picked + die(usize::from(face))))
}

// Not inlined: its large frame would slow down every other phase of `advise`.
#[inline(never)]
fn action(game: &Quest, table: &Table, strategy: usize, act: &Act) -> f32 {
    let seat = game.seat;
    let army = game.army[seat];
    let recruits = table.odds.go_on(usize::from(table.numbers.dice), 0);
    match *act {
        Act::Recruit => recruits,
        Act::Battle => {
            let win = table.odds.win(usize::from(table.damage), 6, army);
            let is_inside = seat.is_in(game.keep);
            // Outside, the player can still gather soldiers; inside, leaving costs the whole way back.
            let least = if is_inside { 0.12 } else { 0.0 };
            if win > least { 50_000.0 } else { 0.0 }
        }
        Act::Brawl(target) if strategy == CAPTAIN => {
            let rich = game.army[target];
            let worth = table.odds.attack(&table.numbers, usize::from(table.numbers.dice), 0, rich).1;
            // A rival who is about to enter the Keep should lose soldiers; the fewer rivals, the more this counts.
            let is_close = rich + 1000 >= table.numbers.keep_army;
            let harm = if is_close { (600.0 / (table.players - 1) as f32).max(220.0) } else { 0.0 };
            // About half of all Brawls are won.
            let taken = table.acts(game.companion[seat], Moment::OnWinBrawl, BRAWL).iter().map(|(op, _)| match op {
                Op::Take(n) | Op::Gain(n, _) => f32::from((*n).min(rich.min(5000) as u16)) / 2.0,
                _ => 0.0,
            });
            worth + harm + taken.sum::<f32>()
        }
        Act::Use(card) => match table.card(card).power.when {
            Moment::YourTurn => 100_000.0,
            _ => between(game, table, act),
        },
        _ => 0.0,
    }
}

/// What cards for any time are worth: soldiers that open the Keep to their owner, or a blow at a rival about to enter
/// it.
fn between(game: &Quest, table: &Table, act: &Act) -> f32 {
    let Act::Use(card) = *act else { return 1.0 };
    let seat = game.decider;
    let need = table.numbers.keep_army;
    match table.card(card).power.ops.last().map(|(op, _)| *op) {
        Some(Op::Gain(n, _)) => {
            let army = game.army[seat];
            let opens = army < need && army + u32::from(n) >= need;
            if opens || size(game.items[seat]) > 1 { 60_000.0 } else { 0.0 }
        }
        Some(Op::Lose(n) | Op::Take(n)) => {
            let hits = |other: Seat| {
                let army = game.army[other];
                !other.is_in(game.keep) && army >= need && army - u32::from(n) < need
            };
            let is_early = game.others(game.decider).any(hits);
            if is_early || size(game.items[seat]) > 1 { 60_000.0 } else { 0.0 }
        }
        _ => 60_000.0,
    }
}

fn asked(game: &Quest, table: &Table, act: &Act) -> f32 {
    let Act::Use(card) = *act else { return 1.0 };
    match table.card(card).power.ops.first().map(|(op, _)| *op) {
        // A Brawl does little harm to a player with few soldiers.
        Some(Op::IgnoreBrawl) => {
            if game.army[game.decider] >= 400 {
                2.0
            } else {
                0.0
            }
        }
        _ => 2.0,
    }
}

/// The richest first, above all those who could enter the Keep.
fn target(game: &Quest, table: &Table, act: &Act) -> f32 {
    let Act::Target(other) = *act else { return 0.0 };
    let army = game.army[other] as f32;
    let wants_item = table.card(game.work.card).power.ops.iter().any(|(op, _)| *op == Op::TakeItem);
    if wants_item {
        return size(game.items[other]) as f32 * 100_000.0 + army;
    }
    let is_inside = other.is_in(game.keep);
    let can_enter = game.army[other] >= table.numbers.keep_army && !is_inside;
    army + if can_enter { 20_000.0 } else { 0.0 } + UNIT as f32
}

/// Using an item is better than discarding it; items that help in a battle are kept longest.
fn drop_worth(table: &Table, act: &Act) -> f32 {
    let Act::Drop(kind) = *act else { return 2.0 };
    let power = &table.items[kind.at()].power;
    let is_weapon = power.ops.iter().any(|(op, _)| matches!(op, Op::Damage(_) | Op::Turn(_) | Op::Reroll(_)));
    if is_weapon { 0.0 } else { 1.0 }
}
