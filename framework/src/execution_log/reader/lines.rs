//! The lines of the log's files, from the end backwards or from the beginning forwards, and the [`LogEntry`]
//! that each has.
//!
//! A call of a tool that may change something has two: one that it began, and one that it ended.

use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Take},
    mem,
    path::Path,
};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

/// Longer lines are skipped.
pub(super) const MAX_LINE: usize = 64 << 20;

/// A line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LogLine {
    /// Without its newline.
    Complete(Vec<u8>),
    /// The last line, without a newline: a record that is being written, or was never completed.
    Incomplete,
    TooLong,
}

/// Reads a file line by line.
pub(super) trait Lines: Send {
    /// Returns the next line.
    fn next_line(&mut self) -> io::Result<Option<LogLine>>;
}

/// The number of lines that were skipped.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Skipped {
    pub(crate) incomplete: u64,
    /// Not records.
    pub(crate) foreign: u64,
    pub(crate) too_long: u64,
}

impl Skipped {
    /// Parses a line, or counts it as skipped.
    pub(super) fn read(&mut self, line: LogLine) -> Option<LogEntry> {
        match line {
            LogLine::Complete(text) => {
                let entry = LogEntry::parse(text);
                self.foreign += u64::from(entry.is_none());
                return entry;
            }
            LogLine::Incomplete => self.incomplete += 1,
            LogLine::TooLong => self.too_long += 1,
        }
        None
    }

    /// Returns the number of all lines that were skipped.
    pub const fn total(self) -> u64 {
        self.incomplete + self.foreign + self.too_long
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.incomplete, "incomplete"),
            (self.foreign, "not records"),
            (self.too_long, "too long"),
        ];
        let mut separator = "";
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count} {what}")?;
            separator = ", ";
        }
        Ok(())
    }
}

const CHUNK: usize = 64 << 10;

/// The lines of a file, the last first.
#[derive(Debug)]
pub(super) struct BackwardLines {
    file: File,
    /// The bytes that were read and not returned yet. They begin at `start` in the file.
    buffer: Vec<u8>,
    start: u64,
    /// How many bytes are read next.
    chunk: usize,
    /// Whether the current line is too long and its end was discarded, and if so, whether that had
    /// a newline.
    discarded: Option<bool>,
    is_first: bool,
    longest: usize,
}

impl BackwardLines {
    /// Opens a file to read the lines before `end`.
    pub(super) fn open(path: &Path, end: u64) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            buffer: Vec::new(),
            start: end,
            chunk: CHUNK,
            discarded: None,
            is_first: true,
            longest: MAX_LINE,
        })
    }

    #[cfg(test)]
    pub(super) fn sizes(self, chunk: usize, longest: usize) -> Self {
        Self {
            chunk,
            longest,
            ..self
        }
    }

    /// Returns the number of bytes after the last newline.
    pub(super) fn incomplete_bytes(&mut self) -> io::Result<u64> {
        let end = self.start;
        loop {
            if let Some(at) = memchr::memrchr(b'\n', &self.buffer) {
                return Ok(end - self.start - at as u64 - 1);
            }
            if self.start == 0 {
                return Ok(end);
            }
            self.buffer.clear();
            self.read_back()?;
        }
    }

    /// Reads the bytes before the buffer.
    fn read_back(&mut self) -> io::Result<()> {
        let length = usize::try_from(self.start).map_or(self.chunk, |start| start.min(self.chunk));
        let mut bytes = vec![0; length];
        self.start -= length as u64;
        self.file.seek(SeekFrom::Start(self.start))?;
        self.file.read_exact(&mut bytes)?;
        if self.buffer.len() > self.longest + 1 {
            let has_end = self.buffer.ends_with(b"\n");
            self.discarded.get_or_insert(has_end);
            self.buffer.clear();
        }
        bytes.append(&mut self.buffer);
        self.buffer = bytes;
        // So that a long line is not searched many times.
        self.chunk = (self.chunk * 2).min(self.longest.max(CHUNK));
        Ok(())
    }

    /// Removes the last line, which begins at `at`, from the buffer.
    fn take(&mut self, at: usize) -> Option<LogLine> {
        let mut text = self.buffer.split_off(at);
        let discarded = self.discarded.take();
        let has_end = discarded.unwrap_or_else(|| text.pop_if(|last| *last == b'\n').is_some());
        let is_too_long = discarded.is_some() || text.len() > self.longest;
        let is_last = mem::take(&mut self.is_first);
        if is_last && !has_end {
            return Some(LogLine::Incomplete);
        }
        Some(if is_too_long {
            LogLine::TooLong
        } else {
            LogLine::Complete(text)
        })
    }
}

impl Lines for BackwardLines {
    fn next_line(&mut self) -> io::Result<Option<LogLine>> {
        loop {
            // The newline at the end belongs to the line itself.
            let own = usize::from(self.discarded.is_none() && self.buffer.ends_with(b"\n"));
            let searched = &self.buffer[..self.buffer.len() - own];
            if let Some(at) = memchr::memrchr(b'\n', searched) {
                return Ok(self.take(at + 1));
            }
            if self.start == 0 {
                if self.buffer.is_empty() && self.discarded.is_none() {
                    return Ok(None);
                }
                return Ok(self.take(0));
            }
            self.read_back()?;
        }
    }
}

