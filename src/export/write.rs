//! Writes files whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempPath;

use crate::error::Error;

/// The start of the names of unfinished files.
const PREFIX: &str = ".wyrmpress-";
/// An unfinished file older than this was left behind by a killed run.
const STALE: Duration = Duration::from_secs(600);

/// A file that is complete but does not have its name yet. It vanishes unless it is [placed](place).
pub struct Ready {
    file: TempPath,
    /// Its path in messages, and the path that links lead to.
    path: PathBuf,
    target: PathBuf,
    bytes: usize,
}

/// Writes all files whole or not at all.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Error> {
    let ready = files.iter().map(|(path, bytes)| prepare(path, |out| out.write_all(bytes).map_err(Error::write(path))));
    place(ready.collect::<Result<_, _>>()?).map(|_| ())
}

/// Writes a file beside its target and syncs it. The bytes come piece by piece.
pub fn prepare(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), Error>) -> Result<Ready, Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    let target = target(path)?;
    // The cause is reported without the temporary name, which means nothing to the reader.
    let fault = |cause: std::io::Error| {
        let source = cause.get_ref().and_then(|inner| inner.source()?.downcast_ref::<std::io::Error>());
        let code = cause.raw_os_error().or_else(|| source.and_then(std::io::Error::raw_os_error));
        let plain = code.map_or_else(|| std::io::Error::from(cause.kind()), std::io::Error::from_raw_os_error);
        Error::Write(path.to_owned(), plain)
    };
    let beside = target.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(beside).map_err(fault)?;
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
    Ok(Ready { file: file.into_temp_path(), path: path.to_owned(), target, bytes })
}

/// Renames files into place. Returns their paths and sizes.
pub fn place(files: Vec<Ready>) -> Result<Vec<(PathBuf, usize)>, Error> {
    let folders: BTreeSet<PathBuf> = files.iter().filter_map(|file| Some(file.target.parent()?.to_owned())).collect();
    let placed = files.into_iter().map(|Ready { file, path, target, bytes }| {
        file.persist(&target).map_err(|cause| Error::Write(target.clone(), cause.error))?;
        Ok((path, bytes))
    });
    let placed = placed.collect();
    folders.iter().for_each(|folder| sweep(folder));
    placed
}

/// Follows links to the file to replace. Refuses devices, pipes and folders.
fn target(path: &Path) -> Result<PathBuf, Error> {
    match fs::metadata(path) {
        Ok(facts) if facts.is_file() => fs::canonicalize(path).map_err(Error::write(path)),
        Ok(_) => Err(Error::Write(path.to_owned(), std::io::Error::other("it is not a regular file"))),
        Err(_) => Ok(path.to_owned()),
    }
}

/// Removes files that killed runs left behind. Failure is harmless.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let age = entry.metadata().ok().and_then(|facts| facts.modified().ok()?.elapsed().ok());
        if is_ours && age.is_some_and(|age| age > STALE) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
