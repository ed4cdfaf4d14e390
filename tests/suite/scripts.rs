//! Texts in many scripts, compared with Chromium's picture of the same text, font and size.

use std::fs;
use std::path::Path;

use serde_json::json;
use wyrmpress::finding::Sources;
use wyrmpress::language::Language;
use wyrmpress::text::{Align, Fonts, TextBox, fit};

use crate::browser::Browser;
use crate::pixels::{Picture, compare};
use crate::project::{Project, code};
use crate::text::{boxed, icons, set};

/// Where Debian puts `fonts-noto-core` and `fonts-noto-cjk`.
const FOLDERS: [&str; 2] = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"];

/// A line, and how it is set: name, language, families, files, text.
type Line = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static str);

const SANS: &str = "NotoSans-Regular.ttf";
const CJK: &str = "NotoSansCJK-Regular.ttc";

#[rustfmt::skip]
const LINES: [Line; 18] = [
    (
        "latin",
        "en",
        &["Noto Sans"],
        &[SANS, "NotoSans-Bold.ttf"],
        "\u{1e68}\u{1e4f}\u{308}m\u{e9} **b\u{f3}ld** x\u{323}\u{302} \u{1fe}ffl AVATAR",
    ),
    ("greek", "el", &["Noto Sans"], &[SANS], "Τράβηξε δύο κάρτες, ὕστερον ἀρχὴ τοῦ"),
    ("cyrillic", "ru", &["Noto Sans"], &[SANS], "Возьмите две карты; остальные в сброс"),
    (
        "hebrew",
        "he",
        &["Noto Sans Hebrew", "Noto Sans"],
        &["NotoSansHebrew-Regular.ttf", SANS],
        "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם",
    ),
    (
        "hebrew-mixed",
        "he",
        &["Noto Sans Hebrew", "Noto Sans"],
        &["NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Bold.ttf", SANS],
        "קחו 3 קלפים (או **ארבעה**) Draw 2! [סוף] 50%",
    ),
    (
        "arabic",
        "ar",
        &["Noto Naskh Arabic", "Noto Sans"],
        &["NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic-Bold.ttf", SANS],
        "اسحب بطاقتين (أو **ثلاثا**) ثم قل Dragon 12 مرة ١٢٣",
    ),
    (
        "arabic-joined",
        "ar",
        &["Noto Naskh Arabic"],
        &["NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic-Bold.ttf"],
        "كلمة في وسـ**ـطها** غامق لا إله الله مُحَمَّدٌ",
    ),
    ("urdu", "ur", &["Noto Nastaliq Urdu"], &["NotoNastaliqUrdu-Regular.ttf"], "دو کارڈ کھینچیں اور ایک پاس رکھیں"),
    (
        "hindi",
        "hi",
        &["Noto Sans Devanagari"],
        &["NotoSansDevanagari-Regular.ttf"],
        "दो पत्ते खींचो क्षत्रिय विद्यार्थी हिन्दी १२३।",
    ),
    ("bengali", "bn", &["Noto Sans Bengali"], &["NotoSansBengali-Regular.ttf"], "দুটি তাস টানুন ক্ষেত্র স্ত্রী কৌশল ১২৩।"),
    ("tamil", "ta", &["Noto Sans Tamil"], &["NotoSansTamil-Regular.ttf"], "இரண்டு அட்டைகளை கொள் ஸ்ரீ"),
    ("thai", "th", &["Noto Sans Thai"], &["NotoSansThai-Regular.ttf"], "จั่วไพ่สองใบแล้วเก็บไว้หนึ่งใบ น้ำ"),
    ("khmer", "km", &["Noto Sans Khmer"], &["NotoSansKhmer-Regular.ttf"], "ទាញសន្លឹកបៀពីរសន្លឹក ហើយទុកមួយ"),
    ("burmese", "my", &["Noto Sans Myanmar"], &["NotoSansMyanmar-Regular.ttf"], "ကတ်နှစ်ကတ်ဆွဲပြီး တစ်ကတ်ကို"),
    ("chinese", "zh-CN", &["Noto Sans CJK SC"], &[CJK], "抽两张牌，保留一张；其余的放入弃牌堆。"),
    ("japanese", "ja", &["Noto Sans CJK JP"], &[CJK], "カードを2枚引き、1枚を手札に残す。直"),
    ("korean", "ko", &["Noto Sans CJK KR"], &[CJK], "카드를 두 장 뽑고 한 장을 가지세요."),
    (
        "english-mixed",
        "en",
        &["Noto Sans", "Noto Sans Hebrew"],
        &[SANS, "NotoSansHebrew-Regular.ttf"],
        "Say “שלום לכולם (3)” for 2 [two] דרקון 12-15.",
    ),
];

