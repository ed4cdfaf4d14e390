//! Where templates and icons are, and how wide their lines are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::project::{Project, STAR, findings, repository, run};

const WIDEST: usize = 160;

/// All SVG files below a folder of the repository, as `templates/…`.
fn drawings(folder: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(repository().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("UTF-8"));
        if entry.file_type().expect("a type").is_dir() {
            drawings(&path, found);
        } else if path.ends_with(".svg") {
            found.insert(path);
        }
    }
}

fn all_drawings() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    drawings("templates", &mut found);
    assert!(found.len() > 100, "{} drawings", found.len());
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a scratch folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a scratch file");
        }
    }
}

/// The games that use each drawing: a project with one game only reports what that game leaves unused.
fn users() -> BTreeMap<String, Vec<String>> {
    let all = all_drawings();
    let mut users: BTreeMap<String, Vec<String>> = all.iter().map(|path| (path.clone(), Vec::new())).collect();
    let scratch = TempDir::new().expect("a scratch folder");
    copy(&repository().join("templates"), &scratch.path().join("templates"));
    let mut games: Vec<_> =
        fs::read_dir(repository().join("content")).expect("content").map(|e| e.expect("a game")).collect();
    games.sort_by_key(|game| game.file_name());
    for game in games {
        let content = scratch.path().join("content");
        let _ = fs::remove_dir_all(&content);
        copy(&game.path(), &content.join(game.file_name()));
        let found = findings(&run(scratch.path(), &["check", "--no-play", "--format", "json", "--paper", "a4"]));
        let unused = found.iter().filter(|f| ["unused-icon", "unused-template"].contains(&f.rule.as_str()));
        let unused: BTreeSet<&str> = unused.map(|f| f.file.as_str()).collect();
        assert!(!unused.is_empty(), "{:?} uses every drawing", game.file_name());
        for (path, users) in users.iter_mut().filter(|(path, _)| !unused.contains(path.as_str())) {
            assert!(path.starts_with("templates/"), "{path}");
            users.push(game.file_name().to_str().expect("UTF-8").to_owned());
        }
    }
    users
}

#[test]
fn no_line_of_a_template_is_wider_than_an_editor() {
    for path in all_drawings() {
        let text = fs::read_to_string(repository().join(&path)).expect("a template");
        for (number, line) in text.lines().enumerate() {
            let width = line.chars().count();
            assert!(width <= WIDEST, "{path}:{}: {width} characters, at most {WIDEST}", number + 1);
        }
    }
}

#[test]
fn what_one_game_uses_stands_in_its_folder() {
    for (path, users) in users() {
        let folder = path.strip_prefix("templates/").and_then(|below| below.split_once('/')).map(|(folder, _)| folder);
        match folder {
            None | Some("icons" | "parts") => assert!(users.len() > 1, "{path} is shared, but used by {users:?}"),
            Some(game) => assert_eq!(users, [game], "the users of {path}"),
        }
    }
}

#[test]
fn an_icon_of_a_game_is_named_like_a_shared_one() {
    let project = Project::new();
    fs::remove_dir_all(project.path("templates/icons")).expect("a folder");
    project.write("templates/mini/icons/star.svg", STAR);
    assert_eq!(project.faults(), []);

    let alone = project.pdf(&[]);
    project.write("templates/icons/star.svg", STAR);
    let faults = project.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!((faults[0].rule.as_str(), faults[0].file.as_str()), ("duplicate-id", "templates/mini/icons/star.svg"));
    assert_eq!(faults[0].message, "icon `star` is also drawn in templates/icons/star.svg");

    fs::remove_file(project.path("templates/mini/icons/star.svg")).expect("a file");
    assert_eq!(project.pdf(&[]), alone, "the folder of an icon reaches no PDF");
}
