//! Errors of Tera as findings in plain words, at the template's own bytes.

use std::collections::BTreeSet;

use tera::{Context, ErrorKind};

use super::rewrite::{Kind, tokens};
use super::{Templates, functions, nesting};
use crate::finding::{Finding, Place, Sources, nearest, rule};

impl Templates {
    /// A Tera error as a finding at the template's own bytes, with the name of the template at fault.
    pub(super) fn finding(&self, error: &tera::Error, sources: &Sources) -> (Option<String>, Finding) {
        let at = |name: &str, span: Option<&tera::Span>| {
            let file = *self.files.get(name)?;
            Some(match span {
                Some(s) => Place::new(
                    file,
                    sources.byte(file, s.start_line, s.start_col + 1)..sources.byte(file, s.end_line, s.end_col + 1),
                ),
                None => Place::new(file, 0..0),
            })
        };
        let (name, place, message) = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                let name = report.filename().to_owned();
                (Some(name.clone()), at(&name, Some(report.span())), report.message().to_owned())
            }
            ErrorKind::MissingParent { current, parent } => {
                let near = nearest(parent, self.names().filter(|name| name != parent));
                let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                let message = format!("it extends `{parent}`, which does not exist{hint}");
                (Some(current.clone()), at(current, None), message)
            }
            ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
                (Some(tpl.clone()), at(tpl, None), error.to_string())
            }
            other => {
                let report = other.to_string();
                let (name, place) = self.reported(&report, sources);
                let first = report.lines().next().unwrap_or("").trim_start_matches("error: ").to_owned();
                (name, place, first)
            }
        };
        let message = lowered(message.trim_end_matches('.'));
        if let Some(finding) = place.as_ref().and_then(|place| unclosed(&message, place, sources)) {
            return (name, finding);
        }
        let hint = hint(&message);
        let finding = Finding::new(&rule::TEMPLATE_ERROR, place, plain(message));
        (name, if let Some(hint) = hint { finding.help(hint) } else { finding })
    }

    /// The template and place that a printed report of Tera names: ` --> card.svg:2:12`.
    fn reported(&self, report: &str, sources: &Sources) -> (Option<String>, Option<Place>) {
        let at = report.lines().find_map(|line| line.trim_start().strip_prefix("--> "));
        let parts: Vec<&str> = at.map(|at| at.trim().rsplitn(3, ':').collect()).unwrap_or_default();
        let [column, line, name] = parts[..] else { return (None, None) };
        let place =
            self.files.get(name).zip(line.parse().ok().zip(column.parse().ok())).map(|(&file, (line, column))| {
                let start = sources.byte(file, line, column);
                Place::new(file, start..start)
            });
        (Some(name.to_owned()), place)
    }

    /// Reports variables that no face has: in a condition Tera takes them for false without a word. Returns the templates
    /// that use one.
    pub(super) fn unknown_variables(&self, sources: &Sources, found: &mut Vec<Finding>) -> BTreeSet<String> {
        const KNOWN: [&str; 8] = ["card", "set", "game", "palette", "fonts", "data", "sets", "face"];
        let mut slips = BTreeSet::new();
        for (name, &file) in &self.files {
            let mut own: Vec<&str> = match self.tera.get_template_variables(name) {
                Ok(names) => names.into_iter().filter(|n| !KNOWN.contains(n)).collect(),
                Err(_) => continue,
            };
            own.sort_unstable();
            for variable in own {
                // A partial may use what its includer sets; only what is in this file is reported here.
                let text = sources.text(file);
                let Some(at) = word_at(text, variable) else { continue };
                let is_partial = !text.contains("{% extends") && !text.contains("<svg");
                if is_partial {
                    continue;
                }
                let help = nearest(variable, KNOWN).map_or_else(
                    || format!("templates know {}", KNOWN.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                slips.insert(name.clone());
                found.push(
                    Finding::new(
                        &rule::TEMPLATE_ERROR,
                        Place::new(file, at..at + variable.len()),
                        format!("variable `{variable}` is not defined"),
                    )
                    .help(help),
                );
            }
        }
        slips
    }
}

/// Where `word` stands by itself.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        !text[..at].ends_with(is_part)
            && !text[at + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

/// Messages start in lower case, names keep theirs.
pub(crate) fn lowered(message: &str) -> String {
    let mut chars = message.chars();
    match (chars.next(), chars.next()) {
        (Some(a), Some(b)) if a.is_uppercase() && b.is_lowercase() => {
            a.to_lowercase().chain(message.chars().skip(1)).collect()
        }
        _ => message.to_owned(),
    }
}

/// A tag that is not closed, at its own place, if that is behind a message.
fn unclosed(message: &str, place: &Place, sources: &Sources) -> Option<Finding> {
    let text = sources.text(place.file);
    let at = place.span.start;
    let end: String = text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if !message.starts_with("unknown tag") || end.is_empty() {
        return None;
    }
    let finding = |span, message: String, help: String| {
        Some(Finding::new(&rule::TEMPLATE_ERROR, Place::new(place.file, span), message).help(help))
    };
    if matches!(end.as_str(), "else" | "elif") {
        let help = "put it between `{% if … %}` and `{% endif %}`".to_owned();
        return finding(at..at + end.len(), format!("`{{% {end} %}}` does not belong here"), help);
    }
    if !end.starts_with("end") {
        let near = nearest(&end, nesting::names()).map(|near| format!("did you mean `{near}`?"));
        let known = || format!("there are: {}", nesting::names().collect::<Vec<_>>().join(", "));
        return finding(at..at + end.len(), format!("there is no tag `{end}`"), near.unwrap_or_else(known));
    }
    let mut open = nesting::open_at(text, text[..at].rfind("{%")?);
    let has_start = open.iter().any(|open| end == format!("end{}", open.name));
    match open.pop().filter(|_| has_start) {
        Some(nesting::Open { name, place }) => {
            let message = format!("`{{% {name} %}}` is not closed");
            finding(place, message, format!("write `{{% end{name} %}}` before `{{% {end} %}}`"))
        }
        None => finding(at..at + end.len(), format!("`{{% {end} %}}` closes nothing"), "delete it".to_owned()),
    }
}

/// A message of Tera in plain words.
fn plain(message: String) -> String {
    let short = message.split(". Available ").next().unwrap_or(&message);
    if let Some((sign, found)) = short.split_once(" requires both operands to be numbers, found ") {
        let kinds = found.split('`').skip(1).step_by(2).map(|kind| match kind {
            "string" => "text",
            "array" => "a list",
            "map" => "a table",
            "bool" => "true or false",
            "undefined" | "none" => "nothing",
            _ => "a number",
        });
        return format!("{sign} joins two numbers, not {}", kinds.collect::<Vec<_>>().join(" and "));
    }
    if short == "cannot index into an undefined value" {
        return "what stands before the bracket is not defined".to_owned();
    }
    short.to_owned()
}

/// For "field `ivry` is not defined. Available fields: ivory, ink": the name that was meant.
fn hint(message: &str) -> Option<String> {
    let wanted = message.split('`').nth(1);
    let near = |all: &mut dyn Iterator<Item = &'static str>| {
        nearest(wanted?, all).map(|near| format!("did you mean `{near}`?"))
    };
    if let Some((_, names)) = message.split_once("Available fields: ").or(message.split_once("Available variables: ")) {
        let near = nearest(wanted?, names.split(", ")).map(|near| format!("did you mean `{near}`?"));
        return Some(near.unwrap_or_else(|| format!("there are: {names}")));
    }
    if message.ends_with("is not defined") || message.starts_with("cannot index") {
        return Some("correct the name, or write `| default(value=\"\")` behind it".to_owned());
    }
    if message.starts_with("`+` requires") {
        return Some("write `~` to join texts".to_owned());
    }
    if message.starts_with("unknown filter") {
        return near(&mut FILTERS.into_iter());
    } else if message.starts_with("unknown function") {
        let known = || format!("there are: {}", functions::NAMES.join(", "));
        return Some(near(&mut functions::NAMES.into_iter()).unwrap_or_else(known));
    } else if message.starts_with("it extends") {
        return Some("create it in `templates`, or correct the name".to_owned());
    } else if message.starts_with("unknown component") {
        return Some(format!("no template has `{{% component {}(…) %}}`", wanted?));
    } else if message.starts_with("unexpected end of input") {
        return Some("close what is open: `{% endblock %}`, `{% endif %}` or `{% endfor %}` is missing".to_owned());
    } else if message.starts_with("unexpected escape character") {
        return Some("write two backslashes to print the sign behind them".to_owned());
    } else if message.contains("expected identifier") {
        return Some("write the name of an argument or variable here, such as `text=card.text`".to_owned());
    }
    Some("look at the brackets, quotes and names here".to_owned()).filter(|_| message.starts_with("found"))
}

/// The filters of Tera that are used most.
const FILTERS: [&str; 26] = [
    "abs",
    "capitalize",
    "default",
    "first",
    "float",
    "get",
    "indent",
    "int",
    "join",
    "keys",
    "last",
    "length",
    "lower",
    "nth",
    "pluralize",
    "replace",
    "reverse",
    "round",
    "safe",
    "sort",
    "split",
    "str",
    "title",
    "trim",
    "truncate",
    "upper",
];

/// For "icon: `x` must be a number, but it is the text `a`": points at the argument, and leaves what it is to the caret,
/// so that it is one finding for all cards.
pub(super) fn at_argument(mut finding: Finding, sources: &Sources) -> Finding {
    let Some(place) = &finding.place else { return finding };
    let call = &sources.text(place.file)[place.span.clone()];
    let Some(key) = finding.message.split_once(": `").and_then(|(_, rest)| rest.split('`').next()) else {
        return finding;
    };
    if let Some(value) = argument(call, key) {
        finding.place = Some(Place::new(place.file, place.span.start + value.start..place.span.start + value.end));
    }
    if let Some((message, is)) = finding.message.clone().split_once(", but it is ") {
        finding.message = message.to_owned();
        finding.label = Some(format!("it is {is}"));
        finding.help = match message.rsplit_once(" must be ").map(|(_, want)| want) {
            Some("a number") => Some("write a number without quotes".to_owned()),
            Some("a color") => Some("write a color such as `#c8a04a`, or one of `palette`".to_owned()),
            _ => finding.help,
        };
    }
    finding
}

/// The bytes of an argument's value in a call.
fn argument(call: &str, key: &str) -> Option<std::ops::Range<usize>> {
    let (tokens, _) = tokens(call, 0, "}}");
    let mut depth = 0;
    let mut from = None;
    for (i, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" if token.kind == Kind::Sign => depth += 1,
            "," | ")" if depth == 1 && from.is_some() => return Some(from?..tokens[i - 1].to()),
            ")" | "]" | "}" if token.kind == Kind::Sign => depth -= 1,
            "=" if depth == 1 && i > 0 && tokens[i - 1].is(Kind::Word, key) => from = Some(tokens.get(i + 1)?.from),
            _ => {}
        }
    }
    None
}

