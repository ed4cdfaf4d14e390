//! Sheets and faces to files: one file a format.

mod furniture;
pub mod pdf;
pub mod png;
mod write;

pub use furniture::furniture;
pub use write::write_all;
