//! Every error the press can find: the rule, the exact place, the words, the remedy.

use crate::project::{CARD, Project, code};

const GAME: &str = "content/mini/game.toml";
const CARDS: &str = "content/mini/cards.toml";

/// One wrong edit: file, what to replace, by what; then the rule, the marked place, and a piece of the message or help.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // content
    (CARDS, "name = \"Fire 2\"", "nmae = \"Fire 2\"", "unknown-key", "☞nmae = \"", "did you mean `name`?"),
    (CARDS, "text = \"Pass.\"\n", "", "missing-key", "text = \"Discard a card.\"\n\n☞[[component]]", "has no `text`"),
    (CARDS, "number = 2", "number = \"two\"", "wrong-type", "☞\"two\"", "a whole number"),
    (CARDS, "number = 2", "number = 13", "out-of-range", "☞13", "1 to 12"),
    (CARDS, "number = 2", "number = nan", "wrong-type", "☞nan", "a whole number"),
    (CARDS, "count = 1\n", "count = -1\n", "out-of-range", "count = ☞-1", "0 to 1000"),
    (CARDS, "count = 1\n", "count = 99999999999999999999\n", "out-of-range", "☞99999999999999999999", "0 to 1000"),
    (
        CARDS,
        "id = \"fire-2\"",
        "id = \"fire-1\"",
        "duplicate-id",
        "allow = []\n\n[[component]]\nid = ☞\"fire-1\"",
        "taken",
    ),
    (CARDS, "id = \"fire-2\"", "id = \"Fire-1\"", "bad-name", "☞\"Fire-1\"", "file name"),
    (CARDS, "id = \"fire-2\"", "id = \"con\"", "bad-name", "☞\"con\"", "reserved"),
    (CARDS, "clan = \"water\"", "clan = \"watr\"", "unknown-name", "☞\"watr\"", "did you mean `water`?"),
    (CARDS, "[defaults]\norigin = \"designed\"\n", "", "origin-missing", "☞\"fire-1\"", "where it comes from"),
    (
        CARDS,
        "origin = \"designed\"",
        "origin = \"designd\"",
        "unknown-name",
        "☞\"designd\"",
        "did you mean `designed`?",
    ),
    (CARDS, "allow = []", "allow = [\"text-overflw\"]", "unknown-name", "☞\"text-overflw\"]", "text-overflow"),
    (CARDS, "text = \"Pass.\"", "text = \"Pa\\u0007ss.\"", "control-character", "Pa☞\\u0007ss.\"", "U+0007"),
    (CARDS, "text = \"Pass.\"", "text = \"Pa\\u202Ess.\"", "bidi-character", "Pa☞\\u202Ess.\"", "U+202E"),
    (
        CARDS,
        "[[component]]\nid = \"water-1\"",
        "[[component]\nid = \"water-1\"",
        "toml-syntax",
        "text = \"Discard a card.\"\n\n[[component]☞",
        "",
    ),
    (
        CARDS,
        "name = \"Fire 2\"",
        "name = \"Fire 2\"\nname = \"Again\"",
        "toml-syntax",
        "☞name = \"Again\"",
        "duplicate key",
    ),
    (GAME, "size = \"poker\"", "size = \"pokr\"", "unknown-name", "☞\"pokr\"", "did you mean `poker`?"),
    (GAME, "size = \"poker\"", "size = [0.5, 88]", "out-of-range", "☞0.5, 88]", "1 to 2000 mm"),
    (GAME, "size = \"poker\"", "size = [nan, 88]", "out-of-range", "☞nan, 88]", "NaN"),
    (GAME, "size = \"poker\"", "size = [\"63 mm\", \"inf mm\"]", "wrong-type", "☞\"inf mm\"", "a length"),
    (GAME, "size = \"poker\"", "size = true", "wrong-type", "☞true", "a length"),
    (GAME, "bleed = \"3 mm\"", "bleed = -1", "out-of-range", "☞-1", "0 to 20 mm"),
    (GAME, "corner = \"3 mm\"", "corner = \"40 mm\"", "shape-unusable", "☞\"poker\"", "do not fit"),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "knd = \"rectangle\"",
        "unknown-key",
        "☞knd = \"r",
        "did you mean `kind`?",
    ),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "kind = \"hexagn\"",
        "unknown-name",
        "☞\"hexagn\"",
        "did you mean `hexagon`?",
    ),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "kind = \"circle\"",
        "shape-unusable",
        "☞\"poker\"",
        "as wide as high",
    ),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "kind = \"hexagon\"",
        "shape-unusable",
        "☞\"poker\"",
        "regular hexagon",
    ),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "kind = \"outline\", path = \"M0 0 L x\"",
        "shape-unusable",
        "☞\"M0 0 L ",
        "not an SVG path",
    ),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "kind = \"outline\", path = \"M0 0H40V40\"",
        "shape-unusable",
        "☞\"poker\"",
        "not closed",
    ),
    (
        GAME,
        "kind = \"rectangle\", corner = \"3 mm\"",
        "kind = \"outline\", path = \"M0 0H90V40Z\"",
        "shape-unusable",
        "☞\"poker\"",
        "63x88mm",
    ),
    (GAME, "gold = \"#d8ab4e\"", "gold = \"golden\"", "bad-color", "☞\"golden\"", "#rrggbb"),
    (
        GAME,
        "text = \"Libertinus Serif\"",
        "text = \"Libertinus Serf\"",
        "font-missing",
        "☞\"Libertinus",
        "did you mean `Libertinus Serif`?",
    ),
    (
        GAME,
        "template = \"card.svg\"",
        "template = \"crd.svg\"",
        "template-missing",
        "☞\"crd.svg\"",
        "did you mean `card.svg`?",
    ),
    (
        GAME,
        "template = \"card.svg\"",
        "template = \"../card.svg\"",
        "path-outside",
        "☞\"../card.svg\"",
        "inside `templates`",
    ),
    (GAME, "count = 2", "count = 3", "count-differs", "count = ☞3", "2 in set `cards`, the list says 3"),
    (
        GAME,
        "where = { clan = \"fire\" }",
        "where = { clna = \"fire\" }",
        "unknown-key",
        "☞clna = \"",
        "did you mean `clan`?",
    ),
    (GAME, "set = \"cards\"", "set = \"crads\"", "unknown-name", "☞\"crads\"", "did you mean `cards`?"),
    (GAME, "jewels = 2", "jewls = 2", "unknown-key", "☞jewls = ", "did you mean `jewels`?"),
    (GAME, "[data.clan.fire]", "[data.clan.fyre]", "unknown-key", "☞fyre]", "did you mean `fire`?"),
    (GAME, "clan = \"key of clan\"", "cln = \"key of clan\"", "unknown-key", "☞cln = \"k", "did you mean `clan`?"),
    (GAME, "jewels = 2", "jewels = nan", "out-of-range", "☞nan", "not a finite number"),
    (GAME, "papers = []", "papers = [\"a44\"]", "unknown-name", "☞\"a44\"]", "did you mean a4?"),
    (GAME, "version = \"1.0\"", "version = \"1\\u0000\"", "control-character", "\"1☞\\u0000\"", "U+0000"),
    (GAME, "[[set]]\nid = \"cards\"", "[[set]]\nid = \"game\"", "bad-name", "☞\"game\"", "reserved"),
    (GAME, "players = [2, 4]", "players = [4, 2]", "out-of-range", "☞[4, 2]", "fewest and most players"),
    (CARDS, "text = \"Pass.\"", "text = \"Pa\\tss.\\t\"", "control-character", "Pa☞\\tss", "U+0009, 2 times"),
    (CARDS, "text = \"Pass.\"", "text = \"Pa\\tss.\"", "control-character", "Pa☞\\tss", "write a space"),
    (CARDS, "text = \"Pass.\"", "text = \"Pa\u{2028}ss.\"", "control-character", "Pa☞\u{2028}ss", "break the line"),
    (CARDS, "text = \"Pass.\"", "rule = 1\ntext = \"Pass.\"", "unknown-key", "☞rule", "declare it in `fields`"),
    (CARDS, "number = 2", "number = 02", "toml-syntax", "number = ☞02", "a number begins with a zero"),
    (CARDS, "\"Pass.\"", "\"Say \"pass\".\"", "toml-syntax", "\"Say \"☞pass\"", "a quote within the text ends it"),
    (GAME, "integer 1..12", "integer 12..1", "out-of-range", "☞\"integer 12..1\"", "write `integer 1..12`"),
    (GAME, "size = \"poker\"", "size = \"63*88\"", "unknown-name", "☞\"63*88\"", "write `63x88mm`"),
    (GAME, "size = \"poker\"", "size = \"a poker card\"", "unknown-name", "☞\"a poker card\"", "write `63x88mm`, or"),
    // templates and text
    (
        "templates/card.svg",
        "palette.ink) }}\n{{ text(text=data",
        "palette.inc) }}\n{{ text(text=data",
        "template-error",
        "☞palette.inc",
        "did you mean `ink`?",
    ),
    (
        "templates/card.svg",
        "{% block art %}\n",
        "{% block art %}{% if crad %}x{% endif %}\n",
        "template-error",
        "☞crad %}x",
        "did you mean `card`?",
    ),
    ("templates/card.svg", "x=10, y=30", "x=10, yy=30", "template-error", "☞icon(name=\"star\"", "did you mean `y`?"),
    ("templates/card.svg", "{% endblock art %}", "", "template-error", "palette.ink) }}\n\n☞", ""),
    ("templates/card.svg", "card.text, x=5", "card.text | shout, x=5", "template-error", "☞shout, x", "shout"),
    (
        "templates/card.svg",
        "icon(name=\"star\"",
        "icon(name=\"stra\"",
        "icon-missing",
        "☞stra\"",
        "did you mean `star`?",
    ),
    (CARDS, "{star}", "{stra}", "icon-missing", "☞{stra}", "did you mean `{star}`?"),
    (CARDS, "{star}", "{ star }", "icon-missing", "☞{ star }", "write `{star}`"),
    (CARDS, "{star}", "{{star}}", "markup-unbalanced", "☞{{star}}", "write `{star}` for an icon"),
    (CARDS, "{star}", "{gold : now}", "markup-unbalanced", "☞{gold : now}", "write `{gold:`"),
    (CARDS, "Pass.", "Pass \u{e000}.", "glyph-missing", "☞\u{e000}", "draw it as an icon"),
    (
        "templates/card.svg",
        "text=card.text,",
        "text=\"\\*\",",
        "template-error",
        "{{ text(text=☞\"\\*\",",
        "write two backslashes",
    ),
    (CARDS, "**two**", "**two", "markup-unbalanced", "☞**two", "`**` is not closed"),
    (CARDS, "Discard a card.", "Discard \u{1F409}.", "glyph-missing", "☞\u{1F409}", "U+1F409"),
    ("templates/icons/star.svg", "<path d", "<script/><path d", "icon-unusable", "☞<script", "nothing runs on paper"),
];

