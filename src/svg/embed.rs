//! A whole drawing rewritten to stand inside another: its ids and styles touch nothing around it.

use std::fmt::Write as _;

use usvg::roxmltree::{Document, Node};

use super::css::Sheet;
use super::{Fault, guard, root};
use crate::finding::rule;
use crate::markup::escaped;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Rewrites a drawing without a prolog. `name` tells its ids from those of others.
///
/// Styles become attributes of the elements they apply to, and what programs keep for themselves is dropped.
pub fn embedded(svg: &str, name: &str) -> Result<String, Vec<Fault>> {
    let doc = guard::admit(svg)?;
    let sheet = Sheet::of(&doc).map_err(|(_, message)| vec![Fault::new(&rule::SVG_TOO_COMPLEX, message)])?;
    let prefix: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let mut writer = Writer { doc: &doc, sheet: sheet.as_ref(), prefix, out: String::with_capacity(svg.len()) };
    writer.element(doc.root_element());
    Ok(root::in_millimeters(&writer.out).into_owned())
}

struct Writer<'a> {
    doc: &'a Document<'a>,
    sheet: Option<&'a Sheet<'a>>,
    prefix: String,
    out: String,
}

impl Writer<'_> {
    fn element(&mut self, node: Node) {
        let name = node.tag_name().name();
        let is_ours = node.tag_name().namespace().is_none_or(|space| space == SVG);
        if !is_ours || matches!(name, "style" | "metadata" | "title" | "desc" | "foreignObject" | "flowRoot") {
            return;
        }
        let _ = write!(self.out, "<{name}");
        if node == self.doc.root_element() {
            let _ = write!(self.out, " xmlns=\"{SVG}\"");
        }
        let has_href = node.attributes().any(|a| a.name() == "href" && a.namespace().is_none());
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            match (attribute.namespace(), name) {
                (None | Some(SVG), "style" | "class") | (None | Some(SVG), "id") if name != "id" => {}
                (None | Some(SVG), "id") => self.attribute("id", &format!("{}-{value}", self.prefix)),
                (Some(XLINK), "href") if has_href => {}
                (None | Some(XLINK), "href") => match value.strip_prefix('#') {
                    Some(id) => self.attribute("href", &format!("#{}-{id}", self.prefix)),
                    None => self.attribute("href", value),
                },
                (None | Some(SVG), _) => self.attribute(name, &self.renamed(value)),
                (Some(XML), "space") => self.attribute("xml:space", value),
                _ => {}
            }
        }
        let mut style = self.style(node);
        if node == self.doc.root_element() {
            // Nothing of a file is seen outside its view box.
            style.push_str(";overflow:hidden");
        }
        if !style.is_empty() {
            self.attribute("style", &style);
        }
        self.out.push('>');
        for child in node.children() {
            match child.is_text() {
                // Words in no `<text>` are never drawn.
                true if !node.ancestors().any(|outer| outer.tag_name().name() == "text") => {}
                // Braces would be tags of a template.
                true => self.out.push_str(&escaped(child.text().unwrap_or("")).replace('{', "&#123;")),
                false if child.is_element() => self.element(child),
                false => {}
            }
        }
        let _ = write!(self.out, "</{name}>");
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, " {name}=\"{}\"", escaped(value).replace('{', "&#123;"));
    }

    /// All declarations of an element, the strongest last.
    fn style(&self, node: Node) -> String {
        let own = node.attribute("style").unwrap_or("");
        let rules: Vec<_> = self.sheet.map_or_else(Vec::new, |sheet| sheet.on(node).copied().collect());
        if rules.is_empty() {
            return self.renamed(own);
        }
        let of = |is_important| rules.iter().filter(move |declaration| declaration.important == is_important);
        let mut style = String::new();
        for declaration in of(false) {
            let _ = write!(style, "{}:{};", declaration.name, declaration.value);
        }
        let _ = write!(style, "{own};");
        // An important declaration beats the element's own.
        for declaration in of(true) {
            let _ = write!(style, "{}:{};", declaration.name, declaration.value);
        }
        self.renamed(&style)
    }

    /// A value with its references to the renamed ids.
    fn renamed(&self, value: &str) -> String {
        if !value.contains("url(") {
            return value.to_owned();
        }
        let mut out = String::new();
        for (i, part) in value.split("url(").enumerate() {
            if i > 0 {
                out.push_str("url(");
                let bare = part.trim_start_matches(['\'', '"', ' ']);
                out.push_str(&part[..part.len() - bare.len()]);
                match bare.strip_prefix('#') {
                    Some(id) => {
                        let _ = write!(out, "#{}-{id}", self.prefix);
                    }
                    None => out.push_str(bare),
                }
            } else {
                out.push_str(part);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_styles_stay_inside() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
            xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="24mm" height="12mm" inkscape:version="1">
            <style>.a{fill:url(#a)} rect.a{stroke:red!important}</style>
            <linearGradient id="a"/><rect class="a" width="1" height="1" style="stroke:blue"/><use xlink:href="#a"/><inkscape:guide/></svg>"##;
        let drawn = embedded(svg, "art/x.svg").expect("a drawing");
        for want in [
            "viewBox=\"0 0 90.7087 45.3543\"",
            "width=\"24\"",
            "<linearGradient id=\"art-x-svg-a\">",
            "style=\"fill:url(#art-x-svg-a);stroke:blue;stroke:red;\"",
            "<use href=\"#art-x-svg-a\">",
        ] {
            assert!(drawn.contains(want), "{want} is not in {drawn}");
        }
        assert!(!drawn.contains("guide") && !drawn.contains("inkscape") && !drawn.contains("class"), "{drawn}");
    }
}
