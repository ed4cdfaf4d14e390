//! Icons that no face uses.

use crate::finding::{Finding, Phase, Place, Rule, Severity};
use crate::lint::Project;

pub static RULE: Rule = Rule {
    name: "unused-icon",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "An icon is on no face of any game.",
    why: "It is kept for no reason, or a text lost its icon.",
    fix: "Delete the icon, or use it.",
    wrong: r#"
        {# icons/moon.svg #}
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M20 20h60v60h-60z"/></svg>
    "#,
    right: r#"
        {# icons/moon.svg #}
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M20 20h60v60h-60z"/></svg>
        # cards.toml
        text = "Dig {moon} deep."
    "#,
};

pub(super) fn check(project: &Project, found: &mut Vec<Finding>) {
    for (number, icon) in project.studio.icons.iter() {
        if !project.icons.contains(&number) {
            let finding =
                Finding::new(&RULE, Place::new(icon.file, 0..0), format!("icon `{}` is on no face", icon.name));
            found.push(finding.help("delete it, or use it"));
        }
    }
}
