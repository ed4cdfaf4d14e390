//! Pictures inside a drawing, which may come from `data:` URLs or the templates folder only.
//!
//! In the tree, a small drawing stands in for each picture: it has the picture's size and name, and shows as many pixels as
//! the reader of the tree needs.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use usvg::fontdb::Database;
use usvg::roxmltree::Document;
use usvg::tiny_skia_path::Transform;
use usvg::{Group, ImageHrefResolver, ImageKind, ImageRendering, Node, Options, Paint, Tree};

use super::warnings::hear;
use super::{Faults, drawings};
use crate::finding::nearest;
use crate::picture::{Picture, Pictures};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 128 << 20;
/// The start of the names of stand-ins.
const PREFIX: &str = "picture-";

/// How often each picture is halved before it is drawn, and how its pixels are joined. The preflight sees others small.
pub(super) type Needs = HashMap<u128, (u32, ImageRendering)>;

/// Puts stand-ins into a tree. What is wrong with a drawing that is a picture goes to `faults`.
pub(super) fn resolver<'a>(
    pictures: &'a Pictures,
    needs: &'a Needs,
    fonts: &'a Arc<Database>,
    faults: &Faults,
) -> ImageHrefResolver<'a> {
    let faults = faults.clone();
    let drawn = Arc::new(move |bytes: &[u8], name: &str| {
        let kind = drawings::text(bytes).and_then(|text| drawings::picture(text, name, fonts, pictures, needs));
        kind.map_err(|found| faults.lock().expect("no thread panics while it adds a fault").extend(found)).ok()
    });
    let in_url = drawn.clone();
    ImageHrefResolver {
        resolve_data: Box::new(move |mime, bytes, _| match mime {
            "image/svg+xml" => in_url(&bytes, ""),
            _ => in_data(bytes, pictures, needs),
        }),
        resolve_string: Box::new(move |href, _| match href.ends_with(".svg") {
            true => match load(&pictures.folder, href) {
                Ok((_, bytes)) => drawn(&bytes, href),
                Err(why) => kept(Err(why), href),
            },
            false => {
                let picture = pictures.open(href, || load(&pictures.folder, href));
                kept(picture.and_then(|picture| shown(picture, pictures, needs)), href)
            }
        }),
    }
}

pub(super) fn kept(picture: Result<ImageKind, String>, what: &str) -> Option<ImageKind> {
    picture
        .map_err(|why| {
            let short: String = what.chars().take(80).collect();
            hear(format!("image: `{short}` {why}"));
        })
        .ok()
}

fn load(folder: &Path, href: &str) -> Result<(PathBuf, Vec<u8>), String> {
    const INSIDE: &str = "must be a relative path inside the templates folder";
    if href.contains(':') || href.contains('\\') || href.contains('\0') || href.starts_with("//") {
        return Err(INSIDE.into());
    }
    let path = Path::new(href);
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(INSIDE.into());
    }
    let root = folder.canonicalize().map_err(|cause| format!("cannot be read: {cause}"))?;
    let full = root.join(path).canonicalize().map_err(|cause| match cause.kind() {
        ErrorKind::NotFound => missing(&root, path),
        _ => format!("cannot be read: {cause}"),
    })?;
    if !full.starts_with(&root) {
        return Err("leaves the project folder by a symbolic link".into());
    }
    let facts = fs::metadata(&full).map_err(|cause| format!("cannot be read: {cause}"))?;
    if !facts.is_file() {
        return Err("is not a regular file".into());
    }
    if facts.len() > MAX_BYTES {
        let megabytes = facts.len().div_ceil(1 << 20);
        return Err(format!("has {megabytes} MB; the limit is {}: save it smaller, or as JPEG", MAX_BYTES >> 20));
    }
    let bytes = fs::read(&full).map_err(|cause| format!("cannot be read: {cause}"))?;
    Ok((full, bytes))
}

