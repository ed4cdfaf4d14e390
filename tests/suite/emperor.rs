//! Emperor's Favor by its rulebook: its examples as positions, and what must always hold.

use wyrmpress::content;
use wyrmpress::games::emperors_favor::load::{Content, load};
use wyrmpress::games::emperors_favor::{Act, Deck, Halls, Kind, NONE, Palace, Phase, Staff, THRONE};
use wyrmpress::sim::{
    Batch, Bot, Checks, Game, Key, Lineup, Outcome, Purpose, Quiet, Rules, Seat, Tally, Turn, Xoshiro, run,
};

use crate::played::Copy;
use crate::project::repository;

type Table = <Palace as Game>::Table;

const CHEF: Staff = Staff(1);
const OFFICIAL: Staff = Staff(2);
const PRIEST: Staff = Staff(3);
const BLACKSMITH: Staff = Staff(4);
const STRATEGIST: Staff = Staff(5);

const HERBS: Kind = Kind(0);
const SOUP: Kind = Kind(1);
const SCROLL: Kind = Kind(2);
const INCENSE: Kind = Kind(3);
const ORE: Kind = Kind(4);
const MAP: Kind = Kind(5);
const VIAL: Kind = Kind(6);
const DUMPLINGS: Kind = Kind(7);
const BEADS: Kind = Kind(9);
const SHIELD: Kind = Kind(10);
const BOOK: Kind = Kind(11);
const ELIXIR: Kind = Kind(12);
const BANQUET: Kind = Kind(13);
const SCEPTER: Kind = Kind(14);
const SWORD: Kind = Kind(16);

fn content() -> Content {
    read(repository())
}

fn read(project: &std::path::Path) -> Content {
    let mut found = Vec::new();
    let only = ["emperors-favor".to_owned()];
    let content = content::parse(project, &only, &mut found).expect("the content can be read");
    load(&content.games[0], &mut found).unwrap_or_else(|| panic!("{found:#?}"))
}

fn lay(content: &Content, players: usize, rules: &[(&str, &str)]) -> Table {
    let rules = Rules::read(Palace::SWITCHES, rules.iter().copied()).expect("the switches exist");
    Palace::lay(content, &rules, players).expect("the table can be laid")
}

fn key(players: usize, index: u64) -> Key {
    Key { seed: 5, game: 1, players, index }
}

/// A table in the Play step of the first player, with empty hands and no Star on the board.
struct Scene {
    table: Table,
    game: Palace,
}

impl Scene {
    fn new(players: usize) -> Scene {
        Scene::with(lay(&content(), players, &[]))
    }

    fn with(table: Table) -> Scene {
        let players = table.players;
        let mut game = Palace::setup(&table, &mut key(players, 0).chance(), &mut Quiet).expect("the game is set up");
        while game.phase != Phase::Play {
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            game.apply(&table, options[0], &mut key(players, 0).chance(), &mut Quiet).expect("it can be carried out");
        }
        let mut scene = Scene { table, game };
        for seat in Seat::all(players) {
            scene.stars(seat, &[]);
            for kind in Kind::all() {
                scene.hand(seat, &[(kind, 0)]);
            }
        }
        scene
    }

    /// Gives a hand some cards of each kind, from their piles.
    fn hand(&mut self, seat: Seat, cards: &[(Kind, u8)]) {
        let game = &mut self.game;
        for (kind, n) in cards {
            let at = *kind;
            game.pile[at] = game.pile[at] + game.hand[seat][at] - n;
            game.cards[seat] = game.cards[seat] + n - game.hand[seat][at];
            game.hand[seat][at] = *n;
            game.kinds[seat] = game.kinds[seat] & !(1 << kind.0) | u32::from(*n > 0) << kind.0;
            game.stocked = game.stocked & !(1 << kind.0) | u32::from(game.pile[at] > 0) << kind.0;
        }
    }

    /// Puts Stars on Staff, and removes all others.
    fn stars(&mut self, seat: Seat, stars: &[(Staff, u8)]) {
        let game = &mut self.game;
        (game.stars[seat], game.allies[seat], game.supply[seat]) = (Halls::all(0), 0, self.table.stars_each);
        for (staff, n) in stars {
            game.stars[seat][*staff] = *n;
            game.allies[seat] |= 1 << staff.0;
            game.supply[seat] -= n;
        }
    }

