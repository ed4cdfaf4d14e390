//! Which component of the old state is which component of the new one.

use std::collections::{HashMap, HashSet};

use super::{At, Basis, State};
use crate::art::Side;

/// A component before and now.
pub(super) type Meeting<'a> = (Option<At<'a>>, Option<At<'a>>);

/// The components of one set, matched by their ids.
struct Matched<'a> {
    /// All in the new state, with their old selves.
    now: Vec<(Option<At<'a>>, At<'a>)>,
    /// Those of the old state whose ids are gone.
    gone: Vec<At<'a>>,
}

/// A state and the index of a game in it, if it has that game.
pub(super) type Place<'a> = Option<(&'a State, usize)>;

/// All sets of a game in the order of the new content; those that are gone come last.
fn matched<'a>(old: Place<'a>, new: Place<'a>) -> Vec<Matched<'a>> {
    let sets = |at: Place<'a>| at.map_or(&[][..], |(state, game)| &state.project.content.games[game].sets);
    let all = |at: Place<'a>, set: usize| {
        let count = sets(at)[set].components.len();
        at.into_iter().flat_map(move |(state, game)| (0..count).map(move |card| At { state, game, set, card }))
    };
    let numbers = |at: Place<'a>| sets(at).iter().enumerate().map(|(s, set)| (set.id.value.as_str(), s));
    let before: HashMap<&str, usize> = numbers(old).collect();
    let mut found = Vec::new();
    for (id, s) in numbers(new) {
        let old: Vec<At> = before.get(id).map_or_else(Vec::new, |&was| all(old, was).collect());
        // Of components with the same id, the first meets the first.
        let mut known: HashMap<&str, Vec<usize>> = HashMap::new();
        for (i, card) in old.iter().enumerate().rev() {
            known.entry(card.id()).or_default().push(i);
        }
        let mut is_met = vec![false; old.len()];
        let mut meet = |card: At<'a>| {
            let was = known.get_mut(card.id()).and_then(Vec::pop);
            was.into_iter().for_each(|was| is_met[was] = true);
            (was.map(|was| old[was]), card)
        };
        let now = all(new, s).map(&mut meet).collect();
        found.push(Matched { now, gone: old.iter().zip(is_met).filter(|(_, met)| !met).map(|(at, _)| *at).collect() });
    }
    let kept: HashSet<&str> = numbers(new).map(|(id, _)| id).collect();
    for (_, s) in numbers(old).filter(|(id, _)| !kept.contains(id)) {
        found.push(Matched { now: Vec::new(), gone: all(old, s).collect() });
    }
    found
}

/// Reports which components of a game must be drawn to be compared, of those that `takes` lets through.
pub(super) fn wanted<'a>(
    (old, new): (Place<'a>, Place<'a>),
    (was, is): (&Basis<'a>, &Basis<'a>),
    takes: &dyn Fn(&At) -> bool,
    want: &mut dyn FnMut(At<'a>),
) {
    for Matched { now, gone } in matched(old, new) {
        let may_differ = |old: &At<'a>, new: &At<'a>| {
            [Side::Front, Side::Back].into_iter().any(|side| was.side(old, side) != is.side(new, side))
        };
        let mut named: HashSet<&str> = gone.iter().filter(|at| takes(at)).map(At::name).collect();
        named.extend(now.iter().filter(|(old, new)| old.is_none() && takes(new)).map(|(_, new)| new.name()));
        for (old, new) in now {
            match old {
                Some(old) if takes(&new) && may_differ(&old, &new) => [old, new].into_iter().for_each(&mut *want),
                // It may be one of those that are gone, under another id.
                None if named.contains(new.name()) => want(new),
                _ => {}
            }
        }
        gone.into_iter().filter(|at| named.contains(at.name())).for_each(&mut *want);
    }
}

/// All components of a game in the order of the new content. Removed ones come last in their set.
///
/// What ids do not tell is told by what was drawn.
pub(super) fn meetings<'a>(old: Place<'a>, new: Place<'a>) -> Vec<Meeting<'a>> {
    let mut met = Vec::new();
    for Matched { now, gone } in matched(old, new) {
        let mut named: HashMap<&str, Vec<Option<At>>> = HashMap::new();
        for at in &gone {
            named.entry(at.name()).or_default().push(Some(*at));
        }
        let mut renamed = HashSet::new();
        for (old, new) in now {
            // A component with another id but the same print was renamed.
            let same = |old: &&mut Option<At>| old.is_some_and(|old| old.prints_as(&new));
            let was = old.or_else(|| {
                let taken = named.get_mut(new.name())?.iter_mut().find(same)?.take();
                renamed.extend(taken.map(|at| at.card));
                taken
            });
            met.push((was, Some(new)));
        }
        met.extend(gone.into_iter().filter(|at| !renamed.contains(&at.card)).map(|old| (Some(old), None)));
    }
    met
}
