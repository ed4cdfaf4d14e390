//! Text that the preflight cannot check.

use crate::finding::{Finding, Phase, Rule, Severity, rule};
use crate::lint::look::{Look, start};
use crate::svg;
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
        let words = svg::words_of(text);
        let mut message = format!("`{}` is drawn by `<text>`, which is not checked", start(&words));
        if words.contains(is_stacked) && has_several_styles(text) {
            message += " and may print some of these letters in the style of their neighbors";
        }
        found.push(look.plain_finding(&RULE, text, message).help("draw it with `text(…)`"));
    }
}

/// Whether a letter is of a script whose letters stand around one another, as those of India and Southeast Asia: the
/// reader of `<text>` takes each such group from one font.
fn is_stacked(c: char) -> bool {
    let is_there = matches!(c, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1900}'..='\u{1cff}' | '\u{a800}'..='\u{abff}');
    c.is_alphabetic() && is_there
}

fn has_several_styles(text: &usvg::Text) -> bool {
    text.chunks().iter().any(|chunk| chunk.spans().windows(2).any(|pair| pair[0].font() != pair[1].font()))
}

/// Reports a weight or slant of a `<text>` that its font does not have, also in drawings that are pictures.
pub(super) fn check_style(look: &Look, found: &mut Vec<Finding>) {
    let own = look.plain_texts.iter().map(|text| (text, false));
    for (text, is_in_picture) in own.chain(look.picture_texts.iter().map(|text| (text, true))) {
        let used = svg::fonts_of(text);
        for font in text.chunks().iter().flat_map(|chunk| chunk.spans()).map(|span| span.font()) {
            let is_italic = font.style() != usvg::FontStyle::Normal;
            let wanted = Cut { is_italic, ..Cut::upright(font.weight()) };
            let named = svg::named_fonts(font, &look.studio.fonts.db).into_iter().filter(|id| used.contains(id));
            for face in named.filter_map(|id| look.studio.fonts.plain(id)) {
                let got = face.plain_cut(wanted);
                if got.weight.abs_diff(wanted.weight) <= 50 && got.is_italic == is_italic {
                    continue;
                }
                let rule = &rule::FONT_STYLE_MISSING;
                let message = format!("`<text>` gets {} of {} instead of {}", got.name(), face.family, wanted.name());
                let (finding, help) = match is_in_picture {
                    false => (look.plain_finding(rule, text, message), "draw it with `text(…)`"),
                    true => (look.picture_finding(rule, &svg::words_of(text), message), "convert it to paths"),
                };
                let finding = finding.help(format!("{help}, or add a font file of that cut to `templates/fonts`"));
                if !found.contains(&finding) {
                    found.push(finding);
                }
            }
        }
    }
}
