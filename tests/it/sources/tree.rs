//! The source files of the crates of the workspace.

use std::{borrow::Cow, fs, path::Path};

/// The folders of the sources of all crates.
pub(super) const CRATES: [&str; 10] = [
    "access/src",
    "base/src",
    "engines/src",
    "framework/src",
    "gateway/src",
    "http/src",
    "macros/src",
    "memory/src",
    "registry/src",
    "src",
];

/// One source file.
#[derive(Debug, Clone)]
pub(super) struct Source {
    /// Its path from the repository's root, for instance `framework/src/core/mod.rs`.
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    pub(super) fn made_up(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// The text, in which `toolwright` means the crate of this file: elsewhere than in the framework it is another crate.
    pub(super) fn own_text(&self) -> Cow<'_, str> {
        match self.path.starts_with("framework/") {
            true => Cow::Borrowed(&self.text),
            false => Cow::Owned(self.text.replace("toolwright::", "another_crate::")),
        }
    }

    pub(super) fn syntax(&self) -> syn::File {
        syn::parse_file(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.path))
    }
}

/// All Rust files under these folders of the repository, in the order of their paths.
pub(super) fn sources(folders: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in folders {
        collect(root, &root.join(folder), &mut found);
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "where are the sources?");
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let path = path.strip_prefix(root).unwrap().to_str().unwrap();
            found.push(Source {
                path: path.to_owned(),
                text,
            });
        }
    }
}
