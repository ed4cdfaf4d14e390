//! Finds the numbers in a printed text: digits, words and repeated icons.

use std::fmt;

/// A whole number or a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number {
    top: i128,
    bottom: i128,
}

impl Number {
    pub const HALF: Number = Number { top: 1, bottom: 2 };

    /// The fraction `top / bottom`, reduced.
    pub fn part(top: i128, bottom: i128) -> Number {
        let (mut a, mut b) = (top.saturating_abs(), bottom.saturating_abs().max(1));
        while a != 0 {
            (a, b) = (b % a, a);
        }
        Number { top: top / b, bottom: bottom.max(1) / b }
    }

    pub fn is_whole(self) -> bool {
        self.bottom == 1
    }

    fn times(self, other: i128) -> Number {
        Number::part(self.top.saturating_mul(other), self.bottom)
    }
}

impl<N: Into<i128>> From<N> for Number {
    fn from(whole: N) -> Number {
        Number { top: whole.into(), bottom: 1 }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.top, self.bottom) {
            (top, 1) => write!(f, "{top}"),
            (1, 2) => f.write_str("half"),
            (1, 4) => f.write_str("a quarter"),
            (top, bottom) => write!(f, "{top}/{bottom}"),
        }
    }
}

/// How certainly a word counts something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It counts: `3`, `three`, `twice`, `{star}{star}{star}`.
    Firm,
    /// It counts, possibly something mentioned elsewhere: `both`.
    Both,
    /// It may count: `3rd`, `a pair`, `two-handed`.
    Loose,
    /// A barely expressed 1: `a card`, `the die`, `{star}`, and the pronoun in `this one`.
    Article,
}

impl Weight {
    /// Whether the number must match a number in play.
    pub fn is_firm(self) -> bool {
        matches!(self, Weight::Firm | Weight::Both)
    }
}

/// A number that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    pub number: Number,
    pub weight: Weight,
}

/// The numbers in a text, in order. Style marks are ignored, and `no` does not count as zero.
pub fn numbers_in(text: &str) -> Vec<Named> {
    let text: String = text.chars().filter(|c| !matches!(c, '*' | '~' | '\\')).collect();
    let pieces = pieces(&text);
    let (mut all, mut at) = (Vec::new(), 0);
    while at < pieces.len() {
        match phrase(&pieces, at) {
            Some((number, weight, next)) => {
                all.push(Named { number, weight });
                at = next;
            }
            None => at += 1,
        }
    }
    all
}

/// A piece of a text. White space only separates pieces.
#[derive(Debug, PartialEq)]
enum Piece<'a> {
    /// A word in lower case.
    Word(String),
    /// A number in digits, and whether it is an ordinal such as `3rd`.
    Figure(Number, bool),
    /// An icon.
    Icon(&'a str),
    /// A hyphen within a word.
    Joint,
    /// Anything else.
    Mark,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    const PARTS: [(char, i128, i128); 5] = [('½', 1, 2), ('⅓', 1, 3), ('⅔', 2, 3), ('¼', 1, 4), ('¾', 3, 4)];
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        let mut long = c.len_utf8();
        if c.is_ascii_digit() {
            let (number, figures) = figure(rest);
            let suffix = word(&rest[figures..]);
            let is_ordinal = matches!(&rest[figures..figures + suffix], "st" | "nd" | "rd" | "th");
            all.extend(number.map(|number| Piece::Figure(number, is_ordinal)));
            // `2d6` means two dice with six sides.
            let sides =
                rest[figures..figures + suffix].strip_prefix(['d', 'D']).and_then(|sides| sides.parse::<u8>().ok());
            all.extend(sides.map(|sides| Piece::Figure(Number::from(sides), true)));
            long = figures + suffix;
        } else if let Some((_, top, bottom)) = PARTS.iter().find(|(part, ..)| *part == c) {
            all.push(Piece::Figure(Number::part(*top, *bottom), false));
        } else if c.is_alphabetic() {
            long = word(rest);
            all.push(Piece::Word(rest[..long].to_lowercase()));
        } else if let Some(after) = rest.strip_prefix('{').and_then(colored) {
            // The words of a colored span count, its name does not.
            all.push(Piece::Mark);
            long = rest.len() - after.len();
        } else if let Some((name, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            all.push(Piece::Icon(name));
            long = rest.len() - after.len();
        } else if c == '-' || c == '\u{2011}' {
            let joins = rest[long..].starts_with(char::is_alphanumeric)
                && text[..text.len() - rest.len()].ends_with(char::is_alphanumeric);
            all.push(if joins { Piece::Joint } else { Piece::Mark });
        } else if !c.is_whitespace() {
            all.push(Piece::Mark);
        }
        rest = &rest[long..];
    }
    all
}

