//! Regular hexagons: tiles of a map.

use kurbo::BezPath;

use super::geometry::{moved_out, polygon};
use super::{Form, Kind, Knife, Shape};
use crate::units::{Mm, Size};

/// A regular hexagon, flat-topped when wider than high, otherwise pointed at the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hexagon;

impl Hexagon {
    /// How content files write it.
    pub const KIND: Kind = Kind {
        word: "hexagon",
        what: "A regular hexagon, flat-topped when wider than high.",
        keys: &[],
        make: |_| Some(Hexagon.into()),
    };
}

impl Form for Hexagon {
    fn knife(&self) -> Knife {
        Knife::Around
    }

    fn outline(&self, size: Size, by: Mm) -> BezPath {
        let (w, h) = (size.w.0, size.h.0);
        let corners = if w >= h {
            [(w * 0.25, 0.0), (w * 0.75, 0.0), (w, h / 2.0), (w * 0.75, h), (w * 0.25, h), (0.0, h / 2.0)]
        } else {
            [(w / 2.0, 0.0), (w, h * 0.25), (w, h * 0.75), (w / 2.0, h), (0.0, h * 0.75), (0.0, h * 0.25)]
        };
        polygon(&moved_out(&corners, by))
    }

    fn cuts(&self) -> BezPath {
        BezPath::new()
    }

    fn folds(&self) -> BezPath {
        BezPath::new()
    }

    fn mirrored(&self, _: Size) -> Shape {
        Hexagon.into()
    }

    fn is_same_turned(&self) -> bool {
        true
    }

    fn natural_height(&self, w: Mm) -> Mm {
        w * (3f64.sqrt() / 2.0)
    }

    fn unfit(&self, size: Size) -> Option<String> {
        let (long, short) = (size.w.max(size.h), size.w.min(size.h));
        let want = long * 3f64.sqrt() / 2.0;
        ((short - want).0.abs() > long.0 * 0.01)
            .then(|| format!("a regular hexagon {long} across its corners is {want} across its sides, not {short}"))
    }

    fn words(&self) -> String {
        "hexagon".to_owned()
    }
}
