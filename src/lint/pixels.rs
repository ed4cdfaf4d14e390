//! Renders parts of a face, on demand.

use kurbo::{Point, Rect};
use resvg::tiny_skia::{FillRule, Pixmap};
use usvg::tiny_skia_path::Transform;
use usvg::{Group, Node};

use super::behind::base;
use super::look::{Look, Stamped, Words, rect};
use crate::color::{Color, Rgb};
use crate::text::{Stamp, stamp_paths};

/// Pixels per millimeter for edges and letters.
pub(super) const FINE: f32 = 2.0;
/// Pixels per millimeter for comparing whole faces.
const COARSE: f32 = 1.0;
/// The most pixels in a picture.
const MOST: u32 = 4_000_000;

impl Look<'_> {
    /// A part of the face without texts and icons, if it is not too large.
    pub fn ground(&self, area: Rect, scale: [f64; 2]) -> Option<Pixmap> {
        Some(self.pixels(area, scale, &|_| false)?.0)
    }

    /// Everything painted over a text in a part of the canvas, on a transparent background.
    pub fn over(&self, words: &Words, area: Rect) -> Option<(Pixmap, Point)> {
        let (mut pixels, to_pixels, near) = blank(area.intersect(self.canvas()), [f64::from(FINE); 2])?;
        let own = words.said.shapes;
        let mut painter = Painter { own, ..Painter::new(near, Some(words.path)) };
        painter.is_after = true;
        painter.paint(self.tree.root(), to_pixels, &mut pixels);
        Some((pixels, near.origin()))
    }

    /// Everything behind texts in a part of the canvas, with or without icons, and the position of its first pixel.
    pub fn patch(&self, area: Rect, with_icons: bool) -> Option<(Pixmap, Point)> {
        let keep = |stamp: &Stamp| with_icons && stamp.said.is_none();
        self.pixels(area.intersect(self.canvas()), [f64::from(FINE); 2], &keep)
    }

    /// Everything painted before a text in a part of the canvas, and the position of its first pixel.
    pub fn beneath(&self, words: &Words, area: Rect) -> Option<(Pixmap, Point)> {
        let (mut pixels, to_pixels, near) = blank(area.intersect(self.canvas()), [f64::from(FINE); 2])?;
        pixels.fill(resvg::tiny_skia::Color::WHITE);
        let mut painter = Painter { until: Some(words.path), ..Painter::new(near, None) };
        painter.paint(self.tree.root(), to_pixels, &mut pixels);
        Some((pixels, near.origin()))
    }

    /// The whole picture at low resolution.
    pub fn picture(&self) -> Option<Pixmap> {
        Some(self.pixels(self.canvas(), self.grid(), &|_| true)?.0)
    }

    /// Pixels per millimeter, across and down, for comparing faces. The canvas has a whole number of pixels.
    pub fn grid(&self) -> [f64; 2] {
        let size = self.canvas().size();
        [size.width, size.height].map(|length| (length * f64::from(COARSE)).ceil() / length)
    }

    /// A part of the drawing on white, with the stamps that `keep` accepts, and the position of its first pixel.
    fn pixels(&self, area: Rect, scale: [f64; 2], keep: &dyn Fn(&Stamp) -> bool) -> Option<(Pixmap, Point)> {
        let (mut pixels, to_pixels, near) = blank(area, scale)?;
        pixels.fill(resvg::tiny_skia::Color::WHITE);
        // Nothing below a shape that covers the whole area is visible.
        Painter::new(near, base(self, near)).paint(self.tree.root(), to_pixels, &mut pixels);
        for Stamped { stamp, path, opacity } in self.stamps.iter().filter(|s| keep(s.stamp)) {
            let color = path.fill().map_or(Color::BLACK, |fill| Color::from(fill.paint()));
            let Rgb { r, g, b } = color.seen();
            let mut paint = resvg::tiny_skia::Paint::default();
            paint.set_color_rgba8(r, g, b, (opacity * 255.0) as u8);
            let place = to_pixels.pre_concat(path.abs_transform());
            for (path, is_even_odd) in stamp_paths(stamp, &self.studio.fonts, &self.studio.icons) {
                let rule = if is_even_odd { FillRule::EvenOdd } else { FillRule::Winding };
                pixels.fill_path(&path, &paint, rule, place, None);
            }
            for at in &stamp.icons {
                let Some(painted) = &at.painted else { continue };
                let tree = painted.seen(color, &self.studio.fonts, &self.studio.icons);
                let mut layer = Pixmap::new(pixels.width(), pixels.height())?;
                resvg::render(&tree, place.pre_concat(at.own_matrix(painted)), &mut layer.as_mut());
                let paint = resvg::tiny_skia::PixmapPaint { opacity: *opacity, ..Default::default() };
                pixels.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), None);
            }
        }
        Some((pixels, near.origin()))
    }

    /// The ink of the face. 1 means that one color covers it fully.
    pub fn ink(&self) -> Option<f64> {
        let picture = self.picture()?;
        let inks = picture.pixels().iter().map(|p| {
            let [c, m, y] = [p.red(), p.green(), p.blue()].map(|v| f64::from(255 - v) / 255.0);
            // Black ink replaces the gray that the three colors share.
            let k = c.min(m).min(y);
            c + m + y - 2.0 * k
        });
        Some(inks.sum::<f64>() / picture.pixels().len() as f64)
    }
}

