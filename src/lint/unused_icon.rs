//! Icons that stand nowhere.

use super::Project;
use crate::finding::{Finding, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "unused-icon",
    severity: Severity::Warning,
    what: "An icon stands on no face of any game.",
    why: "It is drawn and kept for nothing, or a text lost its sign.",
};

pub(super) fn check(project: &Project, found: &mut Vec<Finding>) {
    for (number, icon) in project.studio.icons.iter() {
        if !project.icons.contains(&number) {
            let told =
                Finding::new(&RULE, Place::new(icon.file, 0..0), format!("icon `{}` stands on no face", icon.name));
            found.push(told.help("delete it, or use it"));
        }
    }
}
