//! One font: a file's face, or a place on the axes of a variable one.

use std::sync::{Arc, OnceLock};

use harfrust::{ShaperData, ShaperInstance};
use skrifa::instance::{Location, LocationRef, Size};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};
use usvg::fontdb::{ID, Style};

use crate::finding::FileId;

pub(super) type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A cut that is asked for: weight from 1 to 1000, width in percent, upright or italic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    pub weight: u16,
    pub width: u16,
    pub is_italic: bool,
}

impl Cut {
    /// The usual cut of that weight.
    pub fn upright(weight: u16) -> Cut {
        Cut { weight, width: 100, is_italic: false }
    }

    /// What the cut is called: `bold italic`, `weight 450`, `75 % wide`.
    pub fn name(&self) -> String {
        const NAMES: [&str; 9] =
            ["thin", "extra light", "light", "regular", "medium", "semibold", "bold", "extra bold", "black"];
        let weight = match self.weight {
            w if w % 100 == 0 && (1..=9).contains(&(w / 100)) => NAMES[usize::from(w / 100 - 1)].to_owned(),
            w => format!("weight {w}"),
        };
        let slant = if self.is_italic { " italic" } else { "" };
        let width = if self.width == 100 { String::new() } else { format!(", {} % wide", self.width) };
        format!("{weight}{slant}{width}").replace("regular italic", "italic")
    }
}

/// An axis of a variable font, from its least to its greatest value.
type Range = (f32, f32);

/// The axes along which a font varies.
#[derive(Clone, Copy, Debug, Default)]
struct Axes {
    weight: Option<Range>,
    width: Option<Range>,
    italic: Option<Range>,
    slant: Option<Range>,
}

/// One font.
pub struct Typeface {
    /// Its id in the database.
    pub id: ID,
    pub family: String,
    /// Its name for the PDF.
    pub postscript_name: String,
    /// The project's file; nothing for a bundled font.
    pub file: Option<FileId>,
    /// Its cut; of a variable font, the one it has by default.
    cut: Cut,
    axes: Axes,
    /// Where a variable font stands on its axes; nothing at its default.
    location: Option<Location>,
    data: Bytes,
    index: u32,
    /// Whether some of its glyphs are pictures, or shapes in several colors.
    has_pictures: bool,
    /// The glyphs that cannot be drawn: the file is damaged there.
    broken: Arc<[u16]>,
    /// Font units in one em.
    pub units_per_em: f32,
    /// Highest reach, in em.
    pub ascent: f32,
    /// Lowest reach below the baseline, in em, positive.
    pub descent: f32,
    /// Whether it has Latin capitals. Fonts without them give some other height.
    pub has_capitals: bool,
    /// Height of a capital, in em; the usual one if it has none.
    pub cap_height: f32,
    /// An underline: its middle above the baseline and its thickness, in em.
    pub underline: (f32, f32),
    shaper: OnceLock<(ShaperData, Option<ShaperInstance>)>,
    advances: OnceLock<Vec<f32>>,
    features: OnceLock<Vec<Tag>>,
}

impl Typeface {
    pub(super) fn new(id: ID, info: &usvg::fontdb::FaceInfo, data: Bytes, file: Option<FileId>) -> Option<Typeface> {
        let font = FontRef::from_index((*data).as_ref(), info.index).ok()?;
        let axes = Axes::of(&font);
        let cut = Cut { weight: info.weight.0, width: percent(info.stretch), is_italic: info.style != Style::Normal };
        let name = info.post_script_name.clone();
        Typeface::at(id, info.families.first()?.0.clone(), name, file, cut, axes, None, data, info.index)
    }

