//! What `check` reports to machines: valid by the formats' own schemas, and inert whatever the cards say.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::project::{CARDS, Project, code, findings, repository};

/// Everything that any of the formats would act on, as TOML writes it.
const HOSTILE: &str = r#"::error file=x::a\n::set-output name=b::c\n  ::add-mask::d ##[add-mask]e %0A::f ]]> \" <script>g()</script> 🐉 | `h` **i** [j](http://k) {0} &amp; \u0001"#;

fn hostile() -> Project {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "clan = \"water\"", &format!("clan = \"{HOSTILE}\""));
    project.edit("content/mini/cards.toml", "Dig deep.", &format!("{{{HOSTILE}}}"));
    project
}

/// Runs `check` in `folder` as a workflow would.
fn workflow(folder: &Path, summary: Option<&Path>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wyrmpress"));
    command.args(["check", "--paper", "a4"]).args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("GITHUB_ACTIONS", "true").env_remove("GITHUB_STEP_SUMMARY");
    if let Some(path) = summary {
        command.env("GITHUB_STEP_SUMMARY", path);
    }
    command.output().expect("the command can be started")
}

fn check(project: &Project, format: &str) -> String {
    let output = project.run(&["check", "--paper", "a4", "--format", format]);
    assert!(output.stderr.is_empty() || format == "github", "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn sarif(project: &Project) -> Value {
    serde_json::from_str(&check(project, "sarif")).expect("JSON")
}

fn schema(name: &str) -> String {
    fs::read_to_string(repository().join("tests/schemas").join(name)).expect("a schema")
}

fn sarif_faults(log: &Value) -> Vec<String> {
    // One pattern has a bracket that only JavaScript accepts unescaped; escaped, it means the same everywhere.
    let text = schema("sarif-2.1.0.json").replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}\\\\]?$");
    let schema = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::draft7::new(&schema).expect("a schema of draft 7");
    validator.iter_errors(log).map(|fault| fault.to_string()).collect()
}

#[test]
fn fail_on_says_what_makes_the_exit_code_one() {
    // In turn: nothing but notes, a warning, an error.
    let notes = Project::new();
    notes.edit("content/mini/cards.toml", "clan = \"water\"", "count = 6\nclan = \"water\"");
    let warning = Project::new();
    warning.edit("content/mini/cards.toml", "Dig deep.", "Dig\u{200b} deep.");
    let error = Project::new();
    error.edit("content/mini/cards.toml", "number = 2", "number = 99");
    for (project, want) in [(&notes, [0, 0, 1, 0]), (&warning, [0, 1, 1, 0]), (&error, [1, 1, 1, 0])] {
        for (fail_on, want) in ["error", "warning", "note", "never"].into_iter().zip(want) {
            for format in ["human", "json", "github", "sarif", "junit"] {
                let output = project.run(&["check", "--quiet", "--fail-on", fail_on, "--format", format]);
                assert_eq!(code(&output), want, "--fail-on {fail_on} --format {format}");
            }
        }
    }
    assert_eq!(code(&error.run(&["check", "--fail-on", "sometimes"])), 2);
    assert_eq!(code(&error.run(&["check", "--format", "xml"])), 2);
}

#[test]
fn sarif_is_valid_for_clean_and_hostile_content() {
    let clean = sarif(&Project::new());
    assert_eq!(sarif_faults(&clean), [""; 0]);
    assert_eq!(clean["runs"][0]["results"].as_array().map(Vec::len), Some(0));

    let log = sarif(&hostile());
    assert_eq!(sarif_faults(&log), [""; 0]);
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert!(results.len() >= 3, "{results:#?}");
    for result in results {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(rule[key]["text"].as_str().is_some_and(|text| text.len() > 20), "{rule:#}");
        }
        let text = result["message"]["text"].as_str().expect("a text");
        assert!(!text.contains("](") && !text.contains('\u{1}'), "{text}");
        assert!(!text.replace("{{", "").contains('{'), "a placeholder: {text}");
    }

    // The test can fail: the schema rejects what is wrong.
    let mut broken = log.clone();
    broken["runs"][0]["results"][0].as_object_mut().expect("a result").remove("message");
    broken["runs"][0]["tool"] = serde_json::json!({});
    broken["columns"] = serde_json::json!(1);
    assert_eq!(sarif_faults(&broken).len(), 3, "{:#?}", sarif_faults(&broken));
}

