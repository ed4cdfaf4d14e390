//! `simulate`, `replay` and the quick game of `check`, from the outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;
use wyrmpress::sim::{Plan, Playable};
use wyrmpress::stages;

use crate::golden;
use crate::project::{code, findings, repository, run};

/// Where a text stands; a space finds a no-break space as well.
fn loosely(text: &str, wanted: &str) -> Option<std::ops::Range<usize>> {
    text.char_indices().find_map(|(start, _)| {
        let mut rest = text[start..].chars();
        let fits = wanted.chars().all(|want| rest.next().is_some_and(|c| c == want || (want == ' ' && c == '\u{a0}')));
        fits.then(|| start..text.len() - rest.as_str().len())
    })
}

/// A copy of this repository's content and templates, to be edited.
pub struct Copy {
    folder: TempDir,
}

impl Copy {
    pub fn new() -> Copy {
        Copy::of("reign-of-dragoness")
    }

    /// A copy with one game only.
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

    /// Replaces a text that must be there.
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

fn opened(game: &str) -> Box<dyn Playable> {
    stages::tables(repository(), &[game.to_owned()]).expect("the content can be read").games.remove(0)
}

fn reign() -> Box<dyn Playable> {
    opened("reign-of-dragoness")
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

#[test]
fn games_are_played_as_they_were_once_read() {
    let game = reign();
    for players in 3..=8 {
        // The advanced options come up in turn.
        let rules: &[(&str, &str)] = match players {
            4 => &[("hordes", "on")],
            6 => &[("tactical-passing", "on"), ("ultimate-revival", "on")],
            7 => &[("conjuring", "on")],
            _ => &[],
        };
        let replay = game.record(&plan(&["greedy", "random"], rules), players, 0).expect("the game is recorded");
        let told = game.retell(&replay, false).expect("the game is told");
        assert_eq!(told.differs, None);
        golden::agrees(&format!("reign-{players}.txt"), &(told.story + &told.end + "\n"));
    }
}

#[test]
fn dragon_farkle_is_played_as_it_was_once_read() {
    let game = opened("dragon-farkle");
    for players in 2..=5 {
        let rules: &[(&str, &str)] = match players {
            3 => &[("difficult", "on")],
            5 => &[("defender-wins-ties", "on")],
            _ => &[],
        };
        let replay = game.record(&plan(&["captain", "random"], rules), players, 0).expect("the game is recorded");
        let told = game.retell(&replay, false).expect("the game is told");
        assert_eq!(told.differs, None);
        golden::agrees(&format!("farkle-{players}.txt"), &(told.story + &told.end + "\n"));
    }
}

#[test]
fn the_dragons_favour_is_played_as_it_was_once_read() {
    let game = opened("dragons-favour");
    for players in 2..=7 {
        let rules: &[(&str, &str)] = match players {
            3 => &[("all-assassinated-leave", "on")],
            5 => &[("dragon", "never")],
            _ => &[],
        };
        let replay = game.record(&plan(&["canny", "random"], rules), players, 0).expect("the game is recorded");
        let told = game.retell(&replay, false).expect("the game is told");
        assert_eq!(told.differs, None);
        golden::agrees(&format!("favour-{players}.txt"), &(told.story + &told.end + "\n"));
    }
}

#[test]
fn emperors_favor_is_played_as_it_was_once_read() {
    let game = opened("emperors-favor");
    for players in 2..=6 {
        let rules: &[(&str, &str)] = match players {
            3 => &[("trading", "one-for-one")],
            5 => &[("finish-round", "on")],
            6 => &[("setup-dead-end", "forbid")],
            _ => &[],
        };
        let replay = game.record(&plan(&["greedy", "random"], rules), players, 0).expect("the game is recorded");
        let told = game.retell(&replay, false).expect("the game is told");
        assert_eq!(told.differs, None);
        golden::agrees(&format!("emperor-{players}.txt"), &(told.story + &told.end + "\n"));
    }
}

#[test]
fn kingdom_of_favors_is_played_as_it_was_once_read() {
    let game = opened("kingdom-of-favors");
    for players in 2..=5 {
        let (bots, rules): (&[&str], &[(&str, &str)]) = match players {
            3 => (&["goal", "random"], &[("must-take", "off")]),
            4 => (&["random"], &[]),
            5 => (&["goal", "greedy"], &[("favor-use", "pieces")]),
            _ => (&["goal", "random"], &[]),
        };
        let replay = game.record(&plan(bots, rules), players, 0).expect("the game is recorded");
        let told = game.retell(&replay, false).expect("the game is told");
        assert_eq!(told.differs, None);
        golden::agrees(&format!("kingdom-{players}.txt"), &(told.story + &told.end + "\n"));
    }
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
    let story = |bots: &[&str]| {
        let game = reign();
        let replay = game.record(&plan(bots, &[]), 5, 3).expect("the game is recorded");
        deals(&game.retell(&replay, false).expect("the game is told").story)
    };
    // Five tournaments of five hands.
    assert_eq!(story(&["random"]).len(), 25);
    assert_eq!(story(&["random"]), story(&["greedy", "first"]));
    let copy = Copy::new();
    copy.edit("content/reign-of-dragoness/specials.toml", "Rise again", "Up again");
    let arguments = [
        "simulate",
        "reign-of-dragoness",
        "--players",
        "5",
        "--games",
        "1",
        "--seed",
        "4",
        "--record",
        "3",
        "--shallow",
    ];
    let recorded = |folder: &Path, to: &str| {
        let to = copy.path(to);
        let output = run(folder, &[&arguments[..], &["--out", to.to_str().expect("UTF-8")]].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        let file = to.join("reign-of-dragoness/replays/5p-seed4-game3.jsonl");
        let told = run(folder, &["replay", file.to_str().expect("UTF-8")]);
        assert_eq!(code(&told), 0, "{}", err(&told));
        out(&told)
    };
    assert_eq!(recorded(repository(), "a"), recorded(&copy.path(""), "b"));
}

#[test]
fn the_report_is_the_same_on_any_number_of_cores() {
    let report = |jobs: &str, format: &str| {
        let bots = "greedy,random,mc:2";
        let arguments = [
            "simulate",
            "reign-of-dragoness",
            "--games",
            "600",
            "--players",
            "3..4",
            "--bots",
            bots,
            "--format",
            format,
            "--jobs",
            jobs,
        ];
        let output = run(repository(), &arguments);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    assert_eq!(report("1", "json"), report("4", "json"));
    assert_eq!(report("1", "human"), report("2", "human"));
}

#[test]
fn the_report_has_its_numbers_and_its_words() {
    let page = Copy::new();
    let file = page.path("report.html");
    let arguments = ["simulate", "reign-of-dragoness", "--games", "300", "--players", "4", "--html"];
    let output = run(repository(), &[&arguments[..], &[file.to_str().expect("UTF-8"), "--format", "json"]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let chapter = &report["chapters"][0];
    assert_eq!((chapter["players"].as_u64(), chapter["health"]["completed"].as_u64()), (Some(4), Some(300)));
    assert_eq!(chapter["fairness"]["seats"].as_array().map(Vec::len), Some(4));
    let leader = &chapter["fairness"]["roles"][0];
    assert_eq!(leader["count"].as_u64(), Some(1500), "a leader for each of five tournaments");
    // The prototype's leader won 31.1 %; 1,500 tournaments are good to 2.4 points.
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
    let page = fs::read_to_string(&file).expect("the page");
    assert!(page.contains("<svg") && !page.contains("<script") && !page.contains("src=") && !page.contains("http"));
    let words = out(&run(repository(), &arguments[..6]));
    assert!(words.contains("the leader of a tournament wins 3") && words.contains("25 % would be fair"), "{words}");
}

#[test]
fn random_bots_play_the_numbers_of_the_rulings() {
    // The rulings give 60.0 decisions a tournament, 39 % forced, 4.2 options, the leader at 32.3 % for four random bots.
    let arguments = [
        "simulate",
        "reign-of-dragoness",
        "--games",
        "2000",
        "--players",
        "4",
        "--bots",
        "random",
        "--shallow",
        "--format",
        "json",
    ];
    let report: Value = serde_json::from_str(&out(&run(repository(), &arguments))).expect("JSON");
    let chapter = &report["chapters"][0];
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
    let arguments =
        ["simulate", "reign-of-dragoness", "--games", "200", "--players", "4", "--shallow", "--format", "json"];
    let (ours, theirs) = (run(repository(), &arguments), copy.run(&arguments));
    assert_eq!((code(&ours), code(&theirs)), (0, 0), "{}", err(&theirs));
    let page = |output: &Output| {
        let report: Value = serde_json::from_str(&out(output)).expect("JSON");
        let pieces = report["chapters"][0]["pieces"].as_array().expect("pieces").clone();
        let page = pieces.into_iter().find(|p| p["name"] == "Page Elbrea").expect("the Page");
        (page["held"].as_u64(), page["playable"].as_u64())
    };
    let ((held, playable), (same, more)) = (page(&ours), page(&theirs));
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
    refused(&["--players", "many"], "`many` is no number of players");
    refused(&["--bots", "gredy"], "did you mean `greedy`?");
    refused(&["--bots", "mc:0"], "1 to 10000");
    refused(&["--players", "3", "--bots", "random,random,first,first"], "4 bots are named, and 3 sit at the table");
    refused(&["--rules", "hordes=on", "--rules", "hordes=off"], "named twice");
    refused(&["--rules", "hords=on"], "did you mean `hordes`?");
    refused(&["--rules", "hordes=maybe"], "off or on");
    refused(&["--rules", "hordes"], "must be `switch=value`");
    refused(&["--games", "0"], "0 is not in");
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
fn a_report_goes_through_links_and_never_over_devices() {
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
    assert_eq!(code(&simulate(&link)), 0);
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(fs::read_to_string(&target).expect("the page").contains("<svg"));
    for place in [pipe.as_path(), &copy.path("")] {
        let output = simulate(place);
        assert_eq!(code(&output), 2, "{}", place.display());
        assert!(err(&output).contains("it is not a regular file"), "{}", err(&output));
    }
    assert!(!fs::metadata(&pipe).expect("the pipe").is_file());
}