    fn gold(&mut self, seat: Seat, gold: u8) {
        self.game.treasury = self.game.treasury + self.game.gold[seat] - gold;
        self.game.gold[seat] = gold;
    }

    /// Gives a Black Market card by name; returns its number.
    fn market(&mut self, seat: Seat, name: &str) -> Kind {
        let card = self.table.cards.iter().position(|card| card.name == name).expect("the card exists") as u8;
        let all: Vec<u8> = self.game.stalls.rest().iter().copied().filter(|c| *c != card - 18).collect();
        assert_eq!(all.len() + 1, self.game.stalls.rest().len());
        set(&mut self.game.stalls, &all);
        self.game.market[seat] |= 1 << (card - 18);
        Kind(card)
    }

    /// Makes an Event the only incomplete one.
    fn event(&mut self, seat: Seat, name: &str) -> u8 {
        let event = self.table.events.iter().position(|event| event.name == name).expect("the Event exists") as u8;
        let mut rest: Vec<u8> = self.game.fates.rest().to_vec();
        for other in Seat::all(self.table.players) {
            rest.extend((0..17).filter(|e| (other == seat || *e == event) && self.game.open[other] >> e & 1 == 1));
            if other == seat {
                self.game.open[seat] = 1 << event;
            } else {
                self.game.open[other] &= !(1 << event);
            }
        }
        rest.retain(|e| *e != event);
        set(&mut self.game.fates, &rest);
        event
    }

    fn options(&self) -> Vec<Act> {
        let mut options = Vec::new();
        self.game.legal(&self.table, &mut options);
        options
    }

    fn can(&self, act: Act) -> bool {
        self.options().contains(&act)
    }

    fn act(&mut self, act: Act) {
        self.game.check(&self.table, Checks::Full).unwrap_or_else(|wrong| panic!("before {act:?}: {wrong:?}"));
        assert!(self.can(act), "{act:?} is not among {:?}", self.options());
        self.game.apply(&self.table, act, &mut key(2, 0).chance(), &mut Quiet).expect("it can be carried out");
        self.game.check(&self.table, Checks::Full).unwrap_or_else(|wrong| panic!("after {act:?}: {wrong:?}"));
    }

    /// The first player ends the turn, and the second one is asked.
    fn next(&mut self) {
        self.act(Act::Pass);
        while self.game.active == Seat::FIRST {
            let first = self.options()[0];
            self.act(first);
        }
    }
}

fn set(deck: &mut Deck, cards: &[u8]) {
    deck.cards[..cards.len()].copy_from_slice(cards);
    deck.len = cards.len() as u8;
}

#[test]
fn two_stars_on_the_strategist_offer_exactly_map_or_book() {
    let mut scene = Scene::new(3);
    scene.stars(Seat(1), &[(STRATEGIST, 2)]);
    scene.next();
    assert_eq!(scene.game.phase, Phase::Collect);
    assert_eq!(scene.options(), [Act::Level(1), Act::Level(2)]);
    scene.act(Act::Level(2));
    assert_eq!(scene.game.hand[Seat(1)][BOOK], 1);
    assert_eq!(scene.game.phase, Phase::Play, "one card from each allied Staff");
    // The Meeple is offered the same two there, and a 1 Star card elsewhere.
    let moves: Vec<Act> = scene.options().into_iter().filter(|act| matches!(act, Act::Move(..))).collect();
    let want: Vec<Act> = Staff::all().map(|staff| Act::Move(staff, 1)).chain([Act::Move(STRATEGIST, 2)]).collect();
    assert_eq!(moves, want);
    scene.act(Act::Move(STRATEGIST, 1));
    assert_eq!(scene.game.hand[Seat(1)][MAP], 1);
    assert!(!scene.options().iter().any(|act| matches!(act, Act::Move(..))), "once a turn");
}

