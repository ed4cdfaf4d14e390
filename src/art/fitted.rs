//! A drawing of another program as a whole face: put at the size of the card.

use crate::svg::Root;
use crate::units::{Mm, Size, trimmed};

/// How far a drawing may differ from the card, as a share of it.
const NEAR: f64 = 0.005;
/// The same in millimeters, for a drawing that says how large it is.
const EXACT: f64 = 0.05;

/// The drawing of a face at the size of the card with its bleed. `Err` is the size that it says it has.
///
/// A drawing as large as the card alone is put inside the bleed. One in pixels is scaled if it has the proportions of the
/// card, with its bleed or without.
pub(super) fn fitted(svg: String, size: Size, bleed: Mm) -> Result<String, String> {
    let Some(root) = Root::of(&svg) else { return Ok(svg) };
    // What makes no sense is left to the reader.
    let Some(([w, h], is_measured)) = root.size() else { return Ok(svg) };
    let canvas = [size.w.0 + 2.0 * bleed.0, size.h.0 + 2.0 * bleed.0];
    let near = |want: [f64; 2], by: f64| (w - want[0]).abs() <= by && (h - want[1]).abs() <= by;
    if root.has("width") && root.has("height") && near(canvas, 0.01) {
        return Ok(svg);
    }
    let trim = [size.w.0, size.h.0];
    let off = |want: [f64; 2]| (w / h * want[1] / want[0] - 1.0).abs();
    let place = if near(canvas, EXACT) {
        canvas
    } else if near(trim, EXACT) {
        trim
    } else {
        let likelier = if off(trim) < off(canvas) { trim } else { canvas };
        match !is_measured && off(likelier) <= NEAR {
            true => likelier,
            false => {
                let unit = if is_measured { " mm" } else { "" };
                return Err(format!("{}x{}{unit}", trimmed(w, 2), trimmed(h, 2)));
            }
        }
    };
    let short = |length: f64| trimmed(length, 4);
    let corner = if place == trim { 0.0 } else { -bleed.0 };
    let mut attributes = vec![
        ("x", short(corner)),
        ("y", short(corner)),
        ("width", short(place[0])),
        ("height", short(place[1])),
        ("overflow", "hidden".to_owned()),
    ];
    let inner = root.view_box();
    if inner.is_none() {
        attributes.push(("viewBox", format!("0 0 {} {}", short(w), short(h))));
    }
    // It covers the whole card even if its proportions are a hair off.
    if inner.is_none_or(|[bw, bh]| (bw / bh * h / w - 1.0).abs() < 1e-3) {
        attributes.push(("preserveAspectRatio", "none".to_owned()));
    }
    let [cw, ch] = canvas.map(short);
    let left = short(-bleed.0);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{cw}\" height=\"{ch}\" viewBox=\"{left} {left} {cw} {ch}\">{}</svg>",
        root.with(&attributes)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_scaled_only_where_that_is_meant() {
        let (size, bleed) = (Size::mm(63.0, 88.0), Mm(3.0));
        for (tag, want) in [
            ("width=\"69\" height=\"94\"", Some(None)),
            (
                "width=\"63\" height=\"88\" viewBox=\"0 0 630 880\"",
                Some(Some("x=\"0\" y=\"0\" width=\"63\" height=\"88\"")),
            ),
            // 744 / 1039.2 is 63 / 88, and 815 / 1110.3 is 69 / 94.
            ("width=\"744\" height=\"1039\"", Some(Some("x=\"0\" y=\"0\" width=\"63\" height=\"88\""))),
            ("viewBox=\"0 0 815 1110\"", Some(Some("x=\"-3\" y=\"-3\" width=\"69\" height=\"94\""))),
            ("width=\"126\" height=\"176\" data-measured=\"mm\"", None),
            ("width=\"100\" height=\"100\"", None),
        ] {
            let svg = format!("<svg {tag}/>");
            match (fitted(svg.clone(), size, bleed), want) {
                (Ok(drawn), Some(None)) => assert_eq!(drawn, svg),
                (Ok(drawn), Some(Some(part))) => {
                    assert!(drawn.contains(part) && drawn.contains("viewBox=\"-3 -3 69 94\""), "{tag}: {drawn}");
                }
                (Err(_), None) => {}
                (other, _) => panic!("{tag}: {other:?}"),
            }
        }
    }
}
