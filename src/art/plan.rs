//! Decides which faces are drawn, and which pieces share them.

use std::collections::{BTreeSet, HashMap};

use super::aside::Aside;
use super::{Art, Face, FaceNo, Numbers, Piece, Side, Studio, Subject, usable};
use crate::content::{Component, Game, Set, Spot};
use crate::finding::{Finding, Owner};

/// A face to draw.
pub(super) struct Job<'a> {
    pub set: &'a Set,
    pub component: &'a Component,
    pub subject: Subject,
    pub template: &'a Spot<String>,
    pub numbers: Numbers,
}

/// The faces to draw.
#[derive(Default)]
pub(super) struct Plan<'a> {
    pub jobs: Vec<Job<'a>>,
    /// Each side of a piece, with the index of the job that draws it.
    wishes: Vec<(Subject, usize)>,
    missing: usize,
}

impl<'a> Plan<'a> {
    /// A job for each front and each distinct back; components that cannot be drawn are counted as missing.
    pub fn new(
        game: &'a Game,
        studio: &Studio,
        wanted: &(dyn Fn(&Set, &Component) -> bool + Sync),
        at_fault: &BTreeSet<(usize, &str)>,
        found: &mut Vec<Finding>,
    ) -> Plan<'a> {
        let mut plan = Plan::default();
        let mut plain_backs: HashMap<(usize, &str, String), usize> = HashMap::new();
        let aside = Aside::of(studio, game);
        for (s, set) in game.sets.iter().enumerate() {
            let mut can_be_drawn = |template: &Spot<String>, card: &Component, side: Side| {
                usable(template, studio, found)
                    && !at_fault.contains(&(s, template.value.as_str()))
                    // A set that could not be read has its own finding; its absence here needs no second one.
                    && (game.is_whole || !studio.templates.uses(&template.value, "sets"))
                    && !aside.holds((set, card, side), template, found)
            };
            for (c, component) in set.components.iter().enumerate().filter(|(_, c)| wanted(set, c)) {
                if !component.is_sound {
                    plan.missing += 1;
                    continue;
                }
                let front = Subject { set: s, component: c, side: Side::Front };
                if can_be_drawn(&component.template, component, Side::Front) {
                    plan.add(front, set, component, &component.template);
                } else {
                    plan.missing += 1;
                }
                let Some(back) = &component.back else { continue };
                if !can_be_drawn(back, component, Side::Back) {
                    plan.missing += 1;
                    continue;
                }
                // A back that does not use `card` is the same for all: draw it once.
                let is_shared = !studio.templates.uses(&back.value, "card");
                let key = (s, back.value.as_str(), format!("{:?}{:?}", component.size, component.shape));
                let subject = Subject { side: Side::Back, ..front };
                match plain_backs.get(&key) {
                    Some(&job) if is_shared => plan.wishes.push((subject, job)),
                    _ => {
                        plain_backs.insert(key, plan.jobs.len());
                        plan.add(subject, set, component, back);
                    }
                }
            }
        }
        plan
    }

    fn add(&mut self, subject: Subject, set: &'a Set, component: &'a Component, template: &'a Spot<String>) {
        self.wishes.push((subject, self.jobs.len()));
        let numbers = Numbers::of(component, set);
        self.jobs.push(Job { set, component, subject, template, numbers });
    }

    /// For each job, the components that share its face.
    pub fn owners(&self, game: &Game) -> Vec<Vec<Owner>> {
        let mut owners: Vec<Vec<Owner>> = vec![Vec::new(); self.jobs.len()];
        for (subject, job) in &self.wishes {
            let set = &game.sets[subject.set];
            owners[*job].push(set.components[subject.component].owner(set));
        }
        owners
    }

    /// Assigns the faces to their pieces. `numbers` holds the face of each job.
    pub fn gather(self, game: &Game, faces: Vec<Face>, numbers: &[Option<FaceNo>]) -> Art {
        let mut art = Art { faces, sets: vec![Vec::new(); game.sets.len()], missing: self.missing };
        for (Subject { set, component, side }, job) in self.wishes {
            let Some(number) = numbers[job] else {
                art.missing += 1;
                continue;
            };
            match side {
                Side::Front => {
                    let count = game.sets[set].components[component].count.value;
                    art.sets[set].push(Piece { component, front: number, back: None, count });
                }
                Side::Back => {
                    if let Some(piece) = art.sets[set].last_mut().filter(|piece| piece.component == component) {
                        piece.back = Some(number);
                    }
                }
            }
        }
        art
    }
}
