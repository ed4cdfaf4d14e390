//! Pictures of a project: PNG, JPEG, GIF and WebP files, each read and decoded once and shared by all faces.

mod huffman;
mod icc;
mod jpeg;
mod pixels;
mod png;
mod profile;
mod scale;
mod scans;
mod store;
mod stored;
mod turn;

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

pub use pixels::Pixels;
pub use store::Pictures;
pub use stored::{Space, Stored};
pub use turn::Turn;

/// The most pixels a picture may have, in millions: a little more than the largest cameras deliver.
const MOST: usize = 120;

/// A picture that can be decoded.
#[derive(Debug)]
pub struct Picture {
    /// The [`crate::hash::name`] of its file.
    pub id: u128,
    /// What the first face that shows it calls it: a path below `templates`, or empty for a data URL.
    pub href: String,
    /// Size in pixels as it is seen, after turning.
    pub width: u32,
    pub height: u32,
    /// How the pixels of the file are turned before they are seen.
    pub turn: Turn,
    /// Whether some of its pixels are transparent.
    pub has_mask: bool,
    /// The color space that the file names, if it is not sRGB.
    pub other_colors: Option<String>,
    format: Format,
    source: Source,
}

/// Where the bytes of a picture are.
#[derive(Debug)]
enum Source {
    File(PathBuf),
    /// A data URL.
    Bytes(Arc<Vec<u8>>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    Png,
    Jpeg,
    Gif,
    WebP,
}

impl Format {
    fn of(bytes: &[u8]) -> Option<Format> {
        match imagesize::image_type(bytes) {
            Ok(imagesize::ImageType::Png) => Some(Format::Png),
            Ok(imagesize::ImageType::Jpeg) => Some(Format::Jpeg),
            Ok(imagesize::ImageType::Gif) => Some(Format::Gif),
            Ok(imagesize::ImageType::Webp) => Some(Format::WebP),
            _ => None,
        }
    }

    fn mime(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Jpeg => "image/jpeg",
            Format::Gif => "image/gif",
            Format::WebP => "image/webp",
        }
    }

    /// All pixels of a file, not turned. The message says why there are none.
    fn decode(self, bytes: &[u8]) -> Result<Pixels, String> {
        match self {
            Format::Png => png::decode(bytes),
            Format::Jpeg => jpeg::decode(bytes),
            Format::Gif => gif(bytes),
            Format::WebP => webp(bytes),
        }
        .map_err(|cause| format!("is damaged: {cause}"))
    }

    /// Looks for damage that a decoder passes over. The message says what is wrong.
    fn check(self, bytes: &[u8]) -> Result<(), String> {
        match self {
            Format::Jpeg => scans::check(bytes).map_err(|cause| format!("is damaged: {cause}")),
            Format::Png | Format::Gif | Format::WebP => Ok(()),
        }
    }

    /// How the file says that its pixels are turned. Browsers follow that of PNG and JPEG files.
    fn turn(self, bytes: &[u8]) -> Turn {
        let exif = match self {
            Format::Png => png::chunk(bytes, b"eXIf"),
            Format::Jpeg => jpeg::exif(bytes),
            Format::Gif | Format::WebP => None,
        };
        exif.map_or(Turn::NONE, Turn::of)
    }
}

/// The format and size of a file, if it may be decoded.
fn admitted(bytes: &[u8]) -> Result<Format, String> {
    let format = Format::of(bytes).ok_or("is neither PNG, JPEG, GIF nor WebP")?;
    let size = imagesize::blob_size(bytes).map_err(|cause| format!("is damaged: {cause}"))?;
    let pixels = size.width.saturating_mul(size.height);
    if pixels > MOST * 1_000_000 {
        return Err(format!(
            "is {}x{} px, {} megapixels; the limit is {MOST}: save it smaller",
            size.width,
            size.height,
            pixels.div_ceil(1_000_000)
        ));
    }
    Ok(format)
}

/// The first frame of a GIF, where it lies on its canvas.
fn gif(bytes: &[u8]) -> Result<Pixels, String> {
    let fault = |cause: gif::DecodingError| cause.to_string();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let mut decoder = options.read_info(bytes).map_err(fault)?;
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut all = vec![0; width as usize * height as usize * 4];
    let frame = decoder.read_next_frame().map_err(fault)?.ok_or("it has no frame")?;
    let (left, across) = (usize::from(frame.left) * 4, usize::from(frame.width) * 4);
    for (y, row) in frame.buffer.chunks_exact(across.max(1)).enumerate() {
        let start = (y + usize::from(frame.top)) * width as usize * 4 + left;
        all[start..start + across].copy_from_slice(row);
    }
    Ok(Pixels { width, height, channels: 4, bytes: all })
}

fn webp(bytes: &[u8]) -> Result<Pixels, String> {
    let fault = |cause: image_webp::DecodingError| cause.to_string();
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(fault)?;
    let (width, height) = decoder.dimensions();
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut all = vec![0; decoder.output_buffer_size().ok_or("it is too large")?];
    decoder.read_image(&mut all).map_err(fault)?;
    Ok(Pixels { width, height, channels, bytes: all })
}
