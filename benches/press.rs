//! What a card costs: each stage, the whole render, and the peak of memory, for growing decks of distinct cards; and
//! what `check` of this project's own kits costs.
//!
//! `cargo bench --bench press` prints both; `-- 5000` prints only that row, `-- check` only the check. It uses one
//! thread, so that CPU and wall time agree.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use cpu_time::ProcessTime;
use rayon::prelude::*;
use wyrmpress::art::Ink;
use wyrmpress::export::FORMATS;
use wyrmpress::export::pdf::{About, Faces, convert, document};
use wyrmpress::layout::{self, Backs, Gap, Marks, Paper, Setup};
use wyrmpress::stages::{Cache, Order, Project, Stop, draw, press};
use wyrmpress::units::Mm;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIZES: [usize; 3] = [110, 1000, 5000];
/// How often the kits are checked.
const RUNS: usize = 7;

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--bench")).collect();
    if let Some(("--row", count)) = named.first().and_then(|a| a.split_once('=')) {
        return row(count.parse().expect("a number of cards"));
    }
    if named.first().is_some_and(|a| a == "--check") {
        return check();
    }
    if named.first().is_some_and(|a| a == "--pictures") {
        return pictures();
    }
    let is_only_check = named.first().is_some_and(|a| a == "check");
    if !is_only_check {
        table(&named);
    }
    print!("\ncheck of the kits without games, one thread, one process each; seconds of CPU: ");
    (0..RUNS).for_each(|_| again("--check"));
    println!();
}

fn table(named: &[String]) {
    let sizes: Vec<usize> = named.iter().filter_map(|a| a.parse().ok()).collect();
    println!("distinct cards, 9-up A4, crop marks, backs; one thread; milliseconds of CPU per card\n");
    println!(
        "{:>6}  {:>7} {:>7} {:>7} {:>7} {:>7}  {:>7}  {:>8} {:>8}",
        "cards", "parse", "draw", "convert", "deflate", "write", "all in", "peak MB", "PDF kB"
    );
    for count in if sizes.is_empty() { SIZES.to_vec() } else { sizes } {
        // One process per row, because the peak of memory belongs to the process.
        again(&format!("--row={count}"));
    }
    if named.is_empty() {
        println!("\n819 cards with 12 pictures of 900 x 600 px; one thread");
        again("--pictures");
    }
}

/// Starts this bench for one thing only.
fn again(what: &str) {
    std::io::stdout().flush().expect("standard output takes the table");
    let me = std::env::current_exe().expect("the bench knows its own path");
    let done = Command::new(me).arg(what).status().expect("the bench can start itself");
    assert!(done.success(), "{what} failed");
}

/// The kits of this project, as `wyrmpress check --no-play --jobs 1` checks them.
fn check() {
    one_thread();
    let papers = Setup::PAPERS.iter().map(|name| Paper::parse(name).expect("a paper of that name"));
    let order = Order {
        setups: papers.map(Setup::usual).collect(),
        formats: Vec::new(),
        preflight: true,
        ..order(PathBuf::from(env!("CARGO_MANIFEST_DIR")))
    };
    let clock = ProcessTime::now();
    let project = Project::of(&order).expect("the kits can be read");
    let outcome = press(&project, &order, &|_| {}, &mut |_, _| Ok(())).expect("the kits can be checked");
    print!(" {:.2}", clock.elapsed().as_secs_f64());
    assert!(outcome.found.is_empty(), "{:?}", outcome.found);
}

fn one_thread() {
    rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(16 << 20).build_global().expect("one thread");
}

fn row(count: usize) {
    one_thread();
    let project = synthetic(count);
    let order = order(project.clone());
    // The whole run comes first: cold, as for a user, and with the peak of memory.
    let clock = ProcessTime::now();
    let outcome = press(&Project::of(&order).expect("a deck"), &order, &|_| {}, &mut |_, _| Ok(()))
        .expect("the synthetic deck prints");
    let whole = clock.elapsed().as_secs_f64();
    assert!(outcome.found.iter().all(|d| d.severity() == wyrmpress::finding::Severity::Note), "{:?}", outcome.found);
    let bytes = outcome.kits[0].files[0].1;
    drop(outcome);
    let memory = peak();
    let stages = stages(&project);
    let per = |seconds: f64| seconds * 1000.0 / count as f64;
    print!("{count:>6}  ");
    for stage in stages {
        print!("{:>7.3} ", per(stage));
    }
    println!(" {:>7.3}  {memory:>8.0} {:>8}", per(whole), bytes / 1000);
    fs::remove_dir_all(&project).expect("the scratch folder can be removed");
}

