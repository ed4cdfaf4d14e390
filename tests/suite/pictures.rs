//! Pictures of every kind: right in PDF and pixels, stored once, and never half drawn.

use std::fs;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use png::{BitDepth, ColorType};

use crate::pixels::{Picture, poppler};
use crate::project::{Project, code};

/// The four quarters of each picture: two above, two below.
const QUARTERS: [[u8; 3]; 4] = [[220, 30, 30], [20, 160, 40], [30, 30, 220], [240, 200, 40]];
/// What lies behind the pictures.
const GROUND: [u8; 3] = [244, 236, 216];
const BEHIND: &str = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#f4ecd8\"/>";

fn decoded(text: &str) -> Vec<u8> {
    STANDARD.decode(text).expect("base64")
}

/// A picture of 16 x 16 pixels as PNG. `of` gives the samples of a pixel in a quarter.
fn png(color: ColorType, depth: BitDepth, palette: &[u8], clear: &[u8], of: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if !palette.is_empty() {
        encoder.set_palette(palette.to_vec());
    }
    if !clear.is_empty() {
        encoder.set_trns(clear.to_vec());
    }
    let mut rows = Vec::new();
    for y in 0..16 {
        let samples: Vec<u8> = (0..16).flat_map(|x| of(x / 8 + y / 8 * 2)).collect();
        match depth {
            BitDepth::Eight | BitDepth::Sixteen => rows.extend(samples),
            _ => {
                let bits = depth as usize;
                let pack = |some: &[u8]| some.iter().fold(0, |byte, sample| byte << bits | sample);
                rows.extend(samples.chunks(8 / bits).map(pack));
            }
        }
    }
    encoder.write_header().expect("a header").write_image_data(&rows).expect("pixels");
    bytes
}

