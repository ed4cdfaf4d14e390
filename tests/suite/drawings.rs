//! Icons in their own colors, and the files of drawing programs as icon, picture, include and template.

use lopdf::{Document, Object};

use wyrmpress::picture::Pictures;

use crate::pixels::{Picture, compare};
use crate::project::{Finding, Project, code};
use crate::text::fonts;

const CARDS: &str = "content/mini/cards.toml";

/// Red, green and white halves and a line: at 1/4, 3/4 of the width in the upper half; the lower half is as the words.
const BADGE: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 24"><linearGradient id="a"><stop stop-color="#c01020"/><stop offset="1" stop-color="#c01020"/></linearGradient><rect width="24" height="12" fill="url(#a)"/><rect x="24" width="24" height="12" fill="#108030"/><rect y="12" width="48" height="12" fill="currentColor"/><path d="M4 6h16" stroke="#fff" stroke-width="2" stroke-dasharray="3 2" opacity=".8"/></svg>"##;

/// A coin with its value.
const COIN: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="45" fill="#e0b040" stroke="#604010" stroke-width="8"/>{{ text(text=value, x=10, y=20, w=80, h=60, size=150, min=30, font=fonts.text, align="center", valign="middle", fill="#402000") }}</svg>"##;

/// A line icon as icon sets have them.
const LINES: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 12h16"/></svg>"##;

fn with_icons(text: &str) -> Project {
    let project = Project::new();
    project.write("templates/icons/badge.svg", BADGE);
    project.write("templates/icons/coin.svg", COIN);
    project.write("templates/icons/lines.svg", LINES);
    project.edit(CARDS, "Dig deep.", text);
    project.edit(CARDS, "Pass.", "Pass {coin 3} {badge}.");
    project
}

/// The card `earth-1` at ten pixels per millimeter.
fn picture(project: &Project) -> Picture {
    let faces = project.path("faces");
    let out = faces.to_str().expect("UTF-8");
    let arguments = ["render", "--quiet", "--format", "png", "--dpi", "254", "--only", "earth-1", "--out", out];
    let output = project.run(&arguments);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stdout));
    let mut open = vec![faces.clone()];
    let mut all = Vec::new();
    while let Some(path) = open.pop() {
        match path.is_dir() {
            true => {
                open.extend(std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()))
            }
            false => all.push(path),
        }
    }
    let front = all.iter().find(|path| path.ends_with("earth-1.png"));
    Picture::read(front.unwrap_or_else(|| panic!("no picture of the card among {all:?}")))
}

#[test]
fn icons_keep_their_own_colors_in_pdf_and_pixels() {
    let project = with_icons("Dig {badge} and {lines}, {coin 3} and {coin 12}.");
    project.edit(
        "templates/card.svg",
        "{% endblock art %}",
        r##"{{ icon(name="badge", x=5, y=15, size=10, fill="#1030c0") }}<g fill="#802080">{{ icon(name="badge", x=40, y=15, size=10) }}</g>{{ icon(name="lines", x=30, y=15, size=10, fill="#1030c0") }}{{ icon(name="coin", value=7, x=33, y=30, size=14, turn=20) }}{% endblock art %}"##,
    );
    assert_eq!(project.faults(), []);
    compare(&project, "icons in their own colors", 0.006, 0.001);
    let seen = picture(&project);
    // The bleed is 3 mm, and the icon twice as wide as it is high: 20 x 10 mm.
    let at = |x: usize, y: usize| seen.pixel((x + 3) * 10 + 5, (y + 3) * 10 + 5);
    assert_eq!([at(6, 15), at(20, 17), at(20, 22)], [[0xc0, 0x10, 0x20], [0x10, 0x80, 0x30], [0x10, 0x30, 0xc0]]);
    assert_eq!(at(50, 22), [0x80, 0x20, 0x80], "`currentColor` is the color around the icon");
    assert_eq!(seen.pixel((35 + 3) * 10, (20 + 3) * 10), [0x10, 0x30, 0xc0], "strokes in one color take any");
}

