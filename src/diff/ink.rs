//! What texts and icons leave on paper, letter by letter, whatever fonts, files and numbers they come from.

use std::collections::HashMap;

use foldhash::quality::FixedState;
use usvg::tiny_skia_path::Transform;
use usvg::{Group, Node, Paint, Tree};

use crate::art::{Face, Studio};
use crate::hash::{fingerprint, of_text};
use crate::text::{FaceId, Glyph, IconAt, Run, Stamp, stamp_number, stamp_svg};

/// The shape of each letter that a state prints. Blank ones have none.
pub(super) type Letters = HashMap<(FaceId, u16), Option<u128>, FixedState>;

/// One letter or icon on paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// A hash of its outline.
    shape: u128,
    /// Maps a box of 1x1 mm to its place.
    place: Transform,
    color: Option<usvg::Color>,
}

/// Places that differ by more, in millimeters, print differently however numbers are rounded.
const SEEN: f32 = 0.01;

/// The shapes of all letters on some faces.
pub(super) fn letters<'a>(faces: impl Iterator<Item = &'a Face>, studio: &Studio) -> Letters {
    let mut letters = Letters::default();
    for run in faces.flat_map(|face| &face.stamps).flat_map(|stamp| &stamp.runs) {
        for glyph in &run.glyphs {
            letters.entry((run.face, glyph.id)).or_insert_with(|| letter(run, glyph.id, studio));
        }
    }
    letters
}

/// The shape of a letter at 1 mm to the em; none if it is blank.
fn letter(run: &Run, id: u16, studio: &Studio) -> Option<u128> {
    let glyph = Glyph { id, letters: 0, x: 0.0, rise: 0.0, middle: 0.0 };
    let alone = Run { glyphs: vec![glyph], ..Run::new(run.face, 1.0, 0.0, 0.0) };
    shape(&Stamp { runs: vec![alone], ..Stamp::default() }, studio)
}

fn shape(stamp: &Stamp, studio: &Studio) -> Option<u128> {
    let svg = stamp_svg(stamp, &studio.fonts, &studio.icons);
    (!svg.is_empty()).then(|| fingerprint(&of_text(&svg)))
}

/// The letters and icons of a stamp, each with its place on the face.
fn marks(stamp: &Stamp, letters: &Letters, studio: &Studio) -> Vec<Mark> {
    let mut marks = Vec::new();
    for run in stamp.runs.iter().filter(|_| !stamp.is_hidden) {
        for glyph in &run.glyphs {
            let known = letters.get(&(run.face, glyph.id)).copied();
            let Some(shape) = known.unwrap_or_else(|| letter(run, glyph.id, studio)) else { continue };
            let (x, y) = run.on_face(glyph.x, glyph.rise);
            let place = Transform::from_row(run.size, 0.0, 0.0, run.size, x, y);
            marks.push(Mark { shape, place: place.pre_rotate(run.turn), color: None });
        }
    }
    for at in &stamp.icons {
        let alone =
            IconAt { x: 0.0, y: 0.0, size: 1.0, width: at.width / at.size, turn: 0.0, is_flipped: false, ..at.clone() };
        let plain = || shape(&Stamp { icons: vec![alone], ..Stamp::default() }, studio);
        let Some(shape) = at.painted.as_ref().map(|painted| painted.key).or_else(plain) else { continue };
        let [a, b, c, d, e, f] = at.matrix();
        let place = Transform::from_row(a, b, c, d, e, f).pre_scale(ICON, ICON);
        marks.push(Mark { shape, place, color: None });
    }
    marks
}

/// Icons are drawn in a box of this side.
const ICON: f32 = 100.0;

/// A number that two stamps share only if they print the same; none for a stamp that prints nothing.
pub(super) fn key(stamp: &Stamp, letters: &Letters, studio: &Studio) -> Option<u128> {
    let marks = marks(stamp, letters, studio);
    let numbers = |mark: &Mark| (mark.shape, numbers(mark.place).map(f32::to_bits));
    (!marks.is_empty()).then(|| fingerprint(&marks.iter().map(numbers).collect::<Vec<_>>()))
}

fn numbers(t: Transform) -> [f32; 6] {
    [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]
}

/// All letters and icons of a face, in the order in which they are drawn.
pub(super) fn on_paper(face: &Face, tree: &Tree, letters: &Letters, studio: &Studio) -> Vec<Mark> {
    fn see(group: &Group, put: &mut dyn FnMut(usize, &usvg::Path)) {
        for node in group.children() {
            match node {
                Node::Group(inner) => see(inner, put),
                Node::Path(path) => {
                    if let Some(number) = stamp_number(path) {
                        put(number, path);
                    }
                }
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    see(tree.root(), &mut |number, path| {
        let (Some(stamp), Some(fill)) = (face.stamps.get(number), path.fill()) else { return };
        let color = match fill.paint() {
            Paint::Color(color) => Some(*color),
            _ => None,
        };
        let placed = |mark: Mark| Mark { place: path.abs_transform().pre_concat(mark.place), color, ..mark };
        all.extend(marks(stamp, letters, studio).into_iter().map(placed));
    });
    all
}

/// Whether two faces certainly print different letters or icons.
pub(super) fn differ(old: &[Mark], new: &[Mark]) -> bool {
    let is_other = |(was, is): (&Mark, &Mark)| {
        let is_far = numbers(was.place).iter().zip(numbers(is.place)).any(|(was, is)| (was - is).abs() > SEEN);
        was.shape != is.shape || is_far || was.color.zip(is.color).is_some_and(|(was, is)| was != is)
    };
    old.len() != new.len() || old.iter().zip(new).any(is_other)
}
