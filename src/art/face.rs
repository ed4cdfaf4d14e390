//! One face: an SVG with placeholders, and the stamps that stand for them.

use std::collections::HashMap;

use usvg::Tree;

use super::{Studio, blame};
use crate::color::Color;
use crate::content::{Game, Spot};
use crate::finding::{Finding, Place, Sources, rule};
use crate::hash;
use crate::svg;
use crate::text::{Shapes, Stamp, fills, painted_svg, stamp_svg, with_stamps};
use crate::units::{Mm, Size};

/// The index of a face in its [`super::Art`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceNo(pub u32);

/// A side of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Front,
    Back,
}

impl Side {
    /// The word that templates and messages use.
    pub fn word(self) -> &'static str {
        match self {
            Side::Front => "front",
            Side::Back => "back",
        }
    }
}

/// A drawn face. Its canvas is the trim size plus the bleed on every side.
#[derive(Clone, Debug)]
pub struct Face {
    /// The SVG in millimeters, with a hidden path `stamp-N` in place of each stamp.
    pub svg: String,
    /// Text and icons.
    pub stamps: Vec<Stamp>,
    /// Trim size.
    pub size: Size,
    pub bleed: Mm,
    /// Its name in messages.
    pub name: String,
    /// The template, with the place that names it.
    pub template: Spot<String>,
    /// The first component it was drawn for. `None` for the marks of a sheet.
    pub subject: Option<Subject>,
    /// Whether several components may share it.
    pub is_shared: bool,
}

/// The pixels per millimeter of filtered parts: 600 dpi.
pub const FINEST: f32 = 600.0 / 25.4;

/// The component side that a face was drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Index of the set in its game.
    pub set: usize,
    /// Index of the component in its set.
    pub component: usize,
    pub side: Side,
}

impl Face {
    /// The trim size plus the bleed.
    pub fn canvas(&self) -> Size {
        Size { w: self.size.w + self.bleed * 2.0, h: self.size.h + self.bleed * 2.0 }
    }

    /// Drops the drawing after its conversion; size and name stay.
    pub fn forget_drawing(&mut self) {
        self.svg = String::new();
        self.stamps = Vec::new();
    }

    /// The same for all faces of one studio that print alike.
    pub fn fingerprint(&self) -> u128 {
        hash::fingerprint(&(hash::of_text(&self.svg), self.size.w.0.to_bits(), self.size.h.0.to_bits()))
    }

    /// Whether it has icons in their own colors.
    pub fn has_painted_icons(&self) -> bool {
        self.stamps.iter().any(|stamp| stamp.icons.iter().any(|at| at.painted.is_some()))
    }

    /// The drawings that it shows as pictures, by their names below `templates`.
    pub fn drawings(&self) -> Vec<String> {
        let mut files = if self.svg.contains(".svg") { svg::shown_files(&self.svg) } else { Vec::new() };
        files.retain(|name| name.ends_with(".svg"));
        files
    }

    /// The first place of some words in the files of these drawings.
    pub fn in_drawings(&self, words: &str, studio: &Studio, sources: &Sources) -> Option<Place> {
        let files = self.drawings();
        let mut files = files.iter().filter_map(|name| studio.templates.file(name));
        files.find_map(|file| {
            let at = sources.text(file).find(words)?;
            Some(Place::new(file, at..at + words.len()))
        })
    }

    /// The drawing with placeholders, for output that keeps text as text.
    pub fn tree(&self, game: &Game, studio: &Studio, sources: &Sources) -> Result<Tree, Vec<Finding>> {
        let blamed = |faults: Vec<svg::Fault>| blame::drawing(&faults, self, game, studio, sources);
        let mut tree = svg::parse(&self.svg, &studio.fonts.db, &studio.pictures).map_err(blamed)?;
        // A filtered picture is printed from the tree.
        if self.svg.contains("filter") && self.svg.contains("<image") {
            tree = svg::parse_sharp(&self.svg, &studio.fonts.db, &studio.pictures, FINEST).map_err(blamed)?;
        }
        let (w, h) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        let want = self.canvas();
        if (w - want.w.0).abs() > 0.01 || (h - want.h.0).abs() > 0.01 {
            let message = format!("{} draws {w:.2} x {h:.2}; with its bleed the face is {want}", self.template.value);
            return Err(vec![
                Finding::new(&rule::SVG_FAULT, self.template.place.clone(), message)
                    .help("let the template extend `face.svg`"),
            ]);
        }
        Ok(tree)
    }

    /// The drawing with every stamp as outlines, for output as pixels.
    pub fn outlined(&self, studio: &Studio) -> String {
        let Studio { fonts, icons, .. } = studio;
        let colors = self.colors(studio);
        with_stamps(&self.svg, &self.stamps, &mut |number, stamp| {
            let color = colors.get(&number).copied().unwrap_or(Color::BLACK);
            (stamp_svg(stamp, fonts, icons), painted_svg(stamp, color, fonts, icons))
        })
    }

    /// The same for a browser. Each letter and icon is defined once and then referenced, which is much shorter.
    pub fn outlined_once(&self, studio: &Studio) -> String {
        let Studio { fonts, icons, .. } = studio;
        let (mut shapes, colors) = (Shapes::default(), self.colors(studio));
        let mut svg = with_stamps(&self.svg, &self.stamps, &mut |number, stamp| {
            let color = colors.get(&number).copied().unwrap_or(Color::BLACK);
            (shapes.stamp(stamp, fonts, icons), shapes.painted(stamp, color, fonts, icons))
        });
        let end = svg.rfind("</svg>").unwrap_or(svg.len());
        svg.insert_str(end, &shapes.defs());
        svg
    }

    /// The colors of its texts, if an icon takes one of them.
    fn colors(&self, studio: &Studio) -> HashMap<usize, Color> {
        let mut painted = self.stamps.iter().flat_map(|stamp| &stamp.icons).filter_map(|at| at.painted.as_ref());
        if !painted.any(|painted| painted.takes_color()) {
            return HashMap::new();
        }
        svg::parse_own(&self.svg, &studio.fonts.db, &studio.pictures)
            .map_or_else(|_| HashMap::new(), |tree| fills(&tree))
    }
}
