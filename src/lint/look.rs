//! A face as the rules see it: its words, icons and shapes in millimetres of the canvas, and its pixels on demand.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use kurbo::{BezPath, Point, Rect};
use resvg::tiny_skia::{FillRule, Pixmap};
use usvg::tiny_skia_path::Transform;
use usvg::{Group, Node, Paint, Tree};

use crate::art::{Face, Of, Side, Studio, place_of};
use crate::content::{Component, Game, Set};
use crate::diag::{Diagnostic, Place, Rule};
use crate::text::{IconAt, Said, Stamp, stamp_paths};
use crate::units::Mm;

/// Pixels a millimetre of the pictures that rules look at.
pub(super) const SCALE: f32 = 2.0;

/// A face, and everything on it in drawing order.
pub struct Look<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its set.
    pub set: &'a Set,
    /// The first component that has this face.
    pub card: &'a Component,
    /// Which component and side that is.
    pub of: Of,
    /// The face.
    pub face: &'a Face,
    /// Its drawing.
    pub tree: &'a Tree,
    /// Fonts and icons.
    pub studio: &'a Studio,
    /// Texts.
    pub words: Vec<Words<'a>>,
    /// Icons.
    pub icons: Vec<Sign>,
    /// All other shapes.
    pub shapes: Vec<Shape<'a>>,
    /// Whether it is nothing but shapes, texts and icons painted over each other.
    pub is_plain: bool,
    grounds: &'a Grounds,
    stamps: Vec<Stamped<'a>>,
    drawn: usize,
    ground: OnceCell<Picture>,
    with_icons: OnceCell<Picture>,
}

/// A stamp with where and how it is painted.
struct Stamped<'a> {
    stamp: &'a Stamp,
    to_canvas: Transform,
    colour: [u8; 3],
    opacity: f32,
}

/// A picture, or nothing where it would be too large.
type Picture = Option<Arc<Pixmap>>;

/// Pictures of faces without their text, by what is drawn: cards of a deck mostly stand on few grounds.
#[derive(Default)]
pub struct Grounds(Mutex<HashMap<u64, Picture>>);

impl Grounds {
    fn get(&self, key: u64, draw: impl FnOnce() -> Option<Pixmap>) -> Picture {
        if let Some(known) = self.0.lock().expect("no thread fails while it holds this").get(&key) {
            return known.clone();
        }
        let drawn = draw().map(Arc::new);
        self.0.lock().expect("no thread fails while it holds this").insert(key, drawn.clone());
        drawn
    }
}

/// A text on a face.
pub struct Words<'a> {
    /// What it says.
    pub said: &'a Said,
    /// Each run of glyphs as a box from the height of a capital to the baseline, or to the tails of its letters.
    pub lines: Vec<[Point; 4]>,
    /// Size of the letters after scaling, in points.
    pub size: f64,
    /// Its colour; nothing for a gradient.
    pub colour: Option<[u8; 3]>,
    /// How opaque it is.
    pub opacity: f32,
    /// Whether its letters have an outline of their own.
    pub is_outlined: bool,
    /// Its number in drawing order.
    pub order: usize,
}

/// An icon on a face.
pub struct Sign {
    /// Which.
    pub icon: u16,
    /// Its box.
    pub area: Rect,
    /// Side of the box after scaling.
    pub size: Mm,
    /// Its colour; nothing for a gradient.
    pub colour: Option<[u8; 3]>,
    /// Its number in drawing order.
    pub order: usize,
}

/// A drawn shape.
pub struct Shape<'a> {
    /// Its outline and paints.
    pub path: &'a usvg::Path,
    /// How opaque the groups around it are.
    pub opacity: f32,
    /// Whether a clip or a mask may leave out part of it.
    pub is_clipped: bool,
    /// Its extent, stroke included, cut down to its clip.
    pub area: Rect,
    /// Width of its stroke after scaling.
    pub stroke: Option<Mm>,
    /// Whether it is a plain filled rectangle that lets nothing through.
    pub is_ground: bool,
    /// Whether it is only faint shading.
    pub is_faint: bool,
    /// Its number in drawing order.
    pub order: usize,
}

impl Words<'_> {
    /// Whether both are the same words, one the shadow of the other.
    pub fn is_echo_of(&self, other: &Words) -> bool {
        let near = |(a, b): (&[Point; 4], &[Point; 4])| a[0].distance(b[0]) < 1.0;
        self.said.text == other.said.text && self.lines.iter().zip(&other.lines).all(near)
    }
}

