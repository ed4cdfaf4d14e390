//! Builds documents. printpdf makes pages, layers, bookmarks and metadata; we add what it leaves out.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::io::Write;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};
use lopdf::{Dictionary, Object, dictionary};
use printpdf::{
    CurTransMat, DictItem, ExternalStream, ExternalXObject, Layer, LayerInternalId, Op, PageAnnotId, PageAnnotation,
    PaintMode, PdfDocument, PdfPage, PdfSaveOptions, Pt, WindingOrder, XObject, XObjectId, XObjectTransform,
};
use rayon::prelude::*;

use super::convert::convert_own;
use super::fonts::{Subset, subsets};
use super::form::Form;
use super::pool::{FIRST, Pool, deflate, renumbered};
use super::save::{Sizes, save};
use crate::art::{Face, FaceNo, Side, Studio};
use crate::error::Error;
use crate::export::furniture::furniture;
use crate::layout::{self, Backs, Setup, Sheet};
use crate::text::FaceId;
use crate::units::{Mm, PT_PER_MM};

/// The metadata of a document.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub title: String,
    /// The author of the game.
    pub author: String,
    /// A description of the document.
    pub subject: String,
}

/// An entry of the table of contents.
#[derive(Clone, Debug)]
pub struct Bookmark {
    pub title: String,
    /// The index of the page.
    pub page: usize,
}

/// The faces of a kit, converted and compressed once for all documents.
pub struct Faces {
    forms: Vec<Option<Form>>,
    streams: Vec<Vec<u8>>,
    subsets: BTreeMap<FaceId, Subset>,
    /// The largest size of each picture.
    pictures: Sizes,
}

impl Faces {
    /// Prepares converted faces. `sheets` are all the sheets to write, because their margins use letters too.
    pub fn prepare(forms: Vec<Option<Form>>, sheets: &[(&Setup, &[Sheet])], studio: &Studio) -> Result<Faces, Error> {
        let margins: Result<Vec<Form>, Error> =
            sheets.iter().flat_map(|(setup, sheets)| sheets.iter().map(|sheet| margin(sheet, setup, studio))).collect();
        let margins = margins?;
        let subsets = subsets(forms.iter().flatten().chain(&margins), &studio.fonts);
        let mut pictures = Sizes::new();
        for form in forms.iter().flatten() {
            form.pictures(1.0, &mut |id, size| enlarge(&mut pictures, id, size));
        }
        let streams = forms
            .par_iter()
            .map(|form| form.as_ref().map(|form| deflate(&renumbered(form, &subsets))).unwrap_or_default())
            .collect();
        let forms = forms
            .into_iter()
            .map(|form| {
                form.map(|mut form| {
                    // The stream is finished; only the resources are still needed.
                    form.content = Vec::new();
                    form.glyphs = Vec::new();
                    form
                })
            })
            .collect();
        Ok(Faces { forms, streams, subsets, pictures })
    }
}

fn enlarge(sizes: &mut Sizes, id: u128, size: [f32; 2]) {
    let most = sizes.entry(id).or_default();
    *most = [most[0].max(size[0].into()), most[1].max(size[1].into())];
}

fn margin(sheet: &Sheet, setup: &Setup, studio: &Studio) -> Result<Form, Error> {
    convert_own(&furniture(sheet, setup.paper.size, studio), studio)
}

