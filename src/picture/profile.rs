//! What a file says about its colors. Everything is printed as sRGB, so anything else is reported.

use std::io::{Cursor, Read as _};

use super::{Format, icc, jpeg, png};

/// The largest profile that is unpacked, in bytes.
const MOST: u64 = 4 << 20;

impl Format {
    /// The color space of a file that is not sRGB: a profile by its name, a code, other primaries, or a gamma.
    pub(super) fn other_colors(self, bytes: &[u8]) -> Option<String> {
        if self == Format::Png
            && let Some([primaries, transfer, ..]) = png::chunk(bytes, b"cICP").and_then(<[u8]>::first_chunk::<4>)
        {
            return coded(*primaries, *transfer);
        }
        let profile = match self {
            Format::Jpeg => jpeg::profile(bytes).map(<[u8]>::to_vec),
            Format::Png => png::chunk(bytes, b"iCCP").and_then(unpacked),
            Format::WebP => {
                image_webp::WebPDecoder::new(Cursor::new(bytes)).ok().and_then(|mut file| file.icc_profile().ok()?)
            }
            Format::Gif => None,
        };
        if let Some(profile) = profile {
            let name = icc::name(&profile).unwrap_or_else(|| "unnamed".to_owned());
            let is_srgb = icc::is_srgb(&profile).unwrap_or_else(|| name.contains("sRGB"));
            return (!is_srgb).then(|| format!("the color profile `{name}`"));
        }
        if self != Format::Png || png::chunk(bytes, b"sRGB").is_some() {
            return None;
        }
        let number = |part: &[u8; 4]| f64::from(u32::from_be_bytes(*part)) / 1e5;
        let gamma = number(png::chunk(bytes, b"gAMA")?.first_chunk()?);
        // 1 / 2.2 stands for sRGB.
        if (gamma * 2.2 - 1.0).abs() > 0.05 {
            return Some(format!("a gamma of {gamma} instead of 0.45455"));
        }
        // Programs follow primaries only beside a gamma.
        let primaries = png::chunk(bytes, b"cHRM")?.as_chunks::<4>().0;
        let is_other = primaries.iter().zip(PRIMARIES).any(|(is, srgb)| (number(is) - srgb).abs() > 0.02);
        (is_other && png::has_colors(bytes)).then(|| "a color range (`cHRM`) other than sRGB".to_owned())
    }
}

/// The white point of sRGB and its red, green and blue: x and y of each.
const PRIMARIES: [f64; 8] = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/// The color space of two code points of ITU-T H.273, unless it is seen as sRGB.
fn coded(primaries: u8, transfer: u8) -> Option<String> {
    let space = match primaries {
        1 => "Rec. 709".to_owned(),
        9 => "Rec. 2020".to_owned(),
        11 => "DCI-P3".to_owned(),
        12 => "Display P3".to_owned(),
        _ => format!("of code {primaries}"),
    };
    let light = match transfer {
        // The curves of sRGB and of television, and a gamma of 2.2.
        1 | 4 | 6 | 13 | 14 | 15 => String::new(),
        8 => " in linear light".to_owned(),
        16 => " in PQ".to_owned(),
        18 => " in HLG".to_owned(),
        _ => format!(" in light of code {transfer}"),
    };
    (primaries != 1 || !light.is_empty()).then(|| format!("the color space {space}{light}"))
}

/// The profile in a chunk: a name, a zero, the method, then compressed bytes.
fn unpacked(chunk: &[u8]) -> Option<Vec<u8>> {
    let start = chunk.iter().position(|&byte| byte == 0)? + 2;
    let mut profile = Vec::new();
    flate2::read::ZlibDecoder::new(chunk.get(start..)?).take(MOST).read_to_end(&mut profile).ok()?;
    Some(profile)
}