impl<'a> Look<'a> {
    /// Looks at a face that was drawn for a component of `game`.
    pub fn new(
        game: &'a Game,
        face: &'a Face,
        tree: &'a Tree,
        studio: &'a Studio,
        grounds: &'a Grounds,
    ) -> Option<Look<'a>> {
        let of = face.of?;
        let set = &game.sets[of.set];
        let card = &set.components[of.component];
        let (words, icons, shapes) = (Vec::new(), Vec::new(), Vec::new());
        let (ground, with_icons) = (OnceCell::new(), OnceCell::new());
        let mut look = Look {
            game,
            set,
            card,
            of,
            face,
            tree,
            studio,
            words,
            icons,
            shapes,
            is_plain: true,
            grounds,
            stamps: Vec::new(),
            drawn: 0,
            ground,
            with_icons,
        };
        let whole = Rect::new(0.0, 0.0, face.canvas().w.0, face.canvas().h.0);
        look.walk(tree.root(), whole, 1.0, false);
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
                Node::Path(path) => match number(path) {
                    Some(number) => {
                        if let (Some(stamp), Some(fill)) = (self.face.stamps.get(number), path.fill()) {
                            let colour = match fill.paint() {
                                Paint::Color(c) => Some([c.red, c.green, c.blue]),
                                _ => None,
                            };
                            self.stamps.push(Stamped {
                                stamp,
                                to_canvas: path.abs_transform(),
                                colour: colour.unwrap_or_else(|| middle(fill.paint())),
                                opacity: opacity * fill.opacity().get(),
                            });
                            let is_outlined = path.stroke().is_some();
                            let faint = opacity * fill.opacity().get();
                            self.stamp(stamp, path.abs_transform(), colour, faint, is_outlined);
                        }
                    }
                    None if path.is_visible() => self.shape(path, clip, opacity, is_clipped),
                    None => {}
                },
                _ => self.is_plain = false,
            }
        }
    }

    fn stamp(&mut self, stamp: &'a Stamp, ts: Transform, colour: Option<[u8; 3]>, opacity: f32, is_outlined: bool) {
        let scale = scale(ts);
        self.drawn += 1;
        let order = self.drawn;
        if let Some(said) = &stamp.said
            && !stamp.runs.is_empty()
        {
            let lines = stamp.runs.iter().filter(|run| !run.text.trim().is_empty()).map(|run| {
                let font = self.studio.fonts.face(run.face);
                let end = run.glyphs.last().map_or(0.0, |g| g.x + font.advance(g.id) * run.size);
                let tail = if run.text.contains(|c| "gjpqyQJ,;()[]{}|".contains(c)) { 0.2 * run.size } else { 0.0 };
                corners([run.x, run.y - font.cap_height * run.size, run.x + end, run.y + tail], ts)
            });
            let size = said.size.0 * f64::from(scale);
            self.words.push(Words { said, lines: lines.collect(), size, colour, opacity, is_outlined, order });
        }
        for at in &stamp.icons {
            let IconAt { x, y, size, .. } = *at;
            let area = extent(&corners([x, y, x + size, y + size], ts));
            self.icons.push(Sign { icon: at.icon, area, size: Mm(f64::from(size * scale)), colour, order });
        }
    }

    fn shape(&mut self, path: &'a usvg::Path, clip: Rect, opacity: f32, is_clipped: bool) {
        let area = rect(path.abs_stroke_bounding_box()).intersect(clip);
        if area.width() <= 0.0 && area.height() <= 0.0 {
            return;
        }
        let scale = scale(path.abs_transform());
        let stroke = path.stroke().map(|s| Mm(f64::from(s.width().get() * scale)));
        let is_solid = path.fill().is_some_and(|f| f.opacity().get() * opacity >= 0.99);
        self.drawn += 1;
        let is_box = path.data().verbs().len() <= 6 && path.stroke().is_none();
        let seen = path.fill().map_or(0.0, |f| f.opacity().get()).max(path.stroke().map_or(0.0, |s| s.opacity().get()));
        self.shapes.push(Shape {
            path,
            opacity,
            is_clipped,
            area,
            stroke,
            is_ground: is_solid && is_box,
            is_faint: seen * opacity < 0.35,
            order: self.drawn,
        });
    }

    /// The picture without texts and icons, on white; nothing where it would be too large.
    pub fn ground(&self) -> Option<&Pixmap> {
        self.ground.get_or_init(|| self.grounds.get(self.key(), || raster(self.tree, self.face))).as_deref()
    }

    /// The picture without texts but with icons, on white.
    pub fn ground_with_icons(&self) -> Option<&Pixmap> {
        self.with_icons.get_or_init(|| self.stamped(&|stamp| stamp.said.is_none()).map(Arc::new)).as_deref()
    }

    /// The whole picture, on white.
    pub fn picture(&self) -> Option<Pixmap> {
        self.stamped(&|_| true)
    }

    /// The ground with some of the stamps on top of it.
    fn stamped(&self, keep: &dyn Fn(&Stamp) -> bool) -> Option<Pixmap> {
        let mut picture = self.ground()?.clone();
        for Stamped { stamp, to_canvas, colour, opacity } in self.stamps.iter().filter(|s| keep(s.stamp)) {
            let mut paint = resvg::tiny_skia::Paint::default();
            paint.set_color_rgba8(colour[0], colour[1], colour[2], (opacity * 255.0) as u8);
            let place = Transform::from_scale(SCALE, SCALE).pre_concat(*to_canvas);
            for (path, is_even_odd) in stamp_paths(stamp, &self.studio.fonts, &self.studio.icons) {
                let rule = if is_even_odd { FillRule::EvenOdd } else { FillRule::Winding };
                picture.fill_path(&path, &paint, rule, place, None);
            }
        }
        Some(picture)
    }

    /// A number that two faces share only when all but their texts and icons is drawn alike.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut rest = self.face.svg.as_str();
        while let Some(at) = rest.find("<path id=\"stamp-") {
            rest[..at].hash(&mut hasher);
            let tag = &rest[at..];
            rest = &tag[tag.find("/>").map_or(tag.len(), |e| e + 2)..];
        }
        rest.hash(&mut hasher);
        hasher.finish()
    }

    /// The ink of the face: 1 where one colour covers it fully.
    pub fn ink(&self) -> Option<f64> {
        let picture = self.picture()?;
        let inks = picture.pixels().iter().map(|p| {
            let [c, m, y] = [p.red(), p.green(), p.blue()].map(|v| f64::from(255 - v) / 255.0);
            // Black takes the place of the grey that the three colours share.
            let k = c.min(m).min(y);
            c + m + y - 2.0 * k
        });
        Some(inks.sum::<f64>() / picture.pixels().len() as f64)
    }

    /// The trim box on the canvas.
    pub fn trim(&self) -> Rect {
        let (bleed, size) = (self.face.bleed.0, self.face.size);
        Rect::new(bleed, bleed, bleed + size.w.0, bleed + size.h.0)
    }

    /// The outline of the component on the canvas, grown or shrunk by `by`.
    pub fn outline(&self, by: Mm) -> BezPath {
        let shape = match self.of.side {
            Side::Front => self.card.shape.clone(),
            Side::Back => self.card.shape.mirrored(self.face.size),
        };
        let bleed = self.face.bleed.0;
        kurbo::Affine::translate((bleed, bleed)) * shape.outline(self.face.size, by)
    }

    /// Where a text is written.
    pub fn place(&self, text: &str) -> Place {
        place_of(text, self.game, self.set, self.card, self.of.side)
    }

    /// A finding about a text.
    pub fn told(&self, rule: &'static Rule, text: &str, message: String) -> Diagnostic {
        Diagnostic::new(rule, self.place(text), message).of(self.card.place.clone())
    }

    /// A finding about the drawing, told where its template is named.
    pub fn drawn(&self, rule: &'static Rule, message: String) -> Diagnostic {
        Diagnostic::new(rule, self.face.template.place.clone(), message).of(self.card.place.clone())
    }
}

