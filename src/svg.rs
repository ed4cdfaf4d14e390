//! SVG text to a usvg tree; hostile or broken drawings are reported.

mod css;
mod drawings;
mod embed;
mod gamut;
mod guard;
mod images;
mod left_out;
mod letters;
mod names;
mod nesting;
mod plain_text;
mod prolog;
mod root;
mod unread;
mod warnings;

use std::sync::{Arc, Mutex};

use usvg::ImageHrefResolver;
use usvg::fontdb::Database;

use crate::finding::{FileId, Finding, Place, Rule, Sources, rule};
use crate::picture::Pictures;
use images::{Needs, resolver};

pub use embed::embedded;
pub use images::{each_picture, is_crisp, picture_of, shown_files};
pub use plain_text::{each_text, fonts_of, named_fonts, place_of_words, words_of};
pub use prolog::plain;
pub use root::{Root, in_millimeters};
pub use warnings::listen;

/// What is wrong with a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The rule it breaks.
    pub rule: &'static Rule,
    /// What is wrong.
    pub message: String,
    /// Line and column in the SVG text, from 1, if known.
    pub at: Option<(u32, u32)>,
    /// The picture with the fault, as `<image>` names it. Nothing for the drawing itself.
    pub file: Option<String>,
    /// What to do, if that is known.
    pub help: Option<String>,
}

/// Faults of the pictures in a drawing.
type Faults = Arc<Mutex<Vec<Fault>>>;

impl Fault {
    /// A fault at no certain place.
    pub fn new(rule: &'static Rule, message: impl Into<String>) -> Fault {
        Fault { rule, message: message.into(), at: None, file: None, help: None }
    }

    /// The fault at its place in the file it was read from, or at the first word that it quotes.
    pub fn finding(&self, file: FileId, sources: &Sources) -> Finding {
        let quoted = || {
            let word = self.message.split(['\'', '`', '"']).skip(1).find(|word| !word.is_empty())?;
            sources.text(file).find(word).map(|at| at..at + word.len())
        };
        let at = self.at.map(|(line, column)| sources.byte(file, line as usize, column as usize));
        let span = at.map(|at| at..at).or_else(quoted).unwrap_or(0..0);
        let help = self.help.clone().unwrap_or_else(|| "change it in the drawing program".to_owned());
        Finding::new(self.rule, Place::new(file, span), self.message.clone()).help(help)
    }

    fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    fn at(mut self, doc: &usvg::roxmltree::Document, byte: usize) -> Fault {
        let pos = doc.text_pos_at(byte);
        self.at = Some((pos.row, pos.col));
        self
    }
}

/// Stands for a missing family.
const NO_FAMILY: &str = "no font-family given";

/// What the reader says of a family that it cannot read.
const BAD_FAMILY: &str = "Failed to parse font-family value: '";

/// Reads a drawing.
///
/// Its pictures are drawn small: that is enough to judge them by. The tree is returned only if there are no faults.
pub fn parse(svg: &str, fonts: &Arc<Database>, pictures: &Pictures) -> Result<usvg::Tree, Vec<Fault>> {
    let text = prolog::plain(svg).map_err(|fault| vec![fault])?;
    let doc = guard::admit(&text)?;
    left_out::loose_words(&doc).map_err(|fault| vec![fault])?;
    with_pictures(&doc, fonts, pictures, &Needs::new())
}

/// Reads a drawing of our own, without limits: outlines of text may be long.
pub fn parse_own(svg: &str, fonts: &Arc<Database>, pictures: &Pictures) -> Result<usvg::Tree, Vec<Fault>> {
    with_pictures(&document(svg)?, fonts, pictures, &Needs::new())
}

/// The same with pictures for that many pixels per unit.
pub fn parse_sharp(
    svg: &str,
    fonts: &Arc<Database>,
    pictures: &Pictures,
    scale: f32,
) -> Result<usvg::Tree, Vec<Fault>> {
    let doc = document(svg)?;
    let tree = with_pictures(&doc, fonts, pictures, &Needs::new())?;
    let needs = images::needs(&tree, scale, pictures);
    if needs.is_empty() { Ok(tree) } else { with_pictures(&doc, fonts, pictures, &needs) }
}

/// A drawing of our own as SVG text for a browser, with pictures for that many pixels per unit inside.
pub fn inlined(svg: &str, fonts: &Arc<Database>, pictures: &Pictures, scale: f32) -> Result<String, Vec<Fault>> {
    let tree = parse_own(svg, fonts, pictures)?;
    Ok(images::inlined(&tree, &images::needs(&tree, scale, pictures), pictures))
}

fn document(svg: &str) -> Result<usvg::roxmltree::Document<'_>, Vec<Fault>> {
    usvg::roxmltree::Document::parse(svg).map_err(|cause| vec![Fault::new(&rule::SVG_FAULT, cause.to_string())])
}

