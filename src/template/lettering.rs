//! `lettering(…)`: display titles as filled shapes, with the words beneath them for searching and copying.

use std::fmt::Write as _;
use std::sync::Arc;

use tera::{Error, Kwargs, State, TeraResult, Value};

use super::arguments::Arguments;
use super::functions::{FAR, leave, placeholder};
use super::words::{Kit, Words};
use crate::hash;
use crate::markup::escaped;
use crate::text::{Arc as Bow, Fonts, Icons, Work, bent, fit, worked};
use crate::units::trimmed;

pub(super) struct LetteringFunction(Kit);

pub(super) fn function(fonts: &Arc<Fonts>, icons: &Arc<Icons>) -> LetteringFunction {
    LetteringFunction(Kit { fonts: fonts.clone(), icons: icons.clone() })
}

/// Around a center if it has a radius, otherwise in a box.
enum Place {
    Box([f64; 4]),
    Arc(Bow, f64),
}

impl Place {
    fn of(a: &Arguments) -> TeraResult<Place> {
        let (x, y) = (a.need_within("x", -FAR, FAR)?, a.need_within("y", -FAR, FAR)?);
        match a.number("r")? {
            None => Ok(Place::Box([x, y, a.need_within("w", 0.1, FAR)?, a.need_within("h", 0.1, FAR)?])),
            Some(_) => {
                let (bow, room) = Words::bow(a, x, y)?;
                Ok(Place::Arc(bow, room))
            }
        }
    }
}

impl tera::Function<TeraResult<Value>> for LetteringFunction {
    fn call(&self, given: Kwargs, _: &State) -> TeraResult<Value> {
        let a = Arguments::new("lettering", &given);
        let Kit { fonts, icons } = &self.0;
        let words = Words::of(&a)?;
        let place = Place::of(&a)?;
        let families = words.families();
        let room = match &place {
            Place::Box(area) => *area,
            Place::Arc(_, room) => [0.0, 0.0, *room, FAR],
        };
        let boxed = words.boxed(&families, &a, room)?;
        let (work, fills) = work(&a, &words)?;
        a.finish()?;
        let fitted = match &place {
            Place::Box(_) => fit(&boxed, fonts, icons),
            Place::Arc(bow, _) => bent(&boxed, bow, fonts, icons),
        };
        if !fitted.tinted.is_empty() || !fitted.bars.is_empty() {
            return Err(Error::message("lettering: colored words, underlines and rules belong into `text(…)`"));
        }
        let mut stamp = fitted.stamp;
        let letters = worked(&stamp, &work, fonts, icons);
        let wanted = [
            ("bevel", work.bevel.is_some(), letters.lit.is_empty() && letters.unlit.is_empty()),
            ("engrave", work.engrave.is_some(), letters.engraved.is_empty()),
            ("inline", work.inline.is_some(), letters.inline.is_empty()),
        ];
        if let Some((layer, ..)) = wanted.into_iter().find(|(_, is_asked, is_empty)| *is_asked && *is_empty)
            && !letters.body.is_empty()
        {
            let wrong = format!("lettering: `{layer}` leaves nothing, because the letters are too thin for it");
            return Err(Error::message(format!("{wrong}; make it narrower, or the letters larger or bolder")));
        }
        let call = leave(fitted.troubles);
        let layers = |all: &[(&str, &Option<String>)]| {
            let mut out = String::new();
            for (d, fill) in all.iter().filter(|(d, _)| !d.is_empty()) {
                let fill = fill.as_ref().map_or_else(String::new, |fill| format!(" fill=\"{}\"", escaped(fill)));
                let _ = write!(out, "<path d=\"{d}\"{fill}/>");
            }
            out
        };
        let below = layers(&[(&letters.shadow, &fills.shadow), (&letters.outline, &fills.outline)]);
        let above = layers(&[
            (&letters.body, &fills.body),
            (&letters.lit, &fills.light),
            (&letters.unlit, &fills.dark),
            (&letters.engraved, &fills.engrave),
            (&letters.inline, &fills.inline),
        ]);
        if let Some(said) = &mut stamp.said {
            said.call = call;
            said.shapes = above.matches("<path").count() as u32;
        }
        stamp.is_hidden = true;
        stamp.worked = stamp.icons.drain(..).map(|at| at.icon).collect();
        let area = match &place {
            Place::Box(area) => area.map(|v| v as f32),
            Place::Arc(bow, _) => bow.area(fitted.height),
        };
        let mut words = placeholder(stamp, area, fills.body.as_deref())?;
        if let (Some(width), Some(edge)) = (work.outline, &fills.outline) {
            // The preflight measures how far letters stand out from their edge.
            words = format!("<g stroke=\"{}\" stroke-width=\"{}\">{words}</g>", escaped(edge), trimmed(width, 3));
        }
        Ok(Value::safe_string(&(below + &words + &above)))
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// The paint of each layer.
struct Fills {
    body: Option<String>,
    outline: Option<String>,
    shadow: Option<String>,
    light: Option<String>,
    dark: Option<String>,
    engrave: Option<String>,
    inline: Option<String>,
}

fn work(a: &Arguments, words: &Words) -> TeraResult<(Work, Fills)> {
    let length = |key| Ok::<_, Error>(a.within(key, 0.0, 50.0, 0.0)?).map(|by| (by > 0.0).then_some(by));
    let (outline, shadow, bevel) = (length("outline")?, length("shadow")?, length("bevel")?);
    let (engrave, inline) = (length("engrave")?, length("inline")?);
    // A layer without a paint would be black, which nobody means.
    let fill = |of: Option<f64>, layer: &str, key| match (of, a.paint(key)?) {
        (Some(_), None) => Err(Error::message(format!("lettering: `{layer}` needs a color; add `{key}`"))),
        (_, fill) => Ok(fill),
    };
    let fills = Fills {
        body: a.paint("fill")?,
        outline: fill(outline, "outline", "outline_fill")?,
        shadow: fill(shadow, "shadow", "shadow_fill")?,
        light: fill(bevel, "bevel", "light")?,
        dark: fill(bevel, "bevel", "dark")?,
        engrave: fill(engrave, "engrave", "engrave_fill")?,
        inline: fill(inline, "inline", "inline_fill")?,
    };
    let seed = a.text("seed")?.unwrap_or_else(|| words.text.clone());
    let work = Work {
        rough: a.within("rough", 0.0, 5.0, 0.0)?,
        seed: hash::fnv(seed.bytes()),
        outline,
        shadow,
        shadow_deg: a.within("shadow_deg", -360.0, 360.0, 135.0)?,
        bevel,
        light_deg: a.within("light_deg", -360.0, 360.0, -45.0)?,
        engrave,
        inline,
        inset: a.within("inset", 0.0, 50.0, inline.unwrap_or(0.0) * 1.5)?,
    };
    Ok((work, fills))
}
