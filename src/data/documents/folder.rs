//! [`Folder`]: the files below one folder, and no others.
//!
//! Paths are resolved by `cap-std`, inside the folder and step by step: neither `..` nor a link leads out of it, also when somebody
//! changes the folder at the same time.

use std::{
    io::{self, Read as _},
    path::{Component, Path, PathBuf},
};

use cap_std::{
    ambient_authority,
    fs::{Dir, OpenOptions},
};

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// The path leads out of the folder, or may not be read.
    #[error("`{0}` is not a path below the folder that may be read")]
    Outside(String),
    /// There is no such file.
    #[error("there is no file `{0}`")]
    Missing(String),
    /// A folder, a pipe, a device.
    #[error("`{0}` is not a file")]
    NotAFile(String),
    /// More bytes than are read.
    #[error("`{path}` has more than {most} bytes")]
    TooLarge {
        /// The path.
        path: String,
        /// The most bytes.
        most: usize,
    },
    /// The system failed.
    #[error("`{path}` cannot be read: {source}")]
    Io {
        /// The path.
        path: String,
        /// Why.
        source: io::Error,
    },
}

/// The files below one folder.
#[derive(Debug, Clone)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The files below `path`.
    ///
    /// # Errors
    /// When it is no folder.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Self(path))
    }

    /// Reads a file: by a path from the folder on, or by a whole path that leads through it. It blocks.
    pub(crate) fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, FileError> {
        let inner = self.inner(path)?;
        let failed = |error: io::Error| explain(path, error);
        let folder = Dir::open_ambient_dir(&self.0, ambient_authority()).map_err(failed)?;
        let file = folder.open_with(inner, &options()).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(FileError::NotAFile(path.into()));
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

/// Opening a pipe must not wait for somebody who writes into it.
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

fn explain(path: &str, source: io::Error) -> FileError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileError::Missing(path),
        io::ErrorKind::IsADirectory => FileError::NotAFile(path),
        io::ErrorKind::PermissionDenied | io::ErrorKind::CrossesDevices => FileError::Outside(path),
        _ => FileError::Io { path, source },
    }
}
