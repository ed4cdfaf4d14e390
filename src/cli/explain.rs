//! `wyrmpress explain NAME`: explains a rule of the checker or a ruling on a game.

use super::args::Explain;
use super::{CLEAN, say};
use crate::error::Error;
use crate::finding::{Rule, nearest};
use crate::games::rulings::{self, Ruling};
use crate::lint;

pub(super) fn run(explain: &Explain) -> Result<u8, Error> {
    let Some(name) = &explain.rule else {
        let rows: Vec<String> =
            lint::rules().map(|r| format!("{:<22} {:<8} {}\n", r.name, r.severity.word(), r.what)).collect();
        say::out(&rows.concat())?;
        return Ok(CLEAN);
    };
    if let Some(rule) = lint::find(name) {
        say::out(&page(rule))?;
    } else if let Some(ruling) = rulings::find(name) {
        say::out(&entry(&ruling))?;
    } else {
        let names = lint::rules().map(|r| r.name).chain(rulings::all().map(|r| r.id));
        let hint = nearest(name, names).map(|n| format!("; did you mean {n}?")).unwrap_or_default();
        return Err(Error::Option(format!("no rule or ruling is called `{name}`{hint}")));
    }
    Ok(CLEAN)
}

fn page(rule: &Rule) -> String {
    let indented = |example| Rule::lines(example).map(|line| format!("  {line}\n")).collect::<String>();
    format!(
        "{} ({})\n\nChecked\n  {}\n\nCan be allowed\n  {}\n\nWhat is wrong\n  {}\n\n\
         Why it matters at the table\n  {}\n\n\
         How to fix it\n  {}\n\n\
         Wrong\n{}\nRight\n{}",
        rule.name,
        rule.severity.word(),
        rule.phase.words(),
        if rule.can_be_allowed { "yes" } else { "no" },
        rule.what,
        rule.why,
        rule.fix,
        indented(rule.wrong),
        indented(rule.right),
    )
}

fn entry(ruling: &Ruling) -> String {
    format!("{} {} ({})\n\n{}\n", ruling.id, ruling.title, ruling.game, ruling.text)
}
