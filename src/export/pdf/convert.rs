//! Converts a usvg tree to a PDF content stream: paths, paints, clips, masks, opacity, text.

use usvg::tiny_skia_path::{Rect, Transform};
use usvg::{BlendMode, FillRule, Group, Node, Paint};

use super::form::{Form, Resource, SoftMask, State};
use super::glyphs::Show;
use super::note::{Drawn, Note, Notes};
use super::numbers::{fixed, matrix, number, op, path};
use super::{images, paint, shared};
use crate::art::{Face, Studio};
use crate::color::{Color, Rgb};
use crate::error::Error;
use crate::finding::{Finding, Sources, rule};
use crate::svg;
use crate::text::{Stamp, stamp_number};

/// Converts the drawing of a face, and reports what cannot be stored as vectors.
pub fn convert(face: &Face, tree: &usvg::Tree, studio: &Studio, sources: &Sources, found: &mut Vec<Finding>) -> Form {
    let (form, notes) = converted(face, tree, studio);
    found.extend(notes.into_iter().map(|note| note.finding(face, studio, sources)));
    form
}

/// Whether some of a drawing, or of a picture in it, has a filter.
pub fn has_filters(tree: &usvg::Tree) -> bool {
    fn is_in(group: &Group) -> bool {
        let is_in_node = |node: &Node| match node {
            Node::Group(inner) => is_in(inner),
            Node::Image(image) => matches!(image.kind(), usvg::ImageKind::SVG(tree) if has_filters(tree)),
            Node::Path(_) | Node::Text(_) => false,
        };
        !group.filters().is_empty() || group.children().iter().any(is_in_node)
    }
    is_in(tree.root())
}

/// Converts a drawing of our own, such as the marks of a sheet.
pub(super) fn convert_own(face: &Face, studio: &Studio) -> Result<Form, Error> {
    let tree = svg::parse_own(&face.svg, &studio.fonts.db, &studio.pictures)
        .map_err(|faults| Error::Pdf(format!("{}: {}", face.name, faults[0].message)))?;
    Ok(converted(face, &tree, studio).0)
}

fn converted(face: &Face, tree: &usvg::Tree, studio: &Studio) -> (Form, Notes) {
    let size = face.canvas();
    let bounds = [0.0, 0.0, size.w.0 as f32, size.h.0 as f32];
    let mut notes = Vec::new();
    let mut writer = Writer::new(bounds, &face.stamps, studio, &mut notes);
    writer.group(tree.root(), Transform::identity());
    let mut form = writer.form;
    form.content.shrink_to_fit();
    form.glyphs.shrink_to_fit();
    (form, notes)
}

/// Writes one content stream.
pub(super) struct Writer<'a> {
    pub form: Form,
    pub stamps: &'a [Stamp],
    pub studio: &'a Studio,
    pub notes: &'a mut Notes,
    /// Whether it writes a mask in which light counts: PDF weighs the colors of light differently from SVG.
    pub is_gray: bool,
    /// The current fill color, to skip setting it again.
    fill: Option<Color>,
}

