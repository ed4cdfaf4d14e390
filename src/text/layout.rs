//! Wraps text into a box and finds the largest size at which it fits.

use super::block::{Atom, Block, End, balanced, broken};
use super::markup::{self, ParagraphKind, Style};
use super::shaping::{Features, Word, word};
use super::{FaceId, Fonts, IconAt, Icons, Part, Run, Said, Stamp, Trouble};
use crate::finding::{Rule, nearest, rule};
use crate::units::{Mm, Pt};

/// A text and the box it must fit.
#[derive(Clone, Debug)]
pub struct TextBox<'a> {
    /// Marked-up text.
    pub text: &'a str,
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
    pub family: &'a str,
    /// Weight of plain text.
    pub weight: u16,
    /// Whether plain text is italic.
    pub is_italic: bool,
    pub features: Features,
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

/// How lines are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
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
    /// What is printed.
    pub stamp: Stamp,
    /// The type size that was used.
    pub size: Pt,
    /// Height of the set text, in millimeters.
    pub height: f32,
    /// Width of its longest line, in millimeters.
    pub width: f32,
    /// What is wrong with the text.
    pub troubles: Vec<Trouble>,
}

/// Sets a text at the largest size that fits.
pub fn fit(text: &TextBox, fonts: &Fonts, icons: &Icons) -> Fitted {
    let mut troubles = Troubles { text: text.text, all: Vec::new() };
    let Some(cuts) = Cuts::find(text, fonts) else {
        let known = fonts.families();
        let help = nearest(text.family, known.iter().copied())
            .map_or_else(|| format!("there are: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
        let message = format!("no font family is called `{}`", text.family);
        troubles.add(&rule::FONT_MISSING, Part::Font, message, Some(help));
        return Fitted { stamp: Stamp::default(), size: text.size, height: 0.0, width: 0.0, troubles: troubles.all };
    };
    let (paragraphs, unclosed) = markup::parse(text.text);
    if let Some(mark) = unclosed {
        let (done, to_do) = if mark == "}" { ("opened", "open") } else { ("closed", "close") };
        let help = format!("{to_do} it, or write `\\{mark}` to print the sign itself");
        let message = format!("`{mark}` is not {done}");
        troubles.add(&rule::MARKUP_UNBALANCED, Part::Words(mark.to_owned()), message, Some(help));
    }
    let blocks: Vec<Block> =
        paragraphs.iter().map(|p| Block::new(p, text, &cuts, fonts, icons, &mut troubles)).collect();

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
    let height = set.height;
    let em = Pt(set.size).mm().0 as f32;
    let width = set.lines.iter().map(|line| (line.width + blocks[line.block].indent) * em).fold(0.0, f32::max);
    Fitted { stamp: set.stamp(text, &blocks, &cuts, fonts), size: Pt(set.size), height, width, troubles: troubles.all }
}

pub(super) struct Troubles<'a> {
    text: &'a str,
    all: Vec<Trouble>,
}

impl Troubles<'_> {
    pub fn add(&mut self, rule: &'static Rule, part: Part, message: String, help: Option<String>) {
        self.keep(Trouble { rule, message, label: None, help, text: self.text.to_owned(), part, call: 0 });
    }

    fn keep(&mut self, trouble: Trouble) {
        if !self.all.contains(&trouble) {
            self.all.push(trouble);
        }
    }

    fn overflow(&mut self, set: &Setting, text: &TextBox) {
        let (dx, dy) = (set.over_x, set.over_y);
        let at = format!("even at {}", Pt(set.size));
        let (message, label) = if dy >= dx {
            let fit = set.lines.iter().filter(|l| !l.is_over).count();
            (
                format!("text is {} too high for its box of {} {at}", mm(dy), mm(text.h)),
                format!("{} lines, {fit} fit", set.lines.len()),
            )
        } else {
            (format!("a word is {} too wide for its box of {} {at}", mm(dx), mm(text.w)), "too wide".to_owned())
        };
        let (rule, label, help) =
            (&rule::TEXT_OVERFLOW, Some(label), "shorten it, or give it more room in the template");
        let (help, text) = (Some(help.to_owned()), self.text.to_owned());
        self.keep(Trouble { rule, message, label, help, text, part: Part::All, call: 0 });
    }
}

fn mm(length: f32) -> String {
    format!("{}", Mm(f64::from(length)))
}

