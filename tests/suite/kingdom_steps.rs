//! Steps of a turn of Kingdom of Favors: favors laid together, tiles that fit only with favors, and edges of the rules.

use wyrmpress::games::kingdom_of_favors::map::{START, WIDTH};
use wyrmpress::games::kingdom_of_favors::tile::NONE;
use wyrmpress::games::kingdom_of_favors::{Act, Kingdom, Phase, Table};
use wyrmpress::sim::{Chance, Game, Key, Purpose, Quiet, Seat, Turn, Watch};

use crate::kingdom::{cells, table, who};
use crate::kingdom_puzzles::{SPARE, Story};

const NORTH: u16 = START - WIDTH as u16;
const SOUTH: u16 = START + WIDTH as u16;
const WEST: u16 = START - 1;

/// A table where a player who meets nothing may take any of these.
fn generous(names: &[&str]) -> Table {
    let mut table = table(2, &[]);
    for name in names {
        let mut want = table.wants.turn[0].clone();
        want.who = who(&table, name) as u8;
        table.wants.turn.push(want);
    }
    table
}

/// The number of a tile by its letter.
fn kind(letter: &str) -> u8 {
    cells(&[&format!("{letter}0")])[0].kind
}

/// The first favor of a character.
fn favor(story: &Story, name: &str) -> u8 {
    story.table.characters[who(&story.table, name)].favors[0]
}

/// Lays the drawn tile far away, where it has no effect, and takes a favor.
fn elsewhere(story: &mut Story, wanted: &[&str], next: u8) {
    let far = |act: &Act| match act {
        Act::Lay(spot, _) => usize::from(*spot) % WIDTH,
        _ => 0,
    };
    let act = story.options().into_iter().max_by_key(far).expect("a place");
    story.act(act, next);
    story.finish(wanted, next);
}

/// Both players lay straight roads eastward until the first one has these favors, and then draws a tile.
fn supplied(mut table: Table, favors: &[&str], last: u8) -> Story {
    // Roads in a row meet nothing but the first Farmer, who is not at home.
    table.wants.field.clear();
    let mut story = Story::at(table, kind("U"));
    for (i, name) in favors.iter().enumerate() {
        elsewhere(&mut story, &[name], kind("U"));
        let next = if i + 1 == favors.len() { last } else { kind("U") };
        elsewhere(&mut story, &["Jester"], next);
    }
    assert_eq!(story.game.seat, Seat(0));
    story
}

#[test]
fn a_straight_road_is_covered_with_two_hunters_together() {
    // U0 south of the start lies free on both sides; one Hunter alone would leave half a road.
    let mut story = supplied(generous(&["Hunter"]), &["Hunter", "Hunter"], kind("U"));
    let hunter = favor(&story, "Hunter");
    story.act(Act::Lay(SOUTH, 0), SPARE);
    let tile = story.game.map.at(SOUTH).expect("it was laid") as u8;
    story.act(Act::Cover(hunter, tile, 1, 0), SPARE);
    assert_eq!(story.game.phase, Phase::Join);
    assert_eq!(story.game.map.tiles()[usize::from(tile)].face.stub, 0b1010, "the map changes when the step is done");
    assert_eq!(story.options(), [Act::Cover(hunter, tile, 3, 0)], "the other half follows");
    story.act(Act::Cover(hunter, tile, 3, 0), SPARE);
    assert_eq!(story.game.map.tiles()[usize::from(tile)].face.stub, 0);
    assert_eq!(story.game.held[Seat(0)][usize::from(hunter)], 0);
    story.take("Hunter", SPARE);
}

#[test]
fn one_hunter_does_not_cover_half_a_straight_road() {
    let mut story = supplied(generous(&["Hunter"]), &["Hunter"], kind("U"));
    story.act(Act::Lay(SOUTH, 0), SPARE);
    let tile = story.game.map.at(SOUTH).expect("it was laid") as u8;
    assert!(!story.options().iter().any(|act| matches!(act, Act::Cover(_, at, ..) if *at == tile)));
}

