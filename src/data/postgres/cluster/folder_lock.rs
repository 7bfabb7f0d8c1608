//! [`FolderLock`]: a folder's database is used by one server at a time.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    path::Path,
    process,
    time::Duration,
};

use tokio::time::{Instant, sleep};

use super::error::ClusterError;
use crate::data::files::LockFile;

/// How long to wait for another server, which may have been killed or be about to stop.
const MAX_WAIT: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(10);

/// The exclusive use of a folder, until this is dropped or the process ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: LockFile,
}

impl FolderLock {
    /// Locks a folder. Waits a moment if another server has it.
    ///
    /// # Errors
    /// If another server keeps it, or it cannot be written to.
    pub(super) async fn take(folder: &Path) -> Result<Self, ClusterError> {
        let path = folder.join("lock");
        let at = || ClusterError::at(&path);
        let mut lock = LockFile::open(&path).map_err(at())?;
        let end = Instant::now() + MAX_WAIT;
        while !lock.try_lock().map_err(at())? {
            if Instant::now() >= end {
                return Err(ClusterError::InUse {
                    folder: folder.to_owned(),
                    holder: holder(lock.file()),
                });
            }
            sleep(POLL).await;
        }
        let file = lock.file();
        file.set_len(0).map_err(at())?;
        write!(file, "{}", process::id()).map_err(at())?;
        Ok(Self { _file: lock })
    }
}

/// Returns the process id that the holder of the lock has written.
fn holder(file: &mut File) -> Option<String> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(text)
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;
    use crate::core::token;

    #[tokio::test]
    async fn a_folder_that_is_about_to_be_unlocked_is_waited_for() {
        let folder = env::temp_dir().join(format!("toolwright-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        let first = FolderLock::take(&folder).await.unwrap();
        let next = FolderLock::take(&folder);
        let unlock = async {
            sleep(POLL * 3).await;
            drop(first);
        };
        let (next, ()) = tokio::join!(next, unlock);
        assert!(next.is_ok(), "{next:?}");
        fs::remove_dir_all(folder).unwrap();
    }
}
