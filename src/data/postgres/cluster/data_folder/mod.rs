//! [`Place`]: where a database is, and who owns it.
//!
//! ```text
//! folder/            given by the server
//!   lock             who holds it may use the database: one server
//!   elsewhere        a link, where the account of the database cannot come here: then all below is there
//!   keeper.lock      who holds it may touch what is below: one keeper
//!   cluster/         the database
//!   making-…/        one that is not whole yet
//!   socket/          or a link, where its path would be too long for a socket
//!   runtime-…/       the programs, where the machine has none
//!   postgres.log     what they say
//! ```

mod account;
mod permissions;
mod socket;

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

pub(super) use account::Account;
use permissions::{made_reachable, make};
use socket::discard;
pub(super) use socket::socket_file;

use super::{ClusterError, folder_lock as lock};
use crate::core::token;

/// Where databases are whose folder cannot be entered by their account.
const ELSEWHERE: &str = "/var/lib/toolwright";
/// How long another keeper may take to stop its database.
const TURN: Duration = Duration::from_secs(45);

/// Where a database is, for as long as nobody else may touch it.
#[derive(Debug)]
pub(super) struct Place {
    folder: PathBuf,
    /// Who its files belong to, where that is not the user of this process.
    pub(super) account: Option<Account>,
    _turn: File,
}

impl Place {
    /// The place of the database of `folder`, when it is this process's turn; `pause` is called while it waits.
    pub(super) fn take(
        folder: &Path,
        pause: impl FnMut() -> Result<(), ClusterError>,
    ) -> Result<Self, ClusterError> {
        let folder = fs::canonicalize(folder).map_err(ClusterError::at(folder))?;
        let account = Account::for_folder(&folder);
        let folder = match &account {
            Some(account) if !made_reachable(&folder, account) => elsewhere(&folder)?,
            _ => folder,
        };
        if account.is_some() {
            // Others may pass, and see nothing.
            permissions::set_mode(&folder, 0o711).map_err(ClusterError::at(&folder))?;
        }
        let turn = turn(&folder, pause)?;
        Ok(Self {
            folder,
            account,
            _turn: turn,
        })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The database.
    pub(super) fn cluster(&self) -> PathBuf {
        self.folder.join("cluster")
    }

    /// A new folder for what is not whole yet, beside what it will be.
    pub(super) fn making(&self) -> PathBuf {
        self.folder.join(format!("{MAKING}{}", token::random()))
    }

    /// Removes what was not made to its end. What cannot be removed does no harm.
    pub(super) fn tidy(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries {
            if entry.file_name().to_string_lossy().starts_with(MAKING) {
                discard(&entry.path());
            }
        }
    }

    /// Makes a folder that is the database's alone.
    pub(super) fn own_folder(&self, path: &Path) -> Result<(), ClusterError> {
        make(path, 0o700)
            .and_then(|()| self.give(path))
            .map_err(ClusterError::at(path))
    }

    /// Gives a file or a folder to the database's account.
    pub(super) fn give(&self, path: &Path) -> io::Result<()> {
        match &self.account {
            Some(account) => {
                std::os::unix::fs::lchown(path, Some(account.user), Some(account.group))
            }
            None => Ok(()),
        }
    }
}

const MAKING: &str = "making-";

/// The place that `folder` leads to, where it cannot be used itself.
fn elsewhere(folder: &Path) -> Result<PathBuf, ClusterError> {
    let link = folder.join("elsewhere");
    if let Ok(target) = fs::read_link(&link)
        && target.is_dir()
    {
        return Ok(target);
    }
    let parent = Path::new(ELSEWHERE);
    if !parent.exists() {
        make(parent, 0o755).map_err(ClusterError::at(parent))?;
    }
    let target = parent.join(token::random());
    make(&target, 0o711).map_err(ClusterError::at(&target))?;
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(&target, &link).map_err(ClusterError::at(&link))?;
    Ok(target)
}

/// Waits until no other keeper has the folder: one whose server was killed needs a moment to stop its database.
fn turn(
    folder: &Path,
    mut pause: impl FnMut() -> Result<(), ClusterError>,
) -> Result<File, ClusterError> {
    let path = folder.join("keeper.lock");
    let file = lock::open(&path).map_err(ClusterError::at(&path))?;
    let end = Instant::now() + TURN;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < end => pause()?,
            Err(TryLockError::WouldBlock) => {
                return Err(ClusterError::InUse {
                    folder: folder.to_owned(),
                    holder: None,
                });
            }
            Err(TryLockError::Error(error)) => return Err(ClusterError::at(&path)(error)),
        }
    }
}
