//! Finds words in printed text.

use std::ops::Range;

/// The words and punctuation of a text, without the names of icons.
pub(super) struct Words {
    /// The text without style marks and icons.
    plain: String,
    /// The range of bytes of each word or punctuation mark.
    all: Vec<Range<usize>>,
    /// The words in lower case.
    small: Vec<String>,
}

/// One or more words to look for, in any of their forms.
pub(super) struct Phrase {
    /// In lower case, unless `is_exact`.
    words: Vec<String>,
    /// Whether case matters, as for a term with a capital letter.
    is_exact: bool,
}

impl Words {
    pub fn of(text: &str) -> Words {
        let plain = plain(text);
        let mut all: Vec<Range<usize>> = Vec::new();
        let mut letters = plain.char_indices().peekable();
        while let Some((from, c)) = letters.next() {
            let mut end = from + c.len_utf8();
            if c.is_alphanumeric() {
                while let Some((at, next)) = letters.next_if(|(_, next)| next.is_alphanumeric()) {
                    end = at + next.len_utf8();
                }
            } else if !matches!(c, '.' | '!' | '?' | ':' | ';' | ',' | '•') {
                continue;
            }
            all.push(from..end);
        }
        let small = all.iter().map(|word| plain[word.clone()].to_lowercase()).collect();
        Words { plain, all, small }
    }

    fn word(&self, at: usize) -> &str {
        &self.plain[self.all[at].clone()]
    }

    pub fn has(&self, phrase: &Phrase) -> bool {
        self.find(phrase).next().is_some()
    }

    /// All places of the phrase, as ranges of word indices.
    fn find<'a>(&'a self, phrase: &'a Phrase) -> impl Iterator<Item = Range<usize>> + 'a {
        let long = phrase.words.len();
        let starts = 0..(self.all.len() + 1).saturating_sub(long.max(1));
        let said = |at: usize| if phrase.is_exact { self.word(at) } else { &self.small[at] };
        let is_here = move |from: &usize| long > 0 && phrase.is_said(&|at| said(from + at));
        starts.filter(is_here).map(move |from| from..from + long)
    }

    /// The first place of the phrase that is not part of `other`, as written in the text.
    pub fn beside(&self, phrase: &Phrase, other: &Phrase) -> Option<&str> {
        let is_part =
            |here: &Range<usize>| self.find(other).any(|there| there.start <= here.start && here.end <= there.end);
        let here = self.find(phrase).find(|here| !is_part(here))?;
        Some(&self.plain[self.all[here.start].start..self.all[here.end - 1].end])
    }
}

impl Phrase {
    /// A term. If it has a capital letter, case matters.
    pub fn term(words: &str) -> Phrase {
        if !words.starts_with(char::is_uppercase) {
            return Phrase::any(words);
        }
        let said = Words::of(words);
        Phrase { words: (0..said.all.len()).map(|at| said.word(at).to_owned()).collect(), is_exact: true }
    }

    /// Words in any case.
    pub fn any(words: &str) -> Phrase {
        Phrase { words: Words::of(words).small, is_exact: false }
    }

    fn is_said<'a>(&self, said: &dyn Fn(usize) -> &'a str) -> bool {
        // Single short words are usually nouns, so `rounded` is not a form of `round`.
        let bends = || self.words.len() > 1 || self.words.iter().any(|word| word.len() > 5);
        self.words.iter().enumerate().all(|(at, word)| is_form(said(at), word, &bends))
    }
}

/// Whether a word is a form of another: its plural or, if it `bends`, a form of the verb.
fn is_form(said: &str, word: &str, bends: &dyn Fn() -> bool) -> bool {
    // A form changes at most the last letter of the word.
    let stem = &word[..word.char_indices().next_back().map_or(0, |(at, _)| at)];
    let Some(rest) = said.strip_prefix(stem) else { return false };
    let last = &word[stem.len()..];
    let is_plural = match rest.strip_prefix(last) {
        Some("" | "s" | "es") => true,
        _ => {
            matches!((last, rest), ("y", "ies") | ("f", "ves"))
                || (word.ends_with("fe") && is_form(said, &word[..word.len() - 1], &|| false))
        }
    };
    let is_bent = match rest.strip_prefix(last) {
        Some("d" | "ed" | "ing") => true,
        Some("n") => last == "w",
        Some(ending) => ending.strip_prefix(last).is_some_and(|ending| matches!(ending, "ed" | "ing")),
        None => matches!((last, rest), ("y", "ied") | ("e", "ing")),
    };
    is_plural || (is_bent && bends())
}

/// The names of icons in a text: `{gem}`.
pub(super) fn icons_in(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
    names.filter(|name| !name.contains(':'))
}

