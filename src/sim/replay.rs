//! Recorded games: written as JSON lines, played again, shown, and shrunk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::run::taped;
use super::{Checks, Game, Observe, Outcome, Quiet, SEATS, Seat, Stop, Watch, shrink};

/// Decisions from one fingerprint to the next.
const EVERY: u32 = 16;

/// A recorded game: everything needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// The name of the game's folder.
    pub game: String,
    /// The version of the rules' code.
    pub rules_version: u32,
    /// A fingerprint of the content files.
    pub content: String,
    /// Switches that are not at their default.
    pub rules: Vec<(String, String)>,
    pub players: usize,
    /// The seed it was found with.
    pub seed: u64,
    /// Its number in the batch.
    pub index: u64,
    /// Who sat where.
    pub bots: Vec<String>,
    /// How it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Every choice, chance and decisions alike.
    #[serde(skip)]
    pub tape: Vec<u32>,
    /// Fingerprints of the whole state, each after the given number of decisions.
    #[serde(skip)]
    pub steps: Vec<(u32, String)>,
}

#[derive(Serialize, Deserialize)]
struct Tail {
    tape: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct Step {
    step: u32,
    state: String,
}

impl Replay {
    /// Writes the file: a head, the tape, and fingerprints, one JSON object per line.
    pub fn to_lines(&self) -> String {
        let mut lines = line(self) + &line(&Tail { tape: self.tape.clone() });
        for (step, state) in &self.steps {
            lines += &line(&Step { step: *step, state: state.clone() });
        }
        lines
    }

