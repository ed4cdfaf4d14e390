//! Looking for words in printed text.

/// Whether `word` stands in the text by itself, its plural or its genitive counted; names of icons are no words.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    stands_in(&plain(text), word)
}

/// The same for a text without marks and icons.
pub(super) fn stands_in(plain: &str, word: &str) -> bool {
    plain.match_indices(word).any(|(at, _)| {
        let rest = &plain[at + word.len()..];
        let rest = rest.strip_prefix("es").or_else(|| rest.strip_prefix('s')).unwrap_or(rest);
        !plain[..at].ends_with(char::is_alphanumeric) && !rest.starts_with(char::is_alphanumeric)
    })
}

/// The names of icons in a text: `{gem}`.
pub(super) fn icons_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// Names in a running text: words with a capital letter that does not begin a sentence, neighbours joined.
pub(super) fn names_in(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let plain = plain(text);
    let is_running = plain.split_whitespace().count() >= 5 && plain.contains(['.', '!', '?', ':']);
    if !is_running {
        return names;
    }
    for line in plain.lines().filter(|line| !line.starts_with("# ")) {
        let mut begins = true;
        let mut name: Vec<&str> = Vec::new();
        for word in line.trim_start_matches("- ").split_whitespace() {
            let core = word.trim_matches(|c: char| !c.is_alphanumeric());
            let core = core.strip_suffix("’s").or_else(|| core.strip_suffix('’')).unwrap_or(core);
            let is_large = core.starts_with(char::is_uppercase) && core.chars().any(char::is_lowercase);
            let opens = word.starts_with(['(', '“', '‘']);
            if opens && !name.is_empty() {
                names.push(std::mem::take(&mut name).join(" "));
            }
            if is_large && !begins {
                name.push(core);
            } else if !name.is_empty() {
                names.push(std::mem::take(&mut name).join(" "));
            }
            let ends = word.ends_with(['.', '!', '?', ':', ';', ',', ')', '”', '’', '–', '•', '→', '/']);
            if ends && !name.is_empty() {
                names.push(std::mem::take(&mut name).join(" "));
            }
            begins = word.trim_end_matches([')', '”', '’']).ends_with(['.', '!', '?', ':', '–', '•', '→', '/'])
                || (core.is_empty() && !word.is_empty())
                || (opens && begins);
        }
        if !name.is_empty() {
            names.push(name.join(" "));
        }
    }
    names
}

/// The text without marks and icons.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_icon = false;
    for c in text.chars() {
        match c {
            '{' => is_icon = true,
            '}' => {
                is_icon = false;
                plain.push('•');
            }
            '*' | '~' | '\\' => {}
            _ if is_icon => {}
            '\u{a0}' => plain.push(' '),
            _ => plain.push(c),
        }
    }
    plain
}

/// A name in small letters and without the ending of a plural, for comparing.
pub(super) fn singular(name: &str) -> String {
    let small = name.to_lowercase();
    match small.strip_suffix("ies") {
        Some(stem) if stem.len() > 2 => format!("{stem}y"),
        _ => small.strip_suffix('s').filter(|stem| !stem.ends_with('s') && stem.len() > 2).unwrap_or(&small).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_by_themselves() {
        assert!(has_word("Discard 2 Guards.", "Guard"));
        assert!(!has_word("The Guardian stays.", "Guard"));
        assert!(stands_in(&plain("Never **throw\u{a0}away** a card"), "throw away"));
        assert!(!has_word("Two {gem-plain} here", "gem"));
    }

    #[test]
    fn names_are_what_is_written_large_within_a_sentence() {
        let text = "Give the **Master of Crafts** to a Guard. Then roll: Take one of {gem} in the Night King’s hoard.";
        assert_eq!(names_in(text), ["Master", "Crafts", "Guard", "Night King"]);
    }
}
