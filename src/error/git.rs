//! Git could not provide a revision.

use std::path::PathBuf;
use std::{fmt, io};

/// Why the revision to compare with is unavailable.
#[derive(Debug)]
pub enum GitError {
    /// The name is neither a folder nor a revision.
    Unnamed(String),
    /// The name is a folder without `content`, and no revision.
    NoProject(String),
    /// The repository has no such revision.
    NoRevision { name: String, project: PathBuf },
    /// The project is not in a repository.
    NoRepository { name: String, project: PathBuf, said: String },
    /// The revision has no `content` folder.
    NoContent(String),
    /// The revision is larger than the limits.
    TooLarge {
        /// The number of files, and the limit.
        files: (usize, usize),
        /// The number of bytes, and the limit.
        bytes: (u64, u64),
    },
    /// Git could not be started.
    NotStarted(io::Error),
    /// A git command failed.
    Failed { command: &'static str, said: String },
    /// Git ended before it had sent all files.
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
                    "{project} is not in a git repository that git can read ({said}); name a folder instead of `{name}`"
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
                f.write_str("git is not on the PATH; install it, or give two folders: `wyrmpress diff OLD NEW`")
            }
            GitError::NotStarted(cause) => write!(f, "git cannot be started: {cause}"),
            GitError::Failed { command, said } => write!(f, "git {command} failed: {said}"),
            GitError::Ended => f.write_str("git ended before all files of the revision were read"),
            GitError::Unreadable(said) => write!(f, "git cannot read a file of the revision: {said}"),
        }
    }
}