impl<'a> Writer<'a> {
    pub fn new(bounds: [f32; 4], stamps: &'a [Stamp], studio: &'a Studio, notes: &'a mut Notes) -> Writer<'a> {
        Writer { form: Form { bounds, ..Form::default() }, stamps, studio, notes, is_gray: false, fill: None }
    }

    /// Writes into a new form.
    pub fn inner(&mut self, bounds: [f32; 4], write: impl FnOnce(&mut Writer)) -> Form {
        let mut inner = Writer::new(bounds, self.stamps, self.studio, self.notes);
        inner.is_gray = self.is_gray;
        write(&mut inner);
        inner.form
    }

    pub fn save(&mut self) -> Option<Color> {
        self.out().extend_from_slice(b"q\n");
        self.fill
    }

    pub fn restore(&mut self, fill: Option<Color>) {
        self.out().extend_from_slice(b"Q\n");
        self.fill = fill;
    }

    pub fn out(&mut self) -> &mut Vec<u8> {
        &mut self.form.content
    }

    /// Names a resource, then applies an operator to it.
    pub fn apply(&mut self, resource: Resource, operator: &str) {
        let name = self.form.name(resource);
        self.out().extend_from_slice(format!("/R{name} {operator}\n").as_bytes());
    }

    /// Draws a group. `ts` maps its parent's space to the face.
    pub fn group(&mut self, group: &Group, ts: Transform) {
        let ts = ts.pre_concat(group.transform());
        if !group.filters().is_empty() {
            return self.filtered(group, ts);
        }
        let is_plain =
            group.opacity().get() >= 1.0 && group.blend_mode() == BlendMode::Normal && group.mask().is_none();
        let is_plain = is_plain && !(group.isolate() && shared::mixes(group));
        if is_plain && group.clip_path().is_none() {
            // A group without effects looks the same without isolation.
            return self.children(group, ts);
        }
        let fill = self.save();
        if let Some(clip) = group.clip_path() {
            self.clip(clip, ts);
        }
        if is_plain {
            self.children(group, ts);
        } else if let (Some(leaf), None, BlendMode::Normal) = (single(group), group.mask(), group.blend_mode()) {
            // One shape with one paint can take the opacity itself.
            let alpha = group.opacity().get();
            self.apply(Resource::State(State { fill: alpha, stroke: alpha, blend: "Normal", mask: None }), "gs");
            self.leaf(leaf, ts);
        } else {
            if let Some(mask) = group.mask() {
                self.mask(mask, ts);
            }
            let alpha = group.opacity().get();
            if alpha < 1.0 || group.blend_mode() != BlendMode::Normal {
                let blend = blend_name(group.blend_mode());
                self.apply(Resource::State(State { fill: alpha, stroke: alpha, blend, mask: None }), "gs");
            }
            let bounds = self.form.bounds;
            let mut form = self.inner(bounds, |inner| inner.children(group, ts));
            form.is_group = true;
            self.apply(Resource::Form(Box::new(form)), "Do");
        }
        self.restore(fill);
    }

    pub fn children(&mut self, group: &Group, ts: Transform) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, ts),
                leaf => self.leaf(leaf, ts),
            }
        }
    }

    fn leaf(&mut self, node: &Node, ts: Transform) {
        match node {
            Node::Path(path) => match stamp_number(path) {
                Some(number) => {
                    let stamps = self.stamps;
                    if let (Some(stamp), Some(fill)) = (stamps.get(number), path.fill()) {
                        self.stamp(stamp, fill, path.stroke(), ts);
                    }
                }
                None if path.is_visible() => self.path(path, ts),
                None => {}
            },
            Node::Image(image) => images::draw(self, image, ts),
            Node::Text(text) => self.text(text, ts),
            Node::Group(inner) => self.group(inner, ts),
        }
    }

    pub fn path(&mut self, node: &usvg::Path, ts: Transform) {
        let is_fill_first = node.paint_order() == usvg::PaintOrder::FillAndStroke;
        if is_fill_first {
            self.fill_path(node, ts);
        }
        self.stroke_path(node, ts);
        if !is_fill_first {
            self.fill_path(node, ts);
        }
    }

    fn fill_path(&mut self, node: &usvg::Path, ts: Transform) {
        let Some(fill) = node.fill() else { return };
        let is_even_odd = fill.rule() == FillRule::EvenOdd;
        if let Paint::Pattern(pattern) = fill.paint()
            && let Some(tiles) = paint::Tiles::over(pattern, node.bounding_box())
        {
            let saved = self.save();
            path(self.out(), node.data(), ts);
            op(self.out(), &[], if is_even_odd { "W* n" } else { "W n" });
            tiles.lay(self, pattern, fill.opacity().get(), ts);
            self.restore(saved);
            return;
        }
        let operator = if is_even_odd { "f*" } else { "f" };
        let before = self.paint(fill.paint(), fill.opacity().get(), node.bounding_box(), ts, false);
        path(self.out(), node.data(), ts);
        op(self.out(), &[], operator);
        self.unpaint(before);
    }

    fn stroke_path(&mut self, node: &usvg::Path, ts: Transform) {
        let Some(stroke) = node.stroke() else { return };
        let fill = self.save();
        self.paint(stroke.paint(), stroke.opacity().get(), node.stroke_bounding_box(), ts, true);
        let (a, b) = ((ts.sx * ts.sx + ts.ky * ts.ky).sqrt(), (ts.kx * ts.kx + ts.sy * ts.sy).sqrt());
        let is_even = (a - b).abs() < 1e-3 * a && (ts.sx * ts.kx + ts.ky * ts.sy).abs() < 1e-3 * a * b;
        // A line with uneven scaling must be drawn in its own space.
        let (scale, by) = if is_even { (a, ts) } else { (1.0, Transform::identity()) };
        if !is_even {
            matrix(self.out(), ts, "cm");
        }
        op(self.out(), &[stroke.width().get() * scale], "w");
        let cap = match stroke.linecap() {
            usvg::LineCap::Butt => "0 J",
            usvg::LineCap::Round => "1 J",
            usvg::LineCap::Square => "2 J",
        };
        let join = match stroke.linejoin() {
            usvg::LineJoin::Round => "1 j",
            usvg::LineJoin::Bevel => "2 j",
            _ => "0 j",
        };
        op(self.out(), &[], cap);
        op(self.out(), &[], join);
        op(self.out(), &[stroke.miterlimit().get()], "M");
        if let Some(dashes) = stroke.dasharray() {
            self.out().push(b'[');
            for dash in dashes {
                number(self.out(), dash * scale);
            }
            self.out().extend_from_slice(b"] ");
            op(self.out(), &[stroke.dashoffset() * scale], "d");
        }
        path(self.out(), node.data(), by);
        op(self.out(), &[], "S");
        self.restore(fill);
    }

    /// Sets a paint. The caller passes the result to [`Writer::unpaint`] after drawing.
    pub fn paint(&mut self, paint: &Paint, opacity: f32, bounds: Rect, ts: Transform, is_stroke: bool) -> Option<Undo> {
        let Paint::Color(color) = paint else {
            let fill = self.save();
            paint::pattern(self, paint, opacity, bounds, ts, is_stroke);
            return Some(Undo(fill));
        };
        let undo = (opacity < 1.0).then(|| {
            let fill = self.save();
            self.apply(Resource::State(State { fill: opacity, stroke: opacity, blend: "Normal", mask: None }), "gs");
            Undo(fill)
        });
        self.color(Color::from(*color), is_stroke);
        undo
    }

    pub fn unpaint(&mut self, undo: Option<Undo>) {
        if let Some(Undo(fill)) = undo {
            self.restore(fill);
        }
    }

    /// A color as it is written here.
    pub fn shade(&self, color: Color) -> Color {
        if self.is_gray { color.light() } else { color }
    }

    pub fn color(&mut self, color: Color, is_stroke: bool) {
        let color = self.shade(color);
        if !is_stroke {
            if self.fill == Some(color) {
                return;
            }
            self.fill = Some(color);
        }
        let Rgb { r, g, b } = color.seen().unit();
        let (parts, operators): (&[f32], _) = match color {
            // Viewers print this with black ink alone.
            Color::Gray(_) => (&[r], ["g", "G"]),
            Color::Rgb(_) => (&[r, g, b], ["rg", "RG"]),
        };
        for &part in parts {
            fixed(self.out(), part, 4);
        }
        op(self.out(), &[], operators[usize::from(is_stroke)]);
    }

    fn clip(&mut self, clip: &usvg::ClipPath, ts: Transform) {
        if let Some(outer) = clip.clip_path() {
            self.clip(outer, ts);
        }
        let ts = ts.pre_concat(clip.transform());
        if let Some((shape, by)) = only_path(clip.root(), ts) {
            let rule = shape.fill().map(|f| f.rule());
            path(self.out(), shape.data(), by);
            op(self.out(), &[], if rule == Some(FillRule::EvenOdd) { "W* n" } else { "W n" });
            return;
        }
        // The union of several shapes, or of text, needs a mask.
        let bounds = self.form.bounds;
        let mut form = self.inner(bounds, |inner| inner.group(clip.root(), ts));
        form.is_group = true;
        let mask = SoftMask { form: Box::new(form), is_luminosity: false };
        self.apply(Resource::State(State { fill: 1.0, stroke: 1.0, blend: "Normal", mask: Some(mask) }), "gs");
    }

    fn mask(&mut self, mask: &usvg::Mask, ts: Transform) {
        let bounds = self.form.bounds;
        let is_luminosity = mask.kind() == usvg::MaskType::Luminance;
        let mut form = self.inner(bounds, |inner| {
            inner.is_gray |= is_luminosity;
            if let Some(outer) = mask.mask() {
                inner.mask(outer, ts);
            }
            let r = mask.rect();
            let frame = usvg::tiny_skia_path::PathBuilder::from_rect(r.to_rect());
            path(inner.out(), &frame, ts);
            op(inner.out(), &[], "W n");
            inner.group(mask.root(), ts);
        });
        form.is_group = true;
        let mask = SoftMask { form: Box::new(form), is_luminosity };
        self.apply(Resource::State(State { fill: 1.0, stroke: 1.0, blend: "Normal", mask: Some(mask) }), "gs");
    }

    /// Draws a stamp: text as text, icons by reference to one stored drawing.
    fn stamp(&mut self, stamp: &Stamp, fill: &usvg::Fill, stroke: Option<&usvg::Stroke>, ts: Transform) {
        if stamp.is_hidden {
            let saved = self.save();
            self.runs(stamp, ts, Show::Hidden);
            return self.restore(saved);
        }
        let area = stamp_area(stamp, self.studio);
        let before = self.paint(fill.paint(), fill.opacity().get(), area, ts, false);
        let is_outlined = stroke.is_some();
        let outer = stroke.map(|stroke| {
            let saved = self.save();
            self.paint(stroke.paint(), stroke.opacity().get(), area, ts, true);
            let scale = (ts.sx * ts.sx + ts.ky * ts.ky).sqrt();
            op(self.out(), &[stroke.width().get() * scale], "w");
            op(self.out(), &[], "1 j");
            saved
        });
        self.runs(stamp, ts, if is_outlined { Show::Outlined } else { Show::Filled });
        for at in &stamp.icons {
            if let Some(painted) = &at.painted {
                shared::icon(self, at, painted, fill.paint(), fill.opacity().get(), ts);
                continue;
            }
            let [a, b, c, d, e, f] = at.matrix();
            let place = ts.pre_concat(Transform::from_row(a, b, c, d, e, f));
            if matches!(fill.paint(), Paint::Color(_)) && !is_outlined {
                let saved = self.save();
                matrix(self.out(), place, "cm");
                self.apply(Resource::Icon(at.icon), "Do");
                self.restore(saved);
            } else {
                let studio = self.studio;
                for (shape, is_even_odd) in &studio.icons.get(at.icon).paths {
                    path(self.out(), shape, place);
                    let operator = match (is_outlined, is_even_odd) {
                        (false, false) => "f",
                        (false, true) => "f*",
                        (true, false) => "B",
                        (true, true) => "B*",
                    };
                    op(self.out(), &[], operator);
                }
            }
        }
        if let Some(saved) = outer {
            self.restore(saved);
        }
        self.unpaint(before);
    }

    fn filtered(&mut self, group: &Group, ts: Transform) {
        if holds_stamp(group) {
            let message = "text or an icon is inside a filter, where it would be lost";
            let help = "move it out of the group that has the filter";
            self.notes.push(Note { rule: &rule::SVG_FAULT, message, help, drawn: Drawn::Face });
            return;
        }
        let message = "a filter effect is stored as a 600 dpi picture";
        let help = "draw it with shapes, opacity or gradients, or allow it if a picture is good enough";
        self.notes.push(Note { rule: &rule::FILTER_RASTERIZED, message, help, drawn: Drawn::Face });
        images::raster(self, group, ts);
    }
}

