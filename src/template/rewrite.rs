//! Rewrites a template so that a second draw shows where each printed piece is written.

use super::marks::{Spot, marked};
use crate::finding::{FileId, Place};

/// A template as it is drawn to find out where its texts come from.
pub(super) struct Rewritten {
    /// Every condition goes through `decide(…)`, and every call names its own spot.
    pub recording: String,
    /// The same, with a mark at every literal and every tag.
    pub marked: String,
}

/// Functions whose calls are recorded: all that leave something behind, because both are numbered alike.
pub(super) const CALLS: [&str; 6] = ["text", "text_width", "text_height", "text_arc", "lettering", "icon"];
/// Tags that hold names, not values.
const NAMES: [&str; 8] =
    ["include", "extends", "block", "endblock", "component", "endcomponent", "filter", "endfilter"];

/// Rewrites one template; each spot that a mark can point to is added to `spots`.
pub(super) fn rewrite(text: &str, file: FileId, spots: &mut Vec<Spot>) -> Rewritten {
    let mut rewriter = Rewriter { text, file, spots, added: Vec::new() };
    rewriter.template();
    let mut added = rewriter.added;
    // Additions at one byte stay in the order they were made.
    added.sort_by_key(|(at, _)| *at);
    let join = |with_marks: bool| {
        let mut out = String::with_capacity(text.len() * 2);
        let mut from = 0;
        for (at, addition) in &added {
            out.push_str(&text[from..*at]);
            from = *at;
            match addition {
                Addition::Code(code) => out.push_str(code),
                Addition::Mark(spot) if with_marks => out.extend(marked(*spot)),
                Addition::Mark(_) => {}
            }
        }
        out + &text[from..]
    };
    Rewritten { recording: join(false), marked: join(true) }
}

enum Addition {
    Code(String),
    Mark(usize),
}

struct Rewriter<'a> {
    text: &'a str,
    file: FileId,
    spots: &'a mut Vec<Spot>,
    added: Vec<(usize, Addition)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Quoted,
    Number,
    Sign,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub from: usize,
    pub text: &'a str,
}

impl Token<'_> {
    pub fn to(&self) -> usize {
        self.from + self.text.len()
    }

    pub fn is(&self, kind: Kind, text: &str) -> bool {
        self.kind == kind && self.text == text
    }
}

impl<'a> Rewriter<'a> {
    fn template(&mut self) {
        let mut at = 0;
        loop {
            let code = self.text.as_bytes()[at..].windows(2).position(|pair| matches!(pair, b"{{" | b"{%" | b"{#"));
            let Some(code) = code.map(|offset| at + offset) else { return self.markup(at, self.text.len()) };
            self.markup(at, code);
            if self.text[code..].starts_with("{#") {
                at = self.after(code, "#}");
                continue;
            }
            let closing = if self.text[code..].starts_with("{{") { "}}" } else { "%}" };
            let (tokens, end) = tokens(self.text, code + 2, closing);
            if closing == "%}" && tokens.first().is_some_and(|token| token.is(Kind::Word, "raw")) {
                let last = self.text[end..].find("endraw").map_or(self.text.len(), |offset| end + offset);
                at = self.after(last, "%}");
                continue;
            }
            self.code(&tokens, closing == "%}");
            at = (end + 2).min(self.text.len());
        }
    }

    fn after(&self, at: usize, closing: &str) -> usize {
        self.text[at..].find(closing).map_or(self.text.len(), |offset| at + offset + closing.len())
    }

    fn spot(&mut self, from: usize, to: usize, is_start: bool) -> usize {
        self.spots.push(Spot { place: Place::new(self.file, from..to), is_start });
        self.spots.len() - 1
    }

    fn add(&mut self, at: usize, code: impl Into<String>) {
        self.added.push((at, Addition::Code(code.into())));
    }

    /// Marks tags, attributes and the text between tags.
    ///
    /// No mark stands first or last in white space, which `{%-` may trim.
    fn markup(&mut self, from: usize, to: usize) {
        let bytes = self.text.as_bytes();
        for at in from..to {
            let spot = match bytes[at] {
                b'<' => at,
                b'>' if at + 1 < to => at + 1,
                b'"' if at > from && bytes[at - 1] == b'=' => at + 1,
                _ => continue,
            };
            let rest = &self.text[spot..to.max(spot)];
            let end = rest.char_indices().skip(1).find(|(_, c)| matches!(c, '<' | '>' | '"' | '\n'));
            let length = end.map_or(rest.len(), |(offset, _)| offset);
            let number = self.spot(spot, spot + length, true);
            self.added.push((spot, Addition::Mark(number)));
        }
    }

