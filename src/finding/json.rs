//! Findings for machines: one JSON object per line.

use serde::Serialize;

use super::{Finding, Place, Readers, Region, Report, Sources};

pub(super) static REPORT: Report = Report {
    name: "json",
    about: "JSON, one object per line",
    readers: Readers::Machines,
    write: |found, sources, _| found.iter().map(|finding| json_line(finding, sources) + "\n").collect(),
};

#[derive(Serialize)]
struct Line<'a> {
    rule: &'a str,
    severity: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    on: Vec<&'a str>,
    #[serde(flatten)]
    at: Option<At>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<At>,
}

#[derive(Serialize)]
struct At {
    file: String,
    #[serde(flatten)]
    region: Region,
}

/// A finding as one line of JSON, without the newline.
pub fn json_line(finding: &Finding, sources: &Sources) -> String {
    let at = |place: &Place| At { file: sources.name(place.file), region: sources.region(place) };
    let line = Line {
        rule: finding.rule.name,
        severity: finding.severity().word(),
        message: &finding.message,
        label: finding.label.as_deref(),
        on: finding.owners.iter().map(|owner| owner.name.as_str()).collect(),
        at: finding.place.as_ref().map(at),
        help: finding.help.as_deref(),
        other: finding.other.as_ref().map(|(place, _)| at(place)),
    };
    unheard(&serde_json::to_string(&line).expect("strings and numbers always make JSON"))
}

/// Escapes `##[` in JSON: a workflow runner acts on it anywhere in the log.
pub(super) fn unheard(json: &str) -> String {
    json.replace("##[", "\\u0023#[")
}
