//! What changed between two states: words, pictures, the sheets with what is new, and the list for playtesters.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::project::{Project, code, run};

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn lines(old: &Project, new: &Project) -> Vec<Value> {
    let output = new.run(&["diff", old.root().to_str().expect("UTF-8"), "--format", "json"]);
    text(&output).lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|all| all.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn commit(project: &Project) {
    git(project, &["init", "-q", "-b", "main"]);
    git(project, &["add", "-A"]);
    git(project, &["commit", "-qm", "first"]);
}

fn git(project: &Project, arguments: &[&str]) {
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let done = Command::new("git").arg("-C").arg(project.root()).args(who).args(arguments).output().expect("git");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn two_equal_folders_differ_in_nothing() {
    let (old, new) = (Project::new(), Project::new());
    let output = new.run(&["diff", old.root().to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 0, "{}", text(&output));
    assert!(text(&output).starts_with("nothing changed since"), "{}", text(&output));
}

#[test]
fn changes_are_told_field_by_field_in_the_order_of_the_content() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard three cards.");
    new.edit("content/mini/cards.toml", "id = \"water-1\"\nname = \"Water 1\"", "id = \"water-9\"\nname = \"Water 9\"");
    new.edit("content/mini/cards.toml", "name = \"Earth 1\"", "name = \"Earth 1\"\ncount = 2");
    let output = new.run(&["diff", old.root().to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 1);
    let told = text(&output);
    let at = |words: &str| told.find(words).unwrap_or_else(|| panic!("`{words}` is not in\n{told}"));
    assert!(at("~ cards/fire-2  Fire 2") < at("text: Discard [-a card.-]{+three cards.+}"), "{told}");
    assert!(at("front drawn differently") < at("+ cards/water-9  Water 9, 1 new"));
    assert!(at("~ cards/earth-1") < at("count: 1 → 2"));
    assert!(at("count: 1 → 2") < at("- cards/water-1  Water 1, 1 removed"), "what is gone stands last");
    assert!(told.contains("2 changed, 1 new, 1 removed; 3 to print"), "one swapped, one new, one more copy: {told}");

    let found = lines(&old, &new);
    let ids: Vec<&str> = found.iter().map(|l| l["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["fire-2", "water-9", "earth-1", "water-1"]);
    assert_eq!(found[0]["fields"][0]["new"], "Discard three cards.");
    assert_eq!(found[0]["faces"], serde_json::json!(["front"]));
    assert_eq!((&found[2]["count"], &found[2]["print"]), (&serde_json::json!([1, 2]), &serde_json::json!(1)));
}

#[test]
fn a_face_that_changed_without_its_record_names_the_file() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("templates/icons/star.svg", "M50 4", "M50 14");
    for line in lines(&old, &new) {
        assert_eq!(line["files"], serde_json::json!(["templates/icons/star.svg"]), "{line}");
        assert_eq!(line["faces"], serde_json::json!(["front", "back"]), "{line}");
        assert_eq!(line["fields"], serde_json::json!([]));
    }
    let new = Project::new();
    new.edit("templates/back.svg", "size=20", "size=21");
    let all = lines(&old, &new);
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|l| l["files"] == serde_json::json!(["templates/back.svg"])), "{all:?}");
    let new = Project::new();
    new.edit("content/mini/game.toml", "gold = \"#d8ab4e\"", "gold = \"#c8a04a\"");
    let all = lines(&old, &new);
    assert_eq!(all[0]["change"], "game");
    assert_eq!(all[0]["fields"][0]["path"], "palette.gold");
    assert_eq!(all[1]["files"], serde_json::json!(["content/mini/game.toml"]));
    // An icon that nobody uses changes nothing, though it renumbers the others.
    let new = Project::new();
    new.write("templates/icons/arrow.svg", crate::project::STAR);
    assert_eq!(lines(&old, &new), [] as [Value; 0]);
}

#[test]
fn what_cannot_be_read_is_told_and_never_called_removed() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("content/mini/cards.toml", "number = 2", "number = ");
    let output = new.run(&["diff", old.root().to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 1);
    assert!(text(&output).contains("? cards/fire-2  Fire 2, cannot be compared"), "{}", text(&output));
    assert!(!text(&output).contains("- cards/"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("toml-syntax"));
    // Both are broken: nothing that can be read differs, but nobody can say that nothing does.
    old.edit("content/mini/cards.toml", "number = 2", "number = ");
    assert_eq!(code(&new.run(&["diff", old.root().to_str().expect("UTF-8")])), 2);
}

#[test]
fn the_page_shows_pictures_and_is_inert() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard <script>alert(1)</script> & \\\"all\\\".");
    let page = new.path("d.html");
    let arguments = ["diff", old.root().to_str().expect("UTF-8"), "--html", page.to_str().expect("UTF-8"), "--quiet"];
    assert_eq!(code(&new.run(&arguments)), 1);
    let first = fs::read(&page).expect("the page");
    let html = String::from_utf8(first.clone()).expect("UTF-8");
    assert_eq!(html.matches("src=\"data:image/png;base64,").count(), 3, "before, after, difference");
    assert!(!html.contains("<script") && html.contains("&lt;script&gt;"));
    assert!(html.contains("default-src 'none'"));
    assert!(!html.contains("http://") && !html.contains("https://"), "nothing is fetched");
    let share = html.split("class=\"share\">").nth(1).and_then(|s| s.split(' ').next()).expect("a number");
    assert!((0.1..20.0).contains(&share.parse::<f64>().expect("a number")), "{share}");
    assert_eq!(code(&new.run(&[&arguments[..], &["--jobs", "1"]].concat())), 1);
    assert!(first == fs::read(&page).expect("the page"), "the same bytes with one thread");
}

#[test]
fn a_face_that_many_cards_share_is_shown_once() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("templates/back.svg", "size=20", "size=18");
    let page = new.path("d.html");
    let arguments = ["diff", old.root().to_str().expect("UTF-8"), "--html", page.to_str().expect("UTF-8"), "--quiet"];
    assert_eq!(code(&new.run(&arguments)), 1);
    let html = fs::read_to_string(&page).expect("the page");
    assert_eq!(html.matches("src=\"data:image/png;base64,").count(), 3, "before, after, difference");
    assert_eq!(html.matches("<header>").count(), 1, "one card stands for all");
    assert!(html.contains("and in nothing else, 3 more changed") && html.contains(">Earth 1</span>"), "{html}");
}

