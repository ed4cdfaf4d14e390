//! The table of all rules, one row per rule. Each rule of the preflight has its own file.

pub(super) mod allow_unused;
pub(super) mod back_asymmetric;
mod bleed_bare;
mod color_only;
mod double_space;
mod duplicate_name;
mod foreign_markup;
mod icon_small;
mod ink_heavy;
mod keyword_unexplained;
mod keyword_unused;
pub(super) mod low_contrast;
mod name_unknown;
mod number_differs;
mod number_gap;
mod origin_unreasoned;
pub(super) mod picture_coarse;
mod picture_colors;
mod sheet_differs;
mod straight_quote;
mod stroke_thin;
mod text_covered;
mod text_garbled;
mod text_small;
mod text_unchecked;
mod text_unsafe;
mod touches_cut;
mod two_names;
mod unused_color;
mod unused_font;
mod unused_icon;
mod unused_template;
mod widow;

use super::{Look, Project, Sheets, View};
use crate::finding::{Finding, Rule, rule};

/// When a rule is checked.
pub(super) enum Check {
    /// By the stage that reads, draws, lays out or plays.
    Stage,
    /// On each face.
    Face(fn(&Look, &mut Vec<Finding>)),
    /// On each game, after all its faces.
    Game(fn(&View, &mut Vec<Finding>)),
    /// The same, unless an error hides part of the game: what nobody sees may be used or named there.
    Whole(fn(&View, &mut Vec<Finding>)),
    /// On all games together.
    Project(fn(&Project, &mut Vec<Finding>)),
    /// On the sheets of a game for one paper.
    Sheets(fn(&Sheets, &mut Vec<Finding>)),
}

use Check::{Face, Game, Project as All, Sheets as Sheet, Stage, Whole};

/// All rules, in the order of the phases.
pub(super) static TABLE: &[(&Rule, Check)] = &[
    (&rule::FILE_UNREADABLE, Stage),
    (&rule::TOML_SYNTAX, Stage),
    (&rule::UNUSED_FILE, Stage),
    (&rule::UNKNOWN_KEY, Stage),
    (&rule::MISSING_KEY, Stage),
    (&rule::WRONG_TYPE, Stage),
    (&rule::OUT_OF_RANGE, Stage),
    (&rule::UNKNOWN_NAME, Stage),
    (&rule::BAD_NAME, Stage),
    (&rule::DUPLICATE_ID, Stage),
    (&rule::COUNT_DIFFERS, Stage),
    (&rule::SHAPE_UNUSABLE, Stage),
    (&rule::BAD_COLOR, Stage),
    (&rule::CONTROL_CHARACTER, Stage),
    (&rule::BIDI_CHARACTER, Stage),
    (&rule::ORIGIN_MISSING, Stage),
    (&rule::PATH_OUTSIDE, Stage),
    (&rule::BREAKS_THE_RULES, Stage),
    (&rule::PRINTED_DIFFERS, Stage),
    (&rule::COMPONENT_SHORTAGE, Stage),
    (&rule::COMPONENT_UNUSED, Stage),
    (&rule::TEMPLATE_MISSING, Stage),
    (&rule::TEMPLATE_ERROR, Stage),
    (&rule::OVER_BUDGET, Stage),
    (&rule::INTERNAL_ERROR, Stage),
    (&rule::ICON_MISSING, Stage),
    (&rule::ICON_UNUSABLE, Stage),
    (&rule::ICON_VALUE, Stage),
    (&rule::FILL_UNUSED, Stage),
    (&rule::FONT_MISSING, Stage),
    (&rule::FONT_STYLE_MISSING, Face(text_unchecked::check_style)),
    (&rule::DUPLICATE_FONT, Stage),
    (&rule::COLOR_MISSING, Stage),
    (&rule::GLYPH_MISSING, Stage),
    (&rule::MARKUP_UNBALANCED, Stage),
    (&rule::FOREIGN_MARKUP, Game(foreign_markup::check)),
    (&rule::TEXT_OVERFLOW, Stage),
    (&rule::SVG_FAULT, Stage),
    (&rule::SVG_TOO_COMPLEX, Stage),
    (&rule::IMAGE_UNUSABLE, Stage),
    (&rule::FILTER_RASTERIZED, Stage),
    (&rule::INK_NOT_LOW, Stage),
    (&rule::TOO_LARGE, Stage),
    (&rule::MARGIN_SMALL, Stage),
    (&rule::PRINTER_FLIP, Stage),
    (&rule::BLEED_REDUCED, Stage),
    (&rule::NO_ROOM_FOR_RULER, Stage),
    (&rule::SPLIT, Stage),
    (&rule::NO_BACK, Stage),
    (&rule::RULE_GAP, Stage),
    (&rule::RULE_VIOLATION, Stage),
    (&rule::GAME_WITHOUT_END, Stage),
    (&rule::NEVER_PLAYABLE, Stage),
    (&rule::EFFECT_IDLE, Stage),
    (&text_garbled::RULE, Face(text_garbled::check)),
    (&text_small::RULE, Face(text_small::check)),
    (&text_unsafe::RULE, Face(text_unsafe::check)),
    (&text_covered::RULE, Face(text_covered::check)),
    (&text_unchecked::RULE, Face(text_unchecked::check)),
    (&widow::RULE, Face(widow::check)),
    (&double_space::RULE, Face(double_space::check)),
    (&straight_quote::RULE, Face(straight_quote::check)),
    (&low_contrast::RULE, Face(low_contrast::check)),
    (&icon_small::RULE, Face(icon_small::check)),
    (&stroke_thin::RULE, Face(stroke_thin::check)),
    (&bleed_bare::RULE, Face(bleed_bare::check)),
    (&touches_cut::RULE, Face(touches_cut::check)),
    (&picture_coarse::RULE, Game(picture_coarse::check)),
    (&picture_colors::RULE, Game(picture_colors::check)),
    (&back_asymmetric::RULE, Game(back_asymmetric::check)),
    (&color_only::RULE, Whole(color_only::check)),
    (&duplicate_name::RULE, Game(duplicate_name::check)),
    (&number_gap::RULE, Whole(number_gap::check)),
    (&unused_color::RULE, Whole(unused_color::check)),
    (&keyword_unexplained::RULE, Whole(keyword_unexplained::check)),
    (&keyword_unused::RULE, Whole(keyword_unused::check)),
    (&two_names::RULE, Game(two_names::check)),
    (&number_differs::RULE, Whole(number_differs::check)),
    (&sheet_differs::RULE, Whole(sheet_differs::check)),
    (&name_unknown::RULE, Whole(name_unknown::check)),
    (&origin_unreasoned::RULE, Game(origin_unreasoned::check)),
    (&unused_template::RULE, All(unused_template::check)),
    (&unused_icon::RULE, All(unused_icon::check)),
    (&unused_font::RULE, All(unused_font::check)),
    (&ink_heavy::RULE, Sheet(ink_heavy::check)),
    (&allow_unused::RULE, Stage),
];
