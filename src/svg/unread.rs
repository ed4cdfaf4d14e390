//! What browsers draw and the reader of SVG skips without a word: properties, and some attributes.

use simplecss::DeclarationTokenizer;
use usvg::roxmltree::Node;

/// Properties that are skipped, the values that change nothing, and what to do.
const SKIPPED: [(&str, &[&str], &str); 19] = [
    ("vector-effect", &["none"], "lines grow and shrink with the drawing; delete it"),
    ("mask-image", &["none"], "write `mask`"),
    ("color-interpolation", &["auto", "sRGB"], "choose the colors so that they mix as you want them in sRGB"),
    ("translate", &["none"], "write `transform`"),
    ("scale", &["none", "1"], "write `transform`"),
    ("rotate", &["none", "0", "0deg"], "write `transform`"),
    ("offset-path", &["none"], "write `transform`"),
    ("text-transform", &["none"], "write the letters as they are to be printed"),
    ("text-shadow", &["none"], "draw the shadow as a second text"),
    ("text-orientation", &["mixed"], "turn the text with `transform`"),
    ("text-decoration-style", &["solid"], "draw the line as a shape"),
    ("font-feature-settings", &["normal"], "convert the text to outlines"),
    ("font-variant-alternates", &["normal"], "convert the text to outlines"),
    ("font-variant-caps", &["normal"], "write `font-variant`"),
    ("font-variant-east-asian", &["normal"], "convert the text to outlines"),
    ("font-variant-ligatures", &["normal", "common-ligatures"], "convert the text to outlines"),
    ("font-variant-numeric", &["normal"], "convert the text to outlines"),
    ("font-variant-position", &["normal"], "write `baseline-shift`"),
    ("font-palette", &["normal"], "convert the text to outlines"),
];

/// Properties that apply even if nobody asks for anything.
const INITIAL: [&str; 5] = ["initial", "inherit", "unset", "revert", "revert-layer"];

/// Lengths that are attributes here and may be properties elsewhere, by element.
const LENGTHS: [(&str, &[&str]); 5] = [
    ("rect", &["x", "y", "width", "height", "rx", "ry"]),
    ("image", &["x", "y", "width", "height"]),
    ("circle", &["cx", "cy", "r"]),
    ("ellipse", &["cx", "cy", "rx", "ry"]),
    ("path", &["d"]),
];

/// Whether a declaration might be skipped on some element.
pub(super) fn is_doubtful(name: &str) -> bool {
    let is_length = LENGTHS.iter().any(|(_, names)| names.contains(&name));
    is_length
        || SKIPPED.iter().any(|(skipped, ..)| *skipped == name)
        || matches!(name, "transform" | "text-decoration-line" | "white-space" | "clip-path" | "mask")
}

/// Says what of a declaration in a style is skipped, and what to do.
pub(super) fn property(node: Node, name: &str, value: &str) -> Result<(), String> {
    let (tag, value) = (node.tag_name().name(), value.trim());
    if INITIAL.contains(&value) {
        return Ok(());
    }
    let is_length = LENGTHS.iter().any(|(element, names)| *element == tag && names.contains(&name));
    if is_length && !is_written(node, name, value) {
        return Err(format!("`{name}` of a `{tag}` in a style is left out; write it as an attribute"));
    }
    match name {
        "transform" if matches!(tag, "linearGradient" | "radialGradient" | "pattern") && value != "none" => {
            let attribute = if tag == "pattern" { "patternTransform" } else { "gradientTransform" };
            Err(format!("`transform` of a `{tag}` is left out; write `{attribute}`"))
        }
        "text-decoration-line" if value != "none" && !is_decorated(node) => {
            Err("`text-decoration-line` is left out; write `text-decoration`".into())
        }
        "white-space" if value.starts_with("pre") || value == "break-spaces" => match is_spaced(node) {
            true => Err(format!("`white-space: {value}` is left out; write `xml:space=\"preserve\"`")),
            false => Ok(()),
        },
        _ => skipped(node, name, value),
    }
}

