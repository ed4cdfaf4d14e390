//! Reign of Dragoness: 3 to 8 players get rid of thirteen cards by following patterns with ever higher ones.
//!
//! Rules: the game's rulebook, read with the rulings RD-1 to RD-19. A game is five tournaments of many challenges.

mod bots;
pub mod deck;
mod effect;
pub mod load;
pub mod moves;
pub mod score;
mod specials;
mod words;

use crate::sim::{
    Chance, Checks, Facts, Game, Outcome, PieceSet, Purpose, Rules, SEATS, Seat, Seats, Stop, Switch, Turn, Violation,
    Watch, fnv,
};
use deck::{Card, Cards, HAND, NO_CARD, Strength, Table, cards_in, number};
use load::Content;
use moves::{List, Pattern, Play, Telling, Wanted};

/// Tournaments of a game.
pub const TOURNAMENTS: u8 = 5;

/// Attempts to imagine a possible world.
const IMAGINED: usize = 1000;

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Drop out of the challenge.
    Pass,
    /// Put cards on the table.
    Play(Play),
}

/// The play that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its kind, which all must follow.
    pub pattern: Pattern,
    /// Its size.
    pub size: u8,
    /// What must be beaten.
    pub top: Strength,
    /// Who played it.
    pub by: Seat,
    /// What it had to beat.
    beaten: Strength,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Reign {
    /// The hands.
    pub hands: Seats<Cards>,
    /// Cards played in this tournament.
    pub pile: Cards,
    /// Cards that were not dealt.
    pub undealt: Cards,
    /// The hands as they were dealt.
    dealt: Seats<Cards>,
    /// Points so far.
    pub points: Seats<u8>,
    /// The play that stands; none when a challenge begins.
    pub standing: Option<Standing>,
    /// Who has passed, one bit per seat.
    pub passed: u8,
    /// Passes since the last play.
    passes: u8,
    /// Whose turn it is.
    pub seat: Seat,
    /// Who opened the tournament.
    leader: Seat,
    /// The dragon that the first play must contain.
    pub lowest: Card,
    /// The lowest dragon dealt: all know that those below it are out.
    opener: Card,
    /// Tournaments completed.
    pub tournament: u8,
    players: u8,
}

mark! {
    ALONE = "RD-5", "a wild card was played alone";
    WILDS_ONLY = "RD-6", "a set of wild cards only";
    ON_TOP = "RD-7", "the Dragoness on top of a run";
    OPENED = "RD-8", "the lowest dragon opened in a set or a run";
    REVIVED = "RD-10", "a Revive was played";
    REVIVE_LEFT = "RD-11", "a tournament was won with a Revive in hand";
    TIED_SECOND = "RD-13", "a tie for second place";
    TIED_THIRD = "RD-13", "a tie for third place";
    SHARED = "RD-14", "the title was shared";
    BACK_IN = "RD-17", "somebody came back after a tactical pass";
    HORDE = "RD-18", "a Horde was played on a pattern";
    HORDE_ON_HORDE = "RD-18", "a Horde beat a Horde";
    DRAGONESS_HORDE = "RD-18", "the Dragoness ended a challenge";
}

impl Game for Reign {
    type Content = Content;
    type Table = Table;
    type Action = Action;

