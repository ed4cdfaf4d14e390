//! The icon library: plain one-color drawings, stored once and stamped in any color and size.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use usvg::fontdb::Database;
use usvg::tiny_skia_path::{PathSegment, Transform};

use crate::content::{read_text, walk};
use crate::error::Error;
use crate::finding::{FileId, Finding, Place, Sources, nearest, rule};
use crate::markup;
use crate::picture::Pictures;
use crate::svg;

/// The side of an icon's view box.
pub const BOX: f32 = 100.0;

/// One icon: filled shapes in a box of 100x100.
#[derive(Clone, Debug, PartialEq)]
pub struct Icon {
    /// Its name, as content and templates write it.
    pub name: String,
    /// The file it was read from.
    pub file: FileId,
    /// Its shapes, and whether the even-odd rule fills them.
    pub paths: Vec<(usvg::tiny_skia_path::Path, bool)>,
    /// The same as path data, written on first use: most runs need no SVG of it.
    shapes: OnceLock<Vec<(String, bool)>>,
}

/// All icons of a project, by name.
#[derive(Default)]
pub struct Icons {
    names: BTreeMap<String, u16>,
    all: Vec<Icon>,
}

impl Icons {
    /// Reads the icons that all games share and those of each game; reports faults at the file.
    ///
    /// All names share one namespace. An icon that cannot be used keeps the drawing it had in `before`.
    pub fn load(
        root: &Path,
        before: Option<&Icons>,
        sources: &mut Sources,
        found: &mut Vec<Finding>,
    ) -> Result<Icons, Error> {
        let mut icons = Icons::default();
        let mut files = Vec::new();
        for folder in folders(root)? {
            files.extend(walk(root, &root.join(&folder))?.into_iter().map(|file| (folder.clone(), file)));
        }
        // Icons are numbered by name, so that moving one to another folder changes no PDF.
        files.sort_by(|(_, a), (_, b)| a.path.cmp(&b.path));
        let no_fonts = Arc::new(Database::new());
        let mut first: Option<(String, FileId)> = None;
        for (folder, file) in files {
            let path = folder.join(&file.path);
            let Some(name) = file.path.to_str().and_then(|p| p.strip_suffix(".svg")).map(|n| n.replace('\\', "/"))
            else {
                continue;
            };
            let text = match file.fault {
                Some(fault) => Err(fault),
                None => read_text(root, &path)?,
            };
            let (text, fault) = match text {
                Ok(text) => (text, None),
                Err(fault) => (String::new(), Some(fault)),
            };
            let file = sources.add(path, text);
            if let Some((_, other)) = first.as_ref().filter(|(taken, _)| *taken == name) {
                let message = format!("icon `{name}` is also drawn in {}", sources.name(*other));
                let finding = Finding::new(&rule::DUPLICATE_ID, Place::new(file, 0..0), message);
                found.push(finding.help("delete one of the two files, or rename it"));
                continue;
            }
            first = Some((name.clone(), file));
            let read = match fault {
                Some(fault) => Err(fault),
                None => svg::parse(sources.text(file), &no_fonts, &Pictures::new(&root.join(&folder)))
                    .map_err(|faults| faults[0].message.clone())
                    .and_then(|tree| Icon::from_tree(&name, file, &tree)),
            };
            let icon = match read {
                Ok(icon) => Some(icon),
                Err(fault) => {
                    let message = format!("icon `{name}`: {fault}");
                    let finding = Finding::new(&rule::ICON_UNUSABLE, Place::new(file, 0..0), message);
                    found.push(finding.help("draw it with filled shapes in `currentColor` on a view box of 100x100"));
                    let old = before.and_then(|before| before.find(&name).map(|old| before.get(old)));
                    old.map(|old| Icon { file, ..old.clone() })
                }
            };
            if let Some(icon) = icon {
                icons.names.insert(name, icons.all.len() as u16);
                icons.all.push(icon);
            }
        }
        Ok(icons)
    }

