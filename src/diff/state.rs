//! One state of a project: its content, the files its faces come from, and those faces that a comparison needs.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::ink::{self, Letters};
use super::{At, Before, FaceChange};
use crate::art::{self, Art, Face, Ink, Piece};
use crate::content::{Component, Game, Set, walk};
use crate::error::Error;
use crate::finding::{self, FileId, Finding};
use crate::hash::fingerprint;
use crate::lint::{self, Judged};
use crate::stages::{self, Cache, Project, Stop};
use crate::svg;
use crate::text::with_stamps;

/// One state of a project.
pub struct State {
    pub name: String,
    pub project: Project,
    /// Findings from reading, and from drawing what was compared, in order of place.
    pub found: Vec<Finding>,
    /// The faces that were drawn, by game.
    arts: Vec<Art>,
    /// Which components were drawn.
    drawn: HashSet<Record>,
    /// Their faces.
    pieces: BTreeMap<(usize, usize, usize), Piece>,
    /// A hash for each face of each game. Faces of any two states that share it print the same.
    prints: Vec<Vec<u128>>,
    /// The letters on these faces.
    pub(super) letters: Letters,
    /// Files with errors, which may hide components.
    broken: BTreeSet<PathBuf>,
    /// Templates, icons, fonts and pictures, each with a hash.
    pub(super) files: BTreeMap<String, u128>,
    /// Files of this state that are not on this machine.
    absent: BTreeSet<String>,
}

/// Names a component for as long as its state lives.
pub(super) type Record = (FileId, usize);

pub(super) fn record(set: &Set, card: &Component) -> Record {
    (set.file, card.place.span.start)
}

/// Reads the games named, or all. Missing games are left out.
pub fn open(before: &Before, games: &[String], ink: Ink) -> Result<State, Error> {
    let folder = before.folder.as_path();
    let there: Vec<String> = games.iter().filter(|g| is_game(folder, g)).cloned().collect();
    let project = match there.is_empty() && !games.is_empty() {
        true => Project::without_games(folder, ink)?,
        false => Project::read(folder, &there, ink, &mut Cache::default())?,
    };
    let places = project.found.iter().filter(|finding| finding.hides()).filter_map(|f| f.place.as_ref());
    let broken = places.map(|place| project.content.sources.path(place.file).to_owned()).collect();
    Ok(State {
        name: before.name.clone(),
        files: files(folder)?,
        broken,
        absent: before.absent.clone(),
        found: Vec::new(),
        arts: Vec::new(),
        drawn: HashSet::new(),
        pieces: BTreeMap::new(),
        prints: Vec::new(),
        letters: Letters::default(),
        project,
    })
}

/// Whether `folder` contains that game.
pub fn is_game(folder: &Path, id: &str) -> bool {
    let is_plain = !id.is_empty() && !id.contains(['/', '\\', ':']) && id != "..";
    is_plain && folder.join("content").join(id).join("game.toml").is_file()
}

impl State {
    /// Draws some components, and gathers what is found that no `allow` silences.
    pub(super) fn draw(&mut self, wanted: HashSet<Record>) {
        let is_wanted = |set: &Set, card: &Component| wanted.contains(&record(set, card));
        self.found = self.project.found_in_no_game();
        for (g, game) in self.project.content.games.iter().enumerate() {
            let mut found = self.project.found_in(game);
            let art = match game.sets.iter().any(|set| set.components.iter().any(|card| is_wanted(set, card))) {
                true => stages::draw(&self.project, game, &is_wanted, &Stop::never(), &mut found, &mut |_| {}),
                false => Some(Art { faces: Vec::new(), sets: vec![Vec::new(); game.sets.len()], missing: 0 }),
            };
            let art = art.expect("nobody asks it to stop");
            for (s, pieces) in art.sets.iter().enumerate() {
                self.pieces.extend(pieces.iter().map(|piece| ((g, s, piece.component), *piece)));
            }
            self.arts.push(art);
            // Whether an `allow` is sensible is for `check` to say.
            let all = found.len();
            let silenced = lint::silence(game, &Judged::default(), &mut found);
            found.truncate(all - silenced);
            self.found.append(&mut found);
        }
        finding::tidy(&mut self.found);
        self.drawn = wanted;
        self.letters = ink::letters(self.arts.iter().flat_map(|art| &art.faces), &self.project.studio);
        let print = |art: &Art| art.faces.par_iter().map(|face| self.print(face)).collect();
        self.prints = self.arts.iter().map(print).collect();
    }

    pub(super) fn game(&self, id: &str) -> Option<(usize, &Game)> {
        self.project.content.games.iter().enumerate().find(|(_, game)| game.id == id)
    }

    pub(super) fn face(&self, at: (usize, art::FaceNo)) -> &Face {
        &self.arts[at.0].faces[at.1.0 as usize]
    }

    /// The faces of a component; none if it was not drawn or could not be.
    pub(super) fn piece(&self, at: &At) -> Option<&Piece> {
        self.pieces.get(&(at.game, at.set, at.card))
    }

    /// Whether a component was drawn, or could not be.
    pub(super) fn is_drawn(&self, at: &At) -> bool {
        self.drawn.contains(&record(at.set(), at.card()))
    }

    /// Whether errors in a set's file or in `game.toml` may hide components.
    pub(super) fn is_ill(&self, game: &str, set: &str) -> bool {
        let folder = Path::new("content").join(game);
        [folder.join("game.toml"), folder.join(format!("{set}.toml"))].iter().any(|file| self.broken.contains(file))
    }

    /// Whether a face shows a file that is not on this machine.
    pub(super) fn is_lacking(&self, face: &Face) -> bool {
        !self.absent.is_empty() && shown_by(face).any(|name| self.absent.contains(&name))
    }

    /// The hash of a face that was drawn.
    pub(super) fn print_of(&self, at: (usize, art::FaceNo)) -> u128 {
        self.prints[at.0][at.1.0 as usize]
    }

    /// A hash of a face's print: the drawing, and what its letters, icons and pictures look like.
    pub(super) fn print(&self, face: &Face) -> u128 {
        let key = |_, stamp: &_| {
            let key = ink::key(stamp, &self.letters, &self.project.studio);
            (key.map_or_else(String::new, |key| format!("{key:x}")), String::new())
        };
        self.hashed(face, with_stamps(&face.svg, &face.stamps, &mut { key }))
    }

    /// The same with the outlines of letters and icons as they are printed.
    pub(super) fn outlined_print(&self, face: &Face) -> u128 {
        self.hashed(face, face.outlined(&self.project.studio))
    }

    fn hashed(&self, face: &Face, drawing: String) -> u128 {
        // Line endings depend on git's settings.
        let drawing = if drawing.contains('\r') { drawing.replace("\r\n", "\n") } else { drawing };
        let canvas = face.canvas();
        let lengths = [canvas.w, canvas.h, face.bleed].map(|length| length.0.to_bits());
        let pictures = shown_by(face).map(|name| self.files.get(&name));
        fingerprint(&(drawing, lengths, pictures.collect::<Vec<_>>()))
    }

    /// Whether a part could not be read or drawn, and so cannot be compared.
    pub fn is_partial(&self) -> bool {
        !self.broken.is_empty() || self.arts.iter().any(|art| art.missing > 0)
    }
}

/// The files that a face shows as pictures.
fn shown_by(face: &Face) -> impl Iterator<Item = String> {
    svg::shown_files(&face.svg).into_iter().map(|name| format!("templates/{name}"))
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
            used.extend(shown_by(face));
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
