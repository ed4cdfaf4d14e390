//! A difference as one HTML page with pictures of before, after and difference. It loads nothing and runs no script.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::pictures::{Shot, Shots};
use super::words::{because, renumbered};
use super::{Change, Difference, FaceChange, Field, GameChange, Kind, Pictures, Piece, summary, written};
use crate::content::Node;
use crate::markup::escaped;

pub fn html(difference: &Difference, pictures: &Pictures) -> String {
    let mut body = format!("<h1>What changed</h1>\n<p class=\"facts\">{}</p>\n", escaped(&summary(difference)));
    let mut shown: Vec<(&FaceChange, String)> = Vec::new();
    for game in &difference.games {
        section(game, pictures, &mut shown, &mut body);
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>What changed since {}</title>\n\
         <style>{STYLE}</style>\n<main>\n{body}</main>\n</html>\n",
        escaped(&difference.old)
    )
}

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1622; --paper: #fbf8f1; --card: #fffdf8; --line: #d9d0bd; --soft: #6d6378; --gold: #a97714; --gone: #b3242c; --come: #1c7a3d; --loud: #e6007e }
@media (prefers-color-scheme: dark) { :root { --ink: #efe8da; --paper: #17131d; --card: #1f1927; --line: #3a3146; --soft: #a99fb6; --gold: #e0b352; --gone: #ef7b80; --come: #6fce8e; --loud: #ff5cb0 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, 'Times New Roman', serif }
main { max-width: 76rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 2.1rem; margin: 1rem 0 0; letter-spacing: .01em }
h2 { margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--gold); font-size: 1.45rem }
h3 { margin: 0; font-size: 1.15rem }
p, ul { margin: .3rem 0; max-width: 52rem } ul { padding-left: 1.1rem }
code { font: .86em/1.4 ui-monospace, Menlo, Consolas, monospace }
.facts, figcaption { color: var(--soft) }
nav { columns: 16rem; column-gap: 2rem; margin: 1rem 0 } nav a { display: block; color: inherit; text-decoration: none; border-bottom: 1px solid var(--line); padding: .1rem 0 } nav a:hover { color: var(--gold) }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem 1.25rem; margin: 1.25rem 0; scroll-margin-top: 1rem }
header { display: flex; flex-wrap: wrap; gap: .2rem .75rem; align-items: baseline }
.kind { font-variant-caps: all-small-caps; letter-spacing: .06em; padding: 0 .55em; border: 1px solid currentColor; border-radius: 1em; font-size: .9rem }
.added, ins { color: var(--come) } .removed, .unclear, del, .bad { color: var(--gone) } .changed { color: var(--gold) }
ins { text-decoration: none; background: color-mix(in srgb, var(--come) 14%, transparent); border-radius: .2em } del { background: color-mix(in srgb, var(--gone) 12%, transparent); border-radius: .2em }
.faces { display: flex; flex-wrap: wrap; gap: 1.25rem 1.75rem; margin-top: .9rem }
figure { margin: 0; flex: 0 1 auto; max-width: 100% }
figure div { position: relative; width: fit-content; max-width: 100% } figure svg { position: absolute; inset: 0; width: 100%; height: 100% }
figure img { display: block; max-width: 100%; height: auto; filter: drop-shadow(0 1px 2px rgb(0 0 0 / .35)) }
figcaption { width: 0; min-width: 100%; margin-top: .4rem; font-size: .92rem } .share { color: var(--loud); font-variant-numeric: tabular-nums }
@media print { article { break-inside: avoid } nav { display: none } }
";

