//! One state of a project: its content, its faces, and the files they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::{At, Before, FaceChange};
use crate::art::{self, Art, Face, Ink, Studio};
use crate::content::{Game, walk};
use crate::error::Error;
use crate::finding::{self, Finding};
use crate::hash::fingerprint;
use crate::stages::{self, Cache, Project, Stop};

/// One state of a project, drawn.
pub struct State {
    pub name: String,
    pub project: Project,
    /// Findings from reading and drawing, in order of place.
    pub found: Vec<Finding>,
    pub(super) arts: Vec<Art>,
    /// A hash for each face of each game. Faces of any two states that print the same share it.
    pub(super) prints: Vec<Vec<u128>>,
    /// Files with errors, which may hide components.
    broken: BTreeSet<PathBuf>,
    /// Templates, icons, fonts and pictures, each with a hash.
    files: BTreeMap<String, u128>,
    /// Files of this state that are not on this machine.
    absent: BTreeSet<String>,
}

/// Reads and draws the games named, or all. Missing games are left out.
pub fn open(before: &Before, games: &[String], ink: Ink) -> Result<State, Error> {
    let folder = before.folder.as_path();
    let there: Vec<String> = games.iter().filter(|g| is_game(folder, g)).cloned().collect();
    let project = match there.is_empty() && !games.is_empty() {
        true => Project::without_games(folder, ink)?,
        false => Project::read(folder, &there, ink, &mut Cache::default())?,
    };
    let places = project.found.iter().filter(|finding| finding.hides()).filter_map(|f| f.place.as_ref());
    let broken = places.map(|place| project.content.sources.path(place.file).to_owned()).collect();
    let files = files(folder)?;
    let (mut arts, mut found) = (Vec::new(), project.found.clone());
    for game in &project.content.games {
        let art = stages::draw(&project, game, &|_, _| true, &Stop::never(), &mut found, &mut |_| {});
        arts.push(art.expect("nobody asks it to stop"));
    }
    let prints = arts
        .iter()
        .map(|art| art.faces.par_iter().map(|face| print(face, &project.studio, &files)).collect())
        .collect();
    finding::tidy(&mut found);
    let (name, absent) = (before.name.clone(), before.absent.clone());
    Ok(State { name, project, found, arts, prints, broken, files, absent })
}

/// Whether `folder` contains that game.
pub fn is_game(folder: &Path, id: &str) -> bool {
    let is_plain = !id.is_empty() && !id.contains(['/', '\\', ':']) && id != "..";
    is_plain && folder.join("content").join(id).join("game.toml").is_file()
}

impl State {
    pub(super) fn game(&self, id: &str) -> Option<(usize, &Game)> {
        self.project.content.games.iter().enumerate().find(|(_, game)| game.id == id)
    }

    pub(super) fn face(&self, at: (usize, art::FaceNo)) -> &Face {
        &self.arts[at.0].faces[at.1.0 as usize]
    }

    /// Whether errors in a set's file or in `game.toml` may hide components.
    pub(super) fn is_ill(&self, game: &str, set: &str) -> bool {
        let folder = Path::new("content").join(game);
        [folder.join("game.toml"), folder.join(format!("{set}.toml"))].iter().any(|file| self.broken.contains(file))
    }

    /// Whether a face shows a file that is not on this machine.
    pub(super) fn is_lacking(&self, face: &Face) -> bool {
        !self.absent.is_empty() && pictures_in(&face.svg).any(|name| self.absent.contains(&format!("templates/{name}")))
    }

    /// The hash of a face, as in [`State::prints`].
    pub(super) fn print(&self, face: &Face) -> u128 {
        print(face, &self.project.studio, &self.files)
    }

    /// Whether a part could not be read or drawn, and so cannot be compared.
    pub fn is_partial(&self) -> bool {
        !self.broken.is_empty() || self.arts.iter().any(|art| art.missing > 0)
    }
}

/// A hash of a face's print: drawing, letters, icons and pictures, but not glyph or icon numbers.
fn print(face: &Face, studio: &Studio, files: &BTreeMap<String, u128>) -> u128 {
    let canvas = face.canvas();
    // Line endings depend on git's settings.
    let drawing = face.outlined(studio).replace("\r\n", "\n");
    let lengths = [canvas.w, canvas.h, face.bleed].map(|length| length.0.to_bits());
    let pictures = pictures_in(&face.svg).map(|href| files.get(&format!("templates/{href}")));
    fingerprint(&(drawing, lengths, pictures.collect::<Vec<_>>()))
}

/// The files that a drawing shows as pictures.
fn pictures_in(svg: &str) -> impl Iterator<Item = &str> {
    svg.match_indices("href=\"").filter_map(|(at, mark)| {
        let name = svg[at + mark.len()..].split('"').next()?;
        (!name.starts_with(['#']) && !name.starts_with("data:")).then_some(name)
    })
}

/// All files below `templates`, each with a hash.
fn files(root: &Path) -> Result<BTreeMap<String, u128>, Error> {
    let folder = root.join("templates");
    if !folder.is_dir() {
        return Ok(BTreeMap::new());
    }
    let found: Vec<_> = walk(root, &folder)?.into_iter().filter(|file| file.fault.is_none()).collect();
    found
        .par_iter()
        .map(|file| {
            let path = folder.join(&file.path);
            let bytes = fs::read(&path).map_err(Error::read(&path))?;
            let print = match std::str::from_utf8(&bytes) {
                Ok(text) => fingerprint(&text.replace("\r\n", "\n")),
                Err(_) => fingerprint(&bytes),
            };
            Ok((format!("templates/{}", file.path.to_string_lossy().replace('\\', "/")), print))
        })
        .collect()
}

/// The changed files behind a component's changed faces, apart from its own record.
pub(super) fn causes(old: At, new: At, faces: &[FaceChange]) -> Vec<String> {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (at, pick) in [(old, true), (new, false)] {
        for face in faces.iter().filter_map(|f| if pick { f.old } else { f.new }) {
            let face = at.state.face(face);
            let named = std::iter::once(face.template.value.as_str());
            used.extend(
                at.state.project.studio.templates.reached(named).iter().map(|name| format!("templates/{name}")),
            );
            for icon in face.stamps.iter().flat_map(|stamp| &stamp.icons) {
                let project = &at.state.project;
                used.insert(project.content.sources.name(project.studio.icons.get(icon.icon).file));
            }
            used.extend(pictures_in(&face.svg).map(|name| format!("templates/{name}")));
        }
    }
    let is_font = |name: &str| name.starts_with("templates/fonts/");
    used.extend(old.state.files.keys().chain(new.state.files.keys()).filter(|name| is_font(name)).cloned());
    let mut changed: Vec<String> =
        used.into_iter().filter(|name| old.state.files.get(name) != new.state.files.get(name)).collect();
    let (was, is) = (&old.state.project.content.games[old.game], &new.state.project.content.games[new.game]);
    if !super::fields::game(was, is).is_empty() {
        changed.push(format!("content/{}/game.toml", is.id));
    }
    changed
}
