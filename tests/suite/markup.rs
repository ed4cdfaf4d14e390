//! Markup in texts as they are written in files: what is reported, where, and that its remedy works.

use serde_json::Value;

use crate::pdf::extracted;
use crate::project::{Project, code, run};
use crate::text::{boxed, set};

const CARDS: &str = "content/mini/cards.toml";

/// The findings of a project whose last card has a text that is written like this.
fn found(written: &str) -> (Project, Vec<Value>) {
    let project = Project::new();
    project.edit(CARDS, "\"Dig deep.\"", written);
    let output = project.run(&["check", "--format", "json", "--paper", "a4"]);
    let lines = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let all = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    (project, all.filter(|finding| finding["severity"] != "note").collect())
}

/// What is written in the file at a finding's place.
fn at(project: &Project, finding: &Value) -> std::ops::Range<usize> {
    let text = project.read(CARDS);
    let number = |key: &str| finding[key].as_u64().expect("a number") as usize;
    let byte = |line: usize, column: usize| {
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        start + text[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
    };
    byte(number("line"), number("column"))..byte(number("end_line"), number("end_column"))
}

#[test]
fn the_remedy_prints_the_sign_in_every_kind_of_string() {
    for quotes in ["\"", "'", "\"\"\"", "'''"] {
        for (text, sign) in [
            ("Roll **6 now.", "**6 now"),
            ("Roll *6 now.", "*6 now"),
            ("A ~b.", "~b"),
            ("__Note.", "__Note"),
            ("Draw {two.", "{two"),
            ("Draw two}.", "two}"),
            ("Draw deep**", "deep**"),
            ("Draw {} now.", "{} now"),
            ("Draw {twoo}.", "{twoo}"),
            ("Now\\nthen.", "Now\\nthen"),
            ("A _b_ c.", "_b_"),
            ("Draw {{star}} now.", "{{star}} now"),
        ] {
            // A line end as two characters is written with two backslashes where one begins an escape.
            let inner = if quotes.starts_with('"') { text.replace('\\', "\\\\") } else { text.to_owned() };
            let break_line = if quotes.len() == 3 { "\n" } else { "" };
            let written = format!("{quotes}{break_line}{inner}{quotes}");
            let (project, all) = found(&written);
            let [finding] = &all[..] else { panic!("{written}: {all:#?}") };
            let help = finding["help"].as_str().expect("a remedy");
            let advice = help.split("write `").last().and_then(|rest| rest.split('`').next()).expect("what to write");
            let mut file = project.read(CARDS);
            file.replace_range(at(&project, finding), advice);
            project.write(CARDS, &file);
            let output = project.run(&["check", "--format", "json", "--paper", "a4", "--fail-on", "warning"]);
            let rest = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(code(&output), 0, "{written}, then {advice}: {rest}");
            let table: toml::Table = file.parse().expect("TOML");
            let last = table["component"].as_array().and_then(|all| all.last()).expect("a card");
            let said = last["text"].as_str().expect("a text");
            let printed: String =
                set(&boxed(said, 90.0, 20.0, 10.0, 10.0)).stamp.runs.iter().map(|r| r.text.as_str()).collect();
            assert!(printed.contains(sign), "{written}, then {advice}: prints {printed}");
        }
    }
}

#[test]
fn the_place_is_the_mark_itself() {
    for (written, mark) in [
        (r#""Say \"a\" \t **now.""#, "**"),
        ("'Say *one* or *now.'", "*now"),
        ("\"\"\"\nDig\ndeep {now\"\"\"", "{now"),
        (r#""*a **b** c""#, "*a"),
        (r#""Caf\u00e9 <b>x""#, "<b>"),
    ] {
        let (project, all) = found(written);
        let finding =
            all.iter().find(|f| ["markup-unbalanced", "foreign-markup"].iter().any(|rule| f["rule"] == *rule));
        let finding = finding.unwrap_or_else(|| panic!("{written}: {all:#?}"));
        let start = at(&project, finding).start;
        assert!(project.read(CARDS)[start..].starts_with(mark), "{written}: {finding}");
    }
}

#[test]
fn a_place_in_a_long_line_is_counted_from_its_start() {
    let (project, _) = found(&format!("\"{} <b>x\"", "Dig. ".repeat(40).trim_end()));
    let output = project.run(&["check", "--rule", "foreign-markup"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    // `text = "` has 8 characters, 40 words take 199, and a space.
    assert!(told.contains("--> content/mini/cards.toml:33:209\n"), "{told}");
}

#[test]
fn texts_of_other_people_print_as_they_are_written() {
    for text in [
        "Roll 6* or 2*3*4.",
        "See HEAD~20.",
        "A snake__case__word.",
        "In C:/path and a_b.",
        "I <3 AT&T, a < b.",
        "5 * 6",
    ] {
        let (_, all) = found(&format!("\"{text}\""));
        assert_eq!(all, Vec::<Value>::new(), "{text}");
        let runs = set(&boxed(text, 90.0, 20.0, 10.0, 10.0)).stamp.runs;
        assert_eq!(runs.iter().map(|run| run.text.as_str()).collect::<String>(), text);
    }
}

#[test]
fn advice_fits_a_string_of_a_template_whatever_stands_before_it() {
    for (text, want) in [
        ("x {star} and {open", r"close it on the same line, or write `\\{` to print it"),
        ("x {star} and **open", r"close it on the same line, or write `\\*\\*` to print it"),
    ] {
        let project = Project::new();
        project.edit("templates/card.svg", "text=card.text,", &format!("text=\"{text}\","));
        let faults = project.faults();
        let helps: Vec<&str> = faults.iter().map(|fault| fault.help.as_str()).collect();
        assert_eq!(helps, [want], "{faults:#?}");
    }
}

#[test]
fn a_line_break_is_written_as_the_string_allows() {
    for (written, want) in [
        ("\"Dig.<br>Deep.\"", "break the line with `\\n` instead"),
        ("'Dig.<br>Deep.'", "break the line with `\\n` in a string in double quotes instead"),
        ("\"\"\"Dig.<br>Deep.\"\"\"", "break the line with a new line instead"),
    ] {
        let (_, all) = found(written);
        assert_eq!(all.iter().map(|f| f["help"].as_str().expect("help")).collect::<Vec<_>>(), [want]);
    }
}

#[test]
fn a_text_without_markup_may_hold_marks_but_no_tags() {
    let project = Project::new();
    project.edit("templates/card.svg", "text=card.text,", "text=card.text, markup=false,");
    project.edit(CARDS, "Draw **two** cards {star} and keep *one*.", "Two.");
    project.edit(CARDS, "Dig deep.", "**6* {gem} _a_ <br> x");
    let all: Vec<String> = project.faults().into_iter().map(|f| f.rule + " " + &f.message).collect();
    assert_eq!(all, ["foreign-markup `<br>` is a tag of HTML and would be printed"]);
}

#[test]
fn the_change_list_prints_names_and_revisions_as_they_are() {
    let (old, new) = (Project::new(), Project::new());
    new.edit(CARDS, "Discard a card.", "Discard 2*3 cards_now 5~6.");
    new.edit(CARDS, "name = \"Fire 2\"", "name = \"Fire__2__ *\"");
    let before = old.root().join("HEAD~20");
    std::fs::create_dir(&before).expect("a folder");
    for part in ["content", "templates"] {
        std::fs::rename(old.path(part), before.join(part)).expect("moved");
    }
    let out = new.path("output");
    let folder = before.to_str().expect("UTF-8");
    let output = run(
        new.root(),
        &["render", "--quiet", "--paper", "a4", "--changed-since", folder, "--out", out.to_str().expect("UTF-8")],
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let list =
        lopdf::Document::load(out.join("mini/mini-changes-a4.pdf")).unwrap_or_else(|why| panic!("{why}: {said}"));
    let words = extracted(&list);
    for part in ["HEAD~20", "Fire__2__ *", "2*3", "cards_now", "5~6"] {
        assert!(words.contains(part), "`{part}` is not in {words}");
    }
}