/// Writes a document.
#[allow(clippy::too_many_arguments)]
pub fn document(
    about: &About,
    bookmarks: &[Bookmark],
    faces: &Faces,
    bleed_of: &dyn Fn(u32) -> Mm,
    setup: &Setup,
    sheets: &[Sheet],
    studio: &Studio,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut pool = Pool::new(&faces.subsets, studio);
    let mut doc = PdfDocument::new(&about.title);
    let info = &mut doc.metadata.info;
    info.author.clone_from(&about.author);
    info.subject.clone_from(&about.subject);
    info.creator = concat!("wyrmpress ", env!("CARGO_PKG_VERSION")).to_owned();
    info.producer = PRODUCER.to_owned();

    let used: BTreeSet<u32> = sheets.iter().flat_map(|s| s.placements.iter().map(|p| p.face.0)).collect();
    for &face in &used {
        let Some(form) = &faces.forms[face as usize] else { continue };
        // The content is filled in later, because printpdf would copy it again.
        let stream = external(form, Vec::new(), &mut pool);
        doc.resources.xobjects.map.insert(XObjectId(format!("F{face}")), stream);
    }
    let layer = LayerInternalId("marks".to_owned());
    let mut marks = Layer::new("Marks");
    marks.creator = "wyrmpress".to_owned();
    doc.resources.layers.map.insert(layer.clone(), marks);
    for (i, mark) in bookmarks.iter().enumerate() {
        let entry = PageAnnotation { name: mark.title.clone(), page: mark.page + 1 };
        doc.bookmarks.map.insert(PageAnnotId(format!("{i:05}")), entry);
    }
    let paper = setup.paper.size;
    for (i, sheet) in sheets.iter().enumerate() {
        let mut ops = Vec::new();
        let correction = setup.correction(sheet.side);
        let is_corrected = correction != Affine::IDENTITY;
        if is_corrected {
            let page = to_page(paper.h);
            let matrix = (page * correction * page.inverse()).as_coeffs().map(|v| v as f32);
            ops.push(Op::SaveGraphicsState);
            ops.push(Op::SetTransformationMatrix { matrix: CurTransMat::Raw(matrix) });
        }
        for placement in &sheet.placements {
            ops.push(Op::SaveGraphicsState);
            clip(&placement.clip, paper.h, &mut ops);
            let Mm(bleed) = bleed_of(placement.face.0);
            let place = to_page(paper.h) * placement.to_sheet * Affine::translate((-bleed, -bleed));
            place_form(&format!("F{}", placement.face.0), place, &mut ops);
            ops.push(Op::RestoreGraphicsState);
        }
        let form = margin(sheet, setup, studio)?;
        let content = deflate(&renumbered(&form, &faces.subsets));
        let id = format!("M{i}");
        doc.resources.xobjects.map.insert(XObjectId(id.clone()), external(&form, content, &mut pool));
        ops.push(Op::BeginLayer { layer_id: layer.clone() });
        ops.push(Op::SaveGraphicsState);
        place_form(&id, to_page(paper.h), &mut ops);
        ops.push(Op::RestoreGraphicsState);
        ops.push(Op::EndLayer);
        if is_corrected {
            ops.push(Op::RestoreGraphicsState);
        }
        doc.pages.push(PdfPage::new(printpdf::Mm(paper.w.0 as f32), printpdf::Mm(paper.h.0 as f32), ops));
    }
    let options = PdfSaveOptions { optimize: false, subset_fonts: false, secure: false, image_optimization: None };
    let mut lo = doc.to_lopdf_document(&options, &mut Vec::new());
    drop(doc);
    fill_in(&mut lo, &used, faces)?;
    finish(&mut lo, pool.objects, about, setup, sheets)?;
    save(lo, &studio.pictures, &faces.pictures, out)
}

/// A document of pages that the program drew itself. In duplex, fronts and backs alternate.
pub fn booklet(about: &About, pages: Vec<Face>, setup: &Setup, studio: &Studio) -> Result<Vec<u8>, Error> {
    let is_duplex = setup.backs.is_duplex();
    let forms: Result<Vec<_>, Error> = pages.iter().map(|page| convert_own(page, studio).map(Some)).collect();
    let sheets: Vec<Sheet> = (0..pages.len())
        .map(|i| {
            let side = if is_duplex && i % 2 == 1 { Side::Back } else { Side::Front };
            layout::page(FaceNo(i as u32), side, i + 1, setup)
        })
        .collect();
    let faces = Faces::prepare(forms?, &[(setup, &sheets)], studio)?;
    let mut out = Vec::new();
    document(about, &[], &faces, &|_| Mm(0.0), setup, &sheets, studio, &mut out)?;
    Ok(out)
}