#[test]
fn an_icon_in_one_dark_color_takes_any_and_stays_in_its_box() {
    let svg = |inner: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{inner}</svg>");
    let icons = [
        // Dashes of 20: from 10 to 30, from 50 to 70.
        "<path d=\"M10 50H90\" stroke=\"#1e1e1e\" stroke-width=\"80\" stroke-dasharray=\"20 20\"/>",
        // The left half.
        "<clipPath id=\"a\"><rect width=\"50\" height=\"100\"/></clipPath><circle cx=\"50\" cy=\"50\" r=\"50\" clip-path=\"url(#a)\"/>",
        // Wider than its box.
        "<path d=\"M-40 20H160V80H-40z\"/>",
    ];
    let call = |i| format!("{{{{ icon(name=\"dark-{i}\", x=20, y={}, size=10, fill=\"#c01020\") }}}}", i * 15 + 10);
    let project = Project::drawing(&(0..icons.len()).map(call).collect::<String>());
    for (i, inner) in icons.iter().enumerate() {
        project.write(&format!("templates/icons/dark-{i}.svg"), svg(inner));
    }
    let errors: Vec<Finding> =
        project.check().1.into_iter().filter(|f| f.severity == "error" || f.rule == "fill-unused").collect();
    assert_eq!(errors, []);
    compare(&project, "dark icons", 0.004, 0.001);
    let seen = picture(&project);
    let is_red =
        |i: usize, x: f64| seen.pixel(((x + 23.0) * 10.0) as usize, (i * 15 + 15 + 3) * 10) == [0xc0, 0x10, 0x20];
    let want: [&[(f64, bool)]; 3] = [
        &[(2.0, true), (4.0, false), (6.0, true), (8.0, false)],
        &[(2.0, true), (4.5, true), (5.5, false), (8.0, false)],
        &[(-1.0, false), (0.5, true), (9.5, true), (11.0, false)],
    ];
    for (i, points) in want.iter().enumerate() {
        for (x, is) in *points {
            assert_eq!(is_red(i, *x), *is, "icon {i} at {x} mm");
        }
    }
}

/// The forms in a document whose content has these bytes.
fn forms_with(pdf: &[u8], part: &str) -> usize {
    let doc = Document::load_mem(pdf).expect("a sound PDF");
    let contents = doc.objects.values().filter_map(|object| match object {
        Object::Stream(stream) => stream.decompressed_content().ok(),
        _ => None,
    });
    contents.filter(|content| String::from_utf8_lossy(content).contains(part)).count()
}

#[test]
fn an_icon_in_its_own_colors_is_stored_once_for_each_value() {
    let pdf = with_icons("Dig {badge} {coin 3} {coin 3} {coin 12}.").pdf(&[]);
    // The green of the badge, and the gold of the coin: 224 / 255, 176 / 255, 64 / 255.
    assert_eq!(forms_with(&pdf, ".0627 .502 .1882 rg"), 1);
    assert_eq!(forms_with(&pdf, ".8784 .6902 .251 rg"), 2);
}

#[test]
fn a_value_is_reported_at_its_words() {
    for (text, rule, part) in [
        ("Dig ☞{coin}.", "icon-value", "icon `coin` needs a value"),
        ("Dig ☞{star 3}.", "icon-value", "icon `star` takes no value, and is given `3`"),
        ("Dig ☞{coni 3}.", "icon-missing", "no icon is called `coni`"),
        ("Dig ☞{coin \u{4e09}}.", "glyph-missing", "icon `coin`: no glyphs for Han in Libertinus Serif"),
        ("Dig ☞{coin 1234567890123456789012345}.", "icon-value", "25 characters long; the limit is 24"),
    ] {
        let project = with_icons("Dig {coin 2/3}, {coin +1}, {coin X}.");
        project.edit(CARDS, "Dig {coin 2/3}, {coin +1}, {coin X}.", text);
        let found = project.faults();
        assert!(found[0].rule == rule && found[0].message.contains(part), "{text}: {found:#?}");
        assert_eq!(found[0].place(), project.marked(), "{text}");
    }
    for text in ["{coin {x}}", "{coin", "{coin 3 {star}}", "{coin **}", "{ coin 3}", "{coin }"] {
        let (exit, found) = with_icons(text).check();
        assert!(exit == 1 && found.iter().any(|f| f.severity == "error"), "{text}: {found:#?}");
    }
}

