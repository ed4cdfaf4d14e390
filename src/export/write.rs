//! Writes files whole or not at all, and only where the user asked for them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Mutex;
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use crate::error::Error;

/// The start of the names of unfinished files.
const PREFIX: &str = ".wyrmpress-";
/// An unfinished file older than this was left behind by a killed run.
const STALE: Duration = Duration::from_secs(600);

/// The folders in which this process may have unfinished files.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file that is complete but does not have its name yet. It vanishes unless it is [placed](place).
pub struct Ready {
    file: TempPath,
    path: PathBuf,
    bytes: usize,
}

/// Writes all files whole or not at all.
pub fn write_all(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<(), Error> {
    for (path, _) in files {
        refuse_links(folder, path)?;
    }
    let write = |(path, bytes): &(PathBuf, Vec<u8>)| {
        prepare(folder, path, |out| out.write_all(bytes).map_err(Error::write(path)))
    };
    place(files.iter().map(write).collect::<Result<_, _>>()?).map(|_| ())
}

/// Writes a file beside its target and syncs it. The bytes come piece by piece.
///
/// The user named `folder`, so it may be a link. What lies below it may not: a link in a cloned repository could
/// replace any file of the user.
pub fn prepare(
    folder: &Path,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<Ready, Error> {
    refuse_links(folder, path)?;
    let folder = parent(path);
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    // The cause is reported without the temporary name, which means nothing to the reader.
    let fault = |cause: io::Error| {
        let source = cause.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>());
        let code = cause.raw_os_error().or_else(|| source.and_then(io::Error::raw_os_error));
        let plain = code.map_or_else(|| io::Error::from(cause.kind()), io::Error::from_raw_os_error);
        Error::Write(path.to_owned(), plain)
    };
    let mut file = begin(folder).map_err(fault)?;
    let mut out = BufWriter::with_capacity(1 << 16, &mut file);
    write(&mut out).map_err(|error| match error {
        Error::Write(_, cause) => fault(cause),
        other => other,
    })?;
    out.flush().map_err(fault)?;
    drop(out);
    file.as_file().sync_all().map_err(fault)?;
    let bytes = file.as_file().metadata().map_err(fault)?.len() as usize;
    // Temporary files are private; finished files should be readable by all.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644)).map_err(fault)?;
    }
    // Closed now, because a kit may have more files than a process may keep open.
    Ok(Ready { file: file.into_temp_path(), path: path.to_owned(), bytes })
}

/// Renames files into place; returns their paths and sizes. Two runs do not mix: each renames its files in one go.
pub fn place(files: Vec<Ready>) -> Result<Vec<(PathBuf, usize)>, Error> {
    let folders: BTreeSet<PathBuf> = files.iter().map(|file| parent(&file.path).to_owned()).collect();
    // Each run takes them in the same order, so that no two wait for each other. Some drives have no locks.
    let locked: Vec<File> = folders.iter().filter_map(|folder| File::open(folder).ok()).collect();
    locked.iter().for_each(|folder| drop(folder.lock()));
    let placed = files.into_iter().map(|Ready { file, path, bytes }| {
        file.persist(&path).map_err(|cause| Error::Write(path.clone(), cause.error))?;
        Ok((path, bytes))
    });
    let placed = placed.collect();
    folders.iter().for_each(|folder| sweep(folder));
    placed
}

/// Writes one file that the user named.
pub fn write_one(path: &Path, bytes: Vec<u8>) -> Result<(), Error> {
    write_all(parent(path), &[(path.to_owned(), bytes)])
}

/// Refuses a path that leads through a link below `folder`, or to anything but a file.
pub fn refuse_links(folder: &Path, path: &Path) -> Result<(), Error> {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let mut at = if below == path { PathBuf::new() } else { folder.to_owned() };
    for part in below.components() {
        at.push(part);
        let Ok(facts) = fs::symlink_metadata(&at) else { break };
        let why = if facts.is_symlink() {
            "it is a symbolic link and could lead anywhere; delete it, or name the place it leads to"
        } else if at == path && !facts.is_file() {
            "it is not a regular file"
        } else {
            continue;
        };
        return Err(Error::Write(at, io::Error::other(why)));
    }
    Ok(())
}

/// Removes what this process has not finished and calls `end`, which ends it: meanwhile nothing new is begun.
pub fn abandon(end: impl FnOnce()) {
    let folders = FOLDERS.lock();
    for folder in folders.iter().flat_map(|folders| folders.iter()) {
        remove(folder, |name, _| name.starts_with(&own_prefix()));
    }
    end();
}

fn own_prefix() -> String {
    format!("{PREFIX}{}-", process::id())
}

/// The folder of a file.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    let mut folders = FOLDERS.lock().expect("no thread panics while it creates a file");
    folders.insert(folder.to_owned());
    tempfile::Builder::new().prefix(&own_prefix()).tempfile_in(folder)
}

/// Removes files that killed runs left behind.
fn sweep(folder: &Path) {
    remove(folder, |name, facts| {
        let age = facts.modified().ok().and_then(|time| time.elapsed().ok());
        name.starts_with(PREFIX) && age.is_some_and(|age| age > STALE)
    });
}

/// Removes the files of a folder that `is_meant`. Failure is harmless.
fn remove(folder: &Path, is_meant: impl Fn(&str, &fs::Metadata) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.metadata().is_ok_and(|facts| is_meant(&entry.file_name().to_string_lossy(), &facts)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
