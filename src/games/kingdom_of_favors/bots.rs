//! The game's own bots: `greedy` looks one tile ahead; `goal` also looks for uses of favors that win a character.

use super::character::Power;
use super::map::AROUND;
use super::{Act, Characters, Kingdom, Phase, Table};
use crate::sim::{Chance, Game, Purpose, Quiet};

/// Numbers of the strategies.
const GOAL: usize = 1;
/// Ways to use favors that `goal` tries in one decision.
const TRIES: usize = 16;
/// Places for the tile that `goal` looks at after each of them.
const PLACES: usize = 8;
/// How many favors `goal` thinks ahead; an action is up to three decisions.
const DEPTH: usize = 3;
/// What a character that the player has not won yet is worth, on top of its rank.
const NEW: i32 = 30;
/// What the King is worth.
const KING: i32 = 1000;

/// What a strategy does: an index into `legal`.
pub fn advise(game: &Kingdom, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
    match game.phase {
        Phase::Take => best(legal, |act| taken(game, table, act)),
        Phase::Draw => best(legal, |act| drawn(game, table, act)),
        Phase::Lay => {
            let mut laid: Vec<i32> = legal.iter().map(|act| laying(game, table, act)).collect();
            if strategy == GOAL {
                let most = laid.iter().copied().max().unwrap_or(0) / HEED;
                let plans: Vec<i32> = legal.iter().map(|act| planned(game, table, act)).collect();
                // A tile that a plan waited for is not given away.
                let is_awaited = plans.iter().any(|plan| *plan >= AWAITED);
                let now = if is_awaited { most.max(others(table) + 1) } else { most };
                if let Some(help) = helping(game, table, legal, now, chance) {
                    return help;
                }
                laid.iter_mut().zip(plans).for_each(|(worth, plan)| *worth += plan);
            }
            let most = laid.iter().copied().max().unwrap_or(0);
            let equals: Vec<usize> = (0..legal.len()).filter(|at| laid[*at] == most).collect();
            equals[chance.pick(equals.len() as u32, Purpose::Bot) as usize]
        }
        Phase::Exchange => 0,
        _ if strategy == GOAL => {
            let now = shown(game, table);
            helping(game, table, legal, now, chance).unwrap_or(0)
        }
        // Ends the turn, or stops using a favor.
        _ => 0,
    }
}

fn best(legal: &[Act], worth: impl Fn(&Act) -> i32) -> usize {
    (0..legal.len()).max_by_key(|at| (worth(&legal[*at]), std::cmp::Reverse(*at))).unwrap_or(0)
}

/// What a character is worth to the player.
fn worth(game: &Kingdom, table: &Table, who: usize) -> i32 {
    let is_new = game.won[game.seat][who] == 0;
    1 + who as i32 + if is_new { NEW } else { 0 } + if table.characters[who].is_king { KING } else { 0 }
}

fn taken(game: &Kingdom, table: &Table, act: &Act) -> i32 {
    if let Act::Take(favor) = act { worth(game, table, table.favors[usize::from(*favor)].who) } else { -1 }
}

/// The best character that could be taken if these conditions were met.
fn gain(game: &mut Kingdom, table: &Table, met: Characters) -> i32 {
    game.met = met;
    let mut most = 0;
    game.takings(table, |favor| most = most.max(worth(game, table, table.favors[usize::from(favor)].who)));
    most
}

/// What ending the turn now would bring.
fn shown(game: &Kingdom, table: &Table) -> i32 {
    let mut game = game.clone();
    let met = game.judge(table);
    gain(&mut game, table, met)
}

/// The weight of a gain compared with how the map grows.
const HEED: i32 = 32;

/// What laying the tile there brings, and how well it fills the map.
fn laying(game: &Kingdom, table: &Table, act: &Act) -> i32 {
    let Act::Lay(spot, turn) = *act else { return if *act == Act::SetAside { 0 } else { -1 } };
    let mut after = game.clone();
    after.lay_tile(table, after.drawn_at(table, spot, turn));
    let met = after.judge(table);
    HEED * gain(&mut after, table, met) + after.map.tiled(spot, &AROUND) as i32
}