/// A JPEG file with a note of how to hold it.
fn held(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend(b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0");
    bytes.extend([orientation, 0, 0, 0, 0, 0, 0]);
    bytes.extend(&jpeg[2..]);
    bytes
}

/// A file, its bytes and the four colors to be seen.
type Kind = (String, Vec<u8>, [[u8; 3]; 4]);

/// Every kind of picture.
fn kinds() -> Vec<Kind> {
    use BitDepth::{Eight, Four, One, Sixteen, Two};
    use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    let [red, green, blue, yellow] = QUARTERS;
    let entries = QUARTERS.concat();
    let gray = [[90; 3], [110; 3], [0; 3], [255; 3]];
    let seen_through = [red, green, blue, GROUND];
    let opacity = |quarter: usize| if quarter == 3 { 0 } else { 255 };
    let with = |quarter: usize, last: u8| [&QUARTERS[quarter][..], &[last]].concat();
    let wide = |samples: &[u8]| samples.iter().flat_map(|&sample| [sample, sample]).collect::<Vec<u8>>();
    // The standard weights of red, green and blue.
    let light = |[r, g, b]: [u8; 3]| [((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000) as u8; 3];
    let mut all = vec![
        ("rgb.png", png(Rgb, Eight, &[], &[], |q| QUARTERS[q].to_vec()), QUARTERS),
        ("rgb16.png", png(Rgb, Sixteen, &[], &[], |q| wide(&QUARTERS[q])), QUARTERS),
        ("rgba.png", png(Rgba, Eight, &[], &[], |q| with(q, opacity(q))), seen_through),
        ("key.png", png(Rgb, Eight, &[], &[0, 240, 0, 200, 0, 40], |q| QUARTERS[q].to_vec()), seen_through),
        ("gray.png", png(Grayscale, Eight, &[], &[], |q| vec![gray[q][0]]), gray),
        ("gray16.png", png(Grayscale, Sixteen, &[], &[], |q| vec![gray[q][0]; 2]), gray),
        (
            "graya.png",
            png(GrayscaleAlpha, Eight, &[], &[], |q| vec![gray[q][0], opacity(q)]),
            [gray[0], gray[1], gray[2], GROUND],
        ),
        ("gray1.png", png(Grayscale, One, &[], &[], |q| vec![q as u8 & 1]), [[0; 3], [255; 3], [0; 3], [255; 3]]),
        ("gray2.png", png(Grayscale, Two, &[], &[], |q| vec![q as u8]), [[0; 3], [85; 3], [170; 3], [255; 3]]),
        ("gray4.png", png(Grayscale, Four, &[], &[], |q| vec![q as u8 * 5]), [[0; 3], [85; 3], [170; 3], [255; 3]]),
        ("indexed.png", png(Indexed, Two, &entries, &[], |q| vec![q as u8]), QUARTERS),
        // Numbers beyond the palette are black.
        ("beyond.png", png(Indexed, Two, &entries[..6], &[], |q| vec![q as u8]), [red, green, [0; 3], [0; 3]]),
        ("clear.png", png(Indexed, Eight, &entries, &[255, 255, 255, 0], |q| vec![q as u8]), seen_through),
        ("interlaced.png", decoded(INTERLACED), QUARTERS),
        ("rgb.jpg", decoded(RGB), QUARTERS),
        ("gray.jpg", decoded(GRAY), QUARTERS.map(light)),
        ("cmyk.jpg", decoded(CMYK), QUARTERS),
        ("progressive.jpg", decoded(PROGRESSIVE), QUARTERS),
        ("named.jpg", decoded(NAMED), QUARTERS),
        ("restarts.jpg", decoded(RESTARTS), QUARTERS.map(light)),
        ("first.gif", decoded(GIF), QUARTERS),
        ("plain.webp", decoded(WEBP), QUARTERS),
        ("clear.webp", decoded(WEBP_ALPHA), seen_through),
    ];
    // What is seen of a picture stored like the others, if it is held like that.
    let turned = [
        (2, [green, red, yellow, blue]),
        (3, [yellow, blue, green, red]),
        (4, [blue, yellow, red, green]),
        (5, [red, blue, green, yellow]),
        (6, [blue, red, yellow, green]),
        (7, [yellow, green, blue, red]),
        (8, [green, yellow, red, blue]),
    ];
    const NAMES: [&str; 7] = ["t2.jpg", "t3.jpg", "t4.jpg", "t5.jpg", "t6.jpg", "t7.jpg", "t8.jpg"];
    all.extend(NAMES.into_iter().zip(turned).map(|(name, (turn, seen))| (name, held(&decoded(RGB), turn), seen)));
    all.into_iter().map(|(name, bytes, seen)| (name.to_owned(), bytes, seen)).collect()
}

#[test]
fn every_kind_is_right_in_pdf_and_pixels() {
    let kinds = kinds();
    // Six in a row, 8 mm wide, every 9 mm.
    let at = |i: u8| (4 + i % 6 * 9, 4 + i / 6 * 9);
    let image = |(i, (name, ..)): (u8, &Kind)| {
        let (x, y) = at(i);
        format!("<image href=\"{name}\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\"/>")
    };
    let all: String = (0..).zip(&kinds).map(image).collect();
    let mark = "<rect width=\"2\" height=\"2\" fill=\"#f0f\"/>";
    let project = Project::drawing(&format!("{BEHIND}{mark}{all}"));
    for (name, bytes, _) in &kinds {
        project.write(&format!("templates/{name}"), bytes);
    }
    fs::write(project.path("sheet.pdf"), project.pdf(&["--format", "pdf,sheet-png", "--dpi", "150"])).expect("a file");
    let mut drawn = vec![("pixels", Picture::read(&project.path("output/mini/sheets-dpi-150/a4-cards-01-front.png")))];
    drawn.extend(poppler(&project.path("sheet.pdf"), 150).map(|picture| ("PDF", picture)));
    for (how, sheet) in drawn {
        let corner = sheet.corner([255, 0, 255]);
        for (i, (name, _, seen)) in (0..).zip(&kinds) {
            let (x, y) = at(i);
            for (quarter, want) in (0..).zip(seen) {
                // The middle of the quarter is 2 or 6 mm into the picture.
                let middle = [x + 2 + quarter % 2 * 4, y + 2 + quarter / 2 * 4].map(f64::from);
                let is = sheet.at(corner, middle, 150.0);
                let far = is.iter().zip(want).map(|(is, want)| is.abs_diff(*want)).max().expect("three colors");
                assert!(far <= 8, "{name} in {how}, quarter {quarter}: {is:?}, not {want:?}");
            }
        }
    }
}

#[test]
fn a_picture_is_stored_once_and_with_its_own_bytes() {
    let both =
        "<image href=\"a.png\" width=\"9\" height=\"9\"/><image href=\"b.jpg\" x=\"9\" width=\"9\" height=\"9\"/>";
    let project = Project::drawing(both);
    let (small, jpeg) = (png(ColorType::Rgb, BitDepth::Eight, &[], &[], |q| QUARTERS[q].to_vec()), decoded(RGB));
    // A camera may append a second picture.
    project.write("templates/b.jpg", [&jpeg[..], &jpeg[..]].concat());
    project.write("templates/a.png", &small);
    let pdf = project.pdf(&[]);
    let count = |what: &[u8]| pdf.windows(what.len()).filter(|at| *at == what).count();
    assert_eq!(count(b"/ColorTransform"), 0);
    assert_eq!(count(b"/Subtype/Image"), 2, "every card shows both");
    assert_eq!(count(&jpeg), 1);
    let start = small.windows(4).position(|at| at == b"IDAT").expect("pixels") + 4;
    let length = u32::from_be_bytes(*small[start - 8..].first_chunk().expect("a length")) as usize;
    assert_eq!(count(&small[start..start + length]), 1);
    assert!(lopdf::Document::load_mem(&pdf).is_ok());
    // Red, green and blue themselves, and nothing but their names says so.
    project.write("templates/b.jpg", decoded(NAMED));
    assert!(String::from_utf8_lossy(&project.pdf(&[])).contains("/DCTDecode/DecodeParms<</ColorTransform 0>>"));
}

#[test]
fn a_very_large_picture_is_made_smaller_for_its_largest_print() {
    let mut large = Vec::new();
    let mut encoder = png::Encoder::new(&mut large, 800, 800);
    encoder.set_color(ColorType::Grayscale);
    let pixels: Vec<u8> = (0..800 * 800u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    encoder.write_header().expect("a header").write_image_data(&pixels).expect("pixels");
    // 600 dpi: 10 mm need 237 pixels, 20 mm need 473. 30 mm need 709; 800 pixels are not worth the work.
    for (sizes, width) in [([10, 10], 237), ([10, 20], 473), ([10, 30], 800)] {
        let show = |size: i32| format!("<image href=\"a.png\" width=\"{size}\" height=\"{size}\"/>");
        let project = Project::drawing(&sizes.map(show).concat());
        project.write("templates/a.png", &large);
        let pdf = String::from_utf8_lossy(&project.pdf(&[])).into_owned();
        assert_eq!(pdf.matches("/Subtype/Image").count(), 1);
        assert!(pdf.contains(&format!("/Width {width}/Height {width}/ColorSpace/DeviceGray")), "{sizes:?}: {width}");
    }
    // 5 mm need 119 pixels.
    let flat = "<image href=\"a.png\" width=\"30\" height=\"5\" preserveAspectRatio=\"none\"/>";
    let project = Project::drawing(flat);
    project.write("templates/a.png", &large);
    assert!(String::from_utf8_lossy(&project.pdf(&[])).contains("/Width 800/Height 119/"));
}

#[test]
fn half_a_picture_is_a_finding_where_it_is_named() {
    for (name, bytes, _) in kinds().into_iter().filter(|(name, ..)| !name.starts_with('t')) {
        let project = Project::drawing(&format!("<image href=\"☞{name}\" width=\"9\" height=\"9\"/>"));
        for length in [bytes.len() / 3, bytes.len() * 2 / 3, bytes.len() - 12] {
            project.write(&format!("templates/{name}"), &bytes[..length]);
            let (exit, found) = project.check();
            let fault = found.iter().find(|f| f.rule == "image-unusable");
            let fault = fault.unwrap_or_else(|| panic!("{name}, {length} of {} bytes: {found:#?}", bytes.len()));
            assert_eq!((exit, fault.place()), (1, project.marked()), "{name}");
        }
        assert_eq!(code(&project.run(&["render", "--quiet"])), 1, "{name}");
    }
}

/// The places of a marker and of what follows its segment.
fn segment(jpeg: &[u8], marker: u8) -> [usize; 2] {
    let start = jpeg.windows(2).rposition(|pair| pair == [0xff, marker]).expect("a marker");
    let length = u16::from_be_bytes(*jpeg[start + 2..].first_chunk().expect("a length"));
    [start, start + 2 + usize::from(length)]
}

#[test]
fn damage_that_decoders_pass_over_is_a_finding() {
    const LESS: &str = "its compressed pixels end after ";
    let end = b"\xff\xd9";
    // The last scan, cut in the middle.
    let half = |jpeg: &[u8]| {
        let [_, start] = segment(jpeg, 0xda);
        [&jpeg[..(start + jpeg.len() - 2) / 2], end].concat()
    };
    let with = |jpeg: &[u8], more: &[u8]| [&jpeg[..jpeg.len() - 2], more, end].concat();
    let (rgb, progressive, restarts) = (decoded(RGB), decoded(PROGRESSIVE), decoded(RESTARTS));
    let mut higher = rgb.clone();
    higher[segment(&rgb, 0xc0)[0] + 6] = 160;
    let mut swapped = restarts.clone();
    let first = restarts.windows(2).position(|pair| pair == [0xff, 0xd0]).expect("a restart");
    swapped[first + 1] = 0xd1;
    let cases = [
        ("cut off", half(&rgb), LESS),
        ("a cut off scan", half(&progressive), LESS),
        ("more rows than pixels", higher, "its compressed pixels end after 4 of 40 blocks"),
        ("bytes to spare", with(&rgb, &[1, 2, 3]), "3 bytes are left over after its last pixel"),
        ("a restart too early", swapped, "restart 1 of its pixels is not where it belongs"),
        // Some cameras fill up to whole words, and mark the end like a restart.
        ("filling", with(&rgb, &[0, 0, 0xff, 0xff]), ""),
        ("a last restart", with(&restarts, &[0xff, 0xd3]), ""),
    ];
    for (what, bytes, why) in cases {
        let project =
            Project::drawing(&format!("{BEHIND}<image href=\"☞a.jpg\" x=\"9\" y=\"9\" width=\"2\" height=\"2\"/>"));
        project.write("templates/a.jpg", bytes);
        let found = project.faults();
        assert_eq!(found.len(), usize::from(!why.is_empty()), "{what}: {found:#?}");
        if let [fault] = &found[..] {
            assert_eq!((fault.rule.as_str(), fault.place()), ("image-unusable", project.marked()), "{what}");
            assert!(fault.message.contains(&format!("is damaged: {why}")), "{what}: {}", fault.message);
        }
    }
}

#[test]
fn a_coarse_picture_is_reported_once_for_each_size() {
    // 16 pixels on 2 mm are 203 dpi; on 4 mm they are 101.
    let project =
        Project::drawing(&format!("{BEHIND}<image href=\"☞a.png\" x=\"9\" y=\"9\" width=\"4\" height=\"4\"/>"));
    project.write("templates/a.png", png(ColorType::Rgb, BitDepth::Eight, &[], &[], |q| QUARTERS[q].to_vec()));
    let found = project.faults();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].rule.as_str(), found[0].place()), ("picture-coarse", project.marked()));
    let said = "`a.png` has 16x16 px and is printed at 4x4mm: 101 dpi; the limit is 200";
    assert!(found[0].message.starts_with(said), "{}", found[0].message);
    for (from, to) in [
        ("\"4\" height=\"4\"", "\"2\" height=\"2\""),
        ("href", "style=\"image-rendering:pixelated\" href"),
        ("href", "image-rendering=\"pixelated\" href"),
        ("href", "image-rendering='crisp-edges' href"),
        ("\"4\" height=\"4\"", "\"4\" height=\"0\""),
    ] {
        let before = project.read("templates/card.svg");
        project.edit("templates/card.svg", from, to);
        assert_eq!(project.faults(), [], "{to}");
        project.write("templates/card.svg", before);
    }
    project.edit("content/mini/game.toml", "title = ", "allow = [\"picture-coarse\"]\ntitle = ");
    assert_eq!(project.faults(), []);
}

