//! Free outlines: standees, nets and boxes, with cuts and folds of their own.

use std::fmt;
use std::sync::{Arc, Mutex};

use kurbo::{BezPath, PathEl, Shape as _};

use super::geometry::{extent, grown};
use super::{Form, Given, Key, Kind, Knife, Shape, Wanted, mirror};
use crate::units::{Mm, Size};

/// The most pieces of one path.
const MAX_PIECES: usize = 300;

/// Any closed path, with its inner cuts and folds.
#[derive(Clone)]
pub struct Outline(Arc<Lines>);

struct Lines {
    trim: BezPath,
    cuts: BezPath,
    folds: BezPath,
    /// Grown outlines by distance. Growing is slow, and all faces of a set ask for the same few.
    grown: Mutex<Vec<(Mm, BezPath)>>,
}

impl Outline {
    /// How content files write it.
    pub const KIND: Kind =
        Kind { word: "outline", what: "Any closed path, in millimeters.", keys: &[PATH], make: Outline::make };

    /// A closed `trim` with the cuts and folds inside it.
    pub fn new(trim: BezPath, cuts: BezPath, folds: BezPath) -> Outline {
        Outline(Arc::new(Lines { trim, cuts, folds, grown: Mutex::default() }))
    }

    fn make(given: &Given) -> Option<Shape> {
        Some(Outline::new(given.path(&PATH)?, BezPath::new(), BezPath::new()).into())
    }

    fn lines(&self) -> [(&'static str, &BezPath); 3] {
        [("outline", &self.0.trim), ("cuts", &self.0.cuts), ("folds", &self.0.folds)]
    }
}

const PATH: Key = Key {
    name: "path",
    what: "The outline as an SVG path in millimeters: `M0 0 H40 V60 H0 Z`.",
    wanted: Wanted::Path,
    is_needed: true,
};

impl PartialEq for Outline {
    fn eq(&self, other: &Outline) -> bool {
        self.lines() == other.lines()
    }
}

impl fmt::Debug for Outline {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.lines().fmt(f)
    }
}

impl Form for Outline {
    fn knife(&self) -> Knife {
        Knife::Around
    }

    fn outline(&self, _: Size, by: Mm) -> BezPath {
        if by.0 == 0.0 {
            return self.0.trim.clone();
        }
        let mut known = self.0.grown.lock().expect("no thread panics while it grows an outline");
        if let Some((_, path)) = known.iter().find(|(before, _)| *before == by) {
            return path.clone();
        }
        let path = grown(&self.0.trim, by);
        known.push((by, path.clone()));
        path
    }

    fn cuts(&self) -> BezPath {
        self.0.cuts.clone()
    }

    fn folds(&self) -> BezPath {
        self.0.folds.clone()
    }

    fn mirrored(&self, size: Size) -> Shape {
        let turned = |path: &BezPath| mirror(size) * path.clone();
        Outline::new(turned(&self.0.trim), turned(&self.0.cuts), turned(&self.0.folds)).into()
    }

    fn is_same_turned(&self) -> bool {
        false
    }

    fn natural_height(&self, _: Mm) -> Mm {
        Mm(self.0.trim.bounding_box().y1)
    }

    fn unfit(&self, size: Size) -> Option<String> {
        for (_, line) in self.lines() {
            let pieces = line.elements().len();
            if pieces > MAX_PIECES {
                return Some(format!("a path has {pieces} pieces, the limit is {MAX_PIECES}"));
            }
        }
        if !self.0.trim.elements().contains(&PathEl::ClosePath) {
            return Some("the outline is not closed; end it with `Z`".into());
        }
        let area = self.0.trim.area().abs();
        if area < 1.0 {
            return Some(format!("the outline encloses {area:.2} square millimeters; at least 1 is needed"));
        }
        let (w, h) = (size.w.0, size.h.0);
        for (what, line) in self.lines() {
            if let Some(b) = extent(line)
                && (b.x0 < -0.01 || b.y0 < -0.01 || b.x1 > w + 0.01 || b.y1 > h + 0.01)
            {
                return Some(format!(
                    "{what}: it reaches from {:.2},{:.2} to {:.2},{:.2} mm; the size is {size}",
                    b.x0, b.y0, b.x1, b.y1
                ));
            }
        }
        None
    }

    fn words(&self) -> String {
        "outline".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::box_of;
    use super::*;

    #[test]
    fn an_outline_is_mirrored_for_its_back() {
        let trim = BezPath::from_svg("M0 0 H10 V30 H0 Z").expect("a path");
        let size = Size::mm(40.0, 30.0);
        let back = Outline::new(trim, BezPath::new(), BezPath::new()).mirrored(size);
        assert_eq!(box_of(&back.outline(size, Mm(0.0))), [30.0, 0.0, 40.0, 30.0]);
    }
}
