//! The rules that the stages themselves enforce, each with its explanation for `explain`.

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// It prints, but somebody will be sorry.
    Warning,
    /// It cannot be printed as it stands.
    Error,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A rule: named after the fault, with what is wrong and why it matters at the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, as printed and as written in `allow`.
    pub name: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
}

macro_rules! rules {
    ($($konst:ident = $severity:ident $name:literal, $what:literal, $why:literal;)*) => {
        $(
            #[doc = $what]
            pub static $konst: Rule = Rule { name: $name, severity: Severity::$severity, what: $what, why: $why };
        )*
        /// All of them, in the order of the stages.
        pub static STAGES: &[&Rule] = &[$(&$konst),*];
    };
}

rules! {
    FILE_UNREADABLE = Error "file-unreadable",
        "A content or template file is too large, not UTF-8, not a regular file, or leads out of the project.",
        "Nothing can be printed from what cannot be read, and a project never reaches for files outside its folder.";
    TOML_SYNTAX = Error "toml-syntax",
        "The file is not well-formed TOML, or a key stands twice.",
        "The rest of the file may be read wrongly until this is mended.";
    UNKNOWN_KEY = Error "unknown-key",
        "A key that means nothing here, mostly a typing slip.",
        "A misspelt key would otherwise be dropped silently, and the card printed without it.";
    MISSING_KEY = Error "missing-key",
        "A key that is needed is not there.",
        "The component cannot be drawn, or not be accounted for, without it.";
    WRONG_TYPE = Error "wrong-type",
        "A value is of another kind than its key asks for, such as text for a number.",
        "Templates and rules both read the value; they must agree on what it is.";
    OUT_OF_RANGE = Error "out-of-range",
        "A number is `nan`, infinite, negative or beyond what paper and table can take.",
        "Sizes are 1 to 2000 mm, counts 0 to 1000: anything else is a slip.";
    UNKNOWN_NAME = Error "unknown-name",
        "A value names something that does not exist: a set, a size, a paper, a shape, a data record.",
        "The name would lead nowhere.";
    BAD_NAME = Error "bad-name",
        "An id cannot serve as a file name on every system, or a name holds control characters.",
        "Files and links are made from ids: lower-case letters, digits and hyphens work everywhere.";
    DUPLICATE_ID = Error "duplicate-id",
        "Two components or sets have the same id, or ids that differ only by case.",
        "Their files would overwrite each other, and nobody could say which card is meant.";
    COUNT_DIFFERS = Error "count-differs",
        "The components that are there do not add up to the rulebook's list.",
        "A deck that is a card short is found out at the table, after the cutting.";
    SHAPE_UNUSABLE = Error "shape-unusable",
        "The outline, cut or fold path cannot be read, is not closed, leaves the given size, or a regular shape is not regular.",
        "The knife follows this path.";
    BAD_COLOR = Error "bad-color",
        "A palette entry is not a color such as `#c8a04a`.",
        "Templates use the palette by name; a wrong entry paints everything that uses it black.";
    CONTROL_CHARACTER = Error "control-character",
        "Text holds a control character, which can neither be seen nor printed.",
        "It usually comes from copy and paste, and breaks the drawing or hides in a name.";
    BIDI_CHARACTER = Warning "bidi-character",
        "Text holds an invisible or direction-changing character.",
        "What is read in the file is then not what is printed.";
    ORIGIN_MISSING = Error "origin-missing",
        "A record does not say where it comes from: `rulebook`, `public`, `inferred` or `designed`.",
        "Whoever changes it must know whether a rulebook, a guess or a designer stands behind it.";
    PATH_OUTSIDE = Error "path-outside",
        "A path is absolute, climbs out with `..`, or is a URL.",
        "Everything a kit needs is inside its project, so that it prints the same everywhere.";
    TEMPLATE_MISSING = Error "template-missing",
        "A template is named that is not in `templates`.",
        "Without it the component has no face.";
    TEMPLATE_ERROR = Error "template-error",
        "A template cannot be compiled, or fails on a component.",
        "The component has no face; an undefined variable is an error, never an empty string.";
    ICON_MISSING = Error "icon-missing",
        "An icon is named that is not in `templates/icons`.",
        "A hole in the sentence changes what the card says.";
    ICON_UNUSABLE = Error "icon-unusable",
        "An icon file is not a plain drawing: filled shapes in a square view box, one color, no strokes.",
        "Icons are stored once and stamped in any color and size, so they must be plain shapes.";
    FONT_MISSING = Error "font-missing",
        "A font family is asked for that is neither bundled nor in `templates/fonts`.",
        "No other font is put in its place: text would then fit on one machine and not on the next.";
    GLYPH_MISSING = Error "glyph-missing",
        "The font has no shape for a character.",
        "It would print as an empty box.";
    MARKUP_UNBALANCED = Error "markup-unbalanced",
        "A `*`, `**`, `~` or `{` in a text is not closed.",
        "The rest of the text takes the style, or the mark itself is printed.";
    TEXT_OVERFLOW = Error "text-overflow",
        "Text does not fit its box even at the smallest size allowed.",
        "The last line would be cut off, or run over the frame.";
    SVG_FAULT = Error "svg-fault",
        "The drawn SVG is not well-formed, or something in it cannot be used and would be left out.",
        "The SVG reader drops what it does not understand without a word; here it is an error.";
    SVG_TOO_COMPLEX = Error "svg-too-complex",
        "The drawn SVG is larger, deeper or more entangled than any card needs.",
        "Such files make printers and viewers hang; mostly a loop in a template runs wild.";
    IMAGE_UNUSABLE = Error "image-unusable",
        "An image cannot be used: outside the project, not a regular file, too large, or of an unknown kind.",
        "It would silently be missing on paper.";
    FILTER_RASTERIZED = Warning "filter-rasterized",
        "A filter effect cannot be vector; that part is stored as a 600 dpi picture.",
        "The file grows, and edges inside it lose their sharpness.";
    TOO_LARGE = Error "too-large-for-paper",
        "A component does not fit on the paper within the margins, and only boards without a back are split over pages.",
        "It cannot be printed in one piece.";
    MARGIN_SMALL = Warning "margin-below-printer",
        "The margin is smaller than what the printer leaves blank: as measured, or the 5 mm of home printers.",
        "Marks and cards at the edge may lose a strip.";
    PRINTER_FLIP = Note "printer-flipped-otherwise",
        "The printer's backs were measured with the paper turned over along the other edge.",
        "A duplex unit errs the other way round then, and so the correction is turned; a hand that turns paper may not.";
    INK_NOT_LOW = Warning "ink-not-low",
        "`--ink low` was asked for, but the game has no `[palette_low]` and none of its templates asks for `face.ink`.",
        "The sheets take as much ink as ever, though their names say otherwise.";
    BLEED_REDUCED = Note "bleed-reduced",
        "There is less room around the components than the bleed they were drawn with.",
        "The cut must be that much more exact; a larger paper or fewer per sheet give the full bleed.";
    NO_ROOM_FOR_RULER = Note "no-room-for-ruler",
        "The sheet is so full that the check ruler and the sheet's name do not fit.",
        "Measure a card after printing instead, to see that it was printed at 100 %.";
    SPLIT = Note "split-over-pages",
        "A component is larger than the paper within the margins, and is printed on several pages that overlap.",
        "The pages must be cut and glued; a larger paper prints it in one piece.";
    NO_BACK = Note "board-without-back",
        "A board that is split over pages is printed on one side only.",
        "Glued pages have no common back.";
    BREAKS_THE_RULES = Error "breaks-the-rules",
        "A record says something the game cannot be played with: a number twice, a range with a hole, a tie that decides nothing.",
        "The players would find out in the middle of a game, after the cutting.";
    PRINTED_DIFFERS = Error "printed-differs",
        "What is printed on a piece is not what it is played as.",
        "The number that is printed is the number that is played, or the table argues.";
    COMPONENT_SHORTAGE = Error "component-shortage",
        "A setup needs more pieces than the box holds.",
        "The game cannot be set up for that number of players.";
    COMPONENT_UNUSED = Warning "component-unused",
        "The box holds pieces that no setup uses.",
        "They are printed and cut for nothing, or a table forgot them.";
    RULE_GAP = Error "rule-gap",
        "Bots came to a situation that the rules do not decide.",
        "So will players, and there is no rulebook page to turn to.";
    RULE_VIOLATION = Error "rule-violation",
        "While bots played, something that must always hold did not: a card in two places, a play that beats nothing.",
        "The rules as written in the content contradict themselves.";
    GAME_WITHOUT_END = Error "game-without-end",
        "A game of bots went on for longer than any game can.",
        "A game that cannot end is no evening's entertainment.";
    NEVER_PLAYABLE = Warning "never-playable",
        "A piece was held in many games of bots, and not once could it be played.",
        "It only takes up a place in the hand; mostly a number on it is wrong.";
    EFFECT_IDLE = Warning "effect-idle",
        "What a card does was never carried out, or never changed anything, in many games of bots.",
        "Its text promises something that does not happen.";
}
