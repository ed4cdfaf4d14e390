//! The source texts that places point into.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Place;

/// Identifies a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

struct Source {
    path: PathBuf,
    text: String,
    line_starts: Vec<usize>,
}

/// All content and template files that were read, by [`FileId`].
#[derive(Default)]
pub struct Sources {
    files: Vec<Source>,
    below: String,
}

/// Lines and columns of a place. Both count from 1, and columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Region {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    /// The column after the last one.
    pub end_column: usize,
}

impl Sources {
    /// Adds a file; `path` is relative to the project.
    pub fn add(&mut self, path: PathBuf, text: String) -> FileId {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.files.push(Source { path, text, line_starts });
        FileId(self.files.len() as u32 - 1)
    }

    /// The path of a file, relative to the project.
    pub fn path(&self, file: FileId) -> &Path {
        &self.files[file.0 as usize].path
    }

    /// The path with forward slashes, as shown to people and machines.
    pub fn name(&self, file: FileId) -> String {
        self.path(file).to_string_lossy().replace('\\', "/")
    }

    /// Sets the project's folder in the repository: empty, or a path such as `games/harbor`.
    pub fn lie_below(&mut self, folder: String) {
        self.below = folder;
    }

    /// The path from the top of the repository, with forward slashes, as CI expects it.
    pub fn path_in_repository(&self, file: FileId) -> String {
        let name = self.name(file);
        if self.below.is_empty() { name } else { format!("{}/{name}", self.below) }
    }

    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// Line and column of a byte. Both count from 1, and the column counts characters.
    pub fn line_column(&self, file: FileId, byte: usize) -> (usize, usize) {
        let source = &self.files[file.0 as usize];
        let byte = byte.min(source.text.len());
        let line = source.line_starts.partition_point(|&start| start <= byte);
        let start = source.line_starts[line - 1];
        (line, source.text[start..].char_indices().take_while(|&(at, _)| start + at < byte).count() + 1)
    }

    pub fn region(&self, place: &Place) -> Region {
        let (line, column) = self.line_column(place.file, place.span.start);
        let (end_line, end_column) = self.line_column(place.file, place.span.end.max(place.span.start));
        Region { line, column, end_line, end_column }
    }

    /// The text of a line, from 1, without its line ending. Empty beyond the last line.
    pub fn line(&self, file: FileId, line: usize) -> &str {
        let source = &self.files[file.0 as usize];
        let Some(&start) = source.line_starts.get(line.saturating_sub(1)) else { return "" };
        let end = source.line_starts.get(line).map_or(source.text.len(), |&next| next - 1);
        source.text[start..end].trim_end_matches('\r')
    }

    /// The byte at a line and column, both from 1. At most the end of the text.
    pub fn byte(&self, file: FileId, line: usize, column: usize) -> usize {
        let source = &self.files[file.0 as usize];
        let Some(&start) = source.line_starts.get(line.saturating_sub(1)) else { return source.text.len() };
        let skip = source.text[start..].char_indices().nth(column.saturating_sub(1)).map(|(at, _)| at);
        skip.map_or(source.text.len(), |at| start + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let mut sources = Sources::default();
        let id = sources.add("a.toml".into(), "é = 1\r\nname = 2\n".into());
        for (byte, want) in [(0, (1, 1)), (2, (1, 2)), (8, (2, 1)), (15, (2, 8)), (999, (3, 1))] {
            assert_eq!(sources.line_column(id, byte), want, "byte {byte}");
        }
        assert_eq!(sources.byte(id, 2, 8), 15);
        for (line, want) in [(1, "é = 1"), (2, "name = 2"), (3, ""), (9, "")] {
            assert_eq!(sources.line(id, line), want, "line {line}");
        }
    }
}
