//! The preview: what it shows, how it follows the files, and whom it refuses.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wyrmpress::preview::{self, Options, Preview};

use crate::browser::Browser;
use crate::project::{CARDS, Project, code, repository, run};

/// The longest wait for something to show up.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// Starts a preview of a project on any port; the command of this build draws for it.
pub fn start(root: &std::path::Path) -> Preview {
    start_with(root, &[], false)
}

/// The same with arguments before the helper's command, or polling.
fn start_with(root: &std::path::Path, before: &[&OsStr], polls: bool) -> Preview {
    start_as(root, before, &[], polls)
}

/// The same with options of the helper.
pub fn start_as(root: &std::path::Path, before: &[&OsStr], options: &[&str], polls: bool) -> Preview {
    let command = [env!("CARGO_BIN_EXE_wyrmpress").as_ref(), "--project".as_ref(), root.as_os_str()];
    let words = ["preview", "--paper", "a4", "--helper"].iter().chain(options).map(OsStr::new);
    let helper = before.iter().copied().chain(command).chain(words).map(ToOwned::to_owned).collect();
    preview::start(Options {
        project: root.to_owned(),
        host: "127.0.0.1".to_owned(),
        port: 0,
        helper,
        polls,
        editor: None,
        settings: None,
    })
    .expect("it starts")
}

/// Sends bytes as they are, and reads until the other end closes or is silent for long.
fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(all.len());
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_ascii_lowercase(), body: all.get(end + 4..).unwrap_or(&[]).to_vec() }
}

fn ask(address: SocketAddr, method: &str, path: &str, headers: &str) -> Answer {
    let host = if headers.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    raw(address, format!("{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n").as_bytes())
}

pub fn get(address: SocketAddr, path: &str) -> Answer {
    ask(address, "GET", path, "")
}

/// The model, once `is_ready` accepts it.
pub fn model(address: SocketAddr, what: &str, is_ready: impl Fn(&Value) -> bool) -> Value {
    model_within(PATIENCE, address, what, is_ready)
}

/// The same with another patience.
pub fn model_within(patience: Duration, address: SocketAddr, what: &str, is_ready: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let model = get(address, "/model.json").json();
        if model["about"]["is_drawing"] == json!(false) && is_ready(&model) {
            return model;
        }
        assert!(started.elapsed() < patience, "never: {what}\n{model:#}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The same, even while something is drawn.
pub fn model_while_drawing(address: SocketAddr, is_ready: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let model = get(address, "/model.json").json();
        if is_ready(&model) {
            return model;
        }
        assert!(started.elapsed() < PATIENCE, "{model:#}");
        thread::sleep(Duration::from_millis(5));
    }
}

pub fn cards(model: &Value) -> Vec<Value> {
    cards_of(&model["games"][0])
}

pub fn cards_of(game: &Value) -> Vec<Value> {
    let sets = game["sets"].as_array().cloned().unwrap_or_default();
    sets.iter().flat_map(|set| set["cards"].as_array().cloned().unwrap_or_default()).collect()
}

pub fn card(model: &Value, id: &str) -> Value {
    cards(model).into_iter().find(|card| card["id"] == json!(id)).unwrap_or_else(|| panic!("no {id} in {model:#}"))
}

#[test]
fn every_component_is_shown_with_picture_record_and_sheets() {
    let project = Project::new();
    let preview = start(project.root());
    let model = model(preview.address, "four cards", |m| cards(m).len() == 4);
    let fire = card(&model, "fire-1");
    assert_eq!((&fire["w"], &fire["h"], &fire["bleed"]), (&json!(63.0), &json!(88.0), &json!(3.0)));
    assert!(fire["record"].as_str().expect("text").contains("Draw **two** cards"), "{fire:#}");
    assert_eq!(fire["line"], json!(4));
    for side in ["front", "back"] {
        let face = get(preview.address, &format!("/made/{}", fire[side].as_str().expect("a hash")));
        assert_eq!(face.status, 200);
        assert!(
            face.head.contains("image/svg+xml") && face.head.contains("immutable") && face.head.contains("sandbox")
        );
        let svg = String::from_utf8(face.body).expect("SVG");
        assert!(svg.starts_with("<svg") && !svg.contains("stamp-"), "{svg}");
    }
    let plan = &model["games"][0]["late"]["plans"][0];
    let sheets = get(preview.address, &format!("/made/{}", plan["hash"].as_str().expect("a hash"))).json();
    assert_eq!(sheets["sheets"][0]["placements"].as_array().expect("faces").len(), 4);
    let marks = sheets["sheets"][0]["marks"].as_str().expect("a hash");
    assert_eq!(get(preview.address, &format!("/made/{marks}")).status, 200);
    let used: Vec<&str> = plan["uses"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    assert!(used.iter().all(|hash| get(preview.address, &format!("/made/{hash}")).status == 200));
}

#[test]
fn a_saved_file_changes_the_picture_of_its_card_and_no_other() {
    let project = Project::new();
    let preview = start(project.root());
    let before = model(preview.address, "four cards", |m| cards(m).len() == 4);
    let mut stream = TcpStream::connect(preview.address).expect("a connection");
    write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address).expect("a request");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig deeper.");
    let mut heard = String::new();
    let mut buffer = [0; 4096];
    while !heard.contains("Dig deeper.") {
        let n = stream.read(&mut buffer).expect("an event in time");
        assert!(n > 0, "the server hung up: {heard}");
        heard.push_str(&String::from_utf8_lossy(&buffer[..n]));
    }
    let after = model(preview.address, "the new text", |m| card(m, "earth-1")["record"].to_string().contains("deeper"));
    assert_ne!(card(&before, "earth-1")["front"], card(&after, "earth-1")["front"]);
    for id in ["fire-1", "fire-2", "water-1"] {
        assert_eq!(card(&before, id)["front"], card(&after, id)["front"], "{id}");
    }
    // The icon keeps its name and number, but its picture changes.
    project.write("templates/icons/star.svg", crate::project::STAR.replace("M50 4", "M50 14"));
    let starred =
        model(preview.address, "the new star", |m| card(m, "fire-1")["back"] != card(&after, "fire-1")["back"]);
    assert_ne!(card(&starred, "water-1")["front"], card(&after, "water-1")["front"]);
    // Undone, it is back to what it was.
    project.write("templates/icons/star.svg", crate::project::STAR);
    project.edit("content/mini/cards.toml", "Dig deeper.", "Dig deep.");
    let undone =
        model(preview.address, "the old state", |m| card(m, "earth-1")["front"] == card(&before, "earth-1")["front"]);
    for card in cards(&undone) {
        let path = format!("/made/{}", card["front"].as_str().expect("a hash"));
        assert_eq!(get(preview.address, &path).status, 200);
    }
}

/// Sixty more cards, `more-0` to `more-59`.
pub fn add_cards(project: &Project) {
    let card = |i: usize| {
        format!(
            "[[component]]\nid = \"more-{i}\"\nname = \"More {i}\"\nclan = \"water\"\nnumber = 1\ntext = \"Take {i}.\"\n\n"
        )
    };
    let more: String = (0..60).map(card).collect();
    project.write("content/mini/cards.toml", format!("{CARDS}\n{more}"));
}

#[test]
fn cards_that_are_looked_at_are_told_before_the_rest_of_their_deck() {
    let project = Project::new();
    add_cards(&project);
    let preview = start(project.root());
    let before = model(preview.address, "all cards", |m| cards(m).len() == 64);
    let mut stream = TcpStream::connect(preview.address).expect("a connection");
    write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address).expect("a request");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let mut lines = BufReader::new(stream).lines();
    let looked = ["more-50", "more-51"];
    let look = get(preview.address, "/look?mini/cards/more-50&mini/cards/more-51&mini/cards/none&%00&../x/y/z");
    assert_eq!((look.status, look.body.len()), (200, 0));

    project.edit("templates/card.svg", "y=\"-3\"", "y=\"-2.9\"");
    let mut shown = before.clone();
    let mut game = || loop {
        let line = lines.next().expect("more to come").expect("an event in time");
        let event: Value =
            line.strip_prefix("data: ").map_or(Value::Null, |json| serde_json::from_str(json).expect("JSON"));
        let cards = event["part"]["cards"].as_array().cloned().unwrap_or_default();
        for changed in &cards {
            let all = shown["games"][0]["sets"][0]["cards"].as_array_mut().expect("cards");
            *all.iter_mut().find(|card| card["id"] == changed[1]["id"]).expect("the same cards") = changed[1].clone();
        }
        if !cards.is_empty() {
            return shown.clone();
        }
    };
    let first = game();
    for id in (0..60).map(|i| format!("more-{i}")) {
        let is_new = card(&first, &id)["front"] != card(&before, &id)["front"];
        assert_eq!(is_new, looked.contains(&id.as_str()), "{id}");
        assert_eq!(card(&first, &id)["is_stale"], json!(false));
    }
    for id in looked {
        let path = format!("/made/{}", card(&first, id)["front"].as_str().expect("a hash"));
        assert_eq!(get(preview.address, &path).status, 200, "{id}");
    }
    let second = game();
    for (old, new) in cards(&before).iter().zip(cards(&second)) {
        assert_ne!(old["front"], new["front"], "{new:#}");
    }
    for id in looked {
        assert_eq!(card(&first, id)["front"], card(&second, id)["front"], "{id} was what it is");
    }
}

