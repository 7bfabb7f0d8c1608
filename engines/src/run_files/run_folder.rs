//! [`RunFolder`]: the folder of a run, and the [`KeptFile`]s that it leaves.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    time::Instant,
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

/// The most entries that are looked at.
const MAX_ENTRIES: usize = 10_000;

/// The most levels of folders that are looked into.
const MAX_LEVELS: usize = 32;

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
                Ok(EntryKind::Folder) if level < MAX_LEVELS && entries <= MAX_ENTRIES => {
                    folders.push((path, level + 1));
                }
                Ok(EntryKind::File(bytes)) if entries <= MAX_ENTRIES => {
                    found.push(FoundFile { path, bytes });
                }
                _ => left_out += 1,
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    (found, left_out)
}

enum EntryKind {
    Folder,
    File(u64),
    Other,
}

/// Returns the kind of an entry, without following links.
fn kind(entry: &fs::DirEntry) -> io::Result<EntryKind> {
    let metadata = entry.metadata()?;
    Ok(if metadata.is_dir() {
        EntryKind::Folder
    } else if metadata.is_file() && metadata.nlink() == 1 {
        EntryKind::File(metadata.len())
    } else {
        EntryKind::Other
    })
}