/// The names in running text: capitalized words inside a sentence. Adjacent ones are joined.
pub(super) fn names_in(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let plain = plain(text);
    let words = plain.split_whitespace().count();
    let is_sentence = plain.trim_end().trim_end_matches([')', '”', '’']).ends_with(['.', '!', '?']);
    let is_running = (words >= 2 && is_sentence) || (words >= 5 && plain.contains(['.', '!', '?', ':']));
    if !is_running {
        return names;
    }
    for line in plain.lines().filter(|line| !line.starts_with("# ")) {
        let (mut begins, mut pauses) = (true, false);
        let mut name: Vec<&str> = Vec::new();
        for word in line.trim_start_matches("- ").split_whitespace() {
            let core = word.trim_matches(|c: char| !c.is_alphanumeric());
            let core = core.strip_suffix("’s").or_else(|| core.strip_suffix('’')).unwrap_or(core);
            let is_large = core.starts_with(char::is_uppercase) && core.chars().any(char::is_lowercase);
            let opens = word.starts_with(['(', '“', '‘']);
            if opens && !name.is_empty() {
                names.push(std::mem::take(&mut name).join(" "));
            }
            // Direct speech: “Stop right there.”
            begins |= pauses && word.starts_with(['“', '‘']);
            pauses = word.ends_with(',');
            if is_large && !begins {
                name.push(core);
            } else if !name.is_empty() {
                names.push(std::mem::take(&mut name).join(" "));
            }
            let ends = word.ends_with(['.', '!', '?', ':', ';', ',', ')', '”', '’', '–', '•', '→', '/']);
            if ends && !name.is_empty() {
                names.push(std::mem::take(&mut name).join(" "));
            }
            let is_number = word.ends_with(')') && !word.starts_with('(') && core.len() <= 2;
            begins = is_number
                || word.trim_end_matches([')', '”', '’']).ends_with(['.', '!', '?', ':', '–', '•', '→', '/', '…'])
                || (core.is_empty() && !word.is_empty())
                || (opens && begins);
        }
        if !name.is_empty() {
            names.push(name.join(" "));
        }
    }
    names
}

/// The text without style marks and icons.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut is_icon, mut colored) = (false, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => is_icon = true,
            ':' if is_icon => {
                (is_icon, colored) = (false, colored + 1);
            }
            '}' if !is_icon && colored > 0 => colored -= 1,
            '_' if text[at..].starts_with("__") || text[..at].ends_with('_') => {}
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

/// The possible singulars of a name in lower case, including the name itself.
pub(super) fn singulars(name: &str) -> Vec<String> {
    let small = name.to_lowercase();
    let mut all = vec![small.clone()];
    if let Some(stem) = small.strip_suffix('s').filter(|stem| !stem.ends_with('s') && stem.len() > 2) {
        all.push(stem.to_owned());
    }
    for (plural, ends) in [("ies", &["y"][..]), ("ves", &["f", "fe"]), ("es", &[""])] {
        if let Some(stem) = small.strip_suffix(plural).filter(|stem| stem.len() > 1) {
            all.extend(ends.iter().map(|end| format!("{stem}{end}")));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_by_themselves() {
        for (text, word, want) in [
            ("Discard 2 Guards.", "Guard", true),
            ("The Guardian stays.", "Guard", false),
            ("A guard stays.", "Guard", false),
            ("Salvage 2 cards.", "salvage", true),
            ("One of your Allies", "Ally", true),
            ("Two Thieves, a Wolf", "Thief", true),
            ("Never **throw\u{a0}away** a card", "throw away", true),
            ("Whoever throws\naway a card", "throw away", true),
            ("It is thrown away.", "throw away", true),
            ("Throw. Away with it", "throw away", false),
            ("You may re\u{2011}roll", "re-roll", true),
            ("Discarded, discarding", "discard", true),
            ("Rounded up", "round", false),
            ("Two {gem-plain} here", "gem", false),
            ("Anything", "", false),
        ] {
            assert_eq!(Words::of(text).has(&Phrase::term(word)), want, "{word} in {text}");
        }
    }

    #[test]
    fn a_word_within_the_right_name_is_right() {
        let (item, right) = (Phrase::any("item"), Phrase::any("Magic Item"));
        assert_eq!(Words::of("Take a Magic Item.").beside(&item, &right), None);
        assert_eq!(Words::of("Take a **Magic Item**, or two Items.").beside(&item, &right), Some("Items"));
    }

    #[test]
    fn plurals_lead_to_their_singular() {
        for (plural, singular) in [
            ("Witches", "witch"),
            ("Foxes", "fox"),
            ("Horses", "horse"),
            ("Wolves", "wolf"),
            ("Wives", "wife"),
            ("Allies", "ally"),
        ] {
            assert!(singulars(plural).iter().any(|one| one == singular), "{plural}");
        }
    }

    #[test]
    fn names_are_what_is_written_large_within_a_sentence() {
        let text = "Give the **Master of Crafts** to a Guard. Then roll: Take one of {gem} in the Night King’s hoard.";
        assert_eq!(names_in(text), ["Master", "Crafts", "Guard", "Night King"]);
        for (text, want) in [
            ("Gain 300 Goblins.", &["Goblins"][..]),
            ("Loaded Die", &[]),
            ("Wait for it… Then draw one more card.", &[]),
            ("Do this: a) Draw a card. b) Discard one. 1) Move on.", &[]),
            ("She says, “Stop right there,” and goes.", &[]),
        ] {
            assert_eq!(names_in(text), want, "{text}");
        }
    }
}
