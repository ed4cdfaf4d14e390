//! Finds where a printed text comes from: the values it was joined from, or the line of a template.

use std::ops::Range;
use std::sync::Arc;

use tera::Context;

use super::marked::{Change, Marks, context};
use super::{Side, Studio, context as plain};
use crate::content::{Component, Form, Game, Set};
use crate::finding::{Place, Sources};
use crate::svg;
use crate::template::{Call, Run, Tracer, unmarked};
use crate::text::Part;

/// The side of a component that a text is printed on, and everything the text may come from.
#[derive(Clone, Copy)]
pub struct Printed<'a> {
    pub game: &'a Game,
    pub set: &'a Set,
    pub card: &'a Component,
    pub side: Side,
    pub studio: &'a Studio,
    pub sources: &'a Sources,
}

/// The source of a printed text, or of some words in it.
pub fn place_of(text: &str, words: Option<&str>, on: Printed) -> Place {
    let part = words.map_or(Part::All, |words| Part::Words(words.to_owned()));
    Origins::of(on).place(on, text, &part, None)
}

/// The source of a word in the drawing, such as the name of a picture.
pub fn place_in_drawing(word: &str, on: Printed) -> Option<Place> {
    Origins::whole(on).in_drawing(on, word)
}

/// A piece of a printed text.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its source.
    pub place: Place,
    /// Its bytes in the printed text.
    pub range: Range<usize>,
    /// Whether it is a value of the content rather than text in a template.
    pub is_value: bool,
}

/// The sources of everything on a face.
///
/// The face is drawn again with a mark in every value. The marks in a text name its values, whatever the template does
/// with them.
pub struct Origins {
    tracer: Arc<Tracer>,
    /// The run without marks.
    recorded: Run,
    /// The run with marks.
    marked: Run,
    marks: Marks,
}

impl Origins {
    /// Draws the face again without its texts and icons: enough to find their sources.
    pub fn of(on: Printed) -> Origins {
        Origins::drawn(on, true)
    }

    /// Draws the face again in full.
    pub fn whole(on: Printed) -> Origins {
        Origins::drawn(on, false)
    }

    fn drawn(on: Printed, is_bare: bool) -> Origins {
        let Studio { templates, fonts, icons, .. } = on.studio;
        let tracer = templates.tracer(&on.template().value, fonts, icons, on.sources);
        let recorded =
            tracer.record(&on.template().value, &on.name(), &plain::of_face(on), is_bare).unwrap_or_default();
        let spots = tracer.spots.len();
        let marks = |change| Marks::new(spots, change);
        let mut origins = Origins { tracer, recorded, marked: Run::default(), marks: marks(Change::None) };
        // A template may branch on a value in a way that cannot be recorded. Then fewer marks trace more of the face.
        for change in [Change::None, Change::Own] {
            let mut marks = marks(change);
            let run = origins.replay(on, &mut marks);
            if run.calls.len() >= origins.marked.calls.len() {
                (origins.marked, origins.marks) = (run, marks);
            }
            if !origins.marked.svg.is_empty() || origins.recorded.svg.is_empty() {
                break;
            }
        }
        origins
    }

    /// The source of a text, of some words in it, or of its font. `call` is the call that set it, if known.
    pub fn place(&self, on: Printed, text: &str, part: &Part, call: Option<u32>) -> Place {
        let is_it = |call: &Call| unmarked(&call.words).0 == text;
        let known = call.map(|call| call as usize).filter(|&call| self.recorded.calls.get(call).is_some_and(is_it));
        let Some(number) = known.or_else(|| self.recorded.calls.iter().position(is_it)) else {
            return self.in_drawing(on, text).unwrap_or_else(|| on.template().place.clone());
        };
        let spot = self.tracer.spots[self.recorded.calls[number].spot].place.clone();
        let range = match part {
            Part::Font => {
                let font = self.marked.calls.get(number).map_or("", |call| call.font.as_str());
                return longest(&self.marked_pieces(on, font)).unwrap_or(spot);
            }
            Part::Words(words) => text.rfind(words.as_str()).map(|at| at..at + words.len()),
            Part::At(range) => Some(range.clone()),
            Part::All => None,
        };
        let pieces = self.pieces(on, number, range.as_ref());
        if let Some(range) = range
            && let Some(piece) = pieces.iter().find(|piece| covers(piece, Some(&range)))
        {
            return spelled(on, piece, &range).unwrap_or_else(|| within(on, &piece.place, &text[range]));
        }
        longest(&pieces).unwrap_or(spot)
    }

