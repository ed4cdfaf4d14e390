//! What `check` shows: chosen components and rules, totals, and one finding for one fault.

use crate::project::{Finding, Project, code, findings};

const CARDS: &str = "content/mini/cards.toml";
const GAME: &str = "content/mini/game.toml";
const CARD: &str = "templates/card.svg";

fn said(project: &Project, options: &[&str]) -> String {
    let output = project.run(&[&["check", "--paper", "a4"][..], options].concat());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn rules(project: &Project, options: &[&str]) -> (i32, Vec<String>) {
    let output = project.run(&[&["check", "--format", "json", "--paper", "a4"][..], options].concat());
    let all: Vec<Finding> = findings(&output).into_iter().filter(|f| f.severity != "note").collect();
    (code(&output), all.into_iter().map(|f| f.rule).collect())
}

/// Two cards with faults of their own, and an icon that nobody uses.
fn faulty() -> Project {
    let project = Project::new();
    project.edit(CARDS, "Dig deep.", "Dig **deep.");
    project.edit(CARDS, "Pass.", "Pass  on.");
    project.write("templates/icons/moon.svg", crate::project::STAR);
    project
}

#[test]
fn a_check_can_be_about_some_components() {
    let project = faulty();
    assert_eq!(rules(&project, &[]), (1, vec!["double-space".to_owned(), "markup-unbalanced".to_owned()]));
    assert_eq!(rules(&project, &["--only", "earth-*"]), (1, vec!["markup-unbalanced".to_owned()]));
    assert_eq!(rules(&project, &["--only", "cards/water-1"]), (0, vec!["double-space".to_owned()]));
    assert_eq!(rules(&project, &["--only", "mini/cards/fire-*"]), (0, vec![]), "whole-project rules rest");
    assert_eq!(rules(&project, &["--only", "nothing-*"]).0, 2);
    // What cannot be read belongs to its record, too.
    project.edit(CARDS, "number = 2", "number = 99");
    assert_eq!(rules(&project, &["--only", "fire-1"]), (0, vec![]));
    assert_eq!(rules(&project, &["--only", "fire-2"]), (1, vec!["out-of-range".to_owned()]));
}

#[test]
fn a_check_can_be_about_some_rules() {
    let project = faulty();
    assert_eq!(rules(&project, &["--rule", "double-space"]), (0, vec!["double-space".to_owned()]));
    assert_eq!(rules(&project, &["--rule", "widow,markup-unbalanced"]).0, 1);
    assert_eq!(rules(&project, &["--rule", "widow", "--rule", "double-space", "--fail-on", "warning"]).0, 1);
    let output = project.run(&["check", "--rule", "double-spaces"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(code(&output), 2);
    assert!(told.contains("did you mean `double-space`?"), "{told}");
    let told = said(&project, &["--rule", "double-space"]);
    assert!(told.contains("\n1 more were not asked for\n") || told.contains("\n1 more was not asked for\n"), "{told}");
}

#[test]
fn a_limit_hides_no_error_behind_a_warning_and_no_report_loses_any() {
    let project = faulty();
    let told = said(&project, &["--limit", "1"]);
    assert!(told.contains("markup-unbalanced]") && !told.contains("double-space]"), "{told}");
    assert!(told.contains("1 error, 1 warning") && told.contains("1 more is not shown because of `--limit`"), "{told}");
    assert_eq!(rules(&project, &["--limit", "1"]).1.len(), 2, "machines read all");
}

#[test]
fn findings_that_say_the_same_are_shown_once_and_counted() {
    let project = Project::new();
    for text in ["Dig deep.", "Pass.", "Discard a card."] {
        project.edit(CARDS, text, &format!("It's: {text}"));
    }
    project.edit(CARDS, "Pass.", "Pass  on.");
    let told = said(&project, &[]);
    assert_eq!(told.matches("straight-quote]").count(), 1, "{told}");
    assert!(told.contains("note: and 2 more, at 26:11, 33:11\n"), "{told}");
    assert!(
        told.contains("warning  straight-quote                3\nwarning  double-space                  1\n"),
        "{told}"
    );
    assert_eq!(rules(&project, &[]).1.len(), 4, "machines read each");
}

#[test]
fn a_slip_in_the_set_is_shown_once_for_all_its_cards() {
    for (file, from, to, rule, words) in [
        (GAME, ", text = \"text\" }", " }", "unknown-key", "unknown key `text` in a component"),
        (
            GAME,
            ", text = \"text\" }",
            ", text = \"text\", cost = \"integer\" }",
            "missing-key",
            "a component has no `cost`",
        ),
        (CARDS, "origin = \"designed\"\n", "", "origin-missing", "here, or below `[defaults]` for all"),
    ] {
        let project = Project::new();
        project.edit(file, from, to);
        let told = said(&project, &[]);
        assert_eq!(told.matches(&format!("{rule}]")).count(), 1, "{told}");
        assert!(told.contains(words) && told.contains("note: and 3 more, at"), "{told}");
    }
    let project = Project::new();
    project.edit(CARDS, "text = \"Pass.\"\n", "");
    assert!(said(&project, &[]).contains("note: on `cards/water-1`\n"), "the caret does not show which");
}

#[test]
fn a_set_has_one_note_for_all_papers() {
    let project = Project::new();
    project.edit(CARDS, "clan = \"water\"", "count = 6\nclan = \"water\"");
    let output = project.run(&["check", "--format", "json", "--paper", "a4,letter,a5"]);
    let notes: Vec<Finding> = findings(&output).into_iter().filter(|f| f.rule == "bleed-reduced").collect();
    let [note] = &notes[..] else { panic!("{notes:#?}") };
    for paper in ["on a4", "on letter", "on a5"] {
        assert!(note.message.contains(paper), "{paper}: {}", note.message);
    }
}

#[test]
fn one_fault_has_one_finding() {
    let moon = crate::project::STAR;
    for (file, from, to, rule) in [
        // The only card that shows an icon cannot be read, or its template cannot.
        (CARDS, "number = 1\ntext = \"Draw", "number = 99\ntext = \"Draw", "out-of-range"),
        (CARDS, "text = \"Draw **two** cards {star}", "text = \"Draw **two cards {moon}", "markup-unbalanced"),
        (CARD, "{% endblock art %}", "", "template-error"),
        (CARD, "{% endblock art %}", "{{ palette.silver }}{% endblock art %}", "template-error"),
        (CARD, "{% endblock art %}", "<path d=\"M0 0 X\" fill=\"red\"/>{% endblock art %}", "svg-fault"),
        (CARDS, "id = \"fire-1\"", "id = \"Fire 1\"", "bad-name"),
        (CARDS, "id = \"fire-2\"", "id = \"fire-1\"", "duplicate-id"),
        (CARDS, "clan = \"fire\"\nnumber = 2", "clan = \"fier\"\nnumber = 2", "unknown-name"),
        (CARDS, "text = \"Pass.\"", "text = \"Pass.", "toml-syntax"),
        (CARDS, "allow = []", "allow = [", "toml-syntax"),
        (GAME, "text = \"Libertinus Serif\"", "text = \"Libertinus Serf\"", "font-missing"),
        (GAME, "key of clan", "key of clans", "unknown-name"),
        (GAME, "number = \"integer 1..12\"", "number = \"int\"", "unknown-name"),
        (GAME, "template = \"card.svg\"", "tempalte = \"card.svg\"", "unknown-key"),
        (CARDS, "text = \"Pass.\"", "text = \"Pass.\\t\"", "control-character"),
        (CARDS, "text = \"Pass.\"", "text = \"Pass {ink : on}.\"", "markup-unbalanced"),
        ("templates/icons/star.svg", "<path", "<path fill=red", "icon-unusable"),
        ("templates/face.svg", "{% block art %}", "{% blok art %}", "template-error"),
    ] {
        let project = Project::new();
        project.write("templates/icons/moon.svg", moon);
        // A color and a keyword that only this card would use.
        project.edit(GAME, "gold = ", "silver = \"#c0c0c0\"\ngold = ");
        project.edit(
            CARD,
            "fill=\"{{ palette.gold }}\"",
            "fill=\"{% if card.id == 'fire-1' %}{{ palette.silver }}{% else %}{{ palette.gold }}{% endif %}\"",
        );
        project.edit(CARDS, "cards {star}", "cards {moon}{star}");
        assert_eq!(rules(&project, &[]).1, [""; 0], "the project itself is clean");
        if to.contains("cards {moon}") {
            project.edit(CARDS, "Draw **two** cards {moon}{star}", "Draw **two cards {moon}{star}");
        } else if from == "{{ palette.silver }}" || to.contains("{{ palette.silver }}") {
            project.edit(CARD, from, "{{ palette.copper }}{% endblock art %}");
        } else {
            project.edit(file, from, to);
        }
        let (exit, all) = rules(&project, &[]);
        assert_eq!((exit, all), (1, vec![rule.to_owned()]), "{file}: {to}");
    }
}

#[test]
fn look_alikes_are_named_with_their_field() {
    let project = Project::new();
    project.write(
        CARD,
        "{% extends \"face.svg\" %}{% block art %}<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"{% if card.clan == 'water' %}#c2b04e{% else %}#d8ab4e{% endif %}\"/>{% endblock art %}",
    );
    let output = project.run(&["check", "--format", "json", "--rule", "color-only"]);
    let all: Vec<String> = findings(&output).into_iter().map(|f| f.message).collect();
    assert!(all.iter().any(|m| m.contains("`clan = \"fire\"` and `\"water\"` look alike")), "{all:#?}");
}

#[test]
fn a_file_of_no_set_is_not_overlooked() {
    let project = Project::new();
    project.write("content/mini/tiles.toml", "[[component]]\nid = \"moon\"\norigin = \"designed\"\n");
    let all = project.faults();
    assert_eq!(all.len(), 1, "{all:#?}");
    assert_eq!((all[0].rule.as_str(), all[0].file.as_str()), ("unused-file", "content/mini/tiles.toml"));
}

#[test]
fn a_game_without_its_file_is_not_overlooked() {
    let project = Project::new();
    crate::preview::add_alpha(&project);
    let file = project.path("content/alpha/game.toml");
    for (name, place, help) in [
        ("Game.toml", "content/alpha/Game.toml", "rename `Game.toml` to `game.toml`"),
        ("game.toml.txt", "content/alpha/game.toml.txt", "rename `game.toml.txt` to `game.toml`"),
        ("alpha.bak", "content/alpha/game.toml", "create it, or move the folder out of `content`"),
    ] {
        let other = project.path("content/alpha").join(name);
        std::fs::rename(&file, &other).expect("a file");
        // Its templates and icons are not called unused.
        let (exit, all) = project.check();
        assert_eq!((exit, all.len()), (1, 1), "{all:#?}");
        let Finding { rule, file: at, help: words, message, .. } = &all[0];
        assert_eq!((rule.as_str(), at.as_str(), words.as_str()), ("file-unreadable", place, help));
        assert!(message.contains("content/alpha has no `game.toml`"), "{message}");
        assert_eq!(code(&project.run(&["check", "-q", "mini"])), 0, "nobody asked for it");
        std::fs::rename(&other, &file).expect("a file");
    }
    // Folders without tables are none of our business.
    project.write("content/notes/read.me", "words");
    assert_eq!(project.check(), (0, Vec::new()));
    std::fs::remove_dir_all(project.path("content/alpha")).expect("a folder");
    std::fs::rename(project.path("content/mini/game.toml"), project.path("content/mini/Game.toml")).expect("a file");
    let output = project.run(&["check", "-q"]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(code(&output), 2);
    assert!(words.contains("rename `content/mini/Game.toml` to `game.toml`"), "{words}");
}