#[test]
fn every_wrong_edit_is_reported_at_its_place() {
    for (file, from, to, rule, at, words) in CASES {
        let project = Project::new();
        project.edit(file, from, to);
        let (exit, found) = project.check();
        let faults: Vec<_> = found.iter().filter(|f| f.severity != "note").collect();
        let reported = faults.iter().find(|f| f.rule == *rule);
        let Some(told) = reported else { panic!("`{to}` is not reported as {rule}: {faults:#?}") };
        project.mark(&told.file, at);
        assert_eq!(told.place(), project.marked(), "`{to}`: {told:#?}");
        assert!(told.message.contains(words) || told.help.contains(words), "`{to}` should say `{words}`: {told:#?}");
        assert!(!told.help.is_empty(), "`{to}` has no remedy: {told:#?}");
        let want = if told.severity == "error" { 1 } else { 0 };
        assert_eq!(exit, want, "`{to}`: {faults:#?}");
    }
}

#[test]
fn the_project_itself_has_no_fault() {
    assert_eq!(Project::new().faults(), []);
}

#[test]
fn all_faults_of_a_file_are_reported_at_once() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "number = 2", "number = 99");
    project.edit("content/mini/cards.toml", "name = \"Water 1\"", "nam = \"Water 1\"");
    project.edit("content/mini/cards.toml", "clan = \"earth\"", "clan = 7");
    let rules: Vec<String> = project.faults().into_iter().map(|f| f.rule).collect();
    assert_eq!(rules, ["out-of-range", "unknown-key", "wrong-type"]);
}