/// 384 x 96 CSS pixels, twice as many of the picture.
const SIZE: (usize, usize) = (768, 192);

fn file(name: &str) -> Option<Vec<u8>> {
    FOLDERS.iter().find_map(|folder| fs::read(Path::new(folder).join(name)).ok())
}

/// A project with a card for each line.
fn project() -> Option<Project> {
    let project = Project::new();
    for name in LINES.iter().flat_map(|(_, _, _, files, _)| *files) {
        if !project.path(&format!("templates/fonts/{name}")).exists() {
            project.write(&format!("templates/fonts/{name}"), file(name)?);
        }
    }
    let mut cards = "[defaults]\norigin = \"designed\"\n".to_owned();
    for (id, language, families, _, text) in LINES {
        cards += &format!(
            "[[component]]\nid = {id:?}\nname = {id:?}\nlanguage = {language:?}\nfamilies = {families:?}\ntext = \"{text}\"\n"
        );
    }
    project.write("content/mini/cards.toml", cards);
    project.write(
        "content/mini/game.toml",
        "title = \"Mini\"\nversion = \"1.0\"\nplayers = [2, 4]\n[[set]]\nid = \"cards\"\ntitle = \"Cards\"\nsize = \"101.6x25.4mm\"\n\
         bleed = \"0 mm\"\nsafe = \"0 mm\"\ntemplate = \"card.svg\"\npapers = []\nfields = { language = \"text\", families = \"list\", text = \"text\" }\n",
    );
    project.write(
        "templates/card.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"101.6\" height=\"25.4\" viewBox=\"0 0 101.6 25.4\"><rect width=\"101.6\" \
         height=\"25.4\" fill=\"#fff\"/>{{ text(text=card.text, x=2, y=0, w=97.6, h=25.4, size=13, font=card.families, \
         language=card.language, valign=\"middle\", fill=\"#000\") }}</svg>",
    );
    Some(project)
}

/// The same lines as a web page.
fn page() -> String {
    let mut page = "<!doctype html><meta charset=utf-8><style>body{margin:0}div{width:384px;height:96px;line-height:96px;overflow:hidden;\
        white-space:nowrap;padding:0 8px;box-sizing:border-box;font-size:13pt;font-synthesis:none;text-rendering:geometricPrecision;\
        text-spacing-trim:space-all;text-autospace:no-autospace}</style>"
        .to_owned();
    for (_, _, families, files, _) in LINES {
        // A browser cannot pick a font of a collection; those it finds by their names.
        for file in files.iter().filter(|file| file.ends_with("ttf")) {
            let family = families.iter().find(|family| file.starts_with(&format!("{}-", family.replace(' ', ""))));
            let (family, weight) = (family.expect("its family"), if file.contains("Bold") { 700 } else { 400 });
            page += &format!(
                "<style>@font-face{{font-family:'{family}';font-weight:{weight};src:url(templates/fonts/{file})}}</style>"
            );
        }
    }
    for (_, language, families, _, text) in LINES {
        let mut bold = text.split("**").enumerate();
        let text: String = bold
            .by_ref()
            .map(|(n, part)| if n % 2 == 0 { part.to_owned() } else { format!("<b>{part}</b>") })
            .collect();
        let direction = if matches!(language, "he" | "ar" | "ur") { "rtl" } else { "ltr" };
        let families = families.iter().map(|family| format!("'{family}'")).collect::<Vec<_>>().join(",");
        page += &format!("<div lang={language} dir={direction} style=\"font-family:{families}\">{text}</div>");
    }
    page
}

