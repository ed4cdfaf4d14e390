//! Wrong edits of Dragon Farkle: each is caught at the line that causes it.

use crate::wrong_reign::{Case, caught, silent};

const GAME: &str = "content/dragon-farkle/game.toml";
const COMPANIONS: &str = "content/dragon-farkle/companions.toml";
const ITEMS: &str = "content/dragon-farkle/items.toml";
const TOKENS: &str = "content/dragon-farkle/tokens.toml";
const DICE: &str = "content/dragon-farkle/dice.toml";

const CASES: &[Case] = &[
    // the numbers that the rules use
    (GAME, "defender_dice = 5", "defender_dice = 7", "out-of-range", "defender_dice = 7", "1 to 6"),
    (GAME, "winner_bonus = 500", "winner_bonus = 510", "breaks-the-rules", "winner_bonus = 510", "tokens of 50"),
    (
        GAME,
        "damage_hard = 5",
        "damage_hard = 2",
        "breaks-the-rules",
        "damage_hard = 2",
        "the difficult game needs more",
    ),
    (GAME, "rally_damage = 2", "raly_damage = 2", "unknown-key", "raly_damage = 2", "did you mean `rally_damage`?"),
    (GAME, "players = [2, 5]", "players = [2, 6]", "breaks-the-rules", "players = [2, 6]", "2 to 5"),
    // the Soldier table
    (GAME, "dice = \"111\"", "dice = \"117\"", "breaks-the-rules", "dice = \"117\"", "`7` is not a face"),
    (GAME, "dice = \"222\"", "dice = \"111\"", "breaks-the-rules", "name = \"three 2s\"", "in another row"),
    (GAME, "dice = \"aabbcc\"", "dice = \"aabbccd\"", "breaks-the-rules", "dice = \"aabbccd\"", "7 dice are asked for"),
    (GAME, "value = 1500", "value = 1510", "breaks-the-rules", "value = 1510", "tokens of 50"),
    (GAME, "value = 2000", "vale = 2000", "unknown-key", "vale = 2000", "did you mean `value`?"),
    // Companions
    (COMPANIONS, "when = \"your_turn\"", "when = \"your_trun\"", "unknown-name", "when = \"your_trun\"", "your_turn"),
    (COMPANIONS, "op = \"lose\"", "op = \"loose\"", "unknown-name", "op = \"loose\"", "did you mean `lose`?"),
    (COMPANIONS, "n = 200 }]", "n = 170 }]", "breaks-the-rules", "n = 170 }]", "write 150"),
    (
        COMPANIONS,
        "{ op = \"choose\" }, ",
        "",
        "breaks-the-rules",
        "op = \"lose\", n = 200",
        "`w` is used before it is chosen",
    ),
    (
        COMPANIONS,
        "limit = \"once_per_turn\"\neffect = [{ op = \"choose\"",
        "effect = [{ op = \"choose\"",
        "breaks-the-rules",
        "when = \"your_turn\"",
        "once_per_turn",
    ),
    (COMPANIONS, "op = \"dice\", n = 6", "op = \"dice\", n = 9", "out-of-range", "op = \"dice\", n = 9", "1 to 6"),
    (
        COMPANIONS,
        "in = [\"brawl\"]\neffect = [{ op = \"dice\"",
        "in = [\"brwl\"]\neffect = [{ op = \"dice\"",
        "unknown-name",
        "in = [\"brwl\"]",
        "did you mean `brawl`?",
    ),
    (
        COMPANIONS,
        "from = \"loser\"",
        "from = \"w\"",
        "breaks-the-rules",
        "from = \"w\", n = ",
        "`w` is used before it is chosen",
    ),
    (
        COMPANIONS,
        "gain 100 soldiers",
        "gain 60 soldiers",
        "printed-differs",
        "gain 60 soldiers",
        "says 60, and it is played with 100",
    ),
    // Magic Items
    (ITEMS, "Gain 300 soldiers", "Gain 400 soldiers", "printed-differs", "Gain 400 soldiers", "write 300 for 400"),
    (
        ITEMS,
        "op = \"damage\", n = 1",
        "op = \"damage\", n = 2",
        "printed-differs",
        "do 1 damage to the dragon",
        "says 1, and it is played with 2",
    ),
    (ITEMS, "do 1 damage", "do 2 damage", "printed-differs", "do 2 damage", "says 2, and it is played with 1"),
    (
        ITEMS,
        "turn one just-rolled Soldier die",
        "turn two just-rolled Soldier dice",
        "printed-differs",
        "turn two just-rolled",
        "says 2, and it is played with 1",
    ),
    (ITEMS, "turn the Event die", "turn two Event dice", "printed-differs", "turn two Event dice", "says 2"),
    (ITEMS, "any number of", "five", "printed-differs", "reroll five", "says 5, and it is played with 6"),
    (
        ITEMS,
        "dice = \"soldier\", n = 6",
        "dice = \"soldier\", n = 5",
        "printed-differs",
        "any number of",
        "says no number, and it is played with 5",
    ),
    (ITEMS, "Choose another Wannabe", "Choose two Wannabes", "printed-differs", "two Wannabes", "says 2, 400"),
    (COMPANIONS, "Once per turn: scare", "Twice per turn: scare", "printed-differs", "Twice per turn", "write 1 for 2"),
    (COMPANIONS, "take both rewards", "take all three rewards", "printed-differs", "three rewards", "says 3"),
    (ITEMS, "dice = \"event\", face", "dice = \"event\", n = 1, face", "unknown-key", "n = 1, face", "known here"),
    (
        ITEMS,
        "in = [\"final\"]\neffect = [{ op = \"damage\"",
        "in = [\"recruit\"]\neffect = [{ op = \"damage\"",
        "breaks-the-rules",
        "op = \"damage\"",
        "works in other actions only",
    ),
    (
        ITEMS,
        "when = \"on_brawled\"",
        "when = \"any_time\"",
        "breaks-the-rules",
        "op = \"ignore\"",
        "it works at: on_brawled",
    ),
    (
        ITEMS,
        "when = \"on_targeted\"",
        "when = \"turn_start\"",
        "breaks-the-rules",
        "when = \"turn_start\"",
        "does not act at",
    ),
    (ITEMS, "what = \"losses\"", "what = \"loses\"", "unknown-name", "what = \"loses\"", "did you mean `losses`?"),
    (ITEMS, "keep = true\n", "", "breaks-the-rules", "id = \"sack-of-holding\"", "add `keep = true`"),
    (ITEMS, "face = \"rally\"", "face = \"ally\"", "unknown-name", "face = \"ally\"", "did you mean `rally`?"),
    // tokens
    (TOKENS, "value = 100\n", "value = 300\n", "breaks-the-rules", "id = \"soldiers-100\"", "cannot be changed"),
    (TOKENS, "value = 50\n", "value = 25\n", "breaks-the-rules", "id = \"soldiers-50\"", "add tokens worth 50"),
    // dice
    (DICE, "face = \"6\"", "face = \"2\"", "breaks-the-rules", "id = \"soldier-die\"", "1 to 6 once each"),
    (DICE, "row = 1, face = \"3\"", "row = 1, face = \"5\"", "breaks-the-rules", "id = \"soldier-die\"", "once each"),
    (
        DICE,
        "column = 3, row = 1",
        "column = 0, row = 0",
        "breaks-the-rules",
        "column = 0, row = 1",
        "do not fold into a cube",
    ),
    (DICE, "face = \"rally\"", "face = \"blank\"", "breaks-the-rules", "face = ", "the rulebook says 1"),
];

