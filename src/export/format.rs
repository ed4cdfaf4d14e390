//! The formats that a kit is written in: one file per format, one row in the table.

mod pdf;
mod png;
mod sheet_png;

use std::path::{Path, PathBuf};

use super::pdf::Form;
use crate::art::{Art, Studio};
use crate::content::Game;
use crate::error::Error;
use crate::layout::{Plan, Setup};

/// Every format there is.
pub static FORMATS: [&Format; 3] = [&pdf::FORMAT, &png::FORMAT, &sheet_png::FORMAT];

/// A file that is written: its path and its bytes.
pub type File = (PathBuf, Vec<u8>);

/// A format: what it is called, what it is made from, and how.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words for the help text.
    pub about: &'static str,
    /// What must be kept of each face until the files are made.
    pub source: Source,
    /// Makes all its files of a kit in memory.
    pub make: fn(&mut Kit) -> Result<Vec<File>, Error>,
    /// The documents it may write for a game, in the folder of the game. Pictures are not listed.
    pub documents: fn(&Game, &[Setup], &Names) -> Vec<PathBuf>,
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

/// What a format is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Faces converted to PDF forms; their drawings may be dropped.
    Forms,
    /// The drawings of faces.
    Drawings,
}

/// Where a kit goes and what its files are called.
pub struct Names {
    /// The folder of the game.
    pub folder: PathBuf,
    /// Marks a special run, so that its files lie beside the usual ones: `-changed`, `-low-ink`.
    pub mark: String,
}

/// Everything that files are made from.
pub struct Kit<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its faces.
    pub art: &'a Art,
    /// The PDF forms of its faces, which the format that needs them takes.
    pub forms: Vec<Option<Form>>,
    /// Its sheets.
    pub plans: &'a [Plan],
    /// Fonts, icons and pictures.
    pub studio: &'a Studio,
    /// Where files go.
    pub names: &'a Names,
    /// Resolution of pictures.
    pub dpi: f64,
}

/// No documents: the format writes pictures.
fn no_documents(_: &Game, _: &[Setup], _: &Names) -> Vec<PathBuf> {
    Vec::new()
}

/// Finds a format by its name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| format.name == name)
}

impl Names {
    fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }
}
