//! [`Log`]: the log of PostgreSQL, in a file of limited size.

use std::{
    collections::VecDeque,
    fs::{self, File},
    io::{BufRead as _, BufReader, Read, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use toolwright_base::{files::append_to_private, lock};

/// The most bytes of a file. The one before it is kept.
const MAX_BYTES: u64 = 1024 * 1024;
/// How many lines are remembered for errors, and how many characters of each.
const REMEMBERED: usize = 12;
const MAX_REMEMBERED: usize = 300;
/// How many bytes of a long line are written at once.
const LINE: u64 = 8 * 1024;

/// The log of PostgreSQL. Failures to write it are ignored.
#[derive(Debug, Clone)]
pub(super) struct Log(Arc<Mutex<LogInner>>);

#[derive(Debug)]
struct LogInner {
    path: PathBuf,
    file: Option<File>,
    length: u64,
    last: VecDeque<String>,
}

impl Log {
    /// Opens the log in a folder.
    pub(super) fn open(folder: &Path) -> Self {
        let mut inner = LogInner {
            path: folder.join("postgres.log"),
            file: None,
            length: 0,
            last: VecDeque::new(),
        };
        inner.open();
        Self(Arc::new(Mutex::new(inner)))
    }

    /// Copies a pipe to the log, in a thread that ends with the pipe.
    pub(super) fn follow(&self, pipe: impl Read + Send + 'static) -> JoinHandle<()> {
        let log = self.clone();
        thread::spawn(move || {
            let mut pipe = BufReader::new(pipe);
            let mut line = Vec::new();
            while (&mut pipe)
                .take(LINE)
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                log.with(|inner| inner.write(&line));
                line.clear();
            }
        })
    }

    /// Returns the last lines that were written since they were [forgotten](Self::forget).
    pub(super) fn tail(&self) -> String {
        self.with(|inner| {
            inner
                .last
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join("; ")
        })
    }

    /// Forgets the last lines. They stay in the file.
    pub(super) fn forget(&self) {
        self.with(|inner| inner.last.clear());
    }

    fn with<T>(&self, work: impl FnOnce(&mut LogInner) -> T) -> T {
        work(&mut lock(&self.0))
    }
}

impl LogInner {
    fn open(&mut self) {
        self.file = append_to_private(&self.path).ok();
        let found = self.file.as_ref().and_then(|file| file.metadata().ok());
        self.length = found.map_or(0, |found| found.len());
    }

    fn write(&mut self, line: &[u8]) {
        if self.length + line.len() as u64 > MAX_BYTES {
            let _ = fs::rename(&self.path, self.path.with_extension("log.old"));
            self.open();
        }
        if let Some(file) = &mut self.file
            && file.write_all(line).is_ok()
        {
            self.length += line.len() as u64;
        }
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if !text.is_empty() {
            self.last
                .push_back(text.chars().take(MAX_REMEMBERED).collect());
        }
        while self.last.len() > REMEMBERED {
            self.last.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn the_file_has_a_limit_and_the_last_lines_are_remembered() {
        let folder = env::temp_dir().join(format!("toolwright-log-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let log = Log::open(&folder);
        let line = "x".repeat(1_000);
        let text: String = (0..2_500)
            .map(|number| format!("{number} {line}\n"))
            .collect();
        log.follow(std::io::Cursor::new(text.into_bytes()))
            .join()
            .unwrap();
        let length = |name| fs::metadata(folder.join(name)).unwrap().len();
        assert!(length("postgres.log") <= MAX_BYTES && length("postgres.log.old") <= MAX_BYTES);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        let tail = log.tail();
        assert!(tail.starts_with("2488 ") && tail.contains("; 2499 "));
        log.forget();
        assert_eq!(log.tail(), "");
        fs::remove_dir_all(folder).unwrap();
    }
}
