//! Display titles: letters as filled shapes with edges, bevels and shadows. The words stay searchable beneath them.

mod area;
mod bevel;
mod rough;

use super::{Fonts, Icons, Stamp, stamp_paths};
use crate::markup;
pub(super) use area::Area;

/// Decimals of the coordinates of letters, which are in millimeters.
const DIGITS: usize = 3;
/// How deep under an edge engraved lines lie, in widths of the line.
const ENGRAVED: f64 = 1.1;

/// Half the width of what is too thin to be seen, in millimeters.
const SLIVER: f64 = 0.03;

/// How letters are worked. Lengths are in millimeters; what has none is left out.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// How far the edge is torn, as a knife tears wood.
    pub rough: f64,
    /// What the tears depend on.
    pub seed: u64,
    /// The width of an edge around the letters.
    pub outline: Option<f64>,
    /// How far the letters, or their edge, fall into the depth.
    pub shadow: Option<f64>,
    /// Where the shadow falls, in degrees clockwise from the top.
    pub shadow_deg: f64,
    /// The width of sloping sides inside the letters.
    pub bevel: Option<f64>,
    /// Where the light comes from, in degrees clockwise from the top.
    pub light_deg: f64,
    /// The width of lines along the lit sides, inside the letters.
    pub engrave: Option<f64>,
    /// The width of a line that follows the edge inside the letters.
    pub inline: Option<f64>,
    /// How far that line is from the edge.
    pub inset: f64,
}

/// Letters as path data, from the lowest layer to the topmost; what was not asked for is empty.
#[derive(Debug, Default, PartialEq)]
pub struct Letters {
    pub shadow: String,
    pub outline: String,
    /// The letters themselves.
    pub body: String,
    /// The sloping sides that the light reaches.
    pub lit: String,
    /// Those that it does not reach.
    pub unlit: String,
    pub engraved: String,
    pub inline: String,
}

/// Works the letters of a stamp.
pub fn worked(stamp: &Stamp, work: &Work, fonts: &Fonts, icons: &Icons) -> Letters {
    let paths = stamp_paths(stamp, fonts, icons);
    let mut letters = Area::of(&paths);
    if letters.is_empty() {
        return Letters::default();
    }
    let is_rough = work.rough > 0.0;
    // Sides slope evenly, however torn the edge is: every nick would cast facets of its own.
    let even = work.bevel.map(|_| if is_rough { letters.moved(work.rough / 2.0) } else { letters.clone() });
    if is_rough {
        letters = rough::torn(&letters, work.rough, work.seed);
    }
    let edge = work.outline.map(|by| letters.edged(by, is_rough));
    let cast = work.shadow.map(|by| {
        let (sin, cos) = work.shadow_deg.to_radians().sin_cos();
        edge.as_ref().unwrap_or(&letters).swept(by * sin, -by * cos)
    });
    let sides = work.bevel.zip(even).map(|(by, even)| bevel::sides(&even, by, work.light_deg));
    let on_letters = |side: Area| if is_rough { side.within(&letters) } else { side };
    let (lit, unlit) = sides.map(|(lit, unlit)| (on_letters(lit), on_letters(unlit))).unzip();
    let engraved = work.engrave.map(|width| {
        let (sin, cos) = work.light_deg.to_radians().sin_cos();
        let inner = letters.moved(-width * ENGRAVED);
        inner.without(&inner.shifted(-width * sin, width * cos)).opened(SLIVER)
    });
    let inline =
        work.inline.map(|width| letters.moved(-work.inset).without(&letters.moved(-work.inset - width).opened(SLIVER)));
    let drawn = |area: Option<Area>| area.map_or_else(String::new, |area| markup::path(&area.path(), DIGITS));
    Letters {
        shadow: drawn(cast),
        outline: drawn(edge),
        // Whole curves are smoother and shorter than the straight lines that the other layers need.
        body: if is_rough { drawn(Some(letters)) } else { area::curves(&paths, DIGITS) },
        lit: drawn(lit),
        unlit: drawn(unlit),
        engraved: drawn(engraved),
        inline: drawn(inline),
    }
}
