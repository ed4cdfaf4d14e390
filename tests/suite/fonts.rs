//! Fonts of the project: what cannot be read or printed, what is not used, and cuts that there are not.

use std::ops::Range;

use skrifa::MetadataProvider;
use skrifa::raw::TableProvider;

use crate::project::{Finding, Project};
use crate::text::fonts;

/// The bundled font of that PostScript name.
pub fn bundled(name: &str) -> Vec<u8> {
    let font = fonts().db.faces().find(|face| face.post_script_name == name).map(|face| face.source.clone());
    let usvg::fontdb::Source::Binary(data) = font.expect("a bundled font");
    data.as_ref().as_ref().to_vec()
}

/// Where a table is listed in a font.
fn entry(font: &[u8], tag: &[u8; 4]) -> usize {
    let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
    (0..tables).map(|i| 12 + 16 * i).find(|&at| &font[at..at + 4] == tag).expect("the table")
}

/// The bytes of a table.
fn table(font: &[u8], tag: &[u8; 4]) -> Range<usize> {
    let at = entry(font, tag);
    let number = |at: usize| u32::from_be_bytes(*font[at..].first_chunk().expect("four bytes")) as usize;
    number(at + 8)..number(at + 8) + number(at + 12)
}

/// The font with one of its tables under another name.
fn renamed(mut font: Vec<u8>, from: &[u8; 4], to: &[u8; 4]) -> Vec<u8> {
    let at = entry(&font, from);
    font[at..at + 4].copy_from_slice(to);
    font
}

/// The font with other bytes in its outlines, from the number `skip` on.
fn damaged(mut font: Vec<u8>, skip: usize, with: u8) -> Vec<u8> {
    let glyf = table(&font, b"glyf");
    font[glyf.start + skip..glyf.end].fill(with);
    font
}

fn of<'a>(rule: &str, faults: &'a [Finding]) -> Vec<&'a Finding> {
    faults.iter().filter(|fault| fault.rule == rule).collect()
}

/// A card with this inside.
fn card(svg: &str) -> Project {
    let project = Project::new();
    project.edit("templates/card.svg", "{% endblock", &format!("{svg}{{% endblock"));
    project
}

#[test]
fn a_file_that_cannot_be_printed_is_named() {
    let project = Project::new();
    project.write("templates/fonts/a.ttf", renamed(bundled("DejaVuSansMono"), b"glyf", b"XXXX"));
    project.write("templates/fonts/b.woff2", "wOF2");
    project.write("templates/fonts/c.otb", "bits");
    project.write("templates/fonts/d.otf", "");
    project.write("templates/fonts/e.ttf", damaged(bundled("DejaVuSansMono"), 2000, 0));
    project.write("templates/fonts/f.ttf", damaged(bundled("DejaVuSansMono"), 0, 0xff));
    project.write("templates/fonts/OFL.txt", "License");
    let faults = project.faults();
    let said: Vec<(&str, &str)> =
        of("file-unreadable", &faults).iter().map(|fault| (fault.file.as_str(), fault.message.as_str())).collect();
    assert_eq!(
        said,
        [
            ("templates/fonts/a.ttf", "a.ttf has pictures of its glyphs and no outlines, which cannot be printed"),
            ("templates/fonts/b.woff2", "b.woff2 is a web font, which cannot be printed"),
            ("templates/fonts/c.otb", "c.otb is a bitmap font, which cannot be printed"),
            ("templates/fonts/d.otf", "d.otf is not a font"),
            ("templates/fonts/e.ttf", "e.ttf is damaged: 3339 of 3377 glyphs cannot be drawn"),
            ("templates/fonts/f.ttf", "f.ttf is damaged: 3355 of 3377 glyphs cannot be drawn"),
        ],
    );
}

#[test]
fn a_damaged_glyph_is_reported_where_it_is_used() {
    let text = |word: &str| {
        format!(
            "{{{{ text(text=\"{word}\", x=5, y=40, w=50, h=9, size=9, font=\"DejaVu Sans Mono\", fill=palette.ink) }}}}"
        )
    };
    let mut font = bundled("DejaVuSansMono");
    let glyphs = {
        let font = skrifa::FontRef::new(&font).expect("a font");
        let number = font.charmap().map('D').expect("a letter").to_u32();
        let places = font.loca(None).expect("a table");
        let at = |glyph: u32| places.get_raw(glyph as usize).expect("a glyph") as usize;
        at(number)..at(number + 1)
    };
    let glyf = table(&font, b"glyf").start;
    font[glyf + glyphs.start..glyf + glyphs.end].fill(0);
    for (word, want) in [("big", None), ("Dig", Some("no outline for U+0044 `D` in DejaVu Sans Mono"))] {
        let project = card(&text(word));
        project.write("templates/fonts/mono.ttf", &font);
        let faults = project.faults();
        assert_eq!(faults.first().map(|fault| fault.message.as_str()), want, "{faults:#?}");
        assert_eq!(faults.len(), usize::from(want.is_some()), "{faults:#?}");
    }
}

