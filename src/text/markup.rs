//! The small markup of card texts: `**bold** *italic* ~small caps~ __underline__ {icon} {color: text}`, and at the start
//! of a line `# heading`, `- item`, `---` for a rule, `:-:` or `--:` for how it is set; `\` before a mark prints it.
//!
//! A mark opens before a letter and closes behind one. What cannot be a mark is printed: `6*`, `2*3`, `HEAD~20`, `a__b`.

mod line;

use std::ops::Range;

use super::Align;
use line::Line;

/// A text as it was marked up.
#[derive(Debug, Default)]
pub(super) struct Marked {
    pub paragraphs: Vec<Paragraph>,
    /// The names of the colors that spans have.
    pub colors: Vec<String>,
    /// The marks that do nothing and were probably meant to.
    pub faults: Vec<Fault>,
}

/// A mark, or something else in a text that is probably not meant as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Its bytes in the text.
    pub at: Range<usize>,
    pub message: String,
    /// What to do. A backslash in it is one that the text must have; how a file spells that is decided at its place.
    pub help: String,
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
    let mut strays = Vec::new();
    let (mut from, mut is_open) = (0, false);
    for whole in text.trim_end_matches('\n').split('\n') {
        let (align, kind, line) = begun(whole, text);
        let (at, end) = (from + whole.len() - line.len(), from + whole.len() + 1);
        from = end;
        if line.trim().is_empty() && kind != ParagraphKind::Rule {
            is_open = false;
            continue;
        }
        let spans = Line::new(&mut marked, &mut strays, line, at).read();
        match marked.paragraphs.last_mut() {
            Some(last) if is_open && kind == ParagraphKind::Body && align.is_none() => {
                last.spans.push(Span::LineBreak);
                last.spans.extend(spans);
            }
            _ => marked.paragraphs.push(Paragraph { kind, align, spans }),
        }
        is_open = matches!(kind, ParagraphKind::Body | ParagraphKind::Item);
    }
    strays.retain(|stray| stray.is_doubtful(text, &marked));
    marked.faults.extend(strays.into_iter().map(line::Stray::fault));
    marked.faults.sort_by_key(|fault| fault.at.start);
    marked
}

/// How a line of `text` is set, what it is, and what of it is printed.
fn begun<'a>(whole: &'a str, text: &str) -> (Option<Align>, ParagraphKind, &'a str) {
    let (align, line) = aligned(whole);
    match (line.strip_prefix("# "), line.strip_prefix("- ")) {
        // A text that is only `---` or `- 2` has nothing to separate or list.
        _ if line.trim_end() == "---" && text.trim() != "---" => (align, ParagraphKind::Rule, ""),
        (Some(rest), _) => (align, ParagraphKind::Heading, rest),
        (_, Some(rest)) if !(is_number(rest) && text.trim() == line.trim()) => (align, ParagraphKind::Item, rest),
        _ => (align, ParagraphKind::Body, line),
    }
}

/// The bytes at the start of each line that say what it is, and are not printed: `- `, `--: `, a whole `---`.
pub fn line_marks(text: &str) -> Vec<Range<usize>> {
    let mut from = 0;
    let mark = |whole: &str| {
        let (start, (.., rest)) = (from, begun(whole, text));
        from += whole.len() + 1;
        start..start + whole.len() - rest.len()
    };
    text.split('\n').map(mark).filter(|mark| !mark.is_empty()).collect()
}

