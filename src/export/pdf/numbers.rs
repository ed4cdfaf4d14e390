//! Writes numbers in content streams: short, and without the cost of `format!`.

use usvg::tiny_skia_path::{Path, PathSegment, Point, Transform};

/// Appends a number with at most three decimals: thousandths of a millimeter.
pub(super) fn number(out: &mut Vec<u8>, value: f32) {
    fixed(out, value, 3);
}

/// Appends a number with at most `digits` decimals, and a space.
pub(super) fn fixed(out: &mut Vec<u8>, value: f32, digits: u32) {
    let power = 10i64.pow(digits);
    let scaled = (f64::from(value) * power as f64).round();
    // No paper is this large, and numbers that are not finite were refused earlier.
    let mut whole = if scaled.is_finite() { scaled.clamp(-9e15, 9e15) as i64 } else { 0 };
    if whole < 0 {
        out.push(b'-');
        whole = -whole;
    }
    let mut buffer = [0u8; 20];
    let mut at = buffer.len();
    let mut integer = whole / power;
    loop {
        at -= 1;
        buffer[at] = b'0' + (integer % 10) as u8;
        integer /= 10;
        if integer == 0 {
            break;
        }
    }
    let mut fraction = whole % power;
    if !(buffer[at..] == *b"0" && fraction != 0) {
        out.extend_from_slice(&buffer[at..]);
    }
    if fraction != 0 {
        out.push(b'.');
        let mut place = power / 10;
        while fraction != 0 {
            out.push(b'0' + (fraction / place) as u8);
            fraction %= place;
            place /= 10;
        }
    }
    out.push(b' ');
}

/// Appends numbers and an operator.
pub(super) fn op(out: &mut Vec<u8>, numbers: &[f32], operator: &str) {
    for &n in numbers {
        number(out, n);
    }
    out.extend_from_slice(operator.as_bytes());
    out.push(b'\n');
}

/// Appends a matrix. Its factors need more decimals than its shifts.
pub(super) fn matrix(out: &mut Vec<u8>, t: Transform, operator: &str) {
    for factor in [t.sx, t.ky, t.kx, t.sy] {
        fixed(out, factor, 6);
    }
    number(out, t.tx);
    number(out, t.ty);
    out.extend_from_slice(operator.as_bytes());
    out.push(b'\n');
}

/// Appends a path, transformed by `by`.
pub(super) fn path(out: &mut Vec<u8>, path: &Path, by: Transform) {
    let mut last = Point::zero();
    let put = |out: &mut Vec<u8>, points: &[Point], operator: &[u8]| {
        for p in points {
            number(out, p.x);
            number(out, p.y);
        }
        out.extend_from_slice(operator);
        out.push(b'\n');
    };
    let moved = |mut p: Point| {
        by.map_point(&mut p);
        p
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                last = moved(p);
                put(out, &[last], b"m");
            }
            PathSegment::LineTo(p) => {
                last = moved(p);
                put(out, &[last], b"l");
            }
            PathSegment::QuadTo(c, p) => {
                let (c, p) = (moved(c), moved(p));
                let third =
                    |a: Point, b: Point| Point::from_xy(a.x + (b.x - a.x) * 2.0 / 3.0, a.y + (b.y - a.y) * 2.0 / 3.0);
                put(out, &[third(last, c), third(p, c), p], b"c");
                last = p;
            }
            PathSegment::CubicTo(a, b, p) => {
                last = moved(p);
                put(out, &[moved(a), moved(b), last], b"c");
            }
            PathSegment::Close => out.extend_from_slice(b"h\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        for (value, want) in [
            (0.0, "0 "),
            (1.0, "1 "),
            (-0.5, "-.5 "),
            (12.3456, "12.346 "),
            (0.001, ".001 "),
            (-0.0001, "0 "),
            (1000.25, "1000.25 "),
        ] {
            let mut out = Vec::new();
            number(&mut out, value);
            assert_eq!(String::from_utf8(out).expect("ASCII"), want, "{value}");
        }
    }
}
