//! Everything on a sheet that is not art: crop marks, fold lines, the ruler, the sheet's name.

use kurbo::{BezPath, Point, Rect};

use super::backs::Axis;
use super::grid::{Grid, OFF, STRIP};
use super::{Label, Line, LineKind, Setup, Turn};
use crate::units::Mm;

const RULER: Mm = Mm(50.0);

/// Adds crop marks for the cells in use. Each cut is marked once at both ends.
pub(super) fn crop(grid: &Grid, cells: &[Rect], lines: &mut Vec<Line>) {
    let Some(all) = cells.iter().copied().reduce(|a, b| a.union(b)) else { return };
    let Some((Mm(far_x), Mm(far_y))) = grid.marks else { return };
    let ((Mm(dx), Mm(dy)), Mm(near)) = (grid.outer, OFF);
    for x in once(cells.iter().flat_map(|c| [c.x0, c.x1])) {
        for (edge, out) in [(all.y0 - dy, -1.0), (all.y1 + dy, 1.0)] {
            lines.push(line(LineKind::Crop, (x, edge + out * near), (x, edge + out * far_y)));
        }
    }
    for y in once(cells.iter().flat_map(|c| [c.y0, c.y1])) {
        for (edge, out) in [(all.x0 - dx, -1.0), (all.x1 + dx, 1.0)] {
            lines.push(line(LineKind::Crop, (edge + out * near, y), (edge + out * far_x, y)));
        }
    }
}

fn once(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    // Two edges at the same cut need one line.
    values.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    values
}

/// Adds the fold through the middle of the paper.
pub(super) fn fold(axis: Axis, setup: &Setup, lines: &mut Vec<Line>) {
    let (w, h, (x, y)) = (setup.paper.size.w.0, setup.paper.size.h.0, setup.margins());
    lines.push(match axis {
        Axis::Level => line(LineKind::Fold, (x.0, h / 2.0), (w - x.0, h / 2.0)),
        Axis::Upright => line(LineKind::Fold, (w / 2.0, y.0), (w / 2.0, h - y.0)),
    });
}

/// Adds the strip along the bottom or left edge: the sheet's name, and a ruler of 50 mm.
pub(super) fn strip(axis: Axis, setup: &Setup, name: &str, lines: &mut Vec<Line>, labels: &mut Vec<Label>) {
    let (w, h, (x, y)) = (setup.paper.size.w.0, setup.paper.size.h.0, setup.margins());
    let length = if axis == Axis::Level { w - 2.0 * x.0 } else { h - 2.0 * y.0 };
    let ruler = RULER.0.min(length);
    // `along` runs along the strip from its start, `across` from the edge of the paper.
    let at = |along: f64, across: f64| match axis {
        Axis::Level => (x.0 + along, h - y.0 - across),
        Axis::Upright => (x.0 + across, h - y.0 - along),
    };
    let turn = if axis == Axis::Level { Turn::None } else { Turn::ThreeQuarters };
    let across = |up: f64| if axis == Axis::Level { up } else { STRIP.0 - 0.8 - up };
    let base = 0.5;
    let mut put = |text: String, along: f64, ends_here: bool| {
        let (x, y) = at(along, across(base));
        labels.push(Label { text, x: Mm(x), y: Mm(y), turn, ends_here });
    };
    let end = length;
    if length > 150.0 {
        put(name.to_owned(), 0.0, false);
        put("50 mm · print at 100 %".to_owned(), end - ruler - 2.0, true);
    }
    let (low, high) = (across(base - 0.2), across(base + 1.6));
    let middle = (low + high) / 2.0;
    lines.push(line(LineKind::Ruler, at(end - ruler, middle), at(end, middle)));
    for tick in 0..=5 {
        let along = end - ruler + f64::from(tick) * 10.0;
        let reach = if tick == 0 || tick == 5 { 1.0 } else { 0.5 };
        let (a, b) = (middle + (low - middle) * reach, middle + (high - middle) * reach);
        lines.push(line(LineKind::Ruler, at(along, a), at(along, b)));
    }
}

pub(super) fn line(kind: LineKind, from: impl Into<Point>, to: impl Into<Point>) -> Line {
    let mut path = BezPath::new();
    path.move_to(from.into());
    path.line_to(to.into());
    Line { kind, path }
}
