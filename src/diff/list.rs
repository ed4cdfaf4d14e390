//! The printed list of changes for playtesters: what to remove from the box, swap and add.

use std::collections::VecDeque;

use super::words::renumbered;
use super::{Change, Difference, Field, GameChange, Kind, Piece, pieces, written};
use crate::art::{Face, Studio};
use crate::color::Color;
use crate::content::Node;
use crate::error::Error;
use crate::export::page::{Page, boxed};
use crate::export::pdf::{About, booklet};
use crate::layout::{Backs, Setup};
use crate::text::{TextBox, escaped, unstyled};
use crate::units::{Frame, Pt};

const INK: Color = Color::rgb(0x1b, 0x16, 0x22);
const SOFT: Color = Color::rgb(0x6d, 0x63, 0x78);
const GOLD: Color = Color::rgb(0xa9, 0x77, 0x14);
/// The type size of the list, in points.
const SIZE: f64 = 9.5;
/// The distance between the two columns, in millimeters.
const GUTTER: f64 = 8.0;
/// The blank strip around a page, in millimeters.
const EDGE: f64 = 15.0;
/// The number of words kept around a change in a long text.
const AROUND: usize = 7;
const NAMES: usize = 40;

/// The list of one game as a PDF. `None` if no player would notice a change.
pub fn change_list(
    difference: &Difference,
    game: &GameChange,
    setup: &Setup,
    studio: &Studio,
) -> Result<Option<Vec<u8>>, Error> {
    let blocks = blocks(game, studio);
    if blocks.is_empty() {
        return Ok(None);
    }
    let title = format!("What changed since {}", difference.old);
    let versions = match &game.versions {
        (Some(old), Some(new)) if old != new => format!("{old} → {new}"),
        (old, new) => new.as_ref().or(old.as_ref()).cloned().unwrap_or_default(),
    };
    let about = format!("{} · kit version {versions}", game.title);
    let setup = Setup { backs: Backs::None, ..setup.clone() };
    let pages = pages(&title, &about, &blocks, &setup, studio);
    let about = About { title: format!("{} – {title}", game.title), author: String::new(), subject: about };
    booklet(&about, pages, &setup, studio).map(Some)
}

/// A paragraph of the list.
enum Block {
    Heading(String),
    Entry(String),
}

fn blocks(game: &GameChange, studio: &Studio) -> Vec<Block> {
    let all = &game.components;
    let fewer = |c: &Change| c.kind == Kind::Changed && !c.prints_anew && c.count.1 < c.count.0;
    let more = |c: &Change| c.kind == Kind::Changed && !c.prints_anew && c.count.1 > c.count.0;
    let is_swapped = |c: &Change| c.kind == Kind::Unclear || (c.kind == Kind::Changed && c.prints_anew);
    let has_words = |c: &Change| c.fields.iter().any(Field::is_played);
    let mut blocks = Vec::new();
    let mut section = |title: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            blocks.push(Block::Heading(title.to_owned()));
            blocks.extend(entries.into_iter().map(Block::Entry));
        }
    };
    let name = |c: &Change| format!("**{}** *({})*", plain(&c.name, studio), plain(&c.set_title, studio));
    let take_out = all.iter().filter_map(|c| match c.kind {
        Kind::Removed => Some(format!("- {} × {}", c.count.0, name(c))),
        _ if fewer(c) => Some(format!("- {} × {}, so that {} stay", c.count.0 - c.count.1, name(c), c.count.1)),
        _ => None,
    });
    section("Take out of the box", take_out.collect());
    let swapped: Vec<&Change> = all.iter().filter(|c| is_swapped(c)).collect();
    let mut swaps: Vec<String> = swapped
        .iter()
        .filter(|c| has_words(c))
        .map(|c| {
            let copies = if c.count.0 == c.count.1 {
                format!("{} ×", c.count.1)
            } else {
                format!("{} old for {} new ×", c.count.0, c.count.1)
            };
            let lines: Vec<String> =
                c.fields.iter().filter(|f| f.is_played()).map(|f| written_out(f, 1, studio)).collect();
            format!("- {copies} {}\n{}", name(c), lines.join("\n"))
        })
        .collect();
    swaps.extend(drawn_anew(swapped.into_iter().filter(|c| !has_words(c)), studio));
    section("Swap the old for the new", swaps);
    let put_in = all.iter().filter_map(|c| match c.kind {
        Kind::Added => Some(format!("- {} × {}", c.count.1, name(c))),
        _ if more(c) => Some(format!("- {} × {}, so that there are {}", c.count.1 - c.count.0, name(c), c.count.1)),
        _ => None,
    });
    section("Put into the box", put_in.collect());
    let same = all.iter().filter(|c| c.kind == Kind::Changed && !c.prints_anew && has_words(c));
    let same = same.map(|c| {
        let lines: Vec<String> = c.fields.iter().filter(|f| f.is_played()).map(|f| written_out(f, 1, studio)).collect();
        format!("- {}\n{}", name(c), lines.join("\n"))
    });
    section("The same card, but it plays differently", same.collect());
    let stays = renumbered(game).into_iter().filter_map(|(_, all)| {
        let set = plain(&all.first()?.set_title, studio);
        Some(format!("- **{set}**: {} have a new number in the deck; nothing else changed", all.len()))
    });
    section("No need to replace", stays.collect());
    let is_seen = |f: &&Field| !["palette.", "palette_low.", "fonts."].iter().any(|start| f.path.starts_with(start));
    let whole = game.fields.iter().filter(is_seen).map(|f| format!("- {}", written_out(f, 2, studio)));
    section("The game as a whole", whole.collect());
    blocks
}

