//! Compares the numbers in a text with the numbers in play, in order.

use super::numbers::{Named, Number, Weight};

/// A number in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The text must name it.
    Said(Number),
    /// One: the text must name it, but an article is enough.
    One,
    /// The text may name it.
    Silent(Number),
}

impl Played {
    /// A number that the text must name.
    pub fn said(number: impl Into<i128>) -> Played {
        Played::Said(Number::from(number))
    }

    /// A number that the text must name unless it is 1.
    pub fn many(number: impl Into<i128>) -> Played {
        match number.into() {
            1 => Played::Silent(1.into()),
            many => Played::said(many),
        }
    }

    /// A number that the text may name.
    pub fn silent(number: impl Into<i128>) -> Played {
        Played::Silent(Number::from(number))
    }

    pub fn number(self) -> Number {
        match self {
            Played::Said(number) | Played::Silent(number) => number,
            Played::One => 1.into(),
        }
    }

    fn is_named_by(self, named: Named) -> bool {
        let is_heard = named.weight != Weight::Article || !matches!(self, Played::Said(_));
        self.number() == named.number && is_heard
    }

    /// The cost of leaving it out of the text.
    fn cost(self) -> usize {
        usize::from(!matches!(self, Played::Silent(_)))
    }
}

/// The difference between text and play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The numbers that the text names.
    pub said: Vec<Number>,
    /// The numbers that it should name.
    pub played: Vec<Number>,
    /// The number of mistakes.
    pub slips: usize,
    /// The first mistake: the number in the text, and the number in play with its index.
    pub slip: (Option<Number>, Option<(usize, Number)>),
}

impl Difference {
    /// The numbers in the text, in words.
    pub fn said(&self) -> String {
        list(&self.said)
    }

    /// The numbers in play, in words.
    pub fn played(&self) -> String {
        list(&self.played)
    }

    /// Whether the numbers are the same, but in another order.
    pub fn is_swapped(&self) -> bool {
        let sorted = |all: &[Number]| {
            let mut all = all.to_vec();
            all.sort_unstable();
            all
        };
        sorted(&self.said) == sorted(&self.played)
    }

    /// What to do about it. `other` names the other place where it can be fixed.
    pub fn remedy(&self, other: &str) -> String {
        match self.slip {
            _ if self.is_swapped() => format!("name {} in this order in the text, or fix {other}", self.played()),
            (Some(said), Some((_, played))) => format!("write {played} for {said} in the text, or fix {other}"),
            (None, Some((_, played))) => format!("name {played} in the text, or fix {other}"),
            (Some(said), None) => format!("remove {said} from the text, or fix {other}"),
            (None, None) => format!("fix the text or {other}"),
        }
    }
}

fn list(numbers: &[Number]) -> String {
    let mut words: Vec<String> = numbers.iter().map(Number::to_string).collect();
    if words.len() > 12 {
        words.splice(8.., ["…".to_owned()]);
    }
    if words.is_empty() { "no number".to_owned() } else { words.join(", ") }
}

/// Compares the numbers in a text with those in play. `None` if they agree.
pub fn compare(named: &[Named], played: &[Played]) -> Option<Difference> {
    // costs[i][j]: the fewest mistakes between the text from its number i on and play from its number j on.
    let mut costs = vec![vec![0; played.len() + 1]; named.len() + 1];
    let extra = |i: usize| usize::from(named[i].weight.is_firm());
    for i in (0..=named.len()).rev() {
        for j in (0..=played.len()).rev() {
            let mut least = if i == named.len() && j == played.len() { 0 } else { usize::MAX };
            if i < named.len() {
                least = least.min(costs[i + 1][j] + extra(i));
            }
            if j < played.len() {
                least = least.min(costs[i][j + 1] + played[j].cost());
            }
            if i < named.len() && j < played.len() {
                if played[j].is_named_by(named[i]) {
                    least = least.min(costs[i + 1][j + 1]);
                } else if named[i].weight.is_firm() {
                    least = least.min(costs[i + 1][j + 1] + 1);
                }
            }
            costs[i][j] = least;
        }
    }
    (costs[0][0] > 0).then(|| retrace(named, played, &costs))
}