/// Converts millimeters from the top left to points from the bottom left.
fn to_page(height: Mm) -> Affine {
    Affine::new([PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, height.pt().0])
}

fn external(form: &Form, content: Vec<u8>, pool: &mut Pool) -> XObject {
    let [left, top, right, bottom] = form.bounds;
    let name = |text: &str| DictItem::Name(text.as_bytes().to_vec());
    let resources = pool.resources(form);
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Form")),
        ("BBox".to_owned(), DictItem::Array([left, top, right, bottom].map(DictItem::Real).to_vec())),
        ("Filter".to_owned(), name("FlateDecode")),
        ("Resources".to_owned(), DictItem::Ref { obj: resources, r#gen: 0 }),
    ]);
    let stream = ExternalStream { dict, content, compress: false };
    XObject::External(ExternalXObject { stream, width: None, height: None, dpi: None })
}

fn place_form(id: &str, place: Affine, ops: &mut Vec<Op>) {
    ops.push(Op::SetTransformationMatrix { matrix: CurTransMat::Raw(place.as_coeffs().map(|v| v as f32)) });
    ops.push(Op::UseXobject { id: XObjectId(id.to_owned()), transform: XObjectTransform::default() });
}

/// Clips to a path on the sheet.
fn clip(path: &BezPath, height: Mm, ops: &mut Vec<Op>) {
    if let Some(frame) = as_rectangle(path) {
        let corner = to_page(height) * Point::new(frame.x0, frame.y1);
        let (width, height) = (frame.width() * PT_PER_MM, frame.height() * PT_PER_MM);
        ops.push(Op::DrawRectangle {
            rectangle: printpdf::Rect {
                x: Pt(corner.x as f32),
                y: Pt(corner.y as f32),
                width: Pt(width as f32),
                height: Pt(height as f32),
                mode: Some(PaintMode::Clip),
                winding_order: Some(WindingOrder::NonZero),
            },
        });
        return;
    }
    let mut put = |points: &[Point], operator: &str| {
        let numbers = points.iter().flat_map(|p| {
            let p = to_page(height) * *p;
            [DictItem::Real(p.x as f32), DictItem::Real(p.y as f32)]
        });
        ops.push(Op::Unknown { key: operator.to_owned(), value: numbers.collect() });
    };
    let mut last = Point::ZERO;
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => put(&[p], "m"),
            PathEl::LineTo(p) => put(&[p], "l"),
            PathEl::QuadTo(c, p) => put(&[last.lerp(c, 2.0 / 3.0), p.lerp(c, 2.0 / 3.0), p], "c"),
            PathEl::CurveTo(a, b, p) => put(&[a, b, p], "c"),
            PathEl::ClosePath => put(&[], "h"),
        }
        last = element.end_point().unwrap_or(last);
    }
    put(&[], "W");
    put(&[], "n");
}

/// The path as a rectangle, if it is one.
fn as_rectangle(path: &BezPath) -> Option<Rect> {
    let straight = path.elements().iter().all(|e| !matches!(e, PathEl::QuadTo(..) | PathEl::CurveTo(..)));
    let frame = path.bounding_box();
    (straight && path.elements().len() == 5 && (path.area().abs() - frame.area()).abs() < 1e-6).then_some(frame)
}

/// Puts the content of the faces into the forms that printpdf made for them.
fn fill_in(lo: &mut lopdf::Document, used: &BTreeSet<u32>, faces: &Faces) -> Result<(), Error> {
    let fault = |cause: lopdf::Error| Error::Pdf(cause.to_string());
    let Some(&page) = lo.get_pages().values().next() else { return Ok(()) };
    let resources = lo.get_dict_in_dict(lo.get_dictionary(page).map_err(fault)?, b"Resources").map_err(fault)?;
    let forms = lo.get_dict_in_dict(resources, b"XObject").map_err(fault)?;
    let ids: Result<Vec<_>, _> =
        used.iter().map(|face| Ok((*face, forms.get(format!("F{face}").as_bytes())?.as_reference()?))).collect();
    for (face, id) in ids.map_err(fault)? {
        let stream = lo.get_object_mut(id).and_then(Object::as_stream_mut).map_err(fault)?;
        stream.set_content(faces.streams[face as usize].clone());
    }
    Ok(())
}

