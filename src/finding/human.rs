//! Findings for people: file, line, column, a caret, and what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Finding, Owner, Place, Readers, Report, Severity, Sources};

pub(super) static REPORT: Report = Report {
    name: "human",
    about: "With carets, for people",
    readers: Readers::People,
    write: |found, sources, _| found.iter().map(|finding| human(finding, sources, false) + "\n\n").collect(),
};

/// A finding as text, with colors if `color` is set.
pub fn human(finding: &Finding, sources: &Sources, color: bool) -> String {
    let level = match finding.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(printable(&finding.message)).id(finding.rule.name);
    let mut group = Group::with_title(title);
    if let Some(place) = &finding.place {
        group = group.element(snippet(place, finding.label.as_deref(), sources, AnnotationKind::Primary));
    }
    if let Some((place, label)) = &finding.other {
        group = group.element(snippet(place, Some(label), sources, AnnotationKind::Context));
    }
    let is_elsewhere = |owner: &Owner| !finding.place.as_ref().is_some_and(|place| owner.place.holds(place));
    if let Some(whose) = finding.whose().filter(|_| finding.owners.len() > 1 || finding.owners.iter().any(is_elsewhere))
    {
        group = group.element(Level::NOTE.message(printable(&whose)));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The longest line that is shown in full. A longer one is shown only around the caret.
const LINE: usize = 160;

fn snippet<'a>(
    place: &Place,
    label: Option<&'a str>,
    sources: &'a Sources,
    kind: AnnotationKind,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = sources.text(place.file);
    let start = place.span.start.min(text.len());
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    // A value of several lines shows only its first line.
    let end = place.span.end.clamp(start, line_end);
    let (line, _) = sources.line_column(place.file, start);
    let (from, to) = if line_end - line_start > LINE {
        (char_floor(text, start.saturating_sub(40).max(line_start)), char_floor(text, (start + LINE).min(line_end)))
    } else {
        (line_start, line_end)
    };
    let shown = text[from..to].trim_end_matches('\r');
    let mut span = kind.span(start - from..(end.min(to) - from).min(shown.len().max(start - from)));
    span = span.label(label.map(printable));
    Snippet::source(shown).path(printable(&sources.name(place.file))).line_start(line).fold(false).annotation(span)
}

fn char_floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The text with control characters spelled out, so that content cannot steer a terminal.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| {
            let is_hidden = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}');
            if (c.is_control() && c != '\n') || is_hidden { format!("\\u{{{:x}}}", c as u32) } else { c.to_string() }
        })
        .collect()
}
