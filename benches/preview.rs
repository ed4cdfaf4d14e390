//! From a save to the picture: how long until the page hears of it, has the first new card, and has all that its window
//! shows.
//!
//! `cargo bench --bench preview` prints the table, `cargo bench --bench preview -- reign` only that kit. Times are in
//! milliseconds, the median of three saves; twenty cards in the middle of a kit's largest set are visible. Drawing
//! takes all cores, so it depends on what else the machine does.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wyrmpress::content::{self, Game};
use wyrmpress::preview::{self, Options};

const SAVES: usize = 3;
const WINDOW: usize = 20;
const PATIENCE: Duration = Duration::from_secs(60);
/// For each kit, a color, a part and an icon that its largest set is drawn with.
const BUILT_FROM: [(&str, &str, &str, &str); 5] = [
    ("dragon-farkle", "ink", "dragon-farkle/parts-card.svg", "dragon-farkle/icons/fk-act-brawl.svg"),
    ("dragons-favour", "ink", "dragons-favour/parts-form.svg", "dragons-favour/icons/clan-crane.svg"),
    ("emperors-favor", "ink", "emperors-favor/parts-staff.svg", "emperors-favor/icons/ef-incense.svg"),
    ("kingdom-of-favors", "meadow", "kingdom-of-favors/parts-tile.svg", "icons/crown.svg"),
    ("reign-of-dragoness", "ivory", "reign-of-dragoness/parts-gems.svg", "reign-of-dragoness/icons/aetherie.svg"),
];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let root = scratch.path();
    for folder in ["content", "templates"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &root.join(folder));
    }
    let content = content::parse(root, &[], &mut Vec::new()).expect("the content can be read");
    let command = [env!("CARGO_BIN_EXE_wyrmpress").as_ref(), "--project".as_ref(), root.as_os_str()];
    let helper = command.into_iter().chain(["preview", "--helper"].map(AsRef::as_ref)).map(ToOwned::to_owned).collect();
    let options = Options {
        project: root.to_owned(),
        host: "127.0.0.1".to_owned(),
        port: 0,
        helper,
        polls: false,
        editor: None,
        settings: None,
    };
    let preview = preview::start(options).expect("it starts");
    let (at, events) = (preview.address, listen(preview.address));
    println!("{:<20} {:<24} {:>6} {:>6} {:>6}  changed", "kit", "saved", "heard", "first", "window");
    for game in content.games.iter().filter(|g| named.is_empty() || named.iter().any(|n| g.id.contains(n.as_str()))) {
        let window = window(game);
        for (path, sound, other) in saves(game, &window, root) {
            let mut rows = Vec::new();
            for _ in 0..SAVES {
                rows.push(save(at, &events, &window, &root.join(&path), &other));
                fs::write(root.join(&path), &sound).expect("a file");
            }
            rows.sort_by(|a, b| a.0[2].total_cmp(&b.0[2]));
            let ([heard, first, all], count) = rows[SAVES / 2];
            let short = path.rsplit('/').next().unwrap_or(&path);
            // A name that is not on the card changes no picture.
            let [heard, first, all] =
                [heard, first, all].map(|ms| if ms.is_nan() { "-".to_owned() } else { format!("{ms:.0}") });
            println!("{:<20} {short:<24} {heard:>6} {first:>6} {all:>6}  {count} of {}", game.id, window.len());
        }
    }
}

/// Cards in the middle of the largest set, as the page names them.
fn window(game: &Game) -> Vec<String> {
    let set = game.sets.iter().max_by_key(|set| set.components.len()).expect("a set");
    let start = set.components.len().saturating_sub(WINDOW) / 2;
    let some = set.components.iter().skip(start).take(WINDOW);
    some.map(|card| format!("{}/{}/{}", game.id, set.id.value, card.id.value)).collect()
}

