//! What a card does and when: read by [`super::power`], carried out by [`super::cards`].

use super::load::Event;
use super::scoring::DICE;
use crate::content::Played;

/// When a card acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// On the player's own turn, before the action is chosen.
    YourTurn,
    /// On the player's own turn, after the player's own roll, or between turns.
    AnyTime,
    /// When the turn starts.
    TurnStart,
    /// After the player's own roll, before dice are set aside.
    AfterRoll,
    /// When no die of a roll scores.
    OnFarkle,
    /// When the dragon side comes with scoring dice.
    OnDragonScoring,
    /// When the rally side comes with scoring dice.
    OnRallyScoring,
    /// When the player stops recruiting and keeps the soldiers.
    OnStopRecruit,
    /// When the player has won a Brawl.
    OnWinBrawl,
    /// When the player is chosen for a Brawl.
    OnBrawled,
    /// When the player defends in a Brawl.
    AsDefender,
    /// When somebody's card takes soldiers or an item from the player.
    OnTargeted,
    /// As long as the player has it.
    Held,
}

use Moment::*;

/// The moments and their words, in the order of the enum.
pub const MOMENTS: [(&str, Moment); 13] = [
    ("your_turn", YourTurn),
    ("any_time", AnyTime),
    ("turn_start", TurnStart),
    ("after_roll", AfterRoll),
    ("on_farkle", OnFarkle),
    ("on_dragon_scoring", OnDragonScoring),
    ("on_rally_scoring", OnRallyScoring),
    ("on_stop_recruit", OnStopRecruit),
    ("on_win_brawl", OnWinBrawl),
    ("on_brawled", OnBrawled),
    ("as_defender", AsDefender),
    ("on_targeted", OnTargeted),
    ("held", Held),
];

impl Moment {
    /// Its word in the content.
    pub fn word(self) -> &'static str {
        MOMENTS[self as usize].0
    }

    /// The words of the moments that pass a test.
    pub fn words(is_fit: impl Fn(Moment) -> bool) -> String {
        let words: Vec<&str> = MOMENTS.iter().filter(|(_, when)| is_fit(*when)).map(|(word, _)| *word).collect();
        words.join(", ")
    }

    /// Whether a Companion may act at this moment.
    pub fn is_for_companions(self) -> bool {
        !matches!(self, AnyTime | OnBrawled | OnTargeted | Held)
    }

    /// Whether a Magic Item may be used at this moment.
    pub fn is_for_items(self) -> bool {
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
    /// The player gains soldiers; if capped, at most as many as were set aside.
    Gain(u16, bool),
    /// The picked Wannabe loses soldiers.
    Lose(u16),
    /// The player takes soldiers from the picked Wannabe, or from the loser.
    Take(u16),
    /// Up to this many of the Soldier dice just rolled are rolled again.
    Reroll(u8),
    /// The Event die is rolled again.
    RerollEvent,
    /// This many of the Soldier dice just rolled are turned to any face.
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
    /// This many Soldier dice are rolled.
    Dice(u8),
    /// Both rewards of a rally are taken.
    BothRewards,
    /// Damage to the dragon.
    Damage(u8),
    /// The player takes a random Magic Item from the picked Wannabe.
    TakeItem,
    /// This many other Magic Items may be kept.
    Hold(u8),
    /// An attack hits its sender instead.
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
/// The actions by their words.
pub const ACTIONS: [(&str, u8); 3] = [("recruit", RECRUIT), ("brawl", BRAWL), ("final", FINAL)];

impl Op {
    /// The actions in which the operation does something, one bit each.
    pub fn actions(self) -> u8 {
        match self {
            Op::Damage(_) | Op::IgnoreLosses => FINAL,
            Op::IgnoreDragon | Op::BothRewards => RECRUIT | BRAWL,
            Op::Again => RECRUIT,
            Op::Dice(_) => BRAWL,
            _ => RECRUIT | BRAWL | FINAL,
        }
    }

    /// Whether the operation makes sense at a moment.
    pub fn fits(self, when: Moment) -> bool {
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
            Op::BothRewards => when == OnRallyScoring,
            Op::Hold(_) => when == Held,
            Op::Redirect => when == OnTargeted,
            Op::Again => when == OnStopRecruit,
        }
    }

    /// The number that the card's text must name, if any; "any number" also stands for all dice of a turn.
    pub fn said(self, text: &str) -> Option<Played> {
        match self {
            Op::Reroll(n) if usize::from(n) == DICE && text.contains("any number") => None,
            Op::Gain(n, _) | Op::Lose(n) | Op::Take(n) => Some(Played::said(n)),
            Op::Reroll(n) | Op::Turn(n) | Op::Dice(n) | Op::Damage(n) | Op::Hold(n) => Some(Played::said(n)),
            Op::BothRewards => Some(Played::said(2)),
            Op::Choose | Op::RerollEvent | Op::TurnEvent(_) | Op::TakeItem => Some(Played::silent(1)),
            _ => None,
        }
    }
}

/// When and how a card acts.
#[derive(Clone, Debug)]
pub struct Power {
    pub when: Moment,
    /// The actions in which it acts, one bit each.
    pub actions: u8,
    /// Whether the card stays after use.
    pub keeps: bool,
    /// What it does; each operation has its number in [`crate::sim::Facts::ops`].
    pub ops: Vec<(Op, usize)>,
}
