//! Color profiles: their name, and whether they stand for sRGB.

/// How far a primary may be from that of sRGB. Those of Adobe RGB and Display P3 are 0.05 away and more.
const NEAR: f64 = 0.02;
/// How far a curve may be from that of sRGB, in linear light. A gamma of 2.2 is near, 1.8 and 1 are not.
const CLOSE: f64 = 0.02;

/// Red, green and blue of sRGB under the light of profiles (D50): X, Y and Z of each.
const SRGB: [(&[u8; 4], [f64; 3]); 3] =
    [(b"rXYZ", [0.4361, 0.2225, 0.0139]), (b"gXYZ", [0.3851, 0.7169, 0.0971]), (b"bXYZ", [0.1431, 0.0606, 0.7141])];

/// Whether colors mean the same as in sRGB, by primaries and curves. Nothing for profiles of another make.
pub(super) fn is_srgb(profile: &[u8]) -> Option<bool> {
    match profile.get(16..20)? {
        b"RGB " => {
            let mut is_near = true;
            for (name, srgb) in SRGB {
                let at = tag(profile, name)? + 8;
                for (i, want) in srgb.iter().enumerate() {
                    is_near &= (fixed(profile, at + 4 * i)? - want).abs() < NEAR;
                }
            }
            for name in [b"rTRC", b"gTRC", b"bTRC"] {
                is_near &= has_curve(profile, tag(profile, name)?)?;
            }
            Some(is_near)
        }
        b"GRAY" => has_curve(profile, tag(profile, b"kTRC")?),
        _ => None,
    }
}

/// Whether the curve at a place is near that of sRGB.
fn has_curve(profile: &[u8], at: usize) -> Option<bool> {
    let mut is_near = true;
    for step in 0..=16 {
        let x = f64::from(step) / 16.0;
        let want = if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) };
        is_near &= (curve(profile, at, x)? - want).abs() < CLOSE;
    }
    Some(is_near)
}

/// The light that a curve gives for a value, both from 0 to 1.
fn curve(profile: &[u8], at: usize, x: f64) -> Option<f64> {
    match profile.get(at..at + 4)? {
        b"curv" => {
            let entry = |i: usize| Some(f64::from(u16::from_be_bytes(*profile.get(at + 12 + 2 * i..)?.first_chunk()?)));
            match number(profile, at + 8)? {
                0 => Some(x),
                1 => Some(x.powf(entry(0)? / 256.0)),
                count => {
                    let place = x * (count - 1) as f64;
                    let (low, share) = (place.floor() as usize, place.fract());
                    let (from, to) = (entry(low)?, entry((low + 1).min(count - 1))?);
                    Some((from + (to - from) * share) / 65535.0)
                }
            }
        }
        b"para" => {
            let part = |i: usize| fixed(profile, at + 12 + 4 * i);
            let gamma = part(0)?;
            let kind = u16::from_be_bytes(*profile.get(at + 8..)?.first_chunk()?);
            if kind == 0 {
                return Some(x.powf(gamma));
            }
            let (a, b) = (part(1)?, part(2)?);
            // Below `limit` the curve is a line.
            let (limit, line, more) = match kind {
                1 => (-b / a, 0.0, 0.0),
                2 => (-b / a, part(3)?, part(3)?),
                3 => (part(4)?, part(3)? * x, 0.0),
                4 => (part(4)?, part(3)? * x + part(6)?, part(5)?),
                _ => return None,
            };
            Some(if x >= limit { (a * x + b).max(0.0).powf(gamma) + more } else { line })
        }
        _ => None,
    }
}

/// Where a part of a profile begins.
fn tag(profile: &[u8], name: &[u8; 4]) -> Option<usize> {
    let entries = (0..number(profile, 128)?.min(100)).map(|i| 132 + i * 12);
    let entry = entries.into_iter().find(|&at| profile.get(at..at + 4) == Some(name))?;
    number(profile, entry + 4)
}

fn number(profile: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(*profile.get(at..)?.first_chunk()?) as usize)
}

/// A number with 16 bits after the point.
fn fixed(profile: &[u8], at: usize) -> Option<f64> {
    Some(f64::from(i32::from_be_bytes(*profile.get(at..)?.first_chunk()?)) / 65536.0)
}

/// The description of a profile: plain text in the old version, UTF-16 in the new one.
pub(super) fn name(profile: &[u8]) -> Option<String> {
    let number = |at: usize| number(profile, at);
    let text = tag(profile, b"desc")?;
    let name: String = match profile.get(text..text + 4)? {
        b"desc" => {
            profile.get(text + 12..text + 12 + number(text + 8)?)?.iter().map(|&byte| char::from(byte)).collect()
        }
        _ => {
            let (length, start) = (number(text + 20)?, text + number(text + 24)?);
            let pairs =
                profile.get(start..start + length)?.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(pairs).map_while(Result::ok).collect()
        }
    };
    let name: String = name.chars().filter(|c| !c.is_control() && *c != '`').take(60).collect();
    (!name.is_empty()).then_some(name)
}
