//! Values of options that several commands share.

use crate::content::length;
use crate::units::Mm;

/// A length from 0 to `most` millimeters.
pub(super) fn measured(text: &str, most: f64) -> Result<Mm, String> {
    length(text).filter(|l| (0.0..=most).contains(&l.0)).ok_or_else(|| format!("must be a length from 0 to {most} mm"))
}

/// Dots per inch, from 10 to 2400.
pub(super) fn dpi(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|d| (10.0..=2400.0).contains(d)).ok_or_else(|| "must be 10 to 2400".to_owned())
}
