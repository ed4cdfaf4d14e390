//! A face as the rules see it: its texts, icons and shapes in millimeters on the canvas.

use std::cell::OnceCell;
use std::sync::Arc;

use kurbo::{BezPath, Point, Rect};
use usvg::tiny_skia_path::{PathSegment, Transform};
use usvg::{Group, Node, Tree};

use crate::art::{Face, Origins, Printed, Side, Studio, Subject};
use crate::color::Color;
use crate::content::{Component, Game, Set};
use crate::finding::{Finding, Rule, Sources};
use crate::picture::Picture;
use crate::shape::mirror;
use crate::svg;
use crate::text::{Painted, Part, Said, Stamp, stamp_number};
use crate::units::{Mm, Size};

/// A face, and everything on it in drawing order.
pub struct Look<'a> {
    pub game: &'a Game,
    pub set: &'a Set,
    /// The first component with this face.
    pub card: &'a Component,
    pub subject: Subject,
    pub face: &'a Face,
    pub tree: &'a Tree,
    pub studio: &'a Studio,
    pub sources: &'a Sources,
    pub words: Vec<Words<'a>>,
    pub icons: Vec<Sign<'a>>,
    /// All other shapes.
    pub shapes: Vec<Shape<'a>>,
    /// Pictures, as they are printed, also those in patterns, masks and drawings.
    pub pictures: Vec<Shown>,
    /// Plain `<text>` elements.
    pub plain_texts: Vec<&'a usvg::Text>,
    /// The same in drawings that are pictures.
    pub picture_texts: Vec<&'a usvg::Text>,
    /// Whether it has only shapes, texts and icons: no pictures, filters or blend modes.
    pub is_plain: bool,
    pub(super) stamps: Vec<Stamped<'a>>,
    /// The sources of its texts, computed for the first finding.
    origins: OnceCell<Origins>,
    drawn: usize,
}

/// A stamp with its paint.
pub(super) struct Stamped<'a> {
    pub stamp: &'a Stamp,
    pub path: &'a usvg::Path,
    pub opacity: f32,
}

/// A text on a face.
pub struct Words<'a> {
    pub said: &'a Said,
    /// One box per run of glyphs, from the cap height down to the baseline or the descenders.
    pub lines: Vec<[Point; 4]>,
    /// Boxes inside each line: one per run, or several small ones for a slanted run.
    pub rows: Vec<Vec<Rect>>,
    /// The size of the letters after scaling, in points.
    pub size: f64,
    /// Its placeholder path in the drawing, with the fill and stroke of the letters.
    pub path: &'a usvg::Path,
    pub opacity: f32,
    /// Its index in drawing order.
    pub order: usize,
    /// The index of the last shape that belongs to it.
    pub last: usize,
}

/// An icon on a face.
pub struct Sign<'a> {
    pub icon: u16,
    /// The text that contains it, if any.
    pub said: Option<&'a Said>,
    /// Maps the icon's own coordinates to the canvas.
    pub place: Transform,
    /// The box around its visible shapes.
    pub area: Rect,
    /// Its height after scaling.
    pub size: Mm,
    /// Its drawing, if it has its own colors.
    pub painted: Option<&'a Painted>,
    /// Its placeholder path in the drawing, with the icon's paint.
    pub path: &'a usvg::Path,
    pub opacity: f32,
    /// Its index in drawing order.
    pub order: usize,
}

/// A drawn shape.
pub struct Shape<'a> {
    /// Its outline and paints.
    pub path: &'a usvg::Path,
    /// The opacity of the groups around it.
    pub opacity: f32,
    /// Whether a clip or a mask may hide part of it.
    pub is_clipped: bool,
    /// Its bounds inside its clip, including the stroke.
    pub area: Rect,
    /// The width of its stroke after scaling.
    pub stroke: Option<Mm>,
    /// Whether it is only faint shading.
    pub is_faint: bool,
    /// Its index in drawing order.
    pub order: usize,
}

