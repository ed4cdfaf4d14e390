//! What is wrong with a project's content, and where. Every stage collects findings and goes on.

mod github;
mod human;
mod json;
mod junit;
pub mod rule;
mod sarif;
mod source;
mod summary;

use std::collections::HashMap;
use std::ops::Range;

pub use github::inert;
pub use human::{human, human_of, printable};
pub use rule::{Phase, Rule, Severity};
pub use source::{FileId, Region, Sources};
pub use summary::summary;

/// A format in which a check reports its findings: one file per format, one row in [`REPORTS`].
pub struct Report {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words for the help text.
    pub about: &'static str,
    /// Who reads it.
    pub readers: Readers,
    /// Writes the report; findings of at least the given severity fail the run.
    pub write: fn(&[Finding], &Sources, Option<Severity>) -> String,
}

/// Who reads a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// People, on standard error.
    People,
    /// Programs, on standard output.
    Machines,
    /// Programs on standard output, and people who look at the log.
    Both,
}

pub static REPORTS: [&Report; 5] = [&human::REPORT, &json::REPORT, &github::REPORT, &sarif::REPORT, &junit::REPORT];

/// A range of bytes in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub file: FileId,
    pub span: Range<usize>,
}

impl Place {
    pub fn new(file: FileId, span: Range<usize>) -> Place {
        Place { file, span }
    }

    /// Whether `inner` lies within it.
    pub fn holds(&self, inner: &Place) -> bool {
        inner.file == self.file && self.span.start <= inner.span.start && inner.span.end <= self.span.end
    }
}

/// One finding: the rule that fired, the place, the measured value and a remedy.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub rule: &'static Rule,
    /// `None` if it concerns no single file.
    pub place: Option<Place>,
    /// What is wrong, with the measured number and the limit.
    pub message: String,
    /// A short note at the caret.
    pub label: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// Another place that belongs to it, such as the first of two equal ids.
    pub other: Option<(Place, String)>,
    /// The records it concerns. Their `allow` counts even if `place` is elsewhere.
    pub owners: Vec<Owner>,
}

/// A record that a finding concerns.
#[derive(Clone, Debug, PartialEq)]
pub struct Owner {
    /// The whole record.
    pub place: Place,
    /// Its set and id: `cards/lighthouse`.
    pub name: String,
}

impl Finding {
    pub fn new(rule: &'static Rule, place: impl Into<Option<Place>>, message: impl Into<String>) -> Finding {
        Finding {
            rule,
            place: place.into(),
            message: message.into(),
            label: None,
            help: None,
            other: None,
            owners: Vec::new(),
        }
    }

    /// Adds what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// Adds a note at the caret.
    pub fn label(mut self, label: impl Into<String>) -> Finding {
        self.label = Some(label.into());
        self
    }

    /// Adds a second place.
    pub fn other(mut self, place: Place, label: impl Into<String>) -> Finding {
        self.other = Some((place, label.into()));
        self
    }

    /// Adds a record it concerns.
    pub fn owner(mut self, record: Owner) -> Finding {
        self.owners.push(record);
        self
    }

    /// Its records in words: on `cards/lighthouse` and 3 more.
    pub fn whose(&self) -> Option<String> {
        let first = &self.owners.first()?.name;
        Some(match self.owners.len() {
            1 => format!("on `{first}`"),
            n => format!("on `{first}` and {} more", n - 1),
        })
    }

    /// The message with its label and owners, for formats of one line.
    pub fn in_full(&self) -> String {
        let mut said = self.message.clone();
        for more in [self.label.clone(), self.whose()].into_iter().flatten() {
            said.push_str(&format!(" ({more})"));
        }
        said
    }

    pub fn severity(&self) -> Severity {
        self.rule.severity
    }

    /// Whether it may keep something from being read or drawn, so that nobody can tell what is used or missing.
    pub fn hides(&self) -> bool {
        let is_early = matches!(self.rule.phase, Phase::Content | Phase::Art);
        self.severity() == Severity::Error && is_early && !self.rule.can_be_allowed && self.rule != &rule::COUNT_DIFFERS
    }
}

/// Sorts findings by place, then rule, drops repetitions, and leaves none without a remedy.
pub fn tidy(found: &mut Vec<Finding>) {
    found.sort_by(|a, b| order(a).cmp(&order(b)));
    // A finding on several cards is reported once, with all of them.
    found.dedup_by(|b, a| {
        let is_same = (a.rule, &a.place, &a.message) == (b.rule, &b.place, &b.message);
        if is_same {
            b.owners.retain(|owner| !a.owners.contains(owner));
            a.owners.append(&mut b.owners);
        }
        is_same
    });
    for finding in found.iter_mut().filter(|f| f.help.is_none()) {
        finding.help = Some(format!("run `wyrmpress explain {}` for details", finding.rule.name));
    }
}

fn order(d: &Finding) -> (Option<(u32, usize, usize)>, &'static str, &str) {
    (d.place.as_ref().map(|p| (p.file.0, p.span.start, p.span.end)), d.rule.name, &d.message)
}

/// How many findings are of each severity: errors, warnings, notes.
pub fn count(found: &[Finding]) -> [usize; 3] {
    let of = |severity| found.iter().filter(|d| d.severity() == severity).count();
    [of(Severity::Error), of(Severity::Warning), of(Severity::Note)]
}

/// The same in words: `2 errors, 1 warning, 0 notes`.
pub fn tally(found: &[Finding]) -> String {
    let [errors, warnings, notes] = count(found);
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    format!("{}, {}, {}", plural(errors, "error"), plural(warnings, "warning"), plural(notes, "note"))
}

/// Groups findings that say the same of several places, in the order of the first of each.
pub fn folded<'a>(found: &[&'a Finding]) -> Vec<Vec<&'a Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut known = HashMap::new();
    for finding in found {
        let what = (finding.rule.name, &finding.message, &finding.help);
        let group = *known.entry(what).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(finding);
    }
    groups
}

/// The number of findings of each rule, the most serious and most frequent first. Empty for a single rule.
pub fn totals(found: &[Finding]) -> String {
    let mut rules: Vec<(&Rule, usize)> = Vec::new();
    for finding in found {
        match rules.iter_mut().find(|(rule, _)| *rule == finding.rule) {
            Some((_, count)) => *count += 1,
            None => rules.push((finding.rule, 1)),
        }
    }
    if rules.len() < 2 {
        return String::new();
    }
    rules.sort_by_key(|(rule, count)| (std::cmp::Reverse((rule.severity, *count)), rule.name));
    let rows = rules.iter().map(|(rule, count)| format!("{:<8} {:<24} {count:>6}\n", rule.severity.word(), rule.name));
    rows.collect()
}

pub fn has_errors(found: &[Finding]) -> bool {
    found.iter().any(|d| d.severity() == Severity::Error)
}

/// The candidate that `word` was probably meant to be.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&word.to_lowercase(), &c.to_lowercase()), c))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, c)| c)
}
