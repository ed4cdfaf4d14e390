//! Fine setting of texts: what stays together, what hangs, colors, lines, heights, and texts around a circle.

use wyrmpress::language::Language;
use wyrmpress::text::{Align, Arc, Fitted, TextBox, bent, lowest};
use wyrmpress::units::Pt;

use crate::project::Project;
use crate::text::{boxed, fonts, icons, set};

/// The lines of a text, each with its words.
fn lines(fitted: &Fitted) -> Vec<String> {
    let mut lines: Vec<(f32, String)> = Vec::new();
    for run in &fitted.stamp.runs {
        match lines.last_mut() {
            Some((y, line)) if *y == run.y => line.push_str(&run.text),
            _ => lines.push((run.y, run.text.clone())),
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The widest box in which a text still takes two lines: one more millimeter, and all words fit on one.
fn broken(text: &str, w: f32) -> Vec<String> {
    lines(&set(&boxed(text, w, 40.0, 10.0, 10.0)))
}

#[test]
fn a_number_stays_with_what_it_counts() {
    // 10 pt: about 45 mm would hold "Everyone at the table gains 3", were it not for "Gold".
    for w in (300..700).map(|w| w as f32 / 10.0) {
        for line in broken("Everyone at the table gains 3 Gold and **12 Favor** at once.", w) {
            assert!(!line.trim_end().ends_with(|c: char| c.is_ascii_digit()), "{line} at {w} mm");
        }
    }
}

#[test]
fn a_short_word_does_not_hang_at_the_end_of_a_line() {
    let text = "Everyone keeps a card or discards it in the end";
    let mut kept = 0;
    for w in (300..700).map(|w| w as f32 / 10.0) {
        let all = broken(text, w);
        for line in &all[..all.len() - 1] {
            let (rest, last) = line.trim_end().rsplit_once(' ').expect("two words");
            // Without it, the line would be too short.
            let is_needed = set(&boxed(rest, 200.0, 20.0, 10.0, 10.0)).width < 0.85 * w;
            assert!(last.len() > 2 || is_needed, "{w} mm: {all:?}");
            kept += usize::from(!is_needed);
        }
    }
    assert!(kept > 35, "{kept} lines could have lost a word");
}

#[test]
fn ranges_and_compounds_are_not_torn() {
    let width = |text: &str| set(&boxed(text, 200.0, 20.0, 10.0, 10.0)).width;
    let text = "A game for 2–5 players that takes 45–60 minutes. Also discard the follow-up effect, if you can.";
    for w in (200..700).map(|w| w as f32 / 10.0) {
        for line in broken(text, w) {
            let line = line.trim_end();
            assert!(!line.ends_with('–'), "{line} at {w} mm");
            // A compound parts at its hyphen where the rest of it has no room.
            assert!(!line.ends_with('-') || width(&format!("{line}up")) > w, "{line} at {w} mm");
        }
    }
}

#[test]
fn words_part_before_a_text_grows_out_of_its_box() {
    // Two lines are all there is room for; kept together, the number would need a third.
    let narrowest = (200..700).map(|w| w as f32 / 10.0).find(|&w| {
        let fitted = set(&boxed("Gain 3 Gold, 4 Favor, 5 Star, 6 Gold", w, 9.0, 10.0, 10.0));
        fitted.troubles.is_empty()
    });
    let narrowest = narrowest.expect("it fits somewhere");
    let one = set(&boxed("Gain 3 Gold, 4 Favor, 5 Star, 6 Gold", 100.0, 9.0, 10.0, 10.0));
    assert!(narrowest < one.width * 0.6, "{narrowest} of {}", one.width);
}

#[test]
fn quotes_hang_over_the_edge_of_a_text() {
    let edge = |text: &str| set(&boxed(text, 60.0, 20.0, 10.0, 10.0)).stamp.runs[0].x;
    assert_eq!(edge("Halt, who goes there?"), 0.0);
    let over = edge("“Halt, who goes there?”");
    assert!((-1.3..-0.5).contains(&over), "{over} mm");
}

#[test]
fn words_have_colors_of_the_palette_and_lines_below_them() {
    let fitted = set(&boxed("Pay {gold: 3 **Gold**}, __or leave__.\n---\nEnd", 80.0, 30.0, 10.0, 10.0));
    let [(name, tinted)] = &fitted.tinted[..] else { panic!("{:?}", fitted.tinted) };
    let said: String = tinted.runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!((name.as_str(), said.as_str()), ("gold", "3 Gold"));
    let [under, between] = &fitted.bars[..] else { panic!("{:?}", fitted.bars) };
    let leave = fitted.stamp.runs.iter().find(|run| run.text.contains("or leave")).expect("words");
    assert!(under.y > leave.y && under.y < leave.y + 1.0 && (8.0..16.0).contains(&under.w), "{under:?}");
    let (first, last) = (fitted.stamp.runs[0].y, fitted.stamp.runs[fitted.stamp.runs.len() - 1].y);
    assert!(between.w == 80.0 && (first..last).contains(&between.y), "{between:?}");
}

#[test]
fn a_paragraph_says_how_it_is_set() {
    let fitted = set(&boxed("Left\n\n:-: Mid\n\n--: Right", 60.0, 40.0, 10.0, 10.0));
    let spans = |i: usize| {
        let run = &fitted.stamp.runs[i];
        (run.x, 60.0 - run.x - run.glyphs.last().map_or(0.0, |g| g.x))
    };
    let ([left, mid, right], _) = ([0, 1, 2].map(spans), ());
    assert!(left.0 == 0.0 && mid.0 > 20.0 && mid.1 > 20.0 && right.1 < 5.0, "{left:?} {mid:?} {right:?}");
}

#[test]
fn without_markup_every_character_is_printed() {
    let text = "**6* {gem} ~20 __x__ # \\ - a";
    let fitted = set(&TextBox { is_plain: true, ..boxed(text, 200.0, 20.0, 10.0, 10.0) });
    assert_eq!(lines(&fitted), [text]);
    assert!(fitted.troubles.is_empty() && fitted.stamp.icons.is_empty(), "{:?}", fitted.troubles);
}

#[test]
fn letters_on_an_arc_stand_on_it_and_fit_it() {
    let arc = Arc { x: 50.0, y: 50.0, r: 30.0, deg: 0.0, is_inside: false };
    let text = TextBox { w: 60.0, ..boxed("A crown of words", 60.0, 100.0, 12.0, 6.0) };
    let fitted = bent(&text, &arc, &fonts(), &icons());
    assert!(fitted.troubles.is_empty(), "{:?}", fitted.troubles);
    let said: String = fitted.stamp.runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(said, "A crown of words");
    for run in &fitted.stamp.runs {
        let far = (run.x - 50.0).hypot(run.y - 50.0);
        // The start of a letter lies a little outside, because its middle touches the circle.
        assert!((30.0..30.2).contains(&far), "{}: {far}", run.text);
    }
    let (first, last) = (fitted.stamp.runs[0].turn, fitted.stamp.runs[fitted.stamp.runs.len() - 1].turn);
    assert!(first < -20.0 && (first + last).abs() < 4.0, "{first} to {last} degrees");
    let short = bent(&TextBox { w: 8.0, ..text }, &arc, &fonts(), &icons());
    assert_eq!((short.size, short.troubles[0].rule.name), (Pt(6.0), "text-overflow"));
}

#[test]
fn marks_turn_with_their_letter_on_an_arc() {
    let arc = Arc { x: 50.0, y: 50.0, r: 9.0, deg: 60.0, is_inside: false };
    // The second has its letter to the right of the mark's glyph, as all text from right to left.
    for text in ["x\u{323}\u{302}", "ב\u{5b0}"] {
        let text = boxed(text, 60.0, 100.0, 19.0, 19.0);
        let (straight, bent) = (set(&text).stamp, bent(&text, &arc, &fonts(), &icons()).stamp);
        let glyphs = &straight.runs[0].glyphs;
        assert!(glyphs.len() > 1 && bent.runs.len() == glyphs.len(), "{} has its marks apart", text.text);
        for (glyph, run) in glyphs.iter().zip(&bent.runs) {
            let (first, by) = (&bent.runs[0], glyph.x - glyphs[0].x);
            let (sin, cos) = first.turn.to_radians().sin_cos();
            let off = (first.x + by * cos - run.x).hypot(first.y + by * sin - run.y);
            assert!(run.turn == first.turn && off < 1e-3, "{}: {off} mm off", text.text);
        }
    }
}

#[test]
fn columns_are_as_low_as_they_can_be() {
    let long = "Draw two cards, then give one to the player on your left. ".repeat(3);
    let text = TextBox { columns: 3, ..boxed(&long, 70.0, 5000.0, 9.0, 9.0) };
    let height = lowest(&text, &fonts(), &icons()).height;
    let over = |h: f32| !set(&TextBox { h, ..text.clone() }).troubles.is_empty();
    assert!(!over(height) && over(height - 0.2), "{height} mm");
    assert!(height < set(&text).height / 2.5, "{height} mm");
}

#[test]
fn a_word_too_wide_is_measured_against_its_column() {
    let said = |w, columns, gutter| {
        let fitted = set(&TextBox { columns, gutter, ..boxed("Abenteuerlich", w, 20.0, 9.0, 9.0) });
        let [trouble] = &fitted.troubles[..] else { panic!("{:?}", fitted.troubles) };
        (trouble.message.clone(), trouble.help.clone().unwrap_or_default())
    };
    // 30 mm less two gutters of 2 mm are 26 mm for three columns.
    let (message, _) = said(30.0, 3, 2.0);
    assert!(message.contains("too wide for its column of 8.67 mm"), "{message}");
    let (message, help) = said(20.0, 2, 25.0);
    assert_eq!(message, "gutters of 25 mm leave no room for 2 columns in a box of 20 mm");
    assert_eq!(help, "make `gutter` or `columns` smaller");
}

#[test]
fn a_template_measures_how_high_a_text_is() {
    let long = "Draw two cards, then give one to the player on your left. ".repeat(3);
    let call = |w: u32| {
        format!(
            "{{% set h = text_height(text=\"{long}\", w={w}, size=9, font=fonts.text) %}}<rect x=\"0\" y=\"0\" width=\"5\" height=\"{{{{ h }}}}\" fill=\"#201810\"/>"
        )
    };
    let height = |w: u32| {
        let project = Project::drawing(&call(w));
        let output = project.run(&["render", "--quiet", "--format", "png", "--dpi", "100", "--out", "output"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        set(&boxed(&long, w as f32, 100.0, 9.0, 9.0)).height
    };
    assert!(height(40) > height(80) * 1.8);
}

#[test]
fn a_color_that_is_not_in_the_palette_is_reported_at_its_words() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig ☞{gld: deep}.");
    let faults = project.faults();
    let [fault] = &faults[..] else { panic!("{faults:#?}") };
    assert_eq!((fault.rule.as_str(), fault.place()), ("color-missing", project.marked()));
    assert_eq!(fault.help, "did you mean `{gold: …}`?");
}

#[test]
fn lines_are_justified_to_both_edges() {
    let text = "Long words and short ones make ragged lines of text that fill a box from side to side.";
    let fitted = set(&TextBox { align: Align::Justify, ..boxed(text, 50.0, 60.0, 9.0, 9.0) });
    let fonts = fonts();
    let mut ends: Vec<(f32, f32)> = Vec::new();
    for run in &fitted.stamp.runs {
        let last = run.glyphs.iter().rfind(|g| g.letters > 0).expect("letters");
        let end = run.x + last.x + fonts.face(run.face).advance(last.id) * run.size;
        match ends.last_mut() {
            Some((y, longest)) if *y == run.y => *longest = longest.max(end),
            _ => ends.push((run.y, end)),
        }
    }
    for (_, end) in &ends[..ends.len() - 1] {
        assert!((end - 50.0).abs() < 0.02, "{end} of 50 mm");
    }
}

#[test]
fn each_language_has_its_spaces_and_quotes() {
    let set = |language: &str, text: &str| {
        let project = Project::new();
        project.edit("content/mini/game.toml", "version =", &format!("language = \"{language}\"\nversion ="));
        project.edit("content/mini/cards.toml", "Dig deep.", text);
        project.faults().into_iter().map(|fault| (fault.rule, fault.help)).collect::<Vec<_>>()
    };
    let one = |rule: &str, help: &str| vec![(rule.to_owned(), help.to_owned())];
    assert_eq!(set("fr", "Creuse ! Vite : « ici » ?"), []);
    assert_eq!(set("en", "Dig ! Here"), one("double-space", "delete the space"));
    assert_eq!(set("fr-CH", "Creuse ! Vite"), one("double-space", "delete the space"));
    assert_eq!(set("de", "Grab „tief“."), []);
    assert_eq!(set("de", "Grab \\\"tief\\\"."), one("straight-quote", "write „ and “"));
    assert_eq!(set("de", "Grab “tief”."), one("straight-quote", "write „ and “"));
    assert_eq!(set("de-CH", "Grab «tief»."), []);
    assert_eq!(
        set("fr", "Creuse \\\"ici\\\"."),
        one("straight-quote", "write « and », with no-break spaces (U+00A0) inside")
    );
    assert_eq!(set("sv", "Gräv ”djupt”."), []);
    assert_eq!(set("hr", "Kopaj „duboko” ili »tu«."), []);
    assert_eq!(set("da", "Grav »dybt« eller „her“."), []);
    assert_eq!(set("da", "Grav \\\"dybt\\\"."), one("straight-quote", "write » and «"));
    assert_eq!(set("uk", "Копай «там “тут” там»."), []);
    assert_eq!(set("he", "מנכ\\\"ל"), one("straight-quote", "write ״ (U+05F4)"));
    assert_eq!(set("he", "וכו'"), one("straight-quote", "write ׳ (U+05F3)"));
    assert_eq!(set("he", "'שלום'"), one("straight-quote", "write ’ (U+2019), or ’ to open a quote"));
    let both = [one("straight-quote", "write ״ (U+05F4)"), one("straight-quote", "write ” and ”")].concat();
    assert_eq!(set("he", "מנכ\\\"ל \\\"שלום\\\""), both);
}

#[test]
fn marks_of_lines_are_no_dashes() {
    let quotes = |text: &str| {
        let project = Project::new();
        project.edit("content/mini/cards.toml", "Dig deep.", text);
        project.faults().into_iter().filter(|fault| fault.rule == "straight-quote").count()
    };
    for good in ["a\\n---\\nb and more", "a\\n:-- start words", "--: end", ":-: mid\\n- an item"] {
        assert_eq!(quotes(good), 0, "{good}");
    }
    for bad in ["a -- b", "--: end -- of it", "a ---", "- an item - or two"] {
        assert_eq!(quotes(bad), 1, "{bad}");
    }
}

#[test]
fn a_language_that_there_is_not_is_reported() {
    for (code, help) in [
        ("xx", "write a code of two letters"),
        ("qqq", "write a code of two letters"),
        ("jp", "write \"ja\""),
        ("German", "write \"de\""),
        ("ger", "write \"de\""),
        ("en_US", "write \"en-US\""),
    ] {
        let project = Project::new();
        project.edit("content/mini/game.toml", "version =", &format!("language = ☞\"{code}\"\nversion ="));
        let faults = project.faults();
        let [fault] = &faults[..] else { panic!("{faults:#?}") };
        assert_eq!((fault.rule.as_str(), fault.place()), ("out-of-range", project.marked()));
        assert!(fault.help.starts_with(help), "{}", fault.help);
    }
}

#[test]
fn a_template_is_told_the_code_of_a_language() {
    let project =
        Project::drawing("{{ text(text=\"Dig\", x=5, y=5, w=50, h=9, size=9, font=fonts.text, language=\"german\") }}");
    let faults = project.faults();
    let said = |help: &str| faults.iter().any(|f| f.message.contains(help) || f.help.contains(help));
    assert!(said("`language` is \"german\"; write \"de\""), "{faults:#?}");
}

#[test]
fn french_marks_do_not_start_a_line() {
    for w in (150..500).map(|w| w as f32 / 10.0) {
        let french = Language::parse("fr").expect("a tag");
        let fitted = set(&TextBox {
            language: french,
            ..boxed("Qui va là ? Halte ! Voici : « un dragon » ; fuyez !", w, 60.0, 10.0, 10.0)
        });
        for line in lines(&fitted) {
            assert!(
                !line.starts_with(['?', '!', ':', ';', '»']) && !line.trim_end().ends_with('«'),
                "{line} at {w} mm"
            );
        }
    }
}

#[test]
fn a_centered_title_does_not_leave_a_short_word_alone() {
    // Greedy lines would be "Friends in Every" and "Hall", where "in" stands within a line.
    for w in (280..400).map(|w| w as f32 / 10.0) {
        let fitted = set(&TextBox { align: Align::Center, ..boxed("Friends in Every Hall", w, 40.0, 12.0, 12.0) });
        let all = lines(&fitted);
        assert!(all.len() != 2 || all[1] != "Hall", "{all:?} at {w} mm");
    }
}
