//! The Dragon's Favour by its rulebook: its clauses as positions, and what must always hold.

use wyrmpress::content;
use wyrmpress::games::dragons_favour::load::load;
use wyrmpress::games::dragons_favour::{Act, Cards, Court, Phase, ROUNDS, Role, card, many};
use wyrmpress::sim::{Checks, Game, Key, Outcome, Purpose, Quiet, Rules, Seat, Turn};

use crate::project::repository;

type Table = <Court as Game>::Table;

fn table(players: usize, rules: &[(&str, &str)]) -> Table {
    let mut found = Vec::new();
    let only = ["dragons-favour".to_owned()];
    let content = content::parse(repository(), &only, &mut found).expect("the content can be read");
    let content = load(&content.games[0], &mut found).unwrap_or_else(|| panic!("{found:#?}"));
    let rules = Rules::read(Court::SWITCHES, rules.iter().copied()).expect("the switches exist");
    Court::lay(&content, &rules, players).expect("the table can be laid")
}

const ARTISAN: Role = Role(0);
const ASSASSIN: Role = Role(1);
const NOBLE: Role = Role(3);
const SOLDIER: Role = Role(4);
const SUPPLIER: Role = Role(5);

/// A table with chosen clans; the first seat is the Judge.
struct Scene {
    table: Table,
    game: Court,
}

impl Scene {
    fn new(table: Table, clans: &[&str]) -> Scene {
        let key = Key { seed: 1, game: 1, players: clans.len(), index: 0 };
        let mut game = Court::setup(&table, &mut key.chance(), &mut Quiet).expect("the game is set up");
        for (seat, name) in Seat::all(clans.len()).zip(clans) {
            let at = table.clans.iter().position(|clan| clan.name == *name).expect("the clan exists");
            (game.clan[seat], game.hand[seat], game.favour[seat]) =
                (at as u8, table.clans[at].cards, table.clans[at].start);
        }
        game.all = game.hand;
        (game.judge, game.seat, game.phase) = (Seat::FIRST, Seat::FIRST, Phase::Nominate);
        Scene { table, game }
    }

    fn options(&self) -> Vec<Act> {
        let mut options = Vec::new();
        self.game.legal(&self.table, &mut options);
        options
    }

