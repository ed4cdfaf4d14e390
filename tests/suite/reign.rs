//! Reign of Dragoness by its rulebook: its examples, its clauses, and an oracle for its moves.

use std::collections::BTreeSet;

use wyrmpress::content;
use wyrmpress::games::reign_of_dragoness::deck::{Card, Cards, NO_CARD, Table, cards_in};
use wyrmpress::games::reign_of_dragoness::load::{Content, load};
use wyrmpress::games::reign_of_dragoness::moves::{Every, Pattern, Play};
use wyrmpress::games::reign_of_dragoness::{Action, Reign};
use wyrmpress::sim::{Checks, Game, Key, Outcome, Purpose, Quiet, Rules, Seat, Turn};

use crate::project::repository;

pub fn content() -> Content {
    let mut found = Vec::new();
    let only = ["reign-of-dragoness".to_owned()];
    let content = content::parse(repository(), &only, &mut found).expect("the content can be read");
    load(&content.games[0], &mut found).expect("the content can be played")
}

pub fn table(players: usize, rules: &[(&str, &str)]) -> Table {
    let rules = Rules::read(Reign::SWITCHES, rules.iter().copied()).expect("the switches exist");
    Reign::lay(&content(), &rules, players).expect("the table can be laid")
}

/// A position: the given hands, with everything else out of play.
struct Scene {
    table: Table,
    game: Reign,
}

impl Scene {
    /// Hands by the names of their cards; player 0 leads and may play anything.
    fn new(table: Table, hands: &[&str]) -> Scene {
        let key = Key { seed: 1, game: 1, players: table.players, index: 0 };
        let mut game = Reign::setup(&table, &mut key.chance(), &mut Quiet).expect("the game is set up");
        game.hands = Default::default();
        let mut scene = Scene { table, game };
        // Other seats hold one card each, so that nobody has gone out.
        let told: Cards = hands.iter().map(|hand| scene.cards(hand)).fold(0, |all, hand| all | hand);
        let mut rest = cards_in(scene.table.dragons & !told);
        for seat in Seat::all(scene.table.players) {
            scene.game.hands[seat] = match hands.get(seat.at()) {
                Some(hand) => scene.cards(hand),
                None => rest.next().expect("cards are left").bit(),
            };
        }
        let held = scene.game.hands.iter().fold(0, |all, hand| all | hand);
        (scene.game.undealt, scene.game.pile) = (scene.table.all & !held, 0);
        (scene.game.seat, scene.game.lowest, scene.game.standing, scene.game.passed) = (Seat::FIRST, NO_CARD, None, 0);
        scene
    }

    /// Cards by name, separated by commas; of several Revives the first that is free.
    fn cards(&self, names: &str) -> Cards {
        let mut cards = 0;
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let card = cards_in(self.table.all & !cards).find(|card| self.table.names[card.at()] == name);
            cards |= card.unwrap_or_else(|| panic!("no card is called {name}")).bit();
        }
        cards
    }

    fn plays(&self) -> Vec<Play> {
        let mut options = Vec::new();
        self.game.options::<Every>(&self.table, &mut options);
        options
            .into_iter()
            .filter_map(|action| if let Action::Play(play) = action { Some(play) } else { None })
            .collect()
    }

    fn can_pass(&self) -> bool {
        let mut options = Vec::new();
        self.game.options::<Every>(&self.table, &mut options);
        options.contains(&Action::Pass)
    }

    fn find(&self, pattern: Pattern, names: &str) -> Option<Play> {
        let wanted = self.cards(names);
        let of = |play: &Play| play.cards | if play.revive == NO_CARD { 0 } else { play.revive.bit() };
        self.plays().into_iter().find(|play| play.pattern == pattern && of(play) == wanted)
    }

    fn can(&self, pattern: Pattern, names: &str) -> bool {
        self.find(pattern, names).is_some()
    }

    fn act(&mut self, action: Action) {
        let key = Key { seed: 1, game: 1, players: self.table.players, index: 0 };
        self.game.apply(&self.table, action, &mut key.chance(), &mut Quiet).expect("the action can be carried out");
        self.game.check(&self.table, Checks::Cheap).expect("every card is in one place");
    }

    fn play(&mut self, pattern: Pattern, names: &str) {
        let play = self.find(pattern, names).unwrap_or_else(|| panic!("{names} cannot be played"));
        self.act(Action::Play(play));
    }

    fn pass(&mut self) {
        assert!(self.can_pass());
        self.act(Action::Pass);
    }
}

