//! wyrmpress
pub mod art;
pub mod cli;
pub mod content;
pub mod diag;
pub mod error;
pub mod export;
pub mod layout;
pub mod pipeline;
pub mod shape;
pub mod svg;
pub mod template;
pub mod text;
pub mod units;
