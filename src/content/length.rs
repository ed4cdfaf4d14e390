//! Lengths and sizes as they are written in TOML.

use crate::units::Mm;

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
}
