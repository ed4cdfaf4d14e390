//! Writes sheets and faces to files.

pub mod calibration;
pub mod format;
mod furniture;
mod names;
pub mod page;
pub mod pdf;
pub mod png;
mod write;

pub use format::{FORMATS, Format};
pub use furniture::furniture;
pub use names::{Names, USUAL_DPI, layout_mark};
pub use write::{Ready, abandon, place, prepare, refuse_links, write_all, write_one};