#[test]
fn sarif_counts_columns_in_code_points() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "allow = []", "☞allow = [\"🐉é\", \"nosuch\"]");
    let log = sarif(&project);
    let line = project.marked().line;
    assert_eq!(log["runs"][0]["columnKind"], "unicodeCodePoints");
    let regions: Vec<&Value> = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .filter(|result| result["ruleId"] == "unknown-name")
        .map(|result| &result["locations"][0]["physicalLocation"]["region"])
        .collect();
    // `allow = [` is 9 characters, `"🐉é"` 4, `, ` 2, `"nosuch"` 8; the end is the column after the last.
    let want = |from: u64, to: u64| serde_json::json!({ "startLine": line, "startColumn": from, "endLine": line, "endColumn": to });
    assert_eq!(regions, [&want(10, 14), &want(16, 24)]);
}

#[test]
fn sarif_knows_a_finding_again_when_lines_move() {
    let prints = |project: &Project| -> Vec<String> {
        let log = sarif(project);
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        results.iter().map(|r| r["partialFingerprints"]["wyrmpress/v1"].as_str().expect("a print").to_owned()).collect()
    };
    let project = Project::new();
    let wrong = CARDS.replace("number = 1", "number = 99").replace("number = 2", "number = 99");
    project.write("content/mini/cards.toml", &wrong);
    let before = prints(&project);
    let distinct: std::collections::BTreeSet<&String> = before.iter().collect();
    assert!(before.len() >= 3, "{before:?}");
    assert_eq!(distinct.len(), before.len(), "the same line twice is two findings: {before:?}");
    project.write("content/mini/cards.toml", format!("# moved\n\n\n{wrong}"));
    assert_eq!(prints(&project), before);
    project.edit("content/mini/cards.toml", "number = 99", "number = 98");
    assert_ne!(prints(&project), before);
}

#[test]
fn sarif_names_the_other_place_and_options_without_one() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "id = \"fire-2\"", "id = \"fire-1\"");
    let output = project.run(&["check", "--paper", "a4", "--format", "sarif", "--margin", "3mm"]);
    let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(sarif_faults(&log), [""; 0]);
    let run = &log["runs"][0];
    let twice = run["results"].as_array().expect("results").iter().find(|r| r["ruleId"] == "duplicate-id");
    let other = &twice.expect("a finding")["relatedLocations"][0];
    assert_eq!(other["physicalLocation"]["region"]["startLine"], 5);
    assert_eq!(other["message"]["text"], "first used here");
    let told = &run["invocations"][0]["toolConfigurationNotifications"][0];
    assert_eq!(told["descriptor"]["id"], "margin-below-printer");
}

#[test]
fn json_on_a_log_holds_no_command() {
    for format in ["json", "sarif"] {
        let text = check(&hostile(), format);
        assert!(text.contains("\\u0023#[add-mask]e") && !text.contains("##["), "{text}");
    }
}

#[test]
fn junit_is_valid_for_clean_and_hostile_content() {
    let folder = tempfile::TempDir::new().expect("a folder");
    for (name, project, fails) in [("clean", Project::new(), false), ("hostile", hostile(), true)] {
        let text = check(&project, "junit");
        let document = usvg::roxmltree::Document::parse(&text).unwrap_or_else(|cause| panic!("{cause}: {text}"));
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "testsuites");
        let count = |name: &str| document.descendants().filter(|n| n.has_tag_name(name)).count().to_string();
        assert_eq!(root.attribute("tests"), Some(count("testcase").as_str()));
        assert_eq!(root.attribute("failures"), Some(count("failure").as_str()));
        assert_eq!(count("failure") != "0", fails, "{text}");
        assert_ne!(count("testcase"), "0", "{text}");
        for suite in root.children().filter(|n| n.is_element()) {
            assert_eq!(suite.tag_name().name(), "testsuite");
            let cases: Vec<_> = suite.children().filter(|n| n.is_element()).collect();
            assert!(cases.iter().all(|case| case.has_tag_name("testcase")), "{text}");
            assert_eq!(suite.attribute("tests"), Some(cases.len().to_string().as_str()));
        }
        assert!(!text.contains("<script") && !text.contains("]]>") && !text.contains('\u{1}'), "{text}");
        assert!(!text.contains("##["), "a workflow that prints it must find no command: {text}");
        let cases = document.descendants().filter(|n| n.has_tag_name("testcase"));
        let names: Vec<_> = cases.map(|case| (case.attribute("classname"), case.attribute("name"))).collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "cases of one name are shown once: {names:?}");
        let path = folder.path().join(format!("{name}.xml"));
        fs::write(&path, &text).expect("a scratch file");
        xsd_accepts(&path);
    }
}

