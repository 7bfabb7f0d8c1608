//! Folders, and who may enter them.

use std::{
    fs::{self, DirBuilder, Permissions},
    io,
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _},
    path::Path,
};

use super::Account;

/// Makes a folder that is not there yet, with just this mode.
pub(super) fn make(path: &Path, mode: u32) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)?;
    set_mode(path, mode)
}

pub(super) fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Whether an account may pass all folders above this one.
pub(super) fn reachable(folder: &Path, account: &Account) -> bool {
    folder
        .ancestors()
        .skip(1)
        .all(|folder| fs::metadata(folder).is_ok_and(|found| may_pass(&found, account)))
}

fn may_pass(folder: &fs::Metadata, account: &Account) -> bool {
    let bit = if folder.uid() == account.user {
        0o100
    } else if folder.gid() == account.group {
        0o010
    } else {
        0o001
    };
    folder.mode() & bit != 0
}
