//! Text that the preflight cannot check.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::{Look, start};

pub static RULE: Rule = Rule {
    name: "text-unchecked",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A template draws text with `<text>`. It is neither wrapped nor fitted, and the preflight cannot check it.",
    why: "Its faults only show up on paper.",
    fix: "Draw it with `text(…)`.",
    wrong: r#"
        {# card.svg #}
        <text x="9" y="70" font-size="4" font-family="Libertinus Serif">Plain words</text>
    "#,
    right: r#"
        {# card.svg #}
        {{ text(text="Plain words", x=9, y=70, w=40, h=8, size=9, font=fonts.text, fill=palette.ink) }}
    "#,
};

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for text in &look.plain_texts {
        let message = format!("`{}` is drawn by `<text>`, which is not checked", start(text));
        found.push(look.text_finding(&RULE, text, message).help("draw it with `text(…)`"));
    }
}
