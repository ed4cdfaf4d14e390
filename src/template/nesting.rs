//! Finds the tag that is not closed. Tera stops at the end that does not fit.

use std::ops::Range;

/// Tags that need an end.
const OPENING: [&str; 7] = ["if", "for", "block", "filter", "component", "raw", "set"];
/// Tags that need none.
const SINGLE: [&str; 7] = ["include", "extends", "elif", "else", "set_global", "break", "continue"];

/// A tag that is open at some byte.
pub(super) struct Open<'a> {
    /// Its name, such as `if`.
    pub name: &'a str,
    /// All of it.
    pub place: Range<usize>,
}

/// The tags that are open at a byte, the innermost last.
pub(super) fn open_at(text: &str, end: usize) -> Vec<Open<'_>> {
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..end).unwrap_or("").find('{').map(|next| at + next) {
        let rest = &text[next..];
        let close = match rest.as_bytes().get(1) {
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            Some(b'{') => "}}",
            _ => {
                at = next + 1;
                continue;
            }
        };
        let Some(length) = rest.find(close).map(|length| length + 2) else { break };
        at = next + length;
        if close != "%}" || at > end {
            continue;
        }
        let tag = rest[2..length - 2].trim_matches('-').trim();
        let name = tag.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        if open.last().is_some_and(|last| name.strip_prefix("end") == Some(last.name)) {
            open.pop();
        } else if open.last().is_none_or(|last| last.name != "raw")
            && OPENING.contains(&name)
            && !(name == "set" && tag.contains('='))
        {
            open.push(Open { name, place: next..at });
        }
    }
    open
}

/// All names of tags.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OPENING.into_iter().chain(SINGLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_tags_are_found() {
        for (text, want) in [
            ("{% block a %}{% if x %}y{# {% for #}{% set z = 1 %}", Some("{% if x %}")),
            ("{% block a %}{%- for x in y -%}{{ x }}{% endfor %}", Some("{% block a %}")),
            ("{% raw %}{% if x %}{% endraw %}{% set a %}b{% endset %}", None),
        ] {
            assert_eq!(open_at(text, text.len()).pop().map(|open| &text[open.place]), want, "{text}");
        }
    }
}