/// The length in bytes of the word at the start of a text, including inner apostrophes.
fn word(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let goes_on = matches!(c, '’' | '\'') && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !c.is_alphanumeric() && !goes_on {
            return at;
        }
    }
    text.len()
}

/// The number in digits at the start of a text, and its length in bytes.
///
/// `1,500`, and `1 500` with a non-breaking space, count as one number.
fn figure(text: &str) -> (Option<Number>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let lead = digits(text);
    let (mut figures, mut rest) = (text[..lead].to_owned(), &text[lead..]);
    while lead <= 3
        && let Some(group) = rest.strip_prefix([',', '’', '\'', '\u{a0}', '\u{2009}', '\u{202f}'])
        && digits(group) == 3
    {
        figures.push_str(&group[..3]);
        rest = &group[3..];
    }
    let long = text.len() - rest.len();
    let fraction = rest.strip_prefix('.').map_or(0, digits).min(9);
    if fraction == 0 {
        return (figures.parse::<i128>().ok().map(Number::from), long);
    }
    figures.push_str(&rest[1..=fraction]);
    let parts = figures.parse().ok().map(|top| Number::part(top, 10_i128.pow(fraction as u32)));
    (parts, long + 1 + rest.strip_prefix('.').map_or(0, digits))
}

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/// Words before `one` that make it a pronoun: `this one`.
const POINTING: [&str; 14] = [
    "this", "that", "the", "each", "every", "any", "which", "another", "no", "last", "next", "other", "either", "wrong",
];
/// Words after `one` that show it counts nothing: `a straight one may`.
const FOLLOWING: [&str; 26] = [
    "may", "can", "must", "is", "are", "was", "has", "to", "with", "and", "or", "in", "on", "from", "for", "at",
    "away", "that", "which", "you", "by", "if", "when", "then", "instead", "again",
];

fn at<'a>(pieces: &'a [Piece], at: usize) -> &'a str {
    match pieces.get(at) {
        Some(Piece::Word(word)) => word,
        _ => "",
    }
}

/// The number that begins at a piece, and the index of the piece after it.
fn phrase(pieces: &[Piece], from: usize) -> Option<(Number, Weight, usize)> {
    let next = from + 1;
    let (number, mut weight, mut end) = match &pieces[from] {
        Piece::Icon(name) => {
            let many = pieces[from..].iter().take_while(|piece| **piece == Piece::Icon(name)).count();
            let weight = if many > 1 { Weight::Firm } else { Weight::Article };
            return Some((Number::from(many as i64), weight, from + many));
        }
        Piece::Figure(number, true) => return Some((*number, Weight::Loose, next)),
        Piece::Figure(number, false) => (*number, Weight::Firm, next),
        Piece::Joint | Piece::Mark => return None,
        Piece::Word(word) => match (word.as_str(), at(pieces, next)) {
            ("a" | "an", "hundred" | "thousand" | "dozen" | "quarter") => (1.into(), Weight::Firm, next),
            ("a", "third") if at(pieces, next + 1) == "of" => (1.into(), Weight::Firm, next),
            ("a", "half") => (Number::HALF, Weight::Firm, next + 1),
            ("a", "couple" | "pair") => (2.into(), Weight::Loose, next + 1),
            ("a" | "an" | "the" | "another", _) => return Some((1.into(), Weight::Article, next)),
            ("half", "a") if at(pieces, next + 1) == "dozen" => (6.into(), Weight::Firm, next + 2),
            ("half", _) => (Number::HALF, Weight::Firm, next),
            ("quarter", "of") => (Number::part(1, 4), Weight::Firm, next),
            ("twice", _) => (2.into(), Weight::Firm, next),
            ("thrice", _) => (3.into(), Weight::Firm, next),
            ("both", _) => (2.into(), Weight::Both, next),
            ("double" | "pair", _) => (2.into(), Weight::Loose, next),
            ("triple", _) => (3.into(), Weight::Loose, next),
            ("one", _) if is_pronoun(pieces, from) => return Some((1.into(), Weight::Article, next)),
            _ => {
                let (number, end) = below_hundred(pieces, from)?;
                (number.into(), Weight::Firm, end)
            }
        },
    };
    let number = multiplied(pieces, number, &mut end);
    let is_adjective = matches!(pieces.get(end..), Some([Piece::Joint, Piece::Word(_), ..]))
        || (from > 1 && matches!(pieces[from - 2..from], [Piece::Word(_), Piece::Joint]));
    if is_adjective {
        weight = Weight::Loose;
    }
    Some((number, weight, end))
}

