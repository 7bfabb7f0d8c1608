//! [`DataFolder`]: the files of a database, and their owner.
//!
//! ```text
//! folder/            given by the server
//!   lock             held by the server that uses the database
//!   elsewhere        a link to the folder with all that follows, if the database's account cannot
//!                    enter this one
//!   keeper.lock      held by the supervisor that may change what follows
//!   cluster/         the database
//!   making-…/        a database that is not complete yet
//!   socket/          or a link, if its path would be too long for a socket
//!   runtime-…/       the bundled programs, if none are installed
//!   postgres.log     their log
//! ```

mod account;
mod socket;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use toolwright_base::{files::LockFile, token};

pub(super) use self::account::Account;
use self::{
    account::{create, make_reachable, set_mode},
    socket::remove_folder,
};
use super::error::ClusterError;

/// The folder of databases whose account cannot enter the folder of the server.
const ELSEWHERE: &str = "/var/lib/toolwright";
/// The prefix of drafts.
const DRAFT: &str = "making-";
/// How long another supervisor may take to stop its database.
const MAX_WAIT: Duration = Duration::from_secs(45);

/// The folder of a database, locked for this supervisor.
#[derive(Debug)]
pub(super) struct DataFolder {
    path: PathBuf,
    /// The owner of the files, if that is not the user of this process.
    pub(super) account: Option<Account>,
    _lock: LockFile,
}

impl DataFolder {
    /// Locks the data folder that belongs to `folder`. Calls `pause` while another supervisor has
    /// it.
    ///
    /// # Errors
    /// If the other supervisor keeps it, the folder cannot be used, or `pause` fails.
    pub(super) fn lock(
        folder: &Path,
        pause: impl FnMut() -> Result<(), ClusterError>,
    ) -> Result<Self, ClusterError> {
        let folder = fs::canonicalize(folder).map_err(ClusterError::at(folder))?;
        let account = Account::for_folder(&folder);
        let path = match &account {
            Some(account) if !make_reachable(&folder, account) => elsewhere(&folder)?,
            _ => folder,
        };
        if account.is_some() {
            // Others may pass, but not list it.
            set_mode(&path, 0o711).map_err(ClusterError::at(&path))?;
        }
        let lock = lock(&path, pause)?;
        Ok(Self {
            path,
            account,
            _lock: lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the database.
    pub(super) fn cluster(&self) -> PathBuf {
        self.path.join("cluster")
    }

    /// Returns an unused path for something that is not complete yet, beside its final path.
    pub(super) fn draft(&self) -> PathBuf {
        self.path.join(format!("{DRAFT}{}", token::random()))
    }

    /// Removes what was not completed. Drafts that cannot be removed do no harm.
    pub(super) fn remove_drafts(&self) {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        for entry in entries {
            if entry.file_name().to_string_lossy().starts_with(DRAFT) {
                remove_folder(&entry.path());
            }
        }
    }

    /// Creates a folder that only the database's account can enter.
    pub(super) fn create_own(&self, path: &Path) -> Result<(), ClusterError> {
        create(path, 0o700)
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

/// Returns the folder that is used in place of `folder`, and creates it if need be.
fn elsewhere(folder: &Path) -> Result<PathBuf, ClusterError> {
    let link = folder.join("elsewhere");
    if let Ok(target) = fs::read_link(&link)
        && target.is_dir()
    {
        return Ok(target);
    }
    let parent = Path::new(ELSEWHERE);
    if !parent.exists() {
        create(parent, 0o755).map_err(ClusterError::at(parent))?;
    }
    let target = parent.join(token::random());
    create(&target, 0o711).map_err(ClusterError::at(&target))?;
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(&target, &link).map_err(ClusterError::at(&link))?;
    Ok(target)
}

/// Waits until no other supervisor has the folder. One whose server was killed needs a moment to
/// stop its database.
fn lock(
    folder: &Path,
    mut pause: impl FnMut() -> Result<(), ClusterError>,
) -> Result<LockFile, ClusterError> {
    let path = folder.join("keeper.lock");
    let lock = LockFile::open(&path).map_err(ClusterError::at(&path))?;
    let end = Instant::now() + MAX_WAIT;
    while !lock.try_lock().map_err(ClusterError::at(&path))? {
        if Instant::now() >= end {
            return Err(ClusterError::InUse {
                folder: folder.to_owned(),
                holder: None,
            });
        }
        pause()?;
    }
    Ok(lock)
}
