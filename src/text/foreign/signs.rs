//! Signs of Markdown, forums and chats in a text, and codes that stand for symbols elsewhere.

use std::ops::Range;

use super::{Found, fault, skip};

/// `[b]`, `[/color]`, `[[Elite]]`, `[elder_thing]`, `[text](page.html)`, and `[star]` where there is such an icon.
pub(super) fn in_brackets(rest: &str, is_icon: &dyn Fn(&str) -> bool) -> Found {
    if let Some(inner) = rest.strip_prefix("[[").and_then(|rest| Some(&rest[..rest.find("]]")?]))
        && is_tight(inner)
        && !inner.contains(['[', ']', '\n'])
    {
        let message = format!("`[[{inner}]]` would be printed as it is");
        return fault(inner.len() + 4, message, format!("write `*{inner}*`, or `{{name}}` with the name of an icon"));
    }
    if let Some(length) = link(rest) {
        return fault(length, "a link of Markdown would be printed as it is", "write only its words");
    }
    let inner = &rest[1..rest.find(']')?];
    let name = inner.trim_start_matches('/');
    let instead = match tag(name) {
        Some(instead) => instead,
        _ if is_icon(inner) || is_joined(inner) => return symbol(&rest[..inner.len() + 2], is_icon),
        None => return None,
    };
    fault(inner.len() + 2, format!("`[{inner}]` is a tag of forums and would be printed"), instead)
}

/// What to write instead of a tag of forums.
fn tag(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "b" => "write `**…**` for bold",
        "i" => "write `*…*` for italic",
        "u" => "write `__…__` to underline",
        "br" => "break the line with \n instead",
        "/b" | "/i" | "/u" | "center" | "right" | "size" | "color" | "url" | "img" => "leave it out",
        _ => return None,
    })
}

/// `:elder_thing:`, and `:star:` where there is such an icon.
pub(super) fn in_colons(text: &str, at: usize, is_icon: &dyn Fn(&str) -> bool) -> Found {
    let name = code(text, at)?;
    if !is_icon(name) && !is_joined(name) {
        return skip(name.len() + 2);
    }
    symbol(&text[at..at + name.len() + 2], is_icon)
}

fn symbol(written: &str, is_icon: &dyn Fn(&str) -> bool) -> Found {
    let name = &written[1..written.len() - 1];
    let message = format!("`{written}` would be printed as it is");
    match is_icon(name) {
        true => {
            fault(written.len(), format!("{message}, and there is an icon `{name}`"), format!("write `{{{name}}}`"))
        }
        false => fault(written.len(), message, format!("write `{{{name}}}`, and draw it in `templates/icons`")),
    }
}

/// Whether a name joins its words as no text does: `elder_thing`.
fn is_joined(name: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric());
    name.contains('_') && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.split('_').all(is_word)
}

/// The words of a text that may stand for symbols: `[credit]`, `:fire:`. A single one may be meant as it is.
pub fn codes(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['[', ':', '\\']).map(|next| at + next) {
        at = next + 1;
        if text[next..].starts_with('\\') {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        } else if let Some(name) = code(text, next) {
            at = next + name.len() + 2;
            all.push(next..at);
        }
    }
    all
}

/// The name in `[name]` or `:name:` that starts here: in small letters, of at least two.
fn code(text: &str, at: usize) -> Option<&str> {
    let (start, rest) = (&text[at..], &text[at + 1..]);
    let end = rest.find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit() && !matches!(c, '-' | '_'))?;
    let is_alone = match (start.as_bytes()[0], rest.as_bytes()[end]) {
        (b'[', b']') if tag(&rest[..end]).is_some() => false,
        (b'[', b']') => !rest[end + 1..].starts_with(['(', ']']) && !text[..at].ends_with('['),
        (b':', b':') => {
            let touches = |c: char| c.is_alphanumeric();
            !text[..at].ends_with(touches) && !rest[end + 1..].starts_with(touches)
        }
        _ => false,
    };
    let is_word = rest[..end].bytes().filter(u8::is_ascii_lowercase).count() > 1;
    (is_alone && is_word).then_some(&rest[..end])
}

/// The length of `[text](page.html)`.
fn link(rest: &str) -> Option<usize> {
    let words = &rest[1..rest.find(']')?];
    let inside = rest[words.len() + 2..].strip_prefix('(')?;
    let target = &inside[..inside.find(')')?];
    let is_path = target.contains(['/', '#']) || target.trim_end_matches('.').contains('.');
    let is_target = is_path && !target.contains(char::is_whitespace) && target.contains(|c: char| c.is_alphabetic());
    (is_target && !words.contains(['[', '\n'])).then_some(words.len() + target.len() + 4)
}

