//! The arguments of the command line. Those of the larger commands are in `args/`.

mod calibrate;
mod play;
mod print;
mod sheets;
mod values;

use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(super) use calibrate::Calibrate;
pub(super) use play::{Replay, Simulate};
pub(super) use print::{Check, Diff, Preview, Render};
pub(super) use sheets::{Backs, Sheets};

/// The heading in help texts for the options of every command.
const EVERY: &str = "Options of every command";

/// Prints whole games from plain text.
#[derive(Parser)]
#[command(name = "wyrmpress", version, about, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Folder with `content` and `templates`
    #[arg(long, global = true, help_heading = EVERY, value_name = "DIR", default_value = ".")]
    pub project: PathBuf,
    /// Number of threads; 0 means one per core
    #[arg(long, global = true, help_heading = EVERY, value_name = "N", default_value_t = 0, value_parser = jobs)]
    pub jobs: usize,
    /// Show only findings and errors
    #[arg(long, short, global = true, help_heading = EVERY)]
    pub quiet: bool,
    /// Color messages: auto, always or never
    #[arg(long, global = true, help_heading = EVERY, value_enum, default_value_t = Color::Auto)]
    #[arg(value_name = "WHEN", hide_possible_values = true)]
    pub color: Color,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Print kits into the output folder
    Render(Render),
    /// Check content, drawings and sheets without writing anything
    Check(Check),
    /// Show what changed since a git revision, or between two folders
    Diff(Diff),
    /// Print a sheet to measure a printer with, or save the readings
    Calibrate(Calibrate),
    /// Show every component in the browser; redraw it when a file is saved
    Preview(Preview),
    /// Play many games with bots and report on them
    Simulate(Simulate),
    /// Show a recorded game
    Replay(Replay),
    /// List games, sets and components
    List(List),
    /// Explain a rule of the checker, or a ruling on a game such as DF-8
    Explain(Explain),
    /// Write JSON Schemas of content files, for completion in editors
    Schema(Schema),
}

#[derive(Args)]
pub(super) struct List {
    /// Games to list; all by default
    pub games: Vec<String>,
    /// Show every component, not only sets
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub(super) struct Explain {
    /// The rule as printed in brackets, or the ruling as cited in reports; lists all rules by default
    pub rule: Option<String>,
}

#[derive(Args)]
pub(super) struct Schema {
    /// Games to describe; all by default
    pub games: Vec<String>,
    /// Write nothing; exit with 1 if a file is out of date
    #[arg(long)]
    pub check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    Human,
    Json,
}

impl Arguments {
    /// Whether messages are colored.
    pub fn is_colored(&self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
                !no_color && std::io::stderr().is_terminal()
            }
        }
    }
}

fn jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n <= 256).ok_or_else(|| "must be 0 to 256".to_owned())
}
