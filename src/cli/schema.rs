//! `wyrmpress schema`: writes JSON Schemas, so that editors complete and explain keys.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::args::{Arguments, Schema};
use super::{CLEAN, FINDINGS, say};
use crate::content::{self, walk};
use crate::error::Error;
use crate::export::{refuse_links, write_all};
use crate::finding;
use crate::schema::{FOLDER, MARK, SETTINGS, files, settings};

pub(super) fn run(arguments: &Arguments, schema: &Schema) -> Result<u8, Error> {
    let root = &arguments.project;
    let mut found = Vec::new();
    let content = content::parse(root, &schema.games, &mut found)?;
    finding::tidy(&mut found);
    for finding in found.iter().filter(|f| f.severity() == finding::Severity::Error) {
        say::err(&(finding::human(finding, &content.sources, arguments.is_colored()) + "\n\n"));
    }
    let mut wanted = files(&content)?;
    let mut schemas: BTreeSet<PathBuf> = wanted.iter().map(|(path, _)| path.clone()).collect();
    let mut others = ours(root)?;
    others.retain(|path| !schemas.contains(path));
    if !schema.games.is_empty() || finding::has_errors(&found) {
        // A set that was not requested, or could not be read, keeps its schema.
        schemas.extend(others.drain(..));
    }
    wanted.push((SETTINGS.into(), settings(&schemas)));
    wanted.retain(|(path, text)| is_of_us(&root.join(path)) != Some(true) || !holds(&root.join(path), text));
    if let Some(at) = wanted.iter().position(|(path, _)| path == Path::new(SETTINGS))
        && is_of_us(&root.join(SETTINGS)) == Some(false)
    {
        wanted.remove(at);
        say::err(&format!("{SETTINGS} is your own and is left alone; its rules must name the files in `{FOLDER}`\n"));
    }
    if let Some((path, _)) = wanted.iter().find(|(path, _)| is_of_us(&root.join(path)) == Some(false)) {
        let why = "not a schema of wyrmpress; move it away".to_owned();
        return Err(Error::Unusable { path: path.clone(), why });
    }
    let verb = if schema.check { "is out of date" } else { "written" };
    for (path, _) in wanted.iter().filter(|_| schema.check || !arguments.quiet) {
        say::err(&format!("{} {verb}\n", path.display()));
    }
    let verb = if schema.check { "belongs to no set" } else { "removed: it belongs to no set" };
    for path in others.iter().filter(|_| schema.check || !arguments.quiet) {
        say::err(&format!("{} {verb}\n", path.display()));
    }
    let is_old = !wanted.is_empty() || !others.is_empty();
    if schema.check {
        if is_old {
            say::err("run `wyrmpress schema`, and commit what it writes\n");
        }
    } else {
        let files: Vec<_> = wanted.into_iter().map(|(path, text)| (root.join(path), text.into_bytes())).collect();
        write_all(root, &files)?;
        for path in others {
            refuse_links(root, &root.join(&path))?;
            fs::remove_file(root.join(&path)).map_err(Error::write(&path))?;
        }
    }
    Ok(if finding::has_errors(&found) || (schema.check && is_old) { FINDINGS } else { CLEAN })
}

/// The schemas that an earlier run wrote.
fn ours(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let folder = root.join(FOLDER);
    let all = if folder.is_dir() { walk(root, &folder)? } else { Vec::new() };
    let sound = all.into_iter().filter(|file| file.fault.is_none()).map(|file| Path::new(FOLDER).join(file.path));
    Ok(sound.filter(|path| is_of_us(&root.join(path)) == Some(true)).collect())
}

/// Whether a file was written by this command; `None` if there is no file.
fn is_of_us(path: &Path) -> Option<bool> {
    path.exists().then(|| fs::read_to_string(path).is_ok_and(|text| text.contains(MARK)))
}

fn holds(path: &Path, text: &str) -> bool {
    // A checkout on Windows may have other line endings.
    fs::read_to_string(path).is_ok_and(|there| there.replace("\r\n", "\n") == text)
}
