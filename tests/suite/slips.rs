//! Slips in a template: each is one finding for all cards, at its place, with a remedy.

use std::fs;

use crate::project::{CARD, Finding, Project};

const GAME: &str = "content/mini/game.toml";
const TEMPLATE: &str = "templates/card.svg";
const END: &str = "{% endblock art %}";

/// What to replace in the template, by what with a mark; then rule, and pieces of message and help.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // names
    ("height=\"94\"", "☞hieght=\"94\"", "svg-fault", "`rect` has no attribute `hieght`", "write `height`"),
    (END, "☞<circle cx=\"9\" cy=\"9\" radius=\"5\"/>{% endblock art %}", "svg-fault", "`circle` has no `r`", "add `r`"),
    (
        END,
        "<path d=\"M5 80h{{ card.number }}\" ☞stroke-widht=\"3\"/>{% endblock art %}",
        "svg-fault",
        "did you mean `stroke-width`?",
        "write `stroke-width`",
    ),
    (
        END,
        "<rect width=\"5\" height=\"5\" style=\"opacity:1;☞fil:#f00\"/>{% endblock art %}",
        "svg-fault",
        "no property is called `fil`; did you mean `fill`?",
        "write `fill`",
    ),
    (
        END,
        "<style>.a{☞strokeWidth:3}</style><rect class=\"a\" width=\"5\" height=\"5\"/>{% endblock art %}",
        "svg-fault",
        "no property is called `strokeWidth`",
        "write `stroke-width`",
    ),
    ("height=\"94\"", "height=\"☞94mmm\"", "svg-fault", "`94mmm` is no value of `height`", "correct it"),
    ("height=\"94\"", "☞height=\"-94\"", "svg-fault", "`height` of `rect` is `-94`", "positive"),
    // words and tags
    ("<rect", "<g>☞{{ card.text }}</g><rect", "svg-fault", "words that are in no `text(…)`", "text(text=…)"),
    ("<rect", "☞Loose words\n<rect", "svg-fault", "words that are in no `text(…)`", "delete them"),
    ("<rect", "☞<g opacity=\"1\"><rect", "svg-fault", "`<g>` is not closed", "write `</g>`"),
    ("<rect", "☞</g><rect", "svg-fault", "`</g>` closes nothing", "delete it"),
    (
        "<rect",
        "☞{% if card.number > 2 %}<rect",
        "template-error",
        "`{% if %}` is not closed",
        "write `{% endif %}` before `{% endblock %}`",
    ),
    ("<rect", "{% ☞endif %}<rect", "template-error", "`{% endif %}` closes nothing", "delete it"),
    ("<rect", "{% ☞iff card.number %}<rect", "template-error", "there is no tag `iff`", "did you mean `if`?"),
    // arguments
    (
        "size=20, fill=palette.ink",
        "size=20, fill=☞\"#12\"",
        "template-error",
        "icon: `fill` must be a color",
        "write a color",
    ),
    (
        "weight=700, fill=palette.ink",
        "weight=700, fill=☞card.text",
        "template-error",
        "text: `fill` must be a color",
        "write a color",
    ),
    ("x=10, y=30", "x=☞\"10\", y=30", "template-error", "icon: `x` must be a number", "without quotes"),
    ("card.text, x=5", "☞\"No. \" + card.number, x=5", "template-error", "text and a number", "write `~`"),
    // variables
    ("card.text, x=5", "☞crad.text, x=5", "template-error", "`crad` is not defined", "did you mean `card`?"),
    ("card.text, x=5", "☞nmae, x=5", "template-error", "`nmae` is not defined", "templates know card"),
    // pictures
    (
        END,
        "<image href=\"☞art/Ship.PNG\" x=\"9\" y=\"9\" width=\"1\" height=\"1\"/>{% endblock art %}",
        "image-unusable",
        "`art/Ship.PNG` is not in `templates`; did you mean `art/ship.png`?",
        "correct it",
    ),
];

/// All findings but notes.
fn only(project: &Project, what: &str) -> Finding {
    let mut found = project.faults();
    assert_eq!(found.len(), 1, "{what}: {found:#?}");
    found.remove(0)
}

