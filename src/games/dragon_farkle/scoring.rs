//! The Soldier table worked out for every roll: what may be set aside, and what it is worth (FK-3, FK-4).

/// The most dice that are rolled at once.
pub const DICE: usize = 6;

/// Dice by face: three bits for each of the six faces.
pub type Dice = u32;

/// One die that shows a face, 0 to 5.
#[inline]
pub const fn die(face: usize) -> Dice {
    1 << (3 * face)
}

/// How many dice show a face.
#[inline]
pub const fn showing(dice: Dice, face: usize) -> u32 {
    dice >> (3 * face) & 7
}

/// How many dice there are.
pub fn size(dice: Dice) -> usize {
    (0..6).map(|face| showing(dice, face) as usize).sum()
}

/// Every throw of 1 to 6 dice, ignoring their order.
fn throws() -> Vec<Dice> {
    let mut all = vec![0];
    for face in 0..6 {
        let with = |dice: Dice| (0..=DICE - size(dice)).map(move |many| dice + die(face) * many as Dice);
        all = all.into_iter().flat_map(with).collect();
    }
    all.retain(|dice| *dice != 0);
    all
}

fn contains(dice: Dice, part: Dice) -> bool {
    (0..6).all(|face| showing(part, face) <= showing(dice, face))
}

/// The combinations that a row of the Soldier table stands for.
///
/// A digit is that face, a letter any face; equal letters are equal faces, different letters different ones.
pub fn combinations(pattern: &str) -> Result<Vec<Dice>, String> {
    let marks: Vec<char> = pattern.chars().collect();
    if marks.is_empty() || marks.len() > DICE {
        return Err(format!("{} dice are asked for; 1 to {DICE} can be rolled", marks.len()));
    }
    let mut fixed = 0;
    let mut letters: Vec<(char, u32)> = Vec::new();
    for mark in marks {
        match mark {
            '1'..='6' => fixed += die(mark as usize - '1' as usize),
            'a'..='z' => match letters.iter_mut().find(|(letter, _)| *letter == mark) {
                Some((_, many)) => *many += 1,
                None => letters.push((mark, 1)),
            },
            _ => return Err(format!("`{mark}` is not a face: write 1 to 6, or a letter for any face")),
        }
    }
    if letters.len() > 6 {
        return Err("there are only six faces".to_owned());
    }
    let mut all = vec![fixed];
    for (at, (_, many)) in letters.iter().enumerate() {
        let used = |dice: Dice, face: usize| showing(dice, face) > 0;
        all = all
            .iter()
            .flat_map(|dice| (0..6).filter(|face| !used(*dice, *face)).map(move |face| dice + die(face) * many))
            .collect();
        // Letters that stand for equally many dice are interchangeable; each set of dice must come up once.
        if at > 0 {
            all.sort_unstable();
            all.dedup();
        }
    }
    Ok(all)
}

/// Dice that may be set aside together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aside {
    pub dice: Dice,
    pub count: u8,
    /// Soldiers they are worth.
    pub value: u16,
}

/// What can be rolled with some number of dice, ignoring their order.
#[derive(Clone, Debug)]
pub struct Roll {
    pub dice: Dice,
    pub count: u8,
    /// In how many orders they can be rolled.
    pub ways: u32,
    /// What may be set aside, fewest dice first; nothing is a Farkle.
    pub asides: std::ops::Range<u32>,
    /// All scoring dice: as many as possible, then of the highest value.
    pub all: Option<Aside>,
    /// The highest value for each number of dice set aside; 0 if there is none.
    pub best: [u16; DICE + 1],
}

/// The Soldier table for every roll.
#[derive(Clone, Debug)]
pub struct Scores {
    /// All rolls of 1 to 6 dice, by number of dice.
    pub rolls: Vec<Roll>,
    /// What may be set aside in any of them.
    pub asides: Vec<Aside>,
    /// For each number of dice, the roll of every throw in order; the last die changes fastest.
    thrown: [Vec<u16>; DICE + 1],
}

