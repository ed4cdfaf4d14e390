//! What is wrong with a text, gathered while it is set.

use unicode_script::{Script, UnicodeScript};

use super::cuts::{Cuts, number, unknown};
use super::layout::{Setting, TextBox};
use super::markup::{Fault, Style};
use super::shaping::Features;
use super::typeface::Cut;
use super::{Fonts, Part, Trouble};
use crate::finding::{Rule, rule};
use crate::units::{Mm, Pt};

pub(super) struct Troubles<'a> {
    text: &'a str,
    families: &'a [&'a str],
    pub all: Vec<Trouble>,
    /// The characters that no font of the text has.
    missing: Vec<char>,
    /// The cuts that were used, and with which features.
    used: [Option<Features>; 4],
}

impl<'a> Troubles<'a> {
    pub fn new(text: &TextBox<'a>) -> Troubles<'a> {
        let (text, families) = (text.text, text.families);
        Troubles { text, families, all: Vec::new(), missing: Vec::new(), used: [None; 4] }
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
    pub fn style(&mut self, style: Style, features: Features) {
        let used = self.used[number(style)].get_or_insert(features);
        used.small_caps |= features.small_caps;
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
        for (i, wanted) in cuts.wanted.into_iter().enumerate() {
            if let Some(features) = self.used[i] {
                let Some(face) = cuts.first(i) else { continue };
                self.cut(wanted, cuts, fonts, face, i);
                self.features(features, fonts, face);
            }
        }
        if let [first, ..] = self.missing[..] {
            let named: Vec<String> =
                self.missing.iter().map(|c| format!("U+{:04X} `{}`", *c as u32, c.escape_debug())).collect();
            let (shown, more) = (named.iter().take(8).cloned().collect::<Vec<_>>(), named.len().saturating_sub(8));
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let plural = if named.len() == 1 { "" } else { "s" };
            let families = self.families.join(", ");
            let mut message = format!("no glyph{plural} for {}{more} in {families}", shown.join(", "));
            let mut label = None;
            // All texts of a script lack the same: they are reported alike.
            if let Some(script) = script(&self.missing) {
                label = Some(format!("{}{more}", shown.join(", ")));
                message = format!("no glyphs for {} in {families}", script.full_name());
            }
            let them = if named.len() == 1 { "it" } else { "them" };
            let help = match fonts.family_with(&self.missing) {
                Some(family) => {
                    format!("`{family}` has {them}: write `fallback = [\"{family}\"]` below `[fonts]` in game.toml")
                }
                None => format!(
                    "put a font that has {them} into `templates/fonts` and name it as `fallback` below `[fonts]` in game.toml"
                ),
            };
            let (part, text) = (Part::Words(first.to_string()), self.text.to_owned());
            self.keep(Trouble { rule: &rule::GLYPH_MISSING, message, label, help: Some(help), text, part, call: 0 });
        }
    }

    /// Reports a weight, width or slant that a family does not have.
    fn cut(&mut self, wanted: Cut, cuts: &Cuts, fonts: &Fonts, face: super::FaceId, style: usize) {
        let got = fonts.cut(face);
        // A bold that is heavier than the plain cut is bold, whatever its number.
        let plain = cuts.first(style & 2).map_or(got.weight, |plain| fonts.cut(plain).weight);
        let is_bold = style & 1 == 1;
        let is_heavy = is_bold && got.weight >= plain + 100;
        let is_near = |a: u16, b: u16, by: u16| a.abs_diff(b) <= by;
        let (weighs, leans) = (is_heavy || is_near(got.weight, wanted.weight, 50), got.is_italic == wanted.is_italic);
        if weighs && leans && is_near(got.width, wanted.width, 4) {
            return;
        }
        let family = self.families[0];
        let message = format!("{family} has no {}; {} would be printed", wanted.name(), got.name());
        let help =
            format!("it has {}: ask for one of these, or add the font's file to `templates/fonts`", fonts.cuts(family));
        self.add(&rule::FONT_STYLE_MISSING, Part::Font, message, Some(help));
    }

    /// Reports small capitals and figures that a font does not have.
    fn features(&mut self, wanted: Features, fonts: &Fonts, face: super::FaceId) {
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
        let (message, label) = if dy >= dx {
            let fit = set.lines.iter().filter(|l| !l.is_over).count();
            (
                format!("text is {} too high for its box of {} {at}", mm(dy), mm(text.h)),
                format!("{} lines, {fit} fit", set.lines.len()),
            )
        } else {
            (format!("a word is {} too wide for its box of {} {at}", mm(dx), mm(text.w)), "too wide".to_owned())
        };
        let (rule, label, help) =
            (&rule::TEXT_OVERFLOW, Some(label), "shorten it, or give it more room in the template");
        let (help, text) = (Some(help.to_owned()), self.text.to_owned());
        self.keep(Trouble { rule, message, label, help, text, part: Part::All, call: 0 });
    }
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
