//! The table itself, tried with a small market that can be broken on purpose.

use wyrmpress::content;
use wyrmpress::finding::{FileId, Place, rule};
use wyrmpress::sim::{
    Chance, Checks, Facts, Game, OpenBox, Outcome, Piece, PieceSet, Plan, Playable, Purpose, Replay, Rules, Seat,
    Seats, Stop, Switch, Turn, Violation, Watch, fnv,
};

use crate::project::Project;

/// What is wrong with the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    /// Selling from a stock of three or more makes a coin out of nothing.
    Coin,
    /// Rolling a six with an empty stock is not covered by the rules.
    Gap,
    /// The game never ends.
    Endless,
    /// The program panics on the second six.
    Panic,
    /// Selling uses the scales, which never change anything.
    Idle,
}

struct Market {
    fault: Fault,
    players: usize,
}

/// Players buy goods with dice and sell them for coins of the bank; after ten rounds the richest wins.
#[derive(Clone, Debug)]
struct Toy {
    coins: Seats<u32>,
    stock: Seats<u32>,
    bank: u32,
    seat: Seat,
    rounds: u32,
    players: u8,
    sixes: u32,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Rest,
    Roll,
    Sell,
}

impl Game for Toy {
    type Content = Fault;
    type Table = Market;
    type Action = Act;
    const RULES_VERSION: u32 = 1;
    const SWITCHES: &'static [Switch] = &[];
    const STRATEGIES: &'static [&'static str] = &[];
    const MARKS: &'static [(&'static str, &'static str)] = &[];
    const CAP: u32 = 400;

    fn facts(_: &Fault) -> Facts {
        let scales = Piece { name: "Scales".into(), copies: 1, place: Place::new(FileId(0), 0..0) };
        Facts { pieces: vec![scales], ops: vec![(0, "weigh".into())], ..Facts::default() }
    }

    fn lay(fault: &Fault, _: &Rules, players: usize) -> Result<Market, String> {
        Ok(Market { fault: *fault, players })
    }

    fn players(table: &Market) -> usize {
        table.players
    }

    fn setup(table: &Market, _: &mut dyn Chance, _: &mut dyn Watch) -> Result<Toy, Stop> {
        let Market { fault, players } = *table;
        Ok(Toy {
            coins: Seats::all(0),
            stock: Seats::all(0),
            bank: 1000,
            seat: Seat::FIRST,
            rounds: 0,
            players: players as u8,
            sixes: 0,
            fault,
        })
    }

    fn turn(&self) -> Turn {
        if self.rounds < 10 {
            return Turn::Decide(self.seat);
        }
        let best = self.coins.iter().max();
        Turn::Over(Outcome::of(Seat::all(self.players.into()).filter(|seat| Some(&self.coins[*seat]) == best)))
    }

    fn legal(&self, _: &Market, options: &mut Vec<Act>) {
        options.extend([Act::Rest, Act::Roll]);
        if self.stock[self.seat] > 0 {
            options.push(Act::Sell);
        }
    }

    fn apply(&mut self, _: &Market, act: Act, chance: &mut dyn Chance, watch: &mut dyn Watch) -> Result<(), Stop> {
        match act {
            Act::Rest => {}
            Act::Roll => {
                let pips = chance.pick(6, Purpose::Dice) + 1;
                watch.narrate(&|| format!("Player {} rolls {pips}.", self.seat));
                if pips == 6 {
                    self.sixes += 1;
                    assert!(self.fault != Fault::Panic || self.sixes < 2, "the second six");
                    if self.fault == Fault::Gap && self.stock[self.seat] == 0 {
                        return Err(Stop::Gap {
                            ruling: "T-1",
                            what: "a six with nothing in stock".into(),
                            piece: None,
                        });
                    }
                }
                self.stock[self.seat] += u32::from(pips > 3);
            }
            Act::Sell => {
                watch.op(0, self.fault != Fault::Idle);
                let extra = u32::from(self.fault == Fault::Coin && self.stock[self.seat] >= 3);
                self.stock[self.seat] -= 1;
                self.bank -= 1;
                self.coins[self.seat] += 1 + extra;
            }
        }
        self.seat = self.seat.next(self.players);
        self.rounds += u32::from(self.seat == Seat::FIRST && self.fault != Fault::Endless);
        Ok(())
    }

    fn check(&self, _: &Market, _: Checks) -> Result<(), Violation> {
        let all = self.bank + self.coins.iter().sum::<u32>();
        if all == 1000 {
            Ok(())
        } else {
            Err(Violation::new("coins are neither made nor lost", format!("{all} of 1000")))
        }
    }

    fn fingerprint(&self, _: Option<Seat>) -> u64 {
        let parts = self.coins.iter().chain(&self.stock).chain([&self.bank, &self.rounds, &self.sixes]);
        fnv(parts.flat_map(|n| n.to_le_bytes()).chain([self.seat.0]))
    }

    fn imagine(&self, _: &Market, _: Seat, _: &mut dyn Chance) -> Toy {
        self.clone()
    }

    fn progress(&self, seat: Seat) -> i32 {
        self.coins[seat] as i32 * 1000
    }

    fn is_settled(&self, _: &Toy) -> bool {
        false
    }

    fn advise(&self, _: &Market, _: usize, _: &[Act], _: &mut dyn Chance) -> usize {
        0
    }

    fn uses(&self, _: &Market, act: &Act, pieces: &mut PieceSet) {
        if *act == Act::Sell {
            pieces.add(0);
        }
    }

    fn describe(&self, _: &Market, act: &Act) -> String {
        format!("Player {} does {act:?}", self.seat)
    }

    fn outlook(&self, _: &Market) -> String {
        format!("has {} goods", self.stock[self.seat])
    }
}