#[test]
fn the_rulebooks_three_prices_are_paid_exactly() {
    // Soup and Commerce Scroll; Dumplings, Rare Ore and 3 Gold; Jade Scepter, Book of Strategies and 5 Gold.
    for (stars, hand, gold, favor) in
        [(0, [SOUP, SCROLL], 0, 2), (1, [ORE, DUMPLINGS], 3, 5), (2, [BOOK, SCEPTER], 5, 10)]
    {
        let mut scene = Scene::new(2);
        if stars > 0 {
            scene.stars(Seat(0), &[(PRIEST, stars)]);
        }
        scene.hand(Seat(0), &hand.map(|kind| (kind, 1)));
        if gold > 0 {
            scene.gold(Seat(0), gold - 1);
            assert!(!scene.can(Act::Ally(PRIEST)), "{} Gold are too little", gold - 1);
        }
        scene.gold(Seat(0), gold);
        scene.act(Act::Ally(PRIEST));
        while scene.game.phase == Phase::Pay {
            let first = scene.options()[0];
            scene.act(first);
        }
        assert_eq!((scene.game.cards[Seat(0)], scene.game.gold[Seat(0)]), (0, 0));
        assert_eq!((scene.game.stars[Seat(0)][PRIEST], scene.game.favor[Seat(0)]), (stars + 1, favor));
    }
}

#[test]
fn cards_that_pay_for_a_star_are_of_different_staff() {
    let mut scene = Scene::new(2);
    scene.gold(Seat(0), 10);
    scene.hand(Seat(0), &[(SOUP, 2)]);
    assert!(!scene.can(Act::Ally(PRIEST)), "two of one kind are not two different cards");
    scene.stars(Seat(0), &[(PRIEST, 1), (CHEF, 2)]);
    scene.hand(Seat(0), &[(DUMPLINGS, 1), (BANQUET, 1)]);
    assert!(!scene.can(Act::Ally(PRIEST)) && !scene.can(Act::Ally(CHEF)), "all cards are the Chef's");
    // The Soup must not be paid with the Dumplings: the Ore is, and there is nothing to choose.
    scene.hand(Seat(0), &[(ORE, 1)]);
    scene.act(Act::Ally(PRIEST));
    assert_eq!((scene.game.hand[Seat(0)][ORE], scene.game.hand[Seat(0)][SOUP]), (0, 2));
    assert_eq!(scene.game.phase, Phase::Play);
    // Three Stars are the limit.
    scene.stars(Seat(0), &[(PRIEST, 3)]);
    scene.hand(Seat(0), &[(BOOK, 1), (SCEPTER, 1)]);
    assert!(!scene.can(Act::Ally(PRIEST)));
}

#[test]
fn three_rare_ore_become_one_steel_shield() {
    let mut scene = Scene::new(2);
    scene.hand(Seat(0), &[(ORE, 2)]);
    assert!(!scene.can(Act::Upgrade(ORE)));
    scene.hand(Seat(0), &[(ORE, 3)]);
    scene.act(Act::Upgrade(ORE));
    assert_eq!((scene.game.hand[Seat(0)][ORE], scene.game.hand[Seat(0)][SHIELD]), (0, 1));
    assert_eq!((scene.game.pile[ORE], scene.game.pile[SHIELD]), (7, 4));
    // No card in the next pile, no upgrade; and none beyond three Stars.
    scene.hand(Seat(0), &[(ORE, 3), (SHIELD, 5)]);
    assert!(!scene.can(Act::Upgrade(ORE)) && scene.can(Act::Upgrade(SHIELD)));
    scene.hand(Seat(0), &[(SWORD, 3)]);
    assert!(!scene.can(Act::Upgrade(SHIELD)) && !scene.can(Act::Upgrade(SWORD)));
}

/// Plays a setup at random; also returns the seats in the order in which they placed Stars.
fn set_up(table: &Table, index: u64) -> (Palace, Vec<Seat>) {
    let players = table.players;
    let mut bot = key(players, index).stream(Purpose::Bot, Seat::FIRST);
    let mut game = Palace::setup(table, &mut key(players, index).chance(), &mut Quiet).expect("the game is set up");
    let mut order = Vec::new();
    while matches!(game.phase, Phase::Begin | Phase::Place) {
        if game.phase == Phase::Place {
            order.push(game.seat);
        }
        let mut options = Vec::new();
        game.legal(table, &mut options);
        let act = options[bot.below(options.len() as u32) as usize];
        game.apply(table, act, &mut key(players, index).chance(), &mut Quiet).expect("it can be carried out");
        game.check(table, Checks::Full).expect("all holds");
    }
    (game, order)
}

