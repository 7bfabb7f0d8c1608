//! The permissions of folders.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::Path,
};

use toolwright_base::files::create_private_folder;

use super::account::Account;

/// Creates a folder with exactly this mode.
pub(super) fn create(path: &Path, mode: u32) -> io::Result<()> {
    create_private_folder(path)?;
    set_mode(path, mode)
}

pub(super) fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Returns whether an account can pass all folders above this one.
///
/// The parent folder, which is the server's too, is made passable if need be: everything in it is
/// private by itself.
pub(super) fn make_reachable(folder: &Path, account: &Account) -> bool {
    let mut above = folder.ancestors().skip(1);
    let parent = above.next();
    above.all(|folder| is_passable(folder, account))
        && parent.is_none_or(|parent| is_passable(parent, account) || make_passable(parent).is_ok())
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

/// Lets everybody pass a folder without listing it.
fn make_passable(folder: &Path) -> io::Result<()> {
    let mode = fs::metadata(folder)?.mode();
    set_mode(folder, (mode & 0o7777) | 0o011)
}
