//! Nothing outside the project is read: paths, links, devices, pictures.

use std::fs;
use std::process::Command;

use crate::project::Project;

const OUTSIDE: [&str; 12] = [
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\\\x.svg",
    "\\\\\\\\host\\\\share",
    "file:///etc/passwd",
    "http://example.com/a.svg",
    "..\\\\x.svg",
    "a/../../x.svg",
    "/dev/zero",
    "//host/x.svg",
    "https://example.com",
    "x:y",
];

#[test]
fn template_paths_stay_inside() {
    for path in OUTSIDE {
        for key in ["template = \"card.svg\"", "back = \"back.svg\""] {
            let project = Project::new();
            let word = key.split(' ').next().expect("a key");
            project.edit("content/mini/game.toml", key, &format!("{word} = \"{path}\""));
            let (exit, found) = project.check();
            assert_eq!(exit, 1, "{word} = {path}");
            assert!(found.iter().any(|f| f.rule == "path-outside" && f.line > 0), "{word} = {path}: {found:#?}");
        }
    }
}

#[test]
fn pictures_come_from_the_templates_folder_only() {
    for path in OUTSIDE.iter().chain(&["missing.png", "fifo", "folder", "link.png", "text.png"]) {
        let project =
            Project::drawing(&format!("<image href=\"{}\" width=\"9\" height=\"9\"/>", path.replace("\\\\", "\\")));
        Command::new("mkfifo").arg(project.path("templates/fifo")).status().expect("mkfifo");
        fs::create_dir(project.path("templates/folder")).expect("a folder");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", project.path("templates/link.png")).expect("a link");
        project.write("templates/text.png", "this is no picture");
        let (exit, found) = project.check();
        assert_eq!(exit, 1, "{path}: {found:#?}");
        assert!(found.iter().any(|f| f.rule == "image-unusable"), "{path}: {found:#?}");
    }
}

#[test]
fn a_picture_of_the_project_is_printed() {
    let project = Project::drawing("<image href=\"dot.png\" x=\"5\" y=\"5\" width=\"9\" height=\"9\"/>");
    project.write("templates/dot.png", png(99, 99));
    assert_eq!(project.faults(), []);
    let pdf = project.pdf(&[]);
    let text = String::from_utf8_lossy(&pdf).into_owned();
    assert!(text.contains("/Subtype/Image"), "the picture is in the PDF");
}

#[test]
fn broken_or_huge_pictures_are_refused() {
    let whole = png(64, 64);
    for (what, bytes) in
        [("cut off", whole[..whole.len() / 2].to_vec()), ("900 megapixels", huge()), ("gzip", vec![0x1f, 0x8b, 8, 0])]
    {
        let project = Project::drawing("<image href=\"dot.png\" width=\"9\" height=\"9\"/>");
        project.write("templates/dot.png", bytes);
        let (exit, found) = project.check();
        assert_eq!(exit, 1, "{what}");
        assert!(found.iter().any(|f| f.rule == "image-unusable"), "{what}: {found:#?}");
    }
}

fn png(w: u32, h: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, w, h);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> = (0..w * h * 3).map(|i| (i * 7 % 251) as u8).collect();
    encoder.write_header().expect("a header").write_image_data(&pixels).expect("pixels");
    bytes
}

/// The head of a picture of 30,000 x 30,000 pixels.
fn huge() -> Vec<u8> {
    let mut bytes = png(1, 1);
    bytes[16..20].copy_from_slice(&30_000u32.to_be_bytes());
    bytes[20..24].copy_from_slice(&30_000u32.to_be_bytes());
    bytes
}

#[test]
#[cfg(unix)]
fn links_out_of_the_project_are_refused() {
    use std::os::unix::fs::symlink;
    for (link, rule) in [
        ("content/mini/cards.toml", "file-unreadable"),
        ("templates/card.svg", "file-unreadable"),
        ("templates/icons/star.svg", "icon-unusable"),
        ("templates/fonts/a.ttf", "file-unreadable"),
    ] {
        let project = Project::new();
        let path = project.path(link);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let _ = fs::remove_file(&path);
        symlink("/etc/passwd", &path).expect("a link");
        let (exit, found) = project.check();
        assert_eq!(exit, 1, "{link}");
        assert!(found.iter().any(|f| f.rule == rule), "{link}: {found:#?}");
    }
}

#[test]
#[cfg(unix)]
fn links_to_fonts_are_reported_once_a_folder() {
    use std::os::unix::fs::symlink;
    let away = tempfile::TempDir::new().expect("a folder");
    for name in ["a.ttf", "b.otf", "c.ttf"] {
        fs::write(away.path().join(name), "font").expect("a file");
    }
    let copy = "copy the fonts into `templates/fonts` instead of linking to them";
    let said = |project: &Project| {
        let faults = project.faults().into_iter();
        faults.map(|f| (f.file, f.message, f.help == copy)).collect::<Vec<_>>()
    };
    let whole = Project::new();
    symlink(away.path(), whole.path("templates/fonts")).expect("a link");
    let leads_out = "leads out of the project through a symbolic link";
    assert_eq!(said(&whole), [("templates/fonts".to_owned(), format!("templates/fonts {leads_out}"), true)]);
    let each = Project::new();
    fs::create_dir(each.path("templates/fonts")).expect("a folder");
    for name in ["a.ttf", "b.otf", "c.ttf"] {
        symlink(away.path().join(name), each.path("templates/fonts").join(name)).expect("a link");
    }
    let message = format!("a.ttf {leads_out}, like 2 more beside it");
    assert_eq!(said(&each), [("templates/fonts/a.ttf".to_owned(), message, true)]);
    let inner = Project::new();
    fs::create_dir(inner.path("templates/fonts")).expect("a folder");
    symlink(away.path(), inner.path("templates/fonts/more")).expect("a link");
    let message = "more is a link to a folder, which is not followed".to_owned();
    assert_eq!(said(&inner), [("templates/fonts/more".to_owned(), message, true)]);
}

#[test]
fn fonts_of_the_project_are_found_first_and_bad_ones_told() {
    let project = Project::new();
    project.write("templates/fonts/broken.otf", "no font");
    let faults = project.faults();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert_eq!((faults[0].rule.as_str(), faults[0].file.as_str()), ("file-unreadable", "templates/fonts/broken.otf"));
}
