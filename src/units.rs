//! Lengths whose type states the unit.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A length in millimeters, the unit of the whole project.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Mm(pub f64);

/// A length in PostScript points, 1/72 inch: type sizes and PDF coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Pt(pub f64);

/// Points in one millimeter.
pub const PT_PER_MM: f64 = 72.0 / 25.4;

impl Mm {
    pub fn pt(self) -> Pt {
        Pt(self.0 * PT_PER_MM)
    }

    pub fn min(self, other: Mm) -> Mm {
        Mm(self.0.min(other.0))
    }

    pub fn max(self, other: Mm) -> Mm {
        Mm(self.0.max(other.0))
    }

    pub fn abs(self) -> Mm {
        Mm(self.0.abs())
    }
}

/// How often one length goes into another.
impl Div for Mm {
    type Output = f64;

    fn div(self, other: Mm) -> f64 {
        self.0 / other.0
    }
}

impl Pt {
    pub fn mm(self) -> Mm {
        Mm(self.0 / PT_PER_MM)
    }
}

/// A width and a height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    pub w: Mm,
    pub h: Mm,
}

impl Size {
    /// A size from two numbers in millimeters.
    pub const fn mm(w: f64, h: f64) -> Size {
        Size { w: Mm(w), h: Mm(h) }
    }

    /// The size after a quarter turn.
    pub fn turned(self) -> Size {
        Size { w: self.h, h: self.w }
    }
}

/// A box on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// From the left edge of the page.
    pub x: Mm,
    /// From the top edge of the page.
    pub y: Mm,
    pub size: Size,
}

impl Frame {
    /// A box from four numbers in millimeters.
    pub const fn mm(x: f64, y: f64, w: f64, h: f64) -> Frame {
        Frame { x: Mm(x), y: Mm(y), size: Size::mm(w, h) }
    }
}

/// As sizes are written everywhere, also in TOML and on the command line: `63x88mm`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}mm", trimmed(self.w.0, 2), trimmed(self.h.0, 2))
    }
}

impl fmt::Display for Mm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", trimmed(self.0, 2))
    }
}

impl fmt::Display for Pt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pt", trimmed(self.0, 2))
    }
}

/// A number with at most `digits` decimals and no trailing zeros: `3`, `1.83`.
pub fn trimmed(value: f64, digits: usize) -> String {
    let scaled = value * 10f64.powi(digits as i32);
    if scaled.abs() < 1e15 {
        // Integers format much faster than floats, and text outlines have thousands of numbers.
        return fixed(scaled.round_ties_even() as i64, digits);
    }
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// `parts` divided by `10^digits`, without trailing zeros.
fn fixed(parts: i64, digits: usize) -> String {
    let mut rest = parts.unsigned_abs();
    let mut text = [0u8; 24];
    let mut at = text.len();
    let mut is_trailing = true;
    for place in 0.. {
        if place == digits && !is_trailing {
            at -= 1;
            text[at] = b'.';
        }
        if place >= digits && rest == 0 && place > digits {
            break;
        }
        let digit = (rest % 10) as u8;
        rest /= 10;
        is_trailing &= digit == 0 && place < digits;
        if !is_trailing || place >= digits {
            at -= 1;
            text[at] = b'0' + digit;
        }
    }
    let sign = if parts < 0 { "-" } else { "" };
    format!("{sign}{}", str::from_utf8(&text[at..]).expect("digits and a point"))
}

macro_rules! arithmetic {
    ($($unit:ident),*) => {$(
        impl Add for $unit { type Output = $unit; fn add(self, o: $unit) -> $unit { $unit(self.0 + o.0) } }
        impl Sub for $unit { type Output = $unit; fn sub(self, o: $unit) -> $unit { $unit(self.0 - o.0) } }
        impl Neg for $unit { type Output = $unit; fn neg(self) -> $unit { $unit(-self.0) } }
        impl Mul<f64> for $unit { type Output = $unit; fn mul(self, k: f64) -> $unit { $unit(self.0 * k) } }
        impl Div<f64> for $unit { type Output = $unit; fn div(self, k: f64) -> $unit { $unit(self.0 / k) } }
        impl Sum for $unit { fn sum<I: Iterator<Item = $unit>>(all: I) -> $unit { $unit(all.map(|l| l.0).sum()) } }
    )*};
}
arithmetic!(Mm, Pt);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inch_is_72_points_and_25_4_millimeters() {
        assert!((Mm(25.4).pt().0 - 72.0).abs() < 1e-12);
        assert!((Pt(72.0).mm().0 - 25.4).abs() < 1e-12);
    }

    #[test]
    fn numbers_have_no_trailing_zeros() {
        for (value, want) in [(3.0, "3"), (1.8333, "1.83"), (-0.001, "0"), (10.0, "10"), (0.5, "0.5")] {
            assert_eq!(trimmed(value, 2), want);
        }
    }
}
