//! Wrong edits of Reign of Dragoness: each is caught at the line that causes it.

use crate::played::Copy;
use crate::project::{Finding, code, findings};

const GAME: &str = "content/reign-of-dragoness/game.toml";
const DRAGONS: &str = "content/reign-of-dragoness/dragons.toml";
const REFERENCE: &str = "content/reign-of-dragoness/reference.toml";
const SPECIALS: &str = "content/reign-of-dragoness/specials.toml";

/// One wrong edit: file, what to replace, by what; then the rule, a text on the line where it is reported, and a piece
/// of the message or help.
pub type Case = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // dragons
    (
        DRAGONS,
        "clan = \"gylden\", number = 7 }",
        "clan = \"gylden\", number = 8 }",
        "breaks-the-rules",
        "id = \"gylden-8\"",
        "7 is missing",
    ),
    (
        DRAGONS,
        "clan = \"merc\", number = 3 }",
        "clan = \"ridge\", number = 3 }",
        "breaks-the-rules",
        "id = \"ridge-3\"",
        "a second Ridge 3",
    ),
    (
        DRAGONS,
        "clan = \"frond\", number = 12 }",
        "clan = \"frond\", number = 12, count = 2 }",
        "breaks-the-rules",
        "id = \"frond-12\"",
        "every dragon exists once",
    ),
    (
        DRAGONS,
        "  { id = \"lochen-1\", name = \"Lochen 1\", clan = \"lochen\", number = 1 },\n",
        "",
        "breaks-the-rules",
        "[data.clan.lochen]",
        "Lochen has no 1",
    ),
    // clans
    (
        GAME,
        "[data.clan.frond]\nname = \"Frond\"\njewels = 2",
        "[data.clan.frond]\nname = \"Frond\"\njewels = 3",
        "breaks-the-rules",
        "jewels = 3",
        "both have 3 jewels",
    ),
    (GAME, "jewels = 8\n", "jewels = 9\n", "breaks-the-rules", "tie = 9", "more than the 9 jewels"),
    (GAME, "jewels = 1\n", "jewels = 0\n", "out-of-range", "jewels = 0", "1 to 14"),
    (
        GAME,
        "[data.clan.safyre]\nname = \"Safyre\"\njewels = 5\n",
        "[data.clan.safyre]\nname = \"Safyre\"\n",
        "breaks-the-rules",
        "[data.clan.safyre]",
        "no `jewels`",
    ),
    (GAME, "[data.clan.cyklone]", "[data.clan.cyclone]", "unknown-key", "[data.clan.cyclone]", "cyklone"),
    // the deck table
    (
        GAME,
        "players = \"3-4\"\nclans = 5",
        "players = \"3-4\"\nclans = 3",
        "component-shortage",
        "clans = 3",
        "41 cards; 4 players need 52",
    ),
    (
        GAME,
        "players = \"3-4\"",
        "players = \"3-5\"",
        "breaks-the-rules",
        "players = \"5\"",
        "two columns are for 5 players",
    ),
    (
        GAME,
        "players = \"7-8\"",
        "players = \"8\"",
        "breaks-the-rules",
        "players = \"8\"",
        "no column of the deck table is for 7 players",
    ),
    (
        GAME,
        "players = [3, 8]",
        "players = [3, 9]",
        "breaks-the-rules",
        "players = [3, 9]",
        "no column of the deck table is for 9 players",
    ),
    (GAME, "players = \"6\"", "players = \"six\"", "breaks-the-rules", "players = \"six\"", "not a number of players"),
    (GAME, "page = 3", "page = 4", "component-shortage", "page = 4", "the box holds 3"),
    (GAME, "clans = 7", "clans = 9", "out-of-range", "clans = 9", "1 to 8"),
    (GAME, "page = 2\n", "pages = 2\n", "unknown-key", "pages = 2", "did you mean `page`?"),
    // wild cards
    (
        SPECIALS,
        "wild = [1, 8]",
        "wild = [1, 9]",
        "breaks-the-rules",
        "wild = [1, 9]",
        "stands for 1 to 9, the others for 1 to 8",
    ),
    (
        SPECIALS,
        "wild = [9, 12]",
        "wild = [9, 11]",
        "breaks-the-rules",
        "wild = [9, 11]",
        "Pages stand for 1 to 8 and Squires for 9 to 11",
    ),
    (SPECIALS, "wild = [9, 12]", "wild = [12, 9]", "breaks-the-rules", "wild = [12, 9]", "lowest and the highest"),
    (SPECIALS, "label = \"9–12\"", "label = \"8–12\"", "printed-differs", "label = \"8–12\"", "played as 9–12"),
    (SPECIALS, "alone = 9\n", "alone = 8\n", "breaks-the-rules", "alone = 8", "by the rules it is 9"),
    (SPECIALS, "tie = 9", "tie = 8", "breaks-the-rules", "tie = 8", "more than the 8 jewels"),
    (SPECIALS, "alone = 9\ntie = 0", "alone = 9\ntie = 4", "breaks-the-rules", "tie = 4", "fewer than the 1 jewels"),
    (SPECIALS, "kind = \"squire\"", "kind = \"squier\"", "unknown-name", "kind = \"squier\"", "did you mean `squire`?"),
    (SPECIALS, "number = 13\n", "number = 12\n", "breaks-the-rules", "number = 12", "must be 13"),
    (SPECIALS, "wild = [1, 12]", "wild = [1, 11]", "breaks-the-rules", "wild = [1, 11]", "any number"),
    (
        SPECIALS,
        "wild = [9, 12]",
        "wild = [9, \"x\", 12]",
        "breaks-the-rules",
        "wild = [9, \"x\", 12]",
        "lowest and the highest",
    ),
    (
        SPECIALS,
        "number from 9 to 12",
        "number from 9 to 11",
        "printed-differs",
        "number from 9 to 11",
        "says 9, 11, 9, and it is played with 9, 12, 9",
    ),
    (SPECIALS, "number from 1 to 12", "number from 1 to 11", "printed-differs", "from 1 to 11", "write 12 for 11"),
    (SPECIALS, "is a **12**", "is an **11**", "printed-differs", "is an **11**", "says 1, 12, 11, and it is played"),
    (SPECIALS, "number from 9 to 12", "number from 8 to 12", "printed-differs", "from 8 to 12", "write 9 for 8"),
    (SPECIALS, "is an **8**", "is a **1**", "printed-differs", "is a **1**", "says 1, 8, 1, and it is played"),
    (SPECIALS, "as the **13**", "as the **12**", "printed-differs", "as the **12**", "write 13 for 12"),
    (
        SPECIALS,
        "or\u{a0}13",
        "or\u{a0}11",
        "printed-differs",
        "or\u{a0}11",
        "says 12, 11, and it is played with 12, 13",
    ),
    // the reference card
    (
        REFERENCE,
        "wild **9–12**",
        "wild **8–12**",
        "printed-differs",
        "wild **8–12**",
        "says 8, 12, 9, and it is played",
    ),
    (REFERENCE, "alone 8", "alone 7", "printed-differs", "alone 7", "the line of `page` says 1, 8, 7"),
    (REFERENCE, "**Dragoness 13**", "**Dragoness 14**", "printed-differs", "Dragoness 14", "write 13 for 14"),
    (REFERENCE, "2–5 of a kind", "2–6 of a kind", "printed-differs", "2–6", "says 2, 6, and it is played with 2, 5"),
    (REFERENCE, "Deal 13", "Deal 12", "printed-differs", "scoring = ", "write 13 for 12"),
    (
        SPECIALS,
        "alone = 13",
        "alone = 13\neffect = [1]",
        "breaks-the-rules",
        "effect = [1]",
        "means nothing on a dragoness",
    ),
    (DRAGONS, "name = \"Ridge 5\"", "name = \"Ridge V\"", "printed-differs", "id = \"ridge-5\"", "it is the Ridge 5"),
    (
        GAME,
        "page = 1\nsquire = 1\ndragon_knight = 1\nrevive = 1",
        "page = 0\nsquire = 0\ndragon_knight = 1\nrevive = 1",
        "component-shortage",
        "players = \"3-4\"",
        "with `conjuring`",
    ),
    // the Revive
    (SPECIALS, "{ op = \"reenter\" }, ", "", "breaks-the-rules", "effect = [", "lacks `reenter`"),
    (SPECIALS, "below = 12", "below = 11", "printed-differs", "Not on a\u{a0}12", "played with 11, 12, 13"),
    (SPECIALS, "count = 3", "count = 4", "component-unused", "count = 4", "no deck uses more than 3"),
    (SPECIALS, "count = 3", "count = 2", "component-shortage", "revive = 3", "the box holds 2"),
    (
        SPECIALS,
        "op = \"reset_value\"",
        "op = \"rest_value\"",
        "unknown-name",
        "op = \"rest_value\"",
        "did you mean `reset_value`?",
    ),
    (SPECIALS, "below = 12", "bellow = 12", "unknown-key", "bellow = 12", "did you mean `below`?"),
];

