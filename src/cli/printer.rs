//! Which printer the sheets are for.

use std::path::PathBuf;

use super::args::{Arguments, Sheets};
use super::say;
use crate::error::Error;
use crate::finding;
use crate::layout::{Printer, Printers, Setup};

/// One setup a paper, for the printer that was named.
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

/// The printer of that name; what is wrong with the files of printers is told.
pub(super) fn find(arguments: &Arguments, name: &str) -> Result<Printer, Error> {
    let printers = load(arguments)?;
    printers.find(name).cloned()
}

/// All printers; a file with errors is refused.
pub(super) fn load(arguments: &Arguments) -> Result<Printers, Error> {
    let mut printers = Printers::load(&arguments.project, user_folder().as_deref())?;
    finding::tidy(&mut printers.found);
    for finding in &printers.found {
        say::err(&(finding::human(finding, &printers.sources, arguments.is_colored()) + "\n\n"));
    }
    if finding::has_errors(&printers.found) {
        return Err(Error::Option("the file of printers cannot be used".to_owned()));
    }
    Ok(printers)
}

/// The user's folder for our settings.
pub(super) fn user_folder() -> Option<PathBuf> {
    let folder = |key: &str| std::env::var_os(key).filter(|v| !v.is_empty()).map(PathBuf::from);
    let settings = folder("XDG_CONFIG_HOME")
        .or_else(|| if cfg!(windows) { folder("APPDATA") } else { None })
        .or_else(|| folder("HOME").map(|home| home.join(".config")));
    settings.map(|settings| settings.join("wyrmpress"))
}