/// Cards that only look different, grouped by set.
fn drawn_anew<'a>(changes: impl Iterator<Item = &'a Change>, studio: &Studio) -> Vec<String> {
    let mut sets: Vec<(&str, Vec<String>)> = Vec::new();
    for change in changes {
        let (old, new) = change.count;
        let instead = if old == new { String::new() } else { format!(" (instead of {old})") };
        let name = format!("{new} × {}{instead}", plain(&change.name, studio));
        match sets.iter_mut().find(|(set, _)| *set == change.set_title) {
            Some((_, names)) => names.push(name),
            None => sets.push((&change.set_title, vec![name])),
        }
    }
    let lines = sets.iter().flat_map(|(set, names)| {
        names.chunks(NAMES).map(|some| format!("- **{}**, redrawn: {}", plain(set, studio), some.join(", ")))
    });
    lines.collect()
}

/// The path of a value in words: its last `keys` keys, without item numbers.
fn label(path: &str, keys: usize) -> String {
    let all: Vec<&str> = path.split('.').map(|key| key.split('[').next().unwrap_or(key)).collect();
    all[all.len().saturating_sub(keys)..].join(" ").replace('_', " ")
}

/// A changed value, in words for print.
fn written_out(field: &Field, keys: usize, studio: &Studio) -> String {
    let path = match label(&field.path, keys).as_str() {
        // The text of a card needs no label.
        "text" => String::new(),
        label => format!("{}: ", escaped(label)),
    };
    let value = |node: &Node| plain(node.text().unwrap_or(&written(node)), studio);
    if field.pieces().is_some()
        && let (Some(old), Some(new)) = (&field.old, &field.new)
    {
        let (old, new) = (value(old), value(new));
        let mut out = String::new();
        for piece in pieces(&old, &new) {
            match piece {
                Piece::Same(text) => out.push_str(&shortened(&text)),
                Piece::Gone(text) if text.trim().is_empty() => {}
                Piece::Gone(text) => out.push_str(&format!("[*{}*] ", text.trim())),
                Piece::Come(text) if text.trim().is_empty() => out.push_str(&text),
                Piece::Come(text) => {
                    let (lead, tail) = (text.len() - text.trim_start().len(), text.trim_end().len());
                    out.push_str(&format!("{}**{}**{}", &text[..lead], text.trim(), &text[tail..]));
                }
            }
        }
        return format!("{path}{out}");
    }
    match (&field.old, &field.new) {
        (Some(old), Some(new)) => format!("{path}{} → **{}**", value(old), value(new)),
        (None, Some(new)) => format!("{path}**{}**", value(new)),
        (Some(old), None) => format!("{path}no longer {}", value(old)),
        (None, None) => path,
    }
}

/// A run of kept words. A long one loses its middle.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    if words.len() <= 2 * AROUND + 3 {
        return text.to_owned();
    }
    format!("{}… {}", words[..AROUND].concat(), words[words.len() - AROUND..].concat())
}

/// A text without its markup, on one line. Icons of the project are kept.
fn plain(text: &str, studio: &Studio) -> String {
    unstyled(text, &|name| studio.icons.named(name).is_some())
}

/// Sets the blocks in two columns, on as many pages as needed.
fn pages(title: &str, about: &str, blocks: &[Block], setup: &Setup, studio: &Studio) -> Vec<Face> {
    let paper = setup.paper.size;
    let (x, y) = setup.margins();
    let (left, top) = (EDGE.max(x.0), EDGE.max(y.0));
    let (width, bottom) = (paper.w.0 - 2.0 * left, paper.h.0 - top - 6.0);
    let column = (width - GUTTER) / 2.0;
    let mut faces = Vec::new();
    let mut page = Page::new(paper, studio);
    let head = head(&mut page, title, about, [left, top, width]);
    let (mut start, mut at, mut side) = (head, head, 0);
    // A block up to this height fits in a column, even below a heading on the first page.
    let most = bottom - head - 12.0;
    let measure = Page::new(paper, studio);
    let height = |text: &str, is_heading: bool| measure.height(&set(text, [left, 0.0, column], is_heading)).0;
    let mut rest: VecDeque<(String, bool)> = blocks
        .iter()
        .map(|block| match block {
            Block::Heading(text) => (text.clone(), true),
            Block::Entry(text) => (text.clone(), false),
        })
        .collect();
    while let Some((text, is_heading)) = rest.pop_front() {
        let gap = if is_heading && at > start { 4.0 } else { 0.0 };
        let high = height(&text, is_heading);
        // A heading stays with the block below it, or with its first part if no column can hold the whole block.
        let next = match (is_heading, rest.front()) {
            (true, Some((next, false))) => match height(next, false) {
                high if high <= most => high + 2.0,
                _ => PART + 2.0,
            },
            _ => 0.0,
        };
        let room = bottom - at - gap;
        if high > most && !is_heading && room >= PART {
            let (part, more) = split(&text, &|part| height(part, false) <= room);
            if !more.is_empty() {
                rest.push_front((more, false));
                rest.push_front((part, false));
                continue;
            }
        }
        if high + next > room && at > start {
            if side == 0 {
                side = 1;
            } else {
                faces.push(finished(page, faces.len() + 1, about, paper, top));
                page = Page::new(paper, studio);
                (start, side) = (top, 0);
            }
            at = start;
            rest.push_front((text, is_heading));
            continue;
        }
        at += gap;
        let x = left + (column + GUTTER) * f64::from(side);
        page.text(&set(&text, [x, at, column], is_heading), if is_heading { GOLD } else { INK });
        at += high + if is_heading { 1.6 } else { 1.8 };
    }
    faces.push(finished(page, faces.len() + 1, about, paper, top));
    faces
}

