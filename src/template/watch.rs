//! Ends the run with a clear message when a template never does: Tera itself cannot be interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The longest time one face may take if nobody waits for it.
pub const LIMIT: Duration = Duration::from_secs(10);
/// The most memory the process may take meanwhile, in bytes.
const MEMORY: u64 = 2 << 30;

/// A face that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stuck {
    pub template: String,
    pub face: String,
    /// What happened, such as taking too long.
    pub why: String,
}

struct Entry {
    thread: ThreadId,
    since: Instant,
    template: String,
    face: String,
}

static AT_WORK: Mutex<Vec<Entry>> = Mutex::new(Vec::new());
static BEGUN: AtomicUsize = AtomicUsize::new(0);

/// Marks that this thread renders a face until the guard is dropped.
pub fn enter(template: &str, face: &str) -> Guard {
    BEGUN.fetch_add(1, Ordering::Relaxed);
    let entry = Entry {
        thread: thread::current().id(),
        since: Instant::now(),
        template: template.to_owned(),
        face: face.to_owned(),
    };
    AT_WORK.lock().expect("no thread panics while it holds the list").push(entry);
    Guard
}

/// How many faces were begun so far: while it grows, the run goes on.
pub fn begun() -> usize {
    BEGUN.load(Ordering::Relaxed)
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

/// Starts the watch once; `stuck` is called with the faces that took longer than `limit`, the longest first, and must end
/// the process.
pub fn watch(limit: Duration, stuck: impl Fn(&[Stuck]) + Send + 'static) {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_millis(50));
                let Ok(mut list) = AT_WORK.lock() else { return };
                list.sort_by_key(|entry| entry.since);
                let Some(oldest) = list.first() else { continue };
                let (late, why) = if oldest.since.elapsed() > limit {
                    // Faces that were begun together are ended together.
                    let late = list.iter().take_while(|entry| entry.since.elapsed() > limit.mul_f64(0.9)).count();
                    (late, format!("did not finish within {} s", limit.as_secs()))
                } else if resident().is_some_and(|bytes| bytes > MEMORY) {
                    (1, format!("took more than {} GB of memory", MEMORY >> 30))
                } else {
                    continue;
                };
                let given_up = |Entry { template, face, .. }: &Entry| Stuck {
                    template: template.clone(),
                    face: face.clone(),
                    why: why.clone(),
                };
                stuck(&list[..late].iter().map(given_up).collect::<Vec<_>>());
            }
        });
    });
}

/// Memory in use, where the system reports it.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split_whitespace().nth(1)?.parse::<u64>().ok()? * 4096)
}
