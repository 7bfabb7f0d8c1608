//! The folder of the log: creates it, tests whether it can be written, lists its files.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use toolwright_base::files::{append_to_private, create_private_folders};

use super::file_name::FileName;

/// A file that is written and deleted again, to test whether the disk accepts it.
const PROBE: &str = "executions.probe";
/// How many bytes the disk must accept at the start.
const PROBE_BYTES: usize = 16 << 10;

/// Creates the folder if it does not exist, and tests whether records can be written into it.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    create_private_folders(folder)?;
    let path = folder.join(PROBE);
    let tried =
        append_to_private(&path).and_then(|mut probe| probe.write_all(&[b' '; PROBE_BYTES]));
    match fs::remove_file(&path) {
        // Another process that starts at the same time deleted it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => tried,
        removed => tried.and(removed),
    }
}

/// Lists the files of the log in `folder`, the oldest first.
pub(super) fn files(folder: &Path) -> io::Result<Vec<(FileName, PathBuf)>> {
    list(folder, FileName::parse)
}

/// Lists the files of the log, and those with the lines that were cut off from them.
pub(super) fn files_with_torn(folder: &Path) -> io::Result<Vec<(FileName, PathBuf)>> {
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
