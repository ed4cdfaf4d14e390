//! Reports faults of a drawing at their source.

use super::{Face, Origins, Printed, Studio};
use crate::content::{Form, Game, Spot};
use crate::finding::{Finding, Place, Sources, rule};
use crate::svg::Fault;
use crate::template::lowered;
use crate::text::Trouble;
use crate::units::{Mm, Size};

/// Faults of texts and icons, each at the value or the template line it comes from.
pub(super) fn texts(troubles: &[Trouble], on: Printed) -> Vec<Finding> {
    if troubles.is_empty() {
        return Vec::new();
    }
    let origins = Origins::of(on);
    let finding = |trouble: &Trouble| {
        let place = origins.place(on, &trouble.text, &trouble.part, Some(trouble.call));
        let mut finding = Finding::new(trouble.rule, place, trouble.message.clone()).owner(on.card.owner(on.set));
        finding.label = trouble.label.clone();
        let form = finding.place.as_ref().map(|place| form(place, on));
        finding.help = trouble.help.as_deref().zip(form).map(|(help, form)| form.advice(help));
        finding
    };
    troubles.iter().map(finding).collect()
}

/// A drawing that has another size than the card.
pub(super) fn size(is: &str, template: &Spot<String>, size: Size, bleed: Mm) -> Finding {
    let whole = Size { w: size.w + bleed * 2.0, h: size.h + bleed * 2.0 };
    let message = format!("{} draws {is}; the card is {size}, with its bleed {whole}", template.value);
    Finding::new(&rule::SVG_FAULT, template.place.clone(), message)
        .help("let the template extend `face.svg`, or draw it in one of these two sizes")
}

/// The form of the text at a place.
fn form(place: &Place, on: Printed) -> Form {
    let (text, at) = (on.sources.text(place.file), place.span.start);
    match on.sources.path(place.file).extension().is_some_and(|kind| kind == "toml") {
        true => Form::in_toml(text, if on.card.place.holds(place) { on.card.place.span.start } else { 0 }, at),
        false => Form::in_template(text, at),
    }
}

/// The first path data of a drawing that cannot be read.
fn broken_path(svg: &str) -> Option<&str> {
    let all = svg.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
    all.into_iter().find(|data| kurbo::BezPath::from_svg(data).is_err())
}

/// Faults of a drawing, each at the source of the faulty word, or else at the key that names the template.
pub(super) fn drawing(faults: &[Fault], face: &Face, game: &Game, studio: &Studio, sources: &Sources) -> Vec<Finding> {
    let origins = face.subject.map(|subject| {
        let set = &game.sets[subject.set];
        let (card, side) = (&set.components[subject.component], subject.side);
        let on = Printed { game, set, card, side, studio, sources };
        (on, Origins::whole(on))
    });
    let own = Some(&face.template.value).filter(|name| studio.templates.drawings().contains(*name));
    let finding = |fault: &Fault| {
        if let Some(file) =
            fault.file.as_ref().or(own).and_then(|name| studio.templates.file(name.trim_start_matches("./")))
        {
            return fault.finding(file, sources).help("change it in the drawing program");
        }
        let place = origins.as_ref().and_then(|(on, origins)| {
            let mut quoted = fault.message.split(['\'', '`', '"']).skip(1).filter(|word| !word.is_empty());
            let word = quoted.next().filter(|word| word.len() > 1);
            let by_line = || fault.at.and_then(|(line, column)| origins.at_line(*on, &face.svg, line, column));
            let word = word.or_else(|| fault.message.contains("path data").then(|| broken_path(&face.svg)).flatten());
            let by_word = || word.and_then(|word| origins.in_drawing(*on, word));
            if fault.remedy.is_some() { by_line().or_else(by_word) } else { by_word().or_else(by_line) }
        });
        let mut message = lowered(&fault.message);
        if let Some(remedy) = &fault.remedy {
            let place = place.unwrap_or_else(|| face.template.place.clone());
            return Finding::new(fault.rule, place, message).help(remedy);
        }
        if let Some((line, column)) = fault.at {
            let shown: String = face.svg.lines().nth(line as usize - 1).unwrap_or("").trim().chars().take(60).collect();
            message = format!("{message} (line {line}, column {column} of the drawn SVG: `{shown}`)");
        }
        Finding::new(fault.rule, place.unwrap_or_else(|| face.template.place.clone()), message).help(format!(
            "correct it in the template, or the value it comes from; it was found while drawing {}",
            face.name
        ))
    };
    faults.iter().map(finding).collect()
}

/// A panic in a library, which is our fault and not that of the content.
pub fn panic(place: &Place, name: &str, panic: &str) -> Finding {
    let message = format!("internal error while drawing {name}: {panic}");
    Finding::new(&rule::INTERNAL_ERROR, place.clone(), message)
        .help("please report it with the template; meanwhile draw it otherwise")
}
