//! Faces that are written differently: whether they print alike, and whether only a number in the deck differs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rayon::prelude::*;

use super::{At, FaceChange, State};
use crate::art::{Face, FaceNo, Redraw, Side, Subject};
use crate::export::pdf::{Form, convert};
use crate::svg;

/// The faces of two states that look the same on paper.
pub(super) struct Alike {
    /// Pairs that are drawn alike: spaces, comments, the spelling of colors and names make no mark.
    same: HashSet<Pair>,
    /// Components of the new state, with the side on which only numbers in the deck differ.
    renumbered: HashSet<Where>,
}

/// What can be said of two faces that are written differently.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They print the same.
    Same,
    /// They would, had the component its old number in the deck.
    Renumbered,
    /// They do not.
    Differs,
}

type Pair = ((usize, FaceNo), (usize, FaceNo));
type Where = (usize, usize, usize, Side);

impl Alike {
    /// Looks at all components that are in both states.
    pub fn find(old: &State, new: &State, cards: &[(At, At)]) -> Alike {
        let mut pairs: BTreeSet<Pair> = BTreeSet::new();
        for (was, is) in cards {
            pairs.extend(sides(was, is).into_iter().map(|(_, pair)| pair));
        }
        let alike = |&(was, is): &Pair| print_alike((old, old.face(was)), (new, new.face(is)));
        let same: HashSet<Pair> = pairs.into_par_iter().filter(alike).collect();
        let moved: Vec<&(At, At)> = cards.iter().filter(|(was, is)| was.numbers() != is.numbers()).collect();
        let games: BTreeSet<usize> = moved.iter().map(|(_, is)| is.game).collect();
        let redraws: BTreeMap<usize, Redraw> = games
            .into_iter()
            .map(|game| {
                (game, Redraw::new(&new.project.content, &new.project.content.games[game], &new.project.studio))
            })
            .collect();
        let renumbered = moved.par_iter().flat_map_iter(|(was, is)| {
            let redraw = &redraws[&is.game];
            let differ = sides(was, is).into_iter().filter(|(_, pair)| !same.contains(pair));
            let only_numbers = differ.filter(|&(side, (face, _))| {
                let subject = Subject { set: is.set, component: is.card, side };
                redraw.numbered(subject, was.numbers()).is_some_and(|drawn| {
                    new.print(&drawn) == old.prints[face.0][face.1.0 as usize]
                        || print_alike((old, old.face(face)), (new, &drawn))
                })
            });
            only_numbers.map(|(side, _)| (is.game, is.set, is.card, side)).collect::<Vec<_>>()
        });
        let renumbered = renumbered.collect();
        Alike { same, renumbered }
    }

    /// What became of a face of a component in the new state.
    pub fn verdict(&self, face: &FaceChange, new: At) -> Verdict {
        if face.old.zip(face.new).is_some_and(|pair| self.same.contains(&pair)) {
            Verdict::Same
        } else if self.renumbered.contains(&(new.game, new.set, new.card, face.side)) {
            Verdict::Renumbered
        } else {
            Verdict::Differs
        }
    }
}

/// The sides that are there before and now, but written differently.
fn sides(old: &At, new: &At) -> Vec<(Side, Pair)> {
    let (was, is) = (old.faces(), new.faces());
    [(Side::Front, was.0, is.0), (Side::Back, was.1, is.1)]
        .into_iter()
        .filter(|&(_, was, is)| old.print(was) != new.print(is))
        .filter_map(|(side, was, is)| Some((side, ((old.game, was?), (new.game, is?)))))
        .collect()
}

/// Whether two faces put the same on paper: the documents they become are the same.
fn print_alike(old: (&State, &Face), new: (&State, &Face)) -> bool {
    let is_same_size = old.1.bleed == new.1.bleed && old.1.size == new.1.size;
    is_same_size && printed(old).is_some_and(|was| printed(new).is_some_and(|is| was == is))
}

/// A face as it is printed, letters and icons as outlines: their numbers mean nothing in another state.
fn printed((state, face): (&State, &Face)) -> Option<Form> {
    let face = Face { svg: face.outlined(&state.project.studio), stamps: Vec::new(), ..face.clone() };
    let tree = svg::parse_own(&face.svg, &state.project.studio.fonts.db, &state.project.studio.pictures).ok()?;
    let mut told = Vec::new();
    let form = convert(&face, &tree, &state.project.studio, &mut told);
    // What cannot be printed as drawn may hide a difference.
    told.is_empty().then_some(form)
}