/// The most Stars on one Staff.
fn fullest(game: &Palace) -> u8 {
    Staff::all().map(|staff| game.stars.iter().map(|stars| stars[staff]).sum()).max().unwrap_or(0)
}

#[test]
fn setup_goes_in_reverse_order_and_ends_with_two_stars_on_two_staff() {
    let content = content();
    for players in 2..=6 {
        let table = lay(&content, players, &[("setup-dead-end", "forbid")]);
        for index in 0..500 {
            let (game, order) = set_up(&table, index);
            let back: Vec<Seat> = Seat::all(players).rev().chain(Seat::all(players).rev()).collect();
            assert_eq!(order, back);
            for seat in Seat::all(players) {
                assert_eq!((game.allies[seat].count_ones(), game.supply[seat]), (2, 6), "two different Staff");
                assert_eq!((game.gold[seat], game.open[seat].count_ones(), game.meeple[seat]), (3, 1, NONE));
            }
            assert!(fullest(&game) <= 2, "{:?}", game.stars);
        }
    }
}

#[test]
fn the_dead_end_of_six_is_ruled_and_is_as_rare_as_the_rulings_say() {
    let content = content();
    for players in 2..=5 {
        let table = lay(&content, players, &[]);
        assert!((0..1000).all(|index| fullest(&set_up(&table, index).0) <= 2), "{players} players");
    }
    // 5.26 % of random setups; 20,000 of them give this within 0.32 points.
    let table = lay(&content, 6, &[]);
    let mut ends = 0;
    for index in 0..20_000 {
        let (game, _) = set_up(&table, index);
        assert!(Seat::all(6).all(|seat| game.allies[seat].count_ones() == 2), "still on two different Staff");
        ends += u32::from(fullest(&game) == 3);
    }
    assert!((1000..=1110).contains(&ends), "{ends} of 20,000");
}

#[test]
fn an_empty_pile_gives_another_level_or_nothing() {
    let mut scene = Scene::new(3);
    scene.stars(Seat(1), &[(CHEF, 2), (OFFICIAL, 1)]);
    scene.hand(Seat(2), &[(DUMPLINGS, 5)]);
    scene.hand(Seat(0), &[(SCROLL, 7)]);
    scene.next();
    assert_eq!(scene.game.phase, Phase::Play, "nothing was to be chosen");
    assert_eq!((scene.game.hand[Seat(1)][SOUP], scene.game.cards[Seat(1)]), (1, 1));
    scene.act(Act::Move(OFFICIAL, 0));
    assert_eq!((scene.game.meeple[Seat(1)], scene.game.cards[Seat(1)]), (OFFICIAL.0, 1));
}

#[test]
fn the_treasury_pays_what_it_has() {
    let mut scene = Scene::new(2);
    scene.gold(Seat(1), 54);
    scene.hand(Seat(0), &[(SWORD, 2)]);
    assert_eq!((scene.game.treasury, scene.game.gold[Seat(0)]), (3, 3));
    scene.act(Act::Sell(SWORD));
    assert_eq!((scene.game.treasury, scene.game.gold[Seat(0)]), (0, 6));
    scene.act(Act::Sell(SWORD));
    assert_eq!((scene.game.gold[Seat(0)], scene.game.cards[Seat(0)]), (6, 0), "discarding for nothing is allowed");
}

#[test]
fn the_hand_is_cut_to_eight_without_gold() {
    let mut scene = Scene::new(2);
    scene.hand(Seat(0), &[(SOUP, 5), (ORE, 5)]);
    let gold = scene.game.gold[Seat(0)];
    scene.act(Act::Pass);
    assert_eq!(scene.game.phase, Phase::Hand);
    scene.act(Act::Card(SOUP));
    scene.act(Act::Card(ORE));
    assert_eq!((scene.game.active, scene.game.cards[Seat(0)], scene.game.gold[Seat(0)]), (Seat(1), 8, gold));
}

