//! The examples that `explain` prints: every wrong one is reported by its rule and by no other, every right one by none.

use std::fs;
use std::path::Path;

use wyrmpress::finding::Rule;
use wyrmpress::lint;

use crate::fonts::bundled;
use crate::played::Copy;
use crate::project::{Finding, Project, code, findings, repository, run};

/// Rules that only a game's own reader enforces. Their examples are edits of this kit.
const OF_KIT: (&str, [&str; 4]) =
    ("reign-of-dragoness", ["breaks-the-rules", "printed-differs", "component-shortage", "component-unused"]);
/// Rules whose examples are sentences: they depend on how thousands of games go. `toy.rs` and `wrong_reign.rs` break a
/// game for each of them.
const IN_WORDS: [&str; 5] = ["rule-gap", "rule-violation", "game-without-end", "never-playable", "effect-idle"];
/// No drawing is known to make a library fail.
const NOT_RUN: &str = "internal-error";

#[test]
fn every_example_shows_its_rule() {
    let mut wrong = Vec::new();
    for rule in lint::rules().filter(|rule| !IN_WORDS.contains(&rule.name) && rule.name != NOT_RUN) {
        let matters = |f: &Finding| f.severity != "note" || f.rule == rule.name;
        let found: Vec<Finding> = check(rule, rule.wrong).into_iter().filter(matters).collect();
        if found.is_empty() || found.iter().any(|f| f.rule != rule.name) {
            wrong.push(format!("{}: the wrong example gives {found:#?}", rule.name));
        }
        let found: Vec<Finding> = check(rule, rule.right).into_iter().filter(matters).collect();
        if !found.is_empty() {
            wrong.push(format!("{}: the right example gives {found:#?}", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_in_the_table_and_explained() {
    let mut declared = 0;
    let mut folders = vec![repository().join("src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                declared += fs::read_to_string(path).expect("a source file").matches(": Rule = Rule {").count();
            }
        }
    }
    assert_eq!(lint::rules().count(), declared, "a rule is declared and not in the table");
    for rule in lint::rules() {
        assert_eq!(lint::find(rule.name), Some(rule), "two rules have the name {}", rule.name);
        let words = [rule.what, rule.why, rule.fix];
        assert!(words.iter().all(|words| words.ends_with('.') && words.len() > 12), "{} is not explained", rule.name);
        assert!(!rule.wrong.trim().is_empty() && rule.wrong != rule.right, "{} has no example", rule.name);
    }
    let page = run(repository(), &["explain", "double-space"]);
    let page = String::from_utf8_lossy(&page.stdout).into_owned();
    assert!(page.contains("How to fix it\n  Delete the space at the caret.\n"), "{page}");
    assert!(page.contains("Wrong\n  # cards.toml\n  text = \"Dig  deep.\"\n\nRight\n  # cards.toml\n"), "{page}");
}

/// The findings of a project that an example was put into.
fn check(rule: &Rule, example: &'static str) -> Vec<Finding> {
    let (kit, of_kit) = OF_KIT;
    let (output, is_kit) = if of_kit.contains(&rule.name) {
        let copy = Copy::of(kit);
        let options = put(&copy.path(""), kit, example);
        (copy.run(&[&["check", "--format", "json", "--no-play"][..], &words(&options)].concat()), true)
    } else {
        let project = Project::new();
        let options = put(project.root(), "mini", example);
        (project.run(&[&["check", "--format", "json"][..], &words(&options)].concat()), false)
    };
    assert!(code(&output) < 2, "{}: {}", rule.name, String::from_utf8_lossy(&output.stderr));
    // A copy of one kit leaves shared templates and icons unused.
    findings(&output).into_iter().filter(|f| !is_kit || !f.rule.starts_with("unused-")).collect()
}

/// The options of `check`, on A4 unless they name a paper.
fn words(options: &str) -> Vec<&str> {
    let paper = if options.contains("--paper") { "" } else { "--paper a4" };
    options.split_whitespace().chain(paper.split_whitespace()).collect()
}

/// Puts the files of an example into a project, and returns the options of its command.
fn put(root: &Path, game: &str, example: &'static str) -> String {
    let mut files: Vec<(String, Vec<&str>)> = Vec::new();
    let mut options = String::new();
    for line in Rule::lines(example) {
        let template = line.strip_prefix("{# ").and_then(|rest| rest.strip_suffix(" #}"));
        if let Some(command) = line.strip_prefix("$ wyrmpress check ") {
            options = command.to_owned();
        } else if let Some(font) = line.strip_prefix("# ").and_then(|line| line.strip_suffix(".ttf is there")) {
            let name = font.rsplit('/').next().expect("a name");
            let path = root.join(format!("{font}.ttf"));
            fs::create_dir_all(path.parent().expect("a folder")).expect("a scratch folder");
            fs::write(path, bundled(name)).expect("a scratch file");
        } else if let Some(name) = template {
            files.push((format!("templates/{name}"), Vec::new()));
        } else if let Some(name) = line.strip_prefix("# ").filter(|name| name.ends_with(".toml")) {
            let folder = if name == "printers.toml" { String::new() } else { format!("content/{game}/") };
            files.push((folder + name, Vec::new()));
        } else {
            files.last_mut().unwrap_or_else(|| panic!("no file is named above: {line}")).1.push(line);
        }
    }
    for (below, lines) in files {
        let path = root.join(&below);
        let text = match fs::read_to_string(&path) {
            Ok(there) if below.ends_with(".toml") => merged(&there, &lines),
            Ok(there) if !below.contains("/icons/") && !lines[0].contains("{% extends") => {
                there.replace("{% endblock art %}", &format!("{}\n{{% endblock art %}}", lines.join("\n")))
            }
            _ => lines.join("\n") + "\n",
        };
        fs::write(&path, text).expect("a scratch file");
    }
    options
}

/// Puts the keys of an example into the tables they belong to.
///
/// A table is known by its header and, in a list, by its `id`. One that is not there is added. Keys without a header
/// belong to the last component.
fn merged(there: &str, lines: &[&str]) -> String {
    let mut all: Vec<String> = there.lines().map(str::to_owned).collect();
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for &line in lines {
        match line.starts_with('[') {
            true => groups.push((line, Vec::new())),
            false if groups.is_empty() => groups.push(("", vec![line])),
            false => groups.last_mut().expect("a header").1.push(line),
        }
    }
    for (header, keys) in groups {
        let id = keys.iter().find(|key| key.starts_with("id = ") && header.starts_with("[["));
        let tables = tables(&all);
        let found = match header {
            "" => tables.last(),
            _ => tables.iter().find(|(from, to)| {
                all[*from] == header && id.is_none_or(|id| all[*from..*to].iter().any(|line| line == id))
            }),
        };
        let Some(&(from, mut to)) = found else {
            all.push(header.to_owned());
            all.extend(keys.iter().map(|key| (*key).to_owned()));
            continue;
        };
        for line in keys {
            let key = line.split_inclusive(" =").next().unwrap_or(line);
            match all[from..to].iter().position(|old| old.starts_with(key)) {
                Some(at) => all[from + at] = line.to_owned(),
                None => {
                    all.insert(from + 1, line.to_owned());
                    to += 1;
                }
            }
        }
    }
    all.join("\n") + "\n"
}

/// The first line of each table, and the line after its last.
fn tables(lines: &[String]) -> Vec<(usize, usize)> {
    let starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with('[')).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().copied().zip(ends).collect()
}
