//! Refuses drawings that would hang, exhaust or crash the SVG reader, before it sees them.

use std::collections::HashMap;

use usvg::roxmltree::{Document, Node, NodeId, ParsingOptions};

use super::Fault;
use crate::diag::rule;

/// Largest drawing, in bytes.
const BYTES: usize = 4 << 20;
/// Most nodes.
const NODES: u32 = 100_000;
/// Deepest nesting of elements.
const DEPTH: usize = 128;
/// Longest attribute, in bytes.
const ATTRIBUTE: usize = 256 << 10;
/// Most attributes of one element.
const ATTRIBUTES: usize = 256;
/// Most characters of plain text, style sheets included.
const TEXT: usize = 64 << 10;
/// Most elements once all references are followed.
const EXPANDED: u64 = 200_000;
/// Longest chain of references.
const CHAIN: usize = 24;
/// Most filter primitives.
const PRIMITIVES: usize = 64;

/// Parses the XML and checks it against the limits.
pub(super) fn admit(svg: &str) -> Result<Document<'_>, Vec<Fault>> {
    let too = |message: String| vec![Fault::new(&rule::SVG_TOO_COMPLEX, message)];
    if svg.len() > BYTES {
        return Err(too(format!("the drawing is {} bytes long, the limit is {BYTES}", svg.len())));
    }
    nesting(svg).map_err(|depth| too(format!("elements are nested {depth} deep, the limit is {DEPTH}")))?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES, ..ParsingOptions::default() };
    let doc = Document::parse_with_options(svg, options).map_err(|cause| {
        let at = cause.pos();
        let message = match cause {
            usvg::roxmltree::Error::DtdDetected => "a DTD is not allowed".to_owned(),
            usvg::roxmltree::Error::NodesLimitReached => format!("more than {NODES} nodes"),
            other => other.to_string(),
        };
        vec![Fault { rule: &rule::SVG_FAULT, message, at: Some((at.row, at.col)) }]
    })?;
    limits(&doc).map_err(|fault| vec![fault])?;
    references(&doc).map_err(|fault| vec![fault])?;
    Ok(doc)
}

/// Follows the tags by eye, because a parser may already recurse on them.
fn nesting(svg: &str) -> Result<(), usize> {
    let bytes = svg.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(next) = svg[at..].find('<') {
        let tag = at + next + 1;
        at = tag;
        match bytes.get(tag) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => {
                let end = svg[tag..].find('>').map_or(svg.len(), |e| tag + e);
                if bytes.get(end.wrapping_sub(1)) != Some(&b'/') {
                    depth += 1;
                }
                if depth > DEPTH {
                    return Err(depth);
                }
                at = end.min(svg.len());
            }
        }
    }
    Ok(())
}

fn limits(doc: &Document) -> Result<(), Fault> {
    let mut text = 0;
    let mut primitives = 0;
    for node in doc.descendants() {
        let too = |message: String| Fault::new(&rule::SVG_TOO_COMPLEX, message).at(doc, node.range().start);
        if node.is_text() {
            text += node.text().map_or(0, str::len);
            if text > TEXT {
                return Err(too(format!("more than {TEXT} bytes of plain text")));
            }
            continue;
        }
        if !node.is_element() {
            continue;
        }
        if node.attributes().len() > ATTRIBUTES {
            return Err(too(format!("{} attributes on one element, the limit is {ATTRIBUTES}", node.attributes().len())));
        }
        for attribute in node.attributes() {
            let is_picture = attribute.name() == "href" && attribute.value().starts_with("data:");
            if attribute.value().len() > ATTRIBUTE && !is_picture {
                return Err(too(format!(
                    "`{}` is {} bytes long, the limit is {ATTRIBUTE}",
                    attribute.name(),
                    attribute.value().len()
                )));
            }
        }
        let name = node.tag_name().name();
        if name.starts_with("fe") {
            primitives += 1;
            if primitives > PRIMITIVES {
                return Err(too(format!("more than {PRIMITIVES} filter steps")));
            }
            filter_cost(node).map_err(too)?;
        }
    }
    Ok(())
}

fn filter_cost(node: Node) -> Result<(), String> {
    for (key, limit) in [("numOctaves", 8.0), ("order", 15.0), ("radius", 20.0), ("stdDeviation", 50.0)] {
        let Some(value) = node.attribute(key) else { continue };
        let largest = value
            .split([' ', ','])
            .filter_map(|part| part.parse::<f64>().ok())
            .fold(0.0f64, |most, v| if v.is_nan() { f64::INFINITY } else { most.max(v) });
        if largest > limit {
            return Err(format!("filter `{key}` is {value}, the limit is {limit}"));
        }
    }
    Ok(())
}

/// Counts what the drawing grows to when every reference is followed.
fn references(doc: &Document) -> Result<(), Fault> {
    let ids: HashMap<&str, Node> =
        doc.descendants().filter_map(|node| node.attribute("id").map(|id| (id, node))).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut known = HashMap::new();
    let mut open = Vec::new();
    let total = cost(doc, doc.root_element(), &ids, &mut known, &mut open)?;
    if total > EXPANDED {
        return Err(Fault::new(
            &rule::SVG_TOO_COMPLEX,
            format!("references expand to {total} elements, the limit is {EXPANDED}"),
        ));
    }
    Ok(())
}

fn cost<'a>(
    doc: &'a Document,
    node: Node<'a, 'a>,
    ids: &HashMap<&str, Node<'a, 'a>>,
    known: &mut HashMap<NodeId, u64>,
    open: &mut Vec<NodeId>,
) -> Result<u64, Fault> {
    let mut sum = 1u64;
    for attribute in node.attributes() {
        let target = match attribute.name() {
            "href" => attribute.value().strip_prefix('#'),
            _ => attribute.value().find("url(").and_then(|at| {
                let rest = attribute.value()[at + 4..].trim_start_matches(['\'', '"', ' ']);
                rest.strip_prefix('#').map(|id| id.split([')', '\'', '"', ' ']).next().unwrap_or(""))
            }),
        };
        let Some(&target) = target.and_then(|id| ids.get(id)) else { continue };
        let fault = |message: &str| Fault::new(&rule::SVG_TOO_COMPLEX, message).at(doc, node.range().start);
        if open.contains(&target.id()) {
            return Err(fault("references run in a circle"));
        }
        if open.len() >= CHAIN {
            return Err(fault("a chain of references is longer than 24"));
        }
        let reached = match known.get(&target.id()) {
            Some(&reached) => reached,
            None => {
                open.push(target.id());
                let reached = cost(doc, target, ids, known, open)?;
                open.pop();
                known.insert(target.id(), reached);
                reached
            }
        };
        sum = sum.saturating_add(reached);
    }
    for child in node.children().filter(Node::is_element) {
        sum = sum.saturating_add(cost(doc, child, ids, known, open)?);
    }
    Ok(sum)
}
