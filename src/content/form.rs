//! How a text is written in a file: in which kind of string, and where each of its characters stands.

use std::ops::Range;

/// A kind of string. Advice on a text must fit it: a backslash in `"…"` is written twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `"…"`
    Basic,
    /// `'…'`
    Literal,
    /// `"""…"""`
    BasicLines,
    /// `'''…'''`
    LiteralLines,
    /// A string in a template.
    Template,
    /// No string: the text of a template between its tags.
    Bare,
}

use Form::{Bare, Basic, BasicLines, Literal, LiteralLines, Template};

/// The kinds of TOML, longest quotes first.
const TOML: [(&str, Form); 4] = [("\"\"\"", BasicLines), ("'''", LiteralLines), ("\"", Basic), ("'", Literal)];

impl Form {
    /// The form of a TOML string that is given with its quotes.
    pub fn of(written: &str) -> Option<Form> {
        // `""` is an empty string, not the start of a long one.
        TOML.into_iter().find(|(quotes, _)| written.starts_with(quotes)).map(|(_, form)| form)
    }

    /// The form of the TOML string around a byte; `from` is a byte outside strings and comments before it.
    pub fn in_toml(text: &str, from: usize, at: usize) -> Form {
        let mut here = from;
        while let Some(next) = text[here..].find(['"', '\'', '#']).map(|next| here + next).filter(|next| *next <= at) {
            let Some(form) = Form::of(&text[next..]) else {
                here = text[next..].find('\n').map_or(text.len(), |end| next + end);
                continue;
            };
            here = next + form.length(&text[next..]);
            if at < here {
                return form;
            }
        }
        Bare
    }

    /// The form of what stands at a byte of a template.
    pub fn in_template(text: &str, at: usize) -> Form {
        let mut here = 0;
        let is_tag = |from: &usize| text[from + 1..].starts_with(['{', '%', '#']);
        let next = |here: usize| text[here..].match_indices('{').map(|(from, _)| here + from).find(is_tag);
        while let Some(from) = next(here).filter(|from| *from <= at) {
            here = from + tag_length(&text[from..]);
            if at < here && !text[from..].starts_with("{#") {
                return Template;
            }
        }
        if text[at..].starts_with(['"', '\'', '`']) { Template } else { Bare }
    }

    fn quotes(self) -> &'static str {
        TOML.into_iter().find(|(_, form)| *form == self).map_or("", |(quotes, _)| quotes)
    }

    fn is_escaped(self) -> bool {
        matches!(self, Basic | BasicLines | Template)
    }

    /// The bytes of a string that starts here, with its quotes.
    fn length(self, text: &str) -> usize {
        let quotes = self.quotes();
        let mut at = quotes.len();
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            match rest.as_bytes()[0] {
                b'\\' if self.is_escaped() => at += 2,
                // Up to two more quotes belong to the text.
                _ if rest.starts_with(quotes) => {
                    let more = rest[quotes.len()..].bytes().take(2).take_while(|b| *b == quotes.as_bytes()[0]).count();
                    return at + quotes.len() + if quotes.len() == 3 { more } else { 0 };
                }
                b'\n' if quotes.len() == 1 => return at,
                _ => at += 1,
            }
            while !text.is_char_boundary(at) {
                at += 1;
            }
        }
        text.len()
    }

    /// The bytes of `written`, a string with its quotes, that stand for `part` of the text; nothing if the text has
    /// another length than `whole`.
    pub fn spelled(self, written: &str, part: Range<usize>, whole: usize) -> Option<Range<usize>> {
        let quotes = self.quotes();
        let inner = written.strip_prefix(quotes)?.strip_suffix(quotes)?;
        // A line end right behind the quotes is dropped.
        let first = if quotes.len() == 3 {
            inner.len() - inner.trim_start_matches('\r').strip_prefix('\n').unwrap_or(inner).len()
        } else {
            0
        };
        let (mut at, mut said, mut found) = (first, 0, (None, None));
        loop {
            if said <= part.start {
                found.0 = Some(at);
            }
            if said >= part.end && found.1.is_none() {
                found.1 = Some(at);
            }
            let Some(c) = inner[at..].chars().next() else { break };
            let (bytes, means) = match c {
                '\\' if self.is_escaped() => escape(&inner[at..]),
                '\r' if inner[at..].starts_with("\r\n") => (1, 0),
                c => (c.len_utf8(), c.len_utf8()),
            };
            at += bytes.min(inner.len() - at);
            said += means;
        }
        let (start, end) = (found.0? + quotes.len(), found.1? + quotes.len());
        (said == whole).then_some(start..end)
    }

    /// Advice in the way of the string. Its backslashes are those that the text must have, a line end stands for one.
    pub fn advice(self, advice: &str) -> String {
        let advice = if self.is_escaped() { advice.replace('\\', "\\\\") } else { advice.to_owned() };
        let end = match self {
            Basic | Template => "`\\n`",
            Literal => "`\\n` in a string in double quotes",
            BasicLines | LiteralLines | Bare => "a new line",
        };
        advice.replace('\n', end)
    }
}