/// The fill color to restore.
pub(super) struct Undo(Option<Color>);

fn holds_stamp(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(inner) => holds_stamp(inner),
        Node::Path(path) => stamp_number(path).is_some(),
        _ => false,
    })
}

/// The only shape of a group, if it has just one with one paint.
fn single(group: &Group) -> Option<&Node> {
    match group.children() {
        [node @ Node::Path(path)] => {
            let paints = [path.fill().map(|f| f.opacity()), path.stroke().map(|s| s.opacity())];
            let is_one = paints.iter().flatten().count() == 1 && paints.iter().flatten().all(|o| o.get() >= 1.0);
            let is_flat = |paint: &Paint| matches!(paint, Paint::Color(_));
            let flat =
                path.fill().is_none_or(|f| is_flat(f.paint())) && path.stroke().is_none_or(|s| is_flat(s.paint()));
            (is_one && flat && stamp_number(path).is_none()).then_some(node)
        }
        _ => None,
    }
}

/// The only path in a group without effects, with its transform.
fn only_path(group: &Group, ts: Transform) -> Option<(&usvg::Path, Transform)> {
    if group.clip_path().is_some() || group.mask().is_some() {
        return None;
    }
    let ts = ts.pre_concat(group.transform());
    match group.children() {
        [Node::Path(path)] if path.is_visible() => Some((path, ts)),
        [Node::Group(inner)] => only_path(inner, ts),
        _ => None,
    }
}

