//! A game on paper: one plan for each paper, and one for each set that asks for a paper of its own.

use super::{Paper, Setup, Sheet, impose};
use crate::art::Art;
use crate::content::Game;
use crate::finding::{Finding, rule};

/// The sheets that become one document.
pub struct Plan {
    /// The paper, and how it is used.
    pub setup: Setup,
    /// The set, if the document holds one set only.
    pub only_set: Option<usize>,
    /// The sheets in printing order.
    pub sheets: Vec<Sheet>,
}

/// Lays a game on every paper of `setups`, and sets on the papers they ask for.
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
