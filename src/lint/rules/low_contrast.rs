//! Texts, and icons in texts, with too little contrast to the pixels behind them.

use kurbo::Rect;
use resvg::tiny_skia::Pixmap;
use usvg::tiny_skia_path::Point;

use crate::color::Rgb;
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::behind::{surely_stand_out, surely_stands_out};
use crate::lint::color::{contrast, luminance};
use crate::lint::look::{Look, Sign, Words, scale};
use crate::lint::pixels::FINE;
use crate::lint::{SIGN, one_color, paint};
use crate::units::Pt;

pub static RULE: Rule = Rule {
    name: "low-contrast",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text stands out too little from what is behind it: less than 4.5 : 1, or 3 : 1 for an icon in a text.",
    why: "Under a dim lamp, or for older eyes, it cannot be read. It is measured on the pixels behind the letters.",
    fix: "Make the text or what is behind it darker or paler, until the message's limit is reached.",
    wrong: r##"
        {# card.svg #}
        {{ text(text="Pale", x=5, y=70, w=50, h=8, size=9, font=fonts.text, fill="#a07a30") }}
    "##,
    right: r##"
        {# card.svg #}
        {{ text(text="Dark", x=5, y=70, w=50, h=8, size=9, font=fonts.text, fill="#5a3f10") }}
    "##,
};

/// The least contrast, as WCAG 2 defines it.
const LEAST: f64 = 4.5;
/// The share of the background that may have less contrast, such as the edge of an ornament.
const SHARE: f64 = 0.1;
/// The least width of an outline that makes letters stand out.
const OUTLINE: Pt = Pt(0.5);

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        if is_shadow(words, look) {
            continue;
        }
        // Line by line, because one unreadable line is one too many.
        let ink = Ink { path: words.path, opacity: words.opacity, least: LEAST };
        let rows = words.rows.iter().zip(surely_stand_out(look, words, LEAST, SHARE)).filter(|(_, is_clear)| !is_clear);
        let weak = rows.filter_map(|(row, _)| {
            let on_icon = stands_on_icon(look, row, words.order);
            // Worked letters are shapes themselves, which come after their words.
            let is_worked = words.said.shapes > 0;
            let ground = |area| if is_worked { look.beneath(words, area) } else { look.patch(area, on_icon) };
            weakest(row, ink, &ground)
        });
        if let Some(measured) = weak.min_by(f64::total_cmp) {
            let message = format!("contrast of text to its background is {measured:.1} : 1; the limit is {LEAST} : 1");
            let mut finding = look.text_finding(&RULE, &words.said.text, message);
            finding.other = one_color::of(words.path, look);
            found.push(finding.help("darken the letters or lighten the background, or the reverse"));
        }
    }
    let mut before = None;
    for sign in &look.icons {
        // A text is reported once, however many icons it has.
        let Some(said) = sign.said.filter(|said| before != Some(&said.text)) else { continue };
        // An icon in its own colors has no one color to compare.
        if sign.painted.is_some() {
            continue;
        }
        if is_shadow_sign(sign, look) || surely_stands_out(look, sign, SIGN, SHARE) {
            continue;
        }
        let ink = Ink { path: sign.path, opacity: sign.opacity, least: SIGN };
        let area = [sign.area];
        let on_icon = stands_on_icon(look, &area, sign.order);
        if let Some(measured) = weakest(&area, ink, &|area| look.patch(area, on_icon)) {
            before = Some(&said.text);
            let name = &look.studio.icons.get(sign.icon).name;
            let message = format!(
                "contrast of icon `{name}` in the text to its background is {measured:.1} : 1; the limit is {SIGN} : 1"
            );
            let finding = look.text_finding(&RULE, &said.text, message);
            found.push(finding.help("darken the icon or lighten the background, or the reverse"));
        }
    }
}

/// The paint of letters or an icon, and the contrast they need.
#[derive(Clone, Copy)]
struct Ink<'a> {
    path: &'a usvg::Path,
    opacity: f32,
    least: f64,
}

