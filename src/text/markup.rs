//! The small markup of card texts: `**bold** *italic* ~small caps~ __underline__ {icon} {color: text}`, and at the start
//! of a line `# heading`, `- item`, `---` for a rule, `:-:` or `--:` for how it is set; `\` before a mark prints it.

use super::Align;

/// A text as it was marked up.
#[derive(Debug, Default)]
pub(super) struct Marked {
    pub paragraphs: Vec<Paragraph>,
    /// The names of the colors that spans have.
    pub colors: Vec<String>,
    /// The first mark that is not closed or opened.
    pub fault: Option<&'static str>,
}

/// A paragraph of marked-up text.
#[derive(Debug, PartialEq)]
pub(super) struct Paragraph {
    pub kind: ParagraphKind,
    /// How it is set, if it says so itself.
    pub align: Option<Align>,
    pub spans: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParagraphKind {
    Body,
    Heading,
    Item,
    /// A line between paragraphs.
    Rule,
}

/// Text of one style, or an icon.
#[derive(Debug, PartialEq)]
pub(super) enum Span {
    Text(String, Style),
    Icon(String, Style),
    LineBreak,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub is_bold: bool,
    pub is_italic: bool,
    pub is_small_caps: bool,
    pub is_underlined: bool,
    /// One of the text's colors.
    pub color: Option<u16>,
}

/// Splits a text into paragraphs.
///
/// A line starting with `#` or `-` is a paragraph of its own, an empty line ends one, any other line end breaks the line.
pub(super) fn parse(text: &str) -> Marked {
    let mut marked = Marked::default();
    let mut is_open = false;
    for line in text.trim_end_matches('\n').split('\n') {
        let (align, line) = aligned(line);
        let (kind, line) = match (line.strip_prefix("# "), line.strip_prefix("- ")) {
            _ if line.trim_end() == "---" => (ParagraphKind::Rule, ""),
            (Some(rest), _) => (ParagraphKind::Heading, rest),
            (_, Some(rest)) => (ParagraphKind::Item, rest),
            _ => (ParagraphKind::Body, line),
        };
        if line.trim().is_empty() && kind != ParagraphKind::Rule {
            is_open = false;
            continue;
        }
        let spans = Line { marked: &mut marked, spans: Vec::new(), plain: String::new(), open: Vec::new() }.read(line);
        match marked.paragraphs.last_mut() {
            Some(last) if is_open && kind == ParagraphKind::Body && align.is_none() => {
                last.spans.push(Span::LineBreak);
                last.spans.extend(spans);
            }
            _ => marked.paragraphs.push(Paragraph { kind, align, spans }),
        }
        is_open = matches!(kind, ParagraphKind::Body | ParagraphKind::Item);
    }
    marked
}

/// A text without marks: every character is printed, and a line end breaks the line.
pub(super) fn plain(text: &str) -> Marked {
    let mut spans = Vec::new();
    for (number, line) in text.trim_end_matches('\n').split('\n').enumerate() {
        if number > 0 {
            spans.push(Span::LineBreak);
        }
        spans.push(Span::Text(line.to_owned(), Style::default()));
    }
    let paragraph = Paragraph { kind: ParagraphKind::Body, align: None, spans };
    let has_text = !text.trim().is_empty();
    Marked { paragraphs: if has_text { vec![paragraph] } else { Vec::new() }, ..Marked::default() }
}

/// How a line says that it is set, as columns of tables do in Markdown.
fn aligned(line: &str) -> (Option<Align>, &str) {
    for (mark, align) in [(":-: ", Align::Center), ("--: ", Align::End), (":-- ", Align::Start)] {
        if let Some(rest) = line.strip_prefix(mark) {
            return (Some(align), rest);
        }
    }
    (None, line)
}

/// A line that is being read.
struct Line<'a> {
    marked: &'a mut Marked,
    spans: Vec<Span>,
    /// Text of the current style that is not yet a span.
    plain: String,
    /// The colors around the colored spans that are open.
    open: Vec<Option<u16>>,
}

