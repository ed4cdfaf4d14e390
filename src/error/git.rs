//! Git could not hand over a revision.

use std::path::PathBuf;
use std::{fmt, io};

/// Why the state to compare with could not be had.
#[derive(Debug)]
pub enum GitError {
    /// No folder and no revision has this name.
    Unnamed(String),
    /// A folder without `content`, which is no revision either.
    NoProject(String),
    /// The repository has no such revision.
    NoRevision {
        /// The revision as given.
        name: String,
        /// The project in the repository.
        project: PathBuf,
    },
    /// The project is not in a repository.
    NoRepository {
        /// The revision as given.
        name: String,
        /// The project.
        project: PathBuf,
        /// What git said.
        said: String,
    },
    /// The revision has no `content` folder.
    NoContent(String),
    /// The revision is larger than the limits.
    TooLarge {
        /// Its files, and how many are allowed.
        files: (usize, usize),
        /// Its bytes, and how many are allowed.
        bytes: (u64, u64),
    },
    /// Git could not be started.
    NotStarted(io::Error),
    /// A git command failed.
    Failed {
        /// The command.
        command: &'static str,
        /// What git said.
        said: String,
    },
    /// Git stopped in the middle of the files.
    Ended,
    /// Git could not read one of the files.
    Unreadable(String),
}

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GitError::Unnamed(name) if name.trim().is_empty() => {
                f.write_str("an empty name is neither a folder nor a git revision")
            }
            GitError::Unnamed(name) => write!(f, "`{name}` is neither a folder nor a git revision"),
            GitError::NoProject(name) => write!(f, "{name} is a folder without `content`, and no git revision either"),
            GitError::NoRevision { name, project } => {
                let project = project.display();
                write!(f, "git knows no revision `{name}` in {project}; try `git log --oneline`, or name a folder")
            }
            GitError::NoRepository { name, project, said } => {
                let project = project.display();
                write!(
                    f,
                    "{project} is not in a git repository that can be read ({said}); name a folder instead of `{name}`"
                )
            }
            GitError::NoContent(name) => {
                write!(f, "revision `{name}` has no `content` folder here; name one that has")
            }
            GitError::TooLarge { files: (files, most_files), bytes: (bytes, most_bytes) } => {
                let (mb, most_mb) = (bytes >> 20, most_bytes >> 20);
                write!(f, "the revision holds {files} files of {mb} MB; the limit is {most_files} and {most_mb} MB")
            }
            GitError::NotStarted(cause) if cause.kind() == io::ErrorKind::NotFound => {
                f.write_str("git is not in the path; install it, or give two folders: `wyrmpress diff OLD NEW`")
            }
            GitError::NotStarted(cause) => write!(f, "git cannot be started: {cause}"),
            GitError::Failed { command, said } => write!(f, "git {command} failed: {said}"),
            GitError::Ended => f.write_str("git ended before all files of the revision were read"),
            GitError::Unreadable(said) => write!(f, "git cannot read a file of the revision: {said}"),
        }
    }
}