/// Says what of an attribute is skipped, and what to do.
pub(super) fn attribute(node: Node, name: &str, value: &str) -> Result<(), String> {
    let (tag, value) = (node.tag_name().name(), value.trim());
    match name {
        "style" => {
            DeclarationTokenizer::from(value).try_for_each(|declared| property(node, declared.name, declared.value))
        }
        "pathLength" if has_dashes(node) => {
            Err("`pathLength` is left out, so that dashes have another length; write them in units of the drawing"
                .into())
        }
        "path" if tag == "textPath" => {
            Err("`path` of a `textPath` is left out; draw a `path` with an id, and write `href`".into())
        }
        "transform" if tag == "symbol" && !value.is_empty() => {
            Err("`transform` of a `symbol` is left out; write it on a `g` inside".into())
        }
        "points" if matches!(tag, "polygon" | "polyline") => points(value),
        "onload" | "onclick" => Err(format!("a script (`{name}`) is left out: nothing runs on paper; delete it")),
        // Letters of a text may be turned one by one.
        "rotate" | "scale" | "translate" => Ok(()),
        _ => skipped(node, name, value),
    }
}

fn skipped(node: Node, name: &str, value: &str) -> Result<(), String> {
    let is_inner = matches!(node.tag_name().name(), "tspan" | "textPath");
    if is_inner && matches!(name, "clip-path" | "mask" | "filter") && value != "none" {
        return Err(format!("`{name}` of a `{}` is left out; write it on the `text`", node.tag_name().name()));
    }
    match SKIPPED.iter().find(|(skipped, ..)| *skipped == name) {
        Some((_, harmless, instead)) if !harmless.contains(&value) && !INITIAL.contains(&value) => {
            let value: String = value.chars().take(40).collect();
            Err(format!("`{name}: {value}` is left out; {instead}"))
        }
        _ => Ok(()),
    }
}

/// Whether an attribute says the same as a property.
fn is_written(node: Node, name: &str, value: &str) -> bool {
    let number = |text: &str| text.trim().trim_end_matches("px").parse::<f64>().ok();
    match (node.attribute(name), number(value)) {
        _ if matches!(value, "auto" | "none") => true,
        (Some(attribute), Some(number_here)) => number(attribute) == Some(number_here),
        (Some(attribute), None) => attribute.trim() == value,
        (None, number) => number == Some(0.0),
    }
}

/// Whether the element has the property that is read.
fn is_decorated(node: Node) -> bool {
    let in_style = node.attribute("style").is_some_and(|style| style.replace(' ', "").contains("text-decoration:"));
    node.has_attribute("text-decoration") || in_style
}

/// Whether the element has spaces that would be joined.
fn is_spaced(node: Node) -> bool {
    let space = ("http://www.w3.org/XML/1998/namespace", "space");
    let is_kept = node.ancestors().any(|outer| outer.attribute(space) == Some("preserve"));
    !is_kept && node.descendants().filter_map(|inner| inner.text()).any(|text| text.trim_end().contains("  "))
}

fn has_dashes(node: Node) -> bool {
    node.ancestors().any(|outer| {
        let in_style = outer.attribute("style").is_some_and(|style| style.contains("stroke-dasharray"));
        in_style || outer.attribute("stroke-dasharray").is_some_and(|dashes| dashes.trim() != "none")
    })
}

/// Checks the corners of a polygon: they are pairs of numbers.
fn points(value: &str) -> Result<(), String> {
    let mut numbers = 0;
    for word in value.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        if word.contains(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c)) {
            return Err(format!("`points` cannot be read at `{word}`; write numbers in pairs"));
        }
        // `10-5` and `.5.5` are two numbers each.
        let mut last = ' ';
        let mut has_dot = true;
        for c in word.chars() {
            let begins = (matches!(c, '+' | '-') && !matches!(last, 'e' | 'E')) || (c == '.' && has_dot);
            if begins && last != '+' && last != '-' || last == ' ' {
                numbers += 1;
                has_dot = false;
            }
            has_dot |= c == '.';
            last = c;
        }
    }
    match numbers % 2 {
        0 => Ok(()),
        _ => Err(format!("`points` has {numbers} numbers, and the last one belongs to no pair; add one")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_pairs_of_numbers() {
        for (text, want) in [
            ("10,10 90,10 90,90", true),
            ("10 10-5.5.5 3e-4 -1", true),
            ("", true),
            (" .5.5,+1-1 ", true),
            ("10,10 90,10 90", false),
            ("10,10 90,x", false),
        ] {
            assert_eq!(points(text).is_ok(), want, "{text}");
        }
    }
}