    /// The number of an icon.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.names.get(name).copied()
    }

    /// All icons with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &Icon)> {
        self.all.iter().enumerate().map(|(number, icon)| (number as u16, icon))
    }

    /// The icon of that number.
    pub fn get(&self, icon: u16) -> &Icon {
        &self.all[icon as usize]
    }

    /// The closest name, for a suggestion.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.names.keys().map(String::as_str))
    }
}

impl Icon {
    /// Its shapes as path data, and whether the even-odd rule fills them.
    pub fn shapes(&self) -> &[(String, bool)] {
        self.shapes
            .get_or_init(|| self.paths.iter().map(|(path, is_even_odd)| (path_data(path), *is_even_odd)).collect())
    }

    fn from_tree(name: &str, file: FileId, tree: &usvg::Tree) -> Result<Icon, String> {
        if tree.size().width() != tree.size().height() {
            return Err(format!("its view box is {}x{}, not square", tree.size().width(), tree.size().height()));
        }
        let mut icon = Icon { name: name.to_owned(), file, paths: Vec::new(), shapes: OnceLock::new() };
        icon.take(tree.root(), Transform::from_scale(BOX / tree.size().width(), BOX / tree.size().width()))?;
        if icon.paths.is_empty() { Err("it draws nothing".into()) } else { Ok(icon) }
    }

    fn take(&mut self, group: &usvg::Group, to_box: Transform) -> Result<(), String> {
        if group.should_isolate() {
            return Err("it uses opacity, a clip, a mask, a filter or blending".into());
        }
        for node in group.children() {
            match node {
                usvg::Node::Group(inner) => self.take(inner, to_box)?,
                usvg::Node::Path(path) => {
                    let fill = path.fill().ok_or("it has a shape without a fill")?;
                    if path.stroke().is_some() {
                        return Err("it uses strokes".into());
                    }
                    if *fill.paint() != usvg::Paint::Color(usvg::Color::black()) || fill.opacity().get() < 1.0 {
                        return Err("it uses colors other than `currentColor`".into());
                    }
                    let is_even_odd = fill.rule() == usvg::FillRule::EvenOdd;
                    let placed = to_box.pre_concat(path.abs_transform());
                    let data = path.data().clone().transform(placed).ok_or("a shape has no extent")?;
                    self.paths.push((data, is_even_odd));
                }
                usvg::Node::Image(_) | usvg::Node::Text(_) => return Err("it contains an image or text".into()),
            }
        }
        Ok(())
    }
}

/// The folders that hold icons: the one for all games first, then that of each game.
fn folders(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let templates = root.join("templates");
    if !templates.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&templates).map_err(Error::read(&templates))? {
        names.push(entry.map_err(Error::read(&templates))?.file_name());
    }
    names.retain(|name| name != "icons");
    names.sort();
    let below = Path::new("templates");
    let of_games = names.iter().map(|name| below.join(name).join("icons"));
    Ok(std::iter::once(below.join("icons")).chain(of_games).filter(|folder| root.join(folder).is_dir()).collect())
}

/// The name of the icon in a file below `templates`: `flame` for `icons/flame.svg` and `harbor/icons/flame.svg`.
pub fn icon_name(path: &str) -> Option<&str> {
    let in_folder = path.strip_prefix("icons/").or_else(|| path.split_once('/')?.1.strip_prefix("icons/"));
    in_folder?.strip_suffix(".svg")
}

/// A path as SVG path data.
pub(super) fn path_data(path: &usvg::tiny_skia_path::Path) -> String {
    let mut d = String::new();
    let mut put = |letter: char, points: &[usvg::tiny_skia_path::Point]| {
        markup::command(&mut d, letter, points.iter().map(|p| (f64::from(p.x), f64::from(p.y))), 3);
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => put('M', &[p]),
            PathSegment::LineTo(p) => put('L', &[p]),
            PathSegment::QuadTo(a, p) => put('Q', &[a, p]),
            PathSegment::CubicTo(a, b, p) => put('C', &[a, b, p]),
            PathSegment::Close => put('Z', &[]),
        }
    }
    d
}