#[test]
fn a_template_that_only_holds_components_is_followed() {
    let project = Project::new();
    let badge = "{% component mini.badge(r: number) %}<circle cx=\"10\" cy=\"10\" r=\"{{ r }}\"/>{% endcomponent mini.badge %}\n";
    project.write("templates/parts.svg", badge);
    project.edit("templates/card.svg", "{{ icon", "{{ <mini.badge r={2} /> }}{{ icon");
    let preview = start(project.root());
    let good = model(preview.address, "four cards", |m| cards(m).len() == 4);
    project.write("templates/parts.svg", badge.replacen("cx=\"10\"", "cx=\"11\"", 1));
    let moved =
        model(preview.address, "a badge elsewhere", |m| card(m, "fire-1")["front"] != card(&good, "fire-1")["front"]);
    for (old, new) in cards(&good).iter().zip(cards(&moved)) {
        assert_ne!(old["front"], new["front"], "{new:#}");
    }
    // A component that is gone is reported where it is called.
    for gone in [badge.replace("mini.badge", "mini.bodge"), String::new()] {
        project.write("templates/parts.svg", gone);
        let told = model(preview.address, "no such component", |m| m["games"][0]["is_stale"] == json!(true));
        assert!(told.to_string().contains("mini.badge"), "{told:#}");
        assert_eq!(card(&told, "fire-1")["front"], card(&moved, "fire-1")["front"]);
        project.write("templates/parts.svg", badge.replacen("cx=\"10\"", "cx=\"11\"", 1));
        model(preview.address, "it is back", |m| m["games"][0]["is_stale"] == json!(false));
    }
    std::fs::remove_file(project.path("templates/parts.svg")).expect("a file");
    model(preview.address, "no such file", |m| m["games"][0]["is_stale"] == json!(true));
    project.write("templates/parts.svg", badge);
    let mended = model(preview.address, "all is well", |m| m["games"][0]["is_stale"] == json!(false));
    assert_eq!(cards(&mended), cards(&good));
}

#[test]
fn a_broken_file_keeps_the_last_good_picture_and_shows_the_caret() {
    let project = Project::new();
    let preview = start(project.root());
    let good = model(preview.address, "four cards", |m| cards(m).len() == 4);
    // Nor does looking at a card make a bad picture a good one.
    assert_eq!(get(preview.address, "/look?mini/cards/fire-1&mini/cards/earth-1").status, 200);
    let game = project.read("content/mini/game.toml");
    let template = project.read("templates/card.svg");
    let half = &CARDS[..CARDS.find("Discard").expect("a text")];
    let cases: [(&str, &str, String, &str); 5] = [
        ("content/mini/cards.toml", CARDS, half.to_owned(), "toml-syntax"),
        ("content/mini/cards.toml", CARDS, CARDS.replacen("number = 2", "number = 99", 1), "out-of-range"),
        ("content/mini/game.toml", &game, game.replacen("title = \"Mini\"", "title = \"Mini", 1), "toml-syntax"),
        ("templates/card.svg", &template, template.replacen("palette.gold", "palette.glod", 1), "template-error"),
        ("templates/card.svg", &template, template.replacen("<rect", "<rect <", 1), "svg-fault"),
    ];
    for (file, sound, broken, rule) in cases {
        project.write(file, &broken);
        let shown = model(preview.address, rule, |m| m.to_string().contains(rule));
        for id in ["fire-1", "fire-2", "water-1", "earth-1"] {
            let (old, new) = (card(&good, id), card(&shown, id));
            assert_eq!((&old["front"], &old["back"]), (&new["front"], &new["back"]), "{file}: {id}");
        }
        let text = shown.to_string();
        assert!(text.contains("-->") && text.contains('^') && text.contains(&format!("{file}:")), "{file}: {text}");
        assert_eq!(shown["games"][0]["is_stale"], json!(true), "{file}");
        assert_eq!(shown["games"][0]["late"]["plans"], good["games"][0]["late"]["plans"], "{file}");
        project.write(file, sound);
        let mended = model(preview.address, "all is well", |m| m["games"][0]["is_stale"] == json!(false));
        assert_eq!(cards(&mended), cards(&good), "{file}");
        assert!(!mended.to_string().contains("-->"), "{mended:#}");
    }
    // What was removed on purpose is gone.
    project.write("content/mini/cards.toml", CARDS.split("[[component]]\nid = \"earth-1\"").next().expect("the rest"));
    model(preview.address, "three cards", |m| cards(m).len() == 3);
}

/// A second game that comes first in the alphabet, with a template of its own.
pub fn add_alpha(project: &Project) {
    let game = crate::project::GAME.replacen("Mini", "Alpha", 1).replacen("\"card.svg\"", "\"alpha.svg\"", 1);
    project.write("content/alpha/game.toml", game);
    project.write("content/alpha/cards.toml", CARDS);
    project.write("templates/alpha.svg", crate::project::CARD);
}

/// Does something as often as it takes to keep a thread busy for long.
pub const ENDLESS: &str = "{% for a in range(end=90000) %}{% for b in range(end=90000) %}{% for c in range(end=90000) %}\
    {% endfor %}{% endfor %}{% endfor %}";

