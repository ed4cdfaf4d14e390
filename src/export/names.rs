//! Names of files: the usual kit has the plain name, and every option that changes the print adds a mark.

use std::path::{Path, PathBuf};

use crate::content::Game;
use crate::hash;
use crate::layout::{Backs, Gap, Marks, Paper, Setup};
use crate::units::{Mm, trimmed};

/// The resolution of pictures by default, in dots per inch.
pub const USUAL_DPI: f64 = 300.0;

/// The most letters of a pattern or a printer in a name.
const LETTERS: usize = 40;

/// The folder of a kit, and the marks in the names of its files.
///
/// What is printed stands before the paper, how it is laid out after it: `harbor-low-ink-a4-gutterfold.pdf`. Runs with
/// other options therefore write other files.
pub struct Names {
    /// The folder that the user named.
    root: PathBuf,
    folder: PathBuf,
    game: String,
    /// `-changed` for a run that prints only what changed.
    changed: &'static str,
    /// `-low-ink`.
    ink: &'static str,
    /// How sheets are laid out; empty for the usual layout.
    layout: String,
    /// `-dpi-150`, if pictures have another resolution than the usual one.
    dpi: String,
    /// The components that `--only` chose.
    only: String,
}

impl Names {
    /// Names of a whole kit in full ink with the usual layout, below a folder that the user named.
    pub fn usual(root: &Path, game: &str) -> Names {
        let (root, folder) = (root.to_owned(), root.join(game));
        let (layout, dpi, only) = (String::new(), String::new(), String::new());
        Names { root, folder, game: game.to_owned(), changed: "", ink: "", layout, dpi, only }
    }

    /// Marks a run that prints only what changed.
    pub fn changed(mut self, is_so: bool) -> Names {
        self.changed = if is_so { "-changed" } else { "" };
        self
    }

    /// Marks a run with low ink.
    pub fn low_ink(mut self, is_so: bool) -> Names {
        self.ink = if is_so { "-low-ink" } else { "" };
        self
    }

    /// Marks the layout, if it is not the usual one.
    pub fn laid_out(mut self, setup: Option<&Setup>) -> Names {
        self.layout = setup.map(layout_mark).unwrap_or_default();
        self
    }

    /// Marks the resolution of pictures, if it is not the usual one.
    pub fn pictured(mut self, dpi: f64) -> Names {
        self.dpi = if dpi == USUAL_DPI { String::new() } else { format!("-dpi-{}", trimmed(dpi, 4)) };
        self
    }

    /// Marks a run that prints only some components.
    pub fn only(mut self, pattern: Option<&str>) -> Names {
        self.only = pattern.map(|pattern| format!("-only-{}", safe(pattern))).unwrap_or_default();
        self
    }

    /// The folder that the user named.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// A document with all sets on a paper, or with one set on a paper of its own.
    pub(super) fn document(&self, set: Option<&str>, paper: &Paper) -> PathBuf {
        let Names { folder, game, changed, ink, layout, only, .. } = self;
        let set = set.map(|set| format!("-{set}")).unwrap_or_default();
        folder.join(format!("{game}{set}{changed}{ink}-{}{layout}{only}.pdf", paper.name))
    }

    /// The list of changes that goes with the document of a paper.
    pub fn list(&self, paper: &Paper) -> PathBuf {
        let Names { folder, game, ink, layout, only, .. } = self;
        folder.join(format!("{game}-changes{ink}-{}{layout}{only}.pdf", paper.name))
    }

    /// The folder for pictures of faces, which no layout changes.
    pub(super) fn faces(&self, set: &str) -> PathBuf {
        self.folder.join(format!("png{}{}{}{}", self.changed, self.ink, self.dpi, self.only)).join(set)
    }

    /// The folder for pictures of sheets.
    pub(super) fn sheets(&self) -> PathBuf {
        let Names { changed, ink, layout, dpi, only, .. } = self;
        self.folder.join(format!("sheets{changed}{ink}{dpi}{layout}{only}"))
    }

    /// The documents of a game on these papers, and those of sets with papers of their own.
    pub(super) fn documents(&self, game: &Game, setups: &[Setup]) -> Vec<PathBuf> {
        let whole = setups.iter().map(|setup| self.document(None, &setup.paper));
        let papers = game.sets.iter().flat_map(|set| set.papers.iter().map(move |paper| (set, paper)));
        let own = papers.filter_map(|(set, paper)| Some((set.id.value.as_str(), Paper::parse(&paper.value).ok()?)));
        whole.chain(own.map(|(set, paper)| self.document(Some(set), &paper))).collect()
    }
}

/// The options of a layout that differ from the usual one, in a fixed order: `-gutterfold-gap-0mm-marks-both`.
pub fn layout_mark(setup: &Setup) -> String {
    let usual = Setup::usual(setup.paper.clone());
    let length = |mm: Mm| format!("{}mm", trimmed(mm.0, 4));
    let mut mark = match setup.backs {
        Backs::LongEdge => String::new(),
        Backs::ShortEdge => "-short-edge".to_owned(),
        Backs::Gutterfold => "-gutterfold".to_owned(),
        Backs::None => "-backs-none".to_owned(),
    };
    if let Gap::Fixed(gap) = setup.gap {
        mark.push_str(&format!("-gap-{}", length(gap)));
    }
    if setup.margin != usual.margin {
        mark.push_str(&format!("-margin-{}", length(setup.margin)));
    }
    mark.push_str(match setup.marks {
        Marks::Front => "",
        Marks::Both => "-marks-both",
        Marks::None => "-marks-none",
    });
    if setup.overlap != usual.overlap {
        mark.push_str(&format!("-overlap-{}", length(setup.overlap)));
    }
    if let Some(printer) = &setup.printer {
        mark.push_str(&format!("-printer-{}", safe(&printer.name)));
    }
    mark
}

/// A text as part of a name that every system can write.
///
/// An id stands as it is, and so does `set/id`, with a point for the slash. Anything else loses what names cannot hold,
/// and a hash keeps different texts apart; no id has the `_` before it.
fn safe(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_id = |part: &str| !part.is_empty() && part.chars().all(is_plain);
    // The name of a paper at the end, or of the next option inside, could be read in two ways.
    let ends_in_paper = text.rsplit(['-', '/']).next().is_some_and(|last| Paper::parse(last).is_ok());
    if text.split('/').all(is_id) && text.len() <= LETTERS && !ends_in_paper && !text.contains("only-") {
        return text.replace('/', ".");
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").to_ascii_lowercase().chars().take(LETTERS).collect();
    format!("{slug}_{}", &hash::hex(text.as_bytes())[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_and_printers_become_names_of_files() {
        assert_eq!(safe("lighthouse"), "lighthouse");
        assert_eq!(safe("gylden-3"), "gylden-3");
        assert_eq!(safe("cards/lighthouse"), "cards.lighthouse");
        for (text, start) in [
            ("gylden-*", "gylden_"),
            ("harbor/cards/{a,b}", "harbor-cards-a-b_"),
            ("*", "_"),
            ("Office", "office_"),
            ("tile-a4", "tile-a4_"),
            ("..\\\u{e9}", "_"),
            ("-a4", "a4_"),
            ("/", "_"),
        ] {
            let name = safe(text);
            assert!(name.starts_with(start) && name.len() == start.len() + 6, "{text}: {name}");
        }
        assert_ne!(safe("gylden-*"), safe("gylden-?"));
        assert_ne!(safe("office"), safe("Office"));
        assert!(safe(&"x".repeat(500)).len() < 50);
    }
}
