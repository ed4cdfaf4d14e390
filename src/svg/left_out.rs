//! What the SVG reader leaves out without a word: each becomes a fault.

use usvg::roxmltree::{Document, Node};

use super::Fault;
use crate::finding::rule;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Whether a program keeps an element for itself.
pub(super) fn is_foreign(node: Node) -> bool {
    node.tag_name().namespace().is_some_and(|space| space != SVG)
}

/// Says what of an element is not drawn, and what to do.
pub(super) fn check(node: Node) -> Result<(), String> {
    let tag = node.tag_name();
    // What programs keep for themselves, such as guides and layers, is never drawn.
    if is_foreign(node) {
        return Ok(());
    }
    let name = tag.name();
    match name {
        "g" | "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "use" | "svg" | "text"
        | "tspan" | "textPath" | "tref" | "image" | "defs" | "symbol" | "marker" | "mask" | "clipPath" | "pattern"
        | "linearGradient" | "radialGradient" | "stop" | "style" | "switch" | "a" | "filter" | "title" | "desc"
        | "metadata" | "view" | "cursor" | "color-profile" => Ok(()),
        _ if name.starts_with("fe") || name.starts_with("font") || name.contains("glyph") || name.ends_with("kern") => {
            Ok(())
        }
        "script" => Err("a script is left out: nothing runs on paper; delete it".into()),
        "animate" | "animateColor" | "animateMotion" | "animateTransform" | "set" | "discard" => {
            Err(format!("an animation (`{name}`) is left out: paper shows the first state; delete it"))
        }
        "foreignObject" if is_replaced(node) || is_empty(node) => Ok(()),
        "foreignObject" => Err("`foreignObject` is left out; convert what is in it to text or shapes".into()),
        "flowRoot" if is_empty(node) => Ok(()),
        "flowRoot" => Err("flowed text (`flowRoot`) is left out; in Inkscape choose Text > Convert to Text".into()),
        _ if is_flowed(node) => Ok(()),
        _ => Err(format!("`{name}` is left out: it is no element of SVG 1.1; convert it to shapes")),
    }
}

/// Properties that a style may ask for in vain, beside references. `background-color` begins with one of them.
const DOUBTFUL: [&str; 3] = ["background", "direction", "font-weight"];

/// Whether a declaration might ask for something in vain on some element.
pub(super) fn is_doubtful(name: &str) -> bool {
    DOUBTFUL.iter().any(|start| name.starts_with(start))
}

/// Says what a value takes from outside the drawing, or asks for in vain.
pub(super) fn outside(node: Node, name: &str, value: &str) -> Result<(), String> {
    match name {
        "href" => {
            let is_own = value.is_empty() || value.starts_with('#');
            let tag = node.tag_name().name();
            match is_own || matches!(tag, "image" | "a") || (tag == "feImage" && value.starts_with("data:")) {
                true => Ok(()),
                false => Err(format!("`{tag}` refers to `{}` in another file, which is left out", short(value))),
            }
        }
        "direction" if value.trim() == "rtl" && is_moved(node) => Err(
            "`direction` is left out; draw the text with `text(…)`, or delete it and swap `start` and `end` of `text-anchor`"
                .into(),
        ),
        "style" => {
            if DOUBTFUL.iter().any(|name| value.contains(name)) {
                for declaration in simplecss::DeclarationTokenizer::from(value) {
                    outside(node, declaration.name, declaration.value)?;
                }
            }
            references(name, value)
        }
        "font-weight" => weight(value.trim()),
        "background" | "background-color" if node.tag_name().name() == "svg" => {
            let value = value.trim();
            match matches!(value, "none" | "transparent" | "white" | "#fff" | "#ffffff") {
                true => Ok(()),
                false => Err(format!("the background `{}` is left out; draw a rectangle instead", short(value))),
            }
        }
        "fill" | "stroke" | "filter" | "mask" | "clip-path" | "marker" | "marker-start" | "marker-mid"
        | "marker-end" => references(name, value),
        _ => Ok(()),
    }
}

