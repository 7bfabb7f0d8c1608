//! [`RunFiles`]: the folders of runs, and the files that are kept within a [`Retention`].

use std::{
    collections::VecDeque,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use toolwright_base::{
    files::{LockFile, create_private_folder, remove},
    lock, token,
};

use super::run_folder::{self, KeptFile, KeptRun, RunFolder};

const LOCK: &str = "lock";

/// The folders of a server's runs, and the files that it keeps of them.
///
/// All methods block.
#[derive(Debug)]
pub struct RunFiles {
    folder: PathBuf,
    retention: Retention,
    own: Mutex<Option<ServerFolder>>,
    kept: Arc<Mutex<VecDeque<KeptRun>>>,
}

/// The folder of this server. Its lock shows others that the server lives.
#[derive(Debug)]
struct ServerFolder {
    path: PathBuf,
    _lock: LockFile,
}

impl RunFiles {
    /// Uses `folder`, which is created when it is needed. Other servers may use it too.
    pub fn new(folder: PathBuf, retention: Retention) -> Self {
        Self {
            folder,
            retention,
            own: Mutex::default(),
            kept: Arc::default(),
        }
    }

    /// Removes the folders of servers that were killed.
    ///
    /// # Errors
    /// If a folder cannot be read or removed.
    pub fn sweep(&self) -> io::Result<()> {
        if !self.folder.exists() {
            return Ok(());
        }
        let _lock = self.lock()?;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() && !is_in_use(&entry.path()) {
                remove::remove(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Creates the folder of a run.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(&self) -> io::Result<RunFolder> {
        let mut own = lock(&self.own);
        let own = match &mut *own {
            Some(own) => own,
            none => none.insert(self.create_server_folder()?),
        };
        RunFolder::create(&own.path, token::random())
    }

    /// Keeps the files of a run. Returns them, and how many entries were left out.
    pub fn keep(&self, run: &RunFolder) -> (Vec<KeptFile>, usize) {
        let files = run.files();
        let (found, mut left_out) = run_folder::files_below(&files);
        let mut kept = KeptRun::new(run.id(), run.kept());
        for file in found {
            if kept.files.len() == self.retention.files
                || kept.bytes() + file.bytes > self.retention.bytes
                || kept.take(&files, file).is_err()
            {
                left_out += 1;
            }
        }
        let files = kept.files.clone();
        if !files.is_empty() {
            self.add(kept);
        }
        (files, left_out)
    }

    /// Returns the bytes of a file, or `None` if it is not kept.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, id: &str, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.retention.apply(&self.kept);
        let kept = lock(&self.kept);
        let run = kept.iter().find(|run| run.id == id);
        let place = run.and_then(|run| run.place_of(path));
        drop(kept);
        place.map(fs::read).transpose()
    }

    /// Removes everything of this server.
    ///
    /// # Errors
    /// If the folder cannot be removed.
    pub fn clear(&self) -> io::Result<()> {
        lock(&self.kept).clear();
        let own = lock(&self.own).take();
        own.map_or(Ok(()), |own| remove::remove(&own.path))
    }

    fn add(&self, run: KeptRun) {
        lock(&self.kept).push_back(run);
        self.retention.apply(&self.kept);
        // Files are removed in time also if nothing is read or added any more.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (kept, retention) = (Arc::downgrade(&self.kept), self.retention);
            runtime.spawn(async move {
                tokio::time::sleep(retention.time).await;
                if let Some(kept) = kept.upgrade() {
                    retention.apply(&kept);
                }
            });
        }
    }

    fn create_server_folder(&self) -> io::Result<ServerFolder> {
        fs::create_dir_all(&self.folder)?;
        let _lock = self.lock()?;
        let path = self.folder.join(token::random());
        create_private_folder(&path)?;
        let lock = LockFile::open(&path.join(LOCK))?;
        lock.lock()?;
        Ok(ServerFolder { path, _lock: lock })
    }

    /// Keeps other servers from creating or sweeping folders.
    fn lock(&self) -> io::Result<LockFile> {
        let file = LockFile::open(&self.folder.join(LOCK))?;
        file.lock()?;
        Ok(file)
    }
}

/// Returns whether the server of this folder lives.
fn is_in_use(folder: &Path) -> bool {
    let lock = File::open(folder.join(LOCK));
    lock.is_ok_and(|lock| lock.try_lock().is_err())
}

/// How many files of runs are kept, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// The most files of one run.
    pub(crate) files: usize,
    /// The most bytes of one run.
    pub(crate) bytes: u64,
    /// The most runs.
    pub(crate) runs: usize,
    /// The most bytes of all runs.
    pub(crate) all_bytes: u64,
    /// How long the files of a run are kept.
    pub(crate) time: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            files: 100,
            bytes: 64 * 1024 * 1024,
            runs: 64,
            all_bytes: 256 * 1024 * 1024,
            time: Duration::from_secs(60 * 60),
        }
    }
}