/// Follows the path with the fewest mistakes.
fn retrace(named: &[Named], played: &[Played], costs: &[Vec<usize>]) -> Difference {
    let (mut i, mut j) = (0, 0);
    let mut differs = Difference { said: Vec::new(), played: Vec::new(), slips: 0, slip: (None, None) };
    let mut slips = Vec::new();
    while i < named.len() || j < played.len() {
        let here = costs[i][j];
        let both = i < named.len() && j < played.len();
        let is_match = both && played[j].is_named_by(named[i]);
        let is_firm = i < named.len() && named[i].weight.is_firm();
        if both && here == costs[i + 1][j + 1] + usize::from(!is_match) && (is_match || is_firm) {
            // An article that matches an optional 1 is not worth listing.
            let is_idle = is_match && !is_firm && played[j].cost() == 0;
            if !is_idle {
                differs.said.push(named[i].number);
                differs.played.push(played[j].number());
            }
            if !is_match {
                slips.push((Some(named[i].number), Some((j, played[j].number()))));
            }
            (i, j) = (i + 1, j + 1);
        } else if i < named.len() && here == costs[i + 1][j] + usize::from(is_firm) {
            if is_firm {
                differs.said.push(named[i].number);
                slips.push((Some(named[i].number), None));
            }
            i += 1;
        } else {
            if played[j].cost() > 0 {
                differs.played.push(played[j].number());
                slips.push((None, Some((j, played[j].number()))));
            }
            j += 1;
        }
    }
    (differs.slips, differs.slip) = (slips.len(), slips.first().copied().unwrap_or_default());
    differs
}

#[cfg(test)]
mod tests {
    use super::super::numbers::numbers_in;
    use super::*;

    #[test]
    fn text_and_play_agree_number_by_number() {
        let (one, two, three) = (Played::silent(1), Played::said(2), Played::said(3));
        for (text, played, want) in [
            ("Draw 2, gain 3", &[two, three][..], ""),
            ("Draw 3, gain 2", &[two, three], "3, 2 / 2, 3"),
            ("Draw 2, gain 2, gain 3", &[two, three], "2, 2, 3 / 2, 3"),
            ("Draw a card, gain 3", &[Played::One, three], ""),
            ("Gain 3", &[Played::One, three], "3 / 1, 3"),
            ("Draw a card", &[Played::said(1)], "no number / 1"),
            ("Choose another player, gain 3", &[one, three], ""),
            ("Choose two players, gain 3", &[one, three], "2, 3 / 1, 3"),
            ("Choose a player, gain 2", &[one, three], "2 / 3"),
            ("Take both", &[two], ""),
            ("Take both", &[Played::silent(2)], ""),
            ("Take both", &[one], "2 / 1"),
            ("Take half", &[Played::Said(Number::HALF)], ""),
            ("Take a quarter of it", &[Played::Said(Number::HALF)], "a quarter / half"),
        ] {
            let differs = compare(&numbers_in(text), played);
            let shown = differs.map_or(String::new(), |d| format!("{} / {}", d.said(), d.played()));
            assert_eq!(shown, want, "{text}");
        }
    }

    #[test]
    fn the_remedy_names_the_slip() {
        let remedy = |text, played: &[Played]| compare(&numbers_in(text), played).map(|d| d.remedy("`n`"));
        let (two, three) = (Played::said(2), Played::said(3));
        assert_eq!(remedy("Draw 2, gain 5", &[two, three]).as_deref(), Some("write 3 for 5 in the text, or fix `n`"));
        assert_eq!(remedy("Draw cards", &[two]).as_deref(), Some("name 2 in the text, or fix `n`"));
        assert_eq!(remedy("Draw 2 of 4", &[two]).as_deref(), Some("remove 4 from the text, or fix `n`"));
        let swapped = remedy("Draw 3, gain 2", &[two, three]);
        assert_eq!(swapped.as_deref(), Some("name 2, 3 in this order in the text, or fix `n`"));
    }
}
