//! Objects that forms share. Each distinct gradient, state, mask, icon and font is stored once.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Object, Stream, dictionary};
use usvg::tiny_skia_path::Transform;

use super::fonts::{Subset, embed};
use super::form::{Form, Image, Resource, Shading, ShadingKind, SoftMask, State, Stops};
use super::numbers::path;
use super::save::{PICTURE, mark};
use crate::art::Studio;
use crate::color::{Color, Rgb};
use crate::hash::fingerprint;
use crate::text::FaceId;

/// The first object number that printpdf does not use itself.
pub(super) const FIRST: u32 = 1_000_000;

/// The objects that we add to those of printpdf.
pub(super) struct Pool<'a> {
    pub objects: Vec<Object>,
    /// The numbers of stored objects, by fingerprint.
    known: HashMap<u128, u32>,
    subsets: &'a BTreeMap<FaceId, Subset>,
    studio: &'a Studio,
}

impl<'a> Pool<'a> {
    pub fn new(subsets: &'a BTreeMap<FaceId, Subset>, studio: &'a Studio) -> Pool<'a> {
        Pool { objects: Vec::new(), known: HashMap::new(), subsets, studio }
    }

    fn add(&mut self, object: Object) -> u32 {
        self.objects.push(object);
        FIRST + self.objects.len() as u32 - 1
    }

    /// The number of the resource dictionary of a form.
    pub fn resources(&mut self, form: &Form) -> u32 {
        let mut kinds: BTreeMap<&str, Dictionary> = BTreeMap::new();
        for (i, resource) in form.resources.iter().enumerate() {
            let kind = match resource {
                Resource::Font(_) => "Font",
                Resource::Icon(_)
                | Resource::Form(_)
                | Resource::Shared(..)
                | Resource::Picture { .. }
                | Resource::Image(_) => "XObject",
                Resource::State(_) => "ExtGState",
                Resource::Shading(_) | Resource::Tiling { .. } => "Pattern",
            };
            let number = self.number(resource);
            kinds.entry(kind).or_default().set(format!("R{i}"), Object::Reference((number, 0)));
        }
        let names: Vec<(&str, String)> = kinds.iter().map(|(kind, entries)| (*kind, format!("{entries:?}"))).collect();
        self.once(fingerprint(&names), |_| {
            Object::Dictionary(kinds.into_iter().map(|(kind, entries)| (kind, Object::Dictionary(entries))).collect())
        })
    }

    fn once(&mut self, key: u128, make: impl FnOnce(&mut Self) -> Object) -> u32 {
        if let Some(&number) = self.known.get(&key) {
            return number;
        }
        let object = make(self);
        let number = self.add(object);
        self.known.insert(key, number);
        number
    }

    fn number(&mut self, resource: &Resource) -> u32 {
        self.once(fingerprint(resource), |pool| match resource {
            Resource::Font(face) => {
                let (subset, fonts) = (&pool.subsets[face], &pool.studio.fonts);
                embed(*face, subset, fonts, &mut |object| Object::Reference((pool.add(object), 0)))
            }
            Resource::Icon(icon) => pool.icon(*icon),
            Resource::State(state) => pool.state(state),
            Resource::Shading(shading) => self::shading(shading),
            Resource::Tiling { form, step, matrix } => pool.tiling(form, *step, *matrix),
            Resource::Form(form) => Object::Stream(pool.form(form)),
            Resource::Picture { id, is_gray, .. } => pool.picture(*id, *is_gray),
            Resource::Shared(_, form, _) => Object::Stream(pool.form(form)),
            Resource::Image(image) => pool.image(image),
        })
    }

    fn tiling(&mut self, form: &Form, step: (f32, f32), matrix: Transform) -> Object {
        let mut stream = self.form(form);
        stream.dict.remove(b"Subtype");
        stream.dict.remove(b"Group");
        let tiling = dictionary! {
            "Type" => "Pattern",
            "PatternType" => 1,
            "PaintType" => 1,
            "TilingType" => 1,
            "XStep" => Object::Real(step.0),
            "YStep" => Object::Real(step.1),
            "Matrix" => row(matrix),
        };
        for (key, value) in tiling {
            stream.dict.set(key, value);
        }
        Object::Stream(stream)
    }

    /// A form as a stream with renumbered glyphs.
    pub fn form(&mut self, form: &Form) -> Stream {
        let resources = self.resources(form);
        let [left, top, right, bottom] = form.bounds;
        let mut dict = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => reals(&[left, top, right, bottom]),
            "Resources" => Object::Reference((resources, 0)),
        };
        if form.is_group {
            dict.set("Group", group());
        }
        deflated(dict, &renumbered(form, self.subsets))
    }

    fn icon(&mut self, icon: u16) -> Object {
        let mut content = Vec::new();
        let icon = self.studio.icons.get(icon);
        for (shape, is_even_odd) in &icon.paths {
            path(&mut content, shape, Transform::identity());
            content.extend_from_slice(if *is_even_odd { b"f*\n" } else { b"f\n" });
        }
        let dict = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => reals(&[0.0, 0.0, 100.0 * icon.width, 100.0]),
            "Resources" => Dictionary::new(),
        };
        Object::Stream(deflated(dict, &content))
    }

    fn state(&mut self, state: &State) -> Object {
        let mut dict = dictionary! { "Type" => "ExtGState" };
        match &state.mask {
            Some(SoftMask { form, is_luminosity }) => {
                let stream = self.form(form);
                let form = self.add(Object::Stream(stream));
                dict.set(
                    "SMask",
                    dictionary! {
                        "Type" => "Mask",
                        "S" => if *is_luminosity { "Luminosity" } else { "Alpha" },
                        "G" => Object::Reference((form, 0)),
                    },
                );
            }
            None => {
                dict.set("ca", Object::Real(state.fill));
                dict.set("CA", Object::Real(state.stroke));
                if state.blend != "Normal" {
                    dict.set("BM", state.blend);
                }
            }
        }
        Object::Dictionary(dict)
    }

    fn image(&mut self, image: &Image) -> Object {
        let packed = |dict, bytes: &Vec<u8>| match image.is_packed {
            true => Object::Stream(compressed(dict, bytes.clone())),
            false => Object::Stream(deflated(dict, bytes)),
        };
        let head = |space: &str| {
            dictionary! {
                "Type" => "XObject",
                "Subtype" => "Image",
                "Width" => i64::from(image.width),
                "Height" => i64::from(image.height),
                "ColorSpace" => space,
                "BitsPerComponent" => 8,
            }
        };
        let mut dict = head("DeviceRGB");
        if let Some(alpha) = &image.alpha {
            let mask = self.add(packed(head("DeviceGray"), alpha));
            dict.set("SMask", Object::Reference((mask, 0)));
        }
        packed(dict, &image.rgb)
    }

    /// A picture of the project. What is missing here is filled in when the file is written.
    fn picture(&mut self, id: u128, is_gray: bool) -> Object {
        let blank = |is_mask| {
            let dict = dictionary! { "Type" => "XObject", "Subtype" => "Image", PICTURE => mark(id, is_mask, is_gray) };
            Stream::new(dict, Vec::new()).with_compression(false)
        };
        let mut stream = blank(false);
        if self.studio.pictures.get(id).is_some_and(|picture| picture.has_mask) {
            let mask = self.add(Object::Stream(blank(true)));
            stream.dict.set("SMask", Object::Reference((mask, 0)));
        }
        Object::Stream(stream)
    }
}

