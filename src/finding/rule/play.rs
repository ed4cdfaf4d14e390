//! Rules about what bots find when they play.

use super::{Phase, Rule, Severity};

pub static RULE_GAP: Rule = Rule {
    name: "rule-gap",
    severity: Severity::Error,
    phase: Phase::Play,
    can_be_allowed: false,
    what: "Bots reached a situation that the rules do not cover.",
    why: "Players will reach it too, and no page of the rulebook helps them.",
    fix: "Decide the situation in the rules, and add it to the game's code and rulings.",
    wrong: "A player rolls a six with nothing in stock, and no rule says what happens then.",
    right: "A rule decides it: the player rolls again.",
};

pub static RULE_VIOLATION: Rule = Rule {
    name: "rule-violation",
    severity: Severity::Error,
    phase: Phase::Play,
    can_be_allowed: false,
    what: "While bots played, something that must always be true was false, such as a card in two places or a play that beats nothing.",
    why: "The rules in the content contradict each other.",
    fix: "Replay the recorded game, and correct the record or the rule that breaks what must always hold.",
    wrong: "A sale pays two coins, and the bank gives one: after it there are 1001 of 1000 coins.",
    right: "A sale pays as many coins as the bank gives.",
};

pub static GAME_WITHOUT_END: Rule = Rule {
    name: "game-without-end",
    severity: Severity::Error,
    phase: Phase::Play,
    can_be_allowed: false,
    what: "A game between bots went on longer than any game should.",
    why: "Nobody wants to play a game that cannot end.",
    fix: "Give the game a last round, or an effect that brings the end nearer.",
    wrong: "The game ends when a player has ten coins, and no move gives coins.",
    right: "The game ends after ten rounds.",
};

pub static NEVER_PLAYABLE: Rule = Rule {
    name: "never-playable",
    severity: Severity::Warning,
    phase: Phase::Play,
    can_be_allowed: true,
    what: "In many games between bots, a piece was held and could never be played.",
    why: "It only takes up space in the hand. Usually a number on it is wrong.",
    fix: "Change the condition or number on the piece so that it can be met.",
    wrong: "A card may be played on any number below 1, and the lowest number is 1.",
    right: "The card may be played on any number below 12.",
};

pub static EFFECT_IDLE: Rule = Rule {
    name: "effect-idle",
    severity: Severity::Warning,
    phase: Phase::Play,
    can_be_allowed: true,
    what: "In many games between bots, an effect of a card was never carried out or never changed anything.",
    why: "The card's text promises something that does not happen.",
    fix: "Change the effect so that it does something when it happens, or take it off the card.",
    wrong: "A card discards the top card of a pile that is always empty when it is played.",
    right: "The card discards the top card of the market.",
};
