//! A small project in a scratch folder, to be broken on purpose.
//!
//! Tests do not count lines. A text that is written may hold a [`MARK`] where a finding is expected; the mark is not part of the file,
//! and [`Project::marked`] returns its place.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

pub const GAME: &str = r##"title = "Mini"
version = "1.0"
players = [2, 4]

[palette]
ink = "#201810"
gold = "#d8ab4e"

[fonts]
text = "Libertinus Serif"

[data.clan.fire]
name = "Fire"
jewels = 3
origin = "designed"
[data.clan.water]
name = "Water"
jewels = 2
origin = "designed"
[data.clan.earth]
name = "Earth"
jewels = 1
origin = "designed"
[[set]]
id = "cards"
title = "Cards"
size = "poker"
shape = { kind = "rectangle", corner = "3 mm" }
bleed = "3 mm"
safe = "3 mm"
template = "card.svg"
back = "back.svg"
papers = []
fields = { clan = "key of clan", number = "integer 1..12", text = "text" }

[[expect]]
what = "fire cards"
set = "cards"
where = { clan = "fire" }
count = 2
origin = "rulebook"
why = "two of each"
"##;

pub const CARDS: &str = r##"[defaults]
origin = "designed"

[[component]]
id = "fire-1"
name = "Fire 1"
count = 1
clan = "fire"
number = 1
text = "Draw **two** cards {star} and keep *one*."
why = "as printed"
allow = []

[[component]]
id = "fire-2"
name = "Fire 2"
clan = "fire"
number = 2
text = "Discard a card."

[[component]]
id = "water-1"
name = "Water 1"
clan = "water"
number = 1
text = "Pass."

[[component]]
id = "earth-1"
name = "Earth 1"
clan = "earth"
number = 1
text = "Dig deep."
"##;

pub const FACE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="{{ face.w + 2 * face.bleed }}" height="{{ face.h + 2 * face.bleed }}" viewBox="{{ -face.bleed }} {{ -face.bleed }} {{ face.w + 2 * face.bleed }} {{ face.h + 2 * face.bleed }}">{% block art %}{% endblock art %}</svg>"##;

pub const CARD: &str = r##"{% extends "face.svg" %}
{% block art %}
<rect x="-3" y="-3" width="69" height="94" fill="{{ palette.gold }}"/>
{{ icon(name="star", x=10, y=30, size=20, fill=palette.ink) }}
{{ text(text=data.clan[card.clan].name ~ " " ~ card.number, x=5, y=5, w=53, h=10, size=14, font=fonts.text, weight=700, fill=palette.ink) }}
{{ text(text=card.text, x=5, y=55, w=53, h=25, size=9, min=7.5, font=fonts.text, fill=palette.ink) }}
{% endblock art %}
"##;

pub const BACK: &str = r##"{% extends "face.svg" %}
{% block art %}<rect x="-3" y="-3" width="69" height="94" fill="{{ palette.ink }}"/>{% for turn in [0, 180] %}<g transform="rotate({{ turn }} 31.5 44)">{{ icon(name="star", x=21.5, y=14, size=20, fill=palette.gold) }}</g>{% endfor %}{% endblock art %}
"##;

pub const STAR: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M50 4 61 38H97L68 59 79 94 50 73 21 94 32 59 3 38H39Z"/></svg>"##;

/// Stands before the place where a finding is expected.
pub const MARK: char = '☞';

/// A project of four cards that has nothing wrong with it.
pub struct Project {
    folder: TempDir,
    /// The marks that were written: file and byte.
    marks: RefCell<Vec<(String, usize)>>,
}

/// A place in a file; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    pub line: u64,
    pub column: u64,
}

impl Place {
    fn at(file: &str, text: &str, byte: usize) -> Place {
        let (before, line) = (&text[..byte], text[..byte].rfind('\n').map_or(0, |end| end + 1));
        let number = before.matches('\n').count() as u64 + 1;
        Place { file: file.to_owned(), line: number, column: before[line..].chars().count() as u64 + 1 }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A finding as `check --format json` shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub rule: String,
    pub severity: String,
    pub file: String,
    pub line: u64,
    pub column: u64,
    pub message: String,
    pub help: String,
}

impl Finding {
    pub fn place(&self) -> Place {
        Place { file: self.file.clone(), line: self.line, column: self.column }
    }
}

impl Project {
    pub fn new() -> Project {
        let project = Project { folder: TempDir::new().expect("a scratch folder"), marks: RefCell::default() };
        project.write("content/mini/game.toml", GAME);
        project.write("content/mini/cards.toml", CARDS);
        project.write("templates/face.svg", FACE);
        project.write("templates/card.svg", CARD);
        project.write("templates/back.svg", BACK);
        project.write("templates/icons/star.svg", STAR);
        project
    }

    /// A project whose one card draws `svg` inside its face.
    pub fn drawing(svg: &str) -> Project {
        let project = Project::new();
        let template = format!("{{% extends \"face.svg\" %}}{{% block art %}}{svg}{{% endblock art %}}");
        project.write("templates/card.svg", template);
        project
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.root().join(below)
    }

    /// Writes a file; a text is written without its marks.
    pub fn write(&self, below: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a scratch folder");
        let mut marks = self.marks.borrow_mut();
        marks.retain(|(file, _)| file != below);
        match std::str::from_utf8(bytes.as_ref()) {
            Ok(text) if text.contains(MARK) => {
                let places = text.match_indices(MARK).enumerate();
                marks.extend(places.map(|(n, (at, mark))| (below.to_owned(), at - n * mark.len())));
                fs::write(path, text.replace(MARK, ""))
            }
            _ => fs::write(path, bytes),
        }
        .expect("a scratch file");
    }

