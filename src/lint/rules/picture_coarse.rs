//! Pictures with too few pixels for their size.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;
use crate::lint::look::Shown;
use crate::lint::pictures::report;
use crate::units::{Mm, Size};

pub static RULE: Rule = Rule {
    name: "picture-coarse",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A picture has fewer than 200 pixels per inch where it is printed. Pixel art with \
           `style=\"image-rendering:pixelated\"` is exempt.",
    why: "On screen it may look fine. On paper, steps and blur show.",
    fix: "Use a picture with more pixels, or print it smaller.",
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

/// Whether a picture has too few pixels for its size.
pub(in crate::lint) fn is_coarse(shown: &Shown) -> bool {
    !shown.is_crisp && dpi(shown) < LEAST - 0.5
}

fn dpi(Shown { picture, size, .. }: &Shown) -> f64 {
    let of = |pixels: u32, Mm(length): Mm| f64::from(pixels) / (length / 25.4);
    of(picture.width, size.w).min(of(picture.height, size.h))
}

/// Each picture is reported once for each size.
pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let key = |shown: &Shown| is_coarse(shown).then(|| shown.size.to_string());
    report(view, &key, found, &|shown, name| {
        let Shown { picture, size, .. } = shown;
        let dpi = dpi(shown);
        let message = format!(
            "{name} has {}x{} px and is printed at {size}: {:.0} dpi; the limit is {LEAST}",
            picture.width,
            picture.height,
            dpi.floor()
        );
        let [across, down] = [size.w, size.h].map(|Mm(length)| (length / 25.4 * LEAST).ceil());
        let largest = Size { w: size.w * (dpi / LEAST), h: size.h * (dpi / LEAST) };
        let help = format!("use a picture of at least {across}x{down} px, or print it at {largest} at most");
        Finding::new(&RULE, None, message).help(help)
    });
}
