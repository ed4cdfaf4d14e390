//! Plans the sheets of a game: one plan for each paper, and one for each set with a paper of its own.

use super::{Paper, Setup, Sheet, impose};
use crate::art::Art;
use crate::content::Game;
use crate::finding::{Finding, rule};

/// The sheets that become one document.
pub struct Plan {
    pub setup: Setup,
    /// The set, if the document contains only one.
    pub only_set: Option<usize>,
    /// The sheets in printing order.
    pub sheets: Vec<Sheet>,
}

/// Lays out a game on every paper of `setups`, and sets also on papers of their own.
pub fn plan(game: &Game, art: &Art, setups: &[Setup], found: &mut Vec<Finding>) -> Vec<Plan> {
    let all: Vec<usize> = (0..game.sets.len()).collect();
    let mut plans: Vec<Plan> = Vec::new();
    for setup in setups {
        let sheets = impose(game, art, &all, setup, found);
        plans.push(Plan { setup: setup.clone(), only_set: None, sheets });
    }
    let Some(first) = setups.first() else { return plans };
    for (i, set) in game.sets.iter().enumerate() {
        for name in &set.papers {
            match Paper::parse(&name.value) {
                Ok(paper) => {
                    let setup = Setup { paper, ..first.clone() };
                    let sheets = impose(game, art, &[i], &setup, found);
                    plans.push(Plan { setup, only_set: Some(i), sheets });
                }
                Err(why) => found.push(Finding::new(&rule::UNKNOWN_NAME, name.place.clone(), why)),
            }
        }
    }
    plans
}
