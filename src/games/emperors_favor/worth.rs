//! Whether every turn ends: no cycle of plays and upgrades may bring back the cards it cost.
//!
//! A turn ends if each kind of card can be given a worth such that every play and every upgrade loses some of it. Gold,
//! Stars and the Black Market do not return Staff cards forever, so they cannot close a cycle; neither can a card that
//! may be played once a turn. A player who finds a cycle can repeat it at will, and farm Gold on the way.

use super::effect::{From, Op};
use super::load::{Numbers, breaks};
use super::table::Card;
use super::{KINDS, NONE, STAFF};
use crate::content;
use crate::finding::Finding;
use crate::sim::Facts;

/// For each kind, the cards lost minus those gained.
type Loss = [f64; KINDS];

/// Rounds of the search; kits that have such a worth need a few dozen.
const ROUNDS: usize = 1000;

/// Looks for a worth of each kind that every play and upgrade lowers; reports the card that prevents one.
pub fn check(game: &content::Game, cards: &[Card], numbers: &Numbers, facts: &Facts, found: &mut Vec<Finding>) {
    if cards.len() < KINDS || has_end(cards, numbers, None) {
        return;
    }
    // The card to blame is the one that a limit of once a turn would fix.
    let kind = (0..KINDS).find(|kind| has_end(cards, numbers, Some(*kind))).unwrap_or(0);
    let message =
        format!("`{}` comes back for what it costs: a turn need not end, and Gold can be farmed", cards[kind].name);
    let place = facts.pieces.get(kind).map_or_else(|| game.title.place.clone(), |piece| piece.place.clone());
    found.push(breaks(place, message, "make it cost more, draw from another Staff, or allow it once a turn"));
}

/// Whether there is a worth of each kind that every play and upgrade loses some of; kind `but` is ignored.
fn has_end(cards: &[Card], numbers: &Numbers, but: Option<usize>) -> bool {
    let mut worth = [1.0; KINDS];
    for _ in 0..ROUNDS {
        let mut is_found = true;
        for (kind, card) in cards.iter().enumerate().take(KINDS) {
            let once = card.once || but == Some(kind);
            for loss in losses(kind, card, once, numbers, &worth) {
                let (lost, size) = (dot(&loss, &worth), dot(&loss, &loss));
                if lost < 1.0 {
                    is_found = false;
                    // Steps a little beyond what is needed, so that the search ends.
                    let step = if size > 0.0 { (2.0 - lost) / size } else { 0.0 };
                    worth.iter_mut().zip(loss).for_each(|(worth, loss)| *worth += step * loss);
                }
            }
        }
        if is_found {
            return true;
        }
    }
    false
}

fn dot(one: &Loss, other: &Loss) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// What each use of a card loses: sold, upgraded, or played for what is then worth most.
fn losses(kind: usize, card: &Card, once: bool, numbers: &Numbers, worth: &Loss) -> Vec<Loss> {
    let mut sold = [0.0; KINDS];
    sold[kind] = 1.0;
    let mut all = vec![sold];
    if kind < 2 * STAFF {
        let mut upgraded = [0.0; KINDS];
        (upgraded[kind], upgraded[kind + STAFF]) = (f64::from(numbers.upgrade_copies), -1.0);
        all.push(upgraded);
    }
    if once {
        return all;
    }
    let spends = card
        .ops
        .iter()
        .find_map(|(op, _)| if let Op::Spend { n, level, not } = *op { Some((n, level, not)) } else { None });
    let spent: Vec<Option<usize>> = match spends {
        Some((_, level, not)) => (0..KINDS)
            .filter(|kind| level == NONE || kind / STAFF == usize::from(level))
            .filter(|kind| kind % STAFF != not.at())
            .map(Some)
            .collect(),
        None => vec![None],
    };
    for spent in spent {
        let mut loss = sold;
        if let (Some(spent), Some((n, ..))) = (spent, spends) {
            loss[spent] += f64::from(n);
        }
        for (op, _) in &card.ops {
            if let Op::Move(n) = *op {
                // With enough Stars a Meeple draws any card.
                let best = (0..KINDS).max_by(|a, b| worth[*a].total_cmp(&worth[*b])).unwrap_or(0);
                loss[best] -= f64::from(n);
            }
            if let Op::Draw { n, level, from } = *op {
                let level = if level == NONE { spent.unwrap_or(0) / STAFF } else { usize::from(level) };
                let own = spent.map(|spent| spent % STAFF);
                let is_source = |staff: &usize| match from {
                    From::Not(not) => *staff != not.at(),
                    From::NotSpent => Some(*staff) != own,
                    From::Spent => Some(*staff) == own,
                };
                let mut drawn: Vec<usize> = (0..STAFF).filter(is_source).map(|staff| level * STAFF + staff).collect();
                drawn.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]));
                drawn.iter().take(n.into()).for_each(|kind| loss[*kind] -= 1.0);
            }
        }
        all.push(loss);
    }
    all
}