/// Sets what printpdf leaves out or gets wrong.
fn finish(
    lo: &mut lopdf::Document,
    shared: Vec<Object>,
    about: &About,
    setup: &Setup,
    sheets: &[Sheet],
) -> Result<(), Error> {
    let fault = |cause: lopdf::Error| Error::Pdf(cause.to_string());
    lo.version = "1.7".to_owned();
    for (i, object) in shared.into_iter().enumerate() {
        lo.objects.insert((FIRST + i as u32, 0), object);
    }
    lo.max_id = lo.objects.keys().map(|id| id.0).max().unwrap_or(0);
    let height = setup.paper.size.h;
    let paper = Rect::new(0.0, 0.0, setup.paper.size.w.0, height.0);
    let pages: Vec<_> = lo.get_pages().into_values().collect();
    for (number, (page, sheet)) in pages.iter().zip(sheets).enumerate() {
        let resources = resources(lo, *page, number, sheet);
        let dict = lo.get_object_mut(*page).and_then(Object::as_dict_mut).map_err(fault)?;
        let printed =
            |area: Rect| page_box(setup.correction(sheet.side).transform_rect_bbox(area).intersect(paper), height);
        dict.set("TrimBox", printed(sheet.trim));
        dict.set("BleedBox", printed(sheet.bleed));
        dict.set("ArtBox", printed(sheet.trim));
        dict.set("Group", super::pool::group());
        dict.set("Resources", resources);
        if dict.get(b"Annots").and_then(Object::as_array).is_ok_and(Vec::is_empty) {
            dict.remove(b"Annots");
        }
    }
    let duplex = match setup.backs {
        Backs::LongEdge => Some("DuplexFlipLongEdge"),
        Backs::ShortEdge => Some("DuplexFlipShortEdge"),
        Backs::Gutterfold | Backs::None => Some("Simplex"),
    };
    let catalog = lo.catalog_mut().map_err(fault)?;
    catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
    catalog.set("Lang", Object::string_literal("en"));
    let mut viewer = dictionary! { "PrintScaling" => "None", "DisplayDocTitle" => true };
    if let Some(duplex) = duplex {
        viewer.set("Duplex", duplex);
    }
    catalog.set("ViewerPreferences", viewer);
    if let Ok(info) = lo.trailer.get(b"Info").and_then(Object::as_reference)
        && let Ok(info) = lo.get_object_mut(info).and_then(Object::as_dict_mut)
    {
        for key in ["CreationDate", "ModDate", "GTS_PDFXVersion", "Trapped", "Identifier"] {
            info.remove(key.as_bytes());
        }
        info.set("Title", text(&about.title));
        info.set("Author", text(&about.author));
        info.set("Subject", text(&about.subject));
    }
    for object in lo.objects.values_mut() {
        if let Object::Stream(stream) = object
            && !stream.dict.has(b"Filter")
            && stream.content.len() > 64
        {
            stream.content = deflate(&stream.content);
            stream.dict.set("Filter", "FlateDecode");
            stream.dict.set("Length", stream.content.len() as i64);
        }
    }
    lo.trailer.remove(b"ID");
    renumber(lo);
    Ok(())
}

