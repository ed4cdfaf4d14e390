//! What README and CHANGELOG say is true. Each check is also run on a text with a mistake in it, to prove that it can
//! fail.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use wyrmpress::{games, lint};

use crate::project::{Project, code, each_text, repository};

/// What the small project does not have. Commands that name it are only parsed.
const ELSEWHERE: [&str; 6] = ["reign-of-dragoness", "gylden", "HEAD~3", "v1.0", "office", "game.jsonl"];
/// Commands that are only parsed: one plays thousands of games, one does not end.
const LONG: [&str; 2] = ["simulate", "preview"];

fn read(below: &str) -> String {
    fs::read_to_string(repository().join(below)).unwrap_or_else(|why| panic!("{below}: {why}"))
}

/// The text between a pair of marks.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split_once(close)).map(|(inner, _)| inner).collect()
}

/// The code in a text: every second piece between backticks, without blocks.
fn quoted(text: &str) -> Vec<&str> {
    text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2)).collect()
}

/// The lines of `sh` blocks that call the program, without comments.
fn commands(readme: &str) -> Vec<&str> {
    let lines = between(readme, "```sh\n", "```").into_iter().flat_map(str::lines);
    lines.filter_map(|line| line.strip_prefix("wyrmpress ")).map(|c| c.split(" #").next().unwrap_or(c).trim()).collect()
}

/// The words of a command as a shell would split them.
fn words(command: &str) -> Vec<String> {
    command.split_whitespace().map(|word| word.trim_matches('\'').to_owned()).collect()
}

/// Runs a command in a folder that is its project, its home and its working directory.
fn run_in(folder: &Path, words: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("XDG_CONFIG_HOME", folder)
        .env_remove("GITHUB_STEP_SUMMARY")
        .output()
        .expect("the command can be started")
}

/// Whether the program understands a command, tried in a folder with nothing to print.
fn is_understood(command: &str) -> bool {
    let empty = TempDir::new().expect("a scratch folder");
    let mut words = words(command);
    if words.first().is_some_and(|word| word == "preview") {
        words.push("--help".to_owned());
    }
    let output = run_in(empty.path(), &words);
    !String::from_utf8_lossy(&output.stderr).contains("try '--help'")
}

#[test]
fn the_readme_starts_with_what_it_is_a_picture_and_two_commands() {
    let readme = read("README.md");
    let picture = readme.find("![").expect("a picture");
    let block = readme.find("```sh\n").expect("a block of commands");
    assert!(picture > 200 && picture < block, "words, a picture, commands");
    let lines: Vec<&str> = readme[block..].lines().skip(1).take_while(|line| *line != "```").collect();
    let [render, test] = lines[..] else { panic!("{lines:?}") };
    assert!(render.starts_with("cargo run --release -- render ") && test.starts_with("cargo test "), "{lines:?}");
}

#[test]
fn the_commands_of_the_readme_run() {
    let readme = read("README.md");
    let all = commands(&readme);
    assert!(all.len() >= 20, "only {} commands", all.len());
    let project = Project::new();
    let mut ran = 0;
    for command in all {
        let name = command.split(' ').next().expect("a command");
        if LONG.contains(&name) || ELSEWHERE.iter().any(|word| command.contains(word)) {
            assert!(is_understood(command), "`{command}` is not understood");
            continue;
        }
        let output = run_in(project.root(), &words(command));
        assert_eq!(code(&output), 0, "`{command}`: {}", String::from_utf8_lossy(&output.stderr));
        ran += 1;
    }
    assert!(ran >= 9, "only {ran} commands were run");
    for wrong in ["render --papr a3", "render --marks bth", "preview --opn", "simulate --players 3...", "rendr"] {
        assert!(!is_understood(wrong), "`{wrong}` is understood");
    }
}