/// A transparency group.
pub(super) fn group() -> Object {
    Object::Dictionary(dictionary! { "S" => "Transparency", "CS" => "DeviceRGB", "I" => true })
}

/// The content of a form, with glyph numbers of the subset fonts.
pub(super) fn renumbered(form: &Form, subsets: &BTreeMap<FaceId, Subset>) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut content = form.content.clone();
    for g in &form.glyphs {
        let new = subsets.get(&g.face).and_then(|s| s.new_ids.get(g.glyph)).unwrap_or(0);
        for (i, digit) in content[g.at as usize..g.at as usize + 4].iter_mut().enumerate() {
            *digit = HEX[usize::from(new >> (12 - 4 * i)) & 15];
        }
    }
    content
}

pub(super) fn deflated(dict: Dictionary, bytes: &[u8]) -> Stream {
    compressed(dict, deflate(bytes))
}

fn compressed(mut dict: Dictionary, bytes: Vec<u8>) -> Stream {
    dict.set("Filter", "FlateDecode");
    Stream::new(dict, bytes).with_compression(false)
}

/// Compresses bytes the same way on every machine.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::new(4));
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

pub(super) fn reals(values: &[f32]) -> Object {
    Object::Array(values.iter().map(|&v| Object::Real(v)).collect())
}

