//! The pictures of a project: each file is read when the first face shows it, and checked by decoding it once.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::{Picture, Pixels, Source, Stored, admitted, png};
use crate::hash;

/// How many bytes of prepared pictures are kept; the least used are prepared again.
const KEPT: usize = 64 << 20;
/// Pictures of more pixels than this are decoded one at a time.
const LARGE: u64 = 12_000_000;
/// The longest side of the small pictures that the preflight looks at, in pixels.
const SMALL: u32 = 512;

/// All pictures that faces have shown so far. Faces hold only their ids.
pub struct Pictures {
    /// The only folder that pictures may come from.
    pub folder: PathBuf,
    /// By path below the folder.
    named: Mutex<HashMap<String, Opened>>,
    known: Mutex<HashMap<u128, Opened>>,
    kept: Mutex<Kept>,
    large: Mutex<()>,
}

type Opened = Arc<OnceLock<Result<Arc<Picture>, String>>>;

/// What is prepared of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// A PNG file of the picture as it is seen, halved so many times.
    Halved(u32),
    /// The same or the original file, whichever is shorter.
    Inline(u32),
    /// The picture as PDF stores it, in that size, and whether in gray.
    Stored(Option<(u32, u32)>, bool),
}

#[derive(Clone)]
enum Ready {
    File(Arc<Vec<u8>>),
    Inline(&'static str, Arc<Vec<u8>>),
    Stored(Arc<(Stored, Option<Stored>)>),
}

impl Pictures {
    pub fn new(folder: &Path) -> Pictures {
        Pictures {
            folder: folder.to_owned(),
            named: Mutex::default(),
            known: Mutex::default(),
            kept: Mutex::default(),
            large: Mutex::default(),
        }
    }

    /// The picture in a file, which `read` reads if it is new. The message says why it cannot be used.
    pub fn open(
        &self,
        href: &str,
        read: impl FnOnce() -> Result<(PathBuf, Vec<u8>), String>,
    ) -> Result<Arc<Picture>, String> {
        let opened = open(&self.named).entry(href.to_owned()).or_default().clone();
        opened.get_or_init(|| read().and_then(|(path, bytes)| self.admit(href, Source::File(path), &bytes))).clone()
    }

    /// The picture in a data URL.
    pub fn open_data(&self, bytes: &Arc<Vec<u8>>) -> Result<Arc<Picture>, String> {
        self.admit("", Source::Bytes(bytes.clone()), bytes)
    }

    /// A picture that some face shows.
    pub fn get(&self, id: u128) -> Option<Arc<Picture>> {
        open(&self.known).get(&id)?.get()?.clone().ok()
    }

    fn admit(&self, href: &str, source: Source, bytes: &[u8]) -> Result<Arc<Picture>, String> {
        let id = hash::name(bytes);
        let opened = open(&self.known).entry(id).or_default().clone();
        let make = || {
            let format = admitted(bytes)?;
            let turn = format.turn(bytes);
            let size = imagesize::blob_size(bytes).map_or(0, |size| (size.width * size.height) as u64);
            let _alone = self.alone(size);
            // Decoders fail with worse words, or not at all.
            format.check(bytes)?;
            let pixels = format.decode(bytes)?;
            let (width, height) =
                if turn.swaps() { (pixels.height, pixels.width) } else { (pixels.width, pixels.height) };
            let has_mask = pixels.is_seen_through();
            let other_colors = format.other_colors(bytes);
            let href = href.to_owned();
            let picture = Picture { id, href, width, height, turn, has_mask, other_colors, format, source };
            // The preflight is about to ask for it.
            let halvings = picture.small();
            open(&self.kept)
                .put((id, Kind::Halved(halvings)), Ready::File(Arc::new(picture.halved(pixels, halvings, true))));
            Ok(Arc::new(picture))
        };
        opened.get_or_init(make).clone()
    }

    /// A PNG file of the picture as it is seen, halved so many times. Large and quick to decode.
    pub fn halved(&self, picture: &Picture, times: u32) -> Result<Arc<Vec<u8>>, String> {
        let make = || {
            let _alone = self.alone(picture.pixels());
            let pixels = picture.format.decode(&picture.read()?)?;
            Ok(Ready::File(Arc::new(picture.halved(pixels, times, true))))
        };
        match self.keep(picture, Kind::Halved(times), make)? {
            Ready::File(file) => Ok(file),
            _ => unreachable!("each kind has its own variant"),
        }
    }

