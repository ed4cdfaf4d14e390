//! What can be said on the command line.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::art;
use crate::content::length;
use crate::export::format::{self, FORMATS, Format};
use crate::finding::{REPORTS, Report, Severity};
use crate::layout::{self, Paper, Setup};
use crate::units::Mm;

/// Prints whole games from plain text.
#[derive(Parser)]
#[command(name = "wyrmpress", version, about, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// The folder that holds `content` and `templates`
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    pub project: PathBuf,
    /// Threads to use; 0 takes one for each core
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = jobs)]
    pub jobs: usize,
    /// Say only what is wrong
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Colors in messages
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Print kits into the output folder
    Render(Render),
    /// Check content, drawings and sheets without writing anything
    Check(Check),
    /// Tell what changed since a git revision, or between two folders
    Diff(Diff),
    /// Print a sheet to measure a printer with, or write down what was measured
    Calibrate(Calibrate),
    /// Show every component in the browser, following the files
    Preview(Preview),
    /// Play many games with bots and report on them
    Simulate(Simulate),
    /// Tell a recorded game
    Replay(Replay),
    /// List games, sets and components
    List(List),
    /// Explain a rule of the checker, or a ruling on a game such as DF-8
    Explain(Explain),
    /// Write the JSON Schemas of content files, which editors complete keys with
    Schema(Schema),
}

#[derive(Args)]
pub(super) struct Render {
    /// Games to print; all when none is named
    pub games: Vec<String>,
    #[command(flatten)]
    pub sheets: Sheets,
    /// Print only components whose id, set/id or game/set/id matches
    #[arg(long, value_name = "GLOB")]
    pub only: Option<String>,
    /// Print only what changed since a git revision or a project folder, and a list of the changes
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
    /// What to write
    #[arg(long, value_delimiter = ',', default_value = "pdf", value_parser = formats())]
    pub format: Vec<&'static Format>,
    /// Density of pictures
    #[arg(long, default_value_t = 300.0, value_parser = dpi)]
    pub dpi: f64,
    /// Where files go
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub out: PathBuf,
}

#[derive(Args)]
pub(super) struct Sheets {
    /// Papers: a4, letter, a3, legal, tabloid, a2, a1, a5, or a size such as 320x450mm
    #[arg(long, value_delimiter = ',', value_parser = Paper::parse, default_value = "a4,letter")]
    pub paper: Vec<Paper>,
    /// How backs are printed
    #[arg(long, value_enum, default_value_t = Backs::LongEdge)]
    pub backs: Backs,
    /// Blank strip along each edge of the paper
    #[arg(long, value_name = "LENGTH", value_parser = margin, default_value = "5mm")]
    pub margin: Mm,
    /// Room between neighbors; 0 shares one cut, `bleed` takes what their bleed needs
    #[arg(long, value_name = "LENGTH", value_parser = gap, default_value = "bleed")]
    pub gap: layout::Gap,
    /// Which sides carry crop marks
    #[arg(long, value_enum, default_value_t = Marks::Front)]
    pub marks: Marks,
    /// How much ink the faces may take
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    pub ink: Ink,
    /// How far the pages of a split board overlap
    #[arg(long, value_name = "LENGTH", value_parser = overlap, default_value = "10mm")]
    pub overlap: Mm,
    /// A printer measured with `calibrate`: backs are moved to meet their fronts, margins are kept
    #[arg(long, value_name = "NAME")]
    pub printer: Option<String>,
}

#[derive(Args)]
pub(super) struct Check {
    /// Games to check; all when none is named
    pub games: Vec<String>,
    #[command(flatten)]
    pub sheets: Sheets,
    /// How findings are told: to people on standard error, to machines on standard output
    #[arg(long, default_value = "human", value_parser = reports())]
    pub format: &'static Report,
    /// Write them to this file instead, and tell people on standard error
    #[arg(long, value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// The least severity that makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Error)]
    pub fail_on: FailOn,
    /// Do not let bots play a quick game
    #[arg(long)]
    pub no_play: bool,
    /// Most ink of a sheet, in percent of the paper: 100 is one color all over
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub max_ink: Option<f64>,
}

#[derive(Args)]
pub(super) struct Diff {
    /// A project folder, or a git revision of this project
    #[arg(value_name = "OLD")]
    pub old: String,
    /// Another to compare with it; the project as it is when not given
    #[arg(value_name = "NEW")]
    pub new: Option<String>,
    /// Compare only components whose id, set/id or game/set/id matches
    #[arg(long, value_name = "GLOB")]
    pub only: Option<String>,
    /// How much ink the faces may take that are compared
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    pub ink: Ink,
    /// How differences are told on standard output
    #[arg(long, value_enum, default_value_t = Output::Human)]
    pub format: Output,
    /// Write a page with pictures before, after and of the difference to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Density of its pictures
    #[arg(long, default_value_t = 120.0, value_parser = dpi)]
    pub dpi: f64,
}

