//! The Dragon's Favour: 2 to 7 clans vote for roles with role cards, five rounds long, and count Favour.
//!
//! Rules: the game's rulebook, read with the rulings DF-1 to DF-18. Voting cards and roles are the same six things.

mod bots;
mod effect;
mod invariants;
pub mod load;
mod resolve;
mod role;
mod rounds;
mod table;
mod words;

use crate::sim::{
    Chance, Checks, Each, Facts, Game, Handle as _, Outcome, PieceSet, Purpose, Rules, SEATS, Seat, Seats, Stop,
    Switch, Turn, Violation, Watch, fnv,
};
use load::{CLANS, Content};
use role::{NO_CARD, NO_ROLE, PLACED};
pub use role::{Placed, Role, Roles};
use table::{Delegation, Table};

/// Rounds of a game.
pub const ROUNDS: u8 = 5;

/// How many cards of each role, four bits per role.
pub type Cards = u32;

/// One card of a role.
#[inline]
pub const fn card(role: Role) -> Cards {
    1 << (4 * role.0)
}

/// How many of a role there are.
#[inline]
pub const fn many(cards: Cards, role: Role) -> u32 {
    cards >> (4 * role.0) & 15
}

/// The roles of which there is a card, one bit each; counts up to three per role are recognized.
#[inline]
fn held(cards: Cards) -> usize {
    let any = (cards | cards >> 1) & 0x11_1111;
    (any & 1 | any >> 3 & 2 | any >> 6 & 4 | any >> 9 & 8 | any >> 12 & 16 | any >> 15 & 32) as usize
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The Judge names the number of votes.
    Nominate(u8),
    /// A card of a role is placed on a Voting card.
    Place(Role, Role),
    /// Nothing is picked.
    Skip,
    /// A placed card is picked.
    Card(Placed),
    /// A Voting card is picked.
    Vote(Role),
    /// One of two is picked.
    Either(u8),
    /// The Judge picks the winner among tied roles.
    Winner(Role),
    /// A card of that role goes home.
    Home(Role),
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// How many votes.
    Nominate,
    /// Where a card goes.
    Place,
    /// Which card an effect is about.
    Card,
    /// Which Voting card an effect is about.
    Vote,
    /// Which of two things happens.
    Either,
    /// Which tied role wins.
    Winner,
    /// Which card goes home.
    Home,
    /// Nothing: the game is over.
    Over,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Court {
    players: u8,
    /// The clan in each seat.
    pub clan: Seats<u8>,
    /// Cards in hand.
    pub hand: Seats<Cards>,
    /// Cards on Voting cards.
    pub out: Seats<Cards>,
    /// Cards sent home.
    pub home: Seats<Cards>,
    /// All cards of each delegation.
    pub all: Seats<Cards>,
    /// Favour.
    pub favour: Seats<u16>,
    /// The Judge.
    pub judge: Seat,
    first_judge: Seat,
    /// Rounds completed.
    pub round: u8,
    /// Votes that the Judge named.
    pub nominated: u8,
    /// What is to be decided.
    pub phase: Phase,
    /// Who decides.
    pub seat: Seat,
    /// How many cards are placed.
    pub placed: u8,
    /// The owner of each placed card.
    owner: Each<Placed, Seat, PLACED>,
    /// The role of each placed card.
    role: Each<Placed, Role, PLACED>,
    /// When each placed card came to where it lies: placed or moved.
    came: Each<Placed, u8, PLACED>,
    moves: u8,
    /// The placed cards on each Voting card, one bit each.
    pub placed_on: Roles<u32>,
    /// The placed cards of each seat.
    placed_by: Seats<u32>,
    /// The placed cards of each role.
    with_role: Roles<u32>,
    /// Cards that were assassinated.
    pub withdrawn: u32,
    /// Cards whose vote does not count.
    pub muted: u32,
    /// Cards that have acted.
    done: u32,
    /// Favour that a seat gains if a role wins.
    bonus: Roles<Seats<u8>>,
    /// The tied roles, one bit each.
    tied: u8,
    /// The card that acts.
    acting: Placed,
    /// The acting card's lists of operations, and the next operation in each.
    stack: [(u8, u8); 3],
    depth: u8,
    /// The card that the acting card picked.
    x: Placed,
    /// The Voting card that the acting card picked.
    v: Role,
    gone: u8,
}

mark! {
    DRAGON_TIE = "DF-10", "the Dragon's vote decided a tie";
    JUDGE_TIE = "DF-10", "the Judge decided a tie";
    NO_VOTES = "DF-11", "no vote was left";
    GREAT = "DF-12", "somebody gained Great Favour";
    FEW_VOTES = "DF-4", "more than five players, so at most three votes";
    WITHDRAWN_HOME = "DF-8", "a withdrawn card was the one sent home";
    TWO_WITHDRAWN = "DF-8", "several cards of one player were withdrawn at once";
    DRAGON_DRAW = "DF-14", "the Dragon won a drawn game";
    DRAW = "DF-14", "a draw without the Dragon";
}

impl Game for Court {
    type Content = Content;
    type Table = Table;
    type Action = Act;

    const RULES_VERSION: u32 = 1;
    const SWITCHES: &'static [Switch] = &[
        Switch {
            name: "all-assassinated-leave",
            ruling: "DF-8",
            what: "every withdrawn card goes home, not one of them",
            values: &["off", "on"],
        },
        Switch {
            name: "withdrawn-cards-vote",
            ruling: "DF-9",
            what: "the vote of a withdrawn card still counts",
            values: &["off", "on"],
        },
        Switch {
            name: "dragon-starts-with-favour",
            ruling: "DF-13",
            what: "the Dragon clan starts with its Favour",
            values: &["on", "off"],
        },
        Switch {
            name: "dragon",
            ruling: "DF-2",
            what: "whether the Dragon clan plays",
            values: &["any", "always", "never"],
        },
    ];
    const STRATEGIES: &'static [&'static str] = &["canny", "match", "bandwagon"];
    const MARKS: &'static [(&'static str, &'static str)] = MARKS;
    // Seven players, three votes: at most 1 + 21 + 3 x 21 + 1 + 7 decisions a round.
    const CAP: u32 = 200 * ROUNDS as u32;

    fn facts(content: &Content) -> Facts {
        content.facts.clone()
    }

    fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
        table::lay(content, rules, players)
    }

    fn players(table: &Table) -> usize {
        table.players
    }

    fn setup(table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<Court, Stop> {
        let (mut clans, all) = ([0, 1, 2, 3, 4, 5, 6], table.clans.len());
        chance.shuffle(&mut clans[..all], table.players, Purpose::Deal);
        if let (Some(is_in), Some(dragon)) = (table.dragon, table.clans.iter().position(|clan| clan.breaks_ties)) {
            let at = clans[..all].iter().position(|clan| usize::from(*clan) == dragon).unwrap_or(0);
            if (at < table.players) != is_in {
                let (from, many) = if is_in { (0, table.players) } else { (table.players, all - table.players) };
                clans.swap(at, from + chance.pick(many as u32, Purpose::Deal) as usize);
            }
        }
        let (mut clan, mut hand, mut favour, mut judge) = (Seats::all(0), Seats::all(0), Seats::all(0), None);
        for seat in Seat::all(table.players) {
            let delegation = &table.clans[usize::from(clans[seat.at()])];
            (clan[seat], hand[seat]) = (clans[seat.at()], delegation.cards);
            favour[seat] = if table.has_start { delegation.start } else { 0 };
            if delegation.is_judge {
                judge = Some(seat);
            }
        }
        let judge = judge.unwrap_or_else(|| Seat(chance.pick(table.players as u32, Purpose::Deal) as u8));
        let game = Court {
            players: table.players as u8,
            clan,
            hand,
            out: Seats::all(0),
            home: Seats::all(0),
            all: hand,
            favour,
            judge,
            first_judge: judge,
            round: 0,
            nominated: 0,
            phase: Phase::Nominate,
            seat: judge,
            placed: 0,
            owner: Each::all(Seat::FIRST),
            role: Each::all(Role(0)),
            came: Each::all(0),
            moves: 0,
            placed_on: Roles::all(0),
            placed_by: Seats::all(0),
            with_role: Roles::all(0),
            withdrawn: 0,
            muted: 0,
            done: 0,
            bonus: Roles::all(Seats::all(0)),
            tied: 0,
            acting: NO_CARD,
            stack: [(0, 0); 3],
            depth: 0,
            x: NO_CARD,
            v: NO_ROLE,
            gone: 0,
        };
        watch.narrate(&|| words::opening(&game, table));
        Ok(game)
    }

    fn turn(&self) -> Turn {
        if self.phase == Phase::Over {
            return Turn::Over(Outcome(u16::from(self.tied)));
        }
        Turn::Decide(self.seat)
    }

    fn legal(&self, table: &Table, options: &mut Vec<Act>) {
        match self.phase {
            Phase::Place => options.extend_from_slice(&table.places[held(self.hand[self.seat])]),
            Phase::Card => self.targets(table, options),
            Phase::Vote => options.extend(Role::all().map(Act::Vote)),
            Phase::Either => options.extend([Act::Either(0), Act::Either(1)]),
            Phase::Winner => options.extend(Role::all().filter(|role| role.is_in(self.tied)).map(Act::Winner)),
            Phase::Home => self.leaving(table, options),
            Phase::Nominate => {
                options.extend([1, 3, 5].into_iter().filter(|n| *n <= self.most_votes()).map(Act::Nominate))
            }
            Phase::Over => {}
        }
    }

    fn apply(&mut self, table: &Table, act: Act, _: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        match act {
            Act::Nominate(votes) => self.nominate(votes, watch),
            Act::Place(role, vote) => {
                self.place(role, vote);
                if self.phase == Phase::Card {
                    watch.narrate(&|| words::revealed(self, table));
                    self.resolve(table, watch);
                }
            }
            Act::Skip => {
                self.depth = 0;
                self.resolve(table, watch);
            }
            Act::Card(card) => {
                self.x = card;
                self.resolve(table, watch);
            }
            Act::Vote(vote) => {
                self.v = vote;
                self.resolve(table, watch);
            }
            Act::Either(which) => {
                self.choose(table, which);
                self.resolve(table, watch);
            }
            Act::Winner(role) => self.award(table, role, watch),
            Act::Home(role) => self.send_home(table, role, watch),
        }
        Ok(())
    }

    fn check(&self, table: &Table, checks: Checks) -> Result<(), Violation> {
        // All eight seats, even the empty ones: this is faster than a branch.
        let mut wrong = 0;
        for seat in Seat::all(SEATS) {
            wrong |= (self.hand[seat] + self.out[seat] + self.home[seat]) ^ self.all[seat];
        }
        if wrong != 0 {
            return Err(self.misplaced(table));
        }
        if checks == Checks::Full { self.check_all(table) } else { Ok(()) }
    }

    fn fingerprint(&self, viewer: Option<Seat>) -> u64 {
        let mut bytes: Vec<u8> =
            vec![self.judge.0, self.round, self.nominated, self.phase as u8, self.seat.0, self.placed];
        bytes.extend([self.acting.0, self.depth, self.x.0, self.v.0, self.tied, self.gone]);
        bytes.extend(self.clan);
        bytes.extend(self.favour.iter().flat_map(|n| n.to_le_bytes()));
        let words = self.placed_on.iter().chain([&self.withdrawn, &self.muted, &self.done]).chain(&self.home);
        bytes.extend(words.flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.stack.iter().flat_map(|(list, at)| [*list, *at]));
        bytes.extend(self.came);
        bytes.extend(self.bonus.iter().flatten());
        for seat in Seat::all(self.players.into()) {
            let is_hidden = viewer.is_some_and(|viewer| viewer != seat) && self.is_covered();
            let (hand, out) = (self.hand[seat], self.out[seat]);
            // Of other players, only hand and placed cards together are known, and how many are placed.
            bytes.extend((if is_hidden { hand + out } else { hand }).to_le_bytes());
            for i in Placed::all(self.placed).filter(|i| self.owner[*i] == seat) {
                bytes.extend([i.0, if is_hidden { NO_ROLE.0 } else { self.role[i].0 }]);
            }
        }
        fnv(bytes)
    }

    fn imagine(&self, table: &Table, viewer: Seat, chance: &mut dyn Chance) -> Court {
        let mut game = self.clone();
        if !self.is_covered() {
            return game;
        }
        for seat in Seat::all(table.players).filter(|seat| *seat != viewer) {
            let mut cards = [0u8; 8];
            let mut all = 0;
            for role in Role::all() {
                for _ in 0..many(self.hand[seat] + self.out[seat], role) {
                    cards[all] = role.0;
                    all += 1;
                }
            }
            chance.shuffle(&mut cards[..all], all, Purpose::Worlds);
            let mut next = 0;
            game.out[seat] = 0;
            for i in Placed::all(self.placed).filter(|i| self.owner[*i] == seat) {
                let role = Role(cards[next]);
                next += 1;
                game.with_role[self.role[i]] &= !i.bit();
                game.with_role[role] |= i.bit();
                game.role[i] = role;
                game.out[seat] += card(role);
            }
            game.hand[seat] = cards[next..all].iter().map(|role| card(Role(*role))).sum();
        }
        game
    }

    fn progress(&self, seat: Seat) -> i32 {
        i32::from(self.favour[seat]) * 1000
    }

    fn is_settled(&self, start: &Court) -> bool {
        self.round > start.round
    }

    fn advise(&self, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
        bots::advise(self, table, strategy, legal, chance)
    }

    fn uses(&self, table: &Table, act: &Act, pieces: &mut PieceSet) {
        if let Act::Place(role, _) = act {
            let clan = &table.clans[usize::from(self.clan[self.seat])];
            pieces.add(usize::from(clan.pieces[*role]));
        }
    }

    fn describe(&self, table: &Table, act: &Act) -> String {
        words::describe(self, table, act)
    }

    fn outlook(&self, table: &Table) -> String {
        words::outlook(self, table)
    }
}

impl Court {
    /// Whether placed cards lie face down.
    fn is_covered(&self) -> bool {
        matches!(self.phase, Phase::Nominate | Phase::Place)
    }

    /// The Voting card on which a placed card lies.
    #[inline]
    fn vote_of(&self, i: Placed) -> Role {
        self.placed_on.iter().position(|cards| i.is_in(*cards)).map_or(NO_ROLE, Role::nth)
    }

    fn clan_of<'a>(&self, table: &'a Table, seat: Seat) -> &'a Delegation {
        &table.clans[usize::from(self.clan[seat])]
    }
}

const _: () = assert!(CLANS <= SEATS);
