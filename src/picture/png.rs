//! PNG files: decoded, encoded, and taken apart for PDF, which stores pixels the same way.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter, Limits, Transformations};

use super::{Pixels, Space, Stored};

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    // The numbers of a wrong checksum help nobody.
    let fault = |cause: png::DecodingError| match cause.to_string() {
        text if text.starts_with("CRC error") => "a checksum is wrong".to_owned(),
        text => text,
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 1 << 30 });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(fault)?;
    let mut all = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let info = reader.next_frame(&mut all).map_err(fault)?;
    // The checksum of the last part is read, too.
    if reader.info().animation_control().is_none() {
        reader.finish().map_err(fault)?;
    }
    all.truncate(info.buffer_size());
    Ok(Pixels { width: info.width, height: info.height, channels: info.color_type.samples(), bytes: all })
}

/// A PNG file of the pixels. A `quick` one is large, and is written and read in no time.
pub(super) fn encode(pixels: &Pixels, is_quick: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_color(match pixels.channels {
        1 => ColorType::Grayscale,
        2 => ColorType::GrayscaleAlpha,
        3 => ColorType::Rgb,
        _ => ColorType::Rgba,
    });
    encoder.set_compression(if is_quick { Compression::NoCompression } else { Compression::Balanced });
    encoder.set_filter(if is_quick { Filter::NoFilter } else { Filter::Adaptive });
    let mut writer = encoder.write_header().expect("a vector takes all bytes");
    writer.write_image_data(&pixels.bytes).expect("there are as many bytes as the size says");
    writer.finish().expect("a vector takes all bytes");
    bytes
}

/// The compressed pixels of a file as PDF can store them: no opacity, rows in order, at most 8 bits.
pub(super) fn stored(bytes: &[u8]) -> Option<Stored> {
    let mut head = None;
    let (mut palette, mut all) = (Vec::new(), Vec::new());
    for (name, body) in chunks(bytes) {
        match name {
            b"IHDR" => head = body.first_chunk::<13>(),
            b"PLTE" => palette = body.to_vec(),
            b"tRNS" => return None,
            b"IDAT" => all.extend_from_slice(body),
            _ => {}
        }
    }
    let [w1, w2, w3, w4, h1, h2, h3, h4, bits, color, _, _, interlace] = *head?;
    let space = match color {
        0 => Space::Gray,
        2 => Space::Rgb,
        // A number beyond the palette is black in a browser, and anything in a PDF.
        3 => {
            palette.resize(3 << bits.min(8), 0);
            Space::Palette(palette)
        }
        _ => return None,
    };
    let (width, height) = (u32::from_be_bytes([w1, w2, w3, w4]), u32::from_be_bytes([h1, h2, h3, h4]));
    let is_plain = interlace == 0 && bits <= 8;
    is_plain.then_some(Stored { width, height, bits, space, is_jpeg: false, is_rgb_jpeg: false, bytes: all })
}

/// Whether a file has colors, not only grays.
pub(super) fn has_colors(bytes: &[u8]) -> bool {
    chunk(bytes, b"IHDR").and_then(|head| head.get(9)).is_some_and(|kind| kind & 2 != 0)
}

/// The content of a chunk, if there is one of that name.
pub(super) fn chunk<'a>(bytes: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    chunks(bytes).find(|(other, _)| *other == name).map(|(_, body)| body)
}

/// The chunks of a file: name and content.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes.get(8..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let name = rest.get(4..)?.first_chunk()?;
        let body = rest.get(8..)?.get(..length)?;
        rest = rest.get(12 + length..)?;
        Some((name, body))
    })
}
