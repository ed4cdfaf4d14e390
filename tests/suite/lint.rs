//! Every rule of the preflight: a fixture that makes it fire, at its place, and a near miss that does not.

use crate::project::{Finding, Project, code, findings, repository, run};

const GAME: &str = "content/mini/game.toml";
const CARDS: &str = "content/mini/cards.toml";
const CARD: &str = "templates/card.svg";
const BACK: &str = "templates/back.svg";

/// File, what to replace, by what.
type Edit = (&'static str, &'static str, &'static str);

struct Case {
    rule: &'static str,
    /// Edits after which it fires.
    bad: &'static [Edit],
    /// The file and its line, by a piece with a mark; and a piece of the message.
    at: (&'static str, &'static str, &'static str),
    /// Similar edits after which it does not.
    good: &'static [Edit],
}

/// Adds something to the end of every card's art.
const END: &str = "{% endblock art %}\n";

/// Tiles with these numbers in their ids.
macro_rules! tiles {
    ($($number:literal)*) => {
        concat!("[defaults]\norigin = \"designed\"\n", $("[[component]]\nid = \"t-", $number, "\"\n\n",)*)
    };
}

/// A picture of one pixel, of that size in millimeters.
macro_rules! picture {
    ($data:literal, $size:literal) => {
        concat!(
            "<image href=\"data:image/png;base64,",
            $data,
            "\" x=\"9\" y=\"9\" width=\"",
            $size,
            "\" height=\"",
            $size,
            "\"/>{% endblock art %}\n"
        )
    };
}

const CASES: &[Case] = &[
    Case {
        rule: "picture-coarse",
        bad: &[(
            CARD,
            END,
            picture!(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEAALGPC/xhBQAAAApJREFUeNpjaAAAAIIAgdpFCDsAAAAASUVORK5CYII=",
                "0.2"
            ),
        )],
        at: (GAME, "☞template", "has 1x1 px and is printed at 0.2x0.2mm: 127 dpi; the limit is 200"),
        good: &[(
            CARD,
            END,
            picture!(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEAALGPC/xhBQAAAApJREFUeNpjaAAAAIIAgdpFCDsAAAAASUVORK5CYII=",
                "0.1"
            ),
        )],
    },
    Case {
        rule: "picture-colors",
        bad: &[(
            CARD,
            END,
            picture!(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEAAYagMeiWXwAAAApJREFUeNpjaAAAAIIAgdpFCDsAAAAASUVORK5CYII=",
                "0.1"
            ),
        )],
        at: (GAME, "☞template", "has a gamma of 1 instead of 0.45455, which is not applied"),
        good: &[(
            CARD,
            END,
            picture!(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAABGdBTUEAALGPC/xhBQAAAApJREFUeNpjaAAAAIIAgdpFCDsAAAAASUVORK5CYII=",
                "0.1"
            ),
        )],
    },
    Case {
        rule: "fill-unused",
        bad: &[("templates/icons/star.svg", "<path", "<path fill=\"#207030\"")],
        at: (CARD, "icon(name=\"☞star\"", "icon `star` keeps its color #207030; `fill` has no effect"),
        good: &[("templates/icons/star.svg", "<path", "<path fill=\"#201810\"")],
    },
    Case {
        rule: "text-small",
        bad: &[(CARD, "size=9, min=7.5", "size=5, min=5")],
        at: (CARDS, "☞text = \"", "printed at 5 pt; 41 letters need at least 5.5 pt"),
        good: &[(CARD, "size=9, min=7.5", "size=5.5, min=5.5")],
    },
    Case {
        rule: "text-small",
        bad: &[
            (CARD, "size=9, min=7.5", "size=6.5, min=6.5"),
            (CARDS, "Dig deep.", "Dig deep, then deeper, until everybody else has had enough of digging."),
        ],
        at: (CARDS, "☞text = \"Dig deep, the", "need at least 7 pt"),
        good: &[(CARD, "size=9, min=7.5", "size=6.5, min=6.5")],
    },
    Case {
        rule: "text-unsafe",
        bad: &[(CARD, "x=5, y=55", "x=1.5, y=55")],
        at: (CARDS, "☞text = \"", "within 1.5 mm of the cut; the safe area is 3 mm"),
        good: &[(CARD, "x=5, y=55", "x=3, y=55")],
    },
    Case {
        // An icon within a text is text.
        rule: "text-unsafe",
        bad: &[
            (CARDS, "Dig deep.", "{star}"),
            (CARD, "x=5, y=55", "x=1.5, y=55"),
            (CARDS, "**two** cards {star} and", "**two** cards and"),
            (CARD, "w=53, h=25", "w=53, h=25, align=[\"right\", \"left\"][card.number % 2]"),
        ],
        at: (CARDS, "☞text = \"{star}\"", "an icon in the text comes within"),
        good: &[(CARDS, "Dig deep.", "{star}")],
    },
    Case {
        // What `<use>` draws again is checked where it is drawn.
        rule: "text-unsafe",
        bad: &[(CARD, END, AGAIN), (CARD, "x=\"-9\"", "x=\"-13\"")],
        at: (CARD, "☞<defs><g", "within 2 mm of the cut"),
        good: &[(CARD, END, AGAIN)],
    },
    Case {
        rule: "text-covered",
        bad: &[(CARD, END, "<path d=\"M4 54h30v20h-30z\"/>{% endblock art %}\n")],
        at: (CARDS, "☞text = \"Dig deep.\"", "`Dig deep.` lies under a panel: 100 % of a line; the limit is 20 %"),
        good: &[(CARD, END, "<path d=\"M4 64h30v10h-30z\"/>{% endblock art %}\n")],
    },
    Case {
        // Clips, fades and wide lines hide text as well: only pixels show it.
        rule: "text-covered",
        bad: &[(CARD, END, CLIPPED)],
        at: (
            CARDS,
            "☞text = \"Dig deep.\"",
            "`Dig deep.` is hidden by what is drawn over it: 100 % of a line; the limit is 20 %",
        ),
        good: &[(CARD, END, CLIPPED), (CARD, "y=\"54\"", "y=\"66\"")],
    },
    Case {
        rule: "text-covered",
        bad: &[(CARD, END, "<path d=\"M4 57h40\" stroke=\"#000\" stroke-width=\"5\"/>{% endblock art %}\n")],
        at: (CARDS, "☞text = \"Dig deep.\"", "`Dig deep.` is hidden by what is drawn over it"),
        good: &[(CARD, END, "<path d=\"M4 67h40\" stroke=\"#000\" stroke-width=\"5\"/>{% endblock art %}\n")],
    },
    Case {
        // Two slanted labels, one below the other, do not touch, although their upright boxes do.
        rule: "text-covered",
        bad: &[(CARD, END, ASLANT), (CARD, "index0 * 9", "index0 * 1")],
        at: (CARD, "☞{% for w", "`South wind` runs into `North wind`"),
        good: &[(CARD, END, ASLANT)],
    },
    Case {
        rule: "text-covered",
        bad: &[(CARD, "x=5, y=55, w=53, h=25", "x=5, y=6, w=53, h=25")],
        at: (GAME, "☞name = \"Earth\"", "`Earth 1` runs into `Dig deep.`"),
        good: &[(CARD, "x=5, y=55, w=53, h=25", "x=5, y=11, w=53, h=25")],
    },
    Case {
        // A veil with round corners hides as well.
        rule: "text-covered",
        bad: &[(
            CARD,
            END,
            "<rect x=\"4\" y=\"54\" width=\"30\" height=\"20\" rx=\"2\" opacity=\".6\"/>{% endblock art %}\n",
        )],
        at: (CARDS, "☞text = \"Dig deep.\"", "`Dig deep.` lies under a panel"),
        good: &[(
            CARD,
            END,
            "<rect x=\"4\" y=\"54\" width=\"30\" height=\"20\" rx=\"2\" opacity=\".1\"/>{% endblock art %}\n",
        )],
    },
    Case {
        rule: "text-covered",
        bad: &[(CARD, END, "{{ icon(name=\"star\", x=5, y=53, size=8, fill=palette.ink) }}{% endblock art %}\n")],
        at: (CARDS, "☞text = \"Dig deep.\"", "`Dig deep.` lies under an icon"),
        good: &[(CARD, END, "{{ icon(name=\"star\", x=45, y=65, size=8, fill=palette.ink) }}{% endblock art %}\n")],
    },
    Case {
        rule: "text-unchecked",
        bad: &[(
            CARD,
            END,
            "<text x=\"9\" y=\"70\" font-size=\"4\" font-family=\"Libertinus Serif\">Plain words</text>{% endblock art %}\n",
        )],
        at: (CARD, "☞<text x=", "`Plain words` is drawn by `<text>`"),
        good: &[(
            CARD,
            END,
            "{{ text(text=\"Plain words\", x=9, y=70, w=40, h=8, size=9, font=fonts.text, fill=palette.ink) }}{% endblock art %}\n",
        )],
    },
    Case {
        rule: "foreign-markup",
        bad: &[(CARDS, "Dig deep.", "Dig <b>deep</b>.")],
        at: (CARDS, "☞text = \"Dig <b>", "`<b>` is a tag of HTML and would be printed"),
        good: &[(CARDS, "Dig deep.", "Dig <3 and a < b, AT&T.")],
    },
    Case {
        // A code for a symbol comes again and again; a word in brackets is meant.
        rule: "foreign-markup",
        bad: &[
            (CARDS, "Dig deep.", "Gain 2[credit]."),
            (CARDS, "Pass.", "[credit]: pass."),
            (CARDS, "Discard a card.", "Pay [credit][credit]."),
        ],
        at: (CARDS, "☞text = \"Gain 2[", "`[credit]` would be printed as it is, in 3 texts of set `cards`"),
        good: &[(CARDS, "Dig deep.", "Gain 2[credit]."), (CARDS, "Pass.", "[credit]: pass [or] not.")],
    },
    Case {
        // The template replaces the code.
        rule: "foreign-markup",
        bad: &[(CARDS, "Dig deep.", ":fire: now."), (CARDS, "Pass.", "A :fire:."), (CARDS, "Discard a", ":fire: a")],
        at: (CARDS, "☞text = \":fire: now", "`:fire:` would be printed as it is, in 3 texts of set `cards`"),
        good: &[
            (CARD, "text=card.text,", "text=card.text | replace(from=\":fire:\", to=\"{star}\"),"),
            (CARDS, "Dig deep.", ":fire: now."),
            (CARDS, "Pass.", "A :fire:."),
            (CARDS, "Discard a", ":fire: a"),
        ],
    },
    Case {
        rule: "text-garbled",
        bad: &[(CARDS, "Dig deep.", "Dig in the cafÃ©.")],
        at: (CARDS, "☞text = \"Dig in", "`Ã©` is `é` in the wrong encoding"),
        good: &[(CARDS, "Dig deep.", "Dig in the “CAFÉ”.")],
    },
    Case {
        rule: "text-garbled",
        bad: &[(CARDS, "Dig deep.", "Dig d\u{fffd}ep.")],
        at: (CARDS, "☞text = \"Dig d", "U+FFFD, which stands for a lost character"),
        good: &[(CARDS, "Dig deep.", "Dig d¿ep.")],
    },
    Case {
        // A sign between spaces is printed.
        rule: "double-space",
        bad: &[(CARDS, "Dig deep.", "Dig 5 * 6  deep.")],
        at: (CARDS, "☞text = \"Dig 5", "two spaces"),
        good: &[(CARDS, "Dig deep.", "Dig 5 * 6 deep, or 3 ~ 5 *now*.")],
    },
    Case {
        rule: "widow",
        bad: &[(CARDS, "Dig deep.", "Dig as deep as you can reach with that now.")],
        at: (CARDS, "☞text = \"Dig as deep a", "`now.` is alone"),
        good: &[(CARDS, "Dig deep.", "Dig as deep as you can reach with that\u{a0}now.")],
    },
    Case {
        rule: "double-space",
        bad: &[(CARDS, "Dig deep.", "Dig  deep.")],
        at: (CARDS, "☞text = \"Dig  deep.\"", "two spaces"),
        good: &[(CARDS, "Dig deep.", "Dig .5 deep.")],
    },
    Case {
        rule: "double-space",
        bad: &[(CARDS, "Dig deep.", "Dig deep .")],
        at: (CARDS, "☞text = \"Dig deep .\"", "before a punctuation mark"),
        good: &[(CARDS, "Dig deep.", "Dig deep.\\nThen rest.")],
    },
    Case {
        rule: "double-space",
        bad: &[(CARDS, "Dig deep.", "Dig \u{a0}deep.")],
        at: (CARDS, "☞text = \"Dig \u{a0}deep.\"", "two spaces"),
        good: &[(CARDS, "Dig deep.", "Dig\u{a0}deep.")],
    },
    Case {
        // A text in a template is reported there.
        rule: "straight-quote",
        bad: &[(CARD, "text=card.text,", "text=\"It's a card\",")],
        at: (CARD, "☞{{ text(text=\"It's a ", "the text has `'`"),
        good: &[(CARD, "text=card.text,", "text=\"It’s a card\",")],
    },
    Case {
        // A text is still recognized when the template replaces words in it.
        rule: "straight-quote",
        bad: &[
            (CARD, "text=card.text,", "text=card.text | replace(from=\"[it]\", to=\"the deep\"),"),
            (CARDS, "Dig deep.", "Dig a miner's hole in [it] and hide."),
        ],
        at: (CARDS, "☞text = \"Dig a miner's", "the text has `'`"),
        good: &[
            (CARD, "text=card.text,", "text=card.text | replace(from=\"[it]\", to=\"the deep\"),"),
            (CARDS, "Dig deep.", "Dig a miner’s hole in [it] and hide."),
        ],
    },
    Case {
        rule: "straight-quote",
        bad: &[(CARDS, "Dig deep.", "Dig a miner's hole.")],
        at: (CARDS, "☞text = \"Dig a miner's hole.\"", "the text has `'`"),
        good: &[(CARDS, "Dig deep.", "Dig a miner’s well-made hole.")],
    },
    Case {
        rule: "low-contrast",
        bad: &[(
            CARD,
            "size=9, min=7.5, font=fonts.text, fill=palette.ink",
            "size=9, font=fonts.text, fill=\"#a07a30\"",
        )],
        at: (CARDS, "☞text = \"", "limit is 4.5 : 1"),
        good: &[(
            CARD,
            "size=9, min=7.5, font=fonts.text, fill=palette.ink",
            "size=9, font=fonts.text, fill=\"#5a3f10\"",
        )],
    },
    Case {
        // The letters are dark enough for the card, but not for the panel that lies behind them.
        rule: "low-contrast",
        bad: &[(
            CARD,
            "{{ text(text=card.text",
            "<rect x=\"4\" y=\"54\" width=\"50\" height=\"27\" fill=\"#404040\"/>{{ text(text=card.text",
        )],
        at: (CARDS, "☞text = \"", "contrast"),
        good: &[(
            CARD,
            "{{ text(text=card.text",
            "<rect x=\"4\" y=\"70\" width=\"50\" height=\"11\" fill=\"#404040\"/>{{ text(text=card.text",
        )],
    },
    Case {
        // An icon behind the letters is part of what is behind them.
        rule: "low-contrast",
        bad: &[
            (CARD, "x=5, y=55, w=53, h=25", "x=13, y=38, w=14, h=6"),
            (CARDS, "Draw **two** cards {star} and keep *one*.", "Go"),
        ],
        at: (CARDS, "☞text = \"", "contrast"),
        good: &[(CARDS, "Draw **two** cards {star} and keep *one*.", "Go")],
    },
    Case {
        // Letters with a gradient are checked where they are drawn: these end in the color of the card.
        rule: "low-contrast",
        bad: &[
            (CARD, "{% block art %}", GRADIENT),
            (CARD, "min=7.5, font=fonts.text, fill=palette.ink", "min=7.5, font=fonts.text, fill=\"url(#pale)\""),
        ],
        at: (CARDS, "☞text = \"", "contrast"),
        good: &[
            (CARD, "{% block art %}", GRADIENT),
            (CARD, "#d8ab4e", "#403010"),
            (CARD, "min=7.5, font=fonts.text, fill=palette.ink", "min=7.5, font=fonts.text, fill=\"url(#pale)\""),
        ],
    },
    Case {
        // An outline makes letters readable, if it is wide enough and of another color.
        rule: "low-contrast",
        bad: &[
            (CARD, "{{ text(text=card.text", "<g stroke=\"#d8ab4e\" stroke-width=\".3\">{{ text(text=card.text"),
            (CARD, "min=7.5, font=fonts.text, fill=palette.ink) }}", "font=fonts.text, fill=\"#d0a040\") }}</g>"),
        ],
        at: (CARDS, "☞text = \"", "contrast"),
        good: &[
            (CARD, "{{ text(text=card.text", "<g stroke=\"#000\" stroke-width=\".3\">{{ text(text=card.text"),
            (CARD, "min=7.5, font=fonts.text, fill=palette.ink) }}", "font=fonts.text, fill=\"#d0a040\") }}</g>"),
        ],
    },
    Case {
        // An icon in a text is read with it; an icon by itself may be decoration.
        rule: "low-contrast",
        bad: &[(CARD, "size=9, min=7.5,", "size=9, min=7.5, icon_fill=\"#c09a40\",")],
        at: (CARDS, "☞text = \"", "icon `star` in the text to its background is 1.2 : 1; the limit is 3 : 1"),
        good: &[
            (CARD, "size=20, fill=palette.ink", "size=20, fill=\"#c09a40\""),
            (CARD, "size=9, min=7.5,", "size=9, min=7.5, icon_fill=\"#604010\","),
        ],
    },
    Case {
        // A color in which no text can be read is reported once, at the palette.
        rule: "low-contrast",
        bad: &[(GAME, "ink = \"#201810\"", "ink = \"#c09a40\"")],
        at: (GAME, "☞ink = \"#", "8 of 8 texts in `ink`: contrast of text to its background is 1.2 : 1"),
        good: &[(GAME, "ink = \"#201810\"", "ink = \"#302010\"")],
    },
    Case {
        rule: "icon-small",
        bad: &[(CARD, "size=20", "size=1.5")],
        at: (CARD, "☞star\", x=10", "icon `star` is printed at 1.5 mm; the limit is 1.8 mm"),
        good: &[(CARD, "size=20", "size=1.8")],
    },
    Case {
        // The outline of letters.
        rule: "stroke-thin",
        bad: &[(CARD, END, OUTLINED), (CARD, ".1\"", ".05\"")],
        at: (GAME, "☞template", "0.14 pt wide"),
        good: &[(CARD, END, OUTLINED)],
    },
    Case {
        rule: "stroke-thin",
        bad: &[(CARD, END, "<path d=\"M5 50h50\" stroke=\"#000\" stroke-width=\".07\"/>{% endblock art %}\n")],
        at: (GAME, "☞template", "0.20 pt wide; the limit is 0.25 pt"),
        good: &[(
            CARD,
            END,
            "<g transform=\"scale(2)\"><path d=\"M5 25h20\" stroke=\"#000\" stroke-width=\".07\"/></g>{% endblock art %}\n",
        )],
    },
    Case {
        // Scaled to a third of its height, a horizontal line is a third as wide, and a vertical one is not.
        rule: "stroke-thin",
        bad: &[(
            CARD,
            END,
            "<path transform=\"scale(1 .3333)\" d=\"M5 150h50\" stroke=\"#000\" stroke-width=\".2117\"/>{% endblock art %}\n",
        )],
        at: (GAME, "☞template", "0.20 pt wide"),
        good: &[(
            CARD,
            END,
            "<path transform=\"scale(1 .3333)\" d=\"M5 150v30\" stroke=\"#000\" stroke-width=\".2117\"/>{% endblock art %}\n",
        )],
    },
    Case {
        // The lines of a pattern, in the scale of the pattern.
        rule: "stroke-thin",
        bad: &[(CARD, END, HATCHED)],
        at: (GAME, "☞template", "0.20 pt wide"),
        good: &[(CARD, END, HATCHED), (CARD, "scale(.5)", "scale(.7)")],
    },
    Case {
        rule: "bleed-bare",
        bad: &[(
            CARD,
            "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"",
            "<rect x=\"-3\" y=\"-1\" width=\"69\" height=\"92\"",
        )],
        at: (GAME, "☞template", "of the top edge has color at the cut"),
        good: &[(
            CARD,
            "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"",
            "<rect x=\"1\" y=\"1\" width=\"61\" height=\"86\"",
        )],
    },
    Case {
        rule: "touches-cut",
        bad: &[(CARD, END, "<path d=\"M0 10h20v5h-20z\"/>{% endblock art %}\n")],
        at: (GAME, "☞template", "ends 0 mm inside the left cut"),
        good: &[(CARD, END, "<path d=\"M-3 10h20v5h-20z\"/><path d=\"M1 30h5v5h-5z\"/>{% endblock art %}\n")],
    },
    Case {
        // White paper under it does not count as a ground.
        rule: "bleed-bare",
        bad: &[(
            CARD,
            "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"",
            "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/><rect x=\"-3\" y=\"-1\" width=\"69\" height=\"92\"",
        )],
        at: (GAME, "☞template", "of the top edge has color at the cut"),
        good: &[(
            CARD,
            "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"",
            "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/><rect x=\"2\" y=\"2\" width=\"59\" height=\"84\"",
        )],
    },
    Case {
        // A corner is missing.
        rule: "bleed-bare",
        bad: &[(CARD, "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"", "<path d=\"M-3 3L3 -3H66V91H-3Z\"")],
        at: (GAME, "☞template", "edge has color at the cut"),
        good: &[(CARD, "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\"", "<path d=\"M-3 -3H66V91H-3Z\"")],
    },
    Case {
        rule: "touches-cut",
        bad: &[(CARD, "x=10, y=30, size=20", "x=-1, y=30, size=20")],
        at: (GAME, "☞template", "icon `star` ends"),
        good: &[(CARD, "x=10, y=30, size=20", "x=-8, y=30, size=20")],
    },
    Case {
        // A rim on the cut of a round token; rays that cross the cut are not a rim.
        rule: "touches-cut",
        bad: &[
            ROUND[0],
            ROUND[1],
            ROUND[2],
            (
                CARD,
                END,
                "<circle cx=\"30\" cy=\"30\" r=\"29.7\" fill=\"none\" stroke=\"#000\" stroke-width=\".5\"/>{% endblock art %}\n",
            ),
        ],
        at: (GAME, "☞template", "runs along the cut for"),
        good: &[
            ROUND[0],
            ROUND[1],
            ROUND[2],
            (CARD, END, "<path d=\"M30 30L-9 20V24ZM30 30L69 20V24ZM30 30L20 69H24Z\"/>{% endblock art %}\n"),
        ],
    },
    Case {
        // A square frame 0.8 mm inside: its corner lies sqrt(2) x 2.2 mm from the center of a corner of 3 mm.
        rule: "touches-cut",
        bad: &[(CARD, END, FRAME)],
        at: (GAME, "☞template", "a shape loses 0.21 mm to a round corner of 3 mm"),
        good: &[(CARD, END, FRAME), (CARD, "height=\"86.4\" ", "height=\"86.4\" rx=\"2.2\" ")],
    },
    Case {
        // The tip of an icon in the very corner; a star has none there.
        rule: "touches-cut",
        bad: &[
            ("templates/icons/moon.svg", "", MOON),
            (CARD, END, "{{ icon(name=\"moon\", x=-0.8, y=-0.8, size=8, fill=palette.ink) }}{% endblock art %}\n"),
        ],
        at: (GAME, "☞template", "icon `moon` "),
        good: &[(CARD, END, "{{ icon(name=\"star\", x=0.65, y=0.65, size=8, fill=palette.ink) }}{% endblock art %}\n")],
    },
    Case {
        // Without bleed nothing can run out; the ground of the whole page is not a mistake.
        rule: "touches-cut",
        bad: &[BARE[0], BARE[1], (CARD, END, "<path d=\"M0 10h20v5h-20z\"/>{% endblock art %}\n")],
        at: (GAME, "☞template", "ends 0 mm inside the left cut"),
        good: &[BARE[0], BARE[1], (CARD, END, "<path d=\"M1 10h20v5h-20z\"/>{% endblock art %}\n")],
    },
    Case {
        rule: "back-asymmetric",
        bad: &[(BACK, "[0, 180]", "[0]")],
        at: (GAME, "☞back = \"", "of 1000 parts of the back differ"),
        // Backs that differ for every card are not a secret mark.
        good: &[(BACK, "[0, 180]", "[0]"), (BACK, "{% endblock art %}", "<g id=\"{{ card.id }}\"/>{% endblock art %}")],
    },
    Case {
        // The back of a clan, which its cards share.
        rule: "back-asymmetric",
        bad: &[(BACK, "[0, 180]", "[0]"), (BACK, "fill=palette.gold", "fill=[palette.gold, card.clan] | first")],
        at: (GAME, "☞back = \"", "of 1000 parts of the back differ"),
        good: &[(BACK, "fill=palette.gold", "fill=[palette.gold, card.clan] | first")],
    },
    Case {
        // Two halves of the same brightness, in different colors.
        rule: "back-asymmetric",
        bad: &[(BACK, "{% endblock art %}", HALVES)],
        at: (GAME, "☞back = \"", "of 1000 parts of the back differ"),
        good: &[(BACK, "{% endblock art %}", HALVES), (BACK, "#5f7f5f", "#b06060")],
    },
    Case {
        // A size that is not a whole number of millimeters is turned about its own center.
        rule: "back-asymmetric",
        bad: &[
            (GAME, "size = \"poker\"", "size = [\"63.3 mm\", \"88.6 mm\"]"),
            (BACK, "{% endblock art %}", FRAMES),
            (BACK, "[0, 180]", "[]"),
            (BACK, "x=\"9\"", "x=\"12\""),
        ],
        at: (GAME, "☞back = \"", "of 1000 parts of the back differ"),
        good: &[
            (GAME, "size = \"poker\"", "size = [\"63.3 mm\", \"88.6 mm\"]"),
            (BACK, "{% endblock art %}", FRAMES),
            (BACK, "[0, 180]", "[]"),
        ],
    },
    Case {
        // A speck of 3 mm is enough to know a card by.
        rule: "back-asymmetric",
        bad: &[(BACK, "{% endblock art %}", "<circle cx=\"12\" cy=\"70\" r=\"1.6\" fill=\"#fff\"/>{% endblock art %}")],
        at: (GAME, "☞back = \"", "a spot of at least 2 mm"),
        good: &[(
            BACK,
            "{% endblock art %}",
            "<circle cx=\"31.5\" cy=\"44\" r=\"1.6\" fill=\"#fff\"/>{% endblock art %}",
        )],
    },
    Case {
        rule: "color-only",
        bad: &[
            (CARD, "data.clan[card.clan].name ~ \" \" ~ card.number", "card.number"),
            (
                CARD,
                "fill=\"{{ palette.gold }}\"",
                "fill=\"{% if card.clan == 'water' %}#c2b04e{% else %}#d8ab4e{% endif %}\"",
            ),
            (CARDS, "Pass.", "Go."),
            (CARDS, "Dig deep.", "Go."),
            (CARDS, "Draw **two** cards {star} and keep *one*.", "Go."),
        ],
        at: (GAME, "☞[data.clan.water]", "`clan = \"fire\"` and `\"water\"` look alike in grayscale"),
        good: &[(CARD, "data.clan[card.clan].name ~ \" \" ~ card.number", "data.clan[card.clan].name")],
    },
    Case {
        // Different texts on two cards do not distinguish their categories, but a text may be a category.
        rule: "color-only",
        bad: &[
            (GAME, "clan = \"key of clan\"", "suit = \"text\", clan = \"key of clan\""),
            (CARD, "data.clan[card.clan].name ~ \" \" ~ card.number", "card.number"),
            (
                CARD,
                "fill=\"{{ palette.gold }}\"",
                "fill=\"{% if card.suit == 'a' %}#c2b04e{% else %}#d8ab4e{% endif %}\"",
            ),
            (CARDS, "number = 1\ntext = \"Draw", "suit = \"a\"\nnumber = 1\ntext = \"Draw"),
            (CARDS, "number = 2", "suit = \"b\"\nnumber = 2"),
            (CARDS, "number = 1\ntext = \"Pass", "suit = \"a\"\nnumber = 1\ntext = \"Pass"),
            (CARDS, "number = 1\ntext = \"Dig", "suit = \"b\"\nnumber = 1\ntext = \"Dig"),
        ],
        at: (CARDS, "☞suit = \"b\"\nnumber = 2", "`suit = \"a\"` and `\"b\"` look alike in grayscale"),
        good: &[(CARD, "card.number, x=5", "card.number ~ card.clan, x=5")],
    },
    Case {
        rule: "duplicate-name",
        bad: &[(CARDS, "Fire 2", "Fire 1")],
        at: (CARDS, "☞id = \"fire-2\"", "`Fire 1` is the name of two"),
        good: &[(CARDS, "Fire 2", "Fire One")],
    },
    Case {
        // Two decks of one size.
        rule: "duplicate-name",
        bad: &[
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "id = \"rules\"", "id = \"rules\"\nname = \"Fire 2\""),
        ],
        at: (HELP, "☞id = \"ru", "`Fire 2` is the name of two"),
        good: &[
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "id = \"rules\"", "id = \"rules\"\nname = \"Fires\""),
        ],
    },
    Case {
        rule: "number-gap",
        bad: &[(
            CARDS,
            "id = \"water-1\"\nname = \"Water 1\"\nclan = \"water\"\nnumber = 1",
            "id = \"fire-4\"\nname = \"Fire 4\"\nclan = \"water\"\nnumber = 1",
        )],
        at: (CARDS, "☞id = \"fire-4\"", "go from 2 to 4; 3 is missing"),
        good: &[(
            CARDS,
            "id = \"water-1\"\nname = \"Water 1\"\nclan = \"water\"\nnumber = 1",
            "id = \"fire-3\"\nname = \"Fire 3\"\nclan = \"water\"\nnumber = 1",
        )],
    },
    Case {
        // A long gap in an otherwise complete series; a series full of gaps is none.
        rule: "number-gap",
        bad: &[(GAME, "[[expect]]", TILE_SET), (TILES, "", SEVEN_TO_FOURTEEN)],
        at: (TILES, "☞id = \"t-14\"", "go from 7 to 14; 8 to 13 are missing"),
        good: &[(GAME, "[[expect]]", TILE_SET), (TILES, "", LEAPING)],
    },
    Case {
        // Two rolls of a die, read as tens and ones, start over at each ten.
        rule: "number-gap",
        bad: &[(GAME, "[[expect]]", TILE_SET), (TILES, "", TWO_DICE), (TILES, "t-22", "t-42")],
        at: (TILES, "☞id = \"t-23\"", "go from 21 to 23; 22 is missing"),
        good: &[(GAME, "[[expect]]", TILE_SET), (TILES, "", TWO_DICE)],
    },
    Case {
        rule: "unused-color",
        bad: &[(GAME, "gold = \"#d8ab4e\"", "gold = \"#d8ab4e\"\nsilver = \"#c0c0c0\"")],
        at: (GAME, "☞silver =", "no template of the game uses color `silver`"),
        good: &[
            (GAME, "gold = \"#d8ab4e\"", "gold = \"#d8ab4e\"\nsilver = \"#c0c0c0\""),
            (CARD, END, "<path d=\"M20 5h9v9z\" fill=\"{{ palette.silver }}\"/>{% endblock art %}\n"),
        ],
    },
    Case {
        // A color that a record names is used.
        rule: "unused-color",
        bad: &[
            (GAME, "gold = \"#d8ab4e\"", "gold = \"#d8ab4e\"\nsilver = \"#c0c0c0\""),
            (CARD, END, "<path d=\"M20 5h9v9z\" fill=\"{{ palette[data.tint.one] }}\"/>{% endblock art %}\n"),
            (GAME, "[data.clan.fire]", "[data.tint]\none = \"gold\"\norigin = \"designed\"\n[data.clan.fire]"),
        ],
        at: (GAME, "☞silver =", "no template of the game uses color `silver`"),
        good: &[
            (GAME, "gold = \"#d8ab4e\"", "gold = \"#d8ab4e\"\nsilver = \"#c0c0c0\""),
            (CARD, END, "<path d=\"M20 5h9v9z\" fill=\"{{ palette[data.tint.one] }}\"/>{% endblock art %}\n"),
            (GAME, "[data.clan.fire]", "[data.tint]\none = \"silver\"\norigin = \"designed\"\n[data.clan.fire]"),
        ],
    },
    Case {
        rule: "unused-template",
        bad: &[("templates/spare.svg", "", "<svg/>")],
        at: ("templates/spare.svg", "☞<svg/>", "nothing uses template `spare.svg`"),
        good: &[("templates/spare.svg", "", "<g/>"), (CARD, END, "{% include \"spare.svg\" %}{% endblock art %}\n")],
    },
    Case {
        rule: "unused-icon",
        bad: &[("templates/icons/moon.svg", "", MOON)],
        at: ("templates/icons/moon.svg", "☞<svg xml", "icon `moon` is on no face"),
        good: &[("templates/icons/moon.svg", "", MOON), (CARDS, "Dig deep.", "Dig {moon} deep.")],
    },
    Case {
        // Lettering draws shapes instead of the icon.
        rule: "unused-icon",
        bad: &[("templates/icons/moon.svg", "", MOON)],
        at: ("templates/icons/moon.svg", "☞<svg xml", "icon `moon` is on no face"),
        good: &[
            ("templates/icons/moon.svg", "", MOON),
            (
                CARD,
                END,
                "{{ lettering(text=\"{moon}\", x=40, y=8, w=20, h=12, size=20, font=fonts.text, fill=palette.ink) }}{% endblock art %}\n",
            ),
        ],
    },
    Case {
        rule: "keyword-unexplained",
        bad: &[(GAME, "[[expect]]", GLOSSARY), (GAME, "[[expect]]", HELP_SET), (HELP, "", HELP_CARD)],
        at: (CARDS, "☞text = \"Discard a card.\"", "keyword `Discard` is explained on no reference sheet"),
        good: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Keep the {star}. **Discard** means: away with it."),
        ],
    },
    Case {
        rule: "keyword-unexplained",
        bad: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Discard one."),
            (CARD, "{{ icon(name=\"star\"", "{% if card.clan == \"fire\" %}{{ icon(name=\"star\""),
            (CARD, "size=20, fill=palette.ink) }}", "size=20, fill=palette.ink) }}{% endif %}"),
        ],
        at: (CARDS, "☞text = \"", "icon `star` is explained on no reference sheet"),
        good: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Discard a {star}."),
        ],
    },
    Case {
        rule: "keyword-unused",
        bad: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (GAME, "\"Discard\"", "\"Discard\", \"Banish\""),
        ],
        at: (GAME, "☞keywords", "keyword `Banish` is printed on no card"),
        good: &[(GAME, "[[expect]]", GLOSSARY), (GAME, "[[expect]]", HELP_SET), (HELP, "", HELP_CARD)],
    },
    Case {
        // Explained on a sheet, but printed on no card.
        rule: "keyword-unused",
        bad: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Keep the {star}. **Discard**: away. **Banish**: for good."),
            (GAME, "\"Discard\"", "\"Discard\", \"Banish\""),
        ],
        at: (GAME, "☞keywords", "keyword `Banish` is printed on no card"),
        good: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Keep the {star}. **Discard**: away. **Banish**: for good."),
            (GAME, "\"Discard\"", "\"Discard\", \"Banish\""),
            (CARDS, "Pass.", "Banish this."),
        ],
    },
    Case {
        rule: "sheet-differs",
        bad: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Keep the {star}, 9 of them.\\n- **Fire 1:** draw 3 and keep one."),
        ],
        at: (HELP, "☞text = \"", "the sheet names 3 for `Fire 1`, whose record has no 3"),
        good: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "[[expect]]", HELP_SET),
            (HELP, "", HELP_CARD),
            (HELP, "Keep the {star}.", "Keep the {star}, 9 of them.\\n- **Fire 1:** draw 2 and keep one."),
        ],
    },
    Case {
        rule: "two-names",
        bad: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Throw away a card.")],
        at: (CARDS, "☞text = \"Throw away a card.\"", "`throw away` is called `discard`"),
        good: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Throw a card.")],
    },
    Case {
        // Words are inflected.
        rule: "two-names",
        bad: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Whoever throws away a card may pass.")],
        at: (CARDS, "☞text = \"Whoever throw", "`throw away` is called `discard`"),
        good: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Whoever throws it may walk away.")],
    },
    Case {
        // The right name may contain the wrong one.
        rule: "two-names",
        bad: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "\"throw away\" = \"discard\"", "card = \"Earth card\""),
            (CARDS, "Discard a card.", "Discard it."),
            (CARDS, "two** cards", "two** of them"),
            (CARDS, "Pass.", "Take a card."),
        ],
        at: (CARDS, "☞text = \"Take a card.\"", "`card` is called `Earth card`"),
        good: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "\"throw away\" = \"discard\"", "card = \"Earth card\""),
            (CARDS, "Discard a card.", "Discard it."),
            (CARDS, "two** cards", "two** of them"),
            (CARDS, "Pass.", "Take an Earth card."),
        ],
    },
    Case {
        // A card may have several abilities.
        rule: "number-differs",
        bad: &[
            (GAME, "text = \"text\"", "text = \"text\", skills = \"list?\""),
            (
                CARDS,
                "text = \"Pass.\"",
                "text = \"Pass.\"\nskills = [{ text = \"Draw two cards.\", effect = [{ op = \"draw\", n = 3 }] }]",
            ),
        ],
        at: (CARDS, "☞skills =", "the effect says 3, the text names 2"),
        good: &[
            (GAME, "text = \"text\"", "text = \"text\", skills = \"list?\""),
            (
                CARDS,
                "text = \"Pass.\"",
                "text = \"Pass.\"\nskills = [{ text = \"Draw two cards.\", effect = [{ op = \"draw\", n = 2 }] }]",
            ),
        ],
    },
    Case {
        // Short texts name things too.
        rule: "name-unknown",
        bad: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Find a Watchman.")],
        at: (CARDS, "☞text = \"Find a Watchman.\"", "nothing in this game is called `Watchman`"),
        good: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Find two Earths.")],
    },
    Case {
        // The words of two names do not make a third.
        rule: "name-unknown",
        bad: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "avoid = {", "names = [\"Iron Sword\", \"Brass Key\"]\navoid = {"),
            (CARDS, "Pass.", "Find the Iron Key."),
        ],
        at: (CARDS, "☞text = \"Find the Iron Key.\"", "nothing in this game is called `Iron Key`"),
        good: &[
            (GAME, "[[expect]]", GLOSSARY),
            (GAME, "avoid = {", "names = [\"Iron Sword\", \"Brass Key\"]\navoid = {"),
            (CARDS, "Pass.", "Find the Brass Key."),
        ],
    },
    Case {
        rule: "number-differs",
        bad: &[
            (GAME, "text = \"text\"", "text = \"text\", effect = \"list?\""),
            (CARDS, "text = \"Pass.\"", "text = \"Draw two cards.\"\neffect = [{ op = \"draw\", n = 3 }]"),
        ],
        at: (CARDS, "☞effect =", "the effect says 3, the text names 2"),
        good: &[
            (GAME, "text = \"text\"", "text = \"text\", effect = \"list?\""),
            (CARDS, "text = \"Pass.\"", "text = \"Draw two cards.\"\neffect = [{ op = \"draw\", n = 2 }]"),
        ],
    },
    Case {
        rule: "name-unknown",
        bad: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Give this card to the Watchman now.")],
        at: (CARDS, "☞text = \"Give this car", "nothing in this game is called `Watchman`"),
        good: &[(GAME, "[[expect]]", GLOSSARY), (CARDS, "Pass.", "Give this card to the Earth now.")],
    },
    Case {
        rule: "origin-unreasoned",
        bad: &[(CARDS, "origin = \"designed\"", "origin = \"inferred\"")],
        at: (CARDS, "☞origin =", "gives no reason for its origin"),
        good: &[(CARDS, "origin = \"designed\"", "origin = \"public\"")],
    },
    Case {
        // A reason without words is none, and a misspelled origin says nothing.
        rule: "origin-unreasoned",
        bad: &[(CARDS, "why = \"as printed\"", "why = \"?\"\norigin = \"rulebook\"")],
        at: (CARDS, "☞origin = \"rulebook\"", "gives no reason for its origin"),
        good: &[(CARDS, "why = \"as printed\"", "why = \"as printed\"\norigin = \"rulebook\"")],
    },
    Case {
        rule: "origin-unreasoned",
        bad: &[(GAME, "jewels = 2\norigin = \"designed\"", "jewels = 2\norigin = \"desinged\"")],
        at: (GAME, "☞origin = \"desinged\"", "no origin is called `desinged`"),
        good: &[(GAME, "jewels = 2\norigin = \"designed\"", "jewels = 2\norigin = \"public\"")],
    },
    Case {
        rule: "origin-unreasoned",
        bad: &[(GAME, "jewels = 2\norigin = \"designed\"\n", "jewels = 2\n\n")],
        at: (GAME, "☞[data.clan.fire]", "a record of `[data.clan]` does not say where it comes from"),
        good: &[(GAME, "jewels = 2\norigin = \"designed\"\n", "jewels = 2\norigin = \"public\"\n")],
    },
    Case {
        rule: "allow-unused",
        bad: &[(CARDS, "allow = []", "allow = [\"widow\"]")],
        at: (CARDS, "☞allow = ", "`widow` finds nothing here"),
        good: &[
            (CARDS, "allow = []", "allow = [\"straight-quote\"]"),
            (CARDS, "Draw **two** cards {star} and keep *one*.", "Draw a 'card'."),
        ],
    },
];

