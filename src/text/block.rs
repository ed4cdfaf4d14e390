//! Paragraphs as pieces that stay together, and the lines they break into.

use std::rc::Rc;

use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::layout::{Cuts, TextBox, Troubles};
use super::markup::{Paragraph, ParagraphKind, Span};
use super::shaping::{Features, Word, word};
use super::{FaceId, Fonts, Icons, Part};
use crate::finding::rule;

/// A paragraph cut into pieces that stay together on a line. Lengths are in em of the text size.
pub(super) struct Block {
    pub kind: ParagraphKind,
    pub scale: f32,
    pub indent: f32,
    pub segments: Vec<Segment>,
    pub bullet: Option<(Rc<Word>, FaceId)>,
}

pub(super) struct Segment {
    pub atoms: Vec<Atom>,
    pub width: f32,
    /// Width of the space that follows, dropped at a line's end.
    pub space: f32,
    pub space_face: FaceId,
    pub ends: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The line may end here.
    Soft,
    /// The line ends here.
    Hard,
    /// The line may end here with a hyphen.
    Hyphen,
}

pub(super) enum Atom {
    Word(Rc<Word>, FaceId),
    Icon(u16),
}

impl Block {
    pub fn new(
        paragraph: &Paragraph,
        text: &TextBox,
        cuts: &Cuts,
        fonts: &Fonts,
        icons: &Icons,
        troubles: &mut Troubles,
    ) -> Block {
        let is_heading = paragraph.kind == ParagraphKind::Heading;
        let scale = if is_heading { text.heading } else { 1.0 };
        let bullet = (paragraph.kind == ParagraphKind::Item)
            .then(|| (word(fonts, cuts.plain[0], Features::default(), "•"), cuts.plain[0]));
        let mut block = Block {
            kind: paragraph.kind,
            scale,
            indent: if bullet.is_some() { 0.95 } else { 0.0 },
            segments: Vec::new(),
            bullet,
        };
        // Icons take part in line breaking as object replacement characters.
        let mut plain = String::new();
        let mut parts: Vec<(usize, &Span)> = Vec::new();
        for span in &paragraph.spans {
            parts.push((plain.len(), span));
            match span {
                Span::Text(piece, _) => plain.push_str(piece),
                Span::Icon(_) => plain.push('\u{fffc}'),
                Span::LineBreak => plain.push('\n'),
            }
        }
        let mut breaks: Vec<(usize, End)> = linebreaks(&plain)
            .map(|(at, kind)| (at, if kind == BreakOpportunity::Mandatory { End::Hard } else { End::Soft }))
            .collect();
        if text.hyphenate {
            hyphenation(&plain, &mut breaks);
        }
        let mut start = 0;
        for (end, ends) in breaks {
            let segment =
                Segment::new(&plain[start..end], start, ends, &parts, is_heading, text, cuts, fonts, icons, troubles);
            block.segments.push(segment);
            start = end;
        }
        block
    }
}

/// Adds the places inside long words where a hyphen may stand.
fn hyphenation(plain: &str, breaks: &mut Vec<(usize, End)>) {
    let mut at = 0;
    for piece in plain.split_inclusive(|c: char| !c.is_alphabetic()) {
        let letters = piece.trim_end_matches(|c: char| !c.is_alphabetic());
        // The pattern tables are made for words, and fail on longer strings.
        if (6..=40).contains(&letters.chars().count()) {
            let mut inner = at;
            let syllables: Vec<&str> = hypher::hyphenate(letters, hypher::Lang::English).collect();
            for syllable in &syllables[..syllables.len().saturating_sub(1)] {
                inner += syllable.len();
                if !breaks.iter().any(|&(b, _)| b == inner) {
                    breaks.push((inner, End::Hyphen));
                }
            }
        }
        at += piece.len();
    }
    breaks.sort_by_key(|&(at, _)| at);
}

impl Segment {
    /// The letters of the segment; an icon counts as a long word.
    pub fn letters(&self) -> String {
        let said = |atom: &Atom| match atom {
            Atom::Word(word, _) => word.glyphs.iter().map(|g| &*g.text).collect::<String>(),
            Atom::Icon(_) => "\u{fffc}".repeat(9),
        };
        self.atoms.iter().map(said).collect()
    }