    #[allow(clippy::too_many_arguments)]
    fn at(
        id: ID,
        family: String,
        postscript_name: String,
        file: Option<FileId>,
        cut: Cut,
        axes: Axes,
        location: Option<Location>,
        data: Bytes,
        index: u32,
    ) -> Option<Typeface> {
        let font = FontRef::from_index((*data).as_ref(), index).ok()?;
        let place = location.as_ref().map(LocationRef::from).unwrap_or_default();
        let metrics = font.metrics(Size::unscaled(), place);
        let em = f32::from(metrics.units_per_em);
        let tables = [b"COLR", b"SVG ", b"sbix", b"CBDT", b"EBDT"];
        let has_pictures = tables.iter().any(|tag| font.table_data(Tag::new(tag)).is_some());
        let has_capitals = font.charmap().map('H').is_some_and(|glyph| glyph.to_u32() != 0);
        let underline = metrics.underline.map_or((-0.1, 0.05), |line| (line.offset / em, line.thickness / em));
        Some(Typeface {
            id,
            family,
            postscript_name,
            file,
            cut,
            axes,
            index,
            has_pictures,
            broken: Arc::default(),
            units_per_em: em,
            ascent: metrics.ascent / em,
            descent: -metrics.descent / em,
            has_capitals,
            cap_height: metrics.cap_height.filter(|h| *h > 0.0 && has_capitals).unwrap_or(0.7 * em) / em,
            underline,
            location,
            data,
            shaper: OnceLock::new(),
            advances: OnceLock::new(),
            features: OnceLock::new(),
        })
    }

    /// The variable font at another place on its axes.
    pub(super) fn varied(&self, cut: Cut) -> Option<Typeface> {
        let font = self.font();
        let mut wanted = vec![("wght", f32::from(cut.weight)), ("wdth", f32::from(cut.width))];
        if cut.is_italic {
            wanted.push(("ital", 1.0));
            // Axes of slant lean to the right below zero.
            wanted.push(("slnt", self.axes.slant.map_or(0.0, |(least, _)| least)));
        }
        let location = font.axes().location(wanted);
        let name = format!("{}-{}{}", self.postscript_name, cut.weight, if cut.is_italic { "i" } else { "" });
        let (family, data) = (self.family.clone(), self.data.clone());
        let face = Typeface::at(self.id, family, name, self.file, cut, self.axes, Some(location), data, self.index)?;
        Some(Typeface { broken: self.broken.clone(), ..face })
    }

    /// The font without these glyphs.
    pub(super) fn without(self, broken: Vec<u16>) -> Typeface {
        Typeface { broken: broken.into(), ..self }
    }

    pub(super) fn broken(&self) -> &[u16] {
        &self.broken
    }

    /// Whether it has axes of weight, width or slant.
    pub fn is_variable(&self) -> bool {
        let Axes { weight, width, italic, slant } = self.axes;
        weight.or(width).or(italic).or(slant).is_some()
    }

    /// Whether its width can be chosen.
    pub(super) fn has_widths(&self) -> bool {
        self.axes.width.is_some()
    }

    /// Whether both are the same cut of a family, or vary from the same cut.
    pub(super) fn is_twin(&self, other: &Typeface) -> bool {
        let is_alike = self.cut == other.cut && self.is_variable() == other.is_variable();
        is_alike && self.family.eq_ignore_ascii_case(&other.family)
    }

    /// The cut nearest to what is asked for.
    pub(super) fn nearest(&self, wanted: Cut) -> Cut {
        let held = |axis: Option<Range>, wanted: u16, own: u16| match axis {
            Some((least, most)) => f32::from(wanted).clamp(least, most).round() as u16,
            None => own,
        };
        let can_lean = self.axes.italic.or(self.axes.slant).is_some();
        Cut {
            weight: held(self.axes.weight, wanted.weight, self.cut.weight),
            width: held(self.axes.width, wanted.width, self.cut.width),
            is_italic: if can_lean { wanted.is_italic } else { self.cut.is_italic },
        }
    }

    /// The cut that an SVG's `<text>` gets of it: usvg follows the axes of weight and width, but none that lean.
    pub fn plain_cut(&self, wanted: Cut) -> Cut {
        Cut { is_italic: self.cut.is_italic, ..self.nearest(wanted) }
    }

    /// The cuts it has, in words: `regular`, `weights 100 to 900`.
    pub fn cuts(&self) -> String {
        match self.axes.weight {
            Some((least, most)) => {
                let can_lean = self.axes.italic.or(self.axes.slant).is_some();
                let slant = match (can_lean, self.cut.is_italic) {
                    (true, _) => ", upright and italic",
                    (_, true) => ", italic",
                    _ => "",
                };
                let width =
                    self.axes.width.map_or_else(String::new, |(least, most)| format!(", {least} to {most} % wide"));
                format!("weights {least} to {most}{slant}{width}")
            }
            None => self.cut.name(),
        }
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

    /// Where it stands on the axes of its font.
    pub fn location(&self) -> LocationRef<'_> {
        self.location.as_ref().map(LocationRef::from).unwrap_or_default()
    }

