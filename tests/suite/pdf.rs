//! The PDF itself: pages, boxes, fonts, one form per face, no raster, text, the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use lopdf::{Dictionary, Document, Object};

use crate::project::{Project, code, repository, run};

fn kit(more: &[&str]) -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let out = tempfile::TempDir::new().expect("a scratch folder");
    let mut arguments = vec!["render", "--quiet", "--out", out.path().to_str().expect("UTF-8")];
    arguments.extend(more);
    let output = run(repository(), &arguments);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let folder = out.path().join("reign-of-dragoness");
    let files = fs::read_dir(folder)
        .expect("the kit was written")
        .map(|entry| {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .collect();
    (out, files)
}

fn load(bytes: &[u8]) -> Document {
    Document::load_mem(bytes).expect("a sound PDF")
}

fn dict<'a>(doc: &'a Document, object: &'a Object) -> &'a Dictionary {
    match object {
        Object::Reference(id) => dict(doc, doc.get_object(*id).expect("an object")),
        Object::Stream(stream) => &stream.dict,
        other => other.as_dict().expect("a dictionary"),
    }
}

fn numbers(object: &Object) -> Vec<f32> {
    object.as_array().expect("an array").iter().map(|n| n.as_float().expect("a number")).collect()
}

#[test]
fn the_kit_has_its_pages_boxes_bookmarks_and_layer() {
    let (_out, files) = kit(&[]);
    assert_eq!(files.keys().collect::<Vec<_>>(), ["reign-of-dragoness-a4.pdf", "reign-of-dragoness-letter.pdf"]);
    for (name, (w, h)) in [("a4", (595.276, 841.89)), ("letter", (612.0, 792.0))] {
        let doc = load(&files[&format!("reign-of-dragoness-{name}.pdf")]);
        let pages = doc.get_pages();
        // 11 sheets of dragons, 1 of specials, 1 of references, and 2 single sheets with an empty back, so that no
        // front lands behind them.
        assert_eq!(pages.len(), 2 * 15);
        for page in pages.values() {
            let page = doc.get_dictionary(*page).expect("a page");
            let media = numbers(page.get(b"MediaBox").expect("a media box"));
            assert!((media[2] - w).abs() < 0.01 && (media[3] - h).abs() < 0.01, "{media:?}");
            let (trim, bleed) = (
                numbers(page.get(b"TrimBox").expect("a trim box")),
                numbers(page.get(b"BleedBox").expect("a bleed box")),
            );
            assert!(bleed[0] <= trim[0] && bleed[1] <= trim[1] && bleed[2] >= trim[2] && bleed[3] >= trim[3]);
            assert!(trim[0] > 0.0 && trim[2] < w && trim[1] > 0.0 && trim[3] < h);
            let forms =
                dict(&doc, dict(&doc, page.get(b"Resources").expect("resources")).get(b"XObject").expect("forms"));
            assert!(forms.len() <= 10, "a page names only what it shows: {}", forms.len());
        }
        let catalog = doc.catalog().expect("a catalog");
        let preferences = dict(&doc, catalog.get(b"ViewerPreferences").expect("preferences"));
        assert_eq!(preferences.get(b"PrintScaling").and_then(Object::as_name).expect("a name"), b"None");
        assert_eq!(preferences.get(b"Duplex").and_then(Object::as_name).expect("a name"), b"DuplexFlipLongEdge");
        let layers = dict(&doc, catalog.get(b"OCProperties").expect("layers"));
        assert_eq!(layers.get(b"OCGs").and_then(Object::as_array).expect("layers").len(), 1);
        let outline = dict(&doc, catalog.get(b"Outlines").expect("bookmarks"));
        assert_eq!(outline.get(b"Count").and_then(Object::as_i64).expect("a count"), 4);
        let info = dict(&doc, doc.trailer.get(b"Info").expect("metadata"));
        assert!(info.get(b"CreationDate").is_err(), "no clock");
    }
}

#[test]
fn each_face_is_stored_once_and_nothing_is_raster() {
    let (_out, files) = kit(&["--paper", "a4"]);
    let bytes = &files["reign-of-dragoness-a4.pdf"];
    let doc = load(bytes);
    let mut faces = BTreeSet::new();
    let mut placed = 0;
    for page in doc.get_pages().values() {
        let content = String::from_utf8_lossy(&doc.get_page_content(*page)).into_owned();
        placed += content.matches(" Do").count() - 1;
        let page = doc.get_dictionary(*page).expect("a page");
        let forms = dict(&doc, dict(&doc, page.get(b"Resources").expect("resources")).get(b"XObject").expect("forms"));
        for (name, object) in forms.iter().filter(|(name, _)| name.starts_with(b"F")) {
            faces.insert((name.clone(), object.as_reference().expect("a reference")));
        }
    }
    // 96 dragons, 7 distinct specials, 1 reference with front and back, 2 sheets, 1 common back.
    assert_eq!(faces.len(), 96 + 7 + 2 + 2 + 1);
    // 110 cards with a back each, 2 sheets.
    assert_eq!(placed, 2 * 110 + 2);
    for object in doc.objects.values() {
        if let Object::Stream(stream) = object {
            let kind = stream.dict.get(b"Subtype").and_then(Object::as_name).unwrap_or(b"");
            assert_ne!(kind, b"Image", "no raster image");
        }
    }
    assert!(bytes.len() < 1_100_000, "{} bytes", bytes.len());
}

#[test]
fn fonts_are_embedded_subsets_that_know_their_letters() {
    let (_out, files) = kit(&["--paper", "a4"]);
    let doc = load(&files["reign-of-dragoness-a4.pdf"]);
    let mut fonts = 0;
    for object in doc.objects.values() {
        let Ok(font) = object.as_dict() else { continue };
        if font.get(b"Subtype").and_then(Object::as_name).unwrap_or(b"") != b"Type0" {
            continue;
        }
        fonts += 1;
        let name = font.get(b"BaseFont").and_then(Object::as_name).expect("a name");
        assert_eq!(name[6], b'+', "a subset: {}", String::from_utf8_lossy(name));
        assert!(font.get(b"ToUnicode").is_ok());
        let child = &font.get(b"DescendantFonts").and_then(Object::as_array).expect("one font")[0];
        let descriptor = dict(&doc, dict(&doc, child).get(b"FontDescriptor").expect("a descriptor"));
        assert!(descriptor.get(b"FontFile3").is_ok() || descriptor.get(b"FontFile2").is_ok(), "embedded");
    }
    assert!((2..=6).contains(&fonts), "{fonts} fonts");
}

#[test]
fn text_can_be_extracted() {
    // What a reader selects: the glyphs of a face, as the letters that the font's map gives.
    let project = Project::new();
    let doc = load(&project.pdf(&["--backs", "none"]));
    let text = extracted(&doc);
    for words in ["Fire 1", "Draw two cards", "and keep one", "Discard a card.", "Dig deep.", "print at 100 %"] {
        assert!(text.contains(words), "`{words}` is not in {text}");
    }
}

#[test]
fn what_is_used_twice_is_printed_twice() {
    let project = Project::drawing(
        r##"<defs><g id="again">{{ text(text="Echo", x=9, y=9, w=20, h=8, size=12, font=fonts.text, fill="#000") }}</g><symbol id="sign" viewBox="0 0 9 9">{{ text(text="Sign", x=0, y=0, w=9, h=9, size=8, font=fonts.text, fill="#000") }}</symbol></defs><use href="#again"/><use href="#again" y="20"/><use href="#sign" x="9" y="50" width="20" height="20"/>"##,
    );
    let text = extracted(&load(&project.pdf(&["--backs", "none"])));
    assert_eq!((text.matches("Echo").count(), text.matches("Sign").count()), (2, 1), "{text}");
}

/// The text of all forms, in any order.
pub fn extracted(doc: &Document) -> String {
    let mut out = String::new();
    for object in doc.objects.values() {
        let Object::Stream(stream) = object else { continue };
        if stream.dict.get(b"Subtype").and_then(Object::as_name).unwrap_or(b"") != b"Form" {
            continue;
        }
        let Ok(resources) = stream.dict.get(b"Resources") else { continue };
        let resources = dict(doc, resources);
        let Ok(fonts) = resources.get(b"Font") else { continue };
        let fonts = dict(doc, fonts);
        let content = String::from_utf8_lossy(&stream.decompressed_content().expect("a deflated stream")).into_owned();
        let mut map = BTreeMap::new();
        for line in content.lines() {
            if let Some(name) = line.strip_suffix("Tf").and_then(|l| l.split_whitespace().next()) {
                map = letters(doc, dict(doc, fonts.get(&name.as_bytes()[1..]).expect("a font")));
            } else if line.contains("TJ") {
                for part in line.split('<').skip(1) {
                    let hex = part.split('>').next().unwrap_or("");
                    for glyph in hex.as_bytes().chunks(4) {
                        let key = String::from_utf8_lossy(glyph).into_owned();
                        out.push_str(map.get(&key).map_or("", String::as_str));
                    }
                }
                out.push('\n');
            }
        }
    }
    out.replace('\n', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn letters(doc: &Document, font: &Dictionary) -> BTreeMap<String, String> {
    let Object::Stream(stream) =
        doc.get_object(font.get(b"ToUnicode").and_then(Object::as_reference).expect("a map")).expect("a map")
    else {
        panic!("the map is a stream")
    };
    let text = String::from_utf8(stream.decompressed_content().expect("a deflated stream")).expect("ASCII");
    text.lines()
        .filter_map(|line| {
            let (glyph, letters) = line.strip_prefix('<')?.split_once("> <")?;
            let units: Vec<u16> = letters
                .trim_end_matches('>')
                .as_bytes()
                .chunks(4)
                .filter_map(|c| u16::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok())
                .collect();
            Some((glyph.to_owned(), String::from_utf16(&units).ok()?))
        })
        .collect()
}

#[test]
fn the_same_bytes_come_out_every_time() {
    let (_a, first) = kit(&["--jobs", "1"]);
    let (_b, again) = kit(&["--jobs", "1"]);
    let (_c, four) = kit(&["--jobs", "4"]);
    assert!(first == again, "two runs differ");
    assert!(first == four, "one and four threads differ");
}

#[test]
fn the_marks_layer_holds_all_marks() {
    let doc = load(&Project::new().pdf(&[]));
    for page in doc.get_pages().values() {
        let content = String::from_utf8_lossy(&doc.get_page_content(*page)).into_owned();
        let (before, layer) = content.split_once("BDC").expect("a layer");
        assert!(layer.contains("/M") && layer.contains("EMC") && !before.contains("/M0 Do"));
    }
}

#[test]
fn torture_features_become_sound_pdf() {
    let project = Project::drawing(crate::pixels::TORTURE);
    let doc = load(&project.pdf(&[]));
    assert!(doc.get_pages().len() == 2);
}
