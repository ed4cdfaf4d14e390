//! Runs a command in a second process that may end early, and once more without what was to blame.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::{env, io, thread};

use crate::budget::{Ledger, Line, Verdict};
use crate::error::Error;
use crate::export::abandon;

use super::{FAILED, say};

/// Names the ledger to a worker.
const LEDGER: &str = "WYRMPRESS_LEDGER";
/// The exit code of a worker that a face made end early.
const EARLY: u8 = 86;
/// The most runs for one command.
const MOST: usize = 200;

/// The end of the pipe that keeps the worker going.
static INPUT: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// Asks the worker to end.
pub(super) fn release() {
    if let Ok(mut input) = INPUT.lock() {
        *input = None;
    }
}

/// The ledger of this process, if it is a worker.
pub(super) fn ledger() -> Result<Option<&'static Ledger>, Error> {
    let Some(path) = env::var_os(LEDGER).map(PathBuf::from) else { return Ok(None) };
    let ledger = Ledger::open(&path).map_err(|cause| Error::Read(path, cause))?;
    // The first process holds the other end for as long as it lives.
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        abandon(|| std::process::exit(i32::from(FAILED)));
    });
    Ok(Some(ledger))
}

/// Ends a worker early. A process without a ledger says why instead.
pub(super) fn end_early(ledger: Option<&'static Ledger>, spent: Vec<Verdict>, is_certain: bool) {
    abandon(|| match ledger {
        Some(ledger) => {
            let sure = spent.into_iter().filter(|_| is_certain);
            sure.for_each(|verdict| ledger.note(&Line::GivenUp(verdict)));
            std::process::exit(i32::from(EARLY));
        }
        None => {
            for Verdict { template, face, why, .. } in spent {
                say::err(&format!("error: {}\n", Error::Stuck { template, face, why }));
            }
            std::process::exit(i32::from(super::FINDINGS));
        }
    });
}

/// Runs this command line in workers until one of them ends by itself; returns its exit code.
pub(super) fn supervise() -> Result<u8, Error> {
    let failed = |cause: io::Error| Error::Write(env::temp_dir(), cause);
    let ledger = tempfile::NamedTempFile::new().map_err(failed)?.into_temp_path();
    let program = env::current_exe().map_err(|cause| Error::Read("the program itself".into(), cause))?;
    let mut known = 0;
    for _ in 0..MOST {
        #[cfg(unix)]
        super::signals::wait();
        let status = run(program.as_os_str(), &ledger)?;
        #[cfg(unix)]
        super::signals::follow(&status);
        if let Some(code) = status.code().and_then(|code| u8::try_from(code).ok()).filter(|code| *code != EARLY) {
            return Ok(code);
        }
        let lines = Ledger::read(&ledger).map_err(failed)?;
        let Some(lines) = next(known, lines, &status) else {
            return Err(Error::Option(format!("a run {}; please report it", worded(&status))));
        };
        known = verdicts(&lines);
        Ledger::write(&ledger, &lines).map_err(failed)?;
    }
    Err(Error::Option(format!("{MOST} runs ended early because faces took too much time or memory")))
}

/// Runs one worker to its end.
fn run(program: &OsStr, ledger: &Path) -> Result<ExitStatus, Error> {
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1)).env(LEDGER, ledger).stdin(Stdio::piped());
    let mut worker: Child = command.spawn().map_err(|cause| Error::Read(program.into(), cause))?;
    // The worker ends when this is closed, at the latest with this process.
    *INPUT.lock().expect("no thread panics while it holds the input") = worker.stdin.take();
    worker.wait().map_err(|cause| Error::Read(program.into(), cause))
}

/// The ledger for the next run, given that of one that ended early. Nothing if no face is to blame.
fn next(before: usize, lines: Vec<Line>, status: &ExitStatus) -> Option<Vec<Line>> {
    let is_careful = lines.contains(&Line::Careful);
    let last = lines.iter().rev().find(|line| matches!(line, Line::AtWork { .. } | Line::AtRest)).cloned();
    let mut kept: Vec<Line> =
        lines.into_iter().filter(|line| !matches!(line, Line::AtWork { .. } | Line::AtRest)).collect();
    if verdicts(&kept) > before {
        return Some(kept);
    }
    kept.push(match last {
        Some(Line::AtWork { template, face }) => {
            Line::GivenUp(Verdict { template, face, why: worded(status), finished: 0 })
        }
        _ if !is_careful => Line::Careful,
        _ => return None,
    });
    Some(kept)
}

fn verdicts(lines: &[Line]) -> usize {
    lines.iter().filter(|line| matches!(line, Line::GivenUp(_))).count()
}

/// How a worker ended, as the reason why a face is given up.
fn worded(status: &ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(status) {
        return format!("ended the program by signal {signal}, as a stack that overflows does");
    }
    format!("ended the program ({status})")
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    fn at_work(face: &str) -> Line {
        Line::AtWork { template: "card.svg".into(), face: face.into() }
    }

    #[test]
    fn after_a_crash_a_careful_run_finds_what_is_to_blame() {
        let crash = ExitStatus::from_raw(6);
        let first = next(0, vec![Line::Printed("harbor".into())], &crash).expect("another run");
        assert_eq!(first, [Line::Printed("harbor".into()), Line::Careful]);
        let lines = [first, vec![at_work("a"), Line::AtRest, at_work("b")]].concat();
        let second = next(0, lines, &crash).expect("another run");
        let Some(Line::GivenUp(Verdict { face, why, .. })) = second.last() else { panic!("{second:?}") };
        assert_eq!(face, "b");
        assert!(why.contains("signal 6"), "{why}");
        // Nothing was at work: no face is to blame, and there is no other run.
        assert_eq!(next(1, [second, vec![at_work("a"), Line::AtRest]].concat(), &crash), None);
    }

    #[test]
    fn a_verdict_needs_no_careful_run() {
        let verdict = Verdict { template: "card.svg".into(), face: "a".into(), why: "took long".into(), finished: 0 };
        let lines = vec![Line::GivenUp(verdict)];
        assert_eq!(next(0, lines.clone(), &ExitStatus::from_raw(86 << 8)), Some(lines));
    }
}