    #[allow(clippy::too_many_arguments)]
    fn new(
        piece: &str,
        start: usize,
        ends: End,
        parts: &[(usize, &Span)],
        is_heading: bool,
        text: &TextBox,
        cuts: &Cuts,
        fonts: &Fonts,
        icons: &Icons,
        troubles: &mut Troubles,
    ) -> Segment {
        let mut segment = Segment { atoms: Vec::new(), width: 0.0, space: 0.0, space_face: cuts.plain[0], ends };
        let end = start + piece.len();
        let trimmed_end = start + piece.trim_end_matches([' ', '\n']).len();
        let spaces = piece[trimmed_end - start..].chars().filter(|&c| c == ' ').count();
        for (i, (from, span)) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(usize::MAX, |(next, _)| *next);
            let (from_here, to_here) = ((*from).max(start), to.min(trimmed_end));
            match span {
                Span::Text(all, style) => {
                    let mut style = *style;
                    style.is_bold |= is_heading;
                    let face = cuts.of(style);
                    if (*from..to).contains(&trimmed_end.max(start)) || (*from < end && to >= end) {
                        segment.space_face = face;
                    }
                    if from_here >= to_here {
                        continue;
                    }
                    let mut features = text.features;
                    features.small_caps |= style.is_small_caps;
                    features.is_spaced = text.tracking != 0.0;
                    let shaped = word(fonts, face, features, &all[from_here - from..to_here - from]);
                    if let Some(c) = shaped.missing {
                        let message =
                            format!("no glyph for U+{:04X} `{}` in {}", c as u32, c.escape_debug(), text.family);
                        let help = "use another character, or an icon".to_owned();
                        troubles.add(&rule::GLYPH_MISSING, Part::Words(c.to_string()), message, Some(help));
                    }
                    segment.width += shaped.width + text.tracking * shaped.glyphs.len() as f32;
                    segment.atoms.push(Atom::Word(shaped, face));
                }
                Span::Icon(name) if from_here < to_here => match icons.find(name) {
                    Some(icon) => {
                        segment.width += cuts.cap_height * text.icon;
                        segment.atoms.push(Atom::Icon(icon));
                    }
                    None => {
                        let help = icons.nearest(name).map_or("draw it in `templates/icons`".to_owned(), |near| {
                            format!("did you mean `{{{near}}}`?")
                        });
                        let message = format!("no icon is called `{name}`");
                        troubles.add(&rule::ICON_MISSING, Part::Words(format!("{{{name}}}")), message, Some(help));
                    }
                },
                _ => {}
            }
        }
        if spaces > 0 {
            let space = word(fonts, segment.space_face, Features::default(), " ");
            segment.space = spaces as f32 * (space.width + text.tracking);
        }
        segment
    }
}

/// Breaks a paragraph into lines of at most `room`, each as full as possible.
pub(super) fn broken(block: &Block, room: f32, hyphen: f32) -> Vec<(std::ops::Range<usize>, f32)> {
    let mut lines = Vec::new();
    let (mut start, mut width, mut space) = (0, 0.0f32, 0.0f32);
    let segments = &block.segments;
    for (i, segment) in segments.iter().enumerate() {
        let own = segment.width * block.scale;
        let mark = if segment.ends == End::Hyphen { hyphen } else { 0.0 };
        if i > start && width + space + own + mark > room + 1e-3 {
            let ends_in_hyphen = segments[i - 1].ends == End::Hyphen;
            lines.push((start..i, width + if ends_in_hyphen { hyphen } else { 0.0 }));
            start = i;
            width = own;
        } else {
            width += if i > start { space } else { 0.0 } + own;
        }
        space = segment.space * block.scale;
        if segment.ends == End::Hard && i + 1 < segments.len() {
            lines.push((start..i + 1, width));
            start = i + 1;
            (width, space) = (0.0, 0.0);
        }
    }
    if start < segments.len() {
        lines.push((start..segments.len(), width));
    }
    lines
}

/// The narrowest setting with the same number of lines, so that centered lines have similar lengths.
pub(super) fn balanced(
    block: &Block,
    room: f32,
    lines: Vec<(std::ops::Range<usize>, f32)>,
) -> Vec<(std::ops::Range<usize>, f32)> {
    let count = lines.len();
    let (mut low, mut high) = (room * 0.4, room);
    let mut best = lines;
    for _ in 0..7 {
        let middle = (low + high) / 2.0;
        let tried = broken(block, middle, 0.0);
        if tried.len() == count && tried.iter().all(|(_, width)| *width <= middle + 1e-3) {
            high = middle;
            best = tried;
        } else {
            low = middle;
        }
    }
    best
}
