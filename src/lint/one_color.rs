//! Merges findings on unreadable texts in one palette color into a finding on that color.

use std::collections::HashSet;

use super::rules::low_contrast;
use super::{Look, Seen, View};
use crate::art::Ink;
use crate::color::Color;
use crate::content::{Game, Swatch};
use crate::finding::{Finding, Place};

/// With fewer weak texts, each is reported separately.
const LEAST: usize = 3;

/// The palette entry with the color of a path, if there is exactly one.
pub(super) fn of(path: &usvg::Path, look: &Look) -> Option<(Place, String)> {
    let mut named = entries(look.game, look.studio.ink).filter(|swatch| Some(swatch.color) == ink(path));
    let swatch = named.next().filter(|_| named.next().is_none())?;
    Some((swatch.written.place.clone(), format!("its color `{}`", swatch.name.value)))
}

/// The color of a path, if it has a single one.
pub(super) fn ink(path: &usvg::Path) -> Option<Color> {
    match path.fill()?.paint() {
        usvg::Paint::Color(color) => Some(Color::from(*color)),
        _ => None,
    }
}

/// Reports a color at its palette entry if most texts in that color have too little contrast.
///
/// In that case, the color is at fault, not the background of a single text.
pub(super) fn gather(view: &View, found: &mut Vec<Finding>) {
    for Swatch { name, written, color } in entries(view.game, view.studio.ink) {
        let (name, entry) = (&name.value, &written.place);
        let is_weak = |finding: &Finding| {
            finding.rule == &low_contrast::RULE && finding.other.as_ref().is_some_and(|(place, _)| place == entry)
        };
        let weak: Vec<&Finding> = found.iter().filter(|finding| is_weak(finding)).collect();
        let all: usize =
            view.seen.iter().enumerate().map(|(face, seen)| texts(view, face, seen.as_ref(), *color)).sum();
        let places: HashSet<_> = weak.iter().map(|finding| &finding.place).collect();
        if places.len() < LEAST || weak.len() * 4 < all * 3 {
            continue;
        }
        // All messages start alike and have one digit before the point, so the least message has the least contrast.
        let Some(weakest) = weak.iter().map(|finding| &finding.message).min() else { continue };
        let message = format!("{} of {all} texts in `{name}`: {weakest}", weak.len());
        let help = format!("change `{name}`, or the backgrounds behind it");
        // One finding per card, so that each card can allow it.
        let owners = weak.iter().flat_map(|finding| finding.owners.clone());
        let gathered =
            owners.map(|owner| Finding::new(&low_contrast::RULE, entry.clone(), message.clone()).owner(owner));
        let gathered: Vec<Finding> = gathered.map(|finding| finding.help(help.clone())).collect();
        found.retain(|finding| !is_weak(finding));
        found.extend(gathered);
    }
}

/// The number of texts in a color on a face, multiplied by the cards that have the face.
fn texts(view: &View, face: usize, seen: Option<&Seen>, color: Color) -> usize {
    let texts = seen.map_or(0, |seen| seen.inks.iter().filter(|ink| **ink == color).count());
    let sides = view.art.sets.iter().flatten().flat_map(|piece| [Some(piece.front), piece.back]).flatten();
    if texts == 0 { 0 } else { texts * sides.filter(|side| side.0 as usize == face).count() }
}

/// The palette colors that are printed as written. Low ink replaces some.
fn entries(game: &Game, ink: Ink) -> impl Iterator<Item = &Swatch> {
    let is_own =
        move |own: &&Swatch| ink == Ink::Full || game.palette_low.iter().all(|low| low.name.value != own.name.value);
    game.palette.iter().filter(is_own)
}
