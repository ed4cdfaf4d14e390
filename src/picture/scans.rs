//! Follows the compressed pixels of a JPEG file to their end: decoders make up what is missing and say nothing.

use std::collections::BTreeMap;

use super::huffman::{Bits, Table};
use super::jpeg::Segments;

/// Checks that all pixels are there and nothing is left over. The message says what is wrong.
///
/// Only the codes are read: that takes less time than the pixels.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let mut walk = Walk::default();
    let mut all = Segments::of(bytes).peekable();
    while let Some((marker, at, body)) = all.next() {
        match marker {
            0xc0..=0xc2 if walk.channels.is_empty() => walk.frame(marker == 0xc2, body).ok_or("its head is broken")?,
            0xc4 => Table::read_all(body, &mut walk.tables).ok_or("a table of its codes is broken")?,
            0xdd => walk.interval = body.first_chunk().map_or(0, |pair| usize::from(u16::from_be_bytes(*pair))),
            0xda => {
                let end = all.peek().map_or(bytes.len(), |(_, next, _)| *next);
                walk.scan(body, &bytes[at + 4 + body.len()..end])?;
            }
            0xd9 => break,
            _ => {}
        }
    }
    match walk.channels.iter().all(|channel| channel.is_there) {
        true => Ok(()),
        false => Err("the pixels of a color are missing".into()),
    }
}

/// What is known so far.
#[derive(Default)]
struct Walk {
    is_progressive: bool,
    channels: Vec<Channel>,
    /// How many units the picture has across and down. Each has all colors of some pixels.
    units: [usize; 2],
    /// The number of units between two restarts; 0 without restarts.
    interval: usize,
    tables: BTreeMap<u8, Table>,
}

/// A color channel.
struct Channel {
    id: u8,
    /// How many blocks of 8 x 8 samples each unit has across and down.
    in_unit: [usize; 2],
    /// How many blocks have pixels of the picture, across and down.
    blocks: [usize; 2],
    /// For each block of all units, a bit for each coefficient that is not zero. Only progressive files need it.
    known: Vec<u64>,
    is_there: bool,
}

/// A channel of a scan, and the names of its tables.
type Shown = (usize, [u8; 2]);

/// What a scan says about each of its blocks.
#[derive(Clone, Copy)]
enum Pass {
    /// All coefficients.
    Whole,
    /// The mean, or one more bit of it.
    Mean,
    MeanBit,
    /// Coefficients from one to another, or one more bit of them.
    Detail(usize, usize),
    DetailBit(usize, usize),
}

impl Walk {
    fn frame(&mut self, is_progressive: bool, body: &[u8]) -> Option<()> {
        let size = [3, 1].map(|at| body.get(at..at + 2).map(|pair| usize::from(pair[0]) << 8 | usize::from(pair[1])));
        let size = [size[0]?, size[1]?];
        let channels = body.get(6..6 + 3 * usize::from(*body.get(5)?))?.chunks_exact(3);
        let channels: Vec<_> = channels.map(|c| (c[0], [usize::from(c[1] >> 4), usize::from(c[1] & 15)])).collect();
        if channels.iter().flat_map(|(_, in_unit)| in_unit).any(|side| !(1..=4).contains(side)) {
            return None;
        }
        let most = [0, 1].map(|i| channels.iter().map(|(_, in_unit)| in_unit[i]).max().unwrap_or(1));
        self.is_progressive = is_progressive;
        self.units = [0, 1].map(|i| size[i].div_ceil(8 * most[i]));
        let all = self.units[0] * self.units[1];
        let channel = |(id, in_unit): (u8, [usize; 2])| Channel {
            id,
            in_unit,
            blocks: [0, 1].map(|i| (size[i] * in_unit[i]).div_ceil(most[i]).div_ceil(8)),
            known: vec![0; if is_progressive { all * in_unit[0] * in_unit[1] } else { 0 }],
            is_there: false,
        };
        self.channels = channels.into_iter().map(channel).collect();
        Some(())
    }

