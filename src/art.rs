//! Content and templates to faces: every distinct front and back once.

mod blame;
mod context;
mod face;
mod marked;
mod names;
mod origin;
mod plan;

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use tera::{Context, Value};

use crate::content::{Component, Content, Game, Set, Spot, is_outside};
use crate::finding::{Finding, Owner, Sources, nearest, rule};
use crate::template::Templates;
use crate::text::{Fonts, Icons};
use plan::{Job, Plan};

pub use face::{Face, FaceNo, Side, Subject};
pub use origin::{Origins, Piece as TextPiece, Printed, place_of};

/// What is needed to draw: templates, fonts and icons of one project.
pub struct Studio {
    /// The templates.
    pub templates: Templates,
    /// The fonts.
    pub fonts: Arc<Fonts>,
    /// The icons.
    pub icons: Arc<Icons>,
    /// The only folder pictures may come from.
    pub pictures: std::path::PathBuf,
    /// How much ink the faces may take.
    pub ink: Ink,
}

impl Studio {
    /// The templates that a game is drawn from: those its components name, and all that these include or call.
    pub fn reached(&self, game: &Game) -> BTreeSet<String> {
        let components = game.sets.iter().flat_map(|set| &set.components);
        let named = components.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten();
        self.templates.reached(named.map(|name| name.value.as_str()))
    }
}

/// How much ink faces may take: templates read it as `face.ink`, and the palette changes with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// As drawn.
    #[default]
    Full,
    /// On white, with outlines.
    Low,
}

impl Ink {
    /// The word that templates see.
    pub fn word(self) -> &'static str {
        match self {
            Ink::Full => "full",
            Ink::Low => "low",
        }
    }
}

/// All faces of a game, each distinct one once.
pub struct Art {
    /// The faces.
    pub faces: Vec<Face>,
    /// For each set, its pieces in the order of the file.
    pub sets: Vec<Vec<Piece>>,
    /// Faces that could not be drawn.
    pub missing: usize,
}

/// A component with its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index of the component in its set.
    pub component: usize,
    /// Its front.
    pub front: FaceNo,
    /// Its back.
    pub back: Option<FaceNo>,
    /// Copies to print.
    pub count: u32,
}

/// A component's number in its deck, copies counted: the third of nine, or the seventh to ninth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// That of its first copy, from 1.
    pub first: u32,
    /// That of its last copy.
    pub last: u32,
    /// All in its set.
    pub total: u32,
}

impl Numbers {
    /// Those of a component of that set.
    pub fn of(component: &Component, set: &Set) -> Numbers {
        let last = component.first + component.count.value.max(1) - 1;
        Numbers { first: component.first, last, total: set.total() }
    }
}

/// Draws every component that `wanted` lets through; faults are reported where they are written.
///
/// `then` is given the new faces a few hundred at a time, in order, and may drop their drawings: a large deck is never
/// held whole.
pub fn draw(
    content: &Content,
    game: &Game,
    studio: &Studio,
    wanted: &(dyn Fn(&Set, &Component) -> bool + Sync),
    found: &mut Vec<Finding>,
    then: &mut dyn FnMut(&mut [Face]),
) -> Art {
    check_fonts(game, &studio.fonts, found);
    // Every face of such a template would have the same findings; the slips are reported where they stand.
    let at_fault = names::check(game, &studio.templates, &content.sources, found);
    let plan = Plan::new(game, studio, wanted, &at_fault, found);
    let base = context::of_game(game, needs_sets(game, studio), studio.ink);
    let mut store = Store::default();
    let mut numbers: Vec<Option<FaceNo>> = Vec::with_capacity(plan.jobs.len());
    let owners = plan.owners(game);
    for some in plan.jobs.chunks(AT_ONCE) {
        let drawn: Vec<(Option<Face>, Vec<Finding>)> =
            some.par_iter().with_min_len(8).map(|job| draw_face(job, game, &base, studio, &content.sources)).collect();
        let before = store.faces.len();
        // What is not drawn yet may turn out the same.
        let may_come = numbers.len() + some.len() < plan.jobs.len();
        for (face, faults) in drawn {
            let owners = &owners[numbers.len()];
            numbers.push(face.map(|face| store.keep(face, may_come || owners.len() > 1)));
            store.report(faults, owners, found);
        }
        then(&mut store.faces[before..]);
    }
    plan.gather(game, store.faces, &numbers)
}

/// Faces drawn at a time; what `then` does with them comes before the next are taken up.
const AT_ONCE: usize = 512;

/// Keeps each distinct face once, and reports each fault once.
#[derive(Default)]
struct Store {
    faces: Vec<Face>,
    known: HashMap<u128, FaceNo>,
    reported: HashSet<String>,
}

impl Store {
    fn keep(&mut self, face: Face, is_shared: bool) -> FaceNo {
        match self.known.entry(face.fingerprint()) {
            Entry::Occupied(known) => {
                self.faces[known.get().0 as usize].is_shared = true;
                *known.get()
            }
            Entry::Vacant(new) => {
                self.faces.push(Face { is_shared, ..face });
                *new.insert(FaceNo(self.faces.len() as u32 - 1))
            }
        }
    }

