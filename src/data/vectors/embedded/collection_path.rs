//! Where the files of collections are, and who may write them.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::data::{
    execution_log::{private_file, private_folder},
    vectors::index_error::IndexError,
};

/// How long to wait before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// The path of a collection's file.
///
/// # Errors
/// When no collection can have this name. A name is the same as ChromaDB takes, and not longer than a file's.
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

/// Some systems take `A` and `a` for the same file, so a capital letter has a mark.
fn file_name(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        letter if letter.is_ascii_uppercase() => format!("^{}", letter.to_ascii_lowercase()),
        letter => letter.to_string(),
    });
    letters.collect()
}

/// Waits until nobody else writes the file at `path`; nobody will until the lock is dropped. It blocks.
pub(super) fn lock_for_writing(path: &Path, deadline: Instant) -> Result<File, IndexError> {
    let path = path.with_extension("lock");
    let disk = IndexError::disk(&path);
    if let Some(folder) = path.parent() {
        private_folder(folder).map_err(disk)?;
    }
    let file = private_file(&path).map_err(disk)?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(disk(error)),
            Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                return Err(IndexError::Timeout);
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_of_the_folder_and_no_other() {
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