#[test]
fn a_picture_of_a_character_is_not_taken_for_its_glyph() {
    // U+2800 has a glyph without an outline: in a font of pictures, the picture would be missing.
    let text =
        "{{ text(text=\"Dig \u{2800}\", x=5, y=40, w=50, h=9, size=9, font=\"NewComputerModern\", fill=palette.ink) }}";
    let project = card(text);
    assert_eq!(of("glyph-missing", &project.faults()), Vec::<&Finding>::new());
    project.write("templates/fonts/a.otf", renamed(bundled("NewCM10-Regular"), b"GDEF", b"SVG "));
    let faults = project.faults();
    let [fault] = of("glyph-missing", &faults)[..] else { panic!("{faults:#?}") };
    assert!(fault.message.starts_with("no outlines for Braille"), "{}", fault.message);
}

/// DejaVu Sans Mono with `é` in several colors.
fn colored() -> Vec<u8> {
    let font = bundled("DejaVuSansMono");
    let glyph = skrifa::FontRef::new(&font).expect("a font").charmap().map('é').expect("a letter").to_u32() as u8;
    // Version 0; one glyph, listed at byte 14; its one layer, at byte 20: the same glyph in the color of the text.
    let table_of_colors = [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 0, 1, 0, glyph, 0, 0, 0, 1, 0, glyph, 0xff, 0xff];
    let mut font = renamed(font, b"GDEF", b"COLR");
    let at = table(&font, b"COLR").start;
    font[at..at + table_of_colors.len()].copy_from_slice(&table_of_colors);
    font
}

/// A card that shows a drawing with this inside as a picture.
fn pictured(svg: &str) -> Project {
    let project = card("<image href=\"art/a.svg\" x=\"5\" y=\"30\" width=\"50\" height=\"20\"/>");
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 20\">{svg}</svg>");
    project.write("templates/art/a.svg", svg);
    project
}

#[test]
fn a_letter_in_several_colors_is_reported_in_a_plain_text() {
    let svg = "<text y=\"9\" x=\"2\" font-size=\"9\" font-family=\"DejaVu Sans Mono\">Dég</text>";
    for (project, file) in [(card(svg), "templates/card.svg"), (pictured(svg), "templates/art/a.svg")] {
        project.write("templates/fonts/mono.ttf", colored());
        let faults = project.faults();
        let [fault] = of("glyph-missing", &faults)[..] else { panic!("{faults:#?}") };
        assert_eq!(
            (fault.file.as_str(), fault.message.split(" (").next().expect("a message")),
            (file, "no outline for `é` in DejaVu Sans Mono: it is in several colors, or a picture")
        );
        project.write("templates/fonts/mono.ttf", bundled("DejaVuSansMono"));
        assert_eq!(of("glyph-missing", &project.faults()), Vec::<&Finding>::new());
    }
}

#[test]
fn texts_in_pictures_use_fonts_and_may_lack_a_cut() {
    let text = |style: &str| {
        format!("<text y=\"9\" font-size=\"9\" font-family=\"DejaVu Sans Mono\" font-style=\"{style}\">☞Dig</text>")
    };
    for (style, want) in [("normal", None), ("italic", Some("templates/art/a.svg"))] {
        let project = pictured(&text(style).replace("DejaVu Sans Mono", "NewComputerModern Math"));
        let faults = project.faults();
        let fault = of("font-style-missing", &faults).first().copied();
        assert_eq!(fault.map(|fault| fault.file.as_str()), want, "{faults:#?}");
        assert!(fault.is_none_or(|fault| fault.place() == project.marked()), "{faults:#?}");
    }
    let project = pictured(&text("normal"));
    project.write("templates/fonts/mono.ttf", bundled("DejaVuSansMono"));
    assert_eq!(project.faults(), []);
}

#[test]
fn a_font_or_a_cut_that_no_text_uses_is_reported() {
    let text = "{{ text(text=\"Dig\", x=5, y=40, w=50, h=9, size=9, font=\"DejaVu Sans Mono\", fill=palette.ink) }}";
    let project = card("");
    project.write("templates/fonts/mono.ttf", bundled("DejaVuSansMono"));
    let faults = project.faults();
    let [fault] = of("unused-font", &faults)[..] else { panic!("{faults:#?}") };
    assert_eq!(
        (fault.file.as_str(), fault.message.as_str()),
        ("templates/fonts/mono.ttf", "no text is set in `DejaVu Sans Mono`")
    );
    let project = card(text);
    project.write("templates/fonts/mono.ttf", bundled("DejaVuSansMono"));
    assert_eq!(project.faults(), []);
    project.write("templates/fonts/mono-2.ttf", bundled("DejaVuSansMono-Bold"));
    let faults = project.faults();
    let [fault] = of("unused-font", &faults)[..] else { panic!("{faults:#?}") };
    assert_eq!(fault.message, "no text is set in `DejaVu Sans Mono`: bold");
}

