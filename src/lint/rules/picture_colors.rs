//! Pictures whose colors are not sRGB.

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::View;
use crate::lint::look::Shown;
use crate::lint::pictures::report;

pub static RULE: Rule = Rule {
    name: "picture-colors",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A picture has a color profile or a color space other than sRGB, or a gamma. None of them is applied.",
    why: "Its colors are printed paler, darker or more vivid than the program that made it shows them.",
    fix: "Convert the picture to sRGB in the program that made it, and save it without gamma.",
    wrong: r#"
        {# card.svg #}
        <image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEAAYagMeiWXwAAAApJREFUeNpjaAAAAIIAgdpFCDsAAAAASUVORK5CYII=" x="45" y="40" width="0.1" height="0.1"/>
    "#,
    right: r#"
        {# card.svg #}
        <image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEAALGPC/xhBQAAAApJREFUeNpjaAAAAIIAgdpFCDsAAAAASUVORK5CYII=" x="45" y="40" width="0.1" height="0.1"/>
    "#,
};

/// Each picture is reported once.
pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let key = |shown: &Shown| shown.picture.other_colors.is_some().then(String::new);
    report(view, &key, found, &|shown, name| {
        let colors = shown.picture.other_colors.as_deref().unwrap_or_default();
        let message = format!("{name} has {colors}, which is not applied");
        Finding::new(&RULE, None, message).help("convert it to sRGB in the program that made it")
    });
}
