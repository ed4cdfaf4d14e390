//! Paragraphs as segments that stay together on a line.

use std::ops::Range;
use std::rc::Rc;

use icu_segmenter::LineSegmenter;
use icu_segmenter::options::LineBreakOptions;
use unicode_linebreak::{BreakOpportunity, linebreaks};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::cuts::Cuts;
use super::dividing::divisions;
use super::layout::TextBox;
use super::markup::{Paragraph, ParagraphKind, Span, Style};
use super::pieces::{Directions, by_font, is_wide, pieces};
use super::shaping::{Manner, Word, joined, space_after, word};
use super::trouble::Troubles;
use super::{Align, Chosen, FaceId, Fonts, Icons, Part};

/// A paragraph cut into segments. Lengths are in em of the text size.
pub(super) struct Block {
    pub kind: ParagraphKind,
    pub align: Align,
    /// Whether it runs from right to left.
    pub is_rtl: bool,
    pub scale: f32,
    /// How far its letters reach above and below their baselines, in scripts taller than Latin.
    pub reach: [f32; 2],
    pub indent: f32,
    /// Its characters in the order in which they are read, icons among them as object replacement characters.
    text: String,
    pub segments: Vec<Segment>,
    pub bullet: Option<(Rc<Word>, FaceId)>,
}

pub(super) struct Segment {
    /// Its bytes of the paragraph's characters.
    bytes: Range<usize>,
    pub atoms: Vec<Atom>,
    pub width: f32,
    /// The space that follows, dropped at a line's end.
    pub space: Space,
    pub ends: End,
    pub sticks: Sticks,
    /// Whether it is an ideograph, beside which a line may be stretched.
    pub is_wide: bool,
    /// How far it reaches above and below the baseline, in scripts taller than Latin.
    reach: [f32; 2],
}

/// The blanks after a segment.
pub(super) struct Space {
    pub width: f32,
    pub face: FaceId,
    pub manner: Manner,
    pub look: Look,
    pub level: u8,
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

/// How eagerly a segment stays with the next one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sticks {
    No,
    /// A short word: if the line it leaves stays long enough.
    Short,
    /// A number before what it counts.
    Number,
}

pub(super) struct Atom {
    pub what: What,
    pub look: Look,
    /// Its direction: odd levels run to the left.
    pub level: u8,
}

pub(super) enum What {
    Word(Rc<Word>, FaceId),
    Icon(Chosen),
}

/// What is drawn with letters beside their shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub color: Option<u16>,
    pub is_underlined: bool,
}

impl Look {
    fn of(style: Style) -> Look {
        Look { color: style.color, is_underlined: style.is_underlined }
    }
}

/// Makes the paragraphs of a text.
pub(super) struct Maker<'a, 'b> {
    pub text: &'a TextBox<'a>,
    pub cuts: &'a Cuts,
    pub fonts: &'a Fonts,
    pub icons: &'a Icons,
    pub troubles: &'b mut Troubles<'a>,
}

/// A paragraph's characters, icons among them as object replacement characters.
struct Plain<'a> {
    text: String,
    /// Its spans, and where each starts.
    spans: Vec<(usize, &'a Span)>,
    directions: Directions,
    is_heading: bool,
}

impl Maker<'_, '_> {
    pub fn block(&mut self, paragraph: &Paragraph) -> Block {
        let (text, is_heading) = (self.text, paragraph.kind == ParagraphKind::Heading);
        let bullet = (paragraph.kind == ParagraphKind::Item).then(|| self.bullet());
        let mut plain = String::new();
        let mut spans: Vec<(usize, &Span)> = Vec::new();
        for span in &paragraph.spans {
            spans.push((plain.len(), span));
            match span {
                Span::Text(piece, _) => plain.push_str(piece),
                Span::Icon(..) => plain.push('\u{fffc}'),
                Span::LineBreak => plain.push('\n'),
            }
        }
        let directions = Directions::of(&plain, text.language);
        let plain = Plain { text: plain, spans, directions, is_heading };
        let is_rtl = plain.directions.is_rtl;
        let mut block = Block {
            kind: paragraph.kind,
            align: paragraph.align.unwrap_or(text.align).for_direction(is_rtl),
            is_rtl,
            scale: if is_heading { text.heading } else { 1.0 },
            reach: [0.0; 2],
            indent: if bullet.is_some() { 0.95 } else { 0.0 },
            text: String::new(),
            segments: Vec::new(),
            bullet,
        };
        let mut start = 0;
        for (end, ends) in self.breaks(&plain.text) {
            let mut segment = self.segment(&plain, start, end, ends);
            // A part of a word, such as "up" in "follow-up", does not leave the rest of it.
            if ends == End::Soft && (start == 0 || plain.text[..start].ends_with([' ', '\n', '—'])) {
                segment.sticks = sticks(&plain.text[start..end], &plain.text[end..], text.language.short_word());
            }
            block.reach = [0, 1].map(|side| block.reach[side].max(segment.reach[side] * block.scale));
            block.segments.push(segment);
            start = end;
        }
        block.text = plain.text;
        block
    }

