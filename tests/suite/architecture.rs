//! Who may use whom, who may print, and how long files and functions may be.

use std::fs;
use std::path::Path;

use crate::project::repository;

/// The modules from the ground up: each uses only those above it in this list.
const ORDER: &[&str] = &[
    "units", "color", "hash", "markup", "language", "shape", "finding", "error", "budget", "picture", "svg", "content",
    "text", "template", "art", "layout", "export", "lint", "schema", "sim", "games", "stages", "diff", "preview",
    "cli", "main",
];
/// What the table and its games may see: content and findings, nothing that draws or prints.
const TABLE: &[&str] = &["units", "color", "hash", "markup", "language", "finding", "error", "content", "sim", "games"];
/// The most lines of a source file.
const FILE: usize = 520;
/// The most lines of a function, from its signature to its closing brace.
const FUNCTION: usize = 80;

/// A source file, by its path below `src` with forward slashes.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The first part of its path, such as `games` of `games/rulings.rs` and of `games.rs`.
    fn module(&self) -> &str {
        self.path.split('/').next().expect("a first part").trim_end_matches(".rs")
    }

    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }
}

#[test]
fn modules_use_only_what_stands_above_them() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for source in sources().iter().filter(|source| source.is_rust() && source.module() != "lib") {
        for used in uses(&source.text) {
            seen += 1;
            if rank(used) > rank(source.module()) {
                wrong.push(format!("{} uses {used}, which stands below it", source.path));
            }
            if matches!(source.module(), "sim" | "games") && !TABLE.contains(&used) {
                wrong.push(format!("{} uses {used}, which draws or prints", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen > 50, "only {seen} uses were seen");
}

/// The modules that a text names after `crate::`, alone or in braces.
fn uses(text: &str) -> Vec<&'static str> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut used = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let names = match rest.strip_prefix('{') {
            Some(list) => split_list(list),
            None => vec![rest],
        };
        for name in names {
            let name: String = name.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            used.extend(ORDER.iter().find(|module| **module == name));
        }
    }
    used
}

/// The items of a list in braces, up to the brace that closes it.
fn split_list(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items
}

#[test]
fn every_module_has_its_place_in_the_order() {
    for source in sources().iter().filter(|source| source.is_rust() && source.module() != "lib") {
        rank(source.module());
    }
    for module in ORDER {
        assert!(repository().join("src").join(format!("{module}.rs")).exists(), "there is no module {module}");
    }
}

#[test]
fn only_the_command_line_prints() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.is_rust() && source.module() != "cli") {
        for word in ["println!", "eprintln!", "print!(", "dbg!"] {
            if source.text.contains(word) {
                wrong.push(format!("{} has {word}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn files_can_be_held_in_mind() {
    let mut wrong = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > FILE {
            wrong.push(format!("{} has {lines} lines, the limit is {FILE}", source.path));
        }
        if source.is_rust() && !source.text.starts_with("//!") {
            wrong.push(format!("{} does not begin with what it is", source.path));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn functions_can_be_held_in_mind() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for source in sources().iter().filter(|source| source.is_rust()) {
        for (name, line, length) in functions_in(&source.text) {
            seen += 1;
            if length > FUNCTION {
                wrong.push(format!("{}:{line} `{name}` has {length} lines, the limit is {FUNCTION}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen > 1000, "only {seen} functions were seen");
}

/// Name, first line and number of lines of each function. rustfmt indents the closing brace like the signature.
fn functions_in(text: &str) -> Vec<(&str, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some(at) = code.find("fn ").filter(|at| code[..*at].split(' ').all(is_qualifier)) else { continue };
        let name = code[at + 3..].split(['(', '<']).next().expect("a name");
        let indent = &line[..line.len() - code.len()];
        // A signature may continue over several lines; a body on one line ends with its brace, a declaration with a
        // semicolon.
        let is_end = |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest == "}");
        let is_short = code.ends_with('}') || code.ends_with(';');
        let length = if is_short { Some(0) } else { lines[first + 1..].iter().position(is_end) };
        if let Some(length) = length {
            found.push((name, first + 1, if is_short { 1 } else { length + 2 }));
        }
    }
    found
}

fn is_qualifier(word: &str) -> bool {
    matches!(word, "" | "const" | "async" | "unsafe") || word.starts_with("pub")
}

#[test]
fn functions_are_measured_from_signature_to_brace() {
    let text = "fn one() {}\n\nimpl X {\n    pub(super) const fn two<T>(\n        a: u8,\n    ) -> u8 {\n        if a {\n        }\n    }\n    fn three();\n}\n";
    assert_eq!(functions_in(text), [("one", 1, 1), ("two", 4, 6), ("three", 10, 1)]);
    assert_eq!(
        uses("use crate::{art::{self, Face}, units::Mm};\n// crate::cli\nfn f() { crate::sim::run() }"),
        ["art", "units", "sim"]
    );
}

#[test]
fn nothing_of_a_game_leaks_into_the_press() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.module() != "games") {
        let text = source.text.split("#[cfg(test)]").next().expect("a first part").to_lowercase();
        let text = text.replace("foreign", "");
        for word in ["reign", "farkle", "emperor", "kingdom", "gylden", "dragoness"] {
            // An example says that it is one.
            if text.lines().any(|line| line.contains(word) && !line.contains("such as")) {
                wrong.push(format!("{} names {word}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn rank(module: &str) -> usize {
    ORDER.iter().position(|m| *m == module).unwrap_or_else(|| panic!("module {module} is not in the list"))
}

fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    gather(&repository().join("src"), "", &mut all);
    all
}

fn gather(folder: &Path, below: &str, all: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let entry = entry.expect("an entry");
        let path = format!("{below}{}", entry.file_name().to_str().expect("UTF-8"));
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{path}/"), all);
        } else {
            all.push(Source { path, text: fs::read_to_string(entry.path()).expect("a source file") });
        }
    }
}
