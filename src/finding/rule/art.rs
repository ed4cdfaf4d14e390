//! Rules about how faces are drawn: templates, fonts, icons, SVG.

use super::{Phase, Rule, Severity};

pub static TEMPLATE_MISSING: Rule = Rule {
    name: "template-missing",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "The content names a template that is not in `templates`.",
    why: "Without it the component has no face.",
    fix: "Correct the name, or create the file in `templates`.",
    wrong: r#"
        # game.toml
        [[set]]
        id = "cards"
        template = "crd.svg"
    "#,
    right: r#"
        # game.toml
        [[set]]
        id = "cards"
        template = "card.svg"
    "#,
};

pub static TEMPLATE_ERROR: Rule = Rule {
    name: "template-error",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "A template cannot be compiled, or fails for a component.",
    why: "The component has no face. An undefined variable is an error, never an empty string.",
    fix: "Correct the template at the caret. Values that only some cards have need `card.x | default(value=\"\")`.",
    wrong: r#"
        {# card.svg #}
        <g id="{{ crad.id }}"/>
    "#,
    right: r#"
        {# card.svg #}
        <g id="{{ card.id }}"/>
    "#,
};

pub static OVER_BUDGET: Rule = Rule {
    name: "over-budget",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "All work on one face takes more than 10 seconds or 512 MB, or crashes.",
    why: "One endless template would keep all other cards from being printed.",
    fix: "Look for an endless loop, a component that calls itself, a string that keeps doubling, or a costly filter.",
    wrong: r#"
        {# card.svg #}
        {% set line = "x" %}{% for i in range(end=40) %}{% set_global line = line ~ line %}{% endfor %}
    "#,
    right: r#"
        {# card.svg #}
        {% set line = "x" %}{% for i in range(end=4) %}{% set_global line = line ~ line %}{% endfor %}
    "#,
};

pub static INTERNAL_ERROR: Rule = Rule {
    name: "internal-error",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "A library failed on a drawing in a way it never should.",
    why: "The face cannot be printed, and the fault is the program's. All other faces are still checked and printed.",
    fix: "Report it with the template; meanwhile draw the face in another way.",
    wrong: "internal error: card.svg is not drawn for fire-1: index out of bounds",
    right: "All faces are drawn.",
};

pub static ICON_MISSING: Rule = Rule {
    name: "icon-missing",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "A text or template names an icon that is not in `templates/icons`.",
    why: "A gap in the sentence changes what the card says.",
    fix: r#"Correct the name, draw the icon in `templates/icons`, or write `\{` and `\}` around words in braces. In `"…"` a backslash is written twice."#,
    wrong: r#"
        # cards.toml
        text = "Dig {stra} deep."
    "#,
    right: r#"
        # cards.toml
        text = "Dig {star} deep."
    "#,
};

pub static ICON_UNUSABLE: Rule = Rule {
    name: "icon-unusable",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "An icon file cannot be drawn: it is not well-formed, draws nothing, or part of it would be left out.",
    why: "The icon would be missing on every card that shows it, or look different.",
    fix: "Change what the message names in the drawing program, or save the file as plain SVG 1.1.",
    wrong: r#"
        {# icons/hill.svg #}
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M50 4 94 94H6Z"/><script/></svg>
    "#,
    right: r#"
        {# icons/hill.svg #}
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M50 4 94 94H6Z"/></svg>
        # cards.toml
        text = "Dig into the {hill}."
    "#,
};

pub static ICON_VALUE: Rule = Rule {
    name: "icon-value",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "An icon is given a value that it does not take, or lacks one that it needs.",
    why: "A coin without its number, or a number that nobody sees, changes what the card says.",
    fix: "Write the value behind the name, as in `{coin 3}`, or print `{{ value }}` in the icon file.",
    wrong: r#"
        # cards.toml
        text = "Dig {star 3} deep."
    "#,
    right: r#"
        # cards.toml
        text = "Dig 3 {star} deep."
    "#,
};

pub static FILL_UNUSED: Rule = Rule {
    name: "fill-unused",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "An icon that keeps its only color is asked for in another.",
    why: "It prints in its own color, which may not stand out where it is.",
    fix: "Draw the icon in black or `currentColor`, or leave `fill` out.",
    wrong: r##"
        {# icons/leaf.svg #}
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M50 4 94 94H6Z" fill="#207030"/></svg>
        {# card.svg #}
        {{ icon(name="leaf", x=40, y=40, size=5, fill=palette.ink) }}
    "##,
    right: r##"
        {# icons/leaf.svg #}
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M50 4 94 94H6Z" fill="currentColor"/></svg>
        {# card.svg #}
        {{ icon(name="leaf", x=40, y=40, size=5, fill=palette.ink) }}
    "##,
};

pub static FONT_STYLE_MISSING: Rule = Rule {
    name: "font-style-missing",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text asks for a weight, width, slant, small capitals or figures that its font does not have.",
    why: "The nearest cut is printed instead, so that bold or italic words look like all others.",
    fix: "Ask for a cut that the font has, or put the missing one into `templates/fonts`.",
    wrong: r#"
        {# card.svg #}
        {{ text(text="Digger", x=6, y=17, w=51, h=8, size=10, font=fonts.text, weight=900, fill=palette.ink) }}
    "#,
    right: r#"
        {# card.svg #}
        {{ text(text="Digger", x=6, y=17, w=51, h=8, size=10, font=fonts.text, weight=700, fill=palette.ink) }}
    "#,
};

pub static DUPLICATE_FONT: Rule = Rule {
    name: "duplicate-font",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "Two files of `templates/fonts` have the same cut of a family.",
    why: "Only one of them is printed, and their names decide which. It may be the older one.",
    fix: "Delete one of the two files.",
    wrong: r#"
        # templates/fonts/DejaVuSansMono.ttf is there
        # templates/fonts/old/DejaVuSansMono.ttf is there
        {# card.svg #}
        {{ text(text="Digger", x=6, y=17, w=51, h=8, size=10, font="DejaVu Sans Mono", fill=palette.ink) }}
    "#,
    right: r#"
        # templates/fonts/DejaVuSansMono.ttf is there
        {# card.svg #}
        {{ text(text="Digger", x=6, y=17, w=51, h=8, size=10, font="DejaVu Sans Mono", fill=palette.ink) }}
    "#,
};

pub static COLOR_MISSING: Rule = Rule {
    name: "color-missing",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "A text names a color, as in `{gold: 3 Gold}`, that is not in the palette.",
    why: "The words would be printed in the color of the text around them.",
    fix: "Correct the name, or add the color to `[palette]`.",
    wrong: r#"
        # cards.toml
        text = "Dig {inc: deep}."
    "#,
    right: r#"
        # cards.toml
        text = "Dig {ink: deep}."
    "#,
};

pub static FONT_MISSING: Rule = Rule {
    name: "font-missing",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "A font family is neither bundled nor in `templates/fonts`.",
    why: "No other font replaces it. Otherwise a text would fit on one machine and not on the next.",
    fix: "Correct the name, or put the font's files into `templates/fonts`.",
    wrong: r#"
        # game.toml
        [fonts]
        text = "Libertinus Serf"
    "#,
    right: r#"
        # game.toml
        [fonts]
        text = "Libertinus Serif"
    "#,
};

pub static GLYPH_MISSING: Rule = Rule {
    name: "glyph-missing",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "The font has no shape for a character.",
    why: "It would print as an empty box.",
    fix: "Name a font that has the character as `fallback` below `[fonts]`, or write another character.",
    wrong: r#"
        # cards.toml
        text = "Dig for the \U0001F409."
    "#,
    right: r#"
        # cards.toml
        text = "Dig for the dragon."
    "#,
};

pub static MARKUP_UNBALANCED: Rule = Rule {
    name: "markup-unbalanced",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "A `*`, `**`, `~`, `__` or `{` in a text is not closed, not opened, or has no word beside it.",
    why: "The rest of the line takes the style, or the mark itself is printed.",
    fix: r#"Close the mark on the same line. To print the sign itself, put a backslash before it: `\\*` in `"…"`, `\*` in `'…'`."#,
    wrong: r#"
        # cards.toml
        text = "Dig **deep."
    "#,
    right: r#"
        # cards.toml
        text = "Dig **deep**."
    "#,
};

pub static FOREIGN_MARKUP: Rule = Rule {
    name: "foreign-markup",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has markup of HTML, Markdown or a forum, such as `<b>`, `&nbsp;`, `_so_`, an escaped line end, or a code for \
        a symbol: `[elder_thing]`, or `[credit]` and `:fire:` in three texts of a set.",
    why: "It is printed as it is: players read `<br>` on the card.",
    fix: "Write `**…**`, `*…*`, `__…__` and `{icon}`, a line end and the character itself instead. The help names what replaces \
        each. What is meant as it is stands behind a backslash, or the set allows it.",
    wrong: r#"
        # cards.toml
        text = "Dig <b>deep</b>."
    "#,
    right: r#"
        # cards.toml
        text = "Dig **deep**."
    "#,
};

pub static TEXT_OVERFLOW: Rule = Rule {
    name: "text-overflow",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text does not fit its box, even at its smallest size.",
    why: "The last line would be cut off, or run over the frame.",
    fix: "Shorten the text, lower `min`, or give the box in the template more room.",
    wrong: r#"
        {# card.svg #}
        {{ text(text="Much too long for a small box.", x=5, y=70, w=20, h=4, size=9, min=9, font=fonts.text, fill=palette.ink) }}
    "#,
    right: r#"
        {# card.svg #}
        {{ text(text="Much too long for a small box.", x=5, y=70, w=50, h=8, size=9, min=9, font=fonts.text, fill=palette.ink) }}
    "#,
};

pub static SVG_FAULT: Rule = Rule {
    name: "svg-fault",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "The SVG of a face is not well-formed, or part of it cannot be drawn.",
    why: "SVG readers skip what they do not understand. Here it is an error, so nothing goes missing unnoticed.",
    fix: "Correct what the caret points at, or the value that the template puts there. Names are those of SVG 1.1.",
    wrong: r#"
        {# card.svg #}
        <path d="M45 40 L x" fill="red"/>
    "#,
    right: r#"
        {# card.svg #}
        <path d="M45 40h5v5z" fill="red"/>
    "#,
};

pub static SVG_TOO_COMPLEX: Rule = Rule {
    name: "svg-too-complex",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "The SVG of a face is larger, deeper or more entangled than any card needs.",
    why: "Such files make printers and viewers hang. The usual cause is a loop in a template that never ends.",
    fix: "End the loop earlier, or draw less: merge paths, and use icons for what is repeated.",
    wrong: r"
        {# card.svg #}
        {% for i in range(end=130) %}<g>{% endfor %}{% for i in range(end=130) %}</g>{% endfor %}
    ",
    right: r"
        {# card.svg #}
        {% for i in range(end=13) %}<g>{% endfor %}{% for i in range(end=13) %}</g>{% endfor %}
    ",
};

pub static IMAGE_UNUSABLE: Rule = Rule {
    name: "image-unusable",
    severity: Severity::Error,
    phase: Phase::Art,
    can_be_allowed: false,
    what: "An image cannot be used: it is outside the project, not a regular file, too large, damaged, or of an unknown \
           format.",
    why: "It would be missing on paper.",
    fix: "Put a PNG, JPEG, GIF, WebP or SVG file into `templates`, and name it by its path there.",
    wrong: r#"
        {# card.svg #}
        <image href="ship.tiff" x="45" y="40" width="5" height="5"/>
    "#,
    right: r#"
        {# card.svg #}
        <image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" x="45" y="40" width="0.1" height="0.1"/>
    "#,
};

pub static FILTER_RASTERIZED: Rule = Rule {
    name: "filter-rasterized",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A filter effect cannot be printed as vectors. That part is stored as a 600 dpi picture.",
    why: "The file grows, and edges inside the picture lose their sharpness.",
    fix: "Draw the effect with shapes, opacity or gradients, or allow it if a picture is good enough.",
    wrong: r#"
        {# card.svg #}
        <filter id="soft"><feGaussianBlur stdDeviation="1"/></filter>
        <rect x="40" y="40" width="5" height="5" filter="url(#soft)"/>
    "#,
    right: r#"
        {# card.svg #}
        <rect x="40" y="40" width="5" height="5" opacity=".5"/>
    "#,
};

pub static INK_NOT_LOW: Rule = Rule {
    name: "ink-not-low",
    severity: Severity::Warning,
    phase: Phase::LowInk,
    can_be_allowed: true,
    what: "`--ink low` was given, but the game has no `[palette_low]` and no template uses `face.ink`.",
    why: "The sheets take as much ink as before, though their names say otherwise.",
    fix: "Add `[palette_low]` with white grounds and dark letters, or let templates ask for `face.ink`.",
    wrong: "$ wyrmpress check --ink low",
    right: r##"
        # game.toml
        [palette_low]
        gold = "#ffffff"
        $ wyrmpress check --ink low
    "##,
};
