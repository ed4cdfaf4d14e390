//! The preview while a game is slow, never ends, or is gone.

use std::ffi::OsStr;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wyrmpress::preview::{self, Options, Preview};

use crate::preview::{
    ENDLESS, add_alpha, add_cards, card, cards, cards_of, model, model_while_drawing, model_within, start, start_as,
};
use crate::project::{CARD, CARDS, Project};

/// The longest wait for faces that take five seconds of processor time each.
const LONG: Duration = Duration::from_secs(90);

/// Whether the pictures of these cards are older than their files.
fn stale(game: &Value) -> Vec<bool> {
    cards_of(game).iter().map(|card| card["is_stale"] == json!(true)).collect()
}

#[test]
fn faces_that_were_given_up_are_drawn_once_their_records_are_mended() {
    let project = Project::new();
    // The second and the last card never end; the last one because of a default.
    let endless = format!("{{% if card.number == 12 %}}{ENDLESS}{{% endif %}}<rect");
    project.edit("templates/card.svg", "<rect", &endless);
    let texts = CARDS.replacen("number = 2", "number = 12", 1);
    let last = texts.rfind("number = 1\n").expect("the last");
    let texts = format!("{}{}", &texts[..last], &texts[last + "number = 1\n".len()..]);
    let texts = texts.replacen("[defaults]", "[defaults]\nnumber = 12", 1);
    project.write("content/mini/cards.toml", &texts);
    let preview = start(project.root());
    let game = |m: &Value| m["games"][0].clone();
    let told =
        model_within(LONG, preview.address, "two faces given up", |m| stale(&game(m)) == [false, true, false, true]);
    for id in ["fire-2", "earth-1"] {
        let words = card(&told, id)["findings"].to_string();
        assert!(words.contains(&format!("card.svg is not drawn for mini/cards/{id} (front)")), "{told:#}");
        assert!(words.contains("or in what it includes"), "{words}");
    }
    assert!(card(&told, "fire-1")["front"].is_string() && card(&told, "water-1")["front"].is_string());
    let saved = Instant::now();
    project.edit("content/mini/cards.toml", "id = \"fire-2\"\n", "id = \"fire-2\"\n# again\n");
    project.edit("content/mini/cards.toml", "number = 12\ntext = \"Discard", "number = 3\ntext = \"Discard");
    model(preview.address, "one is mended", |m| stale(&game(m)) == [false, false, false, true]);
    // Trying the other one again would take five seconds.
    assert!(saved.elapsed() < Duration::from_secs(5), "it took {:?}", saved.elapsed());
    project.edit("content/mini/cards.toml", "number = 12", "number = 11");
    let mended = model(preview.address, "both are mended", |m| stale(&game(m)) == [false; 4]);
    assert_eq!(mended["games"][0]["is_stale"], json!(false));
    assert!(!mended.to_string().contains("is not drawn"), "{mended:#}");
}

#[test]
fn a_template_that_was_given_up_is_drawn_once_its_folder_is_another() {
    let project = Project::new();
    project.write("templates/aa/card.svg", CARD.replacen("<rect", &format!("{ENDLESS}<rect"), 1));
    project.write("templates/fixed/card.svg", CARD);
    project.edit("content/mini/game.toml", "\"card.svg\"", "\"aa/card.svg\"");
    let preview = start(project.root());
    let told = model_within(LONG, preview.address, "all is given up", |m| {
        m.to_string().contains("aa/card.svg is not drawn: ")
    });
    assert!(told.to_string().contains("mini/cards/fire-1 (front)"), "all faces are named: {told:#}");
    fs::rename(project.path("templates/aa"), project.path("old")).expect("a folder");
    fs::rename(project.path("templates/fixed"), project.path("templates/aa")).expect("a folder");
    model(preview.address, "all is drawn", |m| stale(&m["games"][0]) == [false; 4]);
}

#[test]
fn what_is_mended_while_it_is_drawn_is_drawn_again() {
    let project = Project::new();
    let preview = start(project.root());
    let good = model(preview.address, "four cards", |m| cards(m).len() == 4);
    project.edit("templates/card.svg", "<rect", &format!("{ENDLESS}<rect"));
    thread::sleep(Duration::from_secs(1));
    project.write("templates/card.svg", CARD.replacen("y=\"-3\"", "y=\"-3.1\"", 1));
    let mended = model_within(LONG, preview.address, "all is drawn", |m| {
        card(m, "earth-1")["front"] != card(&good, "earth-1")["front"]
    });
    assert_eq!((stale(&mended["games"][0]), mended.to_string().contains("is not drawn")), (vec![false; 4], false));
}

