//! Icons below their legible size.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::units::Mm;

pub static RULE: Rule = Rule {
    name: "icon-small",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "An icon is too small to distinguish from others.",
    why: "Below 1.8 mm a silhouette becomes a blot.",
    fix: "Draw the icon larger.",
    wrong: r#"
        {# card.svg #}
        {{ icon(name="star", x=45, y=40, size=1.5, fill=palette.ink) }}
    "#,
    right: r#"
        {# card.svg #}
        {{ icon(name="star", x=45, y=40, size=1.8, fill=palette.ink) }}
    "#,
};

const LEAST: Mm = Mm(1.8);

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for sign in look.icons.iter().filter(|sign| sign.size.0 < LEAST.0 - 0.01) {
        let name = &look.studio.icons.get(sign.icon).name;
        let message = format!("icon `{name}` is printed at {}; the limit is {LEAST}", sign.size);
        found.push(look.icon_finding(&RULE, sign, message).help("draw it larger, or leave it out"));
    }
}
