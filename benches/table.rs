//! Games and decisions per second on one core: random bots, the checks of a release, the content of the kits.

use std::path::Path;

use cpu_time::ProcessTime;
use wyrmpress::content;
use wyrmpress::games::dragon_farkle::{self, Quest};
use wyrmpress::games::dragons_favour::{self, Court, ROUNDS};
use wyrmpress::games::emperors_favor::{self, Palace};
use wyrmpress::games::kingdom_of_favors::{self, Kingdom};
use wyrmpress::games::reign_of_dragoness::{self, Reign, TOURNAMENTS};
use wyrmpress::sim::{Batch, Bot, Checks, Game, Key, Lineup, Rules, Scratch, fnv, plain};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let content = content::parse(root, &[], &mut found).expect("the content can be read");
    println!(
        "{:<22} {:>7} {:>8} {:>10} {:>10} {:>12}",
        "game", "players", "bots", "games/s", "rounds/s", "decisions/s"
    );
    for game in &content.games {
        if game.id == "dragon-farkle" {
            let content = dragon_farkle::load::load(game, &mut found).expect("the content can be played");
            for (players, bot, checks) in [
                (4, Bot::Random, Checks::Cheap),
                (4, Bot::Random, Checks::Full),
                (4, Bot::Strategy(0), Checks::Cheap),
                (5, Bot::Random, Checks::Cheap),
            ] {
                measure::<Quest>(&game.id, &content, players, bot, checks, 1);
            }
        }
        if game.id == "dragons-favour" {
            let content = dragons_favour::load::load(game, &mut found).expect("the content can be played");
            for (players, bot, checks) in [
                (4, Bot::Random, Checks::Cheap),
                (4, Bot::Random, Checks::Full),
                (4, Bot::Strategy(0), Checks::Cheap),
                (7, Bot::Random, Checks::Cheap),
            ] {
                measure::<Court>(&game.id, &content, players, bot, checks, u64::from(ROUNDS));
            }
        }
        if game.id == "emperors-favor" {
            let content = emperors_favor::load::load(game, &mut found).expect("the content can be played");
            for (players, bot, checks) in [
                (4, Bot::Random, Checks::Cheap),
                (4, Bot::Random, Checks::Full),
                (4, Bot::Strategy(0), Checks::Cheap),
                (6, Bot::Random, Checks::Cheap),
            ] {
                // The number of rounds varies, so a game counts as one.
                measure::<Palace>(&game.id, &content, players, bot, checks, 1);
            }
        }
        if game.id == "kingdom-of-favors" {
            let content = kingdom_of_favors::load::load(game, &mut found).expect("the content can be played");
            for (favors, bot, checks) in [
                ("none", Bot::Random, Checks::Cheap),
                ("pieces", Bot::Random, Checks::Cheap),
                ("all", Bot::Random, Checks::Cheap),
                ("all", Bot::Random, Checks::Full),
                ("all", Bot::Strategy(0), Checks::Cheap),
                ("all", Bot::Strategy(1), Checks::Cheap),
            ] {
                // 71 tiles for 4 players.
                measure_by::<Kingdom>(&game.id, &content, 4, bot, checks, 18, &[("favor-use", favors)]);
            }
        }
        if game.id == "reign-of-dragoness" {
            let content = reign_of_dragoness::load::load(game, &mut found).expect("the content can be played");
            for (players, bot, checks) in [
                (4, Bot::Random, Checks::Cheap),
                (4, Bot::Random, Checks::Full),
                (4, Bot::Strategy(0), Checks::Cheap),
                (3, Bot::Random, Checks::Cheap),
                (8, Bot::Random, Checks::Cheap),
            ] {
                measure::<Reign>(&game.id, &content, players, bot, checks, u64::from(TOURNAMENTS));
            }
        }
    }
}

/// Plays by the usual rules.
fn measure<G: Game>(id: &str, content: &G::Content, players: usize, bot: Bot, checks: Checks, rounds: u64) {
    measure_by::<G>(id, content, players, bot, checks, rounds, &[]);
}

/// Plays for about a second of CPU time on this thread.
fn measure_by<G: Game>(
    id: &str,
    content: &G::Content,
    players: usize,
    bot: Bot,
    checks: Checks,
    rounds: u64,
    switches: &[(&str, &str)],
) {
    let rules = Rules::read(G::SWITCHES, switches.iter().copied()).expect("the switches exist");
    let table = G::lay(content, &rules, players).expect("the table can be laid");
    let key = Key { seed: 1, game: fnv(id.bytes()), players, index: 0 };
    let (facts, lineup) = (G::facts(content), Lineup(vec![bot]));
    let batch = Batch::<G> { table: &table, facts: &facts, key, lineup: &lineup, games: 0, checks };
    let mut scratch = Scratch::default();
    let (mut games, mut decisions) = (0, 0);
    let clock = ProcessTime::now();
    while games % 32 != 0 || clock.elapsed().as_secs_f64() < 1.0 {
        plain(&batch, games, &mut scratch).expect("a game of bots comes to its end");
        games += 1;
        decisions += u64::from(scratch.steps);
    }
    let seconds = clock.elapsed().as_secs_f64();
    let per = |n: u64| n as f64 / seconds;
    let name = bot.name(G::STRATEGIES);
    let mut notes: Vec<String> = switches.iter().map(|(name, value)| format!("{name}={value}")).collect();
    notes.extend((checks == Checks::Full).then(|| "all checks".to_owned()));
    let checked = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    println!(
        "{id:<22} {players:>7} {name:>8} {:>10.0} {:>10.0} {:>12.0}{checked}",
        per(games),
        per(games * rounds),
        per(decisions)
    );
}
