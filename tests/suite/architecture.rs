//! A module uses only modules that stand above it in this list.

use std::fs;
use std::path::Path;

use crate::project::repository;

const ORDER: [&str; 20] = [
    "units", "shape", "finding", "error", "svg", "content", "text", "template", "art", "layout", "export", "lint",
    "schema", "sim", "games", "stages", "diff", "preview", "cli", "main",
];
/// What the table and its games may see: content and findings, nothing that draws or prints.
const TABLE: [&str; 6] = ["units", "finding", "error", "content", "sim", "games"];
/// Most lines of one source file.
const LENGTH: usize = 520;

#[test]
fn modules_use_only_what_stands_above_them() {
    let mut seen = 0;
    each_file(&repository().join("src"), &mut |path, text| {
        let below = path.strip_prefix(repository().join("src")).expect("below src");
        let module = below.components().next().expect("a name").as_os_str().to_string_lossy();
        let module = module.trim_end_matches(".rs");
        if module == "lib" {
            return;
        }
        let rank = rank(module);
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if !ORDER.contains(&used.as_str()) {
                    continue;
                }
                seen += 1;
                assert!(self::rank(&used) <= rank, "{} uses {used}, which stands below it", below.display());
                let sees = !matches!(module, "sim" | "games") || TABLE.contains(&used.as_str());
                assert!(sees, "{} uses {used}, which draws or prints", below.display());
            }
        }
    });
    assert!(seen > 50, "only {seen} uses were seen");
}

#[test]
fn only_the_command_line_prints() {
    each_file(&repository().join("src"), &mut |path, text| {
        if !path.to_string_lossy().contains("cli") {
            for word in ["println!", "eprintln!", "print!(", "dbg!"] {
                assert!(!text.contains(word), "{} prints", path.display());
            }
        }
    });
}

#[test]
fn files_can_be_held_in_mind() {
    each_file(&repository().join("src"), &mut |path, text| {
        let lines = text.lines().count();
        assert!(lines <= LENGTH, "{} has {lines} lines, the limit is {LENGTH}", path.display());
        let is_rust = path.extension().is_some_and(|e| e == "rs");
        assert!(!is_rust || text.starts_with("//!"), "{} does not say what it is", path.display());
    });
}

#[test]
fn nothing_of_a_game_leaks_into_the_press() {
    each_file(&repository().join("src"), &mut |path, text| {
        if path
            .strip_prefix(repository().join("src"))
            .is_ok_and(|below| below.starts_with("games") || below.ends_with("games.rs"))
        {
            return;
        }
        let text = text.split("#[cfg(test)]").next().expect("a first part").to_lowercase();
        for word in ["reign", "farkle", "emperor", "kingdom", "gylden", "dragoness"] {
            let is_example = text.lines().filter(|l| l.contains(word)).all(|l| l.contains("such as"));
            assert!(is_example, "{} speaks of {word}", path.display());
        }
    });
}

fn rank(module: &str) -> usize {
    ORDER.iter().position(|m| *m == module).unwrap_or_else(|| panic!("module {module} is not in the list"))
}

fn each_file(folder: &Path, see: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            each_file(&path, see);
        } else {
            see(&path, &fs::read_to_string(&path).expect("a source file"));
        }
    }
}