/// The text with a backslash before everything that could be a mark, so that a text with markup prints it as it is.
pub fn escaped(text: &str) -> String {
    let is_mark = |c: char| matches!(c, '*' | '~' | '_' | '{' | '}' | '\\');
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let is_first = out.is_empty() || out.ends_with('\n');
        if is_mark(c) || (is_first && matches!(c, '#' | '-' | ':')) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The text without styles, paragraphs joined by ` / `, to be printed by a text with markup. Icons stay if `keeps` does.
pub fn unstyled(text: &str, keeps: &dyn Fn(&str) -> bool) -> String {
    let mut out = String::new();
    for paragraph in parse(text).paragraphs {
        if !out.is_empty() {
            out.push_str(" / ");
        }
        for span in paragraph.spans {
            match span {
                Span::Text(words, _) => out.push_str(&escaped(&words)),
                Span::Icon(name, _) if keeps(&name) => out.push_str(&format!("{{{name}}}")),
                Span::Icon(name, _) => out.push_str(&escaped(&format!("{{{name}}}"))),
                Span::LineBreak => out.push_str(" / "),
            }
        }
    }
    out.retain(|c| !c.is_control());
    out
}

/// Whether a line is a number: `- 2` is less than nothing, not an item.
fn is_number(text: &str) -> bool {
    !text.trim().is_empty() && text.trim().chars().all(|c| c.is_numeric() || matches!(c, '.' | ',' | '/' | '%'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_icons_and_paragraphs_are_kept_apart() {
        let marked = parse("# Wild\nBeats **any** {gem}\nnow\n- one \\* two\n\nLast\n---\n:-: Mid\nmore");
        assert_eq!(marked.faults, []);
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
        assert_eq!((marked.faults.len(), &marked.colors[..]), (0, &["gold".to_owned()][..]));
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
        for (text, want) in [
            ("a **b", "**"),
            ("a *b", "*"),
            ("{gem", "{"),
            ("gem} now", "}"),
            ("~caps", "~"),
            ("{red: no end", "{"),
            ("__under", "__"),
            ("**One.\nTwo**", "** **"),
            ("deep**", "**"),
            ("a ** bold ** word", "** **"),
            ("*one* and two* more", "*"),
            ("~3 to ~5", "~ ~"),
            ("*/*", "*/*"),
            ("*a *b*", "*"),
            ("{}", "{}"),
        ] {
            let faults = parse(text).faults;
            let named: Vec<&str> = faults.iter().map(|fault| &text[fault.at.clone()]).collect();
            assert_eq!(named.join(" "), want, "{text}: {faults:?}");
        }
    }

    #[test]
    fn what_cannot_be_a_mark_is_printed() {
        for text in [
            "6*",
            "Roll 6* or 5*.",
            "2*3*4",
            "2 * 3 = 6",
            "HEAD~20",
            "1~3",
            "snake__case__words",
            "a_b",
            "C:\\path",
            "Spieler*innen und Jede*r",
            "Gain 3 Gold*.\n* Once per turn.",
            "2**3",
            "****",
            "*",
            "(*)",
            "____",
            "Name: __",
            "- 2",
            "---",
            "approx. 20 ~ 30",
            "~~",
            "\\o/",
        ] {
            let marked = parse(text);
            assert!(marked.faults.is_empty(), "{text}: {:?}", marked.faults);
            assert_eq!(said(&marked), text);
        }
    }

    #[test]
    fn marks_style_words_wherever_a_writer_puts_them() {
        for (text, want) in [
            ("**two** cards", "[two] cards"),
            ("抽**两**张，**「强」**字", "抽[两]张，[「强」]字"),
            ("the **2**nd and *2*nd", "the [2]nd and (2)nd"),
            ("***both*** and **bold *both***", "[(both)] and [bold (both)]"),
            ("(**Attack:** +1) “*So.*”", "([Attack:] +1) “(So.)”"),
            ("*Feuer*drache", "(Feuer)drache"),
            ("**{gem}**, *5*, **→**", "[•], (5), [→]"),
            ("5\\* \\{a\\} \\# \\\\*b*", "5* {a} # \\(b)"),
        ] {
            let marked = parse(text);
            assert!(marked.faults.is_empty(), "{text}: {:?}", marked.faults);
            assert_eq!(said(&marked), want);
        }
    }

    #[test]
    fn an_escaped_text_is_printed_as_it_is() {
        for text in ["# of 3*4 ~a~ __b__ {c}\n- \\d **e**", ":-: f", "---"] {
            let marked = parse(&escaped(text));
            assert_eq!((said(&marked).as_str(), marked.faults.len()), (text, 0));
        }
        assert_eq!(unstyled("# **A** {gem} {no}\n- 6*", &|name| name == "gem"), "A {gem} \\{no\\} / 6\\*");
    }

    /// The words of a text: bold in brackets, italic in parentheses.
    fn said(marked: &Marked) -> String {
        let mut out = String::new();
        for (number, paragraph) in marked.paragraphs.iter().enumerate() {
            out.push_str(if number > 0 { "\n" } else { "" });
            let mut style = Style::default();
            let mut turn = |to: Style, out: &mut String| {
                out.push_str(if style.is_italic && !to.is_italic { ")" } else { "" });
                out.push_str(if style.is_bold && !to.is_bold { "]" } else { "" });
                out.push_str(if !style.is_bold && to.is_bold { "[" } else { "" });
                out.push_str(if !style.is_italic && to.is_italic { "(" } else { "" });
                style = to;
            };
            for span in &paragraph.spans {
                match span {
                    Span::Text(text, style) => {
                        turn(*style, &mut out);
                        out.push_str(text);
                    }
                    Span::Icon(_, style) => {
                        turn(*style, &mut out);
                        out.push('•');
                    }
                    Span::LineBreak => out.push('\n'),
                }
            }
            turn(Style::default(), &mut out);
        }
        out
    }
}