    /// Reads a file; an error names the line and what is wrong with it.
    pub fn from_lines(text: &str) -> Result<Replay, String> {
        fn read<'a, T: Deserialize<'a>>(line: Option<(usize, &'a str)>, what: &str) -> Result<T, String> {
            let Some((at, line)) = line else { return Err(format!("it ends before {what}")) };
            serde_json::from_str(line).map_err(|cause| {
                // serde_json sees a single line, so only its column is right.
                let why = cause.to_string();
                let why = why.split(" at line ").next().unwrap_or_default();
                format!("line {}, column {}: {what}: {why}", at + 1, cause.column())
            })
        }
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let mut replay: Replay = read(lines.next(), "the head of a recorded game")?;
        replay.tape = read::<Tail>(lines.next(), "its tape")?.tape;
        for line in lines {
            let step: Step = read(Some(line), "a fingerprint")?;
            replay.steps.push((step.step, step.state));
        }
        Ok(replay)
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers always make JSON") + "\n"
}

/// A recorded game, played again and put into words.
#[derive(Clone, Debug, PartialEq)]
pub struct Retold {
    /// The story, one line after the other.
    pub story: String,
    /// How it ended, in a sentence.
    pub end: String,
    /// Why it is not the game that was recorded.
    pub differs: Option<String>,
    /// Whether it failed.
    pub has_failed: bool,
}

/// Plays the tape and adds the fingerprints and the failure it leads to.
pub(super) fn annotated<G: Game>(replay: Replay, table: &G::Table) -> Replay {
    let mut marks = Fingerprints::default();
    let (_, end) = taped::<G>(table, &replay.tape, &mut marks, Checks::Full);
    Replay { failure: end.err().map(|stop| stop.class()), steps: marks.kept(), ..replay }
}

/// The smallest game that fails like this one, if this one fails.
pub(super) fn shrunk<G: Game>(replay: &Replay, tables: &BTreeMap<usize, G::Table>) -> Result<Replay, String> {
    let class = |table: &G::Table, tape: &[u32]| {
        let (asked, end) = taped::<G>(table, tape, &mut Quiet, Checks::Full);
        end.err().map(|stop| (asked, stop.class()))
    };
    let Some((_, failure)) = tables.get(&replay.players).and_then(|table| class(table, &replay.tape)) else {
        return Err("the game does not fail".to_owned());
    };
    let fails =
        |table: &G::Table, tape: &[u32]| class(table, tape).filter(|(_, c)| *c == failure).map(|(asked, _)| asked);
    // Fewer players make a simpler game, if it still fails in the same way. The largest table is the recorded one,
    // which always does.
    let fewest = tables.iter().find(|(_, table)| fails(table, &replay.tape).is_some());
    let (&players, table) = fewest.ok_or("the game does not fail")?;
    let tape = shrink(&replay.tape, |tape| fails(table, tape));
    let bots = vec!["tape".to_owned(); players];
    Ok(annotated::<G>(Replay { players, tape, bots, ..replay.clone() }, table))
}

/// Plays a recorded game again and shows it.
pub(super) fn retold<G: Game>(replay: &Replay, table: &G::Table, explain: bool, is_changed: bool) -> Retold {
    let mut narrator = Narrator { replay, explain, lines: Vec::new(), steps: 0, taken: 0, differs: None };
    let (asked, end) = taped::<G>(table, &replay.tape, &mut narrator, Checks::Full);
    let failure = end.as_ref().err().map(Stop::class);
    let last = replay.steps.last().map_or(0, |(step, _)| *step);
    let what = if let Some(step) = narrator.differs {
        Some(format!("decision {step} leads to another state than the recorded one"))
    } else if failure != replay.failure {
        let named = |failure: &Option<String>| failure.clone().unwrap_or_else(|| "a game that ends well".to_owned());
        Some(format!("{} was recorded, and this is {}", named(&replay.failure), named(&failure)))
    } else if last != narrator.taken || asked < replay.tape.len() {
        Some(format!("{last} decisions were recorded, and this game has {}", narrator.taken))
    } else {
        None
    };
    let why = match (replay.rules_version == G::RULES_VERSION, is_changed) {
        (false, _) => "the rules have changed since",
        (true, true) => "the content has changed since",
        (true, false) => "the file was edited, or the program plays differently",
    };
    let has_failed = failure.is_some();
    let end = match what {
        Some(_) => "Here the recorded game is left.".to_owned(),
        None => ending(end, narrator.steps),
    };
    Retold { story: narrator.lines.concat(), end, differs: what.map(|what| format!("{what}: {why}")), has_failed }
}

fn ending<G: Game>(end: Result<(G, Outcome), Stop>, steps: u32) -> String {
    match end {
        Err(stop) => format!("The game stops after {steps} decisions: {}.", stop.what()),
        Ok((_, outcome)) => {
            let names: Vec<String> =
                Seat::all(SEATS).filter(|seat| outcome.has(*seat)).map(|seat| format!("player {seat}")).collect();
            match names.as_slice() {
                [] => format!("Nobody wins, after {steps} decisions."),
                [one] => format!("The game is won by {one}, after {steps} decisions."),
                [firsts @ .., last] => {
                    format!("The win is shared by {} and {last}, after {steps} decisions.", firsts.join(", "))
                }
            }
        }
    }
}

/// Keeps a fingerprint every [`EVERY`] decisions, and one of the last state.
#[derive(Default)]
struct Fingerprints {
    steps: Vec<(u32, u64)>,
    step: u32,
}

impl Fingerprints {
    fn kept(self) -> Vec<(u32, String)> {
        let last = self.step;
        let kept = self.steps.into_iter().filter(|(step, _)| step % EVERY == 0 || *step == last);
        kept.map(|(step, state)| (step, format!("{state:016x}"))).collect()
    }
}

impl Watch for Fingerprints {
    fn listens(&self) -> bool {
        false
    }
}

impl<G: Game> Observe<G> for Fingerprints {
    fn after(&mut self, game: &G, _: &G::Table) {
        self.step += 1;
        self.steps.push((self.step, game.fingerprint(None)));
    }
}

/// Tells the story until the game differs from the recorded one.
struct Narrator<'a> {
    replay: &'a Replay,
    explain: bool,
    lines: Vec<String>,
    steps: u32,
    /// Decisions carried out so far.
    taken: u32,
    differs: Option<u32>,
}

impl Narrator<'_> {
    fn say(&mut self, words: &dyn Fn() -> String) {
        if self.differs.is_none() {
            self.lines.push(words() + "\n");
        }
    }
}

impl Watch for Narrator<'_> {
    fn narrate(&mut self, words: &dyn Fn() -> String) {
        self.say(words);
    }
}

impl<G: Game> Observe<G> for Narrator<'_> {
    fn before(&mut self, game: &G, table: &G::Table, seat: Seat, options: &[G::Action], chosen: usize) {
        self.steps += 1;
        let (step, explain) = (self.steps, self.explain);
        let others = match options.len() {
            1 => "nothing else is possible".to_owned(),
            n => format!("option {} of {n}", chosen + 1),
        };
        self.say(&|| {
            let action = game.describe(table, &options[chosen]);
            if explain {
                format!("{step:>4}  Player {seat} {}.\n      {action} ({others}).", game.outlook(table))
            } else {
                format!("{step:>4}  {action}.")
            }
        });
    }

    fn after(&mut self, game: &G, _: &G::Table) {
        self.taken = self.steps;
        let state = format!("{:016x}", game.fingerprint(None));
        let is_other = self.replay.steps.iter().any(|(step, kept)| *step == self.steps && *kept != state);
        if is_other && self.differs.is_none() {
            self.differs = Some(self.steps);
        }
    }
}