/// The lines of a file from `start` to `end`.
#[derive(Debug)]
pub(super) struct ForwardLines {
    input: BufReader<Take<File>>,
    /// The end of the last complete line.
    at: u64,
    longest: usize,
}

impl ForwardLines {
    pub(super) fn open(path: &Path, start: u64, end: u64) -> io::Result<Self> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(start))?;
        Ok(Self {
            input: BufReader::with_capacity(64 << 10, file.take(end.saturating_sub(start))),
            at: start,
            longest: MAX_LINE,
        })
    }

    /// Returns the end of the last complete line.
    pub(super) const fn at(&self) -> u64 {
        self.at
    }

    #[cfg(test)]
    pub(super) fn longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }
}

impl Lines for ForwardLines {
    fn next_line(&mut self) -> io::Result<Option<LogLine>> {
        let mut text = Vec::new();
        let mut length = 0;
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok((length > 0).then_some(LogLine::Incomplete));
            }
            let newline = memchr::memchr(b'\n', buffer);
            let part = &buffer[..newline.unwrap_or(buffer.len())];
            if text.len() + part.len() <= self.longest {
                text.extend_from_slice(part);
            }
            length += part.len() + usize::from(newline.is_some());
            let used = part.len() + usize::from(newline.is_some());
            self.input.consume(used);
            if newline.is_some() {
                self.at += length as u64;
                let is_complete = text.len() + 1 == length;
                return Ok(Some(if is_complete {
                    LogLine::Complete(text)
                } else {
                    LogLine::TooLong
                }));
            }
        }
    }
}

/// A record: the fields to filter by, and the whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The JSON object, without a newline.
    pub line: String,
    /// The id of the call.
    pub id: String,
    /// When the call began.
    pub time: DateTime<Utc>,
    /// When it was over.
    pub end: DateTime<Utc>,
    /// The name of the tool.
    pub tool: String,
    /// How the call ended, for instance `ok` or `timeout`.
    pub outcome: String,
    /// Who called, if that is known.
    pub caller: Option<String>,
    /// The name that the calling program gave itself.
    pub client: Option<String>,
    /// The agent whose endpoint was called.
    pub agent: Option<String>,
    /// Whether the call was a trial run.
    pub is_test: bool,
    /// The part of its time in which the call waited for a person or for the client.
    pub(super) waited_us: u64,
    /// Whether the call ended, and another record says that it began.
    pub(super) has_begin: bool,
}

/// The outcome of a call that begins.
const BEGUN: &str = "begun";

#[derive(Deserialize)]
struct EntryFields<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    time: Cow<'a, str>,
    #[serde(borrow)]
    tool: Cow<'a, str>,
    #[serde(borrow)]
    outcome: Cow<'a, str>,
    caller: Option<String>,
    client: Option<String>,
    agent: Option<String>,
    #[serde(default)]
    queued_us: u64,
    #[serde(default)]
    elapsed_us: u64,
    #[serde(default)]
    waited_us: u64,
    #[serde(default)]
    begun: bool,
    #[serde(default)]
    test: bool,
}

impl LogEntry {
    /// Parses a line. Returns `None` if it is not a record.
    pub fn parse(line: Vec<u8>) -> Option<Self> {
        let line = String::from_utf8(line).ok()?;
        let fields: EntryFields<'_> = serde_json::from_str(&line).ok()?;
        let time: DateTime<Utc> = fields.time.parse().ok()?;
        let took = i64::try_from(fields.queued_us.max(fields.elapsed_us)).ok()?;
        Some(Self {
            id: fields.id.into_owned(),
            time,
            end: time.checked_add_signed(TimeDelta::microseconds(took))?,
            tool: fields.tool.into_owned(),
            outcome: fields.outcome.into_owned(),
            caller: fields.caller,
            client: fields.client,
            agent: fields.agent,
            is_test: fields.test,
            waited_us: fields.waited_us,
            has_begin: fields.begun,
            line,
        })
    }

    /// Returns how long the call took.
    pub fn microseconds(&self) -> u64 {
        let took = (self.end - self.time).num_microseconds();
        took.and_then(|took| u64::try_from(took).ok()).unwrap_or(0)
    }

    /// Returns how long the call waited for answers of a person or of the client.
    pub fn waited_microseconds(&self) -> u64 {
        self.waited_us.min(self.microseconds())
    }

    /// Returns how long the call took without the time in which it waited for answers.
    ///
    /// ```
    /// use toolwright::log::LogEntry;
    ///
    /// let line = br#"{"id":"1","time":"2026-11-15T12:00:00Z","tool":"pay","outcome":"ok","elapsed_us":9000000,"waited_us":8000000}"#;
    /// let entry = LogEntry::parse(line.to_vec()).expect("a record");
    /// assert_eq!(entry.microseconds(), 9_000_000);
    /// assert_eq!(entry.working_microseconds(), 1_000_000);
    /// ```
    pub fn working_microseconds(&self) -> u64 {
        self.microseconds() - self.waited_microseconds()
    }

    /// Whether the call failed. One that waits for the answer of a person has not.
    pub fn has_failed(&self) -> bool {
        !matches!(self.outcome.as_str(), "ok" | "input_required" | BEGUN)
    }

    /// Whether the record says that the call began.
    #[doc(hidden)]
    pub fn is_begin(&self) -> bool {
        self.outcome == BEGUN
    }
}
