//! Writes a finished document. Its pictures are fetched one by one as they are written, so they are never all in memory.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use lopdf::{Document, Object, StringFormat};

use crate::error::Error;
use crate::hash::Running;
use crate::picture::{Pictures, Space, Stored};

/// The key of a picture that is still to be filled in. No file has it.
pub(super) const PICTURE: &str = "WyrmpressPicture";

/// The value of that key.
pub(super) fn mark(id: u128, is_mask: bool, is_gray: bool) -> Object {
    let id = Object::string_literal(format!("{id:032x}"));
    Object::Array(vec![id, Object::Boolean(is_mask), Object::Boolean(is_gray)])
}

/// A picture and the number of its object.
struct Blank {
    number: u32,
    id: u128,
    is_mask: bool,
    is_gray: bool,
}

/// The largest printed size of each picture, in millimeters.
pub(super) type Sizes = HashMap<u128, [f64; 2]>;

/// Writes a document whose objects are numbered from 1, with a hash of the whole file as its id.
pub(super) fn save(mut pdf: Document, pictures: &Pictures, sizes: &Sizes, out: &mut dyn Write) -> Result<(), Error> {
    // Whoever opened the file names it.
    let fault = |cause| Error::Write(PathBuf::new(), cause);
    let blanks = blanks(&mut pdf);
    let id = Object::String(NO_ID.to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    let size: usize = pdf.objects.values().filter_map(|o| o.as_stream().ok()).map(|s| s.content.len() + 400).sum();
    let mut plain = Vec::with_capacity(size);
    pdf.save_to(&mut plain).map_err(fault)?;
    drop(pdf);
    let (body, tail) = plain.split_at(table(&plain));
    let mut tail = String::from_utf8_lossy(tail).into_owned();

    let mut hash = Running::default();
    let mut write = |bytes: &[u8]| {
        hash.add(bytes);
        out.write_all(bytes).map_err(fault)
    };
    let (mut from, mut longer) = (0, 0);
    let mut places = Places::new(&tail);
    for Blank { number, id, is_mask, is_gray } in blanks {
        let start = places.of(number);
        let end = start + find(&body[start..], b">>stream\n").unwrap_or(0);
        let unusable = |why: String| Error::Pdf(format!("a picture {why}"));
        let picture = pictures.get(id).ok_or_else(|| unusable("is gone".into()))?;
        let printed = sizes.get(&id).copied().unwrap_or([f64::MAX; 2]);
        let stored = pictures.stored(&picture, printed, is_gray);
        let stored = stored.map_err(|why| unusable(format!("`{}` {why}", picture.href)))?;
        let part = if is_mask { stored.1.as_ref() } else { Some(&stored.0) };
        let part = part.ok_or_else(|| unusable("has no mask".into()))?;
        let head = head(part);
        write(&body[from..end])?;
        write(head.as_bytes())?;
        write(b">>stream\n")?;
        write(&part.bytes)?;
        from = end + b">>stream\n".len();
        places.shift(number, longer);
        longer += head.len() + part.bytes.len();
    }
    places.shift(u32::MAX, longer);
    write(&body[from..])?;
    tail = places.moved(&tail, body.len() + longer);
    hash.add(tail.as_bytes());
    let tail = tail.replace(&"0".repeat(NO_ID.len() * 2), &hash.hex());
    out.write_all(tail.as_bytes()).map_err(fault)
}

/// Finds the pictures to fill in, and takes their marks out.
fn blanks(pdf: &mut Document) -> Vec<Blank> {
    let mut blanks = Vec::new();
    for ((number, _), object) in &mut pdf.objects {
        let Object::Stream(stream) = object else { continue };
        let Some(Object::Array(mark)) = stream.dict.remove(PICTURE.as_bytes()) else { continue };
        stream.dict.remove(b"Length");
        let [Object::String(ref id, _), Object::Boolean(is_mask), Object::Boolean(is_gray)] = mark[..] else {
            continue;
        };
        let id = u128::from_str_radix(&String::from_utf8_lossy(id), 16).unwrap_or(0);
        blanks.push(Blank { number: *number, id, is_mask, is_gray });
    }
    blanks
}

/// What the dictionary of a picture says about its bytes.
fn head(stored: &Stored) -> String {
    let Stored { width, height, bits, space, is_jpeg, is_rgb_jpeg, bytes } = stored;
    let (name, colors) = match space {
        Space::Gray => ("/DeviceGray".to_owned(), 1),
        Space::Rgb => ("/DeviceRGB".to_owned(), 3),
        Space::Palette(entries) => {
            let hex: String = entries.iter().map(|byte| format!("{byte:02x}")).collect();
            (format!("[/Indexed/DeviceRGB {}<{hex}>]", (entries.len() / 3).saturating_sub(1)), 1)
        }
    };
    let filter = match is_jpeg {
        // Some readers look at nothing else.
        true if *is_rgb_jpeg => "/Filter/DCTDecode/DecodeParms<</ColorTransform 0>>".to_owned(),
        true => "/Filter/DCTDecode".to_owned(),
        false => format!(
            "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors {colors}/BitsPerComponent {bits}/Columns {width}>>"
        ),
    };
    let length = bytes.len();
    format!("/Width {width}/Height {height}/ColorSpace{name}/BitsPerComponent {bits}{filter}/Length {length}")
}

/// Where the table of objects begins.
fn table(plain: &[u8]) -> usize {
    plain.windows(6).rposition(|at| at == b"\nxref\n").map_or(plain.len(), |at| at + 1)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|at| at == what)
}

/// Where objects begin.
struct Places {
    /// By number, from 0.
    all: Vec<usize>,
    moved: usize,
}

impl Places {
    /// Reads the table: its name, its range, then a line of 20 bytes for each object.
    fn new(tail: &str) -> Places {
        let entries = tail.lines().skip(2).take_while(|line| line.len() >= 18);
        Places { all: entries.map(|line| line[..10].parse().unwrap_or(0)).collect(), moved: 0 }
    }

    fn of(&self, number: u32) -> usize {
        self.all.get(number as usize).copied().unwrap_or(0)
    }

    /// Moves all objects up to a number that have not been moved yet.
    fn shift(&mut self, upto: u32, by: usize) {
        let end = (upto as usize).saturating_add(1).min(self.all.len());
        self.all[self.moved.min(end)..end].iter_mut().for_each(|place| *place += by);
        self.moved = end;
    }

    /// The table and everything after it, with the new places.
    fn moved(&self, tail: &str, start: usize) -> String {
        let lines: Vec<&str> = tail.split_inclusive('\n').collect();
        let mut out: String = lines[..3.min(lines.len())].concat();
        for (line, place) in lines.iter().skip(3).zip(self.all.iter().skip(1)) {
            out.push_str(&format!("{place:010}{}", &line[10..]));
        }
        let rest = lines[(2 + self.all.len()).min(lines.len())..].concat();
        let (before, _) = rest.split_once("startxref\n").unwrap_or((&rest, ""));
        out + before + &format!("startxref\n{start}\n%%EOF")
    }
}

/// A placeholder for the id until the file is written.
const NO_ID: [u8; 16] = [0; 16];
