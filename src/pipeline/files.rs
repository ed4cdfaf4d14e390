//! The files of a kit: one document a paper, and pictures where they are asked for.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::{Format, Order, Plan};
use crate::art::{Art, Studio};
use crate::content::Game;
use crate::error::Error;
use crate::export::pdf::{About, Bookmark, Faces, Form, document};
use crate::export::png;
use crate::layout::{Paper, Setup, Sheet};

/// Makes all files of a kit in memory.
pub(super) fn files(
    game: &Game,
    art: &Art,
    forms: Vec<Option<Form>>,
    plans: &[Plan],
    order: &Order,
    studio: &Studio,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let folder = order.out.join(&game.id);
    let mark = order.mark();
    let mut files = Vec::new();
    if order.formats.contains(&Format::Pdf) {
        let sheets: Vec<(&Setup, &[Sheet])> = plans.iter().map(|p| (&p.setup, p.sheets.as_slice())).collect();
        let faces = Faces::prepare(forms, &sheets, studio)?;
        let bleed_of = |face: u32| art.faces[face as usize].bleed.0;
        let documents: Result<Vec<_>, Error> = plans
            .par_iter()
            .filter(|plan| !plan.sheets.is_empty())
            .map(|plan| {
                let (about, bookmarks) = (about(game, plan), bookmarks(game, plan));
                let setup = &plan.setup;
                let bytes = document(&about, &bookmarks, &faces, &bleed_of, setup, &plan.sheets, studio)?;
                let set = plan.only_set.map(|s| game.sets[s].id.value.as_str());
                Ok((folder.join(name(game, set, &mark, &setup.paper.name)), bytes))
            })
            .collect();
        files.extend(documents?);
    }
    if order.formats.contains(&Format::Png) {
        files.extend(face_pictures(game, art, &folder.join(format!("png{mark}")), studio, order.dpi)?);
    }
    if order.formats.contains(&Format::SheetPng) {
        for plan in plans {
            let pictures: Result<Vec<_>, Error> = plan
                .sheets
                .par_iter()
                .map(|sheet| {
                    let set = &game.sets[sheet.set].id.value;
                    let name = format!("{}-{set}-{:02}-{}.png", plan.setup.paper.name, sheet.number, sheet.side.word());
                    let bytes = png::sheet(sheet, &plan.setup, &art.faces, studio, order.dpi)?;
                    Ok((folder.join(format!("sheets{mark}")).join(name), bytes))
                })
                .collect();
            files.extend(pictures?);
        }
    }
    Ok(files)
}

/// The name of a document.
fn name(game: &Game, set: Option<&str>, mark: &str, paper: &str) -> String {
    let set = set.map(|set| format!("-{set}")).unwrap_or_default();
    format!("{}{set}{mark}-{paper}.pdf", game.id)
}

impl Order {
    /// All documents that the order may write for a game; of which nothing is to be printed, none is.
    pub fn documents(&self, game: &Game) -> Vec<PathBuf> {
        if !self.formats.contains(&Format::Pdf) {
            return Vec::new();
        }
        let whole = self.setups.iter().map(|setup| (None, setup.paper.name.clone()));
        let papers = game.sets.iter().flat_map(|set| set.papers.iter().map(move |paper| (set, paper)));
        let papers = papers.filter_map(|(set, paper)| Some((Some(set), Paper::parse(&paper.value).ok()?.name)));
        let all = whole.chain(papers.map(|(set, paper)| (set.map(|set| set.id.value.as_str()), paper)));
        all.map(|(set, paper)| self.out.join(&game.id).join(name(game, set, &self.mark(), &paper))).collect()
    }
}

fn face_pictures(
    game: &Game,
    art: &Art,
    folder: &Path,
    studio: &Studio,
    dpi: f64,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let mut wishes: BTreeMap<PathBuf, u32> = BTreeMap::new();
    for (set, pieces) in game.sets.iter().zip(&art.sets) {
        let below = folder.join(&set.id.value);
        let mut owners: HashMap<_, usize> = HashMap::new();
        for back in pieces.iter().filter_map(|piece| piece.back) {
            *owners.entry(back).or_default() += 1;
        }
        for piece in pieces {
            let id = &set.components[piece.component].id.value;
            wishes.insert(below.join(format!("{id}.png")), piece.front.0);
            if let Some(back) = piece.back {
                // A back that all share is one file.
                let is_shared = owners[&back] > 1 && owners.len() == 1;
                let name = if is_shared { "back.png".to_owned() } else { format!("{id}-back.png") };
                wishes.insert(below.join(name), back.0);
            }
        }
    }
    wishes.into_par_iter().map(|(path, face)| Ok((path, png::face(&art.faces[face as usize], studio, dpi)?))).collect()
}

fn about(game: &Game, plan: &Plan) -> About {
    let what = plan.only_set.map_or("print-and-play kit", |s| &game.sets[s].title);
    About {
        title: format!("{} – {what}", game.title.value),
        author: game.author.clone().unwrap_or_default(),
        subject: format!("Print at 100 % on {}; kit version {}", plan.setup.paper.name, game.version),
    }
}

fn bookmarks(game: &Game, plan: &Plan) -> Vec<Bookmark> {
    let mut marks: Vec<Bookmark> = Vec::new();
    let mut last = None;
    for (page, sheet) in plan.sheets.iter().enumerate() {
        if last != Some(sheet.set) {
            marks.push(Bookmark { title: game.sets[sheet.set].title.clone(), page });
            last = Some(sheet.set);
        }
    }
    marks
}
