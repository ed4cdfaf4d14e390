//! How a placeholder in a drawing says which stamp it stands for.

use usvg::tiny_skia_path::PathSegment;

use crate::units::trimmed;

/// Columns and rows of the places in a placeholder's box; each stands for a number.
const PLACES: usize = 45;
/// The most stamps that a mark can number.
pub const MOST_STAMPS: usize = PLACES * PLACES;

/// A zero-length step at the end of a placeholder's outline of this size; its position gives the number.
///
/// The SVG reader takes the `id` from everything that `<use>` draws again, but leaves outlines as they are.
pub fn stamp_mark(number: usize, [w, h]: [f32; 2]) -> String {
    let middle = |place: usize, length: f32| trimmed(f64::from(length) * (place as f64 + 0.5) / PLACES as f64, 5);
    format!("m{} {}l0 0", middle(number % PLACES, w), middle(number / PLACES, h))
}

/// The stamp that a path stands for, by its `id` or else by its mark.
pub fn stamp_number(path: &usvg::Path) -> Option<usize> {
    if path.is_visible() {
        return None;
    }
    match path.id().strip_prefix("stamp-") {
        Some(number) => number.parse().ok(),
        None => marked(path),
    }
}

fn marked(path: &usvg::Path) -> Option<usize> {
    let mut segments = path.data().segments().skip_while(|segment| *segment != PathSegment::Close).skip(1);
    let Some(PathSegment::MoveTo(spot)) = segments.next() else { return None };
    if segments.next() != Some(PathSegment::LineTo(spot)) || segments.next().is_some() {
        return None;
    }
    let area = path.data().bounds();
    let place = |from: f32, length: f32| (from / length * PLACES as f32) as usize;
    let (column, row) = (place(spot.x - area.x(), area.width()), place(spot.y - area.y(), area.height()));
    (column < PLACES && row < PLACES).then_some(row * PLACES + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_survives_being_used_again() {
        // The smallest box, far out, and a typical one.
        let boxes = [("M4999 4999h.1v.1h-.1z", [0.1; 2]), ("M1 1h47v8h-47z", [47.0, 8.0])];
        let numbers = [0, 1, 44, 45, 46, 1999, MOST_STAMPS - 1];
        for (number, (area, size)) in numbers.into_iter().flat_map(|number| boxes.map(|area| (number, area))) {
            let svg = format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><g id="a"><path id="stamp-{number}" visibility="hidden" d="{area}{}"/></g></defs><use href="#a"/><use href="#a" x="4"/></svg>"##,
                stamp_mark(number, size)
            );
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a drawing");
            let mut seen = Vec::new();
            let mut open: Vec<&usvg::Node> = tree.root().children().iter().collect();
            while let Some(node) = open.pop() {
                match node {
                    usvg::Node::Group(group) => open.extend(group.children()),
                    usvg::Node::Path(path) => {
                        seen.push(stamp_number(path));
                        // Gradients span the box, which the mark must leave as it is.
                        let drawn = [path.bounding_box().width(), path.bounding_box().height()];
                        assert!(drawn.iter().zip(size).all(|(a, b)| (a - b).abs() < 1e-3), "{drawn:?} is not {size:?}");
                    }
                    _ => {}
                }
            }
            assert_eq!(seen, [Some(number); 2], "{area}");
        }
    }
}
