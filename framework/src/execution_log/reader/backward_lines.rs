//! [`BackwardLines`]: the lines of a file, the last first.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    mem,
    path::Path,
};

use super::line::{LONGEST_LINE, Line, Lines};

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
            longest: LONGEST_LINE,
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
    fn take(&mut self, at: usize) -> Option<Line> {
        let mut text = self.buffer.split_off(at);
        let discarded = self.discarded.take();
        let has_end = discarded.unwrap_or_else(|| text.pop_if(|last| *last == b'\n').is_some());
        let is_too_long = discarded.is_some() || text.len() > self.longest;
        let is_last = mem::take(&mut self.is_first);
        if is_last && !has_end {
            return Some(Line::Incomplete);
        }
        Some(if is_too_long {
            Line::TooLong
        } else {
            Line::Complete(text)
        })
    }
}

impl Lines for BackwardLines {
    fn next_line(&mut self) -> io::Result<Option<Line>> {
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