#[test]
fn a_slip_in_a_template_is_one_finding_at_its_place() {
    for (from, to, rule, message, help) in CASES {
        let project = Project::new();
        project.write("templates/art/ship.png", "a picture");
        project.edit(TEMPLATE, from, to);
        let fault = only(&project, to);
        assert_eq!(fault.rule, *rule, "{to}: {fault:#?}");
        assert_eq!(fault.place(), project.marked(), "{to}: {fault:#?}");
        assert!(fault.message.contains(message) && fault.help.contains(help), "{to}: {fault:#?}");
    }
}

#[test]
fn shapes_without_an_extent_and_names_of_programs_are_no_faults() {
    let svg = "<rect width=\"0\" height=\"5\"/><rect width=\"5mm\" height=\"0mm\"/><circle r=\"0\"/><ellipse rx=\"3\"/>\
        <g p-id=\"1\" t=\"2\" data-name=\"x\" enable-background=\"new\" style=\"-inkscape-stroke:none;line-height:1.2;\
        mso-x:1;solid-opacity:1;isolation:auto\"/>\n  <text x=\"5\" y=\"20\" font-size=\"5\" \
        font-family=\"Libertinus Serif\">Words <tspan>are</tspan> drawn</text><title>Card</title>";
    let found = Project::drawing(svg).check().1;
    assert!(found.iter().all(|f| f.severity != "error"), "{found:#?}");
}

#[test]
fn a_template_without_a_canvas_is_one_finding() {
    let project = Project::new();
    let bare = CARD.replace("{% extends \"face.svg\" %}\n{% block art %}", "").replace(END, "");
    project.write(TEMPLATE, format!("☞{bare}"));
    let fault = only(&project, "no canvas");
    assert_eq!((fault.message.as_str(), fault.place()), ("card.svg draws no `<svg>`", project.marked()));
    assert!(fault.help.contains("begin it with `{% extends \"face.svg\" %}`"), "{fault:#?}");
}

#[test]
fn a_field_that_may_be_left_out_is_asked_for_first() {
    for (code, place) in [
        ("{{ text(text=☞card.note, x=5, y=55, w=53, h=9, size=9, font=fonts.text) }}", "an argument"),
        ("<g id=\"{{ card.☞note }}\"/>", "a value"),
    ] {
        let project = Project::new();
        project.edit(GAME, "text = \"text\" }", "text = \"text\", note = \"text?\" }");
        project.edit(TEMPLATE, END, &format!("{code}{END}"));
        let fault = only(&project, place);
        assert_eq!(
            (fault.message.as_str(), fault.place()),
            ("`card.note` is not defined", project.marked()),
            "{place}"
        );
        for part in ["{% if card.note %}", "card.note | default(value=\"\")"] {
            assert!(fault.help.contains(part), "{place}: {fault:#?}");
        }
    }
}

#[test]
fn a_misspelt_palette_is_one_finding() {
    let project = Project::new();
    project.edit(GAME, "[palette]", "[☞pallete]");
    let fault = only(&project, "pallete");
    assert_eq!((fault.rule.as_str(), fault.place()), ("unknown-key", project.marked()));
    project.edit(GAME, "[pallete]\nink = \"#201810\"\ngold = \"#d8ab4e\"\n", "");
    let faults = project.faults();
    assert!(faults.iter().all(|f| f.help == "add it below `[palette]` in game.toml"), "{faults:#?}");
}

#[test]
fn a_project_needs_no_face_of_its_own() {
    let project = Project::new();
    let own = project.pdf(&[]);
    fs::remove_file(project.path("templates/face.svg")).expect("a file");
    assert_eq!(project.faults(), []);
    assert_eq!(project.pdf(&[]), own, "the canvas is the same");
    project.write("templates/face.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    assert!(project.faults().iter().any(|f| f.rule == "template-error"), "its own file wins");
}

#[test]
fn the_caret_covers_the_escapes_of_a_template() {
    let project = Project::new();
    project.edit(TEMPLATE, "text=card.text", "text=\"Dig\\\\n deep.\"");
    let output = project.run(&["check", "--paper", "a4", "--color", "never"]);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    let line = text.lines().position(|line| line.contains("Dig\\\\n deep")).expect("the line is shown");
    let carets = text.lines().nth(line + 1).expect("carets");
    assert_eq!(carets.matches('^').count(), 3, "{text}");
}
