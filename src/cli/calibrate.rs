//! `wyrmpress calibrate`: prints a sheet to measure a printer with, and saves the readings as a profile.

use std::fs;
use std::path::Path;

use super::args::{Arguments, Backs, Calibrate};
use super::{CLEAN, output, printer, say};
use crate::art::Ink;
use crate::error::Error;
use crate::export::calibration::{apart, calibration};
use crate::export::pdf::{About, booklet};
use crate::export::{layout_mark, write_all, write_one};
use crate::layout::{self, Gap, Marks, PRINTERS, Printer, Printers, Setup};
use crate::stages::Project;
use crate::units::Mm;

pub(super) fn run(arguments: &Arguments, args: &Calibrate) -> Result<u8, Error> {
    match &args.set {
        Some(name) => set(arguments, args, name),
        None => print(arguments, args),
    }
}

/// Writes the sheet as a PDF.
fn print(arguments: &Arguments, args: &Calibrate) -> Result<u8, Error> {
    if args.readings().iter().any(Option::is_some) || args.margins.is_some() {
        return Err(Error::Option("readings belong to a printer: add `--set NAME`".to_owned()));
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
    // The sheet needs only the bundled fonts, not a project.
    let studio = Project::without_games(Path::new("no-project-is-needed"), Ink::Full)?.studio;
    let pages = calibration(&setup, &studio)?;
    let about = About {
        title: "Calibration sheet".to_owned(),
        author: String::new(),
        subject: format!("Print at 100 % on {}, on both sides", setup.paper.name),
    };
    let named = Setup { backs: setup.backs, printer: setup.printer.clone(), ..Setup::usual(setup.paper.clone()) };
    let options = layout_mark(&named);
    let out = output(args.out.as_ref())?;
    let path = out.join(format!("calibration-{}{options}.pdf", setup.paper.name));
    write_all(&out, &[(path.clone(), booklet(&about, pages.into(), &setup, &studio)?)])?;
    if !arguments.quiet {
        say::err(&format!("wrote {}; the sheet explains how to use it\n", path.display()));
    }
    Ok(CLEAN)
}

/// Writes the readings to a profile.
fn set(arguments: &Arguments, args: &Calibrate, name: &str) -> Result<u8, Error> {
    refuse_slips(args, name)?;
    let folder = if args.user {
        printer::user_folder().ok_or_else(|| {
            Error::Option("there is no settings folder: neither XDG_CONFIG_HOME nor HOME is set".into())
        })?
    } else {
        arguments.project.clone()
    };
    // A value that is not measured this time stays as it was.
    let known = printer::load(arguments)?;
    let is_projects = Printers::load(&arguments.project, None)?.find(name).is_ok();
    if args.again {
        known.find(name)?;
        if args.user && is_projects {
            let message =
                format!("the sheet was corrected for `{name}` of this project; leave out --user to update that");
            return Err(Error::Option(message));
        }
    }
    let own = Printers::load(&folder, None)?;
    let base = if args.user { &own } else { &known };
    let mut profile = base.find(name).cloned().unwrap_or_else(|_| Printer::exact(name));
    take_readings(&mut profile, args)?;
    let path = folder.join(PRINTERS);
    let old = if path.exists() { fs::read_to_string(&path).map_err(Error::read(&path))? } else { String::new() };
    let text = profile.written_to(&old).filter(|text| is_read_back(text, &profile)).ok_or_else(|| {
        let by_hand = profile.to_toml();
        Error::Unusable { path: path.clone(), why: format!("cannot add `{name}`; add it by hand:\n{by_hand}") }
    })?;
    accept(&path, &text)?;
    // People link to the settings in their own folder; a project is somebody else's.
    let place = if args.user { path.canonicalize().unwrap_or_else(|_| path.clone()) } else { path.clone() };
    write_one(&place, text.into_bytes())?;
    say::out(&profile.to_toml())?;
    if !arguments.quiet {
        let file = path.display();
        if args.user && is_projects {
            say::err(&format!(
                "wrote {file}; but in this project `--printer {name}` uses the project's own {PRINTERS}\n"
            ));
        } else {
            say::err(&format!("wrote {file}; print with `--printer {name}`\n"));
        }
    }
    Ok(CLEAN)
}

fn refuse_slips(args: &Calibrate, name: &str) -> Result<(), Error> {
    let is_plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if name.is_empty() || !is_plain {
        return Err(Error::Option(format!("`{name}` cannot name a printer; use letters, digits and hyphens")));
    }
    if matches!(args.backs, Backs::Gutterfold | Backs::None) {
        let message = "backs are measured on flipped paper: use `--backs long-edge` or `short-edge`";
        return Err(Error::Option(message.to_owned()));
    }
    if args.margins.is_none() && args.readings().iter().all(Option::is_none) {
        let message = "nothing was measured; give --margins, the four scales of the back, --across or --down";
        return Err(Error::Option(message.to_owned()));
    }
    Ok(())
}

fn take_readings(profile: &mut Printer, args: &Calibrate) -> Result<(), Error> {
    if let Some(margins) = &args.margins {
        let [top, right, bottom, left] = margins[..] else {
            return Err(Error::Option("--margins needs four numbers: top,right,bottom,left".to_owned()));
        };
        profile.margins = [top, right, bottom, left].map(Mm);
    }
    match (args.upper, args.lower, args.left, args.right) {
        (Some(upper), Some(lower), Some(left), Some(right)) => {
            let (scales, apart) = ([upper, lower, left, right].map(Mm), apart(args.paper.size));
            if args.again {
                profile.measured_again(scales, apart, flip(args));
            } else {
                profile.measured(scales, apart);
                profile.flip = flip(args);
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
    Ok(())
}

/// Whether a later run would read the same profile from the new file.
fn is_read_back(text: &str, profile: &Printer) -> bool {
    read_back(text).is_ok_and(|read| {
        !read.found.is_empty() || read.find(&profile.name).is_ok_and(|read| read.to_toml() == profile.to_toml())
    })
}

/// Refuses a file that a later run could not read, before it replaces the old one.
fn accept(path: &Path, text: &str) -> Result<(), Error> {
    match read_back(text)?.found.first() {
        Some(fault) => {
            Err(Error::Unusable { path: path.to_owned(), why: format!("{}; nothing was written", fault.message) })
        }
        None => Ok(()),
    }
}

fn read_back(text: &str) -> Result<Printers, Error> {
    let scratch = tempfile::TempDir::new().map_err(|cause| Error::Write(std::env::temp_dir(), cause))?;
    let path = scratch.path().join(PRINTERS);
    fs::write(&path, text).map_err(Error::write(&path))?;
    Printers::load(scratch.path(), None)
}

fn flip(args: &Calibrate) -> layout::Backs {
    match args.backs {
        Backs::LongEdge => layout::Backs::LongEdge,
        Backs::ShortEdge => layout::Backs::ShortEdge,
        Backs::Gutterfold => layout::Backs::Gutterfold,
        Backs::None => layout::Backs::None,
    }
}
