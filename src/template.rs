//! Tera set up for SVG: strict, escaped, loaded by us, with `text(…)` and `icon(…)`.

mod arguments;
mod fault;
mod functions;
mod lettering;
mod marks;
mod nesting;
mod rewrite;
mod trace;
mod valued;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tera::{Context, Tera};

use crate::budget::{self, Verdict};
use crate::content::{invisible, read_text, walk};
use crate::error::Error;
use crate::finding::{FileId, Finding, Place, Sources, rule};
use crate::picture::Pictures;
use crate::svg::{self, Root};
use crate::text::{Fonts, Icons, Stamp, Trouble, icon_name};

pub(crate) use fault::lowered;
pub use marks::{NUMBER, Spot, marked, unmarked};
pub use trace::{Call, Run, Tracer};
pub use valued::with_values;

/// The most bytes one face may draw.
const MAX_OUTPUT: usize = 4 << 20;

/// The most templates of a project; chains of includes are followed one by one.
const MAX_TEMPLATES: usize = 1000;

/// All templates of a project, ready to render on any thread.
pub struct Templates {
    tera: Tera,
    files: BTreeMap<String, FileId>,
    /// What each template includes or extends, and where the components are written that it calls.
    needs: BTreeMap<String, BTreeSet<String>>,
    /// The drawings of other programs: whole files without tags.
    drawings: BTreeSet<String>,
    /// Drawings as they stand in what includes them.
    embedded: BTreeMap<String, String>,
    /// Whether the project has a `face.svg` of its own.
    has_own_face: bool,
    /// The templates that use a variable which no face has.
    slips: BTreeSet<String>,
    /// Templates that were rewritten because a finding needed its place.
    tracers: Mutex<BTreeMap<String, Arc<Tracer>>>,
}

/// What templates extend: the canvas of a face. A project's own file wins.
const FACE: (&str, &str) = ("face.svg", include_str!("../templates/face.svg"));

/// Where findings say that it is.
const BUILT_IN: &str = "face.svg (built in)";

/// Stands for the face while a template is compiled.
const COMPILING: &str = "all its faces";

/// One rendered face: the SVG, and what its text and icon placeholders stand for.
pub struct Drawing {
    /// The SVG, with a hidden path `stamp-N` where stamp `N` goes.
    pub svg: String,
    /// What goes there.
    pub stamps: Vec<Stamp>,
    /// What is wrong with texts and icons.
    pub troubles: Vec<Trouble>,
}

impl Templates {
    /// Loads `templates/**/*.svg`, except icons.
    pub fn load(
        root: &Path,
        fonts: &Arc<Fonts>,
        icons: &Arc<Icons>,
        pictures: &Pictures,
        sources: &mut Sources,
        found: &mut Vec<Finding>,
    ) -> Result<Templates, Error> {
        let below = PathBuf::from("templates");
        let folder = root.join(&below);
        let mut texts: Vec<(String, String)> = Vec::new();
        let (mut files, mut drawings) = (BTreeMap::new(), BTreeSet::new());
        for file in if folder.is_dir() { walk(root, &folder)? } else { Vec::new() } {
            let is_svg = file.path.extension().is_some_and(|e| e == "svg");
            let name = file.path.to_string_lossy().replace('\\', "/");
            if !is_svg || icon_name(&name).is_some() {
                continue;
            }
            let path = below.join(&file.path);
            let text = match file.fault {
                Some(fault) => Err(fault),
                None => read_text(root, &path)?.map_err(|unreadable| unreadable.why),
            };
            match text {
                Ok(text) => {
                    let (text, fault) = match svg::plain(&text) {
                        Ok(plain) => (svg::in_millimeters(&plain).into_owned(), None),
                        Err(fault) => (text, Some(fault)),
                    };
                    let id = sources.add(path, text.clone());
                    files.insert(name.clone(), id);
                    if is_drawing(&text) {
                        drawings.insert(name.clone());
                    }
                    if let Some(fault) = fault {
                        found.push(fault.finding(id, sources));
                        continue;
                    }
                    let hidden = invisible(&text).next();
                    if let Some((at, c)) = hidden {
                        let message = format!("{name} contains the invisible character U+{:04X}", c as u32);
                        let finding =
                            Finding::new(&rule::BIDI_CHARACTER, Place::new(id, at..at + c.len_utf8()), message);
                        found.push(finding.help("delete it, unless the language needs it"));
                    }
                    texts.push((name, text));
                }
                Err(why) => {
                    let id = sources.add(path, String::new());
                    files.insert(name.clone(), id);
                    found.push(Finding::new(&rule::FILE_UNREADABLE, Place::new(id, 0..0), format!("{name} {why}")));
                }
            }
        }
        let (name, text) = FACE;
        let has_own_face = files.contains_key(name);
        if !has_own_face {
            files.insert(name.to_owned(), sources.add(BUILT_IN.into(), text.to_owned()));
            texts.push((name.to_owned(), text.to_owned()));
        }
        if texts.len() - drawings.len().min(texts.len()) > MAX_TEMPLATES {
            return Err(Error::TooManyFiles { folder: "templates".into(), most: MAX_TEMPLATES });
        }
        let (needs, embedded, slips, tracers) = (needs(&texts), BTreeMap::new(), BTreeSet::new(), Mutex::default());
        let tera = Tera::default();
        let mut templates = Templates { tera, files, needs, drawings, embedded, has_own_face, slips, tracers };
        templates.embed(&mut texts, fonts, pictures, sources, found);
        templates.compile(texts, fonts, icons, sources, found);
        Ok(templates)
    }