#[test]
fn a_coarse_picture_is_found_wherever_it_is_drawn() {
    let (image, area) =
        ("<image href=\"☞a.png\" width=\"4\" height=\"4\"/>", "x=\"9\" y=\"9\" width=\"9\" height=\"9\"");
    // The small one is 2 x 2 mm: 203 dpi, and doubled it is 101.
    let small = "<image href=\"☞a.png\" width=\"2\" height=\"2\"/>";
    let pattern = |more: &str, image: &str| {
        let tile = format!(
            "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" width=\"4\" height=\"4\"{more}>{image}</pattern>"
        );
        format!("{tile}<rect {area} fill=\"url(#p)\"/>")
    };
    let mask = |more: &str, image: &str| {
        let mask = format!(
            "<mask id=\"m\" maskUnits=\"userSpaceOnUse\" {area}><g transform=\"translate(9 9)\">{image}</g></mask>"
        );
        format!("{mask}<g mask=\"url(#m)\"{more}><rect {area} fill=\"#024\"/></g>")
    };
    for (what, drawing, is_coarse) in [
        ("a pattern", pattern("", image), true),
        ("a small pattern", pattern("", small), false),
        ("an enlarged pattern", pattern(" patternTransform=\"scale(2)\"", small), true),
        ("a mask", mask("", image), true),
        ("a small mask", mask("", small), false),
        ("an enlarged mask", mask(" transform=\"scale(2)\"", small), true),
    ] {
        let project = Project::drawing(&format!("{BEHIND}{drawing}"));
        project.write("templates/a.png", png(ColorType::Rgb, BitDepth::Eight, &[], &[], |q| QUARTERS[q].to_vec()));
        let found: Vec<_> = project.faults().into_iter().filter(|fault| fault.rule == "picture-coarse").collect();
        assert_eq!(found.len(), usize::from(is_coarse), "{what}: {found:#?}");
        if let [fault] = &found[..] {
            assert!(fault.message.contains("4x4mm: 101 dpi"), "{what}: {}", fault.message);
            assert_eq!(fault.place(), project.marked(), "{what}");
        }
    }
}

