//! Texts that must not change unseen: `BLESS=1 cargo suite` writes them anew, and the diff is read.

use std::fs;

use crate::project::repository;

/// Compares with `tests/suite/golden/<name>`.
pub fn agrees(name: &str, got: &str) {
    let path = repository().join("tests/suite/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, got).expect("the golden file can be written");
    }
    let want = fs::read_to_string(&path).unwrap_or_default();
    assert!(want == got, "{name} differs; read it, then BLESS=1 cargo suite\n--- want\n{want}\n--- got\n{got}");
}