    /// Follows one scan: its head and its data.
    fn scan(&mut self, head: &[u8], data: &[u8]) -> Result<(), String> {
        let Some((shown, pass)) = self.shown(head) else { return Err("the head of its pixels is broken".into()) };
        for &(at, ..) in &shown {
            self.channels[at].is_there |= !matches!(pass, Pass::Detail(..) | Pass::DetailBit(..));
        }
        let needs = match pass {
            Pass::Whole => [true, true],
            Pass::Mean => [true, false],
            Pass::MeanBit => [false, false],
            Pass::Detail(..) | Pass::DetailBit(..) => [false, true],
        };
        let blank = Table::default();
        let mut tables = Vec::new();
        for (_, names) in &shown {
            let both = [0, 1].map(|i| if needs[i] { self.tables.get(&names[i]) } else { Some(&blank) });
            // Without its own table, a picture of a film uses a table that all decoders know.
            let [Some(mean), Some(detail)] = both else { return Ok(()) };
            tables.push([mean, detail]);
        }
        // A scan of one color leaves out the blocks that only fill up units.
        let alone = match shown[..] {
            [(at, _)] => Some(self.channels[at].blocks),
            _ => None,
        };
        let [columns, rows] = alone.unwrap_or(self.units);
        let all = columns * rows;
        let (mut bits, mut run) = (Bits::of(data), 0);
        for unit in 0..all {
            if self.interval > 0 && unit > 0 && unit % self.interval == 0 {
                let number = unit / self.interval - 1;
                bits.restart(number)
                    .ok_or_else(|| format!("restart {} of its pixels is not where it belongs", number + 1))?;
                run = 0;
            }
            let [x, y] = [unit % columns, unit / columns];
            for ((at, _), tables) in shown.iter().zip(&tables) {
                let channel = &mut self.channels[*at];
                let stride = self.units[0] * channel.in_unit[0];
                let [w, h] = if alone.is_some() { [1, 1] } else { channel.in_unit };
                for block in (0..h).flat_map(|v| (0..w).map(move |u| (y * h + v) * stride + x * w + u)) {
                    let mut unused = 0;
                    let known = channel.known.get_mut(block).unwrap_or(&mut unused);
                    let done = follow(&mut bits, pass, *tables, known, &mut run);
                    done.ok_or_else(|| format!("its compressed pixels end after {unit} of {all} blocks"))?;
                }
            }
        }
        match bits.left_over() {
            0 => Ok(()),
            1 => Err("a byte is left over after its last pixel".into()),
            more => Err(format!("{more} bytes are left over after its last pixel")),
        }
    }

    /// The channels of a scan, and what it says about them.
    fn shown(&self, head: &[u8]) -> Option<(Vec<Shown>, Pass)> {
        let count = usize::from(*head.first()?);
        let mut shown: Vec<Shown> = Vec::new();
        for pair in head.get(1..1 + 2 * count)?.chunks_exact(2) {
            let at = self.channels.iter().position(|channel| channel.id == pair[0])?;
            shown.push((at, [pair[1] >> 4, 0x10 | (pair[1] & 15)]));
        }
        let [from, to, bits] = *head.get(1 + 2 * count..)?.first_chunk()?;
        let range = (usize::from(from), usize::from(to).min(63));
        let pass = match (self.is_progressive, from, bits >> 4) {
            (false, ..) => Pass::Whole,
            (true, 0, 0) => Pass::Mean,
            (true, 0, _) => Pass::MeanBit,
            (true, _, 0) => Pass::Detail(range.0, range.1),
            (true, ..) => Pass::DetailBit(range.0, range.1),
        };
        (!shown.is_empty()).then_some((shown, pass))
    }
}

/// Follows the codes of a block. `run` counts the blocks to come without any.
fn follow(bits: &mut Bits, pass: Pass, [mean, detail]: [&Table; 2], known: &mut u64, run: &mut u32) -> Option<()> {
    let number = |bits: &mut Bits, table: &Table| {
        let length = bits.code(table)?;
        bits.take(u32::from(length))
    };
    match pass {
        Pass::Mean => number(bits, mean).map(drop),
        Pass::MeanBit => bits.take(1).map(drop),
        Pass::Whole => {
            number(bits, mean)?;
            let mut at = 1;
            while at < 64 {
                match bits.code(detail)? {
                    0xf0 => at += 16,
                    end if end & 15 == 0 => break,
                    code => {
                        bits.take(u32::from(code & 15))?;
                        at += usize::from(code >> 4) + 1;
                    }
                }
            }
            Some(())
        }
        Pass::Detail(..) | Pass::DetailBit(..) if *run > 0 => {
            *run -= 1;
            match pass {
                Pass::DetailBit(from, to) => more_bits(bits, *known, from, to),
                _ => Some(()),
            }
        }
        Pass::Detail(mut at, to) => {
            while at <= to {
                let code = bits.code(detail)?;
                let (zeros, length) = (code >> 4, code & 15);
                if length == 0 && zeros < 15 {
                    *run = blocks(bits, zeros)? - 1;
                    break;
                }
                at += usize::from(zeros);
                if length > 0 {
                    bits.take(u32::from(length))?;
                    *known |= 1u64.checked_shl(at as u32).unwrap_or(0);
                }
                at += 1;
            }
            Some(())
        }
        Pass::DetailBit(mut at, to) => {
            while at <= to {
                let code = bits.code(detail)?;
                let (mut zeros, length) = (code >> 4, code & 15);
                if length == 0 && zeros < 15 {
                    *run = blocks(bits, zeros)? - 1;
                    return more_bits(bits, *known, at, to);
                }
                if length > 0 {
                    bits.take(1)?;
                }
                while at <= to {
                    if *known >> at & 1 == 1 {
                        bits.take(1)?;
                    } else if zeros == 0 {
                        break;
                    } else {
                        zeros -= 1;
                    }
                    at += 1;
                }
                if length > 0 && at <= to {
                    *known |= 1 << at;
                }
                at += 1;
            }
            Some(())
        }
    }
}

/// The number of blocks that end here: a power of two, and more bits.
fn blocks(bits: &mut Bits, power: u8) -> Option<u32> {
    Some((1 << power) + bits.take(u32::from(power))?)
}

/// One more bit of each coefficient that is not zero.
fn more_bits(bits: &mut Bits, known: u64, from: usize, to: usize) -> Option<()> {
    (from..=to).filter(|at| known >> at & 1 == 1).try_for_each(|_| bits.take(1).map(drop))
}
