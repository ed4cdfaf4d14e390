//! Colors, from palettes and templates to the inks on paper.

use std::fmt;

/// A color to print.
///
/// Each way of mixing one is a variant. CMYK and spot inks would be further variants, such as `Cmyk { c, m, y, k }`
/// and `Spot { ink, tint }`. The compiler then points at [`Color::seen`], which defines their look on a screen, and
/// at the PDF writer, which puts them on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Black ink alone: 0 is solid black, 255 is bare paper.
    Gray(u8),
    /// Light as a screen mixes it. Three equal parts are always [`Color::Gray`]: construct it with [`Color::rgb`].
    Rgb(Rgb),
}

/// Red, green and blue as a screen shows them: bytes, or `f32` for arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rgb<T = u8> {
    pub r: T,
    pub g: T,
    pub b: T,
}

impl Color {
    pub const BLACK: Color = Color::Gray(0);

    /// A color from red, green and blue. Gray prints in black ink alone.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Color {
        if r == g && g == b { Color::Gray(r) } else { Color::Rgb(Rgb { r, g, b }) }
    }

    /// Reads a color as it is written in content and templates: `#c8a04a`, or `#abc` for `#aabbcc`.
    pub fn parse(text: &str) -> Option<Color> {
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let double = |high: u8, low: u8| Some(digit(high)? * 16 + digit(low)?);
        match *text.as_bytes() {
            [b'#', r, g, b] => Some(Color::rgb(double(r, r)?, double(g, g)?, double(b, b)?)),
            [b'#', r, s, g, h, b, c] => Some(Color::rgb(double(r, s)?, double(g, h)?, double(b, c)?)),
            _ => None,
        }
    }

    /// How the color looks on a screen.
    pub fn seen(self) -> Rgb {
        match self {
            Color::Gray(level) => Rgb::new(level, level, level),
            Color::Rgb(rgb) => rgb,
        }
    }

    /// The gray of the same light, as a mask weighs colors.
    pub fn light(self) -> Color {
        let Rgb { r, g, b } = self.seen().map(u32::from);
        Color::Gray(((r * 2126 + g * 7152 + b * 722 + 5000) / 10000) as u8)
    }

    /// Mixes two colors. A `share` of 0 is `self`, 1 is `other`.
    pub fn mix(self, other: Color, share: f64) -> Color {
        let part = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        self.seen().zip(other.seen(), part).into()
    }
}

/// `#rrggbb`, which [`Color::parse`] reads.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgb { r, g, b } = self.seen();
        let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 15)];
        let text = [b'#', digit(r >> 4), digit(r), digit(g >> 4), digit(g), digit(b >> 4), digit(b)];
        f.write_str(str::from_utf8(&text).expect("digits are ASCII"))
    }
}

impl From<Rgb> for Color {
    fn from(Rgb { r, g, b }: Rgb) -> Color {
        Color::rgb(r, g, b)
    }
}

impl From<usvg::Color> for Color {
    fn from(color: usvg::Color) -> Color {
        Color::rgb(color.red, color.green, color.blue)
    }
}

impl From<&usvg::Paint> for Color {
    /// The color of a paint, from the middle of a gradient.
    fn from(paint: &usvg::Paint) -> Color {
        let stops = match paint {
            usvg::Paint::Color(color) => return Color::from(*color),
            usvg::Paint::LinearGradient(gradient) => gradient.stops(),
            usvg::Paint::RadialGradient(gradient) => gradient.stops(),
            usvg::Paint::Pattern(_) => &[],
        };
        stops.get(stops.len() / 2).map_or(Color::Gray(128), |stop| Color::from(stop.color()))
    }
}

impl From<usvg::Color> for Rgb {
    fn from(color: usvg::Color) -> Rgb {
        Rgb::new(color.red, color.green, color.blue)
    }
}

impl<T: Copy> Rgb<T> {
    pub const fn new(r: T, g: T, b: T) -> Rgb<T> {
        Rgb { r, g, b }
    }

    pub fn map<U>(self, change: impl Fn(T) -> U) -> Rgb<U> {
        Rgb { r: change(self.r), g: change(self.g), b: change(self.b) }
    }

    /// Combines each part with the same part of another color.
    pub fn zip<U>(self, other: Rgb<T>, join: impl Fn(T, T) -> U) -> Rgb<U> {
        Rgb { r: join(self.r, other.r), g: join(self.g, other.g), b: join(self.b, other.b) }
    }
}

impl Rgb {
    /// The parts, scaled to 0 to 1.
    pub fn unit(self) -> Rgb<f32> {
        self.map(|part| f32::from(part) / 255.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_and_written_alike() {
        for (text, want) in [
            ("#c8a04a", Some("#c8a04a")),
            ("#C8A04A", Some("#c8a04a")),
            ("#abc", Some("#aabbcc")),
            ("#000", Some("#000000")),
            ("c8a04a", None),
            ("#c8a04", None),
            ("#c8a04g", None),
            ("#é0", None),
            ("", None),
        ] {
            assert_eq!(Color::parse(text).map(|color| color.to_string()).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn grays_are_black_ink() {
        assert_eq!(Color::parse("#777"), Some(Color::Gray(0x77)));
        assert_eq!(Color::from(Rgb::new(9, 9, 9)), Color::Gray(9));
    }

    #[test]
    fn a_gray_has_the_light_of_its_color() {
        // Shares of red, green and blue: 0.2126, 0.7152 and 0.0722 of 255.
        for (color, want) in [(Color::rgb(255, 0, 0), 54), (Color::rgb(0, 255, 0), 182), (Color::rgb(0, 0, 255), 18)] {
            assert_eq!(color.light(), Color::Gray(want), "{color}");
        }
        assert_eq!(Color::Gray(77).light(), Color::Gray(77));
    }

    #[test]
    fn a_mix_lies_between_its_colors() {
        let (dark, light) = (Color::rgb(0x11, 0x22, 0x33), Color::Gray(255));
        // A quarter of the way: 17 + (255 - 17) / 4 = 76.5, 34 + (255 - 34) / 4 = 89.25, 51 + (255 - 51) / 4 = 102.
        assert_eq!(dark.mix(light, 0.25).to_string(), "#4d5966");
        assert_eq!((dark.mix(light, 0.0), dark.mix(light, 1.0)), (dark, light));
    }
}
