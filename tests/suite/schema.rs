//! The schemas that editors use: they match what the parser reads, and every content file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::project::{Project, code, findings, repository, run};

const GAME: &str = "content/mini/game.toml";
const CARDS: &str = "content/mini/cards.toml";

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// The errors of a content file under the schema that the editor's settings name.
fn faults(project: &Path, file: &str) -> Vec<String> {
    let settings: toml::Table =
        fs::read_to_string(project.join(".taplo.toml")).expect("settings").parse().expect("TOML");
    let rules = settings["rule"].as_array().expect("rules");
    let is_for = |pattern: &str| fast_glob::glob_match(pattern, file);
    let mut named = rules
        .iter()
        .filter(|r| r["include"].as_array().expect("a list").iter().any(|p| is_for(p.as_str().expect("a path"))));
    let schema =
        named.next().unwrap_or_else(|| panic!("no schema for {file}"))["schema"]["path"].as_str().expect("a path");
    assert!(named.next().is_none(), "two schemas for {file}");
    let validator = jsonschema::draft7::new(&json(&project.join(schema))).expect("a schema of draft 7");
    let text = fs::read_to_string(project.join(file)).expect("a content file");
    let table: toml::Table = text.parse().expect("TOML");
    let value = serde_json::to_value(table).expect("JSON");
    validator.iter_errors(&value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
}

/// The mini project with its schemas.
fn described() -> Project {
    let project = Project::new();
    let output = project.run(&["schema", "--quiet"]);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    project
}

#[test]
fn the_schemas_of_this_repository_are_up_to_date() {
    let output = run(repository(), &["schema", "--check"]);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_content_file_keeps_to_its_schema() {
    let mut seen = 0;
    for game in fs::read_dir(repository().join("content")).expect("games").map(|entry| entry.expect("a folder").path())
    {
        for file in fs::read_dir(&game).expect("files").map(|entry| entry.expect("a file").path()) {
            let below = file.strip_prefix(repository()).expect("below").to_str().expect("UTF-8").replace('\\', "/");
            assert_eq!(faults(repository(), &below), [""; 0], "{below}");
            seen += 1;
        }
    }
    assert!(seen >= 30, "only {seen} files");
}

/// An edit that schema and checker both refuse: file, from, to.
const WRONG: &[(&str, &str, &str)] = &[
    (CARDS, "name = \"Fire 2\"", "nmae = \"Fire 2\""),
    (CARDS, "name = \"Fire 2\"", "name = 2"),
    (CARDS, "id = \"fire-1\"", "id = \"Fire 1\""),
    (CARDS, "id = \"fire-1\"\n", ""),
    (CARDS, "[defaults]\norigin = \"designed\"", ""),
    (CARDS, "[defaults]\n", "[defaults]\nclna = \"fire\"\n"),
    (CARDS, "origin = \"designed\"", "origin = \"desinged\""),
    (CARDS, "clan = \"water\"", "clan = \"wtaer\""),
    (CARDS, "clan = \"water\"\n", ""),
    (CARDS, "number = 2", "number = 13"),
    (CARDS, "number = 2", "number = \"2\""),
    (CARDS, "text = \"Pass.\"", "text = [\"Pass.\"]"),
    (CARDS, "count = 1", "count = 1001"),
    (CARDS, "allow = []", "allow = [\"Text overflow\"]"),
    (GAME, "papers = []", "papers = []\nallow = [\"text-overflw\"]"),
    (CARDS, "allow = []", "template = \"crad.svg\""),
    (CARDS, "allow = []", "size = \"pokr\""),
    (CARDS, "allow = []", "size = [\"63 mm\"]"),
    (CARDS, "allow = []", "size = \"63 miles\""),
    (CARDS, "allow = []", "shape = \"outline\""),
    (CARDS, "allow = []", "shape = { kind = \"circle\", corner = 3 }"),
    (CARDS, "allow = []", "shape = { kind = \"rectangle\", path = \"M0 0Z\" }"),
    (CARDS, "[[component]]", "[[components]]"),
    (GAME, "title = \"Mini\"\n", ""),
    (GAME, "version = \"1.0\"", "version = 1.0"),
    (GAME, "players = [2, 4]", "players = [0, 4]"),
    (GAME, "players = [2, 4]", "players = 2"),
    (GAME, "[palette]", "[pallete]"),
    (GAME, "\"#d8ab4e\"", "\"golden\""),
    (GAME, "bleed = \"3 mm\"", "bleed = 21"),
    (GAME, "id = \"cards\"", "id = \"game\""),
    (GAME, "papers = []", "papers = [\"a44\"]"),
    (GAME, "\"integer 1..12\"", "\"integr\""),
    (GAME, "count = 2", "count = \"2\""),
    (GAME, "what = \"fire cards\"\n", ""),
];

/// An edit that schema and checker both accept: file, from, to.
const RIGHT: &[(&str, &str, &str)] = &[
    (CARDS, "allow = []", "allow = [\"text-overflow\", \"bleed-reduced\"]"),
    (CARDS, "allow = []", "size = [\"63 mm\", 88]"),
    (CARDS, "allow = []", "shape = { kind = \"rectangle\", corner = 3, folds = \"M0 44H63\" }"),
    (CARDS, "allow = []", "shape = { kind = \"outline\", path = \"M0 0H63V88H0Z\" }"),
    (CARDS, "allow = []", "template = \"card.svg\"\nback = \"back.svg\""),
    (CARDS, "[defaults]\n", "[defaults]\ncount = 1\n"),
    (GAME, "players = [2, 4]", "players = [2, 4]\nauthor = \"Nobody\""),
    (GAME, "papers = []", "papers = [\"a3\", \"320x450mm\", \"12x18in\"]"),
    (GAME, "bleed = \"3 mm\"", "bleed = \"0.1in\""),
    (GAME, "text = \"text\"", "text = \"text\", note = \"text?\", cost = \"integer -1..9 ?\", any = \"list?\""),
    (
        GAME,
        "size = \"poker\"\nshape = { kind = \"rectangle\", corner = \"3 mm\" }",
        "size = [63, \"88\"]\nshape = \"rectangle\"",
    ),
];

#[test]
fn schema_and_checker_agree_on_what_is_wrong() {
    for (edits, is_wrong) in [(WRONG, true), (RIGHT, false)] {
        for (file, from, to) in edits {
            let project = described();
            project.edit(file, from, to);
            let reported = faults(project.root(), file);
            assert_eq!(!reported.is_empty(), is_wrong, "the schema on `{to}` for `{from}`: {reported:#?}");
            let output = project.run(&["check", "--no-play", "--paper", "a4", "--format", "json"]);
            assert_eq!(code(&output) == 1, is_wrong, "the checker on `{to}` for `{from}`: {:#?}", findings(&output));
        }
    }
}

/// The keys that the parser knows at the place of a key it does not know.
fn known(file: &str, from: &str, to: &str) -> BTreeSet<String> {
    let project = Project::new();
    project.edit(file, from, to);
    let found = findings(&project.run(&["check", "--no-play", "--paper", "a4", "--format", "json"]));
    let reported = found.iter().find(|f| f.message.contains("unknown key `qqqqqqqqqqqq`"));
    let help = &reported.unwrap_or_else(|| panic!("`{to}` is not reported: {found:#?}")).help;
    let keys = help.split_once("known here: ").unwrap_or_else(|| panic!("no keys: {help}")).1;
    keys.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_schemas_have_the_keys_that_the_parser_asks_for_and_explain_each() {
    let project = described();
    let game = json(&project.path("schema/game.json"));
    let cards = json(&project.path("schema/mini/cards.json"));
    let record = "/definitions/record";
    let set = "/properties/set/items";
    let shape = "shape = { kind = \"rectangle\", corner = \"3 mm\"";
    let mut seen = 0;
    for (schema, at, places) in [
        (&game, "", vec![(GAME, "title =", "qqqqqqqqqqqq = 1\ntitle =")]),
        (&game, set, vec![(GAME, "[[set]]", "[[set]]\nqqqqqqqqqqqq = 1")]),
        (&game, "/properties/expect/items", vec![(GAME, "[[expect]]", "[[expect]]\nqqqqqqqqqqqq = 1")]),
        (&game, "/properties/glossary", vec![(GAME, "[[set]]", "[glossary]\nqqqqqqqqqqqq = 1\n\n[[set]]")]),
        (
            &game,
            "/properties/set/items/properties/shape/anyOf/1",
            vec![
                (GAME, shape, "shape = { kind = \"rectangle\", qqqqqqqqqqqq = 1"),
                (GAME, shape, "shape = { kind = \"outline\", path = \"M0 0H63V88H0Z\", qqqqqqqqqqqq = 1"),
            ],
        ),
        (&cards, "", vec![(CARDS, "[defaults]", "qqqqqqqqqqqq = 1\n[defaults]")]),
        (&cards, record, vec![(CARDS, "[defaults]", "[defaults]\nqqqqqqqqqqqq = 1")]),
        (&cards, record, vec![(CARDS, "[[component]]", "[[component]]\nqqqqqqqqqqqq = 1")]),
    ] {
        let table = schema.pointer(at).unwrap_or_else(|| panic!("{at} is not in the schema"));
        assert_eq!(table["additionalProperties"], false, "{at}");
        let properties = table["properties"].as_object().expect("properties");
        let asked: BTreeSet<String> = places.iter().flat_map(|(file, from, to)| known(file, from, to)).collect();
        assert_eq!(properties.keys().cloned().collect::<BTreeSet<_>>(), asked, "{at}");
        for (key, property) in properties {
            let words = property["description"].as_str().unwrap_or_default();
            assert!(words.len() >= 8, "{at}: `{key}` is not explained");
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} keys");
}

#[test]
fn one_schema_knows_the_names_of_rules() {
    let project = described();
    for rule in wyrmpress::lint::rules().filter(|rule| rule.can_be_allowed) {
        let name = format!("\"{}\"", rule.name);
        assert!(project.read("schema/game.json").contains(&name), "{name}");
        assert!(!project.read("schema/mini/cards.json").contains(&name), "{name}");
    }
}

#[test]
fn a_schema_follows_its_game() {
    let project = described();
    project.edit(GAME, "text = \"text\"", "text = \"text\", note = \"boolean?\"");
    project.edit(GAME, "[data.clan.earth]", "[data.clan.air]\nname = \"Air\"\njewels = 4\n\n[data.clan.earth]");
    let before = project.read("schema/mini/cards.json");
    let output = project.run(&["schema", "--check"]);
    assert_eq!(code(&output), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("schema/mini/cards.json is out of date"));
    assert_eq!(project.read("schema/mini/cards.json"), before, "--check writes nothing");
    assert_eq!(code(&project.run(&["schema", "mini"])), 0);
    assert_eq!(code(&project.run(&["schema", "--check"])), 0);
    let windows = project.read("schema/mini/cards.json").replace('\n', "\r\n");
    project.write("schema/mini/cards.json", windows);
    assert_eq!(code(&project.run(&["schema", "--check"])), 0, "a checkout may have other line ends");
    let keys = &json(&project.path("schema/mini/cards.json"))["definitions"]["record"]["properties"];
    assert_eq!(keys["note"]["type"], "boolean");
    assert_eq!(keys["clan"]["enum"], serde_json::json!(["fire", "water", "air", "earth"]));
    assert_eq!(keys["clan"]["enum"], serde_json::json!(["fire", "water", "air", "earth"]));
    assert_eq!(keys["number"]["maximum"], 12);
}

#[test]
fn only_files_of_the_command_are_replaced_or_removed() {
    let project = described();
    // A set that is gone takes its schema along; files that somebody else put there stay.
    project.write("schema/mini/old.json", project.read("schema/mini/cards.json"));
    project.write("schema/mini/mine.json", "{}");
    assert_eq!(code(&project.run(&["schema", "--check"])), 1);
    // A set that cannot be read keeps its schema and its rule.
    let cards = project.read(CARDS);
    project.write(CARDS, "[[component");
    assert_eq!(code(&project.run(&["schema"])), 1);
    assert!(project.path("schema/mini/cards.json").exists() && project.path("schema/mini/old.json").exists());
    assert!(project.read(".taplo.toml").contains("content/mini/cards.toml"));
    project.write(CARDS, cards);
    assert_eq!(code(&project.run(&["schema"])), 0);
    assert!(!project.path("schema/mini/old.json").exists() && project.path("schema/mini/mine.json").exists());
    assert_eq!(code(&project.run(&["schema", "--check"])), 0);

    project.write(".taplo.toml", "include = [\"**/*.toml\"]\n");
    let output = project.run(&["schema"]);
    assert_eq!(code(&output), 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains(".taplo.toml is your own"));
    assert_eq!(project.read(".taplo.toml"), "include = [\"**/*.toml\"]\n");
    project.write("schema/game.json", "{}");
    assert_eq!(code(&project.run(&["schema"])), 2);
    assert_eq!(project.read("schema/game.json"), "{}");
}
