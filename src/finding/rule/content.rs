//! Rules about what content files say.

use super::{Phase, Rule, Severity};

pub static FILE_UNREADABLE: Rule = Rule {
    name: "file-unreadable",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A file is missing (such as `game.toml`), damaged, too large, not UTF-8, not a regular file, or outside the \
           project.",
    why: "What cannot be read cannot be printed. A project never reads files outside its folder.",
    fix: "Create the file the finding names, as plain UTF-8 text inside the project, or delete what names it.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "tiles"
        title = "Tiles"
        size = "poker"
        template = "back.svg"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "tiles"
        title = "Tiles"
        size = "poker"
        template = "back.svg"
        # tiles.toml
        [[component]]
        id = "moon"
        origin = "designed"
    "#,
};

pub static TOML_SYNTAX: Rule = Rule {
    name: "toml-syntax",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "The file is not valid TOML, or it has the same key twice.",
    why: "The rest of the file may be read wrongly until this is fixed.",
    fix: r#"Close the quotes and brackets at the caret, or delete the second of two equal keys. Quotes inside `"…"` need a backslash, or use `'…'`."#,
    wrong: r#"
        # cards.toml
        text = "Dig deep.
    "#,
    right: r#"
        # cards.toml
        text = "Dig deep."
    "#,
};

pub static UNUSED_FILE: Rule = Rule {
    name: "unused-file",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A TOML file lies in the folder of a game, and no set has its name.",
    why: "Its components are neither printed nor checked.",
    fix: "Add a `[[set]]` with the file's name as `id` to game.toml, or delete the file.",
    wrong: r#"
        # tiles.toml
        [[component]]
        id = "moon"
        origin = "designed"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "tiles"
        title = "Tiles"
        size = "poker"
        template = "back.svg"
        # tiles.toml
        [[component]]
        id = "moon"
        origin = "designed"
    "#,
};

pub static UNKNOWN_KEY: Rule = Rule {
    name: "unknown-key",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A key has no meaning here. It is probably a typo.",
    why: "The key would be ignored, and the card printed without its value.",
    fix: "Correct the key, or declare it in the `fields` of its set. The help names the nearest known key.",
    wrong: r#"
        # cards.toml
        nmae = "Earth"
    "#,
    right: r#"
        # cards.toml
        name = "Earth"
    "#,
};

pub static MISSING_KEY: Rule = Rule {
    name: "missing-key",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A required key is missing.",
    why: "The component cannot be drawn or counted without it.",
    fix: "Add the key to the record, or to `[defaults]` for all records. A `?` after a field's type makes it optional.",
    wrong: r#"
        # cards.toml
        [[component]]
        id = "air-1"
        clan = "earth"
        number = 2
    "#,
    right: r#"
        # cards.toml
        [[component]]
        id = "air-1"
        clan = "earth"
        number = 2
        text = "Fly away."
    "#,
};

pub static WRONG_TYPE: Rule = Rule {
    name: "wrong-type",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A value has the wrong type, such as text where a number is expected.",
    why: "Templates and rules both read the value, and they must agree on what it is.",
    fix: "Write the value as the field's type wants it: text in quotes, numbers without. Or change the type in `fields`.",
    wrong: r#"
        # cards.toml
        count = "two"
    "#,
    right: r"
        # cards.toml
        count = 2
    ",
};

pub static OUT_OF_RANGE: Rule = Rule {
    name: "out-of-range",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A number is `nan`, infinite, negative, or larger than paper and table allow.",
    why: "Sizes are 1 to 2000 mm and counts 0 to 1000. Anything else is a typo.",
    fix: "Write a number within the limits that the message names, or widen them in `fields`: `integer 1..20`.",
    wrong: r"
        # cards.toml
        count = -1
    ",
    right: r"
        # cards.toml
        count = 1
    ",
};

pub static UNKNOWN_NAME: Rule = Rule {
    name: "unknown-name",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A value names something that does not exist: a set, a size, a paper, a shape or a data record.",
    why: "The program cannot guess what was meant.",
    fix: "Correct the name, or add what it names. The help lists what there is.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "cards"
        size = "pokr"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "cards"
        size = "poker"
    "#,
};

pub static BAD_NAME: Rule = Rule {
    name: "bad-name",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "An id cannot be a file name on every system, or a name has control characters.",
    why: "Files and links are named after ids. Lower-case letters, digits and hyphens work everywhere.",
    fix: "Use 1 to 64 lower-case letters, digits and hyphens for an id, and one plain line for a name.",
    wrong: r#"
        # cards.toml
        id = "Earth 1"
    "#,
    right: r#"
        # cards.toml
        id = "earth-1"
    "#,
};

pub static DUPLICATE_ID: Rule = Rule {
    name: "duplicate-id",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "Two components or sets have the same id, or ids that differ only in case.",
    why: "Their files would overwrite each other, and nobody could say which card is meant.",
    fix: "Give one of the two another id. Copies of the same card need no record of their own: set `count`.",
    wrong: r#"
        # cards.toml
        id = "water-1" # the id of another card
    "#,
    right: r#"
        # cards.toml
        id = "earth-1"
    "#,
};

pub static COUNT_DIFFERS: Rule = Rule {
    name: "count-differs",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "The number of components differs from the rulebook's list.",
    why: "Otherwise a missing card is noticed at the table, after everything is cut.",
    fix: "Add or remove the components, change their `count`, or correct the list in `[[expect]]`.",
    wrong: r#"
        # game.toml
        [[expect]]
        what = "fire cards"
        set = "cards"
        where = { clan = "fire" }
        count = 3
    "#,
    right: r#"
        # game.toml
        [[expect]]
        what = "fire cards"
        set = "cards"
        where = { clan = "fire" }
        count = 2
    "#,
};