#[test]
fn a_file_in_another_encoding_is_reported_at_its_first_letter() {
    for (bytes, line, column, words) in [
        (b"[defaults]\norigin = \"caf\xe9\"\n".to_vec(), 2, 14, "byte E9 is no character"),
        (b"\xff\xfea\0".to_vec(), 1, 1, "is UTF-16 text"),
    ] {
        let project = Project::new();
        project.write(CARDS, bytes);
        let (_, found) = project.check();
        let [fault] = &found[..] else { panic!("{found:#?}") };
        assert_eq!((fault.rule.as_str(), fault.line, fault.column), ("file-unreadable", line, column));
        assert!(fault.message.contains(words) && fault.help.starts_with("save it as UTF-8"), "{fault:#?}");
    }
}

#[test]
fn each_invisible_character_is_reported() {
    let project = Project::new();
    project.edit(CARDS, "Pass.", "\u{200b}Pa\\u202Ess\u{2060}\u{200b}.");
    let said: Vec<String> = project.faults().into_iter().map(|f| f.message).collect();
    let kind = |c: &str| format!("`text` holds the invisible character {c}");
    assert_eq!(said, [kind("U+200B, 2 times"), kind("U+202E"), kind("U+2060")]);
}

#[test]
fn overflow_is_reported_at_the_text_with_its_overshoot() {
    let project = Project::new();
    let long = ["Long words fill the box."; 40].join(" ");
    project.edit("content/mini/cards.toml", "\"Discard a card.\"", &format!("☞\"{long}\""));
    let faults = project.faults();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert_eq!((faults[0].rule.as_str(), faults[0].place()), ("text-overflow", project.marked()));
    assert!(faults[0].message.contains("mm too high for its box of 25 mm even at 7.5 pt"), "{}", faults[0].message);
}