#[test]
fn a_mask_weighs_colors_alike_in_pdf_and_pixels() {
    // Black behind a mask of one color leaves 255 * (1 - light): red 0.2126, green 0.7152, blue 0.0722.
    let ramp = "<linearGradient id=\"ramp\"><stop stop-color=\"#00f\"/><stop offset=\"1\" stop-color=\"#0f0\"/></linearGradient>";
    let rect = |fill: &str| format!("<rect width=\"8\" height=\"8\" fill=\"{fill}\"/>");
    let red = png(ColorType::Rgb, BitDepth::Eight, &[], &[], |_| vec![255, 0, 0]);
    let drawn = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\" fill=\"#f00\"/></svg>";
    let image = |name: &str| format!("<image href=\"{name}\" width=\"8\" height=\"8\"/>");
    let masks = [
        (rect("#f00"), 201),
        (rect("#0f0"), 73),
        (rect("#00f"), 237),
        (rect("#fff"), 0),
        // Half way from blue to green: (0.0722 + 0.7152) / 2.
        (format!("{ramp}{}", rect("url(#ramp)")), 155),
        (image("red.png"), 201),
        (image("red.svg"), 201),
    ];
    let place = |i: usize| (5 + i % 6 * 9, 5 + i / 6 * 9);
    let one = |(i, (mask, _)): (usize, &(String, u8))| {
        let (x, y) = place(i);
        let mask = format!(
            "<mask id=\"m{i}\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"8\" height=\"8\">{mask}</mask>"
        );
        format!("{mask}<g transform=\"translate({x} {y})\"><rect width=\"8\" height=\"8\" mask=\"url(#m{i})\"/></g>")
    };
    let all: String = masks.iter().enumerate().map(one).collect();
    let white = "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#fff\"/><rect width=\"2\" height=\"2\" fill=\"#f0f\"/>";
    // The same picture is red where it is no mask.
    let plain = "<image href=\"red.png\" x=\"5\" y=\"30\" width=\"8\" height=\"8\"/>";
    let project = Project::drawing(&format!("{white}{all}{plain}"));
    project.write("templates/red.png", red);
    project.write("templates/red.svg", drawn);
    fs::write(project.path("sheet.pdf"), project.pdf(&["--format", "pdf,sheet-png", "--dpi", "150"])).expect("a file");
    let mut sheets = vec![("pixels", Picture::read(&project.path("output/mini/sheets-dpi-150/a4-cards-01-front.png")))];
    sheets.extend(poppler(&project.path("sheet.pdf"), 150).map(|picture| ("PDF", picture)));
    for (how, sheet) in sheets {
        let corner = sheet.corner([255, 0, 255]);
        for (i, (mask, want)) in masks.iter().enumerate() {
            let (x, y) = place(i);
            let is = sheet.at(corner, [x as f64 + 4.0, y as f64 + 4.0], 150.0)[0];
            assert!(is.abs_diff(*want) <= 4, "{mask} in {how}: {is}, not {want}");
        }
        assert_eq!(sheet.at(corner, [9.0, 34.0], 150.0), [255, 0, 0], "{how}");
    }
}

