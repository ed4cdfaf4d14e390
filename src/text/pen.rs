//! Puts the lines of a text on paper: from left to right, whichever way it runs.

use std::rc::Rc;

use super::block::{Block, End, Look, Segment, What};
use super::cuts::Cuts;
use super::layout::{Align, Bar, DESCENT, Line, Setting, TextBox, VAlign, column};
use super::markup::{ParagraphKind, Style};
use super::pieces::seen_order;
use super::shaping::{Manner, Word, word};
use super::{Chosen, FaceId, Fonts, Run, Said, Stamp};
use crate::units::Pt;

/// How far quotes and dashes hang over the edge of a text, as a part of their width.
const HANG: f32 = 0.7;

/// Draws a set text.
pub(super) struct Pen<'a> {
    set: &'a Setting,
    text: &'a TextBox<'a>,
    blocks: &'a [Block],
    cuts: &'a Cuts,
    fonts: &'a Fonts,
    /// What is printed in each color; the text's own comes first.
    stamps: Vec<(Option<u16>, Stamp)>,
    bars: Vec<(Option<u16>, Bar)>,
    x: f32,
    y: f32,
    /// The size that is being drawn in, in millimeters.
    em: f32,
    /// Whether the first column is the rightmost.
    is_rtl: bool,
}