    fn act(&mut self, act: Act) {
        assert!(self.options().contains(&act), "{act:?} is not among {:?}", self.options());
        let key = Key { seed: 1, game: 1, players: 2, index: 0 };
        self.game.apply(&self.table, act, &mut key.chance(), &mut Quiet).expect("it can be carried out");
        self.game.check(&self.table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    }

    /// Names votes, then places cards in the order the game asks for them.
    fn vote(&mut self, votes: u8, cards: &[(Role, Role)]) {
        self.act(Act::Nominate(votes));
        for (role, on) in cards {
            self.act(Act::Place(*role, *on));
        }
    }

    /// Lets every effect pass: nothing is picked where that is allowed, and a card that must move stays in place.
    fn settle(&mut self) {
        let mut stay = Role(0);
        while matches!(self.game.phase, Phase::Card | Phase::Vote | Phase::Either) {
            let act = match (self.game.phase, self.options()[0]) {
                (Phase::Vote, _) => Act::Vote(stay),
                (_, first) => first,
            };
            if let Act::Card(i) = act {
                stay = Role::all().find(|vote| i.is_in(self.game.placed_on[*vote])).expect("it lies somewhere");
            }
            self.act(act);
        }
    }
}

#[test]
fn the_judge_names_one_three_or_five_within_hands_and_players() {
    // Hands of 6, 5, 4, 3 and 2 cards.
    for (gone, want) in [(0, &[1u8, 3, 5][..]), (1, &[1, 3, 5]), (2, &[1, 3]), (3, &[1, 3]), (4, &[1])] {
        let mut scene = Scene::new(table(3, &[]), &["Dragon", "Ox", "Rat"]);
        for seat in Seat::all(3) {
            for _ in 0..gone {
                let role = Role::all().find(|role| many(scene.game.hand[seat], *role) > 0).expect("a card");
                scene.game.hand[seat] -= card(role);
                scene.game.home[seat] += card(role);
            }
        }
        let want: Vec<Act> = want.iter().map(|n| Act::Nominate(*n)).collect();
        assert_eq!(scene.options(), want, "{gone} gone");
    }
    let six = Scene::new(table(6, &[]), &["Dragon", "Ox", "Rat", "Fox", "Boar", "Tiger"]);
    assert_eq!(six.options(), [Act::Nominate(1), Act::Nominate(3)], "more than five players");
}

#[test]
fn the_dragon_is_the_first_judge_and_starts_with_favour() {
    let table = table(4, &[("dragon", "always")]);
    for index in 0..40 {
        let key = Key { seed: 3, game: 1, players: 4, index };
        let game = Court::setup(&table, &mut key.chance(), &mut Quiet).expect("the game is set up");
        let dragon =
            Seat::all(4).find(|seat| table.clans[usize::from(game.clan[*seat])].name == "Dragon").expect("the Dragon");
        assert_eq!(game.judge, dragon);
        assert_eq!(game.favour.0[..4].iter().sum::<u16>(), 1);
        assert_eq!(game.favour[dragon], 1);
    }
}

#[test]
fn others_place_clockwise_and_the_judge_last() {
    let mut scene = Scene::new(table(3, &[]), &["Dragon", "Ox", "Rat"]);
    scene.act(Act::Nominate(3));
    for _ in 0..3 {
        for seat in [1, 2, 0].map(Seat) {
            assert_eq!(scene.game.turn(), Turn::Decide(seat));
            let first = scene.options()[0];
            scene.act(first);
        }
    }
    assert_ne!(scene.game.phase, Phase::Place);
}

#[test]
fn one_assassin_may_withdraw_two_of_a_player_and_one_goes_home() {
    // The Tiger plays both Soldiers; the Ox's Assassin lies on Soldier.
    let mut scene = Scene::new(table(2, &[]), &["Tiger", "Ox"]);
    scene.vote(
        3,
        &[(ASSASSIN, SOLDIER), (SOLDIER, NOBLE), (NOBLE, NOBLE), (SOLDIER, ARTISAN), (SUPPLIER, NOBLE), (NOBLE, NOBLE)],
    );
    scene.settle();
    assert_eq!(scene.game.withdrawn.count_ones(), 2);
    if scene.game.phase == Phase::Winner {
        let first = scene.options()[0];
        scene.act(first);
    }
    // The Ox sends first, then the Tiger, who must send a Soldier.
    assert_eq!(scene.game.turn(), Turn::Decide(Seat(1)));
    let first = scene.options()[0];
    scene.act(first);
    assert_eq!(scene.options(), [Act::Home(SOLDIER)]);
    scene.act(Act::Home(SOLDIER));
    assert_eq!(scene.game.home[Seat(0)], card(SOLDIER), "only one of them");
    assert_eq!(many(scene.game.hand[Seat(0)], SOLDIER), 1, "the other one comes back");
}

#[test]
fn withdrawn_cards_neither_vote_nor_count_as_played() {
    for (switch, votes) in [("off", 1), ("on", 2)] {
        let rules = [("withdrawn-cards-vote", switch)];
        let mut scene = Scene::new(table(3, &rules), &["Dragon", "Rat", "Tiger"]);
        // The Rat's Assassin lies on Noble and withdraws the Tiger's and the Dragon's Nobles.
        scene.vote(1, &[(ASSASSIN, NOBLE), (NOBLE, ARTISAN), (NOBLE, ARTISAN)]);
        scene.settle();
        let wins_artisan = votes == 2;
        assert_eq!(scene.game.withdrawn.count_ones(), 2);
        // Noble has one vote that counts; Artisan has two, which count only with the switch. Nobody played an Artisan.
        let gained: Vec<u16> =
            Seat::all(3).map(|seat| scene.game.favour[seat] - u16::from(seat == Seat::FIRST)).collect();
        // The Assassin on the winning role adds its own 1.
        let want = if wins_artisan { [1, 0, 1] } else { [0, 2, 0] };
        assert_eq!(gained, want, "withdrawn cards vote: {switch}");
    }
}

#[test]
fn playing_and_voting_bring_one_favour_and_both_bring_two() {
    let mut scene = Scene::new(table(3, &[]), &["Ox", "Rat", "Tiger"]);
    // A Supplier on Supplier is both; a Soldier on Supplier votes; a Supplier elsewhere is played.
    scene.vote(1, &[(SOLDIER, SUPPLIER), (SUPPLIER, NOBLE), (SUPPLIER, SUPPLIER)]);
    let before = scene.game.favour;
    scene.settle();
    let gained: Vec<u16> = Seat::all(3).map(|seat| scene.game.favour[seat] - before[seat]).collect();
    // The votes of the first two win, which brings each of them 1 more.
    assert_eq!(gained, [3, 2, 1]);
}

#[test]
fn the_dragon_breaks_ties_and_else_the_judge() {
    // Two votes on Noble, two on Soldier; the Dragon voted for Soldier.
    let place = [(SUPPLIER, NOBLE), (SUPPLIER, NOBLE), (SUPPLIER, SOLDIER), (SUPPLIER, SOLDIER)];
    let mut scene = Scene::new(table(4, &[]), &["Ox", "Rat", "Fox", "Dragon"]);
    scene.vote(1, &place);
    scene.settle();
    assert_eq!(scene.game.phase, Phase::Home, "the tie is decided");
    let mut scene = Scene::new(table(4, &[]), &["Ox", "Rat", "Fox", "Boar"]);
    scene.vote(1, &place);
    scene.settle();
    assert_eq!((scene.game.phase, scene.game.turn()), (Phase::Winner, Turn::Decide(Seat(0))), "the Judge decides");
    assert_eq!(scene.options(), [Act::Winner(NOBLE), Act::Winner(SOLDIER)]);
}

#[test]
fn cards_act_by_role_then_by_voting_card_then_by_placement() {
    let mut scene = Scene::new(table(3, &[]), &["Ox", "Fox", "Rat"]);
    // Nobles of the Fox on Supplier and on Artisan, of the Ox on Artisan: Artisan first, there the first placed.
    scene.vote(
        3,
        &[
            (NOBLE, SUPPLIER),
            (ARTISAN, ARTISAN),
            (NOBLE, ARTISAN),
            (NOBLE, ARTISAN),
            (SUPPLIER, NOBLE),
            (SUPPLIER, NOBLE),
            (SUPPLIER, NOBLE),
            (SOLDIER, NOBLE),
            (SOLDIER, NOBLE),
        ],
    );
    let mut asked = Vec::new();
    while matches!(scene.game.phase, Phase::Card) {
        asked.push(scene.game.seat);
        let first = scene.options()[0];
        scene.act(first);
    }
    // Nobles: the Ox (placed before), the Fox on Artisan, the Fox on Supplier; then Soldiers and Suppliers.
    assert_eq!(asked[..3], [0, 1, 1].map(Seat), "{asked:?}");
}

/// Plays a game to its end with all Favour set just before the last card goes home.
fn ended(clans: &[&str], favour: &[u16]) -> Outcome {
    let mut scene = Scene::new(table(clans.len(), &[]), clans);
    let key = Key { seed: 2, game: 1, players: clans.len(), index: 0 };
    let mut bot = key.stream(Purpose::Bot, Seat::FIRST);
    loop {
        let outcome = match scene.game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Decide(_) => scene.options(),
        };
        if scene.game.round == ROUNDS - 1 && scene.game.phase == Phase::Home {
            scene.game.favour.0[..favour.len()].copy_from_slice(favour);
        }
        let at = bot.below(outcome.len() as u32) as usize;
        scene.act(outcome[at]);
    }
}

