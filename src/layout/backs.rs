//! Where a back must lie on the paper to meet its front.

use kurbo::{Point, Rect};

use super::Turn;
use crate::units::Size;

/// How backs are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backs {
    /// On the other side of the paper, turned over along its long edge.
    LongEdge,
    /// On the other side of the paper, turned over along its short edge.
    ShortEdge,
    /// On the same side, beyond a fold through the middle of the paper.
    Gutterfold,
    /// Not at all.
    None,
}

impl Backs {
    /// Where a point of the front lies on the back, seen through the paper, and the reverse.
    pub fn through(self, paper: Size, point: Point) -> Point {
        match self {
            Backs::ShortEdge => Point::new(point.x, paper.h.0 - point.y),
            _ => Point::new(paper.w.0 - point.x, point.y),
        }
    }
}

/// Which way the paper is turned or folded over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// About an upright line: left and right change places.
    Upright,
    /// About a level line: top and bottom change places.
    Level,
}

/// The place of a back, for a front at `front` with `turn`.
///
/// Paper lies upright, so its long edge is the upright axis. Turned about it, an upright card stays upright. Turned
/// about the level axis, it ends upside down.
pub(super) fn behind(axis: Axis, paper: Size, front: Rect, turn: Turn) -> (Rect, Turn) {
    match axis {
        Axis::Upright => {
            let place = Rect::new(paper.w.0 - front.x1, front.y0, paper.w.0 - front.x0, front.y1);
            let turn = match turn {
                Turn::Quarter => Turn::ThreeQuarters,
                Turn::ThreeQuarters => Turn::Quarter,
                other => other,
            };
            (place, turn)
        }
        Axis::Level => {
            let place = Rect::new(front.x0, paper.h.0 - front.y1, front.x1, paper.h.0 - front.y0);
            let turn = match turn {
                Turn::None => Turn::Half,
                Turn::Half => Turn::None,
                other => other,
            };
            (place, turn)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a point of the back sheet lies on the front sheet.
    fn through(axis: Axis, paper: Size, p: Point) -> Point {
        match axis {
            Axis::Upright => Point::new(paper.w.0 - p.x, p.y),
            Axis::Level => Point::new(p.x, paper.h.0 - p.y),
        }
    }

    #[test]
    fn backs_line_up_after_every_flip() {
        let paper = Size::mm(210.0, 297.0);
        let card = Size::mm(63.0, 88.0);
        for axis in [Axis::Upright, Axis::Level] {
            for turn in [Turn::None, Turn::Quarter] {
                let cell = if turn == Turn::None { card } else { card.turned() };
                let front = Rect::new(12.0, 20.0, 12.0 + cell.w.0, 20.0 + cell.h.0);
                let (back, back_turn) = behind(axis, paper, front, turn);
                let to_front = turn.to_sheet(card, front.origin());
                let to_back = back_turn.to_sheet(card, back.origin());
                // A card is turned over about its upright middle: its top stays top, left becomes right.
                for (u, v) in [(0.0, 0.0), (63.0, 0.0), (0.0, 88.0), (10.0, 30.0)] {
                    let on_front = to_front * Point::new(u, v);
                    let on_back = through(axis, paper, to_back * Point::new(63.0 - u, v));
                    assert!((on_front - on_back).hypot() < 1e-9, "{axis:?} {turn:?} {u},{v}");
                }
            }
        }
    }
}
