//! The harness of the tests: a temporary folder, a controlled clock, a disk with injected failures.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::super::{
    LogOptions,
    folder::{Disk, LocalDisk, LogFile},
    options::Clock,
};

/// The day on which the tests begin.
pub(super) const TODAY: &str = "executions-2026-11-15.jsonl";

/// The path of a new folder, in a temporary one that is deleted at the end.
pub(super) struct TestFolder {
    root: PathBuf,
    now: Arc<Mutex<DateTime<Utc>>>,
}

impl TestFolder {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolwright-log-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir(&root).unwrap();
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        Self {
            root,
            now: Arc::new(Mutex::new(now)),
        }
    }

    /// Returns the folder of the log, which does not exist at first.
    pub(super) fn folder(&self) -> PathBuf {
        self.root.join("data").join("executions")
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    pub(super) fn options(&self) -> LogOptions {
        LogOptions::new(self.folder()).clock(self.clock())
    }

    fn clock(&self) -> Clock {
        let now = Arc::clone(&self.now);
        Arc::new(move || *now.lock().unwrap())
    }

    pub(super) fn set_time(&self, time: &str) {
        *self.now.lock().unwrap() = time.parse().unwrap();
    }

    /// Writes a file into the folder.
    pub(super) fn put(&self, name: &str, contents: &str) {
        fs::create_dir_all(self.folder()).unwrap();
        fs::write(self.path(name), contents).unwrap();
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the names of the files in the folder.
    pub(super) fn names(&self) -> Vec<String> {
        names(&self.folder())
    }

    /// Returns the numbers of the records in all files. Every line must be complete.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let mut numbers: Vec<_> = self
            .names()
            .iter()
            .flat_map(|name| numbers(&self.read(name)))
            .collect();
        numbers.sort_unstable();
        numbers
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Returns the numbers of the records in a text.
pub(super) fn numbers(text: &str) -> Vec<u64> {
    assert!(
        text.is_empty() || text.ends_with('\n'),
        "an incomplete line"
    );
    let number = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        record["n"].as_u64().unwrap()
    };
    text.lines().map(number).collect()
}

/// Creates a record with a number, of about this length.
pub(super) fn record(number: u64, length: usize) -> Vec<u8> {
    format!(r#"{{"n":{number},"arguments":"{}"}}"#, "x".repeat(length)).into_bytes()
}

/// A disk with limited space and injected failures.
#[derive(Clone)]
pub(super) struct Faults(Arc<Mutex<FaultState>>);

struct FaultState {
    /// The names of the files that were opened.
    opened: Vec<String>,
    space: usize,
    kind: io::ErrorKind,
    cuts_fail: bool,
    /// Whether writes block.
    hangs: bool,
}

impl Faults {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(FaultState {
            opened: Vec::new(),
            space: usize::MAX,
            kind: io::ErrorKind::StorageFull,
            cuts_fail: false,
            hangs: false,
        })))
    }

    /// Sets the free space.
    pub(super) fn space(&self, space: usize) {
        self.0.lock().unwrap().space = space;
    }

    /// Sets the error of a write without space.
    pub(super) fn kind(&self, kind: io::ErrorKind) {
        self.0.lock().unwrap().kind = kind;
    }

    /// Returns the names of the files that were opened, in order.
    pub(super) fn opened(&self) -> Vec<String> {
        self.0.lock().unwrap().opened.clone()
    }

    pub(super) fn hangs(&self, hangs: bool) {
        self.0.lock().unwrap().hangs = hangs;
    }

    pub(super) fn cuts_fail(&self, cuts_fail: bool) {
        self.0.lock().unwrap().cuts_fail = cuts_fail;
    }
}

impl Disk for Faults {
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>> {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        self.0.lock().unwrap().opened.push(name);
        Ok(Box::new(FaultyFile {
            inner: LocalDisk.open(path)?,
            faults: self.clone(),
        }))
    }
}

struct FaultyFile {
    inner: Box<dyn LogFile>,
    faults: Faults,
}

impl std::fmt::Debug for FaultyFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.fmt(f)
    }
}

impl LogFile for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        while self.faults.0.lock().unwrap().hangs {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let mut state = self.faults.0.lock().unwrap();
        if state.space == 0 {
            return Err(state.kind.into());
        }
        let fits = bytes.len().min(state.space);
        let written = self.inner.write(&bytes[..fits])?;
        state.space -= written;
        Ok(written)
    }

    fn truncate(&self, length: u64) -> io::Result<()> {
        let mut state = self.faults.0.lock().unwrap();
        if state.cuts_fail {
            return Err(io::ErrorKind::Other.into());
        }
        let cut = self.inner.file().metadata()?.len() - length;
        state.space = state.space.saturating_add(usize::try_from(cut).unwrap());
        self.inner.truncate(length)
    }

    fn file(&self) -> &File {
        self.inner.file()
    }
}
