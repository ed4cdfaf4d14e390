//! The turning of a picture: cameras store pixels as the sensor lay, and note in EXIF how to hold them.

use usvg::tiny_skia_path::Transform;

/// One of the eight ways to turn and mirror a picture, numbered as EXIF does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    pub const NONE: Turn = Turn(1);

    /// The turning that a block of EXIF names.
    pub(super) fn of(exif: &[u8]) -> Turn {
        Turn(orientation(exif).filter(|number| (1..=8).contains(number)).unwrap_or(1))
    }

    /// Whether width and height change places.
    pub fn swaps(self) -> bool {
        self.0 >= 5
    }

    /// Maps a picture as stored to the picture as seen. Both are unit squares, y down.
    pub fn matrix(self) -> Transform {
        let [a, b, c, d, e, f]: [i8; 6] = match self.0 {
            2 => [-1, 0, 0, 1, 1, 0],
            3 => [-1, 0, 0, -1, 1, 1],
            4 => [1, 0, 0, -1, 0, 1],
            5 => [0, 1, 1, 0, 0, 0],
            6 => [0, 1, -1, 0, 1, 0],
            7 => [0, -1, -1, 0, 1, 1],
            8 => [0, -1, 1, 0, 0, 1],
            _ => [1, 0, 0, 1, 0, 0],
        };
        Transform::from_row(a.into(), b.into(), c.into(), d.into(), e.into(), f.into())
    }

    /// The turning that undoes this one.
    pub(super) fn undone(self) -> Turn {
        match self.0 {
            6 => Turn(8),
            8 => Turn(6),
            _ => self,
        }
    }
}

/// The orientation in a block of EXIF: a TIFF header, then a list of entries of 12 bytes.
fn orientation(tiff: &[u8]) -> Option<u8> {
    const TAG: u16 = 0x0112;
    let is_little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let pair = [*tiff.get(at)?, *tiff.get(at + 1)?];
        Some(if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    };
    let long = |at: usize| {
        let (first, second) = (usize::from(short(at)?), usize::from(short(at + 2)?));
        Some(if is_little { second << 16 | first } else { first << 16 | second })
    };
    let list = long(4)?;
    let count = usize::from(short(list)?);
    let entry = (0..count).map(|i| list + 2 + i * 12).find(|&at| short(at) == Some(TAG))?;
    u8::try_from(short(entry + 8)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exif_names_the_turning_in_both_byte_orders() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        assert_eq!((Turn::of(little), Turn::of(big)), (Turn(6), Turn(6)));
        for broken in [&little[..9], b"II*\0\xff\xff\xff\xff", b"", b"MM\0*\0\0\0\x08\0\x09"] {
            assert_eq!(Turn::of(broken), Turn::NONE);
        }
    }

    #[test]
    fn each_turning_is_undone() {
        for turn in (1..=8).map(Turn) {
            assert_eq!(turn.matrix().pre_concat(turn.undone().matrix()), Transform::identity(), "{turn:?}");
        }
    }
}