/// A drawing in pixels on white.
pub(super) fn raster(tree: &Tree, face: &Face) -> Option<Pixmap> {
    let size = face.canvas();
    let (w, h) = ((size.w.0 as f32 * SCALE).ceil() as u32, (size.h.0 as f32 * SCALE).ceil() as u32);
    let mut pixels = Pixmap::new(w.max(1), h.max(1)).filter(|p| p.width() * p.height() < 4_000_000)?;
    pixels.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    Some(pixels)
}

/// The first words of a text, for messages.
pub(super) fn start(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let short: String = line.chars().take(32).collect();
    if short.len() < text.trim_end().len() { format!("{}…", short.trim_end()) } else { short }
}

/// A colour from the middle of a gradient.
fn middle(paint: &Paint) -> [u8; 3] {
    let stops = match paint {
        Paint::LinearGradient(gradient) => gradient.stops(),
        Paint::RadialGradient(gradient) => gradient.stops(),
        _ => &[],
    };
    stops.get(stops.len() / 2).map_or([128; 3], |stop| [stop.color().red, stop.color().green, stop.color().blue])
}

fn number(path: &usvg::Path) -> Option<usize> {
    path.id().strip_prefix("stamp-")?.parse().ok()
}

/// A clip path's own coordinates to the canvas.
fn outer(group: &Group, clip: &usvg::ClipPath) -> Transform {
    group.abs_transform().pre_concat(clip.transform())
}

fn scale(ts: Transform) -> f32 {
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

/// The upright box around four points.
pub(super) fn extent(points: &[Point; 4]) -> Rect {
    points[1..].iter().fold(Rect::from_points(points[0], points[0]), |area, &point| area.union_pt(point))
}

fn rect(area: usvg::tiny_skia_path::Rect) -> Rect {
    Rect::new(f64::from(area.left()), f64::from(area.top()), f64::from(area.right()), f64::from(area.bottom()))
}
