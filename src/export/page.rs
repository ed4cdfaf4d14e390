//! A page that the program draws itself: lines as SVG, words with the text engine.

use std::fmt::Write as _;

use crate::art::{Face, Studio};
use crate::color::Color;
use crate::content::Spot;
use crate::finding::{FileId, Place};
use crate::text::{Stamp, TextBox, fit};
use crate::units::{Frame, Mm, Pt, Size, trimmed};

/// A page being drawn, in millimeters from its top left.
pub struct Page<'a> {
    studio: &'a Studio,
    size: Size,
    svg: String,
    stamps: Vec<Stamp>,
}

/// The font of our own pages.
pub const SERIF: &str = "Libertinus Serif";
/// The font for commands and files.
pub const MONO: &str = "DejaVu Sans Mono";

impl<'a> Page<'a> {
    pub fn new(size: Size, studio: &'a Studio) -> Page<'a> {
        let (w, h) = (trimmed(size.w.0, 3), trimmed(size.h.0, 3));
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" fill=\"none\">");
        Page { studio, size, svg, stamps: Vec::new() }
    }

    /// Adds SVG elements.
    pub fn draw(&mut self, svg: &str) {
        self.svg.push_str(svg);
    }

    /// The height that a text would have.
    pub fn height(&self, text: &TextBox) -> Mm {
        Mm(f64::from(fit(text, &self.studio.fonts, &self.studio.icons).height))
    }

    /// Sets a text. Returns false if it does not fit its box.
    pub fn text(&mut self, text: &TextBox, fill: Color) -> bool {
        let fitted = fit(text, &self.studio.fonts, &self.studio.icons);
        for stamp in std::iter::once(fitted.stamp).chain(fitted.tinted.into_iter().map(|(_, stamp)| stamp)) {
            let _ = write!(
                self.svg,
                "<path id=\"stamp-{}\" visibility=\"hidden\" fill=\"{fill}\" d=\"M{} {}h{w}v{}h-{w}z\"/>",
                self.stamps.len(),
                text.x,
                text.y,
                text.h,
                w = text.w
            );
            self.stamps.push(stamp);
        }
        fitted.troubles.is_empty()
    }

    /// The page as a face without bleed.
    pub fn finish(mut self, name: &str) -> Face {
        self.svg.push_str("</svg>");
        let template = Spot { value: name.to_owned(), place: Place::new(FileId(0), 0..0) };
        let (size, name) = (self.size, name.to_owned());
        Face {
            svg: self.svg,
            stamps: self.stamps,
            size,
            bleed: Mm(0.0),
            name,
            template,
            subject: None,
            is_shared: false,
        }
    }
}

/// A text in a box, in the style of our own pages.
pub fn boxed(text: &str, frame: Frame, size: Pt) -> TextBox<'_> {
    TextBox {
        text,
        x: frame.x.0 as f32,
        y: frame.y.0 as f32,
        w: frame.size.w.0 as f32,
        h: frame.size.h.0 as f32,
        size,
        min: size * 0.6,
        families: &[SERIF],
        line: 1.22,
        paragraph: 0.45,
        heading: 1.5,
        ..TextBox::default()
    }
}
