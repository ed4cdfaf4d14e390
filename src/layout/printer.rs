//! A measured printer: its blank margins, and corrections for its errors.

mod file;

use kurbo::{Affine, Vec2};

use super::{Backs, Setup};
use crate::art::Side;
use crate::finding::{Finding, rule};
use crate::units::{Mm, Size};

pub use file::{PRINTERS, Printers};

/// A printer as measured with the calibration sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer {
    pub name: String,
    /// The edges it leaves blank: top, right, bottom, left.
    pub margins: [Mm; 4],
    /// How far backs must move to meet their fronts, as read on the back: right and down.
    pub back_offset: (Mm, Mm),
    /// How far backs must be rotated about the middle of the page: clockwise, in degrees.
    pub back_rotation: f64,
    /// The printed length of 1 mm, across and down.
    pub scale: (f64, f64),
    /// How the paper was flipped when the backs were measured.
    pub flip: Backs,
}

/// The sides of a page in the order of [`Printer::margins`].
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

impl Printer {
    /// A printer without errors.
    pub fn exact(name: &str) -> Printer {
        Printer {
            name: name.to_owned(),
            margins: [Mm(0.0); 4],
            back_offset: (Mm(0.0), Mm(0.0)),
            back_rotation: 0.0,
            scale: (1.0, 1.0),
            flip: Backs::LongEdge,
        }
    }

    /// Sets the corrections from the readings of the four scales: upper, lower, left, right.
    ///
    /// The mean of opposite scales is the offset of the middle. The upper and lower scale are `apart` from each other;
    /// their difference gives the rotation. A clockwise rotation moves the top to the right.
    pub fn measured(&mut self, [top, bottom, left, right]: [Mm; 4], apart: Mm) {
        self.back_offset = ((top + bottom) / 2.0, (left + right) / 2.0);
        self.back_rotation = ((top - bottom) / apart).atan().to_degrees();
    }

    /// Adds the readings of a sheet that was already corrected with this profile and flipped along `flip`.
    ///
    /// With the other flip, the backs of that sheet were moved the other way, so the known offset changes its sign.
    pub fn measured_again(&mut self, scales: [Mm; 4], apart: Mm, flip: Backs) {
        let before = self.clone();
        self.measured(scales, apart);
        let sign = if before.flip == flip { 1.0 } else { -1.0 };
        self.back_offset.0 = self.back_offset.0 + before.back_offset.0 * sign;
        self.back_offset.1 = self.back_offset.1 + before.back_offset.1 * sign;
        self.back_rotation += before.back_rotation;
        self.flip = flip;
    }

    /// How far a correction can move the edges of a page, horizontally and vertically.
    fn reach(&self, paper: Size) -> (Mm, Mm) {
        let turn = self.back_rotation.to_radians().sin().abs();
        let (x, y) = self.back_offset;
        (x.abs() + paper.h * turn / 2.0, y.abs() + paper.w * turn / 2.0)
    }
}

impl Setup {
    /// The blank margins: left and right, top and bottom.
    ///
    /// Opposite sides get the larger of their two values, because the grid is centered so that backs meet their fronts.
    /// Backs that a correction moves must stay in the printable area.
    pub fn margins(&self) -> (Mm, Mm) {
        let Some(printer) = &self.printer else { return (self.margin, self.margin) };
        let [top, right, bottom, left] = printer.margins;
        let is_duplex = self.backs.is_duplex();
        let (x, y) = if is_duplex { printer.reach(self.paper.size) } else { (Mm(0.0), Mm(0.0)) };
        (self.margin.max(left.max(right) + x), self.margin.max(top.max(bottom) + y))
    }

    /// Maps points of the page to the position at which they must be printed to end up in place.
    ///
    /// Both sides are scaled about the middle of the page. Backs are also rotated about it and moved. The offset was
    /// measured at the middle, so the rotation does not change it.
    pub fn correction(&self, side: Side) -> Affine {
        let Some(printer) = &self.printer else { return Affine::IDENTITY };
        let middle = Vec2::new(self.paper.size.w.0 / 2.0, self.paper.size.h.0 / 2.0);
        let scale = Affine::scale_non_uniform(1.0 / printer.scale.0, 1.0 / printer.scale.1);
        let (turn, offset) = match (side, self.backs) {
            (Side::Back, Backs::LongEdge | Backs::ShortEdge) => {
                let (x, y) = printer.back_offset;
                // With the other flip, the back goes through the printer upside down.
                let sign = if self.backs == printer.flip { 1.0 } else { -1.0 };
                (Affine::rotate(printer.back_rotation.to_radians()), Vec2::new(x.0, y.0) * sign)
            }
            _ => (Affine::IDENTITY, Vec2::ZERO),
        };
        let all = Affine::translate(middle + offset) * turn * scale * Affine::translate(-middle);
        // An exact printer must give the same bytes as no printer.
        let is_exact = printer.scale == (1.0, 1.0) && offset == Vec2::ZERO && turn == Affine::IDENTITY;
        if is_exact { Affine::IDENTITY } else { all }
    }

    /// Reports margins that the printer cannot keep, and backs that were measured with the other flip.
    pub fn check_printer(&self, found: &mut Vec<Finding>) {
        let Some(printer) = &self.printer else {
            if self.margin < super::PRINTER {
                let message = format!(
                    "a margin of {} is below the {} that home printers leave blank",
                    self.margin,
                    super::PRINTER
                );
                let help = "use `--margin 5mm`, or measure your printer: `wyrmpress calibrate`";
                found.push(Finding::new(&rule::MARGIN_SMALL, None, message).help(help));
            }
            return;
        };
        for (blank, side) in printer.margins.iter().zip(SIDES).filter(|(blank, _)| self.margin < **blank) {
            let message = format!(
                "a margin of {} is below the {blank} that printer `{}` leaves blank at the {side}",
                self.margin, printer.name
            );
            let (x, y) = self.margins();
            let help = format!("the sheets keep {x} at the sides and {y} at the top and bottom");
            found.push(Finding::new(&rule::MARGIN_SMALL, None, message).help(help));
        }
        let is_duplex = self.backs.is_duplex();
        if is_duplex && self.backs != printer.flip && printer.back_offset != (Mm(0.0), Mm(0.0)) {
            let message =
                format!("the backs of printer `{}` were measured with the other flip of the paper", printer.name);
            let help = "its offset is reversed, as a duplex unit does; measure again if you flip paper by hand";
            found.push(Finding::new(&rule::PRINTER_FLIP, None, message).help(help));
        }
    }
}
