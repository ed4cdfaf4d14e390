//! Text against what is really behind it, from pixels.

use kurbo::Rect;
use resvg::tiny_skia::Pixmap;

use super::behind::surely_stand_out;
use super::colour::{contrast, luminance};
use super::look::{Look, SCALE, Words, extent, start};
use crate::diag::{Diagnostic, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "low-contrast",
    severity: Severity::Warning,
    what: "Text stands out too little from what is behind it: less than 4.5 : 1.",
    why: "Under a kitchen lamp, or for older eyes, it cannot be read. Measured on the pixels that are really behind the letters.",
};

/// Least contrast, as WCAG 2 counts it.
const LEAST: f64 = 4.5;
/// This share of the ground may be closer to the letters: the edge of an ornament under a word is no fault.
const SHARE: f64 = 0.1;

pub(super) fn check(look: &Look, found: &mut Vec<Diagnostic>) {
    for words in look.words.iter().filter(|words| !words.is_outlined) {
        let Some(colour) = words.colour else { continue };
        if is_shadow(words, look) || surely_stand_out(look, words, colour, LEAST) {
            continue;
        }
        let stands_on_icon = look
            .icons
            .iter()
            .any(|sign| sign.order < words.order && words.lines.iter().any(|l| covers(sign.area, extent(l))));
        let ground = if stands_on_icon { look.ground_with_icons() } else { look.ground() };
        if let Some(measured) = ground.and_then(|ground| weakest(words, colour, ground)) {
            let message = format!("contrast of text to its ground is {measured:.1} : 1; the limit is {LEAST} : 1");
            let told = look.told(&RULE, &words.said.text, message).label(start(&words.said.text));
            found.push(told.help("darken the letters or lighten the ground, or the reverse"));
        }
    }
}

/// The contrast that all but a tenth of the ground behind the words reaches, where that is too little.
fn weakest(words: &Words, colour: [u8; 3], ground: &Pixmap) -> Option<f64> {
    let mut weak: Vec<f64> = Vec::new();
    let mut all = 0;
    let mut last = ([0; 3], of([0; 3], colour, words.opacity));
    let (w, h) = (i64::from(ground.width()), i64::from(ground.height()));
    for line in &words.lines {
        let area = extent(line).scale_from_origin(f64::from(SCALE));
        for y in (area.y0 as i64).max(0)..=(area.y1 as i64).min(h - 1) {
            for x in (area.x0 as i64).max(0)..=(area.x1 as i64).min(w - 1) {
                let p = ground.pixels()[(y * w + x) as usize];
                let behind = [p.red(), p.green(), p.blue()];
                if behind != last.0 {
                    last = (behind, of(behind, colour, words.opacity));
                }
                all += 1;
                if last.1 < LEAST {
                    weak.push(last.1);
                }
            }
        }
    }
    let at = (f64::from(all) * SHARE) as usize;
    (weak.len() > at).then(|| *weak.select_nth_unstable_by(at, f64::total_cmp).1)
}

/// The contrast of letters of that colour and opacity to what is behind them.
fn of(behind: [u8; 3], colour: [u8; 3], opacity: f32) -> f64 {
    let seen = |i: usize| {
        let (front, back) = (f32::from(colour[i]), f32::from(behind[i]));
        (back + (front - back) * opacity).round() as u8
    };
    contrast(luminance([seen(0), seen(1), seen(2)]), luminance(behind))
}

/// Whether the same words are drawn again on top, a little aside.
fn is_shadow(words: &Words, look: &Look) -> bool {
    look.words.iter().any(|over| over.order > words.order && words.is_echo_of(over))
}

fn covers(icon: Rect, line: Rect) -> bool {
    icon.intersect(line).area() > line.area() * 0.25
}
