//! Finds the best grid of equal cells on a sheet: the fewest sheets, then the most bleed.

use super::Gap;
use super::backs::Axis;
use crate::units::{Mm, Size};

/// How far crop marks extend beyond the bleed: a gap of half a millimeter, then a line of two millimeters.
pub(super) const MARK: Mm = Mm(2.5);
/// The same on a tight sheet, where bleed is worth more than a long mark.
const SHORT_MARK: Mm = Mm(1.5);
/// The gap between the bleed and a mark.
pub(super) const OFF: Mm = Mm(0.5);
/// The height of the strip with the sheet's name and the ruler.
pub(super) const STRIP: Mm = Mm(3.2);
/// With less bleed than this, neighbors share one cut instead of two.
const LEAST_BLEED: Mm = Mm(0.3);
/// Lengths that differ by less count as equal.
const EPS: Mm = Mm(1e-6);

/// The components to lay out, and the space for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    pub paper: Size,
    /// The trim size of the component.
    pub cell: Size,
    /// The number of components.
    pub wanted: usize,
    /// The bleed of the drawing.
    pub bleed: Mm,
    /// The blank strip at the left and right, and at the top and bottom.
    pub margin: (Mm, Mm),
    pub gap: Gap,
    /// Whether crop marks need room.
    pub has_marks: bool,
    /// Whether the backs are across a fold through the middle of the paper.
    pub is_folded: bool,
}

/// Cells on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The left edges of the trim boxes.
    pub xs: Vec<Mm>,
    /// The top edges of the trim boxes.
    pub ys: Vec<Mm>,
    /// The size of a cell as laid out.
    pub cell: Size,
    /// Whether the components are on their side.
    pub is_turned: bool,
    /// The bleed towards a neighbor, across and down.
    pub inner: (Mm, Mm),
    /// The bleed at the outside, across and down.
    pub outer: (Mm, Mm),
    /// The strip for name and ruler: along the bottom edge, or along the left edge.
    pub(super) strip: Option<Axis>,
    /// The fold, if the backs are across one.
    pub(super) fold: Option<Axis>,
    /// How far crop marks extend beyond the bleed, across and down. `None` if they have no room.
    pub(super) marks: Option<(Mm, Mm)>,
}

impl Grid {
    /// The number of cells on one sheet.
    pub fn len(&self) -> usize {
        self.xs.len() * self.ys.len()
    }

    /// Whether nothing fits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The smallest bleed on any side of a cell.
    pub fn bleed(&self) -> (Mm, Mm) {
        let side = |n: usize, inner: Mm, outer: Mm| if n > 1 { inner.min(outer) } else { outer };
        (side(self.xs.len(), self.inner.0, self.outer.0), side(self.ys.len(), self.inner.1, self.outer.1))
    }

    /// Finds the best grid: fewest sheets, then room for the strip, then most bleed, then upright, then most cells.
    pub fn fit(request: &Request) -> Option<Grid> {
        let full = Grid::best(request, (usize::MAX, usize::MAX))?;
        let sheets = request.wanted.div_ceil(full.len()).max(1);
        let needed = request.wanted.div_ceil(sheets).max(1);
        // If fewer cells need no extra sheet, the free room becomes bleed.
        let longest = full.xs.len().max(full.ys.len()) * 2;
        let mut best = full;
        for columns in 1..=longest {
            if let Some(grid) = Grid::best(request, (columns, needed.div_ceil(columns)))
                && Rank::of(&grid, request).beats(&Rank::of(&best, request))
            {
                best = grid;
            }
        }
        Some(best)
    }