/// A picture on a face.
#[derive(Clone)]
pub struct Shown {
    pub picture: Arc<Picture>,
    /// Its size on paper.
    pub size: Size,
    /// Whether its pixels are meant to be seen.
    pub is_crisp: bool,
}

impl Words<'_> {
    /// Whether one of the two texts is a shadow of the other.
    pub fn is_echo_of(&self, other: &Words) -> bool {
        let near = |(a, b): (&[Point; 4], &[Point; 4])| a[0].distance(b[0]) < 1.0;
        self.said.text == other.said.text && self.lines.iter().zip(&other.lines).all(near)
    }
}

impl<'a> Look<'a> {
    /// Collects everything on a face. `None` unless it was drawn for a component.
    pub fn new(
        game: &'a Game,
        face: &'a Face,
        tree: &'a Tree,
        studio: &'a Studio,
        sources: &'a Sources,
    ) -> Option<Look<'a>> {
        let subject = face.subject?;
        let set = &game.sets[subject.set];
        let card = &set.components[subject.component];
        let (words, icons, shapes) = (Vec::new(), Vec::new(), Vec::new());
        let mut look = Look {
            game,
            set,
            card,
            subject,
            face,
            tree,
            studio,
            sources,
            words,
            icons,
            shapes,
            pictures: Vec::new(),
            plain_texts: Vec::new(),
            picture_texts: Vec::new(),
            is_plain: true,
            stamps: Vec::new(),
            origins: OnceCell::new(),
            drawn: 0,
        };
        let whole = Rect::new(0.0, 0.0, face.canvas().w.0, face.canvas().h.0);
        look.walk(tree.root(), whole, 1.0, false);
        // Most faces have no pictures.
        if face.svg.contains("image") {
            svg::each_picture(tree.root(), Transform::identity(), &mut |id, image, ts| look.shown(id, image, ts));
        }
        Some(look)
    }

    fn walk(&mut self, group: &'a Group, clip: Rect, opacity: f32, is_clipped: bool) {
        let opacity = opacity * group.opacity().get();
        let is_clipped = is_clipped || group.clip_path().is_some() || group.mask().is_some();
        self.is_plain &= group.filters().is_empty() && group.blend_mode() == usvg::BlendMode::Normal;
        let clip = match group.clip_path() {
            Some(path) => {
                let area = path.root().abs_bounding_box().transform(outer(group, path));
                area.map_or(clip, |area| rect(area).intersect(clip))
            }
            None => clip,
        };
        for node in group.children() {
            match node {
                Node::Group(inner) => self.walk(inner, clip, opacity, is_clipped),
                Node::Path(path) => match stamp_number(path) {
                    Some(number) => {
                        if let (Some(stamp), Some(fill)) = (self.face.stamps.get(number), path.fill()) {
                            self.stamp(stamp, path, opacity * fill.opacity().get());
                        }
                    }
                    None if path.is_visible() => self.shape(path, clip, opacity, is_clipped),
                    None => {}
                },
                Node::Text(text) => {
                    self.is_plain = false;
                    self.plain_texts.push(text);
                }
                Node::Image(image) => {
                    self.is_plain = false;
                    if let usvg::ImageKind::SVG(tree) = image.kind() {
                        gather_texts(tree.root(), &mut self.picture_texts);
                    }
                }
            }
        }
    }

    fn shown(&mut self, id: u128, image: &usvg::Image, ts: Transform) {
        if let Some(picture) = self.studio.pictures.get(id).filter(|_| image.is_visible()) {
            let size = image.size();
            let (w, h) = (ts.sx.hypot(ts.ky) * size.width(), ts.kx.hypot(ts.sy) * size.height());
            let size = Size::mm(f64::from(w), f64::from(h));
            self.pictures.push(Shown { picture, size, is_crisp: svg::is_crisp(image.rendering_mode()) });
        }
    }

    fn stamp(&mut self, stamp: &'a Stamp, path: &'a usvg::Path, opacity: f32) {
        let ts = path.abs_transform();
        let scale = scale(ts);
        self.drawn += 1;
        let order = self.drawn;
        self.stamps.push(Stamped { stamp, path, opacity });
        if let Some(said) = &stamp.said
            && !stamp.runs.is_empty()
        {
            let lines = stamp.runs.iter().filter(|run| !run.text.trim().is_empty()).map(|run| {
                let font = self.studio.fonts.face(run.face);
                let end = run.glyphs.last().map_or(0.0, |g| g.x + font.advance(g.id) * run.size);
                let tail = if run.text.contains(|c| "gjpqyQJ,;()[]{}|".contains(c)) { 0.2 * run.size } else { 0.0 };
                let top = font.cap_height * run.size;
                let corner = |x: f32, y: f32| {
                    let (x, y) = run.on_face(x, y);
                    let mut point = usvg::tiny_skia_path::Point::from_xy(x, y);
                    ts.map_point(&mut point);
                    Point::new(f64::from(point.x), f64::from(point.y))
                };
                [corner(0.0, top), corner(end, top), corner(end, -tail), corner(0.0, -tail)]
            });
            let lines: Vec<[Point; 4]> = lines.collect();
            let size = said.size.0 * f64::from(scale);
            let ys = stamp.runs.iter().filter(|run| !run.text.trim().is_empty()).map(|run| run.y);
            let rows = rows(ys.zip(&lines));
            let last = order + said.shapes as usize;
            self.words.push(Words { said, lines, rows, size, path, opacity, order, last });
        }
        for at in &stamp.icons {
            // An icon may fill only part of its square.
            let painted = at.painted.as_deref();
            let own = ts.pre_concat(painted.map_or_else(
                || {
                    let [a, b, c, d, e, f] = at.matrix();
                    Transform::from_row(a, b, c, d, e, f)
                },
                |painted| at.own_matrix(painted),
            ));
            let bounds =
                |b: usvg::tiny_skia_path::Rect| extent(&corners([b.left(), b.top(), b.right(), b.bottom()], own));
            let drawn = painted.map(|painted| {
                let tree = painted.seen(Color::BLACK, &self.studio.fonts, &self.studio.icons);
                let canvas = Rect::new(0.0, 0.0, f64::from(tree.size().width()), f64::from(tree.size().height()));
                let seen = rect(tree.root().abs_stroke_bounding_box()).intersect(canvas);
                let [x0, y0, x1, y1] = [seen.x0, seen.y0, seen.x1, seen.y1].map(|v| v as f32);
                extent(&corners([x0, y0, x1, y1], own))
            });
            let boxes = self.studio.icons.get(at.icon).paths.iter().map(|(path, _)| bounds(path.bounds()));
            let Some(area) = drawn.or_else(|| boxes.reduce(|a, b| a.union(b))) else { continue };
            let (icon, said, size) = (at.icon, stamp.said.as_deref(), Mm(f64::from(at.size * scale)));
            self.icons.push(Sign { icon, said, place: own, area, size, painted, path, opacity, order });
        }
    }

    fn shape(&mut self, path: &'a usvg::Path, clip: Rect, opacity: f32, is_clipped: bool) {
        let area = rect(path.abs_stroke_bounding_box()).intersect(clip);
        if area.width() <= 0.0 && area.height() <= 0.0 {
            return;
        }
        let scale = scale(path.abs_transform());
        let stroke = path.stroke().map(|s| Mm(f64::from(s.width().get() * scale)));
        self.drawn += 1;
        let seen = path.fill().map_or(0.0, |f| f.opacity().get()).max(path.stroke().map_or(0.0, |s| s.opacity().get()));
        self.shapes.push(Shape {
            path,
            opacity,
            is_clipped,
            area,
            stroke,
            is_faint: seen * opacity < 0.35,
            order: self.drawn,
        });
    }

    /// The whole canvas, including the bleed.
    pub fn canvas(&self) -> Rect {
        let size = self.face.canvas();
        Rect::new(0.0, 0.0, size.w.0, size.h.0)
    }

    /// The trim box on the canvas.
    pub fn trim(&self) -> Rect {
        let (bleed, size) = (self.face.bleed.0, self.face.size);
        Rect::new(bleed, bleed, bleed + size.w.0, bleed + size.h.0)
    }

    /// The outline of the component on the canvas, grown or shrunk by `by`.
    pub fn outline(&self, by: Mm) -> BezPath {
        let size = self.face.size;
        let outline = self.card.shape.outline(size, by);
        let seen = match self.subject.side {
            Side::Front => outline,
            Side::Back => mirror(size) * outline,
        };
        let bleed = self.face.bleed.0;
        kurbo::Affine::translate((bleed, bleed)) * seen
    }

    /// A finding about a text, at the text's source.
    pub fn text_finding(&self, rule: &'static Rule, text: &str, message: String) -> Finding {
        self.word_finding(rule, text, &Part::All, message)
    }

    /// A finding about some words of a text, at their source.
    pub fn word_finding(&self, rule: &'static Rule, text: &str, part: &Part, message: String) -> Finding {
        let (printed, origins) = self.sources_of_texts();
        // Two texts of a face may be equal, so the one that was passed is found by its address.
        let said = self.words.iter().map(|words| words.said).find(|said| std::ptr::eq(said.text.as_str(), text));
        let place = origins.place(printed, text, part, said.map(|said| said.call));
        Finding::new(rule, place, message).owner(self.card.owner(self.set)).label(start(text))
    }

    /// A finding about a plain `<text>`, at the source of its first words.
    pub fn plain_finding(&self, rule: &'static Rule, text: &usvg::Text, message: String) -> Finding {
        let words = svg::words_of(text);
        let (printed, origins) = self.sources_of_texts();
        let place = origins.plain_text(printed, &words);
        let place = place.unwrap_or_else(|| origins.place(printed, &words, &Part::All, None));
        Finding::new(rule, place, message).owner(self.card.owner(self.set)).label(start(&words))
    }

    /// A finding about words in a drawing that is a picture, at these words in its file.
    pub fn picture_finding(&self, rule: &'static Rule, words: &str, message: String) -> Finding {
        let place = self.face.in_drawings(words.trim(), self.studio, self.sources);
        let found = self.drawing_finding(rule, message);
        Finding { place: place.or(found.place), ..found }
    }

    /// A finding about an icon: at the record or the line of the template that names it.
    pub fn icon_finding(&self, rule: &'static Rule, sign: &Sign, message: String) -> Finding {
        let name = &self.studio.icons.get(sign.icon).name;
        if let Some(said) = sign.said {
            // `{coin 3}` has a value after its name.
            let words =
                [format!("{{{name}}}"), format!("{{{name} ")].into_iter().find(|words| said.text.contains(words));
            return self.word_finding(rule, &said.text, &Part::Words(words.unwrap_or_default()), message);
        }
        let (printed, origins) = self.sources_of_texts();
        let is_like_it = |other: &&Sign| other.said.is_none() && other.icon == sign.icon && other.order < sign.order;
        let nth = self.icons.iter().filter(is_like_it).count();
        Finding::new(rule, origins.icon(printed, name, nth), message).owner(self.card.owner(self.set))
    }

    fn sources_of_texts(&self) -> (Printed<'a>, &Origins) {
        let Look { game, set, card, studio, sources, .. } = *self;
        let printed = Printed { game, set, card, side: self.subject.side, studio, sources };
        (printed, self.origins.get_or_init(|| Origins::of(printed)))
    }

    /// A finding about the drawing, at the key that names its template.
    pub fn drawing_finding(&self, rule: &'static Rule, message: String) -> Finding {
        Finding::new(rule, self.face.template.place.clone(), message).owner(self.card.owner(self.set))
    }
}