use Pattern::{Horde, Run, Set, Single};

#[test]
fn rachel_beats_chris_by_the_jewels_of_her_safyre() {
    let (chris, rachel) = ("Frond 7, Aetherie 7, Lochen 2", "Cyklone 7, Safyre 7, Lochen 3");
    let mut scene = Scene::new(table(4, &[]), &[chris, rachel]);
    scene.play(Set, "Frond 7, Aetherie 7");
    assert!(scene.can(Set, "Cyklone 7, Safyre 7"));
    let mut scene = Scene::new(table(4, &[]), &[rachel, chris]);
    scene.play(Set, "Cyklone 7, Safyre 7");
    assert!(!scene.can(Set, "Frond 7, Aetherie 7"), "four jewels do not beat five");
}

#[test]
fn lily_wins_when_justin_must_pass_and_amber_wants_to() {
    let lily = "Lochen 3, Frond 4, Lochen 5, Lochen 9";
    let justin = "Lochen 6, Frond 6, Lochen 8, Frond 8";
    let amber = "Lochen 10, Lochen 11, Lochen 12, Lochen 1";
    let mut scene = Scene::new(table(3, &[]), &[lily, justin, amber]);
    scene.play(Run, "Lochen 3, Frond 4, Lochen 5");
    assert!(scene.plays().is_empty(), "two pairs are no run of three");
    scene.pass();
    assert!(scene.can(Run, "Lochen 10, Lochen 11, Lochen 12"));
    scene.pass();
    assert_eq!((scene.game.seat, scene.game.standing), (Seat(0), None), "Lily leads the next challenge");
    assert!(!scene.can_pass(), "a leader cannot pass (RD-9)");
}

#[test]
fn evan_wins_with_the_dragoness_on_top_of_a_run() {
    let miles = "Lochen 4, Lochen 5, Lochen 6, Lochen 1";
    let leah = "Frond 8, Frond 9, Frond 10, Frond 12";
    let evan = "Lochen 11, Lochen 12, The Dragoness, Lochen 2";
    let mut scene = Scene::new(table(3, &[]), &[miles, leah, evan]);
    scene.play(Run, "Lochen 4, Lochen 5, Lochen 6");
    scene.play(Run, "Frond 8, Frond 9, Frond 10");
    assert!(!scene.can(Single, "The Dragoness"), "she must follow the pattern");
    scene.play(Run, "Lochen 11, Lochen 12, The Dragoness");
    assert!(scene.plays().is_empty());
    scene.pass();
    scene.pass();
    assert_eq!((scene.game.seat, scene.game.standing), (Seat(2), None));
}

#[test]
fn sarah_revives_and_plays_her_nines() {
    let sarah = "Revive, Lochen 7, Frond 7, Lochen 9, Frond 9, Lochen 1";
    let david = "Lochen 8, Frond 8, Lochen 12, Frond 12";
    let lance = "Lochen 10, Frond 10, Lochen 2";
    let mut scene = Scene::new(table(4, &[]), &[sarah, david, lance, "Lochen 11, Frond 11, Lochen 4"]);
    assert!(!scene.can(Set, "Revive, Lochen 7, Frond 7"), "a leader has nothing to revive (RD-10)");
    scene.play(Set, "Lochen 7, Frond 7");
    scene.play(Set, "Lochen 8, Frond 8");
    scene.play(Set, "Lochen 10, Frond 10");
    scene.pass();
    assert!(!scene.can(Set, "Lochen 9, Frond 9"), "nines do not beat tens");
    scene.play(Set, "Revive, Lochen 9, Frond 9");
    assert_eq!(scene.game.passed, 0, "all who passed are back in");
    // David, then Lance (who has no pair left), then the fourth player, who had passed.
    scene.pass();
    scene.pass();
    assert_eq!(scene.game.seat, Seat(3));
    assert!(scene.can(Set, "Lochen 11, Frond 11"));
}