    /// The best grid with at most `most` columns and rows.
    fn best(request: &Request, most: (usize, usize)) -> Option<Grid> {
        let folds: &[Option<Axis>] =
            if request.is_folded { &[Some(Axis::Level), Some(Axis::Upright)] } else { &[None] };
        let mut best: Option<(Rank, Grid)> = None;
        for &fold in folds {
            for is_turned in [false, true] {
                for strip in [Some(Axis::Level), Some(Axis::Upright), None] {
                    for has_marks in [true, false] {
                        if has_marks && !request.has_marks {
                            continue;
                        }
                        let Some(grid) = Grid::plan(request, fold, is_turned, strip, has_marks, most) else { continue };
                        let rank = Rank::of(&grid, request);
                        if best.as_ref().is_none_or(|(b, _)| rank.beats(b)) {
                            best = Some((rank, grid));
                        }
                    }
                }
            }
        }
        best.map(|(_, grid)| grid)
    }

    fn plan(
        request: &Request,
        fold: Option<Axis>,
        is_turned: bool,
        strip: Option<Axis>,
        has_marks: bool,
        most: (usize, usize),
    ) -> Option<Grid> {
        let cell = if is_turned { request.cell.turned() } else { request.cell };
        let along = |paper: Mm, margin: Mm, cell: Mm, most: usize, has_strip: bool, is_folded: bool| {
            let fill = |mark: Mm| {
                let ends = mark + if has_strip { STRIP } else { Mm(0.0) };
                let way = Way { paper, cell, most, margin, ends, bleed: request.bleed, is_folded };
                way.filled(request.gap).map(|filled| (filled, mark))
            };
            if !has_marks {
                return fill(Mm(0.0));
            }
            let (long, short) = (fill(MARK), fill(SHORT_MARK));
            match (&long, &short) {
                (Some((l, _)), Some((s, _))) if l.at.len() == s.at.len() && l.inner.min(l.outer) >= LEAST_BLEED => long,
                _ => short,
            }
        };
        let (paper, margin) = (request.paper, request.margin);
        let (x, mark_x) =
            along(paper.w, margin.0, cell.w, most.0, strip == Some(Axis::Upright), fold == Some(Axis::Upright))?;
        let (y, mark_y) =
            along(paper.h, margin.1, cell.h, most.1, strip == Some(Axis::Level), fold == Some(Axis::Level))?;
        Some(Grid {
            xs: x.at,
            ys: y.at,
            cell,
            is_turned,
            inner: (x.inner, y.inner),
            outer: (x.outer, y.outer),
            strip,
            fold,
            marks: has_marks.then_some((mark_x, mark_y)),
        })
    }
}

/// The properties by which grids are ranked.
struct Rank {
    sheets: usize,
    count: usize,
    is_marked: bool,
    has_strip: bool,
    bleed: Mm,
    is_upright: bool,
}

impl Rank {
    fn of(grid: &Grid, request: &Request) -> Rank {
        let (x, y) = grid.bleed();
        Rank {
            sheets: request.wanted.div_ceil(grid.len()),
            count: grid.len(),
            is_marked: grid.marks.is_some() == request.has_marks,
            has_strip: grid.strip.is_some(),
            bleed: x.min(y) + (x + y) / 100.0,
            is_upright: !grid.is_turned,
        }
    }

    fn beats(&self, other: &Rank) -> bool {
        // Marks are worth more than an extra card, because an unmarked grid cannot be cut. A single component can.
        let marked = |r: &Rank| r.is_marked || r.count == 1;
        (marked(self), other.sheets, self.is_marked, self.has_strip)
            .cmp(&(marked(other), self.sheets, other.is_marked, other.has_strip))
            .then((self.bleed - other.bleed > EPS).cmp(&(other.bleed - self.bleed > EPS)))
            .then(self.is_upright.cmp(&other.is_upright))
            .then(self.count.cmp(&other.count))
            .is_gt()
    }
}

/// The layout problem along one direction of the sheet.
struct Way {
    paper: Mm,
    cell: Mm,
    /// The most cells.
    most: usize,
    margin: Mm,
    /// The room that marks and strip need at each end.
    ends: Mm,
    bleed: Mm,
    is_folded: bool,
}

