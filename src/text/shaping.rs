//! Words to glyphs, with the shaper that usvg uses; each distinct word is shaped once per thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use harfrust::{Direction, Feature, Script, ShapePlan, Shaper, Tag, UnicodeBuffer};

use super::{FaceId, Fonts, Run, Typeface};

/// OpenType features that change the glyphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// Small capitals for lower-case letters.
    pub small_caps: bool,
    /// Figures with ascenders and descenders.
    pub old_style: bool,
    /// Figures of one width.
    pub tabular: bool,
    /// No ligatures, because letters are spaced.
    pub is_spaced: bool,
}

/// A shaped piece of text; lengths are in em.
#[derive(Debug)]
pub(super) struct Word {
    pub glyphs: Vec<Shaped>,
    pub width: f32,
    /// The first character that the font lacks.
    pub missing: Option<char>,
}

#[derive(Debug)]
pub(super) struct Shaped {
    pub id: u16,
    pub advance: f32,
    pub dx: f32,
    pub rise: f32,
    pub text: Box<str>,
}

/// What is cached for one font and its features.
#[derive(Default)]
struct Kept {
    words: HashMap<Box<str>, Rc<Word>, RandomState>,
    /// What the shaper works out once per script.
    plans: Vec<(Script, ShapePlan)>,
}

#[derive(Default)]
struct Cache {
    /// By collection, font and features.
    fonts: HashMap<(u64, FaceId, Features), Kept, RandomState>,
    buffer: Option<UnicodeBuffer>,
}

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
}

/// Words that one thread caches for one font before it starts over.
const KEPT: usize = 20_000;

pub(super) fn word(fonts: &Fonts, face: FaceId, features: Features, text: &str) -> Rc<Word> {
    CACHE.with_borrow_mut(|cache| {
        let Cache { fonts: all, buffer } = cache;
        let Kept { words, plans } = all.entry((fonts.serial, face, features)).or_default();
        if let Some(word) = words.get(text) {
            return word.clone();
        }
        if words.len() >= KEPT {
            words.clear();
        }
        let word = Rc::new(shape(fonts.face(face), features, text, plans, buffer));
        words.insert(text.into(), word.clone());
        word
    })
}

fn shape(
    typeface: &Typeface,
    features: Features,
    text: &str,
    plans: &mut Vec<(Script, ShapePlan)>,
    spare: &mut Option<UnicodeBuffer>,
) -> Word {
    let font = typeface.font();
    let shaper: Shaper = typeface.shaper().shaper(&font).build();
    let mut wanted: Vec<Feature> = Vec::new();
    let mut want = |tag: &[u8; 4], on: bool| wanted.push(Feature::new(Tag::new(tag), u32::from(on), ..));
    if features.small_caps {
        want(b"smcp", true);
    }
    if features.old_style {
        want(b"onum", true);
    }
    if features.tabular {
        want(b"tnum", true);
    }
    if features.is_spaced {
        want(b"liga", false);
        want(b"clig", false);
    }
    let mut buffer = spare.take().unwrap_or_default();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(Direction::LeftToRight);
    let script = buffer.script();
    let known = plans.iter().position(|(of, _)| *of == script).unwrap_or_else(|| {
        plans.push((script, ShapePlan::new(&shaper, Direction::LeftToRight, Some(script), None, &wanted)));
        plans.len() - 1
    });
    let options = harfrust::ShapeOptions::new().plan(Some(&plans[known].1)).features(&wanted);
    let output = shaper.shape(buffer, options);

    let em = typeface.units_per_em;
    let infos = output.glyph_infos();
    let mut glyphs: Vec<Shaped> = Vec::with_capacity(infos.len());
    let mut missing = None;
    for (i, (info, position)) in infos.iter().zip(output.glyph_positions()).enumerate() {
        let start = info.cluster as usize;
        let is_first = i == 0 || infos[i - 1].cluster != info.cluster;
        let end = infos[i..].iter().map(|g| g.cluster as usize).find(|&c| c != start).unwrap_or(text.len());
        let stands_for = if is_first { &text[start..end.max(start)] } else { "" };
        if info.glyph_id == 0 && missing.is_none() {
            missing = text[start..].chars().next();
        }
        glyphs.push(Shaped {
            id: info.glyph_id as u16,
            advance: position.x_advance as f32 / em,
            dx: position.x_offset as f32 / em,
            rise: position.y_offset as f32 / em,
            text: stands_for.into(),
        });
    }
    *spare = Some(output.clear());
    Word { width: glyphs.iter().map(|g| g.advance).sum(), glyphs, missing }
}

/// Shapes a plain line without wrapping; the run starts at 0, 0 and its width in millimeters comes with it.
pub fn shape_line(fonts: &Fonts, face: FaceId, size: f32, text: &str) -> (Run, f32) {
    let word = word(fonts, face, Features::default(), text);
    let mut run = Run::new(face, size, 0.0, 0.0);
    let mut pen = 0.0;
    for g in &word.glyphs {
        run.push(g.id, (pen + g.dx) * size, g.rise * size, &g.text);
        pen += g.advance;
    }
    (run, word.width * size)
}
