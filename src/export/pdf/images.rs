//! Writes pictures, and effects that can only be stored as pictures.

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use usvg::tiny_skia_path::Transform;
use usvg::{Group, ImageKind, Node};

use super::convert::Writer;
use super::form::{Image, Resource};
use super::numbers::matrix;
use super::shared;
use crate::art::FINEST;
use crate::color::{Color, Rgb};
use crate::svg::picture_of;

/// The longest side of a rasterized part, in pixels.
const MOST: f32 = 4000.0;

pub(super) fn draw(w: &mut Writer, node: &usvg::Image, ts: Transform) {
    // The reader of drawings leaves no other kind.
    let ImageKind::SVG(tree) = node.kind() else { return };
    if !node.is_visible() {
        return;
    }
    let Some(picture) = picture_of(tree).and_then(|id| w.studio.pictures.get(id)) else {
        return shared::picture(w, tree, ts);
    };
    let (width, height) = (node.size().width(), node.size().height());
    let printed = [ts.sx.hypot(ts.ky) * width, ts.kx.hypot(ts.sy) * height];
    let upright = ts.pre_concat(Transform::from_scale(width, height)).pre_concat(picture.turn.matrix());
    put(w, Resource::Picture { id: picture.id, size: printed, is_gray: w.is_gray }, upright);
}

/// Draws a group as pixels, because it has a filter.
pub(super) fn raster(w: &mut Writer, group: &Group, ts: Transform) {
    // resvg applies the group's own transform, but `ts` already includes it.
    let Some(parent) = group.transform().invert().map(|own| ts.pre_concat(own)) else { return };
    let bounds = group.layer_bounding_box().transform(ts).map(|b| b.to_rect());
    let Some(bounds) = bounds else { return };
    let density = FINEST.min(MOST / bounds.width().max(bounds.height()));
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
    let image = Resource::Image(Box::new(from_pixmap(&pixmap, w)));
    put(w, image, Transform::from_row(pw / density, 0.0, 0.0, ph / density, bounds.left(), bounds.top()));
}

/// Draws pixels where a transform puts the unit square, y down.
fn put(w: &mut Writer, pixels: Resource, ts: Transform) {
    let saved = w.save();
    // A PDF image fills the unit square, y up.
    matrix(w.out(), ts.pre_concat(Transform::from_row(1.0, 0.0, 0.0, -1.0, 0.0, 1.0)), "cm");
    w.apply(pixels, "Do");
    w.restore(saved);
}

fn from_pixmap(pixmap: &Pixmap, w: &Writer) -> Image {
    let plain: Vec<_> = pixmap.pixels().iter().map(|p: &PremultipliedColorU8| p.demultiply()).collect();
    let shades = plain.iter().map(|p| w.shade(Color::rgb(p.red(), p.green(), p.blue())).seen());
    let rgb = shades.flat_map(|Rgb { r, g, b }| [r, g, b]).collect();
    let alpha: Vec<u8> = plain.iter().map(|p| p.alpha()).collect();
    let alpha = alpha.iter().any(|&a| a < 255).then_some(alpha);
    Image { width: pixmap.width(), height: pixmap.height(), rgb, alpha, is_packed: false }
}