impl Line<'_> {
    fn read(mut self, line: &str) -> Vec<Span> {
        let mut style = Style::default();
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => self.plain.extend(chars.next().map(|(_, c)| c)),
                '*' => {
                    self.flush(style);
                    if chars.next_if(|(_, c)| *c == '*').is_some() {
                        style.is_bold = !style.is_bold;
                    } else {
                        style.is_italic = !style.is_italic;
                    }
                }
                '~' => {
                    self.flush(style);
                    style.is_small_caps = !style.is_small_caps;
                }
                '_' if chars.peek().is_some_and(|(_, c)| *c == '_') && underlines(&line[at..], style) => {
                    self.flush(style);
                    chars.next();
                    style.is_underlined = !style.is_underlined;
                }
                '{' => {
                    self.flush(style);
                    let rest = &line[at + 1..];
                    let skipped = match (color(rest), rest.find('}')) {
                        (Some(name), _) => {
                            self.open.push(style.color);
                            style.color = Some(self.color(name));
                            let blank = rest[name.len() + 1..].starts_with(' ');
                            name.chars().count() + 1 + usize::from(blank)
                        }
                        (None, Some(end)) => {
                            self.spans.push(Span::Icon(rest[..end].to_owned(), style));
                            rest[..end].chars().count() + 1
                        }
                        (None, None) => {
                            self.fault("{");
                            rest.chars().count()
                        }
                    };
                    chars.by_ref().take(skipped).for_each(drop);
                }
                '}' => match self.open.pop() {
                    Some(before) => {
                        self.flush(style);
                        style.color = before;
                    }
                    None => {
                        self.fault("}");
                        self.plain.push(c);
                    }
                },
                _ => self.plain.push(c),
            }
        }
        self.flush(style);
        if !self.open.is_empty() {
            self.fault("{");
        }
        let marks =
            [(style.is_bold, "**"), (style.is_italic, "*"), (style.is_small_caps, "~"), (style.is_underlined, "__")];
        if let Some((_, mark)) = marks.into_iter().find(|(is_open, _)| *is_open) {
            self.fault(mark);
        }
        self.spans
    }

    fn fault(&mut self, mark: &'static str) {
        self.marked.fault = self.marked.fault.or(Some(mark));
    }

    fn flush(&mut self, style: Style) {
        if !self.plain.is_empty() {
            self.spans.push(Span::Text(std::mem::take(&mut self.plain), style));
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

/// Whether `__` opens or closes an underline: blanks to write on, such as `____`, are printed.
fn underlines(rest: &str, style: Style) -> bool {
    if rest[2..].starts_with('_') {
        return false;
    }
    style.is_underlined || rest[2..].find("__").is_some_and(|end| end > 0)
}

/// The name of a color where `{name: text}` starts, after the brace.
fn color(rest: &str) -> Option<&str> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '#'))?;
    (end > 0 && rest[end..].starts_with(':')).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_icons_and_paragraphs_are_kept_apart() {
        let marked = parse("# Wild\nBeats **any** {gem}\nnow\n- one \\* two\n\nLast\n---\n:-: Mid\nmore");
        assert_eq!(marked.fault, None);
        let kinds: Vec<_> = marked.paragraphs.iter().map(|p| p.kind).collect();
        use ParagraphKind::*;
        assert_eq!(kinds, [Heading, Body, Item, Body, Rule, Body]);
        let (bold, none) = (Style { is_bold: true, ..Style::default() }, Style::default());
        assert_eq!(
            marked.paragraphs[1].spans[..4],
            [
                Span::Text("Beats ".into(), none),
                Span::Text("any".into(), bold),
                Span::Text(" ".into(), none),
                Span::Icon("gem".into(), none),
            ]
        );
        assert_eq!(marked.paragraphs[2].spans, [Span::Text("one * two".into(), none)]);
        assert_eq!((marked.paragraphs[5].align, marked.paragraphs[5].spans.len()), (Some(Align::Center), 3));
    }

    #[test]
    fn colors_and_lines_under_words_nest() {
        let marked = parse("Pay {gold: 3 **Gold** {coin 3}} now, __or else__ ____");
        assert_eq!((marked.fault, &marked.colors[..]), (None, &["gold".to_owned()][..]));
        let gold = Style { color: Some(0), ..Style::default() };
        let under = Style { is_underlined: true, ..Style::default() };
        assert_eq!(
            marked.paragraphs[0].spans,
            [
                Span::Text("Pay ".into(), Style::default()),
                Span::Text("3 ".into(), gold),
                Span::Text("Gold".into(), Style { is_bold: true, ..gold }),
                Span::Text(" ".into(), gold),
                Span::Icon("coin 3".into(), gold),
                Span::Text(" now, ".into(), Style::default()),
                Span::Text("or else".into(), under),
                Span::Text(" ____".into(), Style::default()),
            ]
        );
        assert_eq!(plain("**a** {b}\nc").paragraphs[0].spans.len(), 3);
    }

    #[test]
    fn an_open_mark_is_named() {
        for (text, want) in
            [("a **b", "**"), ("a *b", "*"), ("{gem", "{"), ("gem} now", "}"), ("~caps", "~"), ("{red: no end", "{")]
        {
            assert_eq!(parse(text).fault, Some(want), "{text}");
        }
    }
}
