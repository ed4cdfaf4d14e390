//! PDF compared with resvg, pixel by pixel, if poppler is installed to draw the PDF.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::{Project, code};

/// SVG features that a template may use, on one card.
pub const TORTURE: &str = r##"
<defs>
<linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d33"/><stop offset="0.5" stop-color="#3d3"/><stop offset="1" stop-color="#33d" stop-opacity="0.3"/></linearGradient>
<linearGradient id="rep" x1="0" y1="0" x2="0.2" y2="0" spreadMethod="reflect"><stop offset="0" stop-color="#222"/><stop offset="1" stop-color="#eee"/></linearGradient>
<radialGradient id="r" cx="0.4" cy="0.4" r="0.6" fx="0.3" fy="0.3"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#a50"/></radialGradient>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(20)"><rect width="2" height="2" fill="#06a"/><circle cx="3" cy="3" r="0.8" fill="#f80"/></pattern>
<clipPath id="c"><circle cx="15" cy="50" r="8"/></clipPath>
<clipPath id="cc"><circle cx="30" cy="50" r="5"/><rect x="30" y="46" width="10" height="8"/></clipPath>
<mask id="m"><rect x="40" y="40" width="20" height="20" fill="url(#r)"/></mask>
<symbol id="s" viewBox="0 0 10 10"><path d="M0 0L10 5L0 10Z" fill="#090"/></symbol>
</defs>
<rect x="-3" y="-3" width="69" height="94" fill="#f4ecd8"/>
<rect x="3" y="3" width="15" height="12" fill="url(#l)"/>
<rect x="20" y="3" width="15" height="12" fill="url(#r)" stroke="#000" stroke-width="0.6"/>
<rect x="37" y="3" width="20" height="12" fill="url(#rep)"/>
<rect x="3" y="18" width="20" height="12" fill="url(#p)"/>
<path d="M25 18h12v12h-12zM28 21h6v6h-6z" fill-rule="evenodd" fill="#555"/>
<path d="M40 20c10 0 10 10 18 8" fill="none" stroke="#b00" stroke-width="1.2" stroke-dasharray="2 1" stroke-linecap="round"/>
<g transform="translate(3 32) scale(2 0.8)"><circle cx="4" cy="5" r="3" fill="none" stroke="#00a" stroke-width="1"/></g>
<g opacity="0.5"><rect x="20" y="32" width="8" height="8" fill="#f00"/><rect x="24" y="34" width="8" height="6" fill="#00f"/></g>
<g style="mix-blend-mode:multiply"><rect x="34" y="32" width="10" height="8" fill="#ff0"/></g><rect x="40" y="33" width="10" height="6" fill="#0ff" style="mix-blend-mode:multiply"/>
<rect x="5" y="42" width="20" height="16" fill="url(#l)" clip-path="url(#c)"/>
<rect x="24" y="42" width="18" height="16" fill="#808" clip-path="url(#cc)"/>
<rect x="40" y="40" width="20" height="20" fill="#004" mask="url(#m)"/>
<use href="#s" x="4" y="60" width="8" height="8"/><use href="#s" x="14" y="60" width="8" height="8" transform="rotate(15 18 64)"/>
<text x="4" y="76" font-family="Libertinus Serif" font-size="5" fill="#222">Plain <tspan font-style="italic" fill="#a00">text</tspan> works</text>
<g transform="rotate(-8 30 80)">{{ text(text="**Stamps** {star} turn *too*", x=4, y=78, w=50, h=6, size=12, font=fonts.text, fill="url(#l)") }}</g>
<defs><g id="again">{{ icon(name="star", x=0, y=0, size=4, fill="#a20") }}{{ text(text="Again", x=0, y=4, w=12, h=4, size=7, font=fonts.text, fill="#024") }}</g></defs><use href="#again" x="25" y="61"/><use href="#again" x="34" y="61" transform="rotate(8 38 64)"/>
{{ icon(name="star", x=45, y=62, size=14, fill="url(#r)") }}{{ icon(name="star", x=48, y=78, size=8, fill="#275", turn=30, flip=true) }}
"##;

