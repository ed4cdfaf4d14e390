//! What must always hold.

use super::land::Land;
use super::map::STEP;
use super::raster;
use super::{FAVORS, KINDS, Kingdom, Phase, Table};
use crate::sim::{Seat, Violation};

impl Kingdom {
    /// Everything that must always hold.
    pub(super) fn check_all(&self, table: &Table) -> Result<(), Violation> {
        for kind in 0..KINDS.min(table.tile_names.len()) {
            let on_map = self.map.tiles().iter().filter(|laid| usize::from(laid.kind) == kind).count();
            let is_start = kind == usize::from(table.start);
            let all =
                on_map + usize::from(self.bag[kind] + self.aside[kind]) + usize::from(usize::from(self.hand) == kind);
            let printed = usize::from(table.bag[kind]) + usize::from(is_start);
            if all != printed {
                let what = format!("{all} of {}, {printed} are printed", table.tile_names[kind]);
                return Err(Violation { rule: "tiles are kept", what, piece: Some(kind) });
            }
        }
        self.check_favors(table)?;
        if let Some(tile) = self.map.misfit(&table.tiles) {
            let what = format!("tile {tile} does not match its neighbors");
            return Err(Violation::new("the map is legal", what));
        }
        for (tile, laid) in self.map.tiles().iter().enumerate() {
            if table.tiles.look(laid.kind, laid.turn, &laid.over) != Some(laid.face) {
                return Err(Violation::new("a tile looks like what lies on it", format!("tile {tile}: {laid:?}")));
            }
            let is_alone = self.map.tiled(laid.spot, &STEP) == 0 && self.map.tiles().len() > 1;
            if is_alone && !self.is_moved {
                return Err(Violation::new("the map hangs together", format!("tile {tile} touches no other")));
            }
        }
        // Once a turn, when all is settled; a changed map is read again when the turn is judged.
        let is_settled = match self.phase {
            Phase::Draw | Phase::Exchange | Phase::Over => true,
            phase => phase == Phase::Lay && self.laying == 0,
        };
        if is_settled && !self.is_altered {
            let mut anew = Land::of(&self.map, &table.tiles);
            anew.look_within(&self.map);
            let kept = self.land.agrees(&anew, &self.map);
            kept.map_err(|what| Violation::new("features are kept tile by tile", what))?;
        }
        if self.phase == Phase::Over {
            let drawn = raster::compare(&self.map, &Land::of(&self.map, &table.tiles));
            drawn.map_err(|what| Violation::new("features are what the raster shows", what))?;
        }
        Ok(())
    }

    fn check_favors(&self, table: &Table) -> Result<(), Violation> {
        let mut out = [0u32; FAVORS];
        for over in self.map.tiles().iter().map(|laid| &laid.over) {
            over.pieces().for_each(|favor| out[favor] += 1);
        }
        for (at, favor) in table.favors.iter().enumerate() {
            let held: u32 = self.held.iter().map(|held| u32::from(held[at])).sum();
            let all = out[at] + held + u32::from(self.stack[at]) + u32::from(self.fresh[at]);
            if all != u32::from(favor.count) {
                let what = format!("{all} of {}, {} are printed", favor.name, favor.count);
                return Err(Violation { rule: "favors are kept", what, piece: Some(favor.piece) });
            }
            let most = self.held.iter().map(|held| held[at]).max().unwrap_or(0);
            if table.characters[favor.who].is_action && most > table.limits.held {
                let what = format!("somebody has {most} of {}", favor.name);
                return Err(Violation { rule: "action favors are held once", what, piece: Some(favor.piece) });
            }
            for seat in Seat::all(table.players) {
                if (self.held[seat][at] > 0) != (self.holding[seat] >> at & 1 == 1) {
                    let what = format!("{} of seat {}", favor.name, seat.0);
                    return Err(Violation { rule: "what is held is known", what, piece: Some(favor.piece) });
                }
            }
            if table.shuffled == Some(favor.who) {
                let piled = self.pile[..usize::from(self.piled)].iter().filter(|f| usize::from(**f) == at).count();
                if piled != usize::from(self.stack[at]) {
                    let what = format!("{piled} of {} in the pile, {} in the stack", favor.name, self.stack[at]);
                    return Err(Violation { rule: "favors are kept", what, piece: Some(favor.piece) });
                }
            }
        }
        for who in 0..table.characters.len() {
            let taken: u32 = self.won.iter().map(|won| u32::from(won[who])).sum();
            if u32::from(self.level[who]) != taken + 1 {
                let what = format!("{}: {taken} taken, level {}", table.characters[who].name, self.level[who]);
                return Err(Violation::new("levels follow what was taken", what));
            }
        }
        Ok(())
    }
}
