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

/// Whether an account may pass all folders above this one. The one around it, which is the server's too, lets others pass if need be:
/// what is in there is private by itself.
pub(super) fn made_reachable(folder: &Path, account: &Account) -> bool {
    let mut above = folder.ancestors().skip(1);
    let around = above.next();
    above.all(|folder| is_passable(folder, account))
        && around.is_none_or(|around| is_passable(around, account) || let_pass(around).is_ok())
}

fn is_passable(folder: &Path, account: &Account) -> bool {
    let Ok(found) = fs::metadata(folder) else {
        return false;
    };
    let bit = if found.uid() == account.user {
        0o100
    } else if found.gid() == account.group {
        0o010
    } else {
        0o001
    };
    found.mode() & bit != 0
}

/// Lets everybody pass a folder, and see nothing of it.
fn let_pass(folder: &Path) -> io::Result<()> {
    let mode = fs::metadata(folder)?.mode();
    set_mode(folder, (mode & 0o7777) | 0o011)
}
