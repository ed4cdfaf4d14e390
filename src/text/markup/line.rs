//! The marks within a line: which open, which close, and which are printed.

use std::ops::Range;

use super::{Fault, Marked, Span, Style, escaped};

/// A line that is being read.
pub(super) struct Line<'a> {
    marked: &'a mut Marked,
    strays: &'a mut Vec<Stray>,
    line: &'a str,
    /// Its first byte in the text.
    from: usize,
    spans: Vec<Span>,
    /// Text of the current style that is not yet a span.
    plain: String,
    style: Style,
    /// Where each style was opened, by the order of [`MARKS`].
    opened: [usize; 4],
    /// The colored spans that are open: where, and the color around them.
    braces: Vec<(usize, Option<u16>)>,
}

/// The marks that open and close a style.
const MARKS: [&str; 4] = ["**", "*", "~", "__"];
const BOLD: usize = 0;
const ITALIC: usize = 1;
const CAPS: usize = 2;
const UNDER: usize = 3;

/// A mark that neither opens nor closes. It is printed.
pub(super) struct Stray {
    at: Range<usize>,
    mark: usize,
    before: Option<char>,
    after: Option<char>,
    is_first: bool,
}

impl Stray {
    /// Whether it was probably meant to do something.
    pub fn is_doubtful(&self, text: &str, marked: &Marked) -> bool {
        let styles = marked.paragraphs.iter().flat_map(|paragraph| &paragraph.spans).filter_map(|span| match span {
            Span::Text(_, style) | Span::Icon(_, style) => Some(*style),
            Span::LineBreak => None,
        });
        let is_number = |c: Option<char>| c.is_some_and(|c| c.is_numeric());
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        // What is next to it, over a space.
        let left = text[..self.at.start].trim_end().chars().next_back();
        let right = text[self.at.end..].trim_start().chars().next();
        match self.mark {
            BOLD => !(is_number(left) && is_number(right)),
            // A sign of multiplication, or a note below a text.
            ITALIC if is_number(left) || text.trim() == "*" || is_inside(self.before, self.after) => false,
            // At the start of a line it is a note, or an item as other programs mark it.
            ITALIC if is_blank(self.before) && is_blank(self.after) => !self.is_first && right.is_some(),
            ITALIC => self.before.is_some_and(char::is_alphanumeric) && { styles }.any(|style| style.is_italic),
            _ => false,
        }
    }

    pub fn fault(self) -> Fault {
        let mark = MARKS[self.mark];
        let is_between = [self.before, self.after].iter().all(|c| c.is_none_or(char::is_whitespace));
        let message = match is_between {
            true => format!("`{mark}` stands between spaces, so it styles nothing and is printed"),
            false => format!("`{mark}` is not opened"),
        };
        let to_do = if is_between { "put it directly before or behind a word" } else { "open it before a word" };
        Fault { at: self.at, message, help: format!("{to_do}, or write `{}` to print it", signs(mark)) }
    }
}