/// Reads a number below one hundred in words: `twenty-five`, `seven`.
fn below_hundred(pieces: &[Piece], from: usize) -> Option<(i64, usize)> {
    let unit = |from| UNITS.iter().position(|unit| *unit == at(pieces, from)).map(|n| n as i64);
    if let Some(unit) = unit(from) {
        return Some((unit, from + 1));
    }
    let tens = TENS.iter().position(|tens| *tens == at(pieces, from))? as i64 * 10 + 20;
    let second = from + 1 + usize::from(pieces.get(from + 1) == Some(&Piece::Joint));
    Some(match unit(second) {
        Some(unit @ 1..=9) => (tens + unit, second + 1),
        _ => (tens, from + 1),
    })
}

/// Applies the words after a number that change it: `hundred`, `dozen`, `quarters`.
fn multiplied(pieces: &[Piece], mut number: Number, end: &mut usize) -> Number {
    loop {
        let joint = usize::from(pieces.get(*end) == Some(&Piece::Joint));
        number = match at(pieces, *end + joint) {
            "dozen" => number.times(12),
            "hundred" | "thousand" => {
                let is_hundred = at(pieces, *end + joint) == "hundred";
                number = number.times(if is_hundred { 100 } else { 1000 });
                let and = *end + joint + 1;
                let more = below_hundred(pieces, and + usize::from(at(pieces, and) == "and"));
                if let Some((more, after)) = more.filter(|_| number.is_whole()) {
                    *end = after;
                    return Number::from(number.top.saturating_add(more.into()));
                }
                number
            }
            "quarter" | "quarters" => Number::part(number.top, number.bottom.saturating_mul(4)),
            "thirds" => Number::part(number.top, number.bottom.saturating_mul(3)),
            "third" if at(pieces, *end + joint + 1) == "of" => {
                Number::part(number.top, number.bottom.saturating_mul(3))
            }
            _ => return number,
        };
        *end += joint + 1;
    }
}

/// Whether `one` is a pronoun instead of a number: `onto this one`, `an extra one, then`.
fn is_pronoun(pieces: &[Piece], from: usize) -> bool {
    let before = |steps: usize| from.checked_sub(steps).map_or("", |from| at(pieces, from));
    let ends = match pieces.get(from + 1) {
        Some(Piece::Word(next)) => FOLLOWING.contains(&next.as_str()),
        Some(Piece::Joint | Piece::Figure(..)) => false,
        _ => true,
    };
    let is_choice = matches!(before(1), "choose" | "pick") && !matches!(pieces.get(from + 1), Some(Piece::Word(_)));
    is_choice
        || POINTING.contains(&before(1))
        || (matches!(before(2), "a" | "an" | "the") && !before(1).is_empty() && ends)
}

/// What follows the name in `{gold: 3 Gold}`, after the brace.
fn colored(rest: &str) -> Option<&str> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '#')).filter(|end| *end > 0)?;
    rest[end..].strip_prefix(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firm(text: &str) -> String {
        let all: Vec<String> = numbers_in(text)
            .iter()
            .filter(|named| named.weight == Weight::Firm)
            .map(|named| named.number.to_string())
            .collect();
        all.join(" ")
    }

    #[test]
    fn numbers_are_read_in_figures_words_and_icons() {
        for (text, want) in [
            ("Lose 1,500 or **two** cards, then draw twice", "1500 2 2"),
            ("Gain 1\u{a0}500, 12\u{2009}000, 1\u{202f}250\u{202f}000 or 10,100,5", "1500 12000 1250000 10100 5"),
            ("a 12,\u{a0}13 or 14; 2026,100", "12 13 14 2026 100"),
            ("Twenty-five, thirty, forty two, a hundred, two hundred and five", "25 30 42 100 205"),
            ("a dozen, half a dozen, two dozen, three thousand", "12 6 24 3000"),
            ("half of it, a half, a quarter of it, three quarters, two-thirds, ½", "half half a quarter 3/4 2/3 half"),
            ("{star}{star} or {star} {moon}{moon}{moon}", "2 3"),
            ("from 9–12, a 3 × 4 block, +1, −2, 1-8, 2.5", "9 12 3 4 1 2 1 8 5/2"),
            ("one card onto this one; keep an extra one, give a player one card", "1 1"),
            ("Choose one: draw 2 cards, or gain 4. Choose one card. Roll 2d6, then a d8", "2 4 1 2"),
            ("No card, once per turn, the 3rd, both, a two-handed sword, d6, {die-5}, someone", ""),
            ("zero or 0, 99999999999999999999999999999999999999999999", "0 0"),
        ] {
            assert_eq!(firm(text), want, "{text}");
        }
    }

    #[test]
    fn words_that_may_be_numbers_are_loose() {
        let named = |number: i64, weight| Named { number: number.into(), weight };
        assert_eq!(numbers_in("both of us"), [named(2, Weight::Both)]);
        assert_eq!(numbers_in("3rd"), [named(3, Weight::Loose)]);
        assert_eq!(numbers_in("another {star}"), [named(1, Weight::Article); 2]);
    }
}