    /// The source of an icon that stands by itself: of all with its name, the one drawn after `nth` others.
    pub fn icon(&self, on: Printed, name: &str, nth: usize) -> Place {
        let calls = self.recorded.calls.iter().zip(0..);
        let like_it: Vec<u32> = calls.filter(|(call, _)| unmarked(&call.words).0 == name).map(|(_, n)| n).collect();
        self.place(on, name, &Part::All, like_it.get(nth).or(like_it.first()).copied())
    }

    /// The source of a word in the drawing: the value of an attribute, a font family, the text of `<text>`.
    pub fn in_drawing(&self, on: Printed, word: &str) -> Option<Place> {
        let (svg, marks) = unmarked(&self.marked.svg);
        let escaped = word.replace('&', "&amp;").replace('<', "&lt;");
        let quoted = svg.find(&format!("\"{escaped}\"")).map(|at| at + 1);
        let at = quoted.or_else(|| svg.find(&escaped))?;
        let place = self.at_byte(on, &svg, &marks, at..at + escaped.len())?;
        Some(within(on, &place, word))
    }

    /// The source of the words of a plain `<text>`, whatever their styles.
    pub fn plain_text(&self, on: Printed, words: &str) -> Option<Place> {
        let (svg, marks) = unmarked(&self.marked.svg);
        let at = svg::place_of_words(&svg, words)?;
        self.at_byte(on, &svg, &marks, at..at + 1)
    }

    /// The source of a position in the drawing; line and column count from 1.
    pub fn at_line(&self, on: Printed, drawn: &str, line: u32, column: u32) -> Option<Place> {
        let (svg, marks) = unmarked(&self.marked.svg);
        let start: usize = drawn.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let offset = drawn.get(start..)?.char_indices().nth(column as usize - 1).map_or(0, |(offset, _)| offset);
        if svg != drawn {
            return None;
        }
        let at = start + offset;
        let is_part = |(i, c): &(usize, char)| c.is_alphanumeric() || *c == '-' || (*i == 0 && *c == '<');
        let word: String = svg[at..].char_indices().take_while(is_part).map(|(_, c)| c).collect();
        let narrowed = |file, from: usize| {
            let is_it = !word.is_empty() && on.sources.text(file)[from..].starts_with(&word);
            is_it.then(|| Place::new(file, from..from + word.len()))
        };
        // Tags, and words between them, are mistakes of the template even where they have values inside.
        let place = match before(on, &self.located(on, &svg, &marks), &svg, at) {
            Some((place, true)) => Some(narrowed(place.file, place.span.start).unwrap_or(place)),
            // Behind a value or at the start of a block, the tag or name itself is looked for.
            Some((place, false)) if !word.is_empty() => {
                let rest = &on.sources.text(place.file)[place.span.start..];
                let behind = rest.find(&word).map(|from| (place.file, place.span.start + from));
                let own = || {
                    let file = on.studio.templates.file(&on.template().value)?;
                    let mut all = on.sources.text(file).match_indices(&word);
                    all.next().filter(|_| all.next().is_none()).map(|(from, _)| (file, from))
                };
                behind.or_else(own).and_then(|(file, from)| narrowed(file, from))
            }
            _ => None,
        };
        place.or_else(|| self.at_byte(on, &svg, &marks, at..at + 1))
    }

    fn at_byte(&self, on: Printed, svg: &str, marks: &[(usize, usize)], range: Range<usize>) -> Option<Place> {
        let pieces = self.located(on, svg, marks);
        let ends = pieces.iter().filter(|(_, is_start)| !is_start).map(|(piece, _)| piece.clone());
        let inside: Vec<Piece> = ends.filter(|piece| covers(piece, Some(&range))).collect();
        longest(&inside).or_else(|| before(on, &pieces, svg, range.start).map(|(place, _)| place))
    }