    const RULES_VERSION: u32 = 1;
    const SWITCHES: &'static [Switch] = &[
        Switch {
            name: "ultimate-revival",
            ruling: "RD-10",
            what: "a Revive may be played on a 12",
            values: &["off", "on"],
        },
        Switch {
            name: "tactical-passing",
            ruling: "RD-17",
            what: "a pass holds for one turn only",
            values: &["off", "on"],
        },
        Switch {
            name: "conjuring",
            ruling: "RD-19",
            what: "as many clans as players, from four players on",
            values: &["off", "on"],
        },
        Switch { name: "hordes", ruling: "RD-18", what: "Hordes beat every pattern", values: &["off", "on"] },
        Switch {
            name: "two-players",
            ruling: "RD-2",
            what: "two may play, with the smallest deck",
            values: &["off", "on"],
        },
    ];
    const STRATEGIES: &'static [&'static str] = &["greedy"];
    const MARKS: &'static [(&'static str, &'static str)] = MARKS;
    // 900 decisions a tournament: at most 104 plays with 7 passes after each.
    const CAP: u32 = 900 * TOURNAMENTS as u32;

    fn facts(content: &Content) -> Facts {
        content.facts.clone()
    }

    fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
        deck::lay(content, rules, players)
    }

    fn players(table: &Table) -> usize {
        table.players
    }

    fn setup(table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<Reign, Stop> {
        let mut game = Reign {
            hands: Seats::all(0),
            pile: 0,
            undealt: 0,
            dealt: Seats::all(0),
            points: Seats::all(0),
            standing: None,
            passed: 0,
            passes: 0,
            seat: Seat::FIRST,
            leader: Seat::FIRST,
            lowest: NO_CARD,
            opener: Card(0),
            tournament: 0,
            players: table.players as u8,
        };
        game.deal(table, chance, watch)?;
        Ok(game)
    }

    fn turn(&self) -> Turn {
        if self.tournament < TOURNAMENTS {
            return Turn::Decide(self.seat);
        }
        let best = self.points.iter().max();
        let winners = Seat::all(self.players.into()).filter(|seat| Some(&self.points[*seat]) == best);
        Turn::Over(Outcome::of(winners))
    }

    fn legal(&self, table: &Table, options: &mut Vec<Action>) {
        self.options::<Telling>(table, options);
    }

    fn apply(
        &mut self,
        table: &Table,
        action: Action,
        chance: &mut dyn Chance,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        match action {
            Action::Pass => {
                self.passed |= self.seat.bit();
                self.passes += 1;
                self.move_on(table, watch);
                Ok(())
            }
            Action::Play(play) => self.put(table, play, chance, watch),
        }
    }

    fn check(&self, table: &Table, checks: Checks) -> Result<(), Violation> {
        let (mut together, mut parity) = (self.pile | self.undealt, self.pile ^ self.undealt);
        for hand in &self.hands {
            together |= hand;
            parity ^= hand;
        }
        if together != table.all || parity != table.all {
            return Err(self.misplaced(table));
        }
        if checks == Checks::Full { self.check_all(table) } else { Ok(()) }
    }

    fn fingerprint(&self, viewer: Option<Seat>) -> u64 {
        let mut bytes: Vec<u8> =
            vec![self.seat.0, self.passed, self.passes, self.lowest.0, self.tournament, self.leader.0];
        bytes.extend(self.points);
        if let Some(s) = self.standing {
            bytes.extend([s.pattern as u8, s.size, s.top, s.by.0, s.beaten]);
        }
        bytes.extend(self.pile.to_le_bytes());
        for (seat, hand) in Seat::all(SEATS).zip(&self.hands) {
            match viewer {
                Some(viewer) if viewer != seat => bytes.push(hand.count_ones() as u8),
                _ => bytes.extend(hand.to_le_bytes()),
            }
        }
        fnv(bytes)
    }

    fn imagine(&self, table: &Table, viewer: Seat, chance: &mut dyn Chance) -> Reign {
        // The lowest dragon was called for openly: everybody knows that those below it were not dealt.
        let out = table.dragons & (self.opener.bit() - 1);
        let unseen = table.all & !self.pile & !self.hands[viewer] & !out;
        let mut cards = [0u8; 128];
        let mut many = 0;
        for card in cards_in(unseen) {
            cards[many] = card.0;
            many += 1;
        }
        let mut game = self.clone();
        // Nobody still in the game holds only Revives; a world in which somebody does is dealt again.
        for _ in 0..IMAGINED {
            chance.shuffle(&mut cards[..many], many, Purpose::Worlds);
            let mut at = 0;
            for seat in Seat::all(table.players).filter(|seat| *seat != viewer) {
                let held = self.hands[seat].count_ones() as usize;
                game.hands[seat] = cards[at..at + held].iter().map(|card| Card(*card).bit()).sum();
                at += held;
            }
            game.undealt = cards[at..many].iter().map(|card| Card(*card).bit()).fold(out, |all, card| all | card);
            if game.hands.0[..table.players].iter().all(|hand| hand & !table.revives != 0) {
                break;
            }
        }
        game
    }

    fn progress(&self, seat: Seat) -> i32 {
        // Cards played count a little, so that somebody leads within a tournament too.
        let gone = HAND as i32 - self.hands[seat].count_ones() as i32;
        i32::from(self.points[seat]) * 1000 + if self.tournament < TOURNAMENTS { gone * 20 } else { 0 }
    }

    fn is_settled(&self, start: &Reign) -> bool {
        self.tournament > start.tournament
    }

    fn advise(&self, table: &Table, _: usize, legal: &[Action], _: &mut dyn Chance) -> usize {
        bots::greedy(self, table, legal)
    }

    fn uses(&self, table: &Table, action: &Action, pieces: &mut PieceSet) {
        if let Action::Play(play) = action {
            for card in cards_in(play.cards) {
                pieces.add(usize::from(table.pieces[card]));
            }
            if play.revive != NO_CARD {
                pieces.add(usize::from(table.pieces[play.revive]));
            }
        }
    }

    fn describe(&self, table: &Table, action: &Action) -> String {
        words::describe(self, table, action)
    }

    fn outlook(&self, table: &Table) -> String {
        words::outlook(self, table)
    }
}

