//! Characters that another encoding made of a text.

use std::ops::Range;

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::look::Look;
use crate::text::Part;

pub static RULE: Rule = Rule {
    name: "text-garbled",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "A text has characters that come from reading a file in the wrong encoding: `Ã©` for `é`, `â€™` for `’`, or the \
        sign U+FFFD for a lost character.",
    why: "Players cannot read the word.",
    fix: "Write the character itself, or export the texts once more as UTF-8.",
    wrong: r#"
        # cards.toml
        text = "Dig in the cafÃ©."
    "#,
    right: r#"
        # cards.toml
        text = "Dig in the café."
    "#,
};

pub(super) fn check(look: &Look, found: &mut Vec<Finding>) {
    for words in &look.words {
        let text = words.said.text.as_str();
        for (at, meant) in garbled(text) {
            let (message, help) = match meant {
                Some(meant) => {
                    (format!("`{}` is `{meant}` in the wrong encoding", &text[at.clone()]), meant.to_string())
                }
                None => ("the text has U+FFFD, which stands for a lost character".to_owned(), String::new()),
            };
            let help = if help.is_empty() { "write the lost character".to_owned() } else { format!("write `{help}`") };
            found.push(look.word_finding(&RULE, text, &Part::At(at), message).help(help));
        }
    }
}

/// The places where one character became several, and which it was.
fn garbled(text: &str) -> Vec<(Range<usize>, Option<char>)> {
    let mut all = Vec::new();
    let mut end = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
        if c == '\u{fffd}' {
            all.push((at..at + c.len_utf8(), None));
        } else if at >= end
            && let Some((length, meant)) = twice(&text[at..])
        {
            end = at + length;
            all.push((at..end, Some(meant)));
        }
    }
    all
}

/// A character that was written as UTF-8 and read as Windows-1252, at the start of a text: its length, and what it was.
fn twice(text: &str) -> Option<(usize, char)> {
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    // In capitals, `Ã`, `Â` and `â` may stand before a quote, a dash or dots.
    let ends_a_word = matches!(second, '\u{a0}' | '»' | '›' | '”' | '’' | '“' | '…' | '–' | '—');
    let many = match (first, second) {
        ('Ã' | 'Â', _) if !ends_a_word => 2,
        ('â', '€' | '„' | 'ˆ') => 3,
        ('ð', 'Ÿ') => 4,
        _ => return None,
    };
    let part = &text[..text.char_indices().nth(many).map_or(text.len(), |(at, _)| at)];
    let bytes: Vec<u8> = part.chars().map(byte).collect::<Option<_>>()?;
    let meant = std::str::from_utf8(&bytes).ok()?;
    let mut meant = meant.chars();
    let (only, more) = (meant.next()?, meant.next());
    (more.is_none() && part.chars().count() == many).then_some((part.len(), only))
}

/// The byte of a character in Windows-1252.
fn byte(c: char) -> Option<u8> {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match HIGH.iter().position(|high| *high == c) {
        Some(at) => Some(0x80 + at as u8),
        None => u8::try_from(u32::from(c)).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_language_writes_is_garbled() {
        for (text, want) in [
            ("cafÃ© â€™n GrÃ¼ÃŸe â€“ 5Â°, ðŸ”¥", "é ’ ü ß – ° 🔥"),
            ("IRMÃ…” “AMANHÔ «COMPÂ\u{a0}»", ""),
            ("désiré\u{a0}», voilà…, où, Ärger, CAFÉ… Ãrvore âme ðæ", ""),
            ("lost \u{fffd}", "?"),
        ] {
            let found: Vec<String> =
                garbled(text).into_iter().map(|(_, meant)| meant.map_or("?".to_owned(), String::from)).collect();
            assert_eq!(found.join(" "), want, "{text}");
        }
    }
}
