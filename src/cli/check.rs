//! `wyrmpress check`: finds what is wrong before paper is spent.

use std::path::PathBuf;

use super::args::{Arguments, Check, Told};
use super::{CLEAN, FINDINGS, say};
use crate::diag::{self, Diagnostic, Severity};
use crate::error::Error;
use crate::pipeline::{self, Order, Outcome};

pub(super) fn run(arguments: &Arguments, check: &Check) -> Result<u8, Error> {
    let order = Order {
        project: arguments.project.clone(),
        games: check.games.clone(),
        only: None,
        setups: super::printer::setups(arguments, &check.sheets)?,
        formats: Vec::new(),
        dpi: 300.0,
        out: PathBuf::new(),
        plays: !check.no_play,
        changed: None,
    };
    let outcome = pipeline::check(&order)?;
    match check.format {
        Told::Human => {
            tell(arguments, &outcome, !arguments.quiet);
            if !arguments.quiet {
                say::err(&verdict(&outcome.found));
            }
        }
        Told::Json => {
            let lines: String =
                outcome.found.iter().map(|finding| diag::json_line(finding, &outcome.content.sources) + "\n").collect();
            say::out(&lines)?;
        }
    }
    let fails = outcome.found.iter().any(|finding| finding.severity() >= check.fail_on.severity());
    Ok(if fails { FINDINGS } else { CLEAN })
}

/// Tells all findings; notes only where `with_notes` is set.
pub(super) fn tell(arguments: &Arguments, outcome: &Outcome, with_notes: bool) {
    for finding in outcome.found.iter().filter(|f| with_notes || f.severity() > Severity::Note) {
        say::err(&(diag::human(finding, &outcome.content.sources, arguments.is_coloured()) + "\n\n"));
    }
}

/// One line at the end.
pub(super) fn verdict(found: &[Diagnostic]) -> String {
    let [errors, warnings, notes] = diag::count(found);
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    format!("\n{}, {}, {}\n", plural(errors, "error"), plural(warnings, "warning"), plural(notes, "note"))
}