/// The weight of what a plan promises.
const PLAN: i32 = 10;
/// The promise of a tile that a plan waited for.
const AWAITED: i32 = 20 * PLAN;

/// How laying the tile changes what the plans promise.
fn planned(game: &Kingdom, table: &Table, act: &Act) -> i32 {
    let Act::Lay(spot, turn) = *act else { return 0 };
    let mut after = game.clone();
    after.map.lay(game.drawn_at(table, spot, turn), &table.tiles);
    PLAN * (after.promises(table, spot) - game.promises(table, spot))
}

/// What the best place for a chosen tile brings.
fn drawn(game: &Kingdom, table: &Table, act: &Act) -> i32 {
    let Act::Choose(kind) = *act else { return 0 };
    let mut after = game.clone();
    after.hand = kind;
    let mut places = Vec::new();
    after.placements(table, &mut places);
    places.iter().map(|place| laying(&after, table, place) + planned(&after, table, place)).max().unwrap_or(0)
}

/// The most that a turn is worth if no condition was met.
fn others(table: &Table) -> i32 {
    NEW + table.wants.turn.len() as i32
}

/// A favor whose use brings more than `now`.
fn helping(game: &Kingdom, table: &Table, legal: &[Act], now: i32, chance: &mut dyn Chance) -> Option<usize> {
    for (at, act) in legal.iter().enumerate() {
        // A tile that brings nothing goes back, or another one is drawn; one that brings something is not put at risk.
        if let Act::Use(favor) = act
            && matches!(table.favors[usize::from(*favor)].power, Power::Redraw | Power::Extra)
            && now <= others(table)
        {
            return Some(at);
        }
    }
    let mut tries = TRIES;
    let (value, at) = search(game, table, legal, DEPTH, &mut tries, chance);
    (value > now).then_some(at)
}

/// The most that using favors can bring, and the first step to it.
fn search(
    game: &Kingdom,
    table: &Table,
    legal: &[Act],
    depth: usize,
    tries: &mut usize,
    chance: &mut dyn Chance,
) -> (i32, usize) {
    let is_draw = |act: &Act| match act {
        Act::Use(favor) => matches!(table.favors[usize::from(*favor)].power, Power::Redraw | Power::Extra),
        Act::Lay(..) | Act::SetAside | Act::End | Act::Stop => true,
        _ => false,
    };
    let uses: Vec<usize> = (0..legal.len()).filter(|at| !is_draw(&legal[*at])).collect();
    let (mut most, mut first) = (-1, 0);
    // Tries `many` of them, evenly spread, from a random one on.
    let many = uses.len().min((*tries).div_ceil(if depth == DEPTH { 1 } else { 3 }));
    let from = if many < uses.len() { chance.pick(uses.len() as u32, Purpose::Bot) as usize } else { 0 };
    for i in 0..many {
        if *tries == 0 {
            break;
        }
        *tries -= 1;
        let at = uses[(from + i * uses.len() / many) % uses.len()];
        let mut after = game.clone();
        if after.apply(table, legal[at], chance, &mut Quiet).is_err() {
            continue;
        }
        let value = if after.seat != game.seat || after.phase == Phase::Over {
            0
        } else if after.phase == Phase::Take {
            let met = after.met;
            gain(&mut after, table, met)
        } else {
            follow(&after, table, depth, tries, chance)
        };
        if value > most {
            (most, first) = (value, at);
        }
    }
    (most, first)
}

/// What can still be gained in a turn after a favor was used.
fn follow(game: &Kingdom, table: &Table, depth: usize, tries: &mut usize, chance: &mut dyn Chance) -> i32 {
    let mut legal = Vec::new();
    if game.phase == Phase::Lay {
        game.placements(table, &mut legal);
        let step = legal.len().div_ceil(PLACES).max(1);
        return legal.iter().step_by(step).map(|act| laying(game, table, act) / HEED).max().unwrap_or(0);
    }
    if game.phase == Phase::After {
        return shown(game, table);
    }
    if depth <= 1 {
        return 0;
    }
    game.legal(table, &mut legal);
    search(game, table, &legal, depth - 1, tries, chance).0
}
