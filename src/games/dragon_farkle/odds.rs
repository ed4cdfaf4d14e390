//! Exact odds by dynamic programming: Farkles, battles with the dragon, and the best way to recruit.

use super::load::{Event, Numbers};
use super::scoring::{DICE, Scores};

/// The unit of all soldiers, the smallest token.
pub const UNIT: u32 = 50;
/// Larger armies fight like one of this many units.
const ARMY: usize = 160;
/// A turn with more units set aside always stops.
const ASIDE: usize = 120;
/// The most damage that a game can require.
pub const DAMAGE: usize = 5;

/// What bots know about the dice.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The chance to win a battle, by damage still to do, dice, and army in units.
    win: Vec<f32>,
    /// What a recruiting turn is worth if it rolls on, by dice and units set aside.
    go_on: Vec<f32>,
    /// The chance to set aside more than a number of units before a Farkle, by dice and units.
    exceed: Vec<f32>,
    /// What an attack is worth in units if it rolls on, by dice and units set aside, against the poor and the rich.
    attack: [Vec<f32>; 2],
}

/// How likely each side of the Event die is.
fn sides(faces: &[Event; 6]) -> [f64; 3] {
    [Event::Blank, Event::Dragon, Event::Rally]
        .map(|side| faces.iter().filter(|face| **face == side).count() as f64 / 6.0)
}

/// Dice to roll next when `left` are left: all six when none are.
fn next(left: usize) -> usize {
    if left == 0 { DICE } else { left }
}

/// The chance that no die of a roll scores.
pub fn farkle(scores: &Scores, dice: usize) -> f64 {
    let none: u32 = scores.of(dice).iter().filter(|roll| roll.all.is_none()).map(|roll| roll.ways).sum();
    f64::from(none) / f64::from(scores.throws(dice as u8))
}

/// The chance to win a battle with an army that never runs out.
pub fn endless_battle(scores: &Scores, faces: &[Event; 6], numbers: &Numbers, damage: usize) -> f64 {
    let [blank, dragon, rally] = sides(faces);
    let mut win = vec![[0.0; DICE + 1]; damage + 1];
    win[0] = [1.0; DICE + 1];
    for left in 1..=damage {
        let hit = |n: u32| left.saturating_sub(n as usize);
        // A blank roll that scores leads from one number of dice to another: repeat until the values settle.
        for _ in 0..400 {
            for dice in 1..=DICE {
                let mut sum = 0.0;
                for roll in scores.of(dice) {
                    let after = next(dice - roll.all.map_or(0, |all| usize::from(all.count)));
                    let hurt =
                        dragon * win[hit(numbers.dragon_damage)][after] + rally * win[hit(numbers.rally_damage)][after];
                    let missed = if roll.all.is_some() { blank * win[left][after] } else { 0.0 };
                    sum += f64::from(roll.ways) * (hurt + missed);
                }
                win[left][dice] = sum / f64::from(scores.throws(dice as u8));
            }
        }
    }
    win[damage][DICE]
}

impl Odds {
    /// Works out the odds of a Soldier table.
    pub fn new(scores: &Scores, faces: &[Event; 6], numbers: &Numbers) -> Odds {
        let exceed = exceeding(scores, faces);
        let attack = [false, true].map(|is_rich| {
            let stop = |units: usize| stopped_attack(&exceed, numbers, units, is_rich);
            rolling(scores, faces, stop(0), stop)
        });
        let keep = |units: usize| units as f32;
        Odds { win: battles(scores, faces, numbers), go_on: rolling(scores, faces, 0.0, keep), exceed, attack }
    }

