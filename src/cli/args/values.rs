//! Values of options that several commands share.

use crate::content::length;
use crate::units::Mm;

/// A length from 0 to `most` millimeters.
pub(super) fn measured(text: &str, most: f64) -> Result<Mm, String> {
    length(text).filter(|l| (0.0..=most).contains(&l.0)).ok_or_else(|| format!("must be a length from 0 to {most} mm"))
}

/// A whole number from `least` to `most`.
pub(super) fn whole<N: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| match most {
        u64::MAX => "must be a whole number".to_owned(),
        _ => format!("must be a whole number from {least} to {most}"),
    })
}

/// A whole number of any size.
pub(super) fn number(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::MAX)
}

/// Dots per inch, from 10 to 2400.
pub(super) fn dpi(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|d| (10.0..=2400.0).contains(d)).ok_or_else(|| "must be 10 to 2400".to_owned())
}
