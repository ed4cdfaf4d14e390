//! Which conditions of the characters a picture meets.

use super::super::map::{Map, WIDTH};
use super::super::tile::{Center, Face};
use super::super::want::{Amount, Characters, Find, Levels, Test, Want, Wants, holds_at};
use super::{CITY, FIELD, Picture, SIDE, Track, cell};

impl Picture {
    fn city_passes(&self, map: &Map, city: usize, test: Test, level: u8) -> bool {
        let label = |spot: u16, d: usize| self.label[self.at(spot, cell(d, 4, 0))] as usize;
        let count = |is: &dyn Fn(&Face, u16) -> bool| map.tiles().iter().filter(|l| is(&l.face, l.spot)).count();
        let loops = || self.roads.iter().filter(|road| road.open == 0 && road.ends == 0);
        let cloisters = || {
            let tiles = map.tiles().iter().filter(|laid| laid.face.center == Center::Cloister);
            tiles.map(|laid| self.at(laid.spot, 4 * SIDE + 4))
        };
        match test {
            Test::Complete => self.is_complete(map, city),
            Test::Touches(amount) => self.touch[city].len() == amount_at(amount, level),
            Test::HasSolid(n) => {
                let is = |face: &Face, spot: u16| {
                    face.city == 15 && face.caps() == 0 && face.wall == 0 && label(spot, 0) == city
                };
                count(&is) >= usize::from(n)
            }
            Test::HasAdjacentCaps(n) => {
                let own =
                    |face: &Face, spot: u16, d: usize| face.caps() >> (d % 4) & 1 == 1 && label(spot, d % 4) == city;
                count(&|face, spot| (0..4).any(|d| own(face, spot, d) && own(face, spot, d + 1))) >= usize::from(n)
            }
            Test::HasFourCaps(n) => {
                count(&|face, spot| face.caps() == 15 && (0..4).all(|d| label(spot, d) == city)) >= usize::from(n)
            }
            Test::InLoop => loops().any(|road| {
                let ring = self.cells_of(map, road);
                let seen = self.outside(&ring);
                self.regions[city].1.iter().all(|at| !seen[*at])
            }),
            Test::AroundCloister => {
                let seen = self.outside(&self.regions[city].1);
                cloisters().any(|at| !seen[at])
            }
            Test::AroundAll => {
                let seen = self.outside(&self.regions[city].1);
                loops().any(|road| {
                    let ring = self.cells_of(map, road);
                    let within = ring.iter().all(|at| !seen[*at]);
                    within && {
                        let beyond = self.outside(&ring);
                        cloisters().any(|at| !beyond[at])
                    }
                })
            }
            _ => false,
        }
    }

    fn road_passes(&self, map: &Map, road: &Track, test: Test) -> bool {
        match test {
            Test::Complete => road.open == 0,
            Test::Loop => road.open == 0 && road.ends == 0,
            Test::HasBridge(n) => usize::from(road.bridge) >= usize::from(n),
            Test::HasBends(n) => road.bends >= usize::from(n),
            Test::EndsAt(n) => {
                let cities = |tile: &usize| -> Vec<usize> {
                    let laid = &map.tiles()[*tile];
                    let quadrants = (0..4).filter(|d| laid.face.walls_met() >> d & 1 == 1);
                    let labels = quadrants.map(|d| self.label[self.at(laid.spot, cell(d, 4, 0))] as usize);
                    labels.filter(|city| self.is_complete(map, *city)).collect()
                };
                let ends: Vec<Vec<usize>> = road.walls.iter().map(cities).collect();
                match n {
                    1 => ends.iter().any(|end| !end.is_empty()),
                    _ => ends.len() == 2 && ends[0].iter().any(|a| ends[1].iter().any(|b| a != b)),
                }
            }
            _ => false,
        }
    }

    /// Meadows, cities or roads for which all tests of a condition hold.
    fn witnesses(&self, map: &Map, want: &Want, level: u8) -> Vec<usize> {
        match want.find {
            Find::Road => (0..self.roads.len())
                .filter(|n| want.tests.iter().all(|test| self.road_passes(map, &self.roads[*n], *test)))
                .collect(),
            find => {
                let kind = if find == Find::Field { FIELD } else { CITY };
                let passes = |n: usize, test: Test| match (find, test) {
                    (Find::Field, Test::Touches(amount)) => self.touch[n].len() == amount_at(amount, level),
                    (Find::City, test) => self.city_passes(map, n, test, level),
                    _ => false,
                };
                (0..self.regions.len())
                    .filter(|n| self.regions[*n].0 == kind && want.tests.iter().all(|test| passes(*n, *test)))
                    .collect()
            }
        }
    }
}

fn amount_at(amount: Amount, level: u8) -> usize {
    usize::from(match amount {
        Amount::Fixed(n) => n,
        Amount::Level => level,
    })
}

/// The characters whose condition is met on a map in a place where it was not met on the map before.
pub fn met(wants: &Wants, before: &Map, after: &Map, levels: &Levels) -> Characters {
    let (old, new) = (Picture::new(before), Picture::new(after));
    let mut met = 0;
    for want in wants.field.iter().chain(&wants.city).chain(&wants.road) {
        let level = levels[usize::from(want.who)];
        let was = old.witnesses(before, want, level);
        let is_old = |n: usize| match want.find {
            Find::Road => new.roads[n].steps.iter().any(|(tile, d)| {
                let other = before.at(after.tiles()[*tile].spot);
                other.is_some_and(|other| {
                    old.track[other][*d] != 0 && was.contains(&(old.track[other][*d] as usize - 1))
                })
            }),
            _ => new.regions[n].1.iter().any(|at| {
                let (x, y) = (at % new.wide + new.left * SIDE, at / new.wide + new.top * SIDE);
                let (Some(x), Some(y)) = (x.checked_sub(old.left * SIDE), y.checked_sub(old.top * SIDE)) else {
                    return false;
                };
                x < old.wide && y < old.high && was.contains(&(old.label[y * old.wide + x] as usize))
            }),
        };
        if new.witnesses(after, want, level).into_iter().any(|n| !is_old(n)) {
            met |= 1 << want.who;
        }
    }
    for want in &wants.place {
        let all: usize = after.tiles().iter().filter(|laid| holds_at(want, after, laid.spot)).count();
        let level = levels[usize::from(want.who)];
        let enough = want.tests.iter().all(|test| match test {
            Test::HasSurrounded(amount) => all >= amount_at(*amount, level),
            _ => true,
        });
        let spots = 2 * WIDTH..WIDTH * (WIDTH - 2);
        let is_new = spots.into_iter().any(|s| holds_at(want, after, s as u16) && !holds_at(want, before, s as u16));
        if enough && is_new {
            met |= 1 << want.who;
        }
    }
    met
}
