//! A game's box, opened: its records read strictly, ready to be played.

use std::collections::BTreeMap;

use super::report::{Sources, chapter};
use super::run::record;
use super::skill::{gap, tournament, weigh};
use super::{
    Batch, Bot, Checks, Facts, Game, Key, Lineup, Replay, Report, Retold, Rules, SEATS, Seat, Stop, Tally, fnv, replay,
    run,
};
use crate::content;
use crate::finding::{Finding, Place, rule};

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games for each number of players.
    pub games: u64,
    /// Numbers of players; if empty, all that the game allows.
    pub players: Vec<usize>,
    /// The names of the bots in the line-up; if empty, the game's best bot.
    pub bots: Vec<String>,
    pub seed: u64,
    /// Switches and their values.
    pub rules: Vec<(String, String)>,
    /// Assumed seconds per decision.
    pub seconds: f64,
    /// Whether to measure how much choices matter, which takes the longest.
    pub is_deep: bool,
}

/// What a simulation is doing.
#[derive(Clone, Debug)]
pub enum Progress {
    /// How many batches it will play, one for each number of players.
    Batches(usize),
    /// A part begins, at a table of that many players.
    Part { players: usize, what: &'static str },
    /// So many games of a batch were just played.
    Games(u64),
}

/// Any game behind one interface, for the command line.
pub trait Playable: Send + Sync {
    /// The name of the game's folder.
    fn id(&self) -> &str;
    /// Plays a batch for each number of players; `progress` follows it.
    fn simulate(&self, plan: &Plan, progress: &(dyn Fn(Progress) + Sync)) -> Result<Report, String>;
    /// Plays one game of a batch and records every choice.
    fn record(&self, plan: &Plan, players: usize, index: u64) -> Result<Replay, String>;
    /// Finds the smallest game that fails in the same way.
    fn shrink(&self, replay: &Replay) -> Result<Replay, String>;
    /// Plays a recorded game again and shows it.
    fn retell(&self, replay: &Replay, explain: bool) -> Result<Retold, String>;
    /// Plays a fixed batch for every number of players and every switch, and reports what is wrong with the content.
    fn check(&self, found: &mut Vec<Finding>);
}

/// A game's box, opened.
pub struct OpenBox<G: Game> {
    id: String,
    title: String,
    fingerprint: u64,
    players: (usize, usize),
    place: Place,
    facts: Facts,
    content: G::Content,
}

/// The seed for checks.
const SEED: u64 = 1;
/// Games in a check for each number of players with the usual rules; half as many for every other value of a switch.
const GAMES: u64 = 64;
/// The fewest games in a check, for slow games.
const FEWEST: u64 = 6;
/// A piece that was held this often and was never playable is reported.
const OFTEN: u64 = 200;
/// An operation is reported if its piece was played this often but it never changed anything.
const PLAYED: u64 = 20;

impl<G: Game> OpenBox<G> {
    /// Wraps the records of a game; `fingerprint` is the hash of its files.
    pub fn new(game: &content::Game, fingerprint: u64, content: G::Content) -> OpenBox<G> {
        let (least, most) = game.players;
        OpenBox {
            id: game.id.clone(),
            title: game.title.value.clone(),
            fingerprint,
            players: (least.max(1) as usize, (most as usize).min(SEATS)),
            place: game.title.place.clone(),
            facts: G::facts(&content),
            content,
        }
    }

