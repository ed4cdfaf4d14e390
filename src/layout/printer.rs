//! A measured printer: what it leaves blank, and how the errors of its duplex unit are countered.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kurbo::{Affine, Vec2};
use toml::de::DeTable;

use super::{Backs, Setup};
use crate::art::Side;
use crate::content::{Node, Record, Table, Value, toml_file};
use crate::error::Error;
use crate::finding::{Finding, Sources, nearest, rule};
use crate::units::{Mm, Size, trimmed};

/// The file that profiles stand in: in the project's folder, or in the user's folder for settings.
pub const PRINTERS: &str = "printers.toml";

/// A printer as it was measured with the calibration sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer {
    /// Its name.
    pub name: String,
    /// What it leaves blank: top, right, bottom, left.
    pub margins: [Mm; 4],
    /// How far backs must move to meet their fronts, as read on the back: right and down.
    pub back_offset: (Mm, Mm),
    /// How far backs must be turned about the middle of the page, clockwise, in degrees.
    pub back_rotation: f64,
    /// How long 1 mm comes out, across and down.
    pub scale: (f64, f64),
    /// How the paper was turned over when the backs were measured.
    pub flip: Backs,
}

/// A line of a profile.
fn line(key: &str, value: &str, remark: &str) -> String {
    let remark = if remark.is_empty() { String::new() } else { format!("  # {remark}") };
    format!("{key} = {value}{remark}\n")
}

/// The sides of a page in the order of [`Printer::margins`].
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

impl Printer {
    /// A printer that makes no errors.
    pub fn exact(name: &str) -> Printer {
        Printer {
            name: name.to_owned(),
            margins: [Mm(0.0); 4],
            back_offset: (Mm(0.0), Mm(0.0)),
            back_rotation: 0.0,
            scale: (1.0, 1.0),
            flip: Backs::LongEdge,
        }
    }

    /// Takes what is read on the calibration sheet: the four scales of its back, and the lengths of the bars.
    ///
    /// The scales stand opposite each other, as far apart as `apart` says, so their mean is the offset of the middle
    /// and the difference of the upper and lower one the turn: a page turned clockwise has its top moved right.
    pub fn measured(&mut self, top: f64, bottom: f64, left: f64, right: f64, apart: f64) {
        self.back_offset = (Mm((top + bottom) / 2.0), Mm((left + right) / 2.0));
        self.back_rotation = ((top - bottom) / apart).atan().to_degrees();
    }

    /// Takes what is left to read on a sheet that was corrected for this profile and turned over along `flip`.
    ///
    /// With the other flip that sheet's backs were moved the other way, so the known offset is turned before it is added to.
    pub fn measured_again(&mut self, [top, bottom, left, right]: [f64; 4], apart: f64, flip: Backs) {
        let before = self.clone();
        self.measured(top, bottom, left, right, apart);
        let sign = if before.flip == flip { 1.0 } else { -1.0 };
        self.back_offset.0 = self.back_offset.0 + before.back_offset.0 * sign;
        self.back_offset.1 = self.back_offset.1 + before.back_offset.1 * sign;
        self.back_rotation += before.back_rotation;
        self.flip = flip;
    }

    /// The profile as it stands in [`PRINTERS`].
    pub fn to_toml(&self) -> String {
        let mut out = format!("[printer.{}]\n", self.name);
        for (key, value, remark) in self.keys() {
            out.push_str(&line(key, &value, remark));
        }
        out
    }

    /// Its keys, each with its value as it is written and what it means.
    pub fn keys(&self) -> [(&'static str, String, &'static str); 5] {
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

    /// [`PRINTERS`] with this profile put in or renewed: nothing but the values of its keys changes.
    pub fn written_to(&self, old: &str) -> Option<String> {
        let table = DeTable::parse(old).ok()?.into_inner();
        let named = table.get("printer").and_then(|all| all.get_ref().as_table());
        let Some((key, profile)) = named.and_then(|all| all.iter().find(|(key, _)| key.get_ref() == &self.name)) else {
            let gap = if old.is_empty() || old.ends_with("\n\n") { "" } else { "\n" };
            let end = if old.is_empty() || old.ends_with('\n') { "" } else { "\n" };
            return Some(format!("{old}{end}{gap}{}", self.to_toml()));
        };
        // What is new goes below the line that names the printer, if that is `[printer.NAME]`.
        let (start, end) = (key.span().start, old[key.span().start..].find('\n'));
        let below = end.map_or(old.len(), |at| start + at + 1);
        let has_line = old[..start].rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('['));
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for (key, value, remark) in self.keys() {
            match profile.get_ref().as_table()?.get(key) {
                Some(known) => edits.push((known.span(), value)),
                None if !has_line => return None,
                None if below == old.len() && !old.ends_with('\n') => {
                    edits.push((below..below, format!("\n{}", line(key, &value, remark).trim_end())));
                }
                None => edits.push((below..below, line(key, &value, remark))),
            }
        }
        edits.sort_by_key(|(span, _)| span.start);
        let (mut out, mut at) = (String::new(), 0);
        for (span, value) in edits {
            out.push_str(old.get(at..span.start)?);
            out.push_str(&value);
            at = span.end;
        }
        out.push_str(&old[at..]);
        Some(out)
    }

    /// How far a correction moves anything at the edge of a page, right or left and up or down.
    fn reach(&self, paper: Size) -> (f64, f64) {
        let turn = self.back_rotation.to_radians().sin().abs();
        let (x, y) = self.back_offset;
        (x.0.abs() + turn * paper.h.0 / 2.0, y.0.abs() + turn * paper.w.0 / 2.0)
    }
}

