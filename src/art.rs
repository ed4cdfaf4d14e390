//! Content and templates to faces: every distinct front and back once.

mod blame;
mod context;
mod face;
mod names;

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use tera::{Context, Value};

use crate::content::{Component, Content, Game, Set, Spot, is_outside};
use crate::finding::{Finding, Owner, Sources, nearest, rule};
use crate::template::Templates;
use crate::text::{Fonts, Icons};

pub use blame::{Printed, place_of};
pub use face::{Face, FaceNo, Side, Subject};

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
    /// Subject its first copy, from 1.
    pub first: u32,
    /// Subject its last copy.
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

/// A face that is to be drawn.
struct Job<'a> {
    set: &'a Set,
    component: &'a Component,
    subject: Subject,
    template: &'a Spot<String>,
    numbers: Numbers,
}

/// Draws every component that `wanted` lets through; faults are told where they are written.
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
    // Every face of such a template would be told the same; the slips are told where they stand.
    let at_fault = names::check(game, &studio.templates, &content.sources, found);
    let base = context::of_game(game, needs_sets(game, studio), studio.ink);
    let mut jobs = Vec::new();
    let mut missing = 0;
    // Which job draws which piece: set, component, side.
    let mut wishes: Vec<(usize, usize, Side, usize)> = Vec::new();
    let mut plain_backs: HashMap<(usize, &str, String), usize> = HashMap::new();
    for (s, set) in game.sets.iter().enumerate() {
        for (c, component) in set.components.iter().enumerate().filter(|(_, c)| wanted(set, c)) {
            let numbers = Numbers::of(component, set);
            if !component.is_sound {
                missing += 1;
                continue;
            }
            let can_be_drawn = |template: &Spot<String>, found: &mut Vec<Finding>| {
                usable(template, studio, found)
                    && !at_fault.contains(&(s, template.value.as_str()))
                    // What cannot be read is told where it is written, and not again where it is missed.
                    && (game.is_whole || !studio.templates.uses(&template.value, "sets"))
            };
            if can_be_drawn(&component.template, found) {
                wishes.push((s, c, Side::Front, jobs.len()));
                let subject = Subject { set: s, component: c, side: Side::Front };
                jobs.push(Job { set, component, subject, template: &component.template, numbers });
            } else {
                missing += 1;
            }
            let Some(back) = &component.back else { continue };
            if !can_be_drawn(back, found) {
                missing += 1;
                continue;
            }
            // A back that does not look at the card is the same for all: draw it once.
            let shared = !studio.templates.uses(&back.value, "card");
            let key = (s, back.value.as_str(), format!("{:?}{:?}", component.size, component.shape));
            let job = match plain_backs.get(&key) {
                Some(&job) if shared => job,
                _ => {
                    plain_backs.insert(key, jobs.len());
                    let subject = Subject { set: s, component: c, side: Side::Back };
                    jobs.push(Job { set, component, subject, template: back, numbers });
                    jobs.len() - 1
                }
            };
            wishes.push((s, c, Side::Back, job));
        }
    }
    let mut store = Store::default();
    let mut numbers: Vec<Option<FaceNo>> = Vec::with_capacity(jobs.len());
    let mut owners: Vec<Vec<Owner>> = vec![Vec::new(); jobs.len()];
    for (s, c, _, job) in &wishes {
        let set = &game.sets[*s];
        owners[*job].push(set.components[*c].owner(set));
    }
    for some in jobs.chunks(AT_ONCE) {
        let drawn: Vec<(Option<Face>, Vec<Finding>)> =
            some.par_iter().with_min_len(8).map(|job| draw_face(job, game, &base, studio, &content.sources)).collect();
        let before = store.faces.len();
        // What is not drawn yet may turn out the same.
        let may_come = numbers.len() + some.len() < jobs.len();
        for (face, faults) in drawn {
            let owners = &owners[numbers.len()];
            numbers.push(face.map(|face| store.keep(face, may_come || owners.len() > 1)));
            // What is wrong with a back is wrong with every card that has it, and each can allow it for itself.
            let of_others = owners.iter().skip(1).flat_map(|owner| {
                let told = faults.iter().filter(|fault| !fault.owners.is_empty());
                told.map(|fault| Finding { owners: vec![owner.clone()], ..fault.clone() })
            });
            let all = faults.iter().cloned().chain(of_others).collect();
            store.tell(all, found);
        }
        then(&mut store.faces[before..]);
    }
    let mut art = Art { faces: store.faces, sets: vec![Vec::new(); game.sets.len()], missing };
    for (s, c, side, job) in wishes {
        let Some(number) = numbers[job] else {
            art.missing += 1;
            continue;
        };
        match side {
            Side::Front => {
                let count = game.sets[s].components[c].count.value;
                art.sets[s].push(Piece { component: c, front: number, back: None, count });
            }
            Side::Back => {
                if let Some(piece) = art.sets[s].last_mut().filter(|piece| piece.component == c) {
                    piece.back = Some(number);
                }
            }
        }
    }
    art
}

/// Faces drawn at a time; what `then` does with them comes before the next are taken up.
const AT_ONCE: usize = 512;

/// Keeps each distinct face once, and tells each fault once.
#[derive(Default)]
struct Store {
    faces: Vec<Face>,
    known: HashMap<u128, FaceNo>,
    told: HashSet<String>,
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

    fn tell(&mut self, faults: Vec<Finding>, found: &mut Vec<Finding>) {
        // One slip in a template fails on every card; it is told once.
        found.extend(
            faults.into_iter().filter(|f| self.told.insert(format!("{:?} {} {:?}", f.place, f.message, f.owners))),
        );
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
    let side = subject.side;
    let mut context = base.clone();
    context.insert_value("card", context::card(component, *numbers));
    context.insert_value("set", context::set(set, *numbers));
    context.insert_value("face", context::face(set, component, side, studio.ink));
    let name = format!("{}/{}/{} ({})", game.id, set.id.value, component.id.value, side.word());
    match studio.templates.render(&template.value, &name, &context, sources) {
        Ok(drawn) => {
            let on = Printed { game, set, card: component, side, studio, sources };
            let troubles = drawn.troubles.iter().map(|t| blame::text(t, on)).collect();
            let face = Face {
                svg: drawn.svg,
                stamps: drawn.stamps,
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

/// Whether a template can be used; if it does not exist, that is told at the key.
fn usable(template: &Spot<String>, studio: &Studio, found: &mut Vec<Finding>) -> bool {
    let name = template.value.as_str();
    if studio.templates.has(name) {
        return !studio.templates.is_broken(name);
    }
    if is_outside(name) {
        // Told where it was read.
        return false;
    }
    let help = nearest(name, studio.templates.names())
        .map_or_else(|| "create it, or name another".to_owned(), |near| format!("did you mean `{near}`?"));
    let message = format!("there is no template `{name}`");
    let told = Finding::new(&rule::TEMPLATE_MISSING, template.place.clone(), message).help(help);
    if !found.contains(&told) {
        found.push(told);
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
