//! Marks: private characters in a traced drawing. Each stands for the place where a piece is written.

use crate::finding::Place;

/// Private characters that no font of a kit uses.
const FIRST: u32 = 0x10_0000;
/// The most places that can be marked.
pub const MOST_MARKS: usize = 0xFF00;
/// Stands after the one number that is followed through a drawing.
pub const NUMBER: char = '\u{10FFFD}';

/// Where a mark points.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The place in a template.
    pub place: Place,
    /// Whether the mark stands before its piece; otherwise it stands after it.
    pub is_start: bool,
}

/// The mark of a number; nothing if there are too many.
pub fn marked(number: usize) -> Option<char> {
    char::from_u32(FIRST + number as u32).filter(|_| number < MOST_MARKS)
}

/// The number of a mark.
fn number(c: char) -> Option<usize> {
    let number = (c as u32).checked_sub(FIRST)? as usize;
    (number < MOST_MARKS).then_some(number)
}

/// A text without its marks, and each mark with the byte it stands at.
pub fn unmarked(text: &str) -> (String, Vec<(usize, usize)>) {
    let mut plain = String::with_capacity(text.len());
    let mut marks = Vec::new();
    for c in text.chars() {
        match number(c) {
            Some(number) => marks.push((plain.len(), number)),
            None => plain.push(c),
        }
    }
    (plain, marks)
}
