//! The game's own bots. They see positions, their own cards and, once revealed, everything.

use super::{Act, Court, Phase, Role, Roles, Table, card, many};
use crate::sim::{Chance, Game as _, Purpose, Quiet, Seat, Seats};

/// What a strategy does: canny weighs every option, match votes for the role it plays, bandwagon for the fullest pile.
pub fn advise(game: &Court, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
    match (game.phase, strategy) {
        (Phase::Nominate, 0) => chance.pick(legal.len() as u32, Purpose::Bot) as usize,
        (Phase::Nominate, _) => legal.len() - 1,
        (Phase::Place, 0) => best(legal, |act| place(game, table, act) + doubt(chance, 800)),
        (Phase::Place, 1) => best(legal, |act| {
            i32::from(matches!(act, Act::Place(role, vote) if role == vote)) * 100 + doubt(chance, 99)
        }),
        (Phase::Place, _) => best(legal, |act| {
            let Act::Place(role, vote) = *act else { return 0 };
            let pile = game.placed_on[vote].count_ones() as i32;
            pile * 200 + i32::from(role == vote) * 100 + doubt(chance, 99)
        }),
        (Phase::Home, _) => best(legal, |act| home(game, act) + doubt(chance, 5)),
        _ => best(legal, |act| after(game, table, act) + doubt(chance, 100)),
    }
}

/// Adds a little chance to every judgment: nobody is certain, and nobody wants to be predictable.
fn doubt(chance: &mut dyn Chance, most: u32) -> i32 {
    chance.pick(most, Purpose::Bot) as i32
}

