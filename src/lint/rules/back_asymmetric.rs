//! Backs that look different upside down.

use std::collections::BTreeMap;

use resvg::tiny_skia::PremultipliedColorU8;

use crate::art::Side;
use crate::color::Rgb;
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;
use crate::lint::color::{SIGHTS, seen};
use crate::lint::look::Look;

pub static RULE: Rule = Rule {
    name: "back-asymmetric",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A back that different cards share looks different upside down.",
    why: "A player who turns a card marks it. The back then gives away which card it is.",
    fix: "Draw one half of the back, and repeat it rotated by 180 degrees.",
    wrong: r##"
        {# back.svg #}
        <circle cx="12" cy="70" r="1.6" fill="#fff"/>
    "##,
    right: r##"
        {# back.svg #}
        <circle cx="31.5" cy="44" r="1.6" fill="#fff"/>
    "##,
};

/// The share of the back that may differ, in thousandths. Edges fall on different pixels.
const MOST: f64 = 8.0;
/// The distance from which two colors look different (Oklab). A gradient of the background is below it.
const NOTICED: f32 = 0.12;

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    for (s, pieces) in view.art.sets.iter().enumerate() {
        let set = &view.game.sets[s];
        // The number of different cards with each back, and the first of them. Copies of one card count once.
        let mut backs: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
        for piece in pieces {
            let Some(back) = piece.back else { continue };
            backs.entry(back.0).or_insert((0, piece.component)).0 += 1;
        }
        for (back, (_, component)) in backs.into_iter().filter(|(_, (cards, _))| *cards > 1) {
            let seen = view.seen.get(back as usize).and_then(Option::as_ref);
            let Some((share, has_blot)) = seen.and_then(|seen| seen.turned) else { continue };
            if share > MOST || has_blot {
                let message = match share > MOST {
                    true => {
                        format!("upside down, {share:.1} of 1000 parts of the back differ; the limit is {MOST}")
                    }
                    false => "upside down, a spot of at least 2 mm on the back has another color".to_owned(),
                };
                let place = view.art.faces[back as usize].template.place.clone();
                let finding = Finding::new(&RULE, place, message).owner(set.components[component].owner(set));
                found.push(finding.help("draw one half, and repeat it rotated by 180 degrees"));
            }
        }
    }
}

/// How a shared back differs from itself upside down: the share of pixels in thousandths, and whether some form a spot.
///
/// An edge produces only a line of them.
pub(in crate::lint) fn turned(look: &Look) -> Option<(f64, bool)> {
    if look.subject.side == Side::Front || !look.face.is_shared || !look.card.shape.is_same_turned() {
        return None;
    }
    let picture = look.picture()?;
    let pixels = picture.pixels();
    let color = |p: &PremultipliedColorU8| Rgb::new(p.red(), p.green(), p.blue());
    let differ: Vec<f32> = pixels
        .iter()
        .zip(pixels.iter().rev())
        .map(|(a, b)| {
            let (a, b) = (color(a), color(b));
            let Rgb { r, g, b: blue } = a.zip(b, u8::abs_diff);
            if r.max(g).max(blue) < 12 {
                return 0.0;
            }
            seen(a, &SIGHTS[0].1).squared_distance(seen(b, &SIGHTS[0].1)).sqrt()
        })
        .collect();
    let share = differ.iter().filter(|&&d| d > NOTICED).count() as f64 * 1000.0 / pixels.len() as f64;
    let width = picture.width() as usize;
    let is_blot = |at: usize| [at, at + 1, at + width, at + width + 1].iter().all(|&i| differ[i] > NOTICED * 2.0);
    let rows = picture.height().saturating_sub(1) as usize;
    let has_blot = (0..rows * width).any(|at| at % width + 1 < width && is_blot(at));
    Some((share, has_blot))
}
