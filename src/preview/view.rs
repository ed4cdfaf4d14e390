//! Content and faces as the page shows them.

use std::collections::BTreeMap;

use kurbo::{Affine, BezPath, Shape as _};

use super::Fault;
use super::model::{CardView, FindingView, GameView, Late, Outline, Placed, SetView, SheetView, SheetsView};
use crate::art::{Art, FaceNo, Piece};
use crate::content::{Component, Content, Game, Origin, Set};
use crate::finding::{self, Finding, Severity};
use crate::hash::hex;
use crate::layout::{Setup, Sheet};
use crate::markup;
use crate::stages::Project;
use crate::units::Mm;

/// A game with its pictures. `hash` names the picture of a face, if it could be drawn.
pub(super) fn game(
    game: &Game,
    content: &Content,
    art: &Art,
    hash: &dyn Fn(FaceNo) -> Option<String>,
    findings: Vec<FindingView>,
) -> GameView {
    let mut outlines = BTreeMap::new();
    let sets: Vec<SetView> = game
        .sets
        .iter()
        .enumerate()
        .map(|(s, set)| {
            let pieces: BTreeMap<usize, &Piece> = art.sets[s].iter().map(|p| (p.component, p)).collect();
            let cards = (0..set.components.len())
                .map(|c| with_pictures(c, set, pieces.get(&c).copied(), content, hash, &mut outlines))
                .collect();
            SetView {
                id: set.id.value.clone(),
                title: set.title.clone(),
                size: set.size.value.to_string(),
                has_errors: false,
                cards,
            }
        })
        .collect();
    let mut view = GameView {
        id: game.id.clone(),
        title: game.title.value.clone(),
        version: game.version.clone(),
        sets,
        outlines,
        findings: Vec::new(),
        late: Late::default(),
        has_errors: false,
        is_stale: false,
    };
    for shown in findings {
        let mut is_shown = false;
        for (set, card) in &shown.about {
            if let Some(card) = view.card(set, card) {
                card.findings.push(shown.clone());
                is_shown = true;
            }
        }
        if !is_shown {
            view.findings.push(shown);
        }
    }
    view
}

/// Some cards with their pictures, each with the id of its set, and their outlines.
pub(super) fn cards(
    game: &Game,
    content: &Content,
    pieces: &[(usize, Piece)],
    hash: &dyn Fn(FaceNo) -> Option<String>,
) -> (Vec<(String, CardView)>, BTreeMap<String, Outline>) {
    let mut outlines = BTreeMap::new();
    let shown = pieces.iter().map(|(s, piece)| {
        let set = &game.sets[*s];
        (set.id.value.clone(), with_pictures(piece.component, set, Some(piece), content, hash, &mut outlines))
    });
    (shown.collect(), outlines)
}

fn with_pictures(
    index: usize,
    set: &Set,
    piece: Option<&Piece>,
    content: &Content,
    hash: &dyn Fn(FaceNo) -> Option<String>,
    outlines: &mut BTreeMap<String, Outline>,
) -> CardView {
    let component = &set.components[index];
    let mut card = card(component, index, set, content, outlines);
    card.front = piece.and_then(|p| hash(p.front));
    card.back = piece.and_then(|p| hash(p.back?));
    card.is_stale = card.front.is_none() || (component.back.is_some() && card.back.is_none());
    card
}

impl GameView {
    pub fn card(&mut self, set: &str, card: &str) -> Option<&mut CardView> {
        self.sets.iter_mut().find(|s| s.id == set)?.cards.iter_mut().find(|c| c.id == card)
    }
}

fn card(
    component: &Component,
    index: usize,
    set: &Set,
    content: &Content,
    outlines: &mut BTreeMap<String, Outline>,
) -> CardView {
    let (size, shape) = (component.size, &component.shape);
    let outline = Outline {
        bleed: path(&shape.outline(size, set.bleed)),
        trim: path(&shape.outline(size, Mm(0.0))),
        safe: path(&shape.outline(size, -set.safe)),
        folds: path(&shape.folds()),
        cuts: path(&shape.cuts()),
    };
    let name = hex(format!("{outline:?}").as_bytes())[..12].to_owned();
    outlines.entry(name.clone()).or_insert(outline);
    let mut templates = vec![component.template.value.clone()];
    templates.extend(component.back.as_ref().map(|back| back.value.clone()));
    CardView {
        id: component.id.value.clone(),
        name: component.name.clone(),
        count: component.count.value,
        front: None,
        back: None,
        w: size.w.0,
        h: size.h.0,
        bleed: set.bleed.0,
        corner: shape.corner().map(|corner| corner.0),
        outline: name,
        origin: Origin::WORDS
            .iter()
            .find(|(_, o)| *o == component.origin)
            .map_or(String::new(), |(word, _)| (*word).to_owned()),
        templates,
        file: content.sources.name(set.file),
        line: content.sources.line_column(set.file, beginning(component, set, content)).0,
        record: record(index, set, content).to_owned(),
        findings: Vec::new(),
        is_stale: false,
        is_unread: false,
    }
}

