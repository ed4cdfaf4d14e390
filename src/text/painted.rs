//! Icons in their own colors: whole drawings, read once for each color that words around them have.

use std::fmt;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use usvg::Tree;
use usvg::fontdb::Database;

use super::outline::{fills, painted_svg, stamp_svg, with_stamps};
use super::{Fonts, Icons, Stamp};
use crate::color::Color;
use crate::hash::fingerprint;
use crate::picture::Pictures;
use crate::svg::{self, Fault, Root};

/// The most colors in which an icon is remembered.
const MOST: usize = 64;

/// An icon in its own colors. Shapes in `currentColor` take the color of the words around it.
pub struct Painted {
    /// The drawing, with hidden paths in place of its texts.
    svg: String,
    /// Its texts and plain icons.
    pub stamps: Vec<Stamp>,
    /// Width and height, in units of its own.
    pub size: [f32; 2],
    /// The same for two that look the same.
    pub key: u128,
    takes_color: bool,
    fonts: Arc<Database>,
    pictures: Arc<Pictures>,
    trees: Mutex<Vec<(Color, bool, Arc<Tree>)>>,
}

impl fmt::Debug for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Painted({:032x})", self.key)
    }
}

impl PartialEq for Painted {
    fn eq(&self, other: &Painted) -> bool {
        self.key == other.key
    }
}

impl Painted {
    /// Takes a drawing that can be read.
    pub fn new(
        svg: &str,
        stamps: Vec<Stamp>,
        fonts: &Arc<Database>,
        pictures: Arc<Pictures>,
    ) -> Result<Arc<Painted>, Vec<Fault>> {
        let svg = svg::plain(svg).map_err(|fault| vec![fault])?.into_owned();
        let tree = svg::parse(&svg, fonts, &pictures)?;
        let size = [tree.size().width(), tree.size().height()];
        let takes_color = svg.contains("currentColor") || svg.contains("currentcolor");
        let key = fingerprint(&(&svg, format!("{stamps:?}")));
        let trees = Mutex::new(vec![(Color::BLACK, false, Arc::new(tree))]);
        Ok(Arc::new(Painted { svg, stamps, size, key, takes_color, fonts: fonts.clone(), pictures, trees }))
    }

    /// The color that matters among words of `color`: always the same unless it takes theirs.
    pub fn shade(&self, color: Color) -> Color {
        if self.takes_color { color } else { Color::BLACK }
    }

    /// Whether it takes the color of the words around it.
    pub fn takes_color(&self) -> bool {
        self.takes_color
    }

    /// The drawing with hidden paths in place of its texts, among words of `color`.
    pub fn tree(&self, color: Color) -> Arc<Tree> {
        self.kept(color, false, &|| self.colored(color))
    }

    /// The drawing as it is seen, among words of `color`.
    pub fn seen(&self, color: Color, fonts: &Fonts, icons: &Icons) -> Arc<Tree> {
        if self.stamps.is_empty() {
            return self.tree(color);
        }
        self.kept(color, true, &|| self.outlined(color, fonts, icons))
    }

    fn kept(&self, color: Color, is_seen: bool, svg: &dyn Fn() -> String) -> Arc<Tree> {
        let color = self.shade(color);
        let trees = || self.trees.lock().expect("no thread panics while it holds the list");
        let first = {
            let trees = trees();
            if let Some((.., tree)) = trees.iter().find(|(known, seen, _)| (*known, *seen) == (color, is_seen)) {
                return tree.clone();
            }
            trees[0].2.clone()
        };
        // It was read before, and only a color differs.
        let tree = svg::parse_own(&svg(), &self.fonts, &self.pictures).map_or(first, Arc::new);
        let mut trees = trees();
        if trees.len() >= MOST {
            trees.truncate(1);
        }
        trees.push((color, is_seen, tree.clone()));
        tree
    }

    /// The drawing among words of a color, as SVG writes it.
    fn colored(&self, color: Color) -> String {
        match Root::of(&self.svg).filter(|root| self.takes_color && !root.has("color")) {
            Some(root) => root.with(&[("color", color.to_string())]),
            None => self.svg.clone(),
        }
    }

    /// The same with all texts as outlines.
    fn outlined(&self, color: Color, fonts: &Fonts, icons: &Icons) -> String {
        let fills = fills(&self.tree(color));
        let svg = with_stamps(&self.colored(color), &self.stamps, &mut |number, stamp| {
            let color = fills.get(&number).copied().unwrap_or(color);
            (stamp_svg(stamp, fonts, icons), painted_svg(stamp, color, fonts, icons))
        });
        if !svg.contains("<text") {
            return svg;
        }
        let tree = svg::parse_own(&svg, &self.fonts, &self.pictures);
        tree.map_or(svg, |tree| tree.to_string(&usvg::WriteOptions::default()))
    }

    /// An `<image>` of the icon in a box of its own proportions that is 100 high.
    pub fn image(&self, color: Color, fonts: &Fonts, icons: &Icons) -> String {
        let data = BASE64_STANDARD.encode(self.outlined(color, fonts, icons));
        let width = self.width();
        format!("<image width=\"{width}\" height=\"100\" href=\"data:image/svg+xml;base64,{data}\"")
    }

    /// The width of its box if that is 100 high.
    pub fn width(&self) -> f32 {
        super::icons::BOX * self.size[0] / self.size[1]
    }
}
