//! Dragon Farkle by its rulebook: its worked examples, every card, and exact odds.

use std::collections::VecDeque;

use wyrmpress::content;
use wyrmpress::games::dragon_farkle::load::{Content, Event, load};
use wyrmpress::games::dragon_farkle::odds::{endless_battle, farkle};
use wyrmpress::games::dragon_farkle::scoring::{Dice, Scores, combinations, die};
use wyrmpress::games::dragon_farkle::{Act, Card, Next, Phase, Quest, net};
use wyrmpress::sim::{Batch, Bot, Chance, Checks, Game, Key, Lineup, Purpose, Quiet, Rules, Seat, Turn, run};

use crate::project::repository;

type Table = <Quest as Game>::Table;

fn opened() -> Content {
    let mut found = Vec::new();
    let only = ["dragon-farkle".to_owned()];
    let content = content::parse(repository(), &only, &mut found).expect("the content can be read");
    load(&content.games[0], &mut found).unwrap_or_else(|| panic!("{found:#?}"))
}

/// Chance that returns what a script gives it.
#[derive(Default)]
struct Script(VecDeque<u32>);

impl Chance for Script {
    fn pick(&mut self, n: u32, purpose: Purpose) -> u32 {
        let value = self.0.pop_front().unwrap_or_else(|| panic!("nobody said what {purpose:?} of {n} is"));
        assert!(value < n, "{value} of {n} ({purpose:?})");
        value
    }
}

/// A table with chosen cards.
struct Scene {
    table: Table,
    game: Quest,
    script: Script,
}

impl Scene {
    /// Deals each seat a Companion and a Magic Item by name.
    fn new(cards: &[(&str, &str)]) -> Scene {
        Scene::with(&[], cards)
    }

    fn with(rules: &[(&str, &str)], cards: &[(&str, &str)]) -> Scene {
        let content = opened();
        let rules = Rules::read(Quest::SWITCHES, rules.iter().copied()).expect("the switches exist");
        let table = Quest::lay(&content, &rules, cards.len()).expect("the table can be laid");
        let mut script = Script::default();
        let mut companions: Vec<&str> = table.companions.iter().map(|card| card.name.as_str()).collect();
        for (name, _) in cards {
            let at = companions.iter().position(|other| other == name).unwrap_or_else(|| panic!("{name}"));
            companions.remove(at);
            script.0.push_back(at as u32);
        }
        let copies = content.items.iter().zip(&content.copies);
        let mut items: Vec<&str> = copies.flat_map(|(card, n)| vec![card.name.as_str(); *n as usize]).collect();
        for (_, name) in cards {
            let at = items.iter().position(|other| other == name).unwrap_or_else(|| panic!("{name}"));
            items.remove(at);
            script.0.push_back(at as u32);
        }
        let game = Quest::setup(&table, &mut script, &mut Quiet).expect("the game is set up");
        Scene { table, game, script }
    }

    fn options(&self) -> Vec<Act> {
        let mut options = Vec::new();
        self.game.legal(&self.table, &mut options);
        options
    }

    fn act(&mut self, act: Act) {
        assert!(self.options().contains(&act), "{act:?} is not among {:?}", self.options());
        self.game.apply(&self.table, act, &mut self.script, &mut Quiet).expect("it can be carried out");
        assert!(self.script.0.is_empty(), "{:?} was not asked for", self.script.0);
        self.game.check(&self.table, Checks::Full).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    }

    /// Sets what is rolled next: the Soldier dice, then the Event die.
    fn next_roll(&mut self, faces: &[u32], event: Event) -> &mut Scene {
        let throw = faces.iter().rev().fold(0, |sum, face| sum * 6 + face - 1);
        let side = self.table.event.iter().position(|side| *side == event).expect("a side");
        self.script.0.extend([throw, side as u32]);
        self
    }

    /// Takes an action after which some dice are rolled.
    fn roll(&mut self, act: Act, faces: &[u32], event: Event) {
        self.next_roll(faces, event).act(act);
    }

    /// Sets dice aside.
    fn aside(&self, faces: &[u32], next: Next) -> Act {
        let dice: Dice = faces.iter().map(|face| die(*face as usize - 1)).sum();
        let of = |act: &Act| match *act {
            Act::Aside(aside, then) => then == next && self.table.scores.asides[usize::from(aside)].dice == dice,
            _ => false,
        };
        self.options().into_iter().find(of).unwrap_or_else(|| panic!("{faces:?} among {:?}", self.asides()))
    }

    /// What can be set aside, with its value.
    fn asides(&self) -> Vec<(u8, u16)> {
        let of = |act: &Act| match *act {
            Act::Aside(aside, Next::Stop | Next::DoubleStop | Next::Both) => {
                Some(self.table.scores.asides[usize::from(aside)])
            }
            _ => None,
        };
        self.options().iter().filter_map(of).map(|aside| (aside.count, aside.value)).collect()
    }

