//! `simulate`, `replay` and the quick game of `check`, from the outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;
use wyrmpress::sim::{Plan, Playable, html, words};
use wyrmpress::stages;

use crate::golden;
use crate::project::{code, findings, repository, run};

/// Where a text is; a space also matches a no-break space.
fn loosely(text: &str, wanted: &str) -> Option<std::ops::Range<usize>> {
    text.char_indices().find_map(|(start, _)| {
        let mut rest = text[start..].chars();
        let fits = wanted.chars().all(|want| rest.next().is_some_and(|c| c == want || (want == ' ' && c == '\u{a0}')));
        fits.then(|| start..text.len() - rest.as_str().len())
    })
}

/// A copy of this repository's content and templates to edit.
pub struct Copy {
    folder: TempDir,
}

impl Copy {
    pub fn new() -> Copy {
        Copy::of("reign-of-dragoness")
    }

    /// A copy with only one game.
    pub fn of(game: &str) -> Copy {
        let copy = Copy { folder: TempDir::new().expect("a scratch folder") };
        for below in [&*format!("content/{game}"), "templates"] {
            duplicate(&repository().join(below), &copy.folder.path().join(below));
        }
        copy
    }

    pub fn read(&self, below: &str) -> String {
        fs::read_to_string(self.folder.path().join(below)).expect("a file of the copy")
    }

    /// Replaces a text that must exist.
    pub fn edit(&self, below: &str, from: &str, to: &str) {
        let text = self.read(below);
        let at = loosely(&text, from).unwrap_or_else(|| panic!("{below} has no `{from}`"));
        fs::write(self.folder.path().join(below), [&text[..at.start], to, &text[at.end..]].concat())
            .expect("a file of the copy");
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        run(self.folder.path(), arguments)
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }
}

fn duplicate(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a scratch folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            duplicate(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file is copied");
        }
    }
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// A game of a project, ready to be played.
pub fn opened(project: &Path, game: &str) -> Box<dyn Playable> {
    let tables = stages::tables(project, &[game.to_owned()]).expect("the content can be read");
    let [game] = <[_; 1]>::try_from(tables.games).unwrap_or_else(|_| panic!("{game}: {:#?}", tables.found));
    game
}

fn reign() -> Box<dyn Playable> {
    opened(repository(), "reign-of-dragoness")
}

fn plan(bots: &[&str], rules: &[(&str, &str)]) -> Plan {
    Plan {
        games: 1,
        players: Vec::new(),
        bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
        seed: 4,
        rules: rules.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect(),
        seconds: 5.0,
        is_deep: false,
    }
}

