//! Texts that must not change unnoticed: `BLESS=1 cargo suite` rewrites them, and people read the diff.
//!
//! No golden text depends on a kit: games are played with `frozen/`, and placements are those of the small project.

use std::fs;
use std::path::PathBuf;

use wyrmpress::sim::Playable;

use crate::played::opened;
use crate::project::repository;

/// Compares with `tests/suite/golden/<name>`.
pub fn agrees(name: &str, got: &str) {
    let path = repository().join("tests/suite/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, got).expect("the golden file can be written");
    }
    let want = fs::read_to_string(&path).unwrap_or_default();
    let line = want.lines().zip(got.lines()).take_while(|(want, got)| want == got).count() + 1;
    assert!(want == got, "{name} differs from line {line} on; read it, then BLESS=1 cargo suite\n--- got\n{got}");
}

/// A game with the records of `tests/suite/frozen`, which stay as they are when a kit is tuned.
pub fn frozen(game: &str) -> Box<dyn Playable> {
    opened(&folder(), game)
}

fn folder() -> PathBuf {
    repository().join("tests/suite/frozen")
}

#[test]
fn the_frozen_copy_has_every_game() {
    for game in wyrmpress::games::GAMES {
        assert_eq!(frozen(game.id).id(), game.id);
    }
}