/// Whether `direction` moves a text of an element: one in its own middle stays where it is.
fn is_moved(node: Node) -> bool {
    // What stands in an element that runs leftward was judged with it.
    let runs_left = |outer: Node| {
        outer.attribute("direction") == Some("rtl")
            || outer.attribute("style").is_some_and(|style| style.contains("rtl"))
    };
    if node.ancestors().skip(1).any(runs_left) {
        return false;
    }
    let of_style = |style: &str| {
        let declared = simplecss::DeclarationTokenizer::from(style).find(|one| one.name == "text-anchor");
        declared.map(|one| one.value.trim().to_owned())
    };
    let own = |node: Node| {
        let style = node.attribute("style").and_then(of_style);
        style.or_else(|| node.attribute("text-anchor").map(str::to_owned))
    };
    let is_off_middle = |text: Node| text.ancestors().find_map(own).as_deref() != Some("middle");
    node.descendants().filter(|inner| matches!(inner.tag_name().name(), "text" | "tspan" | "textPath")).any(|text| {
        text.children().any(|part| part.is_text() && !part.text().unwrap_or("").trim().is_empty())
            && is_off_middle(text)
    })
}

/// Refuses weights that the reader takes for another.
fn weight(value: &str) -> Result<(), String> {
    if value == "lighter" {
        return Err("the `font-weight` `lighter` is not as light as in a browser; write its number, such as 400".into());
    }
    match value.parse::<f32>() {
        Ok(number) if !(number % 100.0 == 0.0 && (100.0..=900.0).contains(&number)) => {
            let near = (number / 100.0).round().clamp(1.0, 9.0) * 100.0;
            Err(format!("the `font-weight` `{value}` would be read as its parent's; write {near}, or use `text(…)`"))
        }
        _ => Ok(()),
    }
}

/// Refuses `url(…)` that is not `url(#…)`.
fn references(name: &str, value: &str) -> Result<(), String> {
    for (at, _) in value.match_indices("url(") {
        let target = value[at + 4..].trim_start_matches(['\'', '"', ' ']);
        if !target.starts_with('#') {
            let target = target.split(')').next().unwrap_or("");
            return Err(format!("`{name}` refers to `{}` outside the drawing, which is left out", short(target)));
        }
    }
    Ok(())
}

fn short(value: &str) -> String {
    value.chars().take(60).collect()
}

/// Whether text is only about the drawing, or kept by a program for itself.
pub(super) fn is_silent(text: Node) -> bool {
    text.ancestors().skip(1).filter(Node::is_element).any(|node| {
        let tag = node.tag_name();
        tag.namespace().is_some_and(|space| space != SVG)
            || matches!(tag.name(), "metadata" | "title" | "desc" | "style")
    })
}

/// Whether a `switch` has something else to draw instead.
fn is_replaced(node: Node) -> bool {
    let others = |switch: Node| {
        switch.children().any(|other| other.is_element() && other != node && other.tag_name().namespace() == Some(SVG))
    };
    node.parent_element().filter(|parent| parent.tag_name().name() == "switch").is_some_and(others)
}

/// What each shape needs to be drawn. One of several is enough for an ellipse.
const NEEDED: [(&str, &[&[&str]]); 5] = [
    ("rect", &[&["width"], &["height"]]),
    ("circle", &[&["r"]]),
    ("ellipse", &[&["rx", "ry"]]),
    ("polygon", &[&["points"]]),
    ("polyline", &[&["points"]]),
];

/// The attribute that a shape lacks to be drawn.
pub(super) fn lacks(node: Node) -> Option<&'static str> {
    let (_, needed) = NEEDED.iter().find(|(name, _)| *name == node.tag_name().name())?;
    let missing = needed.iter().find(|any| !any.iter().any(|name| node.has_attribute(*name)));
    missing.filter(|_| !is_foreign(node) && !is_flowed(node)).map(|any| any[0])
}