    fn card(&self, name: &str) -> Act {
        let names = self.table.companions.iter().chain(&self.table.items).map(|card| card.name.as_str());
        Act::Use(Card(names.into_iter().position(|other| other == name).unwrap_or_else(|| panic!("{name}")) as u8))
    }

    fn can_use(&self, name: &str) -> bool {
        self.options().contains(&self.card(name))
    }
}

use Event::{Blank, Dragon, Rally};

/// Cards that do nothing unless their owner recruits to an end, or is attacked.
const QUIET: (&str, &str) = ("Brenna Two-Mugs", "Boots of Haste");
const MEEK: (&str, &str) = ("Ser Reginald", "Cloak of Smoke");

#[test]
fn prince_boble_farkles_foolishly() {
    let mut scene = Scene::new(&[QUIET, MEEK]);
    scene.roll(Act::Recruit, &[2, 3, 4, 4, 4, 5], Blank);
    // "He can set aside the 5, the triple 4s, or the 5 and the triple 4s."
    assert_eq!(scene.asides(), [(1, 50), (3, 400), (4, 450)]);
    let all = scene.aside(&[4, 4, 4, 5], Next::Roll);
    // "He rolls a 1, 4, dragon": the 1 goes, its 100 soldiers are eaten, the 4 does not join the saved triple.
    scene.roll(all, &[1, 4], Dragon);
    assert_eq!((scene.game.phase, scene.game.score), (Phase::GoOn, 450));
    assert_eq!(scene.options(), [Act::Stop, Act::Roll], "to stop or not to stop?");
    scene.roll(Act::Roll, &[3], Blank);
    assert_eq!((scene.game.army[Seat(0)], scene.game.seat), (0, Seat(1)), "the 450 are lost, the dice are passed on");
}

#[test]
fn jane_the_aggressor_brawls_joseph_the_meek() {
    let mut scene = Scene::new(&[QUIET, ("Ser Reginald", "Lucky Horseshoe")]);
    scene.game.army[Seat(1)] = 300;
    scene.roll(Act::Brawl(Seat(1)), &[1, 2, 2, 4, 4, 5], Blank);
    let first = scene.aside(&[1, 5], Next::Roll);
    scene.roll(first, &[1, 1, 3, 4], Rally);
    assert_eq!(scene.game.score, 150);
    let second = scene.aside(&[1, 1], Next::DoubleRoll);
    scene.roll(second, &[5, 5], Blank);
    assert_eq!(scene.game.score, 550, "400 doubled and 150");
    let third = scene.aside(&[5, 5], Next::Stop);
    // Joseph rolls five dice.
    scene.roll(third, &[1, 3, 4, 4, 6], Blank);
    let only = scene.aside(&[1], Next::Stop);
    scene.act(only);
    // 650 against 100: the difference is 550, he has 300, and 500 join from the stock.
    assert_eq!((scene.game.army[Seat(0)], scene.game.army[Seat(1)]), (800, 0));
    assert_eq!(scene.game.seat, Seat(1));
}