/// The cuts of the family that the markup can ask for.
pub(super) struct Cuts {
    pub plain: [FaceId; 4],
    pub cap_height: f32,
    descent: f32,
}

impl Cuts {
    fn find(text: &TextBox, fonts: &Fonts) -> Option<Cuts> {
        let bold = text.weight.max(400) + 300;
        let cut = |weight: u16, turned: bool| fonts.find(text.family, weight, text.is_italic != turned);
        let plain = [cut(text.weight, false)?, cut(bold, false)?, cut(text.weight, true)?, cut(bold, true)?];
        let face = fonts.face(plain[0]);
        Some(Cuts { plain, cap_height: face.cap_height, descent: face.descent })
    }

    pub fn of(&self, style: Style) -> FaceId {
        self.plain[usize::from(style.is_bold) + 2 * usize::from(style.is_italic)]
    }
}

/// The text broken into lines at one size.
struct Setting {
    size: f64,
    lines: Vec<Line>,
    height: f32,
    over_x: f32,
    over_y: f32,
}

struct Line {
    block: usize,
    segments: std::ops::Range<usize>,
    /// Width in em of the text size.
    width: f32,
    /// Baseline below the top of the column, in millimeters.
    y: f32,
    column: usize,
    is_over: bool,
}

impl Setting {
    fn over(&self) -> f32 {
        // A hundredth of a millimeter is rounding, not overflow.
        self.over_x.max(self.over_y) - 0.01
    }

