//! The files below a folder that a foreign program has filled.

use std::{
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

/// The most entries that are looked at.
const MOST_ENTRIES: usize = 10_000;

/// The most levels of folders that are looked into.
const MOST_LEVELS: usize = 32;

/// A file below a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FoundFile {
    /// The path relative to the folder.
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
}

/// Returns the files below `folder` ordered by path, and how many entries were left out.
///
/// Left out are symbolic and hard links, pipes, sockets, and what exceeds a limit.
pub(super) fn files_below(folder: &Path) -> (Vec<FoundFile>, usize) {
    let (mut found, mut left_out, mut entries) = (Vec::new(), 0, 0);
    let mut folders = vec![(PathBuf::new(), 0)];
    while let Some((inner, level)) = folders.pop() {
        let Ok(listed) = fs::read_dir(folder.join(&inner)) else {
            left_out += 1;
            continue;
        };
        for entry in listed.flatten() {
            entries += 1;
            let path = inner.join(entry.file_name());
            match kind(&entry) {
                Ok(Kind::Folder) if level < MOST_LEVELS && entries <= MOST_ENTRIES => {
                    folders.push((path, level + 1));
                }
                Ok(Kind::File(bytes)) if entries <= MOST_ENTRIES => {
                    found.push(FoundFile { path, bytes });
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

/// Returns the kind of an entry, without following links.
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
