//! [`ForwardLines`]: the lines of a file, the first first.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Take},
    path::Path,
};

use super::line::{LONGEST_LINE, Line, Lines};

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
            longest: LONGEST_LINE,
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
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut text = Vec::new();
        let mut length = 0;
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok((length > 0).then_some(Line::Incomplete));
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
                    Line::Complete(text)
                } else {
                    Line::TooLong
                }));
            }
        }
    }
}
