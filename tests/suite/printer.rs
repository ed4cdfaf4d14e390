//! Measured printers: the calibration sheet, profiles, and sheets that counter what was measured.

use std::fs;
use std::process::{Command, Output};

use kurbo::{Affine, Point};
use wyrmpress::art::{Face, Ink, Side};
use wyrmpress::export::calibration::{apart, calibration, crosshairs};
use wyrmpress::export::png::Picture;
use wyrmpress::layout::{Backs, Gap, Marks, Paper, Printer, Setup};
use wyrmpress::stages;
use wyrmpress::units::Mm;

use crate::project::{Project, code, findings};

fn setup(backs: Backs, printer: Printer) -> Setup {
    let paper = Paper::parse("a4").expect("a paper");
    let printer = Some(printer);
    Setup { paper, margin: Mm(5.0), gap: Gap::Bleed, backs, marks: Marks::Front, overlap: Mm(10.0), printer }
}

fn near(a: Point, b: Point) -> bool {
    (a - b).hypot() < 1e-9
}

#[test]
fn backs_move_by_the_offset_and_fronts_stay() {
    let printer = Printer { back_offset: (Mm(1.0), Mm(-0.5)), ..Printer::exact("p") };
    let p = Point::new(30.0, 40.0);
    let long = setup(Backs::LongEdge, printer.clone());
    assert!(near(long.correction(Side::Back) * p, Point::new(31.0, 39.5)));
    assert_eq!(long.correction(Side::Front), Affine::IDENTITY);
    // The duplex unit sees the page the other way up: the same error, turned by 180 degrees.
    let short = setup(Backs::ShortEdge, printer.clone());
    assert!(near(short.correction(Side::Back) * p, Point::new(29.0, 40.5)));
    let measured_so = setup(Backs::ShortEdge, Printer { flip: Backs::ShortEdge, ..printer.clone() });
    assert!(near(measured_so.correction(Side::Back) * p, Point::new(31.0, 39.5)));
    // With a fold, or without backs, nothing is corrected.
    for backs in [Backs::Gutterfold, Backs::None] {
        assert_eq!(setup(backs, printer.clone()).correction(Side::Back), Affine::IDENTITY);
    }
}

#[test]
fn offset_turn_and_scale_counter_a_printer_that_makes_these_errors() {
    let printer =
        Printer { back_offset: (Mm(0.7), Mm(-0.3)), back_rotation: 0.4, scale: (0.98, 1.01), ..Printer::exact("p") };
    let setup = setup(Backs::LongEdge, printer);
    let middle = Point::new(105.0, 148.5).to_vec2();
    // What the printer does to a back: it shrinks about the center, is turned the wrong way, and is shifted.
    let front = Affine::translate(middle) * Affine::scale_non_uniform(0.98, 1.01) * Affine::translate(-middle);
    for p in [(0.0, 0.0), (210.0, 297.0), (20.0, 200.0), (105.0, 148.5)].map(Point::from) {
        assert!(near(front * (setup.correction(Side::Front) * p), p), "{p:?}");
        let stretched = setup.correction(Side::Front) * p - middle;
        let turned = Affine::rotate(0.4f64.to_radians()) * stretched;
        let want = turned + middle + kurbo::Vec2::new(0.7, -0.3);
        assert!(near(setup.correction(Side::Back) * p, want), "{p:?}");
    }
    // 100 mm that come out as 98 are drawn 100 / 0.98 long.
    let long = (setup.correction(Side::Front) * Point::new(150.0, 9.0)).x
        - (setup.correction(Side::Front) * Point::new(50.0, 9.0)).x;
    assert!((long - 100.0 / 0.98).abs() < 1e-9, "{long}");
}

