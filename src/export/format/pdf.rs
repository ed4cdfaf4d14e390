//! Sheets as PDF: one document per paper, and one for each set with a paper of its own.

use std::path::PathBuf;

use rayon::prelude::*;

use super::{Format, Kit, Source};
use crate::content::Game;
use crate::error::Error;
use crate::export::pdf::{About, Bookmark, Faces, document};
use crate::export::{Names, Ready, prepare};
use crate::layout::{Plan, Setup, Sheet};

pub(super) static FORMAT: Format =
    Format { name: "pdf", about: "Sheets, one file per game and paper", source: Source::Forms, make, documents };

fn make(kit: &mut Kit) -> Result<Vec<Ready>, Error> {
    let forms = std::mem::take(&mut kit.forms);
    let Kit { game, art, plans, studio, names, .. } = kit;
    let sheets: Vec<(&Setup, &[Sheet])> = plans.iter().map(|p| (&p.setup, p.sheets.as_slice())).collect();
    let faces = Faces::prepare(forms, &sheets, studio)?;
    let bleed_of = |face: u32| art.faces[face as usize].bleed;
    plans
        .par_iter()
        .filter(|plan| !plan.sheets.is_empty())
        .map(|plan| {
            let (about, bookmarks) = (about(game, plan), bookmarks(game, plan));
            let setup = &plan.setup;
            let set = plan.only_set.map(|s| game.sets[s].id.value.as_str());
            prepare(names.root(), &names.document(set, &setup.paper), |out| {
                document(&about, &bookmarks, &faces, &bleed_of, setup, &plan.sheets, studio, out)
            })
        })
        .collect()
}

fn documents(game: &Game, setups: &[Setup], names: &Names) -> Vec<PathBuf> {
    names.documents(game, setups)
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
