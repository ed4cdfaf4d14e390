//! Lengths and sizes as they are written in TOML.

use crate::units::{Mm, Size};

/// Named trim sizes: name, width and height in millimeters.
pub const NAMED_SIZES: &[(&str, f64, f64)] = &[
    ("poker", 63.0, 88.0),
    ("poker-us", 63.5, 88.9),
    ("bridge", 57.15, 88.9),
    ("us-game", 56.0, 87.0),
    ("euro", 59.0, 92.0),
    ("japanese", 59.0, 86.0),
    ("mini-us", 41.0, 63.0),
    ("mini-euro", 44.0, 67.0),
    ("mini", 44.45, 63.5),
    ("micro", 31.75, 44.45),
    ("tarot", 70.0, 120.0),
    ("jumbo", 88.9, 139.7),
    ("square", 70.0, 70.0),
    ("domino", 44.45, 88.9),
    ("a6", 105.0, 148.0),
    ("a5", 148.0, 210.0),
    ("a4", 210.0, 297.0),
];

/// Reads `3 mm`, `2.5in`, `1 cm`, `9 pt` or a bare number of millimeters.
///
/// ```
/// use wyrmpress::content::length;
///
/// assert_eq!(length("1 cm").map(|l| l.0), Some(10.0));
/// assert_eq!(length("63 miles"), None);
/// ```
pub fn length(text: &str) -> Option<Mm> {
    let text = text.trim();
    let digits = text.find(|c: char| c.is_ascii_alphabetic() || c == '"').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let value: f64 = number.trim().parse().ok()?;
    let per = match unit.trim() {
        "" | "mm" => 1.0,
        "cm" => 10.0,
        "in" | "\"" => 25.4,
        "pt" => 25.4 / 72.0,
        _ => return None,
    };
    Some(Mm(value * per)).filter(|l| l.0.is_finite())
}

/// Reads a width and a height: `63x88mm`, `2.5x3.5in`, `63 mm x 88 mm`. A unit after the height also applies to the width.
///
/// ```
/// use wyrmpress::content::size;
/// use wyrmpress::units::Size;
///
/// assert_eq!(size("63.5x88.9mm"), Some(Size::mm(63.5, 88.9)));
/// assert_eq!(size("63 mm"), None);
/// ```
pub fn size(text: &str) -> Option<Size> {
    let lower = text.trim().to_lowercase();
    let (w, h) = lower.split_once(['x', '\u{d7}'])?;
    let unit = h.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    let has_unit = !w.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let w = if has_unit { length(w) } else { length(&format!("{w}{unit}")) };
    Some(Size { w: w?, h: length(h)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood() {
        for (text, want) in [("63", 63.0), ("63 mm", 63.0), ("2.5in", 63.5), ("1 cm", 10.0), ("72pt", 25.4)] {
            let got = length(text).expect(text).0;
            assert!((got - want).abs() < 1e-9, "{text}: {got}");
        }
        for text in ["", "mm", "63 miles", "nan", "inf mm", "1e999", "6 3"] {
            assert_eq!(length(text), None, "{text}");
        }
    }
    #[test]
    fn what_is_printed_for_a_size_is_read_as_that_size() {
        for (text, w, h) in [
            ("63x88mm", 63.0, 88.0),
            ("63 x 88 mm", 63.0, 88.0),
            ("63 mm x 88 mm", 63.0, 88.0),
            ("63\u{d7}88", 63.0, 88.0),
            ("2.5X3.5in", 63.5, 88.9),
            ("1 cm x 20 mm", 10.0, 20.0),
        ] {
            let read = size(text).expect(text);
            assert!((read.w.0 - w).abs() < 1e-9 && (read.h.0 - h).abs() < 1e-9, "{text}: {read}");
            assert_eq!(size(&read.to_string()), Some(Size::mm(w, h)), "{text}");
        }
        for text in ["63", "x", "63x", "x88mm", "63x88x2mm", "63x88miles", "poker"] {
            assert_eq!(size(text), None, "{text}");
        }
    }
}
