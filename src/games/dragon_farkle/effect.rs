//! What a card does and when, as operations in its record: read once, carried out by [`super::cards`].

use super::load::Event;
use super::scoring::DICE;
use crate::content::{Node, Played, Record, Table as Toml};
use crate::finding::{FileId, Finding, Place, nearest, rule};
use crate::games::printed;

/// When a card acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// On one's own turn, before the action is chosen.
    YourTurn,
    /// On one's own turn, after a roll of one's own, or between turns.
    AnyTime,
    /// When the turn starts.
    TurnStart,
    /// After a roll of one's own, before dice are set aside.
    AfterRoll,
    /// When no die of a roll scores.
    OnFarkle,
    /// When the dragon side comes with scoring dice.
    OnDragonScoring,
    /// When the rally side comes with scoring dice.
    OnRallyScoring,
    /// When one stops recruiting and keeps the soldiers.
    OnStopRecruit,
    /// When one has won a Brawl.
    OnWinBrawl,
    /// When one is chosen for a Brawl.
    OnBrawled,
    /// When one defends in a Brawl.
    AsDefender,
    /// When somebody's card takes soldiers or an item from one.
    OnTargeted,
    /// As long as one has it.
    Held,
}

/// The words for the moments, in their order.
pub const MOMENTS: [&str; 13] = [
    "your_turn",
    "any_time",
    "turn_start",
    "after_roll",
    "on_farkle",
    "on_dragon_scoring",
    "on_rally_scoring",
    "on_stop_recruit",
    "on_win_brawl",
    "on_brawled",
    "as_defender",
    "on_targeted",
    "held",
];

use Moment::*;
const ALL: [Moment; 13] = [
    YourTurn,
    AnyTime,
    TurnStart,
    AfterRoll,
    OnFarkle,
    OnDragonScoring,
    OnRallyScoring,
    OnStopRecruit,
    OnWinBrawl,
    OnBrawled,
    AsDefender,
    OnTargeted,
    Held,
];

impl Moment {
    /// Whether a Companion may act then.
    fn is_for_companions(self) -> bool {
        !matches!(self, AnyTime | OnBrawled | OnTargeted | Held)
    }

    /// Whether a Magic Item may be used then.
    fn is_for_items(self) -> bool {
        !matches!(self, TurnStart | OnDragonScoring | OnRallyScoring | OnWinBrawl | AsDefender)
    }

    /// Whether a Companion acts without being asked.
    pub fn is_passive(self) -> bool {
        !matches!(self, YourTurn | AfterRoll)
    }
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Picks another Wannabe.
    Choose,
    /// Soldiers join; at most what was set aside, if capped.
    Gain(u16, bool),
    /// The picked Wannabe's soldiers leave.
    Lose(u16),
    /// Soldiers of the picked Wannabe, or of the loser, change sides.
    Take(u16),
    /// Up to so many just-rolled Soldier dice are rolled again.
    Reroll(u8),
    /// The Event die is rolled again.
    RerollEvent,
    /// So many just-rolled Soldier dice are turned to any face.
    Turn(u8),
    /// The Event die is turned to a side.
    TurnEvent(Event),
    /// The Farkle does not count: the same dice are rolled again.
    IgnoreFarkle,
    /// The dragon side counts as blank.
    IgnoreDragon,
    /// The Brawl does not take place.
    IgnoreBrawl,
    /// No soldiers are lost to this roll.
    IgnoreLosses,
    /// So many Soldier dice are rolled.
    Dice(u8),
    /// So many rewards of a rally are taken.
    Rewards(u8),
    /// Damage to the dragon.
    Damage(u8),
    /// A random Magic Item of the picked Wannabe changes sides.
    TakeItem,
    /// So many other Magic Items may be kept.
    Hold(u8),
    /// What hits hits the one who sent it.
    Redirect,
    /// Another turn of Recruiting.
    Again,
}

/// The three actions as bits.
pub const RECRUIT: u8 = 1;
/// Brawling.
pub const BRAWL: u8 = 2;
/// The Final Battle.
pub const FINAL: u8 = 4;
const ACTIONS: [&str; 3] = ["recruit", "brawl", "final"];

