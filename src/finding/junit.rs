//! Findings as a JUnit report, which most CI systems can show: one suite per file, one case per finding.
//!
//! Written by hand: the format has four elements, and the crates for it pull in an XML writer, time and UUID crates.

use std::collections::BTreeMap;

use super::{Finding, Readers, Report, Severity, Sources, printable};
use crate::markup::escaped;

pub(super) static REPORT: Report =
    Report { name: "junit", about: "A JUnit report", readers: Readers::Machines, write: junit };

/// The report. Findings of at least `fail_on` are failures; lesser ones are skipped cases.
pub fn junit(found: &[Finding], sources: &Sources, fail_on: Option<Severity>) -> String {
    let fails = |finding: &Finding| fail_on.is_some_and(|least| finding.severity() >= least);
    let mut suites: Vec<(String, Vec<&Finding>)> = Vec::new();
    for finding in found {
        let name = finding.place.as_ref().map_or("wyrmpress".into(), |place| sources.path_in_repository(place.file));
        match suites.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cases)) => cases.push(finding),
            None => suites.push((name, vec![finding])),
        }
    }
    let failures = found.iter().filter(|f| fails(f)).count();
    let tests = found.len().max(1);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"wyrmpress\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n"
    );
    for (name, cases) in &suites {
        let failures = cases.iter().filter(|f| fails(f)).count();
        out.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{}\">\n",
            xml(name),
            cases.len(),
            cases.len() - failures
        ));
        let mut titles: BTreeMap<String, usize> = BTreeMap::new();
        for finding in cases {
            // Some systems show only the first of several cases with the same name.
            let times = titles.entry(title(finding, sources)).and_modify(|times| *times += 1).or_insert(1);
            let again = if *times > 1 { format!(" ({times})") } else { String::new() };
            out.push_str(&case(finding, name, &again, sources, fails(finding)));
        }
        out.push_str("  </testsuite>\n");
    }
    if found.is_empty() {
        // Some systems treat a report without cases as a failed run.
        out.push_str("  <testsuite name=\"wyrmpress\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n");
        out.push_str("    <testcase name=\"nothing found\" classname=\"wyrmpress\"/>\n  </testsuite>\n");
    }
    out + "</testsuites>\n"
}

/// The rule and the place.
fn title(finding: &Finding, sources: &Sources) -> String {
    format!("{}{}", finding.rule.name, place(finding, sources))
}

fn place(finding: &Finding, sources: &Sources) -> String {
    let at = finding.place.as_ref().map(|place| sources.region(place));
    at.map_or(String::new(), |at| format!(" at line {}, column {}", at.line, at.column))
}

fn case(finding: &Finding, file: &str, again: &str, sources: &Sources, fails: bool) -> String {
    let element = if fails { "failure" } else { "skipped" };
    let mut body = format!("{file}{}: {}", place(finding, sources), finding.in_full());
    if let Some(help) = &finding.help {
        body.push_str(&format!("\nhelp: {help}"));
    }
    format!(
        "    <testcase name=\"{}{again}\" classname=\"{}\">\n      <{element} type=\"{}\" message=\"{}\">{}</{element}>\n    </testcase>\n",
        title(finding, sources),
        xml(file),
        finding.severity().word(),
        xml(&finding.message),
        xml(&body)
    )
}

/// Escapes text for XML, attributes included. Characters that XML cannot hold are spelled out.
fn xml(text: &str) -> String {
    let text = printable(text).replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}");
    // A workflow that prints the report would act on `##[` as a command.
    escaped(&text).replace('\n', "&#10;").replace("##[", "&#35;#[")
}
