//! Findings as SARIF 2.1.0, for code scanning.
//!
//! Written with `serde_json`: a checker needs a dozen keys of the format's hundred types.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::json::unheard;
use super::{Finding, Place, Readers, Report, Rule, Sources, printable};

pub(super) static REPORT: Report = Report {
    name: "sarif",
    about: "SARIF 2.1.0, for code scanning",
    readers: Readers::Machines,
    write: |found, sources, _| sarif(found, sources),
};

/// The log, indented.
///
/// Columns count Unicode code points, as [`Sources::line_column`] does. A finding without a place is about the options
/// of the run. It becomes a notification, because code scanning refuses results without a place.
pub fn sarif(found: &[Finding], sources: &Sources) -> String {
    let rules: BTreeMap<&str, &Rule> = found.iter().map(|finding| (finding.rule.name, finding.rule)).collect();
    let index = |rule: &str| rules.keys().position(|name| *name == rule);
    let mut seen = BTreeMap::new();
    let (mut results, mut notifications) = (Vec::new(), Vec::new());
    for finding in found {
        let (rule, level) = (finding.rule.name, finding.severity().word());
        let mut said = finding.in_full();
        if let Some(help) = &finding.help {
            said.push_str(&format!("\nhelp: {help}"));
        }
        let Some(place) = &finding.place else {
            let descriptor = json!({ "id": rule, "index": index(rule) });
            notifications.push(json!({ "descriptor": descriptor, "level": level, "message": message(&said) }));
            continue;
        };
        let mut result = json!({
            "ruleId": rule,
            "ruleIndex": index(rule),
            "level": level,
            "message": message(&said),
            "locations": [location(place, sources)],
            "partialFingerprints": { "wyrmpress/v1": fingerprint(rule, place, sources, &mut seen) },
        });
        if let Some((other, label)) = &finding.other {
            let mut related = location(other, sources);
            related["id"] = json!(1);
            related["message"] = message(label);
            result["relatedLocations"] = json!([related]);
        }
        results.push(result);
    }
    let driver = json!({
        "name": "wyrmpress",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.values().map(|rule| described(rule)).collect::<Vec<_>>(),
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true, "toolConfigurationNotifications": notifications }],
            "results": results,
        }],
    });
    unheard(&format!("{log:#}\n"))
}

fn described(rule: &Rule) -> Value {
    let hint = format!("`wyrmpress explain {}` shows this with examples.", rule.name);
    json!({
        "id": rule.name,
        "shortDescription": { "text": literal(rule.what) },
        "fullDescription": { "text": literal(&format!("{} {}", rule.what, rule.why)) },
        "help": {
            "text": literal(&format!("What is wrong: {}\nWhy it matters at the table: {}\nHow to fix it: {}\n{hint}", rule.what, rule.why, rule.fix)),
            "markdown": format!("**What is wrong:** {}\n\n**Why it matters at the table:** {}\n\n**How to fix it:** {}\n\n{hint}", rule.what, rule.why, rule.fix),
        },
        "defaultConfiguration": { "level": rule.severity.word() },
    })
}

fn location(place: &Place, sources: &Sources) -> Value {
    let at = sources.region(place);
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&sources.path_in_repository(place.file)) },
            "region": {
                "startLine": at.line,
                "startColumn": at.column,
                "endLine": at.end_line,
                "endColumn": at.end_column,
            },
        },
    })
}

fn message(text: &str) -> Value {
    json!({ "text": literal(text) })
}

/// Escapes braces, which would be placeholders (§3.11.5), and brackets, which would be links (§3.11.6).
fn literal(text: &str) -> String {
    printable(text).replace('{', "{{").replace('}', "}}").replace("](", "] (")
}

/// A relative path as a URI.
fn uri(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// Identifies a finding from run to run: by rule, file, the words of its line, and its number among equals.
///
/// Lines added above the finding do not change it.
fn fingerprint(rule: &str, place: &Place, sources: &Sources, seen: &mut BTreeMap<u64, usize>) -> String {
    let (line, _) = sources.line_column(place.file, place.span.start);
    let words = [rule, &sources.path_in_repository(place.file), sources.line(place.file, line).trim()].join("\0");
    // FNV-1a: the hashes of the standard library may change with the compiler.
    let hash =
        words.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let times = seen.entry(hash).or_insert(0);
    *times += 1;
    format!("{hash:016x}:{times}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("content/a b/50%é.toml"), "content/a%20b/50%25%C3%A9.toml");
    }

    #[test]
    fn messages_hold_neither_placeholders_nor_links() {
        assert_eq!(literal("no icon {0}; [data](http://e)"), "no icon {{0}}; [data] (http://e)");
    }
}
