//! Every sheet as a picture.

use rayon::prelude::*;

use super::{Format, Kit, Source, no_documents};
use crate::error::Error;
use crate::export::{Ready, png, prepare};
use crate::layout::{Plan, Sheet};

pub(super) static FORMAT: Format = Format {
    name: "sheet-png",
    about: "Every sheet as a picture",
    source: Source::Drawings,
    make,
    documents: no_documents,
};

fn make(kit: &mut Kit) -> Result<Vec<Ready>, Error> {
    let Kit { game, art, plans, studio, names, dpi, .. } = kit;
    let folder = names.sheets();
    let all: Vec<(&Plan, &Sheet)> =
        plans.iter().flat_map(|plan| plan.sheets.iter().map(move |sheet| (plan, sheet))).collect();
    all.into_par_iter()
        .map(|(plan, sheet)| {
            let set = &game.sets[sheet.set].id.value;
            let name = format!("{}-{set}-{:02}-{}.png", plan.setup.paper.name, sheet.number, sheet.side.word());
            let (path, bytes) = (folder.join(name), png::sheet(sheet, &plan.setup, &art.faces, studio, *dpi)?);
            prepare(names.root(), &path, |out| out.write_all(&bytes).map_err(Error::write(&path)))
        })
        .collect()
}