impl Scores {
    /// Works the table out from combinations and what they are worth.
    pub fn new(combinations: &[(Dice, u16)]) -> Scores {
        let mut dice = throws();
        dice.sort_unstable_by_key(|dice| (size(*dice), *dice));
        // The number of each throw, by its bits.
        let mut numbers = vec![0u16; 1 << (3 * 6)];
        for (number, dice) in dice.iter().enumerate() {
            numbers[*dice as usize] = number as u16;
        }
        // What all dice of a throw are worth together, if every one of them scores.
        let mut worth: Vec<Option<u16>> = Vec::with_capacity(dice.len());
        for whole in &dice {
            let parts = combinations.iter().filter(|(part, _)| contains(*whole, *part));
            let best = parts.filter_map(|(part, value)| match whole - part {
                0 => Some(*value),
                rest => worth[usize::from(numbers[rest as usize])].map(|rest| rest + value),
            });
            let best = best.max();
            worth.push(best);
        }
        let mut scores =
            Scores { rolls: Vec::with_capacity(dice.len()), asides: Vec::new(), thrown: Default::default() };
        let scoring = dice.iter().zip(&worth).filter_map(|(dice, value)| Some((*dice, (*value)?)));
        let scoring: Vec<Aside> = scoring.map(|(dice, value)| Aside { dice, count: size(dice) as u8, value }).collect();
        for whole in &dice {
            let from = scores.asides.len();
            scores.asides.extend(scoring.iter().filter(|part| contains(*whole, part.dice)));
            let asides = &scores.asides[from..];
            let mut best = [0; DICE + 1];
            asides.iter().for_each(|a| best[usize::from(a.count)] = best[usize::from(a.count)].max(a.value));
            let all = asides.iter().copied().max_by_key(|a| (a.count, a.value));
            let asides = from as u32..scores.asides.len() as u32;
            scores.rolls.push(Roll { dice: *whole, count: size(*whole) as u8, ways: ways(*whole), asides, all, best });
        }
        for count in 1..=DICE {
            scores.thrown[count] = (0..6usize.pow(count as u32))
                .map(|mut throw| {
                    let mut whole = 0;
                    for _ in 0..count {
                        whole += die(throw % 6);
                        throw /= 6;
                    }
                    numbers[whole as usize]
                })
                .collect();
        }
        scores
    }

    /// The number of throws with `count` dice.
    #[inline]
    pub fn throws(&self, count: u8) -> u32 {
        self.thrown[usize::from(count)].len() as u32
    }

    /// The roll that a throw makes.
    #[inline]
    pub fn thrown(&self, count: u8, throw: u32) -> u16 {
        self.thrown[usize::from(count)][throw as usize]
    }

    /// The number of a roll.
    pub fn find(&self, dice: Dice) -> u16 {
        let found = self.rolls.binary_search_by_key(&(size(dice), dice), |roll| (usize::from(roll.count), roll.dice));
        found.expect("every throw of one to six dice is a roll") as u16
    }

    /// What may be set aside from a roll.
    #[inline]
    pub fn asides(&self, roll: u16) -> &[Aside] {
        let range = &self.rolls[usize::from(roll)].asides;
        &self.asides[range.start as usize..range.end as usize]
    }

    /// The rolls of `count` dice.
    pub fn of(&self, count: usize) -> &[Roll] {
        let from = |count: usize| self.rolls.partition_point(|roll| usize::from(roll.count) < count);
        &self.rolls[from(count)..from(count + 1)]
    }
}

/// The number of orders in which the dice can lie.
fn ways(dice: Dice) -> u32 {
    let factorial = |n: usize| (1..=n as u32).product::<u32>();
    (0..6).fold(factorial(size(dice)), |ways, face| ways / factorial(showing(dice, face) as usize))
}
