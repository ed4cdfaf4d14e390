//! Lines too thin to print.

use kurbo::{ParamCurve as _, ParamCurveDeriv as _};
use usvg::tiny_skia_path::Transform;
use usvg::{Group, Node, Paint, Path};

use crate::color::Color;
use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::{Look, bez_path, scale};
use crate::units::Pt;

pub static RULE: Rule = Rule {
    name: "stroke-thin",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A line is thinner than 0.25 pt.",
    why: "Printers drop such lines, or thicken them.",
    fix: "Draw the line at least 0.25 pt (0.09 mm) wide.",
    wrong: r##"
        {# card.svg #}
        <path d="M5 50h50" stroke="#000" stroke-width=".07"/>
    "##,
    right: r##"
        {# card.svg #}
        <path d="M5 50h50" stroke="#000" stroke-width=".1"/>
    "##,
};

/// The thinnest line that prints reliably.
const LEAST: Pt = Pt(0.25);

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    let paths = look.shapes.iter().map(|shape| shape.path).chain(look.words.iter().map(|words| words.path));
    let widths = paths.map(|path| thinnest(path, path.abs_transform()));
    let icons = look.icons.iter().filter_map(|sign| Some((sign.painted?.tree(Color::BLACK), sign.place)));
    let widths = widths.chain(icons.map(|(tree, place)| within(tree.root(), place)));
    let thinnest = widths.fold(f64::MAX, f64::min);
    if thinnest < LEAST.mm().0 - 0.0005 {
        let message = format!("a line is {:.2} pt wide; the limit is {LEAST}", thinnest / Pt(1.0).mm().0);
        found.push(look.drawing_finding(&RULE, message).help("raise its `stroke-width` to at least 0.09 mm"));
    }
}

/// The least width of a shape's line and of the lines in its patterns, in millimeters.
fn thinnest(path: &Path, ts: Transform) -> f64 {
    let stroke = path.stroke().filter(|stroke| stroke.opacity().get() > 0.0);
    let own = stroke.map_or(f64::MAX, |stroke| f64::from(stroke.width().get()) * narrowing(path, ts));
    let paints = [path.fill().map(usvg::Fill::paint), stroke.map(usvg::Stroke::paint)];
    let patterns = paints.into_iter().flatten().map(|paint| match paint {
        Paint::Pattern(pattern) => within(pattern.root(), ts.pre_concat(pattern.transform())),
        _ => f64::MAX,
    });
    patterns.fold(own, f64::min)
}

fn within(group: &Group, ts: Transform) -> f64 {
    let widths = group.children().iter().map(|node| match node {
        Node::Group(inner) => within(inner, ts),
        Node::Path(path) if path.is_visible() => thinnest(path, ts.pre_concat(path.abs_transform())),
        _ => f64::MAX,
    });
    widths.fold(f64::MAX, f64::min)
}

/// The scale of a line at its narrowest point. Uneven scaling thins it in some directions only.
fn narrowing(path: &Path, ts: Transform) -> f64 {
    let even = f64::from(scale(ts));
    let is_even = (ts.sx - ts.sy).abs() + (ts.kx + ts.ky).abs() < 1e-3 * scale(ts)
        || (ts.sx + ts.sy).abs() + (ts.kx - ts.ky).abs() < 1e-3 * scale(ts);
    let Some(back) = ts.invert().filter(|_| !is_even) else { return even };
    let outline = bez_path(path.data(), ts);
    let ways = outline.segments().flat_map(|segment| {
        let curve = segment.to_cubic();
        [0.01, 0.25, 0.5, 0.75, 0.99].map(|at| curve.deriv().eval(at).to_vec2())
    });
    let widths = ways.filter(|way| way.hypot() > 1e-9).map(|way| {
        let way = way.normalize();
        let x = f64::from(back.sx) * way.x + f64::from(back.kx) * way.y;
        let y = f64::from(back.ky) * way.x + f64::from(back.sy) * way.y;
        even * even * x.hypot(y)
    });
    widths.reduce(f64::min).unwrap_or(even)
}
