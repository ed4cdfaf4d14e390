//! What the README says works.

use std::fs;

use crate::project::repository;

#[test]
fn the_readme_starts_with_what_it_is_a_picture_and_two_commands() {
    let readme = fs::read_to_string(repository().join("README.md")).expect("a README");
    let picture = readme.find("![").expect("a picture");
    let render = readme.find("cargo run --release -- render").expect("the first command");
    let test = readme.find("cargo test").expect("the second command");
    assert!(picture < render && render < test);
    let path = readme[picture..].split(['(', ')']).nth(1).expect("a path");
    assert!(repository().join(path).exists(), "{path} is missing");
}

#[test]
fn every_command_of_the_readme_is_one_the_program_knows() {
    let readme = fs::read_to_string(repository().join("README.md")).expect("a README");
    let mut tried = 0;
    let code = readme.split("```").skip(1).step_by(2).collect::<String>();
    for line in code.lines().filter_map(|l| l.trim().strip_prefix("wyrmpress ")) {
        let command = line.split('#').next().expect("a command").trim();
        let words: Vec<&str> = command.split_whitespace().collect();
        // Parsing is enough: `--help` after the words must be understood.
        let output = crate::project::run(repository(), &[&words[..1], &["--help"]].concat());
        assert_eq!(output.status.code(), Some(0), "{command}");
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        for option in words.iter().filter(|w| w.starts_with("--")) {
            assert!(help.contains(option), "{command}: {option} is not an option");
        }
        tried += 1;
    }
    assert!(tried >= 6, "only {tried} commands");
}

#[test]
fn the_changelog_tells_of_this_version() {
    let changes = fs::read_to_string(repository().join("CHANGELOG.md")).expect("a CHANGELOG");
    assert!(changes.contains(env!("CARGO_PKG_VERSION")) || changes.contains("Unreleased"));
}

#[test]
fn no_path_of_a_machine_is_in_the_project() {
    for file in ["README.md", "CHANGELOG.md", "Cargo.toml", ".ci/run"] {
        let text = fs::read_to_string(repository().join(file)).expect("a file");
        for word in ["root", "home", "work"] {
            assert!(!text.contains(&format!("/{word}/")), "{file} names a folder below /{word}");
        }
    }
}