#[test]
fn a_revive_is_refused_on_a_twelve_and_on_the_dragoness() {
    let hands = ["Lochen 12, Lochen 1", "Revive, Lochen 5, Lochen 6", "The Dragoness, Lochen 2"];
    for (ultimate, on_twelve) in [("off", false), ("on", true)] {
        let mut scene = Scene::new(table(3, &[("ultimate-revival", ultimate)]), &hands);
        scene.play(Single, "Lochen 12");
        assert_eq!(scene.can(Single, "Revive, Lochen 5"), on_twelve, "ultimate revival {ultimate}");
        let mut scene = Scene::new(table(3, &[("ultimate-revival", ultimate)]), &[hands[2], hands[1], hands[0]]);
        scene.play(Single, "The Dragoness");
        assert!(!scene.can(Single, "Revive, Lochen 5"), "never on the Dragoness");
    }
    // A wild card played as a 12 is a 12.
    let mut scene = Scene::new(table(3, &[]), &["Knight Byrok, Lochen 1", "Revive, Lochen 5, Lochen 6"]);
    scene.play(Single, "Knight Byrok");
    assert!(!scene.can(Single, "Revive, Lochen 5"));
    let mut scene = Scene::new(table(3, &[]), &["Lochen 11, Lochen 1", "Revive, Lochen 5, Lochen 6"]);
    scene.play(Single, "Lochen 11");
    assert!(scene.can(Single, "Revive, Lochen 5"), "an 11 can be reset");
}

#[test]
fn unused_revives_do_not_keep_anybody_from_winning() {
    let table = table(8, &[]);
    let mut scene = Scene::new(table, &["Revive, Revive, Lochen 12", "Lochen 1, Lochen 2", "Lochen 3"]);
    scene.play(Single, "Lochen 12");
    assert_eq!((scene.game.points[Seat(0)], scene.game.tournament), (3, 1), "only Revives are left (RD-11)");
}

#[test]
fn wild_cards_are_what_the_records_say() {
    let hands = ["Lochen 8, Lochen 1, Lochen 2", "Page Elbrea, Squire Shafer, Knight Byrok, Lochen 7, Frond 9"];
    let mut scene = Scene::new(table(3, &[]), &hands);
    scene.play(Single, "Lochen 8");
    assert!(!scene.can(Single, "Page Elbrea"), "a Page alone is an 8 and never beats an 8");
    assert!(scene.can(Single, "Squire Shafer") && scene.can(Single, "Knight Byrok"));
    let mut scene = Scene::new(table(3, &[]), &["Safyre 9, Lochen 1", hands[1]]);
    scene.play(Single, "Safyre 9");
    assert!(!scene.can(Single, "Squire Shafer"), "a Squire alone is a 9 and never beats a 9");
    let mut scene = Scene::new(table(3, &[]), &["Safyre 12, Lochen 1", hands[1]]);
    scene.play(Single, "Safyre 12");
    assert!(scene.can(Single, "Knight Byrok"), "the Dragon Knight alone is a 12 and beats every 12");
    let mut scene =
        Scene::new(table(3, &[]), &["Lochen 7, Frond 7, Lochen 1", "Page Elbrea, Cyklone 7, Squire Shafer, Lochen 3"]);
    scene.play(Set, "Lochen 7, Frond 7");
    assert!(scene.can(Set, "Page Elbrea, Cyklone 7"), "the Page stands in, the Cyklone beats the Frond");
    assert!(!scene.can(Set, "Squire Shafer, Cyklone 7"), "a Squire is no 7");
}