/// Pixels for an area, the transform to them, and the part of the canvas they show. `None` if they would be too many.
fn blank(area: Rect, [across, down]: [f64; 2]) -> Option<(Pixmap, Transform, Rect)> {
    // A rounding error must not add a pixel.
    let (first, last) = (|at: f64| (at + 1e-6).floor(), |at: f64| (at - 1e-6).ceil());
    let [x0, y0] = [first(area.x0 * across), first(area.y0 * down)];
    let [x1, y1] = [last(area.x1 * across), last(area.y1 * down)];
    let pixels = Pixmap::new((x1 - x0) as u32, (y1 - y0) as u32).filter(|p| p.width() * p.height() < MOST)?;
    let to_pixels = Transform::from_row(across as f32, 0.0, 0.0, down as f32, -x0 as f32, -y0 as f32);
    Some((pixels, to_pixels, Rect::new(x0 / across, y0 / down, x1 / across, y1 / down)))
}

/// Paints everything that extends into an area, and skips the rest.
struct Painter<'a> {
    area: Rect,
    /// The shape to start from. `None` once it has been reached.
    from: Option<&'a usvg::Path>,
    /// Whether that shape itself is skipped.
    is_after: bool,
    /// How many shapes after it are skipped as well.
    own: u32,
    /// The shape to end before.
    until: Option<&'a usvg::Path>,
    has_ended: bool,
}

impl<'a> Painter<'a> {
    fn new(area: Rect, from: Option<&'a usvg::Path>) -> Painter<'a> {
        Painter { area, from, is_after: false, own: 0, until: None, has_ended: false }
    }

    fn paint(&mut self, group: &Group, ts: Transform, pixels: &mut Pixmap) {
        for node in group.children() {
            if self.has_ended {
                return;
            }
            match node {
                Node::Group(group) if !group.should_isolate() && self.reaches(node) => {
                    self.paint(group, ts.pre_concat(group.transform()), pixels);
                }
                _ if self.has_come(node) && self.reaches(node) => paint_node(node, ts, pixels),
                _ => {}
            }
        }
    }

    fn reaches(&self, node: &Node) -> bool {
        let reach = rect(match node {
            Node::Group(group) => group.abs_layer_bounding_box().to_rect(),
            other => other.abs_stroke_bounding_box(),
        });
        let area = self.area;
        !(reach.x1 < area.x0 || reach.x0 > area.x1 || reach.y1 < area.y0 || reach.y0 > area.y1)
    }

    fn has_come(&mut self, node: &Node) -> bool {
        if self.until.is_some_and(|last| holds(node, last)) {
            self.has_ended = true;
            return false;
        }
        if self.from.is_some_and(|first| holds(node, first)) {
            self.from = None;
            return !self.is_after;
        }
        if self.from.is_none() && self.own > 0 && self.is_after {
            self.own -= 1;
            return false;
        }
        self.from.is_none()
    }
}

/// Whether a node is the shape or contains it.
fn holds(node: &Node, shape: &usvg::Path) -> bool {
    match node {
        Node::Path(path) => std::ptr::eq(&**path, shape),
        Node::Group(group) => group.children().iter().any(|inner| holds(inner, shape)),
        _ => false,
    }
}

fn paint_node(node: &Node, ts: Transform, pixels: &mut Pixmap) {
    match (node, node.abs_layer_bounding_box()) {
        // resvg paints a node as if its box started at 0, 0.
        (_, Some(own)) => {
            let _ = resvg::render_node(node, ts.pre_translate(own.x(), own.y()), &mut pixels.as_mut());
        }
        // A straight line has no box.
        (Node::Path(path), None) => {
            let Some(stroke) = path.stroke().filter(|_| path.is_visible()) else { return };
            let mut paint = resvg::tiny_skia::Paint::default();
            let Rgb { r, g, b } = Color::from(stroke.paint()).seen();
            paint.set_color_rgba8(r, g, b, (stroke.opacity().get() * 255.0) as u8);
            pixels.stroke_path(path.data(), &paint, &stroke.to_tiny_skia(), ts, None);
        }
        _ => {}
    }
}
