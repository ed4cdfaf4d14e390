//! Categories that look alike in grayscale, or with one of three kinds of color blindness.

use std::cell::{LazyCell, OnceCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::art::{Face, Redraw};
use crate::content::{Kind, Node, Set};
use crate::finding::{Finding, Owner, Phase, Place, Rule, Severity};
use crate::lint::View;
use crate::lint::color::{Portrait, SIGHTS};
use crate::lint::look::Look;
use crate::lint::words::plain;

pub static RULE: Rule = Rule {
    name: "color-only",
    severity: Severity::Warning,
    phase: Phase::Art,
    can_be_allowed: true,
    what: "Two categories of a set look alike in grayscale or to a color-blind reader. No word, icon or pattern distinguishes them.",
    why: "One man in twelve cannot see the difference, and nobody can on a black and white print.",
    fix: "Give each category its own icon, pattern or word.",
    wrong: r#"
        {# card.svg #}
        {% extends "face.svg" %}
        {% block art %}
        <rect x="-3" y="-3" width="69" height="94" fill="{% if card.clan == 'water' %}#c2b04e{% else %}#d8ab4e{% endif %}"/>
        {% endblock art %}
    "#,
    right: r#"
        {# card.svg #}
        {% extends "face.svg" %}
        {% block art %}
        <rect x="-3" y="-3" width="69" height="94" fill="{% if card.clan == 'water' %}#c2b04e{% else %}#d8ab4e{% endif %}"/>
        {{ text(text=card.clan, x=5, y=5, w=50, h=8, size=12, font=fonts.text, fill=palette.ink) }}
        {% endblock art %}
    "#,
};

/// The distance at which two colors look different side by side (Oklab).
const NOTICED: f32 = 0.09;
/// The distance at which two colors differ at all.
const FAINT: f32 = 0.02;
/// The least share of a face that must differ, in thousandths.
const LEAST: f64 = 4.0;

/// A field with more different texts is not a category.
const MOST: usize = 12;

pub(super) fn check(view: &View, found: &mut Vec<Finding>) {
    let redraw = LazyCell::new(|| Redraw::new(view.content, view.game, view.studio));
    for (s, set) in view.game.sets.iter().enumerate() {
        for field in &set.fields {
            let all = categories(view, s, set, &field.name);
            let table = match &field.kind {
                Kind::KeyOf(table) => table,
                // A text field is a category if many cards share few texts.
                Kind::Text if all.len() * 2 <= view.art.sets[s].len() && all.len() <= MOST => &field.name,
                _ => continue,
            };
            let mut drawn: BTreeMap<(usize, &str), Option<Rc<Variant>>> = BTreeMap::new();
            let mut draw = |c: usize, key| {
                let card = drawn.entry((c, key)).or_insert_with(|| Variant::of(&redraw, (s, c), &field.name, key));
                card.clone()
            };
            for (i, a) in all.iter().enumerate() {
                for b in all[i + 1..].iter().filter(|b| !a.has_sign_against(b) && !b.has_sign_against(a)) {
                    // Draw one card in both categories, so that nothing else differs.
                    let same = draw(a.first, a.key).zip(draw(a.first, b.key)).filter(|(a, b)| a.print != b.print);
                    // If that changes nothing, the face shows the category by another field. Then compare two cards.
                    let own = || draw(a.first, a.key).zip(draw(b.first, b.key));
                    // Cards that print the same do not differ in color either.
                    let pair = same.or_else(own).filter(|(a, b)| a.print != b.print);
                    let Some((one, other)) = pair else { continue };
                    let portraits = one.portrait(view).zip(other.portrait(view));
                    let Some((sight, share)) = portraits.and_then(|(a, b)| alike(a, b)) else { continue };
                    let message = format!(
                        "in set `{}`, `{} = \"{}\"` and `\"{}\"` look alike {sight}: {share:.1} of 1000 parts differ; \
                         the least is {LEAST}",
                        set.id.value, field.name, a.key, b.key
                    );
                    let written = |of: &Category| {
                        let node = set.components[of.first].values.get(&field.name);
                        node.map_or_else(|| set.id.place.clone(), |node| Place::new(set.file, node.span.clone()))
                    };
                    let place = |of: &Category| key_of(view, table, of.key).unwrap_or_else(|| written(of));
                    found.push(
                        Finding::new(&RULE, place(b), message)
                            .other(place(a), "the other category")
                            .owner(Owner { place: set.place.clone(), name: set.id.value.clone() })
                            .help("give each its own icon, pattern or word"),
                    );
                }
            }
        }
    }
}

/// A category, and the signs on its fronts.
struct Category<'a> {
    key: &'a str,
    /// Index of its first component.
    first: usize,
    /// Words and clearly visible icons on all its cards.
    common: BTreeSet<Mark>,
    /// Words and icons on any of its cards.
    any: BTreeSet<Mark>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Word(String),
    Icon(u16),
}

impl Category<'_> {
    /// Whether a word or icon is on all cards of this category and on none of the other.
    fn has_sign_against(&self, other: &Category) -> bool {
        self.common.iter().any(|mark| !other.any.contains(mark))
    }
}

/// The categories of a field, in the order of the file.
fn categories<'a>(view: &View, s: usize, set: &'a Set, field: &str) -> Vec<Category<'a>> {
    let mut all: Vec<Category> = Vec::new();
    for piece in &view.art.sets[s] {
        let c = piece.component;
        let Some(key) = set.components[c].values.get(field).and_then(Node::text) else { continue };
        let Some(seen) = view.seen.get(piece.front.0 as usize).and_then(Option::as_ref) else { continue };
        let words = seen.texts.iter().flat_map(|text| words_of(text)).map(Mark::Word);
        let any: BTreeSet<Mark> = words.chain(seen.icons.iter().copied().map(Mark::Icon)).collect();
        let is_clear = |mark: &&Mark| !matches!(mark, Mark::Icon(icon) if !seen.clear.contains(icon));
        let clear: BTreeSet<Mark> = any.iter().filter(is_clear).cloned().collect();
        match all.iter_mut().find(|known| known.key == key) {
            Some(known) => {
                known.common.retain(|mark| clear.contains(mark));
                known.any.extend(any);
            }
            None => all.push(Category { key, first: c, common: clear, any }),
        }
    }
    all
}

