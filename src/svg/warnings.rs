//! Catches what usvg and resvg only say to the log: each line is something that would be missing on paper.

use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static HEARD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

struct Ear;

impl log::Log for Ear {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            hear(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

/// Adds a line to what is being listened for on this thread.
pub(super) fn hear(line: String) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(lines) = heard
            && !lines.contains(&line)
        {
            lines.push(line);
        }
    });
}

/// Runs `work` and returns with it every warning logged meanwhile on this thread, each line once.
pub fn listen<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Where a host program has its own logger, its lines stay its own and nothing is heard here.
        if log::set_logger(&Ear).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
    });
    let before = HEARD.replace(Some(Vec::new()));
    let result = work();
    let heard = HEARD.replace(before).unwrap_or_default();
    (result, heard)
}