/// A color profile of version 2: its name, red, green and blue, and a gamma for each.
fn profile(name: &str, primaries: [[f64; 3]; 3], gamma: f64) -> Vec<u8> {
    let number = |value: usize| (value as u32).to_be_bytes();
    let mut parts: Vec<(&[u8; 4], Vec<u8>)> = Vec::new();
    let description = [b"desc\0\0\0\0", &number(name.len() + 1)[..], name.as_bytes(), b"\0"].concat();
    parts.push((b"desc", description));
    for (tag, color) in [b"rXYZ", b"gXYZ", b"bXYZ"].into_iter().zip(primaries) {
        let fixed = color.map(|value| ((value * 65536.0) as i32).to_be_bytes());
        parts.push((tag, [&b"XYZ \0\0\0\0"[..], fixed.as_flattened()].concat()));
    }
    for tag in [b"rTRC", b"gTRC", b"bTRC"] {
        let curve = ((gamma * 256.0) as u16).to_be_bytes();
        parts.push((tag, [&b"curv\0\0\0\0\0\0\0\x01"[..], &curve].concat()));
    }
    let mut bytes = vec![0; 128];
    bytes[16..20].copy_from_slice(b"RGB ");
    bytes.extend(number(parts.len()));
    let mut place = 132 + 12 * parts.len();
    for (tag, content) in &parts {
        bytes.extend([&tag[..], &number(place), &number(content.len())].concat());
        place += content.len();
    }
    bytes.extend(parts.into_iter().flat_map(|(_, content)| content));
    bytes
}

