//! Writes text as text: glyphs by number, with their letters for searching and copying.

use usvg::layout::{PositionedGlyph, Span};
use usvg::tiny_skia_path::Transform;

use super::convert::Writer;
use super::form::Resource;
use super::numbers::{fixed, matrix, op};
use crate::text::{Fonts, Run, Stamp};

/// How letters are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    Filled,
    Outlined,
    /// Not seen, but found and copied.
    Hidden,
}

impl Writer<'_> {
    /// Shows all runs of a stamp. Letters on an arc are runs of their own, which only together make words.
    pub fn runs(&mut self, stamp: &Stamp, ts: Transform, show: Show) {
        let is_bent = stamp.runs.iter().any(|run| run.turn != 0.0);
        if is_bent {
            let words: String = stamp.runs.iter().map(|run| run.text.as_str()).collect();
            self.actual_text(&words);
            self.out().push(b'\n');
        }
        stamp.runs.iter().for_each(|run| self.run(run, ts, show));
        if is_bent {
            op(self.out(), &[], "EMC");
        }
    }

    /// Begins a part of the page that says `words`, whatever its glyphs are.
    fn actual_text(&mut self, words: &str) {
        self.out().extend_from_slice(b"/Span<</ActualText<feff");
        let hex: String = words.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
        self.out().extend_from_slice(hex.as_bytes());
        self.out().extend_from_slice(b">>>BDC");
    }

    /// Shows a run of glyphs. Unless it is filled, the caller restores the state of the page.
    fn run(&mut self, run: &Run, ts: Transform, show: Show) {
        let typeface = self.studio.fonts.face(run.face);
        self.out().extend_from_slice(b"BT\n");
        let name = self.form.name(Resource::Font(run.face));
        self.out().extend_from_slice(format!("/R{name} ").as_bytes());
        fixed(self.out(), run.size, 4);
        op(self.out(), &[], "Tf");
        match show {
            Show::Filled => {}
            Show::Outlined => op(self.out(), &[], "2 Tr"),
            Show::Hidden => op(self.out(), &[], "3 Tr"),
        }
        // The y axis points down, so text must be mirrored to be upright.
        let (sin, cos) = if run.turn == 0.0 { (0.0, 1.0) } else { run.turn.to_radians().sin_cos() };
        let place = ts.pre_concat(Transform::from_row(cos, sin, sin, -cos, run.x, run.y));
        matrix(self.out(), place, "Tm");
        let mut pen = 0.0f32;
        let mut rise = 0.0f32;
        self.out().push(b'[');
        let mut is_open = false;
        let mut said = run.said.iter().peekable();
        let mut ends = usize::MAX;
        for (number, (glyph, letter)) in run.lettered().enumerate() {
            if number == ends {
                self.close_string(&mut is_open);
                self.out().extend_from_slice(b"]TJ EMC [");
                ends = usize::MAX;
            }
            if let Some((_, count, letters)) = said.next_if(|group| group.0 as usize == number) {
                self.close_string(&mut is_open);
                self.out().extend_from_slice(b"]TJ ");
                self.actual_text(letters);
                self.out().extend_from_slice(b" [");
                ends = number + *count as usize;
            }
            if glyph.rise != rise {
                self.close_string(&mut is_open);
                self.out().extend_from_slice(b"]TJ ");
                rise = glyph.rise;
                op(self.out(), &[rise], "Ts");
                self.out().push(b'[');
            }
            let shift = (pen - glyph.x) / run.size * 1000.0;
            if shift.abs() >= 0.5 {
                self.close_string(&mut is_open);
                fixed(self.out(), shift, 0);
                pen = glyph.x + (shift - shift.round()) / 1000.0 * run.size;
            }
            if !is_open {
                self.out().push(b'<');
                is_open = true;
            }
            self.form.glyph(run.face, glyph.id, letter, ends == usize::MAX && run.turn == 0.0);
            pen += typeface.advance(glyph.id) * run.size;
        }
        self.close_string(&mut is_open);
        self.out().extend_from_slice(if ends == usize::MAX { &b"]TJ\n"[..] } else { b"]TJ EMC\n" });
        if rise != 0.0 {
            op(self.out(), &[], "0 Ts");
        }
        self.out().extend_from_slice(b"ET\n");
    }

    fn close_string(&mut self, is_open: &mut bool) {
        if *is_open {
            self.out().push(b'>');
            *is_open = false;
        }
    }

    /// Shows plain `<text>` of a template, with the glyphs as usvg placed them.
    pub fn text(&mut self, text: &usvg::Text, ts: Transform) {
        let fonts = self.studio.fonts.clone();
        let spans = || text.layouted().iter().filter(|span| span.visible);
        let is_filled = |span: &Span| span.fill.is_some() && span.stroke.is_none();
        let is_known = |span: &Span| span.positioned_glyphs.iter().all(|g| fonts.by_db_id(g.font).is_some());
        if !spans().all(|span| is_filled(span) && is_known(span)) {
            return self.group(text.flattened(), ts);
        }
        for span in spans() {
            let Some(fill) = &span.fill else { continue };
            let before = self.paint(fill.paint(), fill.opacity().get(), text.bounding_box(), ts, false);
            for line in [&span.underline, &span.overline].into_iter().flatten() {
                self.path(line, ts);
            }
            for word in span.positioned_glyphs.chunk_by(|a, b| !is_space(a) && !is_space(b)) {
                self.word(word, ts, &fonts);
            }
            if let Some(line) = &span.line_through {
                self.path(line, ts);
            }
            self.unpaint(before);
        }
    }

    /// Shows a word of plain `<text>`. Where several glyphs stand for some characters, it says what they are together.
    fn word(&mut self, word: &[PositionedGlyph], ts: Transform, fonts: &Fonts) {
        let is_grouped = word.iter().any(|g| g.text.is_empty());
        if is_grouped {
            self.actual_text(&word.iter().map(|g| seen(&g.text)).collect::<String>());
            self.out().push(b'\n');
        }
        for g in word {
            let face = fonts.by_db_id(g.font).expect("all fonts of the span are known");
            let size = g.font_size();
            let em = fonts.face(face).units_per_em;
            // The outline is in font units, y up; text space is in em, y up.
            let place = ts.pre_concat(g.outline_transform()).pre_concat(Transform::from_scale(em / size, em / size));
            self.out().extend_from_slice(b"BT\n");
            let name = self.form.name(Resource::Font(face));
            self.out().extend_from_slice(format!("/R{name} ").as_bytes());
            fixed(self.out(), size, 4);
            op(self.out(), &[], "Tf");
            matrix(self.out(), place, "Tm");
            self.out().push(b'<');
            // The last glyph of a group has the letters of all, which it does not stand for elsewhere.
            let is_one = g.text.chars().nth(1).is_none();
            self.form.glyph(face, g.id.0 as u16, if is_grouped && !is_one { "" } else { &g.text }, !is_grouped);
            self.out().extend_from_slice(b">Tj ET\n");
        }
        if is_grouped {
            op(self.out(), &[], "EMC");
        }
    }
}

fn is_space(glyph: &PositionedGlyph) -> bool {
    glyph.text.starts_with(char::is_whitespace)
}

/// The characters of a glyph from left to right, as readers of PDF files expect them.
fn seen(text: &str) -> String {
    let is_rtl = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}');
    if text.contains(is_rtl) { text.chars().rev().collect() } else { text.to_owned() }
}