    fn report(&mut self, faults: Vec<Finding>, owners: &[Owner], found: &mut Vec<Finding>) {
        // What is wrong with a back is wrong with every card that has it, and each can allow it for itself.
        let owned: Vec<Finding> = faults.iter().filter(|fault| !fault.owners.is_empty()).cloned().collect();
        let of_others = owners
            .iter()
            .skip(1)
            .flat_map(|owner| owned.iter().map(|fault| Finding { owners: vec![owner.clone()], ..fault.clone() }));
        // One slip in a template fails on every card; it is reported once.
        let all = faults.into_iter().chain(of_others);
        found.extend(all.filter(|f| self.reported.insert(format!("{:?} {} {:?}", f.place, f.message, f.owners))));
    }
}

fn draw_face(
    job: &Job,
    game: &Game,
    base: &Context,
    studio: &Studio,
    sources: &Sources,
) -> (Option<Face>, Vec<Finding>) {
    let Job { set, component, subject, template, numbers } = job;
    let on = Printed { game, set, card: component, side: subject.side, studio, sources };
    let mut context = base.clone();
    context::add_face(&mut context, on, *numbers);
    let name = on.name();
    match studio.templates.render(&template.value, &name, &context, sources) {
        Ok(drawing) => {
            let troubles = blame::texts(&drawing.troubles, on);
            let face = Face {
                svg: drawing.svg,
                stamps: drawing.stamps,
                size: component.size,
                bleed: set.bleed,
                name,
                template: (*template).clone(),
                subject: Some(*subject),
                is_shared: false,
            };
            (Some(face), troubles)
        }
        Err(mut fault) => {
            fault.help.get_or_insert_with(|| format!("it failed while drawing {name}"));
            fault.place.get_or_insert_with(|| template.place.clone());
            (None, vec![*fault])
        }
    }
}

/// Draws components of a game once more, changed.
pub struct Redraw<'a> {
    content: &'a Content,
    game: &'a Game,
    studio: &'a Studio,
    base: Context,
}

impl<'a> Redraw<'a> {
    /// For one game.
    pub fn new(content: &'a Content, game: &'a Game, studio: &'a Studio) -> Redraw<'a> {
        let base = context::of_game(game, needs_sets(game, studio), studio.ink);
        Redraw { content, game, studio, base }
    }

    /// The front of a component with another name in a field; nothing where it cannot be drawn.
    pub fn front(&self, set: usize, component: usize, field: &str, name: &str) -> Option<Face> {
        let subject = Subject { set, component, side: Side::Front };
        let set = &self.game.sets[set];
        let mut component = set.components[component].clone();
        component.values.get_mut(field)?.value = crate::content::Value::Text(name.to_owned());
        let numbers = Numbers::of(&component, set);
        let job = Job { set, component: &component, subject, template: &component.template, numbers };
        draw_face(&job, self.game, &self.base, self.studio, &self.content.sources).0
    }

    /// A face of a component with other numbers in the deck; nothing where it cannot be drawn.
    pub fn numbered(&self, subject: Subject, numbers: Numbers) -> Option<Face> {
        let set = &self.game.sets[subject.set];
        let component = &set.components[subject.component];
        let template = if subject.side == Side::Front { &component.template } else { component.back.as_ref()? };
        let job = Job { set, component, subject, template, numbers };
        draw_face(&job, self.game, &self.base, self.studio, &self.content.sources).0
    }
}

/// Whether a template can be used; one that does not exist is reported at the key.
fn usable(template: &Spot<String>, studio: &Studio, found: &mut Vec<Finding>) -> bool {
    let name = template.value.as_str();
    if studio.templates.has(name) {
        return !studio.templates.is_broken(name);
    }
    if is_outside(name) {
        // Reported where it was read.
        return false;
    }
    let help = nearest(name, studio.templates.names())
        .map_or_else(|| "create it, or name another".to_owned(), |near| format!("did you mean `{near}`?"));
    let message = format!("there is no template `{name}`");
    let finding = Finding::new(&rule::TEMPLATE_MISSING, template.place.clone(), message).help(help);
    if !found.contains(&finding) {
        found.push(finding);
    }
    false
}

/// Whether any template looks at the cards of all sets.
fn needs_sets(game: &Game, studio: &Studio) -> bool {
    let components = game.sets.iter().flat_map(|set| &set.components);
    let mut names: Vec<&str> =
        components.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten().map(|t| t.value.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.iter().any(|name| studio.templates.uses(name, "sets"))
}

fn check_fonts(game: &Game, fonts: &Fonts, found: &mut Vec<Finding>) {
    for (part, family) in &game.fonts {
        if fonts.find(&family.value, 400, false).is_none() {
            let known = fonts.families();
            let help = nearest(&family.value, known.iter().copied())
                .map_or_else(|| format!("there are: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
            found.push(
                Finding::new(
                    &rule::FONT_MISSING,
                    family.place.clone(),
                    format!("font `{}` for {part} is neither bundled nor in `templates/fonts`", family.value),
                )
                .help(help),
            );
        }
    }
}

/// A record as a template value.
fn value<T: serde::Serialize + ?Sized>(record: &T) -> Value {
    Value::from_serializable(record)
}
