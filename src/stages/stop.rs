//! A way to stop a stage early.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Asks stages to stop; they return nothing then. Clones belong together.
///
/// It counts: the preview raises it for each request that arrives and lowers it for each that is taken up.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicUsize>);

impl Stop {
    /// Lets every stage run to its end.
    pub fn never() -> Stop {
        Stop::default()
    }

    /// Whether somebody asked to stop.
    pub fn is_asked(&self) -> bool {
        self.count() > 0
    }

    /// How often somebody asked.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Asks to stop.
    pub fn raise(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes back what one `raise` asked for.
    pub fn lower(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
