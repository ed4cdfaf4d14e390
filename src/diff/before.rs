//! The state to compare with: a folder, or a revision extracted from git.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

use crate::error::{Error, GitError};

/// The most bytes in a revision.
const MOST_BYTES: u64 = 1 << 30;
/// The most files in a revision.
const MOST_FILES: usize = 20_000;

/// A project folder to compare with. One extracted from git is deleted on drop.
pub struct Before {
    pub folder: PathBuf,
    /// The folder or revision as given, for people.
    pub name: String,
    /// Files of the revision that were left out, with the reason.
    pub left_out: Vec<String>,
    /// Files of the revision that are not on this machine: git has only a Git LFS pointer to them.
    pub absent: BTreeSet<String>,
    _scratch: Option<TempDir>,
}

impl Before {
    /// A folder as it is.
    pub fn folder(folder: &Path, name: &str) -> Before {
        let (left_out, absent) = (Vec::new(), BTreeSet::new());
        Before { folder: folder.to_owned(), name: name.to_owned(), left_out, absent, _scratch: None }
    }
}

/// Finds `what`: a folder that contains `content`, or else a revision of the repository that contains `project`.
pub fn before(what: &str, project: &Path) -> Result<Before, Error> {
    if what.trim().is_empty() {
        // An empty path joined with `content` would name the project in the current folder.
        return Err(GitError::Unnamed(what.to_owned()).into());
    }
    let folder = Path::new(what);
    if folder.join("content").is_dir() {
        return Ok(Before::folder(folder, what));
    }
    if what.starts_with('-') || what.contains('\0') {
        return Err(GitError::Unnamed(what.to_owned()).into());
    }
    let commit = commit(what, folder, project)?;
    let scratch = TempDir::new().map_err(|cause| Error::Write(std::env::temp_dir(), cause))?;
    let mut taken = Before::folder(scratch.path(), what);
    if !commit.starts_with(what) {
        // A name such as `HEAD` will mean another commit later.
        taken.name = format!("{what} ({})", &commit[..commit.len().min(7)]);
    }
    take_out(&commit, project, &mut taken)?;
    if !scratch.path().join("content").is_dir() {
        return Err(GitError::NoContent(what.to_owned()).into());
    }
    taken._scratch = Some(scratch);
    Ok(taken)
}

/// The hash of the commit that a revision names. Unlike the name, it cannot be mistaken for an option.
fn commit(what: &str, folder: &Path, project: &Path) -> Result<String, Error> {
    let name = format!("{what}^{{commit}}");
    let asked = run(git(project).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &name]))?;
    let commit = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
    if asked.status.success() && !commit.is_empty() && commit.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Ok(commit);
    }
    if folder.is_dir() {
        return Err(GitError::NoProject(what.to_owned()).into());
    }
    let asked = run(git(project).args(["rev-parse", "--git-dir"]))?;
    let said = String::from_utf8_lossy(&asked.stderr).lines().next().unwrap_or("").to_owned();
    let (name, project) = (what.to_owned(), project.to_owned());
    let fault = match asked.status.success() {
        true => GitError::NoRevision { name, project },
        false => GitError::NoRepository { name, project, said },
    };
    Err(fault.into())
}

