//! Reads `printers.toml`, and edits it without touching anything else the user wrote.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, RawString, TableLike};

use super::{Backs, Printer};
use crate::content::{Node, Record, Table, Value, toml_file};
use crate::error::Error;
use crate::finding::{Finding, Place, Sources, nearest, rule};
use crate::units::{Mm, trimmed};

/// The file with the profiles, in the project folder or in the user's settings folder.
pub const PRINTERS: &str = "printers.toml";

/// The printers of a project and its user, and the faults in their files.
#[derive(Default)]
pub struct Printers {
    /// The printers. Of two with the same name, the project's comes first.
    pub all: Vec<Printer>,
    pub sources: Sources,
    pub found: Vec<Finding>,
    /// The files that may hold printers.
    files: Vec<PathBuf>,
}

impl Printers {
    /// Reads the printers in the project folder and in the user's settings folder.
    pub fn load(project: &Path, user: Option<&Path>) -> Result<Printers, Error> {
        let mut printers = Printers::default();
        // A file outside the project is named in full.
        let of_user = user.map(|folder| (folder, std::path::absolute(folder).unwrap_or_default().join(PRINTERS)));
        for (folder, path) in [Some((project, PathBuf::from(PRINTERS))), of_user].into_iter().flatten() {
            if folder.join(PRINTERS).exists() {
                printers.read(folder, &path)?;
            }
            printers.files.push(path);
        }
        Ok(printers)
    }

    fn read(&mut self, folder: &Path, path: &Path) -> Result<(), Error> {
        let Some((file, table)) = toml_file(folder, path, &mut self.sources, &mut self.found)? else { return Ok(()) };
        let top = Record::new(&table, Place::new(file, 0..0), format!("`{PRINTERS}`"));
        if let Some((named, place)) = top.table("printer", &mut self.found) {
            for (key, node) in named.iter() {
                let names = Record::new(named, place.clone(), "`[printer]`");
                let Some(table) = node.table() else {
                    let _: Option<()> =
                        names.wrong(node, &key.text, "a table: write `[printer.NAME]`", &mut self.found);
                    continue;
                };
                let place = names.place_of(node);
                self.all.push(profile(&key.text, table, place, &mut self.found));
            }
        }
        top.finish(&mut self.found);
        Ok(())
    }

    pub fn find(&self, name: &str) -> Result<&Printer, Error> {
        self.all.iter().find(|printer| printer.name == name).ok_or_else(|| {
            let mut known: Vec<&str> = self.all.iter().map(|printer| printer.name.as_str()).collect();
            // The project and the user may each have a printer with the same name.
            let mut seen = BTreeSet::new();
            known.retain(|name| seen.insert(*name));
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "measure it: `wyrmpress calibrate`".to_owned(),
                None => format!("there are: {}", known.join(", ")),
            };
            let files: Vec<String> = self.files.iter().map(|path| path.display().to_string()).collect();
            Error::Option(format!("no printer is called `{name}` in {}; {help}", files.join(" or ")))
        })
    }
}

impl Printer {
    /// The profile as a new file [`PRINTERS`].
    pub fn to_toml(&self) -> String {
        self.written_to("").expect("an empty file takes any profile")
    }

    /// The file `old` with this profile added or updated. `None` if the file cannot hold printers.
    ///
    /// Comments, order and unknown keys do not change.
    pub fn written_to(&self, old: &str) -> Option<String> {
        let mut file: DocumentMut = old.parse().ok()?;
        let all = file.entry("printer").or_insert_with(|| {
            let mut table = toml_edit::Table::new();
            // A separate `[printer]` line would add nothing.
            table.set_implicit(true);
            Item::Table(table)
        });
        let all = all.as_table_like_mut()?;
        if !all.contains_key(&self.name) {
            all.insert(&self.name, toml_edit::table());
        }
        let profile = all.get_mut(&self.name)?;
        // An inline table has only one line, so no room for comments.
        let has_remarks = profile.is_table();
        let profile = profile.as_table_like_mut()?;
        // What stands before the closing brace must not end up before a comma.
        let end = (!has_remarks).then(|| swap_end(profile, RawString::default()));
        for (key, value, remark) in self.keys() {
            let mut value: toml_edit::Value = value.parse().ok()?;
            match profile.get_mut(key).and_then(Item::as_value_mut) {
                Some(known) => {
                    *value.decor_mut() = known.decor().clone();
                    *known = value;
                }
                None => {
                    if has_remarks && !remark.is_empty() {
                        value = value.decorated(" ", format!("  # {remark}"));
                    }
                    profile.insert(key, Item::Value(value));
                }
            }
        }
        if let Some(end) = end {
            swap_end(profile, end);
        }
        Some(file.to_string())
    }

