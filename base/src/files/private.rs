//! Files and folders that only this user may open: creating, replacing and reading them.
//!
//! The mode is set when they are created, so that there is no moment at which others could open
//! them. What exists already keeps its mode. On systems without modes nothing is restricted.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use super::sync::sync_parent;

/// Returns options by which a file is created with mode 0600.
pub(super) fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Opens a file for reading and appending. Creates it with mode 0600 if there is none.
///
/// # Errors
/// Also if it is a symbolic link: another user could have put it there.
pub fn append_to_private(path: &Path) -> io::Result<File> {
    let mut options = private_options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NOFOLLOW.bits().cast_signed(),
    );
    options.read(true).append(true).create(true).open(path)
}

/// Opens a file for reading.
///
/// # Errors
/// Also if it is a pipe or a device, since reading it may never end.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        // Without it, opening a pipe waits for a writer.
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.read(true).open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is not a regular file")),
    }
}

/// Creates a folder with mode 0700, and the missing folders above it. One that exists stays as it
/// is.
pub fn create_private_folders(path: &Path) -> io::Result<()> {
    private_builder().recursive(true).create(path)
}

/// Creates a new folder with mode 0700.
///
/// # Errors
/// Also if the folder exists.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    private_builder().create(path)
}

fn private_builder() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Puts a private file with `bytes` in the place of what is at `path`. It is on the disk when this
/// returns.
///
/// Readers see the old file or the new one, whole, also after a crash. The new one is first written
/// beside it, with the extension `new`, so only one process may replace a file at a time.
///
/// # Errors
/// If it cannot be written. Then the old file is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("new");
    let replaced = write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if let Err(error) = replaced {
        // It is of no use, and there is nothing more to do if it cannot be removed either.
        let _ = fs::remove_file(&draft);
        return Err(error);
    }
    sync_parent(path)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = private_options();
    // A draft of a process that was killed is overwritten.
    let mut file = options.write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Returns the text of the file at `path`.
///
/// A pipe or a device is refused, since reading it may never end; so is a file of more than
/// `max_bytes`.
pub fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    open_regular(path)?
        .take(max_bytes + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(io::Error::other(format!(
            "it is larger than {max_bytes} bytes"
        )));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Returns the real path of a file in `folder`, or `None` if a link leads out of the folder.
///
/// # Errors
/// If there is no such file.
pub fn real_path_inside(folder: &Path, file: &Path) -> io::Result<Option<PathBuf>> {
    let real = folder.join(file).canonicalize()?;
    let is_inside = real.starts_with(folder.canonicalize()?);
    Ok(is_inside.then_some(real))
}

#[cfg(test)]
mod tests {
    use std::{env, os::unix::fs::PermissionsExt as _};

    use super::*;
    use crate::token;

    #[test]
    fn a_file_is_replaced_and_a_failure_leaves_the_old_one() {
        let folder = env::temp_dir().join(format!("toolwright-replace-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("file.json");
        fs::write(path.with_extension("new"), "a longer draft that was left").unwrap();
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::create_dir(path.with_extension("new")).unwrap();
        replace(&path, b"three").unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let other = folder.join("other");
        replace(&other, b"x").unwrap();
        let mode = fs::metadata(&other).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_over_the_limit_and_a_device_are_refused() {
        let refusal = |path: &Path, limit| read_text(path, limit).unwrap_err().to_string();
        let name = format!("toolwright-regular-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        fs::write(&file, "0123").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "0123");
        assert_eq!(refusal(&file, 3), "it is larger than 3 bytes");
        fs::write(&file, b"\xff").unwrap();
        assert_eq!(refusal(&file, 3), "it is not UTF-8 text");
        fs::remove_file(&file).unwrap();
        if cfg!(unix) {
            assert_eq!(
                refusal(Path::new("/dev/zero"), 3),
                "it is not a regular file"
            );
        }
    }
}