#[test]
fn four_readings_give_offset_and_turn() {
    // A back that must be turned 0.2 degrees clockwise and moved by 0.5, -0.4: its top moves right, its bottom left.
    let paper = Paper::parse("a4").expect("a paper").size;
    let tilt = 0.2f64.to_radians().tan() * apart(paper).0 / 2.0;
    let mut printer = Printer::exact("p");
    printer.measured([0.5 + tilt, 0.5 - tilt, -0.4 - 0.26, -0.4 + 0.26].map(Mm), apart(paper));
    assert!((printer.back_offset.0.0 - 0.5).abs() < 1e-9 && (printer.back_offset.1.0 + 0.4).abs() < 1e-9);
    assert!((printer.back_rotation - 0.2).abs() < 1e-9, "{}", printer.back_rotation);
    let setup = setup(Backs::LongEdge, printer);
    let top = Point::new(105.0, 36.0);
    assert!((setup.correction(Side::Back) * top).x > 105.5, "clockwise: the top goes right");
}

fn pages(backs: Backs, printer: Option<Printer>) -> ([Face; 2], wyrmpress::art::Studio, Setup) {
    let setup = Setup { printer, ..setup(backs, Printer::exact("p")) };
    let studio = stages::Project::without_games("none".as_ref(), Ink::Full).expect("fonts").studio;
    let pages = calibration(&setup, &studio).expect("two pages");
    (pages, studio, setup)
}

#[test]
fn crosshairs_of_front_and_back_coincide_when_nothing_errs() {
    const DPI: f64 = 127.0; // five pixels per millimeter
    for backs in [Backs::LongEdge, Backs::ShortEdge] {
        let ([front, back], studio, setup) = pages(backs, None);
        let [front, back] = [front, back].map(|page| Picture::of(&page, &studio, DPI).expect("pixels"));
        let (w, h) = (i64::from(front.width), i64::from(front.height));
        let inked = |picture: &Picture, x: i64, y: i64| picture.pixels[(y * w + x) as usize][3] > 60;
        for at in crosshairs(setup.paper.size) {
            let (x, y) = ((at.x * 5.0).round() as i64, (at.y * 5.0).round() as i64);
            let mut seen = 0;
            // The arms, seen through the paper: where the front is inked the back is, within a pixel.
            for d in -34..=34i64 {
                for (px, py) in [(x + d, y), (x, y + d)] {
                    let (bx, by) = if backs == Backs::LongEdge { (w - px, py) } else { (px, h - py) };
                    let any = |picture: &Picture, x: i64, y: i64| {
                        (-1..=1).any(|i| (-1..=1).any(|j| inked(picture, x + i, y + j)))
                    };
                    assert!(any(&front, px, py), "{backs:?}: front at {at:?}, {d}");
                    assert!(any(&back, bx, by), "{backs:?}: back at {at:?}, {d}");
                    seen += 1;
                }
            }
            assert_eq!(seen, 138);
        }
    }
}

fn run(project: &Project, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
        .arg("--project")
        .arg(project.root())
        .args(arguments)
        .env("XDG_CONFIG_HOME", project.path("settings"))
        .output()
        .expect("it starts")
}

