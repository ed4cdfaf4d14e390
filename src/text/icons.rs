//! The icon library. Plain drawings in one dark color are stored once and stamped in any color and size; all others keep
//! their own colors.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use usvg::tiny_skia_path::PathSegment;

use super::painted::Painted;
use super::{Fonts, IconAt, Trouble, plain};
use crate::color::Color;
use crate::content::{read_text, walk};
use crate::error::Error;
use crate::finding::{FileId, Finding, Place, Rule, Sources, nearest, rule};
use crate::markup;
use crate::picture::Pictures;
use crate::svg;

/// The height of an icon's view box.
pub const BOX: f32 = 100.0;
/// The longest value of an icon, in characters.
const LONGEST: usize = 24;

/// One icon.
#[derive(Clone, Debug, PartialEq)]
pub struct Icon {
    /// Its name, as content and templates write it.
    pub name: String,
    /// The file it was read from.
    pub file: FileId,
    /// Its width as a share of its height.
    pub width: f32,
    /// The shapes of a plain icon in a box 100 high, and whether the even-odd rule fills them.
    pub paths: Vec<plain::Shape>,
    /// The same as path data, written on first use: most runs need no SVG of it.
    shapes: OnceLock<Vec<(String, bool)>>,
    /// The drawing of an icon in its own colors.
    painted: Option<Arc<Painted>>,
    /// Its only color, if it is drawn in no other whatever the words around it have.
    pub keeps: Option<Color>,
    /// Whether it is drawn by a template, for each value anew.
    pub is_template: bool,
}

/// An icon to be put somewhere.
#[derive(Clone, Debug)]
pub struct Chosen {
    icon: u16,
    /// Its width as a share of its height.
    pub width: f32,
    painted: Option<Arc<Painted>>,
}

impl Chosen {
    /// The icon at a place, upright; `size` is its height.
    pub fn at(&self, x: f32, y: f32, size: f32) -> IconAt {
        let (icon, width, painted) = (self.icon, size * self.width, self.painted.clone());
        IconAt { icon, x, y, width, size, turn: 0.0, is_flipped: false, painted }
    }
}

/// Why an icon cannot be put somewhere.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub rule: &'static Rule,
    pub message: String,
    pub help: Option<String>,
}

/// Draws the icons that are templates.
pub trait Paints: Send + Sync {
    /// The icon with a value, and what is wrong with its texts.
    fn paint(&self, icon: &str, value: Option<&str>) -> Result<(Arc<Painted>, Vec<Trouble>), Wrong>;
}

/// All icons of a project, by name.
#[derive(Clone, Default)]
pub struct Icons {
    names: BTreeMap<String, u16>,
    all: Vec<Icon>,
    painter: Option<Arc<dyn Paints>>,
}

