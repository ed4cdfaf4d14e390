//! The printed landscape of Kingdom of Favors: neighbors join without a seam.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use wyrmpress::content;

use crate::project::{code, repository, run};

/// Five pixels per millimeter.
const DPI: &str = "127";
/// Pixels of a tile's side.
const SIDE: usize = 225;
/// The most that a color may differ across a border.
const FAR: u8 = 40;
/// Half the width of a road.
const ROAD: usize = 12;

type Pixel = [u8; 3];

/// The pixels along an edge, just within the cut, clockwise: north, east, south or west.
fn border(path: &Path, d: usize) -> Vec<Pixel> {
    let mut decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).expect("a picture")));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("a frame");
    let (step, width) = (info.color_type.samples(), info.width as usize);
    let bleed = (width - SIDE) / 2;
    let at = |x: usize, y: usize| -> Pixel {
        let i = ((y + bleed) * width + x + bleed) * step;
        [bytes[i], bytes[i + 1], bytes[i + 2]]
    };
    let last = SIDE - 1;
    (0..SIDE)
        .map(|i| match d {
            0 => at(i, 0),
            1 => at(last, i),
            2 => at(last - i, last),
            _ => at(0, last - i),
        })
        .collect()
}

fn differ(a: Pixel, b: Pixel) -> u8 {
    a.into_iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

#[test]
fn every_legal_pair_of_neighbors_joins_without_a_seam() {
    let folder = TempDir::new().expect("a scratch folder");
    let out = folder.path().to_str().expect("a path");
    let arguments =
        ["render", "kingdom-of-favors", "--only", "tiles", "--format", "png", "--dpi", DPI, "--out", out, "--quiet"];
    let output = run(repository(), &arguments);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let mut found = Vec::new();
    let content = content::parse(repository(), &["kingdom-of-favors".to_owned()], &mut found).expect("the content");
    let tiles = content.games[0].sets.iter().find(|set| set.id.value == "tiles").expect("the tiles");
    let mut edges: Vec<(String, String, Vec<Pixel>)> = Vec::new();
    for tile in &tiles.components {
        let path =
            folder.path().join(format!("kingdom-of-favors/png-dpi-{DPI}-only-tiles/tiles/{}.png", tile.id.value));
        let kinds = tile.values.get("edges").and_then(|node| node.table()).expect("edges");
        for (d, name) in ["N", "E", "S", "W"].into_iter().enumerate() {
            let kind = kinds.get(name).and_then(|node| node.text()).expect("a kind of edge");
            edges.push((kind.to_owned(), format!("{} {name}", tile.id.value), border(&path, d)));
        }
    }
    assert_eq!(edges.len(), 100, "24 kinds and the start tile");
    let mut pairs = 0;
    for (i, (kind, one, mine)) in edges.iter().enumerate() {
        for (_, other, theirs) in edges[i..].iter().filter(|(k, ..)| k == kind) {
            // Side by side, one runs clockwise and the other counterclockwise.
            let far = mine.iter().zip(theirs.iter().rev()).position(|(a, b)| differ(*a, *b) > FAR);
            assert_eq!(far, None, "{one} against {other}");
            pairs += 1;
        }
    }
    assert!(pairs > 1500, "{pairs}");
    // Roads meet at the middle, five millimeters wide, with meadow beside them and on plain edges; cities show another
    // color.
    let of = |kind: &str| &edges.iter().find(|(k, ..)| k == kind).expect("an edge").2;
    let (road, field, city) = (of("road"), of("field"), of("city"));
    let middle = SIDE / 2;
    for i in 0..SIDE {
        let is_road = differ(road[i], road[middle]) <= FAR;
        let off = i.abs_diff(middle);
        // The verge of the road may be drawn darker.
        if off + 3 < ROAD {
            assert!(is_road, "{i} is road");
        } else if off > ROAD + 8 && i > 20 && i < SIDE - 20 {
            assert!(!is_road && differ(road[i], field[i]) <= FAR, "{i} is meadow");
        }
    }
    assert!(differ(city[middle], field[middle]) > FAR && differ(city[middle], road[middle]) > 10);
}
