//! Signals that end the program leave no unfinished file behind.

use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::export::abandon;

/// Listens for signals from now on. If that fails, they end the program as they always did.
pub(super) fn heed() {
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGXFSZ]) else { return };
    thread::spawn(move || {
        // A file beyond the limit is not written and reported like a full disk.
        if let Some(signal) = signals.forever().find(|signal| *signal != SIGXFSZ) {
            abandon(|| drop(emulate_default_handler(signal)));
        }
    });
}
