//! A small project in a scratch folder, to be broken on purpose.

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

/// A project of four cards that has nothing wrong with it.
pub struct Project {
    folder: TempDir,
}

/// A finding as `check --format json` tells it.
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

impl Project {
    pub fn new() -> Project {
        let project = Project { folder: TempDir::new().expect("a scratch folder") };
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

    pub fn write(&self, below: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a scratch folder");
        fs::write(path, bytes).expect("a scratch file");
    }

    pub fn read(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).expect("a file of the project")
    }

    /// Replaces a text that must be there.
    pub fn edit(&self, below: &str, from: &str, to: &str) {
        let text = self.read(below);
        assert!(text.contains(from), "{below} has no `{from}`");
        self.write(below, text.replacen(from, to, 1));
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
        let out = self.path("output");
        let mut arguments = vec!["render", "--quiet", "--paper", "a4", "--out", out.to_str().expect("UTF-8")];
        arguments.extend(more);
        let output = self.run(&arguments);
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(out.join("mini/mini-a4.pdf")).expect("the PDF was written")
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
