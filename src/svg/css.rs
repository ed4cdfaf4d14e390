//! Style sheets inside a drawing: which declarations apply to which element.

use simplecss::{AttributeOperator, Declaration, PseudoClass, StyleSheet};
use usvg::roxmltree::{Document, Node};

/// The most bytes of style sheets.
pub(super) const BYTES: usize = 32 << 10;
/// The most steps of a selector, such as the three of `g .a path`: each may look at all elements around one.
const STEPS: usize = 4;

/// The style sheets of a drawing.
pub(super) struct Sheet<'a>(StyleSheet<'a>);

impl<'a> Sheet<'a> {
    /// Reads the style sheets, or says which limit they break. `None` if there are no rules.
    pub fn of(doc: &'a Document) -> Result<Option<Sheet<'a>>, (Node<'a, 'a>, String)> {
        if !doc.input_text().contains("style") {
            return Ok(None);
        }
        let (mut sheet, mut bytes) = (StyleSheet::new(), 0);
        for node in doc.descendants().filter(|node| node.tag_name().name() == "style" && node.is_element()) {
            let text = node.text().unwrap_or("");
            bytes += text.len();
            if bytes > BYTES {
                return Err((node, format!("the style sheets have more than {BYTES} bytes")));
            }
            if text.contains("@import") {
                return Err((node, "a style sheet refers to another file with `@import`, which is left out".into()));
            }
            sheet.parse_more(text);
        }
        let steps =
            |rule: &simplecss::Rule| rule.selector.to_string().split([' ', '>', '+']).filter(|s| !s.is_empty()).count();
        match sheet.rules.iter().any(|rule| steps(rule) > STEPS) {
            true => Err((doc.root_element(), format!("a style rule looks at more than {STEPS} elements at once"))),
            false => Ok((!sheet.rules.is_empty()).then_some(Sheet(sheet))),
        }
    }

    /// How many rules there are.
    pub fn rules(&self) -> usize {
        self.0.rules.len()
    }

    /// All declarations of all rules.
    pub fn all(&self) -> impl Iterator<Item = &Declaration<'a>> {
        self.0.rules.iter().flat_map(|rule| &rule.declarations)
    }

    /// The declarations that apply to an element, the strongest last.
    pub fn on(&self, node: Node) -> impl Iterator<Item = &Declaration<'a>> {
        let rules = self.0.rules.iter().filter(move |rule| rule.selector.matches(&Element(node)));
        rules.flat_map(|rule| &rule.declarations)
    }
}

/// An element, as selectors ask for it.
struct Element<'a, 'b>(Node<'a, 'b>);

impl simplecss::Element for Element<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Element)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Element)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}