#[test]
fn a_finding_is_shown_with_a_caret_and_a_remedy() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "name = \"Fire 2\"", "☞nmae = \"Fire 2\"");
    let (place, line) = (project.marked(), project.marked().line);
    let output = project.run(&["check", "--paper", "a4", "--color", "never"]);
    let text = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    let want = format!(
        "error[unknown-key]: unknown key `nmae`, did you mean `name`?\n  --> {place}\n   |\n{line} | nmae = \"Fire 2\"\n   | ^^^^\n   |\n   = help: write `name`\n"
    );
    assert!(text.contains(&want), "{text}");
    assert_eq!(code(&output), 1);
}

#[test]
fn plain_text_of_a_template_is_checked_too() {
    for (svg, rule, words) in [
        ("<text x=\"5\" y=\"20\" font-size=\"5\">x</text>", "font-missing", "names no font-family"),
        ("<text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Cinzel\">x</text>", "font-missing", "Cinzel"),
        (
            "<text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Libertinus Serif\">\u{4e2d}</text>",
            "glyph-missing",
            "",
        ),
        ("<path d=\"M0 0 L x\" fill=\"red\"/>", "svg-fault", "path"),
        ("<rect width=\"abc\" height=\"5\"/>", "svg-fault", "width"),
        ("<rect width=\"5\" height=\"5\"", "svg-fault", ""),
    ] {
        let faults = Project::drawing(svg).faults();
        assert!(faults.iter().any(|f| f.rule == rule && f.message.contains(words)), "{svg}: {faults:#?}");
    }
}