    fn rules(pairs: &[(String, String)]) -> Result<Rules, String> {
        Rules::read(G::SWITCHES, pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    fn lineup(names: &[String]) -> Result<Lineup, String> {
        if names.is_empty() {
            return Ok(Lineup(vec![if G::STRATEGIES.is_empty() { Bot::Random } else { Bot::Strategy(0) }]));
        }
        if names.len() > SEATS {
            return Err(format!("{} bots are named; at most {SEATS} sit at a table", names.len()));
        }
        let bots: Result<Vec<Bot>, String> = names.iter().map(|name| Bot::read(name, G::STRATEGIES)).collect();
        Ok(Lineup(bots?))
    }

    fn lay(&self, rules: &Rules, players: usize) -> Result<G::Table, String> {
        if players > SEATS {
            return Err(format!("{} to {} can play, not {players}", self.players.0, self.players.1));
        }
        G::lay(&self.content, rules, players)
    }

    fn key(&self, seed: u64, players: usize) -> Key {
        Key { seed, game: fnv(self.id.bytes()), players, index: 0 }
    }

    /// Plays one batch of a check, with every invariant checked at each step.
    fn quick(&self, rules: &Rules, players: usize, games: u64) -> Result<Tally, String> {
        let table = self.lay(rules, players)?;
        let best = if G::STRATEGIES.is_empty() { Bot::Random } else { Bot::Strategy(0) };
        let lineup = Lineup(vec![best, Bot::Random]);
        let (facts, key) = (&self.facts, self.key(SEED, players));
        Ok(run(&Batch::<G> { table: &table, facts, key, lineup: &lineup, games, checks: Checks::Full }, &|_| {}))
    }

    fn report_failures(&self, players: usize, rules: &Rules, tally: &Tally, found: &mut Vec<Finding>) {
        for failure in tally.failures.values() {
            let kind = match failure.stop {
                Stop::Gap { .. } => &rule::RULE_GAP,
                Stop::Broken(_) | Stop::Panic(_) => &rule::RULE_VIOLATION,
                Stop::Cap(_) => &rule::GAME_WITHOUT_END,
            };
            let place = failure.stop.piece().map_or(&self.place, |piece| &self.facts.pieces[piece].place);
            let switches: String =
                rules.changed().iter().map(|(name, value)| format!(" --rules {name}={value}")).collect();
            let best = G::STRATEGIES.first().unwrap_or(&"random");
            let message =
                format!("{players} players: {} ({} of {} games)", failure.stop.what(), failure.count, tally.games);
            found.push(Finding::new(kind, place.clone(), message).help(format!(
                "`wyrmpress simulate {} --players {players} --seed {SEED} --games {} --bots {best},random{switches}` writes it down, shrunk",
                self.id, tally.games
            )));
        }
    }
}

impl<G: Game> Playable for OpenBox<G> {
    fn id(&self) -> &str {
        &self.id
    }

    fn simulate(&self, plan: &Plan, progress: &(dyn Fn(Progress) + Sync)) -> Result<Report, String> {
        let (rules, lineup) = (Self::rules(&plan.rules)?, Self::lineup(&plan.bots)?);
        // All numbers of players on the box, and any others that a switch allows.
        let is_for = |n: &usize| (self.players.0..=self.players.1).contains(n) || self.lay(&rules, *n).is_ok();
        let all: Vec<usize> = (1..=SEATS).filter(is_for).collect();
        let counts = if plan.players.is_empty() { &all } else { &plan.players };
        if let Some(few) = counts.iter().find(|players| **players < lineup.0.len()) {
            return Err(format!("{} bots are named, and {few} sit at the table", lineup.0.len()));
        }
        // Every table is prepared first, so that a wrong number is reported at once.
        let tables: Result<Vec<G::Table>, String> = counts.iter().map(|players| self.lay(&rules, *players)).collect();
        let tables = tables?;
        progress(Progress::Batches(counts.len()));
        let mut chapters = Vec::new();
        for (table, &players) in tables.iter().zip(counts) {
            let begin = |what| progress(Progress::Part { players, what });
            begin("playing");
            let key = self.key(plan.seed, players);
            let batch =
                Batch::<G> { table, facts: &self.facts, key, lineup: &lineup, games: plan.games, checks: Checks::Full };
            let tally = run(&batch, &|more| progress(Progress::Games(more)));
            let is_sound = tally.failures.is_empty() && plan.is_deep;
            let mut gaps = Vec::new();
            if is_sound && let Some(name) = G::STRATEGIES.first() {
                begin("comparing bots");
                let best = Bot::Strategy(0);
                let games = plan.games.min(2000) / G::PACE;
                gaps.push((format!("{name} among random"), gap(&batch, best, Bot::Random, games)));
                let (thinker, games) = (Bot::MonteCarlo(16), (plan.games / 25).min(80) / G::PACE);
                gaps.push((format!("mc:16 among {name}"), gap(&batch, thinker, best, games)));
                gaps.retain(|(_, tally)| tally.games > 0);
            }
            let mut rivals = Vec::new();
            if is_sound && G::STRATEGIES.len() > 1 {
                begin("in a tournament");
                let fared = tournament(&batch, plan.games.max(2000) / G::PACE);
                rivals = G::STRATEGIES.iter().copied().zip(fared).collect();
            }
            let mut weighed = (0, 0);
            if is_sound {
                begin("weighing choices");
                weighed = weigh(&batch, (plan.games / 25).min(32) / G::PACE);
            }
            chapters.push(chapter(Sources {
                tally: &tally,
                facts: &self.facts,
                marks: G::MARKS,
                players,
                bots: lineup.0.iter().map(|bot| bot.name(G::STRATEGIES)).collect(),
                seconds: plan.seconds,
                weighed,
                gaps,
                tournament: rivals,
            }));
        }
        Ok(Report {
            game: self.id.clone(),
            title: self.title.clone(),
            content: format!("{:016x}", self.fingerprint),
            rules_version: G::RULES_VERSION,
            rules: rules.changed().into_iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
            seed: plan.seed,
            seconds: plan.seconds,
            chapters,
        })
    }

    fn record(&self, plan: &Plan, players: usize, index: u64) -> Result<Replay, String> {
        let (rules, lineup) = (Self::rules(&plan.rules)?, Self::lineup(&plan.bots)?);
        let table = self.lay(&rules, players)?;
        let key = self.key(plan.seed, players);
        let batch =
            Batch::<G> { table: &table, facts: &self.facts, key, lineup: &lineup, games: 1, checks: Checks::Full };
        let (tape, _) = record(&batch, index);
        let seats =
            Seat::all(players).map(|seat| lineup.0[lineup.entry(seat, index, players)].name(G::STRATEGIES)).collect();
        let head = Replay {
            game: self.id.clone(),
            rules_version: G::RULES_VERSION,
            content: format!("{:016x}", self.fingerprint),
            rules: rules.changed().into_iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
            players,
            seed: plan.seed,
            index,
            bots: seats,
            failure: None,
            tape,
            steps: Vec::new(),
        };
        Ok(replay::annotated::<G>(head, &table))
    }

    fn shrink(&self, replay: &Replay) -> Result<Replay, String> {
        let rules = Self::rules(&replay.rules)?;
        let mut tables = BTreeMap::new();
        let (least, most) = (self.players.0.min(replay.players), replay.players);
        for players in least..=most {
            if let Ok(table) = self.lay(&rules, players) {
                tables.insert(players, table);
            }
        }
        replay::shrunk::<G>(replay, &tables)
    }

    fn retell(&self, replay: &Replay, explain: bool) -> Result<Retold, String> {
        let table = self.lay(&Self::rules(&replay.rules)?, replay.players)?;
        let is_changed = replay.content != format!("{:016x}", self.fingerprint);
        Ok(replay::retold::<G>(replay, &table, explain, is_changed))
    }

    fn check(&self, found: &mut Vec<Finding>) {
        let mut all = Tally::new(&self.facts, G::MARKS.len(), 2);
        let usual = Rules::usual(G::SWITCHES);
        let variants = Rules::variants(G::SWITCHES);
        let games = (GAMES / G::PACE).max(FEWEST);
        for players in self.players.0..=self.players.1 {
            let runs = [(&usual, games)].into_iter().chain(variants.iter().map(|rules| (rules, games / 2)));
            for (rules, games) in runs {
                match self.quick(rules, players, games) {
                    Ok(tally) => {
                        self.report_failures(players, rules, &tally, found);
                        // A switch may make pieces playable that usually are not.
                        if rules.changed().is_empty() {
                            all.merge(&tally);
                        }
                    }
                    // Not every switch works with every number of players.
                    Err(_) if !rules.changed().is_empty() => {}
                    Err(why) => found.push(
                        Finding::new(
                            &rule::COMPONENT_SHORTAGE,
                            self.place.clone(),
                            format!("{players} players: {why}"),
                        )
                        .help("fix the numbers of players, or what is dealt"),
                    ),
                }
            }
        }
        for (at, piece) in self.facts.pieces.iter().enumerate() {
            if all.held[at].count >= OFTEN && all.playable[at] == 0 {
                let message =
                    format!("`{}` was held {} times and could never be played", piece.name, all.held[at].count);
                let help = "look at its numbers and at what its effect asks for";
                found.push(Finding::new(&rule::NEVER_PLAYABLE, piece.place.clone(), message).help(help));
            }
        }
        for (supply, most) in
            self.facts.supplies.iter().zip(&all.supplies).filter(|(supply, most)| **most > supply.printed)
        {
            let message =
                format!("{} of {} were in use at once, and {} are printed", most, supply.name, supply.printed);
            let place = supply.place.as_ref().unwrap_or(&self.place);
            let help = format!("print at least {most}");
            found.push(Finding::new(&rule::COMPONENT_SHORTAGE, place.clone(), message).help(help));
        }
        for ((piece, op), (times, effects)) in self.facts.ops.iter().zip(&all.ops) {
            let (name, place) = (&self.facts.pieces[*piece].name, &self.facts.pieces[*piece].place);
            if all.used[*piece] >= PLAYED && *effects == 0 {
                let message = format!("`{op}` of `{name}` was carried out {times} times and never changed anything");
                let help = "take it out, or fix what it asks for";
                found.push(Finding::new(&rule::EFFECT_IDLE, place.clone(), message).help(help));
            }
        }
    }
}
