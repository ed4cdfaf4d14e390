//! Refuses drawings that would hang or crash the SVG reader, or exhaust its memory.

use std::collections::HashMap;

use simplecss::Declaration;
use usvg::roxmltree::{Document, Node, NodeId, ParsingOptions};

use super::css::Sheet;
use super::{Fault, left_out, names, nesting, unread, warnings};
use crate::finding::rule;

/// The largest drawing, in bytes.
const BYTES: usize = 4 << 20;
/// The most nodes.
const NODES: u32 = 100_000;
/// The deepest nesting of elements.
const DEPTH: usize = 128;
/// The longest attribute, in bytes.
const ATTRIBUTE: usize = 256 << 10;
/// The most attributes of one element.
const ATTRIBUTES: usize = 256;
/// The most bytes of plain text.
const TEXT: usize = 8 << 10;
/// The most elements once all references are followed.
const EXPANDED: u64 = 100_000;
/// The most comparisons of elements with style rules, once all references are followed.
const STYLED: u64 = 4_000_000;
/// The longest chain of references.
const CHAIN: usize = 24;
/// The most filter primitives.
const PRIMITIVES: usize = 16;
/// The most elements with a filter: each is rasterized.
const FILTERED: usize = 8;

/// Parses the XML and checks it against the limits.
pub(super) fn admit(svg: &str) -> Result<Document<'_>, Vec<Fault>> {
    let too = |message: String| vec![Fault::new(&rule::SVG_TOO_COMPLEX, message)];
    if svg.len() > BYTES {
        return Err(too(format!("the drawing is {} bytes long, the limit is {BYTES}", svg.len())));
    }
    tags(svg).map_err(too)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES, ..ParsingOptions::default() };
    let doc = Document::parse_with_options(svg, options).map_err(|cause| {
        if let Some(fault) = nesting::unclosed(svg, &cause) {
            return vec![fault];
        }
        let at = cause.pos();
        let rule = if matches!(cause, usvg::roxmltree::Error::NodesLimitReached) {
            &rule::SVG_TOO_COMPLEX
        } else {
            &rule::SVG_FAULT
        };
        let message = match cause {
            usvg::roxmltree::Error::DtdDetected => "a DTD is not allowed".to_owned(),
            usvg::roxmltree::Error::NodesLimitReached => format!("more than {NODES} nodes"),
            other => other.to_string(),
        };
        vec![Fault { at: Some((at.row, at.col)), ..Fault::new(rule, message) }]
    })?;
    // What is wrong with a style sheet is said again when the drawing is read.
    let (node, message) = match warnings::listen(|| Sheet::of(&doc)).0 {
        Ok(sheet) => {
            let links = limits(&doc, sheet.as_ref()).map_err(|fault| vec![fault])?;
            links.check(&doc, sheet.as_ref().map_or(0, Sheet::rules)).map_err(|fault| vec![fault])?;
            let slips = names::slips(&doc, sheet.as_ref());
            drop(sheet);
            return if slips.is_empty() { Ok(doc) } else { Err(slips) };
        }
        Err((node, message)) => (node.range().start, message),
    };
    Err(vec![Fault::new(&rule::SVG_TOO_COMPLEX, message).at(&doc, node)])
}

/// Scans the tags before parsing: parsers recurse on nesting and are slow on many attributes.
fn tags(svg: &str) -> Result<(), String> {
    let bytes = svg.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(next) = svg[at..].find('<') {
        let tag = at + next + 1;
        let skip = |mark: &str| svg[tag..].find(mark).map_or(svg.len(), |end| tag + end + mark.len());
        at = match bytes.get(tag) {
            Some(b'/') => {
                depth = depth.saturating_sub(1);
                tag + 1
            }
            Some(b'!') if svg[tag..].starts_with("!--") => skip("-->"),
            Some(b'!') if svg[tag..].starts_with("![CDATA[") => skip("]]>"),
            Some(b'?') => skip("?>"),
            Some(b'!') | None => tag,
            Some(_) => {
                let (end, attributes) = tag_end(bytes, tag);
                if attributes > ATTRIBUTES {
                    return Err(format!("{attributes} attributes on one element, the limit is {ATTRIBUTES}"));
                }
                if bytes.get(end.wrapping_sub(1)) != Some(&b'/') {
                    depth += 1;
                }
                if depth > DEPTH {
                    return Err(format!("elements are nested deeper than {DEPTH}"));
                }
                end.min(svg.len())
            }
        };
    }
    Ok(())
}

