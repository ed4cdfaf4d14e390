//! Input made to do harm: each file must be reported quickly, with exit code 1 and no file written.

use std::fmt::Write as _;

use crate::project::{CARDS, GAME, Project, code};

/// Checks that the run ends with a finding of one of the rules.
fn refused(project: &Project, what: &str, rules: &[&str]) {
    let (exit, found) = project.check();
    assert_eq!(exit, 1, "{what}: {found:#?}");
    assert!(found.iter().any(|f| rules.contains(&f.rule.as_str())), "{what} is not told as {rules:?}: {found:#?}");
    for finding in found.iter().filter(|f| f.severity == "error") {
        assert!(finding.line > 0 && !finding.help.is_empty(), "{what}: {finding:#?}");
    }
}

fn repeated(part: &str, times: usize) -> String {
    part.repeat(times)
}

fn nested(tag: &str, times: usize) -> String {
    format!("{}{}", repeated(&format!("<{tag}>"), times), repeated(&format!("</{tag}>"), times))
}

/// Ten levels, each referring to the one before ten times.
fn bomb(kind: &str, by: &str) -> String {
    let mut svg = String::from("<defs><g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>");
    for level in 1..10 {
        let uses: String = (0..10)
            .map(|_| match by {
                "use" => format!("<use href=\"#a{}\"/>", level - 1),
                by => format!("<rect width=\"9\" height=\"9\" {by}=\"url(#a{})\"/>", level - 1),
            })
            .collect();
        let _ = write!(svg, "<{kind} id=\"a{level}\" width=\"1\" height=\"1\">{uses}</{kind}>");
    }
    svg + "</defs><use href=\"#a9\"/><rect width=\"9\" height=\"9\" fill=\"url(#a9)\" mask=\"url(#a9)\" clip-path=\"url(#a9)\"/>"
}

#[test]
fn drawings_that_explode_are_refused() {
    let complex = &["svg-too-complex", "svg-fault", "template-error"][..];
    let cases: Vec<(&str, String)> = vec![
        ("129 groups deep", nested("g", 129)),
        ("1,000 groups deep", nested("g", 1000)),
        ("100,000 groups deep", nested("g", 100_000)),
        ("svg in svg", nested("svg", 1000)),
        ("tspan in tspan", format!("<text>{}</text>", nested("tspan", 3000))),
        ("nesting behind a quoted tag end", format!("<text>{}</text>", repeated("<tspan a=\"/>\">", 3000))),
        ("nesting behind comments", repeated("<g><!--</g>-->", 3000)),
        ("nesting behind CDATA", repeated("<g><![CDATA[</g>]]>", 3000)),
        ("use bomb", bomb("g", "use")),
        ("pattern bomb", bomb("pattern", "fill")),
        ("mask bomb", bomb("mask", "mask")),
        ("clip bomb", bomb("clipPath", "clip-path")),
        ("style bomb", bomb("pattern", "style=\"stroke:none;fill:url(#a0)\" data-x")),
        ("use of itself", "<g id=\"a\"><use href=\"#a\"/></g>".into()),
        ("pattern of itself", "<pattern id=\"a\" width=\"1\" height=\"1\"><rect width=\"1\" height=\"1\" fill=\"url(#a)\"/></pattern><rect width=\"9\" height=\"9\" fill=\"url(#a)\"/>".into()),
        ("a million segments", format!("<path d=\"M0 0{}\"/>", repeated("l1 1", 300_000))),
        ("200,000 attributes", format!("<rect {}/>", (0..200_000).map(|i| format!("a{i}=\"\" ")).collect::<String>())),
        ("2 million letters", format!("<text font-family=\"Libertinus Serif\">{}</text>", repeated("x", 2_000_000))),
        ("20,000 style rules", format!("<style>{}</style>", repeated(".a{fill:red}", 20_000))),
        ("style sheet with a reference to nothing", "<style>.a{fill:url(#a)}</style>".into()),
        ("style sheet of another file", "<style>@import url(a.css);</style>".into()),
        ("style sheet with a picture", "<style>.a{fill:url(http://example.com/a.svg#a)}</style><g class=\"a\"/>".into()),
        ("pattern of itself by a style rule", "<style>.a{fill:url(#a)}</style><pattern id=\"a\" width=\"1\" height=\"1\"><rect class=\"a\" width=\"1\" height=\"1\"/></pattern>".into()),
        ("filters by a style rule", format!("<style>g{{filter:blur(1px)}}</style>{}", repeated("<g><rect width=\"1\" height=\"1\"/></g>", 9))),
        ("many elements and many style rules", format!("<style>{}</style>{}", repeated("a b{fill:red}", 400), repeated("<g/>", 10_001))),
        ("a style rule that looks far", "<style>a b c d e{fill:red}</style>".into()),
        ("turbulence", "<filter id=\"f\"><feTurbulence numOctaves=\"100000\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>".into()),
        ("turbulence behind a tab", "<filter id=\"f\"><feTurbulence numOctaves=\"&#9;2000000000\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>".into()),
        ("blur", "<filter id=\"f\"><feGaussianBlur stdDeviation=\"1e9\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>".into()),
        ("morphology", "<filter id=\"f\"><feMorphology radius=\"1e6\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>".into()),
        ("many filter steps", format!("<filter id=\"f\">{}</filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>", repeated("<feFlood/>", 500))),
        ("markers", format!("<marker id=\"m\">{}</marker><path marker-mid=\"url(#m)\" d=\"M0 0{}\"/>", repeated("<rect width=\"1\" height=\"1\"/>", 100), repeated("l1 1", 50_000))),
        ("100,001 nodes", repeated("<g/>", 100_001)),
        ("a DTD in the middle", "<!DOCTYPE x [<!ENTITY a \"b\">]>".into()),
        ("an entity", "&lol;".into()),
        ("not XML", "<rect width='1' height='1' <".into()),
        ("a control character", "\u{1}".into()),
    ];
    for (what, svg) in cases {
        refused(&Project::drawing(&svg), what, complex);
    }
}

