//! Compares faces with different sources: some print alike, others differ only in their number in the deck.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rayon::prelude::*;

use super::{At, FaceChange, State, ink};
use crate::art::{Face, FaceNo, Redraw, Side, Subject};
use crate::export::pdf::{Form, convert};
use crate::svg;
use crate::text::Stamp;

/// The faces of two states that look the same on paper.
pub(super) struct Alike {
    /// Pairs that print alike. Spaces, comments and the spelling of colors and names do not show in print.
    same: HashSet<Pair>,
    /// Sides in the new state on which only deck numbers differ.
    renumbered: HashSet<Where>,
}

/// How two faces with different sources compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They print the same.
    Same,
    /// They would print the same if the component had kept its number in the deck.
    Renumbered,
    /// They print differently.
    Differs,
}

type Pair = ((usize, FaceNo), (usize, FaceNo));
type Where = (usize, usize, usize, Side);

impl Alike {
    /// Compares all components that are in both states.
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
                    new.print(&drawn) == old.print_of(face) || print_alike((old, old.face(face)), (new, &drawn))
                })
            });
            only_numbers.map(|(side, _)| (is.game, is.set, is.card, side)).collect::<Vec<_>>()
        });
        let renumbered = renumbered.collect();
        Alike { same, renumbered }
    }

    /// The verdict on a face of a component in the new state.
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

/// Sides that exist before and now, with different sources.
fn sides(old: &At, new: &At) -> Vec<(Side, Pair)> {
    let (was, is) = (old.faces(), new.faces());
    [(Side::Front, was.0, is.0), (Side::Back, was.1, is.1)]
        .into_iter()
        .filter(|&(_, was, is)| old.print(was) != new.print(is))
        .filter_map(|(side, was, is)| Some((side, ((old.game, was?), (new.game, is?)))))
        .collect()
}

/// Whether two faces print the same: they convert to the same document.
fn print_alike(old: (&State, &Face), new: (&State, &Face)) -> bool {
    let is_same_size = old.1.bleed == new.1.bleed && old.1.size == new.1.size;
    is_same_size && at_a_glance(old, new).unwrap_or_else(|| in_outlines(old, new))
}

/// Compares without outlines, which take much longer than the faces themselves; nothing if that does not decide it.
fn at_a_glance(old: (&State, &Face), new: (&State, &Face)) -> Option<bool> {
    let read = |(state, face): (&State, &Face)| {
        let studio = &state.project.studio;
        svg::parse(&face.svg, &studio.fonts.db, &studio.pictures).ok()
    };
    let keys = |(state, face): (&State, &Face)| -> Vec<Option<u128>> {
        face.stamps.iter().map(|stamp| ink::key(stamp, &state.letters, &state.project.studio)).collect()
    };
    let (was, is) = (read(old)?, read(new)?);
    let known = keys(new);
    if keys(old) == known {
        // With the same letters and icons, only the drawings around them may differ.
        let nothing = Stamp { is_hidden: true, ..Stamp::default() };
        let stamps = new.1.stamps.iter().zip(&known);
        let stamps: Vec<Stamp> =
            stamps.map(|(stamp, key)| if key.is_some() { stamp.clone() } else { nothing.clone() }).collect();
        let mut faults = Vec::new();
        let [was, is] = [(old.1, &was), (new.1, &is)].map(|(face, tree)| {
            let face = Face { stamps: stamps.clone(), ..face.clone() };
            convert(&face, tree, &new.0.project.studio, &new.0.project.content.sources, &mut faults)
        });
        // A face that cannot be printed as drawn may hide a difference.
        return Some(was == is && faults.is_empty());
    }
    let marks = |(state, face): (&State, &Face), tree| ink::on_paper(face, tree, &state.letters, &state.project.studio);
    ink::differ(&marks(old, &was), &marks(new, &is)).then_some(false)
}

/// Compares outline by outline: glyph and icon numbers differ between states, and one letter may look like another.
fn in_outlines(old: (&State, &Face), new: (&State, &Face)) -> bool {
    old.0.outlined_print(old.1) == new.0.outlined_print(new.1)
        || printed(old).is_some_and(|was| printed(new).is_some_and(|is| was == is))
}

/// A face as printed, with letters and icons as outlines.
fn printed((state, face): (&State, &Face)) -> Option<Form> {
    let face = Face { svg: face.outlined(&state.project.studio), stamps: Vec::new(), ..face.clone() };
    let tree = svg::parse_own(&face.svg, &state.project.studio.fonts.db, &state.project.studio.pictures).ok()?;
    let mut faults = Vec::new();
    let (studio, content) = (&state.project.studio, &state.project.content);
    let form = convert(&face, &tree, studio, &content.sources, &mut faults);
    // A face that cannot be printed as drawn may hide a difference.
    faults.is_empty().then_some(form)
}
