//! Pictures of faces before, after, and where they differ.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Change, Difference, FaceChange, State};
use crate::art::FaceNo;
use crate::color::Rgb;
use crate::export::png::Picture;
use crate::shape::Shape;
use crate::units::Mm;

/// The longest side of a picture, in pixels. Boards are shown smaller.
const LONGEST: f64 = 1400.0;
/// With more faces than this, all are shown at a lower resolution.
const MANY: usize = 60;
/// How much a color channel must differ to count, of 255.
const TOLERANCE: u8 = 6;
/// The color of differences.
const LOUD: Rgb = Rgb::new(230, 0, 126);

type Key = (Option<(usize, FaceNo)>, Option<(usize, FaceNo)>);

/// The pictures of all changed faces, each pair once.
pub struct Pictures(BTreeMap<Key, Shots>);

/// The pictures of one face, as PNG files.
#[derive(Default)]
pub struct Shots {
    pub before: Option<Shot>,
    pub after: Option<Shot>,
    /// The differences in a loud color on a pale picture.
    pub difference: Option<Shot>,
    /// The share of pixels that differ, including the bleed.
    pub share: Option<f64>,
    /// Whether most of them are in the bleed, so that the bleed is shown.
    pub is_in_bleed: bool,
    /// Why there is no picture.
    pub fault: Option<String>,
}

/// A PNG file and its size on paper.
pub struct Shot {
    pub png: Vec<u8>,
    pub width: Mm,
    pub height: Mm,
    /// The cut line, if the bleed is shown.
    pub trim: Option<String>,
}

impl Pictures {
    pub fn of(&self, face: &FaceChange) -> Option<&Shots> {
        self.0.get(&(face.old, face.new))
    }
}

/// Draws all changed faces, at a resolution of at most `dpi`.
pub fn pictures(difference: &Difference, old: &State, new: &State, dpi: f64) -> Pictures {
    let mut wishes: BTreeMap<Key, &Change> = BTreeMap::new();
    for change in difference.components() {
        for face in &change.faces {
            wishes.entry((face.old, face.new)).or_insert(change);
        }
    }
    // A page with hundreds of faces must still open, so its pictures are smaller.
    let dpi = if wishes.len() > MANY { dpi * (MANY as f64 / wishes.len() as f64).sqrt().max(0.5) } else { dpi };
    let shots = wishes.into_par_iter().map(|(key, change)| (key, shots(key, change, old, new, dpi)));
    Pictures(shots.collect())
}

fn shots((was, is): Key, change: &Change, old: &State, new: &State, dpi: f64) -> Shots {
    let mut shots = Shots::default();
    let faces = [was.map(|at| (old, old.face(at))), is.map(|at| (new, new.face(at)))];
    let longest = faces.iter().flatten().map(|(_, f)| f.canvas().w.0.max(f.canvas().h.0)).fold(1.0, f64::max);
    let dpi = dpi.min(LONGEST * 25.4 / longest);
    let [before, after] =
        faces.map(|face| match face.map(|(state, face)| Picture::of(face, &state.project.studio, dpi)) {
            Some(Err(fault)) => {
                shots.fault = Some(fault.to_string());
                None
            }
            Some(Ok(picture)) => Some(picture),
            None => None,
        });
    let outline = |at: usize| {
        let shape: Option<&Shape> = if at == 0 { change.shapes.0.as_ref() } else { change.shapes.1.as_ref() };
        Some(shape?.outline(faces[at]?.1.size, Mm(0.0)))
    };
    let marked = before.as_ref().zip(after.as_ref()).map(|(before, after)| marked(before, after));
    if let (Some((marked, share)), Some((_, face)), Some(outline)) = (&marked, faces[1], outline(1)) {
        shots.share = Some(*share);
        let cut = marked.cut_out(&outline, face.bleed, dpi);
        shots.is_in_bleed = cut.is_some_and(|cut| loud(&cut) * 2 < loud(marked));
    }
    let is_whole = shots.is_in_bleed;
    let shot = |picture: &Picture, at: usize| {
        let (face, outline) = (faces[at]?.1, outline(at)?);
        if is_whole {
            let (width, height) = (face.canvas().w, face.canvas().h);
            let trim = (kurbo::Affine::translate((face.bleed.0, face.bleed.0)) * outline).to_svg();
            return Some(Shot { png: picture.encoded_small(dpi).ok()?, width, height, trim: Some(trim) });
        }
        let cut = picture.cut_out(&outline, face.bleed, dpi)?;
        Some(Shot { png: cut.encoded_small(dpi).ok()?, width: face.size.w, height: face.size.h, trim: None })
    };
    shots.difference = marked.and_then(|(picture, _)| shot(&picture, 1));
    shots.before = before.and_then(|picture| shot(&picture, 0));
    shots.after = after.and_then(|picture| shot(&picture, 1));
    shots
}

