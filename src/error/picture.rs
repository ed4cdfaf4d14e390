//! A picture could not be made.

use std::fmt;

/// Why there is no picture.
#[derive(Debug)]
pub enum PictureError {
    /// It would have too many pixels.
    TooLarge {
        /// The limit, in millions of pixels.
        megapixels: u32,
    },
    /// A face cannot be drawn.
    Undrawable { face: String, why: String },
    /// The pixels could not be encoded.
    Unencodable(String),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::TooLarge { megapixels } => {
                write!(f, "the picture would have more than {megapixels} megapixels; choose a lower --dpi")
            }
            PictureError::Undrawable { face, why } => write!(f, "{face} cannot be drawn: {why}"),
            PictureError::Unencodable(why) => write!(f, "the picture cannot be written: {why}"),
        }
    }
}