#[test]
fn a_face_without_end_stops_only_itself() {
    let project = Project::new();
    add_alpha(&project);
    let preview = start(project.root());
    let good = model(preview.address, "two games", |m| cards_of(&m["games"][1]).len() == 4);
    let endless = format!("{{% if card.id == \"fire-2\" %}}{ENDLESS}{{% endif %}}<rect rx=\"1\"");
    project.edit("templates/alpha.svg", "<rect", &endless);
    let started = Instant::now();
    let mut slowest = Duration::ZERO;
    let stuck = loop {
        let asked = Instant::now();
        let model = get(preview.address, "/model.json").json();
        slowest = slowest.max(asked.elapsed());
        if model["about"]["is_drawing"] == json!(false) && model.to_string().contains("did not finish within 5 s") {
            break model;
        }
        assert!(started.elapsed() < Duration::from_secs(40), "{model:#}");
        thread::sleep(Duration::from_millis(50));
    };
    assert!(slowest < Duration::from_secs(2), "an answer took {slowest:?}");
    // Only that face keeps its last good picture.
    for (old, new) in cards(&good).iter().zip(cards(&stuck)) {
        let is_endless = old["id"] == "fire-2";
        assert_eq!((old["front"] == new["front"], &new["is_stale"]), (is_endless, &json!(is_endless)), "{new:#}");
    }
    let told = card(&stuck, "fire-2")["findings"][0]["text"].as_str().expect("words").to_owned();
    for words in [
        "alpha.svg is not drawn for alpha/cards/fire-2 (front): it did not finish within 5 s",
        "--> templates/alpha.svg:1:1",
    ] {
        assert!(told.contains(words), "{told}");
    }
    assert_eq!(cards_of(&stuck["games"][1]), cards_of(&good["games"][1]));

    // Both games go on, without waiting for the five seconds again.
    let saved = Instant::now();
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig deeper.");
    project.edit("content/alpha/cards.toml", "Dig deep.", "Dig deepest.");
    let drawn = model(preview.address, "both games", |m| {
        m["games"][1].to_string().contains("Dig deeper.") && m["games"][0].to_string().contains("Dig deepest.")
    });
    assert!(saved.elapsed() < Duration::from_secs(4), "it took {:?}", saved.elapsed());
    assert_eq!((&drawn["games"][0]["is_stale"], &card(&drawn, "fire-2")["is_stale"]), (&json!(true), &json!(true)));
    project.edit("content/alpha/cards.toml", "Dig deepest.", "Dig deep.");
    project.write("templates/alpha.svg", crate::project::CARD);
    let mended = model(preview.address, "it draws again", |m| {
        m["games"][0]["is_stale"] == json!(false) && m["games"][0].to_string().contains("Dig deep.")
    });
    assert_eq!(cards(&mended), cards(&good));
    assert_eq!(mended["games"][0]["findings"], json!([]));
}

#[test]
fn a_slow_game_is_shown_bit_by_bit() {
    let project = Project::new();
    add_cards(&project);
    // About a twentieth of a second for each of 64 cards.
    let slow = "{% for a in range(end=2500) %}{% for b in range(end=1000) %}{% endfor %}{% endfor %}<rect";
    project.edit("templates/card.svg", "<rect", slow);
    let preview = start_as(project.root(), &[], &["--jobs", "1"], false);
    let count = |m: &Value, what: &dyn Fn(&Value) -> bool| cards(m).iter().filter(|card| what(card)).count();
    let none = model_while_drawing(preview.address, |m| cards(m).len() == 64 && m["about"]["at"] == json!("Mini"));
    assert_eq!(count(&none, &|card| card["front"].is_string()), 0, "its cards have their places first");
    let some = model_while_drawing(preview.address, |m| count(m, &|card| card["front"].is_string()) > 0);
    let drawn = count(&some, &|card| card["front"].is_string());
    assert!(drawn < 64, "all came at once");
    assert_eq!(count(&some, &|card| card["is_stale"] == json!(true)), 0, "what is still to come is not out of date");
    let all = model(preview.address, "all cards", |m| count(m, &|card| card["front"].is_string()) == 64);
    assert_eq!(all["games"][0]["is_stale"], json!(false));
    model(preview.address, "its sheets", |m| m["games"][0]["late"]["plans"][0]["hash"].is_string());
}

#[test]
fn a_template_that_calls_itself_is_told_and_mended() {
    let project = Project::new();
    let preview = start(project.root());
    let good = model(preview.address, "four cards", |m| cards(m).len() == 4);
    let sound = project.read("templates/card.svg");
    let call = "{{ <again n={1} /> }}";
    let again = format!("{{% component again(n: integer) %}}{call}{{% endcomponent again %}}");
    let cases = [
        (sound.replacen("<rect", "{% include \"card.svg\" %}<rect", 1), "circular include"),
        (sound.replacen("<rect", &format!("{call}<rect"), 1) + &again, "recursion depth"),
        (
            sound.replacen("<rect", &format!("{{{{ {}1{} }}}}<rect", "(".repeat(60_000), ")".repeat(60_000)), 1),
            "complex",
        ),
    ];
    for (broken, words) in cases {
        project.write("templates/card.svg", broken);
        let told = model(preview.address, words, |m| m["games"][0]["is_stale"] == json!(true));
        assert!(told.to_string().contains(words), "{words}: {told:#}");
        for (old, new) in cards(&good).iter().zip(cards(&told)) {
            assert_eq!(old["front"], new["front"], "{words}");
        }
        project.write("templates/card.svg", &sound);
        let mended = model(preview.address, "it draws again", |m| m["games"][0]["is_stale"] == json!(false));
        assert_eq!(cards(&mended), cards(&good), "{words}");
    }
}

#[test]
#[cfg(unix)]
fn a_helper_that_was_killed_loses_no_save() {
    let project = Project::new();
    let pid = project.path("helper.pid");
    let script = r#"echo $$ > "$0"; exec "$@""#;
    let before = ["sh".as_ref(), "-c".as_ref(), script.as_ref(), pid.as_os_str()];
    let preview = start_with(project.root(), &before, false);
    model(preview.address, "four cards", |m| cards(m).len() == 4);
    for word in ["once", "twice"] {
        let kill = Command::new("kill").args(["-9", project.read("helper.pid").trim()]).status().expect("it runs");
        assert!(kill.success());
        project.write("content/mini/cards.toml", CARDS.replacen("Dig deep.", &format!("Dig {word}."), 1));
        let after = model(preview.address, word, |m| card(m, "earth-1")["record"].to_string().contains(word));
        assert_eq!(after["about"]["failure"], json!(null));
    }
}

#[test]
fn a_finding_of_the_preflight_is_told_for_its_card() {
    let project = Project::new();
    let preview = start(project.root());
    model(preview.address, "four cards", |m| cards(m).len() == 4);
    project.edit("content/mini/cards.toml", "text = \"Pass.\"", "☞text = 'Say \"pass\".'");
    let line = format!("content/mini/cards.toml:{}:", project.marked().line);
    let told = model(preview.address, "the quote", |m| m.to_string().contains("straight-quote"));
    let late = &told["games"][0]["late"]["findings"][0];
    assert_eq!((&late["rule"], &late["about"]), (&json!("straight-quote"), &json!([["cards", "water-1"]])));
    assert!(late["text"].as_str().expect("text").contains(&line), "{late:#}");
    project.edit("content/mini/cards.toml", "text = 'Say \"pass\".'", "text = \"Pass.\"");
    model(preview.address, "no quote", |m| !m.to_string().contains("straight-quote"));
}

