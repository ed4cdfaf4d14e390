//! Templates that nothing uses.

use crate::finding::{Finding, Phase, Place, Rule, Severity};
use crate::lint::Project;

pub static RULE: Rule = Rule {
    name: "unused-template",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "No component uses a template, and no template in use includes it.",
    why: "It is read, maintained and restyled for nothing.",
    fix: "Delete the template, or name it in a set.",
    wrong: r"
        {# spare.svg #}
        <g/>
    ",
    right: r#"
        {# spare.svg #}
        <g/>
        {# card.svg #}
        {% include "spare.svg" %}
    "#,
};

pub(super) fn check(project: &Project, found: &mut Vec<Finding>) {
    let templates = &project.studio.templates;
    let is_unused = |name: &&str| !project.templates.contains(*name) && !templates.is_built_in(name);
    for name in templates.names().filter(is_unused) {
        let place = templates.file(name).map(|file| Place::new(file, 0..0));
        let finding = Finding::new(&RULE, place, format!("nothing uses template `{name}`"));
        found.push(finding.help("delete it, or name it in a set"));
    }
}