/// The resources of a page: only the forms it shows.
///
/// printpdf lists all forms on every page, and fonts that do not exist.
fn resources(lo: &lopdf::Document, page: lopdf::ObjectId, number: usize, sheet: &Sheet) -> Dictionary {
    let mut own = Dictionary::new();
    let all = lo.get_object(page).and_then(Object::as_dict).and_then(|dict| lo.get_dict_in_dict(dict, b"Resources"));
    let Ok(all) = all else { return own };
    if let Ok(layers) = all.get(b"Properties") {
        own.set("Properties", layers.clone());
    }
    if let Ok(forms) = lo.get_dict_in_dict(all, b"XObject") {
        let names: BTreeSet<String> = sheet.placements.iter().map(|p| format!("F{}", p.face.0)).collect();
        let names = names.into_iter().chain([format!("M{number}")]);
        let shown: Dictionary =
            names.filter_map(|name| forms.get(name.as_bytes()).ok().cloned().map(|form| (name, form))).collect();
        own.set("XObject", shown);
    }
    own
}

/// Drops unused objects and numbers the rest in the order they are reached from the trailer.
///
/// lopdf can do both, but it searches a list for each reference, which is far too slow for thousands of faces.
fn renumber(lo: &mut lopdf::Document) {
    let mut old = std::mem::take(&mut lo.objects);
    let mut numbers: HashMap<lopdf::ObjectId, u32> = HashMap::new();
    let mut queue: VecDeque<lopdf::ObjectId> = VecDeque::new();
    let mut trailer = Object::Dictionary(std::mem::take(&mut lo.trailer));
    meet(&mut trailer, &mut numbers, &mut queue);
    while let Some(id) = queue.pop_front() {
        let number = numbers[&id];
        let mut object = old.remove(&id).unwrap_or(Object::Null);
        meet(&mut object, &mut numbers, &mut queue);
        lo.objects.insert((number, 0), object);
    }
    if let Object::Dictionary(trailer) = trailer {
        lo.trailer = trailer;
    }
    lo.max_id = numbers.len() as u32;
}

/// Gives every reference inside `object` its new number.
fn meet(object: &mut Object, numbers: &mut HashMap<lopdf::ObjectId, u32>, queue: &mut VecDeque<lopdf::ObjectId>) {
    match object {
        Object::Reference(id) => {
            let next = numbers.len() as u32 + 1;
            let number = *numbers.entry(*id).or_insert_with(|| {
                queue.push_back(*id);
                next
            });
            *id = (number, 0);
        }
        Object::Array(items) => items.iter_mut().for_each(|item| meet(item, numbers, queue)),
        Object::Dictionary(dict) => dict.iter_mut().for_each(|(_, item)| meet(item, numbers, queue)),
        Object::Stream(stream) => stream.dict.iter_mut().for_each(|(_, item)| meet(item, numbers, queue)),
        _ => {}
    }
}

fn page_box(area: Rect, height: Mm) -> Object {
    let (low, high) = (to_page(height) * Point::new(area.x0, area.y1), to_page(height) * Point::new(area.x1, area.y0));
    Object::Array([low.x, low.y, high.x, high.y].map(|v| Object::Real(v as f32)).to_vec())
}

/// Text for metadata: UTF-16 unless it is ASCII.
fn text(words: &str) -> Object {
    if words.is_ascii() {
        return Object::string_literal(words);
    }
    let bytes = [0xfe, 0xff].into_iter().chain(words.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    Object::String(bytes, lopdf::StringFormat::Hexadecimal)
}

/// The producer named in our documents.
const PRODUCER: &str = "wyrmpress with printpdf";

/// Whether this program wrote a file, according to its producer.
pub fn is_ours(path: &std::path::Path) -> bool {
    let Ok(pdf) = lopdf::Document::load(path) else { return false };
    let info = pdf.trailer.get(b"Info").and_then(|info| pdf.dereference(info)).and_then(|(_, info)| info.as_dict());
    let said = info.and_then(|info| info.get(b"Producer")).and_then(lopdf::Object::as_str);
    // It may be ASCII or UTF-16. Without zero bytes, both read the same.
    said.is_ok_and(|said| {
        let plain: Vec<u8> = said.iter().copied().filter(|b| b.is_ascii() && *b != 0).collect();
        plain == PRODUCER.as_bytes()
    })
}