impl Op {
    /// Whether the operation makes sense at a moment.
    fn fits(self, when: Moment) -> bool {
        match self {
            Op::Choose | Op::Lose(_) | Op::TakeItem => matches!(when, YourTurn | AnyTime),
            Op::Take(_) => matches!(when, YourTurn | AnyTime | OnWinBrawl),
            Op::Gain(_, true) => when == OnFarkle,
            Op::Gain(_, false) => {
                matches!(when, YourTurn | AnyTime | TurnStart | OnStopRecruit | OnWinBrawl | OnFarkle)
            }
            Op::Reroll(_) | Op::RerollEvent | Op::Turn(_) | Op::TurnEvent(_) | Op::IgnoreLosses | Op::Damage(_) => {
                when == AfterRoll
            }
            Op::IgnoreDragon => matches!(when, AfterRoll | OnDragonScoring),
            Op::IgnoreFarkle => when == OnFarkle,
            Op::IgnoreBrawl => when == OnBrawled,
            Op::Dice(_) => when == AsDefender,
            Op::Rewards(_) => when == OnRallyScoring,
            Op::Hold(_) => when == Held,
            Op::Redirect => when == OnTargeted,
            Op::Again => when == OnStopRecruit,
        }
    }

    /// The number that the card's text tells, if it has one; all dice of a turn are also "any number" of them.
    fn told(self, text: &str) -> Option<Played> {
        match self {
            Op::Reroll(n) if usize::from(n) == DICE && text.contains("any number") => None,
            Op::Gain(n, _) | Op::Lose(n) | Op::Take(n) => Some(Played::said(n)),
            Op::Reroll(n) | Op::Turn(n) | Op::Dice(n) | Op::Rewards(n) | Op::Damage(n) | Op::Hold(n) => {
                Some(Played::said(n))
            }
            Op::Choose | Op::RerollEvent | Op::TurnEvent(_) | Op::TakeItem => Some(Played::silent(1)),
            _ => None,
        }
    }
}

/// A card's way to act.
#[derive(Clone, Debug)]
pub struct Power {
    /// When.
    pub when: Moment,
    /// In which actions, one bit each.
    pub actions: u8,
    /// Whether the card stays after use.
    pub keeps: bool,
    /// What it does, each with its number in [`crate::sim::Facts::ops`].
    pub ops: Vec<(Op, usize)>,
}

