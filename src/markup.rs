//! Text for XML, HTML and SVG: escaped words and path data.

use kurbo::{BezPath, PathEl};

use crate::units::trimmed;

/// Text that cannot be taken for markup, neither between tags nor in an attribute in double quotes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// The `d` of an SVG path. Numbers have at most `digits` decimals.
pub fn path(path: &BezPath, digits: usize) -> String {
    let mut d = String::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => command(&mut d, 'M', [p], digits),
            PathEl::LineTo(p) => command(&mut d, 'L', [p], digits),
            PathEl::QuadTo(a, p) => command(&mut d, 'Q', [a, p], digits),
            PathEl::CurveTo(a, b, p) => command(&mut d, 'C', [a, b, p], digits),
            PathEl::ClosePath => d.push('Z'),
        }
    }
    d
}

/// Appends one command of a path.
pub fn command<P: Into<(f64, f64)>>(d: &mut String, letter: char, points: impl IntoIterator<Item = P>, digits: usize) {
    d.push(letter);
    for (i, point) in points.into_iter().enumerate() {
        let (x, y) = point.into();
        if i > 0 {
            d.push(' ');
        }
        d.push_str(&trimmed(x, digits));
        d.push(' ');
        d.push_str(&trimmed(y, digits));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_cannot_leave_its_tag_or_quotes() {
        assert_eq!(escaped("<b a=\"1\">&'"), "&lt;b a=&quot;1&quot;&gt;&amp;'");
    }

    #[test]
    fn paths_are_short() {
        let mut shape = BezPath::new();
        shape.move_to((0.0, 1.5));
        shape.line_to((-2.0, 1.0 / 3.0));
        shape.quad_to((1.0, 1.0), (2.0, 2.0));
        shape.curve_to((1.0, 1.0), (2.0, 2.0), (3.0, 0.0));
        shape.close_path();
        assert_eq!(path(&shape, 3), "M0 1.5L-2 0.333Q1 1 2 2C1 1 2 2 3 0Z");
    }
}