/// A deck whose cards share a few pictures.
fn pictures() {
    one_thread();
    let project = synthetic(819);
    let image = "<image href=\"p{{ card.index % 12 }}.png\" x=\"3\" y=\"10\" width=\"57\" height=\"38\"/></svg>";
    fs::write(project.join("templates/card.svg"), CARD.replace("</svg>", image)).expect("a scratch file");
    for i in 0..12u64 {
        let mut seed = i;
        let mut grain = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 60) as u32
        };
        let pixels: Vec<u8> = (0..900 * 600 * 3).map(|at: u32| (at / 9000 + grain()) as u8).collect();
        let file = fs::File::create(project.join(format!("templates/p{i}.png"))).expect("a scratch file");
        let mut encoder = png::Encoder::new(file, 900, 600);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().expect("a header").write_image_data(&pixels).expect("pixels");
    }
    let order = order(project.clone());
    let clock = ProcessTime::now();
    let outcome = press(&Project::of(&order).expect("a deck"), &order, &|_| {}, &mut |_, _| Ok(()))
        .expect("the deck with pictures prints");
    let (seconds, bytes) = (clock.elapsed().as_secs_f64(), outcome.kits[0].files[0].1);
    println!("{seconds:.2} s of CPU, peak {:.0} MB, PDF {} kB", peak(), bytes / 1000);
    fs::remove_dir_all(&project).expect("the scratch folder can be removed");
}

fn order(project: PathBuf) -> Order {
    Order {
        games: Vec::new(),
        only: None,
        setups: vec![setup()],
        formats: vec![FORMATS[0]],
        dpi: 300.0,
        plays: false,
        ink: wyrmpress::art::Ink::Full,
        preflight: false,
        max_ink: None,
        changed: None,
        out: project.join("output"),
        project,
    }
}

fn setup() -> Setup {
    let paper = Paper::parse("a4").expect("A4 is known");
    Setup {
        paper,
        margin: Mm(5.0),
        gap: Gap::Bleed,
        backs: Backs::LongEdge,
        marks: Marks::Front,
        overlap: Mm(10.0),
        printer: None,
    }
}

/// Parse, draw, convert, deflate, write: the same stages as a run, one by one.
fn stages(project: &Path) -> [f64; 5] {
    let mut times = [0.0; 5];
    let mut found = Vec::new();
    let mut clock = ProcessTime::now();
    let mut lap = |i: usize| {
        times[i] = clock.elapsed().as_secs_f64();
        clock = ProcessTime::now();
    };
    let project = Project::read(project, &[], Ink::Full, &mut Cache::default()).expect("the project can be read");
    let Project { content, studio, .. } = &project;
    lap(0);
    let game = &content.games[0];
    let art = draw(&project, game, &|_, _| true, &Stop::never(), &mut found, &mut |_| {});
    let art = art.expect("nobody asks it to stop");
    lap(1);
    let forms: Vec<_> = art
        .faces
        .par_iter()
        .map(|face| {
            let tree = face.tree(game, studio, &content.sources).ok()?;
            Some(convert(face, &tree, studio, &content.sources, &mut Vec::new()))
        })
        .collect();
    lap(2);
    let setup = setup();
    let sheets = layout::impose(game, &art, &[0], &setup, &mut found);
    let faces = Faces::prepare(forms, &[(&setup, &sheets)], studio).expect("the faces can be prepared");
    lap(3);
    let bleed_of = |face: u32| art.faces[face as usize].bleed;
    document(&About::default(), &[], &faces, &bleed_of, &setup, &sheets, studio, &mut Vec::new())
        .expect("the document can be assembled");
    lap(4);
    times
}

/// The most memory this process ever held, in megabytes.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<f64>().ok()).map_or(f64::NAN, |kb| kb / 1000.0)
}

