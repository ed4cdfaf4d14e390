//! Rulings on what the rulebooks leave open: one `rulings.md` per game.

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

/// Every ruling of every game, in the order of the games.
pub fn all() -> impl Iterator<Item = Ruling> {
    super::GAMES.iter().flat_map(|game| parse(game.id, game.rulings))
}

/// The ruling with that id, in upper or lower case.
pub fn find(id: &str) -> Option<Ruling> {
    all().find(|ruling| ruling.id.eq_ignore_ascii_case(id))
}

/// Reads a file. An entry starts with `## ID Title`; the text before the first one is an introduction.
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