#[test]
fn the_sheet_is_printed_and_what_is_read_becomes_a_profile() {
    let project = Project::new();
    let out = project.path("out");
    for (more, file) in [
        (&[][..], "calibration-a4.pdf"),
        (&["--paper", "letter", "--backs", "short-edge"], "calibration-letter-short-edge.pdf"),
    ] {
        let output = run(&project, &[&["calibrate", "--out", out.to_str().expect("UTF-8")], more].concat());
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        let pdf = lopdf::Document::load(out.join(file)).expect("a PDF");
        assert_eq!(pdf.get_pages().len(), 2);
        let words = crate::pdf::extracted(&pdf);
        assert!(words.contains("front") && words.contains("printers.toml"), "{words}");
        // Each scale has its own name: both words appear equally often, on the scales and in the explanation.
        assert_eq!(words.matches("upper").count(), words.matches("lower").count(), "{words}");
    }
    let readings =
        ["--upper", "0.6", "--lower", "0.4", "--left", "-0.3", "--right", "-0.3", "--across", "99.8", "--down", "100"];
    let set = [&["calibrate", "--set", "office", "--margins", "4.2,4.2,12.7,4.2"], &readings[..]].concat();
    let output = run(&project, &set);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let profile = project.read("printers.toml");
    // 0.2 mm over 225 mm is 0.0509 degrees.
    for line in
        ["back_offset = [0.5, -0.3]", "back_rotation = 0.051", "scale = [0.998, 1]", "margins = [4.2, 4.2, 12.7, 4.2]"]
    {
        assert!(profile.contains(line), "`{line}` is not in\n{profile}");
    }
    assert_eq!(code(&run(&project, &["calibrate", "--printer", "office", "--out", out.to_str().expect("UTF-8")])), 0);
    // What remains on a corrected sheet is added: half of 0.1 and 0.1 is 0.1, and the turn stays the same.
    let more = ["--upper", "0.1", "--lower", "0.1", "--left", "0", "--right", "0", "--again", "--down", "99"];
    assert_eq!(code(&run(&project, &[&["calibrate", "--set", "office"], &more[..]].concat())), 0);
    let profile = project.read("printers.toml");
    for line in ["back_offset = [0.6, -0.3]", "back_rotation = 0.051", "scale = [0.998, 0.99]"] {
        assert!(profile.contains(line), "`{line}` is not in\n{profile}");
    }
    assert_eq!(code(&run(&project, &["calibrate", "--set", "nobody", "--again"])), 2);
    assert_eq!(code(&run(&project, &["calibrate", "--set", "new"])), 2, "nothing was measured");
    assert_eq!(code(&run(&project, &["calibrate", "--set", "office", "--across", "250"])), 2, "out of range");
    assert_eq!(project.read("printers.toml"), profile, "nothing was written");
    assert_eq!(code(&run(&project, &["calibrate", "--paper", "a5"])), 2);
    assert_eq!(code(&run(&project, &["calibrate", "--upper", "1"])), 2);
    // For all projects, below the user's own; the project's printer wins.
    assert_eq!(code(&run(&project, &["calibrate", "--set", "attic", "--user", "--margins", "1,1,1,1"])), 0);
    assert!(project.path("settings/wyrmpress/printers.toml").exists());
    assert_eq!(code(&run(&project, &["check", "--quiet", "--no-play", "--printer", "attic"])), 0);
}

#[test]
fn margins_below_the_printers_are_told_and_kept() {
    let project = Project::new();
    project.write("printers.toml", "[printer.office]\nmargins = [4, 4, 12.7, 4]\n");
    let output = run(&project, &["check", "--format", "json", "--paper", "a4", "--printer", "office"]);
    let told = findings(&output);
    assert!(
        told.iter().any(|f| f.rule == "margin-below-printer"
            && f.message == "a margin of 5 mm is below the 12.7 mm that printer `office` leaves blank at the bottom"),
        "{told:#?}"
    );
    let output =
        run(&project, &["check", "--format", "json", "--paper", "a4", "--printer", "office", "--margin", "12.7mm"]);
    assert!(findings(&output).iter().all(|f| f.rule != "margin-below-printer"));
    let kept = Setup {
        printer: Some(Printer { margins: [4.0, 4.0, 12.7, 4.0].map(Mm), ..Printer::exact("p") }),
        ..setup(Backs::LongEdge, Printer::exact("p"))
    };
    assert_eq!(kept.margins(), (Mm(5.0), Mm(12.7)));
}

