//! Draws content and templates as faces, each distinct front and back once.

mod aside;
mod blame;
mod context;
mod face;
mod fitted;
mod marked;
mod names;
mod origin;
mod plan;

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use tera::{Context, Value};

use crate::budget::{self, Verdict};
use crate::content::{Component, Content, Game, Set, Spot, is_outside};
use crate::finding::{Finding, Owner, Sources, nearest, rule};
use crate::picture::Pictures;
use crate::svg::Root;
use crate::template::Templates;
use crate::text::{Cut, Fonts, Icons};
use plan::{Job, Plan};

pub use aside::is_given_up;
pub use blame::panic;
pub use face::{FINEST, Face, FaceNo, Side, Subject};
pub use origin::{Origins, Piece as TextPiece, Printed, place_in_drawing, place_of};

/// What a project needs for drawing.
pub struct Studio {
    pub templates: Templates,
    pub fonts: Arc<Fonts>,
    pub icons: Arc<Icons>,
    pub pictures: Arc<Pictures>,
    /// How much ink the faces may take.
    pub ink: Ink,
    /// Faces that are left out, because an earlier attempt to draw them did not end.
    pub aside: Vec<Verdict>,
}

impl Studio {
    /// The templates that a game uses: those its components name, and all that these include or call.
    pub fn reached(&self, game: &Game) -> BTreeSet<String> {
        let components = game.sets.iter().flat_map(|set| &set.components);
        let named = components.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten();
        self.templates.reached(named.map(|name| name.value.as_str()))
    }
}

/// How much ink faces may use. Templates read it as `face.ink`, and the palette changes with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// As drawn.
    #[default]
    Full,
    /// On a white background, with outlines.
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

/// All faces of a game, without duplicates.
pub struct Art {
    pub faces: Vec<Face>,
    /// The pieces of each set, in the order of the file.
    pub sets: Vec<Vec<Piece>>,
    /// The number of faces that could not be drawn.
    pub missing: usize,
}

/// A component with its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index of the component in its set.
    pub component: usize,
    pub front: FaceNo,
    pub back: Option<FaceNo>,
    /// Copies to print.
    pub count: u32,
}

/// A component's number in its deck. Each copy counts: the third of nine, or the seventh to ninth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The number of its first copy, from 1.
    pub first: u32,
    /// The number of its last copy.
    pub last: u32,
    /// The number of copies in its set.
    pub total: u32,
}

impl Numbers {
    pub fn of(component: &Component, set: &Set) -> Numbers {
        let last = component.first + component.count.value.max(1) - 1;
        Numbers { first: component.first, last, total: set.total() }
    }
}

/// Draws every component that `wanted` accepts. Each fault is reported at its source.
///
/// `then` gets the new faces in order, a few hundred at a time. It may drop their drawings, so that a large deck is
/// never in memory as a whole. Once `is_asked` to stop, it returns nothing.
pub fn draw(
    content: &Content,
    game: &Game,
    studio: &Studio,
    wanted: &(dyn Fn(&Set, &Component) -> bool + Sync),
    is_asked: &(dyn Fn() -> bool + Sync),
    found: &mut Vec<Finding>,
    then: &mut dyn FnMut(&mut [Face]),
) -> Option<Art> {
    check_fonts(game, &studio.fonts, found);
    // Every face of such a template would have the same findings, so they are reported once, in the template.
    let at_fault = names::check(game, &studio.templates, &content.sources, found);
    let plan = Plan::new(game, studio, wanted, &at_fault, found);
    let base = context::of_game(game, needs_sets(game, studio), studio.ink);
    let mut store = Store::default();
    let mut numbers: Vec<Option<FaceNo>> = Vec::with_capacity(plan.jobs.len());
    let owners = plan.owners(game);
    for some in plan.jobs.chunks(AT_ONCE) {
        let drawn: Option<Vec<(Option<Face>, Vec<Finding>)>> = some
            .par_iter()
            .with_min_len((some.len() / 16).clamp(1, 8))
            .map(|job| (!is_asked()).then(|| draw_face(job, game, &base, studio, &content.sources)))
            .collect();
        let before = store.faces.len();
        // A face that is not drawn yet may turn out the same.
        let may_come = numbers.len() + some.len() < plan.jobs.len();
        for (face, faults) in drawn? {
            let owners = &owners[numbers.len()];
            numbers.push(face.map(|face| store.keep(face, may_come || owners.len() > 1)));
            store.report(faults, owners, found);
        }
        then(&mut store.faces[before..]);
    }
    Some(plan.gather(game, store.faces, &numbers))
}