/// Options and defaults of the table that differ from what `render --help` says.
fn wrong_options(readme: &str, help: &str) -> Vec<String> {
    let rows = readme.lines().skip_while(|line| !line.starts_with("| option of `render`")).skip(2);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for option in quoted(cells[1]) {
            seen += 1;
            let option = option.split(' ').next().unwrap_or(option);
            // From the line that names the option to the line that names the next one.
            let of_it = help.lines().skip_while(|line| !line.split_whitespace().any(|word| word == option));
            let page: Vec<&str> = of_it
                .enumerate()
                .take_while(|(n, l)| *n == 0 || !l.trim().starts_with('-') || l.contains(':'))
                .map(|(_, l)| l)
                .collect();
            let default = quoted(cells[3]).first().map(|value| format!("[default: {value}]"));
            if page.is_empty() || default.is_some_and(|default| !page.iter().any(|line| line.contains(&default))) {
                wrong.push(format!("{option} {}", cells[3]));
            }
        }
    }
    if seen < 10 {
        wrong.push(format!("only {seen} options"));
    }
    wrong
}

#[test]
fn the_options_of_render_are_those_of_its_help() {
    let readme = read("README.md");
    let output = run_in(repository(), &words("render --help"));
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(wrong_options(&readme, &help), [""; 0]);
    assert_eq!(wrong_options(&readme.replace("| `--backs` |", "| `--back` |"), &help).len(), 1);
    assert_eq!(wrong_options(&readme.replace("| `5mm` |", "| `4mm` |"), &help).len(), 1);
}

/// The rows missing from the table of games.
fn missing_games(readme: &str) -> Vec<String> {
    let rows = games::GAMES.iter().map(|game| {
        let switches: Vec<String> = game.switches.iter().map(|switch| format!("`{}`", switch.name)).collect();
        format!("| {} | random, first, mc, {} | {} |", game.id, game.strategies.join(", "), switches.join(", "))
    });
    rows.filter(|row| !readme.lines().any(|line| line == row)).collect()
}

#[test]
fn the_games_bots_and_switches_are_those_of_the_program() {
    let readme = read("README.md");
    assert_eq!(missing_games(&readme), [""; 0]);
    assert_eq!(missing_games(&readme.replace("`hordes`, ", "")).len(), 1);
    assert_eq!(missing_games(&readme.replace("captain, threshold", "captain")).len(), 1);
    let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let kits = fs::read_dir(repository().join("content")).expect("a folder").count();
    assert_eq!(kits, games::GAMES.len());
    let words: Vec<&str> = readme.split_whitespace().collect();
    let mut counts = words.windows(2).filter(|pair| pair[1].trim_end_matches(['.', ',', ';']) == "kits");
    assert!(counts.all(|pair| !numbers.contains(&pair[0]) || pair[0] == numbers[kits - 1]), "not {kits} kits");
}

/// Names in the table of the preflight, and after `explain`, that are not rules.
fn unknown_rules(readme: &str) -> Vec<&str> {
    let rows = readme.lines().skip_while(|line| *line != "| about | rules |").skip(2);
    let mut names: Vec<&str> = Vec::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        names.extend(quoted(row).into_iter().filter(|name| !name.contains("--")));
    }
    let count = names.len();
    names.extend(commands(readme).into_iter().filter_map(|command| command.strip_prefix("explain ")));
    names.retain(|name| lint::find(name).is_none() && games::rulings::find(name).is_none());
    if count < 30 {
        names.push("too few rules");
    }
    names
}

#[test]
fn the_rules_of_the_readme_exist() {
    let readme = read("README.md");
    assert_eq!(unknown_rules(&readme), [""; 0]);
    assert_eq!(unknown_rules(&readme.replace("`widow`,", "`orphan`,")), ["orphan"]);
    assert_eq!(unknown_rules(&readme.replace("explain text-overflow", "explain text-overflows")), ["text-overflows"]);
}

/// Files, variables and tests that the text names and the project does not have.
fn missing(readme: &str, sources: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let links = between(readme, "](", ")").into_iter().filter(|link| !link.contains("://"));
    let code = quoted(readme);
    let tops = ["src/", "docs/", "tests/", "benches/", ".ci/", ".github/"];
    let paths =
        code.iter().copied().filter(|path| tops.iter().any(|top| path.starts_with(top)) && !path.contains(['<', '*']));
    for path in links.chain(paths) {
        if !repository().join(path).exists() {
            missing.push(path.to_owned());
        }
    }
    for code in code {
        let variable = code.split('=').next().expect("a first part");
        let is_variable = code.contains('=') && variable.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        if is_variable && !sources.contains(&format!("\"{variable}\"")) {
            missing.push(variable.to_owned());
        }
        let filter = code.split_once("cargo suite ").map(|(_, filter)| filter);
        if filter.is_some_and(|filter| !sources.lines().any(|l| l.starts_with("fn ") && l.contains(filter))) {
            missing.push(code.to_owned());
        }
    }
    missing
}

