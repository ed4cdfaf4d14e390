//! Wrong edits of The Dragon's Favour: each is caught at the line that causes it.

use crate::wrong_reign::{Case, caught, silent};

const GAME: &str = "content/dragons-favour/game.toml";
const DELEGATES: &str = "content/dragons-favour/delegates.toml";
const TOKENS: &str = "content/dragons-favour/tokens.toml";

const SHEETS: &str = "content/dragons-favour/sheets.toml";

const CASES: &[Case] = &[
    // two where the effect touches one, and a leaflet with other numbers than the card
    (
        GAME,
        "Choose another clan’s card on",
        "Choose both cards of another clan on",
        "printed-differs",
        "Choose both cards",
        "says 2, 2, 3",
    ),
    (
        SHEETS,
        "trades with the Ox: 2 and 3 Favour",
        "trades with the Ox: 2 and 9 Favour",
        "sheet-differs",
        "- **Merchant:**",
        "names 9 for `Merchant`",
    ),
    // roles
    (GAME, "order = 3", "order = 2", "breaks-the-rules", "order = 2", "both resolve as number 2"),
    (GAME, "order = 6", "order = 7", "out-of-range", "order = 7", "1 to 6"),
    (
        GAME,
        "name = \"Artisan\"",
        "name = \"Smith\"",
        "breaks-the-rules",
        "[data.role.assassin]",
        "against the alphabet",
    ),
    (
        GAME,
        "effect = [{ op = \"bonus\"",
        "efect = [{ op = \"bonus\"",
        "unknown-key",
        "efect = ",
        "did you mean `effect`?",
    ),
    (GAME, "op = \"bonus\"", "op = \"bonsu\"", "unknown-name", "op = \"bonsu\"", "did you mean `bonus`?"),
    (GAME, "to = \"here\"", "to = \"there\"", "unknown-name", "to = \"there\"", "did you mean `here`?"),
    (GAME, "who = \"you\"", "who = \"me\"", "unknown-name", "who = \"me\"", "it can be: you, owner(x)"),
    (GAME, "n = 1 }]", "n = 0 }]", "out-of-range", "n = 0 }]", "1 to 10"),
    (GAME, "n = 1 }]", "m = 1 }]", "unknown-key", "m = 1 }]", "did you mean `n`?"),
    (
        GAME,
        "zone = \"elsewhere\"",
        "zone = \"elswhere\"",
        "unknown-name",
        "zone = \"elswhere\"",
        "did you mean `elsewhere`?",
    ),
    (GAME, "as = \"v\"", "as = \"vote\"", "unknown-name", "as = \"vote\"", "it can be: x, v"),
    (GAME, "as = \"v\"", "as = \"v\", by = \"you\"", "unknown-key", "by = \"you\"", "unknown key `by`"),
    (
        GAME,
        "{ op = \"assassinate\" }",
        "{ op = \"mute\" }",
        "breaks-the-rules",
        "{ op = \"mute\" }]",
        "`x` is used before it is chosen",
    ),
    (
        GAME,
        "effect = [{ op = \"bonus\", who = \"you\", n = 2 }]",
        "effect = []",
        "breaks-the-rules",
        "effect = []",
        "here are 0",
    ),
    // what roles say
    (GAME, "gain **2 extra", "gain **3 extra", "printed-differs", "gain **3 extra", "says 3, and it is played with 2"),
    (GAME, "gain **2 extra", "gain **five extra", "printed-differs", "gain **five", "says 5, and it is played with 2"),
    (
        GAME,
        "its owner gives you **1",
        "its owner gives you **2",
        "printed-differs",
        "its owner gives you **2",
        "the text of Soldier says 2, 1, and it is played with 1, 1",
    ),
    (
        GAME,
        "to = \"you\", n = 1",
        "to = \"you\", n = 4",
        "printed-differs",
        "its owner gives you **1",
        "says 1, 1, and it is played with 4, 1",
    ),
    (
        GAME,
        "you gain **2 Favour**, its owner gains **3 Favour**",
        "you gain **3 Favour**, its owner gains **2 Favour**",
        "printed-differs",
        "you gain **3",
        "name 2, 3 in this order",
    ),
    (GAME, "move one card from", "move two cards from", "printed-differs", "move two cards", "says 2, 1"),
    (GAME, "**+1 Favour** if this vote then", "**Favour** if this vote then", "printed-differs", "then wins", "name 1"),
    // what clans say
    (GAME, "Start with 1 Favour", "Start with 2 Favour", "printed-differs", "Start with 2", "is played with 1"),
    (
        GAME,
        "start_favour = 0",
        "start_favour = 1",
        "printed-differs",
        "Two Artisans",
        "says 2, and it is played with 1, 2",
    ),
    (GAME, "Two Artisans", "Three Artisans", "printed-differs", "Three Artisans", "says 3, and it is played with 2"),
    (GAME, "Two Artisans, no Merchant", "Two Artisans, no Noble", "printed-differs", "no Noble", "no Merchant"),
    (GAME, "Two Artisans, no Merchant", "No Artisan, two Merchants", "printed-differs", "No Artisan", "no Merchant"),
    (GAME, "no Merchant.", "and a Merchant.", "printed-differs", "and a Merchant", "no Merchant"),
    // clans
    (
        GAME,
        "excellent = \"artisan\"",
        "excellent = \"noble\"",
        "printed-differs",
        "excellent = \"noble\"",
        "its cards say artisan",
    ),
    (
        GAME,
        "missing = \"merchant\"",
        "missing = \"merchnt\"",
        "unknown-name",
        "missing = \"merchnt\"",
        "did you mean `merchant`?",
    ),
    (
        GAME,
        "wins_draws = false",
        "wins_draws = true",
        "breaks-the-rules",
        "[data.clan.ox]",
        "the winner of drawn games",
    ),
    (GAME, "breaks_ties = true", "breaks_ties = \"yes\"", "wrong-type", "breaks_ties = \"yes\"", "true or false"),
    (GAME, "start_favour = 1", "start_favour = 21", "out-of-range", "start_favour = 21", "0 to 20"),
    (GAME, "players = [2, 7]", "players = [2, 8]", "breaks-the-rules", "players = [2, 8]", "there are 7 clans"),
    (GAME, "players = [2, 7]", "players = [1, 7]", "breaks-the-rules", "players = [1, 7]", "at least 2 vote"),
    // cards
    (
        DELEGATES,
        "role = \"artisan\", count = 2",
        "role = \"artisan\", count = 1",
        "breaks-the-rules",
        "[data.clan.ox]",
        "Ox has 5 cards",
    ),
    (
        DELEGATES,
        "clan = \"rat\", role = \"soldier\"",
        "clan = \"rat\", role = \"noble\"",
        "printed-differs",
        "missing = \"noble\"",
        "its cards say soldier",
    ),
    (
        DELEGATES,
        "clan = \"tiger\", role = \"supplier\"",
        "clan = \"tiger\", role = \"soldier\"",
        "breaks-the-rules",
        "id = \"tiger-supplier\"",
        "second record of its Soldier",
    ),
    // tokens
    (TOKENS, "value = 1", "value = 2", "breaks-the-rules", "id = \"tokens\"", "no token is worth 1"),
];

#[test]
fn wrong_edits_of_the_dragons_favour_are_caught_at_their_line() {
    caught("dragons-favour", CASES, "--no-play");
}

#[test]
fn the_same_number_in_other_words_is_right() {
    silent(
        "dragons-favour",
        &[
            (GAME, "gain **2 extra", "gain **two extra"),
            (GAME, "move one card from another", "move a card from another"),
            (GAME, "Two Artisans, no Merchant.", "It has 2 Artisans and no Merchant."),
            (GAME, "Start with 1 Favour", "Start with one Favour"),
        ],
    );
}

#[test]
fn too_few_tokens_are_found_by_playing() {
    let few: &[Case] =
        &[(TOKENS, "count = 40", "count = 4", "component-shortage", "count = 48", "were in use at once")];
    caught("dragons-favour", few, "--quiet");
}
