//! The first tag of a drawing: its size and its view box, read and changed as text.

use std::borrow::Cow;
use std::ops::Range;

use crate::markup::escaped;
use crate::units::trimmed;

/// Marks a root whose size was written in millimeters, inches or points: that is how large it is meant.
const MEASURED: &str = "data-measured";

/// The first tag of a drawing.
pub struct Root<'a> {
    svg: &'a str,
    /// The bytes of its attributes.
    inner: Range<usize>,
}

/// A length of the first tag.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Length {
    /// In pixels of 96 per inch, which are units of the drawing.
    pixels: f64,
    /// Whether it is a length on paper.
    is_measured: bool,
}

impl<'a> Root<'a> {
    /// Finds the tag, which is the first one.
    pub fn of(svg: &'a str) -> Option<Root<'a>> {
        let mut at = 0;
        let start = loop {
            at += svg[at..].find('<')? + 1;
            match &svg[at..] {
                rest if rest.starts_with("!--") => at += rest.find("-->")?,
                rest if rest.starts_with(['?', '!']) => {}
                _ => break at,
            }
        };
        let name = svg[start..].split(|c: char| c.is_whitespace() || c == '>' || c == '/').next()?;
        if name != "svg" && !name.ends_with(":svg") {
            return None;
        }
        let from = start + name.len();
        let mut quote = None;
        let end = svg[from..].char_indices().find(|&(_, c)| {
            match (quote, c) {
                (None, '"' | '\'') => quote = Some(c),
                (Some(open), c) if open == c => quote = None,
                (None, '>') => return true,
                _ => {}
            }
            false
        });
        let end = from + end?.0;
        let inner = from..if svg[..end].ends_with('/') { end - 1 } else { end };
        Some(Root { svg, inner })
    }

    /// The value of an attribute, and its bytes.
    fn attribute(&self, name: &str) -> Option<(&'a str, Range<usize>)> {
        let tag = &self.svg[self.inner.clone()];
        let mut at = 0;
        while let Some(equals) = tag[at..].find('=').map(|equals| at + equals) {
            let open = equals + 1 + tag[equals + 1..].len() - tag[equals + 1..].trim_start().len();
            let quote = tag[open..].chars().next()?;
            let close = open + 1 + tag.get(open + 1..)?.find(quote)?;
            if tag[at..equals].trim() == name {
                let from = self.inner.start;
                return Some((&tag[open + 1..close], from + open + 1..from + close));
            }
            at = close + 1;
        }
        None
    }

    fn length(&self, name: &str) -> Option<Length> {
        let value = self.attribute(name)?.0.trim();
        let unit = value.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.eE".contains(c));
        let (number, unit) = match value[..value.len() - unit.len()].parse::<f64>() {
            Ok(number) => (number, unit),
            // The `e` of `em` is no exponent.
            Err(_) => return None,
        };
        let by = match unit {
            "" | "px" => 1.0,
            "mm" => 96.0 / 25.4,
            "cm" => 96.0 / 2.54,
            "in" => 96.0,
            "pt" => 96.0 / 72.0,
            "pc" => 16.0,
            "Q" | "q" => 96.0 / 101.6,
            _ => return None,
        };
        let is_measured = !matches!(unit, "" | "px");
        (number.is_finite() && number > 0.0).then_some(Length { pixels: number * by, is_measured })
    }

    /// The width and height of its view box.
    pub fn view_box(&self) -> Option<[f64; 2]> {
        let value = self.attribute("viewBox")?.0;
        let mut numbers = value.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty()).skip(2);
        let mut next = || numbers.next()?.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
        Some([next()?, next()?])
    }

    /// Its width and height, and whether they were measured on paper. Without them it is as large as its view box.
    pub fn size(&self) -> Option<([f64; 2], bool)> {
        let of = |name| self.length(name).map(|length| length.pixels);
        let is_whole = |name| self.attribute(name).is_none_or(|(value, _)| value.trim() == "100%");
        let size = match (of("width"), of("height"), self.view_box()) {
            (Some(w), Some(h), _) => [w, h],
            (None, None, Some(size)) if is_whole("width") && is_whole("height") => size,
            (Some(w), None, Some([bw, bh])) if is_whole("height") => [w, w * bh / bw],
            (None, Some(h), Some([bw, bh])) if is_whole("width") => [h * bw / bh, h],
            _ => return None,
        };
        Some((size, self.attribute(MEASURED).is_some()))
    }

