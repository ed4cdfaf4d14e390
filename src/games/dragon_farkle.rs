//! Dragon Farkle: 2 to 5 Wannabes recruit soldiers with dice, brawl for them, and lead them against the dragon.
//!
//! Rules: the game's rulebook, read with the rulings FK-1 to FK-20.

mod bots;
mod brawl;
mod cards;
mod check;
mod effect;
pub mod load;
pub mod net;
pub mod odds;
mod power;
mod rolls;
pub mod scoring;
mod table;
mod turns;
mod words;

use crate::sim::{
    Chance, Checks, Facts, Game, Outcome, PieceSet, Purpose, Rules, SEATS, Seat, Seats, Stop, Switch, Turn, Violation,
    Watch, fnv,
};
use effect::{BRAWL, FINAL, Moment, RECRUIT};
use load::{Content, Event, PLAYERS};
pub use table::{Card, Item};
use table::{Items, NOTHING, Table, held_kinds, many, one, size};

/// Stands for no seat.
const NOBODY: Seat = Seat(u8::MAX);

/// What the player does after setting dice aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The player stops.
    Stop,
    /// The player rolls on.
    Roll,
    /// The rally doubles the roll, and the player stops.
    DoubleStop,
    /// The rally doubles the roll, and the player rolls on.
    DoubleRoll,
    /// The rally brings a Magic Item; the player then decides whether to roll on.
    Draw,
    /// The rally brings both.
    Both,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Uses no card, or goes on where there is no choice.
    Pass,
    /// Recruits.
    Recruit,
    /// Brawls with a seat.
    Brawl(Seat),
    /// Enters or stays in the Keep and fights.
    Battle,
    /// Uses a card.
    Use(Card),
    /// Picks a Wannabe.
    Target(Seat),
    /// Picks a die by its face.
    Die(u8),
    /// Picks a face.
    Face(u8),
    /// Sets dice aside.
    Aside(u16, Next),
    /// Stops rolling.
    Stop,
    /// Rolls on.
    Roll,
    /// Discards a kind of Magic Item.
    Drop(Item),
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Between turns somebody may use a card.
    Between,
    /// The action of the turn.
    Action,
    /// What to do with a roll.
    Rolled,
    /// Whether to roll on.
    GoOn,
    /// Whether to use a card when stopping.
    Stopped,
    /// Whether to use a card against a Brawl.
    Brawled,
    /// Whether to use a card against a card.
    Hit,
    /// Which Wannabe a card is aimed at.
    Target,
    /// Which of the dice just rolled.
    Die,
    /// Which face to turn the die to.
    Face,
    /// Which Magic Item is discarded.
    Drop,
    /// The game is over.
    Over,
}