#[test]
fn a_document_type_is_refused() {
    let laughs: String =
        (1..10).map(|i| format!("<!ENTITY l{i} \"{}\">", repeated(&format!("&l{};", i - 1), 10))).collect();
    for dtd in [
        format!("<!DOCTYPE svg [<!ENTITY l0 \"lol\">{laughs}]>"),
        "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>".to_owned(),
        "<!DOCTYPE svg SYSTEM \"http://example.com/a.dtd\">".to_owned(),
    ] {
        let project = Project::new();
        let face = project.read("templates/face.svg");
        project.write("templates/face.svg", format!("{dtd}{face}"));
        refused(&project, &dtd, &["svg-fault"]);
    }
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    for (w, h) in [
        ("1e9", "94"),
        ("1e40", "94"),
        ("0", "94"),
        ("-5", "94"),
        ("NaN", "94"),
        ("inf", "94"),
        ("", "94"),
        ("1e-9", "94"),
        ("100%", "94"),
    ] {
        let project = Project::new();
        project.write(
            "templates/card.svg",
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\"/>"),
        );
        refused(&project, &format!("width {w}"), &["svg-fault"]);
    }
    for length in [
        "0",
        "-1",
        "nan",
        "inf",
        "-inf",
        "1e9",
        "1e300",
        "0.0001",
        "\"\"",
        "\"63 miles\"",
        "\"nan\"",
        "[]",
        "[1]",
        "[63, 88, 5]",
        "{}",
        "2001",
    ] {
        for key in ["size", "bleed", "safe"] {
            if key != "size" && matches!(length, "0" | "0.0001") {
                continue;
            }
            let project = Project::new();
            let old = if key == "size" { "size = \"poker\"".to_owned() } else { format!("{key} = \"3 mm\"") };
            project.edit("content/mini/game.toml", &old, &format!("{key} = {length}"));
            refused(
                &project,
                &format!("{key} = {length}"),
                &["out-of-range", "wrong-type", "shape-unusable", "unknown-name"],
            );
        }
    }
}