    fn at(size: f64, text: &TextBox, blocks: &[Block], cuts: &Cuts) -> Setting {
        let em = Pt(size).mm().0 as f32;
        let columns = text.columns.max(1);
        let column = (text.w - text.gutter * (columns - 1) as f32) / columns as f32;
        let mut set = Setting { size, lines: Vec::new(), height: 0.0, over_x: 0.0, over_y: 0.0 };
        let (mut y, mut in_column, mut index) = (0.0f32, 0, 0);
        for (b, block) in blocks.iter().enumerate() {
            let room = column / em - block.indent;
            let hyphen = 0.35;
            let mut lines = broken(block, room, hyphen);
            if text.align == Align::Center && lines.len() > 1 && block.segments.iter().all(|s| s.ends != End::Hyphen) {
                lines = balanced(block, room, lines);
            }
            for (l, (segments, width)) in lines.into_iter().enumerate() {
                set.over_x = set.over_x.max((width - room) * em);
                let is_first = index == 0;
                let lead = em
                    * if is_first {
                        cuts.cap_height * block.scale
                    } else {
                        let gap = match (l, block.kind, &blocks[b.saturating_sub(1)].kind) {
                            (0, ParagraphKind::Heading, _) if b > 0 => text.paragraph + 0.45,
                            (0, ParagraphKind::Item, ParagraphKind::Item) => text.paragraph * 0.4,
                            (0, _, ParagraphKind::Heading) => 0.1,
                            (0, ..) => text.paragraph,
                            _ => 0.0,
                        };
                        text.line * block.scale + gap
                    };
                let descent = cuts.descent.min(0.24) * block.scale * em;
                if index > 0 && y + lead + descent > text.h + 0.01 && in_column + 1 < columns {
                    in_column += 1;
                    index = 0;
                    y = cuts.cap_height * block.scale * em;
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

    fn stamp(&self, text: &TextBox, blocks: &[Block], cuts: &Cuts, fonts: &Fonts) -> Stamp {
        let em = Pt(self.size).mm().0 as f32;
        let columns = text.columns.max(1);
        let column = (text.w - text.gutter * (columns - 1) as f32) / columns as f32;
        let last = self.lines.last().map_or(0.0, |l| l.y);
        let down = match text.valign {
            VAlign::Top => 0.0,
            _ if columns > 1 => 0.0,
            VAlign::Middle => (text.h - last) / 2.0,
            VAlign::Bottom => text.h - last,
        };
        let mut stamp = Stamp::default();
        for (i, line) in self.lines.iter().enumerate() {
            let block = &blocks[line.block];
            let segments = &block.segments[line.segments.clone()];
            let left = text.x + line.column as f32 * (column + text.gutter) + block.indent * em;
            let room = column - block.indent * em;
            let slack = room - line.width * em;
            let ends_paragraph = self.lines.get(i + 1).is_none_or(|next| next.block != line.block)
                || segments.last().is_some_and(|s| s.ends == End::Hard);
            let gaps = segments.iter().rev().skip(1).filter(|s| s.space > 0.0).count();
            let stretch = match text.align {
                Align::Justify if !ends_paragraph && gaps > 0 => slack / gaps as f32,
                _ => 0.0,
            };
            let x = match text.align {
                Align::Left | Align::Justify => left,
                Align::Center => left + slack / 2.0,
                Align::Right => left + slack,
            };
            let y = text.y + down + line.y;
            let mut pen = Pen { stamp: &mut stamp, x, y, em: em * block.scale, tracking: text.tracking };
            if let Some((bullet, face)) = &block.bullet
                && line.segments.start == 0
            {
                let resume = pen.x;
                pen.x = left - block.indent * em + 0.15 * em;
                pen.word(bullet, *face);
                pen.x = resume;
            }
            for (s, segment) in segments.iter().enumerate() {
                for atom in &segment.atoms {
                    match atom {
                        Atom::Word(shaped, face) => pen.word(shaped, *face),
                        Atom::Icon(icon) => pen.icon(*icon, cuts.cap_height * text.icon, cuts.cap_height),
                    }
                }
                let is_last = s + 1 == segments.len();
                if is_last && segment.ends == End::Hyphen && !ends_paragraph {
                    let face = segment.space_face;
                    pen.word(&word(fonts, face, Features::default(), "-"), face);
                } else if !is_last && segment.space > 0.0 {
                    let face = segment.space_face;
                    pen.space(
                        &word(fonts, face, Features::default(), " "),
                        face,
                        segment.space * block.scale,
                        stretch,
                        em,
                    );
                }
            }
        }
        for run in &mut stamp.runs {
            run.glyphs.shrink_to_fit();
            run.text.shrink_to_fit();
        }
        let lone = self.lone(blocks);
        stamp.said = Some(Box::new(Said {
            text: text.text.to_owned(),
            size: Pt(self.size),
            lone,
            is_over: self.over() > 0.0,
            call: 0,
        }));
        stamp
    }

    /// Words that stand alone on the last line of a paragraph of several lines.
    fn lone(&self, blocks: &[Block]) -> Vec<String> {
        let mut words = Vec::new();
        for (i, line) in self.lines.iter().enumerate().skip(1) {
            let segments = &blocks[line.block].segments;
            let is_last = self.lines.get(i + 1).is_none_or(|next| next.block != line.block);
            let before = &self.lines[i - 1];
            let ran_over = before.block == line.block && segments[before.segments.end - 1].ends != End::Hard;
            if let (true, true, [only]) = (is_last, ran_over, &segments[line.segments.clone()]) {
                words.push(only.letters());
            }
        }
        words
    }
}

struct Pen<'a> {
    stamp: &'a mut Stamp,
    x: f32,
    y: f32,
    em: f32,
    tracking: f32,
}

impl Pen<'_> {
    fn run(&mut self, face: FaceId) -> &mut Run {
        let fits = self.stamp.runs.last().is_some_and(|r| r.face == face && r.y == self.y && r.size == self.em);
        if !fits {
            self.stamp.runs.push(Run::new(face, self.em, self.x, self.y));
        }
        self.stamp.runs.last_mut().expect("a run was just pushed")
    }

    fn word(&mut self, shaped: &Word, face: FaceId) {
        let (pen, em, tracking) = (self.x, self.em, self.tracking);
        let run = self.run(face);
        let mut x = pen - run.x;
        for g in &shaped.glyphs {
            run.push(g.id, x + g.dx * em, g.rise * em, &g.text);
            x += (g.advance + tracking) * em;
        }
        self.x = x + run.x;
    }

    fn space(&mut self, shaped: &Word, face: FaceId, width: f32, stretch: f32, em: f32) {
        let before = self.x;
        self.word(shaped, face);
        self.x = before + width * em + stretch;
    }

    fn icon(&mut self, icon: u16, height: f32, cap_height: f32) {
        let size = height * self.em;
        // Centered on the capitals, so that a larger icon hangs over both ends alike.
        let y = self.y - cap_height * self.em / 2.0 - size / 2.0;
        self.stamp.icons.push(IconAt { icon, x: self.x, y, size, turn: 0.0, is_flipped: false });
        self.x += size;
    }
}
