//! `wyrmpress list`: games, sets and components.

use super::args::{Arguments, List};
use super::{CLEAN, FINDINGS, say};
use crate::content;
use crate::error::Error;
use crate::finding;
use crate::games;

pub(super) fn run(arguments: &Arguments, list: &List) -> Result<u8, Error> {
    let mut found = Vec::new();
    let content = content::parse(&arguments.project, &list.games, &mut found)?;
    let mut out = String::new();
    for game in &content.games {
        let (least, most) = game.players;
        out.push_str(&format!("{}  {} v{}, {least}-{most} players\n", game.id, game.title.value, game.version));
        if let Some(entry) = games::find(&game.id) {
            out.push_str(&format!("  bots: random, first, mc, {}\n", entry.strategies.join(", ")));
            for switch in entry.switches.iter().filter(|_| list.all) {
                let values = switch.values.join("|");
                out.push_str(&format!("  --rules {}={values}  {} ({})\n", switch.name, switch.what, switch.ruling));
            }
        }
        for set in &game.sets {
            out.push_str(&format!(
                "  {}/{}  {} ({} of {})\n",
                game.id,
                set.id.value,
                set.title,
                set.total(),
                set.size.value
            ));
            for card in set.components.iter().filter(|_| list.all) {
                let id = format!("{}/{}/{}", game.id, set.id.value, card.id.value);
                out.push_str(&format!("    {id}  {} x {}\n", card.count.value, card.name));
            }
        }
    }
    say::out(&finding::printable(&out))?;
    finding::tidy(&mut found);
    for finding in found.iter().filter(|f| f.severity() == finding::Severity::Error) {
        say::err(&(finding::human(finding, &content.sources, arguments.is_colored()) + "\n\n"));
    }
    Ok(if finding::has_errors(&found) { FINDINGS } else { CLEAN })
}
