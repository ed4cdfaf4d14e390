//! Plots as SVG.

use std::fmt::Write as _;

use super::super::stats::Interval;
use super::super::words::{count, percent};
use crate::markup::escaped;

const WIDTH: f64 = 480.0;
/// Room for names.
const LEFT: f64 = 170.0;
/// Room for numbers.
const RIGHT: f64 = 64.0;
const ROW: f64 = 22.0;
/// Room for the axis.
const FOOT: f64 = 20.0;

/// A share with its interval, to be drawn as a dot with whiskers.
pub struct Dot {
    name: String,
    share: Interval,
    fair: f64,
}

impl Dot {
    /// A share called `name`; `fair` is what it should be.
    pub fn new(name: String, share: Interval, fair: f64) -> Dot {
        Dot { name, share, fair }
    }
}

/// Dots with whiskers, one row each, on a common scale; the dashed line is the fair share.
pub fn dots(rows: &[Dot]) -> String {
    let most = rows.iter().map(|d| d.share.high.max(d.fair * 1.2)).fold(0.0, f64::max);
    let least = rows.iter().map(|d| d.share.low.min(d.fair * 0.8)).fold(1.0, f64::min);
    // The smallest step that makes at most six of them.
    let step = [0.01, 0.02, 0.05, 0.1, 0.2].into_iter().find(|step| (most - least) / step <= 6.0).unwrap_or(0.25);
    let (first, last) = ((least / step).floor() as u32, ((most / step).ceil() as u32).max(1));
    let (low, high) = (f64::from(first) * step, f64::from(last) * step);
    let x = |share: f64| LEFT + (share - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    let foot = ROW * rows.len() as f64 + 6.0;
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {:.1}\" role=\"img\">", foot + FOOT);
    for tick in first..=last {
        let share = f64::from(tick) * step;
        let (at, label) = (x(share), percent(share));
        let _ = write!(
            out,
            "<line class=\"axis\" x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{foot:.1}\"/>\
             <text class=\"soft\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            foot + 15.0
        );
    }
    for (i, dot) in rows.iter().enumerate() {
        let y = ROW * (i as f64 + 0.5);
        let class = if dot.share.holds(dot.fair) { "" } else { " out" };
        let (from, to, at, fair) = (x(dot.share.low), x(dot.share.high), x(dot.share.share), x(dot.fair));
        let _ = write!(
            out,
            "<line class=\"fair\" x1=\"{fair:.1}\" y1=\"{:.1}\" x2=\"{fair:.1}\" y2=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line class=\"whisker{class}\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <circle class=\"dot{class}\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            y - ROW / 2.0,
            y + ROW / 2.0,
            LEFT - 10.0,
            y + 4.0,
            escaped(&shortened(&dot.name)),
            WIDTH - RIGHT + 12.0,
            y + 4.0,
            percent(dot.share.share)
        );
    }
    out + "</svg>"
}

/// A histogram. Each bin has a start, an end (exclusive) and a count; `middle` is the median.
pub fn bars(bins: &[(u32, u32, u64)], middle: u32) -> String {
    const HEIGHT: f64 = 200.0;
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return String::new() };
    let most = bins.iter().map(|bin| bin.2).max().unwrap_or(1).max(1) as f64;
    let step = WIDTH / bins.len() as f64;
    let foot = HEIGHT - FOOT;
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
    for (i, (from, to, many)) in bins.iter().enumerate() {
        let tall = (foot - 6.0) * *many as f64 / most;
        let _ = write!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"><title>{from} to {}: {} games</title></rect>",
            i as f64 * step + 0.5,
            foot - tall,
            (step - 1.0).max(0.5),
            to - 1,
            count(*many)
        );
    }
    let at = (f64::from(middle) + 0.5 - f64::from(first.0)) / f64::from(last.1 - first.0) * WIDTH;
    let text = foot + 15.0;
    let _ = write!(
        out,
        "<line class=\"axis\" x1=\"0\" y1=\"{foot}\" x2=\"{WIDTH}\" y2=\"{foot}\"/>\
         <line class=\"fair\" x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{foot}\"/>\
         <text class=\"soft\" x=\"0\" y=\"{text}\">{}</text>\
         <text class=\"soft\" x=\"{at:.1}\" y=\"{text}\" text-anchor=\"middle\">half below {middle}</text>\
         <text class=\"soft\" x=\"{WIDTH}\" y=\"{text}\" text-anchor=\"end\">{}</text>",
        first.0, last.1
    );
    out + "</svg>"
}

fn shortened(name: &str) -> String {
    const MOST: usize = 26;
    if name.chars().count() <= MOST { name.to_owned() } else { name.chars().take(MOST - 1).chain(['…']).collect() }
}