#[test]
fn a_broken_icon_is_reported_once() {
    let project = with_icons("Dig {badge}.");
    project.write(
        "templates/icons/badge.svg",
        BADGE.replace("<rect y", "<foreignObject><p>x</p></foreignObject>☞<rect y").replace('☞', ""),
    );
    project.write("templates/icons/coin.svg", COIN.replace("value,", "☞valu e,"));
    let found = project.faults();
    let rules: Vec<&str> = found.iter().map(|f| f.rule.as_str()).collect();
    assert!(rules.contains(&"icon-unusable") && rules.contains(&"template-error"), "{found:#?}");
    assert_eq!(rules.iter().filter(|rule| **rule == "icon-unusable").count(), 1, "{found:#?}");
}

/// Files in the manner of drawing programs. Each is 20 x 20, red on the left and green on the right.
const PROGRAMS: [(&str, &str); 6] = [
    (
        "inkscape",
        r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="20mm" height="20mm" viewBox="0 0 20 20" version="1.1" id="svg5" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" inkscape:version="1.2"><sodipodi:namedview id="n" inkscape:document-units="mm"><inkscape:grid type="xygrid"/></sodipodi:namedview><metadata><rdf:RDF>Anything</rdf:RDF></metadata><defs id="defs2"><linearGradient id="g1"><stop style="stop-color:#c01020;stop-opacity:1;" offset="0"/></linearGradient></defs><g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"><rect style="fill:url(#g1);fill-opacity:1;stroke:none;-inkscape-stroke:hairline;color-interpolation-filters:sRGB" width="10" height="20" x="0" y="0"/><rect style="fill:#108030;filter:none" width="10" height="20" x="10" y="0"/><flowRoot xml:space="preserve"><flowRegion><rect width="1" height="1"/></flowRegion><flowPara/></flowRoot></g></svg>"##,
    ),
    (
        "illustrator",
        r##"<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 15.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>
<svg version="1.1" id="Layer_1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" x="0px" y="0px" width="56.693px" height="56.693px" viewBox="0 0 56.693 56.693" enable-background="new 0 0 56.693 56.693" xml:space="preserve" overflow="visible"><switch><foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:pgfRef xlink:href="#adobe_illustrator_pgf"></i:pgfRef></foreignObject><g i:extraneous="self"><defs><rect id="SVGID_1_" width="56.693" height="56.693"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" overflow="visible"/></clipPath><g clip-path="url(#SVGID_2_)"><rect fill="#C01020" width="28.346" height="60"/><rect x="28.346" fill="#108030" width="90" height="60"/></g></g></switch></svg>"##,
    ),
    (
        "illustrator-new",
        r##"<svg id="Layer_1" data-name="Layer 1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs><style>.cls-1{fill:url(#a);}.cls-2{fill:#108030;}.cls-3,.cls-2{stroke:none;}</style><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#c01020"/></linearGradient></defs><title>card</title><rect class="cls-1" width="100" height="200"/><rect class="cls-2" x="100" width="100" height="200"/></svg>"##,
    ),
    (
        "figma",
        r##"<svg width="40" height="40" viewBox="0 0 40 40" fill="none" xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0)"><rect width="20" height="40" fill="#C01020"/><rect x="20" width="20" height="40" fill="url(#a)"/></g>
<defs><linearGradient id="a" x1="20" y1="0" x2="40" y2="0" gradientUnits="userSpaceOnUse"><stop stop-color="#108030"/></linearGradient><clipPath id="clip0"><rect width="40" height="40" fill="white"/></clipPath></defs>
</svg>"##,
    ),
    (
        "affinity",
        r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="100%" height="100%" viewBox="0 0 237 237" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;"><g id="Artboard1" serif:id="Artboard 1" transform="matrix(1,0,0,1,0,0)"><use xlink:href="#_Image1" x="0" y="0" width="118.5px" height="237px"/><path d="M118.5,0L237,0L237,237L118.5,237L118.5,0Z" style="fill:rgb(16,128,48);"/></g><defs><image id="_Image1" width="118.5px" height="237px" preserveAspectRatio="none" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4IKAAAAKEAPEsnKdKAAAAAElFTkSuQmCC"/></defs></svg>"##,
    ),
    (
        "corel",
        r##"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Creator: CorelDRAW -->
<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="0.7874in" height="0.7874in" version="1.1" style="shape-rendering:geometricPrecision; fill-rule:evenodd" viewBox="0 0 1000 1000" xmlns:xlink="http://www.w3.org/1999/xlink"><defs><style type="text/css"><![CDATA[
    .fil0 {fill:#C01020}
    .fil1 {fill:#108030}
]]></style><symbol id="half" viewBox="0 0 1 2"><path class="fil0" d="M0 0h1v2h-1z"/></symbol></defs><metadata id="CorelCorpID_0Corel-Layer"/><use xlink:href="#half" width="500" height="1000"/><polygon class="fil1" points="500,0 1000,0 1000,1000 500,1000 "/></svg>"##,
    ),
];

#[test]
fn files_of_drawing_programs_work_in_all_four_ways() {
    let project = Project::new();
    let (mut art, mut at) = (String::new(), Vec::new());
    for (i, (name, svg)) in PROGRAMS.iter().enumerate() {
        project.write(&format!("templates/icons/own/{name}.svg"), svg);
        project.write(&format!("templates/art/{name}.svg"), svg);
        let (x, y) = (4 + i % 3 * 19, 4 + i / 3 * 42);
        // All of them at once: their ids and classes are the same.
        art += &format!(
            "<image href=\"art/{name}.svg\" x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\"/>\
             <svg x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" viewBox=\"0 0 {w} {w}\">{{% include \"art/{name}.svg\" %}}</svg>\
             {{{{ icon(name=\"own/{name}\", x={x}, y={}, size=12) }}}}",
            y + 13,
            y + 26,
            w = ["20", "56.693", "200", "40", "237", "20"][i],
        );
        at.extend([y, y + 13, y + 26].map(|y| (format!("{name} at {y}"), x, y)));
    }
    project
        .write("templates/card.svg", format!("{{% extends \"face.svg\" %}}{{% block art %}}{art}{{% endblock art %}}"));
    let errors: Vec<Finding> = project.check().1.into_iter().filter(|f| f.severity == "error").collect();
    assert_eq!(errors, []);
    compare(&project, "drawings", 0.004, 0.001);
    let seen = picture(&project);
    for (name, x, y) in at {
        let colors = [3, 9].map(|dx| seen.pixel((x + dx + 3) * 10, (y + 6 + 3) * 10));
        assert_eq!(colors, [[0xc0, 0x10, 0x20], [0x10, 0x80, 0x30]], "{name}");
    }
}

#[test]
fn a_drawing_is_a_face_at_the_size_of_the_card() {
    for (w, h, scale) in
        [("69mm", "94mm", 1.0), ("63mm", "88mm", 1.0), ("2.4803in", "3.4646in", 1.0), ("744", "1039.24", 11.81)]
    {
        let project = Project::new();
        let (trim_w, trim_h) = (69.0 * scale, 94.0 * scale);
        project.write("templates/card.svg", format!(
            "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {trim_w} {trim_h}\" preserveAspectRatio=\"none\"><rect width=\"100%\" height=\"100%\" fill=\"#108030\"/></svg>"
        ));
        let seen = picture(&project);
        let is_whole = w == "69mm";
        let corner = if is_whole { [0x10, 0x80, 0x30] } else { [0, 0, 0] };
        assert_eq!([seen.pixel(345, 470), seen.pixel(32, 32)], [[0x10, 0x80, 0x30]; 2], "{w} x {h}");
        assert_eq!(seen.pixel(15, 15), corner, "{w} x {h}");
    }
    let project = Project::new();
    project.write(
        "templates/card.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60mm\" height=\"88mm\"><g/></svg>",
    );
    let (_, found) = project.check();
    let size = found.iter().find(|f| f.rule == "svg-fault").expect("a finding");
    assert_eq!(size.message, "card.svg draws 60x88 mm; the card is 63x88mm, with its bleed 69x94mm");
    assert!(!found.iter().any(|f| f.message.contains("with its bleed the face is")), "{found:#?}");
}

#[test]
fn whatever_is_left_out_of_a_picture_is_reported_in_its_file() {
    for (part, rule, message) in [
        ("☞<script/>", "svg-fault", "nothing runs on paper"),
        ("<g>☞<animate attributeName=\"x\"/></g>", "svg-fault", "paper shows the first state"),
        (
            "☞<foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\">Hello</p></foreignObject>",
            "svg-fault",
            "convert what is in it",
        ),
        ("☞<flowRoot><flowPara>Hello</flowPara></flowRoot>", "svg-fault", "Text > Convert to Text"),
        ("☞<meshgradient/>", "svg-fault", "no element of SVG 1.1"),
        ("☞<use href=\"other.svg#a\"/>", "svg-fault", "in another file"),
        ("☞<rect width=\"9\" height=\"9\" fill=\"url(other.svg#a)\"/>", "svg-fault", "outside the drawing"),
        (
            "☞<text font-family=\"Libertinus Serif\" font-weight=\"650\">Hello</text>",
            "svg-fault",
            "`650` would be read as its parent's; write 700",
        ),
        (
            "☞<text style=\"font-family:Libertinus Serif;font-weight:lighter\">Hello</text>",
            "svg-fault",
            "write its number",
        ),
        (
            "☞<path d=\"M0 0h9\" stroke=\"#000\" vector-effect=\"non-scaling-stroke\"/>",
            "svg-fault",
            "`vector-effect: non",
        ),
        ("☞<rect style=\"r:4px;width:9px;height:9px\"/>", "svg-fault", "write it as an attribute"),
        ("☞<rect width=\"9\" height=\"9\" style=\"scale:2\"/>", "svg-fault", "`scale: 2` is left out"),
        (
            "<style>.a{vector-effect:non-scaling-stroke}</style>☞<path class=\"a\" d=\"M0 0h9\"/>",
            "svg-fault",
            "`vector-effect",
        ),
        (
            "<style>text{font-weight:650}</style>☞<text font-family=\"Libertinus Serif\">Hello</text>",
            "svg-fault",
            "`650` would be read as its parent's",
        ),
        (
            "<style>.a{width:9px}</style>☞<rect class=\"a\" height=\"9\"/>",
            "svg-fault",
            "`width` of a `rect` in a style",
        ),
        ("☞<polygon points=\"10,10 90,10 90\"/>", "svg-fault", "`points` has 5 numbers"),
        ("☞<path d=\"M0 0h9\" pathLength=\"1\" stroke-dasharray=\"1\"/>", "svg-fault", "`pathLength`"),
        ("☞<g onload=\"init(evt)\"/>", "svg-fault", "nothing runs on paper"),
        ("☞<g id=\"a\"><path d=\"M0 0h9v9z\"/></g><g id=\"a\"/><use href=\"#a\"/>", "svg-fault", "several elements"),
        ("<text font-family=\"☞Comic Sans MS\">Hello</text>", "font-missing", "Comic Sans MS"),
        ("<text font-family=\"Libertinus Serif\">☞\u{1f409} Hello</text>", "glyph-missing", "no glyph for U+1F409"),
        ("☞<text direction=\"rtl\" font-family=\"Libertinus Serif\">Hello</text>", "svg-fault", "`direction`"),
        (
            "☞<g style=\"direction:rtl\"><text font-family=\"Libertinus Serif\">Hello</text></g>",
            "svg-fault",
            "`direction`",
        ),
        ("<text font-family=\"☞Exo 2\">Hello</text>", "font-missing", "put the name in quotes"),
        ("<image href=\"☞other.png\" width=\"9\" height=\"9\"/>", "image-unusable", "not part of the file"),
    ] {
        for way in ["picture", "include", "icon"] {
            let project = Project::new();
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\"><rect width=\"20\" height=\"20\" fill=\"#108030\"/>\n{part}</svg>"
            );
            let (file, call) = match way {
                "icon" => ("templates/icons/ship.svg", "{{ icon(name=\"ship\", x=30, y=20, size=9) }}"),
                "include" => ("templates/art/ship.svg", "{% include \"art/ship.svg\" %}"),
                _ => ("templates/art/ship.svg", "<image href=\"art/ship.svg\" width=\"9\" height=\"9\"/>"),
            };
            project.write(file, &svg);
            project.edit("templates/card.svg", "{% endblock art %}", &format!("{call}{{% endblock art %}}"));
            let is_loose = part.contains("<use href=\"#a\"/>") || (part.contains("other.png") && way != "picture");
            let rule = if way == "icon" && rule == "svg-fault" { "icon-unusable" } else { rule };
            let found: Vec<Finding> = project.check().1.into_iter().filter(|f| f.severity == "error").collect();
            let said = found.iter().find(|f| f.rule == rule && (is_loose || f.message.contains(message)));
            let said = said.unwrap_or_else(|| panic!("{way} {part}: {found:#?}"));
            assert_eq!(found.len(), 1, "{way} {part}: {found:#?}");
            if !is_loose {
                assert_eq!(said.place(), project.marked(), "{way} {part}");
            }
        }
    }
}

#[test]
fn a_direction_that_moves_nothing_is_no_fault() {
    for part in [
        "<g direction=\"rtl\"><path d=\"M0 0h9v9z\"/><text font-family=\"Libertinus Serif\"> </text></g>",
        "<text direction=\"ltr\" font-family=\"Libertinus Serif\">Hello</text>",
        "<g text-anchor=\"middle\"><text x=\"30\" y=\"30\" style=\"direction:rtl\" font-family=\"Libertinus Serif\">Hello</text></g>",
    ] {
        let faults = Project::drawing(part).check().1;
        assert!(!faults.iter().any(|f| f.rule == "svg-fault"), "{part}: {faults:#?}");
    }
    let by_rule = "<style>text{direction:rtl}</style><text font-family=\"Libertinus Serif\">Hello</text>";
    let faults = Project::drawing(by_rule).check().1;
    assert!(faults.iter().any(|f| f.message.contains("`direction` is left out")), "{faults:#?}");
}

#[test]
fn a_picture_that_shows_nothing_is_reported() {
    for (svg, rule, message) in [
        (
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><g display=\"none\"><path d=\"M0 0h9v9z\"/></g></svg>",
            "image-unusable",
            "nothing of the drawing is shown",
        ),
        (
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9v9z\"/></svg>",
            "svg-fault",
            "neither a size nor a `viewBox`",
        ),
    ] {
        let project = Project::drawing("<image href=\"art/ship.svg\" width=\"9\" height=\"9\"/>");
        project.write("templates/art/ship.svg", svg);
        let (exit, found) = project.check();
        let [fault] = &found.iter().filter(|f| f.severity == "error").collect::<Vec<_>>()[..] else {
            panic!("{svg}: {found:#?}")
        };
        assert_eq!((exit, fault.rule.as_str(), fault.file.as_str()), (1, rule, "templates/art/ship.svg"));
        assert!(fault.message.contains(message), "{}", fault.message);
    }
    // A picture without shapes is meant to be empty.
    let project = Project::drawing("<image href=\"art/ship.svg\" width=\"9\" height=\"9\"/>");
    project.write("templates/art/ship.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>");
    assert!(!project.check().1.iter().any(|f| f.severity == "error"));
}

#[test]
fn a_text_without_a_size_is_as_large_as_in_a_browser() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"90\"><text y=\"40\" font-family=\"Libertinus Serif\">Dig</text></svg>";
    let project = Project::new();
    let tree = wyrmpress::svg::parse(svg, &fonts().db, &Pictures::new(project.root())).expect("a drawing");
    let [usvg::Node::Text(text)] = tree.root().children() else { panic!("a text") };
    assert_eq!(text.chunks()[0].spans()[0].font_size().get(), 16.0);
}

#[test]
fn a_drawing_used_as_a_picture_is_not_unused() {
    let project = Project::new();
    for name in ["earth", "fire", "water", "air"] {
        project.write(&format!("templates/art/{name}.svg"), PROGRAMS[3].1);
    }
    project.edit(
        "templates/card.svg",
        "{% endblock art %}",
        "<image href=\"art/{{ card.clan }}.svg\" x=\"45\" y=\"30\" width=\"9\" height=\"9\"/>{% endblock art %}",
    );
    let unused: Vec<String> = project.faults().into_iter().map(|f| format!("{} {}", f.rule, f.file)).collect();
    assert_eq!(unused, ["unused-template templates/art/air.svg"]);
    // Two cards show the same picture: it is stored once.
    assert_eq!(forms_with(&project.pdf(&[]), ".7529 .0627 .1255 rg"), 1);
}
