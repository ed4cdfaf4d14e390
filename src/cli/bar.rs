//! The progress of a run: a bar on a terminal from the first moment, and what has been shown so far.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Write;
use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::args::Arguments;
use super::say;
use crate::budget;
use crate::finding::{self, Finding, Severity, Sources};
use crate::stages::Step;

/// A bar on standard error. It is hidden if that is no terminal, and with `--quiet`.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Shows a bar that says `what` is being done. It disappears when it is dropped.
    pub fn start(arguments: &Arguments, template: &str, what: &'static str) -> Bar {
        if arguments.quiet || !std::io::stderr().is_terminal() {
            return Bar(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}/s", state.per_sec());
        });
        let bar = ProgressBar::new(1).with_style(style).with_message(what);
        bar.tick();
        bar.enable_steady_tick(Duration::from_millis(80));
        Bar(bar)
    }

    /// A bar for the stages of `render` and `check`.
    pub fn of_stages(arguments: &Arguments) -> Bar {
        Bar::start(arguments, "{bar:24} {msg} {elapsed}", "reading")
    }

    /// Shows a step of the stages.
    pub fn step(&self, step: Step) {
        self.0.set_length(step.total as u64);
        self.0.set_position(step.done as u64);
        let faces = if step.faces > 0 { format!(", {} faces", step.faces) } else { String::new() };
        self.0.set_message(format!("{} {}{faces}", step.what, step.game));
    }

    /// Begins anew, for `length` games.
    pub fn begin(&self, what: String, length: u64) {
        self.0.reset();
        self.0.set_length(length);
        self.0.set_message(what);
    }

    pub fn says(&self, what: String) {
        self.0.set_message(what);
    }

    pub fn add(&self, more: u64) {
        self.0.inc(more);
    }

    /// Prints while the bar is out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Findings for people, each shown once: with its game when that is done, or at the end.
pub(super) struct Shown<'a> {
    arguments: &'a Arguments,
    least: Severity,
    /// How many may still be shown.
    limit: usize,
    /// How many were not shown because of that.
    hidden: usize,
    seen: HashSet<String>,
}

impl<'a> Shown<'a> {
    /// Shows findings, at most `limit`; notes only if they are wanted.
    pub fn new(arguments: &'a Arguments, with_notes: bool, limit: Option<usize>) -> Shown<'a> {
        let least = if with_notes { Severity::Note } else { Severity::Warning };
        Shown { arguments, least, limit: limit.unwrap_or(usize::MAX), hidden: 0, seen: HashSet::new() }
    }

    /// Prints those that were not printed yet. Those that say the same count as one.
    pub fn print(&mut self, found: &[Finding], sources: &Sources) {
        let mut groups = finding::folded(&self.unseen(found));
        if self.limit < usize::MAX {
            groups.sort_by_key(|group| Reverse(group[0].severity()));
        }
        let (shown, hidden) = groups.split_at(groups.len().min(self.limit));
        self.limit -= if self.limit < usize::MAX { shown.len() } else { 0 };
        self.hidden += hidden.iter().map(Vec::len).sum::<usize>();
        for group in shown {
            say::err(&(finding::human_of(group, sources, self.arguments.is_colored()) + "\n\n"));
        }
    }

    /// How many findings the limit left out, in words.
    pub fn rest(&self) -> String {
        match self.hidden {
            0 => String::new(),
            1 => "1 more is not shown because of `--limit`\n".to_owned(),
            n => format!("{n} more are not shown because of `--limit`\n"),
        }
    }

    /// Prints the findings of a game that is done, and a summary; nothing if an earlier run has printed them.
    pub fn print_game(&mut self, game: &str, found: &[Finding], sources: &Sources, summary: &str) {
        if budget::was_printed(game) {
            self.unseen(found);
            return;
        }
        self.print(found, sources);
        say::err(summary);
        budget::note_printed(game);
    }

    fn unseen<'f>(&mut self, found: &'f [Finding]) -> Vec<&'f Finding> {
        let mut is_new = |f: &&Finding| self.seen.insert(format!("{} {:?} {}", f.rule.name, f.place, f.message));
        found.iter().filter(|finding| finding.severity() >= self.least).filter(|f| is_new(f)).collect()
    }
}