impl Retention {
    /// Drops runs that are too old or too many, the oldest first.
    pub(super) fn apply(&self, runs: &Mutex<VecDeque<KeptRun>>) {
        let mut runs = lock(runs);
        let mut dropped = Vec::new();
        loop {
            let bytes: u64 = runs.iter().map(KeptRun::bytes).sum();
            let is_too_old = |run: &KeptRun| run.since.elapsed() >= self.time;
            let is_too_much = runs.len() > self.runs || bytes > self.all_bytes;
            if !is_too_much && !runs.front().is_some_and(is_too_old) {
                break;
            }
            dropped.extend(runs.pop_front());
        }
        // Their files are removed after the lock is released.
        drop(runs);
    }
}

#[cfg(test)]
mod tests {
    use std::{env, time::Duration};

    use super::*;

    /// Run files in a folder of their own, which is removed at the end.
    struct Fixture(RunFiles);

    impl Fixture {
        fn new(name: &str, retention: Retention) -> Self {
            let name = format!("toolwright-run-files-{name}-{}", std::process::id());
            Self(RunFiles::new(env::temp_dir().join(name), retention))
        }

        /// Keeps one file of so many bytes, and returns the id of its run.
        fn run(&self, bytes: usize) -> String {
            let run = self.0.create().unwrap();
            fs::write(run.files().join("file"), vec![b'x'; bytes]).unwrap();
            let (kept, left_out) = self.0.keep(&run);
            assert_eq!((kept.len(), left_out), (1, 0));
            run.id().to_owned()
        }

        fn has(&self, id: &str) -> bool {
            self.0.read(id, Path::new("file")).unwrap().is_some()
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            let _ = remove::remove(&self.0.folder);
        }
    }

    fn few() -> Retention {
        Retention {
            runs: 2,
            all_bytes: 100,
            ..Retention::default()
        }
    }

    #[test]
    fn the_oldest_run_is_removed_when_there_are_too_many() {
        let fixture = Fixture::new("many", few());
        let ids = [1, 1, 1].map(|bytes| fixture.run(bytes));
        assert_eq!(
            ids.each_ref().map(|id| fixture.has(id)),
            [false, true, true]
        );
        // Two runs and the lock are left.
        let own = lock(&fixture.0.own).as_ref().unwrap().path.clone();
        assert_eq!(fs::read_dir(own).unwrap().count(), 3);
    }

    #[test]
    fn the_oldest_run_is_removed_when_there_are_too_many_bytes() {
        let fixture = Fixture::new("large", few());
        let ids = [60, 50].map(|bytes| fixture.run(bytes));
        assert_eq!(ids.each_ref().map(|id| fixture.has(id)), [false, true]);
        let large = fixture.run(101);
        assert!(!fixture.has(&large));
    }

    #[tokio::test]
    async fn a_run_is_removed_in_time_also_if_nothing_is_read() {
        let retention = Retention {
            time: Duration::from_millis(20),
            ..few()
        };
        let fixture = Fixture::new("old", retention);
        fixture.run(1);
        let is_removed = async {
            while !lock(&fixture.0.kept).is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(30), is_removed);
        assert!(waited.await.is_ok());
    }

    #[test]
    fn only_folders_of_dead_servers_are_swept() {
        let fixture = Fixture::new("sweep", few());
        let id = fixture.run(1);
        let other = RunFiles::new(fixture.0.folder.clone(), few());
        fs::create_dir_all(fixture.0.folder.join("left/over")).unwrap();
        other.sweep().unwrap();
        assert!(!fixture.0.folder.join("left").exists());
        assert!(fixture.has(&id));
        fixture.0.clear().unwrap();
        assert!(!fixture.has(&id));
        assert_eq!(fs::read_dir(&fixture.0.folder).unwrap().count(), 1);
    }
}