#[test]
fn a_color_space_is_known_by_its_numbers() {
    let srgb = [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]];
    let [red, green, blue] = srgb;
    let wide = [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]];
    let with = |chunks: &[(&[u8; 4], &[u8])]| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
        encoder.set_color(ColorType::Rgb);
        let mut writer = encoder.write_header().expect("a header");
        for (name, content) in chunks {
            writer.write_chunk(png::chunk::ChunkType(**name), content).expect("a chunk");
        }
        writer.write_image_data(&[90; 768]).expect("pixels");
        drop(writer);
        bytes
    };
    let icc = |name: &str, primaries, gamma| {
        let mut packed = flate2::write::ZlibEncoder::new(b"a\0\0".to_vec(), flate2::Compression::fast());
        packed.write_all(&profile(name, primaries, gamma)).expect("a vector takes all bytes");
        with(&[(b"iCCP", &packed.finish().expect("a vector takes all bytes"))])
    };
    let code = |code: [u8; 4]| with(&[(b"cICP", &code)]);
    // White, red, green and blue: x and y of each.
    let primaries = |all: [u32; 8]| {
        let gamma = 45455u32.to_be_bytes();
        with(&[(b"gAMA", &gamma), (b"cHRM", all.map(u32::to_be_bytes).as_flattened())])
    };
    for (bytes, want) in [
        (icc("Camera RGB", srgb, 2.2), ""),
        (icc("sRGB built-in", srgb, 1.0), "the color profile `sRGB built-in`"),
        (icc("sRGB swapped", [green, red, blue], 2.2), "the color profile `sRGB swapped`"),
        (icc("Adobe RGB (1998)", wide, 2.2), "the color profile `Adobe RGB (1998)`"),
        (code([1, 13, 0, 1]), ""),
        (code([12, 13, 0, 1]), "the color space Display P3"),
        (code([9, 16, 0, 1]), "the color space Rec. 2020 in PQ"),
        (primaries([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]), ""),
        (primaries([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]), "a color range (`cHRM`) other than sRGB"),
    ] {
        let project =
            Project::drawing(&format!("{BEHIND}<image href=\"☞a.png\" x=\"9\" y=\"9\" width=\"2\" height=\"2\"/>"));
        project.write("templates/a.png", bytes);
        let found = project.faults();
        let said: Vec<&str> = found.iter().map(|fault| fault.message.as_str()).collect();
        let message = format!("`a.png` has {want}, which is not applied");
        assert_eq!(said, if want.is_empty() { vec![] } else { vec![&*message] });
    }
}

