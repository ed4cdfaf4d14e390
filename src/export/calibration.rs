//! The calibration sheet. It measures a printer's blank edges, its scale, and where its backs land.

use std::fmt::Write as _;

use kurbo::{Point, Vec2};

use super::page::{MONO, Page, boxed};
use crate::art::{Face, Studio};
use crate::color::Color;
use crate::error::Error;
use crate::layout::{Backs, Setup};
use crate::text::{Align, TextBox, escaped};
use crate::units::{Frame, Mm, Pt, Size, trimmed};

/// The smallest paper that has room for all scales and their explanation.
const LEAST: Size = Size::mm(200.0, 270.0);
/// Distance from the paper's edge to the center of each scale for backs.
const COMB: Mm = Mm(36.0);
/// Distance between ticks on the front. Those on the back are a tenth of a millimeter farther apart.
const PITCH: Mm = Mm(3.0);
/// Ticks on each side of the middle one. Each stands for a tenth of a millimeter.
const TICKS: i32 = 15;
/// Distance from both edges to the crosshairs in the corners.
const CORNER: Mm = Mm(24.0);
const BAR: Mm = Mm(100.0);
const INK: Color = Color::BLACK;
const RED: Color = Color::rgb(0xa3, 0x26, 0x2d);
const SOFT: Color = Color::Gray(0x55);
const PALE: Color = Color::Gray(0x77);

/// The front and the back of the sheet.
pub fn calibration(setup: &Setup, studio: &Studio) -> Result<[Face; 2], Error> {
    let paper = setup.paper.size;
    if paper.w < LEAST.w || paper.h < LEAST.h {
        return Err(Error::Option(format!(
            "the calibration sheet needs paper of at least {LEAST}, such as a4 or letter; the profile fits every paper"
        )));
    }
    if !setup.backs.is_duplex() {
        return Err(Error::Option(
            "--backs must be long-edge or short-edge: the sheet measures duplex printing".into(),
        ));
    }
    let sheet = Sheet { paper, flip: setup.backs };
    Ok([sheet.front(setup, studio), sheet.back(setup, studio)])
}

/// The distance between the upper and the lower scale.
pub fn apart(paper: Size) -> Mm {
    paper.h - COMB * 2.0
}

/// The crosshairs of a front: in the corners and in the middle.
pub fn crosshairs(paper: Size) -> [Point; 5] {
    let (w, h, Mm(near)) = (paper.w.0, paper.h.0, CORNER);
    [(near, near), (w - near, near), (near, h - near), (w - near, h - near), (w / 2.0, h / 2.0)].map(Point::from)
}

/// The scales for backs: the middle of each, its direction, and the direction of its front ticks.
fn combs(paper: Size) -> [(Point, Vec2, Vec2); 4] {
    let (w, h, Mm(comb)) = (paper.w.0, paper.h.0, COMB);
    let (right, down) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
    [
        (Point::new(w / 2.0, comb), right, -down),
        (Point::new(w / 2.0, h - comb), right, down),
        (Point::new(comb, h / 2.0), down, -right),
        (Point::new(w - comb, h / 2.0), down, right),
    ]
}

struct Sheet {
    paper: Size,
    flip: Backs,
}

