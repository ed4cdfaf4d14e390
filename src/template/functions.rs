//! What templates can call: `text`, `icon`, and a little arithmetic for drawings.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::quality::FixedState;
use tera::{Context, Error, Kwargs, State, Tera, TeraResult, Value};

use super::arguments::Arguments;
use super::{lettering, trace, words};
use crate::color::Color;
use crate::finding::rule;
use crate::hash;
use crate::language::Language;
use crate::markup::escaped;
use crate::text::{Fonts, IconAt, Icons, MOST_STAMPS, Part, Stamp, Trouble, stamp_mark};
use crate::units::trimmed;

/// The farthest from the face's corner that anything is put, in millimeters.
pub(super) const FAR: f64 = 5000.0;
/// The most texts and icons on one face.
const MOST: usize = 2000;
const _: () = assert!(MOST <= MOST_STAMPS);

/// What the functions leave behind while a face is rendered.
#[derive(Default)]
pub(super) struct Left {
    pub stamps: Vec<Stamp>,
    pub troubles: Vec<Trouble>,
    /// How many times `text`, `icon` and the like were called.
    calls: u32,
    /// What texts of this face know without being told.
    usual: Usual,
}

/// What the game and the set say about all texts of a face.
#[derive(Clone)]
pub(super) struct Usual {
    pub language: Language,
    /// The families that have what a text's own font lacks.
    pub fallback: Vec<String>,
    /// The named colors.
    pub palette: Value,
    /// The roles of fonts.
    pub fonts: Value,
    /// How much ink the face may take.
    pub ink: Value,
}

impl Default for Usual {
    fn default() -> Usual {
        let none = Value::undefined;
        Usual { language: Language::ENGLISH, fallback: Vec::new(), palette: none(), fonts: none(), ink: none() }
    }
}

impl Usual {
    fn of(context: &Context) -> Usual {
        let inner = |of: &str, key: &str| {
            let map = context.get(of)?.as_map()?;
            map.iter().find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value.clone())
        };
        let language = inner("set", "language").and_then(|tag| Language::parse(tag.as_str()?));
        Usual {
            language: language.unwrap_or_default(),
            fallback: inner("fonts", "fallback").map_or_else(Vec::new, |list| names(&list)),
            palette: context.get("palette").cloned().unwrap_or_else(Value::undefined),
            fonts: context.get("fonts").cloned().unwrap_or_else(Value::undefined),
            ink: inner("face", "ink").unwrap_or_else(Value::undefined),
        }
    }
}

/// One name, or each of a list.
pub(super) fn names(value: &Value) -> Vec<String> {
    match value.as_array() {
        Some(list) => list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        None => value.as_str().map(str::to_owned).into_iter().collect(),
    }
}

impl Left {
    /// Keeps what is wrong with the words of a call, and returns the call's number.
    pub fn call(&mut self, troubles: Vec<Trouble>) -> u32 {
        let call = self.calls;
        self.calls += 1;
        self.troubles.extend(troubles.into_iter().map(|trouble| Trouble { call, ..trouble }));
        call
    }
}

thread_local! {
    static LEFT: RefCell<Left> = RefCell::default();
}

pub(super) fn begin(context: &Context) {
    LEFT.set(Left { usual: Usual::of(context), ..Left::default() });
}

/// Draws something with stamps of its own while a face is drawn.
pub(super) fn apart<T>(draw: impl FnOnce() -> T) -> (T, Left) {
    let outer = LEFT.replace(Left { usual: usual(), ..Left::default() });
    let drawn = draw();
    (drawn, LEFT.replace(outer))
}

/// What all texts of the face know.
pub(super) fn usual() -> Usual {
    LEFT.with_borrow(|left| left.usual.clone())
}

/// Keeps what is wrong with the words of a call, and returns the call's number.
pub(super) fn leave(troubles: Vec<Trouble>) -> u32 {
    LEFT.with_borrow_mut(|left| left.call(troubles))
}

pub(super) fn end() -> Left {
    LEFT.take()
}

/// What templates can call, beside what Tera has.
pub(super) const NAMES: [&str; 12] = [
    "text",
    "text_width",
    "text_height",
    "text_arc",
    "lettering",
    "icon",
    "sin",
    "cos",
    "polar",
    "mix",
    "chance",
    "range",
];

