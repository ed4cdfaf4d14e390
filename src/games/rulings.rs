//! How the games are read where their rulebooks are silent: one `rulings.md` per game.

/// One ruling, as reports and comments cite it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Such as `DF-8`.
    pub id: &'static str,
    /// The name of the game's folder in `content`.
    pub game: &'static str,
    pub title: &'static str,
    /// One paragraph, wrapped as in its file.
    pub text: &'static str,
}

/// The files, by game. An entry starts with `## ID Title`; what stands before the first is an introduction.
const FILES: &[(&str, &str)] = &[
    ("dragon-farkle", include_str!("dragon_farkle/rulings.md")),
    ("dragons-favour", include_str!("dragons_favour/rulings.md")),
    ("emperors-favor", include_str!("emperors_favor/rulings.md")),
    ("kingdom-of-favors", include_str!("kingdom_of_favors/rulings.md")),
    ("reign-of-dragoness", include_str!("reign_of_dragoness/rulings.md")),
];

/// Every ruling of every game, in the order of the files.
pub fn all() -> impl Iterator<Item = Ruling> {
    FILES.iter().flat_map(|&(game, file)| parse(game, file))
}

/// The ruling with that id, in upper or lower case.
pub fn find(id: &str) -> Option<Ruling> {
    all().find(|ruling| ruling.id.eq_ignore_ascii_case(id))
}

fn parse(game: &'static str, file: &'static str) -> impl Iterator<Item = Ruling> {
    file.split("\n## ").skip(1).map(move |entry| {
        let (head, text) = entry.split_once('\n').unwrap_or((entry, ""));
        let (id, title) = head.split_once(' ').unwrap_or((head, ""));
        Ruling { id, game, title, text: text.trim() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_id_title_and_text() {
        let file = "# Rulings\n\nIntroduction.\n\n## XY-1 First\nOne line\nand another.\n\n## XY-2 Second\nMore.\n";
        let found: Vec<Ruling> = parse("xy", file).collect();
        let first = Ruling { id: "XY-1", game: "xy", title: "First", text: "One line\nand another." };
        assert_eq!(found, [first, Ruling { id: "XY-2", game: "xy", title: "Second", text: "More." }]);
    }
}
