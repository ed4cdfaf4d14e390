//! Lays out the pieces of each set on sheets, one grid per size and shape.

use kurbo::{Rect, Shape as _};

use super::backs::{Axis, Backs, behind};
use super::grid::{Grid, Request};
use super::{Gap, Line, LineKind, Marks, Placement, Setup, Sheet, Turn, board, marks};
use crate::art::{Art, FaceNo, Piece, Side};
use crate::content::{Game, Set};
use crate::finding::{Finding, rule};
use crate::shape::Shape;
use crate::units::{Mm, Size};

/// The overlap of the bleeds of neighbors.
const HAIR: Mm = Mm(0.03);

/// The pieces of one size and shape, including copies. They share a grid.
struct Deck<'a> {
    size: Size,
    shape: &'a Shape,
    pieces: Vec<Piece>,
}

/// Lays out the sets with these indices, in order, and reports components that do not fit as drawn.
pub fn impose(game: &Game, art: &Art, sets: &[usize], setup: &Setup, found: &mut Vec<Finding>) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for &index in sets {
        let set = &game.sets[index];
        let first = sheets.len();
        for deck in decks(set, &art.sets[index]) {
            let grid = Grid::fit(&request(&deck, set, setup));
            match grid {
                Some(grid) => {
                    report(&grid, set, &deck, setup, found);
                    lay_deck(&deck, &grid, set, index, setup, &mut sheets);
                }
                None => board::split(&deck.pieces, deck.size, set, index, setup, &mut sheets, found),
            }
        }
        name(game, set, setup, &mut sheets[first..]);
    }
    if setup.backs.is_duplex() && sheets.iter().any(|s| s.side == Side::Back) {
        sheets = with_blank_backs(sheets);
    }
    sheets
}

/// Adds an empty back to each sheet without one, so that duplex printing does not put the next front there.
fn with_blank_backs(sheets: Vec<Sheet>) -> Vec<Sheet> {
    let mut all: Vec<Sheet> = Vec::new();
    let mut rest = sheets.into_iter().peekable();
    while let Some(sheet) = rest.next() {
        let lacks = sheet.side == Side::Front && rest.peek().is_none_or(|next| next.side == Side::Front);
        let empty = lacks.then(|| Sheet {
            number: sheet.number,
            total: sheet.total,
            trim: sheet.trim,
            bleed: sheet.trim,
            ..blank(sheet.set, Side::Back)
        });
        all.push(sheet);
        all.extend(empty);
    }
    all
}

fn decks<'a>(set: &'a Set, pieces: &[Piece]) -> Vec<Deck<'a>> {
    let mut decks: Vec<Deck> = Vec::new();
    for piece in pieces {
        let component = &set.components[piece.component];
        let copies = std::iter::repeat_n(*piece, piece.count as usize);
        match decks.iter_mut().find(|d| d.size == component.size && *d.shape == component.shape) {
            Some(deck) => deck.pieces.extend(copies),
            None => decks.push(Deck { size: component.size, shape: &component.shape, pieces: copies.collect() }),
        }
    }
    decks.retain(|deck| !deck.pieces.is_empty());
    decks
}

fn request(deck: &Deck, set: &Set, setup: &Setup) -> Request {
    let has_backs = deck.pieces.iter().any(|p| p.back.is_some());
    // Pieces with a shaped outline never share a cut.
    let gap = match setup.gap {
        Gap::Fixed(gap) if !deck.shape.is_cut_straight() => Gap::Fixed(gap.max(Mm(1.0))),
        gap => gap,
    };
    Request {
        paper: setup.paper.size,
        cell: deck.size,
        wanted: deck.pieces.len(),
        bleed: set.bleed,
        margin: setup.margins(),
        gap,
        has_marks: setup.marks != Marks::None && deck.shape.is_cut_straight(),
        is_folded: setup.backs == Backs::Gutterfold && has_backs,
    }
}

/// Reports reduced bleed, and marks or a ruler that have no room.
fn report(grid: &Grid, set: &Set, deck: &Deck, setup: &Setup, found: &mut Vec<Finding>) {
    let (x, y) = grid.bleed();
    let least = x.min(y);
    if least < set.bleed - Mm(0.01) {
        let head = format!("bleed of {} is reduced to", set.bleed);
        let part = format!("{x} across and {y} down on {}, {} to a sheet", setup.paper.name, grid.len());
        let help = "cut with care, or use a larger paper for the full bleed";
        super::report(&rule::BLEED_REDUCED, set, &head, &part, help, found);
    }
    if grid.strip.is_none() || (setup.marks != Marks::None && deck.shape.is_cut_straight() && grid.marks.is_none()) {
        let (head, part) = (format!("{} leaves no room for marks or ruler on", deck.size), &setup.paper.name);
        let help = "measure a printed card instead, or use a larger paper";
        super::report(&rule::NO_ROOM_FOR_RULER, set, &head, part, help, found);
    }
}

