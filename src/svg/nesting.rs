//! Finds the tag behind an error of nesting. A parser stops at the end that does not fit.

use usvg::roxmltree::Error;

use super::Fault;
use super::guard::tag_end;
use crate::finding::rule;

/// The element that is not closed, or the end that closes nothing, if that is the error.
pub(super) fn unclosed(svg: &str, error: &Error) -> Option<Fault> {
    if !matches!(error, Error::UnexpectedCloseTag(..) | Error::UnclosedRootNode) {
        return None;
    }
    let (at, message, help) = wrong(svg)?;
    let before = &svg[..at];
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() as u32 + 1;
    Some(Fault { at: Some((line, column)), ..Fault::new(&rule::SVG_FAULT, message).help(help) })
}

/// Where the first error is, what is wrong, and what to do.
fn wrong(svg: &str) -> Option<(usize, String, String)> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    let is_open = |(name, at): (&str, usize)| {
        (at, format!("`<{name}>` is not closed"), format!("write `</{name}>` behind what belongs into it"))
    };
    let mut at = 0;
    while let Some(next) = svg[at..].find('<').map(|next| at + next) {
        let tag = &svg[next + 1..];
        let skip = |mark: &str| tag.find(mark).map_or(svg.len(), |end| next + 1 + end + mark.len());
        at = next + 1;
        if tag.starts_with("!--") {
            at = skip("-->");
        } else if tag.starts_with("![CDATA[") {
            at = skip("]]>");
        } else if let Some(end) = tag.strip_prefix('/') {
            let name = name(end);
            match open.last() {
                Some((last, _)) if *last == name => drop(open.pop()),
                Some(&last) if open.iter().any(|(outer, _)| *outer == name) => return Some(is_open(last)),
                _ => {
                    let help = format!("delete it, or write `<{name}>` before what belongs into it");
                    return Some((next, format!("`</{name}>` closes nothing"), help));
                }
            }
        } else if !tag.starts_with(['!', '?']) {
            let (end, _) = tag_end(svg.as_bytes(), next + 1);
            if !svg[..end.min(svg.len())].ends_with('/') {
                open.push((name(tag), next));
            }
            at = end.min(svg.len());
        }
    }
    open.pop().map(is_open)
}

fn name(tag: &str) -> &str {
    tag.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_at_fault_is_found() {
        for (svg, tag, message) in [
            ("<svg><g><rect/></svg>", "<g", "`<g>` is not closed"),
            ("<svg>\n<g a='>'><!-- </g> --><path></g>\n</svg>", "<path", "`<path>` is not closed"),
            ("<svg><g/></g></svg>", "</g", "`</g>` closes nothing"),
            ("<svg><g></g>", "<svg", "`<svg>` is not closed"),
        ] {
            let (at, said, _) = wrong(svg).expect("an error");
            assert!(said == message && svg[at..].starts_with(tag), "{svg}: {said} at {at}");
        }
    }
}
