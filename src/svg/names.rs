//! Misspelt attributes and properties, and missing ones: a reader of SVG skips what they are about without a word.

use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::quality::FixedState;
use simplecss::{Declaration, DeclarationTokenizer};
use usvg::roxmltree::{Document, Node};

use super::css::Sheet;
use super::{Fault, left_out};
use crate::finding::{nearest, rule};

/// What shows on paper: these names are suggested.
const DRAWN: &str = "\
     x y x1 y1 x2 y2 cx cy r rx ry fx fy d dx dy points width height viewBox preserveAspectRatio transform \
     transform-origin href style class id color display visibility overflow fill fill-opacity fill-rule stroke \
     stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray \
     stroke-dashoffset opacity paint-order mix-blend-mode image-rendering clip-path clip-rule clipPathUnits mask \
     maskUnits maskContentUnits filter filterUnits primitiveUnits stdDeviation flood-color flood-opacity marker \
     marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient offset stop-color \
     stop-opacity gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform \
     font-family font-size font-style font-weight font-stretch font-variant text-anchor text-decoration \
     letter-spacing word-spacing dominant-baseline baseline-shift rotate startOffset textLength lengthAdjust";

/// What SVG, HTML, CSS and drawing programs know beside that.
const OTHER: &str = "\
     align-content align-items alignment-baseline all alt amplitude animation attributeName attributeType azimuth \
     background background-color background-image baseFrequency baseline-source baseProfile begin bias \
     block-progression border bottom box-shadow box-sizing by calcMode clip color-adjust color-interpolation \
     color-interpolation-filters color-profile color-rendering color-scheme content contentScriptType \
     contentStyleType cursor decoding diffuseConstant dir direction divisor dur edgeMode elevation \
     enable-background end exponent externalResourcesRequired fill-size filterRes flex float focusable font \
     font-feature-settings font-kerning font-language-override font-optical-sizing font-palette font-size-adjust \
     font-synthesis font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures \
     font-variant-numeric font-variant-position font-variation-settings fr from full g1 g2 \
     glyph-orientation-horizontal glyph-orientation-vertical glyphRef gradient hidden hyphens in in2 index \
     inline-size intercept isolation k k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning keyPoints keySplines \
     keyTimes label lang layer left lighting-color limitingConeAngle line-break line-height line-increment \
     list-style loading margin mark marker-offset marker-side mask-border mask-clip mask-composite mask-image \
     mask-mode mask-origin mask-position mask-repeat mask-size mask-type max max-height max-width media method \
     min min-height min-width mode name name1 numOctaves object-fit operator order origin outline overflow-wrap \
     overflow-x overflow-y overline-position overline-thickness padding path pathLength perspective \
     pointer-events pointsAtX pointsAtY pointsAtZ position preserveAlpha property quotes radius ref rel \
     repeatCount repeatDur requiredExtensions requiredFeatures requiredFonts requiredFormats restart result right \
     role scale seed shape-image-threshold shape-inside shape-margin shape-outside shape-padding shape-rendering \
     shape-subtract side slope solid-color solid-opacity space spacing specularConstant specularExponent src \
     stitchTiles stroke-align stroke-alignment stroke-dashadjust stroke-dashcorner surfaceScale systemLanguage \
     tabindex tableValues target targetX targetY text-align text-align-all text-align-last text-decoration-color \
     text-decoration-fill text-decoration-line text-decoration-skip text-decoration-skip-ink \
     text-decoration-stroke text-decoration-style text-decoration-thickness text-indent text-orientation \
     text-overflow text-rendering text-shadow text-transform text-underline-offset text-underline-position title \
     to top transform-box transform-style transition translate type underline-position underline-thickness \
     unicode unicode-bidi unicode-range user-select value values vector-effect version vertical-align viewTarget \
     white-space white-space-collapse widows will-change word-break word-wrap writing-mode xChannelSelector \
     yChannelSelector z z-index zoom zoomAndPan";

static KNOWN: LazyLock<HashSet<&str, FixedState>> =
    LazyLock::new(|| DRAWN.split_ascii_whitespace().chain(OTHER.split_ascii_whitespace()).collect());

/// Names that people expect, and what they are called.
const INSTEAD: [(&str, &str); 2] = [("fill-color", "fill"), ("stroke-color", "stroke")];

/// The shortest name that is taken for a misspelt one: programs have short names of their own, such as `t`.
const SHORTEST: usize = 3;

