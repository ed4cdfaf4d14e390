//! `wyrmpress calibrate`: a sheet to measure a printer with, and the profile that comes of it.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::{Arguments, Backs, Calibrate};
use super::{CLEAN, printer, say};
use crate::content::Content;
use crate::error::Error;
use crate::export::calibration::{apart, calibration};
use crate::export::pdf::{About, booklet};
use crate::export::write_all;
use crate::layout::{self, Gap, Marks, PRINTERS, Printer, Printers, Setup};
use crate::pipeline;
use crate::units::Mm;

pub(super) fn run(arguments: &Arguments, args: &Calibrate) -> Result<u8, Error> {
    match &args.set {
        Some(name) => set(arguments, args, name),
        None => print(arguments, args),
    }
}

/// Writes the sheet.
fn print(arguments: &Arguments, args: &Calibrate) -> Result<u8, Error> {
    if args.readings().iter().any(Option::is_some) || args.margins.is_some() {
        return Err(Error::Option("what was read belongs to a printer: add `--set NAME`".to_owned()));
    }
    let setup = Setup {
        paper: args.paper.clone(),
        margin: layout::PRINTER,
        gap: Gap::Bleed,
        backs: flip(args),
        marks: Marks::None,
        overlap: Mm(0.0),
        printer: args.printer.as_ref().map(|name| printer::find(arguments, name)).transpose()?,
    };
    // The sheet is ours: it needs the program's fonts and nothing of a project.
    let root = PathBuf::from("no-project-is-needed");
    let mut nothing = Content { root, sources: Default::default(), games: Vec::new() };
    let studio = pipeline::studio(&mut nothing, &mut Vec::new())?;
    let pages = calibration(&setup, &studio)?;
    let about = About {
        title: "Calibration sheet".to_owned(),
        author: String::new(),
        subject: format!("Print at 100 % on {}, on both sides", setup.paper.name),
    };
    let path = args.out.join(format!("calibration-{}.pdf", setup.paper.name));
    write_all(&[(path.clone(), booklet(&about, pages.into(), &setup, &studio)?)])?;
    if !arguments.quiet {
        say::err(&format!("wrote {}; what to do with it is printed on it\n", path.display()));
    }
    Ok(CLEAN)
}

/// Writes a profile from what was read on the sheet.
fn set(arguments: &Arguments, args: &Calibrate, name: &str) -> Result<u8, Error> {
    let is_plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if name.is_empty() || !is_plain {
        return Err(Error::Option(format!("`{name}` cannot name a printer; use letters, digits and hyphens")));
    }
    let scales = [args.upper, args.lower, args.left, args.right, args.across, args.down];
    if args.margins.is_none() && scales.iter().all(Option::is_none) {
        let message = "nothing was measured; give --margins, the four scales of the back, --across or --down";
        return Err(Error::Option(message.to_owned()));
    }
    let folder = if args.user {
        let folder = printer::user_folder();
        folder.ok_or_else(|| {
            Error::Option("no folder for settings is known: neither XDG_CONFIG_HOME nor HOME is set".into())
        })?
    } else {
        arguments.project.clone()
    };
    // What is not measured anew stays as it was.
    let known = printer::load(arguments)?;
    if args.again {
        known.find(name)?;
    }
    let mut profile = known.find(name).cloned().unwrap_or_else(|_| Printer::exact(name));
    if let Some(margins) = &args.margins {
        let [top, right, bottom, left] = margins[..] else {
            return Err(Error::Option("--margins wants four numbers: top,right,bottom,left".to_owned()));
        };
        profile.margins = [top, right, bottom, left].map(Mm);
    }
    match (args.upper, args.lower, args.left, args.right) {
        (Some(upper), Some(lower), Some(left), Some(right)) => {
            let before = profile.clone();
            profile.measured(upper, lower, left, right, apart(args.paper.size));
            profile.flip = flip(args);
            if args.again {
                profile.back_offset.0 = profile.back_offset.0 + before.back_offset.0;
                profile.back_offset.1 = profile.back_offset.1 + before.back_offset.1;
                profile.back_rotation += before.back_rotation;
            }
        }
        (None, None, None, None) => {}
        _ => return Err(Error::Option("--upper, --lower, --left and --right are needed together".to_owned())),
    }
    let scale = |known: f64, bar: Option<f64>| match bar {
        Some(mm) if args.again => known * mm / 100.0,
        Some(mm) => mm / 100.0,
        None => known,
    };
    profile.scale = (scale(profile.scale.0, args.across), scale(profile.scale.1, args.down));
    let path = folder.join(PRINTERS);
    let old = if path.exists() { fs::read_to_string(&path).map_err(Error::read(&path))? } else { String::new() };
    let text = replaced(&old, name, &profile.to_toml());
    accept(&text, name, &profile)?;
    write_all(&[(path.clone(), text.into_bytes())])?;
    say::out(&profile.to_toml())?;
    if !arguments.quiet {
        say::err(&format!("wrote {}; print with `--printer {name}`\n", path.display()));
    }
    Ok(CLEAN)
}

/// Reads the new file as a later run will, before it takes the place of the old one.
fn accept(text: &str, name: &str, profile: &Printer) -> Result<(), Error> {
    let scratch = tempfile::TempDir::new().map_err(|cause| Error::Write(std::env::temp_dir(), cause))?;
    let path = scratch.path().join(PRINTERS);
    fs::write(&path, text).map_err(Error::write(&path))?;
    let read = Printers::load(scratch.path(), None::<&Path>)?;
    match read.found.first() {
        Some(fault) => Err(Error::Option(format!("{}; nothing was written", fault.message))),
        None if read.find(name).is_ok() => Ok(()),
        None => Err(Error::Option(format!(
            "`{name}` cannot be written to {PRINTERS}; write it by hand:\n{}",
            profile.to_toml()
        ))),
    }
}

/// The file with one profile replaced or added, everything else as it was.
fn replaced(old: &str, name: &str, profile: &str) -> String {
    let head = format!("[printer.{name}]");
    let mut out = String::new();
    let mut is_done = false;
    let mut is_skipped = false;
    for line in old.lines() {
        let start = line.trim_start();
        if start.starts_with('[') {
            is_skipped = start.trim_end() == head || start.starts_with(&format!("{head} "));
            if is_skipped && !is_done {
                out.push_str(profile);
                is_done = true;
            }
            if !is_skipped && is_done && !out.ends_with("\n\n") {
                out.push('\n');
            }
        }
        if !is_skipped {
            out.push_str(line);
            out.push('\n');
        }
    }
    if !is_done {
        if !out.is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
        out.push_str(profile);
    }
    out
}

fn flip(args: &Calibrate) -> layout::Backs {
    match args.backs {
        Backs::LongEdge => layout::Backs::LongEdge,
        Backs::ShortEdge => layout::Backs::ShortEdge,
        Backs::Gutterfold => layout::Backs::Gutterfold,
        Backs::None => layout::Backs::None,
    }
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn one_profile_is_replaced_and_all_else_stays() {
        let old = "# ours\n[printer.a]\nscale = [1, 1]\n\n[printer.b]\nnote = \"kept\"\n";
        let new = "[printer.a]\nscale = [2, 2]\n";
        assert_eq!(replaced(old, "a", new), "# ours\n[printer.a]\nscale = [2, 2]\n\n[printer.b]\nnote = \"kept\"\n");
        assert_eq!(replaced(old, "c", "[printer.c]\n"), format!("{old}\n[printer.c]\n"));
        assert_eq!(replaced("", "a", new), new);
    }
}
