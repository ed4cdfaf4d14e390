//! Reads the size and shape of a component, which belong together.

use std::sync::Arc;

use kurbo::BezPath;

use super::{NAMED_SIZES, Node, Record, Spot, Table, Value, path};
use crate::finding::{Finding, nearest, rule};
use crate::shape::{Free, Shape, extent, natural_height};
use crate::units::{Mm, Size};

/// Reads `size` and `shape`, which belong together.
pub(super) fn cut(
    record: &Record,
    inherited: Option<(Size, &Shape)>,
    found: &mut Vec<Finding>,
) -> Option<(Spot<Size>, Shape)> {
    let size_node = record.get("size");
    let shape_node = record.get("shape");
    let (shape, lines) = match shape_node {
        Some(node) => shape(record, node, found)?,
        None => (inherited.map_or(Shape::Rectangle { corner: Mm(0.0) }, |(_, shape)| shape.clone()), None),
    };
    let (size, place) = match size_node {
        Some(node) => (self::size(record, node, &shape, found)?, record.place_of(node)),
        None => (inherited?.0, record.place.clone()),
    };
    // A shape with lines of its own is cut and folded along them, whatever its outline.
    let why = unfit(&shape, size);
    let shape = match lines {
        Some((cuts, folds)) if why.is_none() => {
            Shape::Free(Arc::new(Free::new(shape.outline(size, Mm(0.0)), cuts, folds)))
        }
        _ => shape,
    };
    let place = if size_node.is_none() { shape_node.map_or(place, |n| record.place_of(n)) } else { place };
    if (size_node.is_some() || shape_node.is_some())
        && let Some(why) = why.or_else(|| unfit(&shape, size))
    {
        found.push(Finding::new(&rule::SHAPE_UNUSABLE, place, why).help("change `size` or `shape`"));
        return None;
    }
    Some((Spot { value: size, place }, shape))
}