#[test]
fn a_pair_of_triangles_is_legal_where_one_of_them_is_not() {
    // An Astronomer on one of two joined city quadrants faces city without a wall; two of them are meadow.
    for many in [1, 2] {
        let mut story = supplied(generous(&["Astronomer"]), &["Astronomer", "Astronomer"][..many], kind("M"));
        let astronomer = favor(&story, "Astronomer");
        // M0 has its city in the north and west; south of the start, it would meet meadow there.
        let fits = story.options().contains(&Act::Fit(SOUTH, 0));
        assert_eq!(fits, many == 2);
        if fits {
            story.act(Act::Fit(SOUTH, 0), SPARE);
            story.act(Act::Cover(astronomer, NONE, 0, 0), SPARE);
            assert_eq!(story.game.hand, kind("M"), "it is laid when the step is done");
            story.act(Act::Cover(astronomer, NONE, 3, 0), SPARE);
            story.take("Hunter", SPARE);
        }
    }
}

#[test]
fn a_neighbor_is_altered_so_that_the_drawn_tile_fits() {
    // The start tile's road runs west. A cloister in meadow fits there once a Jester ends the road, on either side of
    // the edge.
    for on_the_map in [false, true] {
        let mut story = supplied(generous(&[]), &["Jester"], kind("B"));
        let jester = favor(&story, "Jester");
        assert!(!story.options().contains(&Act::Lay(WEST, 0)));
        story.act(Act::Fit(WEST, 0), SPARE);
        let covers = [Act::Cover(jester, NONE, 1, 0), Act::Cover(jester, 0, 3, 0)];
        assert_eq!(story.options(), covers);
        story.act(covers[usize::from(on_the_map)], SPARE);
        assert_eq!(story.game.map.tiles()[0].over.token[3] == jester, on_the_map);
        assert!(story.game.map.is_tiled(WEST));
    }
    // Without a favor it does not fit.
    let story = Story::at(table(2, &[]), kind("B"));
    assert!(!story.options().iter().any(|act| matches!(act, Act::Fit(..) | Act::Lay(WEST, _))));
}

/// Whether the rules allow a tile as written.
fn can_be(cell: &str) -> bool {
    let (table, cell) = (table(2, &[]), cells(&[cell])[0]);
    table.tiles.look(cell.kind, cell.turn, &cell.over).is_some()
}

#[test]
fn a_road_ends_at_a_wall_unless_it_runs_into_a_road_or_a_meadow_token() {
    // Three sides of city and a road that ends at their wall.
    assert!(can_be("S0"));
    assert!(!can_be("S0/hunter@C"), "city fills the center");
    // A city cap and a straight road from east to west.
    assert!(can_be("D0/hunter@E"), "the rest ends at the wall of the cap");
    assert!(!can_be("D0/hunter@C"), "both halves would end in a meadow token");
    assert!(!can_be("D0/hunter@C/hunter@E"), "and so would one");
    assert!(can_be("D0/hunter@C/hunter@E/hunter@W"));
    // A road added toward the passing one ends nowhere, walls or not; at a crossing it ends.
    assert!(!can_be("D0/straight@S"));
    assert!(!can_be("U0/straight@N"));
    assert!(can_be("W0/straight@N"));
    // A cloister ends every road.
    assert!(can_be("D0/straight@S/noblewoman@C"));
}

/// Whatever comes first.
struct First;

impl Chance for First {
    fn pick(&mut self, _: u32, _: Purpose) -> u32 {
        0
    }
}

#[test]
fn a_last_tile_that_fits_nowhere_does_not_cost_the_turn() {
    let mut story = supplied(generous(&["Bishop"]), &["Bishop"], kind("E"));
    let bishop = favor(&story, "Bishop");
    // The start tile's cap is closed: a tile that is all city fits nowhere, and it is the last one in the bag.
    story.act(Act::Lay(NORTH, 2), SPARE);
    for other in (0..story.game.bag.len()).filter(|k| *k != usize::from(kind("C"))) {
        story.game.aside[other] += std::mem::take(&mut story.game.bag[other]);
    }
    story.game.in_bag = 1;
    for act in [Act::Use(bishop), Act::SetAside] {
        assert!(story.options().contains(&act), "{act:?}");
        story.game.apply(&story.table, act, &mut First, &mut Quiet).expect("it can be carried out");
    }
    assert_eq!((story.game.seat, story.game.phase), (Seat(0), Phase::Take), "the first tile still counts");
    let act = story.options()[0];
    story.game.apply(&story.table, act, &mut First, &mut Quiet).expect("it can be carried out");
    assert_eq!(story.game.phase, Phase::Over, "the next player has nothing to draw");
}

