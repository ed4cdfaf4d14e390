//! Kingdom of Favors: 2 to 5 players lay a map and win the favors of those who live there; the King's favor wins.
//!
//! Rules: the game's rulebook, read with the rulings KF-1 to KF-32. [`raster`] defines what the map shows, cell by cell;
//! `land` keeps the same features tile by tile.

mod act;
mod actions;
mod bots;
mod character;
mod condition;
mod covers;
mod enclose;
mod invariants;
mod land;
pub mod load;
pub mod map;
mod parts;
mod patches;
mod plans;
mod power;
pub mod raster;
mod records;
mod says;
mod step;
mod table;
pub mod tile;
mod turning;
mod turns;
mod want;
mod words;

use crate::sim::{
    Chance, Checks, Facts, Game, Outcome, PieceSet, Purpose, Rules, Seat, Seats, Stop, Switch, Turn, Violation, Watch,
    fnv,
};
pub use act::{Act, Phase};
use land::Land;
use load::{Content, FAVORS, KINDS, PLAYERS};
use map::{Laid, Map, TILES};
use step::{Cover, TOGETHER};
pub use table::{FavorUse, Table};
use tile::{NONE, Overlay};
use turning::Owed;
pub use turns::newly_met;
pub use want::{CHARACTERS, Characters, Levels};

/// The most tiles laid in one turn.
const EXTRAS: usize = 8;
/// The most favors in the shuffled stack.
const PILE: usize = 16;

/// A game under way.
#[derive(Clone, Debug)]
pub struct Kingdom {
    players: u8,
    /// The player whose turn it is.
    pub seat: Seat,
    /// What is to be decided.
    pub phase: Phase,
    /// The map.
    pub map: Map,
    land: Land,
    /// The map at the start of the turn; kept only while favors can change it.
    start: [Laid; TILES],
    starting: u8,
    start_land: Land,
    /// Whether the map was changed in this turn, not only extended.
    is_altered: bool,
    /// Spots of the tiles laid in this turn.
    laid: [u16; EXTRAS],
    laying: u8,
    /// The drawn tile.
    pub hand: u8,
    /// The spot and the turn of the drawn tile in the step under way.
    aim: Option<(u16, u8)>,
    /// The favors laid in the step under way.
    joined: [Cover; TOGETHER],
    joining: u8,
    /// Tiles in the bag, by kind.
    pub bag: [u8; KINDS],
    /// How many tiles are in the bag.
    pub in_bag: u8,
    /// Tiles that fitted nowhere, by kind.
    pub aside: [u8; KINDS],
    /// Favors in the stacks.
    pub stack: [u8; FAVORS],
    /// The shuffled stack, its top last.
    pub pile: [u8; PILE],
    piled: u8,
    /// Favors in front of each player.
    pub held: Seats<[u8; FAVORS], PLAYERS>,
    /// The favors in front of each player, as sets.
    holding: Seats<u32, PLAYERS>,
    /// Favors that can be used from the next turn on.
    fresh: [u8; FAVORS],
    /// How often each player took each character.
    pub won: Seats<[u8; CHARACTERS], PLAYERS>,
    /// Levels of the rising conditions.
    pub level: Levels,
    /// Uses of each action favor in this turn.
    uses: [u8; FAVORS],
    /// Uses won back.
    refreshed: [u8; FAVORS],
    /// Tiles on which favors may be laid, one bit each.
    affected: u128,
    /// Turns of tiles still left from favors in use.
    owed: Owed,
    /// The action favor in use, and what was picked for it.
    begun: u8,
    picked: [u8; 3],
    picking: u8,
    /// Characters whose condition was met in this turn.
    pub met: Characters,
    /// Characters whose condition was met at the end of the last turn, whatever was taken.
    pub judged: Characters,
    /// Favors that may still be taken in this turn.
    takes: u8,
    /// Whether a tile was ever moved, which may leave the map in parts.
    is_moved: bool,
    winners: Outcome,
    turns: u16,
}

