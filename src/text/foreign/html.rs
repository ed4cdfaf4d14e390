//! Tags and named characters of HTML in a text.

use super::{Found, fault};

/// Elements of HTML that people write into texts.
const TAGS: &[&str] = &[
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
const NAMED: &[(&str, &str)] = &[
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
    ("le", "≤"),
    ("ge", "≥"),
    ("ne", "≠"),
    ("percnt", "%"),
    ("num", "#"),
    ("dollar", "$"),
    ("plus", "+"),
    ("excl", "!"),
    ("quest", "?"),
    ("colon", ":"),
    ("lpar", "("),
    ("rpar", ")"),
    ("ast", "*"),
    ("sect", "§"),
    ("para", "¶"),
    ("pound", "£"),
    ("yen", "¥"),
    ("cent", "¢"),
    ("frac13", "⅓"),
    ("sup1", "¹"),
    ("sup2", "²"),
    ("sup3", "³"),
    ("dagger", "†"),
    ("star", "☆"),
    ("starf", "★"),
    ("hearts", "♥"),
    ("spades", "♠"),
    ("clubs", "♣"),
    ("diams", "♦"),
    ("check", "✓"),
    ("ensp", "\u{2002}"),
    ("emsp", "\u{2003}"),
    ("thinsp", "\u{2009}"),
    ("harr", "↔"),
    ("szlig", "ß"),
];

/// `<b>`, `</i>`, `<br/>`, `<color=red>`, `<!-- … -->`.
pub(super) fn tag(text: &str, at: usize, is_plain: bool) -> Found {
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
        "li" | "p" | "div" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if inner.starts_with('/') => "leave it out",
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

/// `&nbsp;`, `&#8217;`, `&#x2019;`, and whatever else has the form of a name behind a space or a number.
pub(super) fn entity(text: &str, at: usize) -> Found {
    let rest = &text[at..];
    let name = &rest[1..rest.find(';').filter(|end| (2..12).contains(end))?];
    let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    });
    let known = || NAMED.iter().find(|(known, _)| *known == name).map(|(_, sign)| (*sign).to_owned());
    // `&eacute;`, `&Uuml;`, `&lambda;`, but not `Q&A;` and `Tom&Jerry;`.
    let is_name = || {
        let ends = ["acute", "grave", "circ", "uml", "tilde", "cedil", "slash", "ring", "caron", "lig"];
        let is_letter = ends.iter().any(|end| name.ends_with(end) && name.len() <= end.len() + 2);
        let is_apart = !text[..at].ends_with(char::is_alphabetic) && name.len() > 2;
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().skip(1).all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            && (is_letter || is_apart)
    };
    let sign = match number.and_then(char::from_u32) {
        Some(sign) => Some(sign.to_string()),
        None => known(),
    };
    if sign.is_none() && !is_name() {
        return None;
    }
    let instead = match sign.as_deref() {
        Some("\u{a0}") => "write a no-break space (U+00A0) itself, or a plain one".to_owned(),
        Some("\u{ad}") => "leave it out, or write the soft hyphen (U+00AD) itself".to_owned(),
        Some(sign) if sign.chars().all(char::is_whitespace) => "write a space".to_owned(),
        Some(sign) if !sign.chars().any(char::is_control) => format!("write `{sign}` itself"),
        Some(_) => "leave it out".to_owned(),
        None => "write the character itself".to_owned(),
    };
    fault(name.len() + 2, format!("`&{name};` is a character of HTML and would be printed as it is"), instead)
}
