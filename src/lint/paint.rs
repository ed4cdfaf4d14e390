//! Finds the color of a paint at a point.

use usvg::tiny_skia_path::{Point, Transform};
use usvg::{BaseGradient, Paint, SpreadMethod};

use crate::color::Rgb;

/// The color and opacity of a paint at a point in the shape's own coordinates. `None` for a pattern.
pub(super) fn at(paint: &Paint, point: Point) -> Option<(Rgb, f32)> {
    match paint {
        Paint::Color(c) => Some((Rgb::from(*c), 1.0)),
        Paint::LinearGradient(gradient) => {
            let p = own(point, gradient.transform())?;
            let (dx, dy) = (gradient.x2() - gradient.x1(), gradient.y2() - gradient.y1());
            let along = (p.x - gradient.x1()) * dx + (p.y - gradient.y1()) * dy;
            Some(stop(gradient, along / (dx * dx + dy * dy).max(f32::EPSILON)))
        }
        Paint::RadialGradient(gradient) => {
            let p = own(point, gradient.transform())?;
            // The focus is ignored: only colors near it are slightly wrong.
            let away = (p.x - gradient.cx()).hypot(p.y - gradient.cy());
            Some(stop(gradient, away / gradient.r().get()))
        }
        Paint::Pattern(_) => None,
    }
}

/// Reverts a transform of a point.
fn own(mut point: Point, ts: Transform) -> Option<Point> {
    ts.invert()?.map_point(&mut point);
    Some(point)
}

fn stop(gradient: &BaseGradient, t: f32) -> (Rgb, f32) {
    let t = match gradient.spread_method() {
        SpreadMethod::Pad => t.clamp(0.0, 1.0),
        SpreadMethod::Repeat => t.rem_euclid(1.0),
        SpreadMethod::Reflect => 1.0 - (t.rem_euclid(2.0) - 1.0).abs(),
    };
    let stops = gradient.stops();
    let next = stops.iter().position(|stop| stop.offset().get() >= t).unwrap_or(stops.len() - 1);
    let (a, b) = (&stops[next.saturating_sub(1)], &stops[next]);
    let (from, to) = (a.offset().get(), b.offset().get());
    let share = if to > from { ((t - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
    let mix = |a: f32, b: f32| a + (b - a) * share;
    let channel = |a: u8, b: u8| mix(f32::from(a), f32::from(b)).round() as u8;
    let color = Rgb::from(a.color()).zip(Rgb::from(b.color()), channel);
    (color, mix(a.opacity().get(), b.opacity().get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The color of a gradient at `x`.
    fn color_at(defs: &str, x: f32) -> Rgb {
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="10">{defs}<rect width="100" height="10" fill="url(#g)"/></svg>"##
        );
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a drawing");
        let usvg::Node::Path(path) = &tree.root().children()[0] else { panic!("a shape") };
        at(path.fill().expect("a fill").paint(), Point::from_xy(x, 5.0)).expect("a gradient").0
    }

    #[test]
    fn gradients_are_read_where_they_are_drawn() {
        let stops = r##"<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/>"##;
        let linear = format!(r#"<linearGradient id="g">{stops}</linearGradient>"#);
        for (x, want) in [(0.0, 0), (25.0, 64), (100.0, 255)] {
            assert_eq!(color_at(&linear, x), Rgb::new(want, want, want), "{x} of a linear gradient");
        }
        let reflected = format!(r#"<linearGradient id="g" x2=".5" spreadMethod="reflect">{stops}</linearGradient>"#);
        assert_eq!(color_at(&reflected, 75.0), Rgb::new(128, 128, 128));
        let radial = format!(
            r#"<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="50" cy="5" r="50">{stops}</radialGradient>"#
        );
        for (x, want) in [(50.0, 0), (75.0, 128), (100.0, 255)] {
            assert_eq!(color_at(&radial, x), Rgb::new(want, want, want), "{x} of a radial gradient");
        }
    }
}