    /// The text up to its attributes, with these attributes in place of its own, and all that follows.
    pub fn with(&self, attributes: &[(&str, String)]) -> String {
        let mut tag = self.svg[self.inner.clone()].to_owned();
        for (name, _) in attributes {
            let own = Root { svg: &tag, inner: 0..tag.len() };
            if let Some((_, value)) = own.attribute(name) {
                let start = tag[..value.start].rfind(name).unwrap_or(value.start);
                tag.replace_range(start..value.end + 1, "");
            }
        }
        let added: String = attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect();
        format!("{}{added}{tag}{}", &self.svg[..self.inner.start], &self.svg[self.inner.end..])
    }

    /// Whether it says this itself.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }
}

/// A drawing whose size is written in units of paper, in millimeters: one unit around it is a millimeter.
///
/// Lengths without a unit and in pixels are units already.
pub fn in_millimeters(svg: &str) -> Cow<'_, str> {
    let Some(root) = Root::of(svg) else { return Cow::Borrowed(svg) };
    let sides = ["width", "height"].map(|name| (name, root.length(name)));
    if !sides.iter().any(|(_, length)| length.is_some_and(|length| length.is_measured)) {
        return Cow::Borrowed(svg);
    }
    let mut attributes: Vec<(&str, String)> = sides
        .iter()
        .filter_map(|(name, length)| Some((*name, trimmed(length.as_ref()?.pixels * 25.4 / 96.0, 4))))
        .collect();
    if !root.has("viewBox")
        && let [(_, Some(w)), (_, Some(h))] = sides
    {
        attributes.push(("viewBox", format!("0 0 {} {}", trimmed(w.pixels, 4), trimmed(h.pixels, 4))));
    }
    attributes.push((MEASURED, "mm".to_owned()));
    Cow::Owned(root.with(&attributes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_on_paper_become_millimeters() {
        for (tag, want) in [
            ("width=\"63mm\" height=\"8.8cm\" viewBox=\"0 0 63 88\"", Some([63.0, 88.0])),
            ("width='2.5in' height='3.5in'", Some([63.5, 88.9])),
            ("height=\"72pt\" width=\"36pt\"", Some([12.7, 25.4])),
            ("width=\"63\" height=\"88px\"", None),
            ("viewBox=\"0 0 24 24\"", None),
            ("width=\"100%\" height=\"2em\"", None),
        ] {
            let svg = format!("<svg stroke-width=\"3mm\" {tag}><g width=\"1mm\"/></svg>");
            let drawn = in_millimeters(&svg);
            let size = Root::of(&drawn).and_then(|root| root.size());
            match want {
                Some([w, h]) => {
                    let ([a, b], is_measured) = size.expect("a size");
                    assert!(is_measured && (a - w).abs() < 1e-3 && (b - h).abs() < 1e-3, "{tag}: {drawn}");
                    assert!(drawn.contains("viewBox"), "{drawn}");
                }
                None => assert_eq!(drawn, svg),
            }
            assert!(drawn.ends_with("><g width=\"1mm\"/></svg>") && drawn.contains("stroke-width=\"3mm\""), "{drawn}");
        }
    }

    #[test]
    fn a_root_is_as_large_as_its_view_box_unless_it_says_so() {
        for (tag, want) in [
            ("viewBox=\"0,0 24 12\"", Some([24.0, 12.0])),
            ("width=\"48\" viewBox=\"0 0 24 12\"", Some([48.0, 24.0])),
            ("width=\"100%\" height=\"100%\" viewBox=\"0 0 24 12\"", Some([24.0, 12.0])),
            ("width=\"50%\" height=\"50%\" viewBox=\"0 0 24 12\"", None),
            ("width=\"-5\" height=\"94\"", None),
            ("width=\"NaN\" height=\"94\"", None),
            ("", None),
        ] {
            let svg = format!("<svg {tag} a='>'/>");
            assert_eq!(Root::of(&svg).and_then(|root| root.size()).map(|(size, _)| size), want, "{tag}");
        }
    }
}
