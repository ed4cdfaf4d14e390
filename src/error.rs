//! Failures of the machine: what, where and why. A fault in the content is a [`crate::finding::Finding`].

mod git;
mod picture;
mod serve;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fmt, io};

pub use git::GitError;
pub use picture::PictureError;
pub use serve::ServeError;

/// Why a run failed.
#[derive(Debug)]
pub enum Error {
    /// A file or folder could not be read.
    Read(PathBuf, io::Error),
    /// A file or folder could not be written.
    Write(PathBuf, io::Error),
    /// The project folder has no game.
    NoContent {
        root: PathBuf,
        /// A file that was probably meant to be its `game.toml`.
        near: Option<String>,
    },
    /// `content` has no game of that name.
    NoSuchGame { name: String, known: Vec<String> },
    /// No game of the project has rules that bots can play by.
    NothingToPlay { known: Vec<String> },
    /// `--only` matched nothing.
    NothingMatches(String),
    /// An option or its value cannot be used.
    Option(String),
    /// The name of a content folder is not UTF-8.
    FolderName(OsString),
    /// A folder holds more files than the limit.
    TooManyFiles { folder: PathBuf, most: usize },
    /// A file cannot be used: a replay, a schema, a list of printers.
    Unusable {
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A game cannot be played.
    Play { game: String, why: String },
    /// The worker threads could not be started.
    Threads { jobs: usize, cause: String },
    /// Git could not provide a revision.
    Git(GitError),
    /// A picture could not be made.
    Picture(PictureError),
    /// The preview could not start.
    Serve(ServeError),
    /// A PDF could not be assembled.
    Pdf(String),
    /// A template did not finish.
    Stuck {
        template: String,
        /// The face that was being drawn.
        face: String,
        /// What happened, such as taking too long.
        why: String,
    },
}

impl Error {
    /// Turns a failed read of `path` into an error.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Read(path, cause)
    }

    /// Turns a failed write to `path` into an error.
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
            Error::NoContent { root, near } => {
                write!(f, "{} has no game: no `content/<game>/game.toml`; ", root.display())?;
                match near {
                    Some(near) => write!(f, "rename `{near}` to `game.toml`"),
                    None => f.write_str("run inside a project or name one with --project DIR"),
                }
            }
            Error::NoSuchGame { name, known } => {
                write!(f, "no game `{name}` in content; there are: {}", known.join(", "))
            }
            Error::NothingToPlay { known } => write!(
                f,
                "there is nothing to simulate: {} can only be printed; bots play games whose rules are in src/games",
                known.join(", ")
            ),
            Error::NothingMatches(glob) => write!(f, "no component matches --only {glob}; try `wyrmpress list`"),
            Error::Option(what) => f.write_str(what),
            Error::FolderName(name) => write!(f, "folder {name:?} in content must be named in UTF-8"),
            Error::TooManyFiles { folder, most } => write!(f, "{} holds more than {most} files", folder.display()),
            Error::Unusable { path, why } => write!(f, "{}: {why}", path.display()),
            Error::Play { game, why } => write!(f, "{game}: {why}"),
            Error::Threads { jobs, cause } => write!(f, "{jobs} threads cannot be started: {cause}"),
            Error::Git(cause) => cause.fmt(f),
            Error::Picture(cause) => cause.fmt(f),
            Error::Serve(cause) => cause.fmt(f),
            Error::Pdf(what) => write!(f, "the PDF could not be assembled: {what}"),
            Error::Stuck { template, face, why } => {
                write!(
                    f,
                    "templates/{template}:1:1: drawing {face} {why}\n  = help: look for an endless loop, a string that keeps doubling, or a costly filter, here or in what it includes"
                )
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<GitError> for Error {
    fn from(cause: GitError) -> Error {
        Error::Git(cause)
    }
}

impl From<PictureError> for Error {
    fn from(cause: PictureError) -> Error {
        Error::Picture(cause)
    }
}

impl From<ServeError> for Error {
    fn from(cause: ServeError) -> Error {
        Error::Serve(cause)
    }
}