fn section<'a>(game: &'a GameChange, pictures: &Pictures, shown: &mut Vec<(&'a FaceChange, String)>, out: &mut String) {
    let _ = writeln!(out, "<h2>{}</h2>", escaped(&game.title));
    fields(&game.fields, out);
    let shown_one_by_one = || game.components.iter().filter(|c| c.kind != Kind::Renumbered);
    if shown_one_by_one().count() > 8 {
        out.push_str("<nav>");
        for change in shown_one_by_one() {
            let (class, _, mark) = kind(change);
            let name = escaped(&change.name);
            let _ = write!(out, "<a href=\"#{}\"><b class=\"{class}\">{mark}</b> {name}</a>", anchor(change));
        }
        out.push_str("</nav>\n");
    }
    // Cards whose only change is a face that is already shown, grouped by where it is shown.
    let mut likewise: Vec<(String, Vec<&Change>)> = Vec::new();
    for change in shown_one_by_one() {
        match shown_already(change, shown) {
            Some(first) => match likewise.iter_mut().find(|(known, _)| *known == first) {
                Some((_, all)) => all.push(change),
                None => likewise.push((first, vec![change])),
            },
            None => article(change, pictures, shown, out),
        }
    }
    for (first, all) in likewise {
        let names: Vec<String> = all
            .iter()
            .map(|change| format!("<span id=\"{}\">{}</span>", anchor(change), escaped(&change.name)))
            .collect();
        let _ = writeln!(
            out,
            "<article><p><a href=\"#{first}\">As shown above</a>, and in nothing else, {} more changed: {}.</p></article>",
            all.len(),
            names.join(", ")
        );
    }
    for (set, all) in renumbered(game) {
        let names: Vec<String> = all.iter().map(|change| escaped(&change.name)).collect();
        let _ = writeln!(
            out,
            "<p class=\"facts\">In <code>{}</code>, {} have only a new number in the deck: {}.</p>",
            escaped(set),
            names.len(),
            names.join(", ")
        );
    }
}

/// The kind of a change: a class, a word, a sign.
fn kind(change: &Change) -> (&'static str, &'static str, &'static str) {
    match change.kind {
        Kind::Added => ("added", "new", "+"),
        Kind::Removed => ("removed", "removed", "−"),
        Kind::Changed | Kind::Renumbered => ("changed", "changed", "~"),
        Kind::Unclear => ("unclear", "cannot be compared", "?"),
    }
}

/// The anchor where all changed faces of a component are already shown, if it has no other change.
fn shown_already(change: &Change, shown: &[(&FaceChange, String)]) -> Option<String> {
    let is_bare = change.kind == Kind::Changed && change.fields.is_empty() && change.count.0 == change.count.1;
    let known = |face: &FaceChange| shown.iter().find(|(other, _)| (other.old, other.new) == (face.old, face.new));
    let first = change.faces.first().filter(|_| is_bare)?;
    change.faces.iter().all(|face| known(face).is_some()).then(|| known(first).map(|(_, at)| at.clone()))?
}

fn anchor(change: &Change) -> String {
    escaped(&change.path().replace('/', "."))
}

fn article<'a>(change: &'a Change, pictures: &Pictures, shown: &mut Vec<(&'a FaceChange, String)>, out: &mut String) {
    let (class, word, _) = kind(change);
    let copies = match change.count {
        (old, new) if change.kind == Kind::Changed && old != new => format!("{old} → {new} copies"),
        (old, new) => match old.max(new) {
            1 => "1 copy".to_owned(),
            n => format!("{n} copies"),
        },
    };
    let _ = writeln!(
        out,
        "<article id=\"{}\"><header><h3>{}</h3><span class=\"kind {class}\">{word}</span><span class=\"facts\">{} · {copies}</span></header>",
        anchor(change),
        escaped(&change.name),
        escaped(&format!("{}/{}", change.set, change.id)),
    );
    fields(&change.fields, out);
    if let Some(why) = because(change).filter(|_| change.kind == Kind::Changed && !change.faces.is_empty()) {
        let _ = writeln!(out, "<p class=\"facts\">Drawn differently because {}.</p>", escaped(&why));
    }
    if change.kind == Kind::Changed && !change.renumbered.is_empty() && !change.prints_anew {
        out.push_str("<p class=\"facts\">Only its number in the deck is drawn differently.</p>\n");
    } else if change.kind == Kind::Changed && !change.prints_anew {
        out.push_str("<p class=\"facts\">It prints as before.</p>\n");
    }
    for (is_undrawn, when) in [(change.is_undrawn.0, "was"), (change.is_undrawn.1, "is")] {
        if is_undrawn {
            let _ = writeln!(out, "<p class=\"bad\">It cannot be drawn as it {when}.</p>");
        }
    }
    let mut figured = String::new();
    for face in &change.faces {
        let known = shown.iter().find(|(other, _)| (other.old, other.new) == (face.old, face.new));
        if let Some((_, first)) = known {
            let _ = writeln!(
                out,
                "<p class=\"facts\">Its {} is <a href=\"#{first}\">shown above</a>.</p>",
                face.side.word()
            );
            continue;
        }
        shown.push((face, anchor(change)));
        if let Some(shots) = pictures.of(face) {
            figures(shots, face.side.word(), &mut figured);
            // Each pair has its own row; single pictures share one.
            if shots.difference.is_some() {
                row(&mut figured, out);
            }
        }
    }
    row(&mut figured, out);
    out.push_str("</article>\n");
}