struct Filled {
    at: Vec<Mm>,
    inner: Mm,
    outer: Mm,
}

impl Way {
    /// Puts as many cells in a row as fit, and divides the remaining room among them as bleed.
    fn filled(&self, gap: Gap) -> Option<Filled> {
        // The end at the fold needs no margin, marks or strip.
        let (length, far) =
            if self.is_folded { (self.paper / 2.0, Mm(0.0)) } else { (self.paper, self.margin + self.ends) };
        let near = self.margin + self.ends;
        let room = length - near - far;
        let least = match gap {
            Gap::Bleed => Mm(0.0),
            Gap::Fixed(gap) => gap,
        };
        let count = ((room + least + EPS) / (self.cell + least)).floor().min(self.most as f64);
        if count < 1.0 {
            return None;
        }
        let spare = (room - self.cell * count).max(Mm(0.0));
        let (gap, inner) = match gap {
            Gap::Fixed(gap) => (gap, self.bleed.min(gap / 2.0)),
            Gap::Bleed => {
                let share = self.bleed.min(spare / (2.0 * count));
                if share < LEAST_BLEED.min(self.bleed) { (Mm(0.0), Mm(0.0)) } else { (share * 2.0, share) }
            }
        };
        let used = self.cell * count + gap * (count - 1.0);
        let outer = self.bleed.min((room - used).max(Mm(0.0)) / 2.0);
        // Folded halves are aligned to the fold, so that one fold is enough. A whole sheet is centered.
        let start = if self.is_folded { length - outer - used } else { (self.paper - used) / 2.0 };
        let at = (0..count as usize).map(|i| start + (self.cell + gap) * i as f64).collect();
        Some(Filled { at, inner, outer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::mm(210.0, 297.0);
    const LETTER: Size = Size::mm(215.9, 279.4);
    const POKER: Size = Size::mm(63.0, 88.0);

    fn request(paper: Size, cell: Size) -> Request {
        let gap = Gap::Bleed;
        let wanted = 5040;
        let margin = (Mm(5.0), Mm(5.0));
        Request { paper, cell, wanted, bleed: Mm(3.0), margin, gap, has_marks: true, is_folded: false }
    }

    #[test]
    fn few_pieces_get_the_bleed_that_more_cells_would_eat() {
        // Ten poker cards need two sheets, with nine or six per sheet. With six, the full bleed fits.
        let grid = Grid::fit(&Request { wanted: 10, ..request(A4, POKER) }).expect("it fits");
        assert_eq!((grid.len(), grid.bleed()), (6, (Mm(3.0), Mm(3.0))));
        // Nine cards need nine cells to fit on one sheet.
        assert_eq!(Grid::fit(&Request { wanted: 9, ..request(A4, POKER) }).expect("it fits").len(), 9);
        // Of 15 mm tokens, 247 fit without bleed. The 36 wanted here fit with room around each.
        let token = Size::mm(15.0, 15.0);
        let grid = Grid::fit(&Request { wanted: 36, ..request(A4, token) }).expect("it fits");
        assert!(grid.len() >= 36 && grid.bleed() == (Mm(3.0), Mm(3.0)), "{} {:?}", grid.len(), grid.bleed());
        assert!(grid.strip.is_some() && grid.marks.is_some());
    }

    #[test]
    fn cards_per_sheet() {
        for (paper, cell, want) in [
            (A4, POKER, 9),                      // 3 x 63 = 189 <= 210 - 2 x 7.5;  3 x 88 = 264 <= 297 - 2 x 7.5
            (LETTER, POKER, 9),                  // 3 x 88 = 264 <= 279.4 - 2 x 7.5 = 264.4
            (A4, Size::mm(70.0, 120.0), 4),      // tarot: 2 x 2
            (A4, Size::mm(44.0, 67.0), 16),      // mini: 4 x 44 = 176, 4 x 67 = 268 <= 282
            (LETTER, Size::mm(44.0, 67.0), 18),  // turned 3 x 67 = 201 <= 215.9 - 2 x 6.5, 6 x 44 = 264
            (Size::mm(297.0, 420.0), POKER, 18), // A3: turned 3 x 88 = 264, 6 x 63 = 378; upright 4 x 4 = 16
            (Size::mm(215.9, 355.6), POKER, 10), // Legal: turned 2 x 88 = 176, 5 x 63 = 315
        ] {
            let got = Grid::fit(&request(paper, cell)).expect("it fits").len();
            assert_eq!(got, want, "{cell} on {paper}");
        }
    }

    #[test]
    fn bleed_is_what_the_sheet_has_to_spare() {
        // A4 across: 210 - 2 x 7.5 - 189 = 6, shared by six sides: 1 mm.
        // A4 down: 297 - 2 x 7.5 - 2 x 3.2 (strip) - 264 = 11.6, by six sides: 1.933 mm.
        let grid = Grid::fit(&request(A4, POKER)).expect("it fits");
        let (x, y) = grid.bleed();
        assert!((x.0 - 1.0).abs() < 1e-9 && (y.0 - 11.6 / 6.0).abs() < 1e-9, "{x} {y}");
        assert_eq!(grid.strip, Some(Axis::Level));
        // Letter down: 279.4 - 15 - 264 = 0.4 is too little for six sides. With short marks it is 2.4: 0.4 mm each.
        let grid = Grid::fit(&request(LETTER, POKER)).expect("it fits");
        assert!((grid.inner.1.0 - 0.4).abs() < 1e-9, "{:?}", grid.inner);
        assert!((grid.ys[1] - grid.ys[0] - Mm(88.8)).abs() < Mm(1e-9));
        assert_eq!(grid.marks, Some((Mm(2.5), Mm(1.5))));
        assert_eq!(grid.strip, Some(Axis::Upright));
    }

    #[test]
    fn the_grid_is_centered_and_marks_stay_off_the_unprintable_edge() {
        for paper in [A4, LETTER] {
            let grid = Grid::fit(&request(paper, POKER)).expect("it fits");
            let (left, right) = (grid.xs[0], paper.w - grid.xs[2] - Mm(63.0));
            let (top, bottom) = (grid.ys[0], paper.h - grid.ys[2] - Mm(88.0));
            assert!((left - right).abs() < Mm(1e-9) && (top - bottom).abs() < Mm(1e-9));
            let marks = grid.marks.expect("room for marks");
            assert!(left - grid.outer.0 - marks.0 >= Mm(5.0 - 1e-9), "{left}");
            assert!(top - grid.outer.1 - marks.1 >= Mm(5.0 - 1e-9), "{top}");
        }
    }

    #[test]
    fn a_fixed_gap_is_kept_and_zero_shares_the_cut() {
        for (gap, want) in [(0.0, 63.0), (1.0, 64.0)] {
            let grid = Grid::fit(&Request { gap: Gap::Fixed(Mm(gap)), ..request(A4, POKER) }).expect("it fits");
            assert_eq!(grid.xs[1] - grid.xs[0], Mm(want));
            assert_eq!(grid.inner.0, Mm(gap / 2.0));
        }
    }

    #[test]
    fn nothing_fits_when_margins_eat_the_page() {
        assert_eq!(Grid::fit(&Request { margin: (Mm(100.0), Mm(100.0)), ..request(A4, POKER) }), None);
    }

    #[test]
    fn a_folded_sheet_holds_fronts_on_one_half() {
        let grid = Grid::fit(&Request { is_folded: true, ..request(A4, POKER) }).expect("it fits");
        // Level fold: 148.5 - 7.5 holds one row of 88 (3 cards) or, turned, two rows of 63 by 2 (4 cards).
        assert_eq!(grid.len(), 4);
        assert!(grid.is_turned);
    }
}
