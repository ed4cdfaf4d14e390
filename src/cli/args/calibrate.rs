//! Arguments of `calibrate`.

use std::path::PathBuf;

use clap::Args;

use super::sheets::Backs;
use crate::layout::Paper;

/// The headings of the help text.
const SHEET: &str = "The sheet";
const PROFILE: &str = "The profile";
const READINGS: &str = "The readings";

#[derive(Args)]
pub(in crate::cli) struct Calibrate {
    /// The paper: a4, letter, or a size such as 320x450mm
    #[arg(long, help_heading = SHEET, value_parser = Paper::parse, default_value = "a4")]
    pub paper: Paper,
    /// How the paper is flipped: long-edge or short-edge
    #[arg(long, help_heading = SHEET, value_enum, default_value_t = Backs::LongEdge, hide_possible_values = true)]
    pub backs: Backs,
    /// Print the sheet corrected for this printer; every scale should then read 0
    #[arg(long, help_heading = SHEET, value_name = "NAME", conflicts_with = "set")]
    pub printer: Option<String>,
    /// Output folder [default: output]
    #[arg(long, help_heading = SHEET, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Save the readings as the profile of this printer, instead of printing the sheet
    #[arg(long, help_heading = PROFILE, value_name = "NAME")]
    pub set: Option<String>,
    /// Add the readings to the profile, for a sheet printed with `--printer` of that name
    #[arg(long, help_heading = PROFILE, requires = "set")]
    pub again: bool,
    /// Save the profile in the user's settings, for all projects
    #[arg(long, help_heading = PROFILE, requires = "set")]
    pub user: bool,
    /// Reading of the upper scale: where back and front meet
    #[arg(long, help_heading = READINGS, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub upper: Option<f64>,
    /// Reading of the lower scale
    #[arg(long, help_heading = READINGS, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub lower: Option<f64>,
    /// Reading of the left scale
    #[arg(long, help_heading = READINGS, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub left: Option<f64>,
    /// Reading of the right scale
    #[arg(long, help_heading = READINGS, value_name = "N", allow_negative_numbers = true, value_parser = reading)]
    pub right: Option<f64>,
    /// Measured length of the horizontal 100 mm bar
    #[arg(long, help_heading = READINGS, value_name = "MM", value_parser = bar)]
    pub across: Option<f64>,
    /// Measured length of the vertical 100 mm bar
    #[arg(long, help_heading = READINGS, value_name = "MM", value_parser = bar)]
    pub down: Option<f64>,
    /// Margins that the printer leaves blank, in millimeters
    #[arg(long, help_heading = READINGS, value_name = "TOP,RIGHT,BOTTOM,LEFT")]
    #[arg(value_delimiter = ',', value_parser = blank)]
    pub margins: Option<Vec<f64>>,
}

impl Calibrate {
    /// All readings except the margins.
    pub fn readings(&self) -> [Option<f64>; 6] {
        [self.upper, self.lower, self.left, self.right, self.across, self.down]
    }
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

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("must be a number from {least} to {most}, in millimeters"))
}
