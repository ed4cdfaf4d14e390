//! Every character of Kingdom of Favors can be won with what is printed: whole games that do it, the King included.

use wyrmpress::games::kingdom_of_favors::map::{START, WIDTH};
use wyrmpress::games::kingdom_of_favors::tile::NONE;
use wyrmpress::games::kingdom_of_favors::{Act, Kingdom, Phase, Table};
use wyrmpress::sim::{Chance, Checks, Game, Outcome, Purpose, Quiet, Turn};

use crate::kingdom::{Cell, cells, table, who};

/// Draws the tile that a test wants; everything else comes as it lies.
struct Wish {
    bag: u32,
    at: u32,
}

impl Chance for Wish {
    fn pick(&mut self, n: u32, _: Purpose) -> u32 {
        if n == self.bag { self.at } else { 0 }
    }
}

/// Two players who lay what a test chooses.
pub struct Story {
    pub table: Table,
    pub game: Kingdom,
}

impl Story {
    fn new(first: u8) -> Story {
        Story::at(table(2, &[]), first)
    }

    /// A story at a table.
    pub fn at(table: Table, first: u8) -> Story {
        let mut wish = wish(&table.bag, first);
        let game = Kingdom::setup(&table, &mut wish, &mut Quiet).expect("the game is set up");
        Story { table, game }
    }

    pub fn options(&self) -> Vec<Act> {
        let mut options = Vec::new();
        self.game.legal(&self.table, &mut options);
        options
    }

