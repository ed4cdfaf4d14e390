//! Rectangles: cards, tiles and boards.

use kurbo::{BezPath, RoundedRect, Shape as _};

use super::geometry::FLATNESS;
use super::{Form, Given, Key, Kind, Knife, Shape, Wanted};
use crate::units::{Mm, Size, trimmed};

/// A card: four straight cuts, the corners rounded by `corner` afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Rectangle {
    /// Radius of the corners.
    pub corner: Mm,
}

impl Rectangle {
    /// How content files write it.
    pub const KIND: Kind =
        Kind { word: "rectangle", what: "A card: four straight cuts.", keys: &[CORNER], make: Rectangle::make };

    fn make(given: &Given) -> Option<Shape> {
        Some(Rectangle { corner: given.length(&CORNER).unwrap_or_default() }.into())
    }
}

const CORNER: Key = Key {
    name: "corner",
    what: "Radius of a rectangle’s corners, 0 to 100 mm.",
    wanted: Wanted::Length { least: 0, most: 100 },
    is_needed: false,
};

impl Form for Rectangle {
    fn knife(&self) -> Knife {
        Knife::Straight { corner: self.corner }
    }

    /// Bleeds with square corners, because the paper is cut straight before the corners are rounded.
    fn outline(&self, size: Size, by: Mm) -> BezPath {
        let (w, h, d) = (size.w.0, size.h.0, by.0);
        let radius = if d > 0.0 { 0.0 } else { (self.corner.0 + d).max(0.0) };
        let frame = kurbo::Rect::new(-d, -d, w + d, h + d);
        if radius > 0.0 {
            RoundedRect::from_rect(frame, radius).to_path(FLATNESS / 4.0)
        } else {
            frame.to_path(FLATNESS)
        }
    }

    fn cuts(&self) -> BezPath {
        BezPath::new()
    }

    fn folds(&self) -> BezPath {
        BezPath::new()
    }

    fn mirrored(&self, _: Size) -> Shape {
        self.clone().into()
    }

    fn is_same_turned(&self) -> bool {
        true
    }

    fn natural_height(&self, w: Mm) -> Mm {
        w
    }

    fn unfit(&self, size: Size) -> Option<String> {
        let corner = self.corner;
        (corner * 2.0 > size.w.min(size.h)).then(|| format!("corners of {corner} do not fit on {size}"))
    }

    fn words(&self) -> String {
        if self.corner.0 > 0.0 {
            format!("rectangle, corners of {} mm", trimmed(self.corner.0, 2))
        } else {
            "rectangle".to_owned()
        }
    }
}
