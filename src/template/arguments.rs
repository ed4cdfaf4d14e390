//! The arguments of a template function: each is asked for by name, and one that was never asked for is a typing slip.

use std::cell::RefCell;

use tera::{Error, Kwargs, TeraResult, Value};

use crate::color::Color;
use crate::finding::nearest;
use crate::svg;

pub(super) struct Arguments<'a> {
    function: &'static str,
    given: &'a Kwargs,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Arguments<'a> {
    pub fn new(function: &'static str, given: &'a Kwargs) -> Arguments<'a> {
        // Room for the most that one function asks for.
        Arguments { function, given, asked: RefCell::new(Vec::with_capacity(32)) }
    }

    fn get(&self, key: &'static str) -> Option<&'a Value> {
        self.asked.borrow_mut().push(key);
        self.given.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, v)| v).filter(|v| !v.is_none())
    }

    pub fn number(&self, key: &'static str) -> TeraResult<Option<f64>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = value.as_number().map(|n| n.as_float()).filter(|n| n.is_finite() && n.abs() < 1e6);
        number.map(Some).ok_or_else(|| self.fault(key, "a number", value))
    }

    /// A number within limits, or a default.
    pub fn within(&self, key: &'static str, least: f64, most: f64, usual: f64) -> TeraResult<f64> {
        match self.number(key)? {
            None => Ok(usual),
            Some(number) if (least..=most).contains(&number) => Ok(number),
            Some(number) => {
                Err(Error::message(format!("{}: `{key}` is {number}; it must be {least} to {most}", self.function)))
            }
        }
    }

    /// A required number within limits.
    pub fn need_within(&self, key: &'static str, least: f64, most: f64) -> TeraResult<f64> {
        self.within(key, least, most, f64::NAN).and_then(|n| if n.is_nan() { Err(self.missing(key)) } else { Ok(n) })
    }

    /// Text; numbers are taken as they would be printed.
    pub fn text(&self, key: &'static str) -> TeraResult<Option<String>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.as_str() {
            Some(text) => Ok(Some(text.to_owned())),
            None if value.is_number() => Ok(Some(value.to_string())),
            None => Err(self.fault(key, "text", value)),
        }
    }

    pub fn need_text(&self, key: &'static str) -> TeraResult<String> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    /// A color or another paint, as SVG has them.
    pub fn paint(&self, key: &'static str) -> TeraResult<Option<String>> {
        let Some(paint) = self.text(key)? else { return Ok(None) };
        if Color::parse(&paint).is_some() || svg::is_paint(&paint) {
            return Ok(Some(paint));
        }
        let short: String = paint.chars().take(40).collect();
        Err(Error::message(format!("{}: `{key}` must be a color, but it is `{short}`", self.function)))
    }

    /// One text, or a list of them.
    pub fn need_texts(&self, key: &'static str) -> TeraResult<Vec<String>> {
        let value = self.get(key).ok_or_else(|| self.missing(key))?;
        let names = super::functions::names(value);
        let is_whole = value.as_array().is_none_or(|list| list.len() == names.len());
        if names.is_empty() || !is_whole { Err(self.fault(key, "text, or a list of texts", value)) } else { Ok(names) }
    }

    pub fn flag(&self, key: &'static str) -> TeraResult<bool> {
        self.flag_or(key, false)
    }

    pub fn flag_or(&self, key: &'static str, usual: bool) -> TeraResult<bool> {
        match self.get(key) {
            None => Ok(usual),
            Some(value) => value.as_bool().ok_or_else(|| self.fault(key, "true or false", value)),
        }
    }

    /// One word out of a list.
    pub fn word<T: Copy>(&self, key: &'static str, words: &[(&str, T)], usual: T) -> TeraResult<T> {
        let Some(text) = self.text(key)? else { return Ok(usual) };
        words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            Error::message(format!("{}: `{key}` is \"{text}\", it must be one of {}", self.function, known.join(", ")))
        })
    }

    /// Fails on arguments that were given but not asked for.
    pub fn finish(self) -> TeraResult<()> {
        let asked = self.asked.into_inner();
        for (key, _) in self.given.iter() {
            let key = key.as_str().unwrap_or("?");
            if !asked.contains(&key) {
                let near = nearest(key, asked.iter().copied());
                let hint = near
                    .map_or_else(|| format!("it takes {}", asked.join(", ")), |near| format!("did you mean `{near}`?"));
                return Err(Error::message(format!("{} has no argument `{key}`; {hint}", self.function)));
            }
        }
        Ok(())
    }

    fn missing(&self, key: &str) -> Error {
        let others = self.given.iter().filter_map(|(k, _)| k.as_str());
        if let Some(slip) = nearest(key, others.filter(|k| !self.asked.borrow().contains(k))) {
            return Error::message(format!("{} has no argument `{slip}`; did you mean `{key}`?", self.function));
        }
        Error::message(format!("{} needs the argument `{key}`", self.function))
    }

    fn fault(&self, key: &str, want: &str, value: &Value) -> Error {
        let is = match value.name() {
            "undefined" => "undefined".to_owned(),
            "string" => format!("the text `{value}`"),
            "array" => "a list".to_owned(),
            "map" => "a table".to_owned(),
            "bool" => format!("`{value}`"),
            _ => value.to_string(),
        };
        Error::message(format!("{}: `{key}` must be {want}, but it is {is}", self.function))
    }
}
