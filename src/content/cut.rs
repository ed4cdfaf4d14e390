//! Reads the size and shape of a component. The two must fit each other.

use kurbo::BezPath;

use super::record::out_of_range;
use super::{NAMED_SIZES, Node, Record, Spot, Table, Value, path};
use crate::finding::{Finding, nearest, rule};
use crate::shape::{Given, KINDS, Kind, Shape, Wanted};
use crate::units::Size;

/// Reads `size` and `shape`. A missing key is inherited from the set.
pub(super) fn cut(
    record: &Record,
    inherited: Option<(Size, &Shape)>,
    found: &mut Vec<Finding>,
) -> Option<(Spot<Size>, Shape)> {
    let size_node = record.get("size");
    let shape_node = record.get("shape");
    let (shape, lines) = match shape_node {
        Some(node) => shape(record, node, found)?,
        None => (inherited.map_or_else(Shape::card, |(_, shape)| shape.clone()), None),
    };
    let (size, place) = match size_node {
        Some(node) => (self::size(record, node, &shape, found)?, record.place_of(node)),
        None => (inherited?.0, record.place.clone()),
    };
    let why = shape.unfit(size);
    let shape = match lines {
        Some((cuts, folds)) if why.is_none() => shape.with_lines(size, cuts, folds),
        _ => shape,
    };
    let place = if size_node.is_none() { shape_node.map_or(place, |n| record.place_of(n)) } else { place };
    if (size_node.is_some() || shape_node.is_some())
        && let Some(why) = why.or_else(|| shape.unfit(size))
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
            return record.wrong(node, "size", "a name, a length or two lengths such as `63x88mm`", found);
        };
        let w = record.length_in(w, "size", LEAST, MOST, found);
        let h = record.length_in(h, "size", LEAST, MOST, found);
        return Some(Size { w: w?, h: h? });
    }
    if let Some(read) = node.text().and_then(super::size) {
        let is_within = [read.w, read.h].iter().all(|l| (LEAST..=MOST).contains(&l.0));
        if !is_within {
            let message = format!("`size` is {read}; each side must be {LEAST} to {MOST} mm");
            found.push(out_of_range(record.place_of(node), message));
        }
        return is_within.then_some(read);
    }
    if let Some(text) = node.text()
        && super::length(text).is_none()
    {
        let named = NAMED_SIZES.iter().find(|(name, ..)| *name == text);
        if named.is_none() {
            let names = || NAMED_SIZES.iter().map(|(name, ..)| *name);
            // `63*88`, `63 by 88`, `63, 88mm`.
            let sides: Vec<&str> = text.split(['*', ',', '/', 'b', 'y', ' ']).filter(|side| !side.is_empty()).collect();
            let meant = Some(sides.join("x")).filter(|_| sides.len() == 2).and_then(|text| super::size(&text));
            let help = match (meant, nearest(text, names())) {
                (Some(meant), _) => format!("write `{meant}`"),
                (_, Some(near)) => format!("did you mean `{near}`?"),
                _ => format!("write `63x88mm`, or one of {}", names().collect::<Vec<_>>().join(", ")),
            };
            let message = match text.starts_with(|c: char| c.is_ascii_digit()) {
                true => format!("`{text}` is no size"),
                false => format!("no size is called `{text}`"),
            };
            found.push(Finding::new(&rule::UNKNOWN_NAME, record.place_of(node), message).help(help));
        }
        return named.map(|&(_, w, h)| Size::mm(w, h));
    }
    let w = record.length_in(node, "size", LEAST, MOST, found)?;
    Some(Size { w, h: shape.natural_height(w) })
}

/// The shape, with its cuts and folds, if any.
fn shape(record: &Record, node: &Node, found: &mut Vec<Finding>) -> Option<(Shape, Option<(BezPath, BezPath)>)> {
    let (table, place) = match &node.value {
        Value::Table(table) => (table.clone(), record.place_of(node)),
        Value::Text(_) => (Table::default(), record.place_of(node)),
        _ => return record.wrong(node, "shape", "a name or a table with `kind`", found),
    };
    let inner = Record::new(&table, place, "`shape`");
    let kind_node = if node.text().is_some() { Some(node) } else { inner.need("kind") };
    let shape = kind_node.and_then(|node| kind(&inner, node, found)).and_then(|kind| made(kind, &inner, found));
    let (cuts, folds) = (line(&inner, "cuts", found), line(&inner, "folds", found));
    // Without a kind, any of these keys may belong here.
    if shape.is_none() {
        for key in KINDS.iter().flat_map(|kind| kind.keys) {
            inner.get(key.name);
        }
    }
    inner.finish(found);
    let lines = (cuts.is_some() || folds.is_some()).then(|| (cuts.unwrap_or_default(), folds.unwrap_or_default()));
    Some((shape?, lines))
}

fn kind(shape: &Record, node: &Node, found: &mut Vec<Finding>) -> Option<&'static Kind> {
    let place = shape.place_of(node);
    let Some(word) = node.text() else {
        let message = format!("`kind` must be text, not {}", node.kind());
        found.push(Finding::new(&rule::WRONG_TYPE, place, message));
        return None;
    };
    let known = Kind::named(word);
    if known.is_none() {
        let words: Vec<&str> = KINDS.iter().map(|kind| kind.word).collect();
        let help = nearest(word, words.iter().copied())
            .map_or_else(|| format!("shapes are {}", words.join(", ")), |near| format!("did you mean `{near}`?"));
        found.push(Finding::new(&rule::UNKNOWN_NAME, place, format!("no shape is called `{word}`")).help(help));
    }
    known
}

/// Reads the keys of a kind and builds the shape.
fn made(kind: &Kind, shape: &Record, found: &mut Vec<Finding>) -> Option<Shape> {
    let mut given = Given::default();
    for key in kind.keys {
        if key.is_needed {
            shape.need(key.name);
        }
        match key.wanted {
            Wanted::Length { least, most } => {
                let length = shape.length(key.name, f64::from(least), f64::from(most), found);
                given.lengths.extend(length.map(|length| (key.name, length.value)));
            }
            Wanted::Path => given.paths.extend(line(shape, key.name, found).map(|path| (key.name, path))),
        }
    }
    (kind.make)(&given)
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