fn lay_deck(deck: &Deck, grid: &Grid, set: &Set, index: usize, setup: &Setup, sheets: &mut Vec<Sheet>) {
    let front_turn = if grid.is_turned { Turn::Quarter } else { Turn::None };
    let axis = match setup.backs {
        Backs::LongEdge => Some(Axis::Upright),
        Backs::ShortEdge => Some(Axis::Level),
        Backs::Gutterfold => grid.fold,
        Backs::None => None,
    };
    let back_shape = deck.shape.mirrored(deck.size);
    let fronts = Placer::new(deck.shape, deck.size, set.bleed);
    let backs = Placer::new(&back_shape, deck.size, set.bleed);
    for page in deck.pieces.chunks(grid.len()) {
        let mut front = blank(index, Side::Front);
        let mut back = blank(index, Side::Back);
        let mut cells = Vec::new();
        for (i, piece) in page.iter().enumerate() {
            // Start next to the fold: folding errors grow with the distance from it.
            let (mut column, mut row) = (i % grid.xs.len(), i / grid.xs.len());
            match grid.fold {
                Some(Axis::Level) => row = grid.ys.len() - 1 - row,
                Some(Axis::Upright) => column = grid.xs.len() - 1 - column,
                None => {}
            }
            let (x, y) = (grid.xs[column], grid.ys[row]);
            let trim = Rect::new(x.0, y.0, (x + grid.cell.w).0, (y + grid.cell.h).0);
            let reach = Reach::of(grid, column, row, Reach::outer(grid));
            cells.push(trim);
            let placed = fronts.place(piece.front, trim, front_turn, &reach);
            outline_lines(deck.shape, deck.size, &placed, &mut front.lines);
            front.placements.push(placed);
            if let (Some(face), Some(axis)) = (piece.back, axis) {
                let (trim, turn) = behind(axis, setup.paper.size, trim, front_turn);
                // Without marks around it, a back may use all its bleed.
                let reach = if setup.marks != Marks::Both && grid.fold.is_none() {
                    let wide = Reach::wide(grid, setup, set.bleed);
                    Reach::of(grid, column, row, wide.behind(axis)).behind(axis)
                } else {
                    reach.behind(axis)
                };
                let side = if grid.fold.is_some() { &mut front } else { &mut back };
                side.placements.push(backs.place(face, trim, turn, &reach));
            }
        }
        if grid.marks.is_some() {
            marks::crop(grid, &cells, &mut front.lines);
            if let Some(axis) = axis {
                let behind_cells: Vec<Rect> =
                    cells.iter().map(|&c| behind(axis, setup.paper.size, c, front_turn).0).collect();
                if grid.fold.is_some() {
                    marks::crop(grid, &behind_cells, &mut front.lines);
                } else if setup.marks == Marks::Both {
                    marks::crop(grid, &behind_cells, &mut back.lines);
                }
            }
        }
        if let Some(fold) = grid.fold {
            // There is no room for marks next to the fold. Those at the other end mark the same cut.
            let art: Vec<Rect> = front.placements.iter().map(|p| p.clip.bounding_box()).collect();
            front.lines.retain(|line| line.kind != LineKind::Crop || is_clear(line, &art));
            marks::fold(fold, setup, &mut front.lines);
        }
        for mut sheet in [front, back] {
            if !sheet.placements.is_empty() {
                extents(&mut sheet);
                sheet.strip = grid.strip;
                sheets.push(sheet);
            }
        }
    }
}

/// Whether a line is clear of the art.
fn is_clear(line: &Line, art: &[Rect]) -> bool {
    let b = line.path.bounding_box().inflate(0.05, 0.05);
    art.iter().all(|a| a.intersect(b).area() == 0.0)
}

/// How far a face extends beyond its trim, on each side.
#[derive(Clone, Copy)]
struct Reach {
    left: Mm,
    right: Mm,
    top: Mm,
    bottom: Mm,
}

impl Reach {
    fn behind(self, axis: Axis) -> Reach {
        match axis {
            Axis::Upright => Reach { left: self.right, right: self.left, ..self },
            Axis::Level => Reach { top: self.bottom, bottom: self.top, ..self },
        }
    }

    /// The bleed at the outside of the grid.
    fn outer(grid: &Grid) -> Reach {
        let (x, y) = grid.outer;
        Reach { left: x, right: x, top: y, bottom: y }
    }