/// The number of visible pixels that are marked.
fn loud(picture: &Picture) -> usize {
    picture.pixels.iter().filter(|[r, g, b, a]| Rgb::new(*r, *g, *b) == LOUD && *a > 0).count()
}

/// A pale copy of the new picture with the differences marked, and the share of pixels that differ.
pub(super) fn marked(old: &Picture, new: &Picture) -> (Picture, f64) {
    let mut marked = new.clone();
    let mut differ = 0usize;
    for y in 0..new.height.max(old.height) {
        for x in 0..new.width.max(old.width) {
            let at = |p: &Picture| (x < p.width && y < p.height).then(|| (y * p.width + x) as usize);
            let (was, is) = (at(old).map(|i| old.pixels[i]), at(new).map(|i| new.pixels[i]));
            let is_other = match (was, is) {
                (Some(was), Some(is)) => differs(was, is),
                _ => true,
            };
            differ += usize::from(is_other);
            if let Some(i) = at(new) {
                let [r, g, b, a] = new.pixels[i];
                marked.pixels[i] = if is_other {
                    [LOUD.r, LOUD.g, LOUD.b, 255]
                } else {
                    let gray = (u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b)) / 10;
                    let pale = (188 + gray * 60 / 255) as u8;
                    [pale, pale, pale, a]
                };
            }
        }
    }
    let all = f64::from(new.width.max(old.width)) * f64::from(new.height.max(old.height));
    (marked, differ as f64 / all.max(1.0))
}

fn differs(was: [u8; 4], is: [u8; 4]) -> bool {
    // A transparent pixel has no color.
    let on_white = |[r, g, b, a]: [u8; 4]| {
        [r, g, b].map(|c| ((u32::from(c) * u32::from(a) + 255 * (255 - u32::from(a))) / 255) as u8)
    };
    on_white(was).iter().zip(on_white(is)).any(|(a, b)| a.abs_diff(b) > TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, color: [u8; 4]) -> Picture {
        Picture { width, height, pixels: vec![color; (width * height) as usize] }
    }

    #[test]
    fn what_differs_is_loud_and_counted() {
        let old = picture(10, 10, [255, 255, 255, 255]);
        let mut new = old.clone();
        new.pixels[34] = [0, 0, 0, 255];
        let (marked, share) = marked(&old, &new);
        assert_eq!(share, 0.01);
        assert_eq!(marked.pixels[34], [230, 0, 126, 255]);
        assert_eq!(marked.pixels.iter().filter(|p| p[1] == 0).count(), 1);
    }

    #[test]
    fn what_one_picture_lacks_differs() {
        // 10 x 10 became 10 x 12: 20 of 120 pixels are new.
        let (_, share) = marked(&picture(10, 10, [9, 9, 9, 255]), &picture(10, 12, [9, 9, 9, 255]));
        assert!((share - 20.0 / 120.0).abs() < 1e-12);
    }
}