/// A picture that is not there, and the file that was meant.
fn missing(root: &Path, path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let names: Vec<String> = fs::read_dir(root.join(folder)).map_or_else(
        |_| Vec::new(),
        |files| files.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect(),
    );
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_picture = |name: &&str| Path::new(name).extension().is_some();
    match nearest(&name, names.iter().map(String::as_str).filter(is_picture)) {
        Some(near) => {
            let near = folder.join(near).to_string_lossy().replace('\\', "/");
            format!("is not in `templates`; did you mean `{near}`?")
        }
        None => "is not in `templates`".to_owned(),
    }
}

/// The files below the templates folder that a drawing shows as pictures, in the order of the drawing.
pub fn shown_files(svg: &str) -> Vec<String> {
    // Most faces have no pictures.
    if !(svg.contains("image") && svg.contains("href")) {
        return Vec::new();
    }
    let Ok(doc) = Document::parse(svg) else { return Vec::new() };
    let images = doc.descendants().filter(|node| node.tag_name().name() == "image");
    let hrefs = images.flat_map(|node| node.attributes()).filter(|attribute| attribute.name() == "href");
    let names = hrefs.map(|href| href.value()).filter(|name| !name.starts_with('#') && !name.starts_with("data:"));
    // `./a//b.png` is `a/b.png`.
    let parts = |name: &str| name.split('/').filter(|part| !matches!(*part, "" | ".")).collect::<Vec<_>>().join("/");
    names.map(parts).collect()
}

/// A picture in a data URL.
pub(super) fn in_data(bytes: Arc<Vec<u8>>, pictures: &Pictures, needs: &Needs) -> Option<ImageKind> {
    kept(pictures.open_data(&bytes).and_then(|picture| shown(picture, pictures, needs)), "a data URL")
}

/// The stand-in of a picture.
fn shown(picture: Arc<Picture>, pictures: &Pictures, needs: &Needs) -> Result<ImageKind, String> {
    let usual = || (picture.small(), ImageRendering::OptimizeQuality);
    let (halvings, rendering) = needs.get(&picture.id).copied().unwrap_or_else(usual);
    let file = pictures.halved(&picture, halvings)?;
    stand_in(&picture, file, rendering).map(ImageKind::SVG)
}

/// A drawing that has the size of the picture, whatever the size of the file that it shows.
fn stand_in(picture: &Picture, file: Arc<Vec<u8>>, rendering: ImageRendering) -> Result<Tree, String> {
    let Picture { id, width, height, .. } = picture;
    let rendering = if is_crisp(rendering) { "pixelated" } else { "optimizeQuality" };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><image id=\"{PREFIX}{id:032x}\" \
         width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" style=\"image-rendering:{rendering}\" href=\"file\"/></svg>"
    );
    let resolve_string = Box::new(move |_: &str, _: &Options| Some(ImageKind::PNG(file.clone())));
    let resolver = ImageHrefResolver { resolve_string, ..ImageHrefResolver::default() };
    let options = Options { image_href_resolver: resolver, ..Options::default() };
    Tree::from_str(&svg, &options).map_err(|cause| cause.to_string())
}

/// Whether the pixels of a picture are meant to be seen.
pub fn is_crisp(rendering: ImageRendering) -> bool {
    matches!(rendering, ImageRendering::OptimizeSpeed | ImageRendering::CrispEdges | ImageRendering::Pixelated)
}

/// The id of the picture that a drawing stands in for, if it does.
pub fn picture_of(tree: &Tree) -> Option<u128> {
    let [Node::Group(only)] = tree.root().children() else { return None };
    u128::from_str_radix(only.id().strip_prefix(PREFIX)?, 16).ok()
}