#[test]
fn the_first_play_contains_the_lowest_dragon() {
    let table = table(4, &[]);
    let key = Key { seed: 9, game: 1, players: 4, index: 0 };
    let game = Reign::setup(&table, &mut key.chance(), &mut Quiet).expect("the game is set up");
    let dealt = game.hands.iter().fold(0, |all, hand| all | hand);
    let lowest = cards_in(dealt & table.dragons).min_by_key(|card| table.alone[*card]).expect("dragons are dealt");
    assert_eq!(game.lowest, lowest);
    assert!(game.hands[game.seat] & lowest.bit() != 0);
    let mut options = Vec::new();
    game.options::<Every>(&table, &mut options);
    assert!(!options.is_empty());
    for action in options {
        let Action::Play(play) = action else { panic!("a leader cannot pass") };
        assert!(play.cards & lowest.bit() != 0, "{play:?}");
    }
}

#[test]
fn alex_may_follow_or_play_his_horde_out_of_sequence() {
    let kate = "Lochen 3, Frond 3, Lochen 1";
    let alex = "Lochen 11, Frond 11, Ridge 2, Ridge 3, Ridge 4, Ridge 5, Ridge 6, Lochen 7";
    let run = "Ridge 2, Ridge 3, Ridge 4, Ridge 5, Ridge 6";
    let mut scene = Scene::new(table(5, &[("hordes", "on")]), &[kate, alex]);
    scene.play(Set, "Lochen 3, Frond 3");
    assert!(scene.can(Set, "Lochen 11, Frond 11"));
    scene.play(Horde, run);
    for _ in 0..4 {
        assert!(scene.plays().is_empty());
        scene.pass();
    }
    assert_eq!((scene.game.seat, scene.game.standing), (Seat(1), None), "Alex takes control");
    let mut scene = Scene::new(table(5, &[]), &[kate, alex]);
    scene.play(Set, "Lochen 3, Frond 3");
    assert!(!scene.can(Horde, run), "without the option there are no Hordes");
}

#[test]
fn hannah_may_play_her_twelves_or_break_them_for_a_run() {
    let jack = "Lochen 6, Lochen 7, Lochen 8, Lochen 9, Lochen 1";
    let hannah =
        "Lochen 12, Frond 12, Cyklone 12, Aetherie 12, Safyre 12, Lochen 2, Frond 2, Frond 9, Frond 10, Frond 11";
    let twelves = "Lochen 12, Frond 12, Cyklone 12, Aetherie 12, Safyre 12";
    let mut scene = Scene::new(table(5, &[("hordes", "on")]), &[jack, hannah]);
    scene.play(Run, "Lochen 6, Lochen 7, Lochen 8, Lochen 9");
    assert!(scene.can(Run, "Frond 9, Frond 10, Frond 11, Safyre 12"));
    assert!(!scene.can(Horde, "Lochen 12, Frond 12, Cyklone 12, Aetherie 12"), "five players need five");
    scene.play(Horde, twelves);
    assert_eq!(scene.game.standing.expect("it stands").pattern, Horde);
}

#[test]
fn hordes_bow_to_the_dragoness_and_to_higher_hordes() {
    let low = "Lochen 2, Frond 2, Cyklone 2, Aetherie 2, Lochen 1";
    let high = "Safyre 3, Safyre 4, Safyre 5, Safyre 6, Revive, Lochen 8, Frond 8";
    let queen = "The Dragoness, Lochen 9, Lochen 10";
    let hordes = || table(3, &[("hordes", "on")]);
    let mut scene = Scene::new(hordes(), &[low, high, queen]);
    scene.play(Horde, "Lochen 2, Frond 2, Cyklone 2, Aetherie 2");
    assert!(!scene.can(Single, "Lochen 8") && !scene.can(Set, "Lochen 8, Frond 8"), "only a Horde beats a Horde");
    assert!(scene.plays().iter().all(|play| play.revive == NO_CARD), "no Revive on a Horde");
    scene.play(Horde, "Safyre 3, Safyre 4, Safyre 5, Safyre 6");
    scene.play(Horde, "The Dragoness");
    assert_eq!((scene.game.seat, scene.game.standing), (Seat(2), None), "she wins the challenge at once");
    // A lower Horde does not beat a higher one, whatever its kind.
    let mut scene = Scene::new(hordes(), &[high, low, queen]);
    scene.play(Horde, "Safyre 3, Safyre 4, Safyre 5, Safyre 6");
    assert!(scene.plays().is_empty());
    // On the Dragoness in a run no Horde can be played.
    let mut scene = Scene::new(hordes(), &["Lochen 11, Lochen 12, The Dragoness, Frond 1", low, high]);
    scene.play(Run, "Lochen 11, Lochen 12, The Dragoness");
    assert!(scene.plays().is_empty());
}

