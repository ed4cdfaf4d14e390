//! What stages may reuse from an earlier run.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use crate::content::Content;
use crate::error::Error;
use crate::finding::Finding;
use crate::lint::Seen;
use crate::picture::Pictures;
use crate::template::with_values;
use crate::text::{Fonts, Icons, icon_name};

/// The most faces that are remembered.
const MOST_FACES: usize = 50_000;

/// Results of earlier runs; empty at first.
///
/// Fonts, icons and pictures stay until one of their files changes. A face that broke no rule is known by everything the rules read.
#[derive(Default)]
pub struct Cache {
    fonts: Option<Arc<Fonts>>,
    icons: Option<Arc<Icons>>,
    /// Whether some icon cannot be read; it keeps its last good drawing.
    has_broken_icon: bool,
    pictures: Option<Arc<Pictures>>,
    /// The drawings that faces may show as pictures.
    pub(super) drawings: BTreeSet<String>,
    /// Faces without findings.
    pub(super) clean: HashMap<u128, Seen>,
}

impl Cache {
    /// Drops what the changed files may have made wrong; `None` stands for all files. Paths are below the project.
    ///
    /// Returns whether unchanged faces may look different now.
    pub fn forget(&mut self, changed: Option<&[String]>) -> bool {
        let has = |is_meant: &dyn Fn(&str) -> bool| {
            changed.is_none_or(|paths| paths.iter().any(|path| path == "templates" || is_meant(path)))
        };
        if has(&|path| path.starts_with("templates/fonts")) {
            self.fonts = None;
        }
        let is_picture = |name: &str| !name.ends_with(".svg") || self.drawings.contains(name);
        let has_picture = has(&|path| path.strip_prefix("templates/").is_some_and(is_picture));
        if has_picture {
            self.pictures = None;
        }
        // Icons may have texts and pictures.
        if self.fonts.is_none() || has_picture || has(&is_icon) {
            self.has_broken_icon = true;
        }
        let is_stale = self.fonts.is_none() || self.icons.is_none() || self.has_broken_icon || has_picture;
        if is_stale || self.clean.len() > MOST_FACES {
            self.clean.clear();
        }
        is_stale
    }

    /// The fonts of a project. Fonts with findings are read again next time.
    pub(super) fn fonts(&mut self, content: &mut Content, found: &mut Vec<Finding>) -> Result<Arc<Fonts>, Error> {
        if let Some(fonts) = &self.fonts {
            return Ok(fonts.clone());
        }
        let before = found.len();
        let fonts = Arc::new(Fonts::load(&content.root, &mut content.sources, found)?);
        self.fonts = (found.len() == before).then(|| fonts.clone());
        Ok(fonts)
    }

    /// The pictures in a folder.
    pub(super) fn pictures(&mut self, folder: &Path) -> Arc<Pictures> {
        self.pictures.get_or_insert_with(|| Arc::new(Pictures::new(folder))).clone()
    }

    /// The icons of a project; a broken one keeps its last good drawing.
    pub(super) fn icons(
        &mut self,
        content: &mut Content,
        fonts: &Arc<Fonts>,
        pictures: &Arc<Pictures>,
        found: &mut Vec<Finding>,
    ) -> Result<Arc<Icons>, Error> {
        if let Some(icons) = self.icons.as_ref().filter(|_| !self.has_broken_icon) {
            return Ok(icons.clone());
        }
        let before = found.len();
        let icons = Icons::load(&content.root, fonts, pictures, self.icons.as_deref(), &mut content.sources, found)?;
        let icons = with_values(icons, fonts, pictures, &content.sources, found);
        self.has_broken_icon = found.len() > before;
        self.icons = Some(icons.clone());
        Ok(icons)
    }
}

/// Whether a file below the project is an icon, or a folder, which may come or go with icons in it.
fn is_icon(path: &str) -> bool {
    path.strip_prefix("templates/").is_some_and(|name| icon_name(name).is_some() || !name.ends_with(".svg"))
}