#[test]
fn the_dragon_wins_draws_and_others_share_them() {
    assert_eq!(ended(&["Ox", "Dragon", "Rat"], &[9, 9, 9]), Outcome(0b010));
    assert_eq!(ended(&["Ox", "Dragon", "Rat"], &[9, 8, 9]), Outcome(0b101));
    assert_eq!(ended(&["Ox", "Fox", "Rat"], &[9, 9, 4]), Outcome(0b011));
    assert_eq!(ended(&["Ox", "Fox", "Rat"], &[1, 2, 3]), Outcome(0b100));
}

#[test]
fn invariants_hold_at_each_step_and_games_have_five_rounds() {
    let rules: [&[(&str, &str)]; 5] = [
        &[],
        &[("all-assassinated-leave", "on")],
        &[("withdrawn-cards-vote", "on")],
        &[("dragon", "always"), ("dragon-starts-with-favour", "off")],
        &[("dragon", "never")],
    ];
    for players in 2..=7 {
        for rules in rules.iter().filter(|rules| players < 7 || rules.first() != Some(&("dragon", "never"))) {
            let table = table(players, rules);
            for index in 0..15 {
                referee(&table, index, rules.first() == Some(&("all-assassinated-leave", "on")));
            }
        }
    }
}

/// Plays a random game and checks what must hold between one step and the next.
fn referee(table: &Table, index: u64, all_leave: bool) {
    let key = Key { seed: 11, game: 2, players: table.players, index };
    let mut bot = key.stream(Purpose::Bot, Seat::FIRST);
    let mut game = Court::setup(table, &mut key.chance(), &mut Quiet).expect("the game is set up");
    let mut past: Vec<(Court, u64)> = Vec::new();
    let mut options = Vec::new();
    while let Turn::Decide(seat) = game.turn() {
        game.check(table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        options.clear();
        game.legal(table, &mut options);
        assert!(!options.is_empty());
        let act = options[bot.below(options.len() as u32) as usize];
        past.push((game.clone(), game.fingerprint(None)));
        let before = game.clone();
        game.apply(table, act, &mut key.chance(), &mut Quiet).expect("a legal act can be carried out");
        if let Act::Place(role, _) = act {
            assert_eq!(before.hand[seat] - game.hand[seat], card(role));
        }
        if game.round > before.round && !all_leave {
            let size = |cards: Cards| Role::all().map(|role| many(cards, role)).sum::<u32>();
            assert!(
                Seat::all(table.players).all(|s| size(game.hand[s]) == 6 - u32::from(game.round)),
                "hands are equal"
            );
        }
        if matches!(act, Act::Place(..) | Act::Nominate(_)) && game.phase == Phase::Place {
            assert_eq!(game.favour, before.favour, "placing brings nothing");
        }
    }
    if !all_leave {
        assert_eq!(game.round, ROUNDS);
    }
    // The copy test: the saved states of the game have not changed since.
    assert!(past.iter().all(|(state, print)| state.fingerprint(None) == *print));
}

#[test]
fn bots_do_not_look_at_covered_cards() {
    let table = table(5, &[]);
    for index in 0..30 {
        let key = Key { seed: 21, game: 2, players: 5, index };
        let mut worlds = key.stream(Purpose::Worlds, Seat::FIRST);
        let mut game = Court::setup(&table, &mut key.chance(), &mut Quiet).expect("the game is set up");
        let mut step = 0;
        while let Turn::Decide(seat) = game.turn() {
            step += 1;
            let mut options = Vec::new();
            game.legal(&table, &mut options);
            let bot = || Key { index: index * 1000 + step, ..key }.stream(Purpose::Bot, seat);
            let imagined = game.imagine(&table, seat, &mut worlds);
            imagined.check(&table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
            assert_eq!(imagined.fingerprint(Some(seat)), game.fingerprint(Some(seat)), "the view is the same");
            for strategy in 0..Court::STRATEGIES.len() {
                let chosen = game.advise(&table, strategy, &options, &mut bot());
                assert_eq!(imagined.advise(&table, strategy, &options, &mut bot()), chosen, "and so is the advice");
            }
            let chosen = game.advise(&table, 0, &options, &mut bot());
            game.apply(&table, options[chosen], &mut key.chance(), &mut Quiet).expect("a legal act can be carried out");
        }
    }
}
