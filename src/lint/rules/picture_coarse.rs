//! Pictures with too few pixels for their size.

use std::collections::BTreeMap;

use crate::art::{FaceNo, Piece, place_in_drawing};
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;
use crate::lint::look::Shown;
use crate::units::{Mm, Size};

pub static RULE: Rule = Rule {
    name: "picture-coarse",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A picture has fewer than 200 pixels per inch where it is printed. Pixel art with \
           `style=\"image-rendering:pixelated\"` is exempt.",
    why: "On screen it may look fine. On paper, steps and blur show.",
    wrong: r#"
        {# card.svg #}
        <image href="data:image/gif;base64,R0lGODdhAQABAIABAAAAAP///ywAAAAAAQABAAACAkQBADs=" x="45" y="40" width="5" height="5"/>
    "#,
    right: r#"
        {# card.svg #}
        <image href="data:image/gif;base64,R0lGODdhAQABAIABAAAAAP///ywAAAAAAQABAAACAkQBADs=" x="45" y="40" width="5" height="5" style="image-rendering:pixelated"/>
    "#,
};

/// The least dots per inch.
const LEAST: f64 = 200.0;

/// The pictures of a face that are too coarse.
pub(in crate::lint) fn coarse(shown: &[Shown]) -> Vec<Shown> {
    shown.iter().filter(|shown| !shown.is_crisp && dpi(shown) < LEAST - 0.5).cloned().collect()
}

fn dpi(Shown { picture, size, .. }: &Shown) -> f64 {
    let of = |pixels: u32, Mm(length): Mm| f64::from(pixels) / (length / 25.4);
    of(picture.width, size.w).min(of(picture.height, size.h))
}

/// Reports each picture once for each size; each card that shows it can allow that.
pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let mut prints: BTreeMap<(u128, String), Vec<(FaceNo, &Shown)>> = BTreeMap::new();
    for (face, seen) in (0..).map(FaceNo).zip(view.seen) {
        for shown in seen.iter().flat_map(|seen| &seen.coarse) {
            prints.entry((shown.picture.id, shown.size.to_string())).or_default().push((face, shown));
        }
    }
    for ((_, size), faces) in prints {
        let (first, shown) = faces[0];
        let Some(seen) = &view.seen[first.0 as usize] else { continue };
        let Shown { picture, size: Size { w: Mm(w), h: Mm(h) }, .. } = shown;
        let (width, height) = (picture.width, picture.height);
        let is_named = !picture.href.is_empty();
        let place = is_named.then(|| place_in_drawing(&picture.href, view.printed(seen))).flatten();
        let place = place.unwrap_or_else(|| view.printed(seen).template().place.clone());
        let name = if is_named { format!("`{}`", picture.href) } else { "a picture in a data URL".to_owned() };
        let message = format!(
            "{name} has {width}x{height} px and is printed at {size}: {:.0} dpi; the limit is {LEAST}",
            dpi(shown).floor()
        );
        let [across, down] = [w, h].map(|length| (length / 25.4 * LEAST).ceil());
        let largest = Size::mm(w * dpi(shown) / LEAST, h * dpi(shown) / LEAST);
        let help = format!("use a picture of at least {across}x{down} px, or print it at {largest} at most");
        let shows = |piece: &&Piece| {
            [Some(piece.front), piece.back].into_iter().flatten().any(|face| faces.iter().any(|(of, _)| *of == face))
        };
        for (set, pieces) in view.game.sets.iter().zip(&view.art.sets) {
            for piece in pieces.iter().filter(shows) {
                let owner = set.components[piece.component].owner(set);
                found.push(Finding::new(&RULE, place.clone(), message.clone()).owner(owner).help(help.clone()));
            }
        }
    }
}
