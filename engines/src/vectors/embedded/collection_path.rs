//! The path of a collection's file, and the lock for writing it.

use std::{
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use toolwright_base::files::{LockFile, create_private_folders};

use crate::vectors::index_error::IndexError;

/// How long to wait before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Returns the path of a collection's file.
///
/// # Errors
/// If the name is not valid. The rules are those of ChromaDB, and no name is too long for a file.
pub(super) fn collection_path(folder: &Path, name: &str) -> Result<PathBuf, IndexError> {
    let is_edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = name.as_bytes();
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    let is_name = (3..=63).contains(&bytes.len())
        && bytes.iter().all(is_inner)
        && is_edge(bytes.first())
        && is_edge(bytes.last());
    if !is_name {
        return Err(IndexError::Name(name.to_owned()));
    }
    Ok(folder.join(format!("{}.vectors", file_name(name))))
}

/// Marks capital letters, because some file systems ignore case.
fn file_name(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        letter if letter.is_ascii_uppercase() => format!("^{}", letter.to_ascii_lowercase()),
        letter => letter.to_string(),
    });
    letters.collect()
}

/// Waits until nobody else writes the file at `path`, and locks it until the lock is dropped. This
/// blocks the thread.
pub(super) fn lock_for_writing(path: &Path, deadline: Instant) -> Result<LockFile, IndexError> {
    let path = path.with_extension("lock");
    let disk = IndexError::disk(&path);
    if let Some(folder) = path.parent() {
        create_private_folders(folder).map_err(disk)?;
    }
    let lock = LockFile::open(&path).map_err(disk)?;
    while !lock.try_lock().map_err(disk)? {
        if Instant::now() >= deadline {
            return Err(IndexError::Timeout);
        }
        thread::sleep(PAUSE);
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_of_the_folder() {
        let folder = Path::new("/data");
        let path = |name: &str| {
            let path = collection_path(folder, name).ok()?;
            Some(path.to_str().unwrap().to_owned())
        };
        assert_eq!(path("columns").as_deref(), Some("/data/columns.vectors"));
        assert_eq!(path("a.B-c_9").as_deref(), Some("/data/a.^b-c_9.vectors"));
        for wrong in [
            "",
            "ab",
            "..",
            "../x",
            "a/b",
            "a b",
            "-ab",
            "ab.",
            "한국어",
            &"a".repeat(64),
        ] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
    }
}
