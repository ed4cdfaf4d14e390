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

/// A face that begins with something else than `<svg>`.
pub(super) fn bare(on: Printed) -> Finding {
    let name = &on.template().value;
    let place = on.studio.templates.file(name).map(|file| Place::new(file, 0..0));
    let extends = place.as_ref().is_some_and(|place| on.sources.text(place.file).contains("{% extends"));
    let help = match extends {
        true => "let the template that it extends begin with `<svg …>`",
        false => "begin it with `{% extends \"face.svg\" %}`, and put what it draws into `{% block art %}`",
    };
    Finding::new(&rule::TEMPLATE_ERROR, place, format!("{name} draws no `<svg>`")).help(help)
}

/// A template that failed for a card.
pub(super) fn failed(mut fault: Finding, template: &Spot<String>, on: Printed) -> Finding {
    let name = on.name();
    fault.label = Some(match &fault.label {
        Some(label) => format!("{label} on {name}"),
        None => format!("while drawing {name}"),
    });
    if let Some(field) = optional(&fault, on) {
        fault.message = format!("`card.{field}` is not defined");
        let default = format!("`card.{field} | default(value=\"\")`");
        fault.help = Some(format!(
            "`{field}` may be left out: put this between `{{% if card.{field} %}}` and `{{% endif %}}`, or write {default}"
        ));
    }
    fault.place.get_or_insert_with(|| template.place.clone());
    fault
}

/// The field that a template needs and that a card may leave out, if that is the fault.
fn optional<'a>(fault: &Finding, on: Printed<'a>) -> Option<&'a str> {
    let place = fault.place.as_ref().filter(|_| fault.message.ends_with("is not defined"))?;
    let name = fault.message.split('`').nth(1)?;
    let is_after = || on.sources.text(place.file)[..place.span.start].ends_with("card.");
    let name = name.strip_prefix("card.").or_else(|| is_after().then_some(name))?;
    on.set.fields.iter().find(|field| field.optional && field.name == name).map(|field| field.name.as_str())
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
            return fault.finding(file, sources);
        }
        let place = origins.as_ref().and_then(|(on, origins)| {
            let mut quoted = fault.message.split(['\'', '`', '"']).skip(1).filter(|word| !word.is_empty());
            let word = quoted.next().filter(|word| word.len() > 1);
            let word = word.or_else(|| fault.message.contains("path data").then(|| broken_path(&face.svg)).flatten());
            let by_line = fault.at.and_then(|(line, column)| origins.at_line(*on, &face.svg, line, column));
            by_line.or_else(|| origins.in_drawing(*on, word?))
        });
        let mut message = lowered(&fault.message);
        if let Some((line, column)) = fault.at.filter(|_| place.is_none()) {
            let shown: String = face.svg.lines().nth(line as usize - 1).unwrap_or("").trim().chars().take(60).collect();
            message = format!("{message} (line {line}, column {column} of the drawn SVG: `{shown}`)");
        }
        let usual = || {
            let name = &face.name;
            format!("correct it in the template, or the value it comes from; it was found while drawing {name}")
        };
        let help = fault.help.clone().unwrap_or_else(usual);
        Finding::new(fault.rule, place.unwrap_or_else(|| face.template.place.clone()), message).help(help)
    };
    faults.iter().map(finding).collect()
}

/// A panic in a library, which is our fault and not that of the content.
pub fn panic(place: &Place, name: &str, panic: &str) -> Finding {
    let message = format!("internal error while drawing {name}: {panic}");
    Finding::new(&rule::INTERNAL_ERROR, place.clone(), message)
        .help("please report it with the template; meanwhile draw it otherwise")
}
