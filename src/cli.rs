//! The command line: one file per command, and the only place that prints.

mod args;
mod bar;
mod calibrate;
mod check;
mod diff;
mod editor;
mod explain;
mod list;
mod preview;
mod printer;
mod render;
mod replay;
mod say;
mod schema;
#[cfg(unix)]
mod signals;
mod simulate;
mod worker;

use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use clap::Parser as _;

use crate::budget::Ledger;
use crate::error::Error;
use crate::finding::printable;
use args::{Arguments, Command};

const CLEAN: u8 = 0;
const FINDINGS: u8 = 1;
const FAILED: u8 = 2;

/// Stack size of the main worker thread, in bytes.
const STACK: usize = 512 << 20;

/// The longest a face may take in the preview, where somebody waits for it.
const WAITED_FOR: std::time::Duration = std::time::Duration::from_secs(5);

/// Runs the command line and returns its exit code: 0 for clean, 1 for findings, 2 for a failed run.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(usage) => {
            let code = if usage.use_stderr() { FAILED } else { CLEAN };
            return ExitCode::from(if usage.print().is_ok() { code } else { FAILED });
        }
    };
    // One line instead of a trace. While bots play, or a face is drawn, a panic becomes a finding instead.
    panic::set_hook(Box::new(|what| {
        if !crate::sim::is_playing() && !crate::budget::is_guarded() {
            say::err(&format!("error: internal error, please report it: {what}\n"));
        }
    }));
    #[cfg(unix)]
    signals::heed();
    let draws = matches!(arguments.command, Command::Render(_) | Command::Check(_) | Command::Diff(_));
    let worked = match worker::ledger() {
        Ok(None) if draws => worker::supervise(),
        Ok(ledger) => in_large_stack(arguments, ledger),
        Err(error) => Err(error),
    };
    match worked {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            say::err(&format!("error: {}\n", printable(&error.to_string())));
            ExitCode::from(FAILED)
        }
    }
}

/// Runs a command. Compiling a deeply nested template recurses deeply; reserved stack costs nothing until it is used.
fn in_large_stack(arguments: Arguments, ledger: Option<&'static Ledger>) -> Result<u8, Error> {
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments, ledger));
    let worker = worker.map_err(|cause| Error::Threads { jobs: 1, cause: cause.to_string() })?;
    // A panic has been reported by now.
    worker.join().unwrap_or(Ok(FAILED))
}

/// The folder that was named for files, or else `output`, which a repository must not have made a link.
fn output(named: Option<&PathBuf>) -> Result<PathBuf, Error> {
    let usual = Path::new("output");
    if named.is_none() && usual.is_symlink() {
        let why = "it is a symbolic link and could lead anywhere; delete it, or name the folder with --out";
        return Err(Error::Write(usual.to_owned(), io::Error::other(why)));
    }
    Ok(named.map_or(usual.to_owned(), PathBuf::clone))
}

fn run(arguments: &Arguments, ledger: Option<&'static Ledger>) -> Result<u8, Error> {
    let is_careful = ledger.is_some_and(Ledger::is_careful);
    let jobs = if is_careful { 1 } else { arguments.jobs };
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(16 << 20)
        .build_global()
        .map_err(|cause| Error::Threads { jobs, cause: cause.to_string() })?;
    let limit = if matches!(arguments.command, Command::Preview(_)) { WAITED_FOR } else { crate::budget::LIMIT };
    let is_helper = matches!(&arguments.command, Command::Preview(preview) if preview.helper);
    crate::budget::watch(limit, move |spent, is_certain| match is_helper {
        true => {
            say::err(&(crate::preview::given_up(&spent[..if is_certain { spent.len() } else { 1 }]) + "\n"));
            std::process::exit(i32::from(FINDINGS));
        }
        false => worker::end_early(ledger, spent, is_certain),
    });
    match &arguments.command {
        Command::Render(render) => render::run(arguments, render),
        Command::Check(check) => check::run(arguments, check),
        Command::Calibrate(args) => calibrate::run(arguments, args),
        Command::Diff(args) => diff::run(arguments, args),
        Command::Preview(preview) => preview::run(arguments, preview),
        Command::Simulate(simulate) => simulate::run(arguments, simulate),
        Command::Replay(replay) => replay::run(arguments, replay),
        Command::List(list) => list::run(arguments, list),
        Command::Explain(explain) => explain::run(explain),
        Command::Schema(schema) => schema::run(arguments, schema),
    }
}
