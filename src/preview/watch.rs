//! Watches the project for changed files.

use std::path::Path;
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
    // A folder that does not exist cannot be watched; printers that are saved there later need a new start.
    let settings = settings.and_then(|folder| folder.canonicalize().ok());
    let (heard, events) = mpsc::channel();
    let hear = {
        let heard = heard.clone();
        // The other end is gone when the preview ends.
        move |event| drop(heard.send(Heard::Event(event)))
    };
    let asked = match polls {
        true => Err("as requested".to_owned()),
        false => RecommendedWatcher::new(hear.clone(), Config::default())
            .and_then(|mut watcher| follow(&mut watcher, &root, settings.as_deref()).map(|()| watcher))
            // Such as the limit of inotify watches.
            .map_err(|cause| format!("because the system does not report changes: {cause}")),
    };
    let (watcher, note): (Box<dyn notify::Watcher + Send>, _) = match asked {
        Ok(watcher) => (Box::new(watcher), None),
        Err(why) => {
            let fault = |cause: notify::Error| ServeError::Watch(cause.to_string());
            // File times may be whole seconds; a second save within one would be lost.
            let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
            let mut watcher = PollWatcher::new(hear, config).map_err(fault)?;
            follow(&mut watcher, &root, settings.as_deref()).map_err(fault)?;
            (Box::new(watcher), Some(format!("files are checked twice a second, {why}")))
        }
    };
    thread::spawn(move || keep(watcher, &root, settings.as_deref(), &events, &changes));
    Ok((Watcher { heard }, note))
}

/// Watches both folders, and the project itself, where they may be created again and where its printers are.
fn follow(watcher: &mut dyn notify::Watcher, root: &Path, settings: Option<&Path>) -> notify::Result<()> {
    for folder in [Some(root), settings].into_iter().flatten() {
        watcher.watch(folder, RecursiveMode::NonRecursive)?;
    }
    for folder in FOLDERS.map(|name| root.join(name)).iter().filter(|folder| folder.is_dir()) {
        watcher.watch(folder, RecursiveMode::Recursive)?;
    }
    Ok(())
}

/// Passes on changes until the watcher is dropped.
fn keep(
    mut watcher: Box<dyn notify::Watcher + Send>,
    root: &Path,
    settings: Option<&Path>,
    events: &Receiver<Heard>,
    changes: &Sender<Event>,
) {
    while let Ok(Heard::Event(event)) = events.recv() {
        let is_other = event.as_ref().is_ok_and(|event| {
            matches!(event.kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)))
        });
        for path in changed(root, settings, event) {
            if is_other && FOLDERS.contains(&path.as_str()) {
                // To the system, a new folder of the same name is another folder.
                let folder = root.join(&path);
                let _ = watcher.unwatch(&folder);
                let _ = watcher.watch(&folder, RecursiveMode::Recursive);
            }
            let _ = changes.send(Event::Changed(path));
        }
    }
}

/// The paths of an event, with forward slashes. If events may have been lost, everything counts as changed.
fn changed(root: &Path, settings: Option<&Path>, event: notify::Result<notify::Event>) -> Vec<String> {
    let Ok(event) = event else { return vec!["content".to_owned()] };
    if event.need_rescan() {
        return vec!["content".to_owned(), "templates".to_owned(), PRINTERS.to_owned()];
    }
    // Reading a file is no change; closing it after writing is one.
    let is_change = match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    };
    let below = event.paths.iter().filter(|path| is_change && !is_scratch(path));
    // The user's printers count as if they stood in the project.
    let below = below.filter_map(|path| match settings.and_then(|folder| path.strip_prefix(folder).ok()) {
        Some(name) => Some(name).filter(|name| *name == Path::new(PRINTERS)),
        None => path.strip_prefix(root).ok(),
    });
    let below = below.filter(|path| FOLDERS.iter().any(|top| path.starts_with(top)) || *path == Path::new(PRINTERS));
    below.map(|path| path.to_string_lossy().replace('\\', "/")).collect()
}

/// Whether a file is an editor's backup or swap file.
fn is_scratch(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.') || name.ends_with('~'))
}
