//! The report as one page of tables and SVG plots. It fetches nothing and runs no script.

mod plots;

use std::fmt::Write as _;

use super::report::{Chapter, PieceRow, Report, Share};
use super::words::{around, count, fairness, health, percent};
use crate::markup::escaped;
use plots::{Dot, bars, dots};

/// A page with all reports.
pub fn html(reports: &[Report]) -> String {
    let titles: Vec<String> = reports.iter().map(|report| escaped(&report.title)).collect();
    let body: String = reports.iter().map(section).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{} – simulated</title>\n<style>{STYLE}</style>\n\
         <main>\n{body}</main>\n</html>\n",
        titles.join(", ")
    )
}

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1622; --paper: #fbf8f1; --line: #d9d0bd; --soft: #6d6378; --gold: #a97714; --bar: #8d68b8; --bad: #b3242c }
@media (prefers-color-scheme: dark) { :root { --ink: #efe8da; --paper: #17131d; --line: #3a3146; --soft: #a99fb6; --gold: #e0b352; --bar: #a486cc; --bad: #ef7b80 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, 'Times New Roman', serif }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 2.1rem; margin: 1rem 0 0; letter-spacing: .01em }
h2 { margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--gold); font-size: 1.45rem }
h3 { margin: 0 0 .35rem; font-size: 1rem }
p { margin: .3rem 0; max-width: 46rem }
.facts { color: var(--soft) }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.75rem 2rem; margin-top: 1.25rem }
.bad { color: var(--bad); font-weight: bold }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
th, td { text-align: right; padding: .18rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
th { font-weight: normal; color: var(--soft) }
details { margin-top: 1.25rem } summary { cursor: pointer; color: var(--gold) }
.wide { overflow-x: auto }
svg { display: block; width: 100%; height: auto; font: 12px Georgia, serif }
svg text { fill: var(--ink) } svg .soft { fill: var(--soft) } svg .fair { stroke: var(--gold); stroke-width: 1.5; stroke-dasharray: 4 3 }
svg .dot { fill: var(--bar) } svg .out { fill: var(--bad) } svg .whisker { stroke: var(--bar); stroke-width: 2 } svg .whisker.out { stroke: var(--bad) }
svg .axis { stroke: var(--line) } svg .bar { fill: var(--bar) }
";

fn section(report: &Report) -> String {
    let mut out = format!("<h1>{}</h1>\n<p class=\"facts\">", escaped(&report.title));
    let _ = write!(out, "seed {} · content {} · rules version {}", report.seed, report.content, report.rules_version);
    for (name, value) in &report.rules {
        let _ = write!(out, " · {}={}", escaped(name), escaped(value));
    }
    out.push_str("</p>\n");
    out.push_str(&overview(report));
    out.push_str(
        "<p class=\"facts\">Dots are shares of wins, lines their 95 % intervals, the dashed line is the fair share; red is \
         more or less than chance explains.</p>\n",
    );
    for chapter in &report.chapters {
        out.push_str(&chapter_page(chapter));
    }
    out
}

/// All numbers of players side by side.
fn overview(report: &Report) -> String {
    let rows = report.chapters.iter().map(|c| {
        let widest = c.fairness.seats.iter().map(|s| (s.share - c.fair).abs()).fold(0.0, f64::max);
        let role = c.fairness.roles.first().map_or("–".to_owned(), |r| percent(r.wins.share));
        vec![
            format!("{} players", c.players),
            count(c.games),
            if c.health.failures.is_empty() { "all".to_owned() } else { count(c.health.completed) },
            percent(c.fair),
            format!("±{}", percent(widest)),
            role,
            percent(c.fairness.shared),
            format!("{:.0}", c.length.decisions.mean),
            format!("{:.0}", c.length.minutes),
            format!("{:.1}", c.tension.lead_changes.mean),
            percent(c.agency.forced),
        ]
    });
    let role = report.chapters.first().and_then(|c| c.fairness.roles.first()).map_or("role", |r| &r.name);
    let role = format!("{role} wins");
    let head = [
        "",
        "games",
        "ended",
        "fair share",
        "seats off by",
        &role,
        "shared wins",
        "decisions",
        "minutes",
        "lead changes",
        "forced",
    ];
    format!("<div class=\"wide\">{}</div>\n", table(&head, rows))
}

fn chapter_page(chapter: &Chapter) -> String {
    let bots: Vec<String> = chapter.fairness.bots.iter().map(|bot| escaped(&bot.name)).collect();
    let mut out = format!(
        "<h2>{} players</h2>\n<p class=\"facts\">{} games · {}</p>\n",
        chapter.players,
        count(chapter.games),
        bots.join(", ")
    );
    for line in health(chapter) {
        let class = if chapter.health.failures.is_empty() { "" } else { " class=\"bad\"" };
        let _ = writeln!(out, "<p{class}>{}</p>", sentence(&line));
    }
    let lines: Vec<String> = fairness(chapter).iter().map(|line| sentence(line)).collect();
    let _ = writeln!(out, "<p>{}</p>", lines.join("<br>"));
    let fair = chapter.fair;
    let seats: Vec<Dot> =
        chapter.fairness.seats.iter().enumerate().map(|(i, s)| Dot::new(format!("seat {}", i + 1), *s, fair)).collect();
    let share = |share: &Share| Dot::new(share.name.clone(), share.wins, share.fair);
    let mut others: Vec<Dot> = chapter.fairness.roles.iter().map(share).collect();
    if chapter.fairness.bots.len() > 1 {
        others.extend(chapter.fairness.bots.iter().map(share));
    }
    others.extend(chapter.agency.gaps.iter().map(share));
    let rivals: Vec<Dot> = chapter.agency.tournament.iter().map(share).collect();
    out.push_str("<div class=\"grid\">\n");
    figure(&mut out, "Wins by seat", &dots(&seats));
    figure(&mut out, "Wins by role and bot", &dots(&others));
    if !rivals.is_empty() {
        figure(&mut out, "Wins when all strategies meet", &dots(&rivals));
    }
    figure(&mut out, "Wins against the fair share", &shares(&chapter.fairness.roles));
    figure(&mut out, "Decisions a game", &bars(&chapter.length.bins, chapter.length.decisions.p50));
    let mut held: Vec<&PieceRow> = chapter.pieces.iter().filter(|p| p.held > 0).collect();
    held.sort_by(|a, b| b.wins.share.total_cmp(&a.wins.share));
    let ends = held.iter().take(8).chain(held.iter().skip(8.max(held.len().saturating_sub(8))));
    let ends: Vec<Dot> = ends.map(|p| Dot::new(p.name.clone(), p.wins, fair)).collect();
    figure(&mut out, "Wins of those who hold a piece: the eight best and worst", &dots(&ends));
    figure(&mut out, "How it goes", &facts(chapter));
    let rows = chapter.rules.iter().map(|r| vec![format!("{} {}", r.ruling, escaped(r.what)), count(r.times)]);
    figure(&mut out, "Rules that applied", &table(&["", "times"], rows));
    out.push_str("</div>\n");
    out.push_str(&pieces(chapter));
    out
}

/// Starts the line with a capital and ends it with a period.
fn sentence(line: &str) -> String {
    let mut chars = line.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    escaped(&format!("{first}{}.", chars.as_str()))
}

fn figure(out: &mut String, title: &str, body: &str) {
    let _ = writeln!(out, "<section><h3>{title}</h3>{body}</section>");
}

/// For each role, the share of wins and how many times the fair share that is.
fn shares(roles: &[Share]) -> String {
    let rows = roles.iter().map(|role| {
        let times = |share: f64| format!("{:.2}", share / role.fair.max(1e-9));
        let (low, high) = (times(role.wins.low), times(role.wins.high));
        vec![
            escaped(&role.name),
            count(role.count),
            percent(role.wins.share),
            format!("{} ({low} to {high})", times(role.wins.share)),
        ]
    });
    table(&["", "times", "wins", "of the fair share"], rows)
}

fn facts(chapter: &Chapter) -> String {
    let (length, tension, agency) = (&chapter.length, &chapter.tension, &chapter.agency);
    let mut rows = vec![
        vec![
            "decisions a game".to_owned(),
            format!(
                "{:.1} (sd {:.1}, {} to {})",
                length.decisions.mean, length.decisions.sd, length.decisions.p5, length.decisions.p95
            ),
        ],
        vec!["decisions a round".to_owned(), format!("{:.1} (sd {:.1})", length.rounds.mean, length.rounds.sd)],
        vec!["minutes".to_owned(), format!("{:.0}", length.minutes)],
        vec!["changes of the lead".to_owned(), format!("{:.1}", tension.lead_changes.mean)],
        vec!["last change of the lead".to_owned(), format!("after {}", percent(tension.last_change))],
        vec!["points ahead at the end".to_owned(), format!("{:.1}", tension.margin.mean)],
        vec!["won from behind".to_owned(), percent(tension.comebacks)],
        vec!["shared wins".to_owned(), percent(chapter.fairness.shared)],
        vec!["options a decision".to_owned(), format!("{:.1}", agency.options)],
        vec!["forced decisions".to_owned(), percent(agency.forced)],
    ];
    if let Some(matters) = &agency.matters {
        rows.push(vec!["choices that matter".to_owned(), around(matters)]);
    }
    for supply in &chapter.supplies {
        rows.push(vec![
            format!("{} in use at most", escaped(&supply.name)),
            format!("{} of {}", supply.most, supply.printed),
        ]);
    }
    for op in &chapter.ops {
        rows.push(vec![
            format!("{}: {}", escaped(&op.piece), escaped(&op.op)),
            format!("{} times, {} with effect", count(op.times), count(op.effects)),
        ]);
    }
    table(&["", ""], rows)
}

fn pieces(chapter: &Chapter) -> String {
    let rows = chapter.pieces.iter().filter(|p| p.held > 0).map(|p| {
        let name = escaped(&p.name);
        vec![
            if p.playable == 0 { format!("<span class=\"bad\">{name}</span>") } else { name },
            count(p.held),
            count(p.playable),
            count(p.played),
            around(&p.wins),
            around(&p.wins_played),
        ]
    });
    let head = ["piece", "held", "could be played", "was played", "holder wins", "who played it wins"];
    format!("<details><summary>Every piece</summary><div class=\"wide\">{}</div></details>\n", table(&head, rows))
}

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut out = String::from("<table>");
    if head.iter().any(|cell| !cell.is_empty()) {
        let cells: String = head.iter().map(|cell| format!("<th>{}</th>", escaped(cell))).collect();
        let _ = write!(out, "<tr>{cells}</tr>");
    }
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        let _ = write!(out, "<tr>{cells}</tr>");
    }
    out + "</table>"
}