/// A definition of letters that fade into the card.
const GRADIENT: &str = "{% block art %}<linearGradient id=\"pale\"><stop offset=\"0\" stop-color=\"#201810\"/><stop offset=\".6\" stop-color=\"#d8ab4e\"/></linearGradient>";
/// A shape hatched with lines of 0.4 pt at half their size.
const HATCHED: &str = "<pattern id=\"hatch\" width=\"2\" height=\"2\" patternUnits=\"userSpaceOnUse\" patternTransform=\"scale(.5)\"><path d=\"M0 0v2\" stroke=\"#000\" stroke-width=\".1411\"/></pattern><path d=\"M40 25h9v9h-9z\" fill=\"url(#hatch)\"/>{% endblock art %}\n";
/// A text that is drawn twice.
const AGAIN: &str = "<defs><g id=\"again\">{{ text(text=\"Once more\", x=15, y=70, w=20, h=6, size=9, font=fonts.text, fill=palette.ink) }}</g></defs><use href=\"#again\" x=\"20\"/><use href=\"#again\" x=\"-9\"/>{% endblock art %}\n";
/// A square frame near the cut.
const FRAME: &str = "<rect x=\".8\" y=\".8\" width=\"61.4\" height=\"86.4\" fill=\"none\" stroke=\"#000\" stroke-width=\".2\"/>{% endblock art %}\n";
/// The cards without bleed.
const BARE: [Edit; 2] = [(GAME, "bleed = \"3 mm\"", "bleed = 0"), (GAME, "back = \"back.svg\"", "back = \"card.svg\"")];
/// The cards as round tokens of 60 mm.
const ROUND: [Edit; 3] = [
    (
        GAME,
        "size = \"poker\"\nshape = { kind = \"rectangle\", corner = \"3 mm\" }",
        "size = \"60 mm\"\nshape = \"circle\"",
    ),
    (CARD, "x=5, y=55, w=53, h=25", "x=12, y=40, w=36, h=12"),
    (CARD, "x=5, y=5, w=53, h=10", "x=15, y=8, w=30, h=10"),
];
const MOON: &str =
    r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M20 20h60v60h-60z"/></svg>"##;
