//! Errors of TOML in words: one finding for each mistake, with what to do about it.

use crate::finding::{FileId, Finding, Place, rule};

/// Reports the errors of a file, each with its bytes and the words of the parser.
///
/// A bracket that is not closed makes nonsense of all that follows, so it is reported alone; otherwise once for a line.
pub(super) fn report(errors: &[toml::de::Error], file: FileId, text: &str, found: &mut Vec<Finding>) {
    let unclosed = errors
        .iter()
        .find(|error| ["unclosed array", "unclosed inline"].iter().any(|start| error.message().starts_with(start)));
    if let (Some(unclosed), Some(first)) = (unclosed, errors.first()) {
        let bracket = if unclosed.message().contains("array") { "]" } else { "}" };
        let message = format!("`{bracket}` is missing before this: a list or table above is not closed");
        let place = Place::new(file, first.span().unwrap_or(0..0));
        found.push(
            Finding::new(&rule::TOML_SYNTAX, place, message)
                .help(format!("write `{bracket}` where it ends, on a line above")),
        );
        return;
    }
    let mut last = None;
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let line = text[..span.start.min(text.len())].matches('\n').count();
        if last.replace(line) == Some(line) {
            continue;
        }
        let at = text.lines().nth(line).unwrap_or("").trim();
        let (message, help) = words(error.message(), at);
        found.push(Finding::new(&rule::TOML_SYNTAX, Place::new(file, span), message).help(help));
    }
}

/// The words of the parser as a message, and a remedy. `line` is where it stopped.
fn words(said: &str, line: &str) -> (String, String) {
    let is_curly = line.contains(['“', '”', '„', '‘', '’']) && !line.contains(['"', '\'']);
    let (message, help) = match said {
        _ if is_curly => ("a text stands in curly quotes", "write it in straight ones: `\"…\"`".to_owned()),
        _ if said.starts_with("invalid basic string") || said.starts_with("invalid literal string") => (
            "a text is not closed on its line",
            "close its quotes; a text of several lines stands in `\"\"\"`".to_owned(),
        ),
        _ if said.starts_with("missing escaped value") => (
            "a backslash stands before a sign that needs none",
            "write two backslashes, or put the text into single quotes: `'…'`".to_owned(),
        ),
        _ if said.starts_with("unexpected key or value") && has_inner_quotes(line) => (
            "a quote within the text ends it",
            "write `\\\"` for each quote within, or put the text into single quotes: `'…'`".to_owned(),
        ),
        _ if said.starts_with("unexpected leading zero") => {
            ("a number begins with a zero", "write it without, such as `1`, or in quotes if it is no number".to_owned())
        }
        _ if said.starts_with("string values must be quoted") => {
            ("a text stands without quotes", "write it as `\"…\"`".to_owned())
        }
        _ if said.starts_with("duplicate key") && line.starts_with('[') => {
            ("duplicate table", format!("write `[[{}]]` for each item of a list", line.trim_matches(['[', ']'])))
        }
        _ if said.starts_with("duplicate key") => ("duplicate key", "delete one of the two".to_owned()),
        _ if said.starts_with("key with no value") || said.starts_with("invalid unquoted key") => {
            ("this is no `key = value`", "write a key, `=`, and its value; texts stand in quotes".to_owned())
        }
        _ => {
            return (
                said.to_owned(),
                "look at the quotes, commas and brackets here; a key may appear only once".to_owned(),
            );
        }
    };
    (message.to_owned(), help)
}

/// Whether the text of a line goes on behind a quote: `text = "He said "hi""`.
fn has_inner_quotes(line: &str) -> bool {
    let value = line.split_once('=').map_or("", |(_, value)| value.trim_start());
    value.starts_with('"') && value.matches('"').count() > 2
}
