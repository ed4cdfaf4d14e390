//! Wraps text into a box and finds the largest size at which it fits.

use super::block::{Block, End, Maker};
use super::breaking::{Keep, balanced, lines};
use super::cuts::Cuts;
use super::foreign::foreign;
use super::markup::{self, ParagraphKind};
use super::pen::Pen;
use super::shaping::Features;
use super::trouble::{Troubles, no_family};
use super::{Fonts, Icons, Stamp, Trouble};
use crate::finding::rule;
use crate::language::Language;
use crate::units::Pt;

/// A text and the box it must fit.
#[derive(Clone, Debug)]
pub struct TextBox<'a> {
    pub text: &'a str,
    /// Whether `text` has no markup: every character is printed.
    pub is_plain: bool,
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// Wanted type size.
    pub size: Pt,
    /// Smallest type size allowed.
    pub min: Pt,
    /// The font, and those that have what it lacks.
    pub families: &'a [&'a str],
    /// Weight of plain text.
    pub weight: u16,
    /// Width of a variable font, in percent.
    pub width: u16,
    /// Whether plain text is italic.
    pub is_italic: bool,
    pub features: Features,
    pub language: Language,
    /// Extra space between letters, in em.
    pub tracking: f32,
    /// Distance between baselines, in em.
    pub line: f32,
    /// Extra space between paragraphs, in em.
    pub paragraph: f32,
    /// Height of an icon, in capitals.
    pub icon: f32,
    /// Size of headings, in em.
    pub heading: f32,
    /// How lines are set.
    pub align: Align,
    /// Where the text stands in the box.
    pub valign: VAlign,
    pub columns: usize,
    /// Distance between columns.
    pub gutter: f32,
    /// Whether long words may be divided.
    pub hyphenate: bool,
}

impl Default for TextBox<'_> {
    /// An empty text at 0, 0, set as `text(…)` sets it.
    fn default() -> Self {
        TextBox {
            text: "",
            is_plain: false,
            x: 0.0,
            y: 0.0,
            w: 0.0,
            h: 0.0,
            size: Pt(10.0),
            min: Pt(10.0),
            families: &["Libertinus Serif"],
            weight: 400,
            width: 100,
            is_italic: false,
            features: Features::default(),
            language: Language::ENGLISH,
            tracking: 0.0,
            line: 1.2,
            paragraph: 0.5,
            icon: 1.15,
            heading: 1.15,
            align: Align::Start,
            valign: VAlign::Top,
            columns: 1,
            gutter: 5.0,
            hyphenate: false,
        }
    }
}

/// How lines are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Flush with the side where the text starts: left, or right for Arabic and Hebrew.
    Start,
    /// Flush with the side where the text ends.
    End,
    /// Flush left.
    Left,
    /// Centered, with lines of similar length.
    Center,
    /// Flush right.
    Right,
    /// Flush on both sides.
    Justify,
}

/// Where text stands in a box that is higher than it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VAlign {
    /// At the top.
    Top,
    /// In the middle, by capital height and baseline.
    Middle,
    /// At the bottom.
    Bottom,
}

/// A text that was set.
#[derive(Debug)]
pub struct Fitted {
    /// What is printed in the color of the text.
    pub stamp: Stamp,
    /// What is printed in colors that the text names.
    pub tinted: Vec<(String, Stamp)>,
    /// Lines under words and between paragraphs.
    pub bars: Vec<Bar>,
    /// The type size that was used.
    pub size: Pt,
    /// Height of the set text, in millimeters.
    pub height: f32,
    /// Width of its longest line, in millimeters.
    pub width: f32,
    /// What is wrong with the text.
    pub troubles: Vec<Trouble>,
}

/// A filled rectangle that belongs to a text, in millimeters.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
    /// The color that the text names for it.
    pub color: Option<String>,
}

/// How far accents of capitals stand out above a text, in em.
const ACCENT: f32 = 0.22;
/// The descent that texts leave room for, in em.
pub(super) const DESCENT: f32 = 0.24;
/// How much closer lines of a tall script come than its tallest and deepest letters together, in em: they hardly ever meet.
const CLOSER: f32 = 0.1;

