//! Writes files whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempPath;

use crate::error::Error;

/// The start of the names of unfinished files.
const PREFIX: &str = ".wyrmpress-";
/// An unfinished file older than this was left behind by a killed run.
const STALE: Duration = Duration::from_secs(600);

/// Writes all files beside their targets, syncs them, then renames them into place.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Error> {
    let folders: BTreeSet<&Path> = files.iter().filter_map(|(path, _)| path.parent()).collect();
    for folder in folders {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
        sweep(folder);
    }
    let ready: Result<Vec<(TempPath, PathBuf)>, Error> = files
        .iter()
        .map(|(path, bytes)| {
            let path = target(path)?;
            Ok((prepare(&path, bytes)?, path))
        })
        .collect();
    for (file, path) in ready? {
        file.persist(&path).map_err(|cause| Error::Write(path.clone(), cause.error))?;
    }
    Ok(())
}

/// Follows links to the file to replace. Refuses devices, pipes and folders.
fn target(path: &Path) -> Result<PathBuf, Error> {
    match fs::metadata(path) {
        Ok(facts) if facts.is_file() => fs::canonicalize(path).map_err(Error::write(path)),
        Ok(_) => Err(Error::Write(path.to_owned(), std::io::Error::other("it is not a regular file"))),
        Err(_) => Ok(path.to_owned()),
    }
}

fn prepare(path: &Path, bytes: &[u8]) -> Result<TempPath, Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    // The cause is reported without the temporary name, which means nothing to the reader.
    let fault = |cause: std::io::Error| {
        let source = cause.get_ref().and_then(|inner| inner.source()?.downcast_ref::<std::io::Error>());
        let code = cause.raw_os_error().or_else(|| source.and_then(std::io::Error::raw_os_error));
        let plain = code.map_or_else(|| std::io::Error::from(cause.kind()), std::io::Error::from_raw_os_error);
        Error::Write(path.to_owned(), plain)
    };
    let mut file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder).map_err(fault)?;
    file.write_all(bytes).map_err(fault)?;
    file.as_file().sync_all().map_err(fault)?;
    // Temporary files are private; finished files should be readable by all.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644)).map_err(fault)?;
    }
    // Closed now, because a kit may have more files than a process may keep open.
    Ok(file.into_temp_path())
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