/// The first of the best.
fn best(legal: &[Act], mut worth: impl FnMut(&Act) -> i32) -> usize {
    let mut best = (0, i32::MIN);
    for (at, act) in legal.iter().enumerate() {
        let worth = worth(act);
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}

/// How likely each Voting card is to win, in thousandths, if one more card lies on `vote` and `left` are still to come.
fn chances(counts: &Roles<i32>, vote: Role, left: i32) -> Roles<i32> {
    // The fewer cards are still to come, the more a lead is worth: each vote ahead doubles the weight, or decides.
    let mut weights = Roles::<i64>::all(0);
    let top = Role::all().map(|v| counts[v] + i32::from(v == vote)).max().unwrap_or(0);
    for v in Role::all() {
        let behind = (top - counts[v] - i32::from(v == vote)).min(10);
        let step = if left == 0 {
            12
        } else if left <= 3 {
            3
        } else {
            1
        };
        weights[v] = (1i64 << 40) >> (behind * step).min(40);
    }
    let all: i64 = weights.iter().sum();
    weights.map(|w| (w * 1000 / all) as i32)
}

/// What a placement promises: Favour for voting and playing, and what the card's effect is worth there.
fn place(game: &Court, table: &Table, act: &Act) -> i32 {
    let Act::Place(role, vote) = *act else { return 0 };
    let seat = game.seat;
    let votes = usize::from(game.nominated) * table.players;
    let left = votes as i32 - i32::from(game.placed) - 1;
    let counts = game.placed_on.map(|cards| cards.count_ones() as i32);
    let chances = chances(&counts, vote, left);
    let own = |other: Role| game.with_role[other] & game.placed_by[seat] != 0 || other == role;
    let rival = rival(game, table, seat);
    let mut worth = 0;
    for (winner, chance) in Role::all().zip(&chances) {
        let voted = game.placed_on[winner] & game.placed_by[seat] != 0 || winner == vote;
        let helps = game.placed_on[winner] & game.placed_by[rival] != 0;
        worth += chance * (i32::from(voted) + i32::from(own(winner))) - chance * i32::from(helps) / 2;
    }
    worth + effect(game, table, role, vote, &chances)
}

/// What the effect of a role is worth on a Voting card, in thousandths of Favour: a rough idea, by its operations.
fn effect(game: &Court, table: &Table, role: Role, vote: Role, chances: &Roles<i32>) -> i32 {
    use super::effect::{Clan, Op, Who, Zone};
    let seat = game.seat;
    let here = game.placed_on[vote] & !game.placed_by[seat];
    let mut worth = 0;
    for (op, _) in &table.effects.lists[usize::from(table.effect[role])] {
        match op {
            // Without a card to pick, nothing happens.
            Op::Card { zone: Zone::Here, clan: Clan::Other, .. } if here == 0 => return worth,
            Op::Bonus(Who::You, n) => worth += i32::from(*n) * chances[vote],
            Op::Favour(Who::You, n) => worth += i32::from(*n) * 900,
            Op::Favour(Who::Owner, n) => worth -= i32::from(*n) * 300,
            Op::Give(..) => worth += 500,
            Op::Move(_) | Op::Either(..) => worth += 350,
            // Withdrawing helps where rivals play the role and the player does not.
            Op::Assassinate => {
                let mine = game.with_role[vote] & game.placed_by[seat] != 0;
                worth += if mine { -600 } else { chances[vote] / 2 };
            }
            _ => {}
        }
    }
    worth
}

/// Cards held twice go first, then those that are worth least in the remaining hand.
fn home(game: &Court, act: &Act) -> i32 {
    let Act::Home(role) = *act else { return 0 };
    let seat = game.seat;
    let rest = game.hand[seat] + game.out[seat];
    many(rest, role) as i32 * 10 - i32::from(rest - card(role) == 0)
}

/// How a seat stands once an effect has been chosen: Favour now, and what the votes would bring.
///
/// Further choices for the same effect are made as well as possible; other players choose against the seat.
fn after(game: &Court, table: &Table, act: &Act) -> i32 {
    let seat = game.seat;
    let mut next = game.clone();
    if next.apply(table, *act, &mut Never, &mut Quiet).is_err() {
        return i32::MIN / 2;
    }
    follow(&next, table, seat, game)
}

fn follow(next: &Court, table: &Table, seat: Seat, from: &Court) -> i32 {
    let is_same = next.acting == from.acting && next.depth > 0 && next.round == from.round;
    if !is_same || !matches!(next.phase, Phase::Vote | Phase::Either) {
        return estimate(next, table, seat, next.round == from.round && next.phase != Phase::Home);
    }
    let mut options = Vec::new();
    next.legal(table, &mut options);
    let worths = options.iter().map(|act| {
        let mut then = next.clone();
        let done = then.apply(table, *act, &mut Never, &mut Quiet);
        if done.is_ok() { follow(&then, table, seat, next) } else { i32::MIN }
    });
    if next.seat == seat { worths.max() } else { worths.min() }.unwrap_or(i32::MIN)
}

/// The seat's Favour minus the best rival's, including what the round would bring as it stands.
fn estimate(game: &Court, table: &Table, seat: Seat, is_open: bool) -> i32 {
    let mut favour: Seats<i32> = Seats::new(game.favour.0.map(|n| i32::from(n) * 1000));
    if is_open {
        let votes = game.votes(table);
        let counts = votes.map(|cards| cards.count_ones());
        let top = counts.iter().max().copied().unwrap_or(0);
        let tied = counts.iter().filter(|n| **n == top).count() as i32;
        for role in Role::all().filter(|role| top > 0 && counts[*role] == top) {
            let played = game.with_role[role] & !game.withdrawn;
            for (s, sum) in Seat::all(table.players).zip(favour.iter_mut()) {
                let gained =
                    i32::from(votes[role] & game.placed_by[s] != 0) + i32::from(played & game.placed_by[s] != 0);
                *sum += (gained + i32::from(game.bonus[role][s])) * 1000 / tied;
            }
        }
    }
    let rivals = Seat::all(table.players).filter(|s| *s != seat).map(|s| favour[s] + edge(game, table, s));
    favour[seat] * 2 - rivals.max().unwrap_or(0)
}

/// A seat that would win a draw counts as half a Favour ahead.
fn edge(game: &Court, table: &Table, seat: Seat) -> i32 {
    if game.clan_of(table, seat).wins_draws { 500 } else { 0 }
}

/// The one to beat.
fn rival(game: &Court, table: &Table, seat: Seat) -> Seat {
    let others = Seat::all(table.players).filter(|s| *s != seat);
    others.max_by_key(|s| i32::from(game.favour[*s]) * 1000 + edge(game, table, *s)).unwrap_or(Seat::FIRST)
}

/// A chance for steps that need none.
struct Never;

impl Chance for Never {
    fn pick(&mut self, _: u32, _: Purpose) -> u32 {
        0
    }
}
