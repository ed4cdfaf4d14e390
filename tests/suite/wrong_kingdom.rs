//! Wrong edits of Kingdom of Favors: each is caught at the line that causes it.

use crate::wrong_reign::{Case, caught, silent};

const GAME: &str = "content/kingdom-of-favors/game.toml";
const TILES: &str = "content/kingdom-of-favors/tiles.toml";
const TOKENS: &str = "content/kingdom-of-favors/tokens.toml";
const TRIANGLES: &str = "content/kingdom-of-favors/triangles.toml";
const ACTIONS: &str = "content/kingdom-of-favors/actions.toml";

const CASES: &[Case] = &[
    // tiles
    (TILES, "S = \"road\"", "S = \"raod\"", "unknown-name", "S = \"raod\"", "did you mean `road`?"),
    (TILES, "S = \"road\"", "S = \"field\"", "breaks-the-rules", "road = [[\"S\", \"cloister\"]]", "its edge is field"),
    (
        TILES,
        "city = [[\"N\", \"E\", \"S\", \"W\"]]",
        "city = [[\"N\", \"E\", \"S\"]]",
        "breaks-the-rules",
        "edges = { N = \"city\", E = \"city\", S = \"city\", W = \"city\" }",
        "no group of `city` names it",
    ),
    (
        TILES,
        "city = [[\"N\"], [\"S\"]]",
        "city = [[\"N\", \"S\"]]",
        "breaks-the-rules",
        "El",
        "by its roads and cities",
    ),
    (
        TILES,
        "road = [[\"E\", \"W\"]]",
        "road = [[\"E\", \"cloister\"], [\"W\", \"cloister\"]]",
        "breaks-the-rules",
        "road = [[\"E\", \"cloister\"]",
        "the tile has none",
    ),
    (TILES, "[\"S\", \"city:0\"]", "[\"S\", \"city:1\"]", "breaks-the-rules", "city:1", "no such group"),
    (
        TILES,
        "{ ports = [\"El\", \"Wr\"], cities = [0] }",
        "{ ports = [\"El\", \"Wr\"], cities = [] }",
        "breaks-the-rules",
        "{ ports = [\"El\", \"Wr\"], cities = [] }",
        "touches 1 of the tile's cities",
    ),
    (
        TILES,
        "{ ports = [\"Nl\", \"Nr\"], cities = [0] }, { ports = [\"Sl\", \"Sr\"], cities = [0] }",
        "{ ports = [\"Nl\", \"Nr\"], cities = [0] }",
        "breaks-the-rules",
        "field = [{ ports = [\"Nl\", \"Nr\"], cities = [0] }]",
        "the tile has 2 meadows",
    ),
    (TILES, "start = true\n", "", "breaks-the-rules", "id = \"tiles\"", "0 tiles begin the map"),
    (
        TILES,
        "id = \"b\"\nname = \"Cloister\"\ncount = 4",
        "id = \"b\"\nname = \"Cloister\"\ncount = 5",
        "breaks-the-rules",
        "id = \"tiles\"",
        "room for 72",
    ),
    // tokens and triangles
    (TOKENS, "pass = \"curve\"", "pass = \"curv\"", "unknown-name", "pass = \"curv\"", "did you mean `curve`?"),
    (
        TOKENS,
        "fits = [\"road\", \"field\"]",
        "fit = [\"road\", \"field\"]",
        "unknown-key",
        "fit = [",
        "did you mean `fits`?",
    ),
    (TOKENS, "edge = { stub = false }", "edge = { stub = 0 }", "wrong-type", "edge = { stub = 0 }", "true or false"),
    (
        TOKENS,
        "{ ends = true, cloister = true }",
        "{ clear = true, cloister = true }",
        "breaks-the-rules",
        "{ clear = true, cloister = true }",
        "roads do not end",
    ),
    (
        TRIANGLES,
        "walls = [\"left\"]",
        "walls = [\"right\"]",
        "breaks-the-rules",
        "id = \"farmer-right\"",
        "does exactly what",
    ),
    (
        TRIANGLES,
        "terrain = \"city\"",
        "terrain = \"town\"",
        "unknown-name",
        "terrain = \"town\"",
        "it can be: field, city",
    ),
    (
        TRIANGLES,
        "walls = [\"left\", \"right\"]",
        "walls = [\"left\"]",
        "breaks-the-rules",
        "walls = [\"left\"]",
        "two walls or none",
    ),
    // actions
    (ACTIONS, "count = 5", "count = 4", "component-shortage", "count = 4", "for 5 players"),
    (
        ACTIONS,
        "character = \"queen\"",
        "character = \"king\"",
        "breaks-the-rules",
        "id = \"queen\"",
        "is `kind = \"king\"`",
    ),
    // characters
    (GAME, "test = \"loop\"", "test = \"lop\"", "unknown-name", "test = \"lop\"", "did you mean `loop`?"),
    (
        GAME,
        "what = \"bend\", n = 5",
        "what = \"bend\", n = 6",
        "printed-differs",
        "at least 5 bends",
        "says 5, and it is played with 6",
    ),
    (
        GAME,
        "op = \"permute\", tiles = 3",
        "op = \"permute\", tiles = 2",
        "printed-differs",
        "Switch 3 tiles",
        "says 3, and it is played with 2",
    ),
    (
        GAME,
        "A 3 × 3 block",
        "A 3 × 4 block",
        "printed-differs",
        "A 3 × 4 block",
        "says 3, 4, and it is played with 3, 3",
    ),
    (GAME, "with 4 caps on 1 tile", "with 3 caps on 1 tile", "printed-differs", "with 3 caps", "write 4 for 3"),
    (GAME, "all 4 caps", "all 3 caps", "printed-differs", "all 3 caps", "`met` of Alchemist says 3"),
    (GAME, "exactly 1 city; next 2", "exactly 1 city; next 3", "printed-differs", "next 3", "played with 1, 2, 3"),
    (GAME, "a quarter, a half or three quarters", "a quarter or a half", "printed-differs", "or a half", "name 3/4"),
    (GAME, "by = [90, 180, 270]", "by = [90]", "printed-differs", "three quarters", "played with 1, a quarter"),
    (GAME, "One short side carries", "Two short sides carry", "printed-differs", "Two short sides", "write 1 for 2"),
    (GAME, "op = \"permute\", tiles = 2", "op = \"permute\", tiles = 4", "out-of-range", "tiles = 4", "2 to 3"),
    (GAME, "by = [90, 180, 270]", "by = [90, 180, 275]", "breaks-the-rules", "275", "90, 180 or 270"),
    (GAME, "rises = true\n", "", "breaks-the-rules", "[data.character.farmer]", "`rises` is false"),
    (GAME, "rank = 7", "rank = 8", "breaks-the-rules", "rank = 8", "place 7"),
    (
        GAME,
        "what = [\"loop_road\", \"cloister\"]",
        "what = [\"cloister\", \"loop_road\"]",
        "breaks-the-rules",
        "what = [\"cloister\", \"loop_road\"]",
        "nothing is known to lie within",
    ),
    (
        GAME,
        "[{ op = \"put_back\" }, { op = \"draw\", how = \"random\" }]",
        "[{ op = \"draw\", how = \"random\" }, { op = \"put_back\" }]",
        "breaks-the-rules",
        "{ op = \"put_back\" }]",
        "in this order",
    ),
    (
        GAME,
        "find = \"hole\"",
        "find = \"road\"",
        "breaks-the-rules",
        "find = \"road\"",
        "`neighbors` means nothing for a road",
    ),
    (GAME, "actions_held = 1", "actions_held = 0", "out-of-range", "actions_held = 0", "1 to 5"),
    (GAME, "players = [2, 5]", "players = [2, 6]", "breaks-the-rules", "players = [2, 6]", "at most 5"),
];

#[test]
fn wrong_edits_of_kingdom_of_favors_are_caught_at_their_line() {
    caught("kingdom-of-favors", CASES, "--no-play");
}

#[test]
fn the_same_number_in_other_words_is_right() {
    silent(
        "kingdom-of-favors",
        &[
            (GAME, "A 3 × 3 block", "A three by three block"),
            (GAME, "with 4 caps on 1 tile", "with four caps on a tile"),
            (GAME, "Swap 2 tiles", "Swap two tiles"),
            (GAME, "on one quadrant", "on a quadrant"),
        ],
    );
}