/// A card that is being carried out.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// The card, or none.
    card: Card,
    /// Its next operation.
    op: u8,
    /// Who benefits.
    you: Seat,
    /// Whom it hits.
    w: Seat,
    /// Whether the one it hits was asked to respond.
    is_asked: bool,
    /// Dice picked so far, by face.
    picked: scoring::Dice,
    /// How many dice may still be picked.
    left: u8,
    /// The phase to return to.
    back: Phase,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Quest {
    /// Seats at the table.
    pub players: u8,
    /// Whose turn it is.
    pub seat: Seat,
    /// Who decides.
    decider: Seat,
    /// What is to be decided.
    pub phase: Phase,
    /// Soldiers.
    pub army: Seats<u32, PLAYERS>,
    /// The Companions.
    pub companion: Seats<Card, PLAYERS>,
    /// The Companion and the kind of Magic Item dealt at the start.
    dealt: Seats<(Card, Item), PLAYERS>,
    /// Seats whose Companion was used this turn, one bit each.
    used: u8,
    /// Magic Items by kind.
    pub items: Seats<Items, PLAYERS>,
    /// Magic Items set aside this turn.
    fresh: Seats<Items, PLAYERS>,
    /// Magic Items to draw from.
    deck: Items,
    /// Magic Items discarded.
    discard: Items,
    /// Companions to draw from, one bit each.
    companions: u16,
    /// Companions discarded.
    retired: u16,
    /// Seats inside the Keep, one bit each.
    pub keep: u8,
    /// Seats whose army was eaten, until their next turn.
    pub fallen: u8,
    /// Turns begun.
    pub turn: u32,
    /// The action: [`RECRUIT`], [`BRAWL`] or [`FINAL`].
    action: u8,
    /// The defender of a Brawl.
    target: Seat,
    /// Seats that cannot be chosen for a Brawl this turn, one bit each.
    barred: u8,
    /// Whether the defender rolls.
    is_defending: bool,
    /// Soldier dice of the next roll.
    dice: u8,
    /// The roll.
    roll: u16,
    /// The Event die.
    event: Event,
    /// Whether the dragon side is ignored for this roll.
    no_dragon: bool,
    /// Whether losses are ignored for this roll.
    no_losses: bool,
    /// Soldiers set aside by the player who rolls.
    pub score: u32,
    /// The attacker's score.
    attack: u32,
    /// Damage done this turn.
    damage: u8,
    /// Whether another turn of Recruiting follows.
    again: bool,
    /// Whether this turn is such an extra one.
    is_extra: bool,
    /// Whether the army was large enough for the Keep when the turn began.
    pub enters: bool,
    /// Seats asked at the end of a turn.
    asked: u8,
    /// The card at work.
    work: Work,
    /// The winners, one bit each.
    winners: u8,
}

mark! {
    DRAGON_FARKLE = "FK-5", "the dragon side came with a Farkle";
    HOT_DICE = "FK-7", "all dice scored and were rolled again";
    TIE = "FK-9", "a Brawl was tied";
    POOR = "FK-11", "a loser could not pay the whole difference";
    BATTLE_REROLL = "FK-13", "damage without scoring dice, and no Farkle";
    EATEN = "FK-14", "an army was eaten, and its Wannabe came back";
    LEFT_KEEP = "FK-15", "somebody left the Keep";
    TOO_MANY = "FK-16", "a Magic Item was one too many";
    RESHUFFLE = "FK-20", "a discard pile became a deck";
    NO_CARD = "FK-20", "deck and discard pile were empty";
    ALL_IN_KEEP = "FK-10", "nobody could be brawled with";
}

impl Game for Quest {
    type Content = Content;
    type Table = Table;
    type Action = Act;

