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
mod simulate;

use std::panic;
use std::process::ExitCode;
use std::thread;

use clap::Parser as _;

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
    // One line instead of a trace. While bots play, a panic becomes a finding instead.
    panic::set_hook(Box::new(|what| {
        if !crate::sim::is_playing() {
            say::err(&format!("error: internal error, please report it: {what}\n"));
        }
    }));
    // Compiling a deeply nested template recurses deeply. Reserved stack costs nothing until it is used.
    let worked = thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments)).map(thread::JoinHandle::join);
    match worked {
        Ok(Ok(Ok(code))) => ExitCode::from(code),
        Ok(Ok(Err(error))) => {
            say::err(&format!("error: {}\n", printable(&error.to_string())));
            ExitCode::from(FAILED)
        }
        Ok(Err(_)) => ExitCode::from(FAILED),
        Err(cause) => {
            say::err(&format!("error: no thread can be started: {cause}\n"));
            ExitCode::from(FAILED)
        }
    }
}

fn run(arguments: &Arguments) -> Result<u8, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.jobs)
        .stack_size(16 << 20)
        .build_global()
        .map_err(|cause| Error::Threads { jobs: arguments.jobs, cause: cause.to_string() })?;
    let limit = if matches!(arguments.command, Command::Preview(_)) { WAITED_FOR } else { crate::template::LIMIT };
    let is_helper = matches!(&arguments.command, Command::Preview(preview) if preview.helper);
    crate::template::watch(limit, move |stuck| {
        let first = &stuck[0];
        let (template, face, why) = (first.template.clone(), first.face.clone(), first.why.clone());
        match is_helper {
            true => say::err(&(crate::preview::given_up(stuck) + "\n")),
            false => say::err(&format!("error: {}\n", Error::Stuck { template, face, why })),
        }
        std::process::exit(i32::from(FINDINGS));
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