/// Sets a text at the largest size that fits.
pub fn fit(text: &TextBox, fonts: &Fonts, icons: &Icons) -> Fitted {
    let mut troubles = Troubles::new(text);
    let Some(cuts) = Cuts::find(text, fonts, &mut troubles) else {
        let message = no_family(text, fonts, &mut troubles);
        return Fitted {
            stamp: Stamp::default(),
            tinted: Vec::new(),
            bars: Vec::new(),
            size: text.size,
            height: 0.0,
            width: 0.0,
            troubles: message,
        };
    };
    let marked = if text.is_plain { markup::plain(text.text) } else { markup::parse(text.text) };
    for fault in &marked.faults {
        troubles.at(&rule::MARKUP_UNBALANCED, fault);
    }
    for fault in foreign(text.text, text.is_plain, &|name| icons.find(name).is_some()) {
        troubles.at(&rule::FOREIGN_MARKUP, &fault);
    }
    let mut maker = Maker { text, cuts: &cuts, fonts, icons, troubles: &mut troubles };
    let blocks: Vec<Block> = marked.paragraphs.iter().map(|paragraph| maker.block(paragraph)).collect();
    troubles.report(&cuts, fonts);

    let (mut low, mut high) = (text.min.0.min(text.size.0), text.size.0);
    let mut set = Setting::at(high, text, &blocks, &cuts);
    if set.over() > 0.0 {
        set = Setting::at(low, text, &blocks, &cuts);
        if set.over() > 0.0 {
            troubles.overflow(&set, text);
        } else {
            for _ in 0..7 {
                let middle = (low + high) / 2.0;
                let tried = Setting::at(middle, text, &blocks, &cuts);
                if tried.over() > 0.0 {
                    high = middle;
                } else {
                    low = middle;
                    set = tried;
                }
            }
        }
    }
    let em = Pt(set.size).mm().0 as f32;
    let width = set.lines.iter().map(|line| (line.width + blocks[line.block].indent) * em).fold(0.0, f32::max);
    let (size, height, troubles) = (Pt(set.size), set.height, troubles.all);
    let mut pen = Pen::new(&set, text, &blocks, &cuts, fonts);
    pen.draw();
    let (stamp, tinted, bars) = pen.finish(&marked.colors);
    Fitted { stamp, tinted, bars, size, height, width, troubles }
}

/// Sets a text that may be as high as its box, in the lowest columns that hold it.
pub fn lowest(text: &TextBox, fonts: &Fonts, icons: &Icons) -> Fitted {
    let mut best = fit(text, fonts, icons);
    if text.columns > 1 {
        let size = best.size;
        let (mut low, mut high) = (0.0, best.height);
        while high - low > 0.05 {
            let h = (low + high) / 2.0;
            let tried = fit(&TextBox { h, size, min: size, ..text.clone() }, fonts, icons);
            if tried.height <= h + 0.01 {
                high = tried.height.min(h);
                best = tried;
            } else {
                low = h;
            }
        }
    }
    best
}

/// The text broken into lines at one size.
pub(super) struct Setting {
    pub size: f64,
    pub lines: Vec<Line>,
    pub height: f32,
    pub over_x: f32,
    pub over_y: f32,
}

pub(super) struct Line {
    pub block: usize,
    pub segments: std::ops::Range<usize>,
    /// Width in em of the text size.
    pub width: f32,
    /// Baseline below the top of the column, in millimeters.
    pub y: f32,
    pub column: usize,
    pub is_over: bool,
}

impl Setting {
    pub fn over(&self) -> f32 {
        // A hundredth of a millimeter is rounding, not overflow.
        self.over_x.max(self.over_y) - 0.01
    }

    fn at(size: f64, text: &TextBox, blocks: &[Block], cuts: &Cuts) -> Setting {
        let set = Setting::kept(size, text, blocks, cuts, Keep::Together);
        // A smaller size costs more than a short word at a line's end.
        if set.over() > 0.0 { Setting::kept(size, text, blocks, cuts, Keep::Apart) } else { set }
    }

