//! Kingdom of Favors by its rulebook: its characters as positions, and what must always hold.

use wyrmpress::content;
use wyrmpress::games::kingdom_of_favors::load::load;
use wyrmpress::games::kingdom_of_favors::map::{Laid, Map, START, WIDTH};
use wyrmpress::games::kingdom_of_favors::tile::{CENTER, Overlay};
use wyrmpress::games::kingdom_of_favors::{Act, CHARACTERS, Kingdom, Levels, Phase, Table, newly_met, raster};
use wyrmpress::sim::{Checks, Game, Key, Purpose, Quiet, Rules, Seat, Turn};

use crate::project::repository;

pub fn table(players: usize, rules: &[(&str, &str)]) -> Table {
    let mut found = Vec::new();
    let only = ["kingdom-of-favors".to_owned()];
    let content = content::parse(repository(), &only, &mut found).expect("the content can be read");
    let content = load(&content.games[0], &mut found).unwrap_or_else(|| panic!("{found:#?}"));
    let rules = Rules::read(Kingdom::SWITCHES, rules.iter().copied()).expect("the switches exist");
    Kingdom::lay(&content, &rules, players).expect("the table can be laid")
}

/// The favors in the order of the sets.
const FAVORS: [&str; 12] = [
    "jester",
    "curve",
    "straight",
    "bridge",
    "hunter",
    "noblewoman",
    "farmer-left",
    "farmer-right",
    "laborer",
    "guard",
    "astronomer",
    "knight",
];

/// A cell of a drawn map: `V2` is tile V turned by two quarters, `Z` the start tile; `*` is laid last; `/laborer@E` lies on
/// it, in the tile's own frame, `@C1` in the center, turned once.
#[derive(Clone, Copy)]
pub struct Cell {
    pub kind: u8,
    pub turn: u8,
    pub over: Overlay,
    pub is_last: bool,
    pub at: (i32, i32),
}

/// Reads a drawn map.
pub fn cells(rows: &[&str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, word) in row.split_whitespace().enumerate().filter(|(_, word)| *word != ".") {
            let (is_last, word) = word.strip_prefix('*').map_or((false, word), |word| (true, word));
            let mut parts = word.split('/');
            let tile = parts.next().expect("a tile").as_bytes();
            // A to C are the first three records, the start tile is the fourth, then D to X.
            let kind = match tile[0] {
                b'Z' => 3,
                letter @ b'A'..=b'C' => letter - b'A',
                letter => letter - b'A' + 1,
            };
            let mut over = Overlay::BARE;
            for favor in parts {
                let (name, place) = favor.split_once('@').expect("a place");
                let piece = FAVORS.iter().position(|f| *f == name).expect("a favor") as u8;
                match "NESW".find(&place[..1]) {
                    Some(d) if piece >= 6 => over.triangle[d] = piece,
                    Some(d) => over.token[d] = piece,
                    None => over.token[CENTER] = piece | place[1..].parse().unwrap_or(0) << 6,
                }
            }
            cells.push(Cell { kind, turn: tile[1] - b'0', over, is_last, at: (x as i32, y as i32) });
        }
    }
    cells
}

fn map(table: &Table, cells: &[Cell]) -> Map {
    let mut map = Map::new();
    for cell in cells {
        let spot = (i32::from(START) + (cell.at.1 - 5) * WIDTH as i32 + cell.at.0 - 5) as u16;
        let face = table.tiles.look(cell.kind, cell.turn, &cell.over).expect("the tile can look so");
        map.lay(Laid { spot, kind: cell.kind, turn: cell.turn, over: cell.over, face }, &table.tiles);
    }
    if let Some(tile) = map.misfit(&table.tiles) {
        panic!("the tile at {:?} does not match its neighbors", cells[tile].at);
    }
    map
}

fn levels(table: &Table, raised: &[(&str, u8)]) -> Levels {
    let mut levels = [1; CHARACTERS];
    for (name, level) in raised {
        levels[who(table, name)] = *level;
    }
    levels
}

