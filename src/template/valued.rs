//! Icons that are templates, such as a coin with a number on it: drawn once for each value.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tera::{Context, Tera, Value};

use super::functions::{self, Left};
use super::{lowered, unmarked};
use crate::finding::{Finding, Place, Sources, rule};
use crate::hash::fingerprint;
use crate::picture::Pictures;
use crate::text::{Fonts, Icons, Painted, Paints, Trouble, Wrong};

/// An icon as it was drawn for a value.
type Drawn = Result<(Arc<Painted>, Vec<Trouble>), Wrong>;

/// Draws the icons that are templates.
struct Painter {
    tera: Tera,
    fonts: Arc<Fonts>,
    pictures: Arc<Pictures>,
    known: Mutex<HashMap<u128, Drawn>>,
}

/// Lets icons that are templates take a value: `{coin 3}` in a text, `icon(name="coin", value=3)` in a template.
///
/// Their templates know `value`, `palette`, `fonts` and `face.ink`, and may use all other icons.
pub fn with_values(
    mut icons: Icons,
    fonts: &Arc<Fonts>,
    pictures: &Arc<Pictures>,
    sources: &Sources,
    found: &mut Vec<Finding>,
) -> Arc<Icons> {
    let templates: Vec<_> = icons.iter().filter(|(_, icon)| icon.is_template).map(|(_, icon)| icon.clone()).collect();
    if templates.is_empty() {
        return Arc::new(icons);
    }
    let others = Arc::new(icons.clone());
    let mut tera = Tera::default();
    tera.autoescape_on(vec![".svg"]);
    functions::register(&mut tera, fonts, &others, false);
    for icon in templates {
        let text = sources.text(icon.file);
        let Err(error) = tera.add_raw_template(&file(&icon.name), text) else { continue };
        let place = match error.kind() {
            tera::ErrorKind::SyntaxError(report) => {
                let span = report.span();
                let at = sources.byte(icon.file, span.start_line, span.start_col + 1);
                Place::new(icon.file, at..at)
            }
            _ => Place::new(icon.file, 0..0),
        };
        let message = format!("icon `{}`: {}", icon.name, said(&error));
        found.push(Finding::new(&rule::TEMPLATE_ERROR, place, message).help("fix the template of the icon"));
        icons.forget(&icon.name);
    }
    Arc::new(icons.painted_by(Arc::new(Painter {
        tera,
        fonts: fonts.clone(),
        pictures: pictures.clone(),
        known: Mutex::default(),
    })))
}

fn file(icon: &str) -> String {
    format!("{icon}.svg")
}

/// What an error says, in one line.
fn said(error: &tera::Error) -> String {
    let report = match error.kind() {
        tera::ErrorKind::SyntaxError(report) | tera::ErrorKind::RenderingError(report) => report.message().to_owned(),
        _ => error.to_string().lines().next().unwrap_or("").trim_start_matches("error: ").to_owned(),
    };
    lowered(report.trim_end_matches('.'))
}

impl Paints for Painter {
    fn paint(&self, icon: &str, value: Option<&str>) -> Drawn {
        // A face that is drawn again to be traced has marks in its values.
        let value = value.map(|value| unmarked(value).0);
        let usual = functions::usual();
        let around = [&usual.palette, &usual.fonts, &usual.ink].map(Value::to_string);
        let key = fingerprint(&(icon, &value, around, usual.language.tag(), &usual.fallback));
        if let Some(known) = self.known().get(&key) {
            return known.clone();
        }
        let drawn = self.draw(icon, value.as_deref(), &usual);
        self.known().insert(key, drawn.clone());
        drawn
    }
}

impl Painter {
    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<u128, Drawn>> {
        self.known.lock().expect("no thread panics while it looks for an icon")
    }

    fn draw(&self, icon: &str, value: Option<&str>, usual: &functions::Usual) -> Drawn {
        let mut context = Context::new();
        if let Some(value) = value {
            context.insert_value("value", value.to_owned().into());
        }
        context.insert_value("palette", usual.palette.clone());
        context.insert_value("fonts", usual.fonts.clone());
        context.insert_value("face", [("ink".into(), usual.ink.clone())].into_iter().collect::<tera::Map>().into());
        let (rendered, Left { stamps, troubles, .. }) = functions::apart(|| self.tera.render(&file(icon), &context));
        let wrong =
            |message: String, help: &str| Wrong { rule: &rule::ICON_VALUE, message, help: Some(help.to_owned()) };
        let svg = rendered.map_err(|error| match value {
            None => wrong(
                format!("icon `{icon}` needs a value"),
                &format!("write `{{{icon} 3}}` in a text, or `value=3` in a template"),
            ),
            Some(value) => {
                let message = format!("icon `{icon}` cannot be drawn with the value `{value}`: {}", said(&error));
                Wrong {
                    rule: &rule::ICON_UNUSABLE,
                    ..wrong(message, "fix the template of the icon, or give it another value")
                }
            }
        })?;
        if let Some(value) = value.filter(|_| !self.takes_value(icon)) {
            let message = format!("icon `{icon}` takes no value, and is given `{value}`");
            return Err(wrong(message, "leave the value out, or print `{{ value }}` in its file"));
        }
        let painted = Painted::new(&svg, stamps, &self.fonts.db, self.pictures.clone()).map_err(|faults| {
            let message = format!("icon `{icon}`: {}", lowered(&faults[0].message));
            Wrong { rule: &rule::ICON_UNUSABLE, ..wrong(message, "fix the template of the icon") }
        })?;
        let named = |trouble: Trouble| Trouble { message: format!("icon `{icon}`: {}", trouble.message), ..trouble };
        Ok((painted, troubles.into_iter().map(named).collect()))
    }

    fn takes_value(&self, icon: &str) -> bool {
        self.tera.get_template_variables(&file(icon)).map_or(true, |names| names.contains("value"))
    }
}