    pub fn read(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).expect("a file of the project")
    }

    /// Replaces a text that must exist. Marks elsewhere in the file move along.
    pub fn edit(&self, below: &str, from: &str, to: &str) {
        let mut text = self.read(below);
        let at = text.find(from).unwrap_or_else(|| panic!("{below} has no `{from}`"));
        let mut kept: Vec<usize> = self.marks.borrow().iter().filter(|m| m.0 == below).map(|m| m.1).collect();
        kept.retain(|&byte| byte < at || byte > at + from.len());
        let (before, after): (Vec<usize>, Vec<usize>) = kept.into_iter().partition(|&byte| byte < at);
        // From the end, so that what is inserted does not move what comes next.
        for byte in after.into_iter().rev() {
            text.insert(byte, MARK);
        }
        text.replace_range(at..at + from.len(), to);
        for byte in before.into_iter().rev() {
            text.insert(byte, MARK);
        }
        self.write(below, text);
    }

    /// Marks a place in existing text: `text` holds one mark, and the file has it without the mark.
    pub fn mark(&self, below: &str, text: &str) {
        self.edit(below, &text.replace(MARK, ""), text);
    }

    /// The place of the only mark.
    pub fn marked(&self) -> Place {
        let marks = self.marks.borrow();
        let [(file, byte)] = &marks[..] else { panic!("{} marks, not one", marks.len()) };
        Place::at(file, &self.read(file), *byte)
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        run(self.root(), arguments)
    }

    /// Exit code and findings.
    pub fn check(&self) -> (i32, Vec<Finding>) {
        let output = self.run(&["check", "--format", "json", "--paper", "a4"]);
        (code(&output), findings(&output))
    }

    /// The findings that are errors or warnings.
    pub fn faults(&self) -> Vec<Finding> {
        self.check().1.into_iter().filter(|f| f.severity != "note").collect()
    }

    /// Renders to `output` and returns the PDF on A4.
    pub fn pdf(&self, more: &[&str]) -> Vec<u8> {
        // A scratch folder, because options are part of the file's name.
        let out = self.path("output");
        let scratch = self.path("output/one-run");
        let mut arguments = vec!["render", "--quiet", "--paper", "a4", "--out", scratch.to_str().expect("UTF-8")];
        arguments.extend(more);
        let output = self.run(&arguments);
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        fs::create_dir_all(out.join("mini")).expect("a folder");
        let mut pdf = None;
        for entry in fs::read_dir(scratch.join("mini")).expect("the PDF was written") {
            let entry = entry.expect("a file");
            let name = entry.file_name().into_string().expect("UTF-8");
            if name.contains("-a4") && !name.starts_with("mini-changes") {
                pdf = Some(fs::read(entry.path()).expect("readable"));
            }
            fs::rename(entry.path(), out.join("mini").join(name)).expect("moved");
        }
        fs::remove_dir_all(scratch).expect("removed");
        pdf.expect("the PDF was written")
    }
}

/// Runs the command in a project; it must end within half a minute.
pub fn run(project: &Path, arguments: &[&str]) -> Output {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
        .arg("--project")
        .arg(project)
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("NO_COLOR")
        .env_remove("GITHUB_ACTIONS")
        .env_remove("GITHUB_STEP_SUMMARY")
        .output()
        .expect("the command can be started");
    assert!(started.elapsed() < Duration::from_secs(30), "it took {:?}", started.elapsed());
    output
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("ended by a signal: {}", String::from_utf8_lossy(&output.stderr)))
}

pub fn findings(output: &Output) -> Vec<Finding> {
    let text = String::from_utf8(output.stdout.clone()).expect("JSON is UTF-8");
    text.lines()
        .map(|line| {
            let value: Value = serde_json::from_str(line).expect("a JSON object a line");
            let word = |key: &str| value[key].as_str().unwrap_or("").to_owned();
            let number = |key: &str| value[key].as_u64().unwrap_or(0);
            Finding {
                rule: word("rule"),
                severity: word("severity"),
                file: word("file"),
                line: number("line"),
                column: number("column"),
                message: word("message"),
                help: word("help"),
            }
        })
        .collect()
}

/// The kit of this repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Shows every file that is text.
pub fn each_text(path: &Path, see: &mut dyn FnMut(&Path, &str)) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            each_text(&entry.expect("an entry").path(), see);
        }
    } else if let Ok(text) = fs::read_to_string(path) {
        see(path, &text);
    }
}

#[test]
fn marks_are_places_and_not_part_of_the_file() {
    let project = Project::new();
    project.write("a.toml", "one = 1\ntwo = \"é☞é\"\nthree = 3\n");
    assert_eq!(project.read("a.toml"), "one = 1\ntwo = \"éé\"\nthree = 3\n");
    assert_eq!(project.marked().to_string(), "a.toml:2:9");
    project.edit("a.toml", "one = 1", "zero = 0\none = 1");
    project.edit("a.toml", "three = 3", "four = 4");
    assert_eq!(project.marked().to_string(), "a.toml:3:9");
    project.edit("a.toml", "\"éé\"", "2");
    project.mark("a.toml", "four = ☞4");
    assert_eq!(project.marked().to_string(), "a.toml:4:8");
    assert_eq!(project.read("a.toml"), "zero = 0\none = 1\ntwo = 2\nfour = 4\n");
}
