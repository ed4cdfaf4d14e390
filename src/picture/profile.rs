//! What a file says about its colors. Everything is printed as sRGB, so anything else is reported.

use std::io::{Cursor, Read as _};

use super::{Format, jpeg, png};

/// The largest profile that is unpacked, in bytes.
const MOST: u64 = 4 << 20;

impl Format {
    /// The color space of a file that is not sRGB: a profile by its name, or a gamma.
    pub(super) fn other_colors(self, bytes: &[u8]) -> Option<String> {
        let profile = match self {
            Format::Jpeg => jpeg::profile(bytes).map(<[u8]>::to_vec),
            Format::Png => png::chunk(bytes, b"iCCP").and_then(unpacked),
            Format::WebP => {
                image_webp::WebPDecoder::new(Cursor::new(bytes)).ok().and_then(|mut file| file.icc_profile().ok()?)
            }
            Format::Gif => None,
        };
        if let Some(profile) = profile {
            let name = name(&profile).unwrap_or_else(|| "unnamed".to_owned());
            return (!name.contains("sRGB")).then(|| format!("the color profile `{name}`"));
        }
        if self != Format::Png || png::chunk(bytes, b"sRGB").is_some() {
            return None;
        }
        let gamma = f64::from(u32::from_be_bytes(*png::chunk(bytes, b"gAMA")?.first_chunk()?)) / 1e5;
        // 1 / 2.2 stands for sRGB.
        ((gamma * 2.2 - 1.0).abs() > 0.05).then(|| format!("a gamma of {gamma} instead of 0.45455"))
    }
}

/// The profile in a chunk: a name, a zero, the method, then compressed bytes.
fn unpacked(chunk: &[u8]) -> Option<Vec<u8>> {
    let start = chunk.iter().position(|&byte| byte == 0)? + 2;
    let mut profile = Vec::new();
    flate2::read::ZlibDecoder::new(chunk.get(start..)?).take(MOST).read_to_end(&mut profile).ok()?;
    Some(profile)
}

/// The description of a profile: plain text in the old version, UTF-16 in the new one.
fn name(profile: &[u8]) -> Option<String> {
    let number = |at: usize| Some(u32::from_be_bytes(*profile.get(at..)?.first_chunk()?) as usize);
    let tag = (0..number(128)?.min(100)).map(|i| 132 + i * 12).find(|&at| profile.get(at..at + 4) == Some(b"desc"))?;
    let text = number(tag + 4)?;
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
