//! Fonts that no text uses.

use crate::finding::{Finding, Phase, Place, Rule, Severity};
use crate::lint::Project;

pub static RULE: Rule = Rule {
    name: "unused-font",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "No text is set in a font of `templates/fonts`, or in some of its cuts.",
    why: "Its file is kept for no reason, or a text lost its font.",
    fix: "Delete the file, or set a text in its font.",
    wrong: r#"
        # templates/fonts/DejaVuSansMono.ttf is there
        {# card.svg #}
        {{ text(text="Digger", x=6, y=17, w=51, h=8, size=10, font=fonts.text, fill=palette.ink) }}
    "#,
    right: r#"
        # templates/fonts/DejaVuSansMono.ttf is there
        {# card.svg #}
        {{ text(text="Digger", x=6, y=17, w=51, h=8, size=10, font="DejaVu Sans Mono", fill=palette.ink) }}
    "#,
};

pub(super) fn check(project: &Project, found: &mut Vec<Finding>) {
    let fonts = &project.studio.fonts;
    let mut families: Vec<&str> = fonts.own().map(|(face, _)| face.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let all = || fonts.own().filter(|(face, _)| face.family == family);
        let unused: Vec<_> = all().filter(|(_, file)| !project.fonts.contains(file)).collect();
        let Some((_, file)) = unused.first() else { continue };
        let mut cuts: Vec<String> = unused.iter().map(|(face, _)| face.cuts()).collect();
        cuts.dedup();
        let (message, help) = if unused.len() == all().count() {
            (format!("no text is set in `{family}`"), format!("delete its files, or name it: `font=\"{family}\"`"))
        } else {
            (format!("no text is set in `{family}`: {}", cuts.join(", ")), "delete the files of these cuts".to_owned())
        };
        found.push(Finding::new(&RULE, Place::new(*file, 0..0), message).help(help));
    }
}
