//! A converted drawing: a content stream whose glyph numbers still refer to the full fonts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use usvg::tiny_skia_path::Transform;

use super::pool::deflate;
use crate::color::Color;
use crate::text::FaceId;

/// A content stream in millimeters, y down, with its resources `/R0`, `/R1`, ….
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    pub(super) content: Vec<u8>,
    /// The positions of glyph numbers, each with four hexadecimal digits.
    pub(super) glyphs: Vec<GlyphUse>,
    /// The texts of glyphs that stand for more than one character.
    pub(super) ligatures: Vec<Ligature>,
    /// The resources in the order of their names.
    pub(super) resources: Vec<Resource>,
    /// Left, top, right, bottom.
    pub(super) bounds: [f32; 4],
    /// Whether it is a transparency group.
    pub(super) is_group: bool,
}

/// A glyph number in a content stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GlyphUse {
    pub at: u32,
    pub face: FaceId,
    pub glyph: u16,
    /// The one character it stands for.
    pub letter: Option<char>,
    /// Whether it alone says what it stands for: no text is given for it and its neighbors.
    pub is_free: bool,
}

/// A glyph that stands for more than one character.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ligature {
    pub face: FaceId,
    pub glyph: u16,
    pub text: Box<str>,
    pub is_free: bool,
}

/// Something a content stream refers to by name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Resource {
    Font(FaceId),
    Icon(u16),
    State(State),
    Shading(Shading),
    Tiling {
        form: Box<Form>,
        step: (f32, f32),
        matrix: Transform,
    },
    Form(Box<Form>),
    /// A picture of the project by its id.
    Picture {
        id: u128,
        /// The size in millimeters that it is printed in.
        size: [f32; 2],
        /// Whether it is printed in gray, for a mask.
        is_gray: bool,
    },
    /// A form that several faces share: its fingerprint, and how much larger it is drawn here.
    Shared(u128, Arc<Form>, f32),
    Image(Box<Image>),
}

