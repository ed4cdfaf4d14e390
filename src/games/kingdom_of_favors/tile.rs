//! A tile as it looks: quadrants, walls and roads, with the favors that lie on it.
//!
//! Directions are 0 to 3, clockwise from north. Each edge owns the quadrant between it and the center. Side `d` is the line
//! between quadrant `d` and the next one clockwise. The center is meadow unless two opposite open city quadrants meet there.

/// Stands for no part or no piece.
pub const NONE: u8 = u8::MAX;

/// Meadow, one of the kinds of edge that a neighbor sees.
pub const FIELD: u8 = 0;
/// A road leaves at the middle.
pub const ROAD: u8 = 1;
/// City.
pub const CITY: u8 = 2;
/// A token at which roads end.
pub const END: u8 = 3;

/// What stands where the roads meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Center {
    /// Nothing: roads pass, or end at a wall.
    #[default]
    Open,
    /// A crossing: every road ends there.
    Junction,
    /// A cloister.
    Cloister,
    /// A road end token.
    End,
}

/// Roads that pass the center: bits 0 to 3 join an edge and the next one clockwise, bit 4 north and south, bit 5 east and west.
pub type Passes = u8;
/// North and south.
pub const UPRIGHT: Passes = 1 << 4;
/// East and west.
pub const LEVEL: Passes = 1 << 5;

/// The two edges that a pass joins.
#[inline]
pub const fn pair(pass: u8) -> (usize, usize) {
    match pass {
        4 => (0, 2),
        5 => (1, 3),
        d => (d as usize, (d as usize + 1) % 4),
    }
}

/// Turns a mask of directions by quarters, clockwise.
#[inline]
pub const fn turned(mask: u8, by: u8) -> u8 {
    (mask << (by % 4) | mask >> (4 - by % 4)) & 15
}

/// How a tile looks, favors included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// Quadrants that are city.
    pub city: u8,
    /// Quadrants with a wall of their own on the counterclockwise side.
    pub left: u8,
    /// Quadrants with a wall of their own on the clockwise side.
    pub right: u8,
    /// Sides with a wall.
    pub wall: u8,
    /// Quadrants with a road from edge to center.
    pub stub: u8,
    /// Edges with a token at which roads end.
    pub token: u8,
    /// Roads through the center.
    pub pass: Passes,
    /// What stands in the center.
    pub center: Center,
    /// Whether the passes are bridge and tunnel.
    pub bridge: bool,
}

impl Face {
    /// The face turned by quarters, clockwise.
    pub fn turned(self, by: u8) -> Face {
        let across = self.pass >> 4;
        let across = if by % 2 == 1 { (across << 1 | across >> 1) & 3 } else { across };
        Face {
            city: turned(self.city, by),
            left: turned(self.left, by),
            right: turned(self.right, by),
            wall: turned(self.wall, by),
            stub: turned(self.stub, by),
            token: turned(self.token, by),
            pass: turned(self.pass & 15, by) | across << 4,
            ..self
        }
    }

    /// City quadrants without walls of their own.
    #[inline]
    pub fn open_city(&self) -> u8 {
        self.city & !self.left & !self.right
    }

    /// Whether city fills the center: two opposite open city quadrants meet there.
    #[inline]
    pub fn is_city_centered(&self) -> bool {
        let open = self.open_city();
        open & open >> 2 != 0
    }

    /// City quadrants at whose wall a road can end: where city fills the center, those that do.
    #[inline]
    pub fn walls_met(&self) -> u8 {
        if self.is_city_centered() { self.open_city() } else { self.city }
    }

    /// City quadrants walled on both sides, no matter whose walls these are, and not joined through the center.
    #[inline]
    pub fn caps(&self) -> u8 {
        let joined = if self.is_city_centered() { self.open_city() } else { 0 };
        self.city & self.wall & turned(self.wall, 1) & !joined
    }

    /// The face without what nobody can see: which quadrant owns a wall, unless it shuts the quadrant off from the center.
    pub fn seen(&self) -> Face {
        let (shut, own) = if self.is_city_centered() {
            (self.city & !self.open_city(), 0)
        } else {
            (self.city, !self.city & (self.left & self.right | self.stub))
        };
        Face { left: shut | self.left & own, right: shut | self.right & own, ..*self }
    }

    /// What a neighbor sees of an edge.
    #[inline]
    pub fn edge(&self, d: usize) -> u8 {
        match (self.city >> d & 1, self.token >> d & 1, self.stub >> d & 1) {
            (1, ..) => CITY,
            (_, 1, _) => END,
            (_, _, 1) => ROAD,
            _ => FIELD,
        }
    }

    /// The edges as one set: four bits per edge, one of which is set.
    pub fn edges(&self) -> u16 {
        (0..4).map(|d| 1 << (4 * d + self.edge(d) as usize)).sum()
    }
}