#[test]
fn a_bold_that_claims_the_weight_of_the_regular_is_bold() {
    let set = |text: &str| {
        format!(
            "{{{{ text(text=\"{text}\", x=5, y=40, w=50, h=9, size=9, font=\"DejaVu Sans Mono\", fill=palette.ink) }}}}"
        )
    };
    let mut bold = bundled("DejaVuSansMono-Bold");
    let tables = usize::from(u16::from_be_bytes([bold[4], bold[5]]));
    let entry = (0..tables).map(|i| 12 + 16 * i).find(|&at| &bold[at..at + 4] == b"OS/2").expect("the table");
    let at = u32::from_be_bytes(bold[entry + 8..entry + 12].try_into().expect("four bytes")) as usize;
    // The weight is the third number of the table; the flags stay.
    bold[at + 4..at + 6].copy_from_slice(&400u16.to_be_bytes());
    let project = card(&set("D **d**"));
    project.write("templates/fonts/a-bold.ttf", &bold);
    project.write("templates/fonts/regular.ttf", bundled("DejaVuSansMono"));
    assert_eq!(project.faults(), []);
    let project = card(&set("Dig"));
    project.write("templates/fonts/a-bold.ttf", &bold);
    let faults = project.faults();
    assert!(!of("unused-font", &faults).is_empty(), "plain text is set in the regular that comes with the program");
}

#[test]
fn a_cut_that_two_files_have_is_reported_once() {
    let text = "{{ text(text=\"Dig\", x=5, y=40, w=50, h=9, size=9, font=\"DejaVu Sans Mono\", fill=palette.ink) }}";
    let project = card(text);
    project.write("templates/fonts/a.ttf", bundled("DejaVuSansMono"));
    project.write("templates/fonts/b.ttf", bundled("DejaVuSansMono"));
    let faults = project.faults();
    let [fault] = &faults[..] else { panic!("{faults:#?}") };
    assert_eq!((fault.rule.as_str(), fault.file.as_str()), ("duplicate-font", "templates/fonts/b.ttf"));
    assert_eq!(
        fault.message,
        "regular of `DejaVu Sans Mono` is also in templates/fonts/a.ttf, from which it is printed"
    );
}