    /// Whether the whole face could be traced.
    pub fn is_whole(&self) -> bool {
        !self.marked.svg.is_empty()
    }

    /// The pieces that the text of a call was joined from.
    ///
    /// If no value covers `range`, or the whole text by default, numbers are tried as well.
    pub fn pieces(&self, on: Printed, call: usize, range: Option<&Range<usize>>) -> Vec<Piece> {
        let Some(marked) = self.marked.calls.get(call) else { return Vec::new() };
        let mut pieces = self.marked_pieces(on, &marked.words);
        if pieces.is_empty() {
            pieces = self.cut_pieces(on, call);
        }
        if !pieces.iter().any(|piece| piece.is_value && covers(piece, range)) {
            pieces.extend(self.numbers(on, call, &pieces));
        }
        pieces
    }

    /// The pieces of a marked text.
    fn marked_pieces(&self, on: Printed, marked: &str) -> Vec<Piece> {
        let (text, marks) = unmarked(marked);
        self.located(on, &text, &marks).into_iter().map(|(piece, _)| piece).collect()
    }

    /// The piece of each mark, and whether the mark comes before it.
    fn located(&self, on: Printed, text: &str, marks: &[(usize, usize)]) -> Vec<(Piece, bool)> {
        let mut end = 0;
        let mut pieces = Vec::new();
        for (i, &(at, number)) in marks.iter().enumerate() {
            let (place, written, is_start, is_value) = match self.tracer.spots.get(number) {
                Some(spot) => {
                    let written = &on.sources.text(spot.place.file)[spot.place.span.clone()];
                    (spot.place.clone(), written, spot.is_start, false)
                }
                None => match self.marks.value(number) {
                    Some((place, written)) => (place.clone(), written, false, true),
                    None => continue,
                },
            };
            let range = if is_start {
                at..marks.get(i + 1).map_or(text.len(), |(next, _)| *next)
            } else {
                let length = if text[..at].ends_with(written) { written.len() } else { at - end.min(at) };
                at - length..at
            };
            end = at;
            pieces.push((Piece { place, range, is_value }, is_start));
        }
        pieces
    }

    /// The pieces of a text that a template truncated, marks included. Marks before the values survive that.
    fn cut_pieces(&self, on: Printed, call: usize) -> Vec<Piece> {
        let mut marks = Marks::new(self.tracer.spots.len(), Change::Front);
        let run = self.replay(on, &mut marks);
        let words = run.calls.get(call).map_or("", |call| call.words.as_str());
        let found = unmarked(words).1;
        let whole = 0..unmarked(&self.recorded.calls[call].words).0.len();
        let places = found.iter().filter_map(|(_, number)| marks.value(*number));
        places.map(|(place, _)| Piece { place: place.clone(), range: whole.clone(), is_value: true }).collect()
    }

    /// The numbers in a text. Each is traced on its own, because marks would break arithmetic.
    fn numbers(&self, on: Printed, call: usize, pieces: &[Piece]) -> Vec<Piece> {
        let text = &self.recorded.calls[call].words;
        let mut found = Vec::new();
        for range in digits(text) {
            if pieces.iter().any(|piece| piece.is_value && covers(piece, Some(&range))) {
                continue;
            }
            let same = self.marks.numbers.iter().enumerate().filter(|(_, (_, number))| *number == text[range.clone()]);
            let reaches = |index: &usize| {
                [Change::Mark(*index), Change::Next(*index)].into_iter().any(|change| {
                    let run = self.replay(on, &mut Marks::new(self.tracer.spots.len(), change));
                    let before = self.marked.calls.get(call).map(|call| &call.words);
                    run.calls.get(call).is_some_and(|call| Some(&call.words) != before)
                })
            };
            let index = same.map(|(index, _)| index).take(MOST_TRIALS).find(reaches);
            found.extend(index.map(|index| {
                let place = self.marks.numbers[index].0.clone();
                Piece { place, range, is_value: true }
            }));
        }
        found
    }