impl Sheet {
    fn flip_words(&self) -> &'static str {
        if self.flip == Backs::ShortEdge { "short edge" } else { "long edge" }
    }

    fn front(&self, setup: &Setup, studio: &Studio) -> Face {
        let (w, h, Mm(comb)) = (self.paper.w.0, self.paper.h.0, COMB);
        let mut page = Page::new(self.paper, studio);
        let mut fine = String::new();
        for at in crosshairs(self.paper) {
            crosshair(at, &mut fine);
        }
        for (middle, along, out) in combs(self.paper) {
            for k in -TICKS..=TICKS {
                let from = middle + along * (f64::from(k) * PITCH.0);
                line(from, from + out * tick(k).0, &mut fine);
            }
        }
        for edge in 0..4 {
            self.stair(edge, &mut fine, &mut page);
        }
        let (across, down) = (Point::new(w / 2.0 - 54.5, comb + 20.0), Point::new(comb + 16.0, h / 2.0 - 54.5));
        bar(across, Vec2::new(1.0, 0.0), Vec2::new(0.0, -1.0), &mut fine, &mut page);
        bar(down, Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0), &mut fine, &mut page);
        label("*across*", across + Vec2::new(-9.0, -1.5), Pt(9.0), INK, &mut page);
        label("*down*", down + Vec2::new(-2.0, -5.0), Pt(9.0), INK, &mut page);
        strokes(&fine, Mm(0.12), INK, &mut page);
        let x = comb + 26.0;
        let width = w - comb - 12.0 - x;
        let title = format!(
            "# Calibration sheet · front\n{} · flip on the {}\n\nPrint both pages on one sheet of the paper that you \
             use for cards: at 100\u{a0}%, never “fit to page”, on both sides, flipped on the {}.{}",
            setup.paper.title(),
            self.flip_words(),
            self.flip_words(),
            setup.printer.as_ref().map_or(String::new(), |printer| format!(
                "\n\n**Corrected for printer {}:** every scale should now read 0.",
                escaped(&printer.name)
            ))
        );
        page.text(&boxed(&title, Frame::mm(x, comb + 34.0, width, h / 2.0 - comb - 50.0), Pt(10.0)), INK);
        let steps = "**1  Blank edges.** A staircase of lines climbs from each edge of the paper in steps of half a \
             millimeter. Find the lowest step that was printed. Its number is the width of the blank edge. Half \
             steps have no number.\n\n\
             **2  Size.** Lay a ruler along each bar, with its zero at the tick marked 0, and read the position of \
             the tick marked 100. The small scale shows the tenths: find its tick that lines up exactly with a line \
             of the ruler. If the tick 100 is past 99 on the ruler and the tick 8 lines up, the bar is 99.8\u{a0}mm \
             long.\n\n\
             **3**  Turn the sheet over.";
        page.text(&boxed(steps, Frame::mm(x, h / 2.0 + 16.0, width, h / 2.0 - comb - 34.0), Pt(10.0)), INK);
        page.finish("calibration sheet, front")
    }

    fn back(&self, setup: &Setup, studio: &Studio) -> Face {
        let (w, h) = (self.paper.w.0, self.paper.h.0);
        let mut page = Page::new(self.paper, studio);
        self.back_scales(&mut page);
        let (x, Mm(comb)) = ((COMB + Mm(20.0)).0, COMB);
        let width = w - 2.0 * x;
        let title = format!(
            "# Calibration sheet · back\n{} · flip on the {}\n\n\
             **4  Backs.** Hold the sheet against a lamp with this side facing you. Along each of the four scales, \
             the black ticks of the front shine through and meet the red ones. Find the red tick that continues a \
             black one in a straight line. Note its number with its sign. If there is none, or the middle crosses \
             are more than 1.5\u{a0}mm apart, prick a needle through the middle of the front’s cross. Read the \
             position of the hole on the cross below, right and down. Note the first number for upper and lower, \
             the second for left and right, and print again with that profile.",
            setup.paper.title(),
            self.flip_words(),
        );
        page.text(&boxed(&title, Frame::mm(x, comb + 18.0, width, h / 2.0 - comb - 34.0), Pt(10.0)), INK);
        self.notes(Frame::mm(x, h / 2.0 + 12.0, width, 71.0), setup, &mut page);
        page.finish("calibration sheet, back")
    }

    /// Draws the red scales of the back, which meet the black ones of the front against a lamp.
    fn back_scales(&self, page: &mut Page) {
        let mut fine = String::new();
        let middle = Point::new(self.paper.w.0 / 2.0, self.paper.h.0 / 2.0);
        for at in crosshairs(self.paper).map(|at| self.flip.through(self.paper, at)) {
            // In the middle, a scale takes the place of the ring.
            if (at - middle).hypot() < 0.01 { cross(at, &mut fine) } else { crosshair(at, &mut fine) }
        }
        let pitch = PITCH.0 + 0.1;
        for (front, along, out) in combs(self.paper) {
            let here = self.flip.through(self.paper, front);
            // The ticks of the front, as seen from the back, point this way. Ours meet them from the other side.
            let there = self.flip.through(self.paper, front + out);
            let ours = here - there;
            for k in -TICKS..=TICKS {
                let from = here + along * (f64::from(k) * pitch);
                line(from, from + ours * tick(k).0, &mut fine);
                if k % 5 == 0 {
                    let at = from + ours * (tick(k).0 + if along.x > 0.0 { 2.2 } else { 3.4 });
                    label(&signed(f64::from(k) / 10.0), at, Pt(7.0), RED, page);
                }
            }
            let name = match (along.x > 0.0, here.x < middle.x, here.y < middle.y) {
                (true, _, true) => "upper",
                (true, _, false) => "lower",
                (false, true, _) => "left",
                (false, false, _) => "right",
            };
            let end = f64::from(TICKS) * pitch + if along.x > 0.0 { 8.0 } else { 5.0 };
            label(&format!("*{name}*"), here - along * end + ours * 3.0, Pt(9.0), RED, page);
        }
        cross_scale(middle, &mut fine, page);
        strokes(&fine, Mm(0.12), RED, page);
    }

    /// Draws blanks for the readings, the command that takes them, and the resulting profile.
    fn notes(&self, frame: Frame, setup: &Setup, page: &mut Page) {
        let (Mm(x), Mm(top), Mm(width)) = (frame.x, frame.y, frame.size.w);
        let first = "**5  Note the readings** in millimeters, and give them to the program:";
        page.text(&boxed(first, Frame::mm(x, top, width, 6.0), Pt(10.0)), INK);
        let rows: [[&str; 4]; 3] = [
            ["blank: top", "right", "bottom", "left"],
            ["scale: upper", "lower", "left", "right"],
            ["bars: across", "down", "", ""],
        ];
        for (r, row) in rows.iter().enumerate() {
            for (c, name) in row.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                let cell = width / 4.0;
                let (left, y) = (x + cell * c as f64, top + 12.5 + 8.0 * r as f64);
                page.draw(&format!(
                    "<path d=\"M{:.2} {y:.2}h{:.2}\" stroke=\"{PALE}\" stroke-width=\"0.15\"/>",
                    left,
                    cell - 4.0
                ));
                page.text(&boxed(name, Frame::mm(left, y + 0.4, cell - 4.0, 4.0), Pt(7.0)), SOFT);
            }
        }
        let flip = if self.flip == Backs::ShortEdge { " --backs short-edge" } else { "" };
        let paper = if setup.paper.name == "a4" { String::new() } else { format!(" --paper {}", setup.paper.name) };
        let name = setup.printer.as_ref().map_or("NAME".to_owned(), |printer| format!("{} --again", printer.name));
        let command = format!(
            "wyrmpress calibrate --set {name}{paper}{flip}\n  --margins TOP,RIGHT,BOTTOM,LEFT\n  --upper N --lower N --left N --right N\n  --across MM --down MM"
        );
        let typed = TextBox {
            families: &[MONO],
            is_plain: true,
            ..boxed(&command, Frame::mm(x, top + 35.0, width, 15.0), Pt(7.6))
        };
        page.text(&typed, INK);
        let last = "It writes this profile to *printers.toml*. To print with it, use --printer NAME:";
        page.text(&boxed(last, Frame::mm(x, top + 50.5, width, 5.0), Pt(9.0)), INK);
        let profile = "[printer.NAME]\nmargins = [top, right, bottom, left]\nback_offset = [(upper + lower) / 2, (left + right) / 2]\nback_rotation = degrees(atan((upper - lower) / APART))\nscale = [across / 100, down / 100]"
            .replace("APART", &trimmed(apart(self.paper).0, 1));
        let typed = TextBox {
            families: &[MONO],
            is_plain: true,
            ..boxed(&profile, Frame::mm(x, top + 56.0, width, 15.0), Pt(6.6))
        };
        page.text(&typed, Color::Gray(0x33));
    }

    /// Draws a staircase of lines along one edge: 0 is top, then right, bottom, left.
    fn stair(&self, edge: usize, fine: &mut String, page: &mut Page) {
        let (w, h) = (self.paper.w.0, self.paper.h.0);
        // `along` runs along the edge from its middle, `deep` into the page.
        let at = |along: f64, deep: f64| match edge {
            0 => Point::new(w / 2.0 + along, deep),
            1 => Point::new(w - deep, h / 2.0 + along),
            2 => Point::new(w / 2.0 + along, h - deep),
            _ => Point::new(deep, h / 2.0 + along),
        };
        const STEP: f64 = 2.4;
        for i in 1..=30 {
            let deep = f64::from(i) * 0.5;
            let along = (f64::from(i) - 15.5) * STEP;
            line(at(along - STEP / 2.0, deep), at(along + STEP / 2.0, deep), fine);
            if i % 2 == 0 {
                label(&(i / 2).to_string(), at(along, deep + 1.7), Pt(5.5), INK, page);
            }
        }
    }
}

