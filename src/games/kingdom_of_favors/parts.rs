//! The connected parts of a tile: meadows, cities and roads, and which of them touch.

use super::tile::{Center, FIELD, Face, NONE, pair};

/// The connected parts of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What neighbors see of the edges.
    pub edge: [u8; 4],
    /// The meadow of each half edge, `2 d` counterclockwise and `2 d + 1` clockwise of the middle of edge `d`.
    pub field: [u8; 8],
    /// How many meadows there are.
    pub fields: u8,
    /// The city of each quadrant.
    pub city: [u8; 4],
    /// How many cities there are.
    pub cities: u8,
    /// The cities that each meadow touches, one bit each.
    pub touch: [u8; 8],
    /// The road that leaves at each edge.
    pub road: [u8; 4],
    /// The road in each quadrant, whether or not it leaves there.
    pub stub: [u8; 4],
    /// How many roads there are.
    pub roads: u8,
    /// The ends that each road has on this tile.
    pub ends: [u8; 4],
    /// Roads with an end at a wall, one bit each.
    pub at_wall: u8,
    /// Roads with a bend.
    pub bend: u8,
    /// Roads over or under the bridge token.
    pub bridge: u8,
    /// Quadrants that are caps.
    pub caps: u8,
    /// City quadrants at whose wall a road can end.
    pub walls_met: u8,
    /// What stands in the center.
    pub center: Center,
}

impl Parts {
    /// Finds the parts of a face.
    pub fn of(face: &Face) -> Parts {
        let mut parts = Parts {
            edge: std::array::from_fn(|d| face.edge(d)),
            field: [NONE; 8],
            fields: 0,
            city: [NONE; 4],
            cities: 0,
            touch: [0; 8],
            road: [NONE; 4],
            stub: [NONE; 4],
            roads: 0,
            ends: [0; 4],
            at_wall: 0,
            bend: 0,
            bridge: 0,
            caps: face.caps(),
            walls_met: face.walls_met(),
            center: face.center,
        };
        parts.find_cities(face);
        parts.find_fields(face);
        parts.find_roads(face);
        parts
    }

    /// Whether every quadrant is open city.
    pub fn is_solid(&self) -> bool {
        self.cities == 1 && self.caps == 0 && self.city.iter().all(|c| *c == 0)
    }

    /// Whether there is nothing but meadow.
    pub fn is_meadow(&self) -> bool {
        self.cities == 0 && self.roads == 0 && self.center == Center::Open && self.edge == [FIELD; 4]
    }

    fn find_cities(&mut self, face: &Face) {
        let mut group: [u8; 4] = [0, 1, 2, 3];
        let join = |group: &mut [u8; 4], a: usize, b: usize| {
            let (from, to) = (group[a].max(group[b]), group[a].min(group[b]));
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        };
        for d in 0..4 {
            let next = (d + 1) % 4;
            if face.city >> d & 1 == 1 && face.city >> next & 1 == 1 && face.wall >> d & 1 == 0 {
                join(&mut group, d, next);
            }
        }
        for d in 0..2 {
            let open = face.open_city();
            if open >> d & 1 == 1 && open >> (d + 2) & 1 == 1 {
                join(&mut group, d, d + 2);
            }
        }
        let mut names = [NONE; 4];
        for d in (0..4).filter(|d| face.city >> d & 1 == 1) {
            let name = &mut names[usize::from(group[d])];
            if *name == NONE {
                *name = self.cities;
                self.cities += 1;
            }
            self.city[d] = *name;
        }
    }

    fn find_fields(&mut self, face: &Face) {
        let is_field = |d: usize| face.city >> d & 1 == 0;
        let mut group: [u8; 8] = std::array::from_fn(|h| h as u8);
        let join = |group: &mut [u8; 8], a: usize, b: usize| {
            let (from, to) = (group[a].max(group[b]), group[a].min(group[b]));
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        };
        let mut near = [0u8; 8];
        for d in 0..4 {
            let next = (d + 1) % 4;
            if is_field(d) && face.stub >> d & 1 == 0 {
                join(&mut group, 2 * d, 2 * d + 1);
            }
            match (is_field(d), is_field(next)) {
                (true, true) if face.wall >> d & 1 == 0 => join(&mut group, 2 * d + 1, 2 * next),
                (true, false) => near[2 * d + 1] |= 1 << self.city[next],
                (false, true) => near[2 * next] |= 1 << self.city[d],
                _ => {}
            }
        }
        if !face.is_city_centered() {
            self.join_center(face, &mut group, &mut near, join);
        }
        let mut names = [NONE; 8];
        for half in (0..8).filter(|h| is_field(h / 2)) {
            let name = &mut names[usize::from(group[half])];
            if *name == NONE {
                *name = self.fields;
                self.fields += 1;
            }
            self.field[half] = *name;
            self.touch[usize::from(*name)] |= near[half];
        }
    }

    /// Joins what meets in the center: the halves between one road and the next.
    fn join_center(
        &self,
        face: &Face,
        group: &mut [u8; 8],
        near: &mut [u8; 8],
        join: impl Fn(&mut [u8; 8], usize, usize),
    ) {
        let roads = face.stub.count_ones();
        let first = if roads < 2 { 0 } else { face.stub.trailing_zeros() as usize };
        let (mut anchor, mut cities, mut members) = (NONE, 0u8, [NONE; 8]);
        let mut many = 0;
        // Goes around once from the first road on: a road begins a new sector unless it is the only one.
        for step in 0..8 {
            let half = (2 * first + 1 + step) % 8;
            let (d, is_right) = (half / 2, half % 2 == 1);
            if roads >= 2 && step > 0 && is_right && face.stub >> d & 1 == 1 {
                members[..many].iter().for_each(|h: &u8| near[usize::from(*h)] |= cities);
                (anchor, cities, many) = (NONE, 0, 0);
            }
            if face.city >> d & 1 == 1 {
                cities |= 1 << self.city[d];
                continue;
            }
            let own = if is_right { face.right } else { face.left };
            if own >> d & 1 == 0 {
                if anchor == NONE {
                    anchor = half as u8;
                } else {
                    join(group, usize::from(anchor), half);
                }
                members[many] = half as u8;
                many += 1;
            }
        }
        members[..many].iter().for_each(|h| near[usize::from(*h)] |= cities);
    }

    fn find_roads(&mut self, face: &Face) {
        let mut left = face.stub;
        let is_token = |d: usize| face.token >> d & 1 == 1;
        for pass in (0..6).filter(|pass| face.pass >> pass & 1 == 1) {
            let (a, b) = pair(pass);
            left &= !(1 << a | 1 << b);
            let road = self.roads;
            self.roads += 1;
            self.ends[usize::from(road)] = u8::from(is_token(a)) + u8::from(is_token(b));
            for d in [a, b] {
                self.stub[d] = road;
                self.road[d] = if is_token(d) { NONE } else { road };
            }
            self.bend |= u8::from(pass < 4) << road;
            self.bridge |= u8::from(face.bridge) << road;
        }
        for d in (0..4).filter(|d| left >> d & 1 == 1) {
            let road = self.roads;
            self.roads += 1;
            self.ends[usize::from(road)] = 1 + u8::from(is_token(d));
            self.at_wall |= u8::from(face.center == Center::Open) << road;
            self.stub[d] = road;
            self.road[d] = if is_token(d) { NONE } else { road };
        }
    }
}
