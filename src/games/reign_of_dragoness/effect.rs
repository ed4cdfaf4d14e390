//! What a Revive does, as operations in its record.

use crate::content::Component;
use crate::finding::Finding;
use crate::games::read::{self, Read, Reader};
use crate::sim::Facts;

/// The operations of one card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// `reenter`: those who passed are back in. The number of the operation in [`Facts::ops`].
    pub reenter: usize,
    /// `reset_value`: the next play need not beat anything.
    pub reset: usize,
    /// The card can be played on a top number below this.
    pub below: u8,
    /// `play_again`: its player plays the pattern at once.
    pub again: usize,
}

/// Reads the `effect` of a card; its operations join those that the report counts.
pub fn read(card: &Component, piece: usize, facts: &mut Facts, found: &mut Vec<Finding>) -> Option<Effect> {
    let mut reader = Reader::card(card, found);
    let Some(node) = reader.get("effect") else {
        let message = format!("`{}` does nothing when it is played", card.id.value);
        reader.wrong(card.id.place.clone(), message, "give it an `effect`");
        return None;
    };
    let mut revive = Revive { first: facts.ops.len(), ..Revive::default() };
    read::effect(&mut revive, node, &mut reader);
    facts.ops.extend(revive.words.iter().map(|word| (piece, (*word).to_owned())));
    let mut number = |name: &str| {
        let at = revive.words.iter().position(|word| *word == name);
        if at.is_none() {
            // RD-10: all are back in, any value goes, and somebody must play, or the challenge would be won without a card.
            let message = format!("`{}` lacks `{name}`, which a Revive does", card.id.value);
            reader.wrong_at(node, message, format!("add `{{ op = \"{name}\" }}`"));
        }
        at.map(|at| revive.first + at)
    };
    let (reenter, reset, again) = (number("reenter"), number("reset_value"), number("play_again"));
    Some(Effect { reenter: reenter?, reset: reset?, below: revive.below, again: again? })
}

/// A Revive whose operations are being read.
#[derive(Default)]
struct Revive {
    /// The number of its first operation in [`Facts::ops`].
    first: usize,
    words: Vec<&'static str>,
    below: u8,
}

impl read::Effect for Revive {
    type Op = ();
    const MOST: usize = 8;
    const OPS: &'static [(&'static str, Read<Revive>)] = &[
        ("reenter", |_, _| Some(())),
        ("reset_value", |revive, reader| {
            revive.below = reader.number("below", 1..=12)?;
            Some(())
        }),
        ("play_again", |_, _| Some(())),
    ];

    fn add(&mut self, (): (), word: &'static str, reader: &mut Reader) {
        if self.words.contains(&word) {
            reader.wrong(reader.place(), format!("`{word}` stands twice in the effect"), "once is enough");
        }
        self.words.push(word);
    }
}