fn row(t: Transform) -> Object {
    reals(&[t.sx, t.ky, t.kx, t.sy, t.tx, t.ty])
}

fn shading(shading: &Shading) -> Object {
    let (kind, coords): (i64, &[f32]) = match &shading.kind {
        ShadingKind::Linear(line) => (2, line),
        ShadingKind::Radial(circles) => (3, circles),
    };
    // All colors of one gradient share a color space, including grays.
    let in_rgb = |color: Color| {
        let Rgb { r, g, b } = color.seen().unit();
        reals(&[r, g, b])
    };
    let (space, stops): (&str, Vec<Stop>) = match &shading.stops {
        Stops::Colors(stops) => ("DeviceRGB", stops.iter().map(|(at, color)| (*at, in_rgb(*color))).collect()),
        Stops::Opacities(stops) => {
            ("DeviceGray", stops.iter().map(|(at, opacity)| (*at, reals(&[*opacity]))).collect())
        }
    };
    Object::Dictionary(dictionary! {
        "Type" => "Pattern",
        "PatternType" => 2,
        "Matrix" => row(shading.matrix),
        "Shading" => dictionary! {
            "ShadingType" => kind,
            "ColorSpace" => space,
            "Coords" => reals(coords),
            "Extend" => vec![Object::Boolean(true), Object::Boolean(true)],
            "Function" => function(stops),
        },
    })
}

/// A position in a gradient, and its color there.
type Stop = (f32, Object);

/// The function that interpolates the colors between the stops.
fn function(mut all: Vec<Stop>) -> Object {
    let between = |a: &Stop, b: &Stop| {
        Object::Dictionary(dictionary! {
            "FunctionType" => 2,
            "Domain" => reals(&[0.0, 1.0]),
            "C0" => a.1.clone(),
            "C1" => b.1.clone(),
            "N" => 1,
        })
    };
    let (Some(first), Some(last)) = (all.first().cloned(), all.last().cloned()) else { return Object::Null };
    if first.0 > 0.0 {
        all.insert(0, (0.0, first.1));
    }
    if last.0 < 1.0 || all.len() == 1 {
        all.push((1.0, last.1));
    }
    // A hard step at an end needs some length: what lies beyond has the color of the outermost stop.
    const HAIR: f32 = 1e-4;
    let end = all.len() - 1;
    if end > 1 && all[1].0 < 1e-6 && all[2].0 > HAIR {
        all[1].0 = HAIR;
    }
    if end > 1 && all[end - 1].0 > 1.0 - 1e-6 && all[end - 2].0 < 1.0 - HAIR {
        all[end - 1].0 = 1.0 - HAIR;
    }
    // Pieces of zero length are hard steps and need no function.
    let pieces: Vec<(&Stop, &Stop)> =
        all.windows(2).map(|w| (&w[0], &w[1])).filter(|(a, b)| b.0 - a.0 > 1e-6).collect();
    match pieces[..] {
        [] => between(&all[0], &all[all.len() - 1]),
        [(a, b)] => between(a, b),
        _ => Object::Dictionary(dictionary! {
            "FunctionType" => 3,
            "Domain" => reals(&[0.0, 1.0]),
            "Functions" => Object::Array(pieces.iter().map(|(a, b)| between(a, b)).collect()),
            "Bounds" => Object::Array(pieces[1..].iter().map(|(a, _)| Object::Real(a.0)).collect()),
            "Encode" => Object::Array(pieces.iter().flat_map(|_| [Object::Real(0.0), Object::Real(1.0)]).collect()),
        }),
    }
}
