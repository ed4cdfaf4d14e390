//! How people see colors: luminance, contrast, and three kinds of color blindness.

use std::sync::LazyLock;

use resvg::tiny_skia::Pixmap;

use crate::color::Rgb;

/// How an eye sees linear light: each of red, green and blue as a mix of the three.
pub(super) type Sight = [[f32; 3]; 3];

/// The kinds of sight in which pictures are compared. That of most people comes first.
pub(super) const SIGHTS: [(&str, Sight); 5] = [
    ("in color", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("in grayscale", [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]]),
    // Machado, Oliveira and Fernandes 2009, full severity, on linear light.
    (
        "for the red-blind",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "for the green-blind",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "for the blue-blind",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

/// The linear light of each channel value.
static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let c = value as f32 / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
});

/// A color as linear light.
pub(super) fn linear(color: Rgb) -> Rgb<f32> {
    color.map(|c| LINEAR[usize::from(c)])
}

/// The relative luminance, from 0 to 1.
pub(super) fn luminance(color: Rgb) -> f64 {
    let Rgb { r, g, b } = linear(color);
    f64::from(0.2126 * r + 0.7152 * g + 0.0722 * b)
}

/// The contrast of two luminances, from 1 to 21.
pub(super) fn contrast(a: f64, b: f64) -> f64 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Cube roots of 0 to 1 in equal steps. A picture needs a million of them.
static ROOTS: LazyLock<[f32; 1025]> = LazyLock::new(|| std::array::from_fn(|i| (i as f32 / 1024.0).cbrt()));

fn root(value: f32) -> f32 {
    // Near 0, the curve is too steep for the table.
    if value < 0.02 { value.cbrt() } else { ROOTS[((value * 1024.0 + 0.5) as usize).min(1024)] }
}

/// A picture as seen with each kind of sight.
pub(super) struct Portrait {
    width: u32,
    pixels: Vec<[Oklab; SIGHTS.len()]>,
}

impl Portrait {
    pub fn of(picture: &Pixmap) -> Portrait {
        let mut last = (Rgb::default(), SIGHTS.map(|(_, sight)| seen(Rgb::default(), &sight)));
        let pixels = picture.pixels().iter().map(|p| {
            let color = Rgb::new(p.red(), p.green(), p.blue());
            if color != last.0 {
                last = (color, SIGHTS.map(|(_, sight)| seen(color, &sight)));
            }
            last.1
        });
        Portrait { width: picture.width(), pixels: pixels.collect() }
    }

    /// For each kind of sight, the share of two portraits that differs by more than `noticed`, in thousandths.
    pub fn differ(&self, other: &Portrait, noticed: f32) -> Option<[f64; SIGHTS.len()]> {
        if (self.width, self.pixels.len()) != (other.width, other.pixels.len()) {
            return None;
        }
        let mut differ = [0usize; SIGHTS.len()];
        for (a, b) in self.pixels.iter().zip(&other.pixels) {
            for (count, (a, b)) in differ.iter_mut().zip(a.iter().zip(b)) {
                *count += usize::from(a.squared_distance(*b) > noticed * noticed);
            }
        }
        Some(differ.map(|count| count as f64 * 1000.0 / self.pixels.len().max(1) as f64))
    }
}

/// A color in a space where equal distances look equally different.
#[derive(Clone, Copy)]
pub(super) struct Oklab {
    l: f32,
    a: f32,
    b: f32,
}

impl Oklab {
    pub fn squared_distance(self, other: Oklab) -> f32 {
        let square = |a: f32, b: f32| (a - b) * (a - b);
        square(self.l, other.l) + square(self.a, other.a) + square(self.b, other.b)
    }
}

/// A color as seen with one kind of sight.
pub(super) fn seen(color: Rgb, sight: &Sight) -> Oklab {
    let c = linear(color);
    let [r, g, b] = sight.map(|[r, g, b]| (r * c.r + g * c.g + b * c.b).clamp(0.0, 1.0));
    let l = root(0.412_221_5 * r + 0.536_332_5 * g + 0.051_446 * b);
    let m = root(0.211_903_5 * r + 0.680_699_5 * g + 0.107_397 * b);
    let s = root(0.088_302_46 * r + 0.281_718_8 * g + 0.629_978_7 * b);
    Oklab {
        l: 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        a: 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        b: 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_counted_as_by_wcag() {
        let gray = |level| luminance(Rgb::new(level, level, level));
        assert!((contrast(gray(0), gray(255)) - 21.0).abs() < 1e-3);
        assert!((contrast(gray(0x76), gray(255)) - 4.54).abs() < 0.01, "the well-known least gray on white");
    }

    #[test]
    fn red_and_green_of_one_brightness_are_alike_for_the_red_blind_only() {
        let (red, green) = (Rgb::new(200, 60, 40), Rgb::new(102, 107, 20));
        let distance = |sight: usize| {
            let sight = &SIGHTS[sight].1;
            seen(red, sight).squared_distance(seen(green, sight)).sqrt()
        };
        assert!(distance(2) < 0.12 && distance(4) > 0.15, "{} {}", distance(2), distance(4));
    }
}