    /// Rewrites the drawings that templates include. One at fault is reported in its file, and nothing is drawn for it.
    fn embed(
        &mut self,
        texts: &mut [(String, String)],
        fonts: &Fonts,
        pictures: &Pictures,
        sources: &Sources,
        found: &mut Vec<Finding>,
    ) {
        let included: BTreeSet<String> = texts.iter().flat_map(|(_, text)| included(text)).map(str::to_owned).collect();
        for (name, text) in texts.iter_mut().filter(|(name, _)| included.contains(name) && self.drawings.contains(name))
        {
            // Lines and columns of what was rewritten are not those of the file.
            let placeless = |fault| svg::Fault { at: None, ..fault };
            let drawn = svg::embedded(text, name).and_then(|drawn| match svg::parse_own(&drawn, &fonts.db, pictures) {
                Ok(_) => Ok(drawn),
                Err(faults) => Err(faults.into_iter().map(placeless).collect()),
            });
            *text = drawn.unwrap_or_else(|faults| {
                let file = self.files[name];
                found.extend(faults.iter().map(|fault| fault.finding(file, sources)));
                "<g/>".to_owned()
            });
            self.embedded.insert(name.clone(), text.clone());
        }
    }

    /// Compiles all templates. Each one at fault is reported and left out, and the rest are tried again.
    fn compile(
        &mut self,
        mut texts: Vec<(String, String)>,
        fonts: &Arc<Fonts>,
        icons: &Arc<Icons>,
        sources: &Sources,
        found: &mut Vec<Finding>,
    ) {
        texts.retain(|(name, text)| self.compiles(name, text, found));
        let mut at_fault = BTreeSet::new();
        loop {
            let mut tera = Tera::default();
            tera.autoescape_on(vec![".svg"]);
            functions::register(&mut tera, fonts, icons, false);
            let Err(error) = tera.add_raw_templates(texts.iter().map(|(n, t)| (n.as_str(), t.as_str()))) else {
                self.tera = tera;
                self.slips = self.unknown_variables(sources, found);
                return;
            };
            let (culprit, finding) = self.finding(&error, sources);
            // What includes or extends a template at fault fails as well.
            let follows = culprit.as_ref().and_then(|name| self.needs.get(name));
            if !follows.is_some_and(|needed| needed.iter().any(|name| at_fault.contains(name))) {
                found.push(finding);
            }
            at_fault.extend(culprit.clone());
            let before = texts.len();
            texts.retain(|(name, _)| Some(name) != culprit.as_ref());
            if texts.len() == before {
                return;
            }
        }
    }

    /// Whether a template can be compiled within its budget. A careful run tries each one alone.
    fn compiles(&self, name: &str, text: &str, found: &mut Vec<Finding>) -> bool {
        let verdict = budget::given_up().into_iter().find(|v| v.template == name && v.face == COMPILING);
        if let Some(Verdict { why, .. }) = verdict {
            let place = self.files.get(name).map(|&file| Place::new(file, 0..0));
            let finding = Finding::new(&rule::OVER_BUDGET, place, format!("compiling {name} {why}"));
            found.push(finding.help("look for what is nested very deeply"));
            return false;
        }
        if budget::is_careful() {
            let _watched = budget::enter(name, COMPILING);
            // What it extends is not there, so it may fail; only its cost matters here.
            drop(Tera::default().add_raw_template(name, text));
        }
        true
    }

    /// Whether a template, or one that it includes, uses a variable which no face has. That has been reported.
    pub fn has_slip(&self, name: &str) -> bool {
        !self.slips.is_empty() && !self.slips.is_disjoint(&self.reached(std::iter::once(name)))
    }

    /// Whether the template is part of the program, not of the project.
    pub fn is_built_in(&self, name: &str) -> bool {
        name == FACE.0 && !self.has_own_face
    }

    /// The names of all templates that can be used.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The file of a template.
    pub fn file(&self, name: &str) -> Option<FileId> {
        self.files.get(name).copied()
    }

