//! The fonts: those that come with the program, and the project's own in `templates/fonts`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use skrifa::raw::TableProvider;
use skrifa::raw::tables::head::MacStyle;
use skrifa::raw::tables::os2::SelectionFlags;
use skrifa::{FontRef, MetadataProvider, Tag};
use usvg::fontdb::{Database, FaceInfo, ID, Source, Weight};

use super::damage::Damage;
use super::typeface::{Bytes, Cut, Typeface};
use crate::content::{Found, leads_out, walk};
use crate::error::Error;
use crate::finding::{FileId, Finding, Place, Sources, rule};

/// The largest font file, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// The steps in which the width of a variable font is chosen, in percent, and the least and greatest.
const WIDTHS: (u16, u16, u16) = (5, 25, 200);
/// The cuts of one width: weights from 1 to 1000, upright and italic.
const PER_WIDTH: usize = 2000;

/// Names a font of [`Fonts`]: its number, and its place on the axes if it is variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId {
    number: u16,
    /// Nothing, or the number of the cut and one.
    cut: u32,
}

impl std::fmt::Display for FaceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.cut {
            0 => write!(f, "{}", self.number),
            cut => write!(f, "{}v{cut}", self.number),
        }
    }
}

/// All fonts of a run, shared by the text engine and the SVG reader.
pub struct Fonts {
    /// The same fonts for usvg.
    pub db: Arc<Database>,
    faces: Vec<Font>,
    /// The numbers of the cuts of each family.
    families: Vec<(String, Vec<u16>)>,
    /// Distinguishes this collection from others in the shaping cache.
    pub(super) serial: u64,
}

/// A face of a file, with the cuts of it that were asked for if it is variable.
struct Font {
    face: Typeface,
    varied: Vec<OnceLock<Box<Typeface>>>,
}

impl Fonts {
    /// The same for as long as glyph numbers mean the same.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// The bundled fonts, and those in `templates/fonts` of the project, which are found first.
    pub fn load(root: &Path, texts: &mut Sources, found: &mut Vec<Finding>) -> Result<Fonts, Error> {
        let mut db = Database::new();
        let mut faces = Vec::new();
        let below = Path::new("templates/fonts");
        let folder = root.join(below);
        for file in reachable(root, below, texts, found)? {
            let Some(kind) = kind(&file) else { continue };
            let path = folder.join(&file);
            let source = texts.add(below.join(&file), String::new());
            let size = fs::metadata(&path).map_err(Error::read(&path))?.len();
            let fault = if let Kind::Other(what) = kind {
                format!("is {what}, which cannot be printed")
            } else if size > MAX_BYTES {
                format!("is {size} bytes long, the limit is {MAX_BYTES}")
            } else {
                let data: Bytes = Arc::new(fs::read(&path).map_err(Error::read(&path))?);
                match take(data, Some(source), &mut db, &mut faces) {
                    Taken::All => continue,
                    Taken::Damaged(Damage { broken, tried }) => {
                        format!("is damaged: {} of {tried} glyphs cannot be drawn", broken.len())
                    }
                    Taken::Pictures => "has pictures of its glyphs and no outlines, which cannot be printed".to_owned(),
                    Taken::Nothing => "is not a font".to_owned(),
                }
            };
            let message = format!("{} {fault}", file.display());
            let finding = Finding::new(&rule::FILE_UNREADABLE, Place::new(source, 0..0), message);
            found.push(finding.help("replace it with a sound TrueType or OpenType font: .ttf, .otf, .ttc or .otc"));
        }
        leave_twins_out(&mut faces, &mut db, texts, found);
        for data in typst_assets::fonts() {
            take(Arc::new(data), None, &mut db, &mut faces);
        }
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let families = by_family(&faces);
        Ok(Fonts { db: Arc::new(db), faces, families, serial: SERIAL.fetch_add(1, Ordering::Relaxed) })
    }

    /// The font with that id.
    pub fn face(&self, id: FaceId) -> &Typeface {
        let font = &self.faces[usize::from(id.number)];
        match id.cut {
            0 => &font.face,
            cut => font.varied[cut as usize - 1].get_or_init(|| {
                let cut = unpacked(cut - 1, &font.face);
                Box::new(font.face.varied(cut).expect("the font was read when it was loaded"))
            }),
        }
    }

    /// The font that usvg calls `id`, unless it is variable: then usvg alone knows which cut is drawn.
    pub fn by_db_id(&self, id: ID) -> Option<FaceId> {
        let number = self.faces.iter().position(|f| f.face.id == id && !f.face.is_variable())?;
        Some(FaceId { number: number as u16, cut: 0 })
    }

