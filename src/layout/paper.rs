//! Paper sizes, always upright.

use crate::content::size;
use crate::finding::nearest;
use crate::units::Size;

#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// Its name in file names.
    pub name: String,
    /// Its size, taller than wide.
    pub size: Size,
}

/// The named papers.
pub const PAPERS: &[(&str, Size)] = &[
    ("a4", Size::mm(210.0, 297.0)),
    ("letter", Size::mm(215.9, 279.4)),
    ("a3", Size::mm(297.0, 420.0)),
    ("legal", Size::mm(215.9, 355.6)),
    ("tabloid", Size::mm(279.4, 431.8)),
    ("a2", Size::mm(420.0, 594.0)),
    ("a1", Size::mm(594.0, 841.0)),
    ("a5", Size::mm(148.0, 210.0)),
];

impl Paper {
    /// Its name on a printed sheet: A4, Letter, 320x450mm.
    pub fn title(&self) -> String {
        let mut letters = self.name.chars();
        match letters.next() {
            Some(first) if first.is_ascii_digit() => self.name.clone(),
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => String::new(),
        }
    }

    /// A paper by name, or by size such as `320x450mm` or `12x18in`.
    ///
    /// ```
    /// use wyrmpress::layout::Paper;
    ///
    /// let sheet = Paper::parse("12x18in").expect("a size");
    /// assert_eq!(sheet.size.to_string(), "304.8x457.2mm");
    /// assert!(Paper::parse("a44").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Paper, String> {
        let lower = text.trim().to_lowercase();
        if let Some((name, size)) = PAPERS.iter().find(|(name, _)| *name == lower) {
            return Ok(Paper { name: (*name).to_owned(), size: *size });
        }
        if !lower.contains(['x', '\u{d7}']) {
            let names = || PAPERS.iter().map(|(name, _)| *name);
            let help = nearest(&lower, names()).map_or_else(
                || format!("papers are {}, or a size such as 320x450mm", names().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean {near}?"),
            );
            return Err(format!("no paper is called `{text}`; {help}"));
        }
        match size(&lower).filter(|size| [size.w, size.h].iter().all(|l| (50.0..=5000.0).contains(&l.0))) {
            Some(Size { w, h }) => {
                let size = Size { w: w.min(h), h: w.max(h) };
                Ok(Paper { name: size.to_string(), size })
            }
            None => Err(format!("paper `{text}` must be 50 to 5000 mm each way, such as 320x450mm or 12x18in")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_a_title_for_people() {
        for (text, want) in [("a4", "A4"), ("LETTER", "Letter"), ("320x450mm", "320x450mm")] {
            assert_eq!(Paper::parse(text).expect(text).title(), want);
        }
    }

    #[test]
    fn papers_are_known_by_name_or_size() {
        for (text, w, h) in [
            ("A4", 210.0, 297.0),
            ("letter", 215.9, 279.4),
            ("12x18in", 304.8, 457.2),
            ("450x320mm", 320.0, 450.0),
            ("100x150", 100.0, 150.0),
        ] {
            let size = Paper::parse(text).expect(text).size;
            assert!((size.w.0 - w).abs() < 1e-9 && (size.h.0 - h).abs() < 1e-9, "{text}: {size}");
        }
        assert!(Paper::parse("leter").expect_err("a slip").contains("did you mean letter?"));
        assert!(Paper::parse("1x1").is_err());
        assert!(Paper::parse("nanxinf").is_err());
    }
}
