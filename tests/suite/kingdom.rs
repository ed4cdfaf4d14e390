//! Kingdom of Favors by its rulebook: its characters as positions, and what must always hold.

use wyrmpress::content;
use wyrmpress::games::kingdom_of_favors::load::load;
use wyrmpress::games::kingdom_of_favors::{Act, Kingdom, Phase, Table, raster};
use wyrmpress::sim::{Checks, Game, Key, Purpose, Quiet, Rules, Turn};

use crate::project::repository;

fn table(players: usize, rules: &[(&str, &str)]) -> Table {
    let mut found = Vec::new();
    let only = ["kingdom-of-favors".to_owned()];
    let content = content::parse(repository(), &only, &mut found).expect("the content can be read");
    let content = load(&content.games[0], &mut found).unwrap_or_else(|| panic!("{found:#?}"));
    let rules = Rules::read(Kingdom::SWITCHES, rules.iter().copied()).expect("the switches exist");
    Kingdom::lay(&content, &rules, players).expect("the table can be laid")
}

/// Plays a random game; after each turn the raster must see what the features see.
fn referee(table: &Table, seed: u64, index: u64) -> [usize; 3] {
    let key = Key { seed, game: 7, players: table.players, index };
    let (mut bot, mut chance) = (key.stream(Purpose::Bot, 0), key.chance());
    let mut game = Kingdom::setup(table, &mut chance, &mut Quiet).expect("the game is set up");
    let mut before = (game.map.clone(), game.level, game.seat);
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
        game.apply(table, act, &mut chance, &mut Quiet).expect("a legal act can be carried out");
        let is_judged =
            was != Phase::Take && (game.phase == Phase::Take || game.seat != before.2 || game.phase == Phase::Over);
        if is_judged && !matches!(act, Act::SetAside) {
            let want = raster::met(&table.wants, &before.0, &game.map, &before.1);
            assert_eq!(game.judged, want, "game {index}, {act:?}: {:b} {want:b}", game.judged);
        }
        if game.phase != Phase::Take {
            if game.seat != before.2 {
                before = (game.map.clone(), game.level, game.seat);
            }
        }
    }
    game.check(table, Checks::Full).unwrap_or_else(|wrong| panic!("game {index}: {wrong:?}"));
    seen
}

#[test]
fn raster_and_features_agree_on_random_games() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let mut all = [0; 3];
    for (rules, share) in [("none", 1), ("pieces", 1), ("all", 2)] {
        let table = table(2 + share, &[("favor-use", rules)]);
        for index in 0..games * share as u64 {
            let seen = referee(&table, 5, index);
            if rules == "none" {
                all.iter_mut().zip(seen).for_each(|(sum, n)| *sum += n);
            }
        }
    }
    let mean = all[0] as f64 / all[1] as f64;
    assert!((22.0..34.0).contains(&mean), "{mean} placements a tile, {all:?}");
}