/// Draws the first page with poppler; nothing if it is not installed.
pub fn poppler(pdf: &Path, dpi: u32) -> Option<Picture> {
    let out = pdf.with_extension("");
    let drawn = Command::new("pdftoppm")
        .args(["-r", &dpi.to_string(), "-png", "-f", "1", "-l", "1", "-singlefile"])
        .arg(pdf)
        .arg(&out)
        .output();
    match drawn {
        Ok(done) => {
            assert!(done.status.success() && done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
            Some(Picture::read(&out.with_extension("png")))
        }
        Err(_) => {
            assert!(std::env::var_os("CI").is_none(), "CI must have poppler-utils");
            eprintln!("skipped: pdftoppm is not installed");
            None
        }
    }
}

pub struct Picture {
    pub width: usize,
    pub height: usize,
    rgb: Vec<u8>,
}

impl Picture {
    /// The left top corner of the first large area of a color.
    pub fn corner(&self, color: [u8; 3]) -> [usize; 2] {
        let is_it = |x: usize, y: usize| self.rgb[(y * self.width + x) * 3..][..3] == color;
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| [x, y]));
        let mut like_it = all.filter(|&[x, y]| (0..9).all(|i| x + i < self.width && is_it(x + i, y)));
        like_it.next().expect("a face of that color")
    }

    /// The color some millimeters from a corner.
    pub fn at(&self, corner: [usize; 2], from: [f64; 2], dpi: f64) -> [u8; 3] {
        let [x, y] = [0, 1].map(|i| corner[i] + (from[i] / 25.4 * dpi) as usize);
        *self.rgb[(y * self.width + x) * 3..].first_chunk().expect("a pixel of the sheet")
    }

    pub fn read(path: &Path) -> Picture {
        Picture::decode(&fs::read(path).expect("a picture"))
    }

    pub fn decode(bytes: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("a frame");
        let step = info.color_type.samples();
        let rgb = bytes[..info.buffer_size()]
            .chunks(step)
            .flat_map(|p| if step >= 3 { [p[0], p[1], p[2]] } else { [p[0]; 3] })
            .collect();
        Picture { width: info.width as usize, height: info.height as usize, rgb }
    }

    /// Columns `x0..x1` of rows `y0..y1`.
    pub fn part(&self, [x0, y0, x1, y1]: [usize; 4]) -> Picture {
        let row = |y: usize| self.rgb[(y * self.width + x0) * 3..(y * self.width + x1) * 3].iter().copied();
        Picture { width: x1 - x0, height: y1 - y0, rgb: (y0..y1).flat_map(row).collect() }
    }

    /// What is not white, and a margin of two pixels around it.
    pub fn ink(&self) -> Picture {
        let is_dark = |x: usize, y: usize| self.rgb[(y * self.width + x) * 3 + 1] < 128;
        let xs: Vec<usize> = (0..self.width).filter(|&x| (0..self.height).any(|y| is_dark(x, y))).collect();
        let ys: Vec<usize> = (0..self.height).filter(|&y| (0..self.width).any(|x| is_dark(x, y))).collect();
        let [&x0, &x1, &y0, &y1] =
            [xs.first(), xs.last(), ys.first(), ys.last()].map(|at| at.expect("something is drawn"));
        self.part([x0 - 2, y0 - 2, x1 + 3, y1 + 3])
    }

    /// The color of a pixel.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// The mean difference, and the share of pixels that differ by more than a fifth even from their neighborhood.
    pub fn against(&self, other: &Picture) -> (f64, f64) {
        let (w, h) = (self.width.min(other.width), self.height.min(other.height));
        let at = |p: &Picture, x: usize, y: usize, c: usize| i32::from(p.rgb[(y * p.width + x) * 3 + c]);
        let (mut sum, mut far) = (0.0, 0usize);
        for y in 1..h - 1 {
            for x in 1..w - 1 {
                let mut worst = 0;
                for c in 0..3 {
                    sum += f64::from((at(self, x, y, c) - at(other, x, y, c)).abs());
                    // An edge may be one pixel off.
                    let near = (y - 1..=y + 1).flat_map(|v| (x - 1..=x + 1).map(move |u| (u, v)));
                    let (low, high) =
                        near.fold((255, 0), |(l, h), (u, v)| (l.min(at(other, u, v, c)), h.max(at(other, u, v, c))));
                    let value = at(self, x, y, c);
                    worst = worst.max((low - value).max(value - high));
                }
                far += usize::from(worst > 51);
            }
        }
        let pixels = ((w - 2) * (h - 2)) as f64;
        (sum / (pixels * 3.0 * 255.0), far as f64 / pixels)
    }
}

