//! Which files a run writes, and how they are named.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::project::{Project, code};

/// All files below a folder, by their path, with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_string_lossy().replace('\\', "/");
                all.insert(name, fs::read(&path).expect("readable"));
            }
        }
    }
    all
}

#[test]
fn every_option_that_changes_the_print_has_files_of_its_own() {
    let project = Project::new();
    project.write("printers.toml", "[printer.office]\nback_offset = [1, 0]\n[printer.\"Büro 2\"]\n");
    let runs: [(&[&str], &str, &str); 19] = [
        (&[], "", "png"),
        (&["--backs", "short-edge"], "-short-edge", "png"),
        (&["--backs", "gutterfold"], "-gutterfold", "png"),
        (&["--backs", "none"], "-backs-none", "png"),
        (&["--gap", "0"], "-gap-0mm", "png"),
        (&["--gap", "2.5mm"], "-gap-2.5mm", "png"),
        (&["--margin", "8mm"], "-margin-8mm", "png"),
        (&["--marks", "both"], "-marks-both", "png"),
        (&["--marks", "none"], "-marks-none", "png"),
        (&["--overlap", "1cm"], "", "png"),
        (&["--overlap", "5mm"], "-overlap-5mm", "png"),
        (&["--printer", "office"], "-printer-office", "png"),
        (&["--printer", "Büro 2"], "-printer-b-ro-2_c5c105", "png"),
        (&["--only", "fire-1"], "-only-fire-1", "png-only-fire-1"),
        (&["--only", "mini/cards/fire-1"], "-only-mini.cards.fire-1", "png-only-mini.cards.fire-1"),
        (&["--only", "fire-*"], "-only-fire_3bfbe1", "png-only-fire_3bfbe1"),
        (&["--only", "fire-?"], "-only-fire_732f57", "png-only-fire_732f57"),
        // In one order, however they are given.
        (&["--marks", "both", "--gap", "0", "--backs", "gutterfold"], "-gutterfold-gap-0mm-marks-both", "png"),
        (&["--only", "fire-1", "--backs", "none"], "-backs-none-only-fire-1", "png-only-fire-1"),
    ];
    let out = project.path("output");
    let mut before = BTreeMap::new();
    for (options, mark, png) in runs {
        let base = ["render", "--quiet", "--paper", "a4", "--format", "pdf,png,sheet-png", "--dpi", "20"];
        let output = project.run(&[&base[..], options, &["--out", out.to_str().expect("UTF-8")]].concat());
        assert_eq!(code(&output), 0, "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
        let after = files(&out);
        for name in [
            format!("mini/mini-a4{mark}.pdf"),
            format!("mini/sheets-dpi-20{mark}/a4-cards-01-front.png"),
            format!("mini/{}/cards/fire-1.png", png.replacen("png", "png-dpi-20", 1)),
        ] {
            assert!(after.contains_key(&name), "{options:?}: {name} is not in {:?}", after.keys());
        }
        // What an earlier run wrote is as it was: written again with the same bytes, or left alone.
        for (name, bytes) in &before {
            assert!(after.get(name) == Some(bytes), "{options:?}: {name} changed");
        }
        before = after;
    }
    // Low ink stands before the paper, with all other options.
    project.pdf(&["--ink", "low", "--gap", "0", "--only", "fire-1"]);
    assert!(out.join("mini/mini-low-ink-a4-gap-0mm-only-fire-1.pdf").exists());
}

#[test]
fn two_papers_of_one_name_are_one_paper() {
    let project = Project::new();
    let out = project.path("output");
    let papers = "320x450mm,450x320mm,32x45cm,320.004x450mm,320.1x450mm";
    let output = project.run(&["render", "--quiet", "--paper", papers, "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let names: Vec<String> = files(&out).into_keys().collect();
    assert_eq!(names, ["mini/mini-320.1x450mm.pdf", "mini/mini-320x450mm.pdf"]);
}

#[test]
fn a_run_removes_outdated_files_of_its_own_options_only() {
    let (old, new) = (Project::new(), Project::new());
    let out = new.path("output");
    let (o, folder) = (old.root().to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    let render = |more: &[&str]| {
        let base = ["render", "--paper", "a4", "--changed-since", o, "--out", folder];
        let output = new.run(&[&base[..], more].concat());
        assert_eq!(code(&output), 0, "{more:?}: {}", String::from_utf8_lossy(&output.stderr));
        files(&out).into_keys().collect::<Vec<_>>()
    };
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard three cards.");
    render(&[]);
    render(&["--backs", "gutterfold"]);
    let all = [
        "mini/mini-changed-a4-gutterfold.pdf",
        "mini/mini-changed-a4-only-fire-2.pdf",
        "mini/mini-changed-a4.pdf",
        "mini/mini-changes-a4-gutterfold.pdf",
        "mini/mini-changes-a4-only-fire-2.pdf",
        "mini/mini-changes-a4.pdf",
    ];
    assert_eq!(render(&["--only", "fire-2"]), all);
    // Nothing differs any more: each run takes its own files away.
    new.edit("content/mini/cards.toml", "Discard three cards.", "Discard a card.");
    assert_eq!(render(&["--only", "fire-1"]), all);
    assert_eq!(render(&["--only", "fire-2"]), [all[0], all[2], all[3], all[5]]);
    assert_eq!(render(&[]), [all[0], all[3]]);
    assert_eq!(render(&["--backs", "gutterfold"]), [""; 0]);
}

#[test]
fn each_distinct_back_is_one_picture() {
    let project = Project::new();
    let backs = |folder: &str| {
        let out = project.path(folder);
        let base = ["render", "--quiet", "--format", "png", "--dpi", "20", "--out", out.to_str().expect("UTF-8")];
        let output = project.run(&base);
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        files(&out.join("mini/png-dpi-20/cards")).into_keys().filter(|name| name.contains("back")).collect::<Vec<_>>()
    };
    assert_eq!(backs("one"), ["cards-back.png"], "all share it");
    // Two cards of fire share one back, the others another.
    let back = project.read("templates/back.svg");
    project.write("templates/back.svg", back.replacen("<rect ", "<rect id=\"a\" ", 1));
    let other = "{% extends \"face.svg\" %}{% block art %}<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#123456\"/>{% endblock art %}";
    project.write("templates/other.svg", other);
    for card in ["Fire 1", "Fire 2"] {
        let name = format!("name = \"{card}\"");
        project.edit("content/mini/cards.toml", &name, &format!("{name}\nback = \"other.svg\""));
    }
    assert_eq!(backs("two"), ["fire-1-back.png", "water-1-back.png"], "named after the first card");
    // A card may be called like the back of another.
    project.edit("content/mini/cards.toml", "id = \"earth-1\"", "id = \"fire-1-back\"");
    assert_eq!(backs("three"), ["fire-1-back-back.png", "fire-1-back.png", "water-1-back.png"]);
}

#[test]
fn a_part_of_a_set_names_its_back_as_the_whole_set_does() {
    let project = Project::new();
    let backs = |only: &str, dpi: &str| {
        let out = project.path("output");
        let base = ["render", "--quiet", "--format", "png", "--out", out.to_str().expect("UTF-8")];
        let output = project.run(&[&base[..], &["--only", only, "--dpi", dpi]].concat());
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        files(&out).into_keys().filter(|name| name.contains("back")).collect::<Vec<_>>()
    };
    let first = "mini/png-dpi-20-only-fire-1/cards/cards-back.png";
    assert_eq!(backs("fire-1", "20"), [first]);
    // Nobody knows whether the others would look the same.
    project.edit("templates/back.svg", "{% block art %}", "{% block art %}<!-- {{ card.id }} -->");
    assert_eq!(backs("fire-2", "10.5"), ["mini/png-dpi-10.5-only-fire-2/cards/fire-2-back.png", first]);
}

#[test]
fn no_set_has_the_name_of_an_option() {
    for id in ["low-ink", "changed", "cards-low-ink", "changes"] {
        let project = Project::new();
        project.edit("content/mini/game.toml", "[[set]]\nid = \"cards\"", &format!("[[set]]\nid = ☞\"{id}\""));
        assert!(!project.check().1.iter().any(|f| f.rule == "bad-name"), "{id}: without papers it has no documents");
        project.edit("content/mini/game.toml", "papers = []", "papers = [\"a3\"]");
        let (exit, found) = project.check();
        let fault = found.iter().find(|f| f.rule == "bad-name").unwrap_or_else(|| panic!("{id}: {found:#?}"));
        assert_eq!((exit, fault.place()), (1, project.marked()), "{id}");
        assert!(fault.message.contains("which names files of other runs"), "{}", fault.message);
    }
}

#[test]
fn a_size_is_written_in_one_way_and_read_as_written() {
    let project = Project::new();
    let list = || String::from_utf8(project.run(&["list"]).stdout).expect("UTF-8");
    assert!(list().contains("(4 of 63x88mm)"), "{}", list());
    for (written, shown) in [
        ("63.5x88.9mm", "63.5x88.9mm"),
        ("2.5 x 3.5 in", "63.5x88.9mm"),
        ("6cm x 90mm", "60x90mm"),
        ("70x120", "70x120mm"),
    ] {
        let text = project.read("content/mini/game.toml");
        project.edit("content/mini/game.toml", "size = \"poker\"", &format!("size = \"{written}\""));
        assert!(list().contains(&format!("(4 of {shown})")), "{written}: {}", list());
        project.write("content/mini/game.toml", text);
    }
    project.edit("content/mini/game.toml", "size = \"poker\"", "size = \"63x8800mm\"");
    let found = project.check().1;
    let told = found.iter().any(|f| f.message == "`size` is 63x8800mm; each side must be 1 to 2000 mm");
    assert!(told, "{found:?}");
}