/// The bytes of a tag of Tera that starts here. Braces within its strings do not end it.
fn tag_length(text: &str) -> usize {
    if text.starts_with("{#") {
        return text.find("#}").map_or(text.len(), |end| end + 2);
    }
    let end = if text.starts_with("{{") { "}}" } else { "%}" };
    let (mut quote, mut is_escaped) = (None, false);
    for (at, c) in text.char_indices().skip(2) {
        match quote {
            _ if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            None if text[at..].starts_with(end) => return at + end.len(),
            None => {}
        }
    }
    text.len()
}

/// An escape of a basic string: its bytes, and those that it stands for.
fn escape(text: &str) -> (usize, usize) {
    let digits = match text.as_bytes().get(1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        // A backslash at the end of a line swallows the blanks after it.
        Some(b) if b.is_ascii_whitespace() => return (text.len() - text[1..].trim_start().len(), 0),
        _ => return (2, 1),
    };
    let number = text.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    (2 + digits, number.and_then(char::from_u32).map_or(1, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_of_a_text_is_found_in_its_file() {
        for (written, said, part, want) in [
            (r#""6* or 5""#, "6* or 5", "*", "*"),
            (r#""é\t\u00e9*""#, "é\té*", "*", "*"),
            (r#""say \"*\"""#, "say \"*\"", "*", "*"),
            (r"'C:\*'", r"C:\*", "*", "*"),
            ("\"\"\"\nA \\\n   *b\"\"\"", "A *b", "*", "*"),
            ("'''\r\nA\r\n*b'''", "A\n*b", "*b", "*b"),
            (r#""\U0001F409 {x}""#, "🐉 {x}", "{x}", "{x}"),
            (r#""a\\nb""#, r"a\nb", r"\n", r"\\n"),
        ] {
            let at = said.find(part).expect("it is part of the text");
            let found = Form::of(written).and_then(|form| form.spelled(written, at..at + part.len(), said.len()));
            assert_eq!(found.map(|at| &written[at]), Some(want), "{written}");
        }
        assert_eq!(Basic.spelled(r#""abc""#, 0..1, 4), None, "the text was changed");
    }

    #[test]
    fn the_string_around_a_place_is_known() {
        let toml = "a = 'x' # it's \"\nb = \"\"\"q\"u\\\"\"\"\"\nc = 'é\\' # '\nd = \"y\\\"z\"\ne = '''l'''";
        for (mark, want) in
            [("x", Literal), ("q", BasicLines), ("é", Literal), ("z", Basic), ("l", LiteralLines), ("b", Bare)]
        {
            assert_eq!(Form::in_toml(toml, 0, toml.find(mark).expect("it is there")), want, "{mark}");
        }
        let template = r#"<g id="a">{{ text(text="b") }}{% set c = 'd' %}{% set e %}f{% endset %}"#;
        for (mark, want) in [("\"a", Template), ("\"b", Template), ("'d", Template), ("f{", Bare), ("{{", Template)] {
            assert_eq!(Form::in_template(template, template.find(mark).expect("it is there")), want, "{mark}");
        }
        let icons = r#"<g/>{# {{ " #}{{ text(text="x {nope} \"}} and {open", x=5) }} it's {{ a }}plain"#;
        for (mark, want) in [("<g", Bare), ("{nope", Template), ("{open", Template), ("it's", Bare), ("plain", Bare)] {
            assert_eq!(Form::in_template(icons, icons.find(mark).expect("it is there")), want, "{mark}");
        }
    }

    #[test]
    fn advice_fits_the_string() {
        for (form, want) in [
            (Basic, r"write `\\*`, or `\n`"),
            (Literal, r"write `\*`, or `\n` in a string in double quotes"),
            (LiteralLines, r"write `\*`, or a new line"),
        ] {
            assert_eq!(form.advice("write `\\*`, or \n"), want);
        }
    }
}
