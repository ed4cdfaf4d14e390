//! The language of a text: where its words are divided, which quotes it has, and where it puts spaces.

mod codes;

use std::fmt;

pub use codes::code_of;

/// A language by its tag, such as `de`, `pt-BR` or `zh-Hant`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    /// The tag, padded with zeros.
    tag: [u8; 12],
}

impl Default for Language {
    fn default() -> Language {
        Language::ENGLISH
    }
}

impl Language {
    /// The language of a game that names none.
    pub const ENGLISH: Language = Language { tag: *b"en\0\0\0\0\0\0\0\0\0\0" };

    /// Reads a tag: two or three letters, then parts of two to eight letters or digits after hyphens.
    pub fn parse(tag: &str) -> Option<Language> {
        let mut parts = tag.split('-');
        let is_language = |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_lowercase());
        let is_more = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        let mut known = [0; 12];
        if tag.len() > known.len() || !parts.next().is_some_and(is_language) || !parts.all(is_more) {
            return None;
        }
        known[..tag.len()].copy_from_slice(tag.as_bytes());
        Some(Language { tag: known })
    }

    /// The tag.
    pub fn tag(&self) -> &str {
        std::str::from_utf8(&self.tag).unwrap_or("").trim_end_matches('\0')
    }

    /// The language without region and script.
    fn base(&self) -> &str {
        self.tag().split('-').next().unwrap_or("")
    }

    /// Whether its texts run from right to left.
    pub fn is_rtl(&self) -> bool {
        matches!(self.base(), "ar" | "he" | "fa" | "ur" | "yi" | "ps" | "sd" | "ug" | "dv" | "ckb" | "syr")
    }

    /// Whether a space stands before `: ; ! ?`, and inside quotes.
    pub fn spaces_marks(&self) -> bool {
        self.base() == "fr" && self.tag() != "fr-CH"
    }

    /// The most letters of a word that does not stand at a line's end.
    pub fn short_word(&self) -> usize {
        match self.base() {
            // Prepositions of one letter; two-letter words are too many to move.
            "cs" | "sk" | "pl" | "ru" | "uk" | "hr" | "sl" | "sr" => 1,
            _ => 2,
        }
    }

    /// Whether the letter loses its trema at the start of a line, as in the Dutch "ideeën" and "idee-en".
    pub fn drops_trema(&self, c: char) -> bool {
        self.base() == "nl" && matches!(c, 'ä' | 'ë' | 'ï' | 'ö' | 'ü')
    }

    /// Whether there is a language with that code.
    pub fn is_known(&self) -> bool {
        codes::is_known(self.base())
    }

    /// The country or script after the language's code.
    fn is_of(&self, parts: &[&str]) -> bool {
        self.tag().split('-').skip(1).any(|part| parts.contains(&part))
    }

    /// Quotes: outer pair, inner pair.
    pub fn quotes(&self) -> [char; 4] {
        match self.base() {
            "de" | "fr" | "it" if self.is_of(&["CH", "LI"]) => ['«', '»', '‹', '›'],
            "de" | "cs" | "sk" | "sl" | "bg" | "mk" | "is" | "lt" | "ka" | "et" => ['„', '“', '‚', '‘'],
            "hr" => ['„', '”', '‚', '’'],
            "da" => ['»', '«', '›', '‹'],
            "pl" | "ro" | "hu" => ['„', '”', '«', '»'],
            "sr" | "bs" => ['„', '”', '’', '’'],
            "pt" if !self.is_of(&["PT", "AO", "MZ"]) => ['“', '”', '‘', '’'],
            "fr" | "it" | "es" | "pt" | "ca" | "gl" | "eu" | "el" | "no" | "nb" | "nn" | "hy" | "sq" => {
                ['«', '»', '“', '”']
            }
            "uk" => ['«', '»', '“', '”'],
            "ru" | "be" => ['«', '»', '„', '“'],
            "fa" => ['«', '»', '‹', '›'],
            "sv" | "fi" | "he" => ['”', '”', '’', '’'],
            "ja" => ['「', '」', '『', '』'],
            "zh" if self.is_of(&["Hant", "TW", "HK", "MO"]) => ['「', '」', '『', '』'],
            _ => ['“', '”', '‘', '’'],
        }
    }

    /// Whether `mark` is a quote that texts in this language do not use.
    pub fn has_no_quote(&self, mark: char) -> bool {
        let used = match self.base() {
            // German prints guillemets as well, pointing inwards, and so do its neighbors.
            "de" | "cs" | "sk" | "sl" => "„“»«›‹",
            "hr" | "da" => "„“”»«›‹",
            "fr" | "it" | "es" | "pt" | "ca" => "«»“”‹›",
            "pl" => "„”«»",
            "uk" => "«»„“”",
            "ru" | "be" => "«»„“",
            "sv" | "fi" => "”»",
            "nl" => "“”„",
            "en" => "“”«»‹›",
            _ => return false,
        };
        matches!(mark, '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '「' | '」') && !used.contains(mark)
    }

    /// The syllables of a word; the whole word where the language's patterns are not known.
    pub fn syllables<'a>(&self, word: &'a str) -> impl Iterator<Item = &'a str> {
        let code = match self.base() {
            "nn" => "no",
            other => other,
        };
        let code: Option<[u8; 2]> = code.as_bytes().try_into().ok();
        let patterns = code.and_then(hypher::Lang::from_iso);
        let (parts, whole) = match patterns {
            Some(patterns) => (Some(hypher::hyphenate(word, patterns)), None),
            None => (None, Some(word)),
        };
        parts.into_iter().flatten().chain(whole)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_language_and_its_parts() {
        for good in ["de", "gsw", "pt-BR", "zh-Hant", "fr-CH"] {
            assert_eq!(Language::parse(good).map(|l| l.tag().to_owned()).as_deref(), Some(good));
        }
        assert!(
            Language::parse("xx").is_some_and(|l| !l.is_known())
                && Language::parse("gsw").is_some_and(|l| l.is_known())
        );
        for bad in ["", "d", "german", "DE", "de_DE", "de-", "de-x", "de-ä", "zh-Hant-TW-x-long"] {
            assert_eq!(Language::parse(bad), None, "{bad}");
        }
        for bad in ["eng", "ger", "fra", "mis", "qqq", "xx"] {
            assert!(Language::parse(bad).is_some_and(|l| !l.is_known()), "{bad}");
        }
        for (word, code) in [
            ("German", "de"),
            ("ger", "de"),
            ("DE", "de"),
            ("de_DE", "de-DE"),
            ("EN_us", "en-US"),
            ("zh_hant", "zh-Hant"),
            ("jp", "ja"),
        ] {
            assert_eq!(code_of(word).as_deref(), Some(code), "{word}");
        }
        for nothing in ["Klingon", "qqq", "x", "dé_DE", "", "日本語", "de-日x"] {
            assert_eq!(code_of(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn each_language_divides_its_own_words() {
        let divided = |tag: &str, word| {
            let language = Language::parse(tag).expect("a tag");
            language.syllables(word).collect::<Vec<_>>().join("-")
        };
        assert_eq!(divided("de", "Donaudampfschiff"), "Do-nau-dampf-schiff");
        assert_eq!(divided("en", "extensive"), "ex-ten-sive");
        assert_eq!(divided("fr", "développement"), "dé-ve-lop-pe-ment");
        assert_eq!(divided("fi", "kaupunkilainen"), "kau-pun-ki-lai-nen");
        assert_eq!(divided("ja", "extensive"), "extensive");
    }

    #[test]
    fn each_language_has_its_quotes() {
        for (tag, outer) in [
            ("en", "“”"),
            ("de", "„“"),
            ("de-CH", "«»"),
            ("fr", "«»"),
            ("pl", "„”"),
            ("sv", "””"),
            ("fi", "””"),
            ("pt-BR", "“”"),
            ("pt-PT", "«»"),
            ("zh", "“”"),
            ("zh-TW", "「」"),
            ("ja", "「」"),
            ("ru", "«»"),
            ("hr", "„”"),
            ("da", "»«"),
            ("uk", "«»"),
        ] {
            let language = Language::parse(tag).expect("a tag");
            let quotes = language.quotes();
            assert_eq!(quotes[..2].iter().collect::<String>(), outer, "{tag}");
            assert!(!quotes[..2].iter().any(|quote| language.has_no_quote(*quote)), "{tag}");
        }
    }
}