#[test]
fn a_horde_has_one_wild_card_at_most() {
    let hand = "Lochen 4, Frond 4, Cyklone 4, Page Elbrea, Knight Byrok, Lochen 1";
    let scene = Scene::new(table(4, &[("hordes", "on")]), &[hand]);
    assert!(scene.can(Horde, "Lochen 4, Frond 4, Cyklone 4, Page Elbrea"));
    assert!(!scene.can(Horde, "Lochen 4, Frond 4, Page Elbrea, Knight Byrok"));
    assert!(scene.can(Set, "Lochen 4, Frond 4, Page Elbrea, Knight Byrok"), "as an ordinary set it is fine");
}

#[test]
fn a_tactical_pass_holds_for_one_turn() {
    let hands = ["Lochen 3, Lochen 9, Lochen 1", "Lochen 4, Lochen 10, Frond 1", "Lochen 5, Lochen 11, Cyklone 1"];
    for (tactical, back) in [("off", false), ("on", true)] {
        let mut scene = Scene::new(table(3, &[("tactical-passing", tactical)]), &hands);
        scene.play(Single, "Lochen 3");
        scene.pass();
        scene.play(Single, "Lochen 5");
        scene.play(Single, "Lochen 9");
        // Player 1 passed; with tactical passing, it is their turn again.
        assert_eq!(scene.game.seat == Seat(1), back, "{tactical}");
    }
    // All others pass, one after another: the challenge is won.
    let mut scene = Scene::new(table(3, &[("tactical-passing", "on")]), &hands);
    scene.play(Single, "Lochen 3");
    scene.pass();
    scene.pass();
    assert_eq!((scene.game.seat, scene.game.standing), (Seat(0), None));
}

#[test]
fn decks_are_those_of_the_table() {
    // 5 x 12 + 5, 6 x 12 + 6, 7 x 12 + 7, 8 x 12 + 9.
    for (players, cards) in [(3, 65), (4, 65), (5, 78), (6, 91), (7, 105), (8, 105)] {
        assert_eq!(table(players, &[]).list.len(), cards, "{players} players");
    }
    // As many clans as players: 4 x 12 + 5, 5 x 12 + 6, 6 x 12 + 7, 7 x 12 + 9, and all.
    for (players, cards) in [(3, 65), (4, 53), (5, 66), (6, 79), (7, 93), (8, 105)] {
        assert_eq!(table(players, &[("conjuring", "on")]).list.len(), cards, "{players} players");
    }
    let rules = Rules::usual(Reign::SWITCHES);
    for players in [1, 2, 9] {
        assert!(Reign::lay(&content(), &rules, players).is_err(), "{players} players");
    }
    assert_eq!(table(2, &[("two-players", "on")]).list.len(), 65);
}

#[test]
fn points_are_three_two_one_and_ties_share() {
    use wyrmpress::games::reign_of_dragoness::score::points;
    for (left, want) in [
        ([0, 4, 2, 7], [3, 1, 2, 0]),
        ([0, 4, 4, 7], [3, 2, 2, 0]), // a tie for second: no third place
        ([0, 2, 4, 4], [3, 2, 1, 1]), // a tie for third
        ([0, 5, 5, 5], [3, 2, 2, 2]), // all others tie
        ([2, 4, 2, 7], [3, 1, 2, 0]), // the winner shows two Revives
    ] {
        assert_eq!(points(&left, Seat(0)).0[..4], want, "{left:?}");
    }
}