pub static SHAPE_UNUSABLE: Rule = Rule {
    name: "shape-unusable",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "An outline, cut or fold path cannot be read, is not closed or is larger than the component, or a regular shape is not regular.",
    why: "The knife follows this path.",
    fix: "Correct the path: closed, within the component, in millimeters. Or choose a shape that fits the size.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "cards"
        size = ["63 mm", "88 mm"]
        shape = "circle"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "cards"
        size = ["63 mm", "88 mm"]
        shape = "rectangle"
    "#,
};

pub static BAD_COLOR: Rule = Rule {
    name: "bad-color",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A palette entry is not a color such as `#c8a04a`.",
    why: "Templates use the palette by name. A wrong entry paints everything that uses it black.",
    fix: "Write the color as `#rrggbb`, such as `#c8a04a`.",
    wrong: r#"
        # game.toml
        [palette]
        sea = "deep blue"
    "#,
    right: r##"
        # game.toml
        [palette]
        sea = "#2060a0"
    "##,
};

pub static CONTROL_CHARACTER: Rule = Rule {
    name: "control-character",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A text has a control character, which can be neither seen nor printed.",
    why: "It usually comes from copy and paste. It breaks the drawing or hides in a name.",
    fix: r#"Delete the character. For a line end, write `\n` in `"…"` or use `"""…"""`."#,
    wrong: r#"
        # cards.toml
        why = "as in the\u0007 picture"
    "#,
    right: r#"
        # cards.toml
        why = "as in the picture"
    "#,
};

pub static BIDI_CHARACTER: Rule = Rule {
    name: "bidi-character",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "A text has an invisible character, or one that changes the direction of writing.",
    why: "What is printed then differs from what the file shows.",
    fix: "Delete the character, or allow the finding if the language needs it.",
    wrong: r#"
        # cards.toml
        text = "Dig\u202E deep."
    "#,
    right: r#"
        # cards.toml
        text = "Dig deep."
    "#,
};

pub static ORIGIN_MISSING: Rule = Rule {
    name: "origin-missing",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A record does not say where it comes from: `rulebook`, `public`, `inferred` or `designed`.",
    why: "Before you change a record, you must know whether it comes from a rulebook, a guess or a designer.",
    fix: "Add `origin` to the record, or to `[defaults]` for all records of the file.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "tiles"
        title = "Tiles"
        size = "poker"
        template = "back.svg"
        # tiles.toml
        [[component]]
        id = "moon"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "tiles"
        title = "Tiles"
        size = "poker"
        template = "back.svg"
        # tiles.toml
        [[component]]
        id = "moon"
        origin = "designed"
    "#,
};

pub static PATH_OUTSIDE: Rule = Rule {
    name: "path-outside",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A path is absolute, leaves the folder with `..`, or is a URL.",
    why: "Everything a kit needs is inside its project, so that it prints the same everywhere.",
    fix: "Move the file into `templates`, and name it by its path there.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "cards"
        template = "../card.svg"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "cards"
        template = "card.svg"
    "#,
};

pub static BREAKS_THE_RULES: Rule = Rule {
    name: "breaks-the-rules",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A record makes the game unplayable: a number used twice, a gap in a range, a tie-break without effect.",
    why: "Otherwise players notice it in the middle of a game, after everything is cut.",
    fix: "Change the number or name at the caret so that the rule in the message holds.",
    wrong: r"
        # game.toml
        [data.clan.frond]
        jewels = 3 # as many as another clan
    ",
    right: r"
        # game.toml
        [data.clan.frond]
        jewels = 2
    ",
};

pub static PRINTED_DIFFERS: Rule = Rule {
    name: "printed-differs",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "The number or word printed on a piece differs from the one it is played with.",
    why: "If card and rules disagree, players argue.",
    fix: "Change what is printed, or what is played, so that both are the same.",
    wrong: r#"
        # specials.toml
        [[component]]
        id = "squire"
        wild = [9, 12]
        label = "8–12"
    "#,
    right: r#"
        # specials.toml
        [[component]]
        id = "squire"
        wild = [9, 12]
        label = "9–12"
    "#,
};

pub static COMPONENT_SHORTAGE: Rule = Rule {
    name: "component-shortage",
    severity: Severity::Error,
    phase: Phase::Content,
    can_be_allowed: false,
    what: "A setup needs more pieces than the box has.",
    why: "The game cannot be set up for that number of players.",
    fix: "Add pieces to the box, or let the setup need fewer.",
    wrong: r#"
        # game.toml
        [data.deck.many]
        players = "7-8"
        page = 4 # the box has 3
    "#,
    right: r#"
        # game.toml
        [data.deck.many]
        players = "7-8"
        page = 3
    "#,
};

pub static COMPONENT_UNUSED: Rule = Rule {
    name: "component-unused",
    severity: Severity::Warning,
    phase: Phase::Content,
    can_be_allowed: true,
    what: "The box has pieces that no setup uses.",
    why: "They are printed and cut for nothing, or a setup table forgot them.",
    fix: "Let a setup use the pieces, or reduce their `count`.",
    wrong: r#"
        # game.toml
        [data.deck.many]
        players = "7-8"
        page = 2 # the box has 3
    "#,
    right: r#"
        # game.toml
        [data.deck.many]
        players = "7-8"
        page = 3
    "#,
};