/// Checks a file against the schema of Jenkins, where `xmllint` is installed; `.ci/run` installs it.
fn xsd_accepts(path: &Path) {
    let xsd = repository().join("tests/schemas/junit-10.xsd");
    match Command::new("xmllint").arg("--noout").arg("--schema").arg(xsd).arg(path).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(cause) => eprintln!("JUnit is not held against its schema: xmllint (libxml2-utils) cannot be run: {cause}"),
    }
}

#[test]
fn junit_fails_where_the_exit_code_does() {
    let project = Project::new();
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig\u{200b} deep.");
    for (fail_on, failures) in [("error", "0"), ("warning", "1"), ("never", "0")] {
        let output = project.run(&["check", "--paper", "a4", "--format", "junit", "--fail-on", fail_on]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let document = usvg::roxmltree::Document::parse(&text).expect("XML");
        assert_eq!(document.root_element().attribute("failures"), Some(failures), "--fail-on {fail_on}: {text}");
        assert_eq!(document.root_element().attribute("tests"), Some("1"));
    }
}

/// Reads a line as the runner does: level, properties, text.
fn command(line: &str) -> (String, Vec<(String, String)>, String) {
    let (head, data) = line.strip_prefix("::").expect("a command").split_once("::").expect("a text");
    let (level, properties) = head.split_once(' ').expect("properties");
    let plain = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n");
    let pairs = properties.split(',').map(|pair| {
        let (key, value) = pair.split_once('=').expect("a property");
        (key.to_owned(), plain(value).replace("%3A", ":").replace("%2C", ",").replace("%25", "%"))
    });
    (level.to_owned(), pairs.collect(), plain(data).replace("%25", "%"))
}

#[test]
fn annotations_cannot_be_broken_out_of() {
    let project = hostile();
    let json = findings(&project.run(&["check", "--paper", "a4", "--format", "json"]));
    let output = workflow(project.root(), None, &["--format", "github"]);
    assert_eq!(code(&output), 1);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), json.len(), "one line a finding:\n{text}");
    let mut echoed = 0;
    for (line, want) in lines.iter().zip(&json) {
        let (level, properties, told) = command(line);
        let property = |key: &str| properties.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str());
        assert_eq!(level, if want.severity == "note" { "notice" } else { want.severity.as_str() });
        assert_eq!(property("file"), Some(want.file.as_str()));
        assert_eq!(property("line"), Some(want.line.to_string().as_str()));
        assert_eq!(property("title"), Some(format!("wyrmpress ({})", want.rule).as_str()));
        let start = format!("{}:{}:{}: {}: ", want.file, want.line, want.column, want.rule);
        assert!(told.starts_with(&start), "{told}");
        echoed += usize::from(told.contains("::set-output name=b::c") && told.contains("%0A::f"));
        assert!(!line.contains("##[") && !line.contains('\u{1}'), "{line}");
    }
    assert!(echoed > 0, "no finding repeats the card's text: {text}");
    // The whole list is in the log, and the runner reads that as well.
    let log = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(log.contains("add-mask") && log.contains("-->"), "{log}");
    assert!(!log.contains("##["), "{log}");
    for line in log.split(['\n', '\r']) {
        assert!(!line.trim_start().starts_with("::"), "the runner would obey: {line}");
    }
}