    fn bullet(&mut self) -> (Rc<Word>, FaceId) {
        let face = self.cuts.of(Style::default())[0];
        let family = self.cuts.of(Style::default());
        let face = family.iter().copied().find(|face| self.fonts.face(*face).has_all(['•'])).unwrap_or(face);
        (word(self.fonts, face, Manner::default(), "•"), face)
    }

    /// Where lines may or must end.
    fn breaks(&self, plain: &str) -> Vec<(usize, End)> {
        let mut breaks: Vec<(usize, End)> = linebreaks(plain)
            .map(|(at, kind)| match kind {
                BreakOpportunity::Mandatory => (at, End::Hard),
                BreakOpportunity::Allowed if plain[..at].ends_with('\u{ad}') => (at, End::Hyphen),
                BreakOpportunity::Allowed => (at, End::Soft),
            })
            .collect();
        if plain.contains(RANGE) {
            breaks.retain(|&(at, ends)| ends != End::Soft || !is_in_range(plain, at));
        }
        if self.text.language.spaces_marks() {
            breaks.retain(|&(at, ends)| {
                let is_before = plain[at..].starts_with([':', ';', '!', '?', '»']);
                let is_after = plain[..at].trim_end_matches(' ').ends_with('«');
                ends == End::Hard || !(is_before || is_after)
            });
        }
        if plain.contains(is_unspaced) {
            unspaced(plain, &mut breaks);
        }
        if self.text.hyphenate {
            breaks.extend(divisions(plain, self.text.language).into_iter().map(|at| (at, End::Hyphen)));
            // Where a line may end without a hyphen, it does.
            breaks.sort_by_key(|&(at, ends)| (at, ends == End::Hyphen));
            breaks.dedup_by_key(|(at, _)| *at);
        }
        breaks
    }

    fn segment(&mut self, plain: &Plain, start: usize, end: usize, ends: End) -> Segment {
        let whole = &plain.text[start..end];
        let shown = start + whole.trim_end_matches([' ', '\n']).len();
        let blanks = plain.text[shown..end].chars().filter(|&c| c == ' ').count();
        let mut segment = Segment {
            bytes: start..shown,
            atoms: Vec::new(),
            width: 0.0,
            space: Space {
                width: 0.0,
                face: self.cuts.of(Style::default())[0],
                manner: space_after(&plain.text[start..shown], self.text.language),
                look: Look::default(),
                level: plain.directions.at(shown),
            },
            ends,
            sticks: Sticks::No,
            is_wide: plain.text[start..shown].chars().next_back().is_some_and(is_wide),
            reach: [0.0; 2],
        };
        for (i, &(from, span)) in plain.spans.iter().enumerate() {
            let to = plain.spans.get(i + 1).map_or(usize::MAX, |(next, _)| *next);
            let (from_here, to_here) = (from.max(start), to.min(shown));
            match span {
                Span::Text(all, style) => {
                    let style = Style { is_bold: style.is_bold || plain.is_heading, ..*style };
                    if (from..to).contains(&shown.max(start)) || (from < end && to >= end) {
                        segment.space.face = self.cuts.of(style)[0];
                        segment.space.look = Look::of(style);
                    }
                    if from_here < to_here {
                        let piece = &all[from_here - from..to_here - from];
                        self.words(&mut segment, piece, from_here, style, plain);
                    }
                }
                Span::Icon(name, style) if from_here < to_here => {
                    self.icon(&mut segment, name, Look::of(*style), plain.directions.at(from_here));
                }
                _ => {}
            }
        }
        if blanks > 0 {
            let space = word(self.fonts, segment.space.face, segment.space.manner, " ");
            segment.space.width = blanks as f32 * (space.width + self.text.tracking);
        }
        segment
    }

    /// Adds the letters of one style.
    fn words(&mut self, segment: &mut Segment, piece: &str, start: usize, style: Style, plain: &Plain) {
        let text = self.text;
        let mut features = text.features;
        features.small_caps |= style.is_small_caps;
        features.is_spaced = text.tracking != 0.0;
        let (fonts, faces) = (self.fonts, self.cuts.of(style));
        let usual = Manner { features, language: text.language, ..Manner::default() };
        let mut chosen = |part: &str| match faces {
            [only] => vec![(0..part.len(), *only)],
            [first, ..] if word(fonts, *first, usual, part).missing.is_empty() => vec![(0..part.len(), *first)],
            _ => by_font(part, faces, fonts),
        };
        for (range, face) in pieces(piece, start, &plain.directions, &mut chosen) {
            let level = plain.directions.at(start + range.start);
            let manner = Manner { is_rtl: level % 2 == 1, ..usual };
            let part = &piece[range.clone()];
            let shaped = match neighbors(plain, start + range.start, start + range.end) {
                ["", ""] => word(fonts, face, manner, part),
                around => joined(fonts, face, manner, part, around),
            };
            self.troubles.style(style, face, features);
            self.troubles.lacks(&shaped.missing);
            segment.reach = [0, 1].map(|side| segment.reach[side].max(shaped.reach[side]));
            segment.width += shaped.width + text.tracking * shaped.spaced() as f32;
            segment.atoms.push(Atom { what: What::Word(shaped, face), look: Look::of(style), level });
        }
    }

