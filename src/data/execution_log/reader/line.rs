//! [`Line`]: what stands between two newlines, and what is skipped of it.

use std::{fmt, io};

use super::entry::Entry;

/// A longer line is not read: it is not one of ours, or nobody wants it on a screen.
pub(super) const LONGEST_LINE: usize = 64 << 20;

/// One line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Without its newline.
    Whole(Vec<u8>),
    /// The last, without a newline at its end: a record that is being written, or never was.
    Torn,
    TooLong,
}

/// Lines, one after the other.
pub(super) trait Lines: Send {
    /// The next line.
    fn next_line(&mut self) -> io::Result<Option<Line>>;
}

/// How many lines were skipped.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// Without an end.
    pub(crate) torn: u64,
    /// Not records.
    pub(crate) foreign: u64,
    /// Longer than is read.
    pub(crate) too_long: u64,
}

impl Skipped {
    /// The record in a line, if there is one.
    pub(super) fn read(&mut self, line: Line) -> Option<Entry> {
        match line {
            Line::Whole(text) => {
                let entry = Entry::parse(text);
                self.foreign += u64::from(entry.is_none());
                return entry;
            }
            Line::Torn => self.torn += 1,
            Line::TooLong => self.too_long += 1,
        }
        None
    }

    pub(crate) const fn total(self) -> u64 {
        self.torn + self.foreign + self.too_long
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.torn, "torn"),
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