    /// Whether the template exists.
    pub fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The drawings of other programs: whole files without tags, which pictures and includes may name.
    pub fn drawings(&self) -> &BTreeSet<String> {
        &self.drawings
    }

    /// Whether the template exists but could not be compiled.
    pub fn is_broken(&self, name: &str) -> bool {
        self.files.contains_key(name) && !self.tera.contains_template(name)
    }

    /// Whether the template looks at `variable`, itself or through what it includes.
    pub fn uses(&self, name: &str, variable: &str) -> bool {
        self.tera.get_template_variables(name).map_or(true, |names| names.contains(variable))
    }

    /// All templates that the named ones need: themselves, what they include or extend, and the files of the components
    /// they call. Missing files are listed too.
    pub fn reached<'a>(&'a self, named: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
        let mut open: Vec<&str> = named.collect();
        let mut all = BTreeSet::new();
        while let Some(name) = open.pop() {
            if all.insert(name) {
                open.extend(self.needs.get(name).into_iter().flatten().map(String::as_str));
            }
        }
        all.into_iter().map(str::to_owned).collect()
    }

    /// The rewritten template that shows where a text comes from.
    pub fn tracer(&self, name: &str, fonts: &Arc<Fonts>, icons: &Arc<Icons>, sources: &Sources) -> Arc<Tracer> {
        let mut tracers = self.tracers.lock().expect("no thread panics while it rewrites a template");
        let tracer = tracers.entry(name.to_owned());
        tracer.or_insert_with(|| Arc::new(Tracer::new(name, self, fonts, icons, sources))).clone()
    }

    /// Renders a face.
    pub fn render(&self, name: &str, context: &Context, sources: &Sources) -> Result<Drawing, Box<Finding>> {
        functions::begin(context);
        let mut out = Capped(Vec::new());
        let result = self.tera.render_to(name, context, &mut out);
        let functions::Left { stamps, troubles, .. } = functions::end();
        match result {
            Ok(()) => {
                // Thousands of faces are kept for a while, so their spare capacity is freed.
                out.0.shrink_to_fit();
                let svg = String::from_utf8(out.0).expect("Tera writes UTF-8");
                Ok(Drawing { svg, stamps, troubles })
            }
            Err(error) if out.0.len() >= MAX_OUTPUT => {
                let place = self.files.get(name).map(|&file| Place::new(file, 0..0));
                drop(error);
                Err(Box::new(
                    Finding::new(
                        &rule::TEMPLATE_ERROR,
                        place,
                        format!("template {name} wrote more than {} MB", MAX_OUTPUT >> 20),
                    )
                    .help("look for a loop that runs too often"),
                ))
            }
            Err(error) => {
                let finding = self.finding(&error, sources).1;
                let finding = fault::undefined_argument(finding, context, sources);
                Err(Box::new(fault::at_argument(finding, sources)))
            }
        }
    }
}

/// Whether a file is a whole drawing without tags, such as a drawing program saves it.
fn is_drawing(text: &str) -> bool {
    !["{{", "{%", "{#"].iter().any(|tag| text.contains(tag)) && Root::of(text).is_some()
}

/// The files that a template includes.
fn included(text: &str) -> impl Iterator<Item = &str> {
    text.split("include ").skip(1).filter_map(|rest| rest.trim_start().split(['"', '\'']).nth(1))
}

/// What each template includes or extends, and where the components are written that it calls.
fn needs(texts: &[(String, String)]) -> BTreeMap<String, BTreeSet<String>> {
    let mut makers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, text) in texts {
        for rest in text.split("component ").skip(1) {
            makers.entry(called(rest)).or_default().insert(name);
        }
    }
    let of = |text: &str| {
        // Anything in quotes may be included, and anything called may be a component of that name: one too many costs a
        // little time.
        let calls = text.split(['<', '%']).skip(1);
        let written = calls.filter_map(|call| makers.get(called(call))).flatten().copied();
        let included = text.split(['"', '\'']).filter(|word| word.ends_with(".svg"));
        included.chain(written).map(str::to_owned).collect()
    };
    texts.iter().map(|(name, text)| (name.clone(), of(text))).collect()
}

/// The name of a component where its call or its own text starts.
fn called(rest: &str) -> &str {
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '-')).unwrap_or(rest.len());
    &rest[..end]
}

/// A buffer that refuses to grow beyond what any face needs.
struct Capped(Vec<u8>);

impl Write for Capped {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(drop)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_OUTPUT {
            self.0.resize(MAX_OUTPUT, b' ');
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_is_named_where_it_starts() {
        for (rest, want) in
            [("jewel.bevel(w: number)", "jewel.bevel"), (" rays w={3} />", "rays"), ("", ""), ("é>", "é")]
        {
            assert_eq!(called(rest), want);
        }
    }
}
