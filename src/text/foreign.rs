//! Markup of other programs in a text, which would be printed as it is: HTML, Markdown, forums, escapes.

use super::markup::Fault;

/// Elements of HTML that people write into texts.
const TAGS: [&str; 52] = [
    "a",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "cite",
    "code",
    "color",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "html",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "nobr",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "size",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "tt",
    "u",
    "ul",
];

/// Named characters of HTML, and what to write instead.
const NAMED: [(&str, &str); 36] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "”"),
    ("apos", "’"),
    ("nbsp", "\u{a0}"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("bull", "•"),
    ("middot", "·"),
    ("times", "×"),
    ("divide", "÷"),
    ("minus", "−"),
    ("plusmn", "±"),
    ("deg", "°"),
    ("frac12", "½"),
    ("frac14", "¼"),
    ("frac34", "¾"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("euro", "€"),
    ("rarr", "→"),
    ("larr", "←"),
    ("uarr", "↑"),
    ("darr", "↓"),
    ("infin", "∞"),
    ("shy", "\u{ad}"),
    ("ge", "≥"),
];

/// Everything in a text that is markup elsewhere. In a text without markup, only what is markup nowhere on paper.
pub(super) fn foreign(text: &str, is_plain: bool, is_icon: &dyn Fn(&str) -> bool) -> Vec<Fault> {
    let mut all = Vec::new();
    let mut at = 0;
    let may_be = |byte: &u8| matches!(byte, b'<' | b'&' | b'\\' | b'[' | b'_' | b'~' | b'#' | b'*');
    while let Some(next) = text.as_bytes()[at..].iter().position(may_be).map(|next| at + next) {
        let rest = &text[next..];
        let is_first = next == 0 || text[..next].ends_with('\n');
        let found = match rest.as_bytes()[0] {
            b'<' => tag(text, next, is_plain),
            b'&' => entity(rest),
            b'\\' => line_end(rest),
            b'[' if !is_plain => in_brackets(rest, is_icon),
            b'_' if !is_plain => underscores(text, next),
            b'~' if !is_plain && rest.starts_with("~~") => struck(rest),
            b'#' if !is_plain && is_first => heading(rest),
            b'*' if !is_plain && is_first => item(text, next),
            _ => None,
        };
        let (length, fault) = found.unwrap_or((1, None));
        all.extend(fault.map(|(message, help)| Fault { at: next..next + length, message, help }));
        at = next + length;
    }
    all
}

/// The bytes that belong together, and what is wrong with them: message and help.
type Found = Option<(usize, Option<(String, String)>)>;

fn fault(length: usize, message: impl Into<String>, help: impl Into<String>) -> Found {
    Some((length, Some((message.into(), help.into()))))
}

/// So many bytes are no markup.
fn skip(length: usize) -> Found {
    Some((length, None))
}

/// `<b>`, `</i>`, `<br/>`, `<color=red>`, `<!-- … -->`.
fn tag(text: &str, at: usize, is_plain: bool) -> Found {
    let rest = &text[at..];
    if rest.starts_with("<!--") {
        let length = rest.find("-->").map_or(rest.len(), |end| end + 3);
        return fault(length, "an HTML comment is printed", "delete it; `#` above the key begins a comment of TOML");
    }
    let end = 1 + rest[1..].find(['>', '<', '\n']).filter(|end| rest[1 + end..].starts_with('>'))?;
    let inner = &rest[1..end];
    let name = inner.trim_start_matches('/');
    let (name, more) = name.split_at(name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len()));
    let name = name.to_ascii_lowercase();
    let is_named = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let has_values = more.contains('=') || more.trim() == "/";
    let is_pair = || inner.starts_with('/') || text[at..].to_ascii_lowercase().contains(&format!("</{name}>"));
    let is_known = TAGS.contains(&name.as_str()) && (more.trim().is_empty() || has_values);
    if !is_named || !(is_known || has_values || (more.is_empty() && is_pair())) {
        return None;
    }
    let instead = match name.as_str() {
        _ if is_plain && name != "br" => "leave it out: this text is set with `markup=false`",
        "b" | "strong" => "write `**…**` for bold",
        "i" | "em" | "cite" => "write `*…*` for italic",
        "u" | "ins" => "write `__…__` to underline",
        "br" | "p" | "div" => "break the line with \n instead",
        "hr" => "write `---` on a line of its own",
        "li" => "begin the line with `- `",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "begin the line with `# `",
        "font" | "color" | "span" => "write `{name: …}` with a color of the palette, or leave it out",
        "img" | "sprite" | "sym" | "symbol" => "write `{name}` with the name of an icon",
        "sub" | "sup" => "write the small character itself, such as `²`, or leave it out",
        _ => "leave it out",
    };
    fault(end + 1, format!("`<{inner}>` is a tag of HTML and would be printed"), instead)
}

