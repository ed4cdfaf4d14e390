//! Plain icons: drawings in one dark color, read as shapes that can be stamped in any other.

use usvg::tiny_skia_path::{Path, PathBuilder, PathStroker, Rect, Transform};
use usvg::{BlendMode, ClipPath, FillRule, Group, Node, Paint};

use super::icons::BOX;
use super::lettering::Area;
use crate::color::{Color, Rgb};

/// What lies this far outside the view box is cut off, in units of a box 100 high.
const OUTSIDE: f32 = 0.05;
/// Colors whose parts are all below this count as black: they take the color of the words.
const DARK: u8 = 0x40;

/// A shape, and whether the even-odd rule fills it.
pub(super) type Shape = (Path, bool);

/// The shapes of a drawing in a box 100 high. `None` if they are not all of one dark color, or partly transparent.
pub(super) fn shapes(tree: &usvg::Tree) -> Option<Vec<Shape>> {
    let (w, h) = (tree.size().width(), tree.size().height());
    let mut reader = Reader { shapes: Vec::new(), color: None };
    reader.group(tree.root(), Transform::from_scale(BOX / h, BOX / h), None)?;
    let view = Rect::from_xywh(0.0, 0.0, BOX * w / h, BOX)?;
    let frame = Area::of(&[(PathBuilder::from_rect(view), false)]);
    let is_inside = |is: Rect| {
        let within = |low: f32, high: f32, end: f32| low >= -OUTSIDE && high <= end + OUTSIDE;
        within(is.left(), is.right(), view.right()) && within(is.top(), is.bottom(), view.bottom())
    };
    let kept = |shape: Shape| {
        // Curves may stay inside though the points that bend them do not.
        let is_whole = is_inside(shape.0.bounds()) || shape.0.compute_tight_bounds().is_some_and(is_inside);
        if is_whole { Some(shape) } else { cut(shape, &frame) }
    };
    Some(reader.shapes.into_iter().filter_map(kept).collect())
}

/// What of a shape is inside an area.
fn cut(shape: Shape, area: &Area) -> Option<Shape> {
    Some((Area::of(&[shape]).within(area).outline()?, false))
}

struct Reader {
    shapes: Vec<Shape>,
    /// The color of all shapes so far.
    color: Option<Color>,
}

impl Reader {
    /// Adds the shapes of a group, as far as they are inside `clip`.
    fn group(&mut self, group: &Group, to_box: Transform, clip: Option<&Area>) -> Option<()> {
        let has_effects = group.mask().is_some() || !group.filters().is_empty();
        if has_effects || group.opacity().get() < 1.0 || group.blend_mode() != BlendMode::Normal {
            return None;
        }
        let own = match group.clip_path() {
            Some(path) => Some(clipped(path, to_box.pre_concat(group.abs_transform()), clip)?),
            None => None,
        };
        let clip = own.as_ref().or(clip);
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, to_box, clip)?,
                Node::Path(path) => self.shape(path, to_box.pre_concat(path.abs_transform()), clip)?,
                Node::Image(_) | Node::Text(_) => return None,
            }
        }
        Some(())
    }

    fn shape(&mut self, path: &usvg::Path, place: Transform, clip: Option<&Area>) -> Option<()> {
        if !path.is_visible() {
            return Some(());
        }
        if let Some(fill) = visible_fill(path) {
            self.paint(fill.paint(), fill.opacity())?;
            self.add((path.data().clone().transform(place)?, fill.rule() == FillRule::EvenOdd), clip);
        }
        if let Some(stroke) = path.stroke() {
            self.paint(stroke.paint(), stroke.opacity())?;
            let stroke = stroke.to_tiny_skia();
            let dashes = stroke.dash.as_ref().map(|dash| path.data().dash(dash, BOX / 4.0));
            let outline = match &dashes {
                Some(dashes) => PathStroker::new().stroke(dashes.as_ref()?, &stroke, BOX / 4.0)?,
                None => PathStroker::new().stroke(path.data(), &stroke, BOX / 4.0)?,
            };
            self.add((outline.transform(place)?, false), clip);
        }
        Some(())
    }

    fn paint(&mut self, paint: &Paint, opacity: usvg::Opacity) -> Option<()> {
        let Paint::Color(color) = paint else { return None };
        let color = Color::from(*color);
        let Rgb { r, g, b } = color.seen();
        let is_dark = [r, g, b].iter().all(|part| *part < DARK) && opacity.get() >= 1.0;
        (is_dark && *self.color.get_or_insert(color) == color).then_some(())
    }

    fn add(&mut self, shape: Shape, clip: Option<&Area>) {
        match clip {
            Some(clip) => self.shapes.extend(cut(shape, clip)),
            None => self.shapes.push(shape),
        }
    }
}

/// The fill of a path, unless it is a line, which has nothing to fill.
fn visible_fill(path: &usvg::Path) -> Option<&usvg::Fill> {
    let bounds = path.data().bounds();
    path.fill().filter(|_| bounds.width() > 0.0 && bounds.height() > 0.0)
}

/// What a clip path leaves to be seen inside `outer`. `place` maps the space of the clipped group to the box.
fn clipped(clip: &ClipPath, place: Transform, outer: Option<&Area>) -> Option<Area> {
    let mut shapes = Vec::new();
    outlines(clip.root(), place.pre_concat(clip.transform()), &mut shapes)?;
    let mut area = Area::of(&shapes);
    if let Some(outer) = outer {
        area = area.within(outer);
    }
    match clip.clip_path() {
        Some(inner) => clipped(inner, place, Some(&area)),
        None => Some(area),
    }
}

/// The shapes of a clip path. `None` if there are texts among them, or clips of their own.
fn outlines(group: &Group, place: Transform, shapes: &mut Vec<Shape>) -> Option<()> {
    for node in group.children() {
        match node {
            Node::Group(inner) if inner.clip_path().is_none() => outlines(inner, place, shapes)?,
            Node::Path(path) => {
                let Some(fill) = path.fill() else { continue };
                let data = path.data().clone().transform(place.pre_concat(path.abs_transform()))?;
                shapes.push((data, fill.rule() == FillRule::EvenOdd));
            }
            _ => return None,
        }
    }
    Some(())
}

/// The only color of a drawing, if it has just one, whatever its opacity.
pub(super) fn only_color(tree: &usvg::Tree) -> Option<Color> {
    let mut color = None;
    is_alike(tree.root(), &mut color).then_some(color)?
}

/// Whether a group has no other colors than `color`, or than its own if there is none yet.
fn is_alike(group: &Group, color: &mut Option<Color>) -> bool {
    let mut is_known = |paint: &Paint| match paint {
        Paint::Color(own) => *color.get_or_insert(Color::from(*own)) == Color::from(*own),
        _ => false,
    };
    group.filters().is_empty()
        && group.children().iter().all(|node| match node {
            Node::Group(_) => true,
            Node::Path(path) if !path.is_visible() => true,
            Node::Path(path) => {
                visible_fill(path).is_none_or(|fill| is_known(fill.paint()))
                    && path.stroke().is_none_or(|stroke| is_known(stroke.paint()))
            }
            Node::Image(_) | Node::Text(_) => false,
        })
        && group.children().iter().all(|node| match node {
            Node::Group(inner) => is_alike(inner, color),
            _ => true,
        })
}