#[test]
fn the_files_variables_and_tests_of_the_readme_exist() {
    let mut sources = String::new();
    for folder in ["src", "tests/suite"] {
        // This file names variables that do not exist.
        each_text(&repository().join(folder), &mut |path, text| {
            if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("readme.rs") {
                sources.push_str(text);
            }
        });
    }
    for page in ["README.md", "tests/suite/frozen/README.md"] {
        assert_eq!(missing(&read(page), &sources), [""; 0], "{page}");
    }
    for wrong in
        ["`src/lip.rs`", "![x](docs/nosuch.png)", "`PRAISE=1 cargo suite`", "`BLESS=1 cargo suite no_such_test`"]
    {
        assert_eq!(missing(wrong, &sources).len(), 1, "{wrong}");
    }
}

/// What is wrong with a changelog: this version comes below the unreleased changes, and versions descend.
fn changelog_fault(changes: &str, version: &str) -> Option<String> {
    let number = |heading: &str| -> Option<Vec<u32>> {
        heading.split([' ', '(', '[']).next()?.split('.').map(|part| part.parse().ok()).collect()
    };
    let this = number(version);
    let (mut before, mut has_this) = (None, false);
    for section in changes.split("\n## ").skip(1) {
        let heading = section.lines().next().unwrap_or_default();
        let next = number(heading);
        if next.is_none() || before.is_some() && next >= before {
            return Some(format!("`{heading}` is no older version"));
        }
        if next > this && !heading.ends_with("(unreleased)") {
            return Some(format!("`{heading}` is newer than {version} and not marked as unreleased"));
        }
        if !section.lines().any(|line| line.starts_with("- ")) {
            return Some(format!("`{heading}` has no entry"));
        }
        has_this |= next == this;
        before = next;
    }
    (!has_this).then(|| format!("there is no section for {version}"))
}

#[test]
fn the_changelog_has_this_version_and_what_comes_next() {
    assert_eq!(changelog_fault(&read("CHANGELOG.md"), env!("CARGO_PKG_VERSION")), None);
    let good = "# Changelog\n\n## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0 (2026-11-18)\n\n- Old.\n";
    for version in ["0.1.0", "0.2.0"] {
        assert_eq!(changelog_fault(good, version), None);
    }
    for (from, to) in
        [(" (unreleased)", ""), ("0.2.0 (u", "(u"), ("- New.\n", ""), ("0.1.0", "0.2.0"), ("0.1.0", "first")]
    {
        assert!(changelog_fault(&good.replace(from, to), "0.1.0").is_some(), "{from} -> {to}");
    }
    assert!(changelog_fault(good, "0.1.1").is_some());
}

#[test]
fn versions_that_the_readme_pins_are_in_the_changelog() {
    let (readme, changes) = (read("README.md"), read("CHANGELOG.md"));
    let pins = between(&readme, "```yaml\n", "```").into_iter().flat_map(str::split_whitespace);
    let pins: BTreeSet<&str> =
        pins.filter_map(|word| word.split_once("wyrmpress@v").map(|p| p.1).or(word.strip_prefix('v'))).collect();
    assert!(!pins.is_empty(), "no version is pinned");
    for pin in pins {
        let is_there = changes.lines().any(|line| line.starts_with("## ") && line.contains(pin));
        assert!(is_there, "the README pins {pin}");
    }
}

/// The first folder of a machine that a text names.
fn machine_path(text: &str) -> Option<String> {
    let folders = ["root", "home", "work", "tmp", "Users"].map(|name| format!("/{name}/"));
    folders.into_iter().find(|folder| text.contains(folder))
}

#[test]
fn no_path_of_a_machine_is_in_the_project() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    let top = fs::read_dir(repository()).expect("a folder").map(|entry| entry.expect("an entry").path());
    for path in top.filter(|path| !["target", "output", ".git"].iter().any(|name| path.ends_with(name))) {
        each_text(&path, &mut |path, text| {
            seen += 1;
            wrong.extend(machine_path(text).map(|folder| format!("{} names {folder}", path.display())));
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen > 300, "only {seen} files");
    assert!(machine_path(concat!("see /ho", "me/me/game")).is_some());
}