#[test]
fn wrong_edits_of_dragon_farkle_are_caught_at_their_line() {
    caught("dragon-farkle", CASES, "--no-play");
}

#[test]
fn the_same_number_in_other_words_is_right() {
    silent(
        "dragon-farkle",
        &[
            (ITEMS, "do 1 damage", "do one damage"),
            (ITEMS, "any number of", "up to six"),
            (COMPANIONS, "reroll up to two", "reroll a pair of"),
            (COMPANIONS, "roll six Soldier dice", "roll half a dozen Soldier dice"),
        ],
    );
}

#[test]
fn a_die_that_is_not_a_die_is_told_by_its_faces() {
    // 4 and 2 change places: 2 lies opposite 3, 4 opposite 5.
    let swapped: &[Case] = &[
        (
            DICE,
            "row = 1, face = \"4\", turn = 0 },\n  { column = 1, row = 1, face = \"1\", turn = 0 },\n  { column = 2, row = 1, face = \"3\"",
            "row = 1, face = \"3\", turn = 0 },\n  { column = 1, row = 1, face = \"1\", turn = 0 },\n  { column = 2, row = 1, face = \"4\"",
            "breaks-the-rules",
            "id = \"soldier-die\"",
            "run clockwise",
        ),
        (
            DICE,
            "row = 0, face = \"5\", turn = 0 },\n  { column = 1, row = 2, face = \"2\"",
            "row = 0, face = \"6\", turn = 0 },\n  { column = 1, row = 2, face = \"2\"",
            "breaks-the-rules",
            "id = \"soldier-die\"",
            "once each",
        ),
    ];
    caught("dragon-farkle", swapped, "--no-play");
}

#[test]
fn too_few_soldiers_are_found_by_playing() {
    let few: &[Case] = &[(TOKENS, "count = 32", "count = 4", "component-shortage", "count = 4", "were in use at once")];
    caught("dragon-farkle", few, "--quiet");
}