    /// Its keys, each with its TOML value and a remark for people.
    fn keys(&self) -> [(&'static str, String, &'static str); 5] {
        let short = |v: f64| trimmed(v, 3);
        let [top, right, bottom, left] = self.margins.map(|m| short(m.0));
        let (x, y) = (short(self.back_offset.0.0), short(self.back_offset.1.0));
        let flip = if self.flip == Backs::ShortEdge { "short-edge" } else { "long-edge" };
        let scale = format!("[{}, {}]", trimmed(self.scale.0, 5), trimmed(self.scale.1, 5));
        [
            ("margins", format!("[{top}, {right}, {bottom}, {left}]"), "blank at the top, right, bottom, left, in mm"),
            ("back_offset", format!("[{x}, {y}]"), "backs move right and down, in mm"),
            ("back_rotation", short(self.back_rotation), "and turn clockwise, in degrees"),
            ("scale", scale, "how long 1 mm comes out, across and down"),
            ("flip", format!("\"{flip}\""), ""),
        ]
    }
}

/// Replaces what follows the last value of a table, such as a space, and returns what was there.
fn swap_end(table: &mut dyn TableLike, end: RawString) -> RawString {
    let Some(last) = table.iter_mut().last().and_then(|(_, item)| item.as_value_mut()) else {
        return RawString::default();
    };
    let old = last.decor().suffix().cloned().unwrap_or_default();
    last.decor_mut().set_suffix(end);
    old
}

fn profile(name: &str, table: &Table, place: Place, found: &mut Vec<Finding>) -> Printer {
    let record = Record::new(table, place, format!("`[printer.{name}]`"));
    let mut printer = Printer::exact(name);
    if let Some([top, right, bottom, left]) = numbers(&record, "margins", 0.0, 50.0, "mm", found) {
        printer.margins = [top, right, bottom, left].map(Mm);
    }
    if let Some([x, y]) = numbers(&record, "back_offset", -20.0, 20.0, "mm", found) {
        printer.back_offset = (Mm(x), Mm(y));
    }
    if let Some(node) = record.get("back_rotation") {
        printer.back_rotation = number(&record, node, "back_rotation", -5.0, 5.0, "degrees", found).unwrap_or(0.0);
    }
    if let Some([x, y]) = numbers(&record, "scale", 0.8, 1.25, "(1 is exact)", found) {
        printer.scale = (x, y);
    }
    if record.get("flip").is_some() {
        match record.one_of("flip", &["long-edge", "short-edge"], found) {
            Some(1) => printer.flip = Backs::ShortEdge,
            _ => printer.flip = Backs::LongEdge,
        }
    }
    record.text("note", found);
    record.finish(found);
    printer
}

/// A list of `N` numbers, each within limits.
fn numbers<const N: usize>(
    record: &Record,
    key: &str,
    least: f64,
    most: f64,
    unit: &str,
    found: &mut Vec<Finding>,
) -> Option<[f64; N]> {
    let node = record.get(key)?;
    match &node.value {
        Value::List(items) if items.len() == N => {
            let mut all = [0.0; N];
            let mut is_sound = true;
            for (value, item) in all.iter_mut().zip(items) {
                match number(record, item, key, least, most, unit, found) {
                    Some(number) => *value = number,
                    None => is_sound = false,
                }
            }
            is_sound.then_some(all)
        }
        _ => record.wrong(node, key, &format!("a list of {N} numbers"), found),
    }
}

fn number(
    record: &Record,
    node: &Node,
    key: &str,
    least: f64,
    most: f64,
    unit: &str,
    found: &mut Vec<Finding>,
) -> Option<f64> {
    match node.number() {
        Some(number) if (least..=most).contains(&number) => Some(number),
        Some(number) => {
            let message = format!("`{key}` holds {number}; it must be {least} to {most} {unit}");
            found.push(Finding::new(&rule::OUT_OF_RANGE, record.place_of(node), message).help("measure again"));
            None
        }
        None => record.wrong(node, key, "a number", found),
    }
}
