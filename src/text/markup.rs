//! The small markup of card texts: `**bold** *italic* ~small caps~ {icon}`, `# heading`, `- item`, `\` before a mark.

/// A paragraph of marked-up text.
#[derive(Debug, PartialEq)]
pub(super) struct Paragraph {
    pub kind: ParagraphKind,
    pub spans: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParagraphKind {
    Body,
    Heading,
    Item,
}

/// Text of one style, or an icon.
#[derive(Debug, PartialEq)]
pub(super) enum Span {
    Text(String, Style),
    Icon(String),
    LineBreak,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub is_bold: bool,
    pub is_italic: bool,
    pub is_small_caps: bool,
}

/// Splits a text into paragraphs; a mark that is not closed is returned along with what could be read.
///
/// A line starting with `#` or `-` is a paragraph of its own, an empty line ends one, any other line end breaks the line.
pub(super) fn parse(text: &str) -> (Vec<Paragraph>, Option<&'static str>) {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut unclosed = None;
    let mut is_open = false;
    for line in text.trim_end_matches('\n').split('\n') {
        let (kind, line) = match (line.strip_prefix("# "), line.strip_prefix("- ")) {
            (Some(rest), _) => (ParagraphKind::Heading, rest),
            (_, Some(rest)) => (ParagraphKind::Item, rest),
            _ => (ParagraphKind::Body, line),
        };
        if line.trim().is_empty() {
            is_open = false;
            continue;
        }
        let (spans, fault) = parse_line(line);
        unclosed = unclosed.or(fault);
        match paragraphs.last_mut() {
            Some(last) if is_open && kind == ParagraphKind::Body => {
                last.spans.push(Span::LineBreak);
                last.spans.extend(spans);
            }
            _ => paragraphs.push(Paragraph { kind, spans }),
        }
        is_open = kind != ParagraphKind::Heading;
    }
    (paragraphs, unclosed)
}

fn parse_line(line: &str) -> (Vec<Span>, Option<&'static str>) {
    let mut spans = Vec::new();
    let mut style = Style::default();
    let mut plain = String::new();
    let mut fault = None;
    let mut chars = line.chars().peekable();
    let flush = |plain: &mut String, style: Style, spans: &mut Vec<Span>| {
        if !plain.is_empty() {
            spans.push(Span::Text(std::mem::take(plain), style));
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next()),
            '*' => {
                flush(&mut plain, style, &mut spans);
                if chars.next_if_eq(&'*').is_some() {
                    style.is_bold = !style.is_bold;
                } else {
                    style.is_italic = !style.is_italic;
                }
            }
            '~' => {
                flush(&mut plain, style, &mut spans);
                style.is_small_caps = !style.is_small_caps;
            }
            '{' => {
                flush(&mut plain, style, &mut spans);
                let mut name = String::new();
                loop {
                    match chars.next() {
                        Some('}') => break spans.push(Span::Icon(std::mem::take(&mut name))),
                        Some(c) => name.push(c),
                        None => break fault = Some("{"),
                    }
                }
            }
            '}' => {
                fault = fault.or(Some("}"));
                plain.push(c);
            }
            _ => plain.push(c),
        }
    }
    flush(&mut plain, style, &mut spans);
    let open = [(style.is_bold, "**"), (style.is_italic, "*"), (style.is_small_caps, "~")];
    (spans, fault.or(open.into_iter().find(|(is_open, _)| *is_open).map(|(_, mark)| mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_icons_and_paragraphs_are_kept_apart() {
        let (paragraphs, fault) = parse("# Wild\nBeats **any** {gem}\nnow\n- one \\* two\n\nLast");
        assert_eq!(fault, None);
        let kinds: Vec<_> = paragraphs.iter().map(|p| p.kind).collect();
        assert_eq!(kinds, [ParagraphKind::Heading, ParagraphKind::Body, ParagraphKind::Item, ParagraphKind::Body]);
        let bold = Style { is_bold: true, ..Style::default() };
        assert_eq!(
            paragraphs[1].spans[..4],
            [
                Span::Text("Beats ".into(), Style::default()),
                Span::Text("any".into(), bold),
                Span::Text(" ".into(), Style::default()),
                Span::Icon("gem".into()),
            ]
        );
        assert_eq!(paragraphs[2].spans, [Span::Text("one * two".into(), Style::default())]);
    }

    #[test]
    fn an_open_mark_is_named() {
        for (text, want) in [("a **b", "**"), ("a *b", "*"), ("{gem", "{"), ("gem} now", "}"), ("~caps", "~")] {
            assert_eq!(parse(text).1, Some(want), "{text}");
        }
    }
}
