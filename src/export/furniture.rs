//! Draws the marks, ruler and name of a sheet, for PDF and PNG.

use std::fmt::Write as _;

use crate::art::{Face, Studio};
use crate::color::Color;
use crate::content::Spot;
use crate::finding::{FileId, Place};
use crate::layout::{LineKind, Sheet, Turn};
use crate::text::{Cut, Stamp, shape_line};
use crate::units::{Mm, Pt, Size, trimmed};

/// The type size of the labels.
const LABEL: Pt = Pt(5.5);
/// The color of lines that run across the art.
const SOFT: Color = Color::Gray(0x77);

/// Draws everything on the sheet that is not art.
pub fn furniture(sheet: &Sheet, paper: Size, studio: &Studio) -> Face {
    let (w, h) = (trimmed(paper.w.0, 3), trimmed(paper.h.0, 3));
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" fill=\"none\">");
    for kind in [LineKind::Cut, LineKind::Fold, LineKind::Join, LineKind::Crop, LineKind::Ruler] {
        let mut d = String::new();
        for line in sheet.lines.iter().filter(|line| line.kind == kind) {
            d.push_str(&line.path.to_svg());
        }
        if d.is_empty() {
            continue;
        }
        let (color, Mm(width), dashes) = match kind {
            LineKind::Crop | LineKind::Ruler => (Color::BLACK, Mm(0.12), ""),
            LineKind::Cut => (SOFT, Mm(0.12), ""),
            LineKind::Fold => (SOFT, Mm(0.15), " stroke-dasharray=\"2 1.2\""),
            LineKind::Join => (Color::BLACK, Mm(0.3), ""),
        };
        let _ = write!(svg, "<path d=\"{d}\" stroke=\"{color}\" stroke-width=\"{width}\"{dashes}/>");
    }
    let mut stamps = Vec::new();
    if let Some(font) = studio.fonts.find("Libertinus Serif", Cut::upright(400)) {
        for label in &sheet.labels {
            let (run, width) = shape_line(&studio.fonts, font, LABEL.mm().0 as f32, &label.text);
            let back = if label.ends_here { -f64::from(width) } else { 0.0 };
            let turn = if label.turn == Turn::ThreeQuarters { " rotate(-90)" } else { "" };
            let _ = write!(
                svg,
                "<g transform=\"translate({} {}){turn} translate({} 0)\"><path id=\"stamp-{}\" visibility=\"hidden\" fill=\"#000\" d=\"M0 -2h{width}v3h-{width}z\"/></g>",
                trimmed(label.x.0, 3),
                trimmed(label.y.0, 3),
                trimmed(back, 3),
                stamps.len(),
            );
            stamps.push(Stamp { runs: vec![run], ..Stamp::default() });
        }
    }
    svg.push_str("</svg>");
    let template = Spot { value: "sheet".to_owned(), place: Place::new(FileId(0), 0..0) };
    Face {
        svg,
        stamps,
        size: paper,
        bleed: Mm(0.0),
        name: "sheet marks".into(),
        template,
        subject: None,
        is_shared: false,
    }
}
