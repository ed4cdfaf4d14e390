//! `lettering(…)`: titles as filled shapes, whose words can be found.

use kurbo::{BezPath, Shape as _};
use lopdf::Document;
use wyrmpress::text::{Letters, TextBox, Work, worked};
use wyrmpress::units::Pt;

use crate::project::Project;
use crate::text::{boxed, fonts, icons, set};

fn letters(work: Work) -> Letters {
    let text = TextBox { weight: 700, ..boxed("Dragon", 80.0, 30.0, 40.0, 40.0) };
    worked(&set(&text).stamp, &work, &fonts(), &icons())
}

fn path(d: &str) -> BezPath {
    BezPath::from_svg(d).expect("path data")
}

fn area(d: &str) -> f64 {
    path(d).area().abs()
}

fn plain() -> Work {
    Work { shadow_deg: 135.0, light_deg: -45.0, ..Work::default() }
}

#[test]
fn an_edge_grows_the_letters_on_all_sides_and_a_shadow_falls_to_one() {
    let drawn = letters(Work { outline: Some(1.0), shadow: Some(2.0), ..plain() });
    let [body, edge, cast] = [&drawn.body, &drawn.outline, &drawn.shadow].map(|d| path(d).bounding_box());
    for grown in [body.x0 - edge.x0, body.y0 - edge.y0, edge.x1 - body.x1, edge.y1 - body.y1] {
        assert!((0.99..1.3).contains(&grown), "{grown} mm");
    }
    // Two millimeters down to the right are 1.41 in each direction.
    let moved = [cast.x0 - edge.x0, cast.y0 - edge.y0, cast.x1 - edge.x1, cast.y1 - edge.y1];
    for (moved, want) in moved.into_iter().zip([0.0, 0.0, 1.414, 1.414]) {
        assert!((moved - want).abs() < 0.02, "{moved} mm, not {want}");
    }
}

#[test]
fn sides_lie_within_the_letters_and_do_not_overlap() {
    let drawn = letters(Work { bevel: Some(5.0), ..plain() });
    let (body, lit, unlit) = (area(&drawn.body), area(&drawn.lit), area(&drawn.unlit));
    // So deep that both sides meet: together they are the letters.
    assert!((lit + unlit - body).abs() < body * 0.02, "{lit} + {unlit} of {body}");
    assert!(lit > body * 0.3 && unlit > body * 0.3, "{lit} and {unlit} of {body}");
    let turned = letters(Work { bevel: Some(5.0), light_deg: 135.0, ..plain() });
    let (reached, left) = (area(&turned.lit), area(&drawn.lit));
    assert!((reached - unlit).abs() < body * 0.06, "{reached} of {unlit}: the other sides; {left} before");
    assert!(drawn.lit.len() + drawn.unlit.len() < 60_000, "{} bytes", drawn.lit.len() + drawn.unlit.len());
}

#[test]
fn lines_within_letters_have_their_width_and_leave_an_edge() {
    let drawn = letters(Work { inline: Some(0.2), inset: 0.4, engrave: Some(0.3), ..plain() });
    let (body, line) = (path(&drawn.body).bounding_box(), path(&drawn.inline).bounding_box());
    for inside in [line.x0 - body.x0, line.y0 - body.y0, body.x1 - line.x1, body.y1 - line.y1] {
        // Serifs are too thin for a line.
        assert!((0.39..2.0).contains(&inside), "{inside} mm from the edge");
    }
    assert!(area(&drawn.inline) < area(&drawn.body) * 0.5 && area(&drawn.engraved) < area(&drawn.body) * 0.5);
    assert!(!drawn.engraved.is_empty());
}

#[test]
fn a_torn_edge_depends_on_its_seed_alone() {
    let torn = |seed| letters(Work { rough: 0.3, seed, ..plain() }).body;
    assert_eq!(torn(1), torn(1));
    assert_ne!(torn(1), torn(2));
    let (whole, torn) = (path(&letters(plain()).body).bounding_box(), path(&torn(1)).bounding_box());
    assert!((whole.width() - torn.width()).abs() < 0.7 && whole != torn);
}

/// How many letters or parts of letters there are: rings that run as the largest does.
fn parts(d: &str) -> usize {
    let rings: Vec<f64> = d.split_inclusive('Z').map(|ring| path(ring).area()).collect();
    let largest = rings.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).expect("a ring");
    rings.iter().filter(|area| area.signum() == largest.signum() && area.abs() > 0.1).count()
}

#[test]
fn no_tear_goes_through_a_stroke() {
    let whole = letters(Work { outline: Some(0.01), ..plain() });
    assert_eq!(parts(&whole.outline), 6);
    for rough in [0.5, 1.0, 5.0] {
        for seed in 0..4 {
            let torn = letters(Work { rough, seed, ..plain() }).body;
            assert_eq!(parts(&torn), 6, "{rough} mm, seed {seed}");
            assert!(area(&torn) > area(&whole.body) * 0.6, "{rough} mm, seed {seed}");
        }
    }
}

#[test]
fn an_edge_has_no_spikes() {
    let reach = |rough: f64, by: f64| {
        let drawn = letters(Work { rough, seed: 1, outline: Some(by), ..plain() });
        let [body, edge] = [&drawn.body, &drawn.outline].map(|d| path(d).bounding_box());
        [body.x0 - edge.x0, body.y0 - edge.y0, edge.x1 - body.x1, edge.y1 - body.y1].into_iter().fold(0.0, f64::max)
    };
    assert!(reach(0.3, 1.5) < 1.52 && reach(0.0, 4.0) < 6.3, "{} and {}", reach(0.3, 1.5), reach(0.0, 4.0));
}

