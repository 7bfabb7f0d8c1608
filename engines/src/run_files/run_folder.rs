//! [`RunFolder`]: the folder of one run.

use std::{
    io,
    path::{Path, PathBuf},
};

use toolwright_base::files::{create_private_folder, remove};

/// The folder of one run, with folders for its parts. It is removed when this is dropped.
#[derive(Debug)]
pub struct RunFolder {
    id: String,
    path: PathBuf,
}

impl RunFolder {
    pub(super) fn create(parent: &Path, id: String) -> io::Result<Self> {
        let path = parent.join(&id);
        create_private_folder(&path)?;
        // A sandbox shows this folder, but not links on the way to it.
        let path = path.canonicalize()?;
        let folder = Self { id, path };
        for part in [
            folder.code(),
            folder.files(),
            folder.home(),
            folder.temporary(),
        ] {
            create_private_folder(&part)?;
        }
        Ok(folder)
    }

    /// Returns the name of the run, which nobody can guess.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the folder for the files of this run that are kept.
    pub(super) fn kept(&self) -> PathBuf {
        self.path.with_extension("kept")
    }

    /// Returns the folder of the program's own code.
    pub fn code(&self) -> PathBuf {
        self.path.join("code")
    }

    /// Returns the folder that the program starts in. The files that it leaves there can be kept.
    pub fn files(&self) -> PathBuf {
        self.path.join("files")
    }

    /// Returns the program's home.
    pub fn home(&self) -> PathBuf {
        self.path.join("home")
    }

    /// Returns the folder for the program's temporary files.
    pub fn temporary(&self) -> PathBuf {
        self.path.join("tmp")
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        remove::remove_in_background(std::mem::take(&mut self.path));
    }
}