#[test]
fn templates_that_never_end_are_stopped() {
    for template in [
        "{% for a in range(end=99999) %}{% for b in range(end=99999) %}{% for c in range(end=99999) %}{% endfor %}{% endfor %}{% endfor %}",
        "{% for a in range(end=99999) %}{% for b in range(end=99999) %}aaaaaaaaaaaaaaaaaaaaaaaaa{% endfor %}{% endfor %}",
        "{% include \"card.svg\" %}",
        "{% extends \"card.svg\" %}",
        "{% component x.y() %}{{<x.y />}}{% endcomponent x.y %}{{<x.y />}}",
        "{% for a in range(end=999999999999) %}x{% endfor %}",
        "{% for a in range(end=5000) %}{{ icon(name=\"star\", x=1, y=1, size=1) }}{% endfor %}",
    ] {
        let project = Project::new();
        project.write("templates/card.svg", template);
        let output = project.run(&["check", "--paper", "a4"]);
        assert_eq!(code(&output), 1, "{template}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stderr).contains("card.svg"), "{template}");
    }
}

#[test]
fn a_library_that_fails_over_pixels_is_told_with_the_face() {
    // So large a scale overflows the places of pixels in tiny-skia.
    let svg = "<g transform=\"scale(1e30)\"><rect width=\"9\" height=\"9\" stroke=\"black\"/></g>";
    let project = Project::new();
    let whole = project.read("templates/card.svg");
    project.write(
        "templates/card.svg",
        whole.replace(
            "{% endblock art %}",
            &format!("{{% if card.id == \"fire-1\" %}}{svg}{{% endif %}}{{% endblock art %}}"),
        ),
    );
    let output = project.run(&["render", "--format", "png", "--dpi", "50", "--out", "pictures"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(code(&output), 1, "{said}");
    assert!(said.contains("error[over-budget]: card.svg is not drawn for mini/cards/fire-1"), "{said}");
    assert!(said.contains("made a library fail") && !said.contains("please report"), "{said}");
}

#[test]
fn what_is_no_element_is_not_counted_as_one() {
    let project =
        Project::drawing(&format!("<?x {} ?><!-- {0} --><rect width=\"9\" height=\"9\"/>", "<a>".repeat(500)));
    let (_, found) = project.check();
    assert!(!found.iter().any(|f| f.rule == "svg-too-complex"), "{found:#?}");
}

#[test]
fn a_face_that_spends_too_much_memory_keeps_no_other_game_from_being_printed() {
    let project = Project::new();
    project.write("content/twin/game.toml", GAME.replace("card.svg", "twin.svg"));
    project.write("content/twin/cards.toml", CARDS);
    project.write("templates/twin.svg", project.read("templates/card.svg"));
    let doubles =
        "{% set_global s = \"aaaaaaaaaaaaaaaa\" %}{% for i in range(end=40) %}{% set_global s = s ~ s %}{% endfor %}";
    project.edit("templates/card.svg", "{% block art %}", &format!("{{% block art %}}{doubles}"));
    let out = project.path("output");
    let output = project.run(&["render", "--out", out.to_str().expect("UTF-8")]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(code(&output), 1, "{said}");
    assert!(out.join("twin/twin-a4.pdf").exists() && !out.join("mini").exists(), "{said}");
    for face in ["mini/cards/", "card.svg:1:1", "MB of memory; the limit is 512 MB"] {
        assert!(said.contains(face), "{said}");
    }
    // The run began anew, and said everything once.
    assert_eq!(said.matches("twin-a4.pdf").count(), 1, "{said}");
    assert_eq!(said.matches("because of the errors above").count(), 1, "{said}");
}

#[test]
fn a_long_chain_of_conditions_is_survived() {
    let project = Project::new();
    let chain = repeated("{% elif false %}b", 5000);
    project.write("templates/odd.svg", format!("{{% if false %}}a{chain}{{% endif %}}"));
    let output = project.run(&["check", "--paper", "a4"]);
    assert!(code(&output) < 2, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn odd_files_are_told_or_taken() {
    let taken: [(&str, Vec<u8>); 2] = [
        ("byte order mark", [b"\xef\xbb\xbf", CARDS.as_bytes()].concat()),
        ("CRLF", CARDS.replace('\n', "\r\n").into_bytes()),
    ];
    for (what, bytes) in taken {
        let project = Project::new();
        project.write("content/mini/cards.toml", bytes);
        assert_eq!(project.check().0, 0, "{what}");
    }
    let told: [(&str, Vec<u8>); 6] = [
        ("empty", Vec::new()),
        ("not UTF-8", vec![0xff, 0xfe, 0x00]),
        ("no components", b"component = []\n[defaults]\n".to_vec()),
        ("a million copies", CARDS.replace("count = 1", "count = 1000000").into_bytes()),
        ("deep list", format!("component = {}{}", repeated("[", 5000), repeated("]", 5000)).into_bytes()),
        ("many keys", (0..50_000).map(|i| format!("k{i} = 1\n")).collect::<String>().into_bytes()),
    ];
    for (what, bytes) in told {
        let project = Project::new();
        project.write("content/mini/cards.toml", bytes);
        let (exit, found) = project.check();
        assert_eq!(exit, 1, "{what}: {found:#?}");
    }
}

#[test]
fn ten_thousand_cards_are_printed() {
    let project = Project::new();
    let mut cards = String::from("component = [\n");
    for i in 0..10_000 {
        let _ = writeln!(cards, "{{ id = \"c{i}\", clan = \"fire\", number = {}, text = \"Card {i}.\" }},", i % 12 + 1);
    }
    cards.push_str("]\n[defaults]\norigin = \"designed\"\n");
    project.write("content/mini/cards.toml", cards);
    project.write("content/mini/game.toml", GAME.split("[[expect]]").next().expect("the first part"));
    assert!(project.pdf(&[]).len() > 100_000);
}

#[test]
fn card_text_is_printed_as_it_is_written() {
    let project = Project::new();
    for text in
        ["A & B", "<script>alert(1)</script>", "]]>", "a < b > c", "\\\"quoted\\\"", "{{ card.id }}", "{% raw %}"]
    {
        let escaped = text.replace('{', "\\\\{").replace('}', "\\\\}");
        let cards = CARDS.replace("Discard a card.", &escaped);
        project.write("content/mini/cards.toml", cards);
        // A straight quote and a tag are reported, but are no reason to change them.
        let reported = ["straight-quote", "foreign-markup"];
        let faults: Vec<_> = project.faults().into_iter().filter(|f| !reported.contains(&f.rule.as_str())).collect();
        assert_eq!(faults, [], "{text}");
    }
}

#[test]
fn a_word_too_long_to_divide_is_told_not_feared() {
    let project = Project::new();
    project.edit("templates/card.svg", "size=9, min=7.5", "size=9, min=7.5, hyphenate=true");
    project.edit("content/mini/cards.toml", "Discard a card.", &"b".repeat(72));
    refused(&project, "a word of 72 letters", &["text-overflow"]);
}

#[test]
fn arguments_out_of_range_are_refused() {
    for argument in [
        "min=-5",
        "min=0",
        "weight=-1",
        "line=-9",
        "tracking=-9",
        "columns=0",
        "figures=\"tabullar\"",
        "x=900000",
        "w=0",
        "size=0",
        "size=1e308",
        "algin=\"left\"",
    ] {
        let key = argument.split('=').next().expect("a key");
        let call = "text(text=\"x\", x=1, y=1, w=9, h=9, size=9, font=fonts.text)";
        let call = call.split(", ").filter(|part| !part.starts_with(&format!("{key}="))).collect::<Vec<_>>().join(", ");
        let call = format!("{{{{ {}, {argument}) }}}}", call.trim_end_matches(')'));
        refused(&Project::drawing(&call), argument, &["template-error"]);
    }
    refused(&Project::drawing("{{ icon(name=\"star\", x=1, y=1, size=0) }}"), "icon of no size", &["template-error"]);
}