/// Compares the first sheet as PDF with the same as pixels.
pub fn compare(project: &Project, what: &str, mean: f64, share: f64) {
    fs::write(project.path("sheet.pdf"), project.pdf(&["--format", "pdf,sheet-png", "--dpi", "150"]))
        .expect("a scratch file");
    let Some(pdf) = poppler(&project.path("sheet.pdf"), 150) else { return };
    let png = Picture::read(&project.path("output/mini/sheets-dpi-150/a4-cards-01-front.png"));
    assert!(pdf.width.abs_diff(png.width) <= 1 && pdf.height.abs_diff(png.height) <= 1);
    let (m, s) = pdf.against(&png);
    assert!(m < mean && s < share, "{what}: mean difference {m:.5}, {s:.5} of the pixels far off");
}

#[test]
fn the_small_project_looks_the_same_in_pdf_and_png() {
    compare(&Project::new(), "small project", 0.004, 0.0005);
}

#[test]
fn torture_features_look_the_same_in_pdf_and_png() {
    compare(&Project::drawing(TORTURE), "torture", 0.01, 0.006);
}

#[test]
fn the_kit_looks_the_same_in_pdf_and_png() {
    let out = tempfile::TempDir::new().expect("a scratch folder");
    let arguments = [
        "render",
        "--quiet",
        "--paper",
        "a4",
        "--only",
        "*-7",
        "--format",
        "pdf,sheet-png",
        "--dpi",
        "100",
        "--backs",
        "none",
    ];
    let folder = out.path().to_str().expect("UTF-8");
    let output = crate::project::run(crate::project::repository(), &[&arguments[..], &["--out", folder]].concat());
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let kit = out.path().join("reign-of-dragoness");
    // The pattern is not an id, so a hash of it is in the names.
    let named = |start: &str| {
        let files = std::fs::read_dir(&kit).expect("the kit").map(|file| file.expect("a file").path());
        files.into_iter().find(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start)))
    };
    let pdf = named("reign-of-dragoness-a4-backs-none-only-7_").expect("the document");
    let Some(pdf) = poppler(&pdf, 100) else { return };
    let sheets = named("sheets-dpi-100-backs-none-only-7_").expect("the sheets");
    let png = Picture::read(&sheets.join("a4-dragons-01-front.png"));
    let (m, s) = pdf.against(&png);
    assert!(m < 0.015 && s < 0.003, "mean difference {m:.5}, {s:.5} of the pixels far off");
}

#[test]
fn a_face_has_the_pixels_of_its_size() {
    let project = Project::new();
    let out = project.path("faces");
    let output =
        project.run(&["render", "--quiet", "--format", "png", "--dpi", "254", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 0);
    let picture = Picture::read(&out.join("mini/png-dpi-254/cards/fire-1.png"));
    // 69 x 94 mm with bleed, ten pixels per millimeter.
    assert_eq!((picture.width, picture.height), (690, 940));
    assert!(out.join("mini/png-dpi-254/cards/cards-back.png").exists());
}
