//! Plain `<text>`: the fonts that its characters get, and those that it cannot be set in.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use skrifa::MetadataProvider;
use usvg::fontdb::{Database, Family, ID, Query, Stretch, Style, Weight};
use usvg::roxmltree::{Document, Node};
use usvg::{FontFamily, FontResolver, FontStretch, FontStyle, Group, Text, Tree};

use super::Fault;
use crate::finding::rule;

/// The characters that a message names.
const SHOWN: usize = 8;

/// Chooses fonts as CSS does: a character comes from the first family that has it, and from no other.
pub(super) fn resolver() -> FontResolver<'static> {
    let known: Arc<Mutex<HashMap<ID, Vec<ID>>>> = Arc::default();
    let chosen = known.clone();
    let usual = FontResolver::default_font_selector();
    FontResolver {
        select_font: Box::new(move |font, fonts| {
            let all = named_fonts(font, fonts);
            let Some(&first) = all.first() else { return usual(font, fonts) };
            chosen.lock().expect("no thread panics while it chooses a font").entry(first).or_default().extend(all);
            Some(first)
        }),
        select_fallback: Box::new(move |c, used, fonts| {
            let known = known.lock().expect("no thread panics while it chooses a font");
            let named = known.get(used.first()?)?;
            named.iter().copied().find(|id| !used.contains(id) && has(fonts, *id, c))
        }),
    }
}

/// The fonts that a `<text>` names, in the order in which they are asked for a character.
pub fn named_fonts(font: &usvg::Font, fonts: &Database) -> Vec<ID> {
    let style = match font.style() {
        FontStyle::Normal => Style::Normal,
        FontStyle::Italic => Style::Italic,
        FontStyle::Oblique => Style::Oblique,
    };
    let (weight, stretch) = (Weight(font.weight()), stretch(font.stretch()));
    let find = |family: &str| fonts.query(&Query { families: &[Family::Name(family)], weight, stretch, style });
    families(font).filter_map(find).collect()
}

/// The fonts of the glyphs of a `<text>`.
pub fn fonts_of(text: &Text) -> BTreeSet<ID> {
    text.layouted().iter().flat_map(|span| &span.positioned_glyphs).map(|glyph| glyph.font).collect()
}

/// The characters of a `<text>`.
pub fn words_of(text: &Text) -> String {
    text.chunks().iter().map(|chunk| chunk.text()).collect()
}

/// Where the words of a `<text>` begin in a drawing, in bytes.
pub fn place_of_words(svg: &str, words: &str) -> Option<usize> {
    words_at(&Document::parse(svg).ok()?, words)
}

fn words_at(doc: &Document, words: &str) -> Option<usize> {
    let letters = |words: &str| words.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let wanted = letters(words);
    let is_it = |node: &Node| {
        let said: String = node.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
        node.tag_name().name() == "text" && letters(&said) == wanted
    };
    let inside = doc.descendants().find(is_it)?.descendants().filter(Node::is_text);
    inside.map(|part| part.range()).find_map(|range| {
        let blank = doc.input_text()[range.clone()].find(|c: char| !c.is_whitespace())?;
        Some(range.start + blank)
    })
}

/// Reports each `<text>` with characters that its fonts lack, or whose fonts the reader cannot join.
pub(super) fn check(tree: &Tree, doc: &Document) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !doc.input_text().contains("text") {
        return faults;
    }
    each_text(tree.root(), &mut |text| {
        let fault = fault(text, tree.fontdb());
        faults.extend(fault.map(|fault| match words_at(doc, &words_of(text)) {
            Some(at) => fault.at(doc, at),
            None => fault,
        }));
    });
    faults
}

/// Shows each `<text>` of a group, also in its patterns, masks and pictures.
pub fn each_text(group: &Group, see: &mut dyn FnMut(&Text)) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => each_text(inner, see),
            usvg::Node::Text(text) => see(text),
            usvg::Node::Path(_) | usvg::Node::Image(_) => {}
        }
        node.subroots(|inner| each_text(inner, see));
    }
}

