//! A line of text on an arc: each letter turned about its own middle, with the marks on it.

use super::layout::{Fitted, TextBox, fit};
use super::{Fonts, Icons, Part, Run, Stamp};
use crate::finding::rule;
use crate::text::Trouble;

/// A part of a circle that a line of text follows.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// Its center.
    pub x: f32,
    pub y: f32,
    /// The radius on which the letters stand.
    pub r: f32,
    /// Where the middle of the text is, clockwise from the top.
    pub deg: f32,
    /// Whether the letters stand inside the circle and are read along its bottom.
    pub is_inside: bool,
}

impl Arc {
    /// The box around the circle and letters of that height on it: left, top, width, height.
    pub fn area(&self, height: f32) -> [f32; 4] {
        let reach = self.r + height;
        [self.x - reach, self.y - reach, 2.0 * reach, 2.0 * reach]
    }
}

/// Sets a text as one line on an arc, at the largest size at which it is no longer than the width of its box.
pub fn bent(text: &TextBox, arc: &Arc, fonts: &Fonts, icons: &Icons) -> Fitted {
    let room = text.w;
    let wide = TextBox { w: 1e5, align: super::Align::Left, hyphenate: false, ..text.clone() };
    let longest = fit(&TextBox { min: text.size, ..wide.clone() }, fonts, icons);
    let size = text.size * f64::from((room / longest.width.max(1e-3)).min(1.0));
    let size = crate::units::Pt(size.0.max(text.min.0));
    let mut fitted = fit(&TextBox { size, min: size, ..wide }, fonts, icons);
    if fitted.width > room + 0.01 {
        let (over, at) = (fitted.width - room, size);
        fitted.troubles.push(Trouble {
            rule: &rule::TEXT_OVERFLOW,
            message: format!("text is {over:.1} mm too long for its arc of {room:.1} mm even at {at}"),
            label: None,
            help: Some("shorten it, or give it a larger radius or span".to_owned()),
            text: text.text.to_owned(),
            part: Part::All,
            call: 0,
        });
    }
    let middle = fitted.width / 2.0;
    fitted.stamp = curved(&fitted.stamp, middle, arc);
    fitted.height = size.mm().0 as f32;
    fitted
}

/// Letters and icons of a straight line around an arc; `middle` of the line comes to its angle.
fn curved(line: &Stamp, middle: f32, arc: &Arc) -> Stamp {
    let mut bent = Stamp { said: line.said.clone(), ..Stamp::default() };
    // The angle of a place on the line, and the point there.
    let at = |x: f32| {
        let turn = (x - middle) / arc.r;
        let (angle, lean) = if arc.is_inside {
            (arc.deg.to_radians() - turn, arc.deg.to_radians() - turn + std::f32::consts::PI)
        } else {
            (arc.deg.to_radians() + turn, arc.deg.to_radians() + turn)
        };
        (arc.x + arc.r * angle.sin(), arc.y - arc.r * angle.cos(), lean)
    };
    for run in &line.runs {
        for (glyph, letters) in run.lettered() {
            let half = glyph.middle;
            let (x, y, lean) = at(run.x + glyph.x + half);
            let (sin, cos) = lean.sin_cos();
            let mut own = Run::new(run.face, run.size, x - half * cos, y - half * sin);
            own.turn = lean.to_degrees();
            own.push(glyph.id, 0.0, glyph.rise, half, letters);
            bent.runs.push(own);
        }
    }
    // The base line of the text is where its letters stand.
    let base = line.runs.first().map(|run| run.y);
    for icon in &line.icons {
        let (half, half_width) = (icon.size / 2.0, icon.width / 2.0);
        let (x, y, lean) = at(icon.x + half_width);
        let up = base.unwrap_or(icon.y + icon.size) - (icon.y + half);
        let (sin, cos) = lean.sin_cos();
        let (x, y) = (x + up * sin - half_width, y - up * cos - half);
        bent.icons.push(super::IconAt { x, y, turn: lean.to_degrees(), ..icon.clone() });
    }
    bent
}
