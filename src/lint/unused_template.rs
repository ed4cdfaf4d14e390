//! Templates that nothing is drawn with.

use super::Project;
use crate::finding::{Finding, Place, Rule, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    name: "unused-template",
    severity: Severity::Warning,
    what: "A template is used by no component and included by no template that is.",
    why: "It is read, mended and restyled for nothing.",
};

pub(super) fn check(project: &Project, found: &mut Vec<Finding>) {
    for name in project.studio.templates.names().filter(|name| !project.templates.contains(*name)) {
        let place = project.studio.templates.file(name).map(|file| Place::new(file, 0..0));
        let told = Finding::new(&RULE, place, format!("nothing uses template `{name}`"));
        found.push(told.help("delete it, or name it in a set"));
    }
}