    /// The cut of `family` nearest to what is wanted.
    pub fn find(&self, family: &str, wanted: Cut) -> Option<FaceId> {
        let (_, cuts) = self.families.iter().find(|(name, _)| name.eq_ignore_ascii_case(family))?;
        let distance = |number: &u16| {
            let got = self.faces[usize::from(*number)].face.nearest(wanted);
            (got.is_italic != wanted.is_italic, got.width.abs_diff(wanted.width), got.weight.abs_diff(wanted.weight))
        };
        let number = cuts.iter().copied().min_by_key(distance)?;
        let font = &self.faces[usize::from(number)];
        let cut = if font.varied.is_empty() { 0 } else { packed(font.face.nearest(wanted), &font.face) + 1 };
        Some(FaceId { number, cut })
    }

    /// The cut that is drawn for a face.
    pub fn cut(&self, id: FaceId) -> Cut {
        self.face(id).nearest(match id.cut {
            0 => Cut::upright(400),
            cut => unpacked(cut - 1, &self.faces[usize::from(id.number)].face),
        })
    }

    /// The cuts of a family, in words.
    pub fn cuts(&self, family: &str) -> String {
        let known = self.families.iter().find(|(name, _)| name.eq_ignore_ascii_case(family));
        let cuts = known.into_iter().flat_map(|(_, cuts)| cuts);
        let mut names: Vec<String> = cuts.map(|number| self.faces[usize::from(*number)].face.cuts()).collect();
        names.dedup();
        names.join(", ")
    }

    /// The names of all families.
    pub fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.families.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// A family that has all these characters; the project's own come first.
    pub fn family_with(&self, letters: &[char]) -> Option<&str> {
        let font = self.faces.iter().find(|font| font.face.has_all(letters.iter().copied()))?;
        Some(&font.face.family)
    }

    /// The fonts of the project, each with its file.
    pub fn own(&self) -> impl Iterator<Item = (&Typeface, FileId)> {
        self.faces.iter().filter_map(|font| Some((&font.face, font.face.file?)))
    }

    /// The font that usvg calls `id`, in no certain cut if it is variable.
    pub fn plain(&self, id: ID) -> Option<&Typeface> {
        self.faces.iter().map(|font| &font.face).find(|face| face.id == id)
    }
}

/// The files below a folder that can be read. Links that are not followed are reported, those of one folder together.
fn reachable(root: &Path, below: &Path, texts: &mut Sources, found: &mut Vec<Finding>) -> Result<Vec<PathBuf>, Error> {
    let folder = root.join(below);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut report = |path: &Path, message: String| {
        let source = texts.add(path.to_owned(), String::new());
        let finding = Finding::new(&rule::FILE_UNREADABLE, Place::new(source, 0..0), message);
        found.push(finding.help("copy the fonts into `templates/fonts` instead of linking to them"));
    };
    if let Some(fault) = leads_out(root, &folder) {
        report(below, format!("{} {fault}", below.display()));
        return Ok(Vec::new());
    }
    let is_font = |path: &Path| kind(path).is_some() || folder.join(path).is_dir();
    let (linked, usable): (Vec<Found>, Vec<Found>) =
        walk(root, &folder)?.into_iter().partition(|file| file.fault.is_some());
    let linked: Vec<Found> = linked.into_iter().filter(|file| is_font(&file.path)).collect();
    for same in linked.chunk_by(|a, b| a.path.parent() == b.path.parent() && a.fault == b.fault) {
        let (first, more) = (&same[0], same.len() - 1);
        let more = if more == 0 { String::new() } else { format!(", like {more} more beside it") };
        let fault = first.fault.as_deref().unwrap_or_default();
        report(&below.join(&first.path), format!("{} {fault}{more}", first.path.display()));
    }
    Ok(usable.into_iter().map(|file| file.path).collect())
}

/// What a file in `templates/fonts` seems to be.
enum Kind {
    Font,
    Other(&'static str),
}

/// What a file is by its name; nothing for licenses and notes.
fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "ttf" | "otf" | "ttc" | "otc" => Some(Kind::Font),
        "woff" | "woff2" => Some(Kind::Other("a web font")),
        "pfb" | "pfa" | "pfm" | "afm" => Some(Kind::Other("a Type 1 font")),
        "otb" | "fon" | "bdf" | "pcf" => Some(Kind::Other("a bitmap font")),
        "dfont" | "suit" | "eot" | "sfd" | "ufo" | "glyphs" => Some(Kind::Other("not a TrueType or OpenType font")),
        "zip" | "7z" | "rar" | "gz" => Some(Kind::Other("an archive")),
        _ => None,
    }
}

