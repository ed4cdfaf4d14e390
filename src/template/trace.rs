//! Draws a face a second and third time to find out where its texts come from.
//!
//! The second draw records every condition. The third has a mark in every value and literal; its conditions are
//! answered from the record, so that it takes the same path.

use std::cell::RefCell;
use std::sync::Arc;

use tera::{Context, Error, Kwargs, Map, State, Tera, TeraResult, Value};

use super::marks::{NUMBER, Spot, marked, unmarked};
use super::rewrite::{CALLS, rewrite};
use super::{Capped, Templates, functions};
use crate::budget;
use crate::finding::Sources;
use crate::text::{Fonts, Icons};

/// A template, and all that it includes and calls, rewritten to be traced.
pub struct Tracer {
    recording: Tera,
    marked: Tera,
    /// Where the marks of templates point.
    pub spots: Vec<Spot>,
}

/// One draw of a face.
#[derive(Default)]
pub struct Run {
    /// The calls of `text`, `icon` and the like, in order.
    pub calls: Vec<Call>,
    /// The drawing; empty if the draw failed.
    pub svg: String,
    decisions: Vec<(i64, bool)>,
    is_bare: bool,
}

/// One call of a template function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The spot of the call.
    pub spot: usize,
    /// The text or the name of the icon, with its marks.
    pub words: String,
    /// The font family, with its marks.
    pub font: String,
}

/// A draw in progress on this thread.
#[derive(Default)]
struct Tracing {
    calls: Vec<Call>,
    decisions: Vec<(i64, bool)>,
    /// How many decisions were answered from the record; nothing while recording.
    replayed: Option<usize>,
    /// Whether texts and icons are left out of the drawing.
    is_bare: bool,
}

thread_local! {
    static TRACING: RefCell<Tracing> = RefCell::default();
}

impl Tracer {
    /// Rewrites a template and what it reaches.
    pub(super) fn new(
        name: &str,
        templates: &Templates,
        fonts: &Arc<Fonts>,
        icons: &Arc<Icons>,
        sources: &Sources,
    ) -> Tracer {
        let mut spots = Vec::new();
        let (mut recording, mut with_marks) = (Vec::new(), Vec::new());
        for name in templates.reached(std::iter::once(name)) {
            let Some(file) = templates.file(&name).filter(|_| !templates.is_broken(&name)) else { continue };
            if let Some(drawing) = templates.embedded.get(&name) {
                recording.push((name.clone(), drawing.clone()));
                with_marks.push((name, drawing.clone()));
                continue;
            }
            let rewritten = rewrite(sources.text(file), file, &mut spots);
            recording.push((name.clone(), rewritten.recording));
            with_marks.push((name, rewritten.marked));
        }
        let compiled = |texts: Vec<(String, String)>| {
            let mut tera = Tera::default();
            tera.autoescape_on(vec![".svg"]);
            functions::register(&mut tera, fonts, icons, true);
            tera.register_function("decide", decide);
            tera.register_function("plain", plain);
            tera.register_function("letters", letters);
            // Without its template a face has no trace, and its findings stand where the template is named.
            let _ = tera.add_raw_templates(texts);
            tera
        };
        Tracer { recording: compiled(recording), marked: compiled(with_marks), spots }
    }

    /// Draws a face and records how; texts and icons are left out of a bare drawing.
    pub fn record(&self, name: &str, face: &str, context: &Context, is_bare: bool) -> Option<Run> {
        let run = draw(&self.recording, name, face, context, Tracing { is_bare, ..Tracing::default() });
        (!run.svg.is_empty()).then_some(run)
    }

    /// Draws a face with marks, as it was recorded; if it cannot go on, returns the calls so far.
    pub fn replay(&self, name: &str, face: &str, context: &Context, recorded: &Run) -> Run {
        let decisions = recorded.decisions.clone();
        let (replayed, is_bare) = (Some(0), recorded.is_bare);
        draw(&self.marked, name, face, context, Tracing { decisions, replayed, is_bare, calls: Vec::new() })
    }
}