/// Every play of a hand by the definition: each subset of at most five cards is compared with each pattern.
fn brute(table: &Table, hand: Cards) -> BTreeSet<Play> {
    let cards: Vec<Card> = cards_in(hand & !table.revives).collect();
    let mut plays = BTreeSet::new();
    for subset in 1u32..1 << cards.len() {
        if subset.count_ones() > 5 {
            continue;
        }
        let chosen: Vec<Card> = (0..cards.len()).filter(|i| subset >> i & 1 == 1).map(|i| cards[i]).collect();
        judge(table, &chosen, &mut plays);
    }
    plays
}

fn jewels(table: &Table, card: Card) -> u8 {
    table.alone[card] & 15
}

/// Whether a card can be a number in a set or a run.
fn can_be(table: &Table, card: Card, n: u8) -> bool {
    if table.wild_bits & card.bit() != 0 { table.wild(card).reaches(n) } else { table.alone[card] >> 4 == n }
}

fn judge(table: &Table, chosen: &[Card], plays: &mut BTreeSet<Play>) {
    let cards = chosen.iter().map(|card| card.bit()).sum();
    let size = chosen.len() as u8;
    let is = |mask: Cards| move |card: &&Card| mask & card.bit() != 0;
    let wilds = chosen.iter().filter(is(table.wild_bits)).count();
    let queens = chosen.iter().filter(is(table.dragoness)).count();
    let hordes = table.horde > 0;
    let mut add = |pattern: Pattern, n: u8, tie: u8| {
        plays.insert(Play { cards, pattern, size, top: n << 4 | tie, revive: NO_CARD });
    };
    let is_horde = hordes && size == table.horde && wilds <= 1 && queens == 0;
    if size == 1 {
        let top = table.alone[chosen[0]];
        add(if hordes && queens == 1 { Horde } else { Single }, top >> 4, top & 15);
        return;
    }
    for n in 1..=12 {
        if queens == 0 && chosen.iter().all(|card| can_be(table, *card, n)) {
            let tie = chosen.iter().map(|card| jewels(table, *card)).max().expect("cards");
            add(Set, n, tie);
            if is_horde {
                add(Horde, n, tie);
            }
        }
    }
    if size < 3 {
        return;
    }
    let clans: BTreeSet<u8> = chosen.iter().filter(is(table.dragons)).map(|card| card.0 % 8).collect();
    for top in size..=13 {
        let mut tops = BTreeSet::new();
        arrange(table, chosen, top + 1 - size, top, &mut tops);
        for last in tops {
            add(Run, top, jewels(table, last));
            if is_horde && clans.len() == 1 {
                // A wild card takes the clan, but not its jewels.
                add(Horde, top, jewels(table, last));
            }
        }
    }
}

/// Tries every order of the cards on the numbers from `n` to `top`; collects what can lie on top.
fn arrange(table: &Table, left: &[Card], n: u8, top: u8, tops: &mut BTreeSet<Card>) {
    for (i, card) in left.iter().enumerate().filter(|(_, card)| can_be(table, **card, n)) {
        if n == top {
            tops.insert(*card);
        } else {
            arrange(table, &[&left[..i], &left[i + 1..]].concat(), n + 1, top, tops);
        }
    }
}