#[test]
fn colors_other_than_srgb_are_reported() {
    for (name, is_other) in [("Adobe RGB (1998)", true), ("sRGB IEC61966-2.1", false)] {
        // A profile of version 2 with nothing but its description, at byte 144.
        let mut profile = vec![0; 128];
        profile.extend(b"\0\0\0\x01desc\0\0\0\x90\0\0\0\x20desc\0\0\0\0\0\0\0");
        profile.push(name.len() as u8 + 1);
        profile.extend(name.bytes().chain([0]));
        let length = (profile.len() + 16) as u16;
        let segment = [&[0xff, 0xe2][..], &length.to_be_bytes(), b"ICC_PROFILE\0\x01\x01", &profile].concat();
        let jpeg = decoded(RGB);
        let place = "x=\"9\" y=\"9\" width=\"2\" height=\"2\"";
        let project = Project::drawing(&format!("{BEHIND}<image href=\"☞a.jpg\" {place}/>"));
        project.write("templates/a.jpg", [&jpeg[..2], &segment, &jpeg[2..]].concat());
        let found = project.faults();
        assert_eq!(found.len(), usize::from(is_other), "{name}: {found:#?}");
        if let [fault] = &found[..] {
            assert_eq!((fault.rule.as_str(), fault.place()), ("picture-colors", project.marked()));
            assert_eq!(fault.message, "`a.jpg` has the color profile `Adobe RGB (1998)`, which is not applied");
        }
    }
}

