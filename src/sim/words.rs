//! The report in plain words.

use std::fmt::Write as _;

use super::report::{Chapter, PieceRow, Report, Share};
use super::stats::Interval;

/// The report as text: a paragraph for each number of players.
pub fn words(report: &Report) -> String {
    let mut out = format!("{}, seed {}", report.title, report.seed);
    for (name, value) in &report.rules {
        let _ = write!(out, ", {name}={value}");
    }
    out.push('\n');
    for chapter in &report.chapters {
        out.push_str(&paragraph(chapter, report.seconds));
    }
    out
}

fn paragraph(chapter: &Chapter, seconds: f64) -> String {
    let bots: Vec<&str> = chapter.fairness.bots.iter().map(|bot| bot.name.as_str()).collect();
    let mut out = format!("\n{} players, {} games, {}\n", chapter.players, count(chapter.games), bots.join(" and "));
    let sections = [
        ("health", health(chapter)),
        ("fairness", fairness(chapter)),
        ("length", length(chapter, seconds)),
        ("tension", tension(chapter)),
        ("agency", agency(chapter)),
        ("content", content(chapter)),
        ("rules", rules(chapter)),
    ];
    for (name, lines) in sections {
        for (i, line) in lines.iter().enumerate() {
            let _ = writeln!(out, "  {:<9} {line}", if i == 0 { name } else { "" });
        }
    }
    out
}

pub(super) fn health(chapter: &Chapter) -> Vec<String> {
    let health = &chapter.health;
    let mut lines = Vec::new();
    if health.failures.is_empty() {
        lines.push(format!("all games came to their end; the longest took {} decisions", count(health.longest.into())));
    } else {
        lines.push(format!("{} of {} games came to their end", count(health.completed), count(chapter.games)));
    }
    for failure in &health.failures {
        let share = percent(failure.count as f64 / chapter.games.max(1) as f64);
        lines.push(format!("{share} failed ({}), first game {}: {}", failure.class, failure.first, failure.what));
    }
    lines
}

pub(super) fn fairness(chapter: &Chapter) -> Vec<String> {
    let fair = chapter.fair;
    let mut lines = Vec::new();
    let odd = chapter.fairness.seats.iter().enumerate().filter(|(_, seat)| !seat.holds(fair));
    for (at, seat) in odd {
        lines.push(format!("seat {} wins {}, {} would be fair", at + 1, around(seat), percent(fair)));
    }
    if lines.is_empty() {
        let seats: Vec<String> = chapter.fairness.seats.iter().map(|seat| percent(seat.share)).collect();
        lines.push(format!("no seat is favored: {}; {} each would be fair", seats.join(", "), percent(fair)));
    }
    lines.extend(chapter.fairness.roles.iter().map(|role| share(role, "wins")));
    if chapter.fairness.bots.len() > 1 {
        lines.extend(chapter.fairness.bots.iter().map(|bot| share(bot, "wins")));
    }
    if chapter.fairness.shared > 0.0 {
        lines.push(format!("{} of games end in a shared win", percent(chapter.fairness.shared)));
    }
    if chapter.fairness.unwon > 0.0 {
        lines.push(format!("{} of games are won by nobody", percent(chapter.fairness.unwon)));
    }
    lines
}

fn share(share: &Share, verb: &str) -> String {
    format!("{} {verb} {}, {} would be fair", share.name, around(&share.wins), percent(share.fair))
}

fn length(chapter: &Chapter, seconds: f64) -> Vec<String> {
    let (game, round) = (&chapter.length.decisions, &chapter.length.rounds);
    let mut lines = vec![format!(
        "{:.1} decisions a game (sd {:.1}; one in twenty below {}, one in twenty above {}), about {:.0} minutes at {seconds} s",
        game.mean, game.sd, game.p5, game.p95, chapter.length.minutes
    )];
    if round.count > 0 {
        lines.push(format!("{:.1} decisions a round (sd {:.1}, at most {})", round.mean, round.sd, round.max));
    }
    lines
}

