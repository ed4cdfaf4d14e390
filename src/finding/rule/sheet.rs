//! Rules about sheets and printers.

use super::{Phase, Rule, Severity};

pub static TOO_LARGE: Rule = Rule {
    name: "too-large-for-paper",
    severity: Severity::Error,
    phase: Phase::Sheet,
    can_be_allowed: false,
    what: "A component does not fit on the paper, and it cannot be split over pages.",
    why: "It cannot be printed.",
    fix: "Print on a larger paper, or with smaller margins or marks.",
    wrong: "$ wyrmpress check --paper 60x80mm",
    right: "$ wyrmpress check --paper a4",
};

pub static MARGIN_SMALL: Rule = Rule {
    name: "margin-below-printer",
    severity: Severity::Warning,
    phase: Phase::Sheet,
    can_be_allowed: false,
    what: "The margin is smaller than the edge that the printer leaves blank: as measured, or 5 mm for home printers.",
    why: "Marks and cards at the edge may lose a strip.",
    fix: "Set `--margin` to at least what the printer leaves blank.",
    wrong: "$ wyrmpress check --margin 3mm",
    right: "$ wyrmpress check --margin 5mm",
};

pub static PRINTER_FLIP: Rule = Rule {
    name: "printer-flipped-otherwise",
    severity: Severity::Note,
    phase: Phase::Sheet,
    can_be_allowed: false,
    what: "The printer's backs were measured with the paper flipped along the other edge.",
    why: "A duplex unit then errs in the opposite direction, so the correction is turned too. Paper flipped by hand may differ.",
    fix: "Measure the printer with the flip that you print with: `calibrate --backs short-edge`. Or print with the measured flip.",
    wrong: r#"
        # printers.toml
        [printer.office]
        margins = [4, 4, 4, 4]
        back_offset = [0.5, 0]
        back_rotation = 0
        scale = [1, 1]
        flip = "short-edge"
        $ wyrmpress check --printer office
    "#,
    right: r#"
        # printers.toml
        [printer.office]
        margins = [4, 4, 4, 4]
        back_offset = [0.5, 0]
        back_rotation = 0
        scale = [1, 1]
        flip = "long-edge"
        $ wyrmpress check --printer office
    "#,
};

pub static BLEED_REDUCED: Rule = Rule {
    name: "bleed-reduced",
    severity: Severity::Note,
    phase: Phase::Sheet,
    can_be_allowed: true,
    what: "The components have less room around them on the sheet than their bleed needs.",
    why: "The cut must be more exact. A larger paper or fewer cards per sheet give the full bleed.",
    fix: "Print on a larger paper or set `--gap` to twice the bleed, which puts fewer on a sheet. Or cut with care, and allow it.",
    wrong: "$ wyrmpress check --gap 0",
    right: "$ wyrmpress check --gap 6mm",
};

pub static NO_ROOM_FOR_RULER: Rule = Rule {
    name: "no-room-for-ruler",
    severity: Severity::Note,
    phase: Phase::Sheet,
    can_be_allowed: true,
    what: "The sheet is too full for the check ruler and the sheet's name.",
    why: "Measure a printed card instead, to see that it was printed at 100 %.",
    fix: "Print on a larger paper, or measure a printed card instead, and allow it.",
    wrong: "$ wyrmpress check --paper 74x99mm",
    right: "$ wyrmpress check --paper a5",
};

pub static SPLIT: Rule = Rule {
    name: "split-over-pages",
    severity: Severity::Note,
    phase: Phase::Sheet,
    can_be_allowed: true,
    what: "A component is larger than the paper, so it is printed on several pages that overlap.",
    why: "The pages must be cut and glued. A larger paper prints it in one piece.",
    fix: "Add a larger paper to the `papers` of the set, or allow it if gluing is intended.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "mat"
        title = "Mat"
        size = ["200 mm", "200 mm"]
        template = "mat.svg"
        # mat.toml
        [[component]]
        id = "table"
        origin = "designed"
        {# mat.svg #}
        {% extends "face.svg" %}
        {% block art %}<rect x="-3" y="-3" width="206" height="206" fill="{{ palette.gold }}"/>{% endblock art %}
        $ wyrmpress check --paper a5
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "mat"
        title = "Mat"
        size = ["200 mm", "200 mm"]
        template = "mat.svg"
        # mat.toml
        [[component]]
        id = "table"
        origin = "designed"
        {# mat.svg #}
        {% extends "face.svg" %}
        {% block art %}<rect x="-3" y="-3" width="206" height="206" fill="{{ palette.gold }}"/>{% endblock art %}
        $ wyrmpress check --paper a3
    "#,
};

pub static NO_BACK: Rule = Rule {
    name: "board-without-back",
    severity: Severity::Note,
    phase: Phase::Sheet,
    can_be_allowed: true,
    what: "A board that is split over pages is printed without its back.",
    why: "Glued pages have no common back.",
    fix: "Leave out the `back`, print on a larger paper, or allow it.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "mat"
        title = "Mat"
        size = ["200 mm", "200 mm"]
        template = "mat.svg"
        back = "mat.svg"
        # mat.toml
        [[component]]
        id = "table"
        origin = "designed"
        {# mat.svg #}
        {% extends "face.svg" %}
        {% block art %}<rect x="-3" y="-3" width="206" height="206" fill="{{ palette.gold }}"/>{% endblock art %}
        $ wyrmpress check --paper a5
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "mat"
        title = "Mat"
        size = ["200 mm", "200 mm"]
        template = "mat.svg"
        # mat.toml
        [[component]]
        id = "table"
        origin = "designed"
        {# mat.svg #}
        {% extends "face.svg" %}
        {% block art %}<rect x="-3" y="-3" width="206" height="206" fill="{{ palette.gold }}"/>{% endblock art %}
        $ wyrmpress check --paper a5
    "#,
};