fn figures(shots: &Shots, side: &str, out: &mut String) {
    figure(shots.before.as_ref(), &format!("{side} before"), out);
    figure(shots.after.as_ref(), &format!("{side} after"), out);
    let share = shots.share.map_or(String::new(), |share| {
        let percent = share * 100.0;
        let share = if percent > 0.0 && percent < 0.01 { "below 0.01".to_owned() } else { format!("{percent:.2}") };
        let bleed = if shots.is_in_bleed { ", most in the bleed; the line is the cut" } else { "" };
        format!("difference, <span class=\"share\">{share} % of its pixels</span>{bleed}")
    });
    figure(shots.difference.as_ref(), &share, out);
    if let Some(fault) = &shots.fault {
        let _ = writeln!(out, "<p class=\"bad\">{}</p>", escaped(fault));
    }
}

fn row(figured: &mut String, out: &mut String) {
    if !figured.is_empty() {
        let _ = writeln!(out, "<div class=\"faces\">\n{figured}</div>");
        figured.clear();
    }
}

fn figure(shot: Option<&Shot>, caption: &str, out: &mut String) {
    let Some(shot) = shot else { return };
    // On screen, a card is a little larger than on the table, and a board as wide as the page.
    let width = (shot.width.0 * 4.6).clamp(90.0, 620.0);
    let height = width * shot.height.0 / shot.width.0;
    let line = shot.trim.as_ref().map_or(String::new(), |path| {
        format!(
            "<svg viewBox=\"0 0 {} {}\"><path fill=\"none\" stroke=\"#000\" stroke-width=\".5\" d=\"{path}\"/><path \
             fill=\"none\" stroke=\"#fff\" stroke-width=\".25\" d=\"{path}\"/></svg>",
            shot.width.0, shot.height.0
        )
    });
    let _ = writeln!(
        out,
        "<figure><div><img width=\"{width:.0}\" height=\"{height:.0}\" loading=\"lazy\" alt=\"\" src=\"data:image/png;base64,{}\">{line}</div><figcaption>{caption}</figcaption></figure>",
        STANDARD.encode(&shot.png)
    );
}

fn fields(fields: &[Field], out: &mut String) {
    if fields.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for field in fields {
        let _ = writeln!(out, "<li><code>{}</code>: {}</li>", escaped(&field.path), written_out(field));
    }
    out.push_str("</ul>\n");
}

fn written_out(field: &Field) -> String {
    if let Some(pieces) = field.pieces() {
        return pieces
            .iter()
            .map(|piece| match piece {
                Piece::Same(text) => escaped(text),
                Piece::Gone(text) => format!("<del>{}</del>", escaped(text)),
                Piece::Come(text) => format!("<ins>{}</ins>", escaped(text)),
            })
            .collect::<String>()
            .replace('\n', "<br>");
    }
    let value = |node: &Node| escaped(node.text().unwrap_or(&written(node)));
    match (&field.old, &field.new) {
        (Some(old), Some(new)) => format!("<del>{}</del> → <ins>{}</ins>", value(old), value(new)),
        (None, Some(new)) => format!("<ins>{}</ins> is new", value(new)),
        (Some(old), None) => format!("<del>{}</del> is gone", value(old)),
        (None, None) => String::new(),
    }
}