#[test]
fn a_slow_game_holds_up_no_save() {
    let project = Project::new();
    add_cards(&project);
    add_alpha(&project);
    let preview = start_as(project.root(), &[], &["--jobs", "1"], false);
    let mini = |m: &Value| cards_of(&m["games"][1]);
    let good = model(preview.address, "two games", |m| mini(m).len() == 64);
    // About half a second for each of 64 cards.
    let slow = "{% for a in range(end=25000) %}{% for b in range(end=1000) %}{% endfor %}{% endfor %}<rect";
    project.edit("templates/card.svg", "<rect", slow);
    thread::sleep(Duration::from_millis(1500));
    project.edit("content/alpha/cards.toml", "Dig deep.", "Dig deeper.");
    let is_saved = |m: &Value| m["games"][0].to_string().contains("Dig deeper.");
    let saved = model_while_drawing(preview.address, is_saved);
    let is_old = |m: &Value| mini(m).iter().zip(mini(&good)).filter(|(new, old)| new["front"] == old["front"]).count();
    assert!(is_old(&saved) > 0, "all of the slow game was drawn first");
    // Nor does it hold up its own next save.
    project.write("templates/card.svg", CARD.replacen("y=\"-3\"", "y=\"-3.1\"", 1));
    let started = Instant::now();
    model(preview.address, "all is drawn", |m| is_old(m) == 0 && is_saved(m));
    assert!(started.elapsed() < Duration::from_secs(15), "it took {:?}", started.elapsed());
}

#[test]
fn a_game_that_lost_its_file_keeps_its_pictures() {
    let project = Project::new();
    add_alpha(&project);
    let preview = start(project.root());
    let good = model(preview.address, "two games", |m| cards_of(&m["games"][1]).len() == 4);
    let (file, other) = (project.path("content/alpha/game.toml"), project.path("content/alpha/Game.toml"));
    fs::rename(&file, &other).expect("a file");
    let lost = model(preview.address, "it is missed", |m| m["games"][0]["is_stale"] == json!(true));
    assert!(lost["games"][0]["findings"].to_string().contains("rename `Game.toml` to `game.toml`"), "{lost:#}");
    for (old, new) in cards(&good).iter().zip(cards(&lost)) {
        assert_eq!((&old["front"], &new["is_stale"]), (&new["front"], &json!(true)));
    }
    assert_eq!(good["games"][1], lost["games"][1]);
    fs::rename(&other, &file).expect("a file");
    let back = model(preview.address, "it is back", |m| m["games"][0]["is_stale"] == json!(false));
    assert_eq!(back["games"], good["games"]);
}

/// A preview for a printer, with settings that need not exist.
fn start_for_office(project: &Project) -> Preview {
    let settings = project.path("home/.config/wyrmpress");
    let home = format!("XDG_CONFIG_HOME={}", project.path("home/.config").display());
    let command = ["env".as_ref(), home.as_ref(), env!("CARGO_BIN_EXE_wyrmpress").as_ref(), "--project".as_ref()];
    let words = ["preview", "--paper", "a4", "--printer", "office", "--helper"].map(OsStr::new);
    let helper = [&command[..], &[project.root().as_os_str()], &words[..]].concat();
    preview::start(Options {
        project: project.root().to_owned(),
        host: "127.0.0.1".to_owned(),
        port: 0,
        helper: helper.into_iter().map(ToOwned::to_owned).collect(),
        polls: false,
        editor: None,
        settings: Some(settings),
    })
    .expect("it starts")
}

#[test]
#[cfg(unix)]
fn settings_that_come_later_are_followed() {
    let project = Project::new();
    let profile = "[printer.office]\nback_offset = [1, 0]\n";
    project.write("printers.toml", profile);
    let preview = start_for_office(&project);
    model(preview.address, "all is well", |m| cards(m).len() == 4 && m["about"]["findings"] == json!([]));
    fs::remove_file(project.path("printers.toml")).expect("a file");
    model(preview.address, "no such printer", |m| m["about"]["findings"].to_string().contains("no printer is called"));
    let file = "home/.config/wyrmpress/printers.toml";
    project.write(file, profile);
    model(preview.address, "it is found", |m| m["about"]["findings"] == json!([]));
    // A folder of the same name is another folder.
    fs::rename(project.path("home/.config/wyrmpress"), project.path("home/aside")).expect("a folder");
    model(preview.address, "it is gone", |m| m["about"]["findings"].to_string().contains("no printer is called"));
    project.write(file, profile.replacen("back_offset", "back_ofset", 1));
    let place = format!("--> {}:2:1", project.path(file).display());
    model(preview.address, "its fault", |m| m["about"]["findings"].to_string().contains(&place));
    project.write(file, profile);
    model(preview.address, "it is fixed", |m| m["about"]["findings"] == json!([]));
}
