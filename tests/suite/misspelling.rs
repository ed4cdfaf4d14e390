//! Each key of the kit and of the small project, with two letters swapped, must be reported at its line with the right word.

use std::fs;

use crate::project::{CARDS, GAME, Project, repository};

/// Keys whose names the author chooses; a misspelling shows where they are used.
const FREE: &[&str] = &["palette", "fonts", "data"];

#[test]
fn every_misspelt_key_of_the_small_project_is_reported() {
    for (file, text) in [("content/mini/game.toml", GAME), ("content/mini/cards.toml", CARDS)] {
        for slip in slips(text) {
            let project = Project::new();
            project.write(file, &slip.text);
            let faults = project.faults();
            let reported = faults.iter().any(|f| {
                let names = f.help.contains(&slip.key) || f.message.contains(&format!("`{}`?", slip.key));
                f.file == file && f.line == slip.line && names
            });
            assert!(reported, "{file}:{}: `{}` for `{}`: {faults:#?}", slip.line, slip.slip, slip.key);
        }
    }
}

#[test]
fn every_misspelt_key_of_the_kit_is_reported() {
    let kit = repository().join("content/reign-of-dragoness");
    let mut tried = 0;
    for file in ["game.toml", "specials.toml", "reference.toml", "sheets.toml"] {
        let text = fs::read_to_string(kit.join(file)).expect("a file of the kit");
        let mut seen = Vec::new();
        for slip in slips(&text).into_iter().filter(|slip| {
            let is_new = !seen.contains(&(slip.table.clone(), slip.key.clone()));
            seen.push((slip.table.clone(), slip.key.clone()));
            is_new
        }) {
            let mut found = Vec::new();
            let scratch = tempfile::TempDir::new().expect("a scratch folder");
            let copy = scratch.path().join("content/reign-of-dragoness");
            fs::create_dir_all(&copy).expect("a scratch folder");
            for entry in fs::read_dir(&kit).expect("the kit") {
                let entry = entry.expect("a file of the kit");
                fs::copy(entry.path(), copy.join(entry.file_name())).expect("a copy");
            }
            fs::write(copy.join(file), &slip.text).expect("a scratch file");
            let content = wyrmpress::content::parse(scratch.path(), &[], &mut found).expect("the content can be read");
            let reported = found.iter().any(|d| {
                let place = d.place.as_ref().expect("a place");
                let line = content.sources.line_column(place.file, place.span.start).0 as u64;
                line == slip.line && format!("{} {:?}", d.message, d.help).contains(&format!("`{}`", slip.key))
            });
            assert!(reported, "{file}:{}: `{}` for `{}`", slip.line, slip.slip, slip.key);
            tried += 1;
        }
    }
    assert!(tried > 40, "only {tried} keys were tried");
}

struct Slip {
    text: String,
    table: String,
    key: String,
    slip: String,
    line: u64,
}

/// One copy of the text for each `key =`, that key with its second and third letter swapped or one dropped.
fn slips(text: &str) -> Vec<Slip> {
    let mut all = Vec::new();
    let mut table = String::new();
    let mut is_text = false;
    for (number, line) in text.lines().enumerate() {
        if line.matches("\"\"\"").count() % 2 == 1 {
            is_text = !is_text;
            if !is_text {
                continue;
            }
        } else if is_text {
            continue;
        }
        if line.starts_with('[') {
            // A table inside a record has free keys, as `[data]` has.
            table = line.trim_matches(['[', ']']).to_owned();
            table = if table.contains('.') { "data".to_owned() } else { table };
            continue;
        }
        let Some((key, rest)) = line.split_once(" =") else { continue };
        let is_plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if !is_plain || FREE.contains(&table.as_str()) {
            continue;
        }
        let mut letters: Vec<char> = key.chars().collect();
        match letters.len() {
            0..=2 => letters.push('x'),
            _ => {
                letters.remove(1);
            }
        }
        let slip: String = letters.into_iter().collect();
        let lines: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(i, l)| if i == number { format!("{slip} ={rest}") } else { l.to_owned() })
            .collect();
        let line = number as u64 + 1;
        all.push(Slip { text: lines.join("\n"), table: table.clone(), key: key.to_owned(), slip, line });
    }
    all
}