fn tension(chapter: &Chapter) -> Vec<String> {
    let tension = &chapter.tension;
    vec![format!(
        "the lead changes {:.1} times, for the last time after {} of the game; the winner is {:.1} points ahead; {} of games \
         are won by somebody who did not lead at half time",
        tension.lead_changes.mean,
        percent(tension.last_change),
        tension.margin.mean,
        percent(tension.comebacks)
    )]
}

fn agency(chapter: &Chapter) -> Vec<String> {
    let agency = &chapter.agency;
    let mut first =
        format!("{:.1} options a decision, {} of decisions are forced", agency.options, percent(agency.forced));
    if let Some(matters) = &agency.matters {
        let _ = write!(first, "; the choice matters at {} of the others", around(matters));
    }
    let mut lines = vec![first];
    lines.extend(agency.gaps.iter().map(|gap| share(gap, "wins")));
    lines.extend(agency.tournament.iter().map(|bot| format!("among all strategies {}", share(bot, "wins"))));
    lines
}

/// Pieces named in one line.
const NAMED: usize = 5;

fn content(chapter: &Chapter) -> Vec<String> {
    let mut lines = Vec::new();
    let mut held: Vec<&PieceRow> = chapter.pieces.iter().filter(|piece| piece.stands_out).collect();
    held.sort_by(|a, b| b.wins.share.total_cmp(&a.wins.share));
    let (good, bad): (Vec<&PieceRow>, Vec<&PieceRow>) = held.iter().partition(|piece| piece.wins.share > chapter.fair);
    let listed = |pieces: &[&PieceRow]| {
        let names: Vec<String> =
            pieces.iter().take(NAMED).map(|p| format!("{} {}", p.name, percent(p.wins.share))).collect();
        let more = pieces.len().saturating_sub(NAMED);
        if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
    };
    if !good.is_empty() {
        lines.push(format!("good to hold: {}", listed(&good)));
    }
    if !bad.is_empty() {
        let worst: Vec<&PieceRow> = bad.into_iter().rev().collect();
        lines.push(format!("bad to hold: {}", listed(&worst)));
    }
    if lines.is_empty() {
        lines.push("no piece helps or harms its holder more than chance explains".to_owned());
    }
    let never = |what: &str, is: &dyn Fn(&PieceRow) -> bool| {
        let names: Vec<&str> = chapter.pieces.iter().filter(|p| p.held > 0 && is(p)).map(|p| p.name.as_str()).collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    lines.extend(never("held but never playable", &|p| p.playable == 0));
    lines.extend(never("playable but never played", &|p| p.playable > 0 && p.played == 0));
    for op in &chapter.ops {
        let times = count(op.times);
        lines.push(format!("{}: {} {times} times, {} of them with effect", op.piece, op.op, count(op.effects)));
    }
    let supplies: Vec<String> =
        chapter.supplies.iter().map(|s| format!("{} {} of {}", s.name, s.most, s.printed)).collect();
    if !supplies.is_empty() {
        lines.push(format!("in use at once at most: {}", supplies.join(", ")));
    }
    lines
}

fn rules(chapter: &Chapter) -> Vec<String> {
    let applied: Vec<String> = chapter
        .rules
        .iter()
        .filter(|rule| rule.times > 0)
        .map(|rule| format!("{} {}: {}", rule.ruling, rule.what, count(rule.times)))
        .collect();
    let never: Vec<String> = chapter
        .rules
        .iter()
        .filter(|rule| rule.times == 0)
        .map(|rule| format!("{} {}", rule.ruling, rule.what))
        .collect();
    let mut lines = applied;
    if !never.is_empty() {
        lines.push(format!("never applied: {}", never.join("; ")));
    }
    lines
}

/// `32.1 %`
pub(super) fn percent(share: f64) -> String {
    let shown = format!("{:.1}", share * 100.0);
    format!("{} %", shown.strip_suffix(".0").unwrap_or(&shown))
}

/// `32.1 % (31.0 to 33.2)`
pub(super) fn around(interval: &Interval) -> String {
    format!("{} ({:.1} to {:.1})", percent(interval.share), interval.low * 100.0, interval.high * 100.0)
}

/// `12,345`
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([count(0), count(999), count(1000), count(1234567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([percent(0.25), percent(0.3214)], ["25 %", "32.1 %"]);
    }
}
