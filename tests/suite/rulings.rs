//! Every ruling that the project cites can be looked up.

use std::collections::BTreeSet;

use wyrmpress::games::{GAMES, rulings};

use crate::project::{code, each_text, repository, run};

/// The ids with a known prefix that a text cites, such as `XY-8` for `XY`.
fn cited<'a>(text: &'a str, prefixes: &BTreeSet<&str>) -> Vec<&'a str> {
    let mut ids = Vec::new();
    for (at, _) in text.match_indices('-') {
        let start = text[..at]
            .rfind(|c: char| !c.is_ascii_alphanumeric())
            .map_or(0, |before| before + text[before..].chars().next().map_or(0, char::len_utf8));
        let end = text[at + 1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(text.len(), |n| at + 1 + n);
        let number = &text[at + 1..end];
        if prefixes.contains(&text[start..at]) && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
            ids.push(&text[start..end]);
        }
    }
    ids
}

fn prefixes() -> BTreeSet<&'static str> {
    rulings::all().filter_map(|ruling| Some(ruling.id.split_once('-')?.0)).collect()
}

#[test]
fn every_cited_ruling_can_be_explained() {
    let prefixes = prefixes();
    let (mut seen, mut missing) = (BTreeSet::new(), Vec::new());
    for below in ["src", "content", "templates", "tests", "docs", "README.md", "CHANGELOG.md"] {
        each_text(&repository().join(below), &mut |path, text| {
            for id in cited(text, &prefixes) {
                seen.insert(id.to_owned());
                if rulings::find(id).is_none() {
                    missing.push(format!("{} cites {id}", path.display()));
                }
            }
        });
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(seen.len() > 60, "only {} rulings are cited", seen.len());
    for switch in GAMES.iter().flat_map(|game| game.switches) {
        assert!(rulings::find(switch.ruling).is_some(), "{} cites {}", switch.name, switch.ruling);
    }
}

#[test]
fn citations_are_found_in_running_text() {
    let prefixes = BTreeSet::from(["XY"]);
    let text = "XY-1 to XY-12, (XY-3)“XY-4”; not AXY-5, XY-x, XY-, XY-6b or UTF-8";
    assert_eq!(cited(text, &prefixes), ["XY-1", "XY-12", "XY-3", "XY-4"]);
}

#[test]
fn the_rulings_of_a_game_are_numbered_titled_and_told_apart() {
    for game in GAMES {
        let all: Vec<_> = rulings::all().filter(|ruling| ruling.game == game.id).collect();
        let prefix = all.first().and_then(|r| r.id.split_once('-')).expect("a first ruling").0;
        for (number, ruling) in all.iter().enumerate() {
            assert_eq!(ruling.id, format!("{prefix}-{}", number + 1), "{}", game.id);
            assert!(!ruling.title.is_empty() && !ruling.title.ends_with('.'), "{}: {}", ruling.id, ruling.title);
            assert!(ruling.text.ends_with('.') && !ruling.text.contains("\n\n"), "{}: {}", ruling.id, ruling.text);
        }
    }
    assert_eq!(prefixes().len(), GAMES.len(), "two games share a prefix");
}

#[test]
fn a_switch_is_named_in_its_ruling() {
    for switch in GAMES.iter().flat_map(|game| game.switches) {
        let ruling = rulings::find(switch.ruling).expect("a ruling");
        assert!(ruling.text.contains(&format!("`{}", switch.name)), "{} does not name `{}`", ruling.id, switch.name);
    }
}

#[test]
fn explain_prints_a_ruling_and_offers_the_nearest() {
    let told = |name: &str| {
        let output = run(repository(), &["explain", name]);
        let text = [output.stdout.clone(), output.stderr.clone()].concat();
        (code(&output), String::from_utf8(text).expect("UTF-8"))
    };
    let ruling = rulings::find("DF-8").expect("a ruling");
    let page = format!("DF-8 {} (dragons-favour)\n\n{}\n", ruling.title, ruling.text);
    assert_eq!(told("DF-8"), (0, page.clone()));
    assert_eq!(told("df-8"), (0, page));
    let (exit, words) = told(concat!("DF", "-88"));
    assert!(exit == 2 && words.contains("did you mean DF-8?"), "{words}");
    let (exit, words) = told("text-overflw");
    assert!(exit == 2 && words.contains("did you mean text-overflow?"), "{words}");
}