/// A project of `count` cards, no two alike.
fn synthetic(count: usize) -> PathBuf {
    let root = std::env::temp_dir().join(format!("wyrmpress-bench-{}-{count}", std::process::id()));
    let (game, templates) = (root.join("content/deck"), root.join("templates"));
    fs::create_dir_all(&game).expect("a scratch folder");
    fs::create_dir_all(templates.join("icons")).expect("a scratch folder");
    fs::write(game.join("game.toml"), GAME).expect("a scratch file");
    const WORDS: [&str; 24] = [
        "draw", "discard", "a", "card", "from", "the", "market", "then", "move", "one", "dragon", "to", "any", "empty",
        "hill", "and", "gain", "two", "favour", "when", "another", "player", "passes", "quietly",
    ];
    let mut seed = 7u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let mut cards = String::from("component = [\n");
    for i in 0..count {
        let text: Vec<&str> = (0..30).map(|_| WORDS[next(WORDS.len())]).collect();
        cards.push_str(&format!(
            "  {{ id = \"c{i}\", name = \"Dragon of hill {i}\", hue = \"#{:06x}\", power = {}, text = \"**{}** {} {{star}} {}.\" }},\n",
            next(0x1000000),
            next(100),
            text[..4].join(" "),
            text[4..16].join(" "),
            text[16..].join(" ")
        ));
    }
    cards.push_str("]\n[defaults]\norigin = \"designed\"\n");
    fs::write(game.join("cards.toml"), cards).expect("a scratch file");
    fs::write(templates.join("card.svg"), CARD).expect("a scratch file");
    fs::write(templates.join("back.svg"), BACK).expect("a scratch file");
    for (name, path) in [
        ("star", "M50 4 61 38H97L68 59 79 94 50 73 21 94 32 59 3 38H39Z"),
        ("hill", "M4 90 35 20 55 60 70 35 96 90Z"),
        ("gem", "M20 10H80L96 40 50 95 4 40Z"),
        ("ring", "M50 5A45 45 0 1 0 50 95 45 45 0 1 0 50 5ZM50 25A25 25 0 1 1 50 75 25 25 0 1 1 50 25Z"),
        ("moon", "M60 5A46 46 0 1 0 95 60 38 38 0 1 1 60 5Z"),
    ] {
        let icon = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><path fill-rule=\"evenodd\" d=\"{path}\"/></svg>"
        );
        fs::write(templates.join("icons").join(format!("{name}.svg")), icon).expect("a scratch file");
    }
    root
}

const GAME: &str = r##"
title = "Synthetic deck"
version = "1"
players = [2, 4]
[palette]
ink = "#201810"
paper = "#f4ecd8"
[fonts]
text = "Libertinus Serif"
[[set]]
id = "cards"
title = "Cards"
size = "poker"
template = "card.svg"
back = "back.svg"
fields = { hue = "text", power = "integer", text = "text" }
"##;

const CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="69" height="94" viewBox="-3 -3 69 94">
<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{{ card.hue }}"/><stop offset="1" stop-color="{{ mix(a=card.hue, b=palette.ink, t=0.7) }}"/></linearGradient></defs>
<rect x="-3" y="-3" width="69" height="94" fill="url(#ground)"/>
<rect x="3" y="3" width="57" height="82" rx="2" fill="none" stroke="{{ palette.paper }}" stroke-width="0.6"/>
<rect x="5" y="50" width="53" height="28" rx="1.5" fill="{{ palette.paper }}"/>
{{ text(text=card.name, x=6, y=5, w=51, h=7, size=12, min=9, font=fonts.text, weight=700, align="center", valign="middle", fill=palette.paper) }}
{{ text(text=card.power, x=6, y=14, w=51, h=20, size=44, font=fonts.text, weight=700, align="center", valign="middle", fill=palette.paper) }}
{% for name in ["star", "hill", "gem", "ring", "moon"] %}{{ icon(name=name, x=10 + loop.index0 * 9, y=38, size=7, fill=palette.paper) }}{% endfor %}
{{ text(text=card.text, x=7, y=52, w=49, h=24, size=9, min=7, font=fonts.text, align="justify", fill=palette.ink) }}
{{ text(text=game.title ~ " · " ~ card.index ~ "/" ~ card.of, x=6, y=80, w=51, h=4, size=6, font=fonts.text, align="center", fill=palette.paper) }}
</svg>"##;

const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="69" height="94" viewBox="-3 -3 69 94">
<rect x="-3" y="-3" width="69" height="94" fill="{{ palette.ink }}"/>{{ icon(name="ring", x=16.5, y=29, size=30, fill=palette.paper) }}
</svg>"##;