fn draw(tera: &Tera, name: &str, face: &str, context: &Context, tracing: Tracing) -> Run {
    let _watched = budget::enter(name, face);
    functions::begin(context);
    TRACING.set(tracing);
    let mut out = Capped(Vec::new());
    let result = tera.render_to(name, context, &mut out);
    functions::end();
    let Tracing { calls, decisions, is_bare, .. } = TRACING.take();
    let svg = result.ok().and_then(|()| String::from_utf8(out.0).ok()).unwrap_or_default();
    Run { calls, svg, decisions, is_bare }
}

/// `decide(n=…, c=…)`: whether a condition holds, or held when it was recorded.
fn decide(given: Kwargs, _: &State) -> TeraResult<bool> {
    let number = given.must_get::<i64>("n")?;
    let holds = given.iter().find(|(key, _)| key.as_str() == Some("c")).is_some_and(|(_, value)| value.is_truthy());
    TRACING.with_borrow_mut(|tracing| match &mut tracing.replayed {
        None => {
            tracing.decisions.push((number, holds));
            Ok(holds)
        }
        Some(at) => match tracing.decisions.get(*at) {
            Some(&(known, held)) if known == number => {
                *at += 1;
                Ok(held)
            }
            _ => Err(Error::message("the marked draw took another path")),
        },
    })
}

/// `plain(v=…)`: a key without its marks.
fn plain(given: Kwargs, _: &State) -> TeraResult<Value> {
    let value = given.iter().find(|(key, _)| key.as_str() == Some("v")).map(|(_, value)| without_marks(value));
    Ok(value.unwrap_or_else(Value::undefined))
}

/// `letters(v=…)`: what a loop runs over; for a marked text its letters, each with the mark of the text.
fn letters(given: Kwargs, _: &State) -> TeraResult<Value> {
    let value = given.iter().find(|(key, _)| key.as_str() == Some("v")).map(|(_, value)| value.clone());
    let value = value.unwrap_or_else(Value::undefined);
    let Some((plain, marks)) = value.as_str().map(unmarked).filter(|(_, marks)| !marks.is_empty()) else {
        return Ok(value);
    };
    let letter = |(at, c): (usize, char)| {
        let mark = marks.iter().find(|(end, _)| at < *end).and_then(|(_, number)| marked(*number));
        Value::from([c].into_iter().chain(mark).collect::<String>())
    };
    Ok(plain.char_indices().map(letter).collect::<Vec<Value>>().into())
}

fn without_marks(value: &Value) -> Value {
    let Some(text) = value.as_str() else { return value.clone() };
    if let Some(number) = text.strip_suffix(NUMBER).and_then(|number| number.parse::<f64>().ok()) {
        return if number.fract() == 0.0 { Value::from(number as i64) } else { Value::from(number) };
    }
    Value::from(unmarked(text).0)
}

/// Whether texts and icons are left out of the drawing.
pub(super) fn is_bare() -> bool {
    TRACING.with_borrow(|tracing| tracing.is_bare)
}

/// Records a call, and returns its arguments as they were written.
pub(super) fn heard(function: &str, given: &Kwargs) -> Kwargs {
    let text = |key: &str| {
        let value = given.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value);
        value.filter(|value| !value.is_none() && !value.is_undefined()).map(Value::to_string)
    };
    let spot = given.iter().find(|(key, _)| key.as_str() == Some("at")).and_then(|(_, value)| value.as_i64());
    if let Some(spot) = spot.filter(|_| CALLS.contains(&function)) {
        let words = text("text").or_else(|| text("name")).unwrap_or_default();
        let call = Call { spot: spot as usize, words, font: text("font").unwrap_or_default() };
        TRACING.with_borrow_mut(|tracing| tracing.calls.push(call));
    }
    let clean: Map = given
        .iter()
        .filter(|(key, _)| key.as_str() != Some("at"))
        .map(|(key, value)| (key.clone(), without_marks(value)))
        .collect();
    Kwargs::new(Arc::new(clean))
}
