//! The cuts of its fonts that a text's markup can ask for.

use super::layout::TextBox;
use super::markup::Style;
use super::trouble::Troubles;
use super::typeface::Cut;
use super::{FaceId, Fonts, Part};
use crate::finding::{nearest, rule};

/// A cut as wanted and as found, by bold and italic.
pub(super) struct Cuts {
    /// For plain, bold, italic and bold italic: one font a family.
    faces: [Vec<FaceId>; 4],
    pub wanted: [Cut; 4],
    pub cap_height: f32,
    pub descent: f32,
}

impl Cuts {
    /// The cuts of all families that there are; nothing if the first is missing.
    pub fn find(text: &TextBox, fonts: &Fonts, troubles: &mut Troubles) -> Option<Cuts> {
        let cut = |weight: u16, turned: bool| Cut { weight, width: text.width, is_italic: text.is_italic != turned };
        let bold = (text.weight.max(400) + 300).min(1000);
        let wanted = [cut(text.weight, false), cut(bold, false), cut(text.weight, true), cut(bold, true)];
        let mut faces: [Vec<FaceId>; 4] = Default::default();
        for (i, family) in text.families.iter().enumerate() {
            for (faces, wanted) in faces.iter_mut().zip(wanted) {
                faces.extend(fonts.find(family, wanted));
            }
            if i > 0 && faces[0].len() <= i {
                let message = format!("no font family is called `{family}`");
                let help = unknown(family, fonts);
                troubles.add(&rule::FONT_MISSING, Part::Font, message, Some(help));
                return Cuts::find(&TextBox { families: &text.families[..i], ..text.clone() }, fonts, troubles);
            }
        }
        let first = fonts.face(*faces[0].first()?);
        let capitals = faces[0].iter().map(|face| fonts.face(*face)).find(|face| face.has_capitals).unwrap_or(first);
        let (cap_height, descent) = (capitals.cap_height, first.descent);
        Some(Cuts { faces, wanted, cap_height, descent })
    }

    /// The fonts for a style, the first choice first.
    pub fn of(&self, style: Style) -> &[FaceId] {
        &self.faces[number(style)]
    }
}

/// The number of a style among the four cuts.
pub(super) fn number(style: Style) -> usize {
    usize::from(style.is_bold) + 2 * usize::from(style.is_italic)
}

/// What to do about a family that there is not.
pub(super) fn unknown(family: &str, fonts: &Fonts) -> String {
    let known = fonts.families();
    nearest(family, known.iter().copied())
        .map_or_else(|| format!("there are: {}", known.join(", ")), |near| format!("did you mean `{near}`?"))
}