/// A printed tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// City quadrants.
    pub city: u8,
    /// Those of them that are caps.
    pub caps: u8,
    /// Roads from edge to center.
    pub stub: u8,
    /// Roads through the center.
    pub pass: Passes,
    /// What stands in the center.
    pub center: Center,
}

/// A triangle's picture, long side on the edge of the tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangle {
    /// City or meadow.
    pub is_city: bool,
    /// A wall on the counterclockwise side, seen on the tile.
    pub left: bool,
    /// A wall on the clockwise side.
    pub right: bool,
}

/// What a token does in the center of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CenterPatch {
    /// Roads end there.
    pub ends: bool,
    /// Roads pass there.
    pub pass: Option<Pass>,
    /// Roads and crossings are removed.
    pub clear: bool,
    /// A cloister is set or removed.
    pub cloister: Option<bool>,
}

/// The roads of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// From an edge to the next one.
    Curve,
    /// From an edge to the opposite one.
    Straight,
    /// Two straight roads, one above the other.
    Both,
}

/// What a token does at an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgePatch {
    /// Roads end there.
    pub ends: bool,
    /// The road between edge and center is added or removed.
    pub stub: Option<bool>,
}

/// A round favor: what it does at the spots where it may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// In the center.
    pub center: Option<CenterPatch>,
    /// At an edge.
    pub edge: Option<EdgePatch>,
}

/// The center among the five spots for tokens; the others are the edges.
pub const CENTER: usize = 4;

/// The favors on a tile, in the tile's own frame. A piece is its number, with two bits of turning above it for center tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// Triangles by quadrant.
    pub triangle: [u8; 4],
    /// Tokens by spot.
    pub token: [u8; 5],
}

/// Bits of a piece's number in an [`Overlay`].
pub const PIECE: u8 = 63;

impl Overlay {
    /// Nothing lies on the tile.
    pub const BARE: Overlay = Overlay { triangle: [NONE; 4], token: [NONE; 5] };

    /// Whether nothing lies on the tile.
    #[inline]
    pub fn is_bare(&self) -> bool {
        *self == Overlay::BARE
    }

    /// The pieces on the tile.
    pub fn pieces(&self) -> impl Iterator<Item = usize> + '_ {
        self.triangle.iter().chain(&self.token).filter(|p| **p != NONE).map(|p| usize::from(p & PIECE))
    }
}

/// The pictures of the pieces by number.
#[derive(Clone)]
pub struct Pictures {
    /// Triangles; nothing if the piece is not a triangle.
    pub triangles: Vec<Option<Triangle>>,
    /// Tokens; nothing if the piece is not a token.
    pub tokens: Vec<Option<Token>>,
}

/// Where one more favor could fix a face that is not allowed, one bit per place: triangles 0 to 3, tokens 4 to 8.
///
/// 0 if nothing is wrong, [`LOST`] if no favor helps.
pub type Fixes = u16;
/// No favor can fix it.
pub const LOST: Fixes = 1 << 15;
/// All triangles.
const TRIANGLES: Fixes = 15;
/// All tokens at edges.
const EDGES: Fixes = 15 << 4;
/// The token in the center.
const MIDDLE: Fixes = 1 << 8;

/// The face of a tile with its favors, in the tile's own frame; nothing if the rules do not allow it.
pub fn face(base: &Base, over: &Overlay, pictures: &Pictures) -> Option<Face> {
    let (face, fixes) = drawn(base, over, pictures);
    (fixes == 0).then_some(face)
}

/// The face even if the rules do not allow it, and where one more favor could fix that.
pub fn drawn(base: &Base, over: &Overlay, pictures: &Pictures) -> (Face, Fixes) {
    let mut face = Face {
        city: base.city,
        left: base.caps,
        right: base.caps,
        stub: base.stub,
        pass: base.pass,
        center: base.center,
        ..Face::default()
    };
    let covered = cover(&mut face, over, pictures);
    // A wall stands between quadrants if one of them owns it; the printed wall between meadow and joined city only while
    // both are uncovered.
    let differ = face.city ^ turned(face.city, 3);
    let printed = differ & !covered.quadrants & !turned(covered.quadrants, 3);
    face.wall = face.right | turned(face.left, 3) | printed;
    let edges = add_edge_tokens(&mut face, over, pictures);
    let middle = add_center_token(&mut face, over, pictures);
    let missing = differ & !face.wall;
    let fixes = settled(&mut face, middle.must_pass, middle.is_cleared);
    match (covered.lost | edges | middle.lost, missing) {
        (0, 0) => (face, fixes),
        (0, sides) => (face, Fixes::from(sides | turned(sides, 1))),
        _ => (face, LOST),
    }
}

