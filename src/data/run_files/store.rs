//! [`Shelf`]: what programs left behind, for a while.
//!
//! ```text
//! executions/
//!   lock                held while a server makes or sweeps folders here
//!   7f3a…/              a server's own
//!     lock              held as long as the server lives
//!     91c0…/            a run: code, files, home, tmp
//!     91c0….kept/0 1 2  the files of a run that are kept, by their number
//! ```

use std::{
    collections::VecDeque,
    fs::{self, File, Permissions},
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use super::{
    file_tree::{Leaf, leaves},
    run_folder::{RunFolder, private_folder},
};
use crate::{
    core::{lock, token},
    data::files::remove as removal,
};

const LOCK: &str = "lock";

/// How much is kept, and for how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keeping {
    /// The most files of one run.
    pub(crate) files: usize,
    /// The most bytes of one run.
    pub(crate) bytes: u64,
    /// The most runs.
    pub(crate) runs: usize,
    /// The most bytes of all runs.
    pub(crate) all_bytes: u64,
    /// How long.
    pub(crate) time: Duration,
}

impl Default for Keeping {
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

/// What programs left behind, for a while.
#[derive(Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    keeping: Keeping,
    own: Mutex<Option<Own>>,
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

/// A server's own folder. The lock on it says that the server lives.
#[derive(Debug)]
struct Own {
    path: PathBuf,
    _lock: File,
}

/// A file that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptFile {
    /// Its path, as the program named it.
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
}

/// The files of one run. They are removed when it is dropped.
#[derive(Debug)]
struct Kept {
    id: String,
    folder: PathBuf,
    files: Vec<KeptFile>,
    since: Instant,
}

impl Drop for Kept {
    fn drop(&mut self) {
        removal::remove_in_background(std::mem::take(&mut self.folder));
    }
}

impl Kept {
    fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

impl Shelf {
    /// A shelf in `folder`, which is made when it is first needed. Other servers may have theirs in it too.
    pub(crate) fn new(folder: PathBuf, keeping: Keeping) -> Self {
        Self {
            folder,
            keeping,
            own: Mutex::default(),
            kept: Arc::default(),
        }
    }

    /// Removes what servers left that did not end in order. It blocks.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub(crate) fn sweep(&self) -> io::Result<()> {
        if !self.folder.exists() {
            return Ok(());
        }
        let _alone = self.alone()?;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() && !is_lived_in(&entry.path()) {
                removal::remove(&entry.path())?;
            }
        }
        Ok(())
    }

    /// A fresh folder for a run. It blocks.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn fresh(&self) -> io::Result<RunFolder> {
        let mut own = lock(&self.own);
        let own = match &mut *own {
            Some(own) => own,
            none => none.insert(self.move_in()?),
        };
        RunFolder::create(&own.path, token::random())
    }

    /// Keeps the files of a run; says which, and how many were left out. It blocks.
    pub(crate) fn keep(&self, run: &RunFolder) -> (Vec<KeptFile>, usize) {
        let files = run.files();
        let (found, mut left_out) = leaves(&files);
        let mut kept = Kept {
            id: run.id().to_owned(),
            folder: run.beside(),
            files: Vec::new(),
            since: Instant::now(),
        };
        for leaf in found {
            if kept.files.len() == self.keeping.files
                || kept.bytes() + leaf.bytes > self.keeping.bytes
                || kept.take(&files, leaf).is_err()
            {
                left_out += 1;
            }
        }
        let files = kept.files.clone();
        if !files.is_empty() {
            self.put(kept);
        }
        (files, left_out)
    }

    /// The bytes of a file that is kept. It blocks.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(&self, id: &str, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.forget();
        let kept = lock(&self.kept);
        let place = kept.iter().find(|kept| kept.id == id).and_then(|kept| {
            let number = kept.files.iter().position(|file| file.path == path)?;
            Some(kept.folder.join(number.to_string()))
        });
        drop(kept);
        place.map(fs::read).transpose()
    }

    /// Removes everything. It blocks.
    ///
    /// # Errors
    /// When the folder cannot be removed.
    pub(crate) fn clear(&self) -> io::Result<()> {
        lock(&self.kept).clear();
        let own = lock(&self.own).take();
        own.map_or(Ok(()), |own| removal::remove(&own.path))
    }

    fn put(&self, kept: Kept) {
        lock(&self.kept).push_back(kept);
        self.forget();
        // Also when nobody comes again.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (shelf, keeping) = (Arc::downgrade(&self.kept), self.keeping);
            runtime.spawn(async move {
                tokio::time::sleep(keeping.time).await;
                if let Some(kept) = shelf.upgrade() {
                    keeping.forget(&kept);
                }
            });
        }
    }

    fn forget(&self) {
        self.keeping.forget(&self.kept);
    }

    fn move_in(&self) -> io::Result<Own> {
        fs::create_dir_all(&self.folder)?;
        let _alone = self.alone()?;
        let path = self.folder.join(token::random());
        private_folder(&path)?;
        let file = File::create(path.join(LOCK))?;
        file.lock()?;
        Ok(Own { path, _lock: file })
    }

    /// Nobody else makes or sweeps folders as long as the file is open.
    fn alone(&self) -> io::Result<File> {
        let file = File::create(self.folder.join(LOCK))?;
        file.lock()?;
        Ok(file)
    }
}

