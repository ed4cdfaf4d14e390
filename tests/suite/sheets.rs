//! Where every face lies: golden placements, all back modes, shapes, boards.

use std::fmt::Write as _;

use kurbo::{Point, Rect};
use wyrmpress::art::{Art, Ink, Side};
use wyrmpress::content::Content;
use wyrmpress::finding::Finding;
use wyrmpress::layout::{self, Backs, LineKind, Marks, Paper, Setup, Sheet};
use wyrmpress::stages::{self, Cache, Stop};
use wyrmpress::units::Mm;

use crate::golden::agrees;
use crate::project::{Project, repository};

fn setup(paper: &str, backs: Backs) -> Setup {
    let paper = Paper::parse(paper).expect("a paper");
    Setup { backs, ..Setup::usual(paper) }
}

fn drawn(root: &std::path::Path) -> (Content, Art) {
    let mut found = Vec::new();
    // One kit of this repository, or the only one of a small project.
    let only: &[String] = if root == repository() { &["reign-of-dragoness".to_owned()] } else { &[] };
    let project = stages::Project::read(root, only, Ink::Full, &mut Cache::default()).expect("a project");
    let all = &|_: &_, _: &_| true;
    let art = stages::draw(&project, &project.content.games[0], all, &Stop::never(), &mut found, &mut |_| {});
    assert_eq!([project.found, found].concat(), [], "the project has faults");
    (project.content, art.expect("nobody asks it to stop"))
}

fn sheets(content: &Content, art: &Art, setup: &Setup, found: &mut Vec<Finding>) -> Vec<Sheet> {
    let all: Vec<usize> = (0..content.games[0].sets.len()).collect();
    layout::impose(&content.games[0], art, &all, setup, found)
}

#[test]
fn a_stopped_stage_returns_nothing() {
    let small = Project::new();
    let (mut found, mut cache) = (Vec::new(), Cache::default());
    let project = stages::Project::read(small.root(), &[], Ink::Full, &mut cache).expect("a project");
    let (game, stop, waiting) = (&project.content.games[0], Stop::never(), Stop::default());
    let mut draw = |stop: &Stop| stages::draw(&project, game, &|_, _| true, stop, &mut found, &mut |_| {});
    let mut art = draw(&stop).expect("nobody asks it to stop");
    waiting.raise();
    assert!(draw(&waiting).is_none(), "half a game looks like a whole one");
    let needs = stages::Needs { forms: false, drawings: true, preflight: true, ink: false };
    let mut look = |stop: &Stop| stages::look(&project, game, &mut art.faces, &needs, &mut cache, stop);
    assert!(look(&waiting).is_none() && look(&stop).is_some());
}

#[test]
fn placements_of_the_small_project() {
    let (content, art) = drawn(Project::new().root());
    let mut text = String::new();
    for paper in ["a4", "letter"] {
        for backs in [Backs::LongEdge, Backs::ShortEdge, Backs::Gutterfold, Backs::None] {
            let _ = writeln!(text, "# {paper}, {backs:?}");
            for sheet in sheets(&content, &art, &setup(paper, backs), &mut Vec::new()) {
                text.push_str(&layout::describe(&sheet));
            }
        }
    }
    agrees("placements.txt", &text);
}

/// Lays each back over its front as the paper is turned or folded, and compares the trim boxes.
#[test]
fn the_trim_of_each_back_meets_its_front() {
    let (content, art) = drawn(repository());
    for paper in ["a4", "letter", "a3", "legal", "tabloid", "12x18in"] {
        for backs in [Backs::LongEdge, Backs::ShortEdge, Backs::Gutterfold] {
            let setup = setup(paper, backs);
            let size = setup.paper.size;
            let all = sheets(&content, &art, &setup, &mut Vec::new());
            let mut met = 0;
            let through = |r: Rect| match backs {
                Backs::LongEdge => Rect::new(size.w.0 - r.x1, r.y0, size.w.0 - r.x0, r.y1),
                Backs::ShortEdge => Rect::new(r.x0, size.h.0 - r.y1, r.x1, size.h.0 - r.y0),
                _ => r,
            };
            for pair in all.windows(2).filter(|p| p[0].side == Side::Front && p[1].side == Side::Back) {
                for (front, back) in pair[0].placements.iter().zip(&pair[1].placements) {
                    let seen = through(back.trim);
                    assert!(
                        (seen.x0 - front.trim.x0).abs() < 1e-6 && (seen.y0 - front.trim.y0).abs() < 1e-6,
                        "{paper} {backs:?}"
                    );
                    assert!(
                        (seen.x1 - front.trim.x1).abs() < 1e-6 && (seen.y1 - front.trim.y1).abs() < 1e-6,
                        "{paper} {backs:?}"
                    );
                    met += 1;
                }
            }
            if backs == Backs::Gutterfold {
                // On a folded page, fronts and backs alternate and mirror each other across the middle.
                for sheet in all.iter().filter(|s| s.lines.iter().any(|l| l.kind == LineKind::Fold)) {
                    for pair in sheet.placements.chunks(2) {
                        let (f, b) = (pair[0].trim, pair[1].trim);
                        let level = (f.y0 + b.y1 - size.h.0).abs() < 1e-6 && (f.x0 - b.x0).abs() < 1e-6;
                        let upright = (f.x0 + b.x1 - size.w.0).abs() < 1e-6 && (f.y0 - b.y0).abs() < 1e-6;
                        assert!(level || upright, "{paper}: {f:?} {b:?}");
                        met += 1;
                    }
                }
            }
            assert_eq!(met, 110, "{paper} {backs:?}: every card has a back");
        }
    }
}

