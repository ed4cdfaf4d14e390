//! Findings as a Markdown table, for the summary page of a GitHub workflow.

use super::{Finding, Sources, printable, tally};

/// The most rows in the table: a summary page is limited to one megabyte per step.
const ROWS: usize = 200;

/// A heading and a table. Texts are escaped.
pub fn summary(found: &[Finding], sources: &Sources) -> String {
    let mut out = format!("### wyrmpress: {}\n\n", tally(found));
    if found.is_empty() {
        return out;
    }
    out.push_str("| | where | what | remedy |\n|---|---|---|---|\n");
    // The most severe findings come first, in case not all fit.
    let mut rows: Vec<&Finding> = found.iter().collect();
    rows.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
    for finding in rows.iter().take(ROWS) {
        let place = finding.place.as_ref().map_or(String::new(), |place| {
            let at = sources.region(place);
            format!("{}:{}:{}", sources.path_in_repository(place.file), at.line, at.column)
        });
        out.push_str(&format!(
            "| {} | {} | {} ({}) | {} |\n",
            finding.severity().word(),
            text(&place),
            text(&finding.in_full()),
            finding.rule.name,
            text(finding.help.as_deref().unwrap_or(""))
        ));
    }
    if rows.len() > ROWS {
        out.push_str(&format!("\n… and {} more\n", rows.len() - ROWS));
    }
    out.push('\n');
    out
}

/// Escapes text for Markdown and HTML: all marks become numeric entities.
fn text(text: &str) -> String {
    let plain = |c: char| !c.is_ascii_punctuation() || matches!(c, ',' | '-' | '(' | ')');
    let spelled = |c: char| if plain(c) { c.to_string() } else { format!("&#{};", c as u32) };
    // A cell is one line.
    printable(text).split_whitespace().collect::<Vec<_>>().join(" ").chars().map(spelled).collect()
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn texts_cannot_become_markup() {
        assert_eq!(text("a|b\n`c` <b>"), "a&#124;b &#96;c&#96; &#60;b&#62;");
        assert_eq!(text("![x](https://e.org)"), "&#33;&#91;x&#93;(https&#58;&#47;&#47;e&#46;org)");
    }
}