/// `![picture](ship.png)`.
pub(super) fn picture(rest: &str) -> Found {
    let length = 1 + link(rest[1..].starts_with('[').then_some(&rest[1..])?)?;
    fault(length, "a picture of Markdown would be printed as it is", "write `{name}` with the name of an icon")
}

/// `` `code` ``.
pub(super) fn ticks(text: &str, at: usize) -> Found {
    let rest = &text[at + 1..];
    let many = rest.len() - rest.trim_start_matches('`').len() + 1;
    let line = rest[many - 1..].split('\n').next().unwrap_or("");
    let Some(end) = line.find(&"`".repeat(many)) else { return skip(many) };
    let is_apart = !text[..at].ends_with(char::is_alphanumeric)
        && !line[end + many..].starts_with(|c: char| c.is_alphanumeric() || c == '`');
    if !is_tight(&line[..end]) || !is_apart {
        return skip(many);
    }
    let message = "text between backticks would be printed with them";
    fault(end + 2 * many, message, "write `**…**` or `*…*` instead, or put `\\` before each backtick to print it")
}

/// `x^2^` of Markdown.
pub(super) fn raised(text: &str, at: usize) -> Found {
    let rest = &text[at + 1..];
    let inner = &rest[..rest.find('^')?];
    let is_small = (1..=4).contains(&inner.len()) && inner.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_behind = text[..at].ends_with(char::is_alphanumeric);
    if !is_small || !is_behind || rest[inner.len() + 1..].starts_with(char::is_alphanumeric) {
        return None;
    }
    let message = format!("`^{inner}^` would be printed as it is");
    fault(inner.len() + 2, message, "write the small character itself, such as `²`")
}

/// `****bold****`, `___bold___`: more signs than any mark has.
fn too_many(rest: &str, many: usize) -> Found {
    let (signs, line) = (&rest[..many], rest[many..].split('\n').next().unwrap_or(""));
    let Some(end) = line.find(signs).filter(|end| is_tight(&line[..*end])) else { return skip(many) };
    let style = if signs.starts_with('*') { "`**…**` for bold" } else { "`__…__` to underline" };
    let help = format!("write {style}, or put `\\` before each sign to print it");
    fault(end + 2 * many, format!("`{signs}` is no mark and would be printed"), help)
}

/// Whether marks around these words would touch them.
fn is_tight(inner: &str) -> bool {
    !inner.is_empty() && !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace)
}

/// `_italic_` of Markdown.
pub(super) fn underscores(text: &str, at: usize) -> Found {
    let rest = &text[at + 1..];
    if rest.starts_with('_') {
        let many = rest.len() - rest.trim_start_matches('_').len() + 1;
        return if many > 2 { too_many(&text[at..], many) } else { skip(many) };
    }
    let line = rest.split('\n').next().unwrap_or(rest);
    let end = line.find('_')?;
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_outside = !is_word(text[..at].chars().next_back()) && !is_word(line[end + 1..].chars().next());
    if !is_tight(&line[..end]) || !is_outside || line[..end].ends_with('\\') {
        return None;
    }
    let message = format!("`_{}_` would be printed with its marks", &line[..end]);
    let help = format!("write `*…*` for italic, or write `\\_{}\\_` to print the signs", &line[..end]);
    fault(end + 2, message, help)
}

/// `~~struck~~` of Markdown.
pub(super) fn struck(rest: &str) -> Found {
    let many = rest.len() - rest.trim_start_matches('~').len();
    let line = rest.split('\n').next().unwrap_or(rest);
    let end = line[many..].find("~~").filter(|_| many == 2);
    let Some(end) = end.filter(|end| *end > 0) else { return skip(many) };
    fault(end + 4, "nothing strikes words out; the marks would be printed", "leave the words or the marks out")
}

/// `## Heading` of Markdown.
pub(super) fn heading(rest: &str) -> Found {
    let many = rest.len() - rest.trim_start_matches('#').len();
    let is_heading = (2..=6).contains(&many) && rest[many..].starts_with(' ');
    if !is_heading {
        return skip(many);
    }
    fault(many, format!("`{}` would be printed: headings have one size", &rest[..many]), "write a single `#`")
}

/// `* item` of Markdown, unless it is a note below a text; and marks that are too long.
pub(super) fn stars(text: &str, at: usize) -> Found {
    let (rest, before) = (&text[at..], &text[..at]);
    let many = rest.len() - rest.trim_start_matches('*').len();
    if many > 3 {
        return too_many(rest, many);
    }
    let is_first = before.is_empty() || before.ends_with('\n');
    let is_note = before.trim_end_matches('\n').contains('*') && !before.contains("\n* ") && !text.starts_with("* ");
    if many > 1 || !is_first || !rest[1..].starts_with(' ') || rest[1..].trim().is_empty() || is_note {
        return skip(many);
    }
    fault(1, "`*` at the start of a line would be printed", "write `- ` for an item, or `\\*` for a note")
}