/// The bounds of a stamp, for gradients over it.
fn stamp_area(stamp: &Stamp, studio: &Studio) -> Rect {
    let mut area = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    let mut take = |x0: f32, y0: f32, x1: f32, y1: f32| {
        area = [area[0].min(x0), area[1].min(y0), area[2].max(x1), area[3].max(y1)];
    };
    for run in &stamp.runs {
        let face = studio.fonts.face(run.face);
        let end = run.glyphs.last().map_or(0.0, |g| g.x + face.advance(g.id) * run.size);
        let (top, bottom) = (face.ascent * run.size, -face.descent * run.size);
        for (x, y) in [(0.0, top), (end, top), (0.0, bottom), (end, bottom)] {
            let (x, y) = run.on_face(x, y);
            take(x, y, x, y);
        }
    }
    for at in &stamp.icons {
        take(at.x - at.width / 2.0, at.y - at.size / 2.0, at.x + at.width * 1.5, at.y + at.size * 1.5);
    }
    Rect::from_ltrb(area[0], area[1], area[2], area[3])
        .unwrap_or_else(|| Rect::from_xywh(0.0, 0.0, 1.0, 1.0).expect("one by one is a rectangle"))
}

fn blend_name(mode: BlendMode) -> &'static str {
    match mode {
        // PDF has no `plus-lighter`; screen is closest.
        BlendMode::Screen | BlendMode::PlusLighter => "Screen",
        BlendMode::Normal => "Normal",
        BlendMode::Multiply => "Multiply",
        BlendMode::Overlay => "Overlay",
        BlendMode::Darken => "Darken",
        BlendMode::Lighten => "Lighten",
        BlendMode::ColorDodge => "ColorDodge",
        BlendMode::ColorBurn => "ColorBurn",
        BlendMode::HardLight => "HardLight",
        BlendMode::SoftLight => "SoftLight",
        BlendMode::Difference => "Difference",
        BlendMode::Exclusion => "Exclusion",
        BlendMode::Hue => "Hue",
        BlendMode::Saturation => "Saturation",
        BlendMode::Color => "Color",
        BlendMode::Luminosity => "Luminosity",
    }
}
