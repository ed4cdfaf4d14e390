//! JPEG files: what their segments say, and their pixels.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::Pixels;

/// What the head of a JPEG says.
pub(super) struct Facts {
    pub width: u32,
    pub height: u32,
    /// 1 for gray, 3 for color, 4 for CMYK.
    pub channels: u8,
    /// Whether the channels are named red, green and blue. Others are brightness and two differences of color.
    pub is_rgb: bool,
    /// Where the picture ends. Cameras append more pictures.
    pub end: usize,
}

/// Reads the segments up to the end of the picture. The message says what is missing or unusual.
pub(super) fn facts(bytes: &[u8]) -> Result<Facts, String> {
    let mut head = None;
    for (marker, at, body) in Segments::of(bytes) {
        match marker {
            0xc0..=0xc2 if head.is_none() => {
                let [depth, h1, h2, w1, w2, channels] = *body.first_chunk().ok_or("its head is cut off")?;
                if depth != 8 {
                    return Err(format!("it has {depth} bits per color: save it with 8"));
                }
                let (width, height) = (u16::from_be_bytes([w1, w2]), u16::from_be_bytes([h1, h2]));
                let names = body.get(6..).unwrap_or_default().iter().step_by(3);
                let is_rgb = names.eq(b"RGB");
                head = Some((u32::from(width), u32::from(height), channels, is_rgb));
            }
            0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Err("it is of a rare kind of JPEG (lossless or arithmetic): save it as baseline".into());
            }
            0xd9 => {
                let (width, height, channels, is_rgb) = head.ok_or("it has no head")?;
                return Ok(Facts { width, height, channels, is_rgb, end: at + 2 });
            }
            _ => {}
        }
    }
    Err("it ends before the picture does".into())
}

/// The block of EXIF, if there is one.
pub(super) fn exif(bytes: &[u8]) -> Option<&[u8]> {
    let mut before = Segments::of(bytes).take_while(|(marker, ..)| !matches!(marker, 0xda | 0xd9));
    before.find_map(|(marker, _, body)| body.strip_prefix(b"Exif\0\0").filter(|_| marker == 0xe1))
}

/// The color profile, or its first part, which has its name.
pub(super) fn profile(bytes: &[u8]) -> Option<&[u8]> {
    let mut before = Segments::of(bytes).take_while(|(marker, ..)| !matches!(marker, 0xda | 0xd9));
    before.find_map(|(marker, _, body)| body.strip_prefix(b"ICC_PROFILE\0\x01").filter(|_| marker == 0xe2)?.get(1..))
}

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let facts = facts(bytes)?;
    let (channels, space) = if facts.channels == 1 { (1, ColorSpace::Luma) } else { (3, ColorSpace::RGB) };
    // Instructions that only some processors have would round differently.
    let options = DecoderOptions::default()
        .set_use_unsafe(false)
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(space);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&bytes[..facts.end]), options);
    let all = decoder.decode().map_err(|cause| cause.to_string())?;
    if all.len() != facts.width as usize * facts.height as usize * channels {
        return Err("its head and its pixels disagree".into());
    }
    Ok(Pixels { width: facts.width, height: facts.height, channels, bytes: all })
}

/// The segments of a file: marker, position, content.
pub(super) struct Segments<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Segments<'_> {
    pub fn of(bytes: &[u8]) -> Segments<'_> {
        Segments { bytes, at: 2 }
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = (u8, usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        // Compressed pixels follow a segment without a length; only a marker ends them. 0 and restarts belong to them.
        let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xff | 0xd0..=0xd7);
        let start = self.at + self.bytes.get(self.at..)?.windows(2).position(is_marker)?;
        let marker = self.bytes[start + 1];
        if marker == 0xd9 {
            self.at = self.bytes.len();
            return Some((marker, start, &[]));
        }
        let length = usize::from(u16::from_be_bytes(*self.bytes.get(start + 2..)?.first_chunk()?));
        let body = self.bytes.get(start + 4..start + 2 + length)?;
        self.at = start + 2 + length;
        Some((marker, start, body))
    }
}
