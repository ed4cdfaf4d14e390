//! `text(…)` and its kin: words in a box, their width and height, and words on an arc.

use std::fmt::Write as _;
use std::sync::Arc;

use tera::{Error, Kwargs, State, TeraResult, Value};

use super::arguments::Arguments;
use super::functions::{FAR, Usual, leave, placeholder, usual};
use crate::color::Color;
use crate::finding::{nearest, rule};
use crate::language::{Language, code_of};
use crate::markup::escaped;
use crate::text::{
    Align, Arc as Bow, Bar, Features, Fonts, Icons, Part, Stamp, TextBox, Trouble, VAlign, bent, fit, lowest,
};
use crate::units::{Pt, trimmed};

/// What each function needs.
#[derive(Clone)]
pub(super) struct Kit {
    pub fonts: Arc<Fonts>,
    pub icons: Arc<Icons>,
}

pub(super) struct TextFunction(Kit);
pub(super) struct WidthFunction(Kit);
pub(super) struct HeightFunction(Kit);
pub(super) struct ArcFunction(Kit);

pub(super) fn functions(
    fonts: &Arc<Fonts>,
    icons: &Arc<Icons>,
) -> (TextFunction, WidthFunction, HeightFunction, ArcFunction) {
    let kit = Kit { fonts: fonts.clone(), icons: icons.clone() };
    (TextFunction(kit.clone()), WidthFunction(kit.clone()), HeightFunction(kit.clone()), ArcFunction(kit))
}

/// The text and fonts of a call, to be borrowed by its box.
pub(super) struct Words {
    pub text: String,
    families: Vec<String>,
    usual: Usual,
}

impl Words {
    pub fn of(a: &Arguments) -> TeraResult<Words> {
        Ok(Words { text: a.need_text("text")?, families: a.need_texts("font")?, usual: usual() })
    }

    /// The families in the order in which they are asked for a glyph.
    pub fn families(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.families.iter().map(String::as_str).collect();
        for family in &self.usual.fallback {
            if !all.iter().any(|known| known.eq_ignore_ascii_case(family)) {
                all.push(family);
            }
        }
        all
    }