#[test]
fn files_that_are_polled_are_followed() {
    let project = Project::new();
    let preview = start_with(project.root(), &[], true);
    assert!(preview.note().is_some_and(|note| note.contains("twice a second")));
    model(preview.address, "four cards", |m| cards(m).len() == 4);
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig much deeper.");
    model(preview.address, "the new text", |m| card(m, "earth-1")["record"].to_string().contains("much deeper"));
}

#[test]
fn folders_that_are_made_anew_are_followed() {
    let project = Project::new();
    let preview = start(project.root());
    model(preview.address, "four cards", |m| cards(m).len() == 4);
    for folder in ["content", "templates"] {
        let aside = project.path("aside");
        std::fs::rename(project.path(folder), &aside).expect("a folder");
        let missed = model(preview.address, "it is missed", |m| m["games"][0]["is_stale"] == json!(true));
        assert_eq!(cards(&missed).len(), 4, "{folder}");
        for card in cards(&missed) {
            assert_eq!((card["front"].is_string(), &card["is_stale"]), (true, &json!(true)), "{folder}");
        }
        let failure = missed["about"]["failure"].as_str().unwrap_or("put it back");
        assert!(failure.contains("put it back") && !failure.contains("--project"), "{failure}");
        std::fs::rename(&aside, project.path(folder)).expect("a folder");
        model(preview.address, "all is back", |m| {
            cards(m).len() == 4 && m["games"][0]["is_stale"] == json!(false) && !m.to_string().contains("-->")
        });
        project.edit("content/mini/cards.toml", "Dig", &format!("Dig the {folder},"));
        model(preview.address, "the new text", |m| card(m, "earth-1")["record"].to_string().contains(folder));
    }
}

#[test]
fn a_broken_icon_stays_as_it_was_until_it_is_mended() {
    let project = Project::new();
    let preview = start(project.root());
    let good = model(preview.address, "four cards", |m| cards(m).len() == 4);
    let star = project.read("templates/icons/star.svg");
    project.write("templates/icons/star.svg", &star[..star.len() / 2]);
    let broken = model(preview.address, "the fault", |m| m.to_string().contains("icon-unusable"));
    // A card saved in the meantime is drawn with the icon as it was.
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig much deeper.");
    let saved =
        model(preview.address, "the text", |m| card(m, "earth-1")["record"].to_string().contains("much deeper"));
    assert_eq!(card(&broken, "fire-1")["front"], card(&good, "fire-1")["front"]);
    assert_eq!(card(&saved, "fire-1")["front"], card(&good, "fire-1")["front"]);
    assert_ne!(card(&saved, "earth-1")["front"], card(&good, "earth-1")["front"]);
    project.write("templates/icons/star.svg", star.replacen("M50 4", "M50 9", 1));
    let mended = model(preview.address, "no fault", |m| !m.to_string().contains("icon-unusable"));
    assert_ne!(card(&mended, "fire-1")["front"], card(&good, "fire-1")["front"]);
}

#[test]
fn a_comment_belongs_to_the_record_below_it() {
    let project = Project::new();
    project.edit(
        "content/mini/cards.toml",
        "[[component]]\nid = \"fire-2\"",
        "# burns\n# twice\n[[component]]\nid = \"fire-2\"",
    );
    let preview = start(project.root());
    let shown = model(preview.address, "four cards", |m| cards(m).len() == 4);
    let (one, two) = (card(&shown, "fire-1"), card(&shown, "fire-2"));
    assert!(!one["record"].to_string().contains('#'), "{one:#}");
    assert!(two["record"].as_str().is_some_and(|text| text.starts_with("# burns\n# twice\n[[component]]")), "{two:#}");
    assert_eq!(two["line"], json!(14));
}

#[test]
fn sheets_are_shown_as_the_printer_gets_them() {
    let project = Project::new();
    let profile = "[printer.office]\nmargins = [5, 5, 12, 5]\nback_offset = [3, 2]\nflip = \"long-edge\"\n";
    project.write("printers.toml", profile);
    let first_back = |preview: &Preview| {
        let shown = model(preview.address, "sheets", |m| m["games"][0]["late"]["plans"][0]["hash"].is_string());
        let hash = shown["games"][0]["late"]["plans"][0]["hash"].as_str().expect("a name").to_owned();
        let plan = get(preview.address, &format!("/made/{hash}")).json();
        let backs =
            plan["sheets"].as_array().and_then(|sheets| sheets.iter().find(|s| s["side"] == json!("back"))).cloned();
        let matrix = backs.expect("a back")["placements"][0]["matrix"].clone();
        (matrix[4].as_f64().expect("a number"), matrix[5].as_f64().expect("a number"), shown)
    };
    let (x, y, plain) = first_back(&start_as(project.root(), &[], &["--margin", "12mm"], false));
    let (moved_x, moved_y, _) =
        first_back(&start_as(project.root(), &[], &["--margin", "12mm", "--printer", "office"], false));
    assert!((moved_x - x - 3.0).abs() < 0.01 && (moved_y - y - 2.0).abs() < 0.01, "{x} {y} to {moved_x} {moved_y}");
    assert!(!plain.to_string().contains("margin-below-printer"));
    let near = start_as(project.root(), &[], &["--printer", "office"], false);
    model(near.address, "a margin too small", |m| m.to_string().contains("margin-below-printer"));
}

#[test]
fn a_printer_that_is_measured_again_moves_the_sheets() {
    let project = Project::new();
    let profile = "[printer.office]\nmargins = [5, 5, 5, 5]\nback_offset = [3, 2]\nflip = \"long-edge\"\n";
    project.write("printers.toml", profile);
    let preview = start_as(project.root(), &[], &["--margin", "12mm", "--printer", "office"], false);
    let plan = |m: &Value| m["games"][0]["late"]["plans"][0]["hash"].clone();
    let first = plan(&model(preview.address, "sheets", |m| plan(m).is_string()));
    project.edit("printers.toml", "[3, 2]", "[1, 2]");
    let second = plan(&model(preview.address, "moved backs", |m| plan(m).is_string() && plan(m) != first));

    // A mistake is told, and the sheets stay as they are.
    project.edit("printers.toml", "back_offset", "back_ofset");
    let told = model(preview.address, "a mistake", |m| m["about"]["findings"].to_string().contains("back_ofset"));
    assert_eq!(plan(&told), second);
    assert!(told["about"]["findings"][0]["text"].as_str().expect("words").contains("printers.toml:3:1"), "{told:#}");
    // Another save does not lose it.
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig deeper.");
    let told = model(preview.address, "a save", |m| m.to_string().contains("Dig deeper."));
    assert!(told["about"]["findings"].to_string().contains("back_ofset"), "{told:#}");
    project.edit("printers.toml", "back_ofset = [1, 2]", "back_offset = [3, 2]");
    let fixed = model(preview.address, "it is fixed", |m| m["about"]["findings"] == json!([]));
    assert_eq!(fixed["about"]["findings"], json!([]));
}

