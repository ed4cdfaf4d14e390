//! Drawings that stand in others as pictures, each read once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use usvg::fontdb::Database;
use usvg::roxmltree::Document;
use usvg::{ImageHrefResolver, ImageKind, Tree};

use super::images::Needs;
use super::{Fault, Root, guard, images, prolog, root};
use crate::finding::rule;
use crate::hash::of_text;
use crate::picture::Pictures;

/// The most drawings that are remembered.
const MOST: usize = 256;

/// What shows something.
const SHAPES: [&str; 9] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image"];

type Read = Arc<OnceLock<Result<Tree, Vec<Fault>>>>;

/// What was read with some fonts, by the text.
type Known = (Arc<Database>, HashMap<[u64; 2], Read>);

/// What a text draws depends on the fonts and nothing else.
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// Reads a drawing by the limits of all drawings. Pictures inside it must be part of its file.
fn tree(svg: &str, fonts: &Arc<Database>, pictures: &Pictures, needs: &Needs) -> Result<Tree, Vec<Fault>> {
    let read = || read(svg, fonts, pictures, needs);
    // Pictures are shown as large as the reader of the tree needs.
    if svg.contains("image") { read() } else { known(svg, fonts).get_or_init(read).clone() }
}

fn known(svg: &str, fonts: &Arc<Database>) -> Read {
    let mut guard = KNOWN.lock().expect("no thread panics while it holds the list");
    let fresh = || (fonts.clone(), HashMap::new());
    let (with, all) = guard.get_or_insert_with(fresh);
    if !Arc::ptr_eq(with, fonts) || all.len() >= MOST {
        (*with, *all) = fresh();
    }
    all.entry(of_text(svg)).or_default().clone()
}

fn read(svg: &str, fonts: &Arc<Database>, pictures: &Pictures, needs: &Needs) -> Result<Tree, Vec<Fault>> {
    let text = prolog::plain(svg).map_err(|fault| vec![fault])?;
    let text = root::in_millimeters(&text);
    let doc = guard::admit(&text)?;
    if Root::of(&text).is_some_and(|root| root.size().is_none() && root.view_box().is_none()) {
        let fault = Fault::new(&rule::SVG_FAULT, "the drawing has neither a size nor a `viewBox`");
        return Err(vec![fault.help("set its size in the drawing program, or write `viewBox` into its first tag")]);
    }
    let tree = super::read(&doc, fonts, &|_| resolver(pictures, needs))?;
    if !tree.root().has_children() && doc.descendants().any(|node| SHAPES.contains(&node.tag_name().name())) {
        let fault = Fault::new(&rule::IMAGE_UNUSABLE, "nothing of the drawing is shown");
        return Err(vec![fault.help("look for layers that are hidden, or for another language")]);
    }
    let (w, h) = (tree.size().width(), tree.size().height());
    let area = tree.root().abs_layer_bounding_box();
    let overflows = area.x() < -0.01 || area.y() < -0.01 || area.right() > w + 0.01 || area.bottom() > h + 0.01;
    let Some(root) = Root::of(&text).filter(|_| overflows) else { return Ok(tree) };
    // The reader clips only inner drawings to their size.
    let size = [("width", w.to_string()), ("height", h.to_string())];
    let head = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\">");
    let inner = root.with(&[&size[..], &[("overflow", "hidden".to_owned())]].concat());
    let clipped = format!("{head}{inner}</svg>");
    let doc = Document::parse(&clipped).map_err(|cause| vec![Fault::new(&rule::SVG_FAULT, cause.to_string())])?;
    super::read(&doc, fonts, &|_| resolver(pictures, needs))
}

/// Pictures inside a drawing that is one itself.
fn resolver<'a>(pictures: &'a Pictures, needs: &'a Needs) -> ImageHrefResolver<'a> {
    ImageHrefResolver {
        resolve_data: Box::new(move |mime, bytes, _| match mime {
            "image/svg+xml" => {
                images::kept(Err("is an SVG inside a picture; draw its shapes there".into()), "a data URL")
            }
            _ => images::in_data(bytes, pictures, needs),
        }),
        resolve_string: Box::new(|href, _| {
            images::kept(Err("is not part of the file; embed it in the drawing program".into()), href)
        }),
    }
}

/// The drawing as a picture, or its faults under the name of its file.
pub(super) fn picture(
    svg: &str,
    name: &str,
    fonts: &Arc<Database>,
    pictures: &Pictures,
    needs: &Needs,
) -> Result<ImageKind, Vec<Fault>> {
    tree(svg, fonts, pictures, needs)
        .map(ImageKind::SVG)
        .map_err(|faults| faults.into_iter().map(|fault| Fault { file: Some(name.to_owned()), ..fault }).collect())
}

/// A file's bytes as the text of a drawing.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Vec<Fault>> {
    std::str::from_utf8(bytes)
        .map_err(|_| vec![Fault::new(&rule::IMAGE_UNUSABLE, "the drawing is not UTF-8; compressed SVG cannot be read")])
}
