//! Writes pictures, and effects that can only be stored as pictures.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use usvg::tiny_skia_path::Transform;
use usvg::{Group, ImageKind, Node};

use super::convert::Writer;
use super::form::{Image, Pixels, Resource};
use super::numbers::matrix;
use super::shared;
use crate::finding::rule;

/// Pixels per millimeter at 600 dpi.
const DENSITY: f32 = 600.0 / 25.4;
/// The longest side of a rasterized part, in pixels.
const MOST: f32 = 4000.0;

pub(super) fn draw(w: &mut Writer, node: &usvg::Image, ts: Transform) {
    if !node.is_visible() {
        return;
    }
    let size = node.size();
    let image = match node.kind() {
        ImageKind::SVG(tree) => return shared::picture(w, tree, ts),
        ImageKind::JPEG(bytes) => jpeg(bytes).or_else(|| decoded(node)),
        _ => decoded(node),
    };
    match image {
        Some(image) => put(w, image, ts, 0.0, 0.0, size.width(), size.height()),
        None => w.notes.push((&rule::IMAGE_UNUSABLE, "a picture is damaged".into())),
    }
}

/// Draws a group as pixels, because it has a filter.
pub(super) fn raster(w: &mut Writer, group: &Group, ts: Transform) {
    // resvg applies the group's own transform, but `ts` already includes it.
    let Some(parent) = group.transform().invert().map(|own| ts.pre_concat(own)) else { return };
    let bounds = group.layer_bounding_box().transform(ts).map(|b| b.to_rect());
    let Some(bounds) = bounds else { return };
    let density = DENSITY.min(MOST / bounds.width().max(bounds.height()));
    let (pw, ph) = ((bounds.width() * density).ceil(), (bounds.height() * density).ceil());
    let Some(mut pixmap) = Pixmap::new(pw.max(1.0) as u32, ph.max(1.0) as u32) else { return };
    let node = Node::Group(Box::new(group.clone()));
    // `render_node` first moves the node's absolute box to the origin; undo that.
    let own = group.abs_layer_bounding_box();
    let place = Transform::from_scale(density, density)
        .pre_translate(-bounds.left(), -bounds.top())
        .pre_concat(parent)
        .pre_translate(own.x(), own.y());
    if resvg::render_node(&node, place, &mut pixmap.as_mut()).is_none() {
        return;
    }
    let image = from_pixmap(&pixmap);
    put(w, image, Transform::identity(), bounds.left(), bounds.top(), pw / density, ph / density);
}

fn put(w: &mut Writer, image: Image, ts: Transform, x: f32, y: f32, width: f32, height: f32) {
    let saved = w.save();
    // A PDF image fills the unit square, y up.
    let place = ts.pre_concat(Transform::from_row(width, 0.0, 0.0, -height, x, y + height));
    matrix(w.out(), place, "cm");
    w.apply(Resource::Image(Arc::new(image)), "Do");
    w.restore(saved);
}

/// Stores a JPEG unchanged. `None` if it must be decoded.
fn jpeg(bytes: &Arc<Vec<u8>>) -> Option<Image> {
    let mut at = 2;
    while at + 9 < bytes.len() {
        if bytes[at] != 0xff {
            return None;
        }
        let (marker, length) = (bytes[at + 1], usize::from(bytes[at + 2]) << 8 | usize::from(bytes[at + 3]));
        if matches!(marker, 0xc0..=0xc2) {
            let height = u32::from(bytes[at + 5]) << 8 | u32::from(bytes[at + 6]);
            let width = u32::from(bytes[at + 7]) << 8 | u32::from(bytes[at + 8]);
            let channels = bytes[at + 9];
            // CMYK pictures are often inverted, so they are decoded instead.
            let pixels = Pixels::Jpeg { bytes: bytes.clone(), channels };
            // A complete file ends with the end marker and perhaps padding.
            if !bytes[bytes.len().saturating_sub(64)..].windows(2).any(|pair| pair == [0xff, 0xd9]) {
                return None;
            }
            return matches!(channels, 1 | 3).then_some(Image { width, height, pixels, alpha: None });
        }
        at += 2 + length;
    }
    None
}

/// Decodes a picture at its natural size.
fn decoded(node: &usvg::Image) -> Option<Image> {
    let size = node.size();
    let mut pixmap = Pixmap::new(size.width().ceil() as u32, size.height().ceil() as u32)?;
    // `render_node` moves the node's absolute box to the origin and draws it in its own units.
    let bounds = node.abs_bounding_box();
    let place = Transform::from_translate(bounds.x(), bounds.y());
    resvg::render_node(&Node::Image(Box::new(node.clone())), place, &mut pixmap.as_mut())?;
    // resvg leaves a picture blank if it cannot be decoded.
    pixmap.pixels().iter().any(|p| p.alpha() > 0).then(|| from_pixmap(&pixmap))
}

fn from_pixmap(pixmap: &Pixmap) -> Image {
    let plain: Vec<_> = pixmap.pixels().iter().map(|p: &PremultipliedColorU8| p.demultiply()).collect();
    let rgb = plain.iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let alpha: Vec<u8> = plain.iter().map(|p| p.alpha()).collect();
    let alpha = alpha.iter().any(|&a| a < 255).then_some(alpha);
    Image { width: pixmap.width(), height: pixmap.height(), pixels: Pixels::Rgb(rgb), alpha }
}