fn opened(fault: Fault) -> OpenBox<Toy> {
    let project = Project::new();
    let content = content::parse(project.root(), &[], &mut Vec::new()).expect("the project can be read");
    OpenBox::new(&content.games[0], 7, fault)
}

fn plan(games: u64) -> Plan {
    let bots = vec!["random".to_owned()];
    Plan { games, players: vec![4], bots, seed: 5, rules: Vec::new(), seconds: 5.0, is_deep: false }
}

/// The first failure of a batch, shrunk.
fn shrunk(fault: Fault) -> (u64, String, Replay, Replay) {
    let game = opened(fault);
    let report = game.simulate(&plan(1000), &|_| {}).expect("the batch is played");
    let failure = report.chapters[0].health.failures.first().expect("the fault is found within 1,000 games");
    let found = game.record(&plan(1000), 4, failure.first).expect("the game is recorded");
    let small = game.shrink(&found).expect("the game fails");
    (failure.first, failure.class.clone(), found, small)
}

#[test]
fn a_sound_market_comes_to_its_end() {
    let report = opened(Fault::Nothing).simulate(&plan(600), &|_| {}).expect("the batch is played");
    let chapter = &report.chapters[0];
    assert_eq!((chapter.health.completed, chapter.health.failures.len()), (600, 0));
    // Ten rounds of four.
    assert_eq!((chapter.length.decisions.mean, chapter.length.decisions.max), (40.0, 40));
    let wins: f64 = chapter.fairness.seats.iter().map(|seat| seat.share).sum();
    assert!((wins - 1.0).abs() < 1e-9, "shared wins add up: {wins}");
}

#[test]
fn a_planted_coin_is_found_and_shrinks_to_a_few_choices() {
    let (_, class, found, small) = shrunk(Fault::Coin);
    assert_eq!(class, "broken: coins are neither made nor lost");
    let told = |replay: &Replay| replay.tape.iter().filter(|value| **value > 0).count();
    // Three goods must be bought and one sold: four decisions, and three throws of four or more.
    assert!(told(&small) <= 10 && told(&small) < told(&found), "{} of {}: {small:?}", told(&small), told(&found));
    assert_eq!(small.players, 2, "two players are the fewest of the project");
    let told = opened(Fault::Coin).retell(&small, false).expect("the replay is told");
    assert!(told.has_failed && told.differs.is_none() && told.end.contains("1001 of 1000"), "{told:?}");
}

#[test]
fn gaps_caps_and_panics_are_results() {
    for (fault, class, what) in [
        (Fault::Gap, "rule gap T-1", "do not say what happens (T-1): a six with nothing in stock"),
        (Fault::Endless, "no end", "no end after 400 decisions"),
        (Fault::Panic, "panic", "the second six"),
    ] {
        let (_, got, _, small) = shrunk(fault);
        assert_eq!(got, class);
        let told = opened(fault).retell(&small, true).expect("the replay is told");
        assert!(told.end.contains(what), "{}", told.end);
    }
}

#[test]
fn shrinking_finds_the_same_game_again() {
    assert_eq!(shrunk(Fault::Coin).3, shrunk(Fault::Coin).3);
}

#[test]
fn a_quick_check_tells_failures_by_their_rule() {
    for (fault, rule) in [
        (Fault::Coin, &rule::RULE_VIOLATION),
        (Fault::Gap, &rule::RULE_GAP),
        (Fault::Endless, &rule::GAME_WITHOUT_END),
        (Fault::Panic, &rule::RULE_VIOLATION),
    ] {
        let mut found = Vec::new();
        opened(fault).check(&mut found);
        assert!(found.iter().all(|d| d.rule == rule) && !found.is_empty(), "{fault:?}: {found:#?}");
        assert!(found[0].help.as_ref().is_some_and(|help| help.contains("wyrmpress simulate mini")), "{found:#?}");
    }
    let mut found = Vec::new();
    opened(Fault::Idle).check(&mut found);
    assert!(matches!(&found[..], [only] if only.rule == &rule::EFFECT_IDLE), "{found:#?}");
    assert!(found[0].message.starts_with("`weigh` of `Scales` was carried out"), "{found:#?}");
    found.clear();
    opened(Fault::Nothing).check(&mut found);
    assert_eq!(found, []);
}

#[test]
fn a_replay_survives_its_file_and_notices_edits() {
    let game = opened(Fault::Nothing);
    let replay = game.record(&plan(1), 4, 0).expect("the game is recorded");
    let read = Replay::from_lines(&replay.to_lines()).expect("the file is read");
    assert_eq!(read, replay);
    assert!(game.retell(&read, false).expect("told").differs.is_none());
    type Edit = fn(&mut Replay);
    let edits: [Edit; 6] = [
        |replay| replay.tape[3] += 1,
        |replay| replay.tape.truncate(20),
        |replay| replay.tape.push(0),
        |replay| replay.steps.clear(),
        |replay| replay.steps.push((99, "0".to_owned())),
        |replay| replay.failure = Some("no end".to_owned()),
    ];
    for (at, edit) in edits.into_iter().enumerate() {
        let mut edited = read.clone();
        edit(&mut edited);
        let told = game.retell(&edited, false).expect("told");
        let differs = told.differs.unwrap_or_else(|| panic!("edit {at} is not noticed"));
        assert!(differs.contains("the file was edited") && !told.end.contains("won by"), "{differs}");
    }
    for (text, why) in [("", "ends before"), ("{}", "line 1"), (&*replay.to_lines().replace("tape", "tap"), "line 2")] {
        assert!(Replay::from_lines(text).expect_err("broken").contains(why), "{text}");
    }
}
