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

/// Names a font of [`Fonts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(pub u16);

type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// All fonts of a run, shared by the text engine and the SVG reader.
pub struct Fonts {
    /// The same fonts for usvg.
    pub db: Arc<Database>,
    faces: Vec<Typeface>,
    /// Tells this collection from another in the shaping cache.
    pub(super) serial: u64,
}

/// One font.
pub struct Typeface {
    /// Its id in the database.
    pub id: ID,
    /// Its family.
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
    pub fn load(root: &Path) -> Result<Fonts, Error> {
        let mut sources: Vec<Bytes> = Vec::new();
        let folder = root.join("templates/fonts");
        if folder.is_dir() {
            for file in walk(root, &folder)?.into_iter().filter(|f| f.fault.is_none()) {
                let known = file.path.extension().is_some_and(|e| e == "ttf" || e == "otf");
                if known {
                    let path = folder.join(&file.path);
                    sources.push(Arc::new(fs::read(&path).map_err(Error::read(&path))?));
                }
            }
        }
        sources.extend(typst_assets::fonts().map(|data| Arc::new(data) as Bytes));

        let mut db = Database::new();
        let mut faces = Vec::new();
        for data in sources {
            for id in db.load_font_source(Source::Binary(data.clone())) {
                let Some(info) = db.face(id) else { continue };
                let Some(face) = Typeface::new(id, info, data.clone()) else { continue };
                faces.push(face);
            }
        }
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        Ok(Fonts { db: Arc::new(db), faces, serial: SERIAL.fetch_add(1, Ordering::Relaxed) })
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
        self.faces
            .iter()
            .enumerate()
            .filter(|(_, f)| f.family.eq_ignore_ascii_case(family))
            .min_by_key(|(_, f)| (f.is_italic != is_italic, f.weight.abs_diff(weight)))
            .map(|(i, _)| FaceId(i as u16))
    }

    /// The names of all families.
    pub fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.faces.iter().map(|f| f.family.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
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