fn size(record: &Record, node: &Node, shape: &Shape, found: &mut Vec<Finding>) -> Option<Size> {
    const LEAST: f64 = 1.0;
    const MOST: f64 = 2000.0;
    if let Value::List(items) = &node.value {
        let [w, h] = &items[..] else {
            return record.wrong(node, "size", "a name, a length or two lengths", found);
        };
        let w = record.length_in(w, "size", LEAST, MOST, found);
        let h = record.length_in(h, "size", LEAST, MOST, found);
        return Some(Size { w: w?, h: h? });
    }
    if let Some(text) = node.text()
        && super::length(text).is_none()
        && !text.starts_with(|c: char| c.is_ascii_digit())
    {
        let named = NAMED_SIZES.iter().find(|(name, ..)| *name == text);
        if named.is_none() {
            let names = || NAMED_SIZES.iter().map(|(name, ..)| *name);
            let help = nearest(text, names()).map_or_else(
                || format!("write `[\"63 mm\", \"88 mm\"]`, or one of {}", names().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            let message = format!("no size is called `{text}`");
            found.push(Finding::new(&rule::UNKNOWN_NAME, record.place_of(node), message).help(help));
        }
        return named.map(|&(_, w, h)| Size::mm(w, h));
    }
    let w = record.length_in(node, "size", LEAST, MOST, found)?;
    Some(Size { w, h: natural_height(shape, w) })
}

/// The shape, and the cuts and folds inside it where there are any.
fn shape(record: &Record, node: &Node, found: &mut Vec<Finding>) -> Option<(Shape, Option<(BezPath, BezPath)>)> {
    const NAMES: [&str; 5] = ["rectangle", "circle", "hexagon", "triangle", "outline"];
    let (table, place) = match &node.value {
        Value::Table(table) => (table.clone(), record.place_of(node)),
        Value::Text(_) => (Table::default(), record.place_of(node)),
        _ => return record.wrong(node, "shape", "a name or a table with `kind`", found),
    };
    let inner = Record::new(&table, place.clone(), "`shape`");
    let kind_node = if node.text().is_some() { Some(node) } else { inner.need("kind") };
    let name = kind_node.and_then(|k| match k.text() {
        Some(text) => Some((text.to_owned(), inner.place_of(k))),
        None => {
            let message = format!("`kind` must be text, not {}", k.kind());
            found.push(Finding::new(&rule::WRONG_TYPE, inner.place_of(k), message));
            None
        }
    });
    let shape = match name.as_ref().map(|(name, at)| (name.as_str(), at)) {
        Some(("rectangle", _)) => {
            let corner = inner.length("corner", 0.0, 100.0, found).map_or(Mm(0.0), |l| l.value);
            Some(Shape::Rectangle { corner })
        }
        Some(("circle", _)) => Some(Shape::Circle),
        Some(("hexagon", _)) => Some(Shape::Hexagon),
        Some(("triangle", _)) => Some(Shape::Triangle),
        Some(("outline", _)) => {
            inner.need("path");
            let trim = line(&inner, "path", found);
            trim.map(|trim| Shape::Free(Arc::new(Free::new(trim, BezPath::new(), BezPath::new()))))
        }
        Some((other, at)) => {
            let help = nearest(other, NAMES)
                .map_or(format!("shapes are {}", NAMES.join(", ")), |n| format!("did you mean `{n}`?"));
            found.push(
                Finding::new(&rule::UNKNOWN_NAME, at.clone(), format!("no shape is called `{other}`")).help(help),
            );
            None
        }
        None => None,
    };
    let (cuts, folds) = (line(&inner, "cuts", found), line(&inner, "folds", found));
    // Keys of one kind of shape are not unknown where the kind itself is.
    if shape.is_none() {
        for key in ["corner", "path"] {
            inner.get(key);
        }
    }
    inner.finish(found);
    let lines = (cuts.is_some() || folds.is_some()).then(|| (cuts.unwrap_or_default(), folds.unwrap_or_default()));
    Some((shape?, lines))
}

/// Reads a path under a key.
fn line(shape: &Record, key: &str, found: &mut Vec<Finding>) -> Option<BezPath> {
    let text = shape.text(key, found)?;
    let read = path(&text.value);
    if read.is_none() {
        let message = format!("`{key}` is not an SVG path");
        found.push(
            Finding::new(&rule::SHAPE_UNUSABLE, text.place, message)
                .help("write it in millimeters, for example `M0 0 H40 V60 H0 Z`"),
        );
    }
    read
}

/// Most pieces of a free outline.
const MAX_PIECES: usize = 300;

/// Why a shape cannot be cut at this size.
fn unfit(shape: &Shape, size: Size) -> Option<String> {
    let (w, h) = (size.w.0, size.h.0);
    if !(1.0..=2000.0).contains(&h) {
        return Some(format!("it would be {} high; 1 to 2000 mm are possible", Mm(h)));
    }
    match shape {
        Shape::Circle if (w - h).abs() > 0.01 => Some(format!("a circle is as wide as high, not {size}")),
        Shape::Hexagon => {
            let (long, short) = (w.max(h), w.min(h));
            let want = long * 3f64.sqrt() / 2.0;
            ((short - want).abs() > long * 0.01).then(|| {
                format!(
                    "a regular hexagon {} across its corners is {} across its sides, not {}",
                    Mm(long),
                    Mm(want),
                    Mm(short)
                )
            })
        }
        Shape::Rectangle { corner } if corner.0 * 2.0 > w.min(h) => {
            Some(format!("corners of {corner} do not fit on {size}"))
        }
        Shape::Free(free) => {
            for line in [&free.trim, &free.cuts, &free.folds] {
                if line.elements().len() > MAX_PIECES {
                    return Some(format!("a path has {} pieces, the limit is {MAX_PIECES}", line.elements().len()));
                }
            }
            let closed = free.trim.elements().iter().any(|e| matches!(e, kurbo::PathEl::ClosePath));
            if !closed {
                return Some("the outline is not closed; end it with `Z`".into());
            }
            let area = kurbo::Shape::area(&free.trim).abs();
            if area < 1.0 {
                return Some(format!("the outline encloses {area:.2} square millimeters; 1 is the least"));
            }
            for (what, line) in [("outline", &free.trim), ("cuts", &free.cuts), ("folds", &free.folds)] {
                if let Some((low, high)) = extent(line)
                    && (low.x < -0.01 || low.y < -0.01 || high.x > w + 0.01 || high.y > h + 0.01)
                {
                    return Some(format!(
                        "{what}: it reaches from {:.2},{:.2} to {:.2},{:.2} mm; the size is {size}",
                        low.x, low.y, high.x, high.y
                    ));
                }
            }
            None
        }
        _ => None,
    }
}
