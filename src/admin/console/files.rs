//! [`ConsoleFile`]: a file of the console that is part of the binary.

use crate::admin::compression::accepts;

/// A file of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ConsoleFile {
    /// The path, as in `/assets/main-1a2b.js`.
    path: &'static str,
    bytes: &'static [u8],
}

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
    None,
}

/// All files, sorted by path. `build.rs` writes the list, which is empty without Node.
static FILES: &[ConsoleFile] = include!(concat!(env!("OUT_DIR"), "/console.rs"));

impl ConsoleFile {
    /// The page that all others are parts of.
    pub(super) const INDEX: &str = "/index.html";

    /// Returns the file at `path`.
    pub(super) fn find(path: &str) -> Option<Self> {
        let at = FILES.binary_search_by_key(&path, |file| file.path).ok()?;
        Some(FILES[at])
    }

    /// Returns the file at `path` in the smallest form that the client accepts.
    pub(super) fn accepted(path: &str, accepted: &str) -> Option<(Self, Encoding)> {
        let forms = [
            (Encoding::Brotli, "br", ".br"),
            (Encoding::Gzip, "gzip", ".gz"),
        ];
        let plain = Self::find(path)?;
        let compressed = forms.into_iter().find_map(|(encoding, name, suffix)| {
            let file = Self::find(&format!("{path}{suffix}"))?;
            accepts(accepted, name).then_some((file, encoding))
        });
        Some(compressed.unwrap_or((plain, Encoding::None)))
    }

    pub(super) const fn bytes(self) -> &'static [u8] {
        self.bytes
    }
}

/// Returns the media type of a file by its name.
pub(super) fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, suffix)| suffix) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(FILES.is_sorted_by_key(|file| file.path));
        assert_eq!(ConsoleFile::find("/../Cargo.toml"), None);
    }
}
