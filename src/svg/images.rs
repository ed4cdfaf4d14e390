//! Pictures inside a drawing, which may come from `data:` URLs or the templates folder only.

use std::fs;
use std::path::{Component, Path};
use std::sync::Arc;

use usvg::fontdb::Database;
use usvg::{ImageHrefResolver, ImageKind};

use super::warnings::hear;
use super::{Faults, drawings};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 32 << 20;
/// The most pixels a picture may have.
const MAX_PIXELS: usize = 36_000_000;

/// Pictures from `data:` URLs and from below `folder`. What is wrong with a drawing goes to `faults`.
pub(super) fn resolver(folder: &Path, fonts: &Arc<Database>, faults: &Faults) -> ImageHrefResolver<'static> {
    let folder = folder.to_owned();
    let (own, fonts) = (faults.clone(), fonts.clone());
    let drawn = move |bytes: &[u8], name: &str| {
        let kind = drawings::text(bytes).and_then(|text| drawings::picture(text, name, &fonts));
        kind.map_err(|found| own.lock().expect("no thread panics while it adds a fault").extend(found)).ok()
    };
    let drawn = Arc::new(drawn);
    let in_url = drawn.clone();
    ImageHrefResolver {
        resolve_data: Box::new(move |mime, bytes, _| match mime {
            "image/svg+xml" => in_url(&bytes, ""),
            _ => kept(picture(bytes), "a data URL"),
        }),
        resolve_string: Box::new(move |href, _| match load(&folder, href) {
            Ok(bytes) if href.ends_with(".svg") => drawn(&bytes, href),
            bytes => kept(bytes.and_then(|bytes| picture(Arc::new(bytes))), href),
        }),
    }
}

pub(super) fn kept(picture: Result<ImageKind, String>, what: &str) -> Option<ImageKind> {
    picture
        .map_err(|why| {
            let short: String = what.chars().take(80).collect();
            hear(format!("image: `{short}` {why}"));
        })
        .ok()
}

fn load(folder: &Path, href: &str) -> Result<Vec<u8>, String> {
    const INSIDE: &str = "must be a relative path inside the templates folder";
    if href.contains(':') || href.contains('\\') || href.contains('\0') || href.starts_with("//") {
        return Err(INSIDE.into());
    }
    let path = Path::new(href);
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(INSIDE.into());
    }
    let root = folder.canonicalize().map_err(|cause| format!("cannot be read: {cause}"))?;
    let full = root.join(path).canonicalize().map_err(|cause| format!("cannot be read: {cause}"))?;
    if !full.starts_with(&root) {
        return Err("leaves the project folder by a symbolic link".into());
    }
    let facts = fs::metadata(&full).map_err(|cause| format!("cannot be read: {cause}"))?;
    if !facts.is_file() {
        return Err("is not a regular file".into());
    }
    if facts.len() > MAX_BYTES {
        return Err(format!("is {} bytes long, the limit is {MAX_BYTES}", facts.len()));
    }
    fs::read(&full).map_err(|cause| format!("cannot be read: {cause}"))
}

pub(super) fn picture(bytes: Arc<Vec<u8>>) -> Result<ImageKind, String> {
    let kind = imagesize::image_type(&bytes).map_err(|_| "is neither PNG, JPEG, GIF, WebP nor SVG".to_owned())?;
    let size = imagesize::blob_size(&bytes).map_err(|cause| format!("is damaged: {cause}"))?;
    if size.width.saturating_mul(size.height) > MAX_PIXELS {
        return Err(format!("is {}x{} px, above the limit of 36 megapixels", size.width, size.height));
    }
    match kind {
        imagesize::ImageType::Png => Ok(ImageKind::PNG(bytes)),
        imagesize::ImageType::Jpeg => Ok(ImageKind::JPEG(bytes)),
        imagesize::ImageType::Gif => Ok(ImageKind::GIF(bytes)),
        imagesize::ImageType::Webp => Ok(ImageKind::WEBP(bytes)),
        _ => Err("is neither PNG, JPEG, GIF, WebP nor SVG".into()),
    }
}
