//! Tera set up for SVG: strict, escaped, loaded by us, with `text(…)` and `icon(…)`.

mod arguments;
mod functions;
mod watch;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tera::{Context, ErrorKind, Tera};

use crate::content::{read_text, walk};
use crate::diag::{Diagnostic, FileId, Place, Sources, rule};
use crate::error::Error;
use crate::text::{Fonts, Icons, Stamp, Trouble};

pub use watch::watch;

/// Most bytes one face may draw.
const MAX_OUTPUT: usize = 4 << 20;

/// All templates of a project, ready to render on any thread.
pub struct Templates {
    tera: Tera,
    files: BTreeMap<String, FileId>,
    /// Those that could not be compiled; their faults are told already.
    broken: Vec<String>,
}

/// One rendered face: the SVG, and what its text and icon placeholders stand for.
pub struct Drawn {
    /// The SVG, with a hidden path `stamp-N` where stamp `N` goes.
    pub svg: String,
    /// What goes there.
    pub stamps: Vec<Stamp>,
    /// What is wrong with texts and icons.
    pub troubles: Vec<Trouble>,
}

impl Templates {
    /// Loads `templates/**/*.svg`, the icons left aside.
    pub fn load(
        root: &Path,
        fonts: &Arc<Fonts>,
        icons: &Arc<Icons>,
        sources: &mut Sources,
        found: &mut Vec<Diagnostic>,
    ) -> Result<Templates, Error> {
        let below = PathBuf::from("templates");
        let folder = root.join(&below);
        let mut texts: Vec<(String, String)> = Vec::new();
        let mut files = BTreeMap::new();
        for file in if folder.is_dir() { walk(root, &folder)? } else { Vec::new() } {
            let is_svg = file.path.extension().is_some_and(|e| e == "svg");
            if !is_svg || file.path.starts_with("icons") {
                continue;
            }
            let path = below.join(&file.path);
            let name = file.path.to_string_lossy().replace('\\', "/");
            let text = match file.fault {
                Some(fault) => Err(fault),
                None => read_text(root, &path)?,
            };
            match text {
                Ok(text) => {
                    files.insert(name.clone(), sources.add(path, text.clone()));
                    texts.push((name, text));
                }
                Err(why) => {
                    let id = sources.add(path, String::new());
                    found.push(Diagnostic::new(&rule::FILE_UNREADABLE, Place::new(id, 0..0), format!("{name} {why}")));
                }
            }
        }
        let mut templates = Templates { tera: Tera::default(), files, broken: Vec::new() };
        templates.compile(texts, fonts, icons, sources, found);
        Ok(templates)
    }

    /// Compiles all; each template at fault is told and left out, and the rest tried again.
    fn compile(
        &mut self,
        mut texts: Vec<(String, String)>,
        fonts: &Arc<Fonts>,
        icons: &Arc<Icons>,
        sources: &Sources,
        found: &mut Vec<Diagnostic>,
    ) {
        loop {
            let mut tera = Tera::default();
            tera.autoescape_on(vec![".svg"]);
            functions::register(&mut tera, fonts, icons);
            let Err(error) = tera.add_raw_templates(texts.iter().map(|(n, t)| (n.as_str(), t.as_str()))) else {
                self.tera = tera;
                return;
            };
            let (culprit, told) = self.told(&error, sources);
            found.push(told);
            let before = texts.len();
            texts.retain(|(name, _)| Some(name) != culprit.as_ref());
            self.broken.extend(culprit);
            if texts.len() == before {
                return;
            }
        }
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

    /// Whether the template exists but could not be compiled.
    pub fn is_broken(&self, name: &str) -> bool {
        self.files.contains_key(name) && !self.tera.contains_template(name)
    }

    /// Whether the template looks at `variable`, itself or through what it includes.
    pub fn uses(&self, name: &str, variable: &str) -> bool {
        self.tera.get_template_variables(name).map_or(true, |names| names.contains(variable))
    }

    /// Renders a face.
    pub fn render(&self, name: &str, face: &str, context: &Context, sources: &Sources) -> Result<Drawn, Diagnostic> {
        let _watched = watch::enter(name, face);
        functions::begin();
        let mut out = Capped(Vec::new());
        let result = self.tera.render_to(name, context, &mut out);
        let (stamps, troubles) = functions::end();
        match result {
            Ok(()) => {
                let svg = String::from_utf8(out.0).expect("Tera writes UTF-8");
                Ok(Drawn { svg, stamps, troubles })
            }
            Err(error) if out.0.len() >= MAX_OUTPUT => {
                let place = self.files.get(name).map(|&file| Place::new(file, 0..0));
                drop(error);
                Err(Diagnostic::new(
                    &rule::TEMPLATE_ERROR,
                    place,
                    format!("template {name} wrote more than {} MB", MAX_OUTPUT >> 20),
                )
                .help("look for a loop that runs too often"))
            }
            Err(error) => Err(self.told(&error, sources).1),
        }
    }

    /// A Tera error as a finding at the template's own bytes, with the name of the template at fault.
    fn told(&self, error: &tera::Error, sources: &Sources) -> (Option<String>, Diagnostic) {
        let at = |name: &str, span: Option<&tera::Span>| {
            let file = *self.files.get(name)?;
            Some(match span {
                Some(s) => Place::new(
                    file,
                    sources.byte(file, s.start_line, s.start_col + 1)..sources.byte(file, s.end_line, s.end_col + 1),
                ),
                None => Place::new(file, 0..0),
            })
        };
        let (name, place, message) = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                let name = report.filename().to_owned();
                (Some(name.clone()), at(&name, Some(report.span())), report.message().to_owned())
            }
            ErrorKind::MissingParent { current, parent } => {
                (Some(current.clone()), at(current, None), format!("it extends `{parent}`, which does not exist"))
            }
            ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
                (Some(tpl.clone()), at(tpl, None), error.to_string())
            }
            other => (None, None, other.to_string()),
        };
        let mut message = message.trim_end_matches('.').to_owned();
        if let Some(first) = message.get(..1) {
            let lower = first.to_lowercase();
            message.replace_range(..1, &lower);
        }
        (name, Diagnostic::new(&rule::TEMPLATE_ERROR, place, message))
    }
}

/// A buffer that refuses to grow beyond what any face needs.
struct Capped(Vec<u8>);

impl Write for Capped {
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
