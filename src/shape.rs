//! The shapes a component can be cut to: one file per shape in `shape/`, one row per shape in the table below.

mod circle;
mod geometry;
mod hexagon;
mod kind;
mod outline;
mod rectangle;
mod triangle;

use kurbo::{Affine, BezPath};

use crate::units::{Mm, Size};

pub use circle::Circle;
pub use hexagon::Hexagon;
pub use kind::{Given, Key, Kind, Wanted};
pub use outline::Outline;
pub use rectangle::Rectangle;
pub use triangle::Triangle;

/// Writes the enum, its list of kinds and its one `match` from the rows, so that no shape can be left out of one of them.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What is cut out of the sheet.
        ///
        /// All paths are in millimeters, y down, with the origin at the top left of the trim box.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Shape {
            $($(#[$doc])* $name($name),)*
        }

        /// Every kind of shape, in the order in which people see them listed.
        pub const KINDS: &[&Kind] = &[$(&$name::KIND),*];

        impl Shape {
            fn form(&self) -> &dyn Form {
                match self {
                    $(Shape::$name(form) => form,)*
                }
            }
        }

        $(impl From<$name> for Shape {
            fn from(form: $name) -> Shape {
                Shape::$name(form)
            }
        })*
    };
}

shapes! {
    /// A card: four straight cuts, then perhaps rounded corners.
    Rectangle,
    /// A token.
    Circle,
    /// A regular hexagon.
    Hexagon,
    /// An isosceles triangle.
    Triangle,
    /// Any closed path: standees, nets, boxes.
    Outline,
}

/// What every shape must implement. No method has a default, so the compiler names what a new shape lacks.
trait Form {
    /// How it is cut out.
    fn knife(&self) -> Knife;

    /// The outline of a component of `size`, grown by `by`, or shrunk if `by` is negative.
    fn outline(&self, size: Size, by: Mm) -> BezPath;

    /// Lines that are cut in addition to the outline.
    fn cuts(&self) -> BezPath;

    /// Lines that are folded.
    fn folds(&self) -> BezPath;

    /// The shape as seen from behind.
    fn mirrored(&self, size: Size) -> Shape;

    /// Whether it looks the same after half a turn, so that players may hold it either way up.
    fn is_same_turned(&self) -> bool;

    /// The height that goes with `w` when only a width is given.
    fn natural_height(&self, w: Mm) -> Mm;

    /// Why it cannot be cut at this size.
    fn unfit(&self, size: Size) -> Option<String>;

    /// A few words for a list of changes.
    fn words(&self) -> String;
}

/// How a shape is cut out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Knife {
    /// Straight through the sheet; crop marks are enough. The corners are rounded afterwards.
    Straight {
        /// Radius of the corners.
        corner: Mm,
    },
    /// Along a printed outline.
    Around,
}

impl Shape {
    /// A rectangle with square corners, the default.
    pub fn card() -> Shape {
        Rectangle { corner: Mm(0.0) }.into()
    }

    /// The same shape with cuts and folds inside it.
    pub fn with_lines(&self, size: Size, cuts: BezPath, folds: BezPath) -> Shape {
        Outline::new(self.outline(size, Mm(0.0)), cuts, folds).into()
    }

    /// How it is cut out.
    pub fn knife(&self) -> Knife {
        self.form().knife()
    }

    /// Whether straight cuts through the sheet free the component, so that crop marks are enough.
    pub fn is_cut_straight(&self) -> bool {
        match self.knife() {
            Knife::Straight { .. } => true,
            Knife::Around => false,
        }
    }

    /// The radius of the corners, for a shape with straight cuts.
    pub fn corner(&self) -> Option<Mm> {
        match self.knife() {
            Knife::Straight { corner } => Some(corner),
            Knife::Around => None,
        }
    }

    /// The outline grown by `by` (bleed), or shrunk if `by` is negative (safe area).
    pub fn outline(&self, size: Size, by: Mm) -> BezPath {
        self.form().outline(size, by)
    }

