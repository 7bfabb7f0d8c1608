//! [`RollingFile`]: the file that is written now, a new one each day.
//!
//! A file whose last line is incomplete, because the process that wrote it was killed, is repaired.

use std::{
    ffi::OsString,
    fs::{File, TryLockError},
    io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
};

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::de::IgnoredAny;
use toolwright_base::files::{append_to_private, create_private_folders};

use super::{
    error::LogError,
    folder,
    folder::{FileName, LogFile, TORN, day_of, is_deleted},
    options::LogOptions,
    retention,
    retention::Retention,
};

/// The most files of one day.
const MAX_SLOTS: u32 = 10_000;

/// Writes records into the file of the day, and opens the next one at midnight UTC or when the file
/// is full.
#[derive(Debug)]
pub(super) struct RollingFile {
    options: LogOptions,
    current: Option<Current>,
    /// The name of the file that was opened last.
    last: Option<FileName>,
    /// The thread that syncs the former file and deletes old ones, after a change of file.
    sweeping: Option<JoinHandle<()>>,
    /// Whether the clock jumped by more than a day. Then ages of files are not known.
    has_clock_jumped: bool,
}

/// The open file, which is locked for this process.
#[derive(Debug)]
struct Current {
    day: NaiveDate,
    path: PathBuf,
    file: Box<dyn LogFile>,
    /// The second in which the file was last found in its folder.
    seen: i64,
    length: u64,
}

/// How many bytes of the records are in the file, in complete lines, and why not all.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) bytes: usize,
    pub(super) failure: Option<io::Error>,
}

impl RollingFile {
    /// Prepares the folder, repairs and deletes files of former processes, and opens the file of
    /// today.
    pub(super) fn open(options: LogOptions) -> Result<Self, LogError> {
        let mut file = Self {
            options,
            current: None,
            last: None,
            sweeping: None,
            has_clock_jumped: false,
        };
        let started = file.start();
        started.map_err(|error| LogError::folder(&file.options.folder, error))?;
        Ok(file)
    }

    fn start(&mut self) -> io::Result<()> {
        let folder = &self.options.folder;
        folder::prepare(folder)?;
        let now = (self.options.clock)();
        for (_, path) in folder::files(folder)? {
            self.repair(&path, now)?;
        }
        retention::sweep(folder, day_of(now), self.retention());
        self.current = Some(self.open_file(now)?);
        Ok(())
    }

    /// Writes `records`, a line each, into the file of the day.
    pub(super) fn write(&mut self, records: &[u8]) -> Written {
        let mut bytes = 0;
        let failure = match self.file() {
            Ok(file) => write_all(file, records, &mut bytes).err(),
            Err(error) => Some(error),
        };
        if let Some(error) = &failure {
            bytes = self.cut_back(records, bytes, error);
        }
        if let Some(current) = &mut self.current {
            current.length += bytes as u64;
        }
        Written { bytes, failure }
    }

    /// Returns what is kept of the log. The current file may grow into the rest.
    fn retention(&self) -> Retention {
        let days = (!self.has_clock_jumped).then_some(self.options.days_kept);
        let bytes = self.options.max_bytes;
        Retention {
            days,
            bytes: bytes.saturating_sub(self.options.longest_file()),
        }
    }

    /// Syncs the file to the disk and closes it.
    pub(super) fn close(&mut self) {
        if let Some(current) = self.current.take() {
            current.sync();
        }
        if let Some(sweeping) = self.sweeping.take() {
            let _ = sweeping.join();
        }
    }

    /// Returns the file of the day, and opens it if necessary.
    fn file(&mut self) -> io::Result<&mut dyn LogFile> {
        let now = (self.options.clock)();
        let today = day_of(now);
        let is_usable = match &mut self.current {
            Some(current) => {
                let is_full = current.length >= self.options.longest_file();
                current.day == today && !is_full && current.is_there(now)?
            }
            None => false,
        };
        if !is_usable {
            let opened = self.open_file(now)?;
            if let Some(former) = self.current.replace(opened) {
                self.roll_over(former, today);
            }
        }
        match &mut self.current {
            Some(current) => Ok(&mut *current.file),
            None => Err(io::Error::other("no file is open")),
        }
    }

    /// Opens and locks the first file of the day that no other process has locked and that is not
    /// full. Those before the last one that was opened are tried last.
    fn open_file(&mut self, now: DateTime<Utc>) -> io::Result<Current> {
        let day = day_of(now);
        let last = self.last.filter(|last| last.day == day);
        let first = last.map_or(1, |last| last.slot);
        for slot in (first..=MAX_SLOTS).chain(1..first) {
            let name = FileName { day, slot };
            let path = self.options.folder.join(name.to_string());
            let Some(file) = self.lock(&path)? else {
                continue;
            };
            repair_last_line(&*file, &path, now)?;
            let length = file.file().metadata()?.len();
            if length >= self.options.longest_file() {
                continue;
            }
            self.last = Some(name);
            return Ok(Current {
                day,
                path,
                file,
                seen: now.timestamp(),
                length,
            });
        }
        let problem = format!("there are {MAX_SLOTS} files of today");
        Err(io::Error::other(problem))
    }

