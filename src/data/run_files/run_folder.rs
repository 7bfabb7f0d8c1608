//! [`RunFolder`]: where one program runs.

use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use crate::data::files::remove as removal;

/// The folders of one run, this user's alone. They are removed when it is dropped.
#[derive(Debug)]
pub(crate) struct RunFolder {
    id: String,
    path: PathBuf,
}

impl RunFolder {
    pub(super) fn create(parent: &Path, id: String) -> io::Result<Self> {
        let path = parent.join(&id);
        private_folder(&path)?;
        let folder = Self { id, path };
        for inner in [
            folder.code(),
            folder.files(),
            folder.home(),
            folder.temporary(),
        ] {
            private_folder(&inner)?;
        }
        Ok(folder)
    }

    /// Its name, which nobody can guess.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// A place beside it, for what is kept of it.
    pub(super) fn beside(&self) -> PathBuf {
        self.path.with_extension("kept")
    }

    /// For the program's own code.
    pub(crate) fn code(&self) -> PathBuf {
        self.path.join("code")
    }

    /// Where the program starts. What it leaves there can be kept.
    pub(crate) fn files(&self) -> PathBuf {
        self.path.join("files")
    }

    /// The program's home.
    pub(crate) fn home(&self) -> PathBuf {
        self.path.join("home")
    }

    /// For what the program needs for a while.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.path.join("tmp")
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        removal::remove_in_background(std::mem::take(&mut self.path));
    }
}

/// Makes a folder that is this user's alone.
pub(super) fn private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}