/// Adds all plain `<text>` in a group.
fn gather_texts<'a>(group: &'a Group, texts: &mut Vec<&'a usvg::Text>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => gather_texts(inner, texts),
            Node::Text(text) => texts.push(text),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// The boxes of runs, grouped by line.
fn rows<'a>(runs: impl Iterator<Item = (f32, &'a [Point; 4])>) -> Vec<Vec<Rect>> {
    let mut rows: Vec<(f32, Vec<Rect>)> = Vec::new();
    for (y, run) in runs {
        match rows.last_mut() {
            Some((last, boxes)) if *last == y => boxes.extend(boxes_in(run)),
            _ => rows.push((y, boxes_in(run))),
        }
    }
    rows.into_iter().map(|(_, boxes)| boxes).collect()
}

/// The boxes of a run: one, or several upright boxes inside a slanted run.
fn boxes_in(run: &[Point; 4]) -> Vec<Rect> {
    let (along, down) = (run[1] - run[0], run[3] - run[0]);
    let (long, high) = (along.hypot(), down.hypot());
    let slant = along.x.abs().min(along.y.abs()) / long.max(1e-9);
    if slant < 0.02 || high <= 0.0 {
        return vec![extent(run)];
    }
    let pieces = (long / high).ceil().max(1.0);
    // The largest upright square inside a rotated one.
    let side = (long / pieces).min(high) * long / (along.x.abs() + along.y.abs());
    let middle = |i: f64| run[0] + along * ((i + 0.5) / pieces) + down * 0.5;
    (0..pieces as usize).map(|i| Rect::from_center_size(middle(i as f64), (side, side))).collect()
}

