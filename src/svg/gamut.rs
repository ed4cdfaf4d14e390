//! Colors beyond sRGB, which Figma writes behind those that every program reads.

use std::borrow::Cow;

/// How such a color begins.
const WIDE: &str = "color(display-p3";

/// The drawing with such colors blank, so that lines and columns stay. One that stands alone is kept, to be reported.
pub(super) fn in_srgb(svg: Cow<'_, str>) -> Cow<'_, str> {
    if !svg.contains(WIDE) {
        return svg;
    }
    let mut out = svg.into_owned();
    let mut at = 0;
    while let Some(from) = out[at..].find(WIDE).map(|found| at + found) {
        let Some(end) = out[from..].find(')').map(|end| from + end + 1) else { break };
        let start = out[..from].rfind([';', '"', '\'', '{']).map_or(0, |before| before + 1);
        let style = &out[out[..start].rfind(['"', '\'', '{']).map_or(0, |before| before + 1)..start];
        let property = out[start..from].trim();
        if property.ends_with(':') && style.split(';').any(|known| known.trim().starts_with(property)) {
            // The semicolon goes with the declaration.
            let end = if out[end..].starts_with(';') { end + 1 } else { end };
            out.replace_range(start..end, &" ".repeat(end - start));
        }
        at = end;
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_color_in_srgb_is_taken() {
        for (svg, want) in [
            (
                "<path style=\"fill:#C33;fill:color(display-p3 0.8 0.2 0.2);fill-opacity:1;\"/>",
                "<path style=\"fill:#C33;fill-opacity:1;\"/>",
            ),
            ("<path style=\"fill:#C33;fill:color(display-p3 0.8 0.2 0.2)\"/>", "<path style=\"fill:#C33;\"/>"),
            ("<path style=\"fill:color(display-p3 0 0 1)\"/>", "<path style=\"fill:color(display-p3 0 0 1)\"/>"),
            ("<path style=\"stroke:#C33;fill:color(display-p3 0 0 1)\"/>", ""),
        ] {
            let plain = in_srgb(Cow::Borrowed(svg));
            assert_eq!(plain.len(), svg.len());
            let want = if want.is_empty() { svg } else { want };
            assert_eq!(plain.replace("  ", "").replace("; ", ";"), want.replace("  ", ""), "{svg}");
        }
    }
}