/// Whether a warning of the reader is about a picture without an extent: there is nothing to draw.
pub(super) fn is_nothing(doc: &Document, warning: &str) -> bool {
    if !warning.starts_with("Image has an invalid size") {
        return false;
    }
    let images = doc.descendants().filter(|node| node.tag_name().name() == "image");
    let sides = images.flat_map(|image| [image.attribute("width"), image.attribute("height")]);
    let sides: Vec<&str> = sides.flatten().map(str::trim).collect();
    let number = |side: &str| side.trim_end_matches(|c: char| c.is_alphabetic() || c == '%').parse();
    sides.iter().any(|side| number(side) == Ok(0.0)) && !sides.iter().any(|side| side.starts_with('-'))
}

/// A warning of the reader about a shape without an extent: a length of 0 is meant, and a missing or unreadable one is
/// reported by itself.
pub(super) fn extent(doc: &Document, warning: &str) -> Option<Fault> {
    let [kind, id, _, side, ..] = warning.split('\'').collect::<Vec<_>>()[..] else { return None };
    let kind = kind.trim().to_lowercase();
    let like_it =
        |node: &Node| node.tag_name().name() == kind && node.attribute("id").unwrap_or("") == id && node.is_element();
    let mut sides = doc.descendants().filter(like_it).filter_map(|node| node.attribute_node(side));
    let wrong = sides.find(|side| {
        let number = side.value().trim().trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        number.parse::<f64>().is_ok_and(|number| number < 0.0 || !number.is_finite())
    })?;
    let message = format!("`{side}` of `{kind}` is `{}`; it must be more than 0", wrong.value());
    Some(Fault::new(&rule::SVG_FAULT, message).at(doc, wrong.range().start).help("write a positive length"))
}

/// Words that stand in no `<text>`: no reader draws them.
pub(super) fn loose_words(doc: &Document) -> Result<(), Fault> {
    for node in doc.descendants().filter(Node::is_text) {
        let written = node.text().unwrap_or("");
        let is_text = |outer: Node| outer.tag_name().name() == "text";
        if written.trim().is_empty() || is_silent(node) || is_flowed(node) || node.ancestors().any(is_text) {
            continue;
        }
        let start = node.range().start + (written.len() - written.trim_start().len());
        let fault = Fault::new(&rule::SVG_FAULT, "words that are in no `text(…)` are not drawn");
        return Err(fault.at(doc, start).help("print them with `{{ text(text=…) }}`, or delete them"));
    }
    Ok(())
}

/// Whether it belongs to what another element stands for.
fn is_flowed(node: Node) -> bool {
    node.ancestors().any(|outer| matches!(outer.tag_name().name(), "flowRoot" | "foreignObject"))
}

/// The drawing in words that the reader knows; nothing if it knows all of them.
///
/// It takes new values of `image-rendering` from styles only.
pub(super) fn reworded(doc: &Document) -> Option<String> {
    let text = doc.input_text();
    if !text.contains("image-rendering") {
        return None;
    }
    let attributes = doc.descendants().flat_map(|node| node.attributes());
    let is_new = |value: &str| matches!(value, "pixelated" | "crisp-edges");
    let crisp = attributes.filter(|a| a.name() == "image-rendering" && a.namespace().is_none() && is_new(a.value()));
    let (mut out, mut end) = (String::new(), 0);
    for range in crisp.map(|attribute| attribute.range_value()) {
        out.push_str(&text[end..range.start]);
        out.push_str("optimizeSpeed");
        end = range.end;
    }
    (end > 0).then(|| out + &text[end..])
}

/// Whether nothing of an element would be seen.
fn is_empty(node: Node) -> bool {
    let is_seen = |inner: Node| match inner.is_text() {
        true => inner.text().is_some_and(|text| !text.trim().is_empty()),
        false => inner.tag_name().name() == "img" || inner.tag_name().name() == "canvas",
    };
    !node.descendants().any(is_seen)
}
