//! Ends the run with a clear message when a template never does: Tera itself cannot be interrupted.

use std::sync::{Mutex, Once};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::error::Error;

/// The longest time one face may take if nobody waits for it.
pub const LIMIT: Duration = Duration::from_secs(10);
/// The most memory the process may take meanwhile, in bytes.
const MEMORY: u64 = 2 << 30;

struct Entry {
    thread: ThreadId,
    since: Instant,
    template: String,
    face: String,
}

static AT_WORK: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Marks that this thread renders a face until the guard is dropped.
pub fn enter(template: &str, face: &str) -> Guard {
    let entry = Entry {
        thread: thread::current().id(),
        since: Instant::now(),
        template: template.to_owned(),
        face: face.to_owned(),
    };
    AT_WORK.lock().expect("no thread panics while it holds the list").push(entry);
    Guard
}

/// Ends the watch over one face when dropped.
pub struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        if let Ok(mut list) = AT_WORK.lock() {
            let me = thread::current().id();
            list.retain(|entry| entry.thread != me);
        }
    }
}

/// Starts the watch once; `stuck` is called with the template that took longer than `limit` and must end the process.
pub fn watch(limit: Duration, stuck: fn(Error)) {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_millis(50));
                let Ok(list) = AT_WORK.lock() else { return };
                let Some(oldest) = list.iter().min_by_key(|entry| entry.since) else { continue };
                let why = if oldest.since.elapsed() > limit {
                    format!("did not finish within {} s", limit.as_secs())
                } else if resident().is_some_and(|bytes| bytes > MEMORY) {
                    format!("took more than {} GB of memory", MEMORY >> 30)
                } else {
                    continue;
                };
                stuck(Error::Stuck { template: oldest.template.clone(), face: oldest.face.clone(), why });
            }
        });
    });
}

/// Memory in use, where the system reports it.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split_whitespace().nth(1)?.parse::<u64>().ok()? * 4096)
}