#[test]
fn ivan_the_terrible_meets_the_dragon() {
    let mut scene = Scene::new(&[QUIET, MEEK]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    // Six 2s cost 3,000 soldiers; all dice again: 1, 3, 3, 3, 4, 6 and the rally, two damage for 400; then 3, 6: a Farkle.
    scene.next_roll(&[2; 6], Blank).next_roll(&[1, 3, 3, 3, 4, 6], Rally);
    scene.roll(Act::Battle, &[3, 6], Blank);
    assert_eq!(scene.game.army[Seat(0)], 1600);
    assert_eq!((scene.game.seat, scene.game.keep), (Seat(1), 1), "the turn is over, and he is still inside");
}

#[test]
fn the_keep_asks_for_five_thousand_once() {
    let mut scene = Scene::new(&[QUIET, MEEK]);
    scene.game.army.0 = [4950, 0, 0, 0, 0];
    assert!(!scene.options().contains(&Act::Battle));
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    // A Farkle at once: still inside, he may fight again with fewer than five thousand, and nobody can brawl with him.
    scene.next_roll(&[2, 2, 3, 3, 4, 6], Dragon);
    scene.roll(Act::Battle, &[2, 2, 3, 3, 4, 6], Blank);
    assert_eq!((scene.game.army[Seat(0)], scene.game.keep), (5000, 1));
    assert_eq!(scene.options(), [Act::Recruit], "player 2 cannot brawl in the Keep");
    scene.roll(Act::Recruit, &[2, 2, 3, 3, 4, 6], Blank);
    scene.game.army[Seat(0)] = 1000;
    assert!(scene.options().contains(&Act::Battle));
    // Recruiting means leaving; then a turn must again begin with five thousand.
    scene.roll(Act::Recruit, &[2, 2, 3, 3, 4, 6], Blank);
    assert_eq!(scene.game.keep, 0);
    scene.roll(Act::Recruit, &[2, 2, 3, 3, 4, 6], Blank);
    assert!(!scene.options().contains(&Act::Battle));
}

#[test]
fn an_eaten_army_comes_back_with_another_companion_and_its_item() {
    let mut scene = Scene::new(&[QUIET, MEEK]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    scene.game.keep = 1;
    scene.game.army[Seat(0)] = 1000;
    let (old, item) = (scene.game.companion[Seat(0)], scene.game.items[Seat(0)]);
    scene.roll(Act::Battle, &[6, 6, 6, 1, 1, 1], Dragon);
    assert_eq!((scene.game.army[Seat(0)], scene.game.fallen), (0, 1));
    // Until its next turn, nobody can brawl with it.
    assert_eq!(scene.options(), [Act::Recruit]);
    scene.next_roll(&[2, 2, 3, 3, 4, 6], Blank);
    // The Companion drawn when the turn of the fallen player comes.
    scene.script.0.push_back(0);
    scene.act(Act::Recruit);
    assert_ne!(scene.game.companion[Seat(0)], old);
    assert_eq!((scene.game.items[Seat(0)], scene.game.keep, scene.game.fallen, scene.game.seat), (item, 0, 0, Seat(0)));
}

#[test]
fn victory_comes_before_losses() {
    for (rules, damage) in [(&[][..], 3), (&[("difficult", "on")][..], 5)] {
        let mut scene = Scene::with(rules, &[QUIET, MEEK]);
        scene.game.keep = 1;
        scene.game.army[Seat(0)] = 50;
        // Rallies without scoring dice: two damage each, no Farkle, the same dice again (FK-13).
        let quiet = [2, 2, 3, 3, 4, 6];
        for _ in 0..damage / 2 {
            scene.next_roll(&quiet, Rally);
        }
        // The last hit costs the whole army, and it is enough.
        scene.roll(Act::Battle, &[6; 6], Dragon);
        assert_eq!(scene.game.turn(), Turn::Over(wyrmpress::sim::Outcome(1)), "{damage} damage");
    }
}

#[test]
fn all_six_dice_again_when_all_have_scored_and_five_for_a_defender() {
    let mut scene = Scene::new(&[QUIET, ("Ser Reginald", "Lucky Horseshoe")]);
    scene.roll(Act::Brawl(Seat(1)), &[1, 2, 3, 4, 5, 6], Blank);
    let all = scene.aside(&[1, 2, 3, 4, 5, 6], Next::Roll);
    scene.roll(all, &[1, 1, 1, 1, 2, 3], Blank);
    assert_eq!(scene.game.score, 2500);
    let four = scene.aside(&[1, 1, 1, 1], Next::Stop);
    scene.roll(four, &[1, 1, 1, 1, 5], Blank);
    let five = scene.aside(&[1, 1, 1, 1, 5], Next::Roll);
    scene.roll(five, &[1, 2, 3, 3, 4], Blank);
    let last = scene.aside(&[1], Next::Stop);
    scene.act(last);
    // 4,000 against 1,650: nobody can pay the 2,350, and 500 join.
    assert_eq!(scene.game.army.0[..2], [500, 0]);
}

#[test]
fn a_tie_has_no_winner_unless_the_switch_says_so() {
    for (rules, want) in [(&[][..], [0, 0]), (&[("defender-wins-ties", "on")][..], [0, 500])] {
        let mut scene = Scene::with(rules, &[QUIET, ("Ser Reginald", "Lucky Horseshoe")]);
        scene.roll(Act::Brawl(Seat(1)), &[1, 2, 2, 3, 4, 6], Blank);
        let hundred = scene.aside(&[1], Next::Stop);
        scene.roll(hundred, &[1, 2, 3, 4, 6], Blank);
        let hundred = scene.aside(&[1], Next::Stop);
        scene.act(hundred);
        assert_eq!(scene.game.army.0[..2], want);
    }
}

#[test]
fn a_farkle_takes_the_items_of_the_turn_and_one_is_kept_at_its_end() {
    for (last, want) in [(Next::Stop, 1), (Next::Roll, 1)] {
        let mut scene = Scene::new(&[QUIET, MEEK]);
        scene.roll(Act::Recruit, &[1, 1, 2, 3, 4, 6], Rally);
        let draw = scene.aside(&[1], Next::Draw);
        scene.script.0.push_back(0);
        scene.act(draw);
        scene.roll(Act::Roll, &[1, 2, 3, 4, 6], Blank);
        let act = scene.aside(&[1], last);
        if last == Next::Roll {
            scene.roll(act, &[2, 3, 4, 6], Blank);
            assert_eq!(scene.game.army[Seat(0)], 0);
        } else {
            scene.act(act);
            scene.act(Act::Pass);
            assert_eq!(scene.game.army[Seat(0)], 350, "200 and Brenna's 150");
            // The drawn Sack of Holding lets both stay; without it, one would go.
            assert_eq!(scene.table.items[0].name, "Sack of Holding");
        }
        let held = (0..16).map(|kind| scene.game.items[Seat(0)] >> (4 * kind) & 15).sum::<u64>();
        assert_eq!(held, if last == Next::Stop { 2 } else { want });
    }
}

#[test]
fn two_items_without_the_sack_are_one_too_many() {
    let mut scene = Scene::new(&[("Dame Brie", "Lucky Horseshoe"), MEEK]);
    scene.roll(Act::Recruit, &[1, 1, 2, 3, 4, 6], Rally);
    let draw = scene.aside(&[1], Next::Draw);
    // The Sack and one Horseshoe are followed by the other Horseshoe, and then a Loaded Die.
    scene.script.0.push_back(2);
    scene.act(draw);
    scene.act(Act::Stop);
    assert_eq!(scene.game.phase, Phase::Drop);
    assert_eq!(scene.options().len(), 2);
    let first = scene.options()[0];
    scene.act(first);
    assert_eq!(scene.game.seat, Seat(1));
}

#[test]
fn companions_do_what_their_cards_say() {
    // Skree: another army loses 200, once a turn, wherever it is.
    let mut scene = Scene::new(&[("Skree", "Boots of Haste"), MEEK]);
    scene.game.army[Seat(1)] = 1000;
    scene.game.keep = 2;
    scene.act(scene.card("Skree"));
    scene.act(Act::Target(Seat(1)));
    assert_eq!((scene.game.army[Seat(1)], scene.can_use("Skree")), (800, false));
    // An army that she scares away inside the Keep counts as eaten.
    let mut scene = Scene::new(&[("Skree", "Boots of Haste"), MEEK]);
    (scene.game.army[Seat(1)], scene.game.keep) = (150, 2);
    scene.act(scene.card("Skree"));
    scene.act(Act::Target(Seat(1)));
    assert_eq!((scene.game.army[Seat(1)], scene.game.fallen), (0, 2));

    // Old Gristle: up to two just-rolled dice again, in a Final Battle, once a turn.
    let mut scene = Scene::new(&[("Old Gristle", "Boots of Haste"), MEEK]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    scene.roll(Act::Battle, &[1, 1, 1, 3, 4, 6], Blank);
    scene.act(scene.card("Old Gristle"));
    scene.act(Act::Die(0));
    // The second die becomes a 6, the first a 2: one 1 is left, and it costs 100; then a Farkle ends the turn.
    scene.script.0.extend([5, 1]);
    scene.next_roll(&[2, 2, 3, 3, 4], Blank);
    scene.act(Act::Die(0));
    assert_eq!((scene.game.army[Seat(0)], scene.game.seat), (4900, Seat(1)));

    // Pim: 300 more from the loser of a Brawl.
    let mut scene = Scene::new(&[("Pim Quickfingers", "Boots of Haste"), ("Ser Reginald", "Lucky Horseshoe")]);
    scene.game.army[Seat(1)] = 1000;
    scene.roll(Act::Brawl(Seat(1)), &[1, 2, 2, 3, 4, 6], Blank);
    let hundred = scene.aside(&[1], Next::Stop);
    scene.roll(hundred, &[2, 3, 4, 6, 6], Blank);
    scene.act(Act::Pass);
    assert_eq!(scene.game.army.0[..2], [900, 600], "100 difference, 500, and 300 of Pim's");

    // Fizzlewick: both rewards of a rally.
    let mut scene = Scene::new(&[("Fizzlewick", "Boots of Haste"), MEEK]);
    scene.roll(Act::Recruit, &[1, 2, 2, 3, 4, 6], Rally);
    let both = scene.aside(&[1], Next::Both);
    scene.script.0.push_back(0);
    scene.act(both);
    assert_eq!(scene.game.score, 200);

    // Sister Balm: up to 500 of what was set aside survive a Farkle.
    for (faces, want) in [(&[1u32][..], 100), (&[1, 5, 5, 5][..], 500)] {
        let mut scene = Scene::new(&[("Sister Balm", "Boots of Haste"), MEEK]);
        scene.roll(Act::Recruit, &[1, 2, 3, 5, 5, 5], Blank);
        let act = scene.aside(faces, Next::Roll);
        let left = vec![2; 6 - faces.len()];
        let quiet: Vec<u32> = left.iter().enumerate().map(|(at, _)| [2, 3, 4, 6, 3][at]).collect();
        scene.roll(act, &quiet, Blank);
        assert_eq!(scene.game.army[Seat(0)], want);
    }

    // Lump: six dice in defense.
    let mut scene = Scene::new(&[QUIET, ("Lump", "Lucky Horseshoe")]);
    scene.roll(Act::Brawl(Seat(1)), &[1, 2, 2, 3, 4, 6], Blank);
    let hundred = scene.aside(&[1], Next::Stop);
    scene.roll(hundred, &[1, 2, 3, 4, 5, 6], Blank);
    assert_eq!(scene.asides().last(), Some(&(6, 2500)));

    // Ser Reginald: the Event die again, in a battle only.
    let mut scene = Scene::new(&[("Ser Reginald", "Boots of Haste"), ("Lump", "Cloak of Smoke")]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    scene.roll(Act::Battle, &[2, 2, 3, 3, 4, 6], Blank);
    let rally = scene.table.event.iter().position(|side| *side == Rally).expect("a rally side");
    scene.script.0.push_back(rally as u32);
    // Two damage and no Farkle: the same dice again, and then a Farkle ends the turn.
    scene.next_roll(&[2, 2, 3, 3, 4, 6], Blank);
    scene.act(scene.card("Ser Reginald"));
    assert_eq!(scene.game.seat, Seat(1));

    // Gus: the dragon eats nothing.
    let mut scene = Scene::new(&[("Gus", "Boots of Haste"), MEEK]);
    scene.roll(Act::Recruit, &[1, 2, 2, 3, 4, 6], Dragon);
    assert_eq!(scene.asides(), [(1, 100)]);

    // Dame Brie: 100 at the start of a turn.
    let scene = Scene::new(&[("Dame Brie", "Boots of Haste"), MEEK]);
    assert_eq!(scene.game.army[Seat(0)], 100);
}

#[test]
fn items_do_what_their_cards_say() {
    // Lucky Horseshoe: any number of just-rolled dice again.
    let mut scene = Scene::new(&[("Dame Brie", "Lucky Horseshoe"), MEEK]);
    scene.roll(Act::Recruit, &[2, 3, 3, 4, 4, 6], Blank);
    scene.act(scene.card("Lucky Horseshoe"));
    scene.act(Act::Die(3));
    scene.act(Act::Die(3));
    scene.script.0.extend([0, 4]);
    scene.act(Act::Pass);
    assert_eq!(scene.asides(), [(1, 100), (1, 50), (2, 150)]);

    // Loaded Die: one die to any face, in a Final Battle.
    let mut scene = Scene::new(&[("Dame Brie", "Loaded Die"), MEEK]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    scene.roll(Act::Battle, &[2, 3, 3, 4, 4, 6], Blank);
    scene.act(scene.card("Loaded Die"));
    scene.act(Act::Die(1));
    // A 5 instead of the 2: no Farkle, 50 soldiers, and five dice roll on to one.
    scene.next_roll(&[2, 3, 3, 4, 6], Blank);
    scene.act(Act::Face(4));
    assert_eq!((scene.game.army[Seat(0)], scene.game.seat), (4950, Seat(1)));

    // Potion of Second Wind: the Farkle is ignored, the same dice again.
    let mut scene = Scene::new(&[("Dame Brie", "Potion of Second Wind"), MEEK]);
    scene.roll(Act::Recruit, &[2, 3, 3, 4, 4, 6], Blank);
    let potion = scene.card("Potion of Second Wind");
    scene.roll(potion, &[1, 3, 3, 4, 4, 6], Blank);
    assert_eq!(scene.asides(), [(1, 100)]);

    // Rallying Horn: the Event die shows the rally.
    let mut scene = Scene::new(&[("Dame Brie", "Rallying Horn"), MEEK]);
    scene.roll(Act::Recruit, &[1, 3, 3, 4, 4, 6], Blank);
    scene.act(scene.card("Rallying Horn"));
    scene.act(scene.aside(&[1], Next::DoubleStop));
    assert_eq!(scene.game.army[Seat(0)], 300, "200 doubled and Dame Brie's 100");

    // Dragonbane Arrow: one damage more; here the third.
    let mut scene = Scene::new(&[("Dame Brie", "Dragonbane Arrow"), MEEK]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    scene.roll(Act::Battle, &[2, 2, 3, 3, 4, 6], Rally);
    scene.act(scene.card("Dragonbane Arrow"));
    assert_eq!(scene.game.turn(), Turn::Over(wyrmpress::sim::Outcome(1)));

    // Scroll and Wand: at any time, even between the turns of others.
    let mut scene = Scene::new(&[("Brenna Two-Mugs", "Boots of Haste"), MEEK, ("Lump", "Wand of Ripe Cheese")]);
    scene.game.army[Seat(1)] = 5000;
    scene.roll(Act::Recruit, &[2, 3, 3, 4, 4, 6], Blank);
    assert_eq!((scene.game.phase, scene.game.turn()), (Phase::Between, Turn::Decide(Seat(2))));
    scene.act(scene.card("Wand of Ripe Cheese"));
    scene.act(Act::Target(Seat(1)));
    assert_eq!(scene.game.army[Seat(1)], 4600);
    assert!(!scene.options().contains(&Act::Battle), "fewer than 5,000 at the start of the turn");
    let mut scene = Scene::new(&[("Gus", "Scroll of Conscription"), MEEK]);
    scene.game.army[Seat(0)] = 4800;
    scene.act(scene.card("Scroll of Conscription"));
    assert_eq!(scene.game.army[Seat(0)], 5100);
    assert!(!scene.options().contains(&Act::Battle), "there were 4,800 when the turn began");
    // Between turns it comes in time.
    let mut scene = Scene::new(&[MEEK, ("Gus", "Scroll of Conscription")]);
    scene.game.army[Seat(1)] = 4800;
    scene.roll(Act::Recruit, &[2, 3, 3, 4, 4, 6], Blank);
    assert_eq!((scene.game.phase, scene.game.turn()), (Phase::Between, Turn::Decide(Seat(1))));
    scene.act(scene.card("Scroll of Conscription"));
    assert!(scene.options().contains(&Act::Battle));

    // Cloak of Smoke: the Brawl is off; another action, or another Wannabe.
    let mut scene = Scene::new(&[QUIET, MEEK, ("Lump", "Loaded Die")]);
    scene.act(Act::Brawl(Seat(1)));
    assert_eq!(scene.game.turn(), Turn::Decide(Seat(1)));
    scene.act(scene.card("Cloak of Smoke"));
    assert_eq!(scene.options(), [Act::Recruit, Act::Brawl(Seat(2))]);

    // Mirror of Misfortune: an attack hits its sender.
    let mut scene = Scene::new(&[("Skree", "Gloves of Pilfering"), ("Lump", "Mirror of Misfortune")]);
    scene.game.army.0 = [1000, 1000, 0, 0, 0];
    scene.act(scene.card("Skree"));
    scene.act(Act::Target(Seat(1)));
    assert_eq!(scene.game.turn(), Turn::Decide(Seat(1)));
    scene.act(scene.card("Mirror of Misfortune"));
    assert_eq!(scene.game.army.0[..2], [800, 1000]);

    // Gloves of Pilfering: a random item of another.
    let mut scene = Scene::new(&[("Skree", "Gloves of Pilfering"), MEEK]);
    scene.act(scene.card("Gloves of Pilfering"));
    scene.script.0.push_back(0);
    scene.act(Act::Target(Seat(1)));
    assert_eq!(scene.game.items[Seat(1)], 0);
    assert_ne!(scene.game.items[Seat(0)], 0);

    // Fireproof Underpants: no dragon outside the Keep, no losses inside.
    let mut scene = Scene::new(&[("Dame Brie", "Fireproof Underpants"), MEEK]);
    scene.roll(Act::Recruit, &[1, 3, 3, 4, 4, 6], Dragon);
    scene.act(scene.card("Fireproof Underpants"));
    assert_eq!(scene.asides(), [(1, 100)]);
    let mut scene = Scene::new(&[("Dame Brie", "Fireproof Underpants"), MEEK]);
    (scene.game.army[Seat(0)], scene.game.enters) = (5000, true);
    scene.roll(Act::Battle, &[2; 6], Blank);
    let pants = scene.card("Fireproof Underpants");
    scene.roll(pants, &[2, 2, 3, 3, 4, 6], Blank);
    assert_eq!(scene.game.army[Seat(0)], 5000);

    // Boots of Haste: another turn of Recruiting, and nothing else.
    let mut scene = Scene::new(&[("Gus", "Boots of Haste"), MEEK]);
    scene.roll(Act::Recruit, &[1, 3, 3, 4, 4, 6], Blank);
    let keep = scene.aside(&[1], Next::Stop);
    scene.act(keep);
    scene.act(scene.card("Boots of Haste"));
    assert_eq!(scene.options(), [Act::Recruit]);
    scene.roll(Act::Recruit, &[5, 3, 3, 4, 4, 6], Blank);
    assert_eq!((scene.game.seat, scene.game.army[Seat(0)], scene.game.phase), (Seat(0), 100, Phase::Rolled));
}

/// The common published table, the named alternative of ruling FK-1.
fn common() -> Scores {
    let rows = [
        ("1", 100),
        ("5", 50),
        ("111", 300),
        ("222", 200),
        ("333", 300),
        ("444", 400),
        ("555", 500),
        ("666", 600),
        ("aaaa", 1000),
        ("aaaaa", 2000),
        ("aaaaaa", 3000),
        ("123456", 1500),
        ("aabbcc", 1500),
        ("aaaabb", 1500),
        ("aaabbb", 2500),
    ];
    let all: Vec<(Dice, u16)> = rows
        .iter()
        .flat_map(|(dice, value)| combinations(dice).expect("a pattern").into_iter().map(|dice| (dice, *value)))
        .collect();
    Scores::new(&all)
}

#[test]
fn the_odds_of_a_farkle_are_exact() {
    let content = opened();
    let want = [2.0 / 3.0, 4.0 / 9.0, 5.0 / 18.0, 17.0 / 108.0, 25.0 / 324.0, 5.0 / 216.0];
    for (at, want) in want.into_iter().enumerate() {
        assert!((farkle(&common(), at + 1) - want).abs() < 1e-12, "{} dice", at + 1);
    }
    // Our table scores single dice, triples, three pairs and the straight as the common one does.
    for (at, want) in want.into_iter().enumerate() {
        assert!((farkle(&content.scores, at + 1) - want).abs() < 1e-12, "{} dice", at + 1);
    }
}

#[test]
fn every_roll_and_every_choice_is_there() {
    let scores = common();
    // 6 + 21 + 56 + 126 + 252 + 462 rolls; the rulings count 3,006 choices.
    assert_eq!((scores.rolls.len(), scores.asides.len()), (923, 3006));
    let ways: u32 = scores.of(6).iter().map(|roll| roll.ways).sum();
    assert_eq!(ways, 46_656);
}

#[test]
fn the_printed_table_gives_the_examples_of_the_rulebook() {
    let content = opened();
    for (faces, want) in [
        (&[4u32, 4, 4][..], 400),
        (&[5], 50),
        (&[1], 100),
        (&[1, 1], 200),
        (&[2, 2, 2, 2, 2, 2], 3000),
        (&[1, 3, 3, 3], 400),
        (&[2, 2, 2, 4, 4, 4], 600),
        (&[1, 2, 3, 4, 5, 6], 2500),
        (&[2, 2, 3, 3, 4, 4], 2000),
        (&[6, 6, 6, 6], 1500),
    ] {
        let dice: Dice = faces.iter().map(|face| die(*face as usize - 1)).sum();
        let roll = content.scores.find(dice);
        let whole = content.scores.asides(roll).iter().find(|aside| aside.dice == dice);
        assert_eq!(whole.map(|aside| aside.value), Some(want), "{faces:?}");
    }
}

#[test]
fn battles_are_won_as_often_as_the_dynamic_programme_says() {
    let content = opened();
    for (damage, want) in [(3, 0.3874489), (5, 0.1910444)] {
        let got = endless_battle(&common(), &content.event, &content.numbers, damage);
        assert!((got - want).abs() < 5e-8, "{damage} damage: {got}");
    }
    // The same for the printed table, compared with simulated battles of an army that never runs out.
    let games = 20_000;
    for (rules, damage) in [(&[][..], 3), (&[("difficult", "on")][..], 5)] {
        let want = endless_battle(&content.scores, &content.event, &content.numbers, damage);
        let mut scene = Scene::with(rules, &[QUIET, MEEK]);
        (scene.game.army[Seat(0)], scene.game.enters) = (100_000_000, true);
        let mut won = 0;
        for index in 0..games {
            let mut chance = Key { seed: 5, game: 1, players: 2, index }.chance();
            let mut game = scene.game.clone();
            game.apply(&scene.table, Act::Battle, &mut chance, &mut Quiet).expect("a battle");
            won += u64::from(matches!(game.turn(), Turn::Over(_)));
        }
        let (got, sigma) = (won as f64 / games as f64, (want * (1.0 - want) / games as f64).sqrt());
        assert!((got - want).abs() < 4.0 * sigma, "{damage} damage: {got} fought, {want} reckoned");
        // And with the bots' table of armies, which ends at 8,000 soldiers.
        let reckoned = f64::from(content.odds().win(damage, 6, 8_000));
        assert!(reckoned <= want + 1e-6 && reckoned > want - 0.1, "{reckoned} of {want}");
    }
}

#[test]
fn the_recruiter_brings_home_what_value_iteration_promises() {
    let content = opened();
    let scene = Scene::new(&[("Skree", "Cloak of Smoke"), ("Lump", "Dragonbane Arrow")]);
    let (turns, mut options) = (20_000u64, Vec::new());
    let (mut sum, mut squares) = (0.0, 0.0);
    for index in 0..turns {
        let mut chance = Key { seed: 9, game: 1, players: 2, index }.chance();
        let mut game = scene.game.clone();
        game.apply(&scene.table, Act::Recruit, &mut chance, &mut Quiet).expect("a roll");
        while game.seat == Seat(0) {
            options.clear();
            game.legal(&scene.table, &mut options);
            let chosen = game.advise(&scene.table, 2, &options, &mut chance.clone());
            game.apply(&scene.table, options[chosen], &mut chance, &mut Quiet).expect("it can be carried out");
        }
        let army = f64::from(game.army[Seat(0)]);
        (sum, squares) = (sum + army, squares + army * army);
    }
    let mean = sum / turns as f64;
    let sigma = ((squares / turns as f64 - mean * mean) / turns as f64).sqrt();
    let want = f64::from(content.odds().go_on(6, 0));
    assert!((mean - want).abs() < 4.0 * sigma, "{mean} recruited, {want} promised, sigma {sigma}");
}

/// The outline of the paper dice as corners, in millimeters.
fn corners(path: &str) -> Vec<(f64, f64)> {
    let numbers: Vec<f64> = path
        .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().expect("a number"))
        .collect();
    numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

fn is_inside(corners: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    edges.filter(|((ax, ay), (bx, by))| (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax).count() % 2
        == 1
}

#[test]
fn the_nets_fold_into_dice_and_every_seam_has_one_tab() {
    let mut found = Vec::new();
    let content = content::parse(repository(), &["dragon-farkle".to_owned()], &mut found).expect("the content");
    let set = content.games[0].sets.iter().find(|set| set.id.value == "dice").expect("the dice");
    let text = std::fs::read_to_string(repository().join("content/dragon-farkle/game.toml")).expect("game.toml");
    let quoted = |key: &str| {
        let line =
            text.split("id = \"dice\"").nth(1).and_then(|rest| rest.lines().find(|line| line.starts_with("shape")));
        let rest = line.and_then(|line| line.split(&format!("{key} = \"")).nth(1)).expect("the shape of the dice");
        rest.split('"').next().expect("a path").to_owned()
    };
    let outline = corners(&quoted("path"));
    let folds: Vec<[(f64, f64); 2]> = corners(&quoted("folds")).chunks(2).map(|line| [line[0], line[1]]).collect();
    // 18 mm faces; the net begins 5 mm below the top, where a tab is.
    let (side, top) = (18.0, 5.0);
    for die in &set.components {
        let faces = net::read(die, &mut found).unwrap_or_else(|| panic!("{found:#?}"));
        let sides = net::sides(&faces).expect("it folds into a cube");
        let shows = |at: usize| faces[at].shows.value.as_str();
        for (a, b) in [(0, 2), (1, 3), (4, 5)] {
            assert_eq!(sides[a], sides[b].map(|part| -part), "{} is opposite {}", shows(a), shows(b));
            if die.id.value == "soldier-die" {
                let pips = |at: usize| shows(at).parse::<u32>().expect("pips");
                assert_eq!(pips(a) + pips(b), 7);
            } else {
                assert_eq!((shows(1), shows(3)), ("dragon", "rally"));
            }
        }
        // The twelve edges of a cube: five are folds between faces, seven are seams of two free edges with one tab.
        let (mut inner, mut tabs) = (0, 0);
        for face in &faces {
            let (x, y) = (face.column as f64 * side, face.row as f64 * side + top);
            for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                let middle = (x + side / 2.0, y + side / 2.0);
                let edge = (middle.0 + dx * side / 2.0, middle.1 + dy * side / 2.0);
                let beyond = (edge.0 + dx * 2.0, edge.1 + dy * 2.0);
                assert!(is_inside(&outline, middle));
                let has_fold = folds.iter().any(|[a, b]| {
                    ((a.0 + b.0) / 2.0 - edge.0).abs() < 1e-9 && ((a.1 + b.1) / 2.0 - edge.1).abs() < 1e-9
                });
                let has_neighbor = faces
                    .iter()
                    .any(|other| (other.column - face.column, other.row - face.row) == (dx as i64, dy as i64));
                match (has_neighbor, is_inside(&outline, beyond)) {
                    (true, _) => inner += 1,
                    (false, true) => tabs += 1,
                    (false, false) => {}
                }
                assert_eq!(has_fold, has_neighbor || is_inside(&outline, beyond), "{} at {edge:?}", shows(0));
            }
        }
        assert_eq!((inner, tabs), (10, 7));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_companion_is_far_from_its_fair_share() {
    let content = opened();
    let game = Quest::lay(&content, &Rules::usual(Quest::SWITCHES), 4).expect("the table can be laid");
    let facts = Quest::facts(&content);
    let lineup = Lineup(vec![Bot::Strategy(0)]);
    let key = Key { seed: 3, game: 7, players: 4, index: 0 };
    let batch =
        Batch::<Quest> { table: &game, facts: &facts, key, lineup: &lineup, games: 5000, checks: Checks::Cheap };
    let tally = run(&batch, &|_| {});
    assert!(tally.failures.is_empty(), "{:?}", tally.failures);
    for (at, card) in content.companions.iter().enumerate() {
        // About 2,000 holdings each: a standard deviation is 0.04 of the fair share.
        let held = &tally.held[at];
        let share = held.won as f64 / held.fair as f64;
        assert!((0.75..=1.3).contains(&share), "{}: {share:.2} of its fair share in {} games", card.name, held.count);
    }
}