/// Where a tag ends, skipping quoted values, and how many attributes it has.
pub(super) fn tag_end(bytes: &[u8], mut at: usize) -> (usize, usize) {
    let mut attributes = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'>' => break,
            b'"' | b'\'' => {
                attributes += 1;
                at += 1;
                while bytes.get(at).is_some_and(|&b| b != byte) {
                    at += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    (at, attributes)
}

/// Checks each node against the limits and collects the references.
fn limits<'a>(doc: &'a Document, sheet: Option<&'a Sheet>) -> Result<Links<'a>, Fault> {
    let (mut text, mut primitives, mut filtered) = (0, 0, 0);
    let mut links = Links::default();
    let matters = |d: &Declaration| {
        d.value.contains("url") || d.name == "filter" || left_out::is_doubtful(d.name) || unread::is_doubtful(d.name)
    };
    let with_links = sheet.filter(|sheet| sheet.all().any(matters));
    for node in doc.descendants() {
        let at = |fault: Fault| fault.at(doc, node.range().start);
        let too = |message: String| at(Fault::new(&rule::SVG_TOO_COMPLEX, message));
        if node.is_text() {
            let written = node.text().unwrap_or("");
            if !written.trim().is_empty() && !left_out::is_silent(node) {
                text += written.len();
                if text > TEXT {
                    return Err(too(format!("more than {TEXT} bytes of plain text")));
                }
            }
            continue;
        }
        if !node.is_element() {
            continue;
        }
        left_out::check(node).map_err(|message| at(Fault::new(&rule::SVG_FAULT, message)))?;
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let is_picture = name == "href" && value.starts_with("data:");
            if value.len() > ATTRIBUTE && !is_picture {
                return Err(too(format!("`{name}` is {} bytes long, the limit is {ATTRIBUTE}", value.len())));
            }
            if left_out::is_foreign(node) {
                continue;
            }
            if name == "style" && value.contains("filter") {
                let all = simplecss::DeclarationTokenizer::from(value);
                filtered += all.map(|declaration| filters(declaration.name, declaration.value)).sum::<usize>();
            }
            filtered += filters(name, value);
            left_out::outside(node, name, value)
                .and_then(|()| unread::attribute(node, name, value))
                .map_err(|message| at(Fault::new(&rule::SVG_FAULT, message)))?;
            links.attribute(node, name, value);
        }
        for declaration in with_links.into_iter().flat_map(|sheet| sheet.on(node)) {
            let (name, value) = (declaration.name, declaration.value);
            filtered += filters(name, value);
            left_out::outside(node, name, value)
                .and_then(|()| unread::property(node, name, value))
                .map_err(|message| at(Fault::new(&rule::SVG_FAULT, message)))?;
            links.attribute(node, name, value);
        }
        if filtered > FILTERED {
            return Err(too(format!("more than {FILTERED} elements with a filter")));
        }
        if node.tag_name().name().starts_with("fe") {
            primitives += 1;
            if primitives > PRIMITIVES {
                return Err(too(format!("more than {PRIMITIVES} filter steps")));
            }
            filter_cost(node).map_err(too)?;
        }
    }
    for declaration in with_links.into_iter().flat_map(Sheet::all) {
        let missing = targets(declaration.value).find(|id| !links.ids.contains_key(id));
        if let Some(id) = missing {
            let message = format!("the style sheet refers to `#{id}`, which is not in the drawing");
            return Err(Fault::new(&rule::SVG_FAULT, message));
        }
    }
    Ok(links)
}

/// How many filters a declaration applies: functions such as `blur(2)` may follow one another.
fn filters(name: &str, value: &str) -> usize {
    if name == "filter" && value.trim() != "none" { 1 + value.matches('(').count().saturating_sub(1) } else { 0 }
}

/// The ids that a value refers to: `a` for `url(#a)`.
fn targets(value: &str) -> impl Iterator<Item = &str> {
    value.match_indices("url(").filter_map(|(at, _)| {
        let rest = value[at + 4..].trim_start_matches(['\'', '"', ' ']);
        rest.strip_prefix('#').and_then(|id| id.split([')', '\'', '"', ' ']).next())
    })
}

fn filter_cost(node: Node) -> Result<(), String> {
    for (key, limit) in [("numOctaves", 6.0), ("order", 9.0), ("radius", 5.0), ("stdDeviation", 20.0)] {
        let Some(value) = node.attribute(key) else { continue };
        for part in value.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty()) {
            // A value that cannot be read is refused.
            if !part.parse::<f64>().is_ok_and(|number| number <= limit) {
                return Err(format!("filter `{key}` is `{}`, the limit is {limit}", value.trim()));
            }
        }
    }
    Ok(())
}