#[test]
fn slips_in_a_profile_are_told_at_their_place() {
    let project = Project::new();
    for (text, words) in [
        ("[printer.office]\n☞margin = [1, 1, 1, 1]\n", "did you mean `margins`?"),
        ("[printer.office]\nscale = [1, ☞2]\n", "it must be 0.8 to 1.25"),
        ("[printer.office]\nback_offset = ☞[1]\n", "a list of 2 numbers"),
        ("[printer.office]\nback_offset = [☞nan, 0]\n", "must be -20 to 20"),
        ("[printer.office]\nflip = ☞\"long\"\n", "long-edge"),
        ("[printer.office☞\n", "toml-syntax"),
    ] {
        project.write("printers.toml", text);
        let output =
            run(&project, &["render", "--printer", "office", "--out", project.path("out").to_str().expect("UTF-8")]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{text}");
        let place = project.marked().to_string();
        assert!(told.contains(&place) && told.contains(words), "{text}{place}\n{told}");
    }
    project.write("printers.toml", "[printer.office]\n");
    let output = run(&project, &["render", "--printer", "ofice"]);
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `office`?"));
}

#[test]
fn a_file_of_the_user_is_named_in_full() {
    let project = Project::new();
    let file = project.path("settings/wyrmpress/printers.toml");
    let output = run(&project, &["check", "-q", "--no-play", "--printer", "office"]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains(&format!("in printers.toml or {}; ", file.display())), "{words}");
    project.write("settings/wyrmpress/printers.toml", "[printer.office]\nscale = [1, 2]\n");
    let output = run(&project, &["check", "-q", "--no-play", "--printer", "office"]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains(&format!("--> {}:2:13", file.display())), "{words}");
    assert!(words.contains(&format!("error: {}: fix it", file.display())), "{words}");
}

/// Where the ink of a sheet lies: left, top, right and bottom, in pixels.
fn extent(file: &std::path::Path) -> [usize; 4] {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).expect("a picture")))
        .read_info()
        .expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("pixels");
    let (w, h) = (info.width as usize, info.height as usize);
    // The dark backs of the small project, without hairlines and words.
    let dark = |x: usize, y: usize| bytes[(y * w + x) * 4] < 60 && bytes[(y * w + x.saturating_sub(9)) * 4] < 60;
    let columns: Vec<usize> = (9..w).filter(|&x| (0..h).filter(|&y| dark(x, y)).count() > 60).collect();
    let rows: Vec<usize> = (0..h).filter(|&y| (9..w).filter(|&x| dark(x, y)).count() > 60).collect();
    [columns[0] - 9, rows[0], columns[columns.len() - 1], rows[rows.len() - 1]]
}

#[test]
fn pictures_and_documents_of_backs_are_moved_and_fronts_are_not() {
    let project = Project::new();
    project.write("printers.toml", "[printer.office]\nback_offset = [2, -1]\n[printer.none]\n");
    let render = |name: &str, printer: &[&str]| {
        let out = project.path(name);
        let base = [
            "render",
            "--quiet",
            "--paper",
            "a4",
            "--format",
            "pdf,sheet-png",
            "--dpi",
            "127",
            "--out",
            out.to_str().expect("UTF-8"),
        ];
        let output = run(&project, &[&base[..], printer].concat());
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        // The printer is part of the names; here only what is in the files matters.
        let kit = out.join("mini");
        if let [_, name] = printer {
            for (marked, plain) in [
                (format!("mini-a4-printer-{name}.pdf"), "mini-a4.pdf"),
                (format!("sheets-dpi-127-printer-{name}"), "sheets-dpi-127"),
            ] {
                fs::rename(kit.join(marked), kit.join(plain)).expect("the file of this printer");
            }
        }
        kit
    };
    let (plain, exact, moved) =
        (render("a", &[]), render("b", &["--printer", "none"]), render("c", &["--printer", "office"]));
    let read = |folder: &std::path::Path, file: &str| fs::read(folder.join(file)).expect("a file");
    assert!(read(&plain, "mini-a4.pdf") == read(&exact, "mini-a4.pdf"), "an exact printer changes no byte");
    let front = "sheets-dpi-127/a4-cards-01-front.png";
    let back = "sheets-dpi-127/a4-cards-01-back.png";
    assert!(read(&plain, front) == read(&moved, front));
    let (was, is) = (extent(&plain.join(back)), extent(&moved.join(back)));
    // 127 dpi are five pixels per millimeter: 2 mm right, 1 mm up.
    let want = [was[0] + 10, was[1] - 5, was[2] + 10, was[3] - 5];
    assert_eq!(is, want);
    // In the document the whole page is moved, boxes included.
    let trim = |folder: &std::path::Path, page: u32| -> Vec<f32> {
        let pdf = lopdf::Document::load(folder.join("mini-a4.pdf")).expect("a PDF");
        let dict = pdf.get_dictionary(pdf.get_pages()[&page]).expect("a page");
        dict.get(b"TrimBox")
            .and_then(|b| b.as_array())
            .expect("a box")
            .iter()
            .map(|v| v.as_float().expect("a number"))
            .collect()
    };
    assert_eq!(trim(&plain, 1), trim(&moved, 1));
    let per_mm = 72.0 / 25.4;
    for (i, by) in [2.0, 1.0, 2.0, 1.0].iter().enumerate() {
        let (was, is) = (trim(&plain, 2)[i], trim(&moved, 2)[i]);
        assert!((is - was - by * per_mm).abs() < 0.01, "{i}: {was} {is}");
    }
}