/// Faces in one batch. `then` runs before the next batch is drawn.
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
        // A fault in a shared back concerns every card that has it, and each card can allow it.
        let owned: Vec<Finding> = faults.iter().filter(|fault| !fault.owners.is_empty()).cloned().collect();
        let of_others = owners
            .iter()
            .skip(1)
            .flat_map(|owner| owned.iter().map(|fault| Finding { owners: vec![owner.clone()], ..fault.clone() }));
        // A mistake in a template shows on every card; it is reported once.
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
    let name = on.name();
    let drawn = budget::spend(&template.value, &name, || {
        let mut context = base.clone();
        context::add_face(&mut context, on, *numbers);
        studio.templates.render(&template.value, &context, sources)
    });
    match drawn {
        Ok(Ok(drawing)) => {
            let troubles = blame::texts(&drawing.troubles, on);
            if Root::of(&drawing.svg).is_none() {
                return (None, vec![blame::bare(on)]);
            }
            let svg = match fitted::fitted(drawing.svg, component.size, set.bleed) {
                Ok(svg) => svg,
                Err(is) => return (None, vec![blame::size(&is, template, component.size, set.bleed)]),
            };
            let face = Face {
                svg,
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
        Ok(Err(fault)) => (None, vec![blame::failed(*fault, template, on)]),
        Err(panic) => (None, vec![blame::panic(&template.place, &name, &panic)]),
    }
}

/// Draws components of a game again, with changes.
pub struct Redraw<'a> {
    content: &'a Content,
    game: &'a Game,
    studio: &'a Studio,
    base: Context,
}

impl<'a> Redraw<'a> {
    pub fn new(content: &'a Content, game: &'a Game, studio: &'a Studio) -> Redraw<'a> {
        let base = context::of_game(game, needs_sets(game, studio), studio.ink);
        Redraw { content, game, studio, base }
    }

    /// The front of a component with another name in a field. `None` if it cannot be drawn.
    pub fn front(&self, set: usize, component: usize, field: &str, name: &str) -> Option<Face> {
        let subject = Subject { set, component, side: Side::Front };
        let set = &self.game.sets[set];
        let mut component = set.components[component].clone();
        component.values.get_mut(field)?.value = crate::content::Value::Text(name.to_owned());
        let numbers = Numbers::of(&component, set);
        let job = Job { set, component: &component, subject, template: &component.template, numbers };
        draw_face(&job, self.game, &self.base, self.studio, &self.content.sources).0
    }

    /// A face of a component with other numbers in the deck. `None` if it cannot be drawn.
    pub fn numbered(&self, subject: Subject, numbers: Numbers) -> Option<Face> {
        let set = &self.game.sets[subject.set];
        let component = &set.components[subject.component];
        let template = if subject.side == Side::Front { &component.template } else { component.back.as_ref()? };
        let job = Job { set, component, subject, template, numbers };
        draw_face(&job, self.game, &self.base, self.studio, &self.content.sources).0
    }
}

/// Whether a template can be used. A missing one is reported at the key that names it.
fn usable(template: &Spot<String>, studio: &Studio, found: &mut Vec<Finding>) -> bool {
    let name = template.value.as_str();
    if studio.templates.has(name) {
        return !studio.templates.is_broken(name) && !studio.templates.has_slip(name);
    }
    if is_outside(name) {
        // Reported when the content was read.
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

/// Whether any template uses the cards of all sets.
fn needs_sets(game: &Game, studio: &Studio) -> bool {
    let components = game.sets.iter().flat_map(|set| &set.components);
    let mut names: Vec<&str> =
        components.flat_map(|c| [Some(&c.template), c.back.as_ref()]).flatten().map(|t| t.value.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.iter().any(|name| studio.templates.uses(name, "sets"))
}

fn check_fonts(game: &Game, fonts: &Fonts, found: &mut Vec<Finding>) {
    for (part, family) in game.fonts.iter().flat_map(|(part, all)| all.iter().map(move |family| (part, family))) {
        if fonts.find(&family.value, Cut::upright(400)).is_none() {
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