#[test]
fn the_empress_takes_fifteen_gold_and_three_different_cards_once() {
    let mut scene = Scene::new(2);
    scene.gold(Seat(0), 40);
    scene.hand(Seat(0), &[(SWORD, 3), (SCEPTER, 2)]);
    assert!(!scene.can(Act::Empress), "two kinds are too few");
    scene.hand(Seat(0), &[(ELIXIR, 2)]);
    scene.act(Act::Empress);
    assert_eq!((scene.game.gold[Seat(0)], scene.game.cards[Seat(0)], scene.game.favor[Seat(0)]), (25, 4, 20));
    assert_eq!((scene.game.meeple[Seat(0)], scene.game.day.moves), (THRONE, 1));
    scene.hand(Seat(0), &[(SWORD, 2), (SCEPTER, 2), (ELIXIR, 2)]);
    assert!(!scene.can(Act::Empress), "once a player");
    // Four kinds: the player chooses which three.
    scene.gold(Seat(1), 15);
    scene.next();
    scene.hand(Seat(1), &[(SWORD, 1), (SCEPTER, 1), (ELIXIR, 1), (BANQUET, 1)]);
    scene.act(Act::Empress);
    assert_eq!(scene.options().len(), 4);
    for kind in [SWORD, BANQUET, ELIXIR] {
        scene.act(Act::Card(kind));
    }
    assert_eq!((scene.game.favor[Seat(1)], scene.game.hand[Seat(1)][SCEPTER]), (20, 1), "several may");
}

#[test]
fn with_all_stars_placed_one_is_moved_and_favor_is_gained() {
    let mut scene = Scene::new(2);
    scene.stars(Seat(0), &[(Staff(0), 3), (CHEF, 3), (OFFICIAL, 2)]);
    scene.hand(Seat(0), &[(SOUP, 1), (SCROLL, 1)]);
    scene.act(Act::Ally(PRIEST));
    assert_eq!(scene.options(), [Act::Staff(Staff(0)), Act::Staff(CHEF), Act::Staff(OFFICIAL)], "not the new Staff");
    scene.act(Act::Staff(OFFICIAL));
    while scene.game.phase == Phase::Pay {
        let first = scene.options()[0];
        scene.act(first);
    }
    assert_eq!(
        (scene.game.stars[Seat(0)].0, scene.game.supply[Seat(0)], scene.game.favor[Seat(0)]),
        ([3, 3, 1, 1, 0, 0], 0, 2)
    );
}

#[test]
fn the_map_moves_a_star_for_no_favor_and_never_makes_four() {
    let mut scene = Scene::new(2);
    scene.stars(Seat(0), &[(CHEF, 3), (PRIEST, 1)]);
    scene.hand(Seat(0), &[(MAP, 1)]);
    scene.act(Act::Play(MAP));
    assert!(!scene.can(Act::Shift(PRIEST, CHEF)) && scene.can(Act::Shift(CHEF, PRIEST)));
    scene.act(Act::Shift(CHEF, PRIEST));
    assert_eq!(
        (scene.game.stars[Seat(0)][Staff(1)], scene.game.stars[Seat(0)][Staff(3)], scene.game.favor[Seat(0)]),
        (2, 2, 0)
    );
    assert_eq!(scene.game.pile[MAP], 7, "a played Staff card goes back to its pile");
}

#[test]
fn an_event_is_shown_and_kept_and_one_a_turn() {
    let mut scene = Scene::new(2);
    let event = scene.event(Seat(0), "Harvest Festival");
    scene.hand(Seat(0), &[(SOUP, 1)]);
    assert!(!scene.can(Act::Complete(event)));
    scene.hand(Seat(0), &[(DUMPLINGS, 1)]);
    let favor = scene.table.events[usize::from(event)].favor;
    scene.act(Act::Complete(event));
    assert_eq!((scene.game.favor[Seat(0)], scene.game.cards[Seat(0)], scene.game.open[Seat(0)]), (favor, 2, 0));
    assert_eq!(scene.game.done[Seat(0)], 1 << event);
    scene.act(Act::Pass);
    assert_eq!((scene.game.phase, scene.options().len()), (Phase::Refill, 3), "three Events are looked at");
    let (Act::Event(kept), left) = (scene.options()[1], scene.game.fates.rest().len()) else { panic!("an Event") };
    scene.act(Act::Event(kept));
    assert_eq!(
        (scene.game.open[Seat(0)], scene.game.fates.rest().len()),
        (1 << kept, left + 2),
        "two go to the bottom"
    );
    assert_eq!(scene.game.active, Seat(1));
}

