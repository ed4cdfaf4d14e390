//! Tells which files of the project change.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::error::Error;

/// How often files are looked at where the system does not tell of changes.
const POLL: Duration = Duration::from_millis(500);

/// The watch; it ends when dropped.
pub(super) struct Watcher {
    _kept: Box<dyn notify::Watcher + Send>,
}

/// Watches `content` and `templates`; `told` hears the paths below the project. The note tells that files are polled.
pub(super) fn watch(project: &Path, told: Sender<String>) -> Result<(Watcher, Option<String>), Error> {
    let root = project.canonicalize().map_err(Error::read(project))?;
    let hear = {
        let root = root.clone();
        move |event: notify::Result<Event>| {
            for path in changed(&root, event) {
                // The other end is gone when the preview ends.
                let _ = told.send(path);
            }
        }
    };
    let asked = RecommendedWatcher::new(hear.clone(), Config::default()).and_then(|mut watcher| {
        follow(&mut watcher, &root)?;
        Ok(watcher)
    });
    match asked {
        Ok(watcher) => Ok((Watcher { _kept: Box::new(watcher) }, None)),
        Err(cause) => {
            // Such as the limit of inotify watches.
            let fault = |cause: notify::Error| Error::Option(format!("files cannot be watched: {cause}"));
            let config = Config::default().with_poll_interval(POLL);
            let mut watcher = PollWatcher::new(hear, config).map_err(fault)?;
            follow(&mut watcher, &root).map_err(fault)?;
            let note =
                format!("files are looked at twice a second, because the system does not tell of changes: {cause}");
            Ok((Watcher { _kept: Box::new(watcher) }, Some(note)))
        }
    }
}

fn follow(watcher: &mut dyn notify::Watcher, root: &Path) -> notify::Result<()> {
    for folder in ["content", "templates"].map(|name| root.join(name)) {
        if folder.is_dir() {
            watcher.watch(&folder, RecursiveMode::Recursive)?;
        }
    }
    Ok(())
}

/// The paths that an event is about, with forward slashes; whatever may have been missed counts as everything.
fn changed(root: &Path, event: notify::Result<Event>) -> Vec<String> {
    let Ok(event) = event else { return vec!["content".to_owned()] };
    if event.need_rescan() {
        return vec!["content".to_owned(), "templates".to_owned()];
    }
    // Reading a file is no change; closing it after writing is.
    let is_change = match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    };
    let below = event.paths.iter().filter(|_| is_change).filter_map(|path| path.strip_prefix(root).ok());
    below.map(|path| path.to_string_lossy().replace('\\', "/")).collect()
}