    /// The text as the call wants it set, in the box `[x, y, w, h]`.
    pub fn boxed<'a>(
        &'a self,
        families: &'a [&'a str],
        a: &Arguments,
        [x, y, w, h]: [f64; 4],
    ) -> TeraResult<TextBox<'a>> {
        let size = a.need_within("size", 1.0, 500.0)?;
        let tracking = a.within("tracking", -0.2, 3.0, 0.0)?;
        let figures = [("lining", (false, false)), ("old", (true, false)), ("tabular", (false, true))];
        let (old_style, tabular) = a.word("figures", &figures, (false, false))?;
        let aligns = [
            ("start", Align::Start),
            ("end", Align::End),
            ("left", Align::Left),
            ("center", Align::Center),
            ("right", Align::Right),
            ("justify", Align::Justify),
        ];
        let valigns = [("top", VAlign::Top), ("middle", VAlign::Middle), ("bottom", VAlign::Bottom)];
        Ok(TextBox {
            text: &self.text,
            is_plain: !a.flag_or("markup", true)?,
            x: x as f32,
            y: y as f32,
            w: w as f32,
            h: h as f32,
            size: Pt(size),
            min: Pt(a.within("min", 1.0, size, size)?),
            families,
            weight: a.within("weight", 1.0, 1000.0, 400.0)? as u16,
            width: a.within("width", 25.0, 200.0, 100.0)? as u16,
            is_italic: a.flag("italic")?,
            features: Features { small_caps: a.flag("smallcaps")?, old_style, tabular, is_spaced: tracking != 0.0 },
            language: self.language(a)?,
            tracking: tracking as f32,
            line: a.within("line", 0.5, 5.0, 1.2)? as f32,
            paragraph: a.within("paragraph", 0.0, 10.0, 0.5)? as f32,
            icon: a.within("icon", 0.1, 10.0, 1.15)? as f32,
            heading: a.within("heading", 0.5, 5.0, 1.15)? as f32,
            align: a.word("align", &aligns, Align::Start)?,
            valign: a.word("valign", &valigns, VAlign::Top)?,
            columns: a.within("columns", 1.0, 12.0, 1.0)? as usize,
            gutter: a.within("gutter", 0.0, 100.0, 5.0)? as f32,
            hyphenate: a.flag("hyphenate")?,
        })
    }

    /// The arc of a call, and how long a line on it may be.
    pub fn bow(a: &Arguments, x: f64, y: f64) -> TeraResult<(Bow, f64)> {
        let r = a.need_within("r", 0.5, FAR)?;
        let is_inside = a.flag("inside")?;
        let deg = a.within("deg", -3600.0, 3600.0, if is_inside { 180.0 } else { 0.0 })?;
        let span = a.within("span", 1.0, 360.0, 360.0)?;
        let bow = Bow { x: x as f32, y: y as f32, r: r as f32, deg: deg as f32, is_inside };
        Ok((bow, r * span.to_radians()))
    }

    fn language(&self, a: &Arguments) -> TeraResult<Language> {
        let Some(tag) = a.text("language")? else { return Ok(self.usual.language) };
        let wrong = || {
            let help = code_of(&tag).map_or_else(
                || "write a code such as \"de\" or \"pt-BR\"".to_owned(),
                |code| format!("write \"{code}\""),
            );
            Error::message(format!("text: `language` is \"{tag}\"; {help}"))
        };
        Language::parse(&tag).filter(Language::is_known).ok_or_else(wrong)
    }

    /// A color of the palette, or one that is written out; a name that is neither is reported.
    fn color(&self, name: &str, troubles: &mut Vec<Trouble>) -> Option<String> {
        if Color::parse(name).is_some() {
            return Some(name.to_owned());
        }
        let known: Vec<(&str, &str)> = self.usual.palette.as_map().map_or_else(Vec::new, |map| {
            map.iter().filter_map(|(key, value)| Some((key.as_str()?, value.as_str()?))).collect()
        });
        if let Some((_, value)) = known.iter().find(|(key, _)| *key == name) {
            return Some((*value).to_owned());
        }
        let names = || known.iter().map(|(key, _)| *key);
        let help = nearest(name, names()).map_or_else(
            || "add it to `[palette]` in game.toml, or write `\\{` and `\\}` to print the braces".to_owned(),
            |near| format!("did you mean `{{{near}: …}}`?"),
        );
        troubles.push(Trouble {
            rule: &rule::COLOR_MISSING,
            message: format!("no color of the palette is called `{name}`"),
            label: None,
            help: Some(help),
            text: self.text.clone(),
            part: Part::Words(format!("{{{name}:")),
            call: 0,
        });
        None
    }
}

/// `text_width(text=…, size=…, font=…)`: how wide a text is in print when nothing breaks its lines, in millimeters.
impl tera::Function<TeraResult<f64>> for WidthFunction {
    fn call(&self, given: Kwargs, _: &State) -> TeraResult<f64> {
        let a = Arguments::new("text_width", &given);
        let words = Words::of(&a)?;
        let families = words.families();
        let boxed = words.boxed(&families, &a, [0.0, 0.0, FAR, FAR])?;
        a.finish()?;
        let fitted = fit(&boxed, &self.0.fonts, &self.0.icons);
        leave(fitted.troubles);
        Ok(f64::from(fitted.width))
    }
}

/// `text_height(text=…, w=…, size=…, font=…)`: how high a text is in a box of that width, in millimeters.
impl tera::Function<TeraResult<f64>> for HeightFunction {
    fn call(&self, given: Kwargs, _: &State) -> TeraResult<f64> {
        let a = Arguments::new("text_height", &given);
        let words = Words::of(&a)?;
        let w = a.need_within("w", 0.1, FAR)?;
        let families = words.families();
        let boxed = words.boxed(&families, &a, [0.0, 0.0, w, FAR])?;
        a.finish()?;
        let fitted = lowest(&boxed, &self.0.fonts, &self.0.icons);
        leave(fitted.troubles);
        Ok(f64::from(fitted.height))
    }
}

