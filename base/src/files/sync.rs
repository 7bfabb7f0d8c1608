//! Waiting until files are on the disk.

use std::{fs::File, io, path::Path};

/// Waits until a file, or the list of a folder's entries, is on the disk.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Waits until the name of a file is on the disk, which is in the folder that lists it.
///
/// Systems other than Unix cannot open folders, and sync names by themselves.
pub fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => sync(folder),
        _ => Ok(()),
    }
}