/// Registers the functions. In a traced draw, calls are recorded and their arguments lose their marks.
pub(super) fn register(tera: &mut Tera, fonts: &Arc<Fonts>, icons: &Arc<Icons>, traced: bool) {
    let (text, width, height, curved) = words::functions(fonts, icons);
    add(tera, traced, "text", text);
    add(tera, traced, "text_width", width);
    add(tera, traced, "text_height", height);
    add(tera, traced, "text_arc", curved);
    add(tera, traced, "lettering", lettering::function(fonts, icons));
    add(tera, traced, "icon", IconFunction { icons: icons.clone() });
    add(tera, traced, "sin", |k: Kwargs, _: &State| -> TeraResult<f64> { Ok(degrees("sin", &k)?.sin()) });
    add(tera, traced, "cos", |k: Kwargs, _: &State| -> TeraResult<f64> { Ok(degrees("cos", &k)?.cos()) });
    add(tera, traced, "polar", polar);
    add(tera, traced, "mix", mix);
    add(tera, traced, "chance", chance);
}

fn add<R: Into<Value>>(
    tera: &mut Tera,
    traced: bool,
    name: &'static str,
    function: impl tera::Function<TeraResult<R>>,
) {
    if traced {
        let function = Box::new(move |given: Kwargs, state: &State| function.call(given, state).map(Into::into));
        tera.register_function(name, Traced { name, function });
    } else {
        tera.register_function(name, function);
    }
}

/// A function whose calls are recorded.
struct Traced {
    name: &'static str,
    function: Box<Untraced>,
}

type Untraced = dyn Fn(Kwargs, &State) -> TeraResult<Value> + Send + Sync;

impl tera::Function<TeraResult<Value>> for Traced {
    fn call(&self, given: Kwargs, state: &State) -> TeraResult<Value> {
        let given = trace::heard(self.name, &given);
        // Where a text comes from does not depend on how it is set.
        if trace::is_bare() && matches!(self.name, "text" | "text_arc" | "lettering" | "icon") {
            return Ok(Value::safe_string(""));
        }
        (self.function)(given, state)
    }
}

fn degrees(name: &'static str, given: &Kwargs) -> TeraResult<f64> {
    let arguments = Arguments::new(name, given);
    let angle = arguments.need_within("deg", -1e6, 1e6)?;
    arguments.finish()?;
    Ok(angle.to_radians())
}

/// `polar(x=31.5, y=44, r=16, deg=30)`: the point at a distance from a center, clockwise from the top, as path data.
fn polar(given: Kwargs, _: &State) -> TeraResult<String> {
    let arguments = Arguments::new("polar", &given);
    let (x, y) = (arguments.need_within("x", -FAR, FAR)?, arguments.need_within("y", -FAR, FAR)?);
    let r = arguments.need_within("r", 0.0, FAR)?;
    let (sin, cos) = arguments.need_within("deg", -1e6, 1e6)?.to_radians().sin_cos();
    arguments.finish()?;
    Ok(format!("{} {}", trimmed(x + r * sin, 3), trimmed(y - r * cos, 3)))
}

/// `mix(a="#112233", b="#ffffff", t=0.25)`: a color between two.
fn mix(given: Kwargs, _: &State) -> TeraResult<String> {
    let arguments = Arguments::new("mix", &given);
    let (a, b) = (arguments.need_text("a")?, arguments.need_text("b")?);
    let t = arguments.need_within("t", 0.0, 1.0)?;
    arguments.finish()?;
    let color = |text: &str| {
        Color::parse(text).ok_or_else(|| Error::message(format!("mix: `{text}` is not a color such as #c8a04a")))
    };
    Ok(color(&a)?.mix(color(&b)?, t).to_string())
}

/// `chance(seed="meadow", i=3)`: a number from 0 to 1 that is the same on every machine.
fn chance(given: Kwargs, _: &State) -> TeraResult<f64> {
    let arguments = Arguments::new("chance", &given);
    let (seed, i) = (arguments.need_text("seed")?, arguments.number("i")?.unwrap_or(0.0));
    arguments.finish()?;
    Ok(hash::chance(seed.bytes().chain((i as i64).to_le_bytes())))
}

struct IconFunction {
    icons: Arc<Icons>,
}