#[test]
fn prayer_beads_stand_for_one_missing_card() {
    let mut scene = Scene::new(2);
    let event = scene.event(Seat(0), "Harvest Festival");
    scene.hand(Seat(0), &[(BEADS, 1)]);
    scene.act(Act::Play(BEADS));
    assert!(!scene.can(Act::Complete(event)), "one of two");
    scene.hand(Seat(0), &[(SOUP, 1)]);
    scene.act(Act::Complete(event));
    // Nothing is visible any longer by the end of the turn.
    scene.next();
    assert_eq!(scene.game.day.wild, 0);
}

#[test]
fn the_black_market_shows_three_and_its_cards_leave_the_game() {
    let mut scene = Scene::new(2);
    scene.gold(Seat(0), 8);
    let top: Vec<u8> = scene.game.stalls.rest()[..3].to_vec();
    scene.act(Act::Buy);
    assert_eq!((scene.game.gold[Seat(0)], scene.options()), (0, top.iter().map(|card| Act::Market(*card)).collect()));
    scene.act(Act::Market(top[1]));
    let rest = scene.game.stalls.rest();
    assert_eq!((rest.len(), &rest[12..]), (14, &[top[0], top[2]][..]), "the others go to the bottom");
    assert!(!scene.can(Act::Buy), "no Gold is left");
    let decree = scene.market(Seat(1), "Forged Decree");
    scene.next();
    scene.act(Act::Play(decree));
    assert_eq!((scene.game.market[Seat(1)], scene.game.out), (0, 1 << (decree.0 - 18)));
    assert!(!scene.options().iter().any(|act| *act == Act::Play(decree) || *act == Act::Sell(decree)));
}

#[test]
fn a_shield_cancels_and_a_smoke_bomb_pays() {
    let mut scene = Scene::new(3);
    scene.hand(Seat(0), &[(VIAL, 2)]);
    scene.hand(Seat(1), &[(SOUP, 3), (SHIELD, 1)]);
    assert!(!scene.can(Act::Play(SHIELD)));
    scene.act(Act::Play(VIAL));
    assert_eq!((scene.game.seat, scene.game.phase), (Seat(1), Phase::React), "only one player has cards");
    scene.act(Act::Cancel(SHIELD));
    assert_eq!((scene.game.cards[Seat(1)], scene.game.hand[Seat(1)][SOUP]), (3, 3));
    let bomb = scene.market(Seat(1), "Smoke Bomb");
    let gold = scene.game.gold[Seat(1)];
    scene.act(Act::Play(VIAL));
    scene.act(Act::Cancel(bomb));
    assert_eq!((scene.game.cards[Seat(1)], scene.game.gold[Seat(1)]), (3, gold + 8));
    scene.hand(Seat(0), &[(VIAL, 1)]);
    scene.act(Act::Play(VIAL));
    assert_eq!((scene.game.cards[Seat(1)], scene.game.seat), (1, Seat(0)), "two are gone, and nobody could react");
}

#[test]
fn a_book_is_for_once_a_turn() {
    let mut scene = Scene::new(2);
    scene.hand(Seat(0), &[(BOOK, 2)]);
    scene.act(Act::Play(BOOK));
    assert_eq!((scene.game.day.moves, scene.can(Act::Play(BOOK))), (2, false));
    scene.act(Act::Move(CHEF, 1));
    scene.act(Act::Move(CHEF, 1));
    assert_eq!(scene.game.hand[Seat(0)][SOUP], 2, "the same Staff counts as moving");
}

#[test]
fn a_turn_of_more_than_two_hundred_actions_is_a_fault() {
    let mut scene = Scene::new(2);
    scene.game.day.acts = 200;
    let end = scene.game.apply(&scene.table, Act::Move(CHEF, 1), &mut key(2, 0).chance(), &mut Quiet);
    assert_eq!(end.expect_err("the turn is too long").class(), "broken: a turn comes to its end");
}

