//! A stretch of text of one style, cut where the font, the script or the direction changes.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use super::{FaceId, Fonts};
use crate::language::Language;

/// The directions of a paragraph's characters: even levels run to the right, odd ones to the left.
pub(super) struct Directions {
    /// By byte; empty if everything runs to the right.
    levels: Vec<Level>,
    /// Whether the paragraph itself runs from right to left.
    pub is_rtl: bool,
}

impl Directions {
    pub fn of(text: &str, language: Language) -> Directions {
        if !text.chars().any(is_rtl) && !language.is_rtl() {
            return Directions { levels: Vec::new(), is_rtl: false };
        }
        // In a language that runs from right to left, a paragraph may start with a name from elsewhere.
        let is_latin = text.chars().any(char::is_alphabetic) && !text.chars().any(is_rtl);
        let base = (language.is_rtl() && !is_latin).then(Level::rtl);
        let info = BidiInfo::new(text, base);
        let is_rtl = info.paragraphs.first().is_some_and(|paragraph| paragraph.level.is_rtl());
        // A line break ends a paragraph for the algorithm, but not for us: all lines are set alike.
        let again = BidiInfo::new(text, Some(if is_rtl { Level::rtl() } else { Level::ltr() }));
        Directions { levels: again.levels, is_rtl }
    }

    /// The level of the character at that byte.
    pub fn at(&self, byte: usize) -> u8 {
        self.levels.get(byte).map_or(0, |level| level.number())
    }
}

/// The places of a line's items from left to right, given their levels.
pub(super) fn seen_order(levels: &[u8]) -> Vec<usize> {
    let level = |number: &u8| Level::new(*number).expect("levels come from the algorithm");
    BidiInfo::reorder_visual(&levels.iter().map(level).collect::<Vec<_>>())
}

/// Whether a character runs from right to left, or makes others do so.
fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202b}' | '\u{202e}' | '\u{2067}' | '\u{2068}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// A part of a text, and its font.
pub(super) type Piece = (Range<usize>, FaceId);

/// Cuts `text`, which starts at byte `start` of its paragraph, into pieces that are shaped at once.
pub(super) fn pieces(
    text: &str,
    start: usize,
    directions: &Directions,
    faces: &mut dyn FnMut(&str) -> Vec<Piece>,
) -> Vec<Piece> {
    // Nearly every text: one script, one direction.
    if directions.levels.is_empty() && text.bytes().all(|b| b < 0xcd) {
        return faces(text);
    }
    let mut cuts = vec![0];
    let mut script = Script::Common;
    for (at, c) in text.char_indices() {
        let own = c.script();
        let turns = at > 0 && directions.at(start + at) != directions.at(start + at - 1);
        let is_shared = matches!(own, Script::Common | Script::Inherited | Script::Unknown);
        let changes = !is_shared && script != Script::Common && own != script && !is_japanese(own, script);
        if turns || changes {
            cuts.push(at);
            script = Script::Common;
        }
        if !is_shared {
            script = own;
        }
    }
    cuts.push(text.len());
    let mut all = Vec::new();
    for cut in cuts.windows(2) {
        let found = faces(&text[cut[0]..cut[1]]);
        all.extend(found.into_iter().map(|(range, face)| (range.start + cut[0]..range.end + cut[0], face)));
    }
    all
}

/// Kana and ideographs are shaped together.
fn is_japanese(a: Script, b: Script) -> bool {
    [a, b].iter().all(|script| matches!(script, Script::Han | Script::Hiragana | Script::Katakana | Script::Bopomofo))
}

/// Chooses a font for each cluster of `text`: the first that has it, and the first of all where none has.
pub(super) fn by_font(text: &str, faces: &[FaceId], fonts: &Fonts) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for cluster in clusters(text) {
        let letters = &text[cluster.clone()];
        let visible = || letters.chars().filter(|c| !is_ignorable(*c));
        let whole = faces.iter().find(|face| fonts.face(**face).has_all(visible()));
        let base = || faces.iter().find(|face| fonts.face(**face).has_all(visible().take(1)));
        let face = *whole.or_else(base).unwrap_or(&faces[0]);
        match all.last_mut() {
            Some((range, last)) if *last == face => range.end = cluster.end,
            _ => all.push((cluster, face)),
        }
    }
    all
}

/// Characters with the marks on them.
fn clusters(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut is_joined = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let stays = is_joined || is_ignorable(c) || c.general_category_group() == GeneralCategoryGroup::Mark;
        match all.last_mut() {
            Some(last) if stays => last.end = end,
            _ => all.push(at..end),
        }
        is_joined = c == '\u{200d}';
    }
    all
}

/// Characters that fonts need no glyph for.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Whether lines may be stretched beside the character: ideographs and kana.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}'
        | '\u{20000}'..='\u{3ffff}')
}