/// `&nbsp;`, `&#8217;`, `&#x2019;`.
fn entity(rest: &str) -> Found {
    let name = &rest[1..rest.find(';').filter(|end| (2..12).contains(end))?];
    let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    });
    let known = || NAMED.iter().find(|(known, _)| *known == name).map(|(_, sign)| (*sign).to_owned());
    // Other names of letters: `&eacute;`, `&Uuml;`.
    let is_letter = || {
        let ends = ["acute", "grave", "circ", "uml", "tilde", "cedil", "slash", "ring", "caron", "lig"];
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && ends.iter().any(|end| name.ends_with(end) && name.len() <= end.len() + 2)
    };
    let sign = match number.and_then(char::from_u32) {
        Some(sign) => Some(sign.to_string()),
        None => known(),
    };
    if sign.is_none() && !is_letter() {
        return None;
    }
    let instead = match sign.as_deref() {
        Some("\u{a0}") => "write a no-break space (U+00A0) itself, or a plain one".to_owned(),
        Some("\u{ad}") => "leave it out, or write the soft hyphen (U+00AD) itself".to_owned(),
        Some(sign) if !sign.chars().any(char::is_control) => format!("write `{sign}` itself"),
        Some(_) => "leave it out".to_owned(),
        None => "write the letter itself".to_owned(),
    };
    fault(name.len() + 2, format!("`&{name};` is a character of HTML and would be printed as it is"), instead)
}

/// `\n` as two characters: escaped twice, or in single quotes.
fn line_end(rest: &str) -> Found {
    let (what, instead) = match rest.as_bytes().get(1)? {
        b'n' | b'r' => ("line end", "break the line with \n instead"),
        b't' => ("tab", "write a space instead"),
        // An escaped backslash.
        b'\\' => return skip(2),
        _ => return None,
    };
    let two = &rest[..2];
    fault(
        2,
        format!("`{two}` is no {what} here and would be printed as it is"),
        format!("{instead}, or write `\\{two}` to print it"),
    )
}

/// `[b]`, `[/color]`, `[text](https://…)`, and `[star]` where there is such an icon.
fn in_brackets(rest: &str, is_icon: &dyn Fn(&str) -> bool) -> Found {
    let inner = &rest[1..rest.find(']')?];
    let name = inner.trim_start_matches('/');
    let instead = match name.to_ascii_lowercase().as_str() {
        "b" => "write `**…**` for bold",
        "i" => "write `*…*` for italic",
        "u" => "write `__…__` to underline",
        "br" => "break the line with \n instead",
        "/b" | "/i" | "/u" | "center" | "right" | "size" | "color" | "url" | "img" => "leave it out",
        _ if is_icon(inner) => {
            let message = format!("`[{inner}]` would be printed as it is, and there is an icon `{inner}`");
            return fault(inner.len() + 2, message, format!("write `{{{inner}}}`"));
        }
        _ if rest[inner.len() + 2..].starts_with("(http") => {
            let length = rest.find(')').map_or(rest.len(), |end| end + 1);
            return fault(length, "a link of Markdown would be printed as it is", "write only its words");
        }
        _ => return None,
    };
    fault(inner.len() + 2, format!("`[{inner}]` is a tag of forums and would be printed"), instead)
}