/// The least height of one part of a split entry, in millimeters.
const PART: f64 = 30.0;

/// Splits a text after as many words as fit, but at least one. Open markup is closed and reopened.
fn split(text: &str, fits: &dyn Fn(&str) -> bool) -> (String, String) {
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let part = |n: usize| {
        let words = words[..n].concat();
        let open = open_mark(&words);
        (format!("{}{open}", words.trim_end()), open)
    };
    let (mut least, mut most) = (1, words.len());
    while least < most {
        let middle = (least + most).div_ceil(2);
        if fits(&part(middle).0) { least = middle } else { most = middle - 1 }
    }
    let (first, open) = part(least);
    let rest = words[least..].concat();
    (first, if rest.is_empty() { rest } else { format!("{open}{rest}") })
}

/// The markup that a text leaves open: `**`, `*` or none.
fn open_mark(text: &str) -> &'static str {
    let bare = text.replace("\\\\", "").replace("\\*", "");
    let strong = bare.matches("**").count();
    let slanted = bare.replace("**", "").matches('*').count();
    match (strong % 2, slanted % 2) {
        (1, _) => "**",
        (_, 1) => "*",
        _ => "",
    }
}

/// A paragraph in a column, never shrunk.
fn set(text: &str, [x, y, w]: [f64; 3], is_heading: bool) -> TextBox<'_> {
    let size = if is_heading { SIZE * 1.25 } else { SIZE };
    let weight = if is_heading { 700 } else { 400 };
    TextBox { min: Pt(size), weight, ..boxed(text, Frame::mm(x, y, w, 2000.0), Pt(size)) }
}

/// Draws the title over both columns. Returns the height at which they start.
fn head(page: &mut Page, title: &str, about: &str, [left, top, width]: [f64; 3]) -> f64 {
    page.text(
        &TextBox { weight: 700, is_plain: true, ..boxed(title, Frame::mm(left, top, width, 10.0), Pt(20.0)) },
        INK,
    );
    let legend = format!("{} · **new words are bold**, [*old words are in brackets*]", escaped(about));
    page.text(&boxed(&legend, Frame::mm(left, top + 10.5, width, 5.0), Pt(SIZE)), SOFT);
    page.draw(&format!("<path d=\"M{left} {:.2}h{width}\" stroke=\"{GOLD}\" stroke-width=\"0.5\"/>", top + 16.5));
    top + 21.0
}

fn finished(mut page: Page, number: usize, about: &str, paper: crate::units::Size, top: f64) -> Face {
    let foot = format!("{about} · page {number}");
    let area = Frame::mm(20.0, paper.h.0 - top - 4.0, paper.w.0 - 40.0, 4.0);
    page.text(&TextBox { align: crate::text::Align::Center, is_plain: true, ..boxed(&foot, area, Pt(7.0)) }, SOFT);
    page.finish("change list")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_entry_is_split_between_words_and_its_marks_stay_whole() {
        let text = "- one **two three** four";
        let at_most = |n: usize| move |part: &str| part.len() <= n;
        assert_eq!(split(text, &at_most(13)), ("- one **two**".into(), "**three** four".into()));
        assert_eq!(split(text, &at_most(21)), ("- one **two three**".into(), "four".into()));
        assert_eq!(split(text, &at_most(99)), (text.into(), String::new()));
        assert_eq!(split(text, &at_most(0)), ("-".into(), "one **two three** four".into()), "it goes on");
    }

    #[test]
    fn players_read_no_paths() {
        for (path, keys, want) in [
            ("text", 1, "text"),
            ("words.setup[2]", 1, "setup"),
            ("effect[1].max_count", 1, "max count"),
            ("data.clan.fire.jewels", 2, "fire jewels"),
        ] {
            assert_eq!(label(path, keys), want);
        }
    }
}
