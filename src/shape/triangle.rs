//! Isosceles triangles.

use kurbo::BezPath;

use super::geometry::{moved_out, polygon};
use super::{Form, Kind, Knife, Shape};
use crate::units::{Mm, Size};

/// An isosceles triangle with its base at the bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle;

impl Triangle {
    /// How content files write it.
    pub const KIND: Kind = Kind {
        word: "triangle",
        what: "An isosceles triangle with its base at the bottom.",
        keys: &[],
        make: |_| Some(Triangle.into()),
    };
}

impl Form for Triangle {
    fn knife(&self) -> Knife {
        Knife::Around
    }

    fn outline(&self, size: Size, by: Mm) -> BezPath {
        let (w, h) = (size.w.0, size.h.0);
        polygon(&moved_out(&[(w / 2.0, 0.0), (w, h), (0.0, h)], by))
    }

    fn cuts(&self) -> BezPath {
        BezPath::new()
    }

    fn folds(&self) -> BezPath {
        BezPath::new()
    }

    fn mirrored(&self, _: Size) -> Shape {
        Triangle.into()
    }

    fn is_same_turned(&self) -> bool {
        false
    }

    /// Equilateral.
    fn natural_height(&self, w: Mm) -> Mm {
        w * (3f64.sqrt() / 2.0)
    }

    fn unfit(&self, _: Size) -> Option<String> {
        None
    }

    fn words(&self) -> String {
        "triangle".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::box_of;
    use super::*;

    #[test]
    fn a_triangle_keeps_its_angles() {
        // Right-angled quadrant of a 40 mm tile: legs at 45 degrees, apex at the top.
        let safe = Triangle.outline(Size::mm(40.0, 20.0), Mm(-1.0));
        // The apex moves down by 1 / sin 45 = 1.41; the base corners in by 1 + 1.41.
        assert_eq!(box_of(&safe), [2.41, 1.41, 37.59, 19.0]);
    }
}
