//! Faces on sheets.

use super::{Looked, Row};
use crate::content::Game;
use crate::layout::Plan;

/// A game whose faces have been laid on sheets.
pub struct Planned {
    /// Its faces.
    pub looked: Looked,
    /// Its sheets, one plan per document.
    pub plans: Vec<Plan>,
}

impl Planned {
    /// One row per set: cards, faces and sheets of paper.
    pub fn rows(&self, game: &Game) -> Vec<Row> {
        let sets = game.sets.iter().zip(&self.looked.art.sets).enumerate();
        sets.filter(|(_, (_, pieces))| !pieces.is_empty())
            .map(|(i, (set, pieces))| {
                let cards = pieces.iter().map(|p| p.count).sum();
                let mut faces: Vec<_> = pieces.iter().flat_map(|p| [Some(p.front), p.back]).flatten().collect();
                faces.sort_unstable();
                faces.dedup();
                let whole = self.plans.iter().filter(|plan| plan.only_set.is_none());
                let sheets = whole.map(|plan| plan.sheets.iter().filter(|s| s.set == i).map(|s| s.number).max());
                let sheets = sheets.map(Option::unwrap_or_default).collect();
                Row { title: set.title.clone(), cards, faces: faces.len(), sheets }
            })
            .collect()
    }
}
