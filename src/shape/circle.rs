//! Circles: tokens and coins.

use kurbo::{BezPath, Shape as _};

use super::geometry::FLATNESS;
use super::{Form, Kind, Knife, Shape};
use crate::units::{Mm, Size};

/// A token; the width is the diameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle;

impl Circle {
    /// How content files write it.
    pub const KIND: Kind =
        Kind { word: "circle", what: "A token; as wide as high.", keys: &[], make: |_| Some(Circle.into()) };
}

impl Form for Circle {
    fn knife(&self) -> Knife {
        Knife::Around
    }

    fn outline(&self, size: Size, by: Mm) -> BezPath {
        let (w, h) = (size.w.0, size.h.0);
        kurbo::Circle::new((w / 2.0, h / 2.0), (w / 2.0 + by.0).max(0.0)).to_path(FLATNESS / 4.0)
    }

    fn cuts(&self) -> BezPath {
        BezPath::new()
    }

    fn folds(&self) -> BezPath {
        BezPath::new()
    }

    fn mirrored(&self, _: Size) -> Shape {
        Circle.into()
    }

    fn is_same_turned(&self) -> bool {
        true
    }

    fn natural_height(&self, w: Mm) -> Mm {
        w
    }

    fn unfit(&self, size: Size) -> Option<String> {
        ((size.w - size.h).0.abs() > 0.01).then(|| format!("a circle is as wide as high, not {size}"))
    }

    fn words(&self) -> String {
        "circle".to_owned()
    }
}
