//! Turning played tiles, in place or as they are put down elsewhere.

use super::character::Power;
use super::{Act, FAVORS, Kingdom, Table};
use crate::sim::Watch;

/// The most turns that can be left at once.
const MOST: usize = 8;

/// Turns of tiles still left from favors in use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owed {
    /// For each turn, the tile that its favor has turned already: a favor turns different tiles.
    not: [u8; MOST],
    many: u8,
    /// By how many quarters, one bit each.
    by: u8,
}

impl Owed {
    /// How many turns are left.
    pub fn many(&self) -> u8 {
        self.many
    }

    fn at(&self, tile: u8) -> Option<usize> {
        self.not[..usize::from(self.many)].iter().position(|not| *not != tile)
    }

    /// Uses one of these turns for a tile, if any may be used for it.
    fn take(&mut self, tile: u8) -> bool {
        let Some(at) = self.at(tile) else { return false };
        self.many -= 1;
        self.not[at] = self.not[usize::from(self.many)];
        true
    }

    /// Records that a favor for this many tiles has turned its first one.
    fn add(&mut self, tiles: u8, by: u8, first: u8) {
        self.by = if self.many > 0 { self.by | by } else { by };
        for _ in 1..tiles {
            if usize::from(self.many) < MOST {
                self.not[usize::from(self.many)] = first;
                self.many += 1;
            }
        }
    }
}

impl Kingdom {
    /// Lists the ways to turn one played tile with a favor that is begun with it.
    pub(super) fn turnings(&self, table: &Table, by: u8, options: &mut Vec<Act>) {
        for (tile, laid) in self.map.tiles().iter().enumerate() {
            for quarters in (1..4).filter(|q| by >> q & 1 == 1) {
                let face = laid.face.turned(quarters);
                if face != laid.face && self.map.fits(laid.spot, &face, &table.tiles) {
                    options.push(Act::Turn(tile as u8, quarters));
                }
            }
        }
    }

    /// Lists the ways to turn a tile with the turns that are left.
    pub(super) fn owed_turnings(&self, table: &Table, options: &mut Vec<Act>) {
        if self.owed.many > 0 {
            let from = options.len();
            self.turnings(table, self.owed.by, options);
            let mut kept = from;
            for at in from..options.len() {
                if let Act::Turn(tile, _) = options[at]
                    && self.owed.at(tile).is_some()
                {
                    options[kept] = options[at];
                    kept += 1;
                }
            }
            options.truncate(kept);
        }
    }

    /// By how many quarters tiles may be turned as they are put down, one bit each.
    pub(super) fn quarters(&self, table: &Table) -> u8 {
        let owed = if self.owed.many > 0 { self.owed.by } else { 0 };
        (0..table.favors.len()).fold(owed, |by, favor| match table.favors[favor].power {
            Power::Rotate(_, quarters) if self.uses_left(table, favor) > 0 => by | quarters,
            _ => by,
        })
    }

    /// Whether the player has favors to turn all of these tiles as they are put down.
    pub(super) fn can_turn(&self, table: &Table, tiles: impl Iterator<Item = u8>) -> bool {
        let (mut owed, mut begun) = (self.owed, [0; FAVORS]);
        for tile in tiles {
            if owed.take(tile) {
                continue;
            }
            let next = (0..table.favors.len()).find_map(|favor| match table.favors[favor].power {
                Power::Rotate(n, by) if self.uses_left(table, favor) > begun[favor] => Some((favor, n, by)),
                _ => None,
            });
            let Some((favor, n, by)) = next else { return false };
            begun[favor] += 1;
            owed.add(n, by, tile);
        }
        true
    }

    /// Pays for a tile that is turned as it is put down.
    pub(super) fn pay_turn(&mut self, table: &Table, tile: u8, watch: &mut dyn Watch) {
        if !self.owed.take(tile)
            && let Some(favor) = self.with_power(table, |power| matches!(power, Power::Rotate(..)))
            && let Power::Rotate(n, by) = table.favors[favor].power
        {
            self.owed.add(n, by, tile);
            self.spend(table, favor, watch);
            self.done(table, favor, true, watch);
        }
    }

    /// Pays for a tile that is turned where it lies, with the favor begun with it or with a turn that is left.
    pub(super) fn pay_turning(&mut self, power: Option<Power>, tile: u8) {
        match power {
            Some(Power::Rotate(n, by)) => self.owed.add(n, by, tile),
            _ => {
                self.owed.take(tile);
            }
        }
    }
}