#[test]
fn what_is_left_on_a_sheet_turned_otherwise_adds_to_an_offset_turned_too() {
    let project = Project::new();
    project.write("printers.toml", "[printer.p]\nback_offset = [1, -0.5]\nflip = \"long-edge\"\n");
    let nothing = ["--upper", "0", "--lower", "0", "--left", "0", "--right", "0"];
    let again = [&["calibrate", "--set", "p", "--again", "--backs", "short-edge"], &nothing[..]].concat();
    assert_eq!(code(&run(&project, &again)), 0);
    let profile = project.read("printers.toml");
    // A corrected sheet read 0: the backs stay where they were, correct with either flip.
    assert!(profile.contains("back_offset = [-1, 0.5]") && profile.contains("flip = \"short-edge\""), "{profile}");
}

#[test]
fn a_profile_is_renewed_and_all_else_stays() {
    let project = Project::new();
    let old = "# ours\n[printer.a]  # the good one\nscale = [\n  1, # across\n  1\n]\nnote = \"\"\"\n[printer.b]\nkept\"\"\"\n\n\
               # the bad one\n[printer.b]\nnote = \"kept\"\n";
    project.write("printers.toml", old);
    assert_eq!(code(&run(&project, &["calibrate", "--set", "a", "--across", "99"])), 0);
    let keys = "margins = [0, 0, 0, 0]  # blank at the top, right, bottom, left, in mm\n\
                back_offset = [0, 0]  # backs move right and down, in mm\n\
                back_rotation = 0  # and turn clockwise, in degrees\nflip = \"long-edge\"\n";
    let want =
        old.replace("[\n  1, # across\n  1\n]", "[0.99, 1]").replace("kept\"\"\"\n", &format!("kept\"\"\"\n{keys}"));
    assert_eq!(project.read("printers.toml"), want);
    // A new one goes to the end; the last line of a file may lack its line break.
    project.write("printers.toml", "[printer.a]");
    assert_eq!(code(&run(&project, &["calibrate", "--set", "a", "--across", "99"])), 0);
    assert_eq!(code(&run(&project, &["calibrate", "--set", "c", "--across", "98"])), 0);
    let text = project.read("printers.toml");
    assert!(text.starts_with("[printer.a]\n") && text.contains("scale = [0.99, 1]"), "{text}");
    assert!(text.contains("\n\n[printer.c]\n") && text.contains("scale = [0.98, 1]"), "{text}");
    // An inline table is edited in place.
    project.write("printers.toml", "printer = { a = { scale = [1, 1], note = \"kept\" } } # odd\n");
    assert_eq!(code(&run(&project, &["calibrate", "--set", "a", "--across", "99"])), 0);
    let text = project.read("printers.toml");
    assert!(text.starts_with("printer = { a = { scale = [0.99, 1], note = \"kept\", margins = "), "{text}");
    assert!(text.ends_with("\"long-edge\" } } # odd\n"), "{text}");
    // It may take several lines, with remarks of the user's.
    let long = "printer = { a = {\n  scale = [1, 1], # ours\n  note = \"kept\", # mine\n} } # odd\n";
    project.write("printers.toml", long);
    assert_eq!(code(&run(&project, &["calibrate", "--set", "a", "--across", "99"])), 0);
    let text = project.read("printers.toml");
    assert!(text.starts_with("printer = { a = {\n  scale = [0.99, 1], # ours\n  note = \"kept\", "), "{text}");
    assert!(text.ends_with(", # mine\n} } # odd\n"), "{text}");
    // What is not a list of printers stays as it is.
    for odd in ["printer = 3\n", "printer = { a = 1 }\n", "[printer.a\n"] {
        project.write("printers.toml", odd);
        assert_eq!(code(&run(&project, &["calibrate", "--set", "a", "--across", "99"])), 2, "{odd}");
        assert_eq!(project.read("printers.toml"), odd);
    }
}

