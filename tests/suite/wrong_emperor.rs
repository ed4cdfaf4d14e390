//! Wrong edits of Emperor's Favor: each is caught at the line that causes it.

use crate::wrong_reign::{Case, caught, silent};

const GAME: &str = "content/emperors-favor/game.toml";
const STAFF: &str = "content/emperors-favor/staff.toml";
const MARKET: &str = "content/emperors-favor/market.toml";
const EVENTS: &str = "content/emperors-favor/events.toml";
const STARS: &str = "content/emperors-favor/stars.toml";
const GOLD: &str = "content/emperors-favor/gold.toml";

const CASES: &[Case] = &[
    // the numbers that the rules use
    (GAME, "stars_per_staff = 3", "stars_per_staff = 4", "out-of-range", "stars_per_staff = 4", "1 to 3"),
    (GAME, "hand_limit = 8", "hand_limt = 8", "unknown-key", "hand_limt = 8", "did you mean `hand_limit`?"),
    (GAME, "setup_limit = 2", "setup_limit = 1", "breaks-the-rules", "setup_limit = 1", "6 players place 2 Stars each"),
    (
        GAME,
        "start_gold = 3",
        "start_gold = 11",
        "component-shortage",
        "players = [2, 6]",
        "11 Gold each, and there are 60",
    ),
    (GAME, "cards = [1, 2]", "cards = [1, 4]", "breaks-the-rules", "cards = [1, 4]", "levels are 1 to 3"),
    (GAME, "star = 2", "star = 3", "breaks-the-rules", "star = 3", "the second Star is number 2"),
    (GAME, "players = [2, 6]", "players = [2, 7]", "breaks-the-rules", "players = [2, 7]", "at most 6 can play"),
    (GAME, "order = 5", "order = 4", "breaks-the-rules", "order = 4", "both number 4 of the board"),
    (
        STARS,
        "color = \"red\", count = 8",
        "color = \"red\", count = 7",
        "component-shortage",
        "star-red",
        "47 are printed",
    ),
    (GOLD, "value = 1", "value = 2", "breaks-the-rules", "count = 60", "pieces of 1"),
    // Staff cards
    (
        STAFF,
        "level = 2",
        "level = 1",
        "breaks-the-rules",
        "id = \"poison-vial\"",
        "both the 1 Star card of the Apothecary",
    ),
    (
        STAFF,
        "{ op = \"target\" }, { op = \"star\"",
        "{ op = \"star\"",
        "breaks-the-rules",
        "how = \"return\"",
        "`star` has no target",
    ),
    (STAFF, "{ op = \"spend\" }, ", "", "breaks-the-rules", "level = \"spent\"", "but no card is spent before it"),
    (STAFF, "level = 1, not = \"chef\" }]", "level = 1 }]", "breaks-the-rules", "id = \"soup\"", "Gold can be farmed"),
    (
        STAFF,
        "op = \"rob\", n = 2",
        "op = \"rob\", n = 3",
        "printed-differs",
        "Take up to **2 Gold**",
        "says 2, 2, and it is played with 2, 3",
    ),
    (STAFF, "**1 Gold**", "**2 Gold**", "printed-differs", "Gain **2 Gold**", "Commerce Scroll"),
    (STAFF, "op = \"wild\"", "op = \"wlid\"", "unknown-name", "op = \"wlid\"", "did you mean `wild`?"),
    (STAFF, "how = \"seen\"", "how = \"sen\"", "unknown-name", "how = \"sen\"", "did you mean `seen`?"),
    (STAFF, "Only once a turn: move", "Now move", "printed-differs", "Now move", "its text does not say so"),
    (
        STAFF,
        "{ op = \"cancel\" }",
        "{ op = \"cancel\" }, { op = \"wild\" }",
        "breaks-the-rules",
        "op = \"wild\"",
        "only `gold` may follow",
    ),
    // the Black Market
    (
        MARKET,
        "{ op = \"target\", all = true }, { op = \"discard\", n = 2, how = \"choice\" }",
        "{ op = \"target\", all = true }",
        "breaks-the-rules",
        "all = true",
        "nothing happens to them",
    ),
    (MARKET, "who = \"target\", n = -3", "who = \"target\", n = 3", "breaks-the-rules", "n = 3", "targets lose it"),
    (
        MARKET,
        "op = \"ally\", more = 2 }",
        "op = \"ally\", more = 2 }, { op = \"wild\" }",
        "breaks-the-rules",
        "op = \"ally\"",
        "which must be the last operation",
    ),
    (MARKET, "half = true", "half = \"yes\"", "wrong-type", "half = \"yes\"", "true or false"),
    (
        MARKET,
        "Gain **2 Favor**. Draw a **3 Star**",
        "Gain **3 Favor**. Draw a **2 Star**",
        "printed-differs",
        "Gain **3 Favor**. Draw a **2 Star**",
        "name 2, 3 in this order",
    ),
    (
        MARKET,
        "Draw a **2 Star** card from each of **3**",
        "Draw a **3 Star** card from each of **2**",
        "printed-differs",
        "Draw a **3 Star** card",
        "says 3, 2, and it is played with 2, 3",
    ),
    (
        MARKET,
        "half of",
        "a quarter of",
        "printed-differs",
        "a quarter of",
        "says a quarter, 3, and it is played with half, 3",
    ),
    (MARKET, "Choose another player. Swap", "Choose two players. Swap", "printed-differs", "two players", "says 2, 3"),
    (MARKET, "Swap one of your", "Swap two of your", "printed-differs", "Swap two", "write 1 for 2"),
    // Events
    (
        EVENTS,
        "need = { cards = [\"soup\", \"dumplings\"] }",
        "need = { cards = [\"soup\", \"dumpling\"] }",
        "unknown-name",
        "\"dumpling\"]",
        "did you mean `dumplings`?",
    ),
    (
        EVENTS,
        "\"book-of-strategies\", \"legendary-sword\"]",
        "\"legendary-sword\", \"legendary-sword\", \"legendary-sword\", \"legendary-sword\"]",
        "breaks-the-rules",
        "\"legendary-sword\"]",
        "needs 4 Legendary Sword, and 3 exist",
    ),
    (
        EVENTS,
        "need = { allies = 5 }",
        "need = { allies = 2 }",
        "breaks-the-rules",
        "need = { allies = 2 }",
        "as soon as the game is set up",
    ),
    (EVENTS, "need = { stars = 3 }", "need = { stars = 4 }", "out-of-range", "need = { stars = 4 }", "1 to 3"),
    (EVENTS, "**2 Incense**", "**3 Incense**", "printed-differs", "**3 Incense**", "says 3, and it is played with 2"),
    (EVENTS, "Show **Rare Ore** and", "Show **Soup** and", "printed-differs", "Show **Soup** and", "asks for Rare Ore"),
];

#[test]
fn wrong_edits_of_emperors_favor_are_caught_at_their_line() {
    caught("emperors-favor", CASES, "--no-play");
}

#[test]
fn the_same_number_in_other_words_is_right() {
    silent(
        "emperors-favor",
        &[
            (MARKET, "Gain **2 Favor**. Draw a", "Gain **two Favor**. Draw one"),
            (MARKET, "Take **half of their", "Take **½ of their"),
            (STAFF, "Take **1** Staff card", "Take a Staff card"),
            (EVENTS, "at least **12 Gold**", "at least a dozen **Gold**"),
        ],
    );
}

#[test]
fn a_book_for_as_often_as_one_likes_is_a_circle() {
    // With two Stars on the Strategist it draws another Book.
    let often: &[Case] = &[(
        STAFF,
        "Only once a turn: move your **Meeple** once more and draw as usual.\"\neffect = [{ op = \"move\" }]\nonce = true",
        "Move your **Meeple** once more and draw as usual.\"\neffect = [{ op = \"move\" }]",
        "breaks-the-rules",
        "id = \"book-of-strategies\"",
        "a turn need not end",
    )];
    caught("emperors-favor", often, "--no-play");
}
