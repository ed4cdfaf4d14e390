//! Reads `content/<game>/*.toml` into records. Every value keeps its place, so a bad one is reported where it is.

mod agree;
mod check;
mod cut;
mod field;
mod files;
mod form;
mod game;
mod glossary;
mod length;
mod node;
mod numbers;
mod record;
mod set;
mod syntax;

use std::path::{Path, PathBuf};

use kurbo::BezPath;

use crate::color::Color;
use crate::error::Error;
use crate::finding::{FileId, Finding, Owner, Place, Sources, rule};
use crate::language::Language;
use crate::shape::Shape;
use crate::units::{Mm, Size};

pub use agree::{Difference, Played, compare};
pub use check::{breaks_line, invisible};
pub use field::{Field, Kind, record_names};
pub use files::{Found, Unreadable, leads_out, read_text, walk};
pub use form::Form;
pub use game::toml_file;
pub use length::{NAMED_SIZES, length, size};
pub use node::{Key, Node, Table, Value};
pub use numbers::{Named, Number, Weight, numbers_in};
pub use record::Record;
pub(crate) use set::is_outside;

/// A named color of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Swatch {
    /// The name that templates use.
    pub name: Spot<String>,
    /// The color as it is written. Templates get this text.
    pub written: Spot<String>,
    pub color: Color,
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot<T> {
    pub value: T,
    pub place: Place,
}

/// All games of a project.
pub struct Content {
    pub root: PathBuf,
    pub sources: Sources,
    /// The games, sorted by the name of their folder.
    pub games: Vec<Game>,
}

/// One game: its `game.toml` and its sets.
pub struct Game {
    /// The folder's name.
    pub id: String,
    /// The `game.toml`.
    pub file: FileId,
    pub title: Spot<String>,
    /// The version of the kit.
    pub version: String,
    /// Fewest and most players.
    pub players: (i64, i64),
    /// The place of `players`.
    pub players_at: Place,
    /// Who made the game, for the file's metadata.
    pub author: Option<String>,
    /// Named colors, in the order of the file.
    pub palette: Vec<Swatch>,
    /// Replacements for some of these colors, for `--ink low`.
    pub palette_low: Vec<Swatch>,
    /// Font families by purpose, such as `text`.
    pub fonts: Vec<(String, Vec<Spot<String>>)>,
    /// The language of its texts.
    pub language: Language,
    /// Tables that all templates of the game may read.
    pub data: Table,
    /// The sets of components, in printing order.
    pub sets: Vec<Set>,
    /// Whether all sets could be read, with every record.
    pub is_whole: bool,
    /// The rulebook's list of components.
    pub expects: Vec<Expect>,
    pub glossary: Glossary,
    /// Rules that are silenced for the whole game.
    pub allow: Vec<Spot<String>>,
}

/// The words of a game: `[glossary]` in its `game.toml`.
#[derive(Default)]
pub struct Glossary {
    /// Sets that explain the game: leaflets, charts, reference cards.
    pub reference: Vec<Spot<String>>,
    /// Words with a special meaning, which `reference` must explain.
    pub keywords: Vec<Spot<String>>,
    /// Proper names that texts may mention although no record has them.
    pub names: Vec<Spot<String>>,
    /// Words to avoid, each with its replacement.
    pub avoid: Vec<(String, Spot<String>)>,
}

/// Components that share size, shape, back and sheet.
pub struct Set {
    /// Its id, which is also the name of its file.
    pub id: Spot<String>,
    /// The whole `[[set]]` in `game.toml`.
    pub place: Place,
    pub title: String,
    /// The file with its components.
    pub file: FileId,
    /// The trim size.
    pub size: Spot<Size>,
    pub shape: Shape,
    /// How far art extends beyond the trim.
    pub bleed: Mm,
    /// How far inside the trim everything important must stay.
    pub safe: Mm,
    /// The language of its texts: its own, or the game's.
    pub language: Language,
    /// Papers that this set is also printed on separately.
    pub papers: Vec<Spot<String>>,
    /// Rules that are silenced for the whole set.
    pub allow: Vec<Spot<String>>,
    /// The fields of its components.
    pub fields: Vec<Field>,
    /// The components, in the order of the file.
    pub components: Vec<Component>,
    /// Whether every record could be read, without findings.
    pub is_whole: bool,
}

