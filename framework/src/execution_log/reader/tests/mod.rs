//! Reading real files, line by line and record by record.

mod following;
mod lines;
mod records;

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{Entry, LogReader};

/// A folder that is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolwright-reader-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn reader(&self) -> LogReader {
        LogReader::new(&self.0)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn add(&self, name: &str, text: &str) {
        let former = fs::read_to_string(self.path(name)).unwrap_or_default();
        self.write(name, &(former + text));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A record of a call that began at this time of 2026-11, with a newline.
fn record(id: &str, time: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"time\":\"2026-11-{time}Z\",\"tool\":\"add\",\"outcome\":\"ok\",\"elapsed_us\":100}}\n"
    )
}

fn ids(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.id.as_str()).collect()
}
