//! [`FolderLock`]: a folder's database is started and stopped by one server at a time.
//!
//! The others use the database that it has started. They find its socket in the lock's file: the
//! process id of the holder, and on the next line the folder of the socket while it can be used.

use std::{
    fs::{self, File},
    io::{self, Seek as _, Write as _},
    path::{Path, PathBuf},
    process,
    time::Duration,
};

use tokio::time::{Instant, sleep};
use toolwright_base::files::LockFile;

use super::{address, error::ClusterError};

/// How long to wait for another server, which may be about to start its database or to stop.
const MAX_WAIT: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(10);

/// The right to start and stop the database of a folder, until this is dropped or the process ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    file: LockFile,
}

/// How a server may use the database of a folder.
#[derive(Debug)]
pub(super) enum Access {
    /// It may start and stop it.
    Owner(FolderLock),
    /// Another server has started it, with its socket in this folder.
    Guest(PathBuf),
}

impl FolderLock {
    /// Locks a folder, or finds the database of the server that has locked it.
    ///
    /// # Errors
    /// If another server keeps the lock and its database does not answer, or the folder cannot be
    /// written to.
    pub(super) async fn take(folder: &Path) -> Result<Access, ClusterError> {
        let path = folder.join("lock");
        let at = || ClusterError::at(&path);
        let file = LockFile::open(&path).map_err(at())?;
        let end = Instant::now() + MAX_WAIT;
        while !file.try_lock().map_err(at())? {
            let note = Note::read(&path);
            if let Some(socket) = note.socket
                && address::answers(&socket).await
            {
                return Ok(Access::Guest(socket));
            }
            if Instant::now() >= end {
                return Err(ClusterError::InUse {
                    folder: folder.to_owned(),
                    holder: note.holder,
                });
            }
            sleep(POLL).await;
        }
        let mut lock = Self { file };
        lock.note(None).map_err(at())?;
        Ok(Access::Owner(lock))
    }

    /// Tells other servers where the database listens, or that it can no longer be used.
    ///
    /// # Errors
    /// If the file cannot be written to.
    pub(super) fn note(&mut self, socket: Option<&Path>) -> io::Result<()> {
        let socket = socket.map(|socket| format!("{}\n", socket.display()));
        let text = format!("{}\n{}", process::id(), socket.unwrap_or_default());
        let file: &mut File = self.file.file();
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(text.as_bytes())
    }
}

/// The note of the process that holds the lock.
#[derive(Debug, Default)]
struct Note {
    holder: Option<String>,
    socket: Option<PathBuf>,
}

impl Note {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.split_inclusive('\n');
        // A line without its end is still being written.
        let mut line = || lines.next()?.strip_suffix('\n');
        let holder = line().filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
        Self {
            holder: holder.map(ToOwned::to_owned),
            socket: line().map(PathBuf::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use toolwright_base::token;

    use super::*;

    fn folder() -> PathBuf {
        let folder = env::temp_dir().join(format!("toolwright-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        folder
    }

    #[tokio::test]
    async fn a_folder_that_is_about_to_be_unlocked_is_waited_for() {
        let folder = folder();
        let first = FolderLock::take(&folder).await.unwrap();
        let next = FolderLock::take(&folder);
        let unlock = async {
            sleep(POLL * 3).await;
            drop(first);
        };
        let (next, ()) = tokio::join!(next, unlock);
        assert!(matches!(next, Ok(Access::Owner(_))), "{next:?}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_note_that_is_half_written_names_no_socket() {
        let folder = folder();
        let path = folder.join("lock");
        for (text, socket) in [
            ("17\n/a b\n", Some("/a b")),
            ("17\n/a b", None),
            ("17\n", None),
            ("17", None),
            ("", None),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(
                Note::read(&path).socket,
                socket.map(PathBuf::from),
                "{text:?}"
            );
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
