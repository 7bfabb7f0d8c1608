//! [`KeptRun`]: the files of one run that are kept.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Instant,
};

use toolwright_base::files::{create_private_folder, remove};

use super::file_tree::FoundFile;

/// A file that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptFile {
    /// The path that the program gave it.
    pub path: PathBuf,
    pub bytes: u64,
}

/// The files of one run. They are removed when this is dropped.
#[derive(Debug)]
pub(super) struct KeptRun {
    pub(super) id: String,
    pub(super) folder: PathBuf,
    pub(super) files: Vec<KeptFile>,
    pub(super) since: Instant,
}

impl KeptRun {
    pub(super) fn new(id: &str, folder: PathBuf) -> Self {
        Self {
            id: id.to_owned(),
            folder,
            files: Vec::new(),
            since: Instant::now(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Returns where the file of this path is kept.
    pub(super) fn place_of(&self, path: &Path) -> Option<PathBuf> {
        let number = self.files.iter().position(|file| file.path == path)?;
        Some(self.place(number))
    }

    fn place(&self, number: usize) -> PathBuf {
        self.folder.join(number.to_string())
    }

    /// Moves a file of the folder `from` here.
    pub(super) fn take(&mut self, from: &Path, file: FoundFile) -> io::Result<()> {
        if self.files.is_empty() {
            create_private_folder(&self.folder)?;
        }
        let place = self.place(self.files.len());
        fs::rename(from.join(&file.path), &place)?;
        fs::set_permissions(&place, Permissions::from_mode(0o600))?;
        self.files.push(KeptFile {
            path: file.path,
            bytes: file.bytes,
        });
        Ok(())
    }
}

impl Drop for KeptRun {
    fn drop(&mut self) {
        remove::remove_in_background(std::mem::take(&mut self.folder));
    }
}