const INTERLACED: &str = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAAHnlligAAAATklEQVR42mO4IycnskCDQU7uzocTGgwYPIgAVAwijCGDWxkWPciK\
     UfRjkUAShxqCYi4WCdLtoIerKPMHLofgdO0g0YBDPYpHcYbG4NAAAJQXOxCgda5fAAAAAElFTkSuQmCC";
const RGB: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q\
     EBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\
     EBAQEBAQEBD/wAARCAAQABADAREAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAABgcICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/\
     xAAXAQADAQAAAAAAAAAAAAAAAAAHCAkE/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8ASQVH9FrIjEnRV0eGvaDR\
     gH//2Q==";
const GRAY: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q\
     EBEQCgwSExIQEw8QEBD/wAALCAAQABABAREA/8QAFwAAAwEAAAAAAAAAAAAAAAAABgcICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/\
     2gAIAQEAAD8ASQtTo17f/9k=";
const CMYK: &str = "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgICAgIDAgICAwMDAwQGBAQEBAQIBgYFBgkICgoJCAkJCgwPDAoLDgsJCQ0RDQ4PEBAR\
     EAoMEhMSEBMPEBAQ/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EABgAAQADAQAAAAAAAAAAAAAAAAkABQoI/8QAFBABAAAAAAAAAAAA\
     AAAAAAAAAP/aAA4EQwBNAFkASwAAPwDvUfQ+ips9RWl0i7FKeBGjA4oH0f/Z";
const PROGRESSIVE: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q\
     EBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\
     EBAQEBAQEBD/wgARCAAQABADAREAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAABQYHCP/EABcBAAMBAAAAAAAAAAAAAAAAAAYH\
     CAP/2gAMAwEAAhADEAAAAUgUfxfKMZzVx5r6DWB//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQIf/8QAFBEBAAAAAAAA\
     AAAAAAAAAAAAIP/aAAgBAwEBPwEf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwEf/8QAFBABAAAAAAAAAAAAAAAAAAAA\
     IP/aAAgBAQAGPwIf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPyEf/9oADAMBAAIAAwAAABDjD//EABQRAQAAAAAAAAAA\
     AAAAAAAAACD/2gAIAQMBAT8QH//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQIBAT8QH//EABQQAQAAAAAAAAAAAAAAAAAAACD/\
     2gAIAQEAAT8QH//Z";
/// Gray, with a restart after each of its four blocks.
const RESTARTS: &str = "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/wAALCAAQ\
     ABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/90ABAAB/9oACAEBAAA/ABD/0D7/0Y0//9Ks\
     P//Z";
/// Red, green and blue without a segment that says so: the channels have these names.
const NAMED: &str = "/9j/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/wAARCAAQ\
     ABADUhEARxEAQhEA/8QAFgABAQEAAAAAAAAAAAAAAAAACgkG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAwDUgBHAEIAAD8ArgjujuG+\
     QQ1DUD7loGkFUCXv/9k=";
const GIF: &str = "R0lGODdhEAAQAIEAAPDIKBSgKNweHh4e3CwAAAAAEAAQAEAIRgAFCBwoMIDBgwYHKFyoEIDDhw4JEkSIkCFDiBAlDqR4UGNBjgEs\
     LsT4UGRDkgA8CgAZQCVLlyBhcjQ5ACUAmjZxotRJMiAAOw==";
const WEBP: &str =
    "UklGRkIAAABXRUJQVlA4TDYAAAAvD8ADAB8gICEs8T+LTBMSECdkyf8JtgkJCNks/ycYM/+h54QOIMw2muQkJ3nvM4jof+j2QX0=";
const WEBP_ALPHA: &str =
    "UklGRkAAAABXRUJQVlA4TDMAAAAvD8ADEB8gEEhxJMMuECCU6FCvTUhAyGb5P8GY+Q8g75xAmG00yUlO8t5nENH/qO1T+AAA";
