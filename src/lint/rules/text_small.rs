//! Text that is too small to read at a table.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::units::Pt;

pub static RULE: Rule = Rule {
    name: "text-small",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text is printed too small to read.",
    why: "Below 5.5 pt letters fill with ink on a home printer. Text of more than a few words needs at least 7 pt.",
    fix: "Raise `min` in the template and shorten the text, or give it more room.",
    wrong: r#"
        {# card.svg #}
        {{ text(text="Small print", x=5, y=70, w=50, h=8, size=5, font=fonts.text, fill=palette.ink) }}
    "#,
    right: r#"
        {# card.svg #}
        {{ text(text="Small print", x=5, y=70, w=50, h=8, size=5.5, font=fonts.text, fill=palette.ink) }}
    "#,
};

/// The smallest type for a few words, such as the number of a card.
const LEAST: f64 = 5.5;
/// The smallest type for longer texts.
const READ: f64 = 7.0;
/// A text with more letters than this counts as longer.
const GLANCE: usize = 60;

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let letters = words.said.text.chars().count();
        let limit = if letters > GLANCE { READ } else { LEAST };
        // Sizes are rounded to hundredths of a point.
        if words.size < limit - 0.01 {
            let message = format!(
                "text is printed at {}; {letters} letters need at least {}",
                Pt((words.size * 100.0).round() / 100.0),
                Pt(limit)
            );
            let finding = look.text_finding(&RULE, &words.said.text, message);
            found.push(finding.help("shorten it, or raise `size` and `min` of its box in the template"));
        }
    }
}
