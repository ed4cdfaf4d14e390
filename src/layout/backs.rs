//! Places backs on the paper so that they meet their fronts.

use kurbo::{Point, Rect};

use super::Turn;
use crate::units::Size;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backs {
    /// On the other side of the paper, flipped along its long edge.
    LongEdge,
    /// On the other side of the paper, flipped along its short edge.
    ShortEdge,
    /// On the same side, across a fold through the middle of the paper.
    Gutterfold,
    /// Not at all.
    None,
}

impl Backs {
    /// Whether they are on the other side of the paper.
    pub fn is_duplex(self) -> bool {
        match self {
            Backs::LongEdge | Backs::ShortEdge => true,
            Backs::Gutterfold | Backs::None => false,
        }
    }

    /// The point of the back behind a point of the front, and the reverse.
    pub fn through(self, paper: Size, point: Point) -> Point {
        match self {
            Backs::ShortEdge => Point::new(point.x, paper.h.0 - point.y),
            Backs::LongEdge | Backs::Gutterfold | Backs::None => Point::new(paper.w.0 - point.x, point.y),
        }
    }
}

/// The axis along which the paper is flipped or folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// A vertical line: left and right change places.
    Upright,
    /// A horizontal line: top and bottom change places.
    Level,
}

/// The place of a back, for a front at `front` with `turn`.
///
/// Paper is always upright, so its long edge is the upright axis. Flipped along it, an upright card stays upright.
/// Flipped along the level axis, it ends upside down.
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

    /// The point of the front sheet behind a point of the back sheet.
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
                // A card is flipped along its vertical middle: top stays top, left becomes right.
                for (u, v) in [(0.0, 0.0), (63.0, 0.0), (0.0, 88.0), (10.0, 30.0)] {
                    let on_front = to_front * Point::new(u, v);
                    let on_back = through(axis, paper, to_back * Point::new(63.0 - u, v));
                    assert!((on_front - on_back).hypot() < 1e-9, "{axis:?} {turn:?} {u},{v}");
                }
            }
        }
    }
}