#[derive(Args)]
pub(super) struct Calibrate {
    /// The paper: a4, letter, or a size such as 320x450mm
    #[arg(long, value_parser = Paper::parse, default_value = "a4")]
    pub paper: Paper,
    /// How the paper is turned over: long-edge or short-edge
    #[arg(long, value_enum, default_value_t = Backs::LongEdge)]
    pub backs: Backs,
    /// Where the sheet goes
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub out: PathBuf,
    /// Print the sheet as corrected for this printer: every scale should read 0 then
    #[arg(long, value_name = "NAME", conflicts_with = "set")]
    pub printer: Option<String>,
    /// Write what was read to the profile of this printer, instead of printing the sheet
    #[arg(long, value_name = "NAME")]
    pub set: Option<String>,
    /// What was read stands on a sheet printed with `--printer` of that name, so it adds to the profile
    #[arg(long, requires = "set")]
    pub again: bool,
    /// Write the profile to the user's settings, for all projects
    #[arg(long, requires = "set")]
    pub user: bool,
    /// What the printer leaves blank, in millimeters
    #[arg(long, value_name = "TOP,RIGHT,BOTTOM,LEFT", value_delimiter = ',', value_parser = blank)]
    pub margins: Option<Vec<f64>>,
    /// The number at which the upper scale of the back meets the front
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub upper: Option<f64>,
    /// The same of the lower scale
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub lower: Option<f64>,
    /// The same of the left scale
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub left: Option<f64>,
    /// The same of the right scale
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub right: Option<f64>,
    /// Length of the bar across that should be 100 mm
    #[arg(long, value_name = "MM", value_parser = bar)]
    pub across: Option<f64>,
    /// Length of the bar down that should be 100 mm
    #[arg(long, value_name = "MM", value_parser = bar)]
    pub down: Option<f64>,
}

impl Calibrate {
    /// What was read on the sheet, the margins left aside.
    pub fn readings(&self) -> [Option<f64>; 6] {
        [self.upper, self.lower, self.left, self.right, self.across, self.down]
    }
}

#[derive(Args)]
pub(super) struct Preview {
    /// Games to show; all when none is named
    pub games: Vec<String>,
    #[command(flatten)]
    pub sheets: Sheets,
    /// The port of the page; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 4747)]
    pub port: u16,
    /// Whom to serve: this machine only, unless another address of it is given
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Draw for another process
    #[arg(long, hide = true)]
    pub helper: bool,
}

#[derive(Args)]
pub(super) struct Simulate {
    /// Games to simulate; all that can be played when none is named
    pub games_named: Vec<String>,
    /// How many games for each number of players
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Numbers of players: `4`, `3..8`, `3,5`; all that the game allows when not given
    #[arg(long, value_name = "LIST", value_parser = players)]
    pub players: Option<Players>,
    /// Bots around the table, repeated to fill it: random, first, mc, mc:WORLDS and the game's own
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// What all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Options of the rulebook; `list --all` names them
    #[arg(long, value_name = "SWITCH=VALUE", value_delimiter = ',', value_parser = switch)]
    pub rules: Vec<(String, String)>,
    /// How the report is told on standard output
    #[arg(long, value_enum, default_value_t = Output::Human)]
    pub format: Output,
    /// Write the report with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write down the game of this number, for `replay`
    #[arg(long, value_name = "N")]
    pub record: Option<u64>,
    /// Seconds that a decision is thought to take, for the minutes
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    pub seconds: f64,
    /// Leave out how much choices matter, which takes longest
    #[arg(long)]
    pub shallow: bool,
    /// Where recorded games go
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub out: PathBuf,
}

#[derive(Args)]
pub(super) struct Replay {
    /// A game recorded by `simulate`
    pub file: PathBuf,
    /// Tell also what each player sees and could have done
    #[arg(long)]
    pub explain: bool,
}

/// Numbers of players, in order.
#[derive(Clone)]
pub(super) struct Players(pub Vec<usize>);