#[test]
fn cards_do_what_their_records_say() {
    let mut scene = Scene::new(3);
    scene.stars(Seat(0), &[(CHEF, 1), (PRIEST, 1), (BLACKSMITH, 1), (OFFICIAL, 1)]);
    scene.hand(Seat(0), &[(SCROLL, 1), (ORE, 1), (SOUP, 2), (HERBS, 1), (DUMPLINGS, 1), (SWORD, 1)]);
    scene.gold(Seat(0), 0);
    scene.act(Act::Play(SCROLL));
    assert_eq!(scene.game.gold[Seat(0)], 3, "four allies, at most three Gold");
    scene.act(Act::Play(ORE));
    assert_eq!((scene.game.hand[Seat(0)][SOUP], scene.game.hand[Seat(0)][DUMPLINGS]), (0, 2));
    scene.act(Act::Play(HERBS));
    scene.act(Act::Card(SWORD));
    assert!(!scene.can(Act::Staff(BLACKSMITH)), "a different Staff");
    scene.act(Act::Staff(STRATEGIST));
    assert_eq!(scene.game.hand[Seat(0)][Kind(17)], 1, "the same level");
    scene.act(Act::Play(DUMPLINGS));
    for staff in [Staff(0), PRIEST, STRATEGIST] {
        assert!(!scene.can(Act::Staff(CHEF)));
        scene.act(Act::Staff(staff));
    }
    assert_eq!([HERBS, INCENSE, MAP].map(|kind| scene.game.hand[Seat(0)][kind]), [1, 1, 1]);
    assert_eq!(scene.game.phase, Phase::Play);
}

#[test]
fn the_printed_number_is_the_simulated_number() {
    let copy = Copy::of("emperors-favor");
    let decree = copy.read("content/emperors-favor/market.toml");
    let (text, effect) = ("Gain **5 Favor**.", "who = \"you\", n = 5");
    assert!(decree.contains(text) && decree.contains(effect));
    copy.edit("content/emperors-favor/market.toml", text, "Gain **7 Favor**.");
    copy.edit("content/emperors-favor/market.toml", effect, "who = \"you\", n = 7");
    for (project, favor) in [(repository(), 5), (copy.path("").as_path(), 7)] {
        let mut scene = Scene::with(lay(&read(project), 2, &[]));
        let decree = scene.market(Seat(0), "Forged Decree");
        scene.act(Act::Play(decree));
        assert_eq!(scene.game.favor[Seat(0)], favor);
    }
}

#[test]
fn fifty_favor_win_at_once_or_at_the_end_of_the_round() {
    for (rules, at_once) in [(&[][..], true), (&[("finish-round", "on")], false)] {
        let mut scene = Scene::with(lay(&content(), 2, rules));
        scene.game.favor[Seat(0)] = 48;
        scene.game.favor[Seat(1)] = 51 - u16::from(at_once) * 40;
        scene.hand(Seat(0), &[(SOUP, 1), (SCROLL, 1)]);
        let mut acts = vec![Act::Ally(PRIEST)];
        while let Some(act) = acts.pop() {
            scene.game.apply(&scene.table, act, &mut key(2, 0).chance(), &mut Quiet).expect("it can be carried out");
            if !at_once && scene.game.turn() != Turn::Over(Outcome(2)) || scene.game.phase == Phase::Pay {
                acts.push(scene.options()[0]);
            }
        }
        let want = if at_once { Outcome(1) } else { Outcome(2) };
        assert_eq!(scene.game.turn(), Turn::Over(want), "the most Favor wins a finished round");
    }
}

fn batch(players: usize, rules: &[(&str, &str)], bots: &[Bot], games: u64) -> Tally {
    let content = content();
    let (table, facts) = (lay(&content, players, rules), Palace::facts(&content));
    let lineup = Lineup(bots.to_vec());
    run(
        &Batch::<Palace> {
            table: &table,
            facts: &facts,
            key: key(players, 0),
            lineup: &lineup,
            games,
            checks: Checks::Full,
        },
        &|_| {},
    )
}

fn mark(tally: &Tally, what: &str) -> u64 {
    let at = Palace::MARKS.iter().position(|(_, said)| said.contains(what)).expect("the mark exists");
    tally.marks[at]
}

