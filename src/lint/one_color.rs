//! One finding for a palette color that most texts cannot be read in, instead of one per text.

use std::collections::HashSet;

use super::rules::low_contrast;
use super::{Look, Seen, View};
use crate::art::Ink;
use crate::content::Game;
use crate::finding::{Finding, Place};

/// Fewer texts are reported one by one.
const LEAST: usize = 3;

/// The palette entry that a path has its color from, if exactly one entry has that color.
pub(super) fn of(path: &usvg::Path, look: &Look) -> Option<(Place, String)> {
    let mut named = entries(look.game, look.studio.ink).filter(|(_, color)| Some(*color) == ink(path));
    let (name, _) = named.next().filter(|_| named.next().is_none())?;
    Some((place(look.game, name)?, format!("its color `{name}`")))
}

/// The color of a path, if it has a single one.
pub(super) fn ink(path: &usvg::Path) -> Option<[u8; 3]> {
    match path.fill()?.paint() {
        usvg::Paint::Color(c) => Some([c.red, c.green, c.blue]),
        _ => None,
    }
}

/// Reports a color at its palette entry if most texts in that color have too little contrast.
///
/// Then the color is wrong, not the background of a single text.
pub(super) fn gather(view: &View, found: &mut Vec<Finding>) {
    for (name, color) in entries(view.game, view.studio.ink) {
        let Some(entry) = place(view.game, name) else { continue };
        let is_weak = |finding: &Finding| {
            finding.rule == &low_contrast::RULE && finding.other.as_ref().is_some_and(|(place, _)| *place == entry)
        };
        let weak: Vec<&Finding> = found.iter().filter(|finding| is_weak(finding)).collect();
        let all: usize = view.seen.iter().enumerate().map(|(face, seen)| texts(view, face, seen.as_ref(), color)).sum();
        let places: HashSet<_> = weak.iter().map(|finding| &finding.place).collect();
        if places.len() < LEAST || weak.len() * 4 < all * 3 {
            continue;
        }
        // All messages start alike, with one digit before the point, so the least text has the least number.
        let Some(weakest) = weak.iter().map(|finding| &finding.message).min() else { continue };
        let message = format!("{} of {all} texts in `{name}`: {weakest}", weak.len());
        let help = format!("change `{name}`, or the grounds it stands on");
        // One finding per card, so that each card can allow it.
        let owners = weak.iter().flat_map(|finding| finding.owners.clone());
        let gathered =
            owners.map(|owner| Finding::new(&low_contrast::RULE, entry.clone(), message.clone()).owner(owner));
        let gathered: Vec<Finding> = gathered.map(|finding| finding.help(help.clone())).collect();
        found.retain(|finding| !is_weak(finding));
        found.extend(gathered);
    }
}

/// How many texts of a color are on a face, counted on every card that has it.
fn texts(view: &View, face: usize, seen: Option<&Seen>, color: [u8; 3]) -> usize {
    let texts = seen.map_or(0, |seen| seen.inks.iter().filter(|ink| **ink == color).count());
    let sides = view.art.sets.iter().flatten().flat_map(|piece| [Some(piece.front), piece.back]).flatten();
    if texts == 0 { 0 } else { texts * sides.filter(|side| side.0 as usize == face).count() }
}

/// The colors of the palette as printed, without those that low ink changes.
fn entries(game: &Game, ink: Ink) -> impl Iterator<Item = (&str, [u8; 3])> {
    let is_own = move |name: &str| ink == Ink::Full || game.palette_low.iter().all(|(low, _)| low != name);
    let own = game.palette.iter().filter(move |(name, _)| is_own(name));
    own.filter_map(|(name, color)| Some((name.as_str(), rgb(color)?)))
}

fn rgb(color: &str) -> Option<[u8; 3]> {
    let digits = color.strip_prefix('#')?;
    let each = |at: usize| match digits.len() {
        3 => u8::from_str_radix(digits.get(at..=at)?, 16).ok().map(|c| c * 17),
        _ => u8::from_str_radix(digits.get(at * 2..at * 2 + 2)?, 16).ok(),
    };
    Some([each(0)?, each(1)?, each(2)?])
}

fn place(game: &Game, name: &str) -> Option<Place> {
    let node = game.palette_at.as_ref()?.get(name)?;
    Some(Place::new(game.file, node.span.clone()))
}
