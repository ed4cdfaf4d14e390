//! Collects the log warnings of usvg and resvg: each is something that would be missing on paper.

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

/// Adds a line to the warnings collected on this thread.
pub(super) fn hear(line: String) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(lines) = heard
            && !lines.contains(&line)
        {
            lines.push(line);
        }
    });
}

/// Runs `work`, and returns its result with the warnings that it logged on this thread, each once.
pub fn listen<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // If a host program has its own logger, no warnings are collected.
        if log::set_logger(&Ear).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
    });
    let before = HEARD.replace(Some(Vec::new()));
    let result = work();
    let heard = HEARD.replace(before).unwrap_or_default();
    (result, heard)
}