/// What is saved: file, text before and after. A card's name, a color, the template, what it is built from, an icon.
fn saves(game: &Game, window: &[String], root: &Path) -> Vec<(String, String, String)> {
    let set = game.sets.iter().max_by_key(|set| set.components.len()).expect("a set");
    let card = window[window.len() / 2].rsplit('/').next().expect("an id");
    let built = BUILT_FROM.iter().find(|(kit, ..)| *kit == game.id);
    let (_, color, part, icon) = built.expect("the kit is in the list");
    let change = |path: String, change: &dyn Fn(&str) -> String| {
        let sound = fs::read_to_string(root.join(&path)).expect("a text");
        let other = change(&sound);
        assert_ne!(sound, other, "{path}");
        (path, sound, other)
    };
    let marked = |before: &'static str| move |text: &str| text.replace(before, &format!("<circle r=\"0.3\"/>{before}"));
    let after = |text: &str, place: &str, from: &str, to: &str| {
        let start = text.find(place).unwrap_or_else(|| panic!("there is no {place}"));
        format!("{}{}", &text[..start], text[start..].replacen(from, to, 1))
    };
    let name = |text: &str| after(text, &format!("id = \"{card}\""), "name = \"", "name = \"Z");
    let tone = |text: &str| after(text, &format!("\n{color} = "), color, &format!("{color} = \"#123456\"\nbench"));
    vec![
        change(format!("content/{}/{}.toml", game.id, set.id.value), &name),
        change(format!("content/{}/game.toml", game.id), &tone),
        change(format!("templates/{}", set.components[0].template.value), &marked("{% endblock")),
        change(format!("templates/{part}"), &marked("{% endcomponent")),
        change("templates/face.svg".to_owned(), &marked("{% block art %}")),
        change(format!("templates/{icon}"), &marked("</svg>")),
    ]
}

/// Saves a file. Returns the milliseconds until the first change is heard of, until its picture is there, and until all
/// pictures are; and how many there are.
fn save(
    at: SocketAddr,
    events: &Receiver<(Instant, Value)>,
    window: &[String],
    path: &Path,
    text: &str,
) -> ([f64; 3], usize) {
    let mut shown: BTreeMap<String, Value> = BTreeMap::new();
    loop {
        // Time for the earlier save to be noticed, drawn and checked.
        thread::sleep(Duration::from_millis(500));
        let model: Value = serde_json::from_slice(&get(at, "/model.json")).expect("JSON");
        if model["about"]["is_drawing"] == json!(false) && events.try_iter().count() == 0 {
            model["games"].as_array().expect("games").iter().for_each(|game| shown.extend(fronts(game)));
            break;
        }
    }
    get(at, &format!("/look?{}", window.join("&")));
    let saved = Instant::now();
    fs::write(path, text).expect("a file");
    let mut times = [f64::NAN; 3];
    let mut new = BTreeMap::new();
    loop {
        let (heard, event) = events.recv_timeout(PATIENCE).expect("an end");
        if event["about"]["is_drawing"] == json!(false) {
            return (times, new.len());
        }
        for (name, front) in fronts(&event["game"]).into_iter().chain(changed(&event["part"])) {
            if !window.contains(&name) || shown.get(&name) == Some(&front) {
                continue;
            }
            get(at, &format!("/made/{}", front.as_str().expect("a hash")));
            let ms = |to: Instant| to.duration_since(saved).as_secs_f64() * 1e3;
            if new.is_empty() {
                times = [ms(heard), ms(Instant::now()), f64::NAN];
            }
            times[2] = ms(Instant::now());
            new.insert(name.clone(), front.clone());
            shown.insert(name, front);
        }
    }
}

/// The pictures of a game's fronts, by the names of the cards.
fn fronts(game: &Value) -> Vec<(String, Value)> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let of_set = |set: Value| {
        let name = format!("{}/{}", word(&game["id"]), word(&set["id"]));
        list(&set["cards"])
            .into_iter()
            .map(move |card| (format!("{name}/{}", word(&card["id"])), card["front"].clone()))
    };
    list(&game["sets"]).into_iter().flat_map(of_set).collect()
}

/// The same of a game of which only some cards changed.
fn changed(part: &Value) -> Vec<(String, Value)> {
    let word = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let cards = part["cards"].as_array().cloned().unwrap_or_default();
    let name = |card: &Value| format!("{}/{}/{}", word(&part["id"]), word(&card[0]), word(&card[1]["id"]));
    cards.iter().map(|card| (name(card), card[1]["front"].clone())).collect()
}

/// Hears of changes as a page does.
fn listen(at: SocketAddr) -> Receiver<(Instant, Value)> {
    let (tell, events) = mpsc::channel();
    let mut stream = TcpStream::connect(at).expect("a connection");
    write!(stream, "GET /events HTTP/1.1\r\nHost: {at}\r\n\r\n").expect("a request");
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let Some(event) = line.strip_prefix("data: ") else { continue };
            let heard = Instant::now();
            if tell.send((heard, serde_json::from_str(event).expect("JSON"))).is_err() {
                return;
            }
        }
    });
    events
}

fn get(at: SocketAddr, path: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(at).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("an answer");
    let end = all.windows(4).position(|w| w == b"\r\n\r\n").expect("a head") + 4;
    all.split_off(end)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a file");
        }
    }
}