#[derive(Args)]
pub(super) struct List {
    /// Games to list; all when none is named
    pub games: Vec<String>,
    /// Every component, not only sets
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
    /// Games whose sets are described; all when none is named
    pub games: Vec<String>,
    /// Write nothing; the exit code is 1 when a file is out of date
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
pub(super) enum Backs {
    /// Duplex, turned along the long edge
    LongEdge,
    /// Duplex, turned along the short edge
    ShortEdge,
    /// On the same side, beyond a fold
    Gutterfold,
    /// Fronts only
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ink {
    /// As drawn
    Full,
    /// On white, with outlines
    Low,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Marks {
    Front,
    Both,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    Human,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    Error,
    Warning,
    Note,
    /// Findings never fail the run
    Never,
}

impl FailOn {
    pub fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Note => Some(Severity::Note),
            FailOn::Never => None,
        }
    }
}

impl Ink {
    /// The same for faces.
    pub fn of_faces(self) -> art::Ink {
        match self {
            Ink::Full => art::Ink::Full,
            Ink::Low => art::Ink::Low,
        }
    }
}

impl Sheets {
    /// How much ink the faces may take.
    pub fn ink(&self) -> art::Ink {
        self.ink.of_faces()
    }

    /// One setup a paper.
    pub fn setups(&self) -> Vec<Setup> {
        let backs = match self.backs {
            Backs::LongEdge => layout::Backs::LongEdge,
            Backs::ShortEdge => layout::Backs::ShortEdge,
            Backs::Gutterfold => layout::Backs::Gutterfold,
            Backs::None => layout::Backs::None,
        };
        let marks = match self.marks {
            Marks::Front => layout::Marks::Front,
            Marks::Both => layout::Marks::Both,
            Marks::None => layout::Marks::None,
        };
        let (margin, gap, overlap) = (self.margin, self.gap, self.overlap);
        let mut papers: Vec<&Paper> = Vec::new();
        for paper in &self.paper {
            if !papers.contains(&paper) {
                papers.push(paper);
            }
        }
        papers
            .into_iter()
            .map(|paper| Setup { paper: paper.clone(), margin, gap, backs, marks, overlap, printer: None })
            .collect()
    }
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

fn measured(text: &str, most: f64) -> Result<Mm, String> {
    length(text).filter(|l| (0.0..=most).contains(&l.0)).ok_or_else(|| format!("must be a length of 0 to {most} mm"))
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("must be a number of {least} to {most}, in millimeters"))
}

fn reading(text: &str) -> Result<f64, String> {
    within(text, -20.0, 20.0)
}

fn bar(text: &str) -> Result<f64, String> {
    within(text, 80.0, 125.0)
}

fn blank(text: &str) -> Result<f64, String> {
    within(text, 0.0, 50.0)
}

fn margin(text: &str) -> Result<Mm, String> {
    measured(text, 200.0)
}

fn overlap(text: &str) -> Result<Mm, String> {
    measured(text, 50.0)
}

fn gap(text: &str) -> Result<layout::Gap, String> {
    if text == "bleed" { Ok(layout::Gap::Bleed) } else { measured(text, 100.0).map(layout::Gap::Fixed) }
}

fn players(text: &str) -> Result<Players, String> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once("..").or_else(|| part.split_once('-')).unwrap_or((part, part));
        match (from.trim().parse::<usize>(), to.trim().trim_start_matches('=').parse::<usize>()) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= 100 => all.extend(from..=to),
            _ => return Err(format!("`{part}` is no number of players; write `4`, `3..8` or `3,5`")),
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(Players(all))
}

fn switch(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    pair.ok_or_else(|| format!("`{text}` must be `switch=value`, such as `hordes=on`"))
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s| (0.1..=3600.0).contains(s)).ok_or_else(|| "must be 0.1 to 3600".to_owned())
}

fn jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n <= 256).ok_or_else(|| "must be 0 to 256".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse();
    number.ok().filter(|p| (0.0..=300.0).contains(p)).ok_or_else(|| "must be 0 to 300".to_owned())
}

fn dpi(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|d| (10.0..=2400.0).contains(d)).ok_or_else(|| "must be 10 to 2400".to_owned())
}

/// Parses the name of a format; the help text lists them all.
fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let values = FORMATS.map(|format| PossibleValue::new(format.name).help(format.about));
    PossibleValuesParser::new(values).map(|name| format::find(&name).expect("only names of formats are possible"))
}

/// Parses the name of a report; the help text lists them all.
fn reports() -> impl TypedValueParser<Value = &'static Report> {
    let values = REPORTS.map(|report| PossibleValue::new(report.name).help(report.about));
    let find = |name: String| REPORTS.into_iter().find(|report| report.name == name);
    PossibleValuesParser::new(values).map(move |name| find(name).expect("only names of reports are possible"))
}
