//! Words to glyphs, with the shaper that usvg uses; each distinct word is shaped once per thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use harfrust::{Direction, Feature, Script, ShapePlan, Shaper, Tag, UnicodeBuffer};

use super::{FaceId, Fonts, Run, Typeface};
use crate::language::Language;

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

/// How a piece of text is shaped, whatever its font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Manner {
    pub features: Features,
    pub language: Language,
    /// Whether it runs from right to left.
    pub is_rtl: bool,
}

/// A shaped piece of text; lengths are in em.
#[derive(Debug)]
pub(super) struct Word {
    /// Its glyphs from left to right, whichever way it runs.
    pub glyphs: Vec<Shaped>,
    pub width: f32,
    /// The characters that the font lacks.
    pub missing: Vec<char>,
    /// What its glyphs say together, where they do not stand for its characters one by one.
    pub said: Option<Box<str>>,
}

#[derive(Debug)]
pub(super) struct Shaped {
    pub id: u16,
    pub advance: f32,
    pub dx: f32,
    pub rise: f32,
    pub text: Box<str>,
}

impl Word {
    /// The characters it stands for, in the order of its glyphs.
    pub fn letters(&self) -> String {
        self.glyphs.iter().map(|glyph| &*glyph.text).collect()
    }
}

/// What is cached for one font and manner.
#[derive(Default)]
struct Kept {
    words: HashMap<Box<str>, Rc<Word>, RandomState>,
    /// What the shaper works out once per script.
    plans: Vec<(Script, ShapePlan)>,
}

#[derive(Default)]
struct Cache {
    /// By collection, font and manner.
    fonts: HashMap<(u64, FaceId, Manner), Kept, RandomState>,
    buffer: Option<UnicodeBuffer>,
}

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
}

/// Words that one thread caches for one font before it starts over.
const KEPT: usize = 20_000;

pub(super) fn word(fonts: &Fonts, face: FaceId, manner: Manner, text: &str) -> Rc<Word> {
    CACHE.with_borrow_mut(|cache| {
        let Cache { fonts: all, buffer } = cache;
        let Kept { words, plans } = all.entry((fonts.serial, face, manner)).or_default();
        if let Some(word) = words.get(text) {
            return word.clone();
        }
        if words.len() >= KEPT {
            words.clear();
        }
        let word = Rc::new(shape(fonts.face(face), manner, text, ["", ""], plans, buffer));
        words.insert(text.into(), word.clone());
        word
    })
}

/// A word whose letters join with what stands before and after it in another style or font.
pub(super) fn joined(fonts: &Fonts, face: FaceId, manner: Manner, text: &str, around: [&str; 2]) -> Rc<Word> {
    CACHE.with_borrow_mut(|cache| {
        let Cache { fonts: all, buffer } = cache;
        let Kept { plans, .. } = all.entry((fonts.serial, face, manner)).or_default();
        Rc::new(shape(fonts.face(face), manner, text, around, plans, buffer))
    })
}

fn shape(
    typeface: &Typeface,
    manner: Manner,
    text: &str,
    around: [&str; 2],
    plans: &mut Vec<(Script, ShapePlan)>,
    spare: &mut Option<UnicodeBuffer>,
) -> Word {
    let font = typeface.font();
    let (data, instance) = typeface.shaper();
    let shaper: Shaper = data.shaper(&font).instance(instance.as_ref()).build();
    let wanted = features(manner.features);
    let direction = if manner.is_rtl { Direction::RightToLeft } else { Direction::LeftToRight };
    let language: Option<harfrust::Language> = manner.language.tag().parse().ok();
    let mut buffer = spare.take().unwrap_or_default();
    buffer.push_str(text);
    if !around[0].is_empty() {
        buffer.set_pre_context(around[0]);
    }
    if !around[1].is_empty() {
        buffer.set_post_context(around[1]);
    }
    buffer.guess_segment_properties();
    buffer.set_direction(direction);
    // English is what fonts are drawn for; naming it would only make the plan larger.
    let language = language.filter(|_| manner.language != Language::default());
    if let Some(language) = &language {
        buffer.set_language(language.clone());
    }
    let script = buffer.script();
    let known = plans.iter().position(|(of, _)| *of == script).unwrap_or_else(|| {
        plans.push((script, ShapePlan::new(&shaper, direction, Some(script), language.as_ref(), &wanted)));
        plans.len() - 1
    });
    let options = harfrust::ShapeOptions::new().plan(Some(&plans[known].1)).features(&wanted);
    let output = shaper.shape(buffer, options);

    let em = typeface.units_per_em;
    let infos = output.glyph_infos();
    // Clusters come in the order of the glyphs, which is backwards from right to left.
    let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut glyphs: Vec<Shaped> = Vec::with_capacity(infos.len());
    let mut missing = Vec::new();
    for (i, (info, position)) in infos.iter().zip(output.glyph_positions()).enumerate() {
        let start = info.cluster as usize;
        let is_first = i == 0 || infos[i - 1].cluster != info.cluster;
        let end = starts.get(starts.partition_point(|at| *at <= start)).copied().unwrap_or(text.len());
        let stands_for = if is_first { &text[start..end] } else { "" };
        if info.glyph_id == 0 {
            missing.extend(text[start..].chars().next().filter(|c| !missing.contains(c)));
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
    let said = said(text, manner.is_rtl, starts.len() == glyphs.len());
    Word { said, width: glyphs.iter().map(|g| g.advance).sum(), glyphs, missing }
}

/// What the glyphs of a word say together where they do not stand for its characters one by one, or overlap as those of
/// Arabic do. From right to left its letters come as they are seen, because readers of PDF files turn them around again.
fn said(text: &str, is_rtl: bool, is_one_by_one: bool) -> Option<Box<str>> {
    match is_rtl {
        false if is_one_by_one => None,
        false => Some(text.into()),
        true if is_one_by_one && !text.contains(|c: char| c >= '\u{600}') => None,
        true => Some(text.chars().rev().collect()),
    }
}

fn features(wanted: Features) -> Vec<Feature> {
    let mut list: Vec<Feature> = Vec::new();
    let mut want = |tag: &[u8; 4], on: bool| list.push(Feature::new(Tag::new(tag), u32::from(on), ..));
    if wanted.small_caps {
        want(b"smcp", true);
    }
    if wanted.old_style {
        want(b"onum", true);
    }
    if wanted.tabular {
        want(b"tnum", true);
    }
    if wanted.is_spaced {
        want(b"liga", false);
        want(b"clig", false);
    }
    list
}

/// Shapes a plain line without wrapping; the run starts at 0, 0 and its width in millimeters comes with it.
pub fn shape_line(fonts: &Fonts, face: FaceId, size: f32, text: &str) -> (Run, f32) {
    let word = word(fonts, face, Manner::default(), text);
    let mut run = Run::new(face, size, 0.0, 0.0);
    let mut pen = 0.0;
    for g in &word.glyphs {
        run.push(g.id, (pen + g.dx) * size, g.rise * size, &g.text);
        pen += g.advance;
    }
    (run, word.width * size)
}
