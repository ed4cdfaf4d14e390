//! The numbers in a character's texts, in order.

use super::character::Power;
use super::want::{Amount, Test};
use crate::content::{self, Node, Number, Played, Value};

/// Spots around a spot, corners included.
const AROUND: u8 = 8;

/// The numbers in the chart's text on what a character wants: a rising amount is written as its first three steps.
pub fn wants(tests: &[Test]) -> Vec<Played> {
    numbers(tests, &[1, 2, 3])
}

/// The numbers in the clarifications on the same: a rising amount begins at 1 and grows by 1.
pub fn met(tests: &[Test]) -> Vec<Played> {
    numbers(tests, &[1, 1])
}

fn numbers(tests: &[Test], rising: &[u8]) -> Vec<Played> {
    let amount = |amount: Amount| match amount {
        Amount::Level => rising.iter().map(|n| Played::said(*n)).collect(),
        Amount::Fixed(n) => count(n),
    };
    let mut all = Vec::new();
    for test in tests {
        match *test {
            Test::Touches(n) => all.extend(amount(n)),
            Test::HasSurrounded(n) => {
                all.push(Played::silent(AROUND));
                all.extend(amount(n));
            }
            Test::EndsAt(n) | Test::HasBridge(n) | Test::HasBends(n) | Test::HasSolid(n) => all.extend(count(n)),
            // Both caps of a tile that has two.
            Test::HasAdjacentCaps(n) => all.extend([Played::many(n), Played::silent(2), Played::silent(2)]),
            Test::HasFourCaps(n) => all.extend([Played::said(4), Played::many(n)]),
            Test::Size(columns, rows) => all.extend([Played::said(columns), Played::said(rows)]),
            Test::Neighbors(of, n) if of == n => all.push(Played::said(n)),
            Test::Neighbors(of, n) => {
                all.extend(count(n));
                all.push(Played::silent(of));
            }
            Test::NothingElse | Test::Holds(_) | Test::Complete | Test::Loop | Test::HasNoCity | Test::OnlyField => {}
            Test::InLoop | Test::AroundCloister | Test::AroundAll => {}
        }
    }
    all
}

/// Zero is written as another word, and one perhaps as an article.
fn count(n: u8) -> Vec<Played> {
    if n == 0 { Vec::new() } else { vec![Played::many(n)] }
}

/// The numbers in the chart's text on a favor.
pub fn favor(power: Power) -> Vec<Played> {
    match power {
        Power::Permute(n) | Power::Rotate(n, _) => vec![Played::many(n)],
        Power::Exchange(_) => vec![Played::said(2)],
        _ => vec![Played::silent(1)],
    }
}

/// The numbers in the clarifications on a favor; a triangle with walls covers one quadrant.
pub fn uses(power: Power, walls: Option<u8>) -> Vec<Played> {
    match power {
        Power::Place => [Played::silent(1)].into_iter().chain(walls.map_or(Vec::new(), walled)).collect(),
        Power::Permute(n) => vec![Played::said(n)],
        Power::Relocate | Power::Refresh => vec![Played::said(1)],
        Power::Rotate(n, by) => {
            let turns = (1..4_u8).filter(|quarters| by >> quarters & 1 == 1);
            let turns = turns.map(|quarters| Played::Said(Number::part(quarters.into(), 4)));
            [Played::said(n)].into_iter().chain(turns).collect()
        }
        // Favors of one shape change places, or one goes back.
        Power::Exchange(removes) => {
            let one = Played::silent(1);
            [Played::said(2), one].into_iter().chain(Some(one).filter(|_| removes)).collect()
        }
        Power::Redraw | Power::Extra | Power::Choose | Power::Win => Vec::new(),
    }
}

fn walled(walls: u8) -> Vec<Played> {
    if walls == 0 { Vec::new() } else { vec![Played::said(walls)] }
}

/// How many short sides of a character's triangles carry a wall.
pub fn walls(game: &content::Game, character: &str) -> Option<u8> {
    let set = game.sets.iter().find(|set| set.id.value == "triangles")?;
    let of = |card: &&content::Component| card.values.get("character").and_then(Node::text) == Some(character);
    match &set.components.iter().find(of)?.values.get("walls")?.value {
        Value::List(walls) => Some(walls.len().min(2) as u8),
        _ => None,
    }
}
