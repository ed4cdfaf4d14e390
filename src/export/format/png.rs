//! Every face as a picture.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use rayon::prelude::*;

use super::{Format, Kit, Source, no_documents};
use crate::art::Piece;
use crate::content::{Component, Set};
use crate::error::Error;
use crate::export::{Ready, png, prepare};
use crate::template::Templates;

pub(super) static FORMAT: Format =
    Format { name: "png", about: "Every face as a picture", source: Source::Drawings, make, documents: no_documents };

fn make(kit: &mut Kit) -> Result<Vec<Ready>, Error> {
    let Kit { game, art, studio, names, dpi, .. } = kit;
    let mut pictures: BTreeMap<PathBuf, u32> = BTreeMap::new();
    for (set, pieces) in game.sets.iter().zip(&art.sets) {
        let folder = names.faces(&set.id.value);
        let id = |piece: &Piece| set.components[piece.component].id.value.as_str();
        for piece in pieces {
            pictures.insert(folder.join(format!("{}.png", id(piece))), piece.front.0);
        }
        // Each distinct back is written once: a shared one under the name of the set, others under that of the first
        // component that has it.
        let mut owners: HashMap<_, usize> = HashMap::new();
        for back in pieces.iter().filter_map(|piece| piece.back) {
            *owners.entry(back).or_default() += 1;
        }
        let is_one = owners.len() == 1;
        let is_whole = pieces.len() == set.components.len();
        for piece in pieces {
            let Some((back, count)) = piece.back.and_then(|back| owners.remove_entry(&back)) else { continue };
            let card = &set.components[piece.component];
            let is_of_all = is_one && if is_whole { count > 1 } else { has_back_of_all(card, set, &studio.templates) };
            let owner = if is_of_all { set.id.value.as_str() } else { id(piece) };
            let mut name = format!("{owner}-back");
            // A component may be called like that, too.
            while pictures.contains_key(&folder.join(format!("{name}.png"))) {
                name.push_str("-back");
            }
            pictures.insert(folder.join(name + ".png"), back.0);
        }
    }
    let draw = |(path, face): (PathBuf, u32)| {
        let bytes = png::face(&art.faces[face as usize], studio, *dpi)?;
        prepare(names.root(), &path, |out| out.write_all(&bytes).map_err(Error::write(&path)))
    };
    pictures.into_par_iter().map(draw).collect()
}

/// Whether a card has the back of its whole set, of which only a part is drawn.
fn has_back_of_all(card: &Component, set: &Set, templates: &Templates) -> bool {
    let face = |card: &Component| {
        let back = card.back.as_ref()?.value.clone();
        Some((back, format!("{:?}{:?}", card.size, card.shape)))
    };
    let own = face(card);
    let backs: Vec<_> = set.components.iter().filter_map(face).collect();
    let is_plain = own.as_ref().is_some_and(|(back, _)| !templates.uses(back, "card"));
    is_plain && backs.len() > 1 && backs.iter().all(|back| Some(back) == own.as_ref())
}