const GLOSSARY: &str = "[glossary]
reference = [\"cards\"]
keywords = [\"Discard\"]
avoid = { \"throw away\" = \"discard\" }

[[expect]]";
const CLIPPED: &str = "<clipPath id=\"c\"><rect x=\"0\" y=\"54\" width=\"63\" height=\"10\"/></clipPath>\
<g clip-path=\"url(#c)\"><rect x=\"4\" y=\"20\" width=\"40\" height=\"60\"/></g>{% endblock art %}\n";
const ASLANT: &str = "{% for wind in [\"South wind\", \"North wind\"] %}<g transform=\"translate(0 {{ loop.index0 * 9 }}) rotate(-45 45 32)\">\
{{ text(text=wind, x=38, y=30, w=30, h=5, size=9, font=fonts.text, fill=palette.ink) }}</g>{% endfor %}{% endblock art %}\n";
const HALVES: &str = "<path fill=\"#b06060\" d=\"M10 10h43v34h-43z\"/><path fill=\"#5f7f5f\" d=\"M10 44h43v34h-43z\"/>{% endblock art %}";
const FRAMES: &str = "<rect x=\"-3\" y=\"-3\" width=\"70\" height=\"96\"/><rect x=\"9\" y=\"9\" width=\"{{ face.w - 18 }}\" height=\"{{ face.h - 18 }}\" fill=\"#fff\"/>\
<rect x=\"14\" y=\"14\" width=\"{{ face.w - 28 }}\" height=\"{{ face.h - 28 }}\"/>{% endblock art %}";
const OUTLINED: &str = "<g stroke=\"#fff\" stroke-width=\".1\">\
{{ text(text=\"Edge\", x=5, y=70, w=40, h=8, size=12, font=fonts.text, fill=palette.ink) }}</g>{% endblock art %}\n";
const TILES: &str = "content/mini/tiles.toml";
const TILE_SET: &str = "[[set]]
id = \"tiles\"
title = \"Tiles\"
size = \"poker\"
template = \"back.svg\"

[[expect]]";
/// Each tile takes three lines after the two of the defaults.
const SEVEN_TO_FOURTEEN: &str = tiles!(1 2 3 4 5 6 7 14 15 16 17 18 19 20);
const LEAPING: &str = tiles!(1 2 3 10 11 12 20 21 22 30 31 32 45 46);
const TWO_DICE: &str = tiles!(11 12 13 14 15 16 21 22 23 24 25 26);
const HELP: &str = "content/mini/help.toml";
const HELP_SET: &str = "[[set]]
id = \"help\"
title = \"Help\"
size = \"poker\"
template = \"help.svg\"
fields = { text = \"text\" }

[[expect]]";
const HELP_CARD: &str = "[[component]]\nid = \"rules\"\ntext = \"Keep the {star}.\"\norigin = \"designed\"\n";
const HELP_FACE: &str = r##"{% extends "face.svg" %}{% block art %}{{ text(text=card.text, x=5, y=5, w=53, h=60, size=9, font=fonts.text, fill=palette.ink) }}{% endblock art %}"##;

/// The small project after some edits; an empty text to replace writes a new file.
fn edited(edits: &[Edit]) -> Project {
    let project = Project::new();
    let has_help = edits.iter().any(|(file, ..)| *file == HELP);
    for (file, from, to) in edits {
        if from.is_empty() {
            project.write(file, to);
        } else {
            project.edit(file, from, to);
        }
    }
    if has_help {
        project.write("templates/help.svg", HELP_FACE);
        let game = project.read(GAME).replace("reference = [\"cards\"]", "reference = [\"help\"]");
        project.write(GAME, game);
    } else if project.read(GAME).contains("[glossary]") {
        // One set explains, so the rest are cards.
        project.edit(GAME, "[[expect]]", HELP_SET);
        project.write(HELP, HELP_CARD);
        project.write("templates/help.svg", HELP_FACE);
        project.edit(GAME, "reference = [\"cards\"]", "reference = [\"help\"]");
    }
    project
}

fn of_rule(project: &Project, rule: &str) -> Vec<Finding> {
    project.check().1.into_iter().filter(|finding| finding.rule == rule).collect()
}

#[test]
fn the_small_project_has_no_finding() {
    assert_eq!(Project::new().faults(), []);
}

/// A finding on one line.
fn short(found: &[Finding]) -> Vec<String> {
    found.iter().map(|f| format!("{}:{}: {}: {}", f.file, f.line, f.rule, f.message)).collect()
}

#[test]
fn every_rule_fires_where_it_should_and_rests_on_a_near_miss() {
    let mut wrong = Vec::new();
    for case in CASES {
        let (file, at, says) = case.at;
        let project = edited(case.bad);
        project.mark(file, at);
        let line = project.marked().line;
        let found = of_rule(&project, case.rule);
        let hit = found.iter().any(|f| f.file == file && f.line == line && f.message.contains(says));
        if !hit || found.iter().any(|f| f.help.is_empty()) {
            wrong.push(format!("{}: {file}:{line} `{says}` is not among {:?}", case.rule, short(&found)));
        }
        let near = edited(case.good).check().1;
        let near: Vec<_> = near.into_iter().filter(|f| f.rule == case.rule || f.severity == "error").collect();
        if !near.is_empty() {
            wrong.push(format!("{}: the near miss gives {:?}", case.rule, short(&near)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_numbers_of_a_text_are_those_of_its_effect_in_their_order() {
    let mut wrong = Vec::new();
    for (text, effect, says) in [
        // the number
        ("Draw 2 cards.", "{ op = 'draw', n = 1 }", "the effect says 1, the text names 2"),
        ("Draw 2 of the cards.", "{ op = 'draw', n = 1 }", "the effect says 1, the text names 2"),
        ("Draw 2 cards.", "{ op = 'draw' }", "the effect says 1, the text names 2"),
        ("Lose 2.", "{ op = 'gold', n = -3 }", "the effect says 3, the text names 2"),
        ("Lose 3.", "{ op = 'gold', n = -3 }", ""),
        ("Draw a card.", "{ op = 'draw', n = 1 }", ""),
        ("Draw your top card.", "{ op = 'draw', n = 1 }", ""),
        ("Draw a card.", "{ op = 'draw' }", ""),
        ("Draw cards.", "{ op = 'draw', n = 2 }", "the effect says 2, the text names no number"),
        // several
        ("Draw 2, gain 3.", "{ op = 'draw', n = 2 }, { op = 'gain', n = 3 }", ""),
        (
            "Draw 3, gain 2.",
            "{ op = 'draw', n = 2 }, { op = 'gain', n = 3 }",
            "the effect says 2, 3, the text names 3, 2",
        ),
        ("Draw 2 of 5 cards.", "{ op = 'draw', n = 2 }", "the effect says 2, the text names 2, 5"),
        ("Draw 3 cards of level 2.", "{ op = 'draw', level = 2, n = 3 }", ""),
        ("Draw a card, gain 3.", "{ op = 'draw', n = 1 }, { op = 'gain', n = 3 }", ""),
        ("Gain 3.", "{ op = 'draw', n = 1 }, { op = 'gain', n = 3 }", "the effect says 1, 3, the text names 3"),
        ("Draw and then discard 2 cards.", "{ op = 'draw', n = 2 }, { op = 'discard', n = 2 }", ""),
        ("Move a card onto this one, gain 2.", "{ op = 'move' }, { op = 'gain', n = 2 }", ""),
        ("Both of you draw a card.", "{ op = 'draw', n = 1, who = 'all' }", ""),
        ("Draw both cards.", "{ op = 'draw', n = 1 }", "the effect says 1, the text names no number"),
        // ways to write it
        ("Gain twenty-five.", "{ op = 'gain', n = 25 }", ""),
        ("Gain twenty-five.", "{ op = 'gain', n = 20 }", "the effect says 20, the text names 25"),
        ("Gain a hundred.", "{ op = 'gain', n = 100 }", ""),
        ("Gain a dozen.", "{ op = 'gain', n = 12 }", ""),
        ("Gain 1\u{a0}500.", "{ op = 'gain', n = 1500 }", ""),
        ("Gain 1\u{2009}500.", "{ op = 'gain', n = 1500 }", ""),
        ("Gain {star}{star}.", "{ op = 'gain', n = 2 }", ""),
        ("Gain {star}{star}.", "{ op = 'gain', n = 3 }", "the effect says 3, the text names 2"),
        ("Gain {star}.", "{ op = 'gain', n = 1 }", ""),
        ("Take half of it.", "{ op = 'take', half = true }", ""),
    ] {
        let project = Project::new();
        project.edit(GAME, "text = \"text\"", "text = \"text\", effect = \"list?\"");
        project.edit(CARDS, "text = \"Pass.\"", &format!("text = \"{text}\"\neffect = [{effect}]"));
        let found = of_rule(&project, "number-differs");
        let is_right = match &found[..] {
            [] => says.is_empty(),
            [reported] => reported.message == says && !reported.help.is_empty(),
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{text} / {effect}: {:?}", short(&found)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_rule_of_the_preflight_has_a_case() {
    let files = std::fs::read_dir(repository().join("src/lint/rules")).expect("the rules");
    for file in files.map(|file| file.expect("a file").path()) {
        let name = file.file_stem().expect("a name").to_string_lossy().replace('_', "-");
        assert!(wyrmpress::lint::find(&name).is_some(), "{name} is in a file of another name");
        // A limit must be given for ink, and a font is no text: their cases are below and in `fonts.rs`.
        let is_elsewhere = matches!(name.as_str(), "ink-heavy" | "unused-font");
        let has_case = CASES.iter().any(|case| case.rule == name) || is_elsewhere;
        assert!(has_case, "{name} has no case");
    }
}

#[test]
fn ink_is_weighed_against_a_given_limit() {
    let project = Project::new();
    let check = |most: &str| {
        let output = project.run(&["check", "--format", "json", "--paper", "a4", "--max-ink", most]);
        findings(&output).into_iter().filter(|f| f.rule == "ink-heavy").collect::<Vec<_>>()
    };
    // Four golden cards and their dark backs on A4: 4 x 69 x 94 mm of 210 x 297 mm, gold taking less than full ink.
    let found = check("20");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].message.contains("% ink; the limit is 20 %") && found[0].file == GAME, "{found:#?}");
    assert!(check("60").is_empty());
    assert!(of_rule(&project, "ink-heavy").is_empty(), "no limit is given");
}

#[test]
fn every_space_that_is_wrong_is_reported() {
    let project = edited(&[(CARDS, "Dig deep.", "Dig  deep , or   so .")]);
    let found = of_rule(&project, "double-space");
    let columns: Vec<u64> = found.iter().map(|finding| finding.column).collect();
    // `text = "` has eight characters.
    assert_eq!(columns, [13, 18, 24, 25, 28], "{found:#?}");
}

#[test]
fn allow_silences_on_a_card_a_set_and_a_game_and_nowhere_else() {
    let quoted = "text = \"Miner's 'deep' hole.\"";
    let bad = || {
        let project = Project::new();
        project.edit(CARDS, "text = \"Dig deep.\"", quoted);
        project
    };
    assert_eq!(of_rule(&bad(), "straight-quote").len(), 1);
    let on_card = bad();
    on_card.edit(CARDS, quoted, &format!("{quoted}\nallow = [\"straight-quote\"]"));
    assert_eq!(on_card.faults(), []);
    let on_other = bad();
    on_other.edit(CARDS, "allow = []", "allow = [\"straight-quote\"]");
    let rules: Vec<String> = on_other.faults().into_iter().map(|f| f.rule).collect();
    assert_eq!(rules, ["allow-unused", "straight-quote"]);
    let by_default = bad();
    by_default.edit(CARDS, "[defaults]\n", "[defaults]\nallow = [\"straight-quote\"]\n");
    by_default.edit(CARDS, "allow = []\n", "");
    assert_eq!(by_default.faults(), []);
    let on_set = bad();
    on_set.edit(GAME, "papers = []", "papers = []\nallow = [\"straight-quote\"]");
    assert_eq!(on_set.faults(), []);
    let on_game = bad();
    on_game.edit(GAME, "version = \"1.0\"", "version = \"1.0\"\nallow = [\"straight-quote\"]");
    assert_eq!(on_game.faults(), []);
    let output = on_game.run(&["check", "--paper", "a4"]);
    assert_eq!(code(&output), 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 allowed"));
}

#[test]
fn what_several_cards_share_is_reported_once_and_allowed_one_by_one() {
    let bad = || {
        let project = Project::new();
        project.edit(CARD, "text=card.text,", "text=\"It's so\",");
        project
    };
    let output = bad().run(&["check", "--format", "json", "--paper", "a4"]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(reported.lines().filter(|line| line.contains("straight-quote")).count(), 1, "{reported}");
    assert!(reported.contains(r#""on":["cards/fire-1","cards/fire-2","cards/water-1","cards/earth-1"]"#), "{reported}");
    let one = bad();
    one.edit(CARDS, "allow = []", "allow = [\"straight-quote\"]");
    let output = one.run(&["check", "--format", "json", "--paper", "a4"]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(reported.contains(r#""on":["cards/fire-2","cards/water-1","cards/earth-1"]"#), "{reported}");
    assert!(!reported.contains("allow-unused"), "{reported}");
}

#[test]
fn a_color_that_slipped_is_reported_once_with_its_cards() {
    let project = Project::new();
    project.edit(GAME, "ink = \"#201810\"", "ink = \"#c09a40\"");
    let found = of_rule(&project, "low-contrast");
    assert_eq!(found.len(), 2, "the palette, and the icon in a text: {:?}", short(&found));
    project.edit(CARDS, "allow = []", "allow = [\"low-contrast\"]");
    let output = project.run(&["check", "--format", "json", "--paper", "a4"]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(reported.contains(r#""on":["cards/fire-2","cards/water-1","cards/earth-1"]"#), "{reported}");
}

#[test]
fn a_face_that_two_sets_share_is_reported_for_both() {
    let project = Project::new();
    let line = "<path d=\"M5 50h50\" stroke=\"#000\" stroke-width=\".07\"/>{% endblock art %}";
    project.edit(BACK, "{% endblock art %}", line);
    project.edit(GAME, "[[expect]]", TILE_SET);
    project.write(TILES, tiles!(1 2));
    let output = project.run(&["check", "--format", "json", "--paper", "a4"]);
    let reported: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    let thin: Vec<&String> = reported.iter().filter(|line| line.contains("stroke-thin")).collect();
    assert_eq!(thin.len(), 2, "{reported:#?}");
    assert!(thin[0].contains(r#""on":["cards/fire-1","cards/fire-2","cards/water-1","cards/earth-1"]"#), "{thin:#?}");
    assert!(thin[1].contains(r#""on":["tiles/t-1","tiles/t-2"]"#), "{thin:#?}");
    // Two cards with the same text are reported at their own texts.
    let twins = Project::new();
    twins.edit(CARD, "data.clan[card.clan].name ~ \" \" ~ card.number", "\"Name\"");
    twins.edit(CARDS, "Pass.", "Miner's hole.");
    twins.edit(CARDS, "Dig deep.", "Miner's hole.");
    let lines: Vec<u64> = of_rule(&twins, "straight-quote").iter().map(|f| f.line).collect();
    let text = twins.read(CARDS);
    let want: Vec<u64> = text.lines().zip(1..).filter(|(line, _)| line.contains("Miner's")).map(|(_, n)| n).collect();
    assert_eq!(want.len(), 2);
    assert_eq!(lines, want);
}

#[test]
fn an_allow_for_sheets_is_judged_on_the_usual_sheets_only() {
    let project = Project::new();
    project.edit(GAME, "papers = []", "papers = []\nallow = [\"bleed-reduced\", \"split-over-pages\"]");
    let rules = |paper: &str| {
        let output = project.run(&["check", "--format", "json", "--paper", paper]);
        findings(&output).into_iter().map(|f| f.rule).collect::<Vec<_>>()
    };
    assert_eq!(rules("a3"), [""; 0]);
    // Four cards leave A4 and Letter room for their whole bleed.
    assert_eq!(rules("a4,letter"), ["allow-unused"; 2]);
}

#[test]
fn sheets_report_what_they_have_no_room_for() {
    const BOARD: [(&str, &str); 2] =
        [("size = \"poker\"", "size = [\"400 mm\", \"280 mm\"]"), ("back = \"back.svg\"\n", "")];
    const PRINTER: &str =
        "[printer.office]\nmargins = [4, 4, 4, 4]\nback_offset = [0.5, 0]\nback_rotation = 0\nscale = [1, 1]\n";
    let long = format!("{PRINTER}flip = \"long-edge\"\n");
    let short = format!("{PRINTER}flip = \"short-edge\"\n");
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str], &'a str, &'a [&'a str]);
    // The rule, edits of `game.toml`, options with which it fires, what it says, options with which it does not.
    let cases: [Case; 4] = [
        ("bleed-reduced", &[], &["--gap", "0"], "reduced to 3 mm across and 0 mm down on a4", &["--gap", "6mm"]),
        (
            "no-room-for-ruler",
            &[],
            &["--paper", "74x99mm"],
            "leaves no room for marks or ruler on 74x99mm",
            &["--paper", "a5"],
        ),
        ("split-over-pages", &BOARD, &["--paper", "a4"], "400x280mm is split over 4 pages of a4", &["--paper", "a2"]),
        ("printer-flipped-otherwise", &[], &["--printer", "short"], "the other flip", &["--printer", "long"]),
    ];
    for (rule, edits, bad, says, good) in cases {
        let project = Project::new();
        project.write("printers.toml", long.replace("office", "long") + &short.replace("office", "short"));
        for (from, to) in edits {
            project.edit(GAME, from, to);
        }
        let of_rule = |options: &[&str]| {
            let output = project.run(&[&["check", "--no-play", "--format", "json"], options].concat());
            let found = findings(&output).into_iter().filter(|f| f.rule == rule);
            found.map(|f| f.message).collect::<Vec<_>>()
        };
        let found = of_rule(bad);
        assert!(found.iter().any(|message| message.contains(says)), "{rule}: {found:?}");
        assert_eq!(of_rule(good), [""; 0], "{rule}");
    }
}

#[test]
fn line_ends_of_another_system_are_fine() {
    let project = Project::new();
    project.edit(CARDS, "text = \"Dig deep.\"", "text = \"\"\"Dig deep.\nThen rest.\"\"\"");
    for file in [CARDS, GAME, CARD] {
        project.write(file, project.read(file).replace('\n', "\r\n"));
    }
    assert_eq!(project.faults(), []);
}

#[test]
fn what_cannot_be_printed_cannot_be_allowed() {
    let project = Project::new();
    project.edit(CARDS, "allow = []", "allow = [☞\"template-missing\"]");
    let found = project.faults();
    assert_eq!((found[0].rule.as_str(), found[0].place()), ("unknown-name", project.marked()), "{found:#?}");
    assert!(found[0].message.contains("cannot be allowed"));
}

#[test]
fn an_overflow_that_is_allowed_is_printed() {
    let project = Project::new();
    project.edit(CARD, "h=25, size=9, min=7.5", "h=2, size=9, min=9");
    assert!(project.faults().iter().any(|f| f.rule == "text-overflow"));
    project.edit(CARDS, "[defaults]\n", "[defaults]\nallow = [\"text-overflow\"]\n");
    project.edit(CARDS, "allow = []\n", "");
    let out = project.path("out");
    let output = project.run(&["render", "--quiet", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.join("mini/mini-a4.pdf").exists());
}

#[test]
fn a_line_that_cannot_be_read_is_reported_however_long_its_text() {
    let long = "Dig deep. Then dig deeper, and do not rest before everybody else has had enough of digging. ".repeat(5);
    let band = |color: &str| {
        let project = Project::new();
        project.edit(CARDS, "Dig deep.", &format!("☞{}", long.trim_end()));
        let rect = format!("<rect x=\"4\" y=\"65\" width=\"55\" height=\"4\" fill=\"{color}\"/>");
        project.edit(CARD, "{{ text(text=card.text", &format!("{rect}{{{{ text(text=card.text"));
        of_rule(&project, "low-contrast").iter().filter(|found| found.line == project.marked().line).count()
    };
    assert_eq!((band("#2a2014"), band("#e0b456")), (1, 0));
}

#[test]
fn colors_that_a_template_makes_up_are_used() {
    let unused = |edit: &str| {
        let project = Project::new();
        project.edit(GAME, "gold = \"#d8ab4e\"", "gold = \"#d8ab4e\"\ntier_1 = \"#c0c0c0\"\ntext = \"#808080\"");
        project.edit(CARD, END, &format!("{edit}{END}"));
        let found = of_rule(&project, "unused-color");
        found.iter().map(|found| found.message.rsplit('`').nth(1).unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(unused(""), ["tier_1", "text"], "fonts have a `text` of their own");
    assert_eq!(unused("{# palette.tier_1 was here #}"), ["tier_1", "text"]);
    assert_eq!(
        unused("<path d=\"M20 5h9v9z\" fill=\"{{ palette[\"tier_\" ~ card.number] or palette.gold }}\"/>"),
        [""; 0]
    );
}

#[test]
fn a_keyword_that_is_not_explained_can_be_allowed_card_by_card() {
    let project = Project::new();
    project.edit(GAME, "[[expect]]", "[glossary]\nreference = [\"help\"]\nkeywords = [\"deep\"]\n\n[[expect]]");
    project.edit(GAME, "[[expect]]", HELP_SET);
    project.write(HELP, HELP_CARD);
    project.write("templates/help.svg", HELP_FACE);
    project.edit(CARDS, "Pass.", "Go deep.");
    let reported = |project: &Project| {
        let output = project.run(&["check", "--format", "json", "--paper", "a4"]);
        let all = String::from_utf8_lossy(&output.stdout).into_owned();
        all.lines()
            .filter(|line| line.contains("`deep`") || line.contains("allow-unused"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let both = reported(&project);
    assert!(both.len() == 1 && both[0].contains(r#""on":["cards/water-1","cards/earth-1"]"#), "{both:#?}");
    project.edit(CARDS, "text = \"Go deep.\"", "text = \"Go deep.\"\nallow = [\"keyword-unexplained\"]");
    let one = reported(&project);
    assert!(one.len() == 1 && one[0].contains(r#""on":["cards/earth-1"]"#), "{one:#?}");
}

#[test]
fn what_is_not_asked_is_not_called_unused() {
    let project = Project::new();
    project.edit(GAME, "version = \"1.0\"", "version = \"1.0\"\nallow = [\"ink-not-low\"]");
    assert!(of_rule(&project, "allow-unused").is_empty());
    project.edit(GAME, "ink-not-low", "unused-icon");
    let found = of_rule(&project, "unknown-name");
    assert!(found.len() == 1 && found[0].help.contains("no single record"), "{found:?}");
}

#[test]
fn where_a_table_comes_from_is_none_of_its_records() {
    let project = Project::new();
    project.edit(GAME, "[data.clan.fire]", "[data.clan]\norigin = \"designed\"\n[data.clan.fire]");
    project.edit(CARDS, "clan = \"water\"", "clan = \"origin\"");
    let found = project.faults();
    assert!(
        found.iter().any(|f| f.file == CARDS && f.message.contains("`origin` is not in `[data.clan]`")),
        "{found:?}"
    );
}

#[test]
fn what_a_template_hides_is_reported() {
    let project = Project::new();
    project.edit(CARD, "text=card.text,", "☞text=\"Draw\u{200b} two.\",");
    let found = of_rule(&project, "bidi-character");
    assert!(found.len() == 1 && found[0].file == CARD && found[0].line == project.marked().line, "{found:?}");
}

#[test]
fn what_overflows_on_a_back_is_reported_for_every_card_that_has_it() {
    let project = Project::new();
    let words =
        "{{ text(text=\"Much too long\", x=20, y=20, w=5, h=2, size=9, min=9, font=fonts.text, fill=\"#fff\") }}";
    project.edit(BACK, "{% endblock art %}", &format!("{words}{{% endblock art %}}"));
    project.edit(CARDS, "allow = []", "allow = [\"text-overflow\"]");
    let output = project.run(&["check", "--format", "json", "--paper", "a4"]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    let over: Vec<&str> = reported.lines().filter(|line| line.contains("text-overflow")).collect();
    assert_eq!(over.len(), 1, "{reported}");
    assert!(over[0].contains(r#""on":["cards/fire-2","cards/water-1","cards/earth-1"]"#), "{reported}");
    assert!(!reported.contains("allow-unused"), "{reported}");
}

#[test]
fn the_kits_pass_their_own_preflight() {
    let output = run(repository(), &["check", "--no-play", "--format", "json"]);
    let found = short(&findings(&output));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_summary_shows_where_records_come_from() {
    let project = Project::new();
    project.edit(CARDS, "text = \"Pass.\"", "text = \"Pass.\"\norigin = \"inferred\"\nwhy = \"from the picture\"");
    let output = project.run(&["check", "--paper", "a4"]);
    let reported = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(reported.contains("records come from        rulebook   public inferred designed\n"), "{reported}");
    assert!(reported.contains("mini                            0        0        1        6\n"), "{reported}");
}

#[test]
fn the_kits_pass_in_low_ink_too_and_no_sheet_takes_more_than_a_sixth() {
    let output = run(repository(), &["check", "--no-play", "--format", "json", "--ink", "low", "--max-ink", "16"]);
    let found = short(&findings(&output));
    assert!(found.is_empty(), "{found:#?}");
    let output = run(repository(), &["check", "--no-play", "--format", "json", "--max-ink", "50"]);
    let heavy = findings(&output).into_iter().filter(|f| f.rule == "ink-heavy").count();
    assert!(heavy >= 10, "full ink is heavy on {heavy} sets only: the limit is not looked at");
}

#[test]
fn low_ink_has_its_own_colors_and_file() {
    let project = Project::new();
    project.edit(GAME, "[fonts]", "[palette_low]\ngold = \"#ffffff\"\n\n[fonts]");
    let full = project.pdf(&[]);
    let low = project.run(&[
        "render",
        "--quiet",
        "--paper",
        "a4",
        "--ink",
        "low",
        "--out",
        project.path("output").to_str().expect("UTF-8"),
    ]);
    assert_eq!(code(&low), 0, "{}", String::from_utf8_lossy(&low.stderr));
    let low = std::fs::read(project.path("output/mini/mini-low-ink-a4.pdf")).expect("a file of its own");
    assert_ne!(full, low);
    project.edit(GAME, "[palette_low]\ngold", "[palette_low]\n☞gld");
    let found = project.faults();
    assert_eq!((found[0].rule.as_str(), found[0].place()), ("unknown-key", project.marked()), "{found:#?}");
}
