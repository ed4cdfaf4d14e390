//! The files that run the program elsewhere: the GitHub action, the pre-commit hooks, and this project's own workflows.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output};

use yaml_rust2::{Yaml, YamlLoader};

use crate::project::{Project, code, repository};

fn yaml(name: &str) -> Yaml {
    let text = fs::read_to_string(repository().join(name)).expect("a file of the repository");
    YamlLoader::load_from_str(&text).expect("YAML").remove(0)
}

/// Runs the action's step of that id as a runner would, with these inputs in addition to the defaults.
fn step(id: &str, project: &Project, inputs: &[(&str, &str)]) -> Output {
    let action = yaml("action.yml");
    let steps = action["runs"]["steps"].as_vec().expect("steps");
    let step = steps.iter().find(|step| step["id"].as_str() == Some(id)).expect("the step");
    let folder = project.path("runner");
    let bin = folder.join("wyrmpress/bin");
    fs::create_dir_all(&bin).expect("a folder");
    // A wrapper, not a link, so that nobody overwrites the binary itself.
    let wrapper = format!("#!/bin/bash\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_wyrmpress"));
    fs::write(bin.join("wyrmpress"), wrapper).expect("a scratch file");
    let made = Command::new("chmod").arg("+x").arg(bin.join("wyrmpress")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"].as_str().expect("a script")]);
    bash.current_dir(project.root()).env("RUNNER_TEMP", &folder).env("GITHUB_OUTPUT", folder.join("output"));
    bash.env("GITHUB_ACTION_PATH", repository()).env("GITHUB_ACTIONS", "true").env_remove("GITHUB_STEP_SUMMARY");
    for (name, value) in step["env"].as_hash().into_iter().flatten() {
        let value = value.as_str().expect("a value");
        let input = value.strip_prefix("${{ inputs.").and_then(|v| v.strip_suffix(" }}")).expect("an input");
        let default = action["inputs"][input]["default"].as_str().unwrap_or_else(|| panic!("{input} has no default"));
        let given = inputs.iter().find(|(key, _)| *key == input).map(|(_, value)| *value);
        bash.env(name.as_str().expect("a name"), given.unwrap_or(default));
    }
    bash.output().expect("bash can be started")
}

#[test]
fn the_action_is_composite_and_takes_inputs_by_the_environment_only() {
    let action = yaml("action.yml");
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    for step in action["runs"]["steps"].as_vec().expect("steps") {
        match step["run"].as_str() {
            Some(script) => {
                assert_eq!(step["shell"].as_str(), Some("bash"), "{script}");
                assert!(!script.contains("${{"), "an input could carry commands: {script}");
            }
            None => assert!(step["uses"].as_str().is_some_and(|uses| uses.contains('@')), "{step:?}"),
        }
    }
    for (name, input) in action["inputs"].as_hash().expect("inputs") {
        assert!(input["description"].as_str().is_some_and(|text| text.len() > 20), "{name:?}");
        let readme = fs::read_to_string(repository().join("README.md")).expect("a README");
        assert!(readme.contains(&format!("`{}`", name.as_str().expect("a name"))), "the README lacks {name:?}");
    }
}

#[test]
fn the_action_checks() {
    let project = Project::new();
    let said = |output: &Output| {
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    };
    let clean = step("check", &project, &[]);
    assert_eq!(code(&clean), 0, "{}", said(&clean));
    project.edit("content/mini/cards.toml", "number = 2", "number = 99");
    let wrong = step("check", &project, &[]);
    assert_eq!(code(&wrong), 1, "{}", said(&wrong));
    assert!(said(&wrong).contains("::error title=wyrmpress (out-of-range),file=content/mini/cards.toml,line=18,"));
    assert_eq!(code(&step("check", &project, &[("fail-on", "never"), ("play", "false"), ("games", " mini ")])), 0);
    for two in ["mini other", "mini\nother\n", "\nmini\n  other"] {
        assert_eq!(code(&step("check", &project, &[("games", two)])), 2, "{two:?}");
    }
    // A game that looks like an option, and one that looks like a command, are unknown games.
    for hostile in ["--help", "$(touch", "`touch", "; touch x"] {
        assert_eq!(code(&step("check", &project, &[("games", hostile)])), 2, "{hostile}");
    }
    assert_eq!(code(&step("check", &project, &[("format", "sarif")])), 1);
    assert!(project.read("runner/wyrmpress.sarif").contains("\"2.1.0\""));
    assert!(project.read("runner/output").contains("wyrmpress.sarif"));
    assert_eq!(code(&step("check", &project, &[("format", "junit"), ("output-file", "a b.xml")])), 1);
    assert!(project.read("a b.xml").starts_with("<?xml"));
}

