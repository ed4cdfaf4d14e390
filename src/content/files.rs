//! Finds and reads the files of a project, but none outside it.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The largest text file that is read, in bytes.
const MAX_BYTES: u64 = 2 << 20;
/// The most files and folders below one folder.
const MAX_ENTRIES: usize = 20_000;

/// A file below a folder, or why it cannot be used.
pub struct Found {
    /// Its path relative to the folder.
    pub path: PathBuf,
    /// The reason why it cannot be used.
    pub fault: Option<String>,
}

/// Why a file cannot be used as text.
pub struct Unreadable {
    pub why: String,
    pub help: &'static str,
    /// What could be read of it, with a sign for each byte that is no character.
    pub text: String,
    /// The first of them.
    pub at: Range<usize>,
}

/// The folders of `content`.
pub(super) struct Folders {
    /// The ids of the games, or of those that were asked for.
    pub games: Vec<String>,
    /// Folders that hold TOML files and no `game.toml`. Empty if only some games were asked for.
    pub headless: Vec<Headless>,
}

/// A folder that looks like a game's, but has no `game.toml`.
pub(super) struct Headless {
    pub id: String,
    /// A file that may have been meant, such as `Game.toml`.
    pub near: Option<String>,
}

/// Finds the games in `content`, or those named in `only`.
pub(super) fn folders(root: &Path, only: &[String]) -> Result<Folders, Error> {
    let folder = root.join("content");
    let none = |near| Error::NoContent { root: root.to_owned(), near };
    if !folder.is_dir() {
        return Err(none(None));
    }
    let (mut known, mut headless) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(&folder).map_err(Error::read(&folder))? {
        let entry = entry.map_err(Error::read(&folder))?;
        let (path, name) = (entry.path(), entry.file_name());
        if path.join("game.toml").exists() {
            known.push(name.into_string().map_err(Error::FolderName)?);
        } else if path.is_dir() {
            headless.extend(headless_game(&path, &name.to_string_lossy()));
        }
    }
    if known.is_empty() {
        let near = headless.iter().find_map(|folder| Some(format!("content/{}/{}", folder.id, folder.near.as_ref()?)));
        return Err(none(near));
    }
    known.sort();
    headless.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(name) = only.iter().find(|name| !known.contains(name)) {
        return Err(Error::NoSuchGame { name: name.clone(), known });
    }
    Ok(match only.is_empty() {
        true => Folders { games: known, headless },
        false => Folders { games: known.into_iter().filter(|id| only.contains(id)).collect(), headless: Vec::new() },
    })
}

/// A folder without `game.toml`, if it holds other TOML files.
fn headless_game(folder: &Path, id: &str) -> Option<Headless> {
    // What cannot be listed holds nothing that could be read.
    let entries = fs::read_dir(folder).ok()?;
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let has_tables = names.iter().any(|name| name.to_lowercase().ends_with(".toml"));
    let near = names.into_iter().find(|name| {
        let name = name.to_lowercase();
        name == "game.toml" || name.starts_with("game.toml.") || name == "game.tml" || name == "game.txt"
    });
    (has_tables && !id.starts_with('.')).then(|| Headless { id: id.to_owned(), near })
}

/// The names of the TOML files of a game, without their ending.
pub(super) fn tables(root: &Path, game: &str) -> Result<Vec<String>, Error> {
    let folder = root.join("content").join(game);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Error::read(&folder))? {
        let path = PathBuf::from(entry.map_err(Error::read(&folder))?.file_name());
        let is_table = path.extension().is_some_and(|kind| kind == "toml");
        names.extend(path.file_stem().and_then(|stem| stem.to_str()).filter(|_| is_table).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Reads a text file below `root`. The inner error is the reason why it cannot be used.
///
/// A byte order mark at the start is dropped.
pub fn read_text(root: &Path, path: &Path) -> Result<Result<String, Unreadable>, Error> {
    let full = root.join(path);
    let facts = fs::metadata(&full).map_err(Error::read(&full))?;
    if !facts.is_file() {
        return Ok(Err(Unreadable::no_text("is not a regular file")));
    }
    if let Some(why) = leads_out(root, &full) {
        return Ok(Err(Unreadable::no_text(why)));
    }
    if facts.len() > MAX_BYTES {
        return Ok(Err(Unreadable::no_text(format!("is {} bytes large, the limit is {MAX_BYTES}", facts.len()))));
    }
    let bytes = fs::read(&full).map_err(Error::read(&full))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(cause) => Err(Unreadable::in_another_encoding(cause.as_bytes(), cause.utf8_error().valid_up_to())),
    })
}

impl Unreadable {
    fn no_text(why: impl Into<String>) -> Unreadable {
        let help = "replace it with a plain text file inside the project";
        Unreadable { why: why.into(), help, text: String::new(), at: 0..0 }
    }

    /// For bytes that are UTF-8 only before `valid`.
    fn in_another_encoding(bytes: &[u8], valid: usize) -> Unreadable {
        let help = "save it as UTF-8; spreadsheets call it `CSV UTF-8`";
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Unreadable { why: "is UTF-16 text, not UTF-8".to_owned(), help, text: String::new(), at: 0..0 };
        }
        let why = format!("is not UTF-8 text: byte {:02X} is no character", bytes[valid]);
        let text = String::from_utf8_lossy(bytes).into_owned();
        Unreadable { why, help, text, at: valid..valid + '\u{fffd}'.len_utf8() }
    }
}

/// Why a file or folder is not used, if it is outside the project.
pub fn leads_out(root: &Path, full: &Path) -> Option<String> {
    let inside = match (root.canonicalize(), full.canonicalize()) {
        (Ok(root), Ok(full)) => full.starts_with(root),
        _ => false,
    };
    (!inside).then(|| "leads out of the project through a symbolic link".to_owned())
}

/// All files below `folder` in a fixed order. Each is checked to be inside `root`.
pub fn walk(root: &Path, folder: &Path) -> Result<Vec<Found>, Error> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    let mut seen = 0;
    while let Some(below) = open.pop() {
        let here = folder.join(&below);
        let mut names = Vec::new();
        for entry in fs::read_dir(&here).map_err(Error::read(&here))? {
            names.push(entry.map_err(Error::read(&here))?.file_name());
        }
        names.sort();
        for name in names {
            seen += 1;
            if seen > MAX_ENTRIES {
                return Err(Error::TooManyFiles { folder: folder.to_owned(), most: MAX_ENTRIES });
            }
            let path = below.join(&name);
            let full = folder.join(&path);
            let facts = fs::symlink_metadata(&full).map_err(Error::read(&full))?;
            if facts.is_dir() {
                open.push(path);
            } else if facts.is_symlink() && full.is_dir() {
                // A linked folder could lead in a circle.
                files.push(Found { path, fault: Some("is a link to a folder, which is not followed".into()) });
            } else {
                let regular = fs::metadata(&full).is_ok_and(|facts| facts.is_file());
                let fault = if regular { leads_out(root, &full) } else { Some("is not a regular file".into()) };
                files.push(Found { path, fault });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