/// Each misspelt or missing name, once.
pub(super) fn slips(doc: &Document, sheet: Option<&Sheet>) -> Vec<Fault> {
    let mut slips = Slips { doc, faults: Vec::new() };
    for node in doc.descendants().filter(|node| node.is_element() && is_checked(*node)) {
        let kind = node.tag_name().name();
        let mut lacking = left_out::lacks(node);
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            let (name, at) = (attribute.name(), attribute.range().start);
            if let Some(meant) = meant(name) {
                lacking = lacking.filter(|lacking| *lacking != meant);
                slips.misspelt(format!("`{kind}` has no attribute `{name}`"), name, meant, at);
            }
            if name == "style" {
                DeclarationTokenizer::from(attribute.value()).for_each(|declared| slips.property(&declared, at));
            }
        }
        if let Some(name) = lacking {
            let help = format!("add `{name}`, or delete the `{kind}`");
            slips.add(format!("`{kind}` has no `{name}` and is not drawn"), help, node.range().start);
        }
    }
    for declared in sheet.into_iter().flat_map(Sheet::all) {
        slips.property(declared, doc.root_element().range().start);
    }
    slips.faults
}

struct Slips<'a, 'b> {
    doc: &'a Document<'b>,
    faults: Vec<Fault>,
}

impl Slips<'_, '_> {
    fn add(&mut self, message: String, help: String, at: usize) {
        if !self.faults.iter().any(|known| known.message == message) {
            self.faults.push(Fault::new(&rule::SVG_FAULT, message).at(self.doc, at).help(help));
        }
    }

    fn misspelt(&mut self, message: String, wrong: &str, meant: &str, at: usize) {
        self.add(format!("{message}; did you mean `{meant}`?"), format!("write `{meant}` instead of `{wrong}`"), at);
    }

    /// A declaration that stands in a style sheet, or in the attribute at a byte.
    fn property(&mut self, declared: &Declaration, attribute: usize) {
        let name = declared.name;
        if let Some(meant) = meant(name) {
            let at = byte_of(self.doc, name).unwrap_or(attribute);
            self.misspelt(format!("no property is called `{name}`"), name, meant, at);
        }
    }
}

/// Fonts and what programs keep for themselves are not drawn.
fn is_checked(node: Node) -> bool {
    let name = node.tag_name().name();
    !left_out::is_foreign(node) && !name.starts_with("font") && !name.contains("glyph") && !name.ends_with("kern")
}

/// The name that was meant by one that nobody knows.
fn meant(name: &str) -> Option<&'static str> {
    let is_own = name.starts_with(['-', '_']) || name.contains([':', '.']) || name.len() < SHORTEST;
    let is_others = ["data-", "aria-", "mso-", "on"].iter().any(|start| name.starts_with(start));
    if is_own || is_others || KNOWN.contains(name) {
        return None;
    }
    let instead = INSTEAD.iter().find(|(wrong, _)| *wrong == name).map(|(_, meant)| *meant);
    instead.or_else(|| nearest(name, DRAWN.split_ascii_whitespace()))
}

/// Where a piece of the drawing stands in it.
fn byte_of(doc: &Document, piece: &str) -> Option<usize> {
    let text = doc.input_text();
    let at = (piece.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (at + piece.len() <= text.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_write_is_not_misspelt() {
        for name in [
            "t",
            "p-id",
            "data-name",
            "onclick",
            "-inkscape-stroke",
            "mso-style",
            "line-height",
            "solid-opacity",
            "text-align",
            "enable-background",
            "isolation",
            "font-variant-ligatures",
            "xml.space",
            "sketch-type",
            "transform-style",
            "spid",
            "marker-offset",
            "text-underline",
            "str",
            "shape-type",
            "tag",
            "kind",
            "key",
            "ref",
            "url",
            "form",
        ] {
            assert_eq!(meant(name), None, "{name}");
        }
        for (name, want) in [
            ("hieght", "height"),
            ("stroke-widht", "stroke-width"),
            ("fil", "fill"),
            ("stroke-with", "stroke-width"),
            ("viewbox", "viewBox"),
            ("strokeWidth", "stroke-width"),
            ("tranform", "transform"),
            ("font-famly", "font-family"),
            ("widht", "width"),
            ("colour", "color"),
            ("opactiy", "opacity"),
            ("point", "points"),
            ("cxx", "cx"),
            ("stroke-color", "stroke"),
        ] {
            assert_eq!(meant(name), Some(want), "{name}");
        }
    }
}