/// A thing on a line.
enum Item<'a> {
    Word(Rc<Word>, FaceId),
    Icon(&'a Chosen),
    Space(&'a Segment),
}

impl<'a> Pen<'a> {
    pub fn new(set: &'a Setting, text: &'a TextBox, blocks: &'a [Block], cuts: &'a Cuts, fonts: &'a Fonts) -> Pen<'a> {
        let stamps = vec![(None, Stamp::default())];
        // A text in Hebrew may begin with a foreign name, and one in English with a Hebrew one.
        let is_rtl = if text.language.is_rtl() {
            blocks.iter().any(|block| block.is_rtl)
        } else {
            !blocks.is_empty() && blocks.iter().all(|block| block.is_rtl)
        };
        Pen { set, text, blocks, cuts, fonts, stamps, bars: Vec::new(), x: 0.0, y: 0.0, em: 0.0, is_rtl }
    }

    pub fn draw(&mut self) {
        let (set, text) = (self.set, self.text);
        let last = set.lines.last().map_or(0.0, |l| l.y);
        let deep = set.lines.last().map_or(0.0, |l| (self.blocks[l.block].reach[1] - DESCENT).max(0.0));
        let down = match text.valign {
            VAlign::Top => 0.0,
            _ if text.columns > 1 => 0.0,
            VAlign::Middle => (text.h - last) / 2.0,
            VAlign::Bottom => text.h - last - deep * Pt(set.size).mm().0 as f32,
        };
        for (i, line) in set.lines.iter().enumerate() {
            self.y = text.y + down + line.y;
            self.line(line, set.lines.get(i + 1).is_none_or(|next| next.block != line.block));
        }
    }

    fn line(&mut self, line: &Line, is_last: bool) {
        let (text, block) = (self.text, &self.blocks[line.block]);
        let em = Pt(self.set.size).mm().0 as f32;
        self.em = em * block.scale;
        let column = column(text);
        let number = if self.is_rtl { text.columns.max(1) - 1 - line.column } else { line.column };
        let edge = text.x + number as f32 * (column + text.gutter);
        if block.kind == ParagraphKind::Rule {
            let h = 0.05 * em;
            self.bars.push((None, Bar { x: edge, y: self.y - h / 2.0, w: column, h, color: None }));
            return;
        }
        let segments = &block.segments[line.segments.clone()];
        let ends_paragraph = is_last || segments.last().is_some_and(|s| s.ends == End::Hard);
        let indent = block.indent * em;
        let left = if block.is_rtl { edge } else { edge + indent };
        let slack = column - indent - line.width * em;
        let gaps = segments.windows(2).filter(|pair| is_gap(pair)).count();
        let is_stretched = block.align == Align::Justify && !ends_paragraph && gaps > 0;
        let stretch = if is_stretched { slack / gaps as f32 } else { 0.0 };
        let hangs = if block.is_rtl { [0.0; 2] } else { self.hangs(segments, ends_paragraph) };
        self.x = match block.align {
            Align::Justify if is_stretched => left - hangs[0],
            Align::Justify if block.is_rtl => left + slack,
            Align::Center => left + slack / 2.0 + (hangs[1] - hangs[0]) / 2.0,
            Align::Right | Align::End => left + slack + hangs[1],
            Align::Left | Align::Start | Align::Justify => left - hangs[0],
        };
        let stretch = if is_stretched { stretch + (hangs[0] + hangs[1]) / gaps as f32 } else { stretch };
        if let Some((bullet, face)) = &block.bullet
            && line.segments.start == 0
        {
            let resume = self.x;
            let width = bullet.width * self.em;
            self.x = if block.is_rtl { edge + column - 0.15 * em - width } else { edge + 0.15 * em };
            self.word(bullet, *face, Look::default());
            self.x = resume;
        }
        self.items(segments, ends_paragraph, stretch);
    }

    /// Draws what stands on a line.
    fn items(&mut self, segments: &'a [Segment], ends_paragraph: bool, stretch: f32) {
        let mut items: Vec<(Item, Look, u8)> = Vec::new();
        for (s, segment) in segments.iter().enumerate() {
            items.extend(segment.atoms.iter().map(|atom| {
                let item = match &atom.what {
                    What::Word(shaped, face) => Item::Word(shaped.clone(), *face),
                    What::Icon(icon) => Item::Icon(icon),
                };
                (item, atom.look, atom.level)
            }));
            let (space, is_last) = (&segment.space, s + 1 == segments.len());
            if is_last && segment.ends == End::Hyphen && !ends_paragraph {
                items.push((Item::Word(self.hyphen(space.face), space.face), space.look, space.level));
            } else if !is_last && (space.width > 0.0 || is_gap(&segments[s..s + 2])) {
                items.push((Item::Space(segment), space.look, space.level));
            }
        }
        if items.iter().any(|(.., level)| *level > 0) {
            let levels: Vec<u8> = items.iter().map(|(.., level)| *level).collect();
            for place in seen_order(&levels) {
                self.item(&items[place], stretch);
            }
        } else {
            for item in &items {
                self.item(item, stretch);
            }
        }
    }

    fn item(&mut self, (item, look, _): &(Item, Look, u8), stretch: f32) {
        let from = self.x;
        match item {
            Item::Word(shaped, face) => self.word(shaped, *face, *look),
            Item::Icon(icon) => self.icon(icon, *look),
            Item::Space(segment) => {
                if segment.space.width > 0.0 {
                    let space = word(self.fonts, segment.space.face, segment.space.manner, " ");
                    self.word(&space, segment.space.face, *look);
                }
                self.x = from + segment.space.width * self.em + stretch;
            }
        }
        if look.is_underlined {
            self.underline(from, *look);
        }
    }

    fn hyphen(&self, face: FaceId) -> Rc<Word> {
        word(self.fonts, face, Manner::default(), "-")
    }

    /// How far quotes and dashes at both ends of a line hang over its edges.
    fn hangs(&self, segments: &[Segment], ends_paragraph: bool) -> [f32; 2] {
        let first = segments.first().and_then(|s| match &s.atoms.first()?.what {
            What::Word(word, _) => word.glyphs.first(),
            What::Icon(_) => None,
        });
        let last = segments.last().and_then(|s| match &s.atoms.last()?.what {
            What::Word(word, _) => word.glyphs.iter().rfind(|glyph| !glyph.text.is_empty()),
            What::Icon(_) => None,
        });
        let is_alone = segments.len() == 1;
        let opens = |text: &str| matches!(text, "“" | "‘" | "„" | "‚" | "«" | "‹" | "”" | "»" | "›");
        let closes = |text: &str| {
            matches!(text, "”" | "’" | "“" | "‘" | "»" | "›" | "«" | "‹")
                || (!ends_paragraph && matches!(text, "-" | "–" | "—" | "‐"))
        };
        let from = first.filter(|glyph| opens(&glyph.text)).map_or(0.0, |glyph| glyph.advance);
        let hyphen = segments.last().is_some_and(|s| s.ends == End::Hyphen && !ends_paragraph);
        let to = match last {
            _ if hyphen => segments.last().map_or(0.0, |s| self.hyphen(s.space.face).width),
            Some(glyph) if closes(&glyph.text) && !is_alone => glyph.advance,
            _ => 0.0,
        };
        [from, to].map(|width| width * HANG * self.em)
    }

    /// The stamp for a color.
    fn stamp(&mut self, color: Option<u16>) -> &mut Stamp {
        let known = self.stamps.iter().position(|(of, _)| *of == color);
        let at = known.unwrap_or_else(|| {
            self.stamps.push((color, Stamp::default()));
            self.stamps.len() - 1
        });
        &mut self.stamps[at].1
    }

    fn word(&mut self, shaped: &Word, face: FaceId, look: Look) {
        let (pen, base, em, tracking) = (self.x, self.y, self.em, self.text.tracking);
        let runs = &mut self.stamp(look.color).runs;
        let fits = runs.last().is_some_and(|r| r.face == face && r.y == base && r.size == em);
        if !fits {
            runs.push(Run::new(face, em, pen, base));
        }
        let run = runs.last_mut().expect("a run was just pushed");
        let first = run.glyphs.len() as u32;
        run.said.extend(shaped.said.iter().map(|letters| (first, shaped.glyphs.len() as u32, letters.clone())));
        let mut x = pen - run.x;
        for g in &shaped.glyphs {
            run.push(g.id, x + g.dx * em, g.rise * em, g.middle * em, &g.text);
            x += (g.advance + if g.is_spaced { tracking } else { 0.0 }) * em;
        }
        self.x = x + run.x;
    }

    fn icon(&mut self, icon: &Chosen, look: Look) {
        let (capitals, size) = (self.cuts.cap_height * self.em, self.cuts.cap_height * self.text.icon * self.em);
        // Centered on the capitals, so that a larger icon hangs over both ends alike.
        let (x, y) = (self.x, self.y - capitals / 2.0 - size / 2.0);
        let at = icon.at(x, y, size);
        self.x += at.width;
        self.stamp(look.color).icons.push(at);
    }

    /// Draws a line under what was drawn since `from`.
    fn underline(&mut self, from: f32, look: Look) {
        let Some(&face) = self.cuts.of(Style::default()).first() else { return };
        let (offset, thickness) = self.fonts.face(face).underline;
        let (y, h) = (self.y - (offset + thickness / 2.0) * self.em, thickness * self.em);
        match self.bars.last_mut() {
            Some((color, bar)) if *color == look.color && bar.y == y && (bar.x + bar.w - from).abs() < 1e-3 => {
                bar.w = self.x - bar.x;
            }
            _ => self.bars.push((look.color, Bar { x: from, y, w: self.x - from, h, color: None })),
        }
    }

    /// What was drawn: in the text's own color, in colors that it names, and the lines.
    pub fn finish(self, colors: &[String]) -> (Stamp, Vec<(String, Stamp)>, Vec<Bar>) {
        let said = Said {
            text: self.text.text.to_owned(),
            is_plain: self.text.is_plain,
            size: Pt(self.set.size),
            language: self.text.language,
            lone: self.set.lone(self.blocks),
            is_over: self.set.over() > 0.0,
            call: 0,
            shapes: 0,
        };
        let name = |color: u16| colors[usize::from(color)].clone();
        let mut stamps = self.stamps.into_iter().map(|(color, mut stamp)| {
            for run in &mut stamp.runs {
                run.glyphs.shrink_to_fit();
                run.text.shrink_to_fit();
            }
            stamp.said = Some(Box::new(said.clone()));
            (color, stamp)
        });
        let own = stamps.next().map_or_else(Stamp::default, |(_, stamp)| stamp);
        let tinted = stamps.filter_map(|(color, stamp)| Some((name(color?), stamp))).collect();
        let bars = self.bars.into_iter().map(|(color, bar)| Bar { color: color.map(name), ..bar }).collect();
        (own, tinted, bars)
    }
}

/// Whether a justified line is stretched between two segments.
fn is_gap(pair: &[Segment]) -> bool {
    matches!(pair, [a, b] if a.space.width > 0.0 || (a.is_wide && b.is_wide))
}