/// The TOML text of a component, up to the next one.
fn record<'a>(index: usize, set: &Set, content: &'a Content) -> &'a str {
    let text = content.sources.text(set.file);
    let start = beginning(&set.components[index], set, content);
    let end = set.components.get(index + 1).map_or(text.len(), |next| beginning(next, set, content));
    text.get(start..end).unwrap_or("").trim_end()
}

/// Where a component starts, including the comment right above it.
fn beginning(component: &Component, set: &Set, content: &Content) -> usize {
    let mut start = component.place.span.start;
    let before = content.sources.text(set.file).get(..start).unwrap_or("");
    for line in before.split_inclusive('\n').rev().take_while(|line| line.trim_start().starts_with('#')) {
        start -= line.len();
    }
    start
}

/// All records of a game, by set and component.
pub(super) fn records(game: &Game, content: &Content) -> BTreeMap<(String, String), String> {
    let of_set = |set: &'_ Set| -> Vec<((String, String), String)> {
        let written = set
            .components
            .iter()
            .enumerate()
            .map(|(i, card)| ((set.id.value.clone(), card.id.value.clone()), record(i, set, content).to_owned()));
        written.collect()
    };
    game.sets.iter().flat_map(of_set).collect()
}

/// A finding with the components it belongs to.
pub(super) fn finding(finding: &Finding, project: &Project) -> FindingView {
    let owners = project.owners(finding).into_iter();
    FindingView {
        severity: finding.severity().word().to_owned(),
        rule: finding.rule.name.to_owned(),
        message: finding::printable(&finding.message),
        text: finding::human(finding, &project.content.sources, false),
        about: owners.map(|owner| (owner.set.id.value.clone(), owner.card.id.value.clone())).collect(),
    }
}

/// A fault of the printer, which belongs to no component.
pub(super) fn fault(Fault { rule, message, text }: &Fault) -> FindingView {
    let (rule, message, text) = (rule.clone(), message.clone(), text.clone());
    FindingView { severity: "error".to_owned(), rule, message, text, about: Vec::new() }
}

/// Marks a game and sets that could not be read in full.
pub(super) fn mark_errors(view: &mut GameView, game: &Game, project: &Project) {
    let errors = || project.found.iter().filter(|d| d.severity() == Severity::Error && d.place.is_some());
    view.has_errors = errors().any(|finding| project.concerns(finding, game));
    for (set, shown) in game.sets.iter().zip(&mut view.sets) {
        shown.has_errors = errors().any(|d| d.place.as_ref().is_some_and(|place| place.file == set.file));
    }
}

/// The sheets of a plan. `marks` makes the picture of marks and labels.
pub(super) fn sheets(
    game: &Game,
    art: &Art,
    setup: &Setup,
    sheets: &[Sheet],
    hash: &dyn Fn(FaceNo) -> Option<String>,
    marks: &mut dyn FnMut(&Sheet) -> String,
) -> SheetsView {
    let paper = setup.paper.size;
    let shown = sheets.iter().map(|sheet| {
        let correction = setup.correction(sheet.side);
        let placements = sheet.placements.iter().filter_map(|placed| {
            let face = &art.faces[placed.face.0 as usize];
            let canvas = face.canvas();
            Some(Placed {
                face: hash(placed.face)?,
                matrix: (correction * placed.to_sheet).as_coeffs().map(rounded),
                bleed: face.bleed.0,
                size: [rounded(canvas.w.0), rounded(canvas.h.0)],
                clip: path(&(correction * overlapping(&placed.clip))),
            })
        });
        SheetView {
            set: game.sets[sheet.set].id.value.clone(),
            title: game.sets[sheet.set].title.clone(),
            side: sheet.side.word(),
            number: sheet.number,
            total: sheet.total,
            marks: marks(sheet),
            placements: placements.collect(),
        }
    });
    SheetsView { paper: setup.paper.name.clone(), w: paper.w.0, h: paper.h.0, sheets: shown.collect() }
}

/// A clip that reaches a little under its neighbor. Browsers leave a white line between clips that only touch.
fn overlapping(clip: &BezPath) -> BezPath {
    const HAIR: f64 = 0.05;
    let area = clip.bounding_box();
    let grown = area.inflate(HAIR, HAIR);
    let grow = Affine::scale_non_uniform(grown.width() / area.width(), grown.height() / area.height());
    let middle = area.center().to_vec2();
    match area.area() > 0.0 {
        true => Affine::translate(middle) * grow * Affine::translate(-middle) * clip.clone(),
        false => clip.clone(),
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// A path to a thousandth of a millimeter.
fn path(path: &BezPath) -> String {
    markup::path(path, 3)
}
