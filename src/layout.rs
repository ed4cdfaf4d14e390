//! Lays out faces on sheets: placements in millimeters on the paper, y down, with marks.

mod backs;
mod board;
mod grid;
mod impose;
mod marks;
mod paper;
mod plan;
mod printer;

use kurbo::{Affine, BezPath, Point, Rect};

use crate::art::{FaceNo, Side};
use crate::content::Set;
use crate::finding::{Finding, Rule};
use crate::markup;
use crate::units::{Mm, Size};

pub use backs::Backs;
pub use grid::{Grid, Request};
pub use impose::impose;
pub use paper::{PAPERS, Paper};
pub use plan::{Plan, plan};
pub use printer::{PRINTERS, Printer, Printers};

/// How a kit is laid out on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The paper, always upright.
    pub paper: Paper,
    /// The least blank strip along each edge. [`Setup::margins`] also respects the printer.
    pub margin: Mm,
    /// The space between neighbors.
    pub gap: Gap,
    pub backs: Backs,
    /// Which sides have crop marks.
    pub marks: Marks,
    /// The overlap of the pages of a split board.
    pub overlap: Mm,
    /// The printer, if it was measured.
    pub printer: Option<Printer>,
}

impl Setup {
    /// The default setup for a paper.
    pub fn usual(paper: Paper) -> Setup {
        let (margin, overlap) = (PRINTER, Mm(10.0));
        Setup { paper, margin, gap: Gap::Bleed, backs: Backs::LongEdge, marks: Marks::Front, overlap, printer: None }
    }

    /// The default papers.
    pub const PAPERS: [&str; 2] = ["a4", "letter"];
}

/// The blank strip that home printers leave along each edge.
pub const PRINTER: Mm = Mm(5.0);

/// The space between neighbors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    /// As much as the bleed of both needs, if the sheet has room for it.
    Bleed,
    /// A fixed gap. At 0, neighbors share one cut.
    Fixed(Mm),
}

/// Which sides have crop marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Fronts only, because they face up when cutting.
    Front,
    Both,
    None,
}

/// One side of a sheet of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Index of the set.
    pub set: usize,
    /// The side of the paper.
    pub side: Side,
    /// The number within the set, from 1.
    pub number: usize,
    /// The number of sheets of the set.
    pub total: usize,
    pub placements: Vec<Placement>,
    /// Crop marks, fold lines, cut lines, the ruler.
    pub lines: Vec<Line>,
    /// The sheet's name and the ruler's label.
    pub labels: Vec<Label>,
    /// The bounds of all trims.
    pub trim: Rect,
    /// The bounds of all bleeds.
    pub bleed: Rect,
    /// The position of the strip with its name and ruler.
    strip: Option<backs::Axis>,
}

/// A face on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    pub face: FaceNo,
    /// Its trim box on the sheet.
    pub trim: Rect,
    pub turn: Turn,
    /// Its visible part on the sheet.
    pub clip: BezPath,
    /// Maps points of the face, from the top left of its trim, to points of the sheet.
    pub to_sheet: Affine,
}

/// A clockwise rotation in quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Upright.
    None,
    /// Its top points right.
    Quarter,
    /// Upside down.
    Half,
    /// Its top points left.
    ThreeQuarters,
}

impl Turn {
    pub fn degrees(self) -> u32 {
        match self {
            Turn::None => 0,
            Turn::Quarter => 90,
            Turn::Half => 180,
            Turn::ThreeQuarters => 270,
        }
    }

    /// Turns and moves a face of `size`, so that the top left of its turned trim box is at `corner`.
    pub fn to_sheet(self, size: Size, corner: Point) -> Affine {
        let (w, h, Point { x, y }) = (size.w.0, size.h.0, corner);
        match self {
            Turn::None => Affine::translate((x, y)),
            Turn::Quarter => Affine::new([0.0, 1.0, -1.0, 0.0, x + h, y]),
            Turn::Half => Affine::new([-1.0, 0.0, 0.0, -1.0, x + w, y + h]),
            Turn::ThreeQuarters => Affine::new([0.0, -1.0, 1.0, 0.0, x, y + w]),
        }
    }
}

/// A line outside the art.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub kind: LineKind,
    pub path: BezPath,
}

/// The purpose of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Crop,
    /// The knife follows it, unlike a crop mark.
    Cut,
    Fold,
    /// Where two pages of a board meet.
    Join,
    /// The check ruler.
    Ruler,
}

/// A word outside the art.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub text: String,
    /// The start of the baseline.
    pub x: Mm,
    /// The height of the baseline.
    pub y: Mm,
    /// Upright, or reading upwards.
    pub turn: Turn,
    /// Whether the text ends at `x` instead of starting there.
    pub ends_here: bool,
}

/// Reports something about a set once: what another paper says is added to the same finding.
fn report(rule: &'static Rule, set: &Set, head: &str, part: &str, help: &str, found: &mut Vec<Finding>) {
    let place = Some(set.size.place.clone());
    let known = found.iter_mut().find(|f| f.rule == rule && f.place == place && f.message.starts_with(head));
    match known {
        Some(known) => {
            if !known.message.contains(part) {
                known.message.push_str(&format!("; {part}"));
            }
        }
        None => found.push(Finding::new(rule, place, format!("{head} {part}")).label(set.title.clone()).help(help)),
    }
}

/// A page that one face fills, such as a page of text.
pub fn page(face: FaceNo, side: Side, number: usize, setup: &Setup) -> Sheet {
    let area = Rect::new(0.0, 0.0, setup.paper.size.w.0, setup.paper.size.h.0);
    let clip = kurbo::Shape::to_path(&area, 0.1);
    let whole = Placement { face, trim: area, turn: Turn::None, clip, to_sheet: Affine::IDENTITY };
    let mut sheet = impose::blank(0, side);
    sheet.number = number;
    sheet.placements.push(whole);
    impose::extents(&mut sheet);
    sheet
}

/// A sheet in words, for golden tests.
pub fn describe(sheet: &Sheet) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    let _ = writeln!(out, "sheet {} of {} of set {}, {}", sheet.number, sheet.total, sheet.set, sheet.side.word());
    for p in &sheet.placements {
        let clip = kurbo::Shape::bounding_box(&p.clip);
        let _ = writeln!(
            out,
            "  face {} trim {:.2} {:.2} {:.2} {:.2} turn {} clip {:.2} {:.2} {:.2} {:.2}",
            p.face.0,
            p.trim.x0,
            p.trim.y0,
            p.trim.x1,
            p.trim.y1,
            p.turn.degrees(),
            clip.x0,
            clip.y0,
            clip.x1,
            clip.y1
        );
    }
    for line in &sheet.lines {
        let _ = writeln!(out, "  {:?} {}", line.kind, markup::path(&line.path, 2));
    }
    for label in &sheet.labels {
        let end = if label.ends_here { " to here" } else { "" };
        let _ =
            writeln!(out, "  {:?} at {:.2} {:.2} turn {}{end}", label.text, label.x.0, label.y.0, label.turn.degrees());
    }
    out
}
