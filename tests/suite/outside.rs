//! Nothing is written outside the folders that the user names, and no run leaves half a file.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::project::{Project, code};

/// The program on a project, started in the project's folder.
fn inside(project: &Project, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wyrmpress"));
    command.args(arguments).current_dir(project.root()).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Every file below a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut all = Vec::new();
    for entry in entries.map(|entry| entry.expect("an entry")) {
        match entry.file_type().expect("a type").is_dir() {
            true => all.extend(names(&entry.path())),
            false => all.push(entry.file_name().to_string_lossy().into_owned()),
        }
    }
    all.sort();
    all
}

#[test]
fn links_that_came_with_a_project_are_not_followed() {
    let away = tempfile::tempdir().expect("a folder");
    let kept = away.path().join("kept");
    fs::write(&kept, "mine").expect("a file");
    let cases: [(&str, &Path, &[&str]); 7] = [
        ("output", away.path(), &["render"]),
        ("output", away.path(), &["calibrate"]),
        ("output/mini", away.path(), &["render"]),
        ("output/mini/mini-a4.pdf", &kept, &["render"]),
        ("output/calibration-a4.pdf", &kept, &["calibrate"]),
        ("schema", away.path(), &["schema"]),
        ("report.json", &kept, &["check", "--no-play", "--format", "json", "--output-file", "report.json"]),
    ];
    for (link, target, arguments) in cases {
        let project = Project::new();
        let place = project.path(link);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        symlink(target, &place).expect("a link");
        let output = inside(&project, arguments).stderr(Stdio::piped()).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(code(&output), 2, "{link}: {said}");
        assert!(said.contains(&format!("{link}: it is a symbolic link")), "{link}: {said}");
        assert_eq!(names(away.path()), ["kept"], "{link}");
        assert_eq!(fs::read_to_string(&kept).expect("the file"), "mine", "{link}");
    }
}

#[test]
fn a_named_folder_may_be_a_link() {
    let (project, away) = (Project::new(), tempfile::tempdir().expect("a folder"));
    symlink(away.path(), project.path("shelf")).expect("a link");
    let output = inside(&project, &["render", "--out", "shelf"]).output().expect("it starts");
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(names(away.path()), ["mini-a4.pdf", "mini-letter.pdf"]);
}

#[test]
fn a_signal_leaves_no_unfinished_file() {
    for (signal, delay) in (0..12).map(|i| ([2, 15][i % 2], 4 * i as u64)) {
        let project = Project::new();
        let arguments = ["render", "--out", "output", "--format", "png,pdf", "--dpi", "600"];
        let mut child = inside(&project, &arguments).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(delay));
        let _ = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        let status = child.wait().expect("it ends");
        assert!(status.success() || status.signal() == Some(signal), "{status}");
        let left = names(&project.path("output"));
        assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
    }
}

#[test]
fn a_file_beyond_the_limit_is_named_and_nothing_is_left() {
    let project = Project::new();
    let program = env!("CARGO_BIN_EXE_wyrmpress");
    let line = format!("ulimit -f 4; exec {program} render --out output");
    let mut shell = Command::new("bash");
    let output = shell.args(["-c", &line]).current_dir(project.root()).output().expect("bash");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(code(&output), 2, "{said}");
    // Both papers are written at once, so either may be the first.
    let named = |paper: &str| said.contains(&format!("cannot write output/mini/mini-{paper}.pdf: file too large"));
    assert!(named("a4") || named("letter"), "{said}");
    assert!(names(&project.path("output")).is_empty());
}

#[test]
fn two_runs_into_one_folder_do_not_mix() {
    let (black, white) = (Project::new(), Project::new());
    white.edit("templates/card.svg", "fill=\"{{ palette.gold }}\"", "fill=\"#fff\"");
    let shelf = tempfile::tempdir().expect("a folder");
    let out = |name: &str| shelf.path().join(name).to_string_lossy().into_owned();
    for (project, name) in [(&black, "black"), (&white, "white")] {
        assert_eq!(code(&inside(project, &["render", "--out", &out(name)]).output().expect("it starts")), 0);
    }
    let read = |name: &str| {
        let file = |paper: &str| fs::read(shelf.path().join(format!("{name}/mini/mini-{paper}.pdf"))).expect("a file");
        (file("a4"), file("letter"))
    };
    let alone = [read("black"), read("white")];
    assert_ne!(alone[0], alone[1]);
    for _ in 0..8 {
        let runs = [&black, &white, &black, &white].map(|project| {
            inside(project, &["render", "--out", &out("both")]).stderr(Stdio::null()).spawn().expect("it starts")
        });
        for mut run in runs {
            assert!(run.wait().expect("it ends").success());
        }
        assert!(alone.contains(&read("both")), "one kit is from two runs");
    }
}