#[test]
fn a_half_filled_sheet_keeps_the_grid() {
    let (content, art) = drawn(repository());
    let all = sheets(&content, &art, &setup("a4", Backs::LongEdge), &mut Vec::new());
    let fronts: Vec<&Sheet> = all.iter().filter(|s| s.set == 0 && s.side == Side::Front).collect();
    // 96 cards, nine to a sheet: ten full sheets and one of six.
    assert_eq!(fronts.len(), 11);
    assert_eq!(fronts[10].placements.len(), 6);
    for (first, last) in fronts[0].placements.iter().zip(&fronts[10].placements) {
        assert_eq!(first.trim, last.trim);
    }
}

#[test]
fn marks_stay_off_the_art_and_off_the_unprintable_edge() {
    let (content, art) = drawn(repository());
    for paper in ["a4", "letter"] {
        let setup = Setup { marks: Marks::Both, ..setup(paper, Backs::LongEdge) };
        let all = sheets(&content, &art, &setup, &mut Vec::new());
        for sheet in all.iter().filter(|s| !s.placements.is_empty()) {
            for line in sheet.lines.iter().filter(|l| l.kind == LineKind::Crop) {
                let b = kurbo::Shape::bounding_box(&line.path);
                let size = setup.paper.size;
                assert!(b.x0 >= 5.0 - 1e-6 && b.y0 >= 5.0 - 1e-6, "{paper}: {b:?}");
                assert!(b.x1 <= size.w.0 - 5.0 + 1e-6 && b.y1 <= size.h.0 - 5.0 + 1e-6, "{paper}: {b:?}");
                for p in &sheet.placements {
                    assert!(
                        kurbo::Shape::bounding_box(&p.clip).intersect(b).area() < 1e-9,
                        "{paper}: a mark on the art"
                    );
                }
            }
            let ruler = sheet.lines.iter().find(|l| l.kind == LineKind::Ruler).expect("every sheet has a ruler");
            let b = kurbo::Shape::bounding_box(&ruler.path);
            assert!((b.width().max(b.height()) - 50.0).abs() < 1e-9, "the ruler is 50 mm long");
            assert!(sheet.labels.iter().any(|l| l.text.contains(&format!("{} of {}", sheet.number, sheet.total))));
        }
    }
}

#[test]
fn shapes_are_cut_along_their_outline_and_backs_are_mirrored() {
    let project = Project::new();
    project.edit(
        "content/mini/game.toml",
        "size = \"poker\"\nshape = { kind = \"rectangle\", corner = \"3 mm\" }",
        "size = [63, 88]\nshape = { kind = \"outline\", path = \"M0 0H40L63 44V88H0Z\", folds = \"M0 44H63\" }",
    );
    let (content, art) = drawn(project.root());
    let all = sheets(&content, &art, &setup("a4", Backs::LongEdge), &mut Vec::new());
    let (front, back) = (&all[0], &all[1]);
    assert_eq!(front.lines.iter().filter(|l| l.kind == LineKind::Cut).count(), 4);
    assert_eq!(front.lines.iter().filter(|l| l.kind == LineKind::Fold).count(), 4);
    assert!(front.lines.iter().all(|l| l.kind != LineKind::Crop), "an outline needs no crop marks");
    // The notch is at the top right of the front, so at the top left of the back.
    let (f, b) = (&front.placements[0], &back.placements[0]);
    let at = |p: &layout::Placement, x: f64, y: f64| {
        kurbo::Shape::winding(&p.clip, Point::new(p.trim.x0 + x, p.trim.y0 + y)) != 0
    };
    assert!(!at(f, 60.0, 2.0) && at(f, 3.0, 2.0));
    assert!(!at(b, 3.0, 2.0) && at(b, 60.0, 2.0));
}

