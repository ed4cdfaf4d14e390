//! A little statistics: shares with their uncertainty, and histograms that add up.

use serde::Serialize;

/// A share with the interval it lies in with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The share, 0 to 1.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a share lies inside.
    pub fn holds(&self, share: f64) -> bool {
        (self.low..=self.high).contains(&share)
    }
}

/// Wilson's interval for `wins` (whole or shared) out of `count`, at the given distance in standard deviations.
pub fn wilson(wins: f64, count: u64, z: f64) -> Interval {
    if count == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    let n = count as f64;
    let (share, square) = (wins / n, z * z);
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = z / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).max(0.0).sqrt();
    Interval { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The 95 % distance when one of `many` comparisons may be off by chance (Bonferroni: the first step of Holm's).
pub fn distance(many: usize) -> f64 {
    // The upper tail by Acklam's rational approximation in its outer region, good to four digits for these tails.
    let tail = 0.025 / many.max(1) as f64;
    let q = (-2.0 * tail.ln()).sqrt();
    let above = ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734)
        * q
        + 4.374664141464968)
        * q
        + 2.938163982698783;
    let below =
        (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1.0;
    -(above / below)
}

/// How often each number came up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, number: u32) {
        let at = number as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] += 1;
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (sum, n) in self.0.iter_mut().zip(&other.0) {
            *sum += n;
        }
    }

    /// How often a number came up, for each number from 0.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// Count, mean, spread and quantiles.
    pub fn summary(&self) -> Spread {
        let count: u64 = self.0.iter().sum();
        let n = count.max(1) as f64;
        let sum = |power: i32| self.0.iter().enumerate().map(|(x, c)| (x as f64).powi(power) * *c as f64).sum::<f64>();
        let mean = sum(1) / n;
        let sd = (sum(2) / n - mean * mean).max(0.0).sqrt();
        let quantile = |q: f64| {
            let want = (q * count as f64).ceil().max(1.0) as u64;
            let mut seen = 0;
            self.0.iter().position(|c| {
                seen += c;
                seen >= want
            })
        };
        let at = |q| quantile(q).unwrap_or(0) as u32;
        Spread { count, mean, sd, p5: at(0.05), p50: at(0.5), p95: at(0.95), max: at(1.0) }
    }
}

/// A distribution in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// How many there were.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// The 5th percentile.
    pub p5: u32,
    /// The median.
    pub p50: u32,
    /// The 95th percentile.
    pub p95: u32,
    /// The largest.
    pub max: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_the_textbook_one() {
        // 20 of 100: 0.1334 to 0.2888 (Newcombe 1998 gives the formula; worked by hand).
        let i = wilson(20.0, 100, 1.959964);
        assert!((i.low - 0.1334).abs() < 1e-4 && (i.high - 0.2888).abs() < 1e-4, "{i:?}");
        let none = wilson(0.0, 10, 1.959964);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
    }

    #[test]
    fn distances_are_the_quantiles_of_the_normal_curve() {
        assert!((distance(1) - 1.959964).abs() < 1e-3, "{}", distance(1));
        // 0.025 / 100 in each tail: 3.4808.
        assert!((distance(100) - 3.4808).abs() < 1e-3, "{}", distance(100));
    }

    #[test]
    fn a_histogram_adds_up() {
        let mut all = Histogram::default();
        let mut more = Histogram::default();
        (1..=10).for_each(|n| all.add(n));
        (11..=20).for_each(|n| more.add(n));
        all.merge(&more);
        let s = all.summary();
        assert_eq!((s.count, s.p5, s.p50, s.p95, s.max), (20, 1, 10, 19, 20));
        assert!((s.mean - 10.5).abs() < 1e-9 && (s.sd - 5.766281).abs() < 1e-6);
    }
}