impl<'a> Line<'a> {
    pub fn new(marked: &'a mut Marked, strays: &'a mut Vec<Stray>, line: &'a str, from: usize) -> Line<'a> {
        let (spans, plain, braces) = (Vec::new(), String::new(), Vec::new());
        Line { marked, strays, line, from, spans, plain, style: Style::default(), opened: [0; 4], braces }
    }

    pub fn read(mut self) -> Vec<Span> {
        let line = self.line;
        let mut at = 0;
        let is_mark = |byte: &u8| matches!(byte, b'\\' | b'*' | b'~' | b'_' | b'{' | b'}');
        while let Some(next) = line.as_bytes()[at..].iter().position(is_mark).map(|next| at + next) {
            self.plain.push_str(&line[at..next]);
            let rest = &line[next + 1..];
            at = match line.as_bytes()[next] {
                b'\\' => self.backslash(next),
                b'{' => self.brace(next),
                b'}' => {
                    match self.braces.pop() {
                        Some((_, before)) => {
                            self.flush();
                            self.style.color = before;
                        }
                        None => {
                            let help = "write `{` before the name, or write `\\}` to print it".to_owned();
                            self.fault(next..next + 1, "`}` is not opened".to_owned(), help);
                            self.plain.push('}');
                        }
                    }
                    next + 1
                }
                mark => {
                    let many = rest.bytes().take_while(|byte| *byte == mark).count() + 1;
                    self.run(char::from(mark), next..next + many);
                    next + many
                }
            };
        }
        self.plain.push_str(&line[at..]);
        self.flush();
        self.finish();
        self.spans
    }

    /// A backslash prints the mark after it; before anything else it is printed itself.
    fn backslash(&mut self, at: usize) -> usize {
        match self.line[at + 1..].chars().next().filter(char::is_ascii_punctuation) {
            Some(sign) => {
                self.plain.push(sign);
                at + 2
            }
            None => {
                self.plain.push('\\');
                at + 1
            }
        }
    }

    /// An icon, or the start of a colored span.
    fn brace(&mut self, at: usize) -> usize {
        let rest = &self.line[at + 1..];
        if let Some(name) = color(rest) {
            self.flush();
            self.braces.push((at, self.style.color));
            self.style.color = Some(self.color(name));
            let colon = name.len() + rest[name.len()..].find(':').unwrap_or(0);
            if colon > name.len() {
                let message = format!("a space stands before the colon of `{{{}`", &rest[..=colon]);
                self.fault(at..at + colon + 2, message, format!("write `{{{name}:`"));
            }
            let blank = rest[colon + 1..].starts_with(' ');
            return at + 2 + colon + usize::from(blank);
        }
        if let Some(name) = doubled(rest) {
            let (length, whole) = (name.len() + 4, format!("{{{{{name}}}}}"));
            let help = format!("write `{{{}}}` for an icon, or write `{}` to print it", name.trim(), escaped(&whole));
            self.fault(at..at + length, format!("`{whole}` has two braces at each end"), help);
            self.plain.push_str(&whole);
            return at + length;
        }
        match closing(rest) {
            Some(end) if rest[..end].trim().is_empty() => {
                let help = format!("write the name of an icon, or write `{}` to print it", "\\{\\}");
                self.fault(at..at + end + 2, format!("`{{{}}}` names no icon", &rest[..end]), help);
                at + end + 2
            }
            Some(end) => {
                self.flush();
                self.spans.push(Span::Icon(rest[..end].to_owned(), self.style));
                at + end + 2
            }
            None => {
                self.not_closed(at, "{");
                self.plain.push('{');
                at + 1
            }
        }
    }

    /// Marks of one kind, side by side.
    fn run(&mut self, mark: char, at: Range<usize>) {
        let before = self.line[..at.start].chars().next_back();
        let after = self.line[at.end..].chars().next();
        let kinds: &[usize] = match (mark, at.len()) {
            ('*', 1) => &[ITALIC],
            ('*', 2) => &[BOLD],
            // What was opened last closes first.
            ('*', 3) if self.is_open(ITALIC) && self.opened[ITALIC] > self.opened[BOLD] => &[ITALIC, BOLD],
            ('*', 3) => &[BOLD, ITALIC],
            ('~', 1) => &[CAPS],
            ('_', 2) => &[UNDER],
            _ => &[],
        };
        if kinds.is_empty() {
            self.plain.push_str(&self.line[at]);
            return;
        }
        let mut start = at.start;
        for &kind in kinds {
            let end = start + MARKS[kind].len();
            let can_close = self.is_open(kind)
                && before.is_some_and(|c| !c.is_whitespace())
                && (kind != UNDER || !is_inside(before, after));
            if can_close {
                self.close(kind, start);
            } else if opens(kind, before, after) {
                if self.is_open(kind) {
                    self.not_closed(self.opened[kind], MARKS[kind]);
                }
                self.flush();
                self.opened[kind] = start;
                self.turn(kind, true);
            } else {
                let at = self.from + start..self.from + end;
                self.strays.push(Stray { at, mark: kind, before, after, is_first: start == 0 });
                self.plain.push_str(MARKS[kind]);
            }
            start = end;
        }
    }

    fn close(&mut self, kind: usize, at: usize) {
        let mark = MARKS[kind];
        let from = self.opened[kind];
        let inside = &self.line[from + mark.len()..at];
        // An italic stroke is no different; two notes are meant.
        if mark.len() == 1 && !inside.contains(|c: char| c.is_alphanumeric() || !c.is_ascii()) && !inside.contains('{')
        {
            let message = format!("`{mark}{inside}{mark}` has no word between its marks");
            let help = format!("write `{0}{inside}{0}` to print it, or leave the marks out", signs(mark));
            self.fault(from..at + mark.len(), message, help);
        }
        self.flush();
        self.turn(kind, false);
    }

    fn finish(&mut self) {
        for (at, _) in std::mem::take(&mut self.braces) {
            self.not_closed(at, "{");
        }
        for (kind, mark) in MARKS.into_iter().enumerate() {
            if self.is_open(kind) {
                self.not_closed(self.opened[kind], mark);
            }
        }
    }

    fn is_open(&self, kind: usize) -> bool {
        let Style { is_bold, is_italic, is_small_caps, is_underlined, .. } = self.style;
        [is_bold, is_italic, is_small_caps, is_underlined][kind]
    }

    fn turn(&mut self, kind: usize, is_on: bool) {
        let Style { is_bold, is_italic, is_small_caps, is_underlined, .. } = &mut self.style;
        *[is_bold, is_italic, is_small_caps, is_underlined][kind] = is_on;
    }

    fn not_closed(&mut self, at: usize, mark: &str) {
        let help = format!("close it on the same line, or write `{}` to print it", signs(mark));
        self.fault(at..at + mark.len(), format!("`{mark}` is not closed"), help);
    }

    fn fault(&mut self, at: Range<usize>, message: String, help: String) {
        self.marked.faults.push(Fault { at: self.from + at.start..self.from + at.end, message, help });
    }

    fn flush(&mut self) {
        if !self.plain.is_empty() {
            self.spans.push(Span::Text(std::mem::take(&mut self.plain), self.style));
        }
    }

    fn color(&mut self, name: &str) -> u16 {
        let colors = &mut self.marked.colors;
        let known = colors.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            colors.push(name.to_owned());
            colors.len() - 1
        }) as u16
    }
}

