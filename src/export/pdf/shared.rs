//! Drawings that many faces show: each is converted once per thread, and stored once per document.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

use usvg::tiny_skia_path::Transform;
use usvg::{BlendMode, Group, Node, Paint, Tree};

use super::convert::Writer;
use super::form::{Form, Resource};
use super::note::{Drawn, Notes};
use super::numbers::matrix;
use crate::color::Color;
use crate::hash::fingerprint;
use crate::text::{IconAt, Painted, Stamp};

/// The most icons that a thread remembers.
const MOST: usize = 512;

/// A form with its fingerprint, and what could not be stored as vectors.
type Kept = (u128, Arc<Form>, Notes);

#[derive(Default)]
struct Known {
    /// The fonts that glyph numbers belong to.
    fonts: u64,
    /// By icon, color, and whether they are faint or gray.
    icons: HashMap<(u128, Color, [bool; 2]), Kept>,
    forms: HashMap<u128, Weak<Form>>,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// Draws an icon in its own colors, among words of `paint`.
pub(super) fn icon(w: &mut Writer, at: &IconAt, painted: &Painted, paint: &Paint, opacity: f32, ts: Transform) {
    let color = painted.shade(Color::from(paint));
    let (fonts, key) = (w.studio.fonts.serial(), (painted.key, color, [opacity < 1.0, w.is_gray]));
    let known = KNOWN.with_borrow_mut(|known| {
        if known.fonts != fonts || known.icons.len() >= MOST {
            *known = Known { fonts, ..Known::default() };
        }
        known.icons.get(&key).cloned()
    });
    let kept = known.unwrap_or_else(|| {
        let kept = form(w, &painted.tree(color), &painted.stamps, opacity < 1.0);
        KNOWN.with_borrow_mut(|known| known.icons.insert(key, kept.clone()));
        kept
    });
    let drawn = Drawn::Icon(w.studio.icons.get(at.icon).file);
    put(w, kept, drawn, ts.pre_concat(at.own_matrix(painted)));
}

/// Draws a drawing that is a picture in another.
pub(super) fn picture(w: &mut Writer, tree: &Tree, ts: Transform) {
    let kept = form(w, tree, &[], false);
    put(w, kept, Drawn::Picture, ts);
}

fn put(w: &mut Writer, (key, form, notes): Kept, drawn: Drawn, place: Transform) {
    for note in notes.into_iter().map(|note| note.of(drawn)) {
        if !w.notes.contains(&note) {
            w.notes.push(note);
        }
    }
    let saved = w.save();
    matrix(w.out(), place, "cm");
    let scale = place.sx.hypot(place.ky).max(place.kx.hypot(place.sy));
    w.apply(Resource::Shared(key, form, scale), "Do");
    w.restore(saved);
}

/// Converts a drawing in its own units. Equal drawings share one form.
fn form(w: &Writer, tree: &Tree, stamps: &[Stamp], is_faint: bool) -> Kept {
    let mut notes = Notes::new();
    let bounds = [0.0, 0.0, tree.size().width(), tree.size().height()];
    let mut writer = Writer::new(bounds, stamps, w.studio, &mut notes);
    writer.is_gray = w.is_gray;
    writer.group(tree.root(), Transform::identity());
    let mut form = writer.form;
    form.is_group = is_faint || mixes(tree.root());
    let key = fingerprint(&form);
    let form = KNOWN.with_borrow_mut(|known| {
        let kept = known.forms.get(&key).and_then(Weak::upgrade);
        kept.unwrap_or_else(|| {
            known.forms.retain(|_, form| form.strong_count() > 0);
            let form = Arc::new(form);
            known.forms.insert(key, Arc::downgrade(&form));
            form
        })
    });
    (key, form, notes)
}

/// Whether something in a group mixes its color with what is below.
pub(super) fn mixes(group: &Group) -> bool {
    group.blend_mode() != BlendMode::Normal
        || group.children().iter().any(|node| matches!(node, Node::Group(inner) if mixes(inner)))
}