/// For "icon: `fill` must be text, but it is undefined": points at the name in the call, and says which was meant.
pub(super) fn undefined_argument(finding: Finding, context: &Context, sources: &Sources) -> Finding {
    let (Some(place), true) = (&finding.place, finding.message.ends_with("it is undefined")) else { return finding };
    let Some(key) = finding.message.split('`').nth(1) else { return finding };
    let call = &sources.text(place.file)[place.span.clone()];
    let Some(at) = call.find(&format!("{key}=")).map(|at| at + key.len() + 1) else { return finding };
    let path: String = call[at..].chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.')).collect();
    let start = place.span.start + at;
    let (owner, field) = path.rsplit_once('.').unwrap_or(("", &path));
    // A template may give `palette` a shorter name.
    let whole = sources.text(place.file);
    let alias = whole.split(&format!("set {owner} = ")).nth(1).and_then(|rest| rest.split([' ', '%']).next());
    let fields = context.get(owner).or_else(|| context.get(alias?)).and_then(tera::Value::as_map);
    let names: Vec<&str> = fields.map(|map| map.keys().filter_map(|k| k.as_str()).collect()).unwrap_or_default();
    let help = nearest(field, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    Finding::new(finding.rule, Place::new(place.file, start..start + path.len()), format!("`{path}` is not defined"))
        .help(help.unwrap_or_else(|| match names.is_empty() {
            true => "set it in the template, or correct its name".to_owned(),
            false => format!("there are: {}", names.join(", ")),
        }))
}