#[test]
fn a_git_revision_is_an_old_state_also_of_a_project_in_a_subfolder() {
    let new = Project::new();
    let inner = new.path("games/inner");
    fs::create_dir_all(&inner).expect("a folder");
    for part in ["content", "templates"] {
        fs::rename(new.path(part), inner.join(part)).expect("moved");
    }
    git(&new, &["init", "-q", "-b", "main"]);
    git(&new, &["add", "-A"]);
    git(&new, &["commit", "-qm", "first"]);
    git(&new, &["tag", "v1"]);
    assert_eq!(code(&run(&inner, &["diff", "v1"])), 0);
    new.edit("games/inner/content/mini/cards.toml", "Pass.", "Pass twice, please.");
    for revision in ["v1", "HEAD", "main"] {
        let output = run(&inner, &["diff", revision]);
        assert_eq!(code(&output), 1, "{revision}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text(&output).contains("~ cards/water-1"), "{}", text(&output));
    }
    for (arguments, words) in [
        (vec!["diff", "v2"], "git knows no revision `v2`"),
        (vec!["diff", "--", "--output=x"], "neither a folder nor a git revision"),
        (vec!["diff", "HEAD;true"], "git knows no revision"),
    ] {
        let output = run(&inner, &arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(!inner.join("x").exists());
    let outside = Project::new();
    let output = outside.run(&["diff", "v1"]);
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("not in a git repository"));
}

#[test]
#[cfg(unix)]
fn links_of_a_revision_are_left_out() {
    let new = Project::new();
    std::os::unix::fs::symlink("/etc/hostname", new.path("templates/out.svg")).expect("a link");
    git(&new, &["init", "-q"]);
    git(&new, &["add", "-A"]);
    git(&new, &["commit", "-qm", "first"]);
    fs::remove_file(new.path("templates/out.svg")).expect("removed");
    let output = new.run(&["diff", "HEAD"]);
    assert_eq!(code(&output), 0, "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("templates/out.svg (a link"));
}

#[test]
fn two_folders_need_no_git() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("content/mini/cards.toml", "Pass.", "Pass twice.");
    let without = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
            .env("PATH", "")
            .current_dir(new.root())
            .args(arguments)
            .output()
            .expect("it starts")
    };
    let (o, n) = (old.root().to_str().expect("UTF-8"), new.root().to_str().expect("UTF-8"));
    assert_eq!(code(&without(&["diff", o, n])), 1);
    let output = without(&["diff", "HEAD"]);
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("git is not on the PATH"));
    let nothing = tempfile::TempDir::new().expect("a folder");
    assert_eq!(code(&without(&["diff", o, nothing.path().to_str().expect("UTF-8")])), 2);
}

#[test]
fn only_what_changed_is_printed_with_a_list() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard three cards.");
    new.edit("content/mini/cards.toml", "name = \"Earth 1\"", "name = \"Earth 1\"\ncount = 3");
    new.edit("content/mini/cards.toml", "why = \"as printed\"", "why = \"as remembered\"");
    let out = new.path("output");
    let base = ["render", "--paper", "a4", "--out", out.to_str().expect("UTF-8"), "--changed-since"];
    let output = new.run(&[&base[..], &[old.root().to_str().expect("UTF-8")]].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(code(&output), 0, "{told}");
    // One swapped card, and two copies on top of the one in the box; a remark prints nothing.
    assert!(told.contains("Cards       3      3"), "{told}");
    assert_eq!(names(&out.join("mini")), ["mini-changed-a4.pdf", "mini-changes-a4.pdf"]);
    let list = lopdf::Document::load(out.join("mini/mini-changes-a4.pdf")).expect("a PDF");
    let words = crate::pdf::extracted(&list);
    for part in ["What changed since", "Swap the old for the new", "Fire 2", "Put into the box", "2 × Earth 1"] {
        assert!(words.contains(part), "`{part}` is not in {words}");
    }
    assert!(!words.contains("Fire 1"), "{words}");
    assert!(!words.contains("text:"), "a player reads words, not keys: {words}");
    // Both `--only` and the change must hold.
    fs::remove_dir_all(&out).expect("removed");
    let output = new.run(&[&base[..], &[old.root().to_str().expect("UTF-8"), "--only", "fire-1"]].concat());
    assert_eq!(code(&output), 0);
    assert_eq!(names(&out.join("mini")), [""; 0]);
}

#[test]
fn where_nothing_changed_nothing_is_written() {
    let (old, new) = (Project::new(), Project::new());
    let out = new.path("output");
    let output = new.run(&[
        "render",
        "--changed-since",
        old.root().to_str().expect("UTF-8"),
        "--out",
        out.to_str().expect("UTF-8"),
    ]);
    assert_eq!(code(&output), 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing is written"));
    assert!(!out.exists());
    // A card that is gone needs no sheet, but must be reported.
    let text = new.read("content/mini/cards.toml");
    let (kept, _) = text.split_once("[[component]]\nid = \"earth-1\"").expect("the last card");
    new.write("content/mini/cards.toml", kept);
    let output = new.run(&[
        "render",
        "--paper",
        "a4",
        "--changed-since",
        old.root().to_str().expect("UTF-8"),
        "--out",
        out.to_str().expect("UTF-8"),
    ]);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(names(&out.join("mini")), ["mini-changes-a4.pdf"]);
}

#[test]
fn what_makes_no_mark_on_paper_is_no_change() {
    let old = Project::new();
    type Edit = fn(&Project);
    let edits: [(&str, Edit); 4] = [
        ("spaces and a comment", |p| {
            p.edit("templates/card.svg", "<rect x=\"-3\"", "\n  <!-- ground -->\n <rect  x='-3.0'")
        }),
        ("a color's spelling", |p| p.edit("content/mini/game.toml", "#d8ab4e", "#D8AB4E")),
        ("a name", |p| p.edit("templates/card.svg", "<rect ", "<rect id=\"ground\" ")),
        ("Windows", |p| {
            for file in
                ["content/mini/game.toml", "content/mini/cards.toml", "templates/card.svg", "templates/face.svg"]
            {
                p.write(file, p.read(file).replace('\n', "\r\n"));
            }
        }),
    ];
    for (what, edit) in edits {
        let new = Project::new();
        edit(&new);
        let output = new.run(&["diff", old.root().to_str().expect("UTF-8")]);
        assert_eq!(code(&output), 0, "{what}: {}", text(&output));
    }
    // The smallest visible change counts as one.
    let new = Project::new();
    new.edit("templates/card.svg", "<rect x=\"-3\"", "<rect x=\"-2.9\"");
    assert_eq!(lines(&old, &new).len(), 4);
    let new = Project::new();
    new.edit("content/mini/game.toml", "#d8ab4e", "#d8ab4f");
    assert_eq!(lines(&old, &new).len(), 5, "the game and its cards");
}

#[test]
fn a_changed_picture_changes_its_cards_however_its_name_is_written() {
    let picture = |color: &str| {
        let rect = format!("<rect width=\"9\" height=\"9\" fill=\"{color}\"/>");
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{rect}</svg>")
    };
    for (name, image) in [
        ("b.svg", "<image href=\"art/b.svg\" width=\"9\"/>"),
        ("b.svg", "<image href='art/b.svg' width='9'/>"),
        ("b.svg", "<image xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='art/b.svg' width='9'/>"),
        ("b.svg", "<image href = \"art/b.svg\" width=\"9\"/>"),
        ("b.svg", "<image href=\"./art//b.svg\" width=\"9\"/>"),
        ("x&y.svg", "<image href=\"art/x&amp;y.svg\" width=\"9\"/>"),
        ("e.svg", "<image href=\"art/&#101;.svg\" width=\"9\"/>"),
        ("b.svg", "<defs><image id='i' href='art/b.svg' width='9'/></defs><use href='#i'/>"),
    ] {
        let (old, new) = (Project::new(), Project::new());
        let file = format!("templates/art/{name}");
        for (project, color) in [(&old, "#aaa"), (&new, "#bbb")] {
            project.edit("templates/card.svg", "<rect ", &format!("{image}<rect "));
            project.write(&file, picture(color));
        }
        let is_named = |line: &Value| line["files"] == serde_json::json!([file]);
        let all = lines(&old, &new);
        assert!(all.len() == 4 && all.iter().all(is_named), "{image}: {all:?}");
        fs::remove_file(new.path(&file)).expect("a file");
        assert_eq!(lines(&old, &new).len(), 4, "{image}, deleted");
    }
}

#[test]
fn low_ink_is_compared_as_it_is_printed() {
    let (old, new) = (Project::new(), Project::new());
    for project in [&old, &new] {
        project.edit("content/mini/game.toml", "[fonts]", "[palette_low]\ngold = \"#ffffff\"\n\n[fonts]");
    }
    let o = old.root().to_str().expect("UTF-8").to_owned();
    let printed = |more: &[&str]| {
        let out = new.path("output");
        let _ = fs::remove_dir_all(&out);
        let base = ["render", "--paper", "a4", "--changed-since", &o, "--out", out.to_str().expect("UTF-8")];
        assert_eq!(code(&new.run(&[&base[..], more].concat())), 0);
        names(&out.join("mini")).into_iter().filter(|name| name.contains("changed")).collect::<Vec<_>>()
    };
    // Gold is white in low ink: nothing to print there.
    new.edit("content/mini/game.toml", "gold = \"#d8ab4e\"", "gold = \"#c8a04a\"");
    assert_eq!(printed(&[]), ["mini-changed-a4.pdf"]);
    assert_eq!(printed(&["--ink", "low"]), [""; 0]);
    // And the reverse.
    new.edit("content/mini/game.toml", "gold = \"#c8a04a\"", "gold = \"#d8ab4e\"");
    new.edit("content/mini/game.toml", "gold = \"#ffffff\"", "gold = \"#f0e8d0\"");
    assert_eq!(printed(&[]), [""; 0]);
    assert_eq!(printed(&["--ink", "low"]), ["mini-changed-low-ink-a4.pdf"]);
    let told = text(&new.run(&["diff", &o, "--ink", "low"]));
    assert!(told.contains("palette_low.gold") && told.contains("front and back drawn differently"), "{told}");
    assert!(!text(&new.run(&["diff", &o])).contains("drawn differently"));
}

#[test]
fn an_empty_name_is_no_old_state() {
    let new = Project::new();
    for arguments in [vec!["diff", ""], vec!["diff", " "], vec!["render", "--changed-since", ""], vec!["diff", ".", ""]]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_wyrmpress"))
            .current_dir(new.root())
            .args(&arguments)
            .output()
            .expect("it starts");
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(said(&output).contains("neither a folder nor a git revision"), "{arguments:?}: {}", said(&output));
    }
    assert!(!new.path("output").exists());
}

#[test]
fn a_picture_of_git_lfs_is_found_or_told() {
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>";
    let new = Project::new();
    new.edit("templates/card.svg", "<rect ", "<image href=\"art.svg\" width=\"9\" height=\"9\"/><rect ");
    let id = "ab".repeat(32);
    let note = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{id}\nsize {}\n", picture.len());
    new.write("templates/art.svg", note);
    commit(&new);
    new.write("templates/art.svg", picture);
    let output = new.run(&["diff", "HEAD"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("templates/art.svg (in Git LFS and not downloaded"), "{}", said(&output));
    assert!(text(&output).contains("? cards/fire-1  Fire 1, cannot be compared"), "{}", text(&output));
    // It is where Git LFS keeps it; nothing is run or fetched.
    new.write(&format!(".git/lfs/objects/ab/ab/{id}"), picture);
    let output = new.run(&["diff", "HEAD"]);
    assert_eq!(code(&output), 0, "{}", text(&output));
}

#[test]
fn a_long_list_stays_on_its_pages() {
    let (old, new) = (Project::new(), Project::new());
    let long = |word: &str| (0..2600).map(|n| format!("{word}{n}")).collect::<Vec<_>>().join(" ");
    for (project, word) in [(&old, "a"), (&new, "b")] {
        project.edit("content/mini/cards.toml", "why = \"as printed\"", &format!("remark = \"{}\"", long(word)));
        project.edit("content/mini/game.toml", "text = \"text\" }", "text = \"text\", remark = \"text\" }");
        project.edit("content/mini/cards.toml", "[defaults]", "[defaults]\nremark = \"\"");
    }
    let out = new.path("output");
    let output = new.run(&[
        "render",
        "--paper",
        "a4",
        "--changed-since",
        old.root().to_str().expect("UTF-8"),
        "--out",
        out.to_str().expect("UTF-8"),
    ]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let pdf = lopdf::Document::load(out.join("mini/mini-changes-a4.pdf")).expect("a PDF");
    let words = crate::pdf::extracted(&pdf);
    assert!(words.contains("a0 ") && words.contains("a2599") && words.contains("b0 ") && words.contains("b2599"));
    // 5200 words of 5 letters: a column of 86 mm holds about 10 a line and 60 lines.
    let pages = pdf.get_pages().len();
    assert!((4..=8).contains(&pages), "{pages} pages");
}

#[test]
fn sheets_of_an_earlier_run_do_not_stay_beside_a_new_list() {
    let (old, new) = (Project::new(), Project::new());
    let out = new.path("output");
    let o = old.root().to_str().expect("UTF-8").to_owned();
    let base = ["render", "--paper", "a4", "--changed-since", &o, "--out", out.to_str().expect("UTF-8")];
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard three cards.");
    assert_eq!(code(&new.run(&base)), 0);
    assert_eq!(names(&out.join("mini")), ["mini-changed-a4.pdf", "mini-changes-a4.pdf"]);
    // A card is gone, and nothing needs printing.
    new.edit("content/mini/cards.toml", "Discard three cards.", "Discard a card.");
    let whole = new.read("content/mini/cards.toml");
    let (kept, _) = whole.split_once("[[component]]\nid = \"earth-1\"").expect("the last card");
    new.write("content/mini/cards.toml", kept);
    let output = new.run(&base);
    assert_eq!(names(&out.join("mini")), ["mini-changes-a4.pdf"]);
    assert!(said(&output).contains("mini-changed-a4.pdf, which an earlier run wrote"), "{}", said(&output));
    // Nothing changed: both are removed. Other people's files stay, and so do whole kits.
    new.write("content/mini/cards.toml", whole);
    new.write("output/mini/mini-changed-a4.pdf", "my own notes");
    new.write("output/mini/mini-a4.pdf", "a kit");
    let output = new.run(&base);
    assert_eq!(names(&out.join("mini")), ["mini-a4.pdf", "mini-changed-a4.pdf"]);
    assert!(said(&output).contains("mini-changed-a4.pdf is not from this run"), "{}", said(&output));
    assert_eq!(new.read("output/mini/mini-changed-a4.pdf"), "my own notes");
}

#[test]
fn two_revisions_are_those_of_the_project() {
    let (new, other) = (Project::new(), Project::new());
    commit(&new);
    new.edit("content/mini/cards.toml", "Pass.", "Pass twice.");
    git(&new, &["commit", "-qam", "second"]);
    new.edit("content/mini/cards.toml", "Dig deep.", "Dig deeper.");
    let told = text(&new.run(&["diff", "HEAD~1", "HEAD"]));
    assert!(told.contains("~ cards/water-1") && !told.contains("earth-1"), "{told}");
    let told = text(&new.run(&["diff", "HEAD"]));
    assert!(told.contains("~ cards/earth-1") && !told.contains("water-1"), "{told}");
    assert!(told.contains("since HEAD ("), "the commit is named: {told}");
    // The revision is one of the project, not of the folder.
    let folder = other.root().to_str().expect("UTF-8");
    let output = new.run(&["diff", "HEAD", folder]);
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(text(&output).contains("~ cards/water-1"), "{}", text(&output));
    let output = new.run(&["diff", "HEAD", "HEAD~9"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("git knows no revision `HEAD~9`"), "{}", said(&output));
}

/// A second game beside the small one.
fn second(project: &Project) {
    for file in ["game", "cards"] {
        let text = project.read(&format!("content/mini/{file}.toml"));
        project.write(&format!("content/maxi/{file}.toml"), text.replace("Mini", "Maxi"));
    }
}

#[test]
fn only_holds_for_games_and_a_game_that_is_gone_is_told() {
    let (old, new) = (Project::new(), Project::new());
    second(&old);
    second(&new);
    new.edit("content/maxi/game.toml", "gold = \"#d8ab4e\"", "gold = \"#c8a04a\"");
    let o = old.root().to_str().expect("UTF-8");
    let output = new.run(&["diff", o, "--only", "mini/*/*"]);
    assert_eq!(code(&output), 0, "{}", text(&output));
    let out = new.path("output");
    let base = ["render", "--paper", "a4", "--changed-since", o, "--out", out.to_str().expect("UTF-8")];
    let told = said(&new.run(&[&base[..], &["--only", "mini/*/*"]].concat()));
    assert!(told.contains("nothing is written") && !told.contains("in all"), "{told}");
    let told = said(&new.run(&base));
    assert!(told.contains("\nmaxi\n") && !told.contains("\nmini\n"), "what did not change is no news: {told}");
    fs::remove_dir_all(new.path("content/maxi")).expect("removed");
    let output = new.run(&base);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("Maxi (maxi) is gone: remove all 4 pieces"), "{}", said(&output));
}

#[test]
fn a_number_in_the_deck_is_no_reason_to_print() {
    let (old, new) = (Project::new(), Project::new());
    for project in [&old, &new] {
        project.edit(
            "templates/card.svg",
            "text=card.text,",
            "text=card.text ~ \" \" ~ card.index ~ \"/\" ~ set.total,",
        );
    }
    new.edit("content/mini/cards.toml", "name = \"Water 1\"", "name = \"Water 1\"\ncount = 2");
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard three cards.");
    let output = new.run(&["diff", old.root().to_str().expect("UTF-8")]);
    let told = text(&output);
    assert!(told.contains("# cards  2 with only a new number in the deck"), "{told}");
    // The swapped card, and one more copy of another.
    assert!(told.contains("2 changed, 0 new, 0 removed, 2 with only a new number in the deck; 2 to print"), "{told}");
    let all = lines(&old, &new);
    let of = |id: &str| all.iter().find(|l| l["id"] == id).unwrap_or_else(|| panic!("{id} is not in {all:?}"));
    assert_eq!((&of("fire-1")["change"], &of("fire-1")["print"]), (&"renumbered".into(), &0.into()));
    assert_eq!((&of("fire-2")["change"], &of("fire-2")["print"]), (&"changed".into(), &1.into()));
    assert_eq!((&of("water-1")["renumbered"][0], &of("water-1")["print"]), (&"front".into(), &1.into()));
}

#[test]
fn a_new_id_is_no_new_card() {
    let (old, new) = (Project::new(), Project::new());
    new.edit("content/mini/cards.toml", "id = \"water-1\"", "id = \"wave-1\"");
    let told = text(&new.run(&["diff", old.root().to_str().expect("UTF-8")]));
    assert!(told.contains("~ cards/wave-1  Water 1, was water-1"), "{told}");
    assert!(told.contains("1 changed, 0 new, 0 removed; 0 to print"), "{told}");
    assert_eq!(lines(&old, &new)[0]["was"], "water-1");
}

#[test]
fn the_page_shows_the_bleed_where_it_changed_and_says_why() {
    let (old, new) = (Project::new(), Project::new());
    new.edit(
        "templates/back.svg",
        "{% for turn",
        "<rect x=\"-3\" y=\"-3\" width=\"69\" height=\"2\" fill=\"red\"/>{% for turn",
    );
    let page = new.path("d.html");
    let show = |old: &Project, new: &Project| {
        let o = old.root().to_str().expect("UTF-8");
        assert_eq!(code(&new.run(&["diff", o, "--html", page.to_str().expect("UTF-8"), "--quiet"])), 1);
        fs::read_to_string(&page).expect("the page")
    };
    let html = show(&old, &new);
    assert!(html.contains("in the bleed; the line is the cut"), "{html}");
    assert_eq!(html.matches("<svg viewBox=\"0 0 69 94\">").count(), 3, "the cut in each picture");
    // A card that shows what others are, in a long list of what came, went and changed.
    for project in [&old, &new] {
        project.write("templates/back.svg", crate::project::BACK);
        project.edit("templates/card.svg", "text=card.text,", "text=card.text ~ \" \" ~ sets.cards[1].text,");
    }
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard three cards.");
    for n in 10..20 {
        let card = format!(
            "\n[[component]]\nid = \"e-{n}\"\nname = \"E {n}\"\nclan = \"earth\"\nnumber = 1\ntext = \"{n}\"\n"
        );
        let project = if n < 15 { &old } else { &new };
        project.write("content/mini/cards.toml", project.read("content/mini/cards.toml") + &card);
    }
    let html = show(&old, &new);
    assert!(html.contains("Drawn differently because others in its set or game changed."), "{html}");
    for mark in
        ["<b class=\"added\">+</b> E 15", "<b class=\"removed\">−</b> E 10", "<b class=\"changed\">~</b> Fire 2"]
    {
        assert!(html.contains(mark), "{mark}");
    }
}

#[test]
fn only_what_can_differ_is_drawn_and_its_findings_told() {
    let (old, new) = (Project::new(), Project::new());
    // Far too long for its box.
    let long = "Dig deep. ".repeat(200);
    for project in [&old, &new] {
        project.edit("content/mini/cards.toml", "Dig deep.", &long);
    }
    new.edit("content/mini/cards.toml", "Pass.", "Pass it on.");
    let folder = old.root().to_str().expect("UTF-8");
    let diff = |more: &[&str]| new.run(&[&["diff", folder], more].concat());
    let output = diff(&[]);
    assert!(text(&output).contains("1 changed, 0 new") && said(&output).is_empty(), "{}", said(&output));

    // Once it changes, its errors are told, unless it is left out or allows them.
    new.edit("content/mini/cards.toml", "Dig deep. Dig deep.", "Dig deeper. Dig deep.");
    assert!(said(&diff(&[])).matches("error[text-overflow]").count() == 2, "{}", said(&diff(&[])));
    assert_eq!(said(&diff(&["--only", "water-1"])), "");
    for project in [&old, &new] {
        project.edit("content/mini/cards.toml", "id = \"earth-1\"", "allow = [\"text-overflow\"]\nid = \"earth-1\"");
    }
    let output = diff(&[]);
    assert!(text(&output).contains("2 changed, 0 new") && said(&output).is_empty(), "{}", said(&output));
}

#[test]
fn letters_and_icons_are_compared_by_their_looks() {
    let old = Project::new();
    // Another number for every icon, and a text that looks the same: a Greek letter, and a space that does not break.
    let new = Project::new();
    new.write("templates/icons/anchor.svg", crate::project::STAR);
    new.edit("content/mini/cards.toml", "Discard a card.", "Discard\u{a0}a card.");
    new.edit("content/mini/cards.toml", "Dig deep.", "\u{39f}");
    old.edit("content/mini/cards.toml", "Dig deep.", "O");
    let told = lines(&old, &new);
    let told: Vec<_> = told.iter().map(|line| (line["id"].as_str().expect("an id"), &line["faces"])).collect();
    assert_eq!(told, [("fire-2", &serde_json::json!([])), ("earth-1", &serde_json::json!([]))]);
    // A text that moves by itself, or with what is around it.
    for (from, to) in
        [("x=5, y=55", "x=6, y=55"), ("{{ text(text=card.text", "<g transform=\"scale(1.01)\">{{ text(text=card.text")]
    {
        let new = Project::new();
        new.edit("templates/card.svg", from, to);
        if to.starts_with('<') {
            new.edit("templates/card.svg", "{% endblock", "</g>{% endblock");
        }
        let moved = Project::new();
        assert_eq!(lines(&moved, &new).len(), 4, "{to}");
    }
}