/// The length of a tick. Every fifth is longer.
fn tick(k: i32) -> Mm {
    match k {
        0 => Mm(8.0),
        _ if k % 5 == 0 => Mm(6.5),
        _ => Mm(4.5),
    }
}

fn signed(value: f64) -> String {
    let text = trimmed(value.abs(), 1);
    if value < 0.0 {
        format!("−{text}")
    } else if value > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}

fn line(from: Point, to: Point, out: &mut String) {
    let _ = write!(out, "M{:.3} {:.3}L{:.3} {:.3}", from.x, from.y, to.x, to.y);
}

fn crosshair(at: Point, out: &mut String) {
    cross(at, out);
    let r = 4.0;
    let _ = write!(out, "M{:.3} {:.3}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0", at.x - r, at.y, 2.0 * r, 2.0 * r);
}

fn cross(at: Point, out: &mut String) {
    for along in [Vec2::new(7.0, 0.0), Vec2::new(0.0, 7.0)] {
        line(at - along, at + along, out);
    }
}

/// Draws ticks every half millimeter along the arms of a cross, to read the position of a needle hole.
fn cross_scale(at: Point, out: &mut String, page: &mut Page) {
    for (along, across) in [(Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)), (Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0))] {
        for half in -10_i32..=10 {
            let reach = if half % 10 == 0 {
                2.0
            } else if half % 2 == 0 {
                1.0
            } else {
                0.5
            };
            let from = at + along * (f64::from(half) / 2.0);
            line(from - across * reach, from + across * reach, out);
            if half % 10 == 0 && half != 0 {
                // Beyond the end of the arm, clear of the ticks of the other arm.
                let out = along * (f64::from(half.signum()) * 4.0);
                label(&signed(f64::from(half) / 2.0), from + out, Pt(5.5), RED, page);
            }
        }
    }
}