    const RULES_VERSION: u32 = 1;
    const SWITCHES: &'static [Switch] = &[
        Switch {
            name: "defender-wins-ties",
            ruling: "FK-9",
            what: "the defender wins a tied Brawl",
            values: &["off", "on"],
        },
        Switch {
            name: "difficult",
            ruling: "FK-12",
            what: "the dragon takes five damage, not three",
            values: &["off", "on"],
        },
    ];
    const STRATEGIES: &'static [&'static str] = &["captain", "threshold", "recruiter"];
    const MARKS: &'static [(&'static str, &'static str)] = MARKS;
    // The longest of 400,000 random games had 298 turns; a turn rarely has more than twenty decisions.
    const CAP: u32 = 40_000;

    fn facts(content: &Content) -> Facts {
        content.facts.clone()
    }

    fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
        table::lay(content, rules, players)
    }

    fn players(table: &Table) -> usize {
        table.players
    }

    fn setup(table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<Quest, Stop> {
        let mut game = Quest {
            players: table.players as u8,
            seat: Seat(table.players as u8 - 1),
            decider: Seat::FIRST,
            phase: Phase::Action,
            army: Seats::all(0),
            companion: Seats::all(NOTHING),
            dealt: Seats::all((NOTHING, Item(u8::MAX))),
            used: 0,
            items: Seats::all(0),
            fresh: Seats::all(0),
            deck: table.all_items,
            discard: 0,
            companions: table.all_companions,
            retired: 0,
            keep: 0,
            fallen: 0,
            turn: 0,
            action: RECRUIT,
            target: NOBODY,
            barred: 0,
            is_defending: false,
            dice: 0,
            roll: 0,
            event: Event::Blank,
            no_dragon: false,
            no_losses: false,
            score: 0,
            attack: 0,
            damage: 0,
            again: false,
            is_extra: false,
            enters: false,
            asked: 0,
            work: Work {
                card: NOTHING,
                op: 0,
                you: Seat::FIRST,
                w: NOBODY,
                is_asked: false,
                picked: 0,
                left: 0,
                back: Phase::Action,
            },
            winners: 0,
        };
        for seat in Seat::all(table.players) {
            game.companion[seat] = game.draw_companion(chance, watch);
        }
        for seat in Seat::all(table.players) {
            game.items[seat] = game.draw_item(chance, watch);
            game.dealt[seat] = (game.companion[seat], held_kinds(game.items[seat]).next().unwrap_or(Item(u8::MAX)));
        }
        watch.narrate(&|| words::opening(&game, table));
        game.next_turn(table, chance, watch);
        Ok(game)
    }

    fn turn(&self) -> Turn {
        if self.phase == Phase::Over {
            return Turn::Over(Outcome(u16::from(self.winners)));
        }
        Turn::Decide(self.decider)
    }

    fn legal(&self, table: &Table, options: &mut Vec<Act>) {
        match self.phase {
            Phase::Rolled => self.after_roll(table, options),
            Phase::GoOn => {
                options.extend([Act::Stop, Act::Roll]);
                self.usable_items(table, self.any_time(table), options);
            }
            Phase::Action => self.actions(table, options),
            Phase::Between => self.offered(table, Moment::AnyTime, options),
            Phase::Stopped => self.offered(table, Moment::OnStopRecruit, options),
            Phase::Brawled => self.offered(table, Moment::OnBrawled, options),
            Phase::Hit => self.offered(table, Moment::OnTargeted, options),
            Phase::Target => options.extend(self.targets(table, self.work.card, self.work.you).map(Act::Target)),
            Phase::Die => self.pickable(table, options),
            Phase::Face => options.extend((0..6).map(Act::Face)),
            Phase::Drop => {
                let held = self.items[self.decider];
                options.extend(held_kinds(held & !table.kept).map(Act::Drop));
                // Better used than thrown away.
                self.usable_items(table, held & table.usable(Moment::AnyTime, self.action), options);
            }
            Phase::Over => {}
        }
    }

    fn apply(&mut self, table: &Table, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        match act {
            Act::Aside(aside, next) => self.set_aside(table, aside, next, chance, watch),
            Act::Stop => self.stop(table, chance, watch),
            Act::Roll => self.throw(table, chance, watch),
            Act::Recruit => self.recruit(table, chance, watch),
            Act::Brawl(target) => self.brawl(table, target, chance, watch),
            Act::Battle => self.battle(table, chance, watch),
            Act::Use(card) => self.use_card(table, card, chance, watch),
            Act::Pass => self.pass(table, chance, watch),
            Act::Target(seat) => {
                self.work.w = seat;
                self.go_on(table, chance, watch);
            }
            Act::Die(face) => self.pick_die(table, face, chance, watch),
            Act::Face(face) => self.turn_die(table, face, chance, watch),
            Act::Drop(kind) => {
                self.items[self.decider] -= one(kind);
                self.discard += one(kind);
                watch.mark(TOO_MANY);
                self.end_turn(table, chance, watch);
            }
        }
        Ok(())
    }

    fn check(&self, table: &Table, checks: Checks) -> Result<(), Violation> {
        let held = self.items.iter().chain(&self.fresh).sum::<Items>();
        if held + self.deck + self.discard != table.all_items {
            return Err(self.lost_item(table));
        }
        if checks == Checks::Full { self.check_all(table) } else { Ok(()) }
    }

    fn fingerprint(&self, viewer: Option<Seat>) -> u64 {
        let mut bytes: Vec<u8> = vec![self.seat.0, self.decider.0, self.phase as u8, self.used, self.keep, self.fallen];
        bytes.extend([
            self.action,
            self.target.0,
            self.barred,
            u8::from(self.is_defending),
            self.dice,
            self.event as u8,
        ]);
        let flags = [self.no_dragon, self.no_losses, self.again, self.is_extra, self.enters, self.work.is_asked];
        bytes.extend(flags.map(u8::from));
        bytes.extend([self.damage, self.asked, self.work.back as u8]);
        bytes.extend([self.work.card.0, self.work.op, self.work.you.0, self.work.w.0, self.work.left, self.winners]);
        bytes.extend(self.roll.to_le_bytes());
        bytes.extend([self.score, self.attack, self.turn, self.work.picked].iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.army.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.companion.iter().map(|card| card.0));
        bytes.extend([self.companions, self.retired].iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.discard.to_le_bytes());
        for seat in Seat::all(self.players.into()) {
            let is_hidden = viewer.is_some_and(|viewer| viewer != seat);
            for items in [self.items[seat], self.fresh[seat]] {
                // Of other players' items, only the number is known.
                bytes.extend((if is_hidden { u64::from(size(items)) } else { items }).to_le_bytes());
            }
        }
        if viewer.is_none() {
            bytes.extend(self.deck.to_le_bytes());
        }
        fnv(bytes)
    }

    fn imagine(&self, table: &Table, viewer: Seat, chance: &mut dyn Chance) -> Quest {
        let mut game = self.clone();
        for seat in Seat::all(table.players).filter(|seat| *seat != viewer) {
            // Kept items lie face up, so they are not dealt again.
            game.deck += (self.items[seat] & !table.kept) + self.fresh[seat];
        }
        for seat in Seat::all(table.players).filter(|seat| *seat != viewer) {
            let (hidden, fresh) = (self.items[seat] & !table.kept, self.fresh[seat]);
            game.items[seat] = self.items[seat] & table.kept;
            game.fresh[seat] = 0;
            for _ in 0..size(hidden) {
                let kind = game.pick_item(chance, Purpose::Worlds);
                game.items[seat] += kind;
            }
            for _ in 0..size(fresh) {
                let kind = game.pick_item(chance, Purpose::Worlds);
                game.fresh[seat] += kind;
            }
        }
        game
    }

    fn progress(&self, seat: Seat) -> i32 {
        // A point is a thousand soldiers.
        self.army[seat] as i32
    }

    fn is_settled(&self, start: &Quest) -> bool {
        self.turn > start.turn + 2 * u32::from(self.players)
    }

    fn advise(&self, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
        bots::advise(self, table, strategy, legal, chance)
    }

    fn uses(&self, table: &Table, act: &Act, pieces: &mut PieceSet) {
        match act {
            Act::Use(card) => pieces.add(card.at()),
            Act::Recruit | Act::Brawl(_) | Act::Battle | Act::Aside(..) | Act::Roll => {
                // A card that acts by itself counts as used in every action in which it can act.
                let action = match act {
                    Act::Recruit => RECRUIT,
                    Act::Brawl(_) => BRAWL,
                    Act::Battle => FINAL,
                    _ => self.action,
                };
                let seat = self.decider;
                let power = table.companion(self.companion[seat]);
                if power.when.is_passive() && power.actions & action != 0 {
                    pieces.add(self.companion[seat].at());
                }
                for kind in held_kinds(self.items[seat] & table.kept) {
                    pieces.add(table.card_of(kind).at());
                }
            }
            _ => {}
        }
    }

    fn describe(&self, table: &Table, act: &Act) -> String {
        words::describe(self, table, act)
    }

    fn outlook(&self, table: &Table) -> String {
        words::outlook(self, table)
    }
}

impl Quest {
    /// Who rolls.
    fn roller(&self) -> Seat {
        if self.is_defending { self.target } else { self.seat }
    }

    /// Every other seat.
    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.into()).filter(move |other| *other != seat)
    }
}

const _: () = assert!(PLAYERS <= SEATS);
