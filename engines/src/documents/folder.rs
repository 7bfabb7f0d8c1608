//! [`Folder`]: the files below one folder, and no others.
//!
//! `cap-std` resolves paths inside of the folder, step by step: neither `..` nor a link leads out
//! of it, even if the folder is changed at the same time. A file with a second name (a hard link)
//! is not read, since that name may be outside.

use std::{
    io::{self, Read as _},
    path::{Component, Path, PathBuf},
};

use cap_std::{
    ambient_authority,
    fs::{Dir, OpenOptions},
};

/// The error of a file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The path leads out of the folder, or the file may not be read.
    #[error("`{0}` is not a path below the folder that may be read")]
    Outside(String),
    /// There is no such file.
    #[error("there is no file `{0}`")]
    Missing(String),
    /// It is a folder, a pipe or a device.
    #[error("`{0}` is not a file")]
    NotAFile(String),
    /// It is a hard link: the same file may have another name outside of the folder.
    #[error("`{0}` has another name, maybe outside of the folder that may be read: copy the file")]
    SeveralNames(String),
    /// It exceeds the limit.
    #[error("`{path}` has more than {most} bytes")]
    TooLarge { path: String, most: usize },
    /// Another failure.
    #[error("`{path}` cannot be read: {source}")]
    Io { path: String, source: io::Error },
}

/// The files below one folder.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Opens the folder at `path`.
    ///
    /// # Errors
    /// If it is not a folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Self(path))
    }

    /// Reads a file of at most `most` bytes. `path` is relative to the folder, or an absolute path
    /// below it. This blocks the thread.
    pub(crate) fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, FileError> {
        let inner = self.inner(path)?;
        let failed = |error: io::Error| explain(path, error);
        let folder = Dir::open_ambient_dir(&self.0, ambient_authority()).map_err(failed)?;
        let file = folder.open_with(inner, &options()).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(FileError::NotAFile(path.into()));
        }
        if has_several_names(&metadata) {
            return Err(FileError::SeveralNames(path.into()));
        }
        let mut bytes = Vec::new();
        file.take(most as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() > most {
            let path = path.to_owned();
            return Err(FileError::TooLarge { path, most });
        }
        Ok(bytes)
    }

    fn inner<'p>(&self, path: &'p str) -> Result<&'p Path, FileError> {
        let outside = || FileError::Outside(path.to_owned());
        let whole = Path::new(path);
        let inner = if whole.is_absolute() {
            whole.strip_prefix(&self.0).map_err(|_| outside())?
        } else {
            whole
        };
        let is_plain =
            |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.contains('\0') || !inner.components().all(is_plain) {
            return Err(outside());
        }
        Ok(inner)
    }
}

/// Returns options by which opening a pipe does not wait for a writer.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options
}

/// Returns whether a file has hard links.
#[cfg(unix)]
fn has_several_names(metadata: &cap_std::fs::Metadata) -> bool {
    use cap_std::fs::MetadataExt as _;
    metadata.nlink() > 1
}

#[cfg(not(unix))]
fn has_several_names(_: &cap_std::fs::Metadata) -> bool {
    false
}

fn explain(path: &str, source: io::Error) -> FileError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileError::Missing(path),
        io::ErrorKind::IsADirectory => FileError::NotAFile(path),
        io::ErrorKind::PermissionDenied | io::ErrorKind::CrossesDevices => FileError::Outside(path),
        _ => FileError::Io { path, source },
    }
}
