//! The fonts: those that come with the program, and the project's own in `templates/fonts`.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use harfrust::ShaperData;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use usvg::fontdb::{Database, ID, Source, Style};

use crate::content::walk;
use crate::error::Error;
use crate::finding::{Finding, Place, Sources, rule};

/// The largest font file, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Names a font of [`Fonts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(pub u16);

type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// All fonts of a run, shared by the text engine and the SVG reader.
pub struct Fonts {
    /// The same fonts for usvg.
    pub db: Arc<Database>,
    faces: Vec<Typeface>,
    /// The numbers of the cuts of each family.
    families: Vec<(String, Vec<u16>)>,
    /// Distinguishes this collection from others in the shaping cache.
    pub(super) serial: u64,
}

/// One font.
pub struct Typeface {
    /// Its id in the database.
    pub id: ID,
    pub family: String,
    /// Its name for the PDF.
    pub postscript_name: String,
    weight: u16,
    is_italic: bool,
    data: Bytes,
    index: u32,
    /// Font units in one em.
    pub units_per_em: f32,
    /// Highest reach, in em.
    pub ascent: f32,
    /// Lowest reach below the baseline, in em, positive.
    pub descent: f32,
    /// Height of a capital, in em.
    pub cap_height: f32,
    shaper: OnceLock<ShaperData>,
    advances: OnceLock<Vec<f32>>,
}

impl Fonts {
    /// The bundled fonts, and those in `templates/fonts` of the project, which are found first.
    pub fn load(root: &Path, texts: &mut Sources, found: &mut Vec<Finding>) -> Result<Fonts, Error> {
        let mut db = Database::new();
        let mut faces = Vec::new();
        let below = Path::new("templates/fonts");
        let folder = root.join(below);
        for file in if folder.is_dir() { walk(root, &folder)? } else { Vec::new() } {
            if !file.path.extension().is_some_and(|e| e == "ttf" || e == "otf") {
                continue;
            }
            let path = folder.join(&file.path);
            let fault = match file.fault {
                Some(fault) => fault,
                None => {
                    let size = fs::metadata(&path).map_err(Error::read(&path))?.len();
                    if size > MAX_BYTES {
                        format!("is {size} bytes long, the limit is {MAX_BYTES}")
                    } else {
                        let data: Bytes = Arc::new(fs::read(&path).map_err(Error::read(&path))?);
                        if take(data, &mut db, &mut faces) > 0 {
                            continue;
                        }
                        "is not a font".to_owned()
                    }
                }
            };
            let place = Place::new(texts.add(below.join(&file.path), String::new()), 0..0);
            let message = format!("{} {fault}", file.path.display());
            let finding = Finding::new(&rule::FILE_UNREADABLE, place, message);
            found.push(finding.help("replace it with a TrueType or OpenType font"));
        }
        for data in typst_assets::fonts() {
            take(Arc::new(data), &mut db, &mut faces);
        }
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let families = by_family(&faces);
        Ok(Fonts { db: Arc::new(db), faces, families, serial: SERIAL.fetch_add(1, Ordering::Relaxed) })
    }

    /// The font with that id.
    pub fn face(&self, id: FaceId) -> &Typeface {
        &self.faces[id.0 as usize]
    }

    /// The font that usvg calls `id`.
    pub fn by_db_id(&self, id: ID) -> Option<FaceId> {
        self.faces.iter().position(|f| f.id == id).map(|i| FaceId(i as u16))
    }

    /// The cut of `family` nearest to the weight, upright or italic.
    pub fn find(&self, family: &str, weight: u16, is_italic: bool) -> Option<FaceId> {
        let (_, cuts) = self.families.iter().find(|(name, _)| name.eq_ignore_ascii_case(family))?;
        let distance = |cut: &u16| {
            let face = &self.faces[usize::from(*cut)];
            (face.is_italic != is_italic, face.weight.abs_diff(weight))
        };
        cuts.iter().copied().min_by_key(distance).map(FaceId)
    }

    /// The names of all families.
    pub fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.families.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }
}

/// The numbers of the cuts of each family, whatever the case of its name.
fn by_family(faces: &[Typeface]) -> Vec<(String, Vec<u16>)> {
    let mut families: Vec<(String, Vec<u16>)> = Vec::new();
    for (number, face) in (0..).zip(faces) {
        match families.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(&face.family)) {
            Some((_, cuts)) => cuts.push(number),
            None => families.push((face.family.clone(), vec![number])),
        }
    }
    families
}

/// Adds the fonts of a file, and returns how many there are.
fn take(data: Bytes, db: &mut Database, faces: &mut Vec<Typeface>) -> usize {
    let before = faces.len();
    for id in db.load_font_source(Source::Binary(data.clone())) {
        let face = db.face(id).and_then(|info| Typeface::new(id, info, data.clone()));
        faces.extend(face);
    }
    faces.len() - before
}

impl Typeface {
    fn new(id: ID, info: &usvg::fontdb::FaceInfo, data: Bytes) -> Option<Typeface> {
        let font = FontRef::from_index((*data).as_ref(), info.index).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let em = f32::from(metrics.units_per_em);
        Some(Typeface {
            id,
            family: info.families.first()?.0.clone(),
            postscript_name: info.post_script_name.clone(),
            weight: info.weight.0,
            is_italic: info.style != Style::Normal,
            index: info.index,
            units_per_em: em,
            ascent: metrics.ascent / em,
            descent: -metrics.descent / em,
            cap_height: metrics.cap_height.unwrap_or(0.7 * em) / em,
            data,
            shaper: OnceLock::new(),
            advances: OnceLock::new(),
        })
    }

    /// The font file.
    pub fn bytes(&self) -> &[u8] {
        (*self.data).as_ref()
    }

    /// The font's number in its file.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The font for reading glyphs.
    pub fn font(&self) -> FontRef<'_> {
        FontRef::from_index(self.bytes(), self.index).expect("the font was read when it was loaded")
    }

    pub(super) fn shaper(&self) -> &ShaperData {
        self.shaper.get_or_init(|| ShaperData::new(&self.font()))
    }

    /// How far a glyph moves the pen, in em.
    pub fn advance(&self, glyph: u16) -> f32 {
        let advances = self.advances.get_or_init(|| {
            let font = self.font();
            let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
            (0..metrics.glyph_count())
                .map(|g| metrics.advance_width(GlyphId::new(g)).unwrap_or(0.0) / self.units_per_em)
                .collect()
        });
        advances.get(glyph as usize).copied().unwrap_or(0.0)
    }
}