/// A graphics state: opacity, blending, soft mask.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub fill: f32,
    pub stroke: f32,
    pub blend: &'static str,
    pub mask: Option<SoftMask>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SoftMask {
    pub form: Box<Form>,
    pub is_luminosity: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shading {
    pub kind: ShadingKind,
    pub stops: Stops,
    pub matrix: Transform,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ShadingKind {
    Linear([f32; 4]),
    Radial([f32; 6]),
}

/// The stops of a gradient, each with its position from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stops {
    Colors(Vec<(f32, Color)>),
    /// Opacities, for a mask.
    Opacities(Vec<(f32, f32)>),
}

/// A part of a face as pixels.
#[derive(Clone, Debug, PartialEq, Hash)]
pub(super) struct Image {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
    pub alpha: Option<Vec<u8>>,
    /// Whether the bytes are compressed.
    pub is_packed: bool,
}

impl Form {
    /// The number of a resource, which is added if it is new.
    pub(super) fn name(&mut self, resource: Resource) -> usize {
        if let Some(at) = self.resources.iter().position(|known| *known == resource) {
            return at;
        }
        self.resources.push(resource);
        self.resources.len() - 1
    }

    /// Writes a placeholder for a glyph number.
    pub(super) fn glyph(&mut self, face: FaceId, glyph: u16, text: &str, is_free: bool) {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let is_known = |l: &Ligature| (l.face, l.glyph, l.is_free) == (face, glyph, is_free);
        if letter.is_none() && !text.is_empty() && !self.ligatures.iter().any(is_known) {
            self.ligatures.push(Ligature { face, glyph, text: text.into(), is_free });
        }
        self.glyphs.push(GlyphUse { at: self.content.len() as u32, face, glyph, letter, is_free });
        self.content.extend_from_slice(b"0000");
    }

    /// The same with its pixels compressed.
    pub fn packed(mut self) -> Form {
        self.each(&mut |resource| {
            if let Resource::Image(image) = resource
                && !image.is_packed
            {
                image.rgb = deflate(&image.rgb);
                image.alpha = image.alpha.as_deref().map(deflate);
                image.is_packed = true;
            }
        });
        self
    }

    /// The same where it is drawn larger by a factor.
    pub(super) fn enlarged(mut self, factor: f32) -> Form {
        self.each(&mut |resource| match resource {
            Resource::Picture { size, .. } => *size = size.map(|length| length * factor),
            Resource::Shared(.., larger) => *larger *= factor,
            _ => {}
        });
        self
    }

    /// Changes all resources, also those of forms inside this one.
    fn each(&mut self, change: &mut dyn FnMut(&mut Resource)) {
        for resource in &mut self.resources {
            match resource {
                Resource::Tiling { form, .. } | Resource::Form(form) => form.each(change),
                Resource::State(State { mask: Some(mask), .. }) => mask.form.each(change),
                _ => change(resource),
            }
        }
    }

    /// Visits all pictures in it and in the forms inside it, with their sizes in millimeters.
    pub(super) fn pictures(&self, scale: f32, see: &mut dyn FnMut(u128, [f32; 2])) {
        for resource in &self.resources {
            match resource {
                Resource::Picture { id, size, .. } => see(*id, size.map(|length| length * scale)),
                Resource::Tiling { form, .. } | Resource::Form(form) => form.pictures(scale, see),
                Resource::Shared(_, form, larger) => form.pictures(scale * larger, see),
                Resource::State(State { mask: Some(mask), .. }) => mask.form.pictures(scale, see),
                _ => {}
            }
        }
    }

    /// Visits all forms inside this one, and this one last.
    pub(super) fn visit(&self, see: &mut dyn FnMut(&Form)) {
        for resource in &self.resources {
            match resource {
                Resource::Tiling { form, .. } | Resource::Form(form) => form.visit(see),
                Resource::Shared(_, form, _) => form.visit(see),
                Resource::State(State { mask: Some(mask), .. }) => mask.form.visit(see),
                _ => {}
            }
        }
        see(self);
    }
}

/// Hashes numbers by their bits.
fn bits<H: Hasher>(numbers: &[f32], state: &mut H) {
    numbers.iter().for_each(|n| n.to_bits().hash(state));
}

fn matrix_bits<H: Hasher>(t: &Transform, state: &mut H) {
    bits(&[t.sx, t.ky, t.kx, t.sy, t.tx, t.ty], state);
}

impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content.hash(state);
        for g in &self.glyphs {
            (g.at, g.face, g.glyph).hash(state);
        }
        self.resources.hash(state);
        bits(&self.bounds, state);
        self.is_group.hash(state);
    }
}

impl Hash for Resource {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Resource::Font(face) => face.hash(state),
            Resource::Icon(icon) => icon.hash(state),
            Resource::State(s) => {
                bits(&[s.fill, s.stroke], state);
                s.blend.hash(state);
                if let Some(mask) = &s.mask {
                    (&mask.form, mask.is_luminosity).hash(state);
                }
            }
            Resource::Shading(s) => {
                match s.kind {
                    ShadingKind::Linear(line) => bits(&line, state),
                    ShadingKind::Radial(circles) => bits(&circles, state),
                }
                std::mem::discriminant(&s.stops).hash(state);
                match &s.stops {
                    Stops::Colors(stops) => stops.iter().for_each(|(at, color)| (at.to_bits(), color).hash(state)),
                    Stops::Opacities(stops) => stops.iter().for_each(|(at, opacity)| bits(&[*at, *opacity], state)),
                }
                matrix_bits(&s.matrix, state);
            }
            Resource::Tiling { form, step, matrix } => {
                form.hash(state);
                bits(&[step.0, step.1], state);
                matrix_bits(matrix, state);
            }
            Resource::Form(form) => form.hash(state),
            // A document stores it once, in its largest size.
            Resource::Picture { id, is_gray, .. } => (id, is_gray).hash(state),
            Resource::Shared(key, ..) => key.hash(state),
            Resource::Image(image) => image.hash(state),
        }
    }
}