impl Icons {
    /// Reads the icons that all games share and those of each game; reports faults at the file.
    ///
    /// All names share one namespace. An icon that cannot be used keeps the drawing it had in `before`.
    pub fn load(
        root: &Path,
        fonts: &Fonts,
        pictures: &Arc<Pictures>,
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
        let mut first: Option<(String, FileId)> = None;
        for (folder, file) in files {
            let path = folder.join(&file.path);
            let Some(name) = file.path.to_str().and_then(|p| p.strip_suffix(".svg")).map(|n| n.replace('\\', "/"))
            else {
                continue;
            };
            let text = match file.fault {
                Some(fault) => Err(fault),
                None => read_text(root, &path)?.map_err(|unreadable| unreadable.why),
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
            let text = sources.text(file);
            let read = match fault {
                Some(fault) => Err(vec![Finding::new(&rule::ICON_UNUSABLE, Place::new(file, 0..0), fault)]),
                None if text.contains("{{") || text.contains("{%") => Ok(Icon::template(&name, file)),
                None => Icon::read(&name, file, text, fonts, pictures).map_err(|faults| {
                    let unusable = |fault: &svg::Fault| match fault.rule.name == rule::SVG_FAULT.name {
                        true => Finding { rule: &rule::ICON_UNUSABLE, ..fault.finding(file, sources) },
                        false => fault.finding(file, sources),
                    };
                    faults.iter().map(unusable).collect::<Vec<_>>()
                }),
            };
            let icon = match read {
                Ok(icon) => icon,
                Err(faults) => {
                    found.extend(faults.into_iter().map(|fault| {
                        let message = format!("icon `{name}`: {}", fault.message);
                        Finding { message, ..fault }
                            .help("change it in the drawing program, or save it as plain SVG 1.1")
                    }));
                    let old = before.and_then(|before| before.find(&name).map(|old| before.get(old)));
                    // One that was reported once need not be missed on every card.
                    old.map_or_else(
                        || Icon { is_template: false, ..Icon::template(&name, file) },
                        |old| Icon { file, ..old.clone() },
                    )
                }
            };
            icons.names.insert(name, icons.all.len() as u16);
            icons.all.push(icon);
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

    /// The number of the icon that words in braces name, with a value or without.
    pub fn named(&self, words: &str) -> Option<u16> {
        self.find(words).or_else(|| self.find(words.split_once(' ')?.0))
    }

    /// Has icons that are templates drawn by `painter`.
    pub fn painted_by(self, painter: Arc<dyn Paints>) -> Icons {
        Icons { painter: Some(painter), ..self }
    }

    /// Leaves out an icon.
    pub fn forget(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// The icon that words in braces name, such as `star` or `coin 3`, and what is wrong with its texts.
    pub fn chosen(&self, words: &str) -> Result<(Chosen, Vec<Trouble>), Wrong> {
        let (name, value) = match (self.find(words), words.split_once(' ')) {
            (None, Some((name, value))) => (name, Some(value.trim()).filter(|value| !value.is_empty())),
            _ => (words, None),
        };
        self.valued(name, value).map_err(|wrong| match wrong.rule == &rule::ICON_MISSING {
            true if words.trim() != words => {
                let name = words.trim();
                let message = format!("`{{{words}}}` has spaces beside its braces");
                Wrong { message, help: Some(format!("write `{{{name}}}`")), ..wrong }
            }
            true => {
                let with = value.map_or(String::new(), |value| format!(" {value}"));
                let help = self.nearest(name).map_or_else(
                    || format!("draw it in `templates/icons`, or write `\\{{{name}\\}}` to print the braces"),
                    |near| format!("did you mean `{{{near}{with}}}`?"),
                );
                Wrong { help: Some(help), ..wrong }
            }
            false => wrong,
        })
    }

    /// The icon of that name with a value, and what is wrong with its texts.
    pub fn valued(&self, name: &str, value: Option<&str>) -> Result<(Chosen, Vec<Trouble>), Wrong> {
        let Some(number) = self.find(name) else {
            let near = self.nearest(name).map(|near| format!("did you mean `{near}`?"));
            let help = near.unwrap_or_else(|| "draw it in `templates/icons`".into());
            let (rule, message) = (&rule::ICON_MISSING, format!("no icon is called `{name}`"));
            return Err(Wrong { rule, message, help: Some(help) });
        };
        let icon = self.get(number);
        let wrong = |message: String, help: String| Wrong { rule: &rule::ICON_VALUE, message, help: Some(help) };
        if let Some(value) = value.filter(|value| value.chars().count() > LONGEST) {
            let long = value.chars().count();
            let message = format!("the value of icon `{name}` is {long} characters long; the limit is {LONGEST}");
            return Err(wrong(message, "shorten it".into()));
        }
        match &self.painter {
            Some(painter) if icon.is_template => painter.paint(name, value).map(|(painted, troubles)| {
                (Chosen { icon: number, width: painted.width() / BOX, painted: Some(painted) }, troubles)
            }),
            None if icon.is_template => Err(wrong(
                format!("icon `{name}` is drawn by a template, and cannot stand in another icon"),
                "draw it there".into(),
            )),
            _ => match value {
                Some(value) => {
                    let message = format!("icon `{name}` takes no value, and is given `{value}`");
                    Err(wrong(message, "leave the value out, or print `{{ value }}` in its file".into()))
                }
                None => Ok((Chosen { icon: number, width: icon.width, painted: icon.painted.clone() }, Vec::new())),
            },
        }
    }

    /// The color that an icon keeps though it is asked for in another.
    pub fn kept(&self, name: &str, fill: Option<&str>) -> Option<Color> {
        let fill = Color::parse(fill?);
        self.get(self.find(name)?).keeps.filter(|color| Some(*color) != fill)
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

    fn template(name: &str, file: FileId) -> Icon {
        let (name, paths, shapes) = (name.to_owned(), Vec::new(), OnceLock::new());
        Icon { name, file, width: 1.0, paths, shapes, painted: None, keeps: None, is_template: true }
    }

    fn read(
        name: &str,
        file: FileId,
        svg: &str,
        fonts: &Fonts,
        pictures: &Arc<Pictures>,
    ) -> Result<Icon, Vec<svg::Fault>> {
        let tree = svg::parse(svg, &fonts.db, pictures)?;
        let width = tree.size().width() / tree.size().height();
        let icon = Icon { width, is_template: false, ..Icon::template(name, file) };
        match plain::shapes(&tree) {
            Some(paths) if paths.is_empty() => Err(vec![svg::Fault::new(&rule::ICON_UNUSABLE, "it draws nothing")]),
            Some(paths) => Ok(Icon { paths, ..icon }),
            None => {
                let painted = Painted::new(svg, Vec::new(), &fonts.db, pictures.clone())?;
                let keeps = plain::only_color(&tree).filter(|_| !painted.takes_color());
                Ok(Icon { painted: Some(painted), keeps, ..icon })
            }
        }
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