fn fault(text: &Text, fonts: &Database) -> Option<Fault> {
    let spans = || text.chunks().iter().flat_map(|chunk| chunk.spans());
    let named: Vec<Vec<ID>> = spans().map(|span| named_fonts(span.font(), fonts)).collect();
    let (mut lacking, mut is_mixed) = (Vec::new(), false);
    for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
        let first_with = |named: &Vec<ID>, c| named.iter().copied().find(|id| has(fonts, *id, c));
        // A font that only another `<text>` of the drawing names is not this one's.
        if glyph.id.0 == 0 || !named.iter().flatten().any(|id| *id == glyph.font) {
            is_mixed = true;
            for c in glyph.text.chars() {
                if !lacking.contains(&c) && named.iter().all(|named| first_with(named, c).is_none()) {
                    lacking.push(c);
                }
            }
        } else if let Some(c) = glyph.text.chars().next().filter(|c| c.is_alphabetic()) {
            // The reader takes a whole line from the font that has all of it, even if another one comes first.
            let is_right = |named: &Vec<ID>| first_with(named, c).is_none_or(|id| id == glyph.font);
            is_mixed |= !named.iter().any(is_right);
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for family in spans().flat_map(|span| families(span.font())) {
        if !names.contains(&family) {
            names.push(family);
        }
    }
    let draw = |names: &[&str]| {
        let list: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        format!("draw it with `text(…)` and `font=[{}]`", list.join(", "))
    };
    let (message, remedy) = match lacking[..] {
        [] if !is_mixed => return None,
        [] => (format!("`<text>` cannot set one line in several fonts here: {}", names.join(", ")), draw(&names)),
        _ => {
            let shown: Vec<String> =
                lacking.iter().take(SHOWN).map(|c| format!("U+{:04X} `{}`", *c as u32, c.escape_debug())).collect();
            let more = lacking.len().saturating_sub(SHOWN);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let (plural, them) = if lacking.len() == 1 { ("", "it") } else { ("s", "them") };
            let message = format!("no glyph{plural} for {}{more} in {}", shown.join(", "), names.join(", "));
            let other = fonts.faces().find(|face| lacking.iter().all(|c| has(fonts, face.id, *c)));
            let remedy = match other.and_then(|face| face.families.first()) {
                Some((other, _)) => draw(&[&names[..], &[other]].concat()),
                None => format!("put a font that has {them} into `templates/fonts`, and draw it with `text(…)`"),
            };
            (message, remedy)
        }
    };
    Some(Fault { help: Some(remedy), ..Fault::new(&rule::GLYPH_MISSING, message) })
}

fn has(fonts: &Database, id: ID, c: char) -> bool {
    let is_there =
        |data: &[u8], index| skrifa::FontRef::from_index(data, index).is_ok_and(|f| f.charmap().map(c).is_some());
    fonts.with_face_data(id, is_there).unwrap_or(false)
}

/// The families that a `<text>` names; generic ones, such as `serif`, there are not.
fn families(font: &usvg::Font) -> impl Iterator<Item = &str> {
    font.families().iter().filter_map(|family| match family {
        FontFamily::Named(name) => Some(name.as_str()),
        _ => None,
    })
}

fn stretch(stretch: FontStretch) -> Stretch {
    match stretch {
        FontStretch::UltraCondensed => Stretch::UltraCondensed,
        FontStretch::ExtraCondensed => Stretch::ExtraCondensed,
        FontStretch::Condensed => Stretch::Condensed,
        FontStretch::SemiCondensed => Stretch::SemiCondensed,
        FontStretch::Normal => Stretch::Normal,
        FontStretch::SemiExpanded => Stretch::SemiExpanded,
        FontStretch::Expanded => Stretch::Expanded,
        FontStretch::ExtraExpanded => Stretch::ExtraExpanded,
        FontStretch::UltraExpanded => Stretch::UltraExpanded,
    }
}
