//! Tells which files of the project change.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{Config, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::helper::Event;
use crate::error::Error;

/// How often files are looked at where the system does not tell of changes.
const POLL: Duration = Duration::from_millis(500);

/// The watch; it ends when dropped.
pub(super) struct Watcher {
    _kept: Box<dyn notify::Watcher + Send>,
}

/// Watches `content` and `templates`; `told` hears the paths below the project. The note tells that files are polled,
/// which `polls` asks for.
pub(super) fn watch(project: &Path, polls: bool, told: Sender<Event>) -> Result<(Watcher, Option<String>), Error> {
    let root = project.canonicalize().map_err(Error::read(project))?;
    let hear = {
        let root = root.clone();
        move |event: notify::Result<notify::Event>| {
            for path in changed(&root, event) {
                // The other end is gone when the preview ends.
                let _ = told.send(Event::Changed(path));
            }
        }
    };
    let why = if polls {
        "as asked for".to_owned()
    } else {
        let asked = RecommendedWatcher::new(hear.clone(), Config::default()).and_then(|mut watcher| {
            follow(&mut watcher, &root)?;
            Ok(watcher)
        });
        match asked {
            Ok(watcher) => return Ok((Watcher { _kept: Box::new(watcher) }, None)),
            // Such as the limit of inotify watches.
            Err(cause) => format!("because the system does not tell of changes: {cause}"),
        }
    };
    let fault = |cause: notify::Error| Error::Option(format!("files cannot be watched: {cause}"));
    // Times of files may be whole seconds, in which a second save would be lost.
    let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
    let mut watcher = PollWatcher::new(hear, config).map_err(fault)?;
    follow(&mut watcher, &root).map_err(fault)?;
    Ok((Watcher { _kept: Box::new(watcher) }, Some(format!("files are looked at twice a second, {why}"))))
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
fn changed(root: &Path, event: notify::Result<notify::Event>) -> Vec<String> {
    let Ok(event) = event else { return vec!["content".to_owned()] };
    if event.need_rescan() {
        return vec!["content".to_owned(), "templates".to_owned()];
    }
    // Reading a file is no change; closing it after writing is.
    let is_change = match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    };
    let below = event.paths.iter().filter(|path| is_change && !is_scratch(path));
    let below = below.filter_map(|path| path.strip_prefix(root).ok());
    below.map(|path| path.to_string_lossy().replace('\\', "/")).collect()
}

/// Whether a file is what an editor keeps beside the one that is edited.
fn is_scratch(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.') || name.ends_with('~'))
}