    /// What an attack is worth in soldiers if it stops here, and if it rolls on, against an army of `rich` soldiers.
    pub fn attack(&self, numbers: &Numbers, dice: usize, aside: u32, rich: u32) -> (f32, f32) {
        let units = ((aside / UNIT) as usize).min(ASIDE);
        let share = rich.min(RICH) as f32 / RICH as f32;
        let between = |poor: f32, rich: f32| (poor + (rich - poor) * share) * UNIT as f32;
        let stop = [false, true].map(|is_rich| stopped_attack(&self.exceed, numbers, units, is_rich));
        let [poor, wealthy] = &self.attack;
        let at = at_go_on(next(dice), units);
        (between(stop[0], stop[1]), between(poor[at], wealthy[at]))
    }

    /// The chance to win a battle, before the next roll.
    pub fn win(&self, damage: usize, dice: usize, army: u32) -> f32 {
        self.win[at_win(damage.min(DAMAGE), dice, (army / UNIT) as usize)]
    }

    /// What a turn is worth if it rolls on with these dice and soldiers set aside.
    pub fn go_on(&self, dice: usize, aside: u32) -> f32 {
        let units = (aside / UNIT) as usize;
        if units > ASIDE { 0.0 } else { self.go_on[at_go_on(next(dice), units)] * UNIT as f32 }
    }
}

fn at_win(damage: usize, dice: usize, army: usize) -> usize {
    (damage * (DICE + 1) + dice) * (ARMY + 1) + army.min(ARMY)
}

fn at_go_on(dice: usize, units: usize) -> usize {
    dice * (ASIDE + 1) + units
}

/// Every roll that scores costs soldiers, so larger armies follow from smaller ones. Armies that are too large to count
/// are treated as the largest, which overrates them a little.
fn battles(scores: &Scores, faces: &[Event; 6], numbers: &Numbers) -> Vec<f32> {
    let [blank, dragon, rally] = sides(faces);
    let mut win = vec![0.0f32; (DAMAGE + 1) * (DICE + 1) * (ARMY + 1)];
    win[..(DICE + 1) * (ARMY + 1)].fill(1.0);
    // Rolls that leave equally many dice and cost equally many soldiers count as one.
    let kinds: Vec<Vec<(f64, usize, usize, bool)>> = (0..=DICE)
        .map(|dice| {
            let mut kinds: Vec<(f64, usize, usize, bool)> = Vec::new();
            for roll in scores.of(dice) {
                let (count, value) = roll.all.map_or((0, 0), |all| (usize::from(all.count), u32::from(all.value)));
                let (after, units) = (next(dice - count), (value / UNIT) as usize);
                let share = f64::from(roll.ways) / f64::from(scores.throws(dice as u8));
                let is_scoring = roll.all.is_some();
                match kinds.iter_mut().find(|kind| (kind.1, kind.2, kind.3) == (after, units, is_scoring)) {
                    Some(kind) => kind.0 += share,
                    None => kinds.push((share, after, units, is_scoring)),
                }
            }
            kinds
        })
        .collect();
    for damage in 1..=DAMAGE {
        let hit = |n: u32| damage.saturating_sub(n as usize);
        for army in 1..=ARMY {
            for (dice, kinds) in kinds.iter().enumerate().skip(1) {
                let mut sum = 0.0;
                for (share, after, units, is_scoring) in kinds {
                    // Victory comes before losses (FK-12); an army that is eaten has lost.
                    let then = |damage: usize| match army.checked_sub(*units) {
                        _ if damage == 0 => 1.0,
                        None | Some(0) => 0.0,
                        Some(left) => f64::from(win[at_win(damage, *after, left)]),
                    };
                    let missed = if *is_scoring { blank * then(damage) } else { 0.0 };
                    sum += share
                        * (missed
                            + dragon * then(hit(numbers.dragon_damage))
                            + rally * then(hit(numbers.rally_damage)));
                }
                win[at_win(damage, dice, army)] = sum as f32;
            }
        }
    }
    win
}

