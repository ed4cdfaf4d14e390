//! What is wrong with a text, gathered while it is set.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use super::cuts::{Cuts, number, unknown};
use super::layout::{Setting, TextBox, column};
use super::markup::{Fault, Style};
use super::shaping::Features;
use super::typeface::Cut;
use super::{FaceId, Fonts, Part, Trouble};
use crate::content::breaks_line;
use crate::finding::{Rule, rule};
use crate::units::{Mm, Pt};

pub(super) struct Troubles<'a> {
    text: &'a str,
    families: &'a [&'a str],
    pub all: Vec<Trouble>,
    /// The characters that no font of the text has.
    missing: Vec<char>,
    /// The cuts that were used, their fonts, and with which features.
    used: Vec<(Style, FaceId, Features)>,
}

impl<'a> Troubles<'a> {
    pub fn new(text: &TextBox<'a>) -> Troubles<'a> {
        let (text, families) = (text.text, text.families);
        Troubles { text, families, all: Vec::new(), missing: Vec::new(), used: Vec::new() }
    }

    pub fn add(&mut self, rule: &'static Rule, part: Part, message: String, help: Option<String>) {
        self.keep(Trouble { rule, message, label: None, help, text: self.text.to_owned(), part, call: 0 });
    }

    /// Reports a fault in the text at its bytes.
    pub fn at(&mut self, rule: &'static Rule, fault: &Fault) {
        self.add(rule, Part::At(fault.at.clone()), fault.message.clone(), Some(fault.help.clone()));
    }

    fn keep(&mut self, trouble: Trouble) {
        if !self.all.contains(&trouble) {
            self.all.push(trouble);
        }
    }

    /// Notes that a style is used.
    pub fn style(&mut self, style: Style, face: FaceId, features: Features) {
        let cut = Style { is_bold: style.is_bold, is_italic: style.is_italic, ..Style::default() };
        if !self.used.contains(&(cut, face, features)) {
            self.used.push((cut, face, features));
        }
    }

    /// Notes characters that a font lacks.
    pub fn lacks(&mut self, letters: &[char]) {
        for letter in letters {
            if !self.missing.contains(letter) {
                self.missing.push(*letter);
            }
        }
    }

    /// Reports what was noted while the words were shaped.
    pub fn report(&mut self, cuts: &Cuts, fonts: &Fonts) {
        let used = std::mem::take(&mut self.used);
        let mut lacking: Vec<(FaceId, Vec<String>)> = Vec::new();
        for (style, face, features) in &used {
            if cuts.of(*style).first() == Some(face) {
                self.features(*features, fonts, *face);
            }
            let wanted = cuts.wanted[number(*style)];
            if !is_cut(wanted, *style, *face, cuts, fonts) {
                let same = |(known, _): &(FaceId, _)| {
                    fonts.cut(*known) == fonts.cut(*face) && fonts.face(*known).family == fonts.face(*face).family
                };
                match lacking.iter_mut().find(|known| same(known)) {
                    Some((_, names)) if names.contains(&wanted.name()) => {}
                    Some((_, names)) => names.push(wanted.name()),
                    None => lacking.push((*face, vec![wanted.name()])),
                }
            }
        }
        for (face, names) in lacking {
            self.cuts(&names, face, fonts);
        }
        if let [first, ..] = self.missing[..] {
            let named: Vec<String> =
                self.missing.iter().map(|c| format!("U+{:04X} `{}`", *c as u32, c.escape_debug())).collect();
            let (shown, more) = (named.iter().take(8).cloned().collect::<Vec<_>>(), named.len().saturating_sub(8));
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let plural = if named.len() == 1 { "" } else { "s" };
            let what = if self.is_pictured(fonts) { "outline" } else { "glyph" };
            let families = self.families.join(", ");
            let mut message = format!("no {what}{plural} for {}{more} in {families}", shown.join(", "));
            let mut label = None;
            // All texts of a script lack the same: they are reported alike.
            if let Some(script) = script(&self.missing) {
                label = Some(format!("{}{more}", shown.join(", ")));
                message = format!("no {what}s for {} in {families}", script.full_name());
            }
            let help = self.instead(fonts);
            let (part, text) = (Part::Words(first.to_string()), self.text.to_owned());
            self.keep(Trouble { rule: &rule::GLYPH_MISSING, message, label, help: Some(help), text, part, call: 0 });
        }
    }

    /// What to do about the characters that no font of the text has.
    fn instead(&self, fonts: &Fonts) -> String {
        let them = if self.missing.len() == 1 { "it" } else { "them" };
        let is_private = |c: &char| c.general_category() == GeneralCategory::PrivateUse;
        match fonts.family_with(&self.missing) {
            _ if self.missing.iter().all(|c| breaks_line(*c)) => "break the line with \n instead".to_owned(),
            _ if self.missing.iter().all(|c| c.is_control()) => "write a space".to_owned(),
            // What another font draws for a private character is another sign.
            _ if self.missing.iter().all(is_private) => {
                "draw it as an icon in `templates/icons` and write `{name}`; each font has its own private characters"
                    .to_owned()
            }
            Some(family) => {
                format!("`{family}` has {them}: write `fallback = [\"{family}\"]` below `[fonts]` in game.toml")
            }
            None => format!(
                "put a font that has {them} into `templates/fonts` and name it as `fallback` below `[fonts]` in game.toml"
            ),
        }
    }

    /// Whether a family has the first character that is missing, but as a picture or in several colors.
    fn is_pictured(&self, fonts: &Fonts) -> bool {
        let faces = self.families.iter().filter_map(|family| fonts.find(family, Cut::upright(400)));
        faces.into_iter().any(|face| self.missing.iter().take(1).any(|c| fonts.face(face).has_picture(*c)))
    }

    /// Reports weights, widths and slants that a family does not have.
    fn cuts(&mut self, names: &[String], face: FaceId, fonts: &Fonts) {
        let family = &fonts.face(face).family;
        let names = match names {
            [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => names.concat(),
        };
        let message = format!("{family} has no {names}; {} would be printed", fonts.cut(face).name());
        let help =
            format!("it has {}: ask for one of these, or add the font's file to `templates/fonts`", fonts.cuts(family));
        self.add(&rule::FONT_STYLE_MISSING, Part::Font, message, Some(help));
    }

    /// Reports small capitals and figures that a font does not have.
    fn features(&mut self, wanted: Features, fonts: &Fonts, face: FaceId) {
        let typeface = fonts.face(face);
        let asked: [(bool, &[u8; 4], &str); 3] = [
            (wanted.small_caps, b"smcp", "small capitals"),
            (wanted.old_style, b"onum", "old-style figures"),
            (wanted.tabular, b"tnum", "figures of one width"),
        ];
        for (is_asked, tag, what) in asked {
            if is_asked && !typeface.has_feature(tag) {
                let message = format!("{} has no {what}", typeface.family);
                let help = "use another font for this text, or leave them out".to_owned();
                self.add(&rule::FONT_STYLE_MISSING, Part::Font, message, Some(help));
            }
        }
    }

    pub fn overflow(&mut self, set: &Setting, text: &TextBox) {
        let (dx, dy) = (set.over_x, set.over_y);
        let at = format!("even at {}", Pt(set.size));
        let (room, mut help) = (column(text), "shorten it, or give it more room in the template");
        let (message, label) = if room <= 0.0 {
            help = "make `gutter` or `columns` smaller";
            let (gutter, columns) = (mm(text.gutter), text.columns);
            (
                format!("gutters of {gutter} leave no room for {columns} columns in a box of {}", mm(text.w)),
                "no room".to_owned(),
            )
        } else if dy >= dx {
            let fit = set.lines.iter().filter(|l| !l.is_over).count();
            (
                format!("text is {} too high for its box of {} {at}", mm(dy), mm(text.h)),
                format!("{} line{}, {fit} fit", set.lines.len(), if set.lines.len() == 1 { "" } else { "s" }),
            )
        } else {
            let place = if text.columns > 1 { "column" } else { "box" };
            (format!("a word is {} too wide for its {place} of {} {at}", mm(dx), mm(room)), "too wide".to_owned())
        };
        let (rule, label) = (&rule::TEXT_OVERFLOW, Some(label));
        let (help, text) = (Some(help.to_owned()), self.text.to_owned());
        self.keep(Trouble { rule, message, label, help, text, part: Part::All, call: 0 });
    }
}

/// Whether a font has the weight, width and slant that a style asks for.
fn is_cut(wanted: Cut, style: Style, face: FaceId, cuts: &Cuts, fonts: &Fonts) -> bool {
    let got = fonts.cut(face);
    // A bold that is heavier than the plain cut is bold, whatever its number.
    let plain = cuts.of(style).iter().position(|of| *of == face).and_then(|at| {
        let plain = cuts.of(Style { is_bold: false, ..style }).get(at)?;
        Some(fonts.cut(*plain).weight)
    });
    let is_heavy = style.is_bold && got.weight >= plain.unwrap_or(got.weight) + 100;
    let is_near = |a: u16, b: u16, by: u16| a.abs_diff(b) <= by;
    let (weighs, leans) = (is_heavy || is_near(got.weight, wanted.weight, 50), got.is_italic == wanted.is_italic);
    // A family of one width, such as a condensed one, has it without being asked.
    weighs && leans && (wanted.width == 100 || is_near(got.width, wanted.width, 4))
}

/// The script of all letters, if it is one that fonts are made for: Hangul, Thai, Han.
fn script(letters: &[char]) -> Option<Script> {
    let first = letters.iter().map(|c| c.script()).find(|script| *script != Script::Common)?;
    let is_usual =
        matches!(first, Script::Inherited | Script::Unknown | Script::Latin | Script::Greek | Script::Cyrillic);
    let is_alike =
        letters.iter().all(|c| matches!(c.script(), Script::Common | Script::Inherited) || c.script() == first);
    (is_alike && !is_usual).then_some(first)
}

/// The only trouble of a text whose first family there is not.
pub(super) fn no_family(text: &TextBox, fonts: &Fonts, troubles: &mut Troubles) -> Vec<Trouble> {
    let family = text.families.first().copied().unwrap_or("");
    let message = format!("no font family is called `{family}`");
    troubles.add(&rule::FONT_MISSING, Part::Font, message, Some(unknown(family, fonts)));
    std::mem::take(&mut troubles.all)
}

fn mm(length: f32) -> String {
    format!("{}", Mm(f64::from(length)))
}
