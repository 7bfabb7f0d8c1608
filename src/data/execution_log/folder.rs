//! The folder of the log: made, tried, and listed.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use super::{
    disk::{private_file, private_folder},
    file_name::FileName,
};

/// A file that is written and deleted again, to see whether the disk takes it.
const PROBE: &str = "executions.probe";
/// How much the disk must take at the start.
const PROBE_BYTES: usize = 16 << 10;

/// Makes the folder, if it is not there, and sees whether records can be written in it.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    private_folder(folder)?;
    let path = folder.join(PROBE);
    let tried = private_file(&path).and_then(|mut probe| probe.write_all(&[b' '; PROBE_BYTES]));
    match fs::remove_file(&path) {
        // Another process that starts at the same time has deleted it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => tried,
        removed => tried.and(removed),
    }
}

/// The files of the log in `folder`, the oldest first.
pub(super) fn files(folder: &Path) -> io::Result<Vec<(FileName, PathBuf)>> {
    list(folder, FileName::parse)
}

/// The files of the log, and the pieces that were cut off them.
pub(super) fn files_and_pieces(folder: &Path) -> io::Result<Vec<(FileName, PathBuf)>> {
    list(folder, FileName::parse_with_torn)
}

fn list(
    folder: &Path,
    parse: impl Fn(&str) -> Option<FileName>,
) -> io::Result<Vec<(FileName, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(name) = entry.file_name().to_str().and_then(&parse) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}
