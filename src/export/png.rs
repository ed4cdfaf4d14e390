//! Draws faces and sheets as pixels, with resvg.

use resvg::tiny_skia::{Color, FillRule, Mask, PathBuilder, Pixmap};
use usvg::tiny_skia_path::{Path, Transform};

use super::furniture::furniture;
use crate::art::{Face, Studio};
use crate::budget::{caught, enter_picture, give_up};
use crate::error::{Error, PictureError};
use crate::layout::{Setup, Sheet};
use crate::svg;
use crate::units::Mm;

/// The most pixels in a picture.
const MOST: f64 = 150e6;

/// A face with its bleed on a transparent background, as a PNG file.
pub fn face(face: &Face, studio: &Studio, dpi: f64) -> Result<Vec<u8>, Error> {
    Picture::of(face, studio, dpi)?.encoded(dpi)
}

/// Pixels in rows from the top left: red, green, blue, opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// A face with its bleed.
    pub fn of(face: &Face, studio: &Studio, dpi: f64) -> Result<Picture, Error> {
        let scale = dpi / 25.4;
        let size = face.canvas();
        let mut pixmap = blank(size.w.0 * scale, size.h.0 * scale)?;
        draw(face, studio, Transform::from_scale(scale as f32, scale as f32), &mut pixmap)?;
        Ok(Picture::from(&pixmap))
    }

    /// Cuts the picture of a face along `outline`. The outline's origin is at the trim, `bleed` inside the picture.
    pub fn cut_out(&self, outline: &kurbo::BezPath, bleed: Mm, dpi: f64) -> Option<Picture> {
        let scale = dpi / 25.4;
        let to_pixels = kurbo::Affine::scale(scale) * kurbo::Affine::translate((bleed.0, bleed.0));
        let mut mask = Mask::new(self.width, self.height)?;
        mask.fill_path(&skia_path(&(to_pixels * outline.clone()))?, FillRule::Winding, true, Transform::identity());
        let area = kurbo::Shape::bounding_box(&(to_pixels * outline.clone()));
        let (left, top) = ((area.x0.round().max(0.0)) as u32, (area.y0.round().max(0.0)) as u32);
        let (right, bottom) = ((area.x1.round() as u32).min(self.width), (area.y1.round() as u32).min(self.height));
        let mut pixels = Vec::new();
        for y in top..bottom {
            for x in left..right {
                let at = (y * self.width + x) as usize;
                let [r, g, b, a] = self.pixels[at];
                pixels.push([r, g, b, (u16::from(a) * u16::from(mask.data()[at]) / 255) as u8]);
            }
        }
        Some(Picture { width: right.checked_sub(left)?, height: bottom.checked_sub(top)?, pixels })
    }

    /// The picture as a PNG file.
    pub fn encoded(&self, dpi: f64) -> Result<Vec<u8>, Error> {
        encode(self.width, self.height, self.pixels.as_flattened(), dpi, ::png::Compression::Fast)
    }

    /// A smaller PNG file for pages with many pictures. Colors are rounded in steps too fine to see.
    pub fn encoded_small(&self, dpi: f64) -> Result<Vec<u8>, Error> {
        let step = |c: u8| c & 0xf8 | c >> 5;
        let pixels: Vec<[u8; 4]> =
            self.pixels.iter().map(|&[r, g, b, a]| [step(r), step(g), step(b), step(a)]).collect();
        encode(self.width, self.height, pixels.as_flattened(), dpi, ::png::Compression::Balanced)
    }
}

impl From<&Pixmap> for Picture {
    fn from(pixmap: &Pixmap) -> Picture {
        let plain = |p: &resvg::tiny_skia::PremultipliedColorU8| {
            let p = p.demultiply();
            [p.red(), p.green(), p.blue(), p.alpha()]
        };
        Picture { width: pixmap.width(), height: pixmap.height(), pixels: pixmap.pixels().iter().map(plain).collect() }
    }
}

/// A sheet as it will print, on white, as a PNG file.
pub fn sheet(sheet: &Sheet, setup: &Setup, faces: &[Face], studio: &Studio, dpi: f64) -> Result<Vec<u8>, Error> {
    let scale = dpi / 25.4;
    let paper = setup.paper.size;
    let mut pixmap = blank(paper.w.0 * scale, paper.h.0 * scale)?;
    pixmap.fill(Color::WHITE);
    let [a, b, c, d, e, f] = (kurbo::Affine::scale(scale) * setup.correction(sheet.side)).as_coeffs().map(|v| v as f32);
    let to_pixels = Transform::from_row(a, b, c, d, e, f);
    for placement in &sheet.placements {
        let face = &faces[placement.face.0 as usize];
        let [a, b, c, d, e, f] = placement.to_sheet.as_coeffs().map(|v| v as f32);
        let bleed = face.bleed.0 as f32;
        let place = to_pixels.pre_concat(Transform::from_row(a, b, c, d, e, f)).pre_translate(-bleed, -bleed);
        let Some(clip) = skia_path(&placement.clip).and_then(|clip| clip.transform(to_pixels)) else { continue };
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
    Picture::from(&pixmap).encoded(dpi)
}

fn blank(w: f64, h: f64) -> Result<Pixmap, Error> {
    if w * h > MOST {
        return Err(too_large());
    }
    Pixmap::new((w.round() as u32).max(1), (h.round() as u32).max(1)).ok_or_else(too_large)
}

fn too_large() -> Error {
    PictureError::TooLarge { megapixels: (MOST / 1e6) as u32 }.into()
}

fn draw(face: &Face, studio: &Studio, place: Transform, onto: &mut Pixmap) -> Result<(), Error> {
    let (template, megapixels) = (&face.template.value, f64::from(onto.width()) * f64::from(onto.height()) / 1e6);
    let _watched = enter_picture(template, &face.name, megapixels);
    let undrawable = |why: String| PictureError::Undrawable { face: face.name.clone(), why };
    caught(|| paint(face, studio, place, onto)).unwrap_or_else(|panic| {
        give_up(template, &face.name, format!("made a library fail: {panic}"));
        Err(undrawable(panic).into())
    })
}

fn paint(face: &Face, studio: &Studio, place: Transform, onto: &mut Pixmap) -> Result<(), Error> {
    let outlined = face.outlined(studio);
    let scale = place.sx.hypot(place.ky).max(place.kx.hypot(place.sy));
    let tree = svg::parse_sharp(&outlined, &studio.fonts.db, &studio.pictures, scale)
        .map_err(|faults| PictureError::Undrawable { face: face.name.clone(), why: faults[0].message.clone() })?;
    resvg::render(&tree, place, &mut onto.as_mut());
    Ok(())
}

/// An outline as a tiny-skia path.
pub(crate) fn skia_path(path: &kurbo::BezPath) -> Option<Path> {
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

fn encode(width: u32, height: u32, pixels: &[u8], dpi: f64, compression: ::png::Compression) -> Result<Vec<u8>, Error> {
    let fault = |cause: ::png::EncodingError| PictureError::Unencodable(cause.to_string());
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(compression);
    let per_meter = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(::png::PixelDimensions { xppu: per_meter, yppu: per_meter, unit: ::png::Unit::Meter }));
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(pixels).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}
