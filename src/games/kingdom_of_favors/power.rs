//! What a favor does, and how it is read from the effect of a character.

use crate::content::Node;
use crate::games::read::{self, Effect, Read, Reader};

/// What a favor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// It is laid on a tile.
    Place,
    /// The drawn tile goes back and another is drawn.
    Redraw,
    /// Another tile is drawn and played.
    Extra,
    /// A tile is chosen instead of drawn.
    Choose,
    /// This many played tiles exchange places.
    Permute(u8),
    /// A played tile moves elsewhere.
    Relocate,
    /// This many played tiles are turned, by these quarters, one bit each.
    Rotate(u8, u8),
    /// Two played favors exchange places; if true, one may go back to its stack instead.
    Exchange(bool),
    /// A used action may be used again.
    Refresh,
    /// The game is won.
    Win,
}

impl Power {
    /// What it does, in a word.
    pub fn word(self) -> &'static str {
        match self {
            Power::Place => "place",
            Power::Redraw => "put_back, draw",
            Power::Extra => "draw, play",
            Power::Choose => "draw",
            Power::Permute(_) => "permute",
            Power::Relocate => "relocate",
            Power::Rotate(..) => "rotate",
            Power::Exchange(_) => "exchange",
            Power::Refresh => "refresh",
            Power::Win => "win",
        }
    }
}

/// Reads the effect of a character.
pub fn read(node: &Node, reader: &mut Reader) -> Option<Power> {
    let before = reader.count();
    let mut favor = Favor { steps: Vec::new(), words: Vec::new() };
    read::effect(&mut favor, node, reader);
    if reader.count() > before {
        return None;
    }
    let power = match favor.steps[..] {
        [Step::Whole(power)] => power,
        [Step::PutBack, Step::DrawRandom] => Power::Redraw,
        [Step::DrawRandom, Step::Play] => Power::Extra,
        _ => {
            let message = format!("no favor does [{}] in this order", favor.words.join(", "));
            let help = "`put_back` goes before a random `draw`, which goes before `play`; others stand alone";
            reader.wrong_at(node, message, help);
            return None;
        }
    };
    Some(power)
}

/// A favor whose operations are being read.
struct Favor {
    steps: Vec<Step>,
    words: Vec<&'static str>,
}

/// One operation.
#[derive(Clone, Copy)]
enum Step {
    /// All that the favor does.
    Whole(Power),
    PutBack,
    DrawRandom,
    Play,
}

impl Effect for Favor {
    type Op = Step;
    const MOST: usize = 4;
    const OPS: &'static [(&'static str, Read<Favor>)] = &[
        ("place", |_, _| Some(Step::Whole(Power::Place))),
        ("put_back", |_, _| Some(Step::PutBack)),
        ("draw", |_, reader| {
            reader.word("how", &[("random", Step::DrawRandom), ("choose", Step::Whole(Power::Choose))])
        }),
        ("play", |_, _| Some(Step::Play)),
        ("permute", |_, reader| Some(Step::Whole(Power::Permute(reader.number("tiles", 2..=3)?)))),
        ("relocate", |_, _| Some(Step::Whole(Power::Relocate))),
        ("rotate", |_, reader| {
            let (tiles, by) = (reader.number("tiles", 1..=2), quarters(reader));
            Some(Step::Whole(Power::Rotate(tiles?, by)))
        }),
        ("exchange", |_, reader| Some(Step::Whole(Power::Exchange(reader.flag("or_remove"))))),
        ("refresh", |_, _| Some(Step::Whole(Power::Refresh))),
        ("win", |_, _| Some(Step::Whole(Power::Win))),
    ];

    fn add(&mut self, step: Step, word: &'static str, _: &mut Reader) {
        self.steps.push(step);
        self.words.push(word);
    }
}

/// The quarter turns under `by`, one bit each.
fn quarters(reader: &mut Reader) -> u8 {
    let mut by = 0;
    for node in reader.list("by") {
        match node.integer() {
            Some(n @ (90 | 180 | 270)) => by |= 1 << (n / 90),
            _ => reader.wrong_at(node, "tiles turn by 90, 180 or 270 degrees", "write one of them"),
        }
    }
    if by == 0 {
        reader.wrong(reader.place(), "a tile that turns by nothing", "add `by = [90, 180, 270]`");
    }
    by
}
