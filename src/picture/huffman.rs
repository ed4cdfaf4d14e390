//! The bits of a JPEG file, and the tables that tell its codes apart.

use std::collections::BTreeMap;

/// Codes of up to this length are looked up at once.
const QUICK: u32 = 9;
/// The most zeros at the end of the data: some cameras fill up to a whole number of words.
const FILLING: usize = 16;

/// A table of codes. Codes of one length follow one another.
#[derive(Default)]
pub(super) struct Table {
    /// For each start of a code: its length and its symbol, or zeros where the code is longer.
    quick: Vec<(u8, u8)>,
    /// For each length from 1 to 16: the first code of a greater length, and what to add to a code for its symbol.
    limits: [(i32, i32); 17],
    symbols: Vec<u8>,
}

impl Table {
    /// Reads all tables of a segment, each under its name.
    pub fn read_all(mut body: &[u8], tables: &mut BTreeMap<u8, Table>) -> Option<()> {
        while let Some((&name, rest)) = body.split_first() {
            let (counts, rest) = rest.split_at_checked(16)?;
            let total = counts.iter().map(|&count| usize::from(count)).sum();
            let (symbols, rest) = rest.split_at_checked(total)?;
            tables.insert(name, Table::of(counts, symbols));
            body = rest;
        }
        Some(())
    }

    fn of(counts: &[u8], symbols: &[u8]) -> Table {
        let mut table = Table { quick: vec![(0, 0); 1 << QUICK], limits: [(0, 0); 17], symbols: symbols.to_vec() };
        let (mut code, mut first) = (0usize, 0usize);
        for (length, &count) in (1u32..).zip(counts) {
            let shift = first as i32 - code as i32;
            for &symbol in &symbols[first..first + usize::from(count)] {
                if length <= QUICK {
                    let start = code << (QUICK - length);
                    let same = table.quick.iter_mut().skip(start).take(1 << (QUICK - length));
                    same.for_each(|entry| *entry = (length as u8, symbol));
                }
                code += 1;
            }
            first += usize::from(count);
            table.limits[length as usize] = (code as i32, shift);
            code <<= 1;
        }
        table
    }

    /// The length and the symbol of the code at the start of 16 bits.
    fn find(&self, bits: u32) -> Option<(u32, u8)> {
        let (length, symbol) = *self.quick.get((bits >> (16 - QUICK)) as usize)?;
        if length > 0 {
            return Some((u32::from(length), symbol));
        }
        (QUICK + 1..=16).find_map(|length| {
            let (limit, shift) = self.limits[length as usize];
            let code = (bits >> (16 - length)) as i32;
            (code < limit).then(|| Some((length, *self.symbols.get((code + shift) as usize)?)))?
        })
    }
}

/// Reads bits up to the next marker.
pub(super) struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    /// The bits to come, the next one highest among the last `count`.
    held: u64,
    count: u32,
}

impl Bits<'_> {
    pub fn of(data: &[u8]) -> Bits<'_> {
        Bits { data, at: 0, held: 0, count: 0 }
    }

    fn fill(&mut self) {
        while self.count <= 48 {
            let byte = match (self.data.get(self.at), self.data.get(self.at + 1)) {
                // A zero tells such a byte from a marker. Any number of them may stand before a marker.
                (Some(0xff), Some(0)) => {
                    self.at += 1;
                    0xff
                }
                (Some(0xff), Some(0xff)) => {
                    self.at += 1;
                    continue;
                }
                (None | Some(0xff), _) => return,
                (Some(&byte), _) => byte,
            };
            self.at += 1;
            self.held = self.held << 8 | u64::from(byte);
            self.count += 8;
        }
    }

    /// The next bits, 16 at most; nothing if the data ends before.
    pub fn take(&mut self, bits: u32) -> Option<u32> {
        if self.count < bits {
            self.fill();
        }
        self.count = self.count.checked_sub(bits)?;
        Some((self.held >> self.count) as u32 & ((1 << bits.min(16)) - 1))
    }

    /// The symbol of the next code; nothing if there is no such code.
    pub fn code(&mut self, table: &Table) -> Option<u8> {
        if self.count < 16 {
            self.fill();
        }
        let window = match self.count >= 16 {
            true => self.held >> (self.count - 16),
            false => self.held << (16 - self.count),
        };
        let (length, symbol) = table.find(window as u32 & 0xffff)?;
        self.count = self.count.checked_sub(length)?;
        Some(symbol)
    }

    /// Passes a restart, which must come next and have that number.
    pub fn restart(&mut self, number: usize) -> Option<()> {
        self.fill();
        let marker = *self.data.get(self.at + 1)?;
        let is_next = self.count < 8 && marker == 0xd0 | (number & 7) as u8;
        (self.count, self.at) = (0, self.at + 2);
        is_next.then_some(())
    }

    /// How many bytes nobody has read. A final restart and a little filling do not count.
    pub fn left_over(mut self) -> usize {
        let (mut bytes, mut is_filling) = (0, true);
        loop {
            self.fill();
            match self.count >= 8 {
                true => {
                    self.count -= 8;
                    bytes += 1;
                    is_filling &= (self.held >> (self.count & !7)) as u8 == 0;
                }
                false if self.at + 1 < self.data.len() => {
                    (self.count, self.at) = (0, self.at + 2);
                }
                false => return if is_filling && bytes <= FILLING { 0 } else { bytes },
            }
        }
    }
}