#[test]
fn lines_in_many_scripts_look_as_they_do_in_a_browser() {
    let Some(project) = project() else {
        let is_required = std::env::var("WYRMPRESS_BROWSER").is_ok_and(|v| v == "required");
        assert!(!is_required, "WYRMPRESS_BROWSER=required, but fonts-noto-core and fonts-noto-cjk are not installed");
        return println!("skipped: fonts-noto-core and fonts-noto-cjk are not installed");
    };
    compare(&project, "scripts", 0.01, 0.002);
    let Some(mut browser) = Browser::start() else { return };
    let height = SIZE.1 / 2 * LINES.len();
    let screen = json!({ "width": SIZE.0 / 2, "height": height, "deviceScaleFactor": 2, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", screen);
    project.write("page.html", page());
    browser.go(&format!("file://{}", project.path("page.html").display()));
    browser.eval("document.fonts.ready.then(() => 1)");
    browser.wait("document.fonts.status === 'loaded'");
    browser.keep("scripts");
    let theirs = Picture::decode(&browser.shot());
    assert_eq!((theirs.width, theirs.height), (SIZE.0, height * 2));

    let out = project.path("output");
    let arguments = ["render", "--quiet", "--format", "png", "--dpi", "192", "--out", out.to_str().expect("UTF-8")];
    let output = project.run(&arguments);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let mut wrong = Vec::new();
    for (number, (id, ..)) in LINES.iter().enumerate() {
        let ours = Picture::read(&project.path(&format!("output/mini/png-dpi-192/cards/{id}.png"))).ink();
        let theirs = theirs.part([0, number * SIZE.1, SIZE.0, (number + 1) * SIZE.1]).ink();
        let (_, far) = ours.against(&theirs);
        let is_near = ours.width.abs_diff(theirs.width) <= 3 && ours.height.abs_diff(theirs.height) <= 2;
        if !is_near || far > 0.005 {
            wrong.push(format!(
                "{id}: {}x{} and {}x{}, {far:.4} of the pixels far off",
                ours.width, ours.height, theirs.width, theirs.height
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn words_of_thai_and_khmer_end_where_their_readers_see_an_end() {
    let lines = |text: &str| {
        let mut lines: Vec<(f32, String)> = Vec::new();
        for run in &set(&boxed(text, 12.0, 90.0, 10.0, 10.0)).stamp.runs {
            match lines.last_mut() {
                Some((y, line)) if *y == run.y => line.push_str(&run.text),
                _ => lines.push((run.y, run.text.clone())),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>()
    };
    // "draw | cards | two" and "draw | card": no letter is parted from its marks.
    let (thai, khmer) = (lines("จั่วไพ่สองใบแล้วเก็บไว้"), lines("ទាញសន្លឹកបៀពីរសន្លឹក"));
    assert!(thai.len() > 1 && khmer.len() > 1, "{thai:?} {khmer:?}");
    let words = ["จั่ว", "ไพ่", "สอง", "ใบ", "แล้ว", "เก็บ", "ไว้", "ទាញ", "សន្លឹក", "បៀពីរ"];
    for line in thai.iter().chain(&khmer) {
        assert!(
            words.iter().any(|word| line.starts_with(word)) && words.iter().any(|word| line.ends_with(word)),
            "{line}"
        );
    }
}

#[test]
fn a_paragraph_in_hebrew_may_begin_with_a_foreign_name() {
    let hebrew = Language::parse("he").expect("a tag");
    let ends = |text: &str, language| {
        let fitted = set(&TextBox { align: Align::Start, language, ..boxed(text, 90.0, 20.0, 10.0, 10.0) });
        let runs = &fitted.stamp.runs;
        runs.iter().map(|run| run.x).fold(f32::MAX, f32::min)
    };
    assert!(ends("Dragon לוקח", hebrew) > 40.0, "it starts on the right");
    assert_eq!(ends("Dragon לוקח", Language::ENGLISH), 0.0);
    assert_eq!(ends("Dragon Aegis", hebrew), 0.0, "a text of Latin letters only");
}

#[test]
fn the_first_column_of_a_text_is_where_it_starts() {
    let hebrew = Language::parse("he").expect("a tag");
    let first = |text: &str, language| {
        let text = TextBox { columns: 2, align: Align::Start, language, ..boxed(text, 60.0, 9.0, 10.0, 10.0) };
        set(&text).stamp.runs[0].x
    };
    let long = "אחת שתיים שלוש ארבע חמש שש שבע שמונה תשע עשר";
    assert!(first(long, hebrew) > 32.0 && first(long, Language::ENGLISH) > 32.0);
    let english = "One two three four five six seven eight nine ten";
    assert!(first(english, hebrew) < 32.0 && first(english, Language::ENGLISH) < 32.0);
}

#[test]
fn a_word_alone_is_named_as_it_is_read() {
    let text = "אחת שתיים שלוש ארבע סוף.";
    let lone = (100..400).find_map(|w| {
        let said = set(&boxed(text, w as f32 / 10.0, 90.0, 10.0, 10.0)).stamp.said;
        said.and_then(|said| said.lone.first().cloned())
    });
    assert_eq!(lone.as_deref(), Some("סוף."));
}

#[test]
fn icons_are_as_tall_as_capitals_though_the_first_font_has_none() {
    let project = Project::new();
    for name in ["NotoSansArabic-Regular.ttf", SANS] {
        let Some(font) = file(name) else { return println!("skipped: fonts-noto-core is not installed") };
        project.write(&format!("templates/fonts/{name}"), font);
    }
    let fonts = Fonts::load(project.root(), &mut Sources::default(), &mut Vec::new()).expect("the fonts");
    let families = ["Noto Sans Arabic", "Noto Sans"];
    let fitted = fit(&TextBox { families: &families, ..boxed("H {gem}", 50.0, 20.0, 10.0, 10.0) }, &fonts, &icons());
    let run = &fitted.stamp.runs[0];
    // A capital of Noto Sans is 0.714 em high.
    assert!((fitted.stamp.icons[0].size - 0.714 * run.size).abs() < 0.01, "{}", fitted.stamp.icons[0].size);
    assert!((run.y - 0.714 * run.size).abs() < 0.01, "its first line ends at the top of the box: {}", run.y);
}

#[test]
fn a_part_of_a_khmer_word_does_not_say_what_it_is_a_part_of() {
    let Some(font) = file("NotoSansKhmer-Regular.ttf") else {
        return println!("skipped: fonts-noto-core is not installed");
    };
    let call = |text: &str, y: u32| {
        format!("{{{{ text(text=\"{text}\", x=5, y={y}, w=53, h=9, size=12, font=\"Noto Sans Khmer\") }}}}")
    };
    let ground = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/>";
    let project = Project::drawing(&(ground.to_owned() + &call("ម្នា", 5) + &call("មាស", 25)));
    project.write("templates/fonts/khmer.ttf", font);
    let maps = maps(&project);
    // One glyph is drawn for both letters.
    assert!(maps.iter().any(|map| map.contains(" <179817b6>\n")), "{maps:?}");
}

#[test]
fn space_between_letters_does_not_part_them_from_their_marks() {
    let at = |text: &str, tracking| {
        let fitted = set(&TextBox { tracking, ..boxed(text, 90.0, 20.0, 10.0, 10.0) });
        (fitted.stamp.runs[0].glyphs.iter().map(|glyph| glyph.x).collect::<Vec<_>>(), fitted.width)
    };
    let (plain, spaced) = (at("x\u{323}n", 0.0), at("x\u{323}n", 0.5));
    // Half an em of 10 pt is 1.764 mm: once after x with its dot, once after n.
    assert!((spaced.1 - plain.1 - 2.0 * 1.764).abs() < 0.01, "{spaced:?} {plain:?}");
    assert!(
        (spaced.0[1] - plain.0[1]).abs() < 0.01 && (spaced.0[2] - plain.0[2] - 1.764).abs() < 0.01,
        "{spaced:?} {plain:?}"
    );
    // Letters that join stay joined.
    assert_eq!(at("سلام", 0.5).1, at("سلام", 0.0).1);
}

/// The maps from glyphs to letters in the PDF of a project.
fn maps(project: &Project) -> Vec<String> {
    let document = lopdf::Document::load_mem(&project.pdf(&[])).expect("a sound PDF");
    let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
    streams
        .filter_map(|stream| Some(String::from_utf8_lossy(&stream.decompressed_content().ok()?).into_owned()))
        .filter(|text| text.contains("begincmap"))
        .collect()
}

#[test]
fn a_letter_is_copied_from_the_pdf_though_it_also_stands_below_marks() {
    let project = Project::drawing(
        "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/>{{ text(text=\"x\u{323}\u{302} then x, בְּ and ב\", x=5, y=5, w=53, h=9, size=12, font=\"Libertinus Serif\") }}",
    );
    let maps = maps(&project);
    for letter in ['x', 'ב'] {
        let alone = format!(" <{:04x}>\n", letter as u32);
        assert!(maps.iter().any(|map| map.contains(&alone)), "{letter}: {maps:?}");
    }
    let begins = format!(" <{:04x}", 'x' as u32);
    assert!(!maps.iter().any(|map| map.matches(&begins).count() > 1), "{maps:?}");
}

#[test]
fn a_plain_text_says_what_several_glyphs_are_together() {
    let project = Project::drawing(
        "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/><text x=\"5\" y=\"20\" font-size=\"5\" font-family=\"Libertinus Serif\">x\u{323}\u{302}n and x</text>",
    );
    let document = lopdf::Document::load_mem(&project.pdf(&[])).expect("a sound PDF");
    let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
    let contents: Vec<String> = streams
        .filter_map(|stream| Some(String::from_utf8_lossy(&stream.decompressed_content().ok()?).into_owned()))
        .collect();
    let said: Vec<&str> =
        contents.iter().flat_map(|content| content.split("ActualText<").skip(1)).map(|s| &s[..20]).collect();
    assert!(!said.is_empty() && said.iter().all(|said| *said == "feff007803230302006e"), "{said:?}");
}

#[test]
fn joiners_that_a_script_needs_are_no_fault() {
    let faults = |text: &str| {
        let project = Project::new();
        project.edit("content/mini/cards.toml", "Dig deep.", text);
        project.faults().into_iter().filter(|fault| fault.rule == "bidi-character").count()
    };
    for good in ["می\u{200c}خواهم", "र्\u{200d}य", "ไพ่\u{200b}สอง", "שלום\u{200f}!"] {
        assert_eq!(faults(good), 0, "{good}");
    }
    for bad in ["Dig\u{200d}deep", "Dig\u{200f}", "שלום\u{202e}"] {
        assert_eq!(faults(bad), 1, "{bad}");
    }
}