/// What each picture of a tree needs to be drawn with that many pixels per unit.
pub(super) fn needs(tree: &Tree, scale: f32, pictures: &Pictures) -> Needs {
    let mut needs = Needs::new();
    each_picture(tree.root(), Transform::from_scale(scale, scale), &mut |id, image, ts| {
        let Some(picture) = pictures.get(id) else { return };
        let across = f64::from(ts.sx.hypot(ts.ky)) * f64::from(picture.width);
        let down = f64::from(ts.kx.hypot(ts.sy)) * f64::from(picture.height);
        let rendering = image.rendering_mode();
        let halvings = if is_crisp(rendering) { 0 } else { picture.halvings(across, down) };
        let need = needs.entry(id).or_insert((halvings, rendering));
        if halvings <= need.0 {
            *need = (halvings, rendering);
        }
    });
    needs
}

/// Visits all pictures in a group, also those in its masks, patterns, filters and drawings. `ts` maps what is around it.
///
/// Each is given with its id, and with what maps its pixels.
pub fn each_picture(group: &Group, ts: Transform, see: &mut dyn FnMut(u128, &usvg::Image, Transform)) {
    let ts = ts.pre_concat(group.transform());
    let mut mask = group.mask();
    while let Some(inner) = mask {
        each_picture(inner.root(), ts, see);
        mask = inner.mask();
    }
    for primitive in group.filters().iter().flat_map(|filter| filter.primitives()) {
        if let usvg::filter::Kind::Image(image) = primitive.kind() {
            each_picture(image.root(), ts, see);
        }
    }
    for node in group.children() {
        match node {
            Node::Group(inner) => each_picture(inner, ts, see),
            Node::Image(image) => {
                if let ImageKind::SVG(tree) = image.kind() {
                    match picture_of(tree) {
                        Some(id) => see(id, image, ts),
                        None => each_picture(tree.root(), ts, see),
                    }
                }
            }
            Node::Path(path) => {
                for paint in
                    path.fill().map(usvg::Fill::paint).into_iter().chain(path.stroke().map(usvg::Stroke::paint))
                {
                    if let Paint::Pattern(pattern) = paint {
                        each_picture(pattern.root(), ts.pre_concat(pattern.transform()), see);
                    }
                }
            }
            Node::Text(text) => each_picture(text.flattened(), ts, see),
        }
    }
}

/// The tree as SVG text for a browser, with its pictures inside.
pub(super) fn inlined(tree: &Tree, needs: &Needs, pictures: &Pictures) -> String {
    within(&tree.to_string(&usvg::WriteOptions::default()), needs, pictures)
}

fn within(svg: &str, needs: &Needs, pictures: &Pictures) -> String {
    const URL: &str = "data:image/svg+xml;base64,";
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(URL) {
        out.push_str(before);
        let (coded, tail) = after.split_once('"').unwrap_or((after, ""));
        let drawing = embedded(coded.trim(), needs, pictures);
        match drawing {
            Some(drawing) => out.push_str(&drawing),
            None => out.extend([URL, coded]),
        }
        out.push('"');
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// The URL of a stand-in with a file that suits the browser.
fn embedded(coded: &str, needs: &Needs, pictures: &Pictures) -> Option<String> {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    let svg = String::from_utf8(STANDARD.decode(coded).ok()?).ok()?;
    let (before, id) = svg.split_once(PREFIX)?;
    if before.matches('<').count() > 2 {
        // A drawing of somebody, with pictures of its own.
        let drawing = within(&svg, needs, pictures);
        return Some(format!("data:image/svg+xml;base64,{}", STANDARD.encode(drawing)));
    }
    let id = u128::from_str_radix(id.get(..32)?, 16).ok()?;
    let picture = pictures.get(id)?;
    let (halvings, rendering) = needs.get(&id).copied()?;
    let (kind, file) = pictures.inline(&picture, halvings).ok()?;
    let (Picture { width, height, .. }, file) = (&*picture, STANDARD.encode(&*file));
    let style = if is_crisp(rendering) { " style='image-rendering:pixelated'" } else { "" };
    Some(format!(
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'%3E%3Cimage \
         width='{width}' height='{height}' preserveAspectRatio='none'{style} href='data:{kind};base64,{file}'/%3E%3C/svg%3E"
    ))
}
