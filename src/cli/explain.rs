//! `wyrmpress explain RULE`: what a rule means.

use super::args::Explain;
use super::{CLEAN, say};
use crate::error::Error;
use crate::finding::{Rule, nearest};
use crate::lint;

pub(super) fn run(explain: &Explain) -> Result<u8, Error> {
    let Some(name) = &explain.rule else {
        let rows: Vec<String> =
            lint::rules().map(|r| format!("{:<22} {:<8} {}\n", r.name, r.severity.word(), r.what)).collect();
        say::out(&rows.concat())?;
        return Ok(CLEAN);
    };
    let Some(rule) = lint::find(name) else {
        let hint = nearest(name, lint::rules().map(|r| r.name)).map(|n| format!("; did you mean {n}?"));
        return Err(Error::Option(format!("no rule is called `{name}`{}", hint.unwrap_or_default())));
    };
    say::out(&page(rule))?;
    Ok(CLEAN)
}

fn page(rule: &Rule) -> String {
    let indented = |example| Rule::lines(example).map(|line| format!("  {line}\n")).collect::<String>();
    format!(
        "{} ({})\n\nLooked at\n  {}\n\nCan be allowed\n  {}\n\nWhat is wrong\n  {}\n\nWhy it matters at the table\n  {}\n\n\
         Wrong\n{}\nRight\n{}",
        rule.name,
        rule.severity.word(),
        rule.phase.words(),
        if rule.can_be_allowed { "yes" } else { "no" },
        rule.what,
        rule.why,
        indented(rule.wrong),
        indented(rule.right),
    )
}
