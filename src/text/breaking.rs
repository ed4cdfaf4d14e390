//! The lines that a paragraph breaks into.

use std::ops::Range;

use super::block::{Block, End, Segment, Sticks};

/// A line that would become shorter than this part of the room keeps its short words.
const FULL: f32 = 0.85;

/// The most letters of a word that looks lost alone on the last line.
const SHORT: usize = 4;

/// Whether words that belong together stay on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Together,
    /// Numbers with what they count, but no short words.
    Numbers,
    /// Not where the text would grow out of its box.
    Apart,
}

/// Breaks a paragraph into lines of at most `room`. Keeping short words together is not worth a line more, nor a last
/// word alone.
pub(super) fn lines(block: &Block, room: f32, hyphen: f32, keep: Keep) -> Vec<(Range<usize>, f32)> {
    let best = broken(block, room, hyphen, keep);
    if keep != Keep::Together || best.len() < 2 {
        return best;
    }
    let looser = broken(block, room, hyphen, Keep::Numbers);
    let is_better = looser.len() < best.len() || (is_lone(&best) && !is_lone(&looser));
    if is_better { looser } else { best }
}

/// Breaks a paragraph into lines of at most `room`, each as full as possible; each with its width.
fn broken(block: &Block, room: f32, hyphen: f32, keep: Keep) -> Vec<(Range<usize>, f32)> {
    let mut lines = Vec::new();
    let (mut start, mut width, mut space) = (0, 0.0f32, 0.0f32);
    let segments = &block.segments;
    for (i, segment) in segments.iter().enumerate() {
        let own = segment.width * block.scale;
        let mark = if segment.ends == End::Hyphen { hyphen } else { 0.0 };
        if i > start && width + space + own + mark > room + 1e-3 {
            let end = match keep {
                Keep::Apart => i,
                _ => kept_together(segments, start..i, block.scale, room, keep),
            };
            let ends_in_hyphen = segments[end - 1].ends == End::Hyphen;
            let full = if end == i { width } else { measure(&segments[start..end], block.scale) };
            lines.push((start..end, full + if ends_in_hyphen { hyphen } else { 0.0 }));
            start = end;
            width = if end == i { own } else { measure(&segments[end..=i], block.scale) };
        } else {
            width += if i > start { space } else { 0.0 } + own;
        }
        space = segment.space.width * block.scale;
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

/// Where a line of these segments ends so that a number stays with what it counts, and no short word hangs at the end.
fn kept_together(segments: &[Segment], line: Range<usize>, scale: f32, room: f32, keep: Keep) -> usize {
    let mut end = line.end;
    while end > line.start + 1 {
        let sticks = segments[end - 1].sticks;
        let fits = |end: usize| measure(&segments[end..=line.end], scale) <= room;
        let is_full = |end: usize| measure(&segments[line.start..end], scale) >= room * FULL;
        let moves = match sticks {
            Sticks::No => false,
            Sticks::Short => keep == Keep::Together && fits(end - 1) && is_full(end - 1),
            Sticks::Number => fits(end - 1),
        };
        if !moves {
            break;
        }
        end -= 1;
    }
    end
}

/// Whether the last of several lines is a single word.
fn is_lone(lines: &[(Range<usize>, f32)]) -> bool {
    lines.len() > 1 && lines[lines.len() - 1].0.len() == 1
}

/// How many lines end between what belongs together.
fn loose(block: &Block, lines: &[(Range<usize>, f32)]) -> usize {
    let ends = lines[..lines.len() - 1].iter().map(|(line, _)| block.segments[line.end - 1].sticks);
    ends.filter(|sticks| *sticks != Sticks::No).count()
}

/// The width of segments on one line.
fn measure(segments: &[Segment], scale: f32) -> f32 {
    let inner = segments.iter().rev().skip(1).map(|segment| segment.space.width).sum::<f32>();
    (segments.iter().map(|segment| segment.width).sum::<f32>() + inner) * scale
}

/// The narrowest setting with the same number of lines, so that centered lines have similar lengths.
pub(super) fn balanced(
    block: &Block,
    room: f32,
    lines: Vec<(Range<usize>, f32)>,
    keep: Keep,
) -> Vec<(Range<usize>, f32)> {
    let (count, parted) = (lines.len(), loose(block, &lines));
    let is_lonely =
        is_lone(&lines) && block.segments.last().is_some_and(|word| block.letters(word).chars().count() <= SHORT);
    let (mut low, mut high) = (room * 0.4, room);
    let mut best = lines;
    for _ in 0..7 {
        let middle = (low + high) / 2.0;
        let tried = broken(block, middle, 0.0, keep);
        // A short word at a line's end is better than a word alone on the last line.
        let is_whole = || loose(block, &tried) <= parted || (is_lonely && !is_lone(&tried));
        let is_as_good = || is_whole() && tried.iter().all(|(_, width)| *width <= middle + 1e-3);
        if tried.len() == count && is_as_good() {
            high = middle;
            best = tried;
        } else {
            low = middle;
        }
    }
    best
}
