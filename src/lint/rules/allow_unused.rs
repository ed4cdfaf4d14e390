//! An `allow` that silences nothing.

use crate::content::Spot;
use crate::finding::{Finding, Phase, Rule, Severity};

pub static RULE: Rule = Rule {
    name: "allow-unused",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "An `allow` names a rule that finds nothing there.",
    why: "It would hide the fault on the day it comes back.",
    fix: "Delete the name from `allow`.",
    wrong: r#"
        # cards.toml
        allow = ["widow"]
    "#,
    right: r#"
        # cards.toml
        allow = ["straight-quote"]
        text = "Dig a miner's hole."
    "#,
};

/// The finding for an `allow` whose rule was judged and found nothing.
pub(in crate::lint) fn finding(allow: &Spot<String>) -> Finding {
    let message = format!("`{}` finds nothing here", allow.value);
    Finding::new(&RULE, allow.place.clone(), message).help("delete the `allow`")
}
