//! [`Account`]: the account that the database runs as, and the permissions that it needs.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::Path,
};

use rustix::process::geteuid;
use toolwright_base::files::create_private_folder;

/// A user of the system, and that user's group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Account {
    pub(in super::super) user: u32,
    pub(in super::super) group: u32,
}

/// The accounts to use if the folder belongs to the superuser.
const NAMES: [&str; 2] = ["postgres", "nobody"];

impl Account {
    /// Returns the account for a folder, or `None` if this process need not change it.
    ///
    /// It is the owner of the existing database, of the folder or of its parent, or one of
    /// [`NAMES`].
    pub(super) fn for_folder(folder: &Path) -> Option<Self> {
        if !geteuid().is_root() {
            return None;
        }
        let listed = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let databases = ["elsewhere/cluster", "cluster"].map(|path| folder.join(path));
        let folders = folder.ancestors().take(2).map(Path::to_owned);
        let owners = databases.into_iter().chain(folders);
        let owners = owners.filter_map(|folder| owner(&folder));
        Some(Self::choose(owners, &listed))
    }

    /// Returns the first owner who is not the superuser and is listed in `/etc/passwd`, as
    /// PostgreSQL requires.
    fn choose(owners: impl Iterator<Item = u32>, listed: &str) -> Self {
        let mut owners = owners.filter(|user| *user != 0);
        let by_owner = owners.find_map(|user| entry(listed, |_, number| number == user));
        let by_name = || {
            NAMES
                .iter()
                .find_map(|name| entry(listed, |listed, _| listed == *name))
        };
        by_owner.or_else(by_name).unwrap_or(Self {
            user: 65_534,
            group: 65_534,
        })
    }
}

fn owner(folder: &Path) -> Option<u32> {
    fs::metadata(folder).ok().map(|found| found.uid())
}

/// Returns the first wanted entry of a list of users (`name:password:number:group:…`).
fn entry(listed: &str, wanted: impl Fn(&str, u32) -> bool) -> Option<Account> {
    // Some systems write numbers above 2^31 as negative numbers.
    let number = |text: &str| {
        let signed = || text.parse().ok().map(i32::cast_unsigned);
        text.parse().ok().or_else(signed)
    };
    listed.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let user = number(fields.nth(1)?)?;
        let group = number(fields.next()?)?;
        wanted(name, user).then_some(Account { user, group })
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "root:x:0:0::/root:/bin/sh\n# a comment\nme:x:1000:1001::/home/me:/bin/sh\n\
        nobody:*:-2:-2::/var/empty:/usr/bin/false\n";

    fn choose(owners: &[u32], listed: &str) -> (u32, u32) {
        let account = Account::choose(owners.iter().copied(), listed);
        (account.user, account.group)
    }

    #[test]
    fn the_owner_of_the_folder_runs_the_database_unless_superuser() {
        assert_eq!(choose(&[1000, 0], LIST), (1000, 1001));
        assert_eq!(choose(&[0, 1000], LIST), (1000, 1001));
        let other = u32::MAX - 1;
        assert_eq!(choose(&[0, 0], LIST), (other, other));
        // PostgreSQL does not start for a user who is not listed.
        assert_eq!(choose(&[4242], LIST), (other, other));
    }

    #[test]
    fn the_account_postgres_comes_before_nobody() {
        let listed = format!("{LIST}postgres:x:101:104::/var/lib/postgresql:/bin/bash");
        assert_eq!(choose(&[0], &listed), (101, 104));
        assert_eq!(choose(&[0], ""), (65_534, 65_534));
    }
}