/// What refers to what in a drawing.
#[derive(Default)]
struct Links<'a> {
    ids: HashMap<&'a str, Node<'a, 'a>>,
    /// The ids of several elements that differ, and one of them.
    doubled: HashMap<&'a str, Node<'a, 'a>>,
    /// In the order of the drawing.
    all: Vec<Link<'a>>,
    /// How many elements each target expands to, once known.
    known: HashMap<NodeId, u64>,
    /// The targets that are being followed.
    open: Vec<NodeId>,
}

/// A reference: from which node, by which attribute, to which id, and how many times that is drawn.
struct Link<'a> {
    from: Node<'a, 'a>,
    name: &'a str,
    id: &'a str,
    times: u64,
}

impl<'a> Links<'a> {
    fn attribute(&mut self, node: Node<'a, 'a>, name: &'a str, value: &'a str) {
        if name == "id"
            && let Some(other) = self.ids.insert(value, node)
            && self.text(other) != self.text(node)
        {
            self.doubled.insert(value, node);
        }
        // Nearly all of them are path data and colors.
        let is_color = value.starts_with('#') && value.len() <= 9 && name != "href";
        if is_color || name == "d" || !value.contains('#') {
            return;
        }
        let plain = if name == "href" { value.strip_prefix('#') } else { None };
        // A marker stands at every corner of a path.
        let times = match name.starts_with("marker") || (name == "style" && value.contains("marker")) {
            true => {
                let corners = ["d", "points"].iter().filter_map(|key| node.attribute(*key)).map(str::len).max();
                corners.unwrap_or(0) as u64 / 4 + 3
            }
            false => 1,
        };
        self.all.extend(plain.into_iter().chain(targets(value)).map(|id| Link { from: node, name, id, times }));
    }

    /// The element as it is written.
    fn text(&self, node: Node<'a, 'a>) -> &'a str {
        &node.document().input_text()[node.range()]
    }

    /// Counts the elements of the drawing with every reference followed.
    fn check(mut self, doc: &Document, rules: usize) -> Result<(), Fault> {
        let all = std::mem::take(&mut self.all);
        let total = self.cost(doc, doc.root_element(), &all)?;
        if total > EXPANDED {
            return Err(Fault::new(
                &rule::SVG_TOO_COMPLEX,
                format!("references expand to {total} elements, the limit is {EXPANDED}"),
            ));
        }
        let styled = total.saturating_mul(rules as u64);
        if styled > STYLED {
            let message = format!(
                "{total} elements are compared with {rules} style rules, {styled} times; the limit is {STYLED}"
            );
            return Err(Fault::new(&rule::SVG_TOO_COMPLEX, message));
        }
        Ok(())
    }

    /// The elements of a node, including those that its references draw again.
    fn cost(&mut self, doc: &Document, node: Node, all: &[Link<'a>]) -> Result<u64, Fault> {
        let range = node.range();
        let mut sum = node.descendants().filter(Node::is_element).count() as u64;
        let first = all.partition_point(|link| link.from.range().start < range.start);
        for link in all[first..].iter().take_while(|link| link.from.range().start < range.end) {
            let Some(&target) = self.ids.get(link.id) else {
                let message = format!("`{}` refers to `#{}`, which is not in the drawing", link.name, link.id);
                return Err(Fault::new(&rule::SVG_FAULT, message).at(doc, link.from.range().start));
            };
            if self.doubled.contains_key(link.id) {
                let message =
                    format!("`{}` refers to `#{}`, and several elements that differ have that id", link.name, link.id);
                return Err(Fault::new(&rule::SVG_FAULT, message).at(doc, link.from.range().start));
            }
            let fault = |message: &str| Fault::new(&rule::SVG_TOO_COMPLEX, message).at(doc, link.from.range().start);
            if self.open.contains(&target.id()) {
                return Err(fault("references form a cycle"));
            }
            if self.open.len() >= CHAIN {
                return Err(fault("a chain of references is longer than 24"));
            }
            let reached = match self.known.get(&target.id()) {
                Some(&reached) => reached,
                None => {
                    self.open.push(target.id());
                    let reached = self.cost(doc, target, all)?;
                    self.open.pop();
                    self.known.insert(target.id(), reached);
                    reached
                }
            };
            sum = sum.saturating_add(reached.saturating_mul(link.times));
        }
        Ok(sum)
    }
}
