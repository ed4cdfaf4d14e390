//! Splits a board that is larger than the paper into overlapping pages, with marks where they join.

use kurbo::{Point, Rect, Shape as _};

use super::backs::{Axis, Backs};
use super::grid::{MARK, OFF, STRIP};
use super::impose::{blank, extents};
use super::marks::line;
use super::{Label, LineKind, Placement, Setup, Sheet, Turn, report};
use crate::art::{Piece, Side};
use crate::content::Set;
use crate::finding::{Finding, rule};
use crate::units::{Mm, Size};

/// The shortest printable length for which a board is split.
const LEAST: Mm = Mm(90.0);
/// The most pages in each direction.
const MOST: usize = 12;

/// Splits each piece into as few pages as possible.
pub(super) fn split(
    pieces: &[Piece],
    size: Size,
    set: &Set,
    index: usize,
    setup: &Setup,
    sheets: &mut Vec<Sheet>,
    found: &mut Vec<Finding>,
) {
    let (paper, (margin_x, margin_y), overlap) = (setup.paper.size, setup.margins(), setup.overlap);
    let ends = |margin: Mm| (margin + MARK) * 2.0;
    let (room_x, room_y) = (paper.w - ends(margin_x), paper.h - ends(margin_y) - STRIP * 2.0);
    let pages = |length: Mm, room: Mm| (((length - overlap) / (room - overlap)).ceil().max(1.0)) as usize;
    let upright = (pages(size.w, room_x), pages(size.h, room_y));
    let lying = (pages(size.h, room_x), pages(size.w, room_y));
    let is_turned = lying.0 * lying.1 < upright.0 * upright.1;
    let (columns, rows) = if is_turned { lying } else { upright };
    let is_smaller = size.w.max(size.h) <= paper.w.max(paper.h) && size.w.min(size.h) <= paper.w.min(paper.h);
    let eaten = is_smaller && margin_x.max(margin_y) > Mm(15.0);
    if room_x.min(room_y) < LEAST.max(overlap * 2.0) || columns.max(rows) > MOST || eaten {
        let part = format!("{} with margins of {}", setup.paper.name, margin_x.max(margin_y));
        let help = "use a larger paper or smaller margins";
        report(&rule::TOO_LARGE, set, &format!("{size} does not fit"), &part, help, found);
        return;
    }
    let part = format!("{} pages of {}", columns * rows, setup.paper.name);
    let help = "glue the pages, print it on a larger paper (`papers` of the set), or allow it if that is intended";
    report(&rule::SPLIT, set, &format!("{size} is split over"), &part, help, found);
    if setup.backs != Backs::None && pieces.iter().any(|p| p.back.is_some()) {
        let help = "print it on a larger paper, leave out its `back`, or allow it if that is intended";
        report(
            &rule::NO_BACK,
            set,
            &format!("{size} is split, so its back is not printed on"),
            &setup.paper.name,
            help,
            found,
        );
    }
    let (turn, lain) = if is_turned { (Turn::Quarter, size.turned()) } else { (Turn::None, size) };
    let tile_w = (lain.w + overlap * (columns - 1) as f64) / columns as f64;
    let tile_h = (lain.h + overlap * (rows - 1) as f64) / rows as f64;
    for piece in pieces {
        for row in 0..rows {
            for column in 0..columns {
                let page = Page { column, row, columns, rows, overlap };
                // The offset of this page within the board, and the position of its corner on the paper.
                let (u, v) = ((tile_w - overlap) * column as f64, (tile_h - overlap) * row as f64);
                let (x, y) = ((paper.w - tile_w) / 2.0, (paper.h - tile_h) / 2.0);
                let trim = Rect::new(x.0, y.0, (x + tile_w).0, (y + tile_h).0);
                let mut sheet = blank(index, Side::Front);
                let spare = |here: Mm, margin: Mm| set.bleed.min(here - margin - MARK).max(Mm(0.0)).0;
                let clip = Rect::new(
                    trim.x0 - if column == 0 { spare(x, margin_x) } else { 0.0 },
                    trim.y0 - if row == 0 { spare(y, margin_y) } else { 0.0 },
                    trim.x1 + if column + 1 == columns { spare(x, margin_x) } else { 0.0 },
                    trim.y1 + if row + 1 == rows { spare(y - STRIP, margin_y) } else { 0.0 },
                );
                sheet.placements.push(Placement {
                    face: piece.front,
                    trim,
                    turn,
                    clip: clip.to_path(0.1),
                    to_sheet: turn.to_sheet(size, Point::new((x - u).0, (y - v).0)),
                });
                page.mark(trim, &mut sheet);
                extents(&mut sheet);
                sheet.strip = Some(Axis::Level);
                sheets.push(sheet);
            }
        }
    }
}

/// One page of a split board.
struct Page {
    column: usize,
    row: usize,
    columns: usize,
    rows: usize,
    overlap: Mm,
}

impl Page {
    fn name(column: usize, row: usize) -> String {
        format!("{}{}", (b'A' + column as u8) as char, row + 1)
    }

    /// Marks the cuts, and the lines where neighbors join.
    fn mark(&self, trim: Rect, sheet: &mut Sheet) {
        let (near, far) = (OFF.0, MARK.0);
        for x in [trim.x0, trim.x1] {
            sheet.lines.push(line(LineKind::Crop, (x, trim.y0 - near), (x, trim.y0 - far)));
            sheet.lines.push(line(LineKind::Crop, (x, trim.y1 + near), (x, trim.y1 + far)));
        }
        for y in [trim.y0, trim.y1] {
            sheet.lines.push(line(LineKind::Crop, (trim.x0 - near, y), (trim.x0 - far, y)));
            sheet.lines.push(line(LineKind::Crop, (trim.x1 + near, y), (trim.x1 + far, y)));
        }
        // The seam is the middle of the overlap. Both pages have the same marks there, one on top of the other.
        let half = self.overlap.0 / 2.0;
        let mut seam = |from: (f64, f64), to: (f64, f64)| {
            sheet.lines.push(line(LineKind::Join, from, to));
        };
        for (is_there, x) in [(self.column > 0, trim.x0 + half), (self.column + 1 < self.columns, trim.x1 - half)] {
            if is_there {
                seam((x, trim.y0 - far), (x, trim.y0 - near));
                seam((x, trim.y1 + near), (x, trim.y1 + far));
            }
        }
        for (is_there, y) in [(self.row > 0, trim.y0 + half), (self.row + 1 < self.rows, trim.y1 - half)] {
            if is_there {
                seam((trim.x0 - far, y), (trim.x0 - near, y));
                seam((trim.x1 + near, y), (trim.x1 + far, y));
            }
        }
        let mut words = vec![format!("page {}", Page::name(self.column, self.row))];
        if self.column + 1 < self.columns {
            words.push(format!("{} joins right", Page::name(self.column + 1, self.row)));
        }
        if self.row + 1 < self.rows {
            words.push(format!("{} joins below", Page::name(self.column, self.row + 1)));
        }
        sheet.labels.push(Label {
            text: words.join(" · "),
            // Clear of the join mark for the page to the left.
            x: Mm(trim.x0 + if self.column > 0 { half + 2.0 } else { 3.0 }),
            y: Mm(trim.y0 - near - 0.3),
            turn: Turn::None,
            ends_here: false,
        });
    }
}
