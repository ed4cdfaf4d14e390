//! Finds the printer that the sheets are for.

use std::path::PathBuf;

use super::args::{Arguments, Sheets};
use super::say;
use crate::error::Error;
use crate::finding::{self, Severity};
use crate::layout::{PRINTERS, Printer, Printers, Setup};

/// One setup per paper, for the printer that `--printer` names.
pub(super) fn setups(arguments: &Arguments, sheets: &Sheets) -> Result<Vec<Setup>, Error> {
    let mut setups = sheets.setups();
    if let Some(name) = &sheets.printer {
        let printer = find(arguments, name)?;
        for setup in &mut setups {
            setup.printer = Some(printer.clone());
        }
    }
    Ok(setups)
}

pub(super) fn find(arguments: &Arguments, name: &str) -> Result<Printer, Error> {
    let printers = load(arguments)?;
    printers.find(name).cloned()
}

/// All printers. Faults in their files are reported; errors stop the run.
pub(super) fn load(arguments: &Arguments) -> Result<Printers, Error> {
    let mut printers = Printers::load(&arguments.project, user_folder().as_deref())?;
    finding::tidy(&mut printers.found);
    for finding in &printers.found {
        say::err(&(finding::human(finding, &printers.sources, arguments.is_colored()) + "\n\n"));
    }
    let mut errors = printers.found.iter().filter(|finding| finding.severity() == Severity::Error);
    if let Some(error) = errors.next() {
        let file = error.place.as_ref().map(|place| printers.sources.path(place.file));
        return Err(Error::Unusable {
            path: file.unwrap_or(PRINTERS.as_ref()).to_owned(),
            why: "fix it, or leave out --printer".to_owned(),
        });
    }
    Ok(printers)
}

/// The user's folder for settings.
pub(super) fn user_folder() -> Option<PathBuf> {
    let folder = |key: &str| std::env::var_os(key).filter(|v| !v.is_empty()).map(PathBuf::from);
    let settings = folder("XDG_CONFIG_HOME")
        .or_else(|| if cfg!(windows) { folder("APPDATA") } else { None })
        .or_else(|| folder("HOME").map(|home| home.join(".config")));
    settings.map(|settings| settings.join("wyrmpress"))
}
