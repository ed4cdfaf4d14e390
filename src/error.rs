//! The machine failed: a path and a cause. What is wrong in somebody's content is a [`crate::finding::Finding`].

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why a run could not be carried out.
#[derive(Debug)]
pub enum Error {
    /// A file or folder could not be read.
    Read(PathBuf, io::Error),
    /// A file or folder could not be written.
    Write(PathBuf, io::Error),
    /// The project folder has no `content` folder.
    NoContent(PathBuf),
    /// A game was named that is not in `content`.
    NoSuchGame {
        /// The name as given.
        name: String,
        /// The games there are.
        known: Vec<String>,
    },
    /// `--only` matched nothing.
    NothingMatches(String),
    /// An option's value cannot be used.
    Option(String),
    /// A PDF could not be assembled.
    Pdf(String),
    /// A template did not come to an end.
    Stuck {
        /// The template.
        template: String,
        /// What was being drawn with it.
        face: String,
        /// What it did.
        why: String,
    },
}

impl Error {
    /// A reading fault at `path`.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Read(path, cause)
    }

    /// A writing fault at `path`.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Write(path, cause)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read(path, cause) => write!(f, "cannot read {}: {cause}", path.display()),
            Error::Write(path, cause) => write!(f, "cannot write {}: {cause}", path.display()),
            Error::NoContent(path) => {
                write!(
                    f,
                    "{} has no game: no `content/<game>/game.toml`; run inside a project or name one with --project DIR",
                    path.display()
                )
            }
            Error::NoSuchGame { name, known } => {
                write!(f, "no game `{name}` in content; there are: {}", known.join(", "))
            }
            Error::NothingMatches(glob) => write!(f, "no component matches --only {glob}; try `wyrmpress list`"),
            Error::Option(what) => f.write_str(what),
            Error::Pdf(what) => write!(f, "the PDF could not be assembled: {what}"),
            Error::Stuck { template, face, why } => {
                write!(
                    f,
                    "templates/{template}:1:1: drawing {face} {why}\n  = help: look for an endless loop, a string that keeps doubling, or a costly filter"
                )
            }
        }
    }
}

impl std::error::Error for Error {}