#[test]
fn wrong_edits_are_caught_at_their_line() {
    caught("reign-of-dragoness", CASES, "--no-play");
}

#[test]
fn the_same_number_in_other_words_is_right() {
    silent(
        "reign-of-dragoness",
        &[
            (SPECIALS, "number from 9 to 12", "number from nine to twelve"),
            (SPECIALS, "Alone it is an **8**", "By itself it is an **8**"),
            (SPECIALS, "a\u{a0}12 or\u{a0}13", "a 12 or higher"),
            (REFERENCE, "alone 8", "alone eight"),
        ],
    );
}

/// Makes all these edits in a copy of the game; printed texts must then still match what is played.
pub fn silent(game: &str, edits: &[(&str, &str, &str)]) {
    let copy = Copy::of(game);
    edits.iter().for_each(|(file, from, to)| copy.edit(file, from, to));
    let found = findings(&copy.run(&["check", "--format", "json", "--paper", "a4", "--no-play"]));
    let told: Vec<&Finding> = found.iter().filter(|f| f.severity == "error").collect();
    assert!(told.is_empty(), "{told:#?}");
}

/// Makes each edit in a copy of the game and looks for what `check` says about it.
pub fn caught(game: &str, cases: &[Case], how: &str) {
    let mut missed = Vec::new();
    for (file, from, to, rule, line, words) in cases {
        let copy = Copy::of(game);
        copy.edit(file, from, to);
        let output = copy.run(&["check", "--format", "json", "--paper", "a4", how]);
        let found: Vec<Finding> = findings(&output).into_iter().filter(|f| f.severity != "note").collect();
        let told = found.iter().find(|f| f.rule == *rule && (f.message.contains(words) || f.help.contains(words)));
        let Some(told) = told else {
            missed.push(format!("{from} -> {to}: `{words}` is not in {found:?}"));
            continue;
        };
        let text = copy.read(&told.file);
        let at = text.lines().nth(told.line as usize - 1).unwrap_or("");
        if !at.contains(line) {
            missed.push(format!("{from} -> {to} is told at {}:{} {at}", told.file, told.line));
        }
        let is_error = found.iter().any(|f| f.severity == "error");
        assert_eq!(code(&output), i32::from(is_error), "{from} -> {to}");
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_card_that_can_never_be_played_is_found_by_playing() {
    let copy = Copy::new();
    copy.edit(SPECIALS, "below = 12", "below = 1");
    copy.edit(SPECIALS, "a\u{a0}12 or\u{a0}13", "a 1 or higher");
    copy.edit(REFERENCE, "a 12 or 13", "a 1 or higher");
    let output = copy.run(&["check", "--format", "json", "--paper", "a4"]);
    let found: Vec<Finding> = findings(&output).into_iter().filter(|f| f.rule == "never-playable").collect();
    let [told] = &found[..] else { panic!("{found:#?}") };
    let text = copy.read(&told.file);
    assert!(text.lines().nth(told.line as usize - 1).is_some_and(|line| line.contains("id = \"revive\"")), "{told:?}");
    assert!(told.message.contains("could never be played"), "{told:?}");
}