    /// As much bleed at the outside as fits without touching the strip.
    fn wide(grid: &Grid, setup: &Setup, bleed: Mm) -> Reach {
        let (below, beside) = match grid.strip {
            Some(Axis::Level) => (super::grid::STRIP, Mm(0.0)),
            Some(Axis::Upright) => (Mm(0.0), super::grid::STRIP),
            None => (Mm(0.0), Mm(0.0)),
        };
        // The grid is centered, so both sides have the same room.
        let margin = setup.margins();
        let (x, y) = (grid.xs[0] - margin.0, grid.ys[0] - margin.1);
        let wide = |room: Mm, now: Mm| bleed.min(room).max(now);
        Reach {
            left: wide(x - beside, grid.outer.0),
            right: wide(x, grid.outer.0),
            top: wide(y, grid.outer.1),
            bottom: wide(y - below, grid.outer.1),
        }
    }

    /// The reach of one cell. Without a neighbor on a side, it is that of `outer`.
    fn of(grid: &Grid, column: usize, row: usize, outer: Reach) -> Reach {
        // Neighbors overlap slightly, so that no paper shows between them.
        let (x, y) = (grid.inner.0 + HAIR, grid.inner.1 + HAIR);
        Reach {
            left: if column == 0 { outer.left } else { x },
            right: if column + 1 == grid.xs.len() { outer.right } else { x },
            top: if row == 0 { outer.top } else { y },
            bottom: if row + 1 == grid.ys.len() { outer.bottom } else { y },
        }
    }

    fn least(&self) -> Mm {
        self.left.min(self.right).min(self.top).min(self.bottom)
    }
}

/// Places faces of one shape on sheets.
struct Placer<'a> {
    shape: &'a Shape,
    size: Size,
    bleed: Mm,
}

impl<'a> Placer<'a> {
    fn new(shape: &'a Shape, size: Size, bleed: Mm) -> Placer<'a> {
        Placer { shape, size, bleed }
    }

    fn place(&self, face: FaceNo, trim: Rect, turn: Turn, reach: &Reach) -> Placement {
        let to_sheet = turn.to_sheet(self.size, trim.origin());
        let clip = if self.shape.is_cut_straight() {
            let (left, top) = (trim.x0 - reach.left.0, trim.y0 - reach.top.0);
            Rect::new(left, top, trim.x1 + reach.right.0, trim.y1 + reach.bottom.0).to_path(0.1)
        } else {
            to_sheet * self.shape.outline(self.size, reach.least().min(self.bleed))
        };
        Placement { face, trim, turn, clip, to_sheet }
    }
}

/// The cut lines and fold lines of a component.
fn outline_lines(shape: &Shape, size: Size, placed: &Placement, lines: &mut Vec<Line>) {
    let mut add = |kind, path: kurbo::BezPath| {
        if !path.elements().is_empty() {
            lines.push(Line { kind, path: placed.to_sheet * path });
        }
    };
    if !shape.is_cut_straight() {
        add(LineKind::Cut, shape.outline(size, Mm(0.0)));
    }
    add(LineKind::Cut, shape.cuts());
    add(LineKind::Fold, shape.folds());
}

pub(super) fn blank(set: usize, side: Side) -> Sheet {
    Sheet {
        set,
        side,
        number: 0,
        total: 0,
        placements: Vec::new(),
        lines: Vec::new(),
        labels: Vec::new(),
        trim: Rect::ZERO,
        bleed: Rect::ZERO,
        strip: None,
    }
}

pub(super) fn extents(sheet: &mut Sheet) {
    let all = |rects: &mut dyn Iterator<Item = Rect>| rects.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO);
    sheet.trim = all(&mut sheet.placements.iter().map(|p| p.trim));
    sheet.bleed = all(&mut sheet.placements.iter().map(|p| p.clip.bounding_box())).union(sheet.trim);
}

/// Numbers and labels the sheets of a set. A front and its back share a number.
fn name(game: &Game, set: &Set, setup: &Setup, sheets: &mut [Sheet]) {
    let of = sheets.iter().filter(|s| s.side == Side::Front).count();
    let has_backs = sheets.iter().any(|s| s.side == Side::Back);
    let mut number = 0;
    for sheet in sheets {
        if sheet.side == Side::Front {
            number += 1;
        }
        sheet.number = number;
        sheet.total = of;
        let Some(axis) = sheet.strip else { continue };
        let how = match setup.backs {
            Backs::LongEdge if has_backs => " · flip on long edge",
            Backs::ShortEdge if has_backs => " · flip on short edge",
            Backs::Gutterfold if sheet.lines.iter().any(|l| l.kind == LineKind::Fold) => " · fold, glue, cut",
            _ => "",
        };
        let side = sheet.side.word();
        let title = format!("{} · {} · {side} {number} of {of} · v{}{how}", game.title.value, set.title, game.version);
        marks::strip(axis, setup, &title, &mut sheet.lines, &mut sheet.labels);
    }
}