#[test]
fn a_filter_is_printed_as_a_picture_and_said_so() {
    let blur = "<filter id=\"b\"><feGaussianBlur stdDeviation=\"1\"/></filter><rect x=\"10\" y=\"10\" width=\"5\" height=\"5\" filter=\"url(#b)\"/>";
    let project = Project::drawing(blur);
    let (exit, found) = project.check();
    assert_eq!(exit, 0);
    assert!(found.iter().any(|f| f.rule == "filter-rasterized"), "{found:#?}");
    let project = Project::drawing("<image href=\"art/a.svg\" x=\"5\" y=\"30\" width=\"50\" height=\"20\"/>");
    let drawing = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 20\">{blur}</svg>");
    project.write("templates/art/a.svg", drawing.replacen("filter", "☞filter", 1));
    let found = project.check().1;
    let found: Vec<_> = found.iter().filter(|f| f.rule == "filter-rasterized").collect();
    assert!(found.len() == 1 && found[0].place() == project.marked(), "{found:#?}");
    assert!(found[0].help.starts_with("draw it with shapes"), "{found:#?}");
}

#[test]
fn a_broken_game_is_not_written_and_the_others_are() {
    let project = Project::new();
    project.write("content/other/game.toml", crate::project::GAME.replace("Mini", "Other"));
    project.write("content/other/cards.toml", crate::project::CARDS.replace("number = 2", "number = 77"));
    let out = project.path("output");
    let output = project.run(&["render", "--paper", "a4", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 1);
    assert!(out.join("mini/mini-a4.pdf").exists());
    assert!(!out.join("other").exists());
}

#[test]
fn a_slip_in_a_template_is_reported_once() {
    let project = Project::new();
    project.write("templates/card.svg", CARD.replace("card.text", "card.txt"));
    let faults = project.faults();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert_eq!(faults[0].file, "templates/card.svg");
    assert!(faults[0].help.contains("did you mean `text`?"), "{faults:#?}");
}

#[test]
fn a_slip_in_one_template_hides_nothing_that_others_draw() {
    let project = Project::new();
    project.edit("templates/back.svg", "palette.gold", "palette.glod");
    project.edit(CARDS, "Dig deep.", &"Dig deep, then deeper. ".repeat(40));
    let (_, found) = project.check();
    let rules: Vec<&str> = found.iter().map(|f| f.rule.as_str()).collect();
    assert!(rules.contains(&"template-error") && rules.contains(&"text-overflow"), "{found:#?}");
}

#[test]
fn what_cannot_be_read_is_not_reported_again_where_it_is_missed() {
    let project = Project::new();
    let sheet = "{% extends \"face.svg\" %}{% block art %}{% for c in sets[\"cards\"] %}<path d=\"M20 20h{{ c.number }}v9h-9z\" fill=\"#201810\"/>{% endfor %}{% endblock art %}";
    project.write("templates/sheet.svg", sheet);
    project.edit(GAME, "[[expect]]", "[[set]]\nid = \"sheets\"\ntitle = \"Sheets\"\nsize = \"poker\"\ntemplate = \"sheet.svg\"\nfields = {}\n\n[[expect]]");
    project.write("content/mini/sheets.toml", "[[component]]\nid = \"all\"\nname = \"All\"\norigin = \"designed\"\n");
    assert!(project.faults().is_empty(), "{:#?}", project.faults());
    project.edit(CARDS, "name = \"Fire 2\"", "name = \"Fire 2");
    let rules: Vec<String> = project.faults().into_iter().map(|f| f.rule).collect();
    assert_eq!(rules, ["toml-syntax"]);
}
