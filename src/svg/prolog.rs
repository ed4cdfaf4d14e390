//! What programs write before a drawing: the XML declaration, comments, and the document type with its entities.

use std::borrow::Cow;

use super::Fault;
use super::gamut::in_srgb;
use crate::finding::rule;

/// The most entities of one file.
const ENTITIES: usize = 64;
/// The longest entity, in bytes.
const LONGEST: usize = 256;
/// The largest text with all entities in place, in bytes.
const MOST: usize = 4 << 20;

/// A drawing without its prolog: what was there is blank, so that lines and columns stay.
///
/// Entities that stand for plain text, as older versions of Illustrator write them, are put in place. A document type
/// from elsewhere than the W3C is refused, and so is a style sheet in another file.
pub fn plain(svg: &str) -> Result<Cow<'_, str>, Fault> {
    let mut prolog = Prolog { svg, at: 0, entities: Vec::new() };
    prolog.read()?;
    if prolog.at == 0 {
        return Ok(in_srgb(Cow::Borrowed(svg)));
    }
    let (before, drawing) = svg.split_at(prolog.at);
    let mut out: String = before.chars().flat_map(blank).collect();
    match prolog.entities.is_empty() {
        true => out.push_str(drawing),
        false => prolog.expand(drawing, &mut out)?,
    }
    Ok(in_srgb(Cow::Owned(out)))
}

/// As many blanks as the character has bytes; line ends stay.
fn blank(c: char) -> impl Iterator<Item = char> {
    std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())
}

struct Prolog<'a> {
    svg: &'a str,
    /// The end of what was read.
    at: usize,
    entities: Vec<(&'a str, &'a str)>,
}

impl<'a> Prolog<'a> {
    fn read(&mut self) -> Result<(), Fault> {
        let mut at = 0;
        loop {
            let rest = &self.svg[at..];
            let next = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            at += rest.len() - next.len();
            let length = if let Some(inner) = next.strip_prefix("<!--") {
                inner.find("-->").map(|end| end + 7)
            } else if next.starts_with("<?xml-stylesheet") {
                return Err(self.fault(at, "a style sheet in another file is left out; copy it into a `<style>`"));
            } else if next.starts_with("<?") {
                next.find("?>").map(|end| end + 2)
            } else if next.starts_with("<!DOCTYPE") {
                Some(self.document_type(at)?)
            } else {
                return Ok(());
            };
            // What has no end is left to the parser, which says so.
            let Some(length) = length else { return Ok(()) };
            at += length;
            self.at = at;
        }
    }

    fn fault(&self, at: usize, message: &str) -> Fault {
        let before = &self.svg[..at];
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let line = before.matches('\n').count() + 1;
        Fault { at: Some((line as u32, column as u32)), ..Fault::new(&rule::SVG_FAULT, message) }
    }

    /// Reads `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "…" [<!ENTITY …>]>` and returns its length.
    fn document_type(&mut self, start: usize) -> Result<usize, Fault> {
        const REMEDY: &str = "save the file as SVG 1.1 without `Preserve Illustrator Editing Capabilities`";
        let refused =
            |prolog: &Self, what: &str| prolog.fault(start, &format!("a DTD {what} is not allowed; {REMEDY}"));
        let text = &self.svg[start..];
        let head = &text[..text.find(['[', '>']).unwrap_or(text.len())];
        let is_own = head.contains("PUBLIC") && head.contains("-//W3C//DTD SVG ");
        if !is_own && (head.contains("PUBLIC") || head.contains("SYSTEM")) {
            return Err(refused(self, "of another file"));
        }
        let Some(mut rest) = text[head.len()..].strip_prefix('[') else { return Ok(head.len() + 1) };
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(']') {
                let after = after.trim_start();
                let Some(after) = after.strip_prefix('>') else { return Err(refused(self, "without an end")) };
                return Ok(text.len() - after.len());
            }
            if let Some(after) = rest.strip_prefix("<!--").and_then(|inner| inner.split_once("-->")) {
                rest = after.1;
                continue;
            }
            let Some((name, value, after)) = entity(rest) else {
                return Err(refused(self, "with more than plain text in its entities"));
            };
            rest = after;
            self.entities.push((name, value));
            if self.entities.len() > ENTITIES {
                return Err(refused(self, &format!("with more than {ENTITIES} entities")));
            }
        }
    }

    /// Puts the entities into the drawing.
    fn expand(&self, drawing: &str, out: &mut String) -> Result<(), Fault> {
        let mut rest = drawing;
        while let Some(at) = rest.find('&') {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let name = from[1..].split(';').next().unwrap_or("");
            let known = self.entities.iter().find(|(known, _)| *known == name);
            let Some((name, value)) = known.filter(|(name, _)| from[1 + name.len()..].starts_with(';')) else {
                out.push('&');
                rest = &from[1..];
                continue;
            };
            out.push_str(value);
            rest = &from[name.len() + 2..];
            if out.len() > MOST {
                let message = format!("its entities expand to more than {} MB", MOST >> 20);
                return Err(Fault::new(&rule::SVG_TOO_COMPLEX, message));
            }
        }
        out.push_str(rest);
        Ok(())
    }
}

/// `<!ENTITY name "value">`, and what follows it: plain text only.
fn entity(text: &str) -> Option<(&str, &str, &str)> {
    let rest = text.strip_prefix("<!ENTITY")?.trim_start();
    let (name, rest) = rest.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, rest) = rest[1..].split_once(quote)?;
    let is_plain = value.len() <= LONGEST && !value.contains(['&', '<', '%', '"', '\'']);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c));
    let rest = rest.trim_start().strip_prefix('>')?;
    (is_plain && is_name).then_some((name, value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prolog_is_blank_and_its_entities_are_in_place() {
        let svg = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- by a program -->\n\
             <!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\" [\n\
             \t<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n]>\n<svg xmlns=\"&ns_svg;\" id=\"&amp;\"/>";
        let drawn = plain(svg).expect("a harmless prolog");
        assert_eq!(drawn.trim(), "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"&amp;\"/>");
        assert_eq!(drawn.matches('\n').count(), svg.matches('\n').count());
        assert_eq!(plain("<svg/>").expect("no prolog"), "<svg/>");
    }

    #[test]
    fn what_could_do_harm_is_refused() {
        let many: String = (0..=ENTITIES).map(|i| format!("<!ENTITY e{i} \"a\">")).collect();
        for (dtd, want) in [
            ("<!DOCTYPE svg SYSTEM \"http://example.com/a.dtd\">", "of another file"),
            ("<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "more than plain text"),
            ("<!DOCTYPE svg [<!ENTITY % x \"a\">]>", "more than plain text"),
            ("<!DOCTYPE svg [<!ENTITY x \"&y;\">]>", "more than plain text"),
            ("<!DOCTYPE svg [<!ENTITY x \"<g/>\">]>", "more than plain text"),
            (&format!("<!DOCTYPE svg [{many}]>"), "more than 64 entities"),
            ("<?xml-stylesheet href=\"a.css\"?>", "in another file"),
        ] {
            let fault = plain(&format!("{dtd}<svg/>")).expect_err(dtd);
            assert!(fault.message.contains(want), "{dtd}: {}", fault.message);
        }
    }

    #[test]
    fn a_repeated_entity_meets_a_limit() {
        let long = "a".repeat(LONGEST);
        let svg = format!("<!DOCTYPE svg [<!ENTITY x \"{long}\">]><svg id=\"{}\"/>", "&x;".repeat(20_000));
        assert!(plain(&svg).expect_err("5 MB").message.contains("4 MB"));
    }
}
