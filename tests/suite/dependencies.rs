//! What the program is built from: licenses that go with ours, and no crate twice without a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::project::repository;

/// Licenses that allow to be part of a program under the MIT license.
const LICENSES: [&str; 12] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "ISC",
    "Zlib",
    "Unlicense",
    "CC0-1.0",
    "Unicode-3.0",
];

/// Crates that are built in two versions, and why.
const TWICE: [(&str, &str); 6] = [
    ("base64", "printpdf asks for 0.22, usvg for 0.23"),
    ("getrandom", "ahash, below jsonschema, asks for 0.3; in tests only"),
    ("heck", "ouroboros, below printpdf, asks for 0.4; while building only"),
    ("miniz_oxide", "png asks for 0.8, flate2 for 0.9"),
    ("syn", "macros of two generations; while building only"),
    ("weezl", "gif asks for 0.1, lopdf for 0.2"),
];

/// The packages of a build on this machine, as cargo tells them.
fn packages() -> Vec<Value> {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("UTF-8");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let arguments = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(repository()).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    serde_json::from_value(all["packages"].take()).expect("a list")
}

/// Whether one may choose a license that goes with ours, such as `MIT OR GPL-3.0`, for each part: `MIT AND ISC`.
fn is_free(license: &str) -> bool {
    let plain = |part: &str| part.replace(['(', ')'], "");
    license
        .split(" AND ")
        .all(|part| plain(part).replace('/', " OR ").split(" OR ").any(|license| LICENSES.contains(&license.trim())))
}

#[test]
fn every_license_goes_with_ours() {
    let packages = packages();
    let name = |package: &Value| package["name"].as_str().expect("a name").to_owned();
    let free = |package: &&Value| !package["license"].as_str().is_some_and(is_free);
    let wrong: Vec<String> = packages.iter().filter(free).map(|p| format!("{}: {}", name(p), p["license"])).collect();
    assert!(packages.len() > 100 && wrong.is_empty(), "{wrong:#?}");
    assert!(is_free("GPL-3.0 OR MIT") && !is_free("GPL-3.0") && !is_free("MIT AND GPL-3.0"));
}

#[test]
fn a_crate_in_two_versions_has_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let of = |key: &str| package[key].as_str().expect("a text").to_owned();
        versions.entry(of("name")).or_default().insert(of("version"));
    }
    let twice: Vec<&String> = versions.iter().filter(|(_, all)| all.len() > 1).map(|(name, _)| name).collect();
    let known: Vec<&str> = TWICE.iter().map(|(name, _)| *name).collect();
    assert_eq!(twice, known, "ours to explain in `TWICE`, or to leave out of it");
}