    /// Takes an action; the next tile drawn will be `next`.
    pub fn act(&mut self, act: Act, next: u8) {
        assert!(self.options().contains(&act), "{act:?} is not among {:?}", self.options());
        let mut wish = wish(&self.game.bag, next);
        self.game.apply(&self.table, act, &mut wish, &mut Quiet).expect("it can be carried out");
        self.game.check(&self.table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    }

    /// Lays the drawn tile, and its favors together with it or after it.
    pub fn lay(&mut self, cell: &Cell, at: u16, next: u8) {
        assert_eq!(self.game.hand, cell.kind, "the tile for {:?} is drawn", cell.at);
        let turn = cell.turn % self.table.tiles.turns[usize::from(cell.kind)];
        let lays = if self.options().contains(&Act::Lay(at, turn)) { Act::Lay(at, turn) } else { Act::Fit(at, turn) };
        self.act(lays, next);
        let over = &cell.over;
        let all = over.triangle.iter().enumerate().chain(over.token.iter().enumerate());
        let mut left: Vec<(u8, u8)> =
            all.filter(|(_, piece)| **piece != NONE).map(|(spot, piece)| (*piece, spot as u8)).collect();
        assert!(left.is_empty() || turn == cell.turn, "favors lie in the frame of the tile");
        while !left.is_empty() {
            let tile = self.game.map.at(at).map_or(NONE, |tile| tile as u8);
            let options = self.options();
            let covers = |(piece, spot): &(u8, u8)| Act::Cover(piece & 63, tile, *spot, piece >> 6);
            let first = left.iter().position(|one| options.contains(&covers(one))).expect("a favor can be laid");
            self.act(covers(&left.remove(first)), next);
        }
    }

    /// The characters on offer.
    pub fn offered(&self) -> Vec<String> {
        let name = |favor: u8| self.table.characters[self.table.favors[usize::from(favor)].who].name.clone();
        self.options()
            .iter()
            .filter_map(|act| if let Act::Take(favor) = act { Some(name(*favor)) } else { None })
            .collect()
    }

    pub fn take(&mut self, wanted: &str, next: u8) {
        let who = who(&self.table, wanted);
        let favor = self.table.characters[who].favors.iter().copied().find(|f| self.options().contains(&Act::Take(*f)));
        let favor = favor.unwrap_or_else(|| panic!("{wanted} is not among {:?}", self.offered()));
        self.act(Act::Take(favor), next);
    }

    /// Ends the turn by taking a favor, the wanted ones first.
    pub fn finish(&mut self, wanted: &[&str], next: u8) {
        if self.game.phase == Phase::After {
            self.act(Act::End, next);
        }
        if self.game.phase == Phase::Take {
            let offered = self.offered();
            let one = wanted
                .iter()
                .find(|name| offered.iter().any(|o| o == *name))
                .map_or(offered[0].clone(), |n| (*n).to_owned());
            self.take(&one, next);
        }
    }
}

fn wish(bag: &[u8], kind: u8) -> Wish {
    let before = &bag[..usize::from(kind)];
    assert!(bag[usize::from(kind)] > 0, "tile {kind} is still in the bag");
    Wish { bag: bag.iter().map(|n| u32::from(*n)).sum(), at: before.iter().map(|n| u32::from(*n)).sum() }
}

/// The order in which a drawn map can be laid from the start tile on, the marked tiles last.
fn order(all: &[Cell]) -> Vec<Cell> {
    let start = *all.iter().find(|cell| cell.kind == 3).expect("the start tile");
    let mut placed = vec![start];
    while placed.len() < all.len() {
        let is_beside =
            |cell: &Cell| placed.iter().any(|p| (p.at.0 - cell.at.0).abs() + (p.at.1 - cell.at.1).abs() == 1);
        let is_new = |cell: &&Cell| placed.iter().all(|p| p.at != cell.at) && is_beside(cell);
        let next = all.iter().find(|cell| !cell.is_last && is_new(cell)).or_else(|| all.iter().find(is_new));
        placed.push(*next.expect("the map hangs together"));
    }
    placed
}

fn spot(cell: &Cell, start: &Cell) -> u16 {
    (i32::from(START) + (cell.at.1 - start.at.1) * WIDTH as i32 + cell.at.0 - start.at.0) as u16
}

/// Lays a drawn map tile by tile with the printed tiles and favors; `wanted` are taken when possible. The story stops
/// before the last taking.
fn laid(all: &[Cell], wanted: &[&str], after: u8) -> Story {
    let order = order(all);
    let mut story = Story::new(order[1].kind);
    for (i, cell) in order.iter().enumerate().skip(1) {
        let next = order.get(i + 1).map_or(after, |cell| cell.kind);
        story.lay(cell, spot(cell, &order[0]), next);
        if i + 1 < order.len() {
            story.finish(wanted, next);
            assert_eq!(story.game.phase, Phase::Lay, "the next tile is drawn");
        }
    }
    if story.game.phase == Phase::After {
        story.act(Act::End, after);
    }
    story
}

/// A tile that is always left in the bag.
pub const SPARE: u8 = 21;

fn reached(name: &str, rows: &[&str]) -> Story {
    let mut story = laid(&cells(rows), &[], SPARE);
    story.take(name, SPARE);
    story
}

#[test]
fn characters_that_need_no_favor_are_won_with_printed_tiles() {
    reached("Farmer", &["*E2", "Z0"]);
    reached("Laborer", &["E2 *B0", "Z0 U0"]);
    reached("Philosopher", &["Z0 .", "V3 V0", "V2 *V1"]);
    reached("Guard", &[". *A0 .", "E1 S2 E3", ". Z0 ."]);
    reached("Astronomer", &["Z0 . .", "B0 B0 B0", "U0 U0 U0", "U0 U0 *U0"]);
    reached("Merchant", &[". E2 .", "E1 S0 E3", "E1 *S2 E3", ". Z0 ."]);
    reached("Magician", &["Z0 .", "M2 M3", "N1 *I0"]);
    reached("Knight", &["A3 Z0 V0 . .", ". . V2 V0 .", ". . . V2 V0", ". . . . *A2"]);
    reached("Pawnbroker", &[". E2 .", "E1 *C0 E3", ". Z0 ."]);
    reached("Noblewoman", &["Z0 . .", "B0 B0 B0", "E3 . E1", "E2 E2 *V3"]);
    reached("Bishop", &["Z0 . .", "B0 B0 B0", "E3 B0 E1", "E2 E2 *V3"]);
    reached("General", &["Z0 . . .", "V3 U0 U0 V0", "U1 E1 *E3 U1", "V2 U0 U0 V1"]);
    reached("Queen", &["M2 F0 M3", "F1 *B0 G1", "N1 R2 N0", ". Z0 ."]);
}

#[test]
fn the_king_is_won_with_printed_tiles_alone() {
    // A ring of twenty tiles goes around the loop. With two bulges it needs no more straight pieces than there are, and
    // its outer sides are closed by seven caps, one of them the start tile.
    let rows = [
        ". . . . E2 . . .",
        ". . . P2 S0 P3 . .",
        ". . O2 M0 . N1 N3 .",
        ". O2 M0 V3 U0 V0 F1 .",
        "E1 R3 . U1 *B0 U1 F1 .",
        ". P1 N3 V2 U0 V1 G1 .",
        ". . T1 R2 R2 Q2 S0 E3",
        ". . Z0 D0 K0 E0 . .",
    ];
    let story = reached("King", &rows);
    let winner = story.game.seat;
    assert_eq!(story.game.turn(), Turn::Over(Outcome::of([winner])));
}

#[test]
fn a_hunter_is_won_with_a_farmer() {
    // The first player wins a Farmer and lays it on the cap of a tile.
    let mut story = laid(&cells(&["E2 .", "Z0 .", "B0 *E0/farmer-left@N"]), &["Farmer"], SPARE);
    story.take("Hunter", SPARE);
}

#[test]
fn a_handmaiden_is_won_with_the_bridge() {
    // The loop brings the bridge, which lies on top of its stack, to the second player, who lays it on the crossing.
    let rows = ["Z0 . . . .", "V3 V0 A3 X0/bridge@C *A1", "V2 V1 . . ."];
    let all = cells(&rows);
    let at = |x: i32, y: i32| *all.iter().find(|cell| cell.at == (x, y)).expect("a cell");
    let order = [at(0, 1), at(1, 1), at(0, 2), at(1, 2), at(2, 1), at(3, 1), at(4, 1)];
    let mut story = Story::new(order[0].kind);
    for (i, cell) in order.iter().enumerate() {
        let next = order.get(i + 1).map_or(SPARE, |cell| cell.kind);
        story.lay(cell, spot(cell, &at(0, 0)), next);
        if i + 1 < order.len() {
            story.finish(&["Philosopher"], next);
        }
    }
    if story.game.phase == Phase::After {
        story.act(Act::End, SPARE);
    }
    story.take("Handmaiden", SPARE);
}

#[test]
fn an_alchemist_is_won_with_two_laborers() {
    // Laborers for the first player: a city touching one meadow, then one touching two. Then a ring of eight tiles around a
    // tile with two caps, on which the two Laborers lie.
    let rows = [
        ". . E2 . . .",
        "E2 B0 E0 . . .",
        "Z0 U0 . . . .",
        "B0 . . . . .",
        "B0 M2 R2 M3 . .",
        ". R1 *I0/laborer@E/laborer@S R3 . .",
        ". N1 Q0 N0 . .",
    ];
    let all = cells(&rows);
    let at = |x: i32, y: i32| *all.iter().find(|cell| cell.at == (x, y)).expect("a cell");
    let mut order = vec![at(0, 1), at(1, 2), at(1, 1), at(2, 1), at(2, 0), at(0, 3), at(0, 4)];
    order.extend([at(1, 4), at(2, 4), at(3, 4), at(1, 5), at(3, 5), at(1, 6), at(2, 6)]);
    order.extend([at(3, 6), at(2, 5)]);
    // The last turn must be the first player's: sixteen tiles and one more in between.
    let mut story = Story::new(order[0].kind);
    for (i, cell) in order.iter().enumerate() {
        let is_filled = i + 1 == order.len();
        if is_filled {
            // The second player lays a road somewhere.
            let anywhere = *story.options().iter().find(|act| matches!(act, Act::Lay(..))).expect("a place");
            story.act(anywhere, cell.kind);
            story.finish(&[], cell.kind);
        }
        let next = order.get(i + 1).map_or(SPARE, |cell| cell.kind);
        let next = if i + 2 == order.len() { SPARE } else { next };
        story.lay(cell, spot(cell, &at(0, 2)), next);
        if !is_filled {
            story.finish(if i % 2 == 0 { &["Laborer"] } else { &["Jester", "Farmer"] }, next);
        }
    }
    if story.game.phase == Phase::After {
        story.act(Act::End, SPARE);
    }
    story.take("Alchemist", SPARE);
}

#[test]
fn a_nobleman_is_won_with_the_merchant() {
    // Joining two cities wins the Merchant; two tiles later, a tile with only one neighbor is moved away.
    let rows = [". E2 . . .", "E1 S0 E3 B0 B0", "E1 *S2 E3 . .", ". Z0 . . ."];
    let mut story = laid(&cells(&rows), &[], SPARE);
    let winner = story.game.seat;
    story.take("Merchant", SPARE);
    let far_off = |story: &Story| {
        let start = i32::from(START);
        let mut places: Vec<Act> = story.options().into_iter().filter(|act| matches!(act, Act::Lay(..))).collect();
        places
            .sort_by_key(|act| if let Act::Lay(spot, _) = act { (i32::from(*spot) - start) % WIDTH as i32 } else { 0 });
        places[0]
    };
    assert_ne!(story.game.seat, winner);
    let act = far_off(&story);
    story.act(act, SPARE);
    story.finish(&[], SPARE);
    assert_eq!(story.game.seat, winner);
    let merchant = story.table.characters[who(&story.table, "Merchant")].favors[0];
    story.act(Act::Use(merchant), SPARE);
    // The inner of the two cloisters beside the city.
    let inner = story.game.map.tiles().iter().position(|laid| laid.kind == 1).expect("a cloister");
    story.act(Act::Tile(inner as u8), SPARE);
    let away = story.options().into_iter().filter(|act| matches!(act, Act::Move(..)));
    let outer = story.game.map.tiles().iter().rposition(|laid| laid.kind == 1).expect("a cloister");
    let lone = story.game.map.tiles()[outer].spot;
    let beside = |spot: u16| {
        let (dx, dy) = (i32::from(spot) % 64 - i32::from(lone) % 64, i32::from(spot) / 64 - i32::from(lone) / 64);
        dx.abs().max(dy.abs()) <= 1
    };
    let away: Vec<Act> = away.filter(|act| if let Act::Move(spot, _) = act { !beside(*spot) } else { false }).collect();
    story.act(away[0], SPARE);
    let act = story
        .options()
        .into_iter()
        .find(|act| if let Act::Lay(spot, _) = act { !beside(*spot) } else { false })
        .expect("a place");
    story.act(act, SPARE);
    if story.game.phase == Phase::After {
        story.act(Act::End, SPARE);
    }
    story.take("Nobleman", SPARE);
}
