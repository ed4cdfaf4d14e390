//! Hashes: names that outlive a run, and fingerprints that do not.

use std::hash::{BuildHasher as _, Hash, Hasher as _};

use foldhash::quality::FixedState;
use siphasher::sip128::{Hasher128 as _, SipHasher13};

/// A name for some bytes: 128 bits that are the same on every machine and with every compiler.
///
/// This is SipHash-1-3 with a key of zeros. It is no protection: anyone can make two files with the same name.
pub fn name(bytes: &[u8]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().into()
}

/// The [`name`] of some bytes as 32 hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    format!("{:032x}", name(bytes))
}

/// The [`name`] of bytes that come piece by piece.
#[derive(Default)]
pub struct Running(SipHasher13);

impl Running {
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// The name of all bytes so far as 32 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:032x}", u128::from(self.0.finish128()))
    }
}

/// A fingerprint that is valid in this run only. Equal values share it; different values do not.
///
/// It depends on how the compiler lays out values. For anything that outlives the run, use [`name`] or [`fnv`].
/// Values of different types may be compared: unlike faster hashes, this one counts its bytes.
pub fn fingerprint(value: &impl Hash) -> u128 {
    let mut hasher = SipHasher13::new();
    value.hash(&mut hasher);
    hasher.finish128().into()
}

/// A fingerprint of a long text, for [`fingerprint`]; faster, and valid in this run only.
pub fn of_text(text: &str) -> [u64; 2] {
    [1, 2].map(|seed| FixedState::with_seed(seed).hash_one(text))
}

/// FNV-1a: the fingerprint of games in replays, and the seed of `chance(…)` in templates.
///
/// Its values are printed and stored, so it must never change.
pub fn fnv<T: Into<u64>>(values: impl IntoIterator<Item = T>) -> u64 {
    values.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, value| (hash ^ value.into()).wrapping_mul(0x100_0000_01b3))
}

/// A number from 0 to 1 that depends on values and looks random: [`fnv`] and a finalizer, fixed for good.
pub fn chance<T: Into<u64>>(values: impl IntoIterator<Item = T>) -> f64 {
    let mut hash = fnv(values);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    (hash >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_published_algorithm() {
        // From another implementation: SipHash-1-3, 128 bits, a key of zeros.
        assert_eq!(hex(b""), "b91c5ed031fb33032134935d61d9b40d");
        assert_eq!(hex(b"one face"), "c8b5e13a2a194010441b89172d74dcb5");
    }

    #[test]
    fn fnv_is_that_of_its_authors() {
        assert_eq!(fnv(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv(*b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn equal_values_have_one_fingerprint() {
        assert_eq!(fingerprint(&("a", 1)), fingerprint(&("a", 1)));
        assert_ne!(fingerprint(&("a", 1)), fingerprint(&("a", 2)));
        // All zeros, but a different number of them.
        assert_ne!(fingerprint(&(0isize, 0u16)), fingerprint(&0usize));
    }
}