/// Whether the fast list keeps a play: weakest cards fill up, equal wild cards come in order, no needless wild card
/// except on top.
fn tells(table: &Table, hand: Cards, play: &Play) -> bool {
    let wilds = play.cards & table.wild_bits;
    let held = (hand & table.wild_bits) >> 96;
    if cards_in(wilds).any(|card| Cards::from(table.wild(card).twins) & held & !(wilds >> 96) != 0) {
        return false;
    }
    let numbers = |n: u8| hand & (0xff << ((n - 1) * 8)) & table.dragons;
    let (top, size) = (play.top >> 4, play.size);
    let naturals = play.cards & table.dragons;
    let is_set = cards_in(naturals).map(|card| card.0 / 8).collect::<BTreeSet<_>>().len() <= 1 && play.pattern != Run;
    if play.pattern == Single || play.cards == table.dragoness {
        return true;
    }
    if is_set {
        let wild_top = cards_in(wilds).any(|card| table.wild(card).tie > 0) || naturals == 0;
        let fill = if wild_top { naturals } else { naturals & !Card(127 - naturals.leading_zeros() as u8).bit() };
        let weakest: Cards = cards_in(numbers(top)).take(fill.count_ones() as usize).map(Card::bit).sum();
        return fill == weakest;
    }
    let is_suited = play.pattern == Horde;
    let clan = naturals.trailing_zeros() % 8;
    let mut places = Vec::new();
    for n in top + 1 - size..=top.min(12) {
        let here = naturals & numbers(n);
        let there = if is_suited { numbers(n) & ((Cards::MAX / 255) << clan) } else { numbers(n) };
        if here == 0 {
            places.push((n, there == 0));
        } else if n != top && !is_suited && here != Card::first(numbers(n)).bit() {
            return false;
        }
    }
    // If a place is missing, no other one is taken needlessly, except the top of a plain run.
    let is_missing = places.iter().any(|(_, is_missing)| *is_missing);
    places.iter().all(|(n, missing)| *missing || (*n == top && !(is_suited && is_missing)))
}

/// How many random hands are compared with the oracle; `HANDS=100000` for a long run.
fn hands() -> u64 {
    std::env::var("HANDS").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

#[test]
fn the_fast_lists_of_moves_are_the_definition() {
    use rayon::prelude::*;
    for (players, hordes) in [(4, "off"), (8, "off"), (4, "on"), (8, "on")] {
        let table = table(players, &[("hordes", hordes)]);
        let seen: BTreeSet<(Pattern, u8)> = (0..hands())
            .into_par_iter()
            .flat_map_iter(|index| {
                let mut chance = Key { seed: 3, game: 1, players, index }.stream(Purpose::Deal, Seat::FIRST);
                let mut cards = table.list.clone();
                wyrmpress::sim::Chance::shuffle(&mut chance, &mut cards, 13, Purpose::Deal);
                // Hands of all sizes, as they occur during a tournament.
                let many = 13 - (index % 13) as usize;
                let hand = cards[..many].iter().map(|card| Card(*card).bit()).sum();
                compare(&table, hand, &mut chance)
            })
            .collect();
        // Every pattern and size came up: singles, sets of 2 to 5, runs of 3 to 5, and Hordes.
        assert!(seen.len() >= if hordes == "on" { 10 } else { 8 }, "{seen:?}");
    }
}

fn compare(table: &Table, hand: Cards, chance: &mut wyrmpress::sim::Xoshiro) -> BTreeSet<(Pattern, u8)> {
    use wyrmpress::games::reign_of_dragoness::moves::{List, Telling, Wanted};
    fn listed<L: List>(table: &Table, hand: Cards, wanted: Wanted) -> Vec<Play> {
        let mut plays = Vec::new();
        L::list(table, hand, wanted, |play| plays.push(play));
        plays
    }
    let all = brute(table, hand);
    let mut wishes = vec![Wanted::Lead];
    let kinds = [(Single, 1), (Set, 2), (Set, 3), (Set, 4), (Set, 5), (Run, 3), (Run, 4), (Run, 5)];
    for (pattern, size) in kinds.into_iter().chain((table.horde > 0).then_some((Horde, 0))) {
        for floor in [0, (chance.below(13) as u8 + 1) << 4 | chance.below(10) as u8] {
            wishes.push(Wanted::Follow(pattern, size, floor));
        }
    }
    for wanted in wishes {
        let fits = |play: &&Play| match wanted {
            Wanted::Lead => play.pattern != Horde,
            Wanted::Follow(Horde, _, floor) => play.pattern == Horde && play.top > floor,
            Wanted::Follow(pattern, size, floor) => play.pattern == pattern && play.size == size && play.top > floor,
        };
        let want: BTreeSet<Play> = all.iter().filter(fits).copied().collect();
        for (list, want) in [
            (listed::<Every>(table, hand, wanted), want.clone()),
            (listed::<Telling>(table, hand, wanted), want.into_iter().filter(|p| tells(table, hand, p)).collect()),
        ] {
            let got: BTreeSet<Play> = list.iter().copied().collect();
            assert_eq!(got.len(), list.len(), "a play is listed twice: {wanted:?} {}", table.named(hand));
            let odd: Vec<_> = got.symmetric_difference(&want).map(|p| (p, table.named(p.cards))).collect();
            assert!(odd.is_empty(), "{wanted:?} with {}: {odd:#?}", table.named(hand));
        }
    }
    all.iter().map(|play| (play.pattern, play.size)).collect()
}

#[test]
fn invariants_hold_at_each_step_for_all_players_and_switches() {
    let switches = ["ultimate-revival", "tactical-passing", "conjuring", "hordes"];
    for players in 3..=8 {
        for bits in 0..16 {
            let rules: Vec<(&str, &str)> =
                switches.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, s)| (*s, "on")).collect();
            let table = table(players, &rules);
            for index in 0..3 {
                referee(&table, index);
            }
        }
    }
}