pub fn who(table: &Table, name: &str) -> usize {
    table.characters.iter().position(|c| c.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Whether the step from one map to another meets a character; both models must agree.
fn step_meets(before: &[Cell], after: &[Cell], name: &str, raised: &[(&str, u8)]) -> bool {
    let table = table(2, &[]);
    let (before, after) = (map(&table, before), map(&table, after));
    let levels = levels(&table, raised);
    let (met, _) = newly_met(&table, &before, &after, &levels);
    let drawn = raster::met(&table.wants, &before, &after, &levels);
    assert_eq!(met, drawn, "{name}: the features see {met:020b}, the raster {drawn:020b}");
    met >> who(&table, name) & 1 == 1
}

/// Whether laying the tiles marked `*` meets a character.
fn meets(name: &str, rows: &[&str]) -> bool {
    meets_at(name, 1, rows)
}

fn meets_at(name: &str, level: u8, rows: &[&str]) -> bool {
    let all = cells(rows);
    let before: Vec<Cell> = all.iter().filter(|cell| !cell.is_last).copied().collect();
    assert!(before.len() < all.len(), "something is laid last");
    step_meets(&before, &all, name, &[(name, level)])
}

#[test]
fn a_farmer_wants_a_meadow_touching_exactly_so_many_cities() {
    assert!(meets("Farmer", &["*E0", "U0"]));
    assert!(!meets_at("Farmer", 2, &["*E0", "U0"]));
    // Two caps: one too many for the first Farmer, right for the second.
    assert!(!meets("Farmer", &["*H0 A0"]));
    assert!(meets_at("Farmer", 2, &["*H0 A0"]));
    // The same meadow, only larger, is not new.
    assert!(!meets("Farmer", &["E0 *B0"]));
    // Two cities become one, so the meadow between them now touches one.
    assert!(meets("Farmer", &["M2 *F0 M3", "M1 F0 M0"]));
}

#[test]
fn a_laborer_wants_a_complete_city_touching_exactly_so_many_meadows() {
    assert!(meets("Laborer", &["E2 B0", "*E0 B0"]));
    assert!(!meets("Laborer", &["E2 .", "*E0 B0"]), "two meadows");
    assert!(meets_at("Laborer", 2, &["E2 .", "*E0 B0"]));
    assert!(!meets("Laborer", &["*E0 B0"]), "open");
    // Joining the two meadows of a complete city is new as well.
    assert!(meets("Laborer", &["E2 B0", "E0 *B0"]));
}

#[test]
fn a_philosopher_wants_a_loop() {
    assert!(meets("Philosopher", &["V3 V0", "V2 *V1"]));
    assert!(!meets("Philosopher", &["W0 V0", "V2 *V1"]), "a crossing ends the road");
    assert!(!meets("Philosopher", &["V3 V0", "V2/jester@C *V1"]), "a road end breaks it");
    assert!(!meets("Philosopher", &["V3 V0", ". *V1"]), "a gap");
    // A loop may pass under itself: two loops that cross on the bridge.
    assert!(meets("Philosopher", &["V3 V0 .", "V2 X0/bridge@C V0", ". V2 *V1"]));
    assert!(!meets("Philosopher", &["V3 V0 .", "V2 X0 V0", ". V2 *V1"]), "without the bridge it is a crossing");
}

#[test]
fn a_handmaiden_wants_a_complete_road_on_the_bridge() {
    assert!(meets("Handmaiden", &["A3 X0/bridge@C *A1"]));
    assert!(!meets("Handmaiden", &["A3 X0 *A1"]), "a crossing is no bridge");
    assert!(!meets("Handmaiden", &["A3 *X0/bridge@C"]), "open");
    assert!(meets("Handmaiden", &["A0", "X0/bridge@C", "*A2"]), "over it or under it");
}

#[test]
fn a_guard_wants_a_complete_road_into_a_complete_city() {
    assert!(meets("Guard", &[". E2 .", "E1 S0 E3", ". *A2 ."]));
    assert!(meets("Guard", &[". E2 .", "E1 S0 *E3", ". A2 ."]), "the city may come last");
    assert!(!meets("Guard", &[". E2 .", "E1 S0 .", ". *A2 ."]), "the city is open");
    assert!(!meets("Guard", &[". *E2 .", "E1 S0 E3"]), "the road is open");
    let cap = &["E2", "S0/laborer@N", "*A2"];
    assert!(!meets("Guard", cap), "the cap lies beyond the city that fills the center");
    assert!(!meets("Guard", &["E2 .", "L0 *A1"]), "the road ends at a crossing, not at the wall");
    // A triangle that cuts a road off makes it end at the walls.
    assert!(meets("Guard", &[". E2", "A3 *D0/farmer-left@E"]));
}

#[test]
fn a_hunter_wants_a_tile_with_only_meadow() {
    assert!(meets("Hunter", &["B0 *E0/astronomer@N"]));
    assert!(meets("Hunter", &["E0 *B0/hunter@C"]));
    assert!(!meets("Hunter", &["E0 *B0"]), "a cloister");
    assert!(!meets("Hunter", &["B0 *E0"]), "a city");
    assert!(!meets("Hunter", &["*U0", "B0"]), "a road");
    assert!(!meets("Hunter", &["E0 *B0/jester@N/hunter@C"]), "a road end");
}

#[test]
fn an_astronomer_wants_nine_tiles_without_city() {
    assert!(meets("Astronomer", &["B0 B0 B0", "B0 B0 B0", "B0 B0 *B0"]));
    assert!(!meets("Astronomer", &["B0 B0 B0", "B0 B0 *B0", "B0 B0 ."]), "eight");
    assert!(!meets("Astronomer", &["E0 B0 B0", "B0 B0 B0", "B0 B0 *B0"]), "a city");
    assert!(meets("Astronomer", &["E0/astronomer@N B0 B0", "B0 B0 B0", "B0 B0 *B0"]), "covered");
}

#[test]
fn a_merchant_wants_two_complete_cities_on_one_complete_road() {
    let two = &[". E2 .", "E1 S0 E3", "E1 *S2 E3", ". E0 ."];
    assert!(meets("Merchant", two));
    assert!(meets("Guard", two));
    assert!(!meets("Merchant", &[". E2 .", "E1 S0 E3", "E1 *S2 E3"]), "one is open");
    assert!(meets("Guard", &[". E2 .", "E1 S0 E3", "E1 *S2 E3"]));
    assert!(!meets("Merchant", &[". E2 .", "E1 S0 E3", ". *A2 ."]), "one city");
    // Both ends at the same city.
    assert!(!meets("Merchant", &["M2 R2 R2 M3", "R1 *S3 S1 R3", "M1 R0 R0 M0"]));
}

#[test]
fn a_magician_wants_two_neighboring_caps_in_one_complete_city() {
    assert!(meets("Magician", &["M2 M3", "M1 *I0"]));
    assert!(!meets("Magician", &["M2 M3", "M1 *M0"]), "no caps");
    assert!(!meets("Magician", &[". M3", "M1 *I0"]), "open");
    assert!(!meets("Magician", &[". E2", "E1 *I0"]), "two cities");
}

#[test]
fn a_knight_wants_a_complete_road_with_five_bends() {
    assert!(meets("Knight", &["A3 V0 . .", ". V2 V0 .", ". . V2 V0", ". . . *A2"]));
    assert!(!meets("Knight", &["A3 V0 . .", ". V2 V0 .", ". . V2 *A1"]), "four");
    assert!(!meets("Knight", &["A3 V0 . .", ". V2 V0 .", ". . V2 *V0"]), "open");
    assert!(!meets("Knight", &["V3 V0", "V2 *V1"]), "a loop of four");
    assert!(meets("Knight", &["V3 V0 .", "V2 X0/bridge@C V0", ". V2 *V1"]), "a loop of six");
}

#[test]
fn a_pawnbroker_wants_a_complete_city_with_a_solid_tile() {
    assert!(meets("Pawnbroker", &[". E2 .", "E1 *C0 E3", ". E0 ."]));
    assert!(meets("Pawnbroker", &[". E2 .", "E1 *R0/knight@S E3", ". E0 ."]), "with a Knight");
    assert!(!meets("Pawnbroker", &[". E2 .", "E1 *R0 E3"]), "three sides");
    assert!(!meets("Pawnbroker", &[". E2 .", "E1 *C0 E3"]), "open");
}

#[test]
fn a_noblewoman_wants_an_empty_spot_among_eight_tiles() {
    assert!(meets("Noblewoman", &["B0 B0 B0", "B0 . B0", "B0 B0 *B0"]));
    assert!(!meets("Noblewoman", &["B0 B0 B0", "B0 . B0", "B0 *B0 ."]), "seven");
    assert!(!meets("Noblewoman", &["B0 B0 B0", "B0 *B0 B0", "B0 B0 B0"]), "filled");
}

#[test]
fn a_nobleman_wants_a_tile_that_was_cut_off() {
    let moved = |after: &[&str]| step_meets(&cells(&["B0 B0 B0"]), &cells(after), "Nobleman", &[]);
    assert!(moved(&["B0 . B0 B0"]));
    assert!(!moved(&[". B0 B0 B0"]));
    // Cut off already before the turn.
    assert!(!step_meets(&cells(&["B0 . B0 B0"]), &cells(&["B0 . B0 B0 B0"]), "Nobleman", &[]));
}

/// A city all around one spot, with the given tile on that spot.
fn ring(center: &str, corner: &str) -> Vec<String> {
    vec![format!("{corner} F0 M3"), format!("F1 {center} F1"), "M1 F0 M0".to_owned()]
}

fn lines(rows: &[String]) -> Vec<&str> {
    rows.iter().map(String::as_str).collect()
}

#[test]
fn an_alchemist_wants_four_caps_of_one_tile_in_one_complete_city() {
    let four = "*I0/laborer@E/laborer@S";
    assert!(meets("Alchemist", &["M2 R2 M3", &format!("R1 {four} R3"), "M1 R0 M0"]));
    assert!(!meets("Alchemist", &["M2 R2 M3", "F1 *H0/laborer@E R3", "M1 R0 M0"]), "three");
    assert!(!meets("Alchemist", &["M2 R2 M3", &format!("R1 {four} R3"), "M1 R0 R3"]), "open");
    assert!(!meets("Alchemist", &[". E2 .", &format!("E1 {four} E3"), ". E0 ."]), "four cities");
}

#[test]
fn a_bishop_wants_one_more_surrounded_cloister() {
    let around = |center: &str, last: &str| {
        vec![
            "V0 V0 V0".to_owned().replace("V0", "E0/astronomer@N"),
            format!("E0/astronomer@N {center} E0/astronomer@N"),
            format!("E0/astronomer@N E0/astronomer@N {last}"),
        ]
    };
    let last = "*E0/astronomer@N";
    assert!(meets("Bishop", &lines(&around("B0", last))));
    assert!(!meets("Bishop", &lines(&around("E0/astronomer@N", last))), "no cloister");
    assert!(!meets("Bishop", &lines(&around("*B0", "."))), "seven");
    assert!(!meets_at("Bishop", 2, &lines(&around("B0", last))), "the second Bishop wants two");
    assert!(meets("Bishop", &lines(&around("E0/astronomer@N/noblewoman@C", last))), "a cloister token");
    let two = &["B0 B0 B0 B0", "B0 B0 B0 B0", "B0 B0 B0 *B0"];
    assert!(meets_at("Bishop", 2, two));
    assert!(!meets_at("Bishop", 3, two));
    // Two are surrounded, and nothing new.
    assert!(!meets("Bishop", &["B0 B0 B0 *B0", "B0 B0 B0 .", "B0 B0 B0 ."]));
}

#[test]
fn a_general_wants_a_complete_city_within_a_loop_road() {
    let (top, bottom) = ("V3 U0 U0 V0", "V2 U0 U0 V1");
    assert!(meets("General", &[top, "U1 E1 *E3 U1", bottom]));
    assert!(meets("General", &["V3 U0 U0 *V0", "U1 E1 E3 U1", bottom]), "the loop may come last");
    assert!(!meets("General", &["V3 U0 U0/jester@C V0", "U1 E1 *E3 U1", bottom]), "broken");
    assert!(!meets("General", &["V3 U0 W2 V0", "U1 E1 *E3 U1", bottom]), "a crossing");
    assert!(!meets("General", &[top, "U1 E1 . *U1", bottom]), "the city is open");
    assert!(!meets("General", &[&format!("{top} . ."), "U1 B0 B0 U1 E1 *E3", &format!("{bottom} . .")]), "outside");
}

#[test]
fn a_queen_wants_a_cloister_within_a_complete_city() {
    assert!(meets("Queen", &lines(&ring("*B0", "M2"))));
    assert!(meets("Queen", &lines(&ring("B0", "*M2"))));
    assert!(!meets("Queen", &lines(&ring("*E0/astronomer@N", "M2"))), "no cloister");
    assert!(meets("Queen", &lines(&ring("*E0/astronomer@N/noblewoman@C", "M2"))), "a token is one");
    assert!(!meets("Queen", &lines(&ring("*B0", "R1"))), "open");
    assert!(!meets("Queen", &lines(&ring("*B0", "I2"))), "complete, but the ring is broken between two caps");
    assert!(!meets("Queen", &["M2 F0 M3 .", "F1 E0/astronomer@N F1 .", "M1 F0 *M0 B0"]), "outside");
}

/// The King's land: a city around a loop road around the given tile; a piece of the road and a corner of the city are
/// open.
fn court(center: &str, road: &str, corner: &str) -> Vec<String> {
    vec![
        format!("{corner} F0 F0 F0 M3"),
        format!("F1 V3 {road} V0 F1"),
        format!("F1 U1 {center} U1 F1"),
        "F1 V2 U0 V1 F1".to_owned(),
        "M1 F0 F0 F0 M0".to_owned(),
    ]
}

#[test]
fn the_king_wants_a_cloister_within_a_loop_road_within_a_complete_city() {
    for (center, road, corner) in [("*B0", "U0", "M2"), ("B0", "*U0", "M2"), ("B0", "U0", "*M2")] {
        assert!(meets("King", &lines(&court(center, road, corner))), "{center} {road} {corner}");
    }
    assert!(!meets("King", &lines(&court("*B0", "U0/jester@C", "M2"))), "the loop is broken");
    assert!(!meets("King", &lines(&court("*B0", "U0", "R1"))), "the city is open");
    assert!(!meets("King", &lines(&court("*B0", "U0", "I2"))), "the ring of the city is broken");
    let plain = "E0/astronomer@N";
    assert!(!meets("King", &lines(&court(&format!("*{plain}"), "U0", "M2"))), "no cloister");
    let mut outside = court(plain, "U0", "M2");
    outside[4] += " *B0";
    assert!(!meets("King", &lines(&outside)), "the cloister is outside of both");
    // The cloister in the city, but beside the loop.
    let beside: Vec<String> = [
        "M2 F0 F0 F0 F0 M3",
        "F1 V3 U0 V0 *B0 F1",
        "F1 U1 E0/astronomer@N U1 E0/astronomer@N F1",
        "F1 V2 U0 V1 E0/astronomer@N F1",
        "M1 F0 F0 F0 F0 M0",
    ]
    .map(str::to_owned)
    .to_vec();
    assert!(!meets("King", &lines(&beside)));
    assert!(meets("Queen", &lines(&beside)));
    // The loop around the cloister, but outside of the city.
    assert!(!meets(
        "King",
        &["V3 U0 V0 . . .", "U1 *B0 U1 M2 F0 M3", "V2 U0 V1 F1 E0/astronomer@N F1", ". . . M1 F0 M0"]
    ));
}

#[test]
fn jester_and_charlatan_come_when_nobody_else_can() {
    let table = table(3, &[("favor-use", "none")]);
    let (jester, charlatan) = (who(&table, "Jester"), who(&table, "Charlatan"));
    let mut seen = [0; 4];
    for index in 0..400 {
        let key = Key { seed: 4, game: 7, players: 3, index };
        let (mut bot, mut chance) = (key.stream(Purpose::Bot, Seat::FIRST), key.chance());
        let mut game = Kingdom::setup(&table, &mut chance, &mut Quiet).expect("the game is set up");
        while let Turn::Decide(seat) = game.turn() {
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            if game.phase == Phase::Take {
                let offered: Vec<usize> = options
                    .iter()
                    .filter_map(|act| {
                        if let Act::Take(favor) = act { Some(table.favors[usize::from(*favor)].who) } else { None }
                    })
                    .collect();
                let favor_of = |who: usize| usize::from(table.characters[who].favors[0]);
                let has = |who: usize| game.held[seat][favor_of(who)] > 0;
                let others = offered.iter().any(|who| *who != jester && *who != charlatan);
                if others {
                    assert!(!offered.contains(&jester) && !offered.contains(&charlatan));
                    seen[0] += 1;
                } else {
                    assert_eq!(offered.contains(&jester), game.stack[favor_of(jester)] > 0);
                    assert_eq!(offered.contains(&charlatan), has(jester) && !has(charlatan), "{offered:?}");
                    seen[1 + usize::from(offered.contains(&jester))] += 1;
                    seen[3] += usize::from(offered.contains(&charlatan));
                }
            }
            let act = options[bot.below(options.len() as u32) as usize];
            game.apply(&table, act, &mut chance, &mut Quiet).expect("a legal act can be carried out");
        }
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

/// Plays a random game; after each turn, the raster must find the same features.
fn referee(table: &Table, seed: u64, index: u64) -> [usize; 3] {
    watched(table, seed, index, &mut |_, _| {})
}

/// The same, with an observer of every action.
fn watched(table: &Table, seed: u64, index: u64, see: &mut dyn FnMut(&Kingdom, Act)) -> [usize; 3] {
    let key = Key { seed, game: 7, players: table.players, index };
    let (mut bot, mut chance) = (key.stream(Purpose::Bot, Seat::FIRST), key.chance());
    let mut game = Kingdom::setup(table, &mut chance, &mut Quiet).expect("the game is set up");
    let mut before = (game.map.clone(), game.level, game.seat);
    let mut past: Vec<(Kingdom, u64)> = Vec::new();
    let mut options = Vec::new();
    let mut seen = [0; 3];
    while let Turn::Decide(_) = game.turn() {
        game.check(table, Checks::Full).unwrap_or_else(|wrong| panic!("game {index}: {wrong:?}"));
        options.clear();
        game.legal(table, &mut options);
        assert!(!options.is_empty());
        let act = options[bot.below(options.len() as u32) as usize];
        let was = game.phase;
        seen[0] += options.iter().filter(|o| matches!(o, Act::Lay(..))).count();
        seen[1] += usize::from(matches!(act, Act::Lay(..)));
        seen[2] += usize::from(act == Act::SetAside);
        if past.len() < 20 {
            past.push((game.clone(), game.fingerprint(None)));
        }
        see(&game, act);
        game.apply(table, act, &mut chance, &mut Quiet).expect("a legal act can be carried out");
        let ended = game.phase == Phase::Take || game.seat != before.2 || game.phase == Phase::Over;
        // A tile that fits nowhere and is the last one ends the game without a judgment.
        let is_cut_off = act == Act::SetAside && game.phase == Phase::Over;
        if was != Phase::Take && ended && !is_cut_off {
            let want = raster::met(&table.wants, &before.0, &game.map, &before.1);
            assert_eq!(game.judged, want, "game {index}, {act:?}: {:020b} {want:020b}", game.judged);
        }
        if game.phase != Phase::Take && game.seat != before.2 {
            before = (game.map.clone(), game.level, game.seat);
        }
    }
    game.check(table, Checks::Full).unwrap_or_else(|wrong| panic!("game {index}: {wrong:?}"));
    // The copy test: the saved states of the game have not changed since.
    assert!(past.iter().all(|(state, print)| state.fingerprint(None) == *print));
    seen
}

#[test]
fn raster_and_features_agree_on_random_games() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut all = [0; 3];
    for (rules, players) in [("none", 2), ("pieces", 3), ("all", 4)] {
        let table = table(players, &[("favor-use", rules)]);
        for index in 0..games * (players as u64 - 1) {
            let seen = referee(&table, 5, index);
            if rules == "none" {
                all.iter_mut().zip(seen).for_each(|(sum, n)| *sum += n);
            }
        }
    }
    let mean = all[0] as f64 / all[1] as f64;
    assert!((20.0..36.0).contains(&mean), "{mean} placements a tile, {all:?}");
}

#[test]
fn every_action_favor_is_used_and_both_models_still_agree() {
    // A player who meets nothing may take any action favor, so all of them are used all the time.
    let mut table = table(4, &[]);
    let easy = table.wants.turn[0].clone();
    for who in (0..table.characters.len()).filter(|who| table.characters[*who].is_action) {
        let mut want = easy.clone();
        want.who = who as u8;
        table.wants.turn.push(want);
    }
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let mut seen = std::collections::BTreeMap::new();
    for index in 0..games {
        watched(&table, 9, index, &mut |_, act| {
            let name = match act {
                Act::Use(favor) => format!("use {}", table.favors[usize::from(favor)].name),
                Act::Put(_, quarters) if quarters != [0; 3] => "Put turned".to_owned(),
                Act::Move(_, 1..) => "Move turned".to_owned(),
                act => format!("{act:?}").split('(').next().unwrap_or_default().to_owned(),
            };
            *seen.entry(name).or_insert(0) += 1;
        });
    }
    for name in [
        "Choose",
        "Cover",
        "Favor",
        "Move",
        "Move turned",
        "Put",
        "Put turned",
        "Refresh",
        "Remove",
        "Stop",
        "Swap",
        "Tile",
        "Turn",
        "use Alchemist",
        "use Bishop",
        "use Charlatan",
        "use Handmaiden",
        "use Magician",
        "use Merchant",
        "use Nobleman",
        "use Pawnbroker",
    ] {
        assert!(seen.contains_key(name), "{name} was never done: {seen:?}");
    }
}

#[test]
fn bots_do_not_look_into_the_shuffled_stack() {
    let table = table(3, &[]);
    for index in 0..4 {
        let key = Key { seed: 21, game: 7, players: 3, index };
        let (mut worlds, mut chance) = (key.stream(Purpose::Worlds, Seat::FIRST), key.chance());
        let mut game = Kingdom::setup(&table, &mut chance, &mut Quiet).expect("the game is set up");
        let mut step = 0;
        while let Turn::Decide(seat) = game.turn() {
            step += 1;
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            let bot = || Key { index: index * 1000 + step, ..key }.stream(Purpose::Bot, seat);
            let imagined = game.imagine(&table, seat, &mut worlds);
            imagined.check(&table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
            assert_eq!(imagined.fingerprint(Some(seat)), game.fingerprint(Some(seat)), "the view is the same");
            let mut chosen = 0;
            for strategy in 0..Kingdom::STRATEGIES.len() {
                chosen = game.advise(&table, strategy, &options, &mut bot());
                assert_eq!(imagined.advise(&table, strategy, &options, &mut bot()), chosen, "and so is the advice");
            }
            game.apply(&table, options[chosen], &mut chance, &mut Quiet).expect("a legal act can be carried out");
        }
    }
}