/// One record: a card, tile, token, board, mat or sheet.
#[derive(Clone)]
pub struct Component {
    /// Its id, unique in the set.
    pub id: Spot<String>,
    pub name: String,
    /// The number of copies in the box.
    pub count: Spot<u32>,
    /// The number of its first copy in the set, from 1.
    pub first: u32,
    /// The template of its front.
    pub template: Spot<String>,
    /// The template of its back.
    pub back: Option<Spot<String>>,
    /// The trim size: its own or the set's.
    pub size: Size,
    /// The outline: its own or the set's.
    pub shape: Shape,
    pub origin: Origin,
    /// The reason for its origin or values, in words.
    pub why: Option<String>,
    /// Rules that are silenced for it.
    pub allow: Vec<Spot<String>>,
    /// All keys of the record, including defaults.
    pub values: Table,
    /// The whole record.
    pub place: Place,
    /// Whether it was read without findings. Otherwise it is not drawn, so that one mistake is reported once.
    pub is_sound: bool,
}

impl Component {
    /// The component as the owner of a finding.
    pub fn owner(&self, set: &Set) -> Owner {
        Owner { place: self.place.clone(), name: format!("{}/{}", set.id.value, self.id.value) }
    }
}

/// Where a record comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Stated by the rulebook.
    Rulebook,
    /// Found in public sources.
    Public,
    /// Follows from the rulebook.
    Inferred,
    /// Our own design.
    Designed,
}

impl Origin {
    /// All origins, with their words in content files.
    pub const WORDS: [(&'static str, Origin); 4] = [
        ("rulebook", Origin::Rulebook),
        ("public", Origin::Public),
        ("inferred", Origin::Inferred),
        ("designed", Origin::Designed),
    ];

    /// The origin with that word.
    pub fn named(word: &str) -> Option<Origin> {
        Origin::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, origin)| origin)
    }
}

/// One line of the rulebook's list of components.
pub struct Expect {
    /// What is counted, in words.
    pub what: String,
    /// The set it is in.
    pub set: Spot<String>,
    /// Only components whose fields have these values.
    pub only: Vec<(String, Node)>,
    /// The number there must be.
    pub count: Spot<u32>,
}

impl Game {
    /// Counts components and records of `[data]` by origin, in the order of [`Origin::WORDS`].
    pub fn origins(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        let mut count = |origin: Origin| {
            let at = Origin::WORDS.iter().position(|&(_, known)| known == origin);
            counts[at.expect("every origin has its word")] += 1;
        };
        self.sets.iter().flat_map(|set| &set.components).for_each(|card| count(card.origin));
        let mut open: Vec<&Node> = self.data.values().collect();
        while let Some(node) = open.pop() {
            match &node.value {
                Value::Table(table) => {
                    let word = table.get("origin").and_then(Node::text);
                    let known = Origin::WORDS.iter().find(|(known, _)| Some(*known) == word);
                    known.into_iter().for_each(|&(_, origin)| count(origin));
                    open.extend(table.values());
                }
                Value::List(items) => open.extend(items),
                _ => {}
            }
        }
        counts
    }
}

impl Set {
    /// The number of copies of all components.
    pub fn total(&self) -> u32 {
        self.components.iter().map(|c| c.count.value).sum()
    }
}

/// Reads every game of the project at `root`, or those named in `only`.
///
/// Faults of the content are collected in `found`. An error means that the project itself could not be read.
pub fn parse(root: &Path, only: &[String], found: &mut Vec<Finding>) -> Result<Content, Error> {
    let mut content = Content { root: root.to_owned(), sources: Sources::default(), games: Vec::new() };
    let folders = files::folders(root, only)?;
    for files::Headless { id, near } in folders.headless {
        let message = format!("content/{id} has no `game.toml`, so nothing of this game is printed");
        let help = match &near {
            Some(near) => format!("rename `{near}` to `game.toml`"),
            None => "create it, or move the folder out of `content`".to_owned(),
        };
        let path = Path::new("content").join(&id).join(near.as_deref().unwrap_or("game.toml"));
        let place = Place::new(content.sources.add(path, String::new()), 0..0);
        found.push(Finding::new(&rule::FILE_UNREADABLE, place, message).help(help));
    }
    for id in folders.games {
        if let Some(game) = game::parse(root, &id, &mut content.sources, found)? {
            check::game(&game, found);
            content.games.push(game);
        }
    }
    Ok(content)
}

/// Reads an SVG path in millimeters.
fn path(text: &str) -> Option<BezPath> {
    BezPath::from_svg(text).ok().filter(|p| p.is_finite())
}