#[test]
fn a_queen_may_choose_the_tile_after_one_that_fits_nowhere() {
    let mut story = Story::at(generous(&["Queen"]), kind("U"));
    story.table.wants.field.clear();
    elsewhere(&mut story, &["Queen"], kind("E"));
    story.act(Act::Lay(NORTH, 2), SPARE);
    story.finish(&["Jester"], SPARE);
    assert_eq!((story.game.seat, story.game.phase), (Seat(0), Phase::Draw));
    story.act(Act::Draw, kind("C"));
    story.act(Act::SetAside, SPARE);
    assert_eq!(story.game.phase, Phase::Draw, "she was not used yet");
    story.act(Act::Choose(kind("U")), SPARE);
    assert_eq!(story.game.phase, Phase::Lay);
}

#[test]
fn only_a_tile_that_fits_nowhere_as_it_was_drawn_is_set_aside() {
    let table = table(3, &[]);
    let mut aside = 0;
    for index in 0..60 {
        let key = Key { seed: 3, game: 7, players: 3, index };
        let (mut bot, mut chance) = (key.stream(Purpose::Bot, Seat::FIRST), key.chance());
        let mut game = Kingdom::setup(&table, &mut chance, &mut Quiet).expect("the game is set up");
        while let Turn::Decide(_) = game.turn() {
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            let fits = game.phase == Phase::Lay
                && game.map.open().any(|(spot, _)| {
                    (0..4).any(|turn| {
                        let face = table.tiles.face[4 * usize::from(game.hand) + turn];
                        game.map.fits(spot, &face, &table.tiles)
                    })
                });
            assert_eq!(options.contains(&Act::SetAside), game.phase == Phase::Lay && !fits);
            aside += usize::from(options.contains(&Act::SetAside));
            let act = options[bot.below(options.len() as u32) as usize];
            game.apply(&table, act, &mut chance, &mut Quiet).expect("a legal act can be carried out");
        }
    }
    assert!(aside > 0, "it happens");
}

/// Whether a tile with favors shows what a bare one shows.
fn looks_like(altered: &str, bare: &str) -> bool {
    let table = table(2, &[]);
    let seen = |cell: &str| {
        let cell = cells(&[cell])[0];
        table.tiles.look(cell.kind, cell.turn, &cell.over).expect("it can look so").seen()
    };
    seen(altered) == seen(bare)
}

#[test]
fn tiles_look_alike_whosever_walls_they_show() {
    // Two opposite city edges joined: a Guard brings walls.
    assert!(looks_like("F0/guard@N", "F0"));
    assert!(looks_like("F0/guard@N/guard@S", "F0"));
    assert!(looks_like("E0/laborer@S", "H0"));
    assert!(looks_like("E0/laborer@W", "I0"));
    assert!(!looks_like("H0/guard@E", "H0"), "between two caps it shuts the meadow off from the center");
    assert!(!looks_like("E0/guard@S", "E0"), "walls in the meadow");
    assert!(!looks_like("F1", "H0"), "one city, two cities");
    assert!(!looks_like("B0/jester@N", "B0"), "a road end");
}

#[test]
fn a_tile_that_looks_like_the_drawn_one_is_exchanged_and_its_favors_come_back() {
    let mut story = supplied(generous(&["Guard"]), &["Guard"], kind("F"));
    let guard = favor(&story, "Guard");
    story.act(Act::Lay(NORTH, 1), SPARE);
    let tile = story.game.map.at(NORTH).expect("it was laid");
    story.act(Act::Cover(guard, tile as u8, 0, 0), SPARE);
    let stack = story.game.stack[usize::from(guard)];
    story.finish(&["Jester"], kind("F"));
    assert!(story.game.map.tiles()[tile].over.is_bare());
    assert_eq!((story.game.hand, story.game.stack[usize::from(guard)]), (kind("F"), stack + 1));
}

