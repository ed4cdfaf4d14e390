//! Options of every command that lays out sheets.

use clap::{Args, ValueEnum};

use super::values::measured;
use crate::art;
use crate::layout::{self, PAPERS, Paper, Setup};
use crate::units::Mm;

/// Their heading in help texts.
const SHEETS: &str = "Sheets";

#[derive(Args)]
pub(in crate::cli) struct Sheets {
    #[arg(long, help_heading = SHEETS, help = papers(), value_delimiter = ',', value_parser = Paper::parse, default_value = "a4,letter")]
    pub paper: Vec<Paper>,
    /// How backs are printed
    #[arg(long, help_heading = SHEETS, value_enum, default_value_t = Backs::LongEdge)]
    pub backs: Backs,
    /// Blank strip along each edge of the paper
    #[arg(long, help_heading = SHEETS, value_name = "LENGTH", allow_hyphen_values = true, value_parser = margin, default_value = "5mm")]
    pub margin: Mm,
    /// Space between components: a length, or `bleed` for as much as the bleed needs; at 0 neighbors share a cut
    #[arg(long, help_heading = SHEETS, value_name = "LENGTH", allow_hyphen_values = true, value_parser = gap, default_value = "bleed")]
    pub gap: layout::Gap,
    /// Which sides get crop marks
    #[arg(long, help_heading = SHEETS, value_enum, default_value_t = Marks::Front)]
    pub marks: Marks,
    /// How much ink the faces use
    #[arg(long, help_heading = SHEETS, value_enum, default_value_t = Ink::Full)]
    pub ink: Ink,
    /// Overlap between the pages of a split board
    #[arg(long, help_heading = SHEETS, value_name = "LENGTH", allow_hyphen_values = true, value_parser = overlap, default_value = "10mm")]
    pub overlap: Mm,
    /// Printer measured with `calibrate`: backs are aligned with their fronts, margins are kept
    #[arg(long, help_heading = SHEETS, value_name = "NAME")]
    pub printer: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Backs {
    /// Duplex, flipped on the long edge
    LongEdge,
    /// Duplex, flipped on the short edge
    ShortEdge,
    /// On the same side, across a fold line
    Gutterfold,
    /// Fronts only
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Ink {
    /// As drawn
    Full,
    /// On white, with outlines
    Low,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Marks {
    Front,
    Both,
    None,
}

impl Ink {
    pub fn of_faces(self) -> art::Ink {
        match self {
            Ink::Full => art::Ink::Full,
            Ink::Low => art::Ink::Low,
        }
    }
}

impl Sheets {
    pub fn ink(&self) -> art::Ink {
        self.ink.of_faces()
    }

    /// One setup per distinct paper.
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
            if !papers.iter().any(|other| other.name == paper.name) {
                papers.push(paper);
            }
        }
        papers
            .into_iter()
            .map(|paper| Setup { paper: paper.clone(), margin, gap, backs, marks, overlap, printer: None })
            .collect()
    }
}

fn papers() -> String {
    let names: Vec<&str> = PAPERS.iter().map(|(name, _)| *name).collect();
    format!("Papers: {}, or a size such as 320x450mm", names.join(", "))
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
