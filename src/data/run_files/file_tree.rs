//! The files below a folder that anybody may have filled.

use std::{
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

/// The most entries that are looked at.
const MOST_ENTRIES: usize = 10_000;

/// The most folders inside of each other that are looked into.
const MOST_LEVELS: usize = 32;

/// A file below a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its path from the folder on.
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
}

/// The files below `folder` in the order of their paths, and how many entries were left out: links of both kinds, pipes, sockets, and what
/// is too much or too deep.
pub(super) fn leaves(folder: &Path) -> (Vec<Leaf>, usize) {
    let (mut found, mut left_out, mut entries) = (Vec::new(), 0, 0);
    let mut waiting = vec![(PathBuf::new(), 0)];
    while let Some((inner, level)) = waiting.pop() {
        let Ok(listed) = fs::read_dir(folder.join(&inner)) else {
            left_out += 1;
            continue;
        };
        for entry in listed.flatten() {
            entries += 1;
            let path = inner.join(entry.file_name());
            match kind(&entry) {
                Ok(Kind::Folder) if level < MOST_LEVELS && entries <= MOST_ENTRIES => {
                    waiting.push((path, level + 1));
                }
                Ok(Kind::File(bytes)) if entries <= MOST_ENTRIES => {
                    found.push(Leaf { path, bytes });
                }
                _ => left_out += 1,
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    (found, left_out)
}

enum Kind {
    Folder,
    File(u64),
    Other,
}

/// What an entry is, without following it.
fn kind(entry: &fs::DirEntry) -> io::Result<Kind> {
    let metadata = entry.metadata()?;
    Ok(if metadata.is_dir() {
        Kind::Folder
    } else if metadata.is_file() && metadata.nlink() == 1 {
        Kind::File(metadata.len())
    } else {
        Kind::Other
    })
}
