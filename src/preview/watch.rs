//! Watches the project for changed files.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Config, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::helper::Event;
use crate::error::{Error, ServeError};
use crate::layout::PRINTERS;

/// How often files are polled if the system does not report changes.
const POLL: Duration = Duration::from_millis(500);

/// The watched folders, with everything below them.
const FOLDERS: [&str; 2] = ["content", "templates"];

/// Watches until it is dropped.
pub(super) struct Watcher {
    heard: Sender<Heard>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.heard.send(Heard::End);
    }
}

/// Events for the thread that watches.
enum Heard {
    Event(notify::Result<notify::Event>),
    End,
}

/// Watches `content` and `templates` and sends changed paths to `changes`. Returns a note if files are polled, as
/// `polls` requests.
pub(super) fn watch(
    project: &Path,
    settings: Option<&Path>,
    polls: bool,
    changes: Sender<Event>,
) -> Result<(Watcher, Option<String>), Error> {
    let root = project.canonicalize().map_err(Error::read(project))?;
    let (heard, events) = mpsc::channel();
    let hear = {
        let heard = heard.clone();
        // The other end is gone when the preview ends.
        move |event| drop(heard.send(Heard::Event(event)))
    };
    let asked = match polls {
        true => Err("as requested".to_owned()),
        false => RecommendedWatcher::new(hear.clone(), Config::default())
            .and_then(|watcher| Followed::new(Box::new(watcher), &root, settings.map(Settings::of)))
            // Such as the limit of inotify watches.
            .map_err(|cause| format!("because the system does not report changes: {cause}")),
    };
    let (followed, note) = match asked {
        Ok(followed) => (followed, None),
        Err(why) => {
            let fault = |cause: notify::Error| ServeError::Watch(cause.to_string());
            // File times may be whole seconds; a second save within one would be lost.
            let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
            let watcher = PollWatcher::new(hear, config).map_err(fault)?;
            // The folder above the settings may hold large files, which are not to be read twice a second.
            let settings = settings.filter(|folder| folder.is_dir()).map(Settings::of);
            let followed = Followed::new(Box::new(watcher), &root, settings).map_err(fault)?;
            (followed, Some(format!("files are checked twice a second, {why}")))
        }
    };
    thread::spawn(move || followed.keep(&events, &changes));
    Ok((Watcher { heard }, note))
}

/// The user's folder for settings. Until it exists, the nearest folder above it is watched.
struct Settings {
    folder: PathBuf,
    watched: Option<PathBuf>,
}

impl Settings {
    fn of(folder: &Path) -> Settings {
        let full = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        // Events name folders without links.
        let real = full.ancestors().find_map(|above| {
            let below = full.strip_prefix(above).ok()?;
            above.canonicalize().ok().map(|above| above.components().chain(below.components()).collect())
        });
        Settings { folder: real.unwrap_or(full), watched: None }
    }

    fn nearest(&self) -> Option<PathBuf> {
        self.folder.ancestors().find(|above| above.is_dir()).map(Path::to_owned)
    }

    /// What a path means to the project: the user's printers count as if they stood in it.
    fn printers(&self, path: &Path) -> Option<PathBuf> {
        let is_meant = path == self.folder.join(PRINTERS) || self.folder.starts_with(path);
        is_meant.then(|| PRINTERS.into())
    }
}

/// What is watched: both folders, and the project itself, where they may be created again and where its printers are.
struct Followed {
    watcher: Box<dyn notify::Watcher + Send>,
    root: PathBuf,
    settings: Option<Settings>,
}

impl Followed {
    fn new(
        watcher: Box<dyn notify::Watcher + Send>,
        root: &Path,
        settings: Option<Settings>,
    ) -> notify::Result<Followed> {
        let mut followed = Followed { watcher, root: root.to_owned(), settings };
        followed.watcher.watch(root, RecursiveMode::NonRecursive)?;
        for folder in FOLDERS.map(|name| root.join(name)).iter().filter(|folder| folder.is_dir()) {
            followed.watcher.watch(folder, RecursiveMode::Recursive)?;
        }
        let _ = followed.follow_settings();
        Ok(followed)
    }

    /// Watches the folder for settings, or what there is of the way to it. Returns whether that is another folder now.
    fn follow_settings(&mut self) -> bool {
        let Some(settings) = &mut self.settings else { return false };
        let before = settings.watched.clone();
        // A folder may be created before the one above it is watched.
        while settings.watched != settings.nearest() {
            if let Some(left) = settings.watched.take().filter(|left| *left != self.root) {
                let _ = self.watcher.unwatch(&left);
            }
            settings.watched = settings.nearest();
            if let Some(folder) = settings.watched.as_ref().filter(|folder| **folder != self.root) {
                // Without permission, the printers are read again with the next change of something else.
                let _ = self.watcher.watch(folder, RecursiveMode::NonRecursive);
            }
        }
        settings.watched != before
    }

    /// Stops watching a folder on the way to the settings that came or went: it may be another one of the same name.
    fn lose_settings<'a>(&mut self, mut paths: impl Iterator<Item = &'a PathBuf>) {
        let Some(settings) = &mut self.settings else { return };
        if paths.any(|path| settings.folder.starts_with(path))
            && let Some(left) = settings.watched.take().filter(|left| *left != self.root)
        {
            let _ = self.watcher.unwatch(&left);
        }
    }

    /// Passes on changes until the watcher is dropped.
    fn keep(mut self, events: &Receiver<Heard>, changes: &Sender<Event>) {
        while let Ok(Heard::Event(event)) = events.recv() {
            let is_other = event.as_ref().is_ok_and(|event| {
                matches!(
                    event.kind,
                    EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
                )
            });
            if is_other {
                self.lose_settings(event.iter().flat_map(|event| &event.paths));
                if self.follow_settings() {
                    let _ = changes.send(Event::Changed(PRINTERS.to_owned()));
                }
            }
            for path in self.changed(event) {
                if is_other && FOLDERS.contains(&path.as_str()) {
                    // To the system, a new folder of the same name is another folder.
                    let folder = self.root.join(&path);
                    let _ = self.watcher.unwatch(&folder);
                    let _ = self.watcher.watch(&folder, RecursiveMode::Recursive);
                }
                let _ = changes.send(Event::Changed(path));
            }
        }
    }

    /// The paths of an event, with forward slashes. If events may have been lost, everything counts as changed.
    fn changed(&self, event: notify::Result<notify::Event>) -> Vec<String> {
        let Ok(event) = event else { return vec!["content".to_owned()] };
        if event.need_rescan() {
            return vec!["content".to_owned(), "templates".to_owned(), PRINTERS.to_owned()];
        }
        // Reading a file is no change; closing it after writing is one.
        let is_change = match event.kind {
            EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
            _ => true,
        };
        let paths = event.paths.iter().filter(|path| is_change && !is_scratch(path));
        let below = paths.filter_map(|path| {
            let printers = self.settings.as_ref().and_then(|settings| settings.printers(path));
            printers.or_else(|| path.strip_prefix(&self.root).ok().map(Path::to_owned))
        });
        let is_followed =
            |path: &PathBuf| path == Path::new(PRINTERS) || FOLDERS.iter().any(|top| path.starts_with(top));
        below.filter(is_followed).map(|path| path.to_string_lossy().replace('\\', "/")).collect()
    }
}

/// Whether a file is an editor's backup or swap file.
fn is_scratch(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.') || name.ends_with('~'))
}