/// Reads the cards of a set.
pub struct Reader<'a> {
    /// The file.
    pub file: FileId,
    /// Whether the cards are Companions.
    pub is_companion: bool,
    /// The operations in words so far, with the card they belong to.
    pub names: &'a mut Vec<(usize, String)>,
    /// What is wrong.
    pub found: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    /// Reads when and how a card acts.
    pub fn power(&mut self, piece: usize, record: &Record) -> Option<Power> {
        let when = record.one_of("when", &MOMENTS, self.found);
        let actions = self.actions(record);
        let limit = record.get("limit");
        let keeps = record.flag("keep", self.found);
        let when = ALL[when?];
        let place = record.get("when").map_or(record.place.clone(), |node| record.place_of(node));
        let (is_fit, kind) = if self.is_companion {
            (when.is_for_companions(), "a Companion")
        } else {
            (when.is_for_items(), "a Magic Item")
        };
        if !is_fit {
            let message = format!("{kind} does not act at `{}`", MOMENTS[when as usize]);
            let fits = |m: &Moment| if self.is_companion { m.is_for_companions() } else { m.is_for_items() };
            let known: Vec<&str> = ALL.iter().filter(|m| fits(m)).map(|m| MOMENTS[*m as usize]).collect();
            self.wrong(place.clone(), message, format!("it can be: {}", known.join(", ")));
        }
        if self.is_companion {
            let is_once = limit.and_then(Node::text) == Some("once_per_turn");
            if !when.is_passive() && !is_once {
                let message = "a Companion that is used at will would be used without end";
                self.wrong(place, message, "add `limit = \"once_per_turn\"` (FK-19)");
            }
        }
        if keeps && when != Held {
            self.wrong(record.place.clone(), "an item that is used is discarded", "only a `held` item is kept");
        }
        record.need("effect");
        let list = record.list("effect", self.found);
        if list.is_empty() || list.len() > 8 {
            let place = record.get("effect").map_or(record.place.clone(), |node| record.place_of(node));
            self.wrong(place, format!("a card does 1 to 8 things; here are {}", list.len()), "say what the card does");
        }
        let mut ops = Vec::new();
        let mut has_chosen = false;
        let before = self.found.len();
        for item in list {
            let Some(table) = item.table() else {
                let message = format!("an operation is a table, not {}", item.kind());
                let place = Place::new(self.file, item.span.clone());
                self.found.push(Finding::new(&rule::WRONG_TYPE, place, message).help("write `{ op = … }`"));
                continue;
            };
            if let Some((op, word)) = self.op(item, table, when, actions, &mut has_chosen) {
                ops.push((op, self.names.len()));
                self.names.push((piece, word));
            }
        }
        if self.found.len() == before {
            self.text(record, &ops);
        }
        Some(Power { when, actions, keeps, ops })
    }

    fn wrong(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.found.push(Finding::new(&rule::BREAKS_THE_RULES, place, message).help(help));
    }

    fn actions(&mut self, record: &Record) -> u8 {
        let mut all = 0;
        for node in record.list("in", self.found) {
            match ACTIONS.iter().position(|action| node.text() == Some(*action)) {
                Some(at) => all |= 1 << at,
                None => {
                    let written = node.text().unwrap_or("that");
                    let help = nearest(written, ACTIONS).map_or_else(
                        || format!("there are: {}", ACTIONS.join(", ")),
                        |near| format!("did you mean `{near}`?"),
                    );
                    let message = format!("no action is called `{written}`");
                    self.found.push(Finding::new(&rule::UNKNOWN_NAME, record.place_of(node), message).help(help));
                }
            }
        }
        if all == 0 { RECRUIT | BRAWL | FINAL } else { all }
    }

    fn op(
        &mut self,
        node: &Node,
        table: &Toml,
        when: Moment,
        actions: u8,
        has_chosen: &mut bool,
    ) -> Option<(Op, String)> {
        const OPS: [&str; 14] = [
            "choose",
            "gain",
            "lose",
            "take",
            "reroll",
            "turn",
            "ignore",
            "dice",
            "rewards",
            "damage",
            "take_item",
            "hold",
            "redirect",
            "again",
        ];
        let place = Place::new(self.file, node.span.clone());
        let record = Record::new(table, place.clone(), "the operation");
        let word = record.one_of("op", &OPS, self.found).map(|at| OPS[at]);
        let Some(word) = word else {
            if record.get("op").is_none() {
                record.finish(self.found);
            }
            return None;
        };
        let before = self.found.len();
        let op = self.known(word, &record, when, *has_chosen);
        record.finish(self.found);
        let op = op.filter(|_| self.found.len() == before)?;
        *has_chosen |= op == Op::Choose;
        if !op.fits(when) {
            let moments: Vec<&str> = ALL.iter().filter(|m| op.fits(**m)).map(|m| MOMENTS[*m as usize]).collect();
            let message = format!("`{word}` does nothing at `{}`", MOMENTS[when as usize]);
            self.wrong(place, message, format!("it works at: {}", moments.join(", ")));
            return None;
        }
        let needs = match op {
            Op::Damage(_) | Op::IgnoreLosses => FINAL,
            Op::IgnoreDragon | Op::Rewards(_) => RECRUIT | BRAWL,
            Op::Again => RECRUIT,
            Op::Dice(_) => BRAWL,
            _ => RECRUIT | BRAWL | FINAL,
        };
        // Where a card works in several actions, it is enough that an operation works in one of them.
        let is_stray = matches!(op, Op::Damage(_) | Op::Dice(_)) && actions & !needs != 0;
        if actions & needs == 0 || is_stray {
            let names = ACTIONS
                .iter()
                .enumerate()
                .filter(|(at, _)| needs >> at & 1 == 1)
                .map(|(_, name)| format!("\"{name}\""));
            let names: Vec<String> = names.collect();
            self.wrong(
                place,
                format!("`{word}` works in other actions only"),
                format!("write `in = [{}]`", names.join(", ")),
            );
        }
        Some((op, word.to_owned()))
    }

    fn known(&mut self, op: &str, record: &Record, when: Moment, has_chosen: bool) -> Option<Op> {
        match op {
            "choose" => {
                record.one_of("as", &["w"], self.found);
                record.one_of("from", &["others"], self.found);
                Some(Op::Choose)
            }
            "gain" => {
                let is_capped = record.get("cap").is_some();
                if is_capped {
                    record.one_of("cap", &["aside"], self.found);
                }
                Some(Op::Gain(self.soldiers(record)?, is_capped))
            }
            "lose" => {
                self.victim(record, "who", when, has_chosen);
                Some(Op::Lose(self.soldiers(record)?))
            }
            "take" => {
                self.victim(record, "from", when, has_chosen);
                Some(Op::Take(self.soldiers(record)?))
            }
            "take_item" => {
                self.victim(record, "from", when, has_chosen);
                Some(Op::TakeItem)
            }
            "reroll" => {
                let dice = record.one_of("dice", &["soldier", "event"], self.found);
                let n = self.few(record, 1, if dice == Some(1) { 1 } else { DICE as i64 });
                Some(if dice? == 0 { Op::Reroll(n?) } else { Op::RerollEvent })
            }
            "turn" => {
                let dice = record.one_of("dice", &["soldier", "event"], self.found);
                let n = self.few(record, 1, if dice == Some(1) { 1 } else { DICE as i64 });
                if dice? == 0 {
                    record.one_of("face", &["any"], self.found);
                    return Some(Op::Turn(n?));
                }
                let face = record.one_of("face", &Event::WORDS, self.found)?;
                Some(Op::TurnEvent(Event::ALL[face]))
            }
            "ignore" => {
                let what = record.one_of("what", &["farkle", "dragon", "brawl", "losses"], self.found)?;
                Some([Op::IgnoreFarkle, Op::IgnoreDragon, Op::IgnoreBrawl, Op::IgnoreLosses][what])
            }
            "dice" => self.few(record, 1, 6).map(Op::Dice),
            "rewards" => self.few(record, 2, 2).map(Op::Rewards),
            "damage" => self.few(record, 1, 4).map(Op::Damage),
            "hold" => self.few(record, 1, 10).map(Op::Hold),
            "redirect" => {
                record.one_of("to", &["source"], self.found);
                Some(Op::Redirect)
            }
            _ => {
                record.one_of("action", &["recruit"], self.found);
                Some(Op::Again)
            }
        }
    }

    fn victim(&mut self, record: &Record, key: &str, when: Moment, has_chosen: bool) {
        let Some(who) = record.one_of(key, &["w", "loser"], self.found) else { return };
        if who == 0 && !has_chosen {
            self.wrong(record.place.clone(), "`w` is used before it is chosen", "choose a Wannabe as `w` first");
        }
        if who == 1 && when != OnWinBrawl {
            self.wrong(record.place.clone(), "only a Brawl has a loser", "choose a Wannabe as `w`");
        }
    }

    /// Soldiers come in tokens of 50 (FK-17).
    fn soldiers(&mut self, record: &Record) -> Option<u16> {
        record.need("n");
        let n = record.integer("n", 50, 5000, self.found)?;
        if n.value % 50 != 0 {
            let message = format!("{} soldiers cannot be paid in tokens of 50", n.value);
            self.wrong(n.place, message, format!("write {}", (n.value + 25) / 50 * 50));
        }
        Some(n.value as u16)
    }

    fn few(&mut self, record: &Record, least: i64, most: i64) -> Option<u8> {
        record.need("n");
        record.integer("n", least, most, self.found).map(|n| n.value as u8)
    }

    /// The text must name the numbers that are played with.
    fn text(&mut self, record: &Record, ops: &[(Op, usize)]) {
        let Some((node, text)) = record.get("text").and_then(|node| Some((node, node.text()?))) else { return };
        let played: Vec<Played> = ops.iter().filter_map(|(op, _)| op.told(text)).collect();
        printed(record.place_of(node), "the text", text, &played, self.found);
    }
}
