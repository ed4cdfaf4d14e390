//! Compares the picture with the features that the game keeps tile by tile.

use super::super::land::Land;
use super::super::map::Map;
use super::super::tile::NONE;
use super::{Picture, cell};

/// Checks that the features kept tile by tile are those of the picture.
pub fn compare(map: &Map, land: &Land) -> Result<(), String> {
    let picture = Picture::new(map);
    let mut pairs: Vec<(&str, usize, usize)> = Vec::new();
    for (tile, laid) in map.tiles().iter().enumerate() {
        let refs = land.refs(tile);
        for d in 0..4 {
            let label = |along: usize| picture.label[picture.at(laid.spot, cell(d, along, 0))] as usize;
            for (along, field) in [(2, refs.field[2 * d]), (6, refs.field[2 * d + 1])] {
                if field != NONE {
                    pairs.push(("meadow", land.field(field), label(along)));
                }
            }
            if refs.city[d] != NONE {
                pairs.push(("city", land.city_of(refs.city[d]), label(4)));
            }
            if refs.stub[d] != NONE {
                pairs.push(("road", land.road_of(refs.stub[d]), picture.track[tile][d] as usize));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    // A feature of one model must not be two in the other.
    let split = pairs.windows(2).find(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1)).map(|two| (two[0], two[1]));
    pairs.sort_unstable_by_key(|(what, kept, drawn)| (*what, *drawn, *kept));
    let joined = pairs.windows(2).find(|two| (two[0].0, two[0].2) == (two[1].0, two[1].2)).map(|two| (two[0], two[1]));
    if let Some((one, other)) = split.or(joined) {
        return Err(format!("{one:?} and {other:?}: kept and drawn do not go together"));
    }
    for (what, kept, drawn) in pairs {
        let (mine, theirs) = match what {
            "meadow" => (vec![land.cities_at(kept) as usize], vec![picture.touch[drawn].len()]),
            "city" => (
                vec![land.fields_at(kept) as usize, usize::from(land.city(kept).open == 0)],
                vec![picture.touch[drawn].len(), usize::from(picture.is_complete(map, drawn))],
            ),
            _ => {
                let (road, track) = (land.road(kept), &picture.roads[drawn - 1]);
                (
                    vec![
                        road.open.into(),
                        road.ends.into(),
                        road.bends.into(),
                        road.bridge.into(),
                        road.at_walls.into(),
                    ],
                    vec![track.open, track.ends, track.bends, track.bridge.into(), track.walls.len()],
                )
            }
        };
        if mine != theirs {
            return Err(format!("{what} {kept} has {mine:?}, in the picture {theirs:?}"));
        }
    }
    Ok(())
}