fn with_pictures(
    doc: &usvg::roxmltree::Document,
    fonts: &Arc<Database>,
    pictures: &Pictures,
    needs: &Needs,
) -> Result<usvg::Tree, Vec<Fault>> {
    read(doc, fonts, &|faults| resolver(pictures, needs, fonts, faults))
}

fn read<'a>(
    doc: &usvg::roxmltree::Document,
    fonts: &Arc<Database>,
    resolver: &dyn Fn(&Faults) -> ImageHrefResolver<'a>,
) -> Result<usvg::Tree, Vec<Fault>> {
    let in_pictures = Faults::default();
    let options = usvg::Options {
        fontdb: fonts.clone(),
        image_href_resolver: resolver(&in_pictures),
        font_resolver: plain_text::resolver(),
        // Text without a family must not fall back to the first font.
        font_family: NO_FAMILY.into(),
        // What browsers take `medium` for.
        font_size: 16.0,
        ..usvg::Options::default()
    };
    let reworded = left_out::reworded(doc);
    let reworded = reworded.as_deref().and_then(|text| usvg::roxmltree::Document::parse(text).ok());
    let doc = reworded.as_ref().unwrap_or(doc);
    let (tree, said) = warnings::listen(|| usvg::Tree::from_xmltree(doc, &options));
    // A name that cannot be read is reported as that alone.
    let is_follower = |line: &str| {
        line.starts_with("No match for")
            && line.contains(NO_FAMILY)
            && said.iter().any(|line| line.starts_with(BAD_FAMILY))
    };
    // A missing glyph is reported once a `<text>`, at its place.
    let said = said.iter().filter(|line| !line.starts_with("No fonts with a") && !is_follower(line));
    let mut faults: Vec<Fault> = said.filter_map(|line| worded(doc, line)).collect();
    faults.extend(tree.iter().flat_map(|tree| plain_text::check(tree, doc)));
    faults.append(&mut in_pictures.lock().expect("no thread panics while it adds a fault"));
    faults.extend(tree.iter().flat_map(|tree| letters::check(tree, fonts)));
    match tree {
        Ok(tree) if faults.is_empty() => Ok(tree),
        Ok(_) => Err(faults),
        Err(cause) => Err(vec![Fault::new(&rule::SVG_FAULT, cause.to_string())]),
    }
}

/// Whether a text is a paint: a color, `none`, or a reference such as `url(#a)`.
pub fn is_paint(text: &str) -> bool {
    svgtypes::Paint::from_str(text).is_ok()
}

/// Turns a log line of the reader into a fault. `None` if nothing is missing, or another fault says so.
fn worded(doc: &usvg::roxmltree::Document, line: &str) -> Option<Fault> {
    if line.contains(" has an invalid '") {
        return left_out::extent(doc, line);
    }
    if left_out::is_nothing(doc, line) {
        return None;
    }
    let rule = if line.contains("font-family") || line.contains("No match for") {
        &rule::FONT_MISSING
    } else if line.starts_with("image:") || line.contains("image") {
        &rule::IMAGE_UNUSABLE
    } else {
        &rule::SVG_FAULT
    };
    let line = line.strip_prefix("image: ").unwrap_or(line);
    // "Failed to parse font-family value: 'Exo 2'. Falling back to …"
    if let Some(name) = line.strip_prefix(BAD_FAMILY) {
        let name = name.rsplit_once("'. Falling back").map_or(name, |(name, _)| name);
        return Some(Fault::new(rule, format!("the font-family `{name}` cannot be read: put the name in quotes")));
    }
    if line.contains(NO_FAMILY) {
        return Some(Fault::new(rule, "a `<text>` names no font-family"));
    }
    if let Some((rule_name, _)) = line.strip_prefix("The @").and_then(|rest| rest.split_once(" rule is not supported"))
    {
        let fault = Fault::new(rule, format!("`@{rule_name}` in a style sheet is left out"));
        return Some(fault.help("move what it holds out of it, or delete it"));
    }
    if let Some(why) = line.strip_prefix("Error during path parsing: ") {
        return Some(Fault::new(rule, format!("the path data cannot be read: {}", why.trim_end_matches('.'))));
    }
    // "Failed to parse fill value: 'redd'. Fallback to black."
    if let Some((name, value)) = line.strip_prefix("Failed to parse ").and_then(|rest| rest.split_once(" value: '")) {
        let value = value.split('\'').next().unwrap_or(value);
        return Some(Fault::new(rule, format!("`{value}` is no value of `{name}`")));
    }
    Some(Fault::new(rule, line.trim_end_matches('.').to_owned()))
}