impl Keeping {
    /// Drops what is too old or too much, the oldest first.
    fn forget(&self, shelf: &Mutex<VecDeque<Kept>>) {
        let mut shelf = lock(shelf);
        let mut gone = Vec::new();
        loop {
            let bytes: u64 = shelf.iter().map(Kept::bytes).sum();
            let is_too_old = |kept: &Kept| kept.since.elapsed() >= self.time;
            let is_too_much = shelf.len() > self.runs || bytes > self.all_bytes;
            if !is_too_much && !shelf.front().is_some_and(is_too_old) {
                break;
            }
            gone.extend(shelf.pop_front());
        }
        drop(shelf);
    }
}

impl Kept {
    /// Moves a file here.
    fn take(&mut self, from: &Path, leaf: Leaf) -> io::Result<()> {
        if self.files.is_empty() {
            private_folder(&self.folder)?;
        }
        let place = self.folder.join(self.files.len().to_string());
        fs::rename(from.join(&leaf.path), &place)?;
        fs::set_permissions(&place, Permissions::from_mode(0o600))?;
        self.files.push(KeptFile {
            path: leaf.path,
            bytes: leaf.bytes,
        });
        Ok(())
    }
}

fn is_lived_in(folder: &Path) -> bool {
    let lock = File::open(folder.join(LOCK));
    lock.is_ok_and(|lock| lock.try_lock().is_err())
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// A shelf in a folder of its own, which goes with it.
    struct Place(Shelf);

    impl Place {
        fn new(name: &str, keeping: Keeping) -> Self {
            let name = format!("toolwright-shelf-{name}-{}", std::process::id());
            Self(Shelf::new(env::temp_dir().join(name), keeping))
        }

        /// A run that left one file of so many bytes; says its name.
        fn run(&self, bytes: usize) -> String {
            let run = self.0.fresh().unwrap();
            fs::write(run.files().join("file"), vec![b'x'; bytes]).unwrap();
            let (kept, left_out) = self.0.keep(&run);
            assert_eq!((kept.len(), left_out), (1, 0));
            run.id().to_owned()
        }

        fn has(&self, id: &str) -> bool {
            self.0.read(id, Path::new("file")).unwrap().is_some()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = removal::remove(&self.0.folder);
        }
    }

    fn few() -> Keeping {
        Keeping {
            runs: 2,
            all_bytes: 100,
            ..Keeping::default()
        }
    }

    #[test]
    fn the_oldest_goes_when_there_are_too_many() {
        let place = Place::new("many", few());
        let ids = [1, 1, 1].map(|bytes| place.run(bytes));
        assert_eq!(ids.each_ref().map(|id| place.has(id)), [false, true, true]);
        // Of a run that went, nothing is left but the lock.
        let own = lock(&place.0.own).as_ref().unwrap().path.clone();
        assert_eq!(fs::read_dir(own).unwrap().count(), 3);
    }

    #[test]
    fn the_oldest_goes_when_they_are_too_large() {
        let place = Place::new("large", few());
        let ids = [60, 50].map(|bytes| place.run(bytes));
        assert_eq!(ids.each_ref().map(|id| place.has(id)), [false, true]);
        let large = place.run(101);
        assert!(!place.has(&large));
    }

    #[tokio::test]
    async fn it_goes_when_its_time_is_over() {
        let keeping = Keeping {
            time: Duration::from_millis(20),
            ..few()
        };
        let place = Place::new("old", keeping);
        place.run(1);
        // Nobody comes to read it.
        let is_gone = async {
            while !lock(&place.0.kept).is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(30), is_gone);
        assert!(waited.await.is_ok());
    }

    #[test]
    fn what_is_lived_in_is_not_swept() {
        let place = Place::new("sweep", few());
        let id = place.run(1);
        let other = Shelf::new(place.0.folder.clone(), few());
        fs::create_dir_all(place.0.folder.join("left/over")).unwrap();
        other.sweep().unwrap();
        assert!(!place.0.folder.join("left").exists());
        assert!(place.has(&id));
        place.0.clear().unwrap();
        assert!(!place.has(&id));
        assert_eq!(fs::read_dir(&place.0.folder).unwrap().count(), 1);
    }
}
