//! The formats that a kit is written in: one file per format, one row in the table.

mod pdf;
mod png;
mod sheet_png;

use std::path::PathBuf;

use super::pdf::Form;
use super::{Names, Ready};
use crate::art::{Art, Studio};
use crate::content::Game;
use crate::error::Error;
use crate::layout::{Plan, Setup};

pub static FORMATS: [&Format; 3] = [&pdf::FORMAT, &png::FORMAT, &sheet_png::FORMAT];

/// A format: its name, its source, and how to make it.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words for the help text.
    pub about: &'static str,
    /// The part of each face that must be kept until the files are made.
    pub source: Source,
    /// Makes all files of a kit. None has its name yet.
    pub make: fn(&mut Kit) -> Result<Vec<Ready>, Error>,
    /// The documents it may write for a game, in the game's folder. Pictures are not listed.
    pub documents: fn(&Game, &[Setup], &Names) -> Vec<PathBuf>,
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

/// The source of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Faces converted to PDF forms. Their drawings may be dropped.
    Forms,
    /// The drawings of faces.
    Drawings,
}

/// Everything that is needed to make files.
pub struct Kit<'a> {
    pub game: &'a Game,
    pub art: &'a Art,
    /// The PDF forms of its faces. The format that needs them takes them.
    pub forms: Vec<Option<Form>>,
    pub plans: &'a [Plan],
    pub studio: &'a Studio,
    pub names: &'a Names,
    pub dpi: f64,
}

/// No documents, for formats that write pictures.
fn no_documents(_: &Game, _: &[Setup], _: &Names) -> Vec<PathBuf> {
    Vec::new()
}

/// Finds a format by its name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| format.name == name)
}