/// Plays a random game from the list of all legal actions and checks what must hold between one step and the next.
fn referee(table: &Table, index: u64) {
    let key = Key { seed: 11, game: 1, players: table.players, index };
    let (mut chance, mut bot) = (key.chance(), key.stream(Purpose::Bot, Seat::FIRST));
    let mut game = Reign::setup(table, &mut chance, &mut Quiet).expect("the game is set up");
    let mut past: Vec<(Reign, u64)> = Vec::new();
    let outcome = loop {
        game.check(table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let seat = match game.turn() {
            Turn::Decide(seat) => seat,
            Turn::Over(outcome) => break outcome,
        };
        let (mut every, mut telling) = (Vec::new(), Vec::new());
        game.options::<Every>(table, &mut every);
        game.legal(table, &mut telling);
        assert!(telling.iter().all(|action| every.contains(action)), "the short list holds legal actions only");
        let action = every[bot.below(every.len() as u32) as usize];
        let before = game.clone();
        past.push((before.clone(), before.fingerprint(None)));
        game.apply(table, action, &mut chance, &mut Quiet).expect("a legal action can be carried out");
        if let Action::Play(play) = action {
            assert_eq!(play.cards & !before.hands[seat], 0, "only cards of the own hand are played");
            if let Some(standing) = before.standing.filter(|_| play.pattern != Horde) {
                assert_eq!((play.pattern, play.size), (standing.pattern, standing.size));
                assert!(play.top > standing.top || play.revive != NO_CARD);
            }
        }
        let gained: u8 = game.points.iter().sum::<u8>() - before.points.iter().sum::<u8>();
        if game.tournament > before.tournament {
            assert!(gained >= 5 && game.points[seat] - before.points[seat] == 3, "{gained} points");
        } else {
            assert_eq!(gained, 0);
            assert!(matches!(game.turn(), Turn::Decide(next) if game.standing.is_none() || next != seat));
        }
    };
    assert!(outcome != Outcome(0) && game.tournament == 5);
    // The copy test: the saved states of the game have not changed since.
    assert!(past.iter().all(|(state, print)| state.fingerprint(None) == *print));
}

#[test]
fn bots_do_not_look_at_hidden_cards() {
    let table = table(5, &[("hordes", "on")]);
    for index in 0..20 {
        let key = Key { seed: 21, game: 1, players: 5, index };
        let (mut chance, mut worlds) = (key.chance(), key.stream(Purpose::Worlds, Seat::FIRST));
        let mut game = Reign::setup(&table, &mut chance, &mut Quiet).expect("the game is set up");
        while let Turn::Decide(seat) = game.turn() {
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            let chosen = game.advise(&table, 0, &options, &mut chance);
            let imagined = game.imagine(&table, seat, &mut worlds);
            imagined.check(&table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
            assert_eq!(imagined.fingerprint(Some(seat)), game.fingerprint(Some(seat)), "the view is the same");
            assert_eq!(imagined.advise(&table, 0, &options, &mut chance), chosen, "and so is the advice");
            game.apply(&table, options[chosen], &mut chance, &mut Quiet).expect("a legal action can be carried out");
        }
    }
}