#[test]
fn any_shape_can_have_folds() {
    let project = Project::new();
    project.edit("content/mini/game.toml", "corner = \"3 mm\" }", "corner = \"3 mm\", folds = \"M0 44H63\" }");
    let (content, art) = drawn(project.root());
    let all = sheets(&content, &art, &setup("a4", Backs::LongEdge), &mut Vec::new());
    assert_eq!(all[0].lines.iter().filter(|l| l.kind == LineKind::Fold).count(), 4);
    assert_eq!(all[0].lines.iter().filter(|l| l.kind == LineKind::Cut).count(), 4);
}

#[test]
fn every_shape_is_laid_out() {
    for (size, shape, per_sheet) in [
        ("25", "\"circle\"", 4),
        ("50.8", "\"hexagon\"", 4),
        ("40", "\"triangle\"", 4),
        ("[40, 60]", "{ kind = \"outline\", path = \"M0 0H40V60H0Z\" }", 4),
    ] {
        let project = Project::new();
        project.edit(
            "content/mini/game.toml",
            "size = \"poker\"\nshape = { kind = \"rectangle\", corner = \"3 mm\" }",
            &format!("size = {size}\nshape = {shape}"),
        );
        project.write("templates/card.svg", crate::project::BACK);
        let (content, art) = drawn(project.root());
        let all = sheets(&content, &art, &setup("a4", Backs::LongEdge), &mut Vec::new());
        assert_eq!(all[0].placements.len(), per_sheet, "{shape}");
    }
}

#[test]
fn mixed_sizes_never_share_a_grid() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "id = \"fire-2\"", "id = \"fire-2\"\nsize = \"bridge\"");
    let (content, art) = drawn(project.root());
    let all = sheets(&content, &art, &setup("a4", Backs::None), &mut Vec::new());
    let counts: Vec<usize> = all.iter().map(|s| s.placements.len()).collect();
    assert_eq!(counts, [3, 1]);
}

#[test]
fn a_board_is_split_over_pages_that_join() {
    let project = Project::new();
    project.edit("content/mini/game.toml", "size = \"poker\"", "size = [500, 400]");
    project.write(
        "templates/card.svg",
        "{% extends \"face.svg\" %}{% block art %}<rect x=\"-3\" y=\"-3\" width=\"506\" height=\"406\" fill=\"#888\"/>{% endblock art %}",
    );
    project.write("templates/back.svg", project.read("templates/card.svg"));
    let (content, art) = drawn(project.root());
    let mut found = Vec::new();
    let all = sheets(&content, &art, &setup("a4", Backs::LongEdge), &mut found);
    // Printable 195 x 275.6; on its side 400 x 500 needs 3 x 2 pages with 10 mm overlap, upright 3 x 2 as well.
    assert_eq!(all.len(), 4 * 6, "four boards of six pages");
    let tiles: Vec<Rect> = all[..6]
        .iter()
        .map(|s| {
            let p = &s.placements[0];
            // The part of the board on this page.
            p.to_sheet.inverse().transform_rect_bbox(p.trim)
        })
        .collect();
    let whole = tiles.iter().copied().reduce(|a, b| a.union(b)).expect("six tiles");
    assert!((whole.width() - 500.0).abs() < 1e-6 && (whole.height() - 400.0).abs() < 1e-6, "{whole:?}");
    // Neighbors in a row share 10 mm.
    assert!((tiles[0].intersect(tiles[1]).width() - 10.0).abs() < 1e-6, "{:?} {:?}", tiles[0], tiles[1]);
    assert!(all[0].lines.iter().any(|l| l.kind == LineKind::Join));
    assert!(all[0].labels.iter().any(|l| l.text == "page A1 · B1 joins right · A2 joins below"), "{:?}", all[0].labels);
    assert!(found.iter().any(|d| d.rule.name == "board-without-back"));
}

#[test]
fn what_cannot_fit_is_told() {
    let (content, art) = drawn(Project::new().root());
    let mut found = Vec::new();
    let tight = Setup { margin: Mm(100.0), ..setup("a4", Backs::LongEdge) };
    assert!(sheets(&content, &art, &tight, &mut found).is_empty());
    assert_eq!(found[0].rule.name, "too-large-for-paper");
    assert!(found[0].message.contains("63x88mm does not fit a4 with margins of 100 mm"), "{}", found[0].message);
}