#[test]
fn annotations_have_columns_only_within_a_line() {
    let project = Project::new();
    let long = "Long words fill the box. ".repeat(40);
    project.edit("content/mini/cards.toml", "\"Discard a card.\"", &format!("\"\"\"\n{long}\n{long}\"\"\""));
    project.edit("content/mini/cards.toml", "Dig deep.", "Dig **deep.");
    let text = check(&project, "github");
    let all: Vec<_> = text.lines().map(command).collect();
    let keys = |rule: &str| -> Vec<&str> {
        let (_, properties, _) = all.iter().find(|(.., told)| told.contains(rule)).expect(rule);
        properties.iter().map(|(key, _)| key.as_str()).collect()
    };
    assert_eq!(keys("text-overflow"), ["title", "file", "line", "endLine"]);
    assert_eq!(keys("markup-unbalanced"), ["title", "file", "line", "col", "endLine", "endColumn"]);
}

#[test]
fn the_summary_is_a_table_of_plain_text_added_to_the_file() {
    let project = hostile();
    let path = project.path("summary.md");
    fs::write(&path, "before\n\n").expect("a scratch file");
    assert_eq!(code(&workflow(project.root(), Some(&path), &["--format", "github"])), 1);
    let text = fs::read_to_string(&path).expect("the summary");
    assert!(text.starts_with("before\n\n### wyrmpress: "), "{text}");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| error")).collect();
    assert!(rows.len() >= 3, "{text}");
    for row in rows {
        assert_eq!(row.matches('|').count(), 5, "{row}");
        assert!(!row.contains(['<', '>', '`', '*', '[', '@', '\u{1}']), "{row}");
    }
    // Each run adds its own, whatever the format on standard output.
    assert_eq!(code(&workflow(project.root(), Some(&path), &["--format", "json"])), 1);
    assert_eq!(fs::read_to_string(&path).expect("the summary").matches("### wyrmpress: ").count(), 2);
    let lost = workflow(project.root(), Some(&project.path("no/such/folder.md")), &[]);
    assert_eq!(code(&lost), 2);
    assert!(String::from_utf8_lossy(&lost.stderr).contains("cannot write"), "it is told");
}

#[test]
fn an_output_file_is_written_whole_and_people_are_still_told() {
    let project = hostile();
    for (format, start) in [("sarif", "{"), ("junit", "<?xml"), ("json", "{"), ("github", "::"), ("human", "error[")] {
        // A bare name lies in the current folder.
        let output = workflow(project.root(), None, &["--format", format, "--output-file", "report.out"]);
        assert_eq!(code(&output), 1);
        assert!(output.stdout.is_empty(), "{format}: {}", String::from_utf8_lossy(&output.stdout));
        assert!(String::from_utf8_lossy(&output.stderr).contains("--> content/mini/cards.toml:"), "{format}");
        assert!(project.read("report.out").starts_with(start), "{format}: {}", project.read("report.out"));
    }
    let nowhere = workflow(project.root(), None, &["--format", "sarif", "--output-file", "content/mini"]);
    assert_eq!(code(&nowhere), 2);
}

#[test]
fn paths_start_at_the_top_of_the_repository() {
    let top = tempfile::TempDir::new().expect("a folder");
    let games = top.path().join("my games");
    let project = hostile();
    fs::create_dir_all(&games).expect("a folder");
    fs::rename(project.root(), games.join("mini")).expect("a move within one disk");
    let below = games.join("mini");
    let absolute = below.to_str().expect("UTF-8").to_owned();
    // Without a repository, the folder that the command runs in is the top.
    for (has_git, folder, named) in [
        (false, top.path(), "my games/mini"),
        (true, top.path(), "my games/mini"),
        (true, &below, "."),
        (true, &games, absolute.as_str()),
    ] {
        if has_git {
            fs::create_dir_all(top.path().join(".git")).expect("a folder");
        }
        let of = |format| workflow(folder, None, &["--project", named, "--format", format]).stdout;
        let github = String::from_utf8(of("github")).expect("UTF-8");
        assert!(github.contains("file=my games/mini/content/mini/cards.toml,"), "{named}: {github}");
        let log: Value = serde_json::from_slice(&of("sarif")).expect("JSON");
        let uri = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(uri, "my%20games/mini/content/mini/cards.toml", "{named}");
        let junit = String::from_utf8(of("junit")).expect("UTF-8");
        assert!(junit.contains("<testsuite name=\"my games/mini/content/mini/cards.toml\""), "{named}: {junit}");
    }
}
