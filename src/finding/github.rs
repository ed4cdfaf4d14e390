//! Findings as annotations of a GitHub workflow: one command per line on standard output.

use super::{Finding, Readers, Report, Severity, Sources, printable};

pub(super) static REPORT: Report = Report {
    name: "github",
    about: "Annotations of a GitHub workflow",
    readers: Readers::Both,
    write: |found, sources, _| github(found, sources),
};

/// One `::error …::` line per finding. No text of a finding can act as a command.
pub fn github(found: &[Finding], sources: &Sources) -> String {
    found.iter().map(|finding| annotation(finding, sources) + "\n").collect()
}

fn annotation(finding: &Finding, sources: &Sources) -> String {
    let level = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let rule = finding.rule.name;
    let mut properties = vec![("title", format!("wyrmpress ({rule})"))];
    let mut said = String::new();
    if let Some(place) = &finding.place {
        let (file, at) = (sources.path_in_repository(place.file), sources.region(place));
        said = format!("{file}:{}:{}: ", at.line, at.column);
        properties.push(("file", file));
        properties.push(("line", at.line.to_string()));
        // Columns of two different lines are invalid, and the annotation would be dropped.
        if at.line == at.end_line {
            properties.push(("col", at.column.to_string()));
            properties.push(("endLine", at.end_line.to_string()));
            properties.push(("endColumn", at.end_column.to_string()));
        } else {
            properties.push(("endLine", at.end_line.to_string()));
        }
    }
    let properties: Vec<String> = properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    said.push_str(&format!("{rule}: {}", finding.in_full()));
    if let Some(help) = &finding.help {
        said.push_str(&format!("\nhelp: {help}"));
    }
    format!("::{level} {}::{}", properties.join(","), data(&said))
}

/// Escapes the text of a command. The percent sign comes first, because the other escapes use it.
fn data(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A").replace("##[", "## [")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Changes text for people so that a workflow finds no command in it.
///
/// The runner reads standard error, too. It acts on `::` at the start of a line, after spaces, and on `##[` anywhere.
pub fn inert(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let is_command = line.trim_start().starts_with("::");
        (if is_command { "| " } else { "" }).to_owned() + &line.replace("##[", "## [")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_the_runner_is_escaped() {
        assert_eq!(data("100 %\n::error::x"), "100 %25%0A::error::x");
        assert_eq!(property("a,b:c%0A"), "a%2Cb%3Ac%250A");
    }

    #[test]
    fn a_log_holds_no_command() {
        assert_eq!(inert("a\n  ::error::x\nb ##[add-mask]c\n"), "a\n|   ::error::x\nb ## [add-mask]c\n");
        assert_eq!(inert("1 | text = \"::x\"\n"), "1 | text = \"::x\"\n");
    }
}