    /// A file for a web page, halved at most so many times, and its media type.
    pub fn inline(&self, picture: &Picture, times: u32) -> Result<(&'static str, Arc<Vec<u8>>), String> {
        let make = || {
            let file = picture.read()?;
            if times == 0 {
                return Ok(Ready::Inline(picture.format.mime(), file));
            }
            let _alone = self.alone(picture.pixels());
            let small = picture.halved(picture.format.decode(&file)?, times, false);
            Ok(match small.len() < file.len() {
                true => Ready::Inline("image/png", Arc::new(small)),
                false => Ready::Inline(picture.format.mime(), file),
            })
        };
        match self.keep(picture, Kind::Inline(times), make)? {
            Ready::Inline(kind, file) => Ok((kind, file)),
            _ => unreachable!("each kind has its own variant"),
        }
    }

    /// The colors or grays and the opacities of a picture for a document, where its largest print has that size in millimeters.
    pub fn stored(
        &self,
        picture: &Picture,
        printed: [f64; 2],
        is_gray: bool,
    ) -> Result<Arc<(Stored, Option<Stored>)>, String> {
        let size = picture.reduced_size(printed, picture.length()?);
        let make = || {
            let _alone = self.alone(picture.pixels());
            Ok(Ready::Stored(Arc::new(picture.stored(&picture.read()?, size, is_gray)?)))
        };
        match self.keep(picture, Kind::Stored(size, is_gray), make)? {
            Ready::Stored(stored) => Ok(stored),
            _ => unreachable!("each kind has its own variant"),
        }
    }

    fn keep(
        &self,
        picture: &Picture,
        kind: Kind,
        make: impl FnOnce() -> Result<Ready, String>,
    ) -> Result<Ready, String> {
        let key = (picture.id, kind);
        if let Some(ready) = open(&self.kept).get(&key) {
            return Ok(ready);
        }
        let ready = make()?;
        open(&self.kept).put(key, ready.clone());
        Ok(ready)
    }

    /// Holds others back while a large picture is in memory.
    fn alone(&self, pixels: u64) -> Option<MutexGuard<'_, ()>> {
        (pixels > LARGE).then(|| open(&self.large))
    }
}

/// A thread that failed leaves nothing half done here.
fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Picture {
    fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn length(&self) -> Result<usize, String> {
        match &self.source {
            Source::File(path) => fs::metadata(path).map(|facts| facts.len() as usize).map_err(unread),
            Source::Bytes(bytes) => Ok(bytes.len()),
        }
    }

    fn read(&self) -> Result<Arc<Vec<u8>>, String> {
        let bytes = match &self.source {
            Source::File(path) => Arc::new(fs::read(path).map_err(unread)?),
            Source::Bytes(bytes) => return Ok(bytes.clone()),
        };
        if hash::name(&bytes) != self.id {
            return Err("was changed while it was printed".into());
        }
        Ok(bytes)
    }

    /// How often it is halved for the preflight.
    pub fn small(&self) -> u32 {
        (0..).find(|times| self.width.max(self.height) >> times <= SMALL).unwrap_or(0)
    }

    /// How often it may be halved and still have that many pixels across and down.
    pub fn halvings(&self, across: f64, down: f64) -> u32 {
        let ratio = (f64::from(self.width) / across).min(f64::from(self.height) / down);
        if ratio >= 2.0 { ratio.log2() as u32 } else { 0 }
    }

    fn halved(&self, pixels: Pixels, times: u32, is_quick: bool) -> Vec<u8> {
        let less = |length: u32| length.div_ceil(1 << times);
        let pixels = match times {
            0 => pixels,
            _ => pixels.reduced(less(pixels.width), less(pixels.height)),
        };
        png::encode(&pixels.turned(self.turn), is_quick)
    }
}

fn unread(cause: std::io::Error) -> String {
    format!("cannot be read: {cause}")
}

/// Prepared pictures, and when each was last used.
#[derive(Default)]
struct Kept {
    all: HashMap<(u128, Kind), (Ready, u64)>,
    bytes: usize,
    clock: u64,
}

impl Kept {
    fn get(&mut self, key: &(u128, Kind)) -> Option<Ready> {
        self.clock += 1;
        let (ready, used) = self.all.get_mut(key)?;
        *used = self.clock;
        Some(ready.clone())
    }

    fn put(&mut self, key: (u128, Kind), ready: Ready) {
        self.clock += 1;
        self.bytes += ready.length();
        if let Some((old, _)) = self.all.insert(key, (ready, self.clock)) {
            self.bytes -= old.length();
        }
        while self.bytes > KEPT {
            let Some(oldest) = self.all.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| *key) else { return };
            self.bytes -= self.all.remove(&oldest).map_or(0, |(ready, _)| ready.length());
        }
    }
}

impl Ready {
    fn length(&self) -> usize {
        match self {
            Ready::File(file) | Ready::Inline(_, file) => file.len(),
            Ready::Stored(stored) => stored.0.bytes.len() + stored.1.as_ref().map_or(0, |mask| mask.bytes.len()),
        }
    }
}
