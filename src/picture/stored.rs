//! Pictures as PDF stores them: compressed, most of them with the very bytes of their files.

use super::{Format, Picture, jpeg, png};

/// Compressed pixels.
#[derive(Clone, Debug)]
pub struct Stored {
    pub width: u32,
    pub height: u32,
    /// Bits of each channel.
    pub bits: u8,
    pub space: Space,
    /// Whether `bytes` are a JPEG file; otherwise they are the data of a PNG file.
    pub is_jpeg: bool,
    /// Whether the channels of a JPEG file are red, green and blue, which few are.
    pub is_rgb_jpeg: bool,
    pub bytes: Vec<u8>,
}

/// What the channels of a picture mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Space {
    Gray,
    Rgb,
    /// Red, green and blue of each entry.
    Palette(Vec<u8>),
}

/// The finest print that makes a difference, in dots per inch.
const FINEST: f64 = 600.0;
/// How much finer a picture must be before it is worth making smaller.
const EXCESS: f64 = 1.25;

impl Picture {
    /// The pixels to store for a picture whose largest print has that size in millimeters; `None` for those of the file.
    ///
    /// Nobody sees more than 600 dpi. A JPEG is left alone unless even its bare pixels are smaller then.
    pub(super) fn reduced_size(&self, printed: [f64; 2], bytes: usize) -> Option<(u32, u32)> {
        let want = printed.map(|length| (length / 25.4 * FINEST).ceil().max(1.0));
        let has_more = |pixels: u32, want: f64| f64::from(pixels) > want * EXCESS;
        let less = |pixels: u32, want: f64| if has_more(pixels, want) { want as u32 } else { pixels };
        let (w, h) = (less(self.width, want[0]), less(self.height, want[1]));
        if (w, h) == (self.width, self.height) {
            return None;
        }
        let is_larger = self.format == Format::Jpeg && w as usize * h as usize * 3 > bytes;
        (!is_larger).then_some(if self.turn.swaps() { (h, w) } else { (w, h) })
    }

    /// The colors or grays of a picture and its opacities, ready for a document.
    pub(super) fn stored(
        &self,
        bytes: &[u8],
        size: Option<(u32, u32)>,
        is_gray: bool,
    ) -> Result<(Stored, Option<Stored>), String> {
        if size.is_none() && !self.has_mask {
            let ready = match self.format {
                Format::Png => png::stored(bytes),
                Format::Jpeg => jpeg_file(bytes)?,
                Format::Gif | Format::WebP => None,
            };
            if let Some(ready) = ready.filter(|ready| !is_gray || ready.space == Space::Gray) {
                return Ok((ready, None));
            }
        }
        let mut pixels = self.format.decode(bytes)?;
        if let Some((width, height)) = size {
            pixels = pixels.reduced(width, height);
        }
        if is_gray {
            pixels = pixels.gray();
        }
        let (color, mask) = pixels.split();
        let packed = |pixels| png::stored(&png::encode(&pixels, false)).ok_or("cannot be stored".to_owned());
        Ok((packed(color)?, mask.filter(|_| self.has_mask).map(packed).transpose()?))
    }
}

/// A gray or RGB file. CMYK is decoded, because programs disagree on what it looks like.
fn jpeg_file(bytes: &[u8]) -> Result<Option<Stored>, String> {
    let jpeg::Facts { width, height, channels, is_rgb, end } = jpeg::facts(bytes)?;
    let space = match channels {
        1 => Space::Gray,
        3 => Space::Rgb,
        _ => return Ok(None),
    };
    Ok(Some(Stored { width, height, bits: 8, space, is_jpeg: true, is_rgb_jpeg: is_rgb, bytes: bytes[..end].to_vec() }))
}