/// The first words of a text, for messages.
pub(super) fn start(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let short: String = line.chars().take(32).collect();
    if short.len() < text.trim_end().len() { format!("{}…", short.trim_end()) } else { short }
}

/// Maps a clip path's own coordinates to the canvas.
fn outer(group: &Group, clip: &usvg::ClipPath) -> Transform {
    group.abs_transform().pre_concat(clip.transform())
}

pub(super) fn scale(ts: Transform) -> f32 {
    (ts.sx * ts.sy - ts.kx * ts.ky).abs().sqrt()
}

fn corners([x0, y0, x1, y1]: [f32; 4], ts: Transform) -> [Point; 4] {
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| {
        let x = f64::from(x);
        let y = f64::from(y);
        Point::new(
            f64::from(ts.sx) * x + f64::from(ts.kx) * y + f64::from(ts.tx),
            f64::from(ts.ky) * x + f64::from(ts.sy) * y + f64::from(ts.ty),
        )
    })
}

/// The outline of a shape on the canvas.
pub(super) fn bez_path(path: &usvg::tiny_skia_path::Path, ts: Transform) -> BezPath {
    let at = |p: usvg::tiny_skia_path::Point| corners([p.x, p.y, p.x, p.y], ts)[0];
    let mut out = BezPath::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => out.move_to(at(p)),
            PathSegment::LineTo(p) => out.line_to(at(p)),
            PathSegment::QuadTo(a, p) => out.quad_to(at(a), at(p)),
            PathSegment::CubicTo(a, b, p) => out.curve_to(at(a), at(b), at(p)),
            PathSegment::Close => out.close_path(),
        }
    }
    out
}

/// The bounding box of four points.
pub(super) fn extent(points: &[Point; 4]) -> Rect {
    points[1..].iter().fold(Rect::from_points(points[0], points[0]), |area, &point| area.union_pt(point))
}

pub(super) fn rect(area: usvg::tiny_skia_path::Rect) -> Rect {
    Rect::new(f64::from(area.left()), f64::from(area.top()), f64::from(area.right()), f64::from(area.bottom()))
}