    fn kept(size: f64, text: &TextBox, blocks: &[Block], cuts: &Cuts, keep: Keep) -> Setting {
        let em = Pt(size).mm().0 as f32;
        let columns = text.columns.max(1);
        let column = column(text);
        let mut set = Setting { size, lines: Vec::new(), height: 0.0, over_x: 0.0, over_y: 0.0 };
        let (mut y, mut in_column, mut index) = (0.0f32, 0, 0);
        for (b, block) in blocks.iter().enumerate() {
            let room = column / em - block.indent;
            let hyphen = 0.35;
            let mut broken = lines(block, room, hyphen, keep);
            if block.align == Align::Center && broken.len() > 1 && block.segments.iter().all(|s| s.ends != End::Hyphen)
            {
                broken = balanced(block, room, broken, keep);
            }
            if block.kind == ParagraphKind::Rule {
                broken = vec![(0..0, 0.0)];
            }
            for (l, (segments, width)) in broken.into_iter().enumerate() {
                set.over_x = set.over_x.max((width - room) * em);
                let is_first = index == 0;
                let before = (l == 0 && b > 0).then(|| blocks[b - 1].kind);
                let [up, down] = block.reach;
                let top = em * (cuts.cap_height * block.scale).max(up - ACCENT);
                let lead = if is_first {
                    top
                } else {
                    let above = if l == 0 { blocks[b - 1].reach[1] } else { down };
                    em * ((text.line * block.scale).max(above + up - CLOSER) + gap(block.kind, before, text))
                };
                let descent = if block.kind == ParagraphKind::Rule {
                    0.0
                } else {
                    (cuts.descent.min(DESCENT) * block.scale).max(down - CLOSER) * em
                };
                if index > 0 && y + lead + descent > text.h + 0.01 && in_column + 1 < columns {
                    in_column += 1;
                    index = 0;
                    y = top;
                } else {
                    y += lead;
                }
                index += 1;
                let is_over = y + descent > text.h + 0.01;
                set.over_y = set.over_y.max(y + descent - text.h);
                set.height = set.height.max(y + descent);
                set.lines.push(Line { block: b, segments, width, y, column: in_column, is_over });
            }
        }
        set
    }

    /// Words that stand alone on the last line of a paragraph of several lines.
    pub fn lone(&self, blocks: &[Block]) -> Vec<String> {
        let mut words = Vec::new();
        for (i, line) in self.lines.iter().enumerate().skip(1) {
            let segments = &blocks[line.block].segments;
            let is_last = self.lines.get(i + 1).is_none_or(|next| next.block != line.block);
            let before = &self.lines[i - 1];
            let ran_over = before.block == line.block && segments[before.segments.end - 1].ends != End::Hard;
            if let (true, true, [only]) = (is_last, ran_over, &segments[line.segments.clone()]) {
                words.push(blocks[line.block].letters(only));
            }
        }
        words
    }
}

/// The space above a line beyond the distance of baselines, in em; `before` is the paragraph that ended above it.
fn gap(kind: ParagraphKind, before: Option<ParagraphKind>, text: &TextBox) -> f32 {
    use ParagraphKind::{Heading, Item, Rule};
    match (before, kind) {
        (None, _) => 0.0,
        // A rule stands halfway between the lower edge of one line and the capitals of the next.
        (_, Rule) => (text.paragraph - text.line) / 2.0 + 0.15,
        (Some(Rule), _) => (text.paragraph - text.line) / 2.0 + 0.5,
        (_, Heading) => text.paragraph + 0.45,
        (Some(Item), Item) => text.paragraph * 0.4,
        (Some(Heading), _) => 0.1,
        _ => text.paragraph,
    }
}

/// The width of one column.
pub(super) fn column(text: &TextBox) -> f32 {
    let columns = text.columns.max(1);
    (text.w - text.gutter * (columns - 1) as f32) / columns as f32
}