#[test]
fn a_storm_of_saves_ends_in_the_last_state() {
    let project = Project::new();
    let preview = start(project.root());
    model(preview.address, "four cards", |m| cards(m).len() == 4);
    for i in 0..1000 {
        project.write("content/mini/cards.toml", CARDS.replacen("Dig deep.", &format!("Dig {i} deep."), 1));
    }
    model(preview.address, "the last", |m| card(m, "earth-1")["record"].to_string().contains("Dig 999 deep."));
    // Neither new files nor lost ones go unnoticed.
    project.write("content/second/game.toml", crate::project::GAME.replacen("Mini", "Second", 1));
    project.write("content/second/cards.toml", CARDS);
    model(preview.address, "two games", |m| m["games"].as_array().is_some_and(|g| g.len() == 2));
    std::fs::remove_dir_all(project.path("content/second")).expect("a folder");
    model(preview.address, "one game", |m| m["games"].as_array().is_some_and(|g| g.len() == 1));
}

#[test]
fn saves_in_close_order_end_in_what_a_new_preview_shows() {
    let project = Project::new();
    add_cards(&project);
    add_alpha(&project);
    let preview = start(project.root());
    model(preview.address, "two games", |m| m["games"].as_array().is_some_and(|g| g.len() == 2));
    let (card, star) = (crate::project::CARD, crate::project::STAR);
    let texts = project.read("content/mini/cards.toml");
    for i in 1..=12_u64 {
        get(preview.address, &format!("/look?mini/cards/more-{i}&alpha/cards/fire-1"));
        project.write("templates/card.svg", card.replacen("y=\"-3\"", &format!("y=\"-3.{i}\""), 1));
        thread::sleep(Duration::from_millis(i * 7));
        project.write("content/mini/cards.toml", texts.replace("Take 5", &format!("Give {i}")));
        thread::sleep(Duration::from_millis(i * 13 % 60));
        project.write("templates/icons/star.svg", star.replacen("M50 4", &format!("M50 {i}"), 1));
        thread::sleep(Duration::from_millis(i * 29 % 70));
        project.write(
            "content/mini/game.toml",
            crate::project::GAME.replacen("#d8ab4e", &format!("#d8ab{:02x}", i + 16), 1),
        );
    }
    let new = start(project.root());
    let want = model(new.address, "two games", |m| m["games"].as_array().is_some_and(|g| g.len() == 2));
    model(preview.address, "the same as a new preview", |m| m["games"] == want["games"]);
}