    /// Lines that are cut in addition to the outline.
    pub fn cuts(&self) -> BezPath {
        self.form().cuts()
    }

    /// Lines that are folded.
    pub fn folds(&self) -> BezPath {
        self.form().folds()
    }

    /// The shape as seen from behind.
    pub fn mirrored(&self, size: Size) -> Shape {
        self.form().mirrored(size)
    }

    /// Whether it looks the same after half a turn.
    pub fn is_same_turned(&self) -> bool {
        self.form().is_same_turned()
    }

    /// The height that goes with `w` when only a width is given.
    pub fn natural_height(&self, w: Mm) -> Mm {
        self.form().natural_height(w)
    }

    /// Why it cannot be cut at this size.
    pub fn unfit(&self, size: Size) -> Option<String> {
        if !(1.0..=2000.0).contains(&size.h.0) {
            return Some(format!("it would be {} high; 1 to 2000 mm are possible", size.h));
        }
        self.form().unfit(size)
    }

    /// A few words for a list of changes.
    pub fn words(&self) -> String {
        self.form().words()
    }
}

/// Turns a component over, left to right.
pub fn mirror(size: Size) -> Affine {
    Affine::new([-1.0, 0.0, 0.0, 1.0, size.w.0, 0.0])
}

#[cfg(test)]
mod tests {
    use super::geometry::box_of;
    use super::*;

    #[test]
    fn every_shape_grows_by_the_bleed_and_shrinks_by_the_safe_distance() {
        let arrow = BezPath::from_svg("M0 0 H40 L50 20 L40 40 H0 Z").expect("a path");
        let triangle = Size::mm(40.0, 20.0);
        for (shape, size, bleed, safe) in [
            (
                Shape::from(Rectangle { corner: Mm(3.0) }),
                Size::mm(63.0, 88.0),
                [-3.0, -3.0, 66.0, 91.0],
                [3.0, 3.0, 60.0, 85.0],
            ),
            (Circle.into(), Size::mm(25.0, 25.0), [-3.0, -3.0, 28.0, 28.0], [3.0, 3.0, 22.0, 22.0]),
            // Flat top: edges above and below move by 3; the corners left and right by 3 / cos 30 deg = 3.46.
            (Hexagon.into(), Size::mm(40.0, 34.641), [-3.46, -3.0, 43.46, 37.64], [3.46, 3.0, 36.54, 31.64]),
            // The apex moves by 3 / sin 45 deg = 4.24, the base corners by 3 + 4.24.
            (Triangle.into(), triangle, [-7.24, -4.24, 47.24, 23.0], [7.24, 4.24, 32.76, 17.0]),
            (
                Outline::new(arrow, BezPath::new(), BezPath::new()).into(),
                Size::mm(50.0, 40.0),
                [-3.0, -3.0, 53.0, 43.0],
                [3.0, 3.0, 46.65, 37.0],
            ),
        ] {
            let got = box_of(&shape.outline(size, Mm(3.0)));
            for (g, b) in got.iter().zip(bleed) {
                assert!((g - b).abs() < 0.06, "{shape:?} bleeds to {got:?}, not {bleed:?}");
            }
            let got = box_of(&shape.outline(size, Mm(-3.0)));
            for (g, s) in got.iter().zip(safe) {
                assert!((g - s).abs() < 0.06, "{shape:?} is safe in {got:?}, not {safe:?}");
            }
        }
    }

    #[test]
    fn no_two_shapes_share_a_word() {
        for (at, kind) in KINDS.iter().enumerate() {
            assert!(KINDS[..at].iter().all(|other| other.word != kind.word), "`{}` stands twice", kind.word);
            for key in kind.keys {
                assert!(!["kind", "cuts", "folds"].contains(&key.name), "`{}` belongs to every shape", key.name);
            }
        }
    }
}