/// The numbers of the cuts of each family, whatever the case of its name.
fn by_family(faces: &[Font]) -> Vec<(String, Vec<u16>)> {
    let mut families: Vec<(String, Vec<u16>)> = Vec::new();
    for (number, font) in (0..).zip(faces) {
        match families.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(&font.face.family)) {
            Some((_, cuts)) => cuts.push(number),
            None => families.push((font.face.family.clone(), vec![number])),
        }
    }
    families
}

/// Leaves out fonts whose family has the same cut in a file before theirs, and reports them.
fn leave_twins_out(faces: &mut Vec<Font>, db: &mut Database, texts: &Sources, found: &mut Vec<Finding>) {
    let mut kept: Vec<Font> = Vec::with_capacity(faces.len());
    for font in faces.drain(..) {
        let twin = kept.iter().find(|known| known.face.file != font.face.file && known.face.is_twin(&font.face));
        match (twin.and_then(|twin| twin.face.file), font.face.file) {
            (Some(first), Some(file)) => {
                db.remove_face(font.face.id);
                let (cut, family, first) = (font.face.cuts(), &font.face.family, texts.name(first));
                let message = format!("{cut} of `{family}` is also in {first}, from which it is printed");
                let finding = Finding::new(&rule::DUPLICATE_FONT, Place::new(file, 0..0), message);
                found.push(finding.help("delete one of the two files"));
            }
            _ => kept.push(font),
        }
    }
    *faces = kept;
}

/// What became of a font file.
enum Taken {
    All,
    /// Too many of its glyphs cannot be drawn.
    Damaged(Damage),
    /// Its fonts have no outlines.
    Pictures,
    Nothing,
}

/// Adds the fonts of a file.
fn take(data: Bytes, file: Option<FileId>, db: &mut Database, faces: &mut Vec<Font>) -> Taken {
    let mut taken = Taken::Nothing;
    let ids: Vec<ID> = db.load_font_source(Source::Binary(data.clone())).into_iter().collect();
    for &id in &ids {
        let id = weighed(id, (*data).as_ref(), db);
        let face = db.face(id).and_then(|info| Typeface::new(id, info, data.clone(), file));
        let Some(mut face) = face else { continue };
        if !face.has_outlines() {
            db.remove_face(id);
            taken = Taken::Pictures;
            continue;
        }
        // The fonts that come with the program are sound.
        if file.is_some() {
            let damage = Damage::of(&face, ids.len());
            if damage.is_serious() {
                db.remove_face(id);
                taken = Taken::Damaged(damage);
                continue;
            }
            face = face.without(damage.broken);
        }
        taken = Taken::All;
        let widths = if face.has_widths() { usize::from((WIDTHS.2 - WIDTHS.1) / WIDTHS.0) + 1 } else { 1 };
        let cuts = if face.is_variable() { PER_WIDTH * widths } else { 0 };
        faces.push(Font { face, varied: std::iter::repeat_with(OnceLock::new).take(cuts).collect() });
    }
    taken
}

/// The font as it weighs: some bold files claim the weight of the regular, and only their flags say that they are bold.
fn weighed(id: ID, data: &[u8], db: &mut Database) -> ID {
    let Some(info) = db.face(id).filter(|info| info.weight.0 < 500) else { return id };
    if !FontRef::from_index(data, info.index).is_ok_and(|font| is_flagged_bold(&font)) {
        return id;
    }
    let info = FaceInfo { weight: Weight::BOLD, ..info.clone() };
    db.remove_face(id);
    db.push_face_info(info)
}

/// Whether a font of one weight says that it is the bold of its family.
fn is_flagged_bold(font: &FontRef) -> bool {
    let is_selected = font.os2().is_ok_and(|os2| os2.fs_selection().contains(SelectionFlags::BOLD));
    let is_styled = || font.head().is_ok_and(|head| head.mac_style().contains(MacStyle::BOLD));
    font.axes().iter().all(|axis| axis.tag() != Tag::new(b"wght")) && (is_selected || is_styled())
}

/// A cut of a variable font as a number.
fn packed(cut: Cut, face: &Typeface) -> u32 {
    let width = if face.has_widths() { (cut.width.clamp(WIDTHS.1, WIDTHS.2) - WIDTHS.1) / WIDTHS.0 } else { 0 };
    let weight = u32::from(cut.weight.clamp(1, 1000) - 1);
    weight + 1000 * u32::from(cut.is_italic) + PER_WIDTH as u32 * u32::from(width)
}

/// The cut that a number stands for.
fn unpacked(number: u32, face: &Typeface) -> Cut {
    let width = WIDTHS.1 + (number / PER_WIDTH as u32) as u16 * WIDTHS.0;
    Cut {
        weight: (number % 1000 + 1) as u16,
        width: if face.has_widths() { width } else { 100 },
        is_italic: number / 1000 % 2 == 1,
    }
}
