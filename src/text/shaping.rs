//! Words to glyphs, with the shaper that usvg uses; each distinct word is shaped once per thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use harfrust::{Direction, Feature, Script, ShapePlan, Shaper, Tag, UnicodeBuffer};

use skrifa::MetadataProvider;
use unicode_script::UnicodeScript;

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
    /// The script of a space, which has no letters that say so.
    pub script: Option<Script>,
    /// Whether it runs from right to left.
    pub is_rtl: bool,
}

/// A shaped piece of text; lengths are in em.
#[derive(Debug)]
pub(super) struct Word {
    /// Its glyphs from left to right, whichever way it runs.
    pub glyphs: Vec<Shaped>,
    pub width: f32,
    /// How far its glyphs reach above and below the baseline, in scripts taller than Latin.
    pub reach: [f32; 2],
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
    /// The middle of its letter with all marks, from its origin.
    pub middle: f32,
    /// Whether extra space between letters comes after it: not before the marks on it, nor where letters join.
    pub is_spaced: bool,
    pub text: Box<str>,
}

impl Word {
    /// How many of its glyphs extra space comes after.
    pub fn spaced(&self) -> usize {
        self.glyphs.iter().filter(|glyph| glyph.is_spaced).count()
    }
}

/// The scripts whose letters join.
const CURSIVE: [Script; 5] = [
    harfrust::script::ARABIC,
    harfrust::script::SYRIAC,
    harfrust::script::NKO,
    harfrust::script::MONGOLIAN,
    harfrust::script::ADLAM,
];

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
    // English is what fonts are drawn for; naming it would only make the plan larger.
    let is_named = manner.language != Language::default();
    let language: Option<harfrust::Language> = manner.language.tag().parse().ok().filter(|_| is_named);
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
    if let Some(script) = manner.script {
        buffer.set_script(script);
    }
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
    let mut at = 0;
    for cluster in infos.chunk_by(|a, b| a.cluster == b.cluster) {
        let start = cluster[0].cluster as usize;
        let end = starts.get(starts.partition_point(|at| *at <= start)).copied().unwrap_or(text.len());
        let mut letters = dealt(&text[start..end], cluster, &font);
        if manner.is_rtl {
            letters.iter_mut().for_each(|letters| *letters = letters.chars().map(seen).collect());
        }
        for ((info, position), letters) in cluster.iter().zip(&output.glyph_positions()[at..]).zip(letters) {
            let c = text[start..].chars().next().unwrap_or_default();
            if (info.glyph_id == 0 || typeface.is_picture(info.glyph_id as u16, c)) && !missing.contains(&c) {
                missing.push(c);
            }
            glyphs.push(Shaped {
                id: info.glyph_id as u16,
                advance: position.x_advance as f32 / em,
                dx: position.x_offset as f32 / em,
                rise: position.y_offset as f32 / em,
                middle: 0.0,
                is_spaced: false,
                text: letters.into(),
            });
        }
        finish(&mut glyphs[at..], typeface, !CURSIVE.contains(&script));
        at += cluster.len();
    }
    *spare = Some(output.clear());
    let said = said(text, manner.is_rtl, starts.len() == glyphs.len());
    let reach = if text.contains(is_tall) { reach(&glyphs, typeface) } else { [0.0; 2] };
    Word { said, width: glyphs.iter().map(|g| g.advance).sum(), reach, glyphs, missing }
}

/// Gives the glyphs of a letter with marks a common middle, and the last of them the extra space.
fn finish(cluster: &mut [Shaped], typeface: &Typeface, is_spaced: bool) {
    if let [.., last] = cluster {
        last.is_spaced = is_spaced;
    }
    if let [only] = cluster {
        only.middle = typeface.advance(only.id) / 2.0;
        return;
    }
    let mut before = cluster.iter().map(|glyph| glyph.advance).sum::<f32>() / 2.0;
    for glyph in cluster {
        glyph.middle = before - glyph.dx;
        before -= glyph.advance;
    }
}

/// Whether letters of the script may stand or hang farther out than those of Latin.
fn is_tall(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// How far glyphs reach above and below the baseline.
fn reach(glyphs: &[Shaped], typeface: &Typeface) -> [f32; 2] {
    let outlines = typeface.outlines();
    let mut reach = [0.0f32; 2];
    for glyph in glyphs {
        let [low, high] = outlines.heights(glyph.id).map(|y| y / typeface.units_per_em + glyph.rise);
        reach = [reach[0].max(high), reach[1].max(-low)];
    }
    reach
}

/// The characters that each glyph of a cluster stands for: its own where the font has one for it, and all others with the
/// first glyph that has none.
fn dealt(cluster: &str, glyphs: &[harfrust::GlyphInfo], font: &skrifa::FontRef) -> Vec<String> {
    let mut letters = vec![String::new(); glyphs.len()];
    if let [only] = &mut letters[..] {
        cluster.clone_into(only);
        return letters;
    }
    let map = font.charmap();
    let mut rest = String::new();
    for c in cluster.chars() {
        let own = map.map(c).map(|glyph| glyph.to_u32());
        match (0..glyphs.len()).find(|&i| letters[i].is_empty() && Some(glyphs[i].glyph_id) == own) {
            Some(i) => letters[i].push(c),
            None => rest.push(c),
        }
    }
    let place = letters.iter().position(String::is_empty).unwrap_or(0);
    letters[place].push_str(&rest);
    letters
}

/// What the glyphs of a word say together where they do not stand for its characters one by one, or overlap as those of
/// Arabic do. From right to left its letters come as they are seen, because readers of PDF files turn them around again.
fn said(text: &str, is_rtl: bool, is_one_by_one: bool) -> Option<Box<str>> {
    match is_rtl {
        false if is_one_by_one => None,
        false => Some(text.into()),
        true if is_one_by_one && !text.contains(|c: char| c >= '\u{600}' || seen(c) != c) => None,
        true => Some(text.chars().rev().collect()),
    }
}

/// A bracket as it is seen in a text from right to left, where `(` closes.
fn seen(c: char) -> char {
    const PAIRS: &str = "()[]{}<>«»‹›";
    let at = PAIRS.chars().position(|known| known == c);
    at.and_then(|at| PAIRS.chars().nth(at ^ 1)).unwrap_or(c)
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

/// How the space after some letters is shaped: fonts for several scripts have several.
pub(super) fn space_after(letters: &str, language: Language) -> Manner {
    if letters.bytes().all(|b| b < 0xcd) {
        return Manner { language, ..Manner::default() };
    }
    let own = letters.chars().rev().map(|c| c.script());
    let own = own.take_while(|script| *script != unicode_script::Script::Latin);
    let tag = own.map(|script| script.short_name()).find(|name| !matches!(*name, "Zyyy" | "Zinh" | "Zzzz"));
    let script = tag.and_then(|name| Script::from_iso15924_tag(Tag::new(name.as_bytes().first_chunk()?)));
    Manner { language, script, ..Manner::default() }
}

/// Shapes a plain line without wrapping; the run starts at 0, 0 and its width in millimeters comes with it.
pub fn shape_line(fonts: &Fonts, face: FaceId, size: f32, text: &str) -> (Run, f32) {
    let word = word(fonts, face, Manner::default(), text);
    let mut run = Run::new(face, size, 0.0, 0.0);
    let mut pen = 0.0;
    for g in &word.glyphs {
        run.push(g.id, (pen + g.dx) * size, g.rise * size, g.middle * size, &g.text);
        pen += g.advance;
    }
    (run, word.width * size)
}
