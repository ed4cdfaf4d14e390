//! The command itself: exit codes, streams, options, and files that are complete or absent.

use std::fs;
use std::process::{Command, Stdio};

use crate::project::{Project, code, run};

fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
}

#[test]
fn exit_codes_tell_clean_findings_and_failure() {
    let project = Project::new();
    assert_eq!(code(&project.run(&["check", "--quiet"])), 0);
    project.edit("content/mini/cards.toml", "number = 2", "number = 99");
    assert_eq!(code(&project.run(&["check", "--quiet"])), 1);
    assert_eq!(code(&project.run(&["check", "nosuch"])), 2);
    assert_eq!(code(&project.run(&["chekc"])), 2);
    assert_eq!(code(&project.run(&["render", "--paper", "a99"])), 2);
    assert_eq!(code(&project.run(&["explain", "nosuch"])), 2);
    assert_eq!(code(&project.run(&["check", "--jobs", "100000"])), 2);
    let empty = tempfile::TempDir::new().expect("a folder");
    assert_eq!(code(&run(empty.path(), &["check"])), 2);
    fs::create_dir(empty.path().join("content")).expect("a folder");
    assert_eq!(code(&run(empty.path(), &["check"])), 2);
}

#[test]
fn notes_fail_only_when_asked_to() {
    let project = Project::new();
    assert_eq!(code(&project.run(&["check", "--quiet", "--fail-on", "note"])), 0);
    // No usual paper has room for the full bleed of nine cards: that is a note.
    project.edit("content/mini/cards.toml", "clan = \"water\"", "count = 6\nclan = \"water\"");
    assert_eq!(code(&project.run(&["check", "--quiet", "--fail-on", "note"])), 1);
    assert_eq!(code(&project.run(&["check", "--quiet", "--fail-on", "warning"])), 0);
}

#[test]
fn a_margin_that_home_printers_cannot_keep_is_told() {
    let project = Project::new();
    let output = project.run(&["check", "--format", "json", "--margin", "3mm"]);
    assert_eq!(code(&output), 0);
    let told = crate::project::findings(&output);
    assert!(
        told.iter().any(|f| f.rule == "margin-below-printer" && f.message.contains("3 mm is below the 5 mm")),
        "{told:#?}"
    );
}

#[test]
fn every_rule_can_be_explained() {
    let project = Project::new();
    let all = project.run(&["explain"]);
    let list = String::from_utf8(all.stdout).expect("UTF-8");
    assert!(list.lines().count() > 30);
    for rule in list.lines().filter_map(|l| l.split_whitespace().next()) {
        let page = String::from_utf8(project.run(&["explain", rule]).stdout).expect("UTF-8");
        assert!(page.contains(rule) && page.contains("Why it matters"), "{rule}: {page}");
    }
}

#[test]
fn a_choice_of_components_is_printed() {
    let project = Project::new();
    let all = [("mini/*", 4), ("cards/{fire,earth}-?", 3), ("{*-1,*-2}", 4), ("cards", 4)];
    for (glob, cards) in [("fire-*", 2), ("cards/water-1", 1), ("mini/cards/*-1", 3)].into_iter().chain(all) {
        let out = project.path("faces");
        let _ = fs::remove_dir_all(&out);
        let output = project.run(&[
            "render",
            "--quiet",
            "--only",
            glob,
            "--format",
            "png",
            "--dpi",
            "20",
            "--out",
            out.to_str().expect("UTF-8"),
        ]);
        assert_eq!(code(&output), 0, "{glob}: {}", String::from_utf8_lossy(&output.stderr));
        let folder = fs::read_dir(out.join("mini")).expect("a folder").next().expect("one folder").expect("readable");
        assert!(folder.file_name().to_str().expect("UTF-8").starts_with("png-dpi-20-only-"), "{glob}: {folder:?}");
        let faces = fs::read_dir(folder.path().join("cards")).expect("faces").count();
        // A back that all share is one more.
        assert_eq!(faces, cards + 1, "{glob}");
    }
    let output = project.run(&["render", "--only", "nothing-*"]);
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no component matches"));
    for odd in ["a[", "{a", "!a"] {
        assert_eq!(code(&project.run(&["render", "--only", odd, "--quiet"])), 2, "{odd}");
    }
}