    fn replay(&self, on: Printed, marks: &mut Marks) -> Run {
        let context: Context = context(on, marks);
        self.tracer.replay(&on.template().value, &on.name(), &context, &self.recorded)
    }
}

/// The place in a template of a byte in the drawing, and whether the template's own text leads up to it: that is copied
/// unchanged up to the next tag.
fn before(on: Printed, pieces: &[(Piece, bool)], svg: &str, at: usize) -> Option<(Place, bool)> {
    let (piece, _) = pieces.iter().rfind(|(piece, is_start)| *is_start && piece.range.start <= at)?;
    let Place { file, span } = &piece.place;
    let drawn = &svg[piece.range.start..at];
    let is_copy = on.sources.text(*file)[span.start..].starts_with(drawn);
    let from = span.start + drawn.len();
    Some((if is_copy { Place::new(*file, from..from.max(span.end)) } else { piece.place.clone() }, is_copy))
}

/// The most candidates that are tried for one printed number.
const MOST_TRIALS: usize = 100;

/// The bytes of a value's string, or of a string in a template, that stand for part of the printed text, if the string is
/// printed unchanged.
fn spelled(on: Printed, piece: &Piece, range: &Range<usize>) -> Option<Place> {
    let Place { file, span } = &piece.place;
    let is_in = piece.range.start <= range.start && range.end <= piece.range.end;
    let text = on.sources.text(*file);
    let written = text.get(span.clone()).filter(|_| is_in)?;
    let quote = |c: Option<char>| c.filter(|c| matches!(c, '"' | '\'' | '`'));
    let form = match piece.is_value {
        true => Form::of(written),
        false => quote(text[..span.start].chars().next_back())
            .filter(|open| text[span.end..].starts_with(*open))
            .map(|_| Form::Template),
    };
    let own = range.start - piece.range.start..range.end - piece.range.start;
    let at = form?.spelled(written, own, piece.range.len())?;
    Some(Place::new(*file, span.start + at.start..span.start + at.end))
}

/// Narrows a place to some words, if it contains them exactly as printed.
fn within(on: Printed, place: &Place, words: &str) -> Place {
    let written = &on.sources.text(place.file)[place.span.clone()];
    // The quotes of a value are not part of it.
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| written.starts_with(quote)).map_or(0, str::len);
    let inner = written.get(quote..written.len() - quote).unwrap_or(written);
    inner.rfind(words).map_or(place.clone(), |at| {
        let from = place.span.start + quote + at;
        Place::new(place.file, from..from + words.len())
    })
}

/// Whether a piece overlaps the range, or true without one.
fn covers(piece: &Piece, range: Option<&Range<usize>>) -> bool {
    range.is_none_or(|range| piece.range.start < range.end && range.start < piece.range.end)
}

/// The place of the longest piece. A template's own words count only if there is no value.
fn longest(pieces: &[Piece]) -> Option<Place> {
    let of = |is_value: bool| {
        let same = pieces.iter().rev().filter(move |piece| piece.is_value == is_value);
        same.max_by_key(|piece| piece.range.len()).map(|piece| piece.place.clone())
    };
    of(true).or_else(|| of(false))
}

/// The numbers in a text.
fn digits(text: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let mut all = Vec::new();
    let mut from = 0;
    for word in text.split(|c| !is_part(c)) {
        let (left, bare) = (word.len() - word.trim_start_matches('.').len(), word.trim_matches('.'));
        if bare.contains(|c: char| c.is_ascii_digit()) {
            all.push(from + left..from + left + bare.len());
        }
        from += word.len();
        from += text[from..].chars().next().map_or(0, char::len_utf8);
    }
    all
}

impl<'a> Printed<'a> {
    /// The template of the side.
    pub fn template(&self) -> &'a crate::content::Spot<String> {
        match self.side {
            Side::Front => &self.card.template,
            Side::Back => self.card.back.as_ref().unwrap_or(&self.card.template),
        }
    }

    /// The face's name in messages.
    pub fn name(&self) -> String {
        format!("{}/{}/{} ({})", self.game.id, self.set.id.value, self.card.id.value, self.side.word())
    }
}