#[test]
fn what_makes_no_sense_for_a_profile_is_refused() {
    let project = Project::new();
    let four = ["--upper", "0", "--lower", "0", "--left", "0", "--right", "0"];
    for (more, words) in [
        (&["--backs", "gutterfold"][..], "`--backs long-edge` or `short-edge`"),
        (&["--backs", "none"], "`--backs long-edge` or `short-edge`"),
        (&["--printer", "p"], "cannot be used with"),
        (&["--upper", "nan"], "must be a number from -20 to 20"),
        (&["--across", "inf"], "must be a number from 80 to 125"),
        (&["--margins", "1,nan,1,1"], "must be a number from 0 to 50"),
    ] {
        let readings: &[&str] = if more[0] == "--upper" { &four[2..] } else { &four };
        let output = run(&project, &[&["calibrate", "--set", "p"], readings, more].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{more:?}");
        assert!(told.contains(words), "{more:?}: {told}");
    }
    assert!(!project.path("printers.toml").exists());
    // The user's own, below one of the project: the output says which one is meant.
    project.write("printers.toml", "[printer.n]\nmargins = [9, 9, 9, 9]\n");
    let output = run(&project, &["calibrate", "--set", "n", "--user", "--across", "99"]);
    assert_eq!(code(&output), 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("uses the project's own printers.toml"));
    assert!(!project.read("settings/wyrmpress/printers.toml").contains("[9, 9"), "the project's is another printer");
    let again = [&["calibrate", "--set", "n", "--user", "--again"], &four[..]].concat();
    assert_eq!(code(&run(&project, &again)), 2, "the project's corrected that sheet");
    let output = run(&project, &["calibrate", "--printer", "xxxxxxxx"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("there are: n\n"), "each name once");
}

#[test]
fn a_game_without_pale_colors_says_so() {
    let project = Project::new();
    let told = |project: &Project, more: &[&str]| {
        let output = run(project, &[&["check", "--format", "json", "--paper", "a4", "--no-play"], more].concat());
        findings(&output)
    };
    let low = told(&project, &["--ink", "low", "--max-ink", "1"]);
    let found = low.iter().find(|f| f.rule == "ink-not-low").unwrap_or_else(|| panic!("{low:#?}"));
    assert_eq!((found.file.as_str(), found.line), ("content/mini/game.toml", 1));
    assert!(found.help.contains("[palette_low]"), "{found:#?}");
    let heavy =
        |all: &[crate::project::Finding]| all.iter().find(|f| f.rule == "ink-heavy").expect("heavy").help.clone();
    assert!(!heavy(&low).starts_with("print with `--ink low`"));
    assert!(told(&project, &[]).iter().all(|f| f.rule != "ink-not-low"));
    project.edit("content/mini/game.toml", "[fonts]", "[palette_low]\ngold = \"#ffffff\"\n\n[fonts]");
    assert!(told(&project, &["--ink", "low"]).iter().all(|f| f.rule != "ink-not-low"));
    assert!(heavy(&told(&project, &["--max-ink", "1"])).starts_with("print with `--ink low`"));
    // Templates may check for low ink themselves.
    let asks = Project::new();
    asks.edit(
        "templates/back.svg",
        "fill=\"{{ palette.ink }}\"",
        "fill=\"{{ \"white\" if face.ink == \"low\" else palette.ink }}\"",
    );
    assert!(told(&asks, &["--ink", "low"]).iter().all(|f| f.rule != "ink-not-low"));
}
