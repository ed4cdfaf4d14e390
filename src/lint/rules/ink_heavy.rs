//! Sheets that take more ink than allowed.

use kurbo::Shape as _;

use crate::finding::{Finding, Phase, Rule, Severity};
use crate::lint::Sheets;

pub static RULE: Rule = Rule {
    name: "ink-heavy",
    severity: Severity::Warning,
    phase: Phase::Limit,
    can_be_allowed: true,
    what: "A sheet takes more ink than `--max-ink` allows.",
    why: "Much ink costs money, dries slowly and warps the paper.",
    fix: "Use `--ink low`, paler grounds, or a higher `--max-ink`.",
    wrong: "$ wyrmpress check --max-ink 20",
    right: "$ wyrmpress check --max-ink 60",
};

pub(super) fn check(sheets: &Sheets, found: &mut Vec<Finding>) {
    let Sheets { game, setup, sheets, seen, max_ink: most } = *sheets;
    let paper = setup.paper.size.w.0 * setup.paper.size.h.0;
    // One finding per set and paper: the heaviest sheet.
    for (s, set) in game.sets.iter().enumerate() {
        let heaviest = sheets
            .iter()
            .filter(|sheet| sheet.set == s)
            .map(|sheet| {
                // Each page of a split board takes part of its ink.
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
            let finding = Finding::new(&RULE, set.id.place.clone(), message);
            let has_low = !game.palette_low.is_empty();
            let help = if has_low {
                "print with `--ink low`, or lighten the background"
            } else {
                "lighten the background, or add a `[palette_low]` for `--ink low`"
            };
            found.push(finding.help(help));
        }
    }
}