    fn code(&mut self, tokens: &[Token<'a>], is_tag: bool) {
        let first = tokens.first().filter(|token| is_tag && token.kind == Kind::Word).map_or("", |token| token.text);
        if NAMES.contains(&first) {
            return;
        }
        let mut from = 0;
        if matches!(first, "if" | "elif") && tokens.len() > 1 {
            self.decide(tokens[0].to(), tokens[tokens.len() - 1].to());
            from = 1;
        }
        // For each open bracket, whether it holds the arguments of a filter or a test.
        let mut open: Vec<bool> = Vec::new();
        for i in from..tokens.len() {
            let token = tokens[i];
            let before = |n: usize| i.checked_sub(n).map(|i| tokens[i]);
            match (token.kind, token.text) {
                (Kind::Sign, "(") => {
                    let name = before(1).filter(|name| name.kind == Kind::Word);
                    let lead = before(2).map_or("", |token| token.text);
                    open.push(name.is_some() && (matches!(lead, "|" | "is") || is_negated_test(tokens, i)));
                    if let Some(name) = name.filter(|name| CALLS.contains(&name.text) && !matches!(lead, "." | "|")) {
                        let spot = self.spot(name.from, name.to(), false);
                        self.add(token.to(), format!("at={spot}, "));
                    }
                }
                (Kind::Sign, "[") => {
                    open.push(false);
                    self.index(tokens, i);
                }
                (Kind::Sign, "{") => open.push(false),
                (Kind::Sign, ")" | "]" | "}") => drop(open.pop()),
                (Kind::Word, "for") if before(1).is_none_or(|token| token.text != ".") => {
                    self.iterated(tokens, i, is_tag && i == 0);
                }
                (Kind::Word, "if") => {
                    let end = condition_end(tokens, i);
                    if end > i + 1 {
                        self.decide(token.to(), tokens[end - 1].to());
                    }
                }
                (Kind::Quoted, _) if token.text.len() > 2 => {
                    let is_key = tokens.get(i + 1).is_some_and(|next| next.is(Kind::Sign, ":"));
                    let argument = before(1).filter(|sign| sign.is(Kind::Sign, "=")).and(before(2));
                    let is_printed = argument.is_some_and(|name| matches!(name.text, "to" | "value"));
                    if !is_key && (is_printed || !open.last().copied().unwrap_or(false)) {
                        let number = self.spot(token.from + 1, token.to() - 1, false);
                        self.added.push((token.to() - 1, Addition::Mark(number)));
                    }
                }
                _ => {}
            }
        }
    }

    /// Lets a condition be recorded, and answered the same way when the values are marked.
    fn decide(&mut self, from: usize, to: usize) {
        self.add(from, format!(" decide(n={from}, c="));
        self.add(to, ")");
    }

    /// Lets each letter keep its mark when a text is taken letter by letter.
    fn iterated(&mut self, tokens: &[Token<'a>], at: usize, is_tag: bool) {
        let Some(from) = tokens[at..].iter().position(|token| token.is(Kind::Word, "in")).map(|i| at + i) else {
            return;
        };
        // In a list, `if` starts a condition of its own; in a tag it chooses between two values.
        let own = tokens[from..].iter().position(|token| token.is(Kind::Word, "if")).map(|i| from + i);
        let end = if is_tag { tokens.len() } else { condition_end(tokens, from).min(own.unwrap_or(usize::MAX)) };
        if end > from + 1 {
            self.add(tokens[from].to(), " letters(v=");
            self.add(tokens[end - 1].to(), ")");
        }
    }

    /// Takes the marks out of a key, unless the bracket is a list or a slice.
    fn index(&mut self, tokens: &[Token<'a>], at: usize) {
        let Some(before) = at.checked_sub(1).map(|i| tokens[i]) else { return };
        let is_value = match before.kind {
            Kind::Word => !matches!(before.text, "in" | "if" | "else" | "and" | "or" | "not" | "is"),
            _ => matches!(before.text, "]" | ")" | "?"),
        };
        let mut depth = 0;
        for token in &tokens[at + 1..] {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                "]" if depth == 0 && is_value => {
                    self.add(tokens[at].to(), "plain(v=");
                    return self.add(token.from, ")");
                }
                ")" | "]" | "}" => depth -= 1,
                ":" if depth == 0 => return,
                _ => {}
            }
        }
    }
}

/// Whether the bracket opens the arguments of `is not name(…)`.
fn is_negated_test(tokens: &[Token], at: usize) -> bool {
    at >= 3 && tokens[at - 2].is(Kind::Word, "not") && tokens[at - 3].is(Kind::Word, "is")
}

/// The token after the condition of `a if … else b`.
fn condition_end(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at + 1) {
        match (token.kind, token.text) {
            (Kind::Sign, "(" | "[" | "{") => depth += 1,
            (Kind::Sign, ")" | "]" | "}") if depth == 0 => return i,
            (Kind::Sign, ")" | "]" | "}") => depth -= 1,
            (Kind::Word, "else") if depth == 0 => return i,
            _ => {}
        }
    }
    tokens.len()
}

/// The tokens of some code up to its closing sign, and where that stands.
pub(super) fn tokens<'a>(text: &'a str, from: usize, closing: &str) -> (Vec<Token<'a>>, usize) {
    let mut tokens = Vec::new();
    let mut depth = 0;
    let mut at = from;
    // `{{-` and `{%-` trim white space.
    if text[at..].starts_with('-') {
        at += 1;
    }
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if depth == 0 && (rest.starts_with(closing) || rest.strip_prefix('-').is_some_and(|r| r.starts_with(closing))) {
            return (tokens, at + usize::from(c == '-'));
        }
        let long = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (kind, length) = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '\'' | '`' => (Kind::Quoted, quoted(rest, c)),
            c if c.is_ascii_digit() => (Kind::Number, long(|c| c.is_ascii_digit() || c == '.')),
            c if c.is_alphabetic() || c == '_' => (Kind::Word, long(|c| c.is_alphanumeric() || c == '_')),
            c => (Kind::Sign, c.len_utf8()),
        };
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        tokens.push(Token { kind, from: at, text: &rest[..length] });
        at += length;
    }
    (tokens, text.len())
}

