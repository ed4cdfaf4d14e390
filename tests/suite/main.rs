//! What the press promises, tested from the outside: the command, its findings and its files.

mod architecture;
mod command;
mod diagnostics;
mod emperor;
mod farkle;
mod favour;
mod golden;
mod hostile;
mod kingdom;
mod misspelling;
mod paths;
mod pdf;
mod pixels;
mod played;
mod project;
mod readme;
mod reign;
mod sheets;
mod text;
mod toy;
mod wrong_emperor;
mod wrong_farkle;
mod wrong_favour;
mod wrong_reign;