impl tera::Function<TeraResult<Value>> for TextFunction {
    fn call(&self, given: Kwargs, _: &State) -> TeraResult<Value> {
        let a = Arguments::new("text", &given);
        let words = Words::of(&a)?;
        let (x, y) = (a.need_within("x", -FAR, FAR)?, a.need_within("y", -FAR, FAR)?);
        let (w, h) = (a.need_within("w", 0.1, FAR)?, a.need_within("h", 0.1, FAR)?);
        let families = words.families();
        let boxed = words.boxed(&families, &a, [x, y, w, h])?;
        let fill = a.paint("fill")?;
        let icon_fill = a.paint("icon_fill")?;
        a.finish()?;
        let fitted = fit(&boxed, &self.0.fonts, &self.0.icons);
        let mut troubles = fitted.troubles;
        let area = [boxed.x, boxed.y, boxed.w, boxed.h];
        let mut paints: Vec<(Option<String>, Stamp)> = Vec::new();
        let mut stamp = fitted.stamp;
        if let Some(icon_fill) = icon_fill.filter(|_| !stamp.icons.is_empty()) {
            let (icons, said) = (std::mem::take(&mut stamp.icons), stamp.said.clone());
            paints.push((Some(icon_fill), Stamp { icons, said, ..Stamp::default() }));
        }
        paints.push((fill.clone(), stamp));
        for (name, stamp) in fitted.tinted {
            paints.push((words.color(&name, &mut troubles).or_else(|| fill.clone()), stamp));
        }
        let mut out = String::new();
        for bar in &fitted.bars {
            let own = bar.color.as_ref().and_then(|name| words.color(name, &mut Vec::new()));
            draw_bar(bar, own.as_deref().or(fill.as_deref()), &mut out);
        }
        let call = leave(troubles);
        for (paint, mut stamp) in paints {
            if let Some(said) = &mut stamp.said {
                said.call = call;
            }
            out.push_str(&placeholder(stamp, area, paint.as_deref())?);
        }
        Ok(Value::safe_string(&out))
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// A line under words or between paragraphs, as a shape of its own.
fn draw_bar(bar: &Bar, fill: Option<&str>, out: &mut String) {
    let short = |v: f32| trimmed(f64::from(v), 3);
    let (x, y, w, h) = (short(bar.x), short(bar.y), short(bar.w), short(bar.h));
    let _ = write!(out, "<path d=\"M{x} {y}h{w}v{h}h-{w}z\"");
    if let Some(fill) = fill {
        let _ = write!(out, " fill=\"{}\"", escaped(fill));
    }
    out.push_str("/>");
}

/// `text_arc(text=…, x=…, y=…, r=…, size=…, font=…)`: a line of text around a center, over the top of the circle or, with
/// `inside`, along its bottom; `deg` is the middle of the text, clockwise from the top.
impl tera::Function<TeraResult<Value>> for ArcFunction {
    fn call(&self, given: Kwargs, _: &State) -> TeraResult<Value> {
        let a = Arguments::new("text_arc", &given);
        let words = Words::of(&a)?;
        let (x, y) = (a.need_within("x", -FAR, FAR)?, a.need_within("y", -FAR, FAR)?);
        let (bow, room) = Words::bow(&a, x, y)?;
        let families = words.families();
        let boxed = words.boxed(&families, &a, [0.0, 0.0, room, FAR])?;
        let fill = a.paint("fill")?;
        a.finish()?;
        let fitted = bent(&boxed, &bow, &self.0.fonts, &self.0.icons);
        let call = leave(fitted.troubles);
        let mut stamp = fitted.stamp;
        if let Some(said) = &mut stamp.said {
            said.call = call;
        }
        let area = bow.area(fitted.height);
        Ok(Value::safe_string(&placeholder(stamp, area, fill.as_deref())?))
    }

    fn is_safe(&self) -> bool {
        true
    }
}
