//! The text engine: measured width is drawn width, text wraps and fits, icons stand on the line.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use wyrmpress::finding::Sources;
use wyrmpress::text::{Align, Cut, Fitted, Fonts, Icons, TextBox, fit, shape_line};
use wyrmpress::units::Pt;

use crate::project::repository;

pub fn fonts() -> Fonts {
    Fonts::load(Path::new("/nonexistent"), &mut Sources::default(), &mut Vec::new()).expect("the bundled fonts")
}

pub fn icons() -> Icons {
    Icons::load(repository(), &fonts(), None, &mut Sources::default(), &mut Vec::new()).expect("the icons")
}

pub fn boxed(text: &str, w: f32, h: f32, size: f64, min: f64) -> TextBox<'_> {
    TextBox {
        text,
        w,
        h,
        size: Pt(size),
        min: Pt(min),
        icon: 1.0,
        align: Align::Left,
        gutter: 4.0,
        ..TextBox::default()
    }
}

pub fn set(text: &TextBox) -> Fitted {
    fit(text, &fonts(), &icons())
}

#[test]
fn measured_width_is_drawn_width() {
    let fonts = fonts();
    let face = fonts.find("Libertinus Serif", Cut::upright(400)).expect("a font");
    for text in ["Draw two cards, then give one away.", "AVATAR waffle office fjord", "1–12 · 100 %"] {
        let (_, width) = shape_line(&fonts, face, 10.0, text);
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='20'><text y='12' font-family='Libertinus Serif' font-size='10'>{text}</text></svg>"
        );
        let options = usvg::Options { fontdb: Arc::clone(&fonts.db), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(&svg, &options).expect("an SVG");
        let usvg::Node::Group(group) = &tree.root().children()[0] else {
            let usvg::Node::Text(drawn) = &tree.root().children()[0] else { panic!("a text") };
            let last = drawn.layouted()[0].positioned_glyphs.last().expect("glyphs").transform();
            let glyph = drawn.layouted()[0].positioned_glyphs.last().expect("glyphs");
            let end = last.tx + fonts.face(face).advance(glyph.id.0 as u16) * 10.0;
            assert!((end - width).abs() < 0.02, "{text}: drawn {end}, measured {width}");
            continue;
        };
        panic!("unexpected group {group:?}");
    }
}

#[test]
fn text_shrinks_to_fit_and_no_further() {
    let text = "Everyone who passed is back in. Play again at once. ".repeat(3);
    let roomy = set(&boxed(&text, 60.0, 60.0, 10.0, 7.0));
    assert_eq!(roomy.size, Pt(10.0));
    let tight = set(&boxed(&text, 40.0, 17.0, 10.0, 7.0));
    assert!(tight.size.0 < 10.0 && tight.size.0 >= 7.0, "{:?}", tight.size);
    assert!(tight.troubles.is_empty() && tight.height <= 17.02, "{:?}", tight.troubles);
    let over = set(&boxed(&text, 40.0, 8.0, 10.0, 7.0));
    assert_eq!(over.troubles[0].rule.name, "text-overflow");
}

#[test]
fn an_icon_is_as_tall_as_a_capital_and_stands_on_the_baseline() {
    let fonts = fonts();
    let face = fonts.face(fonts.find("Libertinus Serif", Cut::upright(400)).expect("a font"));
    let fitted = set(&boxed("A {gem} B", 50.0, 10.0, 12.0, 12.0));
    let (icon, run) = (&fitted.stamp.icons[0], &fitted.stamp.runs[0]);
    assert!((icon.size - face.cap_height * run.size).abs() < 1e-3);
    assert!((icon.y + icon.size - run.y).abs() < 1e-3, "its lower edge is the baseline");
}

#[test]
fn a_line_is_as_wide_as_its_glyphs() {
    let fitted = set(&boxed("Beating a play", 500.0, 10.0, 12.0, 12.0));
    let fonts = fonts();
    let run = &fitted.stamp.runs[0];
    let last = run.glyphs.last().expect("glyphs");
    let end = last.x + fonts.face(run.face).advance(last.id) * run.size;
    assert!((fitted.width - end).abs() < 1e-3, "{} and {end}", fitted.width);
}

#[test]
fn alignment_and_columns_keep_to_the_box() {
    let text = "Long words and short ones make ragged lines of text that fill a box from side to side. ".repeat(4);
    for align in [Align::Left, Align::Center, Align::Right, Align::Justify] {
        for columns in [1, 2] {
            let fitted = set(&TextBox { align, columns, hyphenate: true, ..boxed(&text, 60.0, 60.0, 9.0, 9.0) });
            for run in &fitted.stamp.runs {
                let end = run.x + run.glyphs.last().map_or(0.0, |g| g.x);
                assert!(run.x >= -0.01 && end <= 60.0, "{align:?} {columns}: {} to {end}", run.x);
            }
        }
    }
}

proptest! {
    /// No text, however odd, makes the engine fail, and what it says fits does fit.
    #[test]
    fn any_text_is_set_without_failing(text in "\\PC{0,200}|[a-zA-Z *~{}\\\\#\\-\n]{0,200}", w in 1.0f32..80.0, h in 1.0f32..40.0, hyphenate: bool) {
        let text = TextBox { hyphenate, ..boxed(&text, w, h, 9.0, 7.0) };
        let fitted = set(&text);
        let fits = fitted.troubles.iter().all(|t| t.rule.name != "text-overflow");
        if fits {
            prop_assert!(fitted.height <= h + 0.03, "{} in {h}", fitted.height);
        }
    }
}