    fn icon(&mut self, segment: &mut Segment, name: &str, look: Look, level: u8) {
        let whole = || Part::Words(format!("{{{name}}}"));
        match self.icons.chosen(name) {
            Ok((icon, troubles)) => {
                for trouble in troubles {
                    self.troubles.add(trouble.rule, whole(), trouble.message, trouble.help);
                }
                segment.width += self.cuts.cap_height * self.text.icon * icon.width;
                segment.atoms.push(Atom { what: What::Icon(icon), look, level });
            }
            Err(wrong) => self.troubles.add(wrong.rule, whole(), wrong.message, wrong.help),
        }
    }
}

/// The dashes between the numbers of a range.
const RANGE: [char; 3] = ['–', '‒', '‐'];

/// Whether a place is within a range of numbers, such as "2–5".
fn is_in_range(plain: &str, at: usize) -> bool {
    let first = plain[..at].strip_suffix(RANGE);
    first.is_some_and(|first| first.ends_with(char::is_numeric)) && plain[at..].starts_with(char::is_numeric)
}

/// Adds the ends of words in scripts that put no spaces between them.
fn unspaced(plain: &str, breaks: &mut Vec<(usize, End)>) {
    let words = LineSegmenter::new_lstm(LineBreakOptions::default());
    let mut at = 0;
    for piece in plain.split_inclusive(|c| !is_unspaced(c)) {
        let letters = piece.trim_end_matches(|c| !is_unspaced(c));
        let ends = words.segment_str(letters).filter(|&end| end > 0 && end < letters.len());
        breaks.extend(ends.map(|end| (at + end, End::Soft)));
        at += piece.len();
    }
    breaks.sort_by_key(|&(at, _)| at);
    breaks.dedup_by_key(|(at, _)| *at);
}

/// Whether the character is a letter or mark of Thai, Lao, Burmese or Khmer.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17dd}' | '\u{a9e0}'..='\u{a9fe}'
        | '\u{aa60}'..='\u{aa7f}')
        && c.is_alphabetic() | (c.general_category_group() == GeneralCategoryGroup::Mark)
}

/// Whether a line should not end after a segment that `next` follows.
fn sticks(segment: &str, next: &str, short: usize) -> Sticks {
    let Some(letters) = segment.strip_suffix(' ') else { return Sticks::No };
    let counts = |c: char| c.is_numeric() || "+-–−×/.,:%".contains(c);
    // "3 Gold" counts; "3 of them" does not.
    let is_long = next.chars().take_while(|c| c.is_alphabetic()).count() > short;
    let is_counted = is_long || next.starts_with(['\u{fffc}', '%', '‰', '€', '°']);
    if is_counted && letters.ends_with(char::is_numeric) && letters.chars().all(counts) {
        Sticks::Number
    } else if (1..=short).contains(&letters.chars().count())
        && letters.chars().all(|c| c < '\u{530}' && c.is_alphabetic())
    {
        // Words of alphabets only: two characters of other scripts may be a long word.
        Sticks::Short
    } else {
        Sticks::No
    }
}

/// The letters around a piece that it joins with, in scripts whose letters do.
fn neighbors<'a>(plain: &'a Plain, start: usize, end: usize) -> [&'a str; 2] {
    let joins = |c: char| {
        use unicode_script::{Script, UnicodeScript};
        matches!(c.script(), Script::Arabic | Script::Syriac | Script::Mongolian | Script::Nko | Script::Adlam)
    };
    let text = &plain.text;
    if plain.directions.at(start).is_multiple_of(2) || !text[start..end].contains(joins) {
        return ["", ""];
    }
    let before = text[..start].rfind(|c: char| !joins(c)).map_or(0, |at| at + char_len(text, at));
    let after = text[end..].find(|c: char| !joins(c)).map_or(text.len(), |at| end + at);
    [&text[before..start], &text[end..after]]
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

impl Block {
    /// The letters of a segment as they are read; an icon counts as a long word.
    pub fn letters(&self, segment: &Segment) -> String {
        self.text[segment.bytes.clone()].replace('\u{fffc}', &"\u{fffc}".repeat(9))
    }
}

impl Align {
    /// Left or right, for the side where texts of a direction start.
    fn for_direction(self, is_rtl: bool) -> Align {
        match (self, is_rtl) {
            (Align::Start, false) | (Align::End, true) => Align::Left,
            (Align::Start, true) | (Align::End, false) => Align::Right,
            _ => self,
        }
    }
}
