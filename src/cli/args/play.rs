//! Arguments of `simulate` and `replay`.

use std::path::PathBuf;

use clap::Args;

use super::Output;
use super::values::{number, whole};

#[derive(Args)]
pub(in crate::cli) struct Simulate {
    /// Games to simulate; all playable ones by default
    #[arg(value_name = "GAMES")]
    pub games_named: Vec<String>,
    /// Games per number of players
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = games)]
    pub games: u64,
    /// Numbers of players, such as `4`, `3..8` or `3,5`; by default all that the game allows
    #[arg(long, value_name = "LIST", value_parser = players)]
    pub players: Option<Players>,
    /// Bots around the table, repeated to fill it: random, first, mc, mc:WORLDS or the game's own
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number)]
    pub seed: u64,
    /// Options of the rulebook; `list --all` shows them
    #[arg(long, value_name = "SWITCH=VALUE", value_delimiter = ',', value_parser = switch)]
    pub rules: Vec<(String, String)>,
    /// Standard output: human or json
    #[arg(long, value_enum, default_value_t = Output::Human, hide_possible_values = true)]
    pub format: Output,
    /// Write a report with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Record the game with this number, for `replay`
    #[arg(long, value_name = "N", value_parser = number)]
    pub record: Option<u64>,
    /// Assumed seconds per decision, to estimate the length of a game
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    pub seconds: f64,
    /// Skip the analysis of how much choices matter, the slowest part
    #[arg(long)]
    pub shallow: bool,
    /// Output folder for recorded games [default: output]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub(in crate::cli) struct Replay {
    /// A game recorded by `simulate`
    pub file: PathBuf,
    /// Also show what each player sees and could have done
    #[arg(long)]
    pub explain: bool,
}

/// Numbers of players, ascending and distinct.
#[derive(Clone)]
pub(in crate::cli) struct Players(pub Vec<usize>);

fn players(text: &str) -> Result<Players, String> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once("..").or_else(|| part.split_once('-')).unwrap_or((part, part));
        match (from.trim().parse::<usize>(), to.trim().trim_start_matches('=').parse::<usize>()) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= 100 => all.extend(from..=to),
            _ => return Err(format!("`{part}` is not a number of players; write `4`, `3..8` or `3,5`")),
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(Players(all))
}

fn games(text: &str) -> Result<u64, String> {
    whole(text, 1, 1_000_000_000)
}

fn switch(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    pair.ok_or_else(|| format!("`{text}` must be `switch=value`, such as `hordes=on`"))
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s| (0.1..=3600.0).contains(s)).ok_or_else(|| "must be 0.1 to 3600".to_owned())
}
