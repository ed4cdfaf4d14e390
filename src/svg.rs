//! SVG text to a usvg tree; hostile or broken drawings are reported.

mod guard;
mod images;
mod warnings;

use std::path::Path;
use std::sync::Arc;

use usvg::fontdb::Database;

use crate::finding::{Rule, rule};

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
}

impl Fault {
    fn new(rule: &'static Rule, message: impl Into<String>) -> Fault {
        Fault { rule, message: message.into(), at: None }
    }

    fn at(mut self, doc: &usvg::roxmltree::Document, byte: usize) -> Fault {
        let pos = doc.text_pos_at(byte);
        self.at = Some((pos.row, pos.col));
        self
    }
}

/// Stands for a missing family.
const NO_FAMILY: &str = "no font-family given";

/// Reads a drawing.
///
/// `images` is the only folder that pictures may come from. The tree is returned only if there are no faults.
pub fn parse(svg: &str, fonts: &Arc<Database>, images: &Path) -> Result<usvg::Tree, Vec<Fault>> {
    read(&guard::admit(svg)?, fonts, images)
}

/// Reads a drawing of our own, without limits: outlines of text may be long.
pub fn parse_own(svg: &str, fonts: &Arc<Database>, images: &Path) -> Result<usvg::Tree, Vec<Fault>> {
    let doc =
        usvg::roxmltree::Document::parse(svg).map_err(|cause| vec![Fault::new(&rule::SVG_FAULT, cause.to_string())])?;
    read(&doc, fonts, images)
}

fn read(doc: &usvg::roxmltree::Document, fonts: &Arc<Database>, images: &Path) -> Result<usvg::Tree, Vec<Fault>> {
    let options = usvg::Options {
        fontdb: fonts.clone(),
        image_href_resolver: images::resolver(images),
        // Text without a family must not fall back to the first font.
        font_family: NO_FAMILY.into(),
        ..usvg::Options::default()
    };
    let (tree, said) = warnings::listen(|| usvg::Tree::from_xmltree(doc, &options));
    let faults: Vec<Fault> = said.into_iter().map(worded).collect();
    match tree {
        Ok(tree) if faults.is_empty() => Ok(tree),
        Ok(_) => Err(faults),
        Err(cause) => Err(vec![Fault::new(&rule::SVG_FAULT, cause.to_string())]),
    }
}

/// Turns a log line of the reader into a fault.
fn worded(line: String) -> Fault {
    let rule = if line.contains("font-family") || line.contains("No match for") {
        &rule::FONT_MISSING
    } else if line.starts_with("No fonts with a") || line.contains("Fallback from") {
        &rule::GLYPH_MISSING
    } else if line.starts_with("image:") || line.contains("image") {
        &rule::IMAGE_UNUSABLE
    } else {
        &rule::SVG_FAULT
    };
    let line = line.strip_prefix("image: ").map(str::to_owned).unwrap_or(line);
    if line.contains(NO_FAMILY) {
        return Fault::new(rule, "a `<text>` names no font-family");
    }
    if let Some(why) = line.strip_prefix("Error during path parsing: ") {
        return Fault::new(rule, format!("the path data cannot be read: {}", why.trim_end_matches('.')));
    }
    // "Failed to parse fill value: 'redd'. Fallback to black."
    if let Some((name, value)) = line.strip_prefix("Failed to parse ").and_then(|rest| rest.split_once(" value: '")) {
        let value = value.split('\'').next().unwrap_or(value);
        return Fault::new(rule, format!("`{value}` is no value of `{name}`"));
    }
    Fault::new(rule, line.trim_end_matches('.').to_owned())
}