fn words_of(text: &str) -> Vec<String> {
    let plain = plain(text).to_lowercase();
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A component as it looks in a category.
struct Variant {
    face: Face,
    print: u128,
    portrait: OnceCell<Option<Portrait>>,
}

impl Variant {
    fn of(redraw: &Redraw, (set, component): (usize, usize), field: &str, key: &str) -> Option<Rc<Variant>> {
        let face = redraw.front(set, component, field, key)?;
        Some(Rc::new(Variant { print: face.fingerprint(), face, portrait: OnceCell::new() }))
    }

    /// Its picture, rendered on first use.
    fn portrait(&self, view: &View) -> Option<&Portrait> {
        let portrait = self.portrait.get_or_init(|| {
            let tree = self.face.tree(view.game, view.studio, &view.content.sources).ok()?;
            let look = Look::new(view.game, &self.face, &tree, view.studio, &view.content.sources)?;
            Some(Portrait::of(&look.picture()?))
        });
        portrait.as_ref()
    }
}

/// The place of a category's record.
fn key_of(view: &View, table: &str, key: &str) -> Option<Place> {
    let records = view.game.data.get(table).and_then(Node::table)?;
    let key = records.keys().find(|k| k.text == key)?;
    Some(Place::new(view.game.file, key.span.clone()))
}

/// The first kind of sight with which two portraits differ too little, and by how much.
fn alike(a: &Portrait, b: &Portrait) -> Option<(&'static str, f64)> {
    let shares = a.differ(b, NOTICED)?;
    // If not even the colors differ, the categories differ in another way, or need not differ.
    let is_of_color = a.differ(b, FAINT)?[0] >= LEAST;
    let at = (1..SIGHTS.len()).find(|&at| is_of_color && shares[at] < LEAST)?;
    Some((SIGHTS[at].0, shares[at]))
}
