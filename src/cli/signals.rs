//! Signals that end the program leave no unfinished file behind.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::worker;
use crate::export::abandon;

/// Signals by which people end a program.
const ENDS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// Whether this process waits for a worker, and whether a signal has come for it.
static WAITS: AtomicBool = AtomicBool::new(false);
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Listens for signals from now on. If that fails, they end the program as they always did.
pub(super) fn heed() {
    let Ok(mut signals) = Signals::new(ENDS.into_iter().chain([SIGXFSZ])) else { return };
    thread::spawn(move || {
        // A file beyond the limit is not written and reported like a full disk.
        let Some(signal) = signals.forever().find(|signal| *signal != SIGXFSZ) else { return };
        IS_ENDING.store(true, Ordering::SeqCst);
        worker::release();
        // The worker removes its unfinished files first.
        for _ in 0..100 {
            if !WAITS.load(Ordering::SeqCst) {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
        abandon(|| drop(emulate_default_handler(signal)));
    });
}

/// Marks that a worker runs, until [`follow`].
pub(super) fn wait() {
    WAITS.store(true, Ordering::SeqCst);
}

/// Ends this process as its worker was ended by a person.
pub(super) fn follow(status: &ExitStatus) {
    WAITS.store(false, Ordering::SeqCst);
    if let Some(signal) = status.signal().filter(|signal| ENDS.contains(signal)) {
        let _ = emulate_default_handler(signal);
    }
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(20));
    }
}