#[test]
fn the_hooks_run_commands_that_there_are() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_vec().expect("a list");
    assert!(!hooks.is_empty());
    for hook in hooks {
        assert_eq!(hook["language"].as_str(), Some("rust"));
        assert_eq!(hook["pass_filenames"].as_bool(), Some(false), "games are named, not files");
        assert_eq!(hook["require_serial"].as_bool(), Some(true));
        assert_eq!(hook["always_run"].as_bool(), Some(true), "a commit may only delete");
        let mut words = hook["entry"].as_str().expect("an entry").split_whitespace();
        assert_eq!(words.next(), Some("wyrmpress"));
        let words: Vec<&str> = words.collect();
        let project = Project::new();
        assert_eq!(code(&project.run(&["schema", "--quiet"])), 0);
        assert_eq!(code(&project.run(&words)), 0, "{words:?} on a clean project");
        project.edit("content/mini/game.toml", "clan = \"key of clan\"", "clan = \"key of clna\"");
        assert_eq!(code(&project.run(&words)), 1, "{words:?} on a wrong one");
    }
}

/// Every script of a workflow's jobs, in order.
fn scripts(workflow: &Yaml) -> String {
    let mut all = String::new();
    for (name, job) in workflow["jobs"].as_hash().expect("jobs") {
        assert!(job["runs-on"].as_str().is_some(), "{name:?} names no runner");
        for step in job["steps"].as_vec().expect("steps") {
            match step["run"].as_str() {
                Some(script) => {
                    assert_eq!(step["shell"].as_str(), Some("bash"), "{script}");
                    assert!(!script.contains("${{"), "a tag or branch could carry commands: {script}");
                    all.push_str(script);
                    all.push('\n');
                }
                None => assert!(step["uses"].as_str().is_some_and(|uses| uses.contains('@')), "{step:?}"),
            }
        }
    }
    all
}

#[test]
fn pushes_and_pull_requests_run_what_a_contributor_runs() {
    let ci = yaml(".github/workflows/ci.yml");
    assert_eq!(ci["on"]["push"]["branches"][0].as_str(), Some("main"));
    assert!(ci["on"].as_hash().expect("events").contains_key(&Yaml::String("pull_request".into())));
    assert_eq!(ci["permissions"]["contents"].as_str(), Some("read"));
    assert!(scripts(&ci).lines().any(|line| line == ".ci/run"));
    assert!(repository().join(".ci/run").is_file());
}

#[test]
fn a_tag_publishes_every_system_with_checksums() {
    let release = yaml(".github/workflows/release.yml");
    assert_eq!(release["on"]["push"]["tags"][0].as_str(), Some("v*"));
    let built = release["jobs"]["build"]["strategy"]["matrix"]["include"].as_vec().expect("a matrix");
    let targets: Vec<&str> = built.iter().map(|row| row["target"].as_str().expect("a target")).collect();
    for target in [
        "x86_64-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "x86_64-apple-darwin",
        "aarch64-apple-darwin",
        "x86_64-pc-windows-msvc",
    ] {
        assert!(targets.contains(&target), "nothing is built for {target}");
    }
    let scripts = scripts(&release);
    for part in ["cargo build --profile dist --locked", "cp README.md LICENSE", "sha256sum", "gh release create"] {
        assert!(scripts.contains(part), "no step runs `{part}`");
    }
    let manifest = fs::read_to_string(repository().join("Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("[profile.dist]"));
    // Only the job that publishes may write.
    assert_eq!(release["permissions"]["contents"].as_str(), Some("read"));
    assert_eq!(release["jobs"]["publish"]["permissions"]["contents"].as_str(), Some("write"));
}

#[test]
fn issue_forms_ask_and_say_what_they_need() {
    for form in ["bug", "idea", "print"] {
        let form = yaml(&format!(".github/ISSUE_TEMPLATE/{form}.yml"));
        assert!(form["name"].as_str().is_some() && form["description"].as_str().is_some(), "{form:?}");
        let fields = form["body"].as_vec().expect("fields");
        assert!(fields.iter().all(|field| field["attributes"]["label"].as_str().is_some()), "{form:?}");
        assert!(fields.iter().any(|field| field["validations"]["required"].as_bool() == Some(true)), "{form:?}");
    }
}
