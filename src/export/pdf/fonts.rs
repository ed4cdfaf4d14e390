//! Embeds one subset per font and document, with the letters that its glyphs stand for.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object, Stream, dictionary};
use skrifa::instance::Size;
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};
use subsetter::GlyphRemapper;

use super::form::Form;
use super::instance::instance;
use super::pool::deflated;
use crate::hash::fnv;
use crate::text::{FaceId, Fonts};

/// A font as embedded.
pub(super) struct Subset {
    pub new_ids: GlyphRemapper,
    file: Vec<u8>,
    is_cff: bool,
    letters: BTreeMap<u16, Box<str>>,
}

/// What a glyph stands for: a character, or several where it never stands for one.
#[derive(Default)]
struct Letters {
    one: Option<char>,
    many: Option<Box<str>>,
}

impl Letters {
    fn said(self) -> Option<Box<str>> {
        self.one.map(|letter| letter.to_string().into()).or(self.many)
    }
}

/// What a glyph stands for in a document, by itself and within a text that is given for it and its neighbors.
#[derive(Default)]
struct Meanings {
    free: Letters,
    given: Letters,
}

impl Meanings {
    fn at(&mut self, is_free: bool) -> &mut Letters {
        if is_free { &mut self.free } else { &mut self.given }
    }

    /// What readers are told: where a text is given, they need not know.
    fn said(self) -> Box<str> {
        self.free.said().or_else(|| self.given.said()).unwrap_or_default()
    }
}

/// Finds the glyphs that all forms use, and reduces the fonts to them.
pub(super) fn subsets<'a>(forms: impl Iterator<Item = &'a Form>, fonts: &Fonts) -> BTreeMap<FaceId, Subset> {
    let mut used: BTreeMap<FaceId, BTreeMap<u16, Meanings>> = BTreeMap::new();
    for form in forms {
        form.visit(&mut |form| {
            for g in &form.glyphs {
                let letters = used.entry(g.face).or_default().entry(g.glyph).or_default().at(g.is_free);
                // A no-break space looks like a space, and a hyphen like others: the plainest is found and copied.
                letters.one = letters.one.into_iter().chain(g.letter).min();
            }
            for known in &form.ligatures {
                let letters = used.entry(known.face).or_default().entry(known.glyph).or_default().at(known.is_free);
                letters.many.get_or_insert_with(|| known.text.clone());
            }
        });
    }
    used.into_iter()
        .map(|(face, glyphs)| {
            let typeface = fonts.face(face);
            let sorted: Vec<u16> = glyphs.keys().copied().collect();
            let letters = glyphs.into_iter().map(|(glyph, meanings)| (glyph, meanings.said())).collect();
            let new_ids = GlyphRemapper::new_from_glyphs_sorted(&sorted);
            let is_fixed = !typeface.is_variable() || (typeface.is_default() && typeface.font().glyf().is_ok());
            let reduced = || subsetter::subset(typeface.bytes(), typeface.index(), &new_ids).ok();
            let (file, is_cff) = match is_fixed.then(reduced).flatten() {
                Some(file) => table(&file, b"CFF ").map_or((file.clone(), false), |cff| (cff.to_vec(), true)),
                // Variable, or odd in some table that drawing does not need.
                None => (instance(typeface, &new_ids.remapped_gids().collect::<Vec<u16>>()), false),
            };
            (face, Subset { new_ids, file, is_cff, letters })
        })
        .collect()
}

/// Embeds a font and returns the dictionary that text refers to.
pub(super) fn embed(face: FaceId, subset: &Subset, fonts: &Fonts, add: &mut dyn FnMut(Object) -> Object) -> Object {
    let typeface = fonts.face(face);
    let font: FontRef = typeface.font();
    let metrics = font.metrics(Size::unscaled(), typeface.location());
    let thousandth = |v: f32| Object::Real((v / typeface.units_per_em * 1000.0).round());
    let name = format!("{}+{}", tag(subset), typeface.postscript_name);

    let mut file = Dictionary::new();
    if subset.is_cff {
        file.set("Subtype", Object::Name(b"CIDFontType0C".to_vec()));
    } else {
        file.set("Length1", subset.file.len() as i64);
    }
    let file = add(Object::Stream(deflated(file, &subset.file)));
    let b = metrics.bounds.unwrap_or_default();
    let mut descriptor = dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => Object::Name(name.clone().into_bytes()),
        "Flags" => 4,
        "FontBBox" => vec![thousandth(b.x_min), thousandth(b.y_min), thousandth(b.x_max), thousandth(b.y_max)],
        "ItalicAngle" => Object::Real(metrics.italic_angle),
        "Ascent" => thousandth(metrics.ascent),
        "Descent" => thousandth(metrics.descent),
        "CapHeight" => thousandth(metrics.cap_height.unwrap_or(metrics.ascent)),
        "StemV" => 80,
    };
    descriptor.set(if subset.is_cff { "FontFile3" } else { "FontFile2" }, file);
    let descriptor = add(Object::Dictionary(descriptor));

    let widths: Vec<Object> = subset
        .new_ids
        .remapped_gids()
        .map(|old| Object::Integer((typeface.advance(old) * 1000.0).round() as i64))
        .collect();
    let mut cid = dictionary! {
        "Type" => "Font",
        "Subtype" => Object::Name(if subset.is_cff { b"CIDFontType0".to_vec() } else { b"CIDFontType2".to_vec() }),
        "BaseFont" => Object::Name(name.clone().into_bytes()),
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"),
            "Supplement" => 0,
        },
        "FontDescriptor" => descriptor,
        "DW" => 1000,
        "W" => vec![Object::Integer(0), Object::Array(widths)],
    };
    if !subset.is_cff {
        cid.set("CIDToGIDMap", Object::Name(b"Identity".to_vec()));
    }
    let cid = add(Object::Dictionary(cid));
    let unicode = add(Object::Stream(to_unicode(subset)));
    Object::Dictionary(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => Object::Name(name.into_bytes()),
        "Encoding" => "Identity-H",
        "DescendantFonts" => vec![cid],
        "ToUnicode" => unicode,
    })
}

/// The map from glyphs to the letters they stand for.
fn to_unicode(subset: &Subset) -> Stream {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) \
         /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\n\
         endcodespacerange\n",
    );
    let entries: Vec<(u16, String)> = subset
        .letters
        .iter()
        .filter_map(|(old, text)| {
            let hex = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            Some((subset.new_ids.get(*old)?, hex))
        })
        .collect();
    for part in entries.chunks(100) {
        map.push_str(&format!("{} beginbfchar\n", part.len()));
        for (glyph, hex) in part {
            map.push_str(&format!("<{glyph:04x}> <{hex}>\n"));
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    deflated(Dictionary::new(), map.as_bytes())
}

/// Six capitals that depend on the subset.
fn tag(subset: &Subset) -> String {
    let hash = fnv(subset.new_ids.remapped_gids());
    (0..6).map(|i| (b'A' + (hash >> (i * 8) & 0xff) as u8 % 26) as char).collect()
}

/// A table of an OpenType file.
fn table<'a>(file: &'a [u8], tag: &[u8; 4]) -> Option<&'a [u8]> {
    let number = |at: usize| Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize);
    let count = usize::from(u16::from_be_bytes(file.get(4..6)?.try_into().ok()?));
    (0..count).map(|i| 12 + i * 16).find(|&at| file.get(at..at + 4) == Some(tag)).and_then(|at| {
        let (start, length) = (number(at + 8)?, number(at + 12)?);
        file.get(start..start + length)
    })
}