/// Who plays the golden game for a number of players, and by which rules.
type Lineup = (usize, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// Plays one game for each number of players with the frozen records.
fn plays_as_read(name: &str, game: &str, lineups: &[Lineup]) {
    let game = golden::frozen(game);
    for &(players, bots, rules) in lineups {
        let replay = game.record(&plan(bots, rules), players, 0).expect("the game is recorded");
        let told = game.retell(&replay, false).expect("the game is told");
        assert_eq!(told.differs, None);
        golden::agrees(&format!("{name}-{players}.txt"), &(told.story + &told.end + "\n"));
    }
}

#[test]
fn reign_is_played_as_it_was_once_read() {
    const BOTS: &[&str] = &["greedy", "random"];
    let lineups: [Lineup; 6] = [
        (3, BOTS, &[]),
        (4, BOTS, &[("hordes", "on")]),
        (5, BOTS, &[]),
        (6, BOTS, &[("tactical-passing", "on"), ("ultimate-revival", "on")]),
        (7, BOTS, &[("conjuring", "on")]),
        (8, BOTS, &[]),
    ];
    plays_as_read("reign", "reign-of-dragoness", &lineups);
}

#[test]
fn farkle_is_played_as_it_was_once_read() {
    const BOTS: &[&str] = &["captain", "random"];
    let lineups: [Lineup; 4] =
        [(2, BOTS, &[]), (3, BOTS, &[("difficult", "on")]), (4, BOTS, &[]), (5, BOTS, &[("defender-wins-ties", "on")])];
    plays_as_read("farkle", "dragon-farkle", &lineups);
}

#[test]
fn favour_is_played_as_it_was_once_read() {
    const BOTS: &[&str] = &["canny", "random"];
    let lineups: [Lineup; 6] = [
        (2, BOTS, &[]),
        (3, BOTS, &[("all-assassinated-leave", "on")]),
        (4, BOTS, &[]),
        (5, BOTS, &[("dragon", "never")]),
        (6, BOTS, &[]),
        (7, BOTS, &[]),
    ];
    plays_as_read("favour", "dragons-favour", &lineups);
}

#[test]
fn emperor_is_played_as_it_was_once_read() {
    const BOTS: &[&str] = &["greedy", "random"];
    let lineups: [Lineup; 5] = [
        (2, BOTS, &[]),
        (3, BOTS, &[("trading", "one-for-one")]),
        (4, BOTS, &[]),
        (5, BOTS, &[("finish-round", "on")]),
        (6, BOTS, &[("setup-dead-end", "forbid")]),
    ];
    plays_as_read("emperor", "emperors-favor", &lineups);
}

#[test]
fn kingdom_is_played_as_it_was_once_read() {
    let lineups: [Lineup; 4] = [
        (2, &["goal", "random"], &[]),
        (3, &["goal", "random"], &[("must-take", "off")]),
        (4, &["random"], &[]),
        (5, &["goal", "greedy"], &[("favor-use", "pieces")]),
    ];
    plays_as_read("kingdom", "kingdom-of-favors", &lineups);
}

#[test]
fn an_explained_game_tells_what_each_player_sees() {
    let game = reign();
    let replay = game.record(&plan(&["mc:2"], &[]), 3, 1).expect("the game is recorded");
    let told = game.retell(&replay, true).expect("the game is told");
    let first = told.story.lines().find(|line| line.starts_with("   1  ")).expect("a first decision");
    assert!(first.contains("holds") && first.contains("leads, and must play"), "{first}");
    assert!(told.story.contains("option ") && told.story.contains("nothing else is possible"), "{}", told.story);
}

/// The deals of a recorded game.
fn deals(story: &str) -> Vec<String> {
    story.lines().filter(|line| line.contains("holds")).map(str::to_owned).collect()
}

#[test]
fn other_bots_and_other_texts_keep_the_deals() {
    let story = |game: &dyn Playable, bots: &[&str]| {
        let replay = game.record(&plan(bots, &[]), 5, 3).expect("the game is recorded");
        game.retell(&replay, false).expect("the game is told").story
    };
    let game = reign();
    // Five tournaments of five hands.
    let dealt = deals(&story(&*game, &["random"]));
    assert_eq!(dealt.len(), 25);
    assert_eq!(dealt, deals(&story(&*game, &["greedy", "first"])));
    let copy = Copy::new();
    copy.edit("content/reign-of-dragoness/specials.toml", "Rise again", "Up again");
    let other = opened(&copy.path(""), "reign-of-dragoness");
    assert_eq!(story(&*game, &["greedy"]), story(&*other, &["greedy"]));
}

#[test]
fn a_recorded_game_is_written_and_told_again() {
    let copy = Copy::new();
    let out_folder = copy.path("out");
    let folder = out_folder.to_str().expect("UTF-8");
    let words = "simulate reign-of-dragoness --players 5 --games 1 --seed 4 --record 3 --shallow --bots greedy --out";
    let output = copy.run(&words.split(' ').chain([folder]).collect::<Vec<_>>());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let file = out_folder.join("reign-of-dragoness/replays/5p-seed4-game3.jsonl");
    let told = copy.run(&["replay", file.to_str().expect("UTF-8")]);
    assert_eq!(code(&told), 0, "{}", err(&told));
    let game = reign();
    let replay = game.record(&plan(&["greedy"], &[]), 5, 3).expect("the game is recorded");
    assert!(out(&told).contains(&game.retell(&replay, false).expect("the game is told").story), "{}", out(&told));
}

#[test]
fn the_report_is_the_same_on_any_number_of_cores() {
    // A core takes 256 games at a time, so 300 are shared.
    let report = |words: &str| {
        let arguments: Vec<&str> = words.split(' ').collect();
        let output = run(repository(), &arguments);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let deep = "simulate reign-of-dragoness --games 300 --players 3 --bots greedy,random,mc:2 --format json --jobs";
    assert_eq!(report(&format!("{deep} 1")), report(&format!("{deep} 4")));
    let plain = "simulate reign-of-dragoness --games 300 --players 3..4 --bots greedy,random --shallow --jobs";
    assert_eq!(report(&format!("{plain} 1")), report(&format!("{plain} 2")));
}

#[test]
fn the_report_has_its_numbers_and_its_words() {
    let deep = Plan { games: 300, players: vec![4], seed: 1, is_deep: true, ..plan(&[], &[]) };
    let played = reign().simulate(&deep, &|_| {}).expect("games are played");
    let report = serde_json::to_value(&played).expect("a report is JSON");
    let chapter = &report["chapters"][0];
    assert_eq!((chapter["players"].as_u64(), chapter["health"]["completed"].as_u64()), (Some(4), Some(300)));
    assert_eq!(chapter["fairness"]["seats"].as_array().map(Vec::len), Some(4));
    let leader = &chapter["fairness"]["roles"][0];
    assert_eq!(leader["count"].as_u64(), Some(1500), "a leader for each of five tournaments");
    // The prototype's leader won 31.1 %; 1,500 tournaments give this within 2.4 points.
    let share = leader["wins"]["share"].as_f64().expect("a share");
    assert!((0.26..0.36).contains(&share), "{share}");
    assert!(leader["wins"]["low"].as_f64() < Some(share) && leader["wins"]["high"].as_f64() > Some(share));
    // 60 of 96 dragons and five specials are in the deck of four.
    let held = chapter["pieces"].as_array().expect("pieces").iter().filter(|p| p["held"].as_u64() > Some(0)).count();
    assert_eq!(held, 65);
    assert!(
        chapter["agency"]["matters"]["share"].is_number()
            && chapter["agency"]["gaps"].as_array().map(Vec::len) == Some(2)
    );
    let page = html(std::slice::from_ref(&played));
    assert!(page.contains("<svg") && !page.contains("<script") && !page.contains("src=") && !page.contains("http"));
    let words = words(&played);
    assert!(words.contains("the leader of a tournament wins 3") && words.contains("25 % would be fair"), "{words}");
}

/// The first chapter of a report, as JSON has it.
fn chapter(game: &dyn Playable, plan: &Plan) -> Value {
    let report = game.simulate(plan, &|_| {}).expect("games are played");
    serde_json::to_value(&report).expect("a report is JSON")["chapters"][0].take()
}

#[test]
fn random_bots_play_the_numbers_of_the_rulings() {
    // The rulings give 60.0 decisions a tournament, 39 % forced, 4.2 options, the leader at 32.3 % for four random bots.
    let chapter = chapter(&*reign(), &Plan { games: 2000, players: vec![4], seed: 1, ..plan(&["random"], &[]) });
    let near = |value: &Value, want: f64, off: f64| {
        let got = value.as_f64().expect("a number");
        assert!((got - want).abs() < off, "{got} is not {want} within {off}");
    };
    near(&chapter["length"]["rounds"]["mean"], 60.0, 0.6);
    near(&chapter["agency"]["forced"], 0.39, 0.01);
    near(&chapter["agency"]["options"], 4.2, 0.1);
    near(&chapter["fairness"]["roles"][0]["wins"]["share"], 0.323, 0.02);
}

#[test]
fn the_simulation_follows_the_cards() {
    // Pages that reach to 10 and a Squire from 11 on, printed and played alike.
    let copy = Copy::new();
    let specials = "content/reign-of-dragoness/specials.toml";
    let reference = "content/reign-of-dragoness/reference.toml";
    let row = copy.read(reference).replace("**9–12**, alone 9", "**11–12**, alone 11");
    fs::write(copy.path(reference), row.replace("**1–8**, alone 8", "**1–10**, alone 10")).expect("a file of the copy");
    let text = copy.read(specials).replace("[1, 8]", "[1, 10]").replace("1–8", "1–10").replace("[9, 12]", "[11, 12]");
    let text = text.replace("9–12", "11–12").replace("alone = 9", "alone = 11").replace("alone = 8", "alone = 10");
    let text = text.replace("1 to 8", "1 to 10").replace("an\u{a0}**8**", "a **10**").replace("9 to 12", "11 to 12");
    fs::write(copy.path(specials), text.replace("a\u{a0}**9**", "an **11**")).expect("a file of the copy");
    let page = |game: &dyn Playable| {
        let chapter = chapter(game, &Plan { games: 200, players: vec![4], ..plan(&[], &[]) });
        let page = chapter["pieces"].as_array().expect("pieces").iter().find(|p| p["name"] == "Page Elbrea").cloned();
        let page = page.expect("the Page");
        (page["held"].as_u64(), page["playable"].as_u64())
    };
    let ((held, playable), (same, more)) = (page(&*reign()), page(&*opened(&copy.path(""), "reign-of-dragoness")));
    assert_eq!(held, same, "the deals are the same");
    assert_ne!(playable, more, "the wider Page can be played at other times");
}

#[test]
fn a_clean_kit_passes_its_quick_game() {
    let output = run(repository(), &["check", "reign-of-dragoness", "--format", "json", "--fail-on", "warning"]);
    let found = findings(&output);
    assert_eq!(code(&output), 0, "{found:#?}");
}

#[test]
fn what_cannot_be_simulated_is_refused_in_words() {
    let refused = |arguments: &[&str], words: &str| {
        let output = run(repository(), &[&["simulate", "reign-of-dragoness"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(err(&output).contains(words), "{arguments:?}: {}", err(&output));
        assert!(out(&output).is_empty());
    };
    refused(&["--players", "9"], "3 to 8 can play, not 9");
    refused(&["--players", "2"], "two-players=on");
    refused(&["--players", "many"], "`many` is not a number of players");
    refused(&["--bots", "gredy"], "did you mean `greedy`?");
    refused(&["--bots", "mc:0"], "1 to 10000");
    refused(&["--players", "3", "--bots", "random,random,first,first"], "4 bots are named, and 3 sit at the table");
    refused(&["--rules", "hordes=on", "--rules", "hordes=off"], "named twice");
    refused(&["--rules", "hords=on"], "did you mean `hordes`?");
    refused(&["--rules", "hordes=maybe"], "off or on");
    refused(&["--rules", "hordes"], "must be `switch=value`");
    refused(&["--games", "0"], "must be a whole number from 1 to 1000000000");
    refused(&["nosuch"], "no game `nosuch`");
    let project = crate::project::Project::new();
    let output = project.run(&["simulate", "mini"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("`mini` can only be printed"), "{}", err(&output));
    for (file, words) in [("nosuch.jsonl", "cannot read"), ("content/mini/game.toml", "line 1")] {
        let output = project.run(&["replay", project.path(file).to_str().expect("UTF-8")]);
        assert_eq!(code(&output), 2);
        assert!(err(&output).contains(words), "{}", err(&output));
    }
}

#[test]
fn a_report_replaces_neither_links_nor_devices() {
    let copy = Copy::new();
    let (target, link, pipe) = (copy.path("target.html"), copy.path("link.html"), copy.path("pipe"));
    fs::write(&target, "old").expect("a file");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let simulate = |file: &Path| {
        run(
            repository(),
            &[
                "simulate",
                "reign-of-dragoness",
                "--games",
                "4",
                "--players",
                "3",
                "--shallow",
                "--html",
                file.to_str().expect("UTF-8"),
            ],
        )
    };
    let output = simulate(&link);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("link.html: it is a symbolic link"), "{}", err(&output));
    assert_eq!(fs::read_to_string(&target).expect("the page"), "old");
    for place in [pipe.as_path(), &copy.path("")] {
        let output = simulate(place);
        assert_eq!(code(&output), 2, "{}", place.display());
        assert!(err(&output).contains("it is not a regular file"), "{}", err(&output));
    }
    assert!(!fs::metadata(&pipe).expect("the pipe").is_file());
}