/// The length of a literal with its quotes.
fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(text: &str) -> String {
        rewrite(text, FileId(0), &mut Vec::new()).recording
    }

    #[test]
    fn conditions_keys_and_calls_are_wrapped() {
        for (text, want) in [
            ("{% if a == 1 -%}x{% endif %}", "{% if decide(n=5, c= a == 1) -%}x{% endif %}"),
            ("{{ a if b else c if d else e }}", "{{ a if decide(n=7, c= b) else c if decide(n=19, c= d) else e }}"),
            ("{{ x[k[0]] }}", "{{ x[plain(v=k[plain(v=0)])] }}"),
            ("{% for i in [1] %}{{ y[1:2] }}", "{% for i in letters(v= [1]) %}{{ y[1:2] }}"),
            ("{{ [a ~ c for c in w] }}", "{{ [a ~ c for c in letters(v= w)] }}"),
            ("{{ text(text=a) }}{{ a.icon(b=1) }}", "{{ text(at=0, text=a) }}{{ a.icon(b=1) }}"),
            ("{{<a.b c={d} />}}{# {{ text(a=1) #}", "{{<a.b c={d} />}}{# {{ text(a=1) #}"),
            ("{% raw %}{% if a %}{% endraw %}", "{% raw %}{% if a %}{% endraw %}"),
        ] {
            assert_eq!(recording(text), want);
        }
    }

    #[test]
    fn literals_that_can_be_printed_are_marked() {
        let text = r#"<a b="c">{{ "d" ~ e["f"] | replace(from="g", to="h") }}{{ {"i": ""} }}{% include "j.svg" %}"#;
        let mut spots = Vec::new();
        let marked = rewrite(text, FileId(0), &mut spots).marked;
        let written: Vec<&str> = spots.iter().map(|spot| &text[spot.place.span.clone()]).collect();
        assert_eq!(written, ["<a b=", "c", "d", "f", "h"]);
        assert_eq!(marked.chars().count(), text.chars().count() + 5 + "plain(v=)".len());
    }
}
