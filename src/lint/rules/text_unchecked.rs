//! Text that the preflight cannot check.

use crate::finding::{Finding, Phase, Rule, Severity, rule};
use crate::lint::look::{Look, start};
use crate::text::Cut;

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
        let text = &words(text);
        let message = format!("`{}` is drawn by `<text>`, which is not checked", start(text));
        found.push(look.text_finding(&RULE, text, message).help("draw it with `text(…)`"));
    }
}

/// The characters of a `<text>`.
fn words(text: &usvg::Text) -> String {
    text.chunks().iter().map(|chunk| chunk.text()).collect()
}

/// Reports a weight or slant of a `<text>` that its font does not have.
pub(super) fn check_style(look: &Look, found: &mut Vec<Finding>) {
    for text in &look.plain_texts {
        for font in text.chunks().iter().flat_map(|chunk| chunk.spans()).map(|span| span.font()) {
            let is_italic = font.style() != usvg::FontStyle::Normal;
            let wanted = Cut { is_italic, ..Cut::upright(font.weight()) };
            let Some(face) = look.studio.fonts.plain(font) else { continue };
            let got = face.plain_cut(wanted);
            if got.weight.abs_diff(wanted.weight) > 50 || got.is_italic != is_italic {
                let (family, wanted, got) = (&face.family, wanted.name(), got.name());
                let message = format!("`<text>` gets {got} of {family} instead of {wanted}");
                let help = "draw it with `text(…)`, or add a font file of that cut to `templates/fonts`";
                let finding = look.text_finding(&rule::FONT_STYLE_MISSING, &words(text), message).help(help);
                if !found.contains(&finding) {
                    found.push(finding);
                }
            }
        }
    }
}