#[test]
fn all_papers_and_backs_are_printed() {
    let project = Project::new();
    let out = project.path("all");
    let mut done = 0;
    for backs in ["long-edge", "short-edge", "gutterfold", "none"] {
        let papers = "a4,letter,a3,legal,tabloid,200x300mm";
        let output = project.run(&[
            "render",
            "--quiet",
            "--paper",
            papers,
            "--backs",
            backs,
            "--out",
            out.to_str().expect("UTF-8"),
        ]);
        assert_eq!(code(&output), 0, "{backs}: {}", String::from_utf8_lossy(&output.stderr));
        done += 6;
        assert_eq!(fs::read_dir(out.join("mini")).expect("files").count(), done, "{backs}");
    }
}

#[test]
fn a_set_can_have_papers_of_its_own() {
    let project = Project::new();
    project.edit("content/mini/game.toml", "papers = []", "papers = [\"a3\"]");
    project.pdf(&[]);
    assert!(project.path("output/mini/mini-cards-a3.pdf").exists());
}

#[test]
fn the_summary_counts_sets_cards_and_sheets() {
    let project = Project::new();
    let out = project.path("output");
    let output = project.run(&["render", "--paper", "a4", "--out", out.to_str().expect("UTF-8")]);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    for words in
        ["set     cards  faces  a4 sheets", "Cards       4      5          1", "mini-a4.pdf", "0 errors, 0 warnings"]
    {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    assert!(output.stdout.is_empty());
}

#[test]
fn a_closed_pipe_and_a_full_disk_are_survived() {
    let project = Project::new();
    let mut child = binary()
        .arg("--project")
        .arg(project.root())
        .args(["list", "--all"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let status =
            binary().arg("--project").arg(project.root()).arg("list").stdout(full).stderr(Stdio::null()).status();
        assert_eq!(status.expect("it ends").code(), Some(2));
    }
}

#[test]
fn a_place_that_cannot_be_written_is_told_and_left_as_it_was() {
    let project = Project::new();
    project.write("output/mini", "a file where a folder should be");
    let out = project.path("output");
    let output = project.run(&["render", "--quiet", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
    assert_eq!(project.read("output/mini"), "a file where a folder should be");
}

#[test]
fn files_of_others_stay_and_no_scraps_are_left() {
    let project = Project::new();
    project.write("output/mini/notes.txt", "mine");
    project.pdf(&[]);
    assert_eq!(project.read("output/mini/notes.txt"), "mine");
    let names: Vec<String> = fs::read_dir(project.path("output/mini"))
        .expect("the folder")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
#[cfg(unix)]
fn it_works_without_home_locale_or_terminal_and_with_odd_paths() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new();
    let mut odd = project.root().to_owned();
    odd.push(OsStr::from_bytes(b"bad\xff"));
    let status = binary()
        .env_clear()
        .arg("--project")
        .arg(project.root())
        .args(["render", "--quiet", "--out"])
        .arg(&odd)
        .status();
    assert_eq!(status.expect("it ends").code(), Some(0));
    assert!(odd.join("mini/mini-a4.pdf").exists());
}

#[test]
fn findings_cannot_steer_the_terminal() {
    let project = Project::new();
    project.edit("content/mini/game.toml", "title = \"Mini\"", "title = \"Mini\\u001b[31m\"");
    for command in ["check", "list", "render"] {
        let output = project.run(&[command, "--color", "never"]);
        assert!(!output.stderr.contains(&0x1b) && !output.stdout.contains(&0x1b), "{command}");
    }
}

/// A second game beside the small one, before it in the order of names.
fn second(project: &Project) {
    for file in ["game", "cards"] {
        let text = project.read(&format!("content/mini/{file}.toml"));
        project.write(&format!("content/maxi/{file}.toml"), text.replace("Mini", "Maxi"));
    }
}

#[test]
fn findings_and_rows_appear_with_their_game() {
    let project = Project::new();
    second(&project);
    for game in ["maxi", "mini"] {
        project.edit(&format!("content/{game}/cards.toml"), "Discard a card.", "Discard  a card.");
    }
    let told = String::from_utf8(project.run(&["check", "--margin", "3mm"]).stderr).expect("UTF-8");
    let at = |words: &str| told.find(words).unwrap_or_else(|| panic!("`{words}` is not in\n{told}"));
    let places = [
        at("content/maxi/cards.toml"),
        at("\nmaxi: 0 errors, 1 warning, 0 notes\n"),
        at("content/mini/cards.toml"),
        at("\nmini: 0 errors, 1 warning, 0 notes\n"),
        at("records come from"),
        at("\n0 errors, 3 warnings, 0 notes"),
    ];
    assert!(places.is_sorted(), "{places:?} in\n{told}");
    assert_eq!(told.matches("[margin-below-printer]").count(), 1, "{told}");
    // No bar where nobody sees it move.
    assert!(!told.contains(['\u{1b}', '\r', '█']), "{told}");
    // The first game is printed, and reported, before the second fails.
    project.write("output/mini", "a file where a folder should be");
    let output = project.run(&["render", "--paper", "a4", "--out", project.path("output").to_str().expect("UTF-8")]);
    let told = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(code(&output), 2);
    assert!(told.contains("maxi-a4.pdf (") && told.contains("cannot write"), "{told}");
}

#[test]
fn a_wrong_value_of_an_option_is_answered_with_what_it_may_be() {
    let project = Project::new();
    for (arguments, want) in [
        (&["check", "--limit", "x"][..], "must be a whole number"),
        (&["simulate", "--seed", "1.5"], "must be a whole number"),
        (&["simulate", "--games", "0"], "must be a whole number from 1 to 1000000000"),
        (&["preview", "--port", "70000"], "must be a whole number from 0 to 65535"),
        (&["check", "--gap", "-3"], "must be a length from 0 to 100 mm"),
        (&["check", "--margin", "-3mm"], "must be a length from 0 to 200 mm"),
    ] {
        let output = project.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2);
        assert!(told.contains(want), "{arguments:?}: {told}");
    }
}

#[test]
fn a_project_of_printed_games_has_nothing_to_simulate() {
    let project = Project::new();
    second(&project);
    for arguments in [&["simulate"][..], &["simulate", "--format", "json"]] {
        let output = project.run(arguments);
        assert_eq!((code(&output), output.stdout.len()), (2, 0));
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(told.contains("nothing to simulate: maxi, mini can only be printed"), "{told}");
    }
    // A game that cannot be read is a finding, not a project without games.
    project.write("content/mini/game.toml", "title = ");
    assert_eq!(code(&project.run(&["simulate"])), 1);
    assert_eq!(code(&run(tempfile::TempDir::new().expect("a folder").path(), &["simulate"])), 2);
}

#[test]
fn a_report_appears_when_its_game_is_done() {
    // `captain` is a bot of the first game only.
    let arguments =
        ["simulate", "dragon-farkle", "dragons-favour", "--bots", "captain", "--players", "3", "--games", "4"];
    let shallow = [&arguments[..], &["--shallow"]].concat();
    let output = run(crate::project::repository(), &shallow);
    assert_eq!(code(&output), 2);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("Dragon Farkle"), "{told}{}", String::from_utf8_lossy(&output.stderr));
    // Programs get all reports or none.
    assert!(run(crate::project::repository(), &[&shallow[..], &["--format", "json"]].concat()).stdout.is_empty());
}

#[test]
fn options_that_belong_together_stand_together_in_the_help() {
    let options = |command: &str| {
        let help = binary().args([command, "--help"]).output().expect("it starts");
        let help = String::from_utf8(help.stdout).expect("UTF-8");
        let words = help.lines().map(str::trim_start).filter_map(|line| {
            let is_heading = !line.starts_with('-') && line.ends_with(':') && line != "Possible values:";
            let option = line.trim_start_matches("-q, ").split(' ').next().filter(|word| word.starts_with("--"));
            if is_heading { Some(line) } else { option }
        });
        words.map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let every = "Options of every command: --project --jobs --quiet --color";
    assert_eq!(
        options("calibrate"),
        format!(
            "Options: The sheet: --paper --backs --printer --out The profile: --set --again --user \
             The readings: --upper --lower --left --right --across --down --margins {every}"
        )
    );
    let sheets = "Sheets: --paper --backs --margin --gap --marks --ink --overlap --printer";
    for command in ["render", "check", "preview", "diff", "simulate", "replay", "list", "explain", "schema"] {
        let all = options(command);
        assert!(all.ends_with(every), "{command}: {all}");
        if ["render", "check", "preview"].contains(&command) {
            assert!(all.ends_with(&format!("{sheets} {every}")), "{command}: {all}");
        }
    }
}