impl Setup {
    /// What stays blank at the left and right, and at the top and bottom.
    ///
    /// Both sides of a pair get the larger one: the grid is centered, so that a back meets its front, and a page of backs
    /// that is moved must not leave what the printer reaches.
    pub fn margins(&self) -> (Mm, Mm) {
        let Some(printer) = &self.printer else { return (self.margin, self.margin) };
        let [top, right, bottom, left] = printer.margins;
        let is_duplex = matches!(self.backs, Backs::LongEdge | Backs::ShortEdge);
        let (x, y) = if is_duplex { printer.reach(self.paper.size) } else { (0.0, 0.0) };
        (self.margin.max(left.max(right) + Mm(x)), self.margin.max(top.max(bottom) + Mm(y)))
    }

    /// Where a point of the page must be printed so that it comes out in its place.
    ///
    /// Both sides are stretched about the middle of the page against the printer's scale; backs are turned about it and
    /// moved as well. The middle is where the offset was measured, so neither disturbs the other.
    pub fn correction(&self, side: Side) -> Affine {
        let Some(printer) = &self.printer else { return Affine::IDENTITY };
        let middle = Vec2::new(self.paper.size.w.0 / 2.0, self.paper.size.h.0 / 2.0);
        let scale = Affine::scale_non_uniform(1.0 / printer.scale.0, 1.0 / printer.scale.1);
        let (turn, offset) = match (side, self.backs) {
            (Side::Back, Backs::LongEdge | Backs::ShortEdge) => {
                let (x, y) = printer.back_offset;
                // The other way of turning over stands the back on its head against the paper's way through the printer.
                let sign = if self.backs == printer.flip { 1.0 } else { -1.0 };
                (Affine::rotate(printer.back_rotation.to_radians()), Vec2::new(x.0, y.0) * sign)
            }
            _ => (Affine::IDENTITY, Vec2::ZERO),
        };
        let all = Affine::translate(middle + offset) * turn * scale * Affine::translate(-middle);
        // Exactly nothing where nothing was measured: the bytes stay those of a run without a printer.
        let is_exact = printer.scale == (1.0, 1.0) && offset == Vec2::ZERO && turn == Affine::IDENTITY;
        if is_exact { Affine::IDENTITY } else { all }
    }

    /// Tells margins that the printer cannot keep, and backs that were measured otherwise than they are printed.
    pub fn tell_printer(&self, found: &mut Vec<Finding>) {
        let Some(printer) = &self.printer else {
            if self.margin < super::PRINTER {
                let message = format!(
                    "a margin of {} is below the {} that home printers leave blank",
                    self.margin,
                    super::PRINTER
                );
                let help = "use `--margin 5mm`, or measure your printer: `wyrmpress calibrate`";
                found.push(Finding::new(&rule::MARGIN_SMALL, None, message).help(help));
            }
            return;
        };
        for (blank, side) in printer.margins.iter().zip(SIDES).filter(|(blank, _)| self.margin < **blank) {
            let message = format!(
                "a margin of {} is below the {blank} that printer `{}` leaves blank at the {side}",
                self.margin, printer.name
            );
            let (x, y) = self.margins();
            let help = format!("the sheets keep {x} at the sides and {y} at the top and bottom");
            found.push(Finding::new(&rule::MARGIN_SMALL, None, message).help(help));
        }
        let is_duplex = matches!(self.backs, Backs::LongEdge | Backs::ShortEdge);
        if is_duplex && self.backs != printer.flip && printer.back_offset != (Mm(0.0), Mm(0.0)) {
            let message =
                format!("the backs of printer `{}` were measured with the paper turned otherwise", printer.name);
            let help =
                "its offset is turned half round, as a duplex unit does; measure again if you turn paper by hand";
            found.push(Finding::new(&rule::PRINTER_FLIP, None, message).help(help));
        }
    }
}

/// The printers of a user or project, and everything that is wrong with their files.
#[derive(Default)]
pub struct Printers {
    /// The printers; of two with one name the project's comes first.
    pub all: Vec<Printer>,
    /// The files.
    pub sources: Sources,
    /// What is wrong with them.
    pub found: Vec<Finding>,
}

impl Printers {
    /// Reads the project's printers and those of the user's folder for settings.
    pub fn load(project: &Path, user: Option<&Path>) -> Result<Printers, Error> {
        let mut printers = Printers::default();
        for folder in [Some(project), user].into_iter().flatten() {
            if folder.join(PRINTERS).exists() {
                printers.read(folder)?;
            }
        }
        Ok(printers)
    }

    fn read(&mut self, folder: &Path) -> Result<(), Error> {
        let path = PathBuf::from(PRINTERS);
        let Some((file, table)) = toml_file(folder, &path, &mut self.sources, &mut self.found)? else { return Ok(()) };
        let top = Record::new(&table, crate::finding::Place::new(file, 0..0), format!("`{PRINTERS}`"));
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

    /// The printer of that name.
    pub fn find(&self, name: &str) -> Result<&Printer, Error> {
        self.all.iter().find(|printer| printer.name == name).ok_or_else(|| {
            let mut known: Vec<&str> = self.all.iter().map(|printer| printer.name.as_str()).collect();
            // The project and the user may each have one of that name.
            let mut seen = BTreeSet::new();
            known.retain(|name| seen.insert(*name));
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "measure it: `wyrmpress calibrate`".to_owned(),
                None => format!("there are: {}", known.join(", ")),
            };
            Error::Option(format!("no printer is called `{name}` in {PRINTERS}; {help}"))
        })
    }
}

fn profile(name: &str, table: &Table, place: crate::finding::Place, found: &mut Vec<Finding>) -> Printer {
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

/// So many numbers in a list, each within limits.
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
            found.push(Finding::new(&rule::OUT_OF_RANGE, record.place_of(node), message).help("measure once more"));
            None
        }
        None => record.wrong(node, key, "a number", found),
    }
}
