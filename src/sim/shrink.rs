//! Makes a failing game small: fewer choices, and simpler ones, that still fail in the same way.

/// The most games played in search of a smaller one.
const BUDGET: usize = 2000;

/// Shrinks a tape for which `fails` holds.
///
/// `fails` plays a tape; if it still fails in the same way, it returns how many choices were asked for. The search is
/// deterministic, so the same failure always shrinks to the same tape.
pub fn shrink(tape: &[u32], fails: impl Fn(&[u32]) -> Option<usize>) -> Vec<u32> {
    let mut search = Search { best: tape.to_vec(), left: BUDGET, fails };
    let best = search.best.clone();
    search.accept(best);
    loop {
        let before = search.best.clone();
        search.delete();
        search.zero();
        search.lower();
        if search.best == before || search.left == 0 {
            return search.best;
        }
    }
}

struct Search<F> {
    best: Vec<u32>,
    left: usize,
    fails: F,
}

impl<F: Fn(&[u32]) -> Option<usize>> Search<F> {
    /// Accepts a tape that still fails, cut after the last choice that was asked for and without trailing zeros.
    fn accept(&mut self, mut tape: Vec<u32>) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let Some(asked) = (self.fails)(&tape) else { return false };
        tape.truncate(asked);
        while tape.last() == Some(&0) {
            tape.pop();
        }
        self.best = tape;
        true
    }

    /// Leaves out blocks of choices: halves, quarters, down to single ones.
    fn delete(&mut self) {
        let mut size = self.best.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < self.best.len() && self.left > 0 {
                let mut tape = self.best.clone();
                tape.drain(at..(at + size).min(tape.len()));
                if !self.accept(tape) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Sets blocks of choices to the simplest.
    fn zero(&mut self) {
        let mut size = self.best.len().div_ceil(2);
        while size > 0 {
            for at in (0..self.best.len()).step_by(size) {
                let end = (at + size).min(self.best.len());
                if at < end && self.best[at..end].iter().any(|value| *value > 0) {
                    let mut tape = self.best.clone();
                    tape[at..end].fill(0);
                    self.accept(tape);
                }
            }
            size /= 2;
        }
    }

    /// Lowers single choices by halving the distance to zero.
    fn lower(&mut self) {
        let mut at = 0;
        while at < self.best.len() {
            let mut step = self.best[at] / 2 + 1;
            while step > 0 && at < self.best.len() {
                let mut tape = self.best.clone();
                let lower = tape[at].checked_sub(step);
                let done = lower.is_some_and(|lower| {
                    tape[at] = lower;
                    self.accept(tape)
                });
                if !done {
                    step /= 2;
                }
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_that_needs_two_values_keeps_only_those() {
        // Fails when a 5 or more comes anywhere before a 3 or more.
        let fails = |tape: &[u32]| {
            let first = tape.iter().position(|v| *v >= 5)?;
            let then = tape[first + 1..].iter().position(|v| *v >= 3)?;
            Some(first + then + 2)
        };
        let long: Vec<u32> = (0..400).map(|i| (i * 7 + 3) % 11).collect();
        assert_eq!(shrink(&long, fails), [5, 3]);
    }
}
