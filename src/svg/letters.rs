//! Letters of `<text>` that are pictures or in several colors: of all glyphs only outlines can be printed.

use skrifa::bitmap::BitmapData;
use skrifa::instance::Size;
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};
use usvg::fontdb::{Database, ID};

use super::Fault;
use super::plain_text::each_text;
use crate::finding::rule;

/// Reports each font with the letters of it that would be lost.
pub(super) fn check(tree: &usvg::Tree, fonts: &Database) -> Vec<Fault> {
    let mut lost: Vec<(ID, Vec<String>)> = Vec::new();
    each_text(tree.root(), &mut |text| {
        let spans = text.layouted().iter().filter(|span| span.visible);
        for glyph in spans.flat_map(|span| &span.positioned_glyphs).filter(|glyph| is_picture(glyph, fonts)) {
            let known = lost.iter().position(|(font, _)| *font == glyph.font).unwrap_or_else(|| {
                lost.push((glyph.font, Vec::new()));
                lost.len() - 1
            });
            if !lost[known].1.contains(&glyph.text) {
                lost[known].1.push(glyph.text.clone());
            }
        }
    });
    lost.iter().map(|(font, letters)| fault(*font, letters, fonts)).collect()
}

/// Whether the reader draws a glyph as anything else than its outline.
fn is_picture(glyph: &usvg::layout::PositionedGlyph, fonts: &Database) -> bool {
    let id = skrifa::GlyphId::new(glyph.id.0);
    let is = fonts.with_face_data(glyph.font, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        let is_drawing = || font.svg().is_ok_and(|table| table.glyph_data(id).is_ok_and(|found| found.is_some()));
        // Small bitmaps without color, which many fonts have beside their outlines, are not drawn.
        let is_bitmap = || {
            let bitmap = font.bitmap_strikes().glyph_for_size(Size::unscaled(), id);
            bitmap.is_some_and(|bitmap| matches!(bitmap.data, BitmapData::Png(_)))
        };
        Some(font.color_glyphs().get(id).is_some() || is_drawing() || is_bitmap())
    });
    is.flatten().unwrap_or(false)
}

fn fault(font: ID, letters: &[String], fonts: &Database) -> Fault {
    let family = fonts.face(font).and_then(|face| face.families.first()).map_or("its font", |(name, _)| name);
    let named: Vec<String> = letters.iter().take(8).map(|letter| format!("`{letter}`")).collect();
    let more = letters.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let (plural, are) = if letters.len() == 1 { ("", "it is") } else { ("s", "they are") };
    let message =
        format!("no outline{plural} for {}{more} in {family}: {are} in several colors, or a picture", named.join(", "));
    Fault::new(&rule::GLYPH_MISSING, message)
}
