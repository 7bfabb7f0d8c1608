//! [`real_path_inside`]: the real path of a file in a folder.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Returns the real path of a file in `folder`, or `None` if a link leads out of the folder.
///
/// # Errors
/// If there is no such file.
pub fn real_path_inside(folder: &Path, file: &Path) -> io::Result<Option<PathBuf>> {
    let real = folder.join(file).canonicalize()?;
    let is_inside = real.starts_with(folder.canonicalize()?);
    Ok(is_inside.then_some(real))
}