impl Reign {
    /// The actions of the player whose turn it is, with plays listed by `L`.
    #[inline]
    pub fn options<L: List>(&self, table: &Table, options: &mut Vec<Action>) {
        let hand = self.hands[self.seat];
        let Some(standing) = self.standing else {
            // RD-9: a leader cannot pass. RD-8: the first play contains the lowest dragon.
            let must = if self.lowest == NO_CARD { 0 } else { self.lowest.bit() };
            let mut emit = |play: Play| {
                if play.cards & must == must {
                    options.push(Action::Play(play));
                }
            };
            L::list(table, hand, Wanted::Lead, &mut emit);
            if table.horde > 0 {
                L::list(table, hand, Wanted::Follow(Pattern::Horde, 0, 0), &mut emit);
            }
            return;
        };
        options.push(Action::Pass);
        let mut emit = |play| options.push(Action::Play(play));
        if standing.pattern != Pattern::Horde {
            L::list(table, hand, Wanted::Follow(standing.pattern, standing.size, standing.top), &mut emit);
        }
        // No Horde can be played on the Dragoness, wherever she stands.
        if table.horde > 0 && usize::from(number(standing.top)) <= load::NUMBERS {
            let floor = if standing.pattern == Pattern::Horde { standing.top } else { 0 };
            L::list(table, hand, Wanted::Follow(Pattern::Horde, 0, floor), &mut emit);
        }
        // RD-10: a Revive and the play that goes with it; RD-18: never on a Horde.
        if hand & table.revives == 0 || number(standing.top) >= table.below || standing.pattern == Pattern::Horde {
            return;
        }
        let revive = Card::first(hand & table.revives);
        L::list(table, hand, Wanted::Follow(standing.pattern, standing.size, 0), |play| {
            options.push(Action::Play(Play { revive, ..play }));
        });
    }

    fn deal(&mut self, table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        let mut cards = [0u8; 128];
        let (many, dealt) = (table.list.len(), HAND * table.players);
        cards[..many].copy_from_slice(&table.list);
        chance.shuffle(&mut cards[..many], dealt, Purpose::Deal);
        let mut out: Cards = 0;
        for (seat, hand) in Seat::all(table.players).zip(cards[..dealt].chunks_exact(HAND)) {
            self.hands[seat] = hand.iter().fold(0, |hand, card| hand | Card(*card).bit());
            out |= self.hands[seat];
        }
        (self.undealt, self.pile, self.dealt) = (table.all & !out, 0, self.hands);
        let lowest = Card::first(out & table.dragons);
        let Some(leader) = self.hands.iter().position(|hand| hand & table.dragons & Card(lowest.0 & 127).bit() != 0)
        else {
            let what = "no dragon was dealt, so nobody holds the lowest".to_owned();
            return Err(Stop::Gap { ruling: "RD-8", what, piece: None });
        };
        let leader = Seat(leader as u8);
        (self.lowest, self.opener, self.leader, self.seat) = (lowest, lowest, leader, leader);
        (self.standing, self.passed, self.passes) = (None, 0, 0);
        if watch.listens() {
            self.narrate_deal(table, watch);
        }
        Ok(())
    }