/// The contrast of the worst part of the background, ignoring a tenth, if it is below the limit.
///
/// It is rounded down, so that it never seems to reach the limit.
fn weakest(lines: &[Rect], ink: Ink, ground: &dyn Fn(Rect) -> Option<(Pixmap, kurbo::Point)>) -> Option<f64> {
    let fill = ink.path.fill()?.paint();
    let outline = outline(ink.path);
    let mut weak: Vec<f64> = Vec::new();
    let mut all = 0;
    let to_own = ink.path.abs_transform().invert()?;
    for (ground, corner) in patches(lines).into_iter().filter_map(ground) {
        let mut last = None;
        for (i, p) in ground.pixels().iter().enumerate() {
            let (x, y) = (i as u32 % ground.width(), i as u32 / ground.width());
            let at = |from: f64, n: u32| from as f32 + (n as f32 + 0.5) / FINE;
            let mut point = Point::from_xy(at(corner.x, x), at(corner.y, y));
            let here = kurbo::Point::new(f64::from(point.x), f64::from(point.y));
            if !lines.iter().any(|line| line.contains(here)) {
                continue;
            }
            to_own.map_point(&mut point);
            let (color, opacity) = paint::at(fill, point)?;
            let seen = (color, opacity * ink.opacity, Rgb::new(p.red(), p.green(), p.blue()));
            let measured = match last {
                Some((known, measured)) if known == seen => measured,
                _ => of(seen, outline),
            };
            last = Some((seen, measured));
            all += 1;
            if measured < ink.least {
                weak.push(measured);
            }
        }
    }
    let at = (f64::from(all) * SHARE) as usize;
    (weak.len() > at).then(|| (*weak.select_nth_unstable_by(at, f64::total_cmp).1 * 10.0).floor() / 10.0)
}

/// Boxes around all lines: a single one, unless it would be mostly empty.
fn patches(lines: &[Rect]) -> Vec<Rect> {
    let Some(whole) = lines.iter().copied().reduce(|a, b| a.union(b)) else { return Vec::new() };
    let filled: f64 = lines.iter().map(Rect::area).sum();
    if whole.area() < filled * 4.0 { vec![whole] } else { lines.to_vec() }
}

/// The color of the outline of the letters, if it is wide enough to be visible.
fn outline(path: &usvg::Path) -> Option<Rgb> {
    let stroke = path.stroke()?;
    let width = f64::from(stroke.width().get() * scale(path.abs_transform()));
    let usvg::Paint::Color(c) = stroke.paint() else { return None };
    (width >= OUTLINE.mm().0 && stroke.opacity().get() > 0.9).then_some(Rgb::from(*c))
}

/// The contrast of letters to their background, or to their outline if that is higher.
fn of((color, opacity, behind): (Rgb, f32, Rgb), outline: Option<Rgb>) -> f64 {
    let mixed = |front: u8, back: u8| {
        let (front, back) = (f32::from(front), f32::from(back));
        (back + (front - back) * opacity).round() as u8
    };
    let letters = luminance(color.zip(behind, mixed));
    [Some(behind), outline].into_iter().flatten().map(|next| contrast(letters, luminance(next))).fold(1.0, f64::max)
}

/// Whether the same words are drawn again on top, slightly offset.
fn is_shadow(words: &Words, look: &Look) -> bool {
    look.words.iter().any(|over| over.order > words.order && words.is_echo_of(over))
}

/// The same for an icon.
fn is_shadow_sign(sign: &Sign, look: &Look) -> bool {
    let is_over = |over: &Sign| over.order > sign.order && over.icon == sign.icon && over.said.is_some();
    look.icons.iter().any(|over| is_over(over) && over.area.center().distance(sign.area.center()) < 1.0)
}

/// Whether an icon is behind a large part of a line.
fn stands_on_icon(look: &Look, lines: &[Rect], order: usize) -> bool {
    let covers = |icon: Rect| lines.iter().any(|line| icon.intersect(*line).area() > line.area() * 0.25);
    look.icons.iter().any(|sign| sign.order < order && covers(sign.area))
}