#[test]
fn ledgers_of_gold_cards_and_stars_balance_at_each_step() {
    // GAMES=100000 cargo suite ledgers_of_gold plays more.
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1200);
    for players in 2..=6 {
        let tally = batch(players, &[], &[Bot::Random, Bot::Strategy(0)], games);
        assert!(tally.failures.is_empty(), "{players} players: {:?}", tally.failures);
        assert_eq!((tally.completed, tally.unwon), (games, 0), "7, 5 and 3 copies never stall");
        for rules in [("setup-dead-end", "forbid"), ("trading", "one-for-one"), ("finish-round", "on")] {
            let tally = batch(players, &[rules], &[Bot::Random, Bot::Strategy(0)], games / 4);
            assert!(tally.failures.is_empty(), "{players} players, {rules:?}: {:?}", tally.failures);
            assert!(rules.0 != "trading" || mark(&tally, "offer was accepted") > 0);
        }
    }
}

#[test]
fn every_card_is_used_and_the_empress_is_reached() {
    let content = content();
    let mut used = vec![0; 50];
    let mut crowned = 0;
    for lineup in [[0, 1, 2, 3], [2, 3, 4, 5]] {
        let tally = batch(4, &[], &lineup.map(Bot::Strategy), 1000);
        used.iter_mut().zip(&tally.used).for_each(|(sum, n)| *sum += n);
        crowned += mark(&tally, "allied with the Empress");
    }
    let pieces = Palace::facts(&content).pieces;
    let never: Vec<&str> = pieces.iter().zip(&used).filter(|(_, n)| **n == 0).map(|(p, _)| p.name.as_str()).collect();
    assert!(never.is_empty(), "no bot ever used {never:?}");
    assert!(crowned > 50, "the Empress was reached {crowned} times in 2,000 games");
}

#[test]
fn no_strategy_wins_more_than_its_share_and_six_tenths() {
    let mut fared = [(0.0, 0u64); 6];
    let choices = (0u32..64).filter(|set| set.count_ones() == 4);
    for set in choices {
        let seated: Vec<usize> = (0..6).filter(|strategy| set >> strategy & 1 == 1).collect();
        let bots: Vec<Bot> = seated.iter().map(|strategy| Bot::Strategy(*strategy)).collect();
        let tally = batch(4, &[], &bots, 200);
        for (strategy, more) in seated.iter().zip(&tally.bots) {
            fared[*strategy].0 += more.won as f64 / 2520.0;
            fared[*strategy].1 += more.count;
        }
    }
    for (name, (won, games)) in Palace::STRATEGIES.iter().zip(fared) {
        let share = won / games as f64 / 0.25;
        assert!(share <= 1.6, "{name} wins {share:.2} of its fair share");
    }
}

#[test]
fn a_court_that_stands_still_is_nobodys_win() {
    let tally = batch(3, &[], &[Bot::First], 2);
    assert_eq!((tally.completed, tally.unwon), (2, 2));
    assert_eq!(mark(&tally, "stood still"), 2);
}

#[test]
fn imagined_worlds_agree_with_what_is_seen() {
    let table = lay(&content(), 4, &[]);
    let mut bot = Xoshiro::from_seed(9);
    let mut chance = key(4, 0).chance();
    let mut game = Palace::setup(&table, &mut chance, &mut Quiet).expect("the game is set up");
    let (mut differ, mut options) = (0, Vec::new());
    while let Turn::Decide(seat) = game.turn() {
        for viewer in [seat, seat.next(4)] {
            let world = game.imagine(&table, viewer, &mut bot);
            assert_eq!(world.fingerprint(Some(viewer)), game.fingerprint(Some(viewer)));
            world.check(&table, Checks::Full).expect("an imagined world is a whole one");
            differ += u32::from(world.fingerprint(None) != game.fingerprint(None));
        }
        options.clear();
        game.legal(&table, &mut options);
        let act = options[bot.below(options.len() as u32) as usize];
        game.apply(&table, act, &mut chance, &mut Quiet).expect("it can be carried out");
    }
    assert!(differ > 100, "hidden things are dealt anew");
}
