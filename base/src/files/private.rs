//! Files and folders that only this user may open.
//!
//! The mode is set when they are created, so that there is no moment at which others could open
//! them. What exists already keeps its mode. On systems without modes nothing is restricted.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

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
