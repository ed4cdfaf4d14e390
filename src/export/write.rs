//! Writes files whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Puts `bytes` at `path`: a temporary file beside it, synced, then renamed over it.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    let fault = |cause| Error::Write(path.to_owned(), cause);
    let mut file = tempfile::Builder::new().prefix(".wyrmpress-").tempfile_in(folder).map_err(fault)?;
    file.write_all(bytes).map_err(fault)?;
    file.as_file().sync_all().map_err(fault)?;
    // A temporary file is private; what is printed may be read by all.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644)).map_err(fault)?;
    }
    file.persist(path).map_err(|cause| Error::Write(path.to_owned(), cause.error))?;
    Ok(())
}

/// Writes several files, all prepared beforehand.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Error> {
    files.iter().try_for_each(|(path, bytes)| write_file(path, bytes))
}