/// Records which rulings applied.
#[derive(Default)]
struct Marks(Vec<&'static str>);

impl Watch for Marks {
    fn mark(&mut self, mark: usize) {
        self.0.push(Kingdom::MARKS[mark].1);
    }
}

#[test]
fn too_many_ways_are_spread_evenly_and_told() {
    let names = ["Alchemist", "Nobleman", "Magician", "General", "Farmer", "Laborer", "Guard", "Astronomer", "Knight"];
    let table = generous(&names);
    let (mut cut, mut used, mut most) = (0, 0, 0);
    for index in 0..40 {
        let key = Key { seed: 8, game: 7, players: 2, index };
        let (mut bot, mut chance) = (key.stream(Purpose::Bot, Seat::FIRST), key.chance());
        let mut game = Kingdom::setup(&table, &mut chance, &mut Quiet).expect("the game is set up");
        while let Turn::Decide(_) = game.turn() {
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            // Actions come before the many places for tokens and triangles, so that none is cut off.
            let is_action = |act: &Act| matches!(act, Act::Use(_) | Act::Refresh(_));
            let is_place = |act: &Act| matches!(act, Act::Cover(..) | Act::Fit(..) | Act::Turn(..));
            let last = options.iter().rposition(is_action);
            let first = options.iter().position(is_place);
            if let (Some(last), Some(first)) = (last, first) {
                assert!(last < first);
                used += 1;
            }
            let ways =
                options.iter().filter(|act| is_place(act) || matches!(act, Act::Put(..) | Act::Swap(..))).count();
            most = most.max(ways);
            let act = options[bot.below(options.len() as u32) as usize];
            let mut marks = Marks::default();
            game.apply(&table, act, &mut chance, &mut marks).expect("a legal act can be carried out");
            assert!(ways <= 400, "{ways}");
            let is_told = marks.0.iter().any(|mark| mark.starts_with("more ways"));
            cut += usize::from(is_told && ways == 400);
        }
    }
    assert!(cut > 0 && used > 0, "{cut} times cut, {used} with actions, {most} ways at most");
}

#[test]
fn the_edge_of_the_table_is_told() {
    let mut table = table(2, &[]);
    let roads = usize::from(kind("U"));
    table.bag = [0; 32];
    table.bag[roads] = 70;
    let mut story = Story::at(table, kind("U"));
    let mut told = Vec::new();
    while story.game.phase != Phase::Over {
        let far = |act: &Act| if let Act::Lay(spot, _) = act { 1 + usize::from(*spot) % WIDTH } else { 0 };
        let act = story.options().into_iter().rev().max_by_key(far).expect("something to do");
        let mut marks = Marks::default();
        story.game.apply(&story.table, act, &mut First, &mut marks).expect("it can be carried out");
        if marks.0.iter().any(|mark| mark.contains("edge of the table")) {
            told.push(far(&act) - 1);
        }
    }
    // The table is 64 spots wide, and two on each side stay free.
    assert!(told.first() == Some(&61), "{told:?}");
}

#[test]
fn a_nobleman_turns_two_different_tiles() {
    // Two city caps, one beside the start and one at the end of the road, can each be turned in meadow.
    let mut story = supplied(generous(&["Nobleman"]), &["Nobleman"], kind("E"));
    let nobleman = favor(&story, "Nobleman");
    story.act(Act::Lay(SOUTH, 2), kind("E"));
    story.finish(&["Jester"], kind("E"));
    elsewhere(&mut story, &["Jester"], kind("U"));
    let turned = |story: &Story| -> std::collections::BTreeSet<u8> {
        let tile = |act: &Act| if let Act::Turn(tile, _) = act { Some(*tile) } else { None };
        story.options().iter().filter_map(tile).collect()
    };
    story.act(Act::Use(nobleman), SPARE);
    let before = turned(&story);
    let act = *story.options().iter().find(|act| matches!(act, Act::Turn(..))).expect("a tile to turn");
    let Act::Turn(first, _) = act else { unreachable!("it was looked for") };
    assert!(before.len() > 1, "{before:?}");
    story.act(act, SPARE);
    let after = turned(&story);
    assert!(!after.contains(&first) && !after.is_empty(), "{after:?} without {first}");
}