#[test]
fn a_fallback_without_an_italic_is_reported() {
    let set = |text: &str| {
        let text = format!(
            "{{{{ text(text=\"{text}\", x=5, y=40, w=50, h=9, size=9, font=[\"Libertinus Serif\", \"NewComputerModern Math\"], fill=palette.ink) }}}}"
        );
        let faults = card(&text).faults();
        of("font-style-missing", &faults).iter().map(|fault| fault.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(set("*Dig* **\u{1d4d0}**"), Vec::<String>::new());
    assert_eq!(set("*\u{1d4d0}*"), ["NewComputerModern Math has no italic; regular would be printed"]);
}

#[test]
fn all_cuts_that_a_family_lacks_are_reported_at_once() {
    let text = "{{ text(text=\"**Dig** *deep*\", x=5, y=40, w=50, h=9, size=9, font=\"Own\", fill=palette.ink) }}";
    let project = card(text);
    // The names of a font are in UTF-16; a family of its own has no other cuts.
    let mut font = bundled("DejaVuSansMono");
    let (from, to) = ("DejaVu Sans Mono".encode_utf16(), "Own".encode_utf16());
    let [from, to] = [from.collect::<Vec<u16>>(), to.collect()]
        .map(|name| name.into_iter().flat_map(u16::to_be_bytes).collect::<Vec<u8>>());
    let places: Vec<usize> = (0..font.len() - from.len()).filter(|&at| font[at..].starts_with(&from)).collect();
    for at in places {
        // Shorter names are padded with spaces, which the reader of fonts keeps.
        font[at..at + to.len()].copy_from_slice(&to);
        font[at + to.len()..at + from.len()].chunks_mut(2).for_each(|unit| unit.copy_from_slice(&[0, b' ']));
    }
    project.write("templates/fonts/own.ttf", font);
    project.edit("templates/card.svg", "\"Own\"", &format!("\"Own{}\"", " ".repeat(13)));
    let faults = project.faults();
    let [fault] = of("font-style-missing", &faults)[..] else { panic!("{faults:#?}") };
    assert!(fault.message.contains("has no bold or italic; regular would be printed"), "{}", fault.message);
}

#[test]
fn a_plain_text_element_does_not_lose_its_slant_silently() {
    let plain = |style: &str| {
        let svg = format!(
            "<text x=\"5\" y=\"45\" font-family=\"NewComputerModern Math\" font-size=\"5\" font-style=\"{style}\">Dig</text>"
        );
        let faults = card(&svg).faults();
        of("font-style-missing", &faults).iter().map(|fault| fault.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(plain("normal"), Vec::<String>::new());
    assert_eq!(plain("italic"), ["`<text>` gets regular of NewComputerModern Math instead of italic"]);
}

#[test]
fn a_plain_text_element_takes_what_its_families_have() {
    let plain = |families: &str, words: &str| {
        format!("<text x=\"5\" y=\"45\" font-family=\"{families}\" font-size=\"5\">{words}</text>")
    };
    let missing = |svg: &str| {
        let faults = card(svg).faults();
        of("glyph-missing", &faults).iter().map(|f| (f.message.clone(), f.help.clone())).collect::<Vec<_>>()
    };
    // Each has what the other one lacks.
    let both = plain("Libertinus Serif, DejaVu Sans Mono", "\u{5e9}\u{5dc} \u{2603}");
    assert_eq!(missing(&both), []);
    let draw = "draw it with `text(…)` and `font=[\"Libertinus Serif\", \"DejaVu Sans Mono\"]`".to_owned();
    let lacking = ("no glyph for U+2603 `\u{2603}` in Libertinus Serif".to_owned(), draw.clone());
    let one = plain("Libertinus Serif", "\u{5e9}\u{5dc} \u{2603} \u{2603}");
    assert_eq!(missing(&one), std::slice::from_ref(&lacking), "one finding for two snowmen");
    assert_eq!(missing(&(both + &one)), [lacking], "what another text names does not count");
    // The second family has the whole line, and the reader would set all of it in that.
    let whole = plain("Libertinus Serif, DejaVu Sans Mono", "Dig \u{2603}");
    let message = "`<text>` cannot set one line in several fonts here: Libertinus Serif, DejaVu Sans Mono".to_owned();
    assert_eq!(missing(&whole), [(message, draw)]);
    assert_eq!(missing(&plain("Libertinus Serif, DejaVu Sans Mono", "\u{2603} 12")), []);
}

#[test]
fn a_plain_text_in_several_styles_is_reported_where_letters_stand_around_one_another() {
    let message = |words: &str| {
        let svg = format!("<text x=\"5\" y=\"45\" font-family=\"DejaVu Sans Mono\" font-size=\"5\">{words}</text>");
        of("text-unchecked", &card(&svg).faults())[0].message.clone()
    };
    assert!(message("\u{e81} <tspan font-weight=\"700\">\u{e82}</tspan>").ends_with("style of their neighbors"));
    assert!(message("\u{e81} \u{e82}").ends_with("which is not checked"));
    assert!(message("a <tspan font-weight=\"700\">b</tspan>").ends_with("which is not checked"));
}

#[test]
fn a_font_that_only_a_later_family_of_a_plain_text_names_is_used() {
    let svg = "<text x=\"5\" y=\"45\" font-family=\"Libertinus Serif, DejaVu Sans Mono\" font-size=\"5\">\u{5e9} \u{2603}</text>";
    let project = card(svg);
    project.write("templates/fonts/mono.ttf", bundled("DejaVuSansMono"));
    assert_eq!(of("unused-font", &project.faults()), Vec::<&Finding>::new());
}

#[test]
fn a_font_in_a_pattern_of_a_picture_is_used() {
    let text = "<text y=\"9\" font-family=\"DejaVu Sans Mono\" font-size=\"9\">Dig</text>";
    let pattern =
        format!("<pattern id=\"p\" width=\"20\" height=\"20\" patternUnits=\"userSpaceOnUse\">{text}</pattern>");
    let svg = |inside: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\">{inside}<rect width=\"20\" height=\"20\" fill=\"url(#p)\"/></svg>"
        )
    };
    let project = card("<image href=\"art/a.svg\" x=\"5\" y=\"40\" width=\"9\" height=\"9\"/>");
    project.write("templates/fonts/mono.ttf", bundled("DejaVuSansMono"));
    project.write("templates/art/a.svg", svg(&pattern));
    assert_eq!(of("unused-font", &project.faults()), Vec::<&Finding>::new());
    project.write("templates/art/a.svg", svg(&pattern.replace("DejaVu Sans Mono", "Libertinus Serif")));
    assert_eq!(of("unused-font", &project.faults()).len(), 1);
}