/// `_italic_` of Markdown.
fn underscores(text: &str, at: usize) -> Found {
    let rest = &text[at + 1..];
    if rest.starts_with('_') {
        return skip(rest.len() - rest.trim_start_matches('_').len() + 1);
    }
    let line = rest.split('\n').next().unwrap_or(rest);
    let end = line.find('_')?;
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_outside = !is_word(text[..at].chars().next_back()) && !is_word(line[end + 1..].chars().next());
    let is_tight = !line[..end].starts_with(char::is_whitespace) && !line[..end].ends_with(char::is_whitespace);
    if end == 0 || !is_outside || !is_tight {
        return None;
    }
    let message = format!("`_{}_` would be printed with its marks", &line[..end]);
    fault(end + 2, message, "write `*…*` for italic, or `\\_` to print the sign")
}

/// `~~struck~~` of Markdown.
fn struck(rest: &str) -> Found {
    let many = rest.len() - rest.trim_start_matches('~').len();
    let line = rest.split('\n').next().unwrap_or(rest);
    let end = line[many..].find("~~").filter(|_| many == 2);
    let Some(end) = end.filter(|end| *end > 0) else { return skip(many) };
    fault(end + 4, "nothing strikes words out; the marks would be printed", "leave the words or the marks out")
}

/// `## Heading` of Markdown.
fn heading(rest: &str) -> Found {
    let many = rest.len() - rest.trim_start_matches('#').len();
    let is_heading = (2..=6).contains(&many) && rest[many..].starts_with(' ');
    if !is_heading {
        return skip(many);
    }
    fault(many, format!("`{}` would be printed: headings have one size", &rest[..many]), "write a single `#`")
}

/// `* item` of Markdown, unless it is a note below a text.
fn item(text: &str, at: usize) -> Found {
    let rest = &text[at + 1..];
    let is_note =
        text[..at].trim_end_matches('\n').contains('*') && !text[..at].contains("\n* ") && !text.starts_with("* ");
    if !rest.starts_with(' ') || rest.trim().is_empty() || is_note {
        return None;
    }
    fault(1, "`*` at the start of a line would be printed", "write `- ` for an item, or `\\*` for a note")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_other_programs_is_found() {
        for (text, want) in [
            ("Draw <b>two</b> cards<br>now<br />", "<b> </b> <br> <br />"),
            (
                "<i class=\"x\">A</i> <color=#f00>B</color> <sym>T</sym>",
                "<i class=\"x\"> </i> <color=#f00> </color> <sym> </sym>",
            ),
            ("A&nbsp;B &amp; C&#8217;s &#x2019; &eacute;", "&nbsp; &amp; &#8217; &#x2019; &eacute;"),
            ("Draw.\\nThen\\trest.", "\\n \\t"),
            ("[b]Bold[/b], [star] and [a link](https://e.org)", "[b] [/b] [star] [a link](https://e.org)"),
            ("_Flavor of the day_ and ~~old~~", "_Flavor of the day_ ~~old~~"),
            ("## Big\n* one\n* two", "## * *"),
            ("a <!-- b --> c", "<!-- b -->"),
        ] {
            let found: Vec<&str> =
                foreign(text, false, &|name| name == "star").into_iter().map(|fault| &text[fault.at]).collect();
            assert_eq!(found.join(" "), want, "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_left_alone() {
        for text in [
            "a < b > c",
            "I <3 U",
            "AT&T",
            "R&D; and Q&A;",
            "1<2>0",
            "x <y> z",
            "<name>",
            "3 << 4 >> 1",
            "a <b and c> d",
            "snake_case_name",
            "_____",
            "C:\\path",
            "Gain 3 Gold*.\n* Once per turn.",
            "[2] and [gold]",
            "#1",
            "~~",
            "**b**",
            "\\\\n",
            "a & b; c",
            "# One",
            "<->",
            "<",
            "&",
            "&;",
            "<>",
        ] {
            assert_eq!(foreign(text, false, &|name| name == "star"), [], "{text}");
        }
        assert_eq!(
            foreign("* a _b_ [b] ~~c~~", true, &|_| false),
            [],
            "every character of a text without markup is meant"
        );
        assert_eq!(foreign("a<br>&amp;", true, &|_| false).len(), 2);
    }
}