impl tera::Function<TeraResult<Value>> for IconFunction {
    fn call(&self, given: Kwargs, _: &State) -> TeraResult<Value> {
        let a = Arguments::new("icon", &given);
        let name = a.need_text("name")?;
        let (x, y) = (a.need_within("x", -FAR, FAR)? as f32, a.need_within("y", -FAR, FAR)? as f32);
        let size = a.need_within("size", 0.1, FAR)? as f32;
        let turn = a.within("turn", -3600.0, 3600.0, 0.0)? as f32;
        let is_flipped = a.flag("flip")?;
        let fill = a.paint("fill")?;
        let value = a.text("value")?;
        a.finish()?;
        let trouble = |rule, message, help| {
            let (label, part, text) = (None, Part::All, name.clone());
            Trouble { rule, message, label, help, text, part, call: 0 }
        };
        let icon = match self.icons.valued(&name, value.as_deref()) {
            Ok((icon, troubles)) => {
                leave(troubles.into_iter().map(|t| trouble(t.rule, t.message, t.help)).collect());
                icon
            }
            Err(wrong) => {
                leave(vec![trouble(wrong.rule, wrong.message, wrong.help)]);
                return Ok(Value::safe_string(""));
            }
        };
        if let Some(color) = self.icons.kept(&name, fill.as_deref()) {
            let message = format!("icon `{name}` keeps its color {color}; `fill` has no effect");
            let help = "draw it in `currentColor`, or leave `fill` out".to_owned();
            leave(vec![trouble(&rule::FILL_UNUSED, message, Some(help))]);
        }
        let at = IconAt { turn, is_flipped, ..icon.at(x, y, size) };
        let area = [x, y, at.width, size];
        let stamp = Stamp { icons: vec![at], ..Stamp::default() };
        Ok(Value::safe_string(&placeholder(stamp, area, fill.as_deref())?))
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// A hidden path over the stamp's box: the SVG reader keeps its order, transform, paint and clip.
pub(super) fn placeholder(stamp: Stamp, [x, y, w, h]: [f32; 4], fill: Option<&str>) -> TeraResult<String> {
    if stamp.runs.is_empty() && stamp.icons.is_empty() && stamp.worked.is_empty() {
        return Ok(String::new());
    }
    let key = key(&stamp);
    let number = LEFT.with_borrow_mut(|left| {
        left.stamps.push(stamp);
        left.stamps.len() - 1
    });
    if number >= MOST {
        return Err(Error::message(format!("more than {MOST} texts and icons on one face")));
    }
    let mut out = String::new();
    let short = |v: f32| trimmed(f64::from(v), 3);
    // The key makes equal text equal in two faces, so that equal faces are found by their SVG.
    let _ = write!(
        out,
        "<path id=\"stamp-{number}\" data-key=\"{key:016x}\" visibility=\"hidden\" d=\"M{} {}h{}v{}h-{}z{}\"",
        short(x),
        short(y),
        short(w),
        short(h),
        short(w),
        stamp_mark(number, [w, h]),
    );
    if let Some(fill) = fill {
        let _ = write!(out, " fill=\"{}\"", escaped(fill));
    }
    out.push_str("/>");
    Ok(out)
}

/// A number that two stamps share only when they print the same.
fn key(stamp: &Stamp) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    for run in &stamp.runs {
        (run.face, run.size.to_bits(), run.x.to_bits(), run.y.to_bits(), run.glyphs.len()).hash(&mut hasher);
        for glyph in &run.glyphs {
            (glyph.id, glyph.x.to_bits(), glyph.rise.to_bits()).hash(&mut hasher);
        }
    }
    for at in &stamp.icons {
        let place = [at.x, at.y, at.size, at.turn].map(f32::to_bits);
        (at.icon, place, at.is_flipped).hash(&mut hasher);
        if let Some(painted) = &at.painted {
            painted.key.hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polar_point_goes_clockwise_from_the_top() {
        let mut tera = Tera::default();
        tera.register_function("polar", polar);
        for (deg, want) in [(0, "31.5 34"), (90, "41.5 44"), (180, "31.5 54"), (-90, "21.5 44"), (30, "36.5 35.34")] {
            let call = format!("{{{{ polar(x=31.5, y=44, r=10, deg={deg}) }}}}");
            tera.add_raw_template("point", &call).expect("a template");
            assert_eq!(tera.render("point", &tera::Context::new()).expect("a point"), want, "{deg} degrees");
        }
    }
}