/// Draws a bar of 100 mm with ticks. The vernier beyond its end shows tenths of a millimeter against any ruler.
fn bar(start: Point, along: Vec2, up: Vec2, out: &mut String, page: &mut Page) {
    line(start, start + along * (BAR.0 + 9.0), out);
    for mm in 0..=BAR.0 as i32 {
        let reach = if mm % 50 == 0 {
            4.0
        } else if mm % 10 == 0 {
            3.0
        } else if mm % 5 == 0 {
            2.0
        } else {
            1.2
        };
        let from = start + along * f64::from(mm);
        line(from, from + up * reach, out);
        if mm % 50 == 0 {
            label(&mm.to_string(), from + up * 6.0, Pt(7.0), INK, page);
        }
    }
    for tenth in 1..=10 {
        let from = start + along * (BAR.0 + 0.9 * f64::from(tenth));
        line(from, from + up * if tenth % 5 == 0 { 3.0 } else { 2.0 }, out);
        if tenth % 5 == 0 {
            label(&tenth.to_string(), from + up * 4.6, Pt(5.5), INK, page);
        }
    }
}

fn strokes(path: &str, Mm(width): Mm, color: Color, page: &mut Page) {
    page.draw(&format!("<path d=\"{path}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"));
}

/// Draws a word centered at a point.
fn label(text: &str, at: Point, size: Pt, fill: Color, page: &mut Page) {
    let area = Frame::mm(at.x - 8.0, at.y - 3.0, 16.0, 6.0);
    let centered = TextBox { align: Align::Center, valign: crate::text::VAlign::Middle, ..boxed(text, area, size) };
    page.text(&centered, fill);
}
