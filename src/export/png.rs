//! Faces and sheets as pixels, through resvg, from the same drawings.

use resvg::tiny_skia::{Color, FillRule, Mask, PathBuilder, Pixmap};
use usvg::tiny_skia_path::{Path, Transform};

use super::furniture::furniture;
use crate::art::{Face, Studio};
use crate::error::Error;
use crate::layout::{Setup, Sheet};
use crate::svg;
use crate::template::enter;

/// Most pixels of a picture.
const MOST: f64 = 150e6;

/// A face with its bleed, on a clear ground.
pub fn face(face: &Face, studio: &Studio, dpi: f64) -> Result<Vec<u8>, Error> {
    let scale = dpi / 25.4;
    let size = face.canvas();
    let mut pixmap = blank(size.w.0 * scale, size.h.0 * scale)?;
    draw(face, studio, Transform::from_scale(scale as f32, scale as f32), &mut pixmap)?;
    encode(&pixmap, dpi)
}

/// A sheet as it will print, on white.
pub fn sheet(sheet: &Sheet, setup: &Setup, faces: &[Face], studio: &Studio, dpi: f64) -> Result<Vec<u8>, Error> {
    let scale = dpi / 25.4;
    let paper = setup.paper.size;
    let mut pixmap = blank(paper.w.0 * scale, paper.h.0 * scale)?;
    pixmap.fill(Color::WHITE);
    let to_pixels = Transform::from_scale(scale as f32, scale as f32);
    for placement in &sheet.placements {
        let face = &faces[placement.face.0 as usize];
        let [a, b, c, d, e, f] = placement.to_sheet.as_coeffs().map(|v| v as f32);
        let bleed = face.bleed.0 as f32;
        let place = to_pixels.pre_concat(Transform::from_row(a, b, c, d, e, f)).pre_translate(-bleed, -bleed);
        let Some(clip) = outline(&placement.clip).and_then(|clip| clip.transform(to_pixels)) else { continue };
        // Only the part of the sheet that the face covers is composed.
        let area = clip.bounds();
        let (left, top) = (area.left().floor().max(0.0), area.top().floor().max(0.0));
        let (w, h) = ((area.right().ceil() - left).max(1.0), (area.bottom().ceil() - top).max(1.0));
        let shift = Transform::from_translate(-left, -top);
        let mut layer = Pixmap::new(w as u32, h as u32).ok_or_else(too_large)?;
        draw(face, studio, shift.pre_concat(place), &mut layer)?;
        let mut mask = Mask::new(layer.width(), layer.height()).ok_or_else(too_large)?;
        mask.fill_path(&clip, FillRule::Winding, true, shift);
        layer.apply_mask(&mask);
        pixmap.draw_pixmap(left as i32, top as i32, layer.as_ref(), &Default::default(), Transform::identity(), None);
    }
    draw(&furniture(sheet, paper, studio), studio, to_pixels, &mut pixmap)?;
    encode(&pixmap, dpi)
}

fn blank(w: f64, h: f64) -> Result<Pixmap, Error> {
    if w * h > MOST {
        return Err(too_large());
    }
    Pixmap::new((w.round() as u32).max(1), (h.round() as u32).max(1)).ok_or_else(too_large)
}

fn too_large() -> Error {
    Error::Option("the picture would have more than 150 megapixels; choose a lower --dpi".to_owned())
}

fn draw(face: &Face, studio: &Studio, place: Transform, onto: &mut Pixmap) -> Result<(), Error> {
    // Filters are slow at any size; nothing else is watched, because large pictures honestly take long.
    let _watched = face.svg.contains("filter").then(|| enter(&face.template.value, &face.name));
    let outlined = face.outlined(studio, &|_| true);
    let tree = svg::parse_own(&outlined, &studio.fonts.db, &studio.pictures)
        .map_err(|faults| Error::Option(format!("{} cannot be drawn: {}", face.name, faults[0].message)))?;
    resvg::render(&tree, place, &mut onto.as_mut());
    Ok(())
}

fn outline(path: &kurbo::BezPath) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for element in path.elements() {
        match *element {
            kurbo::PathEl::MoveTo(p) => builder.move_to(p.x as f32, p.y as f32),
            kurbo::PathEl::LineTo(p) => builder.line_to(p.x as f32, p.y as f32),
            kurbo::PathEl::QuadTo(a, p) => builder.quad_to(a.x as f32, a.y as f32, p.x as f32, p.y as f32),
            kurbo::PathEl::CurveTo(a, b, p) => {
                builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            kurbo::PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}

fn encode(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, Error> {
    let fault = |cause: ::png::EncodingError| Error::Option(format!("the picture cannot be written: {cause}"));
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(::png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: ::png::Unit::Meter }));
    let pixels: Vec<u8> = pixmap
        .pixels()
        .iter()
        .flat_map(|p| {
            let p = p.demultiply();
            [p.red(), p.green(), p.blue(), p.alpha()]
        })
        .collect();
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(&pixels).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}
