//! A finding points at the place where the printed text is written, whatever a template did with it.

use std::collections::BTreeSet;

use wyrmpress::art::Ink;
use wyrmpress::art::{self, Origins, Printed};
use wyrmpress::stages::{self, Cache};

use crate::project::{Finding, Project};

const GAME: &str = "content/mini/game.toml";
const CARDS: &str = "content/mini/cards.toml";
const CARD: &str = "templates/card.svg";
const BOX: &str = "x=5, y=55, w=53, h=25, size=9, font=fonts.text, fill=palette.ink";

/// Edits of a project: file, what to replace, by what.
type Edits<'a> = &'a [(&'a str, &'a str, &'a str)];

/// What is tried, the edits, the rule, and the file and words where its finding must be.
type Case<'a> = (&'a str, Edits<'a>, &'a str, &'a str, &'a str);

/// Puts a drawing at the end of the card.
const END: &str = "{% endblock art %}";

fn is_at(project: &Project, finding: &Finding, file: &str, words: &str) -> bool {
    let text = project.read(file);
    let at = text.find(words).unwrap_or_else(|| panic!("{file} has no `{words}`"));
    let line = text[..at].matches('\n').count() as u64 + 1;
    let column = text[..at].rsplit('\n').next().map_or(0, |start| start.chars().count()) as u64 + 1;
    (finding.file.as_str(), finding.line, finding.column) == (file, line, column)
}

fn holds(cases: &[Case]) {
    for (what, edits, rule, file, words) in cases {
        let project = Project::new();
        for (file, from, to) in *edits {
            project.edit(file, from, to);
        }
        let found = project.faults();
        let is_found = found.iter().any(|finding| finding.rule == *rule && is_at(&project, finding, file, words));
        assert!(is_found, "{what}: no {rule} at `{words}` of {file}: {found:#?}");
    }
}

#[test]
fn a_text_is_reported_at_the_value_it_came_from() {
    let literal = format!("{{{{ text(text=\"Keep {{stra}}\", {BOX}) }}}}{END}");
    let set = format!("{{% set words = \"Keep {{stra}}\" %}}{{{{ text(text=words ~ card.number, {BOX}) }}}}{END}");
    let number = format!("{{{{ text(text=card.number, x=5, y=20, w=0.2, h=1, size=14, font=fonts.text) }}}}{END}");
    let sum = format!(
        "{{{{ text(text=\"No. \" ~ (card.number * 1), x=5, y=20, w=1, h=1, size=14, font=fonts.text) }}}}{END}"
    );
    let first = format!("{{{{ text(text=card.text[:1], x=5, y=20, w=0.2, h=1, size=14, font=fonts.text) }}}}{END}");
    let icon = |name: &str| format!("{{{{ icon(name={name}, x=40, y=60, size=1.5, fill=palette.ink) }}}}{END}");
    let (sign, second) = (icon("data.clan[card.clan].sign"), icon("\"star\""));
    let compared = "{% if card.clan == \"fire\" and card.text is containing(pat=\"stra\") %}{{ text(text=card.text,";
    holds(&[
        (
            "the second of two",
            &[(CARD, "text=card.text", "text=card.name ~ \": \" ~ card.text"), (CARDS, "a card.", "{stra}.")],
            "icon-missing",
            CARDS,
            "{stra}",
        ),
        ("data", &[(GAME, "name = \"Fire\"", "name = \"Fire {stra}\"")], "icon-missing", GAME, "{stra}"),
        (
            "an icon that a record names",
            &[
                (GAME, "name = \"Fire\"", "name = \"Fire\"\nsign = \"star\""),
                (GAME, "name = \"Water\"", "name = \"Water\"\nsign = \"star\""),
                (GAME, "name = \"Earth\"", "name = \"Earth\"\nsign = \"star\""),
                (CARD, END, &sign),
            ],
            "icon-small",
            GAME,
            "\"star",
        ),
        ("the second of two icons", &[(CARD, END, &second)], "icon-small", CARD, "star\", x=40"),
        ("a literal", &[(CARD, END, &literal)], "icon-missing", CARD, "{stra}"),
        ("a literal under a name", &[(CARD, END, &set)], "icon-missing", CARD, "{stra}"),
        (
            "a word put in by the template",
            &[(CARD, "text=card.text", "text=card.text | replace(from=\"card\", to=\"{stra}\")")],
            "icon-missing",
            CARD,
            "{stra}",
        ),
        (
            "a value with another word replaced",
            &[
                (CARD, "text=card.text", "text=card.text | replace(from=\"Discard\", to=\"Lose\") | upper"),
                (CARDS, "Discard a card.", &"Discard a card. ".repeat(60)),
            ],
            "text-overflow",
            CARDS,
            "\"Discard",
        ),
        (
            "a value that is compared",
            &[
                (CARD, "{{ text(text=card.text,", compared),
                (CARD, END, "{% endif %}{% endblock art %}"),
                (CARDS, "{star}", "{stra}"),
            ],
            "icon-missing",
            CARDS,
            "{stra}",
        ),
        ("a number", &[(CARD, END, &number)], "text-overflow", CARDS, "2\ntext"),
        ("a number that is counted with", &[(CARD, END, &sum)], "text-overflow", CARDS, "2\ntext"),
        ("a letter of a value", &[(CARD, END, &first)], "text-overflow", CARDS, "\"Discard"),
    ]);
}

#[test]
fn every_function_that_sets_a_text_reports_it_at_its_source() {
    let bowed = "x=31.5, y=44, r=30, size=9, min=5, font=fonts.text, fill=palette.ink";
    let set = "{{ text(text=card.text, x=5, y=55, w=53, h=25, size=9, min=7.5,";
    let (arc, title) = (
        "{{ text_arc(text=card.text, x=31.5, y=44, r=30, size=9, min=5,",
        "{{ lettering(text=card.text, x=5, y=55, w=53, h=25, size=9, min=7.5,",
    );
    let literal = format!("{{{{ text_arc(text=\"It's here\", {bowed}) }}}}{END}");
    let titled = format!("{{{{ lettering(text=\"It's here\", {BOX}) }}}}{END}");
    let measured = format!(
        "{{% set h = text_height(text=card.text, w=9, size=9, font=fonts.text) %}}{{{{ text(text=\"It's {{stra}}\", {BOX}) }}}}{END}"
    );
    let quoted = (CARDS, "Discard a card.", "It's so.");
    holds(&[
        ("on an arc", &[(CARD, set, arc), quoted], "straight-quote", CARDS, "'s so"),
        ("as lettering", &[(CARD, set, title), quoted], "straight-quote", CARDS, "'s so"),
        ("a literal on an arc", &[(CARD, END, &literal)], "straight-quote", CARD, "'s here"),
        ("a literal as lettering", &[(CARD, END, &titled)], "straight-quote", CARD, "'s here"),
        ("a height", &[(CARD, END, &measured), (CARDS, "a card.", "a {stra}.")], "icon-missing", CARDS, "{stra}"),
        ("behind a height", &[(CARD, END, &measured)], "icon-missing", CARD, "{stra}"),
    ]);
}

#[test]
fn the_same_words_are_reported_in_each_record() {
    let project = Project::new();
    project.edit(CARDS, "Discard a card.", "It's yours.");
    project.edit(CARDS, "Dig deep.", "It's yours.");
    let quotes: Vec<u64> = project.faults().iter().filter(|f| f.rule == "straight-quote").map(|f| f.line).collect();
    assert_eq!(quotes, [19, 33]);
}

#[test]
fn a_value_of_another_set_is_reported_there() {
    let project = Project::new();
    let sheet = format!(
        "{{% extends \"face.svg\" %}}{{% block art %}}{{% for c in sets[\"cards\"] %}}{{% if c.why is defined %}}{{{{ text(text=c.why, {BOX}) }}}}{{% endif %}}{{% endfor %}}{{% endblock art %}}"
    );
    project.write("templates/sheet.svg", sheet);
    project.edit(GAME, "[[expect]]", "[[set]]\nid = \"sheets\"\ntitle = \"Sheets\"\nsize = \"poker\"\ntemplate = \"sheet.svg\"\nfields = {}\n\n[[expect]]");
    project.write("content/mini/sheets.toml", "[[component]]\nid = \"all\"\nname = \"All\"\norigin = \"designed\"\n");
    project.edit(CARDS, "as printed", "as {stra}");
    let found = project.faults();
    let missing = found.iter().find(|f| f.rule == "icon-missing").unwrap_or_else(|| panic!("{found:#?}"));
    assert!(is_at(&project, missing, CARDS, "{stra}"), "{missing:#?}");
}

#[test]
fn icons_and_pictures_are_reported_where_they_are_named() {
    let component = "{{<sign kind=\"flaem\" />}}{% endblock art %}{% component sign(kind: string) %}{{ icon(name=kind, x=10, y=10, size=9) }}{% endcomponent sign %}";
    let picture = |href: &str| format!("<image x=\"1\" y=\"1\" width=\"9\" height=\"9\" href=\"{href}\"/>{END}");
    holds(&[
        ("in a record", &[(CARD, "icon(name=\"star\"", "icon(name=card.clan")], "icon-missing", CARDS, "\"fire\""),
        ("in a template", &[(CARD, "icon(name=\"star\"", "icon(name=\"flaem\"")], "icon-missing", CARD, "flaem"),
        ("by a component", &[(CARD, END, component)], "icon-missing", CARD, "flaem"),
        ("in a text", &[(CARDS, "{star}", "{flaem}")], "icon-missing", CARDS, "{flaem}"),
        (
            "a picture in a record",
            &[(CARD, END, &picture("{{ card.text }}")), (CARDS, "Discard a card.", "none.png")],
            "image-unusable",
            CARDS,
            "none.png",
        ),
        ("a picture joined", &[(CARD, END, &picture("art/{{ card.id }}.png"))], "image-unusable", CARDS, "\"fire-1\""),
        ("a picture in a template", &[(CARD, END, &picture("none.png"))], "image-unusable", CARD, "none.png"),
    ]);
}

#[test]
fn a_fault_of_the_drawing_is_reported_at_the_line_of_the_template() {
    let wrong = format!("\n<rect width=\"5\" height=\"5\" x=\"1\" x=\"2\"/>\n{END}");
    let family = format!("\n<text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Cinzel\">x</text>\n{END}");
    let plain = format!(
        "<text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Libertinus Serif\">{{{{ card.text }}}}</text>{END}"
    );
    let styled = "<text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Libertinus Serif\">\n2\n <tspan font-weight=\"700\">words</tspan></text>{% endblock art %}";
    let lacking = format!(
        "<text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Libertinus Serif\"><tspan>Dig \u{1f409}</tspan></text>{END}"
    );
    holds(&[
        ("twice the same attribute", &[(CARD, END, &wrong)], "svg-fault", CARD, "x=\"2\"/>\n{% end"),
        ("an unknown family", &[(CARD, END, &family)], "font-missing", CARD, "Cinzel"),
        ("plain text", &[(CARD, END, &plain)], "text-unchecked", CARDS, "\"Discard a card."),
        ("plain text in two styles", &[(CARD, END, styled)], "text-unchecked", CARD, "2\n <tspan"),
        ("plain text without a glyph", &[(CARD, END, &lacking)], "glyph-missing", CARD, "Dig \u{1f409}"),
    ]);
}

#[test]
fn every_text_of_the_kits_has_its_place() {
    let mut found = Vec::new();
    let root = env!("CARGO_MANIFEST_DIR").as_ref();
    let project = stages::Project::read(root, &[], Ink::Full, &mut Cache::default()).expect("a project");
    let stages::Project { content, studio, .. } = project;
    let sources = &content.sources;
    for game in &content.games {
        // One card for each template will do.
        let mut seen = BTreeSet::new();
        let art = art::draw(&content, game, &studio, &|_, _| true, &|| false, &mut found, &mut |_| {});
        let art = art.expect("nobody asks it to stop");
        for face in art.faces.iter().filter(|face| seen.insert(&face.template.value)) {
            let subject = face.subject.expect("a face of a card");
            let set = &game.sets[subject.set];
            let card = &set.components[subject.component];
            let on = Printed { game, set, card, side: subject.side, studio: &studio, sources };
            let origins = Origins::of(on);
            assert!(origins.is_whole(), "{}: the marked draw took another way", face.name);
            // A bare number may be counted by the template.
            let said = face.stamps.iter().filter_map(|stamp| stamp.said.as_deref());
            for said in said.filter(|said| said.text.contains(char::is_alphabetic)) {
                let pieces = origins.pieces(on, said.call as usize, None);
                assert!(!pieces.is_empty(), "{}: `{}` comes from nowhere", face.name, said.text);
            }
        }
    }
}
