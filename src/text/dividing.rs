//! Where hyphens may divide the words of a text.

use crate::language::Language;

/// The fewest letters of a word that is divided.
const FEWEST: usize = 6;
/// The most letters that are looked up at once: the pattern tables are made for words, and fail on longer strings.
const MOST: usize = 40;
/// The letters at the ends of a part of a longer word whose divisions depend on what is beyond.
const EDGE: usize = 8;

/// The places inside long words where a hyphen may stand, in order.
pub(super) fn divisions(text: &str, language: Language) -> Vec<usize> {
    let mut places = Vec::new();
    let mut at = 0;
    for token in text.split_inclusive(char::is_whitespace) {
        if !is_address(token) {
            let mut inner = at;
            for piece in token.split_inclusive(|c: char| !c.is_alphabetic()) {
                let word = piece.trim_end_matches(|c: char| !c.is_alphabetic());
                places.extend(in_word(word, language).into_iter().map(|place| inner + place));
                inner += piece.len();
            }
        }
        at += token.len();
    }
    places
}

/// Whether readers would take a hyphen in it for a part of it: an address, a file or an identifier.
fn is_address(token: &str) -> bool {
    let letters: Vec<char> = token.chars().collect();
    let is_knot = |three: &[char]| {
        three[0].is_alphabetic() && matches!(three[1], '.' | '_' | '0'..='9') && three[2].is_alphanumeric()
    };
    // One slash alone stands between two words: "and/or".
    token.contains("://") || token.contains('@') || token.matches('/').count() > 1 || letters.windows(3).any(is_knot)
}

/// The places inside a word where it may be divided.
fn in_word(word: &str, language: Language) -> Vec<usize> {
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    let count = starts.len() - 1;
    let mut places = Vec::new();
    if count < FEWEST {
        return places;
    }
    let mut first = 0;
    loop {
        let end = (first + MOST).min(count);
        let from = if first == 0 { 0 } else { starts[first + EDGE] };
        let to = if end == count { word.len() } else { starts[end - EDGE] };
        let mut place = starts[first];
        for syllable in language.syllables(&word[starts[first]..starts[end]]) {
            place += syllable.len();
            if place >= from && place < to && !word[place..].starts_with(|c| language.drops_trema(c)) {
                places.push(place);
            }
        }
        if end == count {
            return places;
        }
        first += MOST - 2 * EDGE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(tag: &str, text: &str) -> String {
        let mut divided = text.to_owned();
        for place in divisions(text, Language::parse(tag).expect("a tag")).into_iter().rev() {
            divided.insert(place, '|');
        }
        divided
    }

    #[test]
    fn words_are_divided_and_addresses_are_not() {
        assert_eq!(divided("en", "extensive, Extensive-extensive"), "ex|ten|sive, Ex|ten|sive-ex|ten|sive");
        assert_eq!(divided("en", "either extensive/extensive."), "ei|ther ex|ten|sive/ex|ten|sive.");
        for whole in [
            "https://extensive/",
            "extensive.extensive.com",
            "extensive@home",
            "(extensive/extensive/extensive)",
            "extensive_extensive",
            "extensive2extensive",
        ] {
            assert_eq!(divided("en", whole), whole);
        }
    }

    #[test]
    fn words_of_any_length_are_divided_alike() {
        let captain = "Donaudampfschifffahrtsgesellschaftskapitän";
        assert_eq!(divided("de", captain), "Do|nau|dampf|schiff|fahrts|ge|sell|schafts|ka|pi|tän");
        // Three times as long, the middle is divided as the whole was.
        let long = divided("de", &captain.to_lowercase().repeat(3));
        assert!(long.matches("dampf|schiff|fahrts|ge|sell|schafts|ka|pi").count() == 3, "{long}");
    }

    #[test]
    fn a_dutch_word_is_not_divided_where_it_would_lose_its_trema() {
        assert!(!divided("nl", "ideeën zoëven reünie").contains("|ë"));
        assert!(divided("nl", "spelregels").contains('|'));
    }
}