#[test]
fn what_was_not_asked_for_is_not_drawn() {
    let drawn = letters(plain());
    let body = drawn.body.clone();
    assert_eq!(drawn, Letters { body, ..Letters::default() });
    assert_eq!(worked(&set(&boxed(" ", 9.0, 9.0, 9.0, 9.0)).stamp, &plain(), &fonts(), &icons()), Letters::default());
}

/// A title of one card, gold with a dark edge on a dark ground, with more arguments.
fn titled(more: &str) -> Project {
    Project::drawing(&format!(
        "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"{{{{ palette.gold }}}}\"/>{{{{ icon(name=\"star\", x=10, y=50, size=20, fill=palette.ink) }}}}{{{{ text(text=card.text, x=6, y=75, w=51, h=8, size=8, font=fonts.text, fill=palette.ink) }}}}{{% if card.clan == \"fire\" %}}{{% endif %}}{{{{ lettering(text=card.name, x=5, y=10, w=53, h=20, size=26, font=fonts.text, weight=700, {more}) }}}}"
    ))
}

#[test]
fn its_words_are_found_in_the_pdf_though_shapes_are_seen() {
    let project = titled(
        "fill=palette.ink, outline=0.6, outline_fill=\"#fff3c8\", bevel=0.3, light=\"#54432c\", dark=\"#100c08\"",
    );
    let document = Document::load_mem(&project.pdf(&[])).expect("a sound PDF");
    let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
    let contents: Vec<String> =
        streams.filter_map(|s| Some(String::from_utf8_lossy(&s.decompressed_content().ok()?).into_owned())).collect();
    // Text render mode 3 is invisible; the font's map has the letters of the title.
    assert_eq!(contents.iter().filter(|content| content.contains("3 Tr\n")).count(), 4);
    for letter in "Fire1".chars() {
        let hex = format!("<{:04x}>\n", letter as u32);
        assert!(contents.iter().any(|content| content.contains("begincmap") && content.contains(&hex)), "{letter}");
    }
    let picture = project.run(&["render", "--quiet", "--format", "png", "--only", "fire-1", "--out", "output"]);
    assert!(picture.status.success());
}

#[test]
fn a_title_stands_out_from_its_edge_and_ground() {
    let dark = titled("fill=palette.ink, outline=0.5, outline_fill=\"#fff3c8\"");
    assert_eq!(dark.faults(), [], "dark letters on gold");
    let pale = titled("fill=\"#e0b860\"");
    assert!(pale.faults().iter().any(|f| f.rule == "low-contrast"), "gold letters on gold");
    let edged = titled("fill=\"#e0b860\", outline=0.5, outline_fill=\"#201810\"");
    assert_eq!(edged.faults(), [], "gold letters with a dark edge");
}

#[test]
fn what_is_drawn_over_a_title_is_reported_but_not_its_own_shapes() {
    let work = "fill=palette.ink, bevel=0.4, light=\"#54432c\", dark=\"#100c08\", inline=0.1, inline_fill=\"#fff3c8\"";
    assert_eq!(titled(work).faults(), []);
    let covered = titled(work);
    covered.edit(
        "templates/card.svg",
        "{% endblock",
        "<rect x=\"5\" y=\"10\" width=\"53\" height=\"20\" fill=\"#8a2a1a\"/>{% endblock",
    );
    assert!(covered.faults().iter().any(|f| f.rule == "text-covered"), "{:#?}", covered.faults());
}

#[test]
fn a_layer_without_a_color_is_refused() {
    let faults = titled("fill=palette.ink, bevel=0.4, light=\"#54432c\"").faults();
    assert!(faults[0].message.contains("lettering: `bevel` needs a color; add `dark`"), "{faults:#?}");
}

#[test]
fn a_title_that_is_too_long_is_reported() {
    let project = titled("fill=palette.ink");
    project.edit(
        "content/mini/cards.toml",
        "name = \"Fire 1\"",
        "name = \"A very long name of a great fire in the hills\"",
    );
    assert!(project.faults().iter().any(|f| f.rule == "text-overflow"), "{:#?}", project.faults());
    let small = set(&TextBox { min: Pt(6.0), ..boxed("Dragon", 9.0, 30.0, 40.0, 6.0) });
    assert!(small.troubles.is_empty());
}

#[test]
fn a_layer_that_letters_are_too_thin_for_is_refused() {
    let faults = titled("fill=palette.ink, inline=2, inline_fill=\"#fff3c8\"").faults();
    assert!(faults[0].message.contains("lettering: `inline` leaves nothing"), "{faults:#?}");
}

#[test]
fn torn_letters_have_even_sides_that_end_at_the_tear() {
    let drawn = letters(Work { bevel: Some(0.5), rough: 0.3, seed: 1, ..plain() });
    let (even, body) = (letters(Work { bevel: Some(0.5), ..plain() }), area(&drawn.body));
    // As many facets as without the tear, give or take the nicks.
    let facets = |d: &str| d.matches('M').count();
    assert!(facets(&drawn.lit) < 3 * facets(&even.lit), "{} and {}", facets(&drawn.lit), facets(&even.lit));
    assert!(area(&drawn.lit) + area(&drawn.unlit) < body * 1.001);
}