    /// Whether it is drawn as its file has it, without axes to follow.
    pub fn is_default(&self) -> bool {
        self.location.as_ref().is_none_or(|location| location.coords().iter().all(|at| at.to_bits() == 0))
    }

    pub(super) fn shaper(&self) -> &(ShaperData, Option<ShaperInstance>) {
        self.shaper.get_or_init(|| {
            let font = self.font();
            let at = self.location.as_ref();
            let instance = at.map(|at| ShaperInstance::from_coords(&font, at.coords().iter().copied()));
            (ShaperData::new(&font), instance)
        })
    }

    /// How far a glyph moves the pen, in em.
    pub fn advance(&self, glyph: u16) -> f32 {
        let advances = self.advances.get_or_init(|| {
            let font = self.font();
            let metrics = font.glyph_metrics(Size::unscaled(), self.location());
            (0..metrics.glyph_count())
                .map(|g| metrics.advance_width(GlyphId::new(g)).unwrap_or(0.0) / self.units_per_em)
                .collect()
        });
        advances.get(glyph as usize).copied().unwrap_or(0.0)
    }

    /// Whether its glyphs are outlines.
    pub(super) fn has_outlines(&self) -> bool {
        let font = self.font();
        [b"glyf", b"CFF ", b"CFF2"].iter().any(|tag| font.table_data(Tag::new(tag)).is_some())
    }

    /// Whether it has an outline for each of the characters.
    pub(super) fn has_all(&self, text: impl IntoIterator<Item = char>) -> bool {
        let (font, mut text) = (self.font(), text.into_iter());
        let map = font.charmap();
        text.all(|c| map.map(c).is_some_and(|glyph| glyph.to_u32() != 0 && !self.is_picture(glyph.to_u32() as u16, c)))
    }

    /// Whether it has the character as a picture or in several colors.
    pub(super) fn has_picture(&self, c: char) -> bool {
        self.font().charmap().map(c).is_some_and(|glyph| self.is_picture(glyph.to_u32() as u16, c))
    }

    /// Whether a glyph for that character is a picture, has several colors or is damaged: only outlines can be drawn.
    pub(super) fn is_picture(&self, glyph: u16, c: char) -> bool {
        let is_colored = || self.font().color_glyphs().get(glyph.into()).is_some() || !self.outlines().has(glyph);
        !c.is_whitespace() && !c.is_control() && (self.broken.contains(&glyph) || self.has_pictures && is_colored())
    }

    /// Whether its glyphs can be exchanged by that OpenType feature.
    pub(super) fn has_feature(&self, tag: &[u8; 4]) -> bool {
        let features = self.features.get_or_init(|| {
            let font = self.font();
            let Ok(list) = font.gsub().and_then(|gsub| gsub.feature_list()) else { return Vec::new() };
            let mut tags: Vec<Tag> = list.feature_records().iter().map(|record| record.feature_tag()).collect();
            tags.sort_unstable();
            tags.dedup();
            tags
        });
        features.contains(&Tag::new(tag))
    }
}

impl Axes {
    fn of(font: &FontRef) -> Axes {
        let mut axes = Axes::default();
        for axis in font.axes().iter() {
            let range = Some((axis.min_value(), axis.max_value()));
            match &axis.tag().to_be_bytes() {
                b"wght" => axes.weight = range,
                b"wdth" => axes.width = range,
                b"ital" => axes.italic = range,
                b"slnt" => axes.slant = range,
                _ => {}
            }
        }
        axes
    }
}

/// The usual percentage of a named width.
fn percent(stretch: usvg::fontdb::Stretch) -> u16 {
    // Half percents are rounded up.
    [50, 63, 75, 88, 100, 113, 125, 150, 200][usize::from(stretch.to_number() - 1)]
}