#[test]
fn only_its_own_names_and_pages_are_answered() {
    let project = Project::new();
    let preview = start(project.root());
    let port = preview.address.port();
    for host in ["localhost", "127.0.0.1", "[::1]", "LocalHost"] {
        let answer = ask(preview.address, "GET", "/", &format!("Host: {host}:{port}\r\n"));
        assert_eq!(answer.status, 200, "{host}");
    }
    let foreign = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        "localhost".to_owned(),
        format!("localhost:{}", port ^ 1),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.nip.io:{port}"),
        format!("10.0.0.1:{port}"),
        format!("localhost:{port}@evil.example"),
    ];
    for host in foreign {
        for path in ["/", "/model.json", "/events", "/look?mini/cards/fire-1"] {
            let answer = ask(preview.address, "GET", path, &format!("Host: {host}\r\n"));
            assert!(matches!(answer.status, 400 | 403), "{host} {path}: {}", answer.head);
            assert!(answer.body.len() < 100);
        }
    }
    assert!(matches!(raw(preview.address, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 400 | 403));
    let twice = format!("Host: localhost:{port}\r\nHost: evil.example\r\n");
    assert!(matches!(ask(preview.address, "GET", "/", &twice).status, 400 | 403));
    for origin in ["http://evil.example", "null", "https://localhost", "http://localhost:1", "file://"] {
        for path in ["/events", "/model.json", "/look?mini/cards/fire-1", "/"] {
            let answer = ask(preview.address, "GET", path, &format!("Origin: {origin}\r\n"));
            assert_eq!(answer.status, 403, "{origin} {path}");
        }
    }
    assert_eq!(ask(preview.address, "GET", "/model.json", &format!("Origin: http://localhost:{port}\r\n")).status, 200);
    // Pages of others may send no origin, but browsers say that it is another site. A link is no such page.
    for (site, mode, status) in [
        ("cross-site", "no-cors", 403),
        ("same-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ] {
        let headers = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n");
        assert_eq!(ask(preview.address, "GET", "/model.json", &headers).status, status, "{site} {mode}");
    }
    assert_eq!(ask(preview.address, "GET", "/look?x", "Sec-Fetch-Site: cross-site\r\n").status, 403);
}

#[test]
fn every_answer_carries_its_policy_and_none_lets_others_read() {
    let project = Project::new();
    let preview = start(project.root());
    let model = model(preview.address, "four cards", |m| cards(m).len() == 4);
    let front = format!("/made/{}", card(&model, "fire-1")["front"].as_str().expect("a hash"));
    for path in [
        "/",
        "/page.css",
        "/page.js",
        "/sheets.js",
        "/large.js",
        "/icon.svg",
        "/model.json",
        "/look",
        &front,
        "/nothing",
    ] {
        let head = ask(preview.address, "HEAD", path, "");
        assert!(head.body.is_empty(), "{path}");
        for answer in [&head, &get(preview.address, path)] {
            for words in [
                "content-security-policy: default-src 'none';",
                "x-content-type-options: nosniff",
                "cross-origin-resource-policy: same-origin",
                "referrer-policy: no-referrer",
                "frame-ancestors 'none'",
            ] {
                assert!(answer.head.contains(words), "{path} lacks {words}: {}", answer.head);
            }
            assert!(!answer.head.contains("access-control-"), "{path}: {}", answer.head);
            assert!(!answer.head.contains("script-src 'unsafe") && !answer.head.contains("unsafe-eval"), "{path}");
            assert_eq!(answer.head.contains("no-store"), path != front, "{path}");
        }
    }
}

#[test]
fn addresses_lead_to_no_file() {
    let project = Project::new();
    project.write("secret.txt", "the secret");
    let preview = start(project.root());
    let port = preview.address.port();
    let paths = [
        "/../secret.txt",
        "/secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "/%252e%252e%252fsecret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/@fs/etc/passwd",
        "/page.html::$DATA",
        "/page.js%00.svg",
        "/%c0%ae%c0%ae/secret.txt",
        "/made/../secret.txt",
        "/made/%2e%2e/%2e%2e/secret.txt",
        "/made/",
        "/made",
        "/made/0",
        "/content/mini/game.toml",
        "/templates/card.svg",
        "/page.html",
        "/./page.js",
        "/PAGE.JS",
        "/.git/config",
        "/index.html",
    ];
    for path in paths {
        let answer = get(preview.address, path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.head);
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"), "{path}");
    }
    for target in
        [&format!("http://127.0.0.1:{port}/"), "http://evil.example/", "file:///etc/passwd", "*", "\\..\\secret.txt"]
    {
        let answer = get(preview.address, target);
        assert!(matches!(answer.status, 400 | 403 | 404), "{target}: {}", answer.head);
    }
}

#[test]
fn bad_requests_are_refused_and_the_server_lives() {
    let project = Project::new();
    let preview = start(project.root());
    let address = preview.address;
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"] {
        let answer = ask(address, method, "/", "");
        assert_eq!(answer.status, 405, "{method}");
        assert!(answer.head.contains("allow: get, head"));
    }
    let huge = format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: {}\r\n\r\n", "a".repeat(10 << 20));
    let many = format!("GET / HTTP/1.1\r\nHost: {address}\r\n{}\r\n", "X: a\r\n".repeat(5000));
    let long = format!("GET /{} HTTP/1.1\r\nHost: {address}\r\n\r\n", "a".repeat(1 << 20));
    let cases: [(&str, Vec<u8>); 7] = [
        ("10 MB of head", huge.into_bytes()),
        ("5,000 lines of head", many.into_bytes()),
        ("1 MB of address", long.into_bytes()),
        ("HTTP/0.9", b"GET /\r\n\r\n".to_vec()),
        ("noise", (0..=255).cycle().take(20_000).collect()),
        ("a control character", format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: \u{1}\r\n\r\n").into_bytes()),
        ("no version", format!("GET / HTTP/9.9\r\nHost: {address}\r\n\r\n").into_bytes()),
    ];
    for (what, bytes) in cases {
        let answer = raw(address, &bytes);
        assert!(answer.status == 0 || (400..500).contains(&answer.status), "{what}: {}", answer.head);
        assert_eq!(get(address, "/").status, 200, "after {what}");
    }
    let one = format!("GET /icon.svg HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let last = one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    let piped = raw(address, format!("{}{last}", one.repeat(9)).as_bytes());
    let all = format!("{}{}", piped.head, String::from_utf8_lossy(&piped.body).to_ascii_lowercase());
    assert_eq!(all.matches("http/1.1 200").count(), 10, "pipelined requests are answered in turn");
}

#[test]
fn slow_clients_hold_up_nobody() {
    let project = Project::new();
    let preview = start(project.root());
    model(preview.address, "four cards", |m| cards(m).len() == 4);
    let slow: Vec<TcpStream> = (0..200)
        .map(|i| {
            let mut stream = TcpStream::connect(preview.address).expect("a connection");
            stream.write_all(&b"GET /model.json HTT"[..1 + i % 15]).expect("a byte");
            stream
        })
        .collect();
    // They request everything and never read it.
    let deaf: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(preview.address).expect("a connection");
            write!(stream, "GET /model.json HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address).expect("a request");
            stream
        })
        .collect();
    let mut times: Vec<Duration> = (0..100)
        .map(|_| {
            let asked = Instant::now();
            assert_eq!(get(preview.address, "/model.json").status, 200);
            asked.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[94] < Duration::from_millis(500), "95 of 100 within {:?}", times[94]);
    drop(deaf);
    // A client that never sends its request is disconnected.
    let mut first = slow.into_iter().next().expect("a client");
    first.set_read_timeout(Some(Duration::from_secs(25))).expect("a limit");
    let mut rest = Vec::new();
    first.read_to_end(&mut rest).expect("the server hangs up in time");
}

#[test]
fn a_port_in_use_is_told_and_others_are_warned_of() {
    let project = Project::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let output = project.run(&["preview", "--port", &port.to_string()]);
    assert_eq!(code(&output), 2);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains(&format!("port {port} is in use; try --port {}", port.wrapping_add(1))), "{told}");
    assert_eq!(code(&run(project.root(), &["preview", "nosuch"])), 2);
    let printer = run(project.root(), &["preview", "--printer", "nosuch", "--port", "0"]);
    assert_eq!(code(&printer), 2, "{}", String::from_utf8_lossy(&printer.stderr));
    assert_eq!(code(&run(project.root(), &["preview", "--host", "no such host"])), 2);

    for (host, is_open) in [("127.0.0.1", false), ("localhost", false), ("0.0.0.0", true)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
            .arg("--project")
            .arg(project.root())
            .args(["preview", "--port", "0", "--host", host])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut told = String::new();
        let mut errors = child.stderr.take().expect("a pipe");
        let mut byte = [0];
        while !told.contains("Ctrl-C") && errors.read(&mut byte).is_ok_and(|n| n > 0) {
            told.push(char::from(byte[0]));
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        assert!(told.contains("preview at http://"), "{told}");
        assert_eq!(told.contains("warning: everybody who can reach"), is_open, "{host}: {told}");
        assert_eq!(told.contains("http://127.0.0.1:") || told.contains("http://[::1]:"), !is_open, "{told}");
    }
}

/// Drives the page as a user would.
#[test]
fn the_page_follows_the_files_in_a_real_browser() {
    let Some(mut browser) = Browser::start() else { return };
    let project = Project::new();
    // Words that would run as code if the page ever took them for it.
    let evil = "<script>window.stung=1</script><img src=x onerror='window.stung=1'>";
    project.edit("content/mini/cards.toml", "name = \"Water 1\"", &format!("name = \"{evil}\""));
    let preview = start(project.root());
    browser.resize(1280, 800);
    browser.go(&format!("http://{}/", preview.address));
    browser.wait("document.querySelectorAll('.tile').length === 4");
    browser.wait("[...document.querySelectorAll('.tile img')].every(i => i.complete && i.naturalWidth > 0)");
    browser.wait("document.getElementById('status').textContent === 'up to date'");
    assert_eq!(browser.eval("document.querySelectorAll('#table script, #table img[src=x]').length"), json!(0));
    browser.wait("document.body.innerText.includes('<script>window.stung=1</script>')");

    // Filters.
    browser.key("/");
    for letter in "fire dis".chars() {
        browser.key(&letter.to_string());
    }
    browser.wait("document.querySelectorAll('.tile').length === 1 && !!document.querySelector('[data-key=\"mini/cards/fire-2\"]')");
    browser.key("Escape");
    browser.wait("document.querySelectorAll('.tile').length === 4");
    browser.key("x");
    browser.wait("document.querySelectorAll('.tile').length === 0");
    browser.key("x");

    // Moves between cards, opens one, and tries its lines and sides.
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    browser.wait("document.activeElement.dataset.key === 'mini/cards/fire-2'");
    browser.key("Enter");
    browser.wait("document.getElementById('large').open && document.querySelectorAll('#stage svg').length === 2");
    for key in ["b", "t", "s"] {
        browser.key(key);
    }
    browser.wait("document.querySelectorAll('#stage .line.trim, #stage .line.safe, #stage .outside').length === 6");
    browser.wait("document.getElementById('about').innerText.includes('Discard a card.')");
    browser.key("f");
    browser.wait("document.querySelectorAll('#stage svg').length === 1");
    browser.key("g");
    browser.wait("getComputedStyle(document.querySelector('#stage .seen')).filter.includes('gray')");
    browser.key("1");
    browser.key("ArrowRight");
    browser.wait("document.getElementById('large-name').textContent.startsWith('<script>')");
    browser.key("Escape");
    browser.wait("!document.getElementById('large').open");

    // A file is saved, and the new card appears.
    let hash = "document.querySelector('[data-key=\"mini/cards/earth-1\"] img').src";
    let before = browser.eval(hash);
    let saved = Instant::now();
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig much deeper.");
    browser.wait(&format!("{hash} !== {before}"));
    browser.wait(
        "(i => i.complete && i.naturalWidth > 0)(document.querySelector('[data-key=\"mini/cards/earth-1\"] img'))",
    );
    println!("a saved file was seen after {:?}", saved.elapsed());

    // A file breaks: the picture stays, and the caret is shown; then it is fixed.
    let good = browser.eval(hash);
    project.edit("templates/card.svg", "palette.gold", "palette.glod");
    browser
        .wait("!document.getElementById('slip').hidden && document.getElementById('slip').innerText.includes('glod')");
    browser.key("e");
    browser.wait("document.getElementById('slip').innerText.includes('^^^^')");
    browser.key("e");
    browser.wait("document.querySelectorAll('.tile.stale').length === 4");
    assert_eq!(browser.eval(hash), good);
    browser.keep("error");
    project.edit("templates/card.svg", "palette.glod", "palette.gold");
    browser.wait("document.getElementById('slip').hidden && document.querySelectorAll('.tile.stale').length === 0");
    assert_eq!(browser.eval(hash), good);

    // Sheets.
    browser.key("v");
    browser.wait("document.querySelectorAll('.leaf svg image').length === 10");
    browser.eval("document.querySelector('.leaf').click()");
    browser.wait("document.querySelectorAll('#stage image').length === 5");
    browser.key("Escape");
    // Closing goes back in history; the test must not leave the page before that has finished.
    browser.wait("!document.getElementById('large').open && !(history.state && history.state.isOpen)");

    assert_eq!(browser.eval("typeof window.stung"), json!("undefined"));
    assert_eq!(browser.complaints, Vec::<String>::new());
    // A drawing that is opened by itself runs nothing, either.
    project.edit("templates/card.svg", "<rect", "<script>document.documentElement.id='stung'</script><rect");
    let front = model(preview.address, "the script", |m| card(m, "fire-1")["front"].is_string());
    browser.go(&format!(
        "http://{}/made/{}",
        preview.address,
        card(&front, "fire-1")["front"].as_str().expect("a hash")
    ));
    browser.wait("document.documentElement.tagName === 'svg'");
    assert_ne!(browser.eval("document.documentElement.id"), json!("stung"));
}

#[test]
fn the_page_survives_changes_while_it_loads() {
    let Some(mut browser) = Browser::start() else { return };
    let project = Project::new();
    let preview = start(project.root());
    browser.go(&format!("http://{}/", preview.address));
    browser.wait("document.getElementById('status').textContent === 'up to date'");
    // A change of a game that is gone by now arrives while everything is loaded again, and loading fails once.
    browser.eval(
        "(() => { const real = window.fetch; let left = 1; \
         window.fetch = (...all) => left-- > 0 ? Promise.reject(new Error('no answer')) : real(...all); \
         games.clear(); source.onmessage({ data: '\"reload\"' }); \
         source.onmessage({ data: JSON.stringify({ part: { id: 'gone', cards: [] } }) }); })()",
    );
    browser.wait("document.getElementById('status').textContent === 'up to date' && games.size === 1");
    browser.eval(
        "source.onmessage({ data: '\"reload\"' }); source.onmessage({ data: '\"reload\"' }); \
         source.onmessage({ data: JSON.stringify({ part: { id: 'gone', cards: [] } }) })",
    );
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig deeper.");
    browser.wait("find('mini/cards/earth-1').card.record.includes('deeper')");
    browser.wait("document.getElementById('status').textContent === 'up to date'");
    // Nothing was ever drawn, so nothing is shown as it last was.
    project.edit("content/mini/game.toml", "title = ", "title ");
    let broken = start(project.root());
    browser.go(&format!("http://{}/", broken.address));
    browser.wait("document.getElementById('table').innerText.includes('before the errors are fixed')");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// A save changes a picture and nothing else: neither the scroll position nor the focus.
#[test]
fn a_save_moves_neither_the_page_nor_the_focus_and_back_closes_a_card() {
    let Some(mut browser) = Browser::start() else { return };
    let project = Project::new();
    add_cards(&project);
    add_alpha(&project);
    let preview = start(project.root());
    browser.resize(1024, 768);
    browser.go(&format!("http://{}/", preview.address));
    browser.wait("document.getElementById('status').textContent === 'up to date' && document.querySelectorAll('.tile').length === 68");

    let tile = "document.querySelector('[data-key=\"mini/cards/more-50\"]')";
    browser.eval(&format!("{tile}.scrollIntoView({{ block: 'center' }})"));
    browser.wait(&format!("(i => i.complete && i.naturalWidth > 0)({tile}.querySelector('img'))"));
    // Pictures outside the window are not requested.
    assert_eq!(browser.eval("document.querySelector('[data-key=\"mini/cards/more-25\"] img').src"), json!(""));
    let place = format!("[{tile}.getBoundingClientRect().top, document.documentElement.scrollHeight].join()");
    let (before, picture) = (browser.eval(&place), browser.eval(&format!("{tile}.querySelector('img').src")));
    browser.eval(&format!(
        "window.seen = new Set(); (function look() {{ if (!{tile}) return; seen.add({place}); requestAnimationFrame(look); }})(); document.querySelector('#drawers .set').focus()"
    ));
    project.edit("content/mini/cards.toml", "Take 50.", "Take fifty.");
    browser.wait(&format!("{tile}.querySelector('img').src !== {picture}"));
    browser.wait("document.getElementById('status').textContent === 'up to date'");
    assert_eq!(browser.eval("[...seen]"), json!([before]), "the page moved");
    assert_eq!(browser.eval("document.activeElement.matches('#drawers .set')"), json!(true));

    // What the window shows is drawn ahead of the deck, because the page reports what that is.
    browser.wait("performance.getEntriesByType('resource').some(e => e.name.includes('/look?') && e.name.includes('mini/cards/more-50'))");
    let faces = "['more-50', 'more-0'].map(id => find('mini/cards/' + id).card.front)";
    let old = browser.eval(faces);
    browser.eval(&format!(
        "window.steps = []; const hears = apply; apply = event => {{ hears(event); if (event.part) steps.push({faces}); }}"
    ));
    browser.wait("due.size === 0 && !isLoading");
    let seen = browser.eval("[...document.querySelectorAll('.tile')].filter(isSeen).map(node => node.dataset.key)");
    browser.eval("window.order = []; new MutationObserver(list => list.forEach(change => order.push(change.target.closest('.tile').dataset.key))).observe(document.getElementById('table'), { subtree: true, attributeFilter: ['src'] })");
    project.edit("templates/card.svg", "y=\"-3\"", "y=\"-2.9\"");
    browser.wait(&format!("steps.length > 1 && {tile}.querySelector('img').src.endsWith(steps[0][0])"));
    let steps = browser.eval("steps");
    assert_ne!(steps[0][0], old[0], "the card in the window is new");
    assert_eq!(steps[0][1], old[1], "the rest of the deck is still to come");
    assert_eq!(steps[1][0], steps[0][0]);
    assert_ne!(steps[1][1], old[1]);
    browser.wait("document.getElementById('status').textContent === 'up to date' && due.size === 0 && !isLoading");
    // Of the pictures near the window, those in it changed first.
    let order = browser.eval("order");
    let (seen, order) = (seen.as_array().expect("names"), order.as_array().expect("names"));
    assert!(order.len() > seen.len() && order[..seen.len()].iter().all(|name| seen.contains(name)), "{order:?}");
    browser.eval(&format!("{tile}.focus()"));
    browser.key("Enter");
    browser.wait("document.getElementById('large').open && document.activeElement.id === 'close'");
    browser.key("ArrowRight");
    browser.wait(
        "location.hash === '#mini/cards/more-51' && document.getElementById('ordinal').textContent === '60 of 68'",
    );
    browser.eval("history.back()");
    browser.wait("!document.getElementById('large').open && location.hash === ''");
    browser.wait("document.activeElement.dataset.key === 'mini/cards/more-51'");
    assert_eq!(browser.eval("[...seen].length"), json!(1), "the page moved");

    // What is chosen in the list keeps the focus and its address; a game that is gone is no longer chosen.
    browser.eval("document.querySelector('#drawers .set').focus()");
    browser.key("Enter");
    browser.wait("location.hash === '#alpha/cards' && document.querySelectorAll('.tile').length === 4");
    assert_eq!(browser.eval("document.activeElement.textContent.includes('Cards')"), json!(true));
    browser.eval("document.querySelector('.tile').click()");
    browser.wait("document.getElementById('large').open && location.hash === '#alpha/cards/fire-1'");
    browser.key("Escape");
    browser.wait("!document.getElementById('large').open && location.hash === '#alpha/cards'");
    // A card that is opened while its file cannot be read says so.
    project.edit("content/alpha/cards.toml", "text = \"Pass.\"", "text = \"Pass.");
    browser.wait("document.querySelectorAll('.tile.stale').length > 0 && !document.getElementById('slip').hidden");
    browser.eval("document.querySelector('.tile.stale').click()");
    browser.wait("!!document.querySelector('#stamps .stamp') && document.getElementById('slip').hidden");
    browser.wait("document.getElementById('about').innerText.includes('Record as last read') && document.querySelector('#about .finding pre').textContent.includes('^')");
    browser.key("Escape");
    std::fs::remove_dir_all(project.path("content/alpha")).expect("a folder");
    browser.wait("document.querySelectorAll('.tile').length === 64 && location.hash === ''");
    // An address that names nothing, or is not an address, leads to everything.
    browser.eval("location.hash = '#%E0%A4%A'");
    browser.wait("location.hash === '' && document.querySelectorAll('.tile').length === 64");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// Small things that users trip over.
#[test]
fn the_page_keeps_its_place_and_its_keys() {
    let Some(mut browser) = Browser::start() else { return };
    let project = Project::new();
    add_cards(&project);
    let preview = start(project.root());
    browser.resize(1024, 768);
    browser.go(&format!("http://{}/", preview.address));
    browser.wait("document.getElementById('status').textContent === 'up to date' && document.querySelectorAll('.tile').length === 64");

    // Keys still work after the slider and the lists were used.
    browser.eval("document.getElementById('zoom').focus()");
    browser.key("f");
    browser.wait("show.backs");
    browser.key("f");
    browser.eval("document.getElementById('vision').focus(); document.getElementById('vision').dispatchEvent(new Event('change'))");
    assert_eq!(browser.eval("document.activeElement === document.body"), json!(true));

    // A card that was reached from another one is visible when it is closed.
    browser.eval("document.querySelector('.tile').click()");
    browser.wait("document.getElementById('large').open");
    for _ in 0..50 {
        browser.key("ArrowRight");
    }
    browser.wait("location.hash === '#mini/cards/more-46'");
    browser.key("Escape");
    browser.wait("!document.getElementById('large').open && location.hash === ''");
    let in_sight = "(r => r.top >= 0 && r.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())";
    browser.wait("document.activeElement.dataset.key === 'mini/cards/more-46'");
    // The browser restores its history only after that.
    thread::sleep(Duration::from_millis(300));
    assert_eq!(browser.eval(in_sight), json!(true));

    // Only sheets with the card that is looked for are shown, though all share a back.
    browser.eval("turn({ text: 'more-50', view: 'sheets' })");
    browser.wait("document.querySelectorAll('.leaf').length === 2");
    browser.eval("turn({ text: '', view: 'cards' })");

    // A finding that is fixed while its card is open leaves the card where it is.
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig \\\"deep\\\".");
    browser.wait("document.getElementById('count').textContent === '1'");
    browser.eval("turn({ flagged: true })");
    browser.wait("document.querySelectorAll('.tile').length === 1");
    browser.eval("document.querySelector('.tile').click()");
    browser.wait("document.getElementById('ordinal').textContent === '1 of 1'");
    project.edit("content/mini/cards.toml", "Dig \\\"deep\\\".", "Dig deep.");
    browser.wait("document.getElementById('count').textContent === '0'");
    assert_eq!(browser.eval("document.getElementById('ordinal').textContent"), json!("1 of 1"));
    browser.key("Escape");

    // A hidden tab keeps no connection, and is up to date when it is seen again.
    let hide = |is_hidden: bool| {
        format!(
            "Object.defineProperty(document, 'hidden', {{ value: {is_hidden}, configurable: true }}); document.dispatchEvent(new Event('visibilitychange'))"
        )
    };
    browser.eval(&hide(true));
    assert_eq!(browser.eval("source === null"), json!(true));
    project.edit("content/mini/cards.toml", "name = \"Earth 1\"", "name = \"Clay 1\"");
    browser.eval("turn({ flagged: false })");
    browser.eval(&hide(false));
    browser.wait("document.body.innerText.includes('Clay 1')");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// Pictures of the page with the kits of this repository, for people to look at: `WYRMPRESS_SHOTS=folder`.
#[test]
fn the_page_shows_the_kits_of_this_repository() {
    let Some(mut browser) = Browser::start() else { return };
    let preview = start(repository());
    browser.resize(1440, 900);
    browser.go(&format!("http://{}/", preview.address));
    browser.wait("document.getElementById('status').textContent === 'up to date' && document.querySelectorAll('.tile').length > 300");
    let loaded = "[...document.querySelectorAll('.tile img')].filter(i => { const r = i.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; }).every(i => i.complete && i.naturalWidth > 0)";
    browser.wait(loaded);
    assert_eq!(browser.eval("document.querySelectorAll('.tile.stale').length"), json!(0));
    browser.keep("gallery");
    let visit = |browser: &mut Browser, at: &str, name: &str| {
        browser.eval(&format!("Object.assign(show, {{ {at} }}); refresh(); scrollTo(0, 0)"));
        browser.wait(loaded);
        browser.keep(name);
    };
    let ids = browser.eval("[...games.keys()]");
    for id in ids.as_array().expect("games").iter().filter_map(Value::as_str) {
        visit(&mut browser, &format!("game: '{id}', set: ''"), id);
    }
    browser.key("d");
    visit(&mut browser, "game: '', set: ''", "dark");
    browser.key("g");
    visit(&mut browser, "game: ''", "gray");
    browser.key("2");
    visit(&mut browser, "game: ''", "protan");
    browser.key("1");
    browser.key("d");
    browser.eval("open(document.querySelectorAll('.tile')[12].dataset.key)");
    thread::sleep(Duration::from_millis(400));
    browser.keep("large");
    for key in ["b", "t", "s"] {
        browser.key(key);
    }
    thread::sleep(Duration::from_millis(400));
    browser.keep("lines");
    browser.key("Escape");
    browser.key("v");
    browser.wait("document.querySelectorAll('.leaf svg image').length > 10");
    thread::sleep(Duration::from_millis(1500));
    browser.keep("sheets");
    browser.key("v");
    browser.resize(420, 800);
    browser.wait(loaded);
    browser.keep("narrow");
    browser.eval("open(document.querySelectorAll('.tile')[2].dataset.key)");
    thread::sleep(Duration::from_millis(400));
    browser.keep("narrow-large");
    browser.key("Escape");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
