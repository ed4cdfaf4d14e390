//! Sheets that take more ink than was allowed.

use kurbo::Shape as _;

use super::Seen;
use crate::content::Game;
use crate::finding::{Finding, Rule, Severity};
use crate::layout::{Setup, Sheet};

/// The rule.
pub static RULE: Rule = Rule {
    name: "ink-heavy",
    severity: Severity::Warning,
    what: "A sheet takes more ink than the limit given by `--max-ink`.",
    why: "Much ink costs money, dries slowly and buckles the paper.",
};

pub(super) fn check(
    game: &Game,
    setup: &Setup,
    sheets: &[Sheet],
    seen: &[Option<Seen>],
    most: f64,
    found: &mut Vec<Finding>,
) {
    let paper = setup.paper.size.w.0 * setup.paper.size.h.0;
    // One finding a set and paper: the heaviest sheet.
    for (s, set) in game.sets.iter().enumerate() {
        let heaviest = sheets
            .iter()
            .filter(|sheet| sheet.set == s)
            .map(|sheet| {
                // Subject a board that is split over pages, each page takes its part.
                let inks = sheet.placements.iter().filter_map(|placed| {
                    Some(seen.get(placed.face.0 as usize)?.as_ref()?.ink? * placed.clip.area().abs())
                });
                (inks.sum::<f64>() / paper * 100.0, sheet.number)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((share, number)) = heaviest.filter(|(share, _)| *share > most) {
            let message = format!(
                "sheet {number} of `{}` on {} takes {share:.0} % ink; the limit is {most:.0} %",
                set.id.value, setup.paper.name
            );
            let told = Finding::new(&RULE, set.id.place.clone(), message);
            let has_low = !game.palette_low.is_empty();
            let help = if has_low {
                "print with `--ink low`, or lighten the ground"
            } else {
                "lighten the ground, or add a `[palette_low]` for `--ink low`"
            };
            found.push(told.help(help));
        }
    }
}
