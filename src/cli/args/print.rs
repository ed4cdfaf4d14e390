//! Arguments of `render`, `check`, `preview` and `diff`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::Output;
use super::sheets::{Ink, Sheets};
use super::values::{dpi, whole};
use crate::export::USUAL_DPI;
use crate::export::format::{self, FORMATS, Format};
use crate::finding::{REPORTS, Report, Rule, Severity, nearest};
use crate::lint;

#[derive(Args)]
pub(in crate::cli) struct Render {
    /// Games to print; all by default
    pub games: Vec<String>,
    #[command(flatten)]
    pub sheets: Sheets,
    /// Print only components whose id, set/id or game/set/id matches
    #[arg(long, value_name = "GLOB")]
    pub only: Option<String>,
    /// Print only what changed since a git revision or a project folder, with a list of the changes
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
    /// Formats to write
    #[arg(long, value_delimiter = ',', default_value = "pdf", value_parser = formats())]
    pub format: Vec<&'static Format>,
    /// Resolution of pictures, in dots per inch
    #[arg(long, default_value_t = USUAL_DPI, value_parser = dpi)]
    pub dpi: f64,
    /// Output folder [default: output]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub(in crate::cli) struct Check {
    /// Games to check; all by default
    pub games: Vec<String>,
    #[command(flatten)]
    pub sheets: Sheets,
    /// Check only components whose id, set/id or game/set/id matches; rules for whole games rest
    #[arg(long, value_name = "GLOB")]
    pub only: Option<String>,
    /// Report only findings of these rules
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = rule)]
    pub rule: Vec<&'static Rule>,
    /// Show at most so many findings to people and count the rest; other reports always hold all
    #[arg(long, value_name = "N", value_parser = limit)]
    pub limit: Option<usize>,
    /// How to report findings: `human` on standard error, the others on standard output
    #[arg(long, default_value = "human", value_parser = reports())]
    pub format: &'static Report,
    /// Write the report to this file, and findings for people to standard error
    #[arg(long, value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// Lowest severity that makes the exit code 1
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Error)]
    pub fail_on: FailOn,
    /// Skip the quick game played by bots
    #[arg(long)]
    pub no_play: bool,
    /// Most ink on a sheet, in percent of the paper; 100 is one ink all over
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub max_ink: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FailOn {
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

#[derive(Args)]
pub(in crate::cli) struct Diff {
    /// A project folder, or a git revision of this project
    #[arg(value_name = "OLD")]
    pub old: String,
    /// What to compare it with; by default the project as it is now
    #[arg(value_name = "NEW")]
    pub new: Option<String>,
    /// Compare only components whose id, set/id or game/set/id matches
    #[arg(long, value_name = "GLOB")]
    pub only: Option<String>,
    /// How much ink the compared faces use
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    pub ink: Ink,
    /// Standard output: human or json
    #[arg(long, value_enum, default_value_t = Output::Human, hide_possible_values = true)]
    pub format: Output,
    /// Write a page with pictures (before, after, difference) to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Resolution of its pictures, in dots per inch
    #[arg(long, default_value_t = 120.0, value_parser = dpi)]
    pub dpi: f64,
}

#[derive(Args)]
pub(in crate::cli) struct Preview {
    /// Games to show; all by default
    pub games: Vec<String>,
    #[command(flatten)]
    pub sheets: Sheets,
    /// Port of the page; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 4747, value_parser = port)]
    pub port: u16,
    /// Address to listen on; the default serves this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Editor that links to records open: vscode, vscodium, cursor, windsurf, zed, idea, sublime, none, or an address with
    /// {path}, {line} and {column}; by default $VISUAL or $EDITOR, if it is one of them, or else vscode
    #[arg(long, value_name = "NAME")]
    pub editor: Option<String>,
    /// Draw for another process
    #[arg(long, hide = true)]
    pub helper: bool,
}

fn rule(name: &str) -> Result<&'static Rule, String> {
    let near = || nearest(name, lint::rules().map(|rule| rule.name));
    let hint = || near().map_or("`wyrmpress explain` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
    lint::find(name).ok_or_else(|| format!("no rule is called that; {}", hint()))
}

fn limit(text: &str) -> Result<usize, String> {
    whole(text, 0, u64::MAX)
}

fn port(text: &str) -> Result<u16, String> {
    whole(text, 0, u64::from(u16::MAX))
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse();
    number.ok().filter(|p| (0.0..=300.0).contains(p)).ok_or_else(|| "must be 0 to 300".to_owned())
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