/// The chance that a defender beats an attack: the defender rolls on until then, or until a Farkle.
fn exceeding(scores: &Scores, faces: &[Event; 6]) -> Vec<f32> {
    let [blank, dragon, rally] = sides(faces);
    let mut exceed = vec![0.0f32; (DICE + 1) * (ASIDE + 1)];
    for need in 0..=ASIDE {
        for _ in 0..4 {
            for dice in 1..=DICE {
                let mut sum = 0.0;
                for roll in scores.of(dice) {
                    let stay = exceed[at_go_on(dice, need)];
                    let Some(all) = roll.all else {
                        sum += f64::from(roll.ways) * dragon * f64::from(stay);
                        continue;
                    };
                    let best = |times: usize| {
                        let mut best = 0.0f32;
                        for count in 1..dice + 1 {
                            let units = usize::from(roll.best[count]) / UNIT as usize * times;
                            if units > need {
                                best = 1.0;
                            } else if roll.best[count] > 0 {
                                best = best.max(exceed[at_go_on(next(dice - count), need - units)]);
                            }
                        }
                        f64::from(best)
                    };
                    let eaten = f64::from(exceed[at_go_on(next(dice - usize::from(all.count)), need)]);
                    sum += f64::from(roll.ways) * (blank * best(1) + rally * best(2) + dragon * eaten);
                }
                exceed[at_go_on(dice, need)] = (sum / f64::from(scores.throws(dice as u8))) as f32;
            }
        }
    }
    exceed
}

/// An army that pays any difference.
const RICH: u32 = 1000;
/// Units that a lost attack costs: how far the defender gets beyond it.
const LOST: f32 = 6.0;

/// What stopping an attack at this many units is worth: the bonus and the loot, or the loss.
fn stopped_attack(exceed: &[f32], numbers: &Numbers, units: usize, is_rich: bool) -> f32 {
    let beaten = exceed[at_go_on(usize::from(numbers.defender_dice), units.min(ASIDE))];
    let loot = if is_rich { units.min((RICH / UNIT) as usize) as f32 } else { 0.0 };
    (1.0 - beaten) * ((numbers.winner_bonus / UNIT) as f32 + loot) - beaten * LOST
}

/// Value iteration over dice left and soldiers set aside: what a turn is worth on average if it rolls on. A Farkle is
/// worth `lost`, stopping is worth `keep`.
fn rolling(scores: &Scores, faces: &[Event; 6], lost: f32, keep: impl Fn(usize) -> f32) -> Vec<f32> {
    let [blank, dragon, rally] = sides(faces);
    let mut go_on = vec![lost; (DICE + 1) * (ASIDE + 1)];
    let kept: Vec<f32> = (0..=3 * ASIDE).map(keep).collect();
    let worth = |go_on: &[f32], left: usize, units: usize| {
        let more = if units > ASIDE { lost } else { go_on[at_go_on(next(left), units)] };
        more.max(kept[units.min(3 * ASIDE)])
    };
    for units in (0..=ASIDE).rev() {
        // The dragon leaves the number of soldiers as it is, so a few rounds are needed until the six values agree.
        for _ in 0..4 {
            for dice in 1..=DICE {
                let mut sum = 0.0;
                for roll in scores.of(dice) {
                    let Some(all) = roll.all else {
                        let stay = go_on[at_go_on(dice, units)].max(kept[units]);
                        sum += f64::from(roll.ways) * (dragon * f64::from(stay) + (blank + rally) * f64::from(lost));
                        continue;
                    };
                    let (mut plain, mut doubled) = (lost, lost);
                    for count in 1..dice + 1 {
                        let value = usize::from(roll.best[count]) / UNIT as usize;
                        if value > 0 {
                            plain = plain.max(worth(&go_on, dice - count, units + value));
                            doubled = doubled.max(worth(&go_on, dice - count, units + 2 * value));
                        }
                    }
                    let eaten = worth(&go_on, dice - usize::from(all.count), units);
                    sum += f64::from(roll.ways)
                        * (blank * f64::from(plain) + rally * f64::from(doubled) + dragon * f64::from(eaten));
                }
                go_on[at_go_on(dice, units)] = (sum / f64::from(scores.throws(dice as u8))) as f32;
            }
        }
    }
    go_on
}
