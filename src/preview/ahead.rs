//! Draws the few cards that somebody waits for before the rest of their game.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::time::{Duration, Instant};

use super::bits::Bits;
use super::press::Press;
use super::view;
use crate::content::{Component, Game, Set};
use crate::error::Error;
use crate::stages::Project;

/// Cards that are drawn within this time are shown together.
const AT_ONCE: Duration = Duration::from_millis(300);

/// At most this many cards are drawn ahead.
const AHEAD: usize = 32;

/// The TOML text of each record, by set and component.
pub(super) type Records = BTreeMap<(String, String), String>;

/// Visible cards (set, card) by game. A game of which only sheets are visible has none.
pub(super) type Looked<'a> = BTreeMap<&'a str, BTreeSet<(&'a str, &'a str)>>;

pub(super) fn looked(names: &[String]) -> Looked<'_> {
    let mut all = Looked::new();
    for name in names {
        let mut parts = name.split('/');
        let cards = all.entry(parts.next().unwrap_or("")).or_default();
        if let (Some(set), Some(card), None) = (parts.next(), parts.next(), parts.next())
            && cards.len() < AHEAD
        {
            cards.insert((set, card));
        }
    }
    all
}

impl<W: Write> Press<'_, W> {
    /// Draws a few cards ahead, into `bits`: those whose records changed, because somebody just saved them, or else the visible ones.
    /// Returns false if there are none.
    pub fn draw_ahead(
        &mut self,
        game: &Game,
        project: &Project,
        looked_at: Option<&BTreeSet<(&str, &str)>>,
        bits: &mut Bits,
    ) -> Result<bool, Error> {
        let now: Records = view::records(game, &project.content);
        let before = self.records.insert(game.id.clone(), now.clone()).unwrap_or_else(|| now.clone());
        let changed = now.iter().filter(|(id, record)| before.get(*id) != Some(*record));
        let changed: BTreeSet<(&str, &str)> = changed.map(|((set, card), _)| (set.as_str(), card.as_str())).collect();
        let ahead = Some(&changed).filter(|cards| (1..=AHEAD).contains(&cards.len())).or(looked_at);
        let Some(ahead) = ahead.filter(|cards| !cards.is_empty()) else { return Ok(false) };
        self.begin(game, false)?;
        let is_ahead = |set: &Set, card: &Component| ahead.contains(&(set.id.value.as_str(), card.id.value.as_str()));
        let (started, mut has_shown, mut held) = (Instant::now(), false, Vec::new());
        loop {
            let some = bits.next(game, self.batch(game, bits), &is_ahead);
            let is_last = some.is_empty();
            if !is_last {
                let stop = self.stop(has_shown);
                let Some(drawn) = self.draw_some(game, project, bits, &some, &stop)? else { return Ok(has_shown) };
                held.extend(drawn);
            }
            // What is quick changes at once.
            if is_last || started.elapsed() > AT_ONCE {
                has_shown |= self.send_cards(game, project, bits, &held)?;
                held.clear();
            }
            if is_last {
                return Ok(has_shown);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_no_card_put_their_game_first_and_nothing_else() {
        let names = ["a/cards/1", "a/cards/2", "b/a4//cards/1/front", "c", "", "a/../../etc"].map(str::to_owned);
        let all = looked(&names);
        assert_eq!(all["a"], BTreeSet::from([("cards", "1"), ("cards", "2")]));
        assert!(all["b"].is_empty() && all["c"].is_empty());
        let many: Vec<String> = (0..1000).map(|i| format!("a/cards/{i}")).collect();
        assert_eq!(looked(&many)["a"].len(), AHEAD);
    }
}