mark! {
    NO_KING = "KF-1", "the bag was empty before anyone had the King";
    UNPLACEABLE = "KF-2", "a drawn tile fitted nowhere";
    EXCHANGED = "KF-3", "a drawn tile took the place of an altered one";
    REPLACED = "KF-7", "a favor replaced another one, and its owner took a new one";
    REUSED = "KF-8", "an action favor was used twice in a turn";
    HAS_ACTION = "KF-9", "a character could not be taken: already held, or the stack was empty";
    CHOICE = "KF-12", "several characters could be taken";
    NOTHING = "KF-13", "nothing was met, and no Jester or Charlatan was to be had";
    SPLIT = "KF-27", "a move left the map in two parts";
    WASTED = "KF-5", "an action was begun and led to nothing";
    TRUNCATED = "KF-5", "more ways to use a favor than are looked at";
    AT_EDGE = "KF-4", "the map reached the edge of the table, beyond which nothing is laid";
}

impl Game for Kingdom {
    type Content = Content;
    type Table = Table;
    type Action = Act;

    const RULES_VERSION: u32 = 1;
    const SWITCHES: &'static [Switch] = &[
        Switch {
            name: "favor-use",
            ruling: "KF-5",
            what: "which favors may be used: all, tokens and triangles only, or none",
            values: &["all", "pieces", "none"],
        },
        Switch {
            name: "exchange",
            ruling: "KF-3",
            what: "a drawn tile takes the place of an altered one that looks like it",
            values: &["on", "off"],
        },
        Switch {
            name: "must-take",
            ruling: "KF-12",
            what: "a favor that can be taken must be",
            values: &["on", "off"],
        },
        Switch {
            name: "jester",
            ruling: "KF-13",
            what: "the Jester comes when nothing else can be taken, or only when nothing else was met",
            values: &["nothing-else", "nothing-met"],
        },
        Switch {
            name: "lone-tile",
            ruling: "KF-27",
            what: "a tile is cut off when its edges are free, or when all eight spots around it are",
            values: &["edges", "all-around"],
        },
    ];
    const STRATEGIES: &'static [&'static str] = &["greedy", "goal"];
    const MARKS: &'static [(&'static str, &'static str)] = MARKS;
    // 71 turns; in each at most as many decisions as there are favors to use, and a few for every action.
    const CAP: u32 = 6000;
    // A game of the `goal` bots takes a tenth of a second, and imagined worlds are played by bots as well.
    const PACE: u64 = 100;

    fn facts(content: &Content) -> Facts {
        content.facts.clone()
    }

    fn lay(content: &Content, rules: &Rules, players: usize) -> Result<Table, String> {
        table::lay(content, rules, players)
    }

    fn players(table: &Table) -> usize {
        table.players
    }

    fn setup(table: &Table, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<Kingdom, Stop> {
        let face = table.tiles.face[4 * usize::from(table.start)];
        let mut game = Kingdom {
            players: table.players as u8,
            seat: Seat::FIRST,
            phase: Phase::Draw,
            map: Map::new(),
            land: Land::new(),
            start: [Laid { spot: 0, kind: 0, turn: 0, over: Overlay::BARE, face }; TILES],
            starting: 0,
            start_land: Land::new(),
            is_altered: false,
            laid: [0; EXTRAS],
            laying: 0,
            hand: NONE,
            aim: None,
            joined: [Cover::NOTHING; TOGETHER],
            joining: 0,
            bag: table.bag,
            in_bag: table.bag.iter().sum(),
            aside: [0; KINDS],
            stack: [0; FAVORS],
            pile: [NONE; PILE],
            piled: 0,
            held: Seats::all([0; FAVORS]),
            holding: Seats::all(0),
            fresh: [0; FAVORS],
            won: Seats::all([0; CHARACTERS]),
            level: [1; CHARACTERS],
            uses: [0; FAVORS],
            refreshed: [0; FAVORS],
            affected: 0,
            owed: Owed::default(),
            begun: NONE,
            picked: [NONE; 3],
            picking: 0,
            met: 0,
            judged: 0,
            takes: 0,
            is_moved: false,
            winners: Outcome(0),
            turns: 0,
        };
        for (at, favor) in table.favors.iter().enumerate() {
            game.stack[at] = favor.count;
            if table.shuffled == Some(favor.who) {
                for _ in 0..favor.count.min((PILE - usize::from(game.piled)) as u8) {
                    game.pile[usize::from(game.piled)] = at as u8;
                    game.piled += 1;
                }
            }
        }
        let piled = usize::from(game.piled);
        chance.shuffle(&mut game.pile[..piled], piled, Purpose::Deal);
        let laid = Laid { spot: map::START, kind: table.start, turn: 0, over: Overlay::BARE, face };
        game.map.lay(laid, &table.tiles);
        game.land.add(&game.map, 0, &table.tiles);
        want::judge(&table.wants, &mut game.land, &game.map, &game.level);
        game.begin(table, chance, watch);
        Ok(game)
    }

    fn turn(&self) -> Turn {
        if self.phase == Phase::Over {
            return Turn::Over(self.winners);
        }
        Turn::Decide(self.seat)
    }

    fn legal(&self, table: &Table, options: &mut Vec<Act>) {
        self.options(table, options);
    }

    fn apply(&mut self, table: &Table, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        if watch.listens() {
            self.mark_limits(table, act, watch);
        }
        match act {
            Act::Draw => self.draw(table, chance, watch),
            Act::Choose(kind) => {
                self.spend_power(table, character::Power::Choose, watch);
                self.take_tile(table, kind, chance, watch);
            }
            Act::Exchange(tile) => {
                self.exchange(table, usize::from(tile), watch);
                self.phase = Phase::Lay;
            }
            Act::Lay(spot, turn) => {
                self.lay_tile(table, self.drawn_at(table, spot, turn));
                self.resume(table, chance, watch);
            }
            Act::Fit(spot, turn) => self.fit(spot, turn),
            Act::SetAside => {
                watch.mark(UNPLACEABLE);
                self.put_aside();
                self.start_drawing(table, chance, watch);
            }
            Act::End if self.phase == Phase::Take => self.pass_on(table, chance, watch),
            Act::End => self.finish(table, chance, watch),
            Act::Take(favor) => self.take(table, favor, chance, watch),
            Act::Cover(favor, tile, spot, way) => {
                self.cover(table, Cover { favor, tile, spot, way }, chance, watch);
            }
            _ => self.act(table, act, chance, watch),
        }
        Ok(())
    }

    fn check(&self, table: &Table, checks: Checks) -> Result<(), Violation> {
        let aside: u8 = self.aside.iter().sum();
        let all = self.map.tiles().len() + usize::from(self.in_bag + aside) + usize::from(self.hand != NONE);
        let printed = 1 + table.bag.iter().map(|n| usize::from(*n)).sum::<usize>();
        if all != printed {
            return Err(Violation::new("tiles are kept", format!("{all} tiles, {printed} are printed")));
        }
        if checks == Checks::Full { self.check_all(table) } else { Ok(()) }
    }

    fn fingerprint(&self, viewer: Option<Seat>) -> u64 {
        let mut bytes: Vec<u8> =
            vec![self.seat.0, self.phase as u8, self.hand, self.in_bag, self.owed.many(), self.begun];
        for laid in self.map.tiles() {
            bytes.extend(laid.spot.to_le_bytes());
            bytes.extend([laid.kind, laid.turn]);
            bytes.extend(laid.over.triangle.iter().chain(&laid.over.token));
        }
        if let Some((spot, turn)) = self.aim {
            bytes.extend(spot.to_le_bytes());
            bytes.push(turn);
        }
        for cover in &self.joined[..usize::from(self.joining)] {
            bytes.extend([cover.favor, cover.tile, cover.spot, cover.way]);
        }
        bytes.extend(self.bag.iter().chain(&self.aside).chain(&self.stack).chain(&self.fresh));
        bytes.extend(self.held.iter().flatten().chain(self.won.iter().flatten()));
        bytes.extend(self.level.iter().chain(&self.uses).chain(&self.refreshed).chain(&self.picked));
        bytes.extend(self.affected.to_le_bytes());
        bytes.extend(self.met.to_le_bytes());
        bytes.extend(self.winners.0.to_le_bytes());
        bytes.extend([self.piled, self.picking, self.takes, self.laying, u8::from(self.is_altered)]);
        // Everybody sees the top of the shuffled stack, nobody the rest.
        let piled = usize::from(self.piled);
        let seen = if viewer.is_some() { piled.saturating_sub(1) } else { 0 };
        bytes.extend(&self.pile[seen..piled]);
        fnv(bytes)
    }

    fn imagine(&self, _: &Table, _: Seat, chance: &mut dyn Chance) -> Kingdom {
        let mut game = self.clone();
        let hidden = usize::from(self.piled).saturating_sub(1);
        chance.shuffle(&mut game.pile[..hidden], hidden, Purpose::Worlds);
        game
    }

    fn progress(&self, seat: Seat) -> i32 {
        let (different, all) = self.standing(seat);
        different as i32 * 1000 + all as i32 * 10 + if self.winners.has(seat) { 5000 } else { 0 }
    }

    fn is_settled(&self, start: &Kingdom) -> bool {
        self.turns > start.turns
    }

    fn advise(&self, table: &Table, strategy: usize, legal: &[Act], chance: &mut dyn Chance) -> usize {
        bots::advise(self, table, strategy, legal, chance)
    }

    fn uses(&self, table: &Table, act: &Act, pieces: &mut PieceSet) {
        match *act {
            Act::Lay(..) | Act::Fit(..) => pieces.add(usize::from(self.hand)),
            Act::Cover(favor, ..) | Act::Use(favor) => pieces.add(table.favors[usize::from(favor)].piece),
            Act::Choose(_) => {
                if let Some(favor) = self.with_power(table, |power| power == character::Power::Choose) {
                    pieces.add(table.favors[favor].piece);
                }
            }
            Act::Refresh(_) => {
                if let Some(favor) = self.with_power(table, |power| power == character::Power::Refresh) {
                    pieces.add(table.favors[favor].piece);
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

impl Kingdom {
    /// Lists the player's options; returns whether the list is complete.
    fn options(&self, table: &Table, options: &mut Vec<Act>) -> bool {
        match self.phase {
            Phase::Draw => {
                options.push(Act::Draw);
                options.extend((0..KINDS as u8).filter(|kind| self.bag[usize::from(*kind)] > 0).map(Act::Choose));
            }
            Phase::Exchange => options.extend(self.twins(table).map(|(tile, _)| Act::Exchange(tile as u8))),
            Phase::Lay => {
                self.placements(table, options);
                if options.is_empty() {
                    options.push(Act::SetAside);
                }
                return self.helps(table, options);
            }
            Phase::After => {
                options.push(Act::End);
                return self.helps(table, options);
            }
            Phase::Take => {
                if !table.must_take {
                    options.push(Act::End);
                }
                self.takings(table, |favor| options.push(Act::Take(favor)));
            }
            Phase::Join => return self.joins(table, options),
            Phase::Pick | Phase::Put | Phase::Favor | Phase::Swap => return self.steps(table, options),
            Phase::Over => {}
        }
        true
    }

    /// Marks where the program considers fewer options than the rules allow.
    fn mark_limits(&self, table: &Table, act: Act, watch: &mut dyn Watch) {
        if !self.options(table, &mut Vec::new()) {
            watch.mark(TRUNCATED);
        }
        if let Act::Lay(spot, _) | Act::Fit(spot, _) | Act::Move(spot, _) = act
            && map::is_last(spot)
        {
            watch.mark(AT_EDGE);
        }
    }
}