    /// Opens and locks a file, unless another process has locked it.
    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn LogFile>>> {
        loop {
            let file = match self.options.disk.open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    create_private_folders(&self.options.folder)?;
                    self.options.disk.open(path)?
                }
                opened => opened?,
            };
            match file.file().try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
                // It was deleted before it was locked: others would open another file.
                Ok(()) if is_deleted(file.file())? => {}
                Ok(()) => return Ok(Some(file)),
            }
        }
    }

    /// Repairs the file of a process that has ended.
    fn repair(&self, path: &Path, now: DateTime<Utc>) -> io::Result<()> {
        match self.lock(path)? {
            Some(file) => repair_last_line(&*file, path, now),
            None => Ok(()),
        }
    }

    /// Removes an incomplete line after a failure. Returns how many bytes of `records` are left.
    fn cut_back(&mut self, records: &[u8], written: usize, error: &io::Error) -> usize {
        let whole = memchr::memrchr(b'\n', &records[..written]).map_or(0, |at| at + 1);
        let is_repaired = self.current.as_ref().is_some_and(|current| {
            let cut = current.take_back((written - whole) as u64);
            cut.inspect_err(|error| {
                tracing::warn!(file = %current.path.display(), "cannot cut off an incomplete record: {error}");
            })
            .is_ok()
        });
        // A file that is opened again is repaired first. On a full disk only space is missing.
        if !is_repaired || error.kind() != io::ErrorKind::StorageFull {
            self.current = None;
        }
        whole
    }

    /// Syncs the former file and deletes old ones, on a thread, so that no call waits for it.
    fn roll_over(&mut self, former: Current, today: NaiveDate) {
        if !(0..=1).contains(&(today - former.day).num_days()) {
            tracing::warn!(
                from = %former.day, to = %today,
                "the clock jumped: no execution log is deleted for its age until a restart"
            );
            self.has_clock_jumped = true;
        }
        // If the clock is set back, the file is opened and locked again.
        let _ = former.file.file().unlock();
        let folder = self.options.folder.clone();
        let kept = self.retention();
        let earlier = self.sweeping.take();
        let spawned = thread::Builder::new()
            .name("execution-log-sweep".to_owned())
            .spawn(move || {
                // One after the other, so that none deletes what came after it began.
                let _ = earlier.map(JoinHandle::join);
                former.sync();
                drop(former);
                retention::sweep(&folder, today, kept);
            });
        match spawned {
            Ok(thread) => self.sweeping = Some(thread),
            Err(error) => tracing::warn!("cannot delete old execution logs: {error}"),
        }
    }
}

impl Current {
    /// Whether the file is still in its folder. Checked once a second.
    fn is_there(&mut self, now: DateTime<Utc>) -> io::Result<bool> {
        if self.seen == now.timestamp() {
            return Ok(true);
        }
        self.seen = now.timestamp();
        Ok(!is_deleted(self.file.file())?)
    }

    /// Cuts off the last `bytes`. This process is the only writer.
    fn take_back(&self, bytes: u64) -> io::Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let length = self.file.file().metadata()?.len();
        self.file.truncate(length.saturating_sub(bytes))
    }

    fn sync(&self) {
        if let Err(error) = self.file.file().sync_data() {
            tracing::warn!(file = %self.path.display(), "cannot sync the execution log to the disk: {error}");
        }
    }
}

/// Writes all of `records`, and counts the written bytes in `written`, also when it fails.
fn write_all(file: &mut dyn LogFile, records: &[u8], written: &mut usize) -> io::Result<()> {
    while *written < records.len() {
        match file.write(&records[*written..]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(bytes) => *written += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

const CHUNK: u64 = 64 << 10;

/// Moves an incomplete last line to a file beside this one. The file must have no other writer.
pub(super) fn repair_last_line(
    file: &dyn LogFile,
    path: &Path,
    now: DateTime<Utc>,
) -> io::Result<()> {
    let length = file.file().metadata()?.len();
    let start = last_line(file.file(), length)?;
    if start == length || is_complete(file.file(), start, length)? {
        return Ok(());
    }
    let beside = beside(path);
    keep_aside(file.file(), start, length, &beside, now)?;
    file.truncate(start)?;
    tracing::warn!(
        file = %path.display(),
        kept = %beside.display(),
        bytes = length - start,
        "the last record of the execution log is incomplete: moved it to a file of its own"
    );
    Ok(())
}

/// Returns the position of the last line, or the end of the file if it is empty.
fn last_line(mut file: &File, length: u64) -> io::Result<u64> {
    // The newline at the very end belongs to the last line.
    let mut end = length.saturating_sub(1);
    let mut chunk = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(CHUNK);
        chunk.clear();
        file.seek(SeekFrom::Start(start))?;
        file.take(end - start).read_to_end(&mut chunk)?;
        if let Some(at) = memchr::memrchr(b'\n', &chunk) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Whether a line is one JSON object with a newline after it.
fn is_complete(mut file: &File, start: u64, length: u64) -> io::Result<bool> {
    let mut edge = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut edge)?;
    if edge != *b"\n" {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut edge)?;
    file.seek(SeekFrom::Start(start))?;
    let line = BufReader::new(file.take(length - start));
    Ok(edge == *b"{" && serde_json::from_reader::<_, IgnoredAny>(line).is_ok())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(TORN);
    name.into()
}

/// Appends the line to the file for such lines, under a comment with the time, and syncs it to the
/// disk.
fn keep_aside(
    mut file: &File,
    start: u64,
    length: u64,
    beside: &Path,
    now: DateTime<Utc>,
) -> io::Result<()> {
    let mut aside = append_to_private(beside)?;
    let time = now.to_rfc3339_opts(SecondsFormat::Secs, true);
    writeln!(aside, "# {} bytes, cut off at {time}", length - start)?;
    file.seek(SeekFrom::Start(start))?;
    io::copy(&mut file.take(length - start), &mut aside)?;
    aside.write_all(b"\n")?;
    aside.sync_all()
}
