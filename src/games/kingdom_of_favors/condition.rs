//! Reads the condition of a character: what is found, and the tests that it must pass.

use super::want::{Amount, Find, Test, Want};
use crate::content::Node;
use crate::games::read::{Reader, items};

const FINDS: [(&str, Find); 8] = [
    ("field", Find::Field),
    ("city", Find::City),
    ("road", Find::Road),
    ("tile", Find::Tile),
    ("grid", Find::Grid),
    ("hole", Find::Hole),
    ("map", Find::Map),
    ("turn", Find::Turn),
];

/// Reads the rest of a test's table; `keys` are those of all characters.
type Read = fn(reader: &mut Reader, find: Find, keys: &[&str]) -> Option<Test>;

/// The tests by their words, and what they can be about.
const TESTS: [(&str, &[Find], Read); 14] = [
    ("nothing_else", &[Find::Turn], |_, _, _| Some(Test::NothingElse)),
    ("holds", &[Find::Turn], |reader, _, keys| {
        let node = reader.need("what")?;
        reader.position("what", node, keys).map(|at| Test::Holds(at as u8))
    }),
    ("complete", &[Find::City, Find::Road], |_, _, _| Some(Test::Complete)),
    ("loop", &[Find::Road], |_, _, _| Some(Test::Loop)),
    ("touches", &[Find::Field, Find::City], |reader, _, _| amount(reader).map(Test::Touches)),
    ("ends_at_complete_city", &[Find::Road], |reader, _, _| reader.number("n", 1..=2).map(Test::EndsAt)),
    ("has", &[Find::Road, Find::City], has),
    ("no_city", &[Find::Grid], |_, _, _| Some(Test::HasNoCity)),
    ("surrounded_cloisters", &[Find::Map], |reader, _, _| amount(reader).map(Test::HasSurrounded)),
    ("only_field", &[Find::Tile], |_, _, _| Some(Test::OnlyField)),
    ("size", &[Find::Grid], size),
    ("neighbors", &[Find::Tile, Find::Hole], neighbors),
    ("inside_loop_road", &[Find::City], |_, _, _| Some(Test::InLoop)),
    ("encloses", &[Find::City], encloses),
];

/// Reads a condition of the character with number `who`.
pub fn read(reader: &mut Reader, who: u8, keys: &[&str]) -> Option<Want> {
    let find = reader.word("find", &FINDS);
    let mut tests = Vec::new();
    let list = reader.list("all");
    for node in list {
        if let (Some(find), Some(mut inner)) = (find, reader.item(node, "the test")) {
            tests.push(test(&mut inner, find, keys));
        }
    }
    reader.finish();
    if list.is_empty() {
        reader.wrong(reader.place(), "a condition without tests is always met", "add `all = [{ test = … }]`");
        return None;
    }
    Some(Want { who, find: find?, tests: tests.into_iter().collect::<Option<_>>()? })
}

fn test(reader: &mut Reader, find: Find, keys: &[&str]) -> Option<Test> {
    let words = TESTS.map(|(word, finds, read)| (word, (word, finds, read)));
    let (word, finds, read) = reader.word("test", &words)?;
    if !finds.contains(&find) {
        let name = FINDS.iter().find(|(_, known)| *known == find).map_or("", |(name, _)| name);
        let message = format!("`{word}` means nothing for a {name}");
        reader.wrong(reader.place(), message, "find something else, or test something else");
        return None;
    }
    let test = read(reader, find, keys);
    reader.finish();
    test
}

fn has(reader: &mut Reader, find: Find, _: &[&str]) -> Option<Test> {
    type Thing = (&'static str, fn(u8) -> Test);
    const OF_ROADS: [Thing; 2] = [("bridge_token", Test::HasBridge), ("bend", Test::HasBends)];
    const OF_CITIES: [Thing; 3] = [
        ("adjacent_caps_tile", Test::HasAdjacentCaps),
        ("four_caps_tile", Test::HasFourCaps),
        ("solid_city_tile", Test::HasSolid),
    ];
    let what = reader.word("what", if find == Find::Road { &OF_ROADS[..] } else { &OF_CITIES });
    let n = reader.number("n", 1..=20);
    Some(what?(n?))
}

fn size(reader: &mut Reader, _: Find, _: &[&str]) -> Option<Test> {
    let sides: Vec<Option<i64>> = reader.list("n").iter().map(Node::integer).collect();
    let [Some(columns @ 1..=5), Some(rows @ 1..=5)] = sides[..] else {
        reader.wrong(reader.place(), "a block has columns and rows, 1 to 5 each", "write `n = [3, 3]`");
        return None;
    };
    Some(Test::Size(columns as u8, rows as u8))
}

fn neighbors(reader: &mut Reader, _: Find, _: &[&str]) -> Option<Test> {
    let all: u8 = reader.number("of", 4..=8)?;
    let n = reader.number("n", 0..=all)?;
    if all != 4 && all != 8 {
        reader.wrong(reader.place(), format!("a spot has 4 or 8 neighbors, not {all}"), "write 4 or 8");
    }
    Some(Test::Neighbors(all, n))
}

fn encloses(reader: &mut Reader, _: Find, _: &[&str]) -> Option<Test> {
    let node = reader.need("what")?;
    let words: Vec<&str> = items(Some(node)).iter().filter_map(Node::text).collect();
    match words[..] {
        ["cloister"] => Some(Test::AroundCloister),
        ["loop_road", "cloister"] => Some(Test::AroundAll),
        _ => {
            let message = format!("nothing is known to lie within {words:?}");
            let help = "it can be: [\"cloister\"] or [\"loop_road\", \"cloister\"]";
            reader.wrong_at(node, message, help);
            None
        }
    }
}

/// A number, or `level`: one more for each favor of the character that was taken.
fn amount(reader: &mut Reader) -> Option<Amount> {
    match reader.get("n").and_then(Node::text) {
        Some("level") => Some(Amount::Level),
        _ => reader.number("n", 0..=20).map(Amount::Fixed),
    }
}
