//! Makes a picture smaller: each new pixel is the mean of the area it covers, weighted by opacity.

use super::Pixels;

impl Pixels {
    /// The picture in fewer pixels. The same bytes on every machine: all sums run in one order.
    pub fn reduced(&self, width: u32, height: u32) -> Pixels {
        let across = spans(self.width, width);
        let n = self.channels;
        let (mut row, mut line) = (vec![0.0; self.width as usize * n], vec![0.0; width as usize * n]);
        let mut sum = vec![0.0; line.len()];
        let mut bytes = Vec::with_capacity(line.len() * height as usize);
        for span in spans(self.height, height) {
            sum.fill(0.0);
            for y in span.first..=span.last {
                self.weighted_row(y, &mut row);
                match n {
                    1 => squeeze::<1>(&row, &across, &mut line),
                    2 => squeeze::<2>(&row, &across, &mut line),
                    3 => squeeze::<3>(&row, &across, &mut line),
                    _ => squeeze::<4>(&row, &across, &mut line),
                }
                let weight = span.weight(y);
                sum.iter_mut().zip(&line).for_each(|(sum, part)| *sum += part * weight);
            }
            for pixel in sum.chunks_exact(n) {
                let opacity = if self.has_opacity() { pixel[n - 1] / 255.0 } else { 1.0 };
                let scale = if opacity > 0.0 { 1.0 / opacity } else { 0.0 };
                let colors = if self.has_opacity() { n - 1 } else { n };
                bytes.extend(pixel[..colors].iter().map(|&value| (value * scale + 0.5) as u8));
                bytes.extend(pixel[colors..].iter().map(|&value| (value + 0.5) as u8));
            }
        }
        Pixels { width, height, channels: n, bytes }
    }

    /// A row with its colors multiplied by their opacity.
    fn weighted_row(&self, y: usize, row: &mut [f32]) {
        let n = self.channels;
        let length = self.width as usize * n;
        let stored = &self.bytes[y * length..(y + 1) * length];
        row.iter_mut().zip(stored).for_each(|(value, &byte)| *value = f32::from(byte));
        if self.has_opacity() {
            for pixel in row.chunks_exact_mut(n) {
                let opacity = pixel[n - 1] / 255.0;
                pixel[..n - 1].iter_mut().for_each(|value| *value *= opacity);
            }
        }
    }
}

/// The old pixels that a new pixel covers.
struct Span {
    first: usize,
    last: usize,
    /// The weights of the first pixel, of those between, and of the last.
    weights: [f32; 3],
}

impl Span {
    fn weight(&self, at: usize) -> f32 {
        self.weights[if at == self.first {
            0
        } else if at == self.last {
            2
        } else {
            1
        }]
    }
}

fn spans(old: u32, new: u32) -> Vec<Span> {
    let ratio = f64::from(old) / f64::from(new);
    let span = |i: u32| {
        let (from, to) = (f64::from(i) * ratio, (f64::from(i + 1) * ratio).min(f64::from(old)));
        // A rounding error must not reach into another pixel.
        let (first, last) = ((from + 1e-6).floor(), (to - 1e-6).ceil() - 1.0);
        let share = |from: f64, to: f64| ((to - from) / ratio) as f32;
        let ends = [share(from, to.min(first + 1.0)), share(0.0, 1.0), share(last.max(from), to)];
        Span { first: first as usize, last: last as usize, weights: ends }
    };
    (0..new).map(span).collect()
}

fn squeeze<const N: usize>(row: &[f32], across: &[Span], line: &mut [f32]) {
    for (pixel, span) in line.chunks_exact_mut(N).zip(across) {
        let mut sum = [0.0; N];
        let covered = row[span.first * N..(span.last + 1) * N].chunks_exact(N);
        for (x, old) in (span.first..).zip(covered) {
            let weight = span.weight(x);
            (0..N).for_each(|i| sum[i] += old[i] * weight);
        }
        pixel.copy_from_slice(&sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_pixel_is_the_mean_of_what_it_covers() {
        let gray = Pixels { width: 3, height: 2, channels: 1, bytes: vec![0, 90, 180, 0, 90, 180] };
        // 3 pixels in 2: (0 + 90 / 2) / 1.5 and (90 / 2 + 180) / 1.5.
        assert_eq!(gray.reduced(2, 1).bytes, [30, 150]);
        assert_eq!(gray.reduced(1, 1).bytes, [90]);
        assert_eq!(gray.reduced(3, 2), gray);
    }

    #[test]
    fn a_transparent_pixel_lends_no_color() {
        let red = Pixels { width: 2, height: 1, channels: 4, bytes: vec![255, 0, 0, 255, 0, 255, 0, 0] };
        assert_eq!(red.reduced(1, 1).bytes, [255, 0, 0, 128]);
    }
}
