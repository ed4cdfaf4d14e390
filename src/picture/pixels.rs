//! The pixels of a picture, only while they are needed.

use super::Turn;
use crate::color::Color;
use usvg::tiny_skia_path::Point;

/// Rows from the top left, 8 bits for each channel: gray or red, green and blue, then the opacity if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    /// 1 to 4.
    pub channels: usize,
    pub bytes: Vec<u8>,
}

impl Pixels {
    pub fn has_opacity(&self) -> bool {
        matches!(self.channels, 2 | 4)
    }

    /// Whether any pixel is transparent.
    pub fn is_seen_through(&self) -> bool {
        self.has_opacity() && self.bytes.iter().skip(self.channels - 1).step_by(self.channels).any(|&a| a < 255)
    }

    /// The grays of the same light, with their opacities.
    pub fn gray(self) -> Pixels {
        let Pixels { width, height, channels, bytes } = self;
        if channels < 3 {
            return Pixels { width, height, channels, bytes };
        }
        let gray = |pixel: &[u8]| Color::rgb(pixel[0], pixel[1], pixel[2]).light().seen().r;
        let bytes = match channels {
            3 => bytes.chunks_exact(3).map(gray).collect(),
            _ => bytes.chunks_exact(4).flat_map(|pixel| [gray(pixel), pixel[3]]).collect(),
        };
        Pixels { width, height, channels: channels - 2, bytes }
    }

    /// The colors, and the opacities if there are any.
    pub fn split(self) -> (Pixels, Option<Pixels>) {
        if !self.has_opacity() {
            return (self, None);
        }
        let Pixels { width, height, channels, bytes } = self;
        let colors = channels - 1;
        let opacity = bytes.iter().skip(colors).step_by(channels).copied().collect();
        let color = bytes.chunks_exact(channels).flat_map(|pixel| &pixel[..colors]).copied().collect();
        let of = |channels, bytes| Pixels { width, height, channels, bytes };
        (of(colors, color), Some(of(1, opacity)))
    }

    /// The picture as it is seen.
    pub fn turned(self, turn: Turn) -> Pixels {
        if turn == Turn::NONE {
            return self;
        }
        let (width, height) = if turn.swaps() { (self.height, self.width) } else { (self.width, self.height) };
        let back = turn.undone().matrix();
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for y in 0..height {
            for x in 0..width {
                let mut at = Point::from_xy((x as f32 + 0.5) / width as f32, (y as f32 + 0.5) / height as f32);
                back.map_point(&mut at);
                let (column, row) = ((at.x * self.width as f32) as usize, (at.y * self.height as f32) as usize);
                let start = (row * self.width as usize + column) * self.channels;
                bytes.extend_from_slice(&self.bytes[start..start + self.channels]);
            }
        }
        Pixels { width, height, bytes, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_picture_stands_upright() {
        // EXIF 6: hold the stored picture turned to the right. Its left column becomes the top row.
        let exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let stored = Pixels { width: 3, height: 2, channels: 1, bytes: vec![1, 2, 3, 4, 5, 6] };
        let seen = stored.turned(Turn::of(exif));
        assert_eq!((seen.width, seen.height, seen.bytes), (2, 3, vec![4, 1, 5, 2, 6, 3]));
    }
}
