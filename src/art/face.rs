//! One face: an SVG with placeholders, and the stamps that stand for them.

use usvg::Tree;

use super::{Studio, blame};
use crate::content::{Game, Spot};
use crate::finding::{Finding, Sources, rule};
use crate::hash;
use crate::svg;
use crate::text::{Shapes, Stamp, stamp_svg};
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

    /// The drawing with placeholders, for output that keeps text as text.
    pub fn tree(&self, game: &Game, studio: &Studio, sources: &Sources) -> Result<Tree, Vec<Finding>> {
        let tree = svg::parse(&self.svg, &studio.fonts.db, &studio.pictures)
            .map_err(|faults| blame::drawing(&faults, self, game, studio, sources))?;
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
        self.with_stamps(&mut |stamp| stamp_svg(stamp, &studio.fonts, &studio.icons))
    }

    /// The same for a browser. Each letter and icon is defined once and then referenced, which is much shorter.
    pub fn outlined_once(&self, studio: &Studio) -> String {
        let mut shapes = Shapes::default();
        let mut svg = self.with_stamps(&mut |stamp| shapes.stamp(stamp, &studio.fonts, &studio.icons));
        let end = svg.rfind("</svg>").unwrap_or(svg.len());
        svg.insert_str(end, &shapes.defs());
        svg
    }

    /// The drawing with something in place of each stamp.
    pub fn with_stamps(&self, shapes_of: &mut dyn FnMut(&Stamp) -> String) -> String {
        let mut svg = String::with_capacity(self.svg.len() * 4);
        let mut rest = self.svg.as_str();
        while let Some(at) = rest.find("<path id=\"stamp-") {
            let (before, tag) = rest.split_at(at);
            svg.push_str(before);
            let end = tag.find("/>").map_or(tag.len(), |e| e + 2);
            let number = tag["<path id=\"stamp-".len()..].split('"').next().and_then(|n| n.parse::<usize>().ok());
            if let Some(stamp) = number.and_then(|n| self.stamps.get(n)) {
                let paint = tag[..end].find(" fill=\"").map_or("", |f| {
                    let from = f + 1;
                    let close = tag[from + 6..end].find('"').map_or(end, |q| from + 6 + q + 1);
                    &tag[from..close]
                });
                let shapes = shapes_of(stamp);
                if paint.starts_with("fill=\"url(") {
                    // A gradient spans the placeholder's box, not each letter: paint the box, clipped to the letters.
                    let name = number.unwrap_or(0);
                    let area = tag[..end].find(" d=\"").map_or("", |d| tag[d + 4..end].split('"').next().unwrap_or(""));
                    svg.push_str(&format!("<clipPath id=\"outline-{name}\">{shapes}</clipPath>"));
                    svg.push_str(&format!("<path clip-path=\"url(#outline-{name})\" {paint} d=\"{area}\"/>"));
                } else {
                    svg.push_str(&format!("<g {paint}>{shapes}</g>"));
                }
            }
            rest = &tag[end..];
        }
        svg.push_str(rest);
        svg
    }
}