/// The quadrants under triangles; [`LOST`] if a piece there is not a triangle.
struct Covered {
    quadrants: u8,
    lost: Fixes,
}

/// Lays the triangles.
fn cover(face: &mut Face, over: &Overlay, pictures: &Pictures) -> Covered {
    let mut covered = Covered { quadrants: 0, lost: 0 };
    for (d, piece) in over.triangle.into_iter().enumerate().filter(|(_, piece)| *piece != NONE) {
        let bit = 1 << d;
        let Some(triangle) = pictures.triangles[usize::from(piece)] else {
            covered.lost = LOST;
            continue;
        };
        covered.quadrants |= bit;
        face.stub &= !bit;
        for (mask, is) in
            [(&mut face.city, triangle.is_city), (&mut face.left, triangle.left), (&mut face.right, triangle.right)]
        {
            *mask = *mask & !bit | if is { bit } else { 0 };
        }
    }
    covered
}

/// Lays the tokens at the edges; [`LOST`] if one cannot lie there.
fn add_edge_tokens(face: &mut Face, over: &Overlay, pictures: &Pictures) -> Fixes {
    let mut lost = 0;
    for (d, piece) in over.token[..CENTER].iter().enumerate().filter(|(_, piece)| **piece != NONE) {
        let bit = 1 << d;
        let token = pictures.tokens[usize::from(piece & PIECE)];
        let Some(patch) = token.and_then(|token| token.edge).filter(|_| face.city & bit == 0) else {
            lost = LOST;
            continue;
        };
        if patch.ends {
            face.token |= bit;
        }
        match patch.stub {
            Some(true) => face.stub |= bit,
            Some(false) => face.stub &= !bit,
            None => {}
        }
    }
    lost
}

/// What the token in the center asks for; [`LOST`] if it cannot lie there.
#[derive(Default)]
struct Middle {
    must_pass: bool,
    is_cleared: bool,
    lost: Fixes,
}

/// Lays the token in the center.
fn add_center_token(face: &mut Face, over: &Overlay, pictures: &Pictures) -> Middle {
    let piece = over.token[CENTER];
    if piece == NONE {
        return Middle::default();
    }
    let (token, way) = (pictures.tokens[usize::from(piece & PIECE)], piece >> 6);
    let patch = token.and_then(|token| token.center).filter(|_| !face.is_city_centered());
    (face.pass, face.center) = (0, Center::Open);
    let Some(patch) = patch else { return Middle { lost: LOST, ..Middle::default() } };
    if patch.ends {
        face.center = if patch.cloister == Some(true) { Center::Cloister } else { Center::End };
    }
    if let Some(pass) = patch.pass {
        face.pass = match pass {
            Pass::Curve => 1 << way,
            Pass::Straight => UPRIGHT << (way % 2),
            Pass::Both => UPRIGHT | LEVEL,
        };
        face.bridge = pass == Pass::Both;
    }
    Middle { must_pass: patch.pass.is_some(), is_cleared: patch.clear, lost: 0 }
}

/// Drops passes that lost a road, and finds roads that end nowhere and impossible centers.
fn settled(face: &mut Face, must_pass: bool, is_cleared: bool) -> Fixes {
    let (mut passing, mut lacking) = (0, 0);
    for pass in 0..6 {
        let (a, b) = pair(pass);
        let ends = 1 << a | 1 << b;
        if face.pass >> pass & 1 == 1 {
            if face.stub & ends == ends {
                passing |= ends;
            } else if must_pass {
                lacking |= ends & !face.stub;
            } else {
                face.pass &= !(1 << pass);
            }
        }
    }
    if lacking != 0 {
        return Fixes::from(lacking) << 4;
    }
    if face.center == Center::Junction && face.stub == 0 {
        face.center = Center::Open;
    }
    let loose = face.stub & !passing;
    if loose != 0 && face.center == Center::Open {
        // A token's road must meet a road. A road that is left over has nowhere to go, and neither has one that runs
        // into a passing road or into the meadow of a token.
        if must_pass || is_cleared || face.pass != 0 {
            return Fixes::from(loose) | Fixes::from(loose) << 4 | MIDDLE;
        }
        if face.wall == 0 {
            return TRIANGLES | EDGES | MIDDLE;
        }
    }
    if face.is_city_centered() && (face.pass != 0 || face.center != Center::Open) {
        return Fixes::from(face.open_city() | face.stub) | Fixes::from(face.stub) << 4;
    }
    if face.center == Center::Cloister && !has_open_meadow(face) {
        return TRIANGLES;
    }
    0
}

/// Whether some meadow reaches the center.
fn has_open_meadow(face: &Face) -> bool {
    !face.city & 15 & !(face.left & face.right) != 0
}
