//! [`BackwardLines`]: a file from its end.

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
    /// What was read and not yet given out. It stands in the file from `start` on.
    buffer: Vec<u8>,
    start: u64,
    /// How much is read next.
    chunk: usize,
    /// Whether the end of the line that is looked for was thrown away, and if so, whether there was a newline.
    thrown_away: Option<bool>,
    is_first: bool,
    longest: usize,
}

impl BackwardLines {
    /// The lines before `end`.
    pub(super) fn open(path: &Path, end: u64) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            buffer: Vec::new(),
            start: end,
            chunk: CHUNK,
            thrown_away: None,
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

    /// How much stands after the last newline.
    pub(super) fn torn(&mut self) -> io::Result<u64> {
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

    /// Reads what stands before the buffer.
    fn read_back(&mut self) -> io::Result<()> {
        let length = usize::try_from(self.start).map_or(self.chunk, |start| start.min(self.chunk));
        let mut bytes = vec![0; length];
        self.start -= length as u64;
        self.file.seek(SeekFrom::Start(self.start))?;
        self.file.read_exact(&mut bytes)?;
        if self.buffer.len() > self.longest + 1 {
            let has_end = self.buffer.ends_with(b"\n");
            self.thrown_away.get_or_insert(has_end);
            self.buffer.clear();
        }
        bytes.append(&mut self.buffer);
        self.buffer = bytes;
        // A line that is long is not looked through again and again.
        self.chunk = (self.chunk * 2).min(self.longest.max(CHUNK));
        Ok(())
    }

    /// Takes the last line out of the buffer, which begins at `at`.
    fn take(&mut self, at: usize) -> Option<Line> {
        let mut text = self.buffer.split_off(at);
        let thrown_away = self.thrown_away.take();
        let has_end = thrown_away.unwrap_or_else(|| text.pop_if(|last| *last == b'\n').is_some());
        let is_too_long = thrown_away.is_some() || text.len() > self.longest;
        let is_last = mem::take(&mut self.is_first);
        if is_last && !has_end {
            return Some(Line::Torn);
        }
        Some(if is_too_long {
            Line::TooLong
        } else {
            Line::Whole(text)
        })
    }
}

impl Lines for BackwardLines {
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        loop {
            // The newline at the end is that of the line itself.
            let own = usize::from(self.thrown_away.is_none() && self.buffer.ends_with(b"\n"));
            let searched = &self.buffer[..self.buffer.len() - own];
            if let Some(at) = memchr::memrchr(b'\n', searched) {
                return Ok(self.take(at + 1));
            }
            if self.start == 0 {
                if self.buffer.is_empty() && self.thrown_away.is_none() {
                    return Ok(None);
                }
                return Ok(self.take(0));
            }
            self.read_back()?;
        }
    }
}
