//! Findings for people: file, line, column, a caret, and what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Finding, Owner, Place, Readers, Report, Severity, Sources, folded};

pub(super) static REPORT: Report = Report {
    name: "human",
    about: "With carets, for people",
    readers: Readers::People,
    write: |found, sources, _| {
        let all: Vec<&Finding> = found.iter().collect();
        folded(&all).iter().map(|group| human_of(group, sources, false) + "\n\n").collect()
    },
};

/// A finding as text, with colors if `color` is set.
pub fn human(finding: &Finding, sources: &Sources, color: bool) -> String {
    human_of(&[finding], sources, color)
}

/// Findings that say the same: the first in full, and where the others are.
pub fn human_of(all: &[&Finding], sources: &Sources, color: bool) -> String {
    let [finding, more @ ..] = all else { return String::new() };
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
    // Of a whole record, the caret shows only its first line.
    let is_elsewhere =
        |owner: &Owner| !finding.place.as_ref().is_some_and(|place| owner.place.holds(place) && owner.place != *place);
    if let Some(whose) = finding.whose().filter(|_| finding.owners.len() > 1 || finding.owners.iter().any(is_elsewhere))
    {
        group = group.element(Level::NOTE.message(printable(&whose)));
    }
    if !more.is_empty() {
        group = group.element(Level::NOTE.message(printable(&places(more, finding, sources))));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let rendered = renderer.render(&[group]);
    let places = finding.place.iter().chain(finding.other.iter().map(|(place, _)| place));
    places.fold(rendered, |rendered, place| with_column(rendered, place, sources))
}

/// Where the other findings are, the first few of them.
fn places(more: &[&Finding], first: &Finding, sources: &Sources) -> String {
    let mut file = first.place.as_ref().map(|place| place.file);
    let (mut said, mut files): (Vec<String>, usize) = (Vec::new(), 0);
    for place in more.iter().filter_map(|finding| finding.place.as_ref()).take(PLACES) {
        files += usize::from(file != Some(place.file));
        if files > FILES {
            break;
        }
        let (line, column) = sources.line_column(place.file, place.span.start);
        let name =
            if file.replace(place.file) == Some(place.file) { String::new() } else { sources.name(place.file) + ":" };
        said.push(format!("{name}{line}:{column}"));
    }
    let rest = if more.len() > said.len() { ", …" } else { "" };
    format!("and {} more, at {}{rest}", more.len(), said.join(", "))
}

/// The most other places that are listed, and the most files they are in.
const PLACES: usize = 8;
const FILES: usize = 3;

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
    let (from, to) = window(text, start);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    // A value of several lines shows only its first line.
    let end = place.span.end.clamp(start, line_end);
    let (line, _) = sources.line_column(place.file, start);
    let shown = text[from..to].trim_end_matches('\r');
    let mut span = kind.span(start - from..(end.min(to) - from).min(shown.len().max(start - from)));
    span = span.label(label.map(printable));
    Snippet::source(shown).path(printable(&sources.name(place.file))).line_start(line).fold(false).annotation(span)
}

/// The part of its line that is shown.
fn window(text: &str, start: usize) -> (usize, usize) {
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    match line_end - line_start > LINE {
        true => {
            (char_floor(text, start.saturating_sub(40).max(line_start)), char_floor(text, (start + LINE).min(line_end)))
        }
        false => (line_start, line_end),
    }
}

/// The renderer counts columns from where the window begins; this counts them from where the line does.
fn with_column(rendered: String, place: &Place, sources: &Sources) -> String {
    let text = sources.text(place.file);
    let start = place.span.start.min(text.len());
    let (line, column) = sources.line_column(place.file, start);
    let shown = text[window(text, start).0..start].chars().count() + 1;
    let at = |column: usize| format!("{}:{line}:{column}", printable(&sources.name(place.file)));
    if shown == column { rendered } else { rendered.replacen(&at(shown), &at(column), 1) }
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
