//! Sheets and faces to files: one file a format.

pub mod calibration;
mod furniture;
pub mod page;
pub mod pdf;
pub mod png;
mod write;

pub use furniture::furniture;
pub use write::write_all;
