//! How a drawing says which stamp a placeholder stands for.

use std::fmt::Write as _;

use usvg::tiny_skia_path::PathSegment;

/// Steps on the spot that end a placeholder's outline: its number in twos, a line for 0 and a curve for 1.
///
/// The SVG reader takes the `id` from everything that `<use>` draws again, but leaves outlines as they are.
pub fn stamp_mark(number: usize) -> String {
    let mut mark = String::from("m0 0");
    for bit in (0..usize::BITS - number.leading_zeros()).rev() {
        let _ = mark.write_str(if number >> bit & 1 == 1 { "q0 0 0 0" } else { "l0 0" });
    }
    mark.push_str("l0 0");
    mark
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
    let mut number = 0usize;
    let bits: Vec<bool> = segments
        .map(|segment| match segment {
            PathSegment::LineTo(to) if to == spot => Some(false),
            PathSegment::QuadTo(_, to) if to == spot => Some(true),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let (_, bits) = bits.split_last()?;
    for bit in bits.iter().take(usize::BITS as usize) {
        number = number << 1 | usize::from(*bit);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_survives_being_used_again() {
        for number in [0, 1, 2, 5, 8, 1999] {
            let svg = format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><g id="a"><path id="stamp-{number}" visibility="hidden" d="M1 1h2v3h-2z{}"/></g></defs><use href="#a"/><use href="#a" x="4"/></svg>"##,
                stamp_mark(number)
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
                        assert_eq!((path.bounding_box().width(), path.bounding_box().height()), (2.0, 3.0));
                    }
                    _ => {}
                }
            }
            assert_eq!(seen, [Some(number); 2]);
        }
    }
}
