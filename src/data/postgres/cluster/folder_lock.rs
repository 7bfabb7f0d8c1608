//! [`FolderLock`]: one server at a time has a database.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    process,
    time::Duration,
};

use tokio::time::{Instant, sleep};

use super::ClusterError;

/// How long a server that has been killed, or is about to stop, may still have its folder when the next one wants it.
const LEAVING: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_millis(10);

/// The right to a folder, until it is dropped or this process ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes a folder that nobody else has, or has no longer after a moment.
    ///
    /// # Errors
    /// When somebody stays there, or it cannot be written to.
    pub(super) async fn take(folder: &Path) -> Result<Self, ClusterError> {
        let path = folder.join("lock");
        let at = || ClusterError::at(&path);
        let mut file = open(&path).map_err(at())?;
        let end = Instant::now() + LEAVING;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < end => sleep(LOOK).await,
                Err(TryLockError::WouldBlock) => {
                    return Err(ClusterError::InUse {
                        folder: folder.to_owned(),
                        holder: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(error)) => return Err(at()(error)),
            }
        }
        file.set_len(0).map_err(at())?;
        write!(file, "{}", process::id()).map_err(at())?;
        Ok(Self { _file: file })
    }
}

/// A file to lock, this user's alone. What it says is left as it is.
pub(super) fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
}

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
    async fn who_leaves_just_now_is_waited_for() {
        let folder = env::temp_dir().join(format!("toolwright-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        let leaving = FolderLock::take(&folder).await.unwrap();
        let next = FolderLock::take(&folder);
        let left = async {
            sleep(LOOK * 3).await;
            drop(leaving);
        };
        let (next, ()) = tokio::join!(next, left);
        assert!(next.is_ok(), "{next:?}");
        fs::remove_dir_all(folder).unwrap();
    }
}