/// Writes the content and templates of a commit to the folder, and records what was left out.
fn take_out(commit: &str, project: &Path, taken: &mut Before) -> Result<(), Error> {
    // Names are relative to the project, even if that is a subfolder of the repository.
    let listed = run(git(project).args(["ls-tree", "-r", "-z", "-l", commit, "--", "content", "templates"]))?;
    if !listed.status.success() {
        let said = String::from_utf8_lossy(&listed.stderr).trim().to_owned();
        return Err(GitError::Failed { command: "ls-tree", said }.into());
    }
    let to = taken.folder.clone();
    let mut wanted: Vec<(String, PathBuf)> = Vec::new();
    let mut bytes = 0;
    for entry in listed.stdout.split(|b| *b == 0).filter(|entry| !entry.is_empty()) {
        let entry = String::from_utf8_lossy(entry);
        let Some((head, path)) = entry.split_once('\t') else { continue };
        let parts: Vec<&str> = head.split_whitespace().collect();
        let [mode, kind, object, size] = parts[..] else { continue };
        let path = PathBuf::from(path);
        let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        if kind != "blob" || mode == "120000" || !is_inside || entry.contains('\u{fffd}') {
            taken.left_out.push(format!("{} (a link, or a name that cannot be used)", path.display()));
            continue;
        }
        bytes += size.parse::<u64>().unwrap_or(0);
        wanted.push((object.to_owned(), path));
    }
    if bytes > MOST_BYTES || wanted.len() > MOST_FILES {
        let (files, bytes) = ((wanted.len(), MOST_FILES), (bytes, MOST_BYTES));
        return Err(GitError::TooLarge { files, bytes }.into());
    }
    let mut command = git(project);
    let started = command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(GitError::NotStarted)?;
    let mut asks = child.stdin.take().expect("it was piped");
    let objects: String = wanted.iter().map(|(object, _)| format!("{object}\n")).collect();
    // A second thread sends the requests: two full pipes would block each other.
    let asking = thread::spawn(move || asks.write_all(objects.as_bytes()));
    let mut answers = BufReader::new(child.stdout.take().expect("it was piped"));
    let mut written = Ok(());
    for (_, path) in &wanted {
        written = next(&mut answers).map_err(Error::from).and_then(|bytes| {
            let bytes = if bytes.starts_with(LFS) { large_file(&bytes, project) } else { Some(bytes) };
            let Some(bytes) = bytes else {
                let name = path.to_string_lossy().replace('\\', "/");
                taken.left_out.push(format!("{name} (in Git LFS and not downloaded: `git lfs fetch origin {commit}`)"));
                taken.absent.insert(name);
                return Ok(());
            };
            let place = to.join(path);
            let folder = place.parent().unwrap_or(&to);
            fs::create_dir_all(folder).and_then(|()| fs::write(&place, bytes)).map_err(Error::write(&place))
        });
        if written.is_err() {
            break;
        }
    }
    drop(answers);
    let _ = asking.join();
    let _ = child.wait();
    written
}

/// The first bytes of the pointer that Git LFS keeps in place of a large file.
const LFS: &[u8] = b"version https://git-lfs.github.com/spec/";

/// The large file that a pointer refers to, if it is on this machine.
///
/// It is read from the Git LFS folder: a checkout through git would run programs and fetch.
fn large_file(note: &[u8], project: &Path) -> Option<Vec<u8>> {
    let note = std::str::from_utf8(note).ok()?;
    let field = |key: &str| note.lines().find_map(|line| line.strip_prefix(key));
    let id = field("oid sha256:").filter(|id| id.len() == 64 && id.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let size: u64 = field("size ")?.parse().ok().filter(|size| *size <= MOST_BYTES)?;
    let asked = run(git(project).args(["rev-parse", "--git-common-dir"])).ok()?;
    let folder = project.join(String::from_utf8_lossy(&asked.stdout).trim());
    let file = folder.join("lfs/objects").join(&id[..2]).join(&id[2..4]).join(id);
    let facts = fs::symlink_metadata(&file).ok()?;
    (facts.is_file() && facts.len() == size).then(|| fs::read(&file).ok())?
}

/// The next object of a batch: a line with its size, then its bytes.
fn next(answers: &mut impl BufRead) -> Result<Vec<u8>, GitError> {
    let mut head = String::new();
    answers.read_line(&mut head).map_err(|_| GitError::Ended)?;
    let size = head.split_whitespace().nth(2).and_then(|size| size.parse::<u64>().ok());
    let Some(size) = size else {
        return Err(GitError::Unreadable(head.trim().to_owned()));
    };
    let mut bytes = Vec::new();
    answers.take(size + 1).read_to_end(&mut bytes).map_err(|_| GitError::Ended)?;
    if bytes.pop() != Some(b'\n') || bytes.len() as u64 != size {
        return Err(GitError::Ended);
    }
    Ok(bytes)
}

/// Git in the project's folder. It starts no shell, asks nothing and fetches nothing.
fn git(project: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(project).stdin(Stdio::null()).stderr(Stdio::null());
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_LAZY_FETCH", "1").env("LC_ALL", "C");
    command
}

fn run(command: &mut Command) -> Result<std::process::Output, GitError> {
    command.stderr(Stdio::piped()).output().map_err(GitError::NotStarted)
}