/// Whether a mark between these characters opens its style.
fn opens(kind: usize, before: Option<char>, after: Option<char>) -> bool {
    let Some(next) = after.filter(|c| !c.is_whitespace()) else { return false };
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    if kind == BOLD {
        return !(is_digit(before) && is_digit(after));
    }
    // A note: `6*.`, `(*)`.
    let ends = matches!(next, ')' | ']' | '}');
    let stops = matches!(
        next,
        '.' | ',' | ';' | ':' | '!' | '?' | '/' | '…' | '”' | '’' | '"' | '。' | '，' | '、' | '：' | '；'
    );
    let is_behind = before.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '%' | '.' | '!' | '?'));
    !(ends || stops && is_behind || is_inside(before, after))
}

/// Whether a mark stands inside a word or number of a script that has spaces between its words.
fn is_inside(before: Option<char>, after: Option<char>) -> bool {
    // Latin, Greek, Cyrillic, Hebrew and Arabic; what follows them, from Indian scripts to ideographs, often has none.
    let is_part = |c: char| c.is_alphanumeric() && (c < '\u{900}' || matches!(c, '\u{1e00}'..='\u{1fff}'));
    before.is_some_and(is_part) && after.is_some_and(is_part)
}

/// The marks as they are printed: a backslash before each.
fn signs(mark: &str) -> String {
    mark.chars().flat_map(|c| ['\\', c]).collect()
}

/// The name of a color where `{name: text}` starts, after the brace. A space before the colon is a slip.
fn color(rest: &str) -> Option<&str> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '#'))?;
    (end > 0 && rest[end..].trim_start_matches(' ').starts_with(':')).then(|| &rest[..end])
}

/// The name in `{{name}}`, after the first brace.
fn doubled(rest: &str) -> Option<&str> {
    let inner = rest.strip_prefix('{')?;
    let name = &inner[..inner.find("}}")?];
    (!name.trim().is_empty() && !name.contains(['{', '}', '\\'])).then_some(name)
}

/// The brace that closes the name of an icon. One behind a backslash is printed.
fn closing(rest: &str) -> Option<usize> {
    rest.match_indices('}').map(|(at, _)| at).find(|at| !rest[..*at].ends_with('\\'))
}
