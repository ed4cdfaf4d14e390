//! Every face as a picture.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use rayon::prelude::*;

use super::{File, Format, Kit, Source, no_documents};
use crate::error::Error;
use crate::export::png;

pub(super) static FORMAT: Format =
    Format { name: "png", about: "Every face as a picture", source: Source::Drawings, make, documents: no_documents };

fn make(kit: &mut Kit) -> Result<Vec<File>, Error> {
    let Kit { game, art, studio, names, dpi, .. } = kit;
    let folder = names.join(format!("png{}", names.mark));
    let mut pictures: BTreeMap<PathBuf, u32> = BTreeMap::new();
    for (set, pieces) in game.sets.iter().zip(&art.sets) {
        let below = folder.join(&set.id.value);
        let mut owners: HashMap<_, usize> = HashMap::new();
        for back in pieces.iter().filter_map(|piece| piece.back) {
            *owners.entry(back).or_default() += 1;
        }
        for piece in pieces {
            let id = &set.components[piece.component].id.value;
            pictures.insert(below.join(format!("{id}.png")), piece.front.0);
            if let Some(back) = piece.back {
                // A back that the whole set shares is one file.
                let is_shared = owners[&back] > 1 && owners.len() == 1;
                let name = if is_shared { "back.png".to_owned() } else { format!("{id}-back.png") };
                pictures.insert(below.join(name), back.0);
            }
        }
    }
    let draw = |(path, face): (PathBuf, u32)| Ok((path, png::face(&art.faces[face as usize], studio, *dpi)?));
    pictures.into_par_iter().map(draw).collect()
}