    /// Puts cards on the table and carries out what follows from it.
    fn put(&mut self, table: &Table, play: Play, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        let seat = self.seat;
        let revive = if play.revive == NO_CARD { 0 } else { play.revive.bit() };
        if watch.listens() {
            self.mark(table, &play, watch);
        }
        self.hands[seat] &= !(play.cards | revive);
        self.pile |= play.cards | revive;
        let before = self.standing.map_or(0, |s| s.top);
        let was_horde = self.standing.is_some_and(|s| s.pattern == Pattern::Horde);
        let is_free = revive != 0 || (play.pattern == Pattern::Horde && !was_horde);
        let beaten = if is_free { 0 } else { before };
        self.standing = Some(Standing { pattern: play.pattern, size: play.size, top: play.top, by: self.seat, beaten });
        (self.lowest, self.passes) = (NO_CARD, 0);
        self.passed &= !self.seat.bit();
        if revive != 0 {
            self.revive(table, before, watch);
        }
        // RD-11: Revives in hand do not stop anybody from going out.
        if self.hands[seat] & !table.revives == 0 {
            return self.end_tournament(table, chance, watch);
        }
        if play.pattern == Pattern::Horde && play.cards == table.dragoness {
            self.win_challenge(watch);
        } else {
            self.move_on(table, watch);
        }
        Ok(())
    }

    /// Carries out the operations of a Revive. That its play need not beat anything is up to the list of moves.
    fn revive(&mut self, table: &Table, before: Strength, watch: &mut dyn Watch) {
        // If a pass holds for one turn only, everybody is in anyway.
        watch.op(table.effect.reenter, self.passed != 0 && !table.is_tactical);
        self.passed = 0;
        watch.op(table.effect.reset, self.standing.is_some_and(|s| s.top <= before));
        watch.op(table.effect.again, true);
    }

    /// The next player's turn, or the next challenge when all others have passed.
    fn move_on(&mut self, table: &Table, watch: &mut dyn Watch) {
        let by = self.standing.map_or(self.seat, |s| s.by);
        let mut next = self.seat;
        loop {
            next = next.next(self.players);
            if next == by || table.is_tactical || !next.is_in(self.passed) {
                break;
            }
        }
        if next == by {
            self.win_challenge(watch);
        } else {
            self.seat = next;
        }
    }

    fn win_challenge(&mut self, watch: &mut dyn Watch) {
        let by = self.standing.map_or(self.seat, |s| s.by);
        watch.narrate(&|| format!("Player {by} wins the challenge and leads."));
        (self.seat, self.standing, self.passed, self.passes) = (by, None, 0, 0);
    }

    /// Finds the card that is not where it should be.
    fn misplaced(&self, table: &Table) -> Violation {
        let places: Vec<Cards> =
            self.hands.0[..table.players].iter().copied().chain([self.pile, self.undealt]).collect();
        let times = |card: Card| places.iter().filter(|cards| *cards & card.bit() != 0).count();
        let wrong = cards_in(table.all).find(|card| times(*card) != 1);
        let what = wrong.map_or("a card that is not in the deck".to_owned(), |card| {
            format!("{} is in {} places", table.names[card.at()], times(card))
        });
        let piece = wrong.map(|card| usize::from(table.pieces[card]));
        Violation { rule: "each card is in one place", what, piece }
    }

    /// The invariants that a fast run skips.
    fn check_all(&self, table: &Table) -> Result<(), Violation> {
        let wrong = |rule: &'static str, what: String| Err(Violation::new(rule, what));
        let held: u32 = self.hands.0[..table.players].iter().map(|hand| hand.count_ones()).sum();
        if held + self.pile.count_ones() != (HAND * table.players) as u32 {
            return wrong(
                "thirteen cards were dealt to each",
                format!("{held} in hands, {} played", self.pile.count_ones()),
            );
        }
        if self.tournament == TOURNAMENTS {
            return Ok(());
        }
        if self.hands[self.seat] & !table.revives == 0 {
            return wrong("an empty hand ends the tournament", format!("player {} is to play", self.seat));
        }
        if !table.is_tactical && self.seat.is_in(self.passed) {
            return wrong("who has passed does not act", format!("player {} passed and is to play", self.seat));
        }
        if let Some(s) = self.standing {
            if s.top <= s.beaten {
                return wrong("a play beats the one before", format!("{} was played on {}", s.top, s.beaten));
            }
            if s.by == self.seat {
                return wrong("nobody beats himself", format!("player {} is to play on his own play", s.by));
            }
            if self.passes + 1 >= self.players {
                return wrong("a challenge ends when all others pass", format!("{} passes in a row", self.passes));
            }
        } else if self.passed != 0 {
            return wrong("a challenge begins with everybody", format!("passed: {:b}", self.passed));
        }
        Ok(())
    }
}
