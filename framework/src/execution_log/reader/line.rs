//! [`Line`]: a line of a file, and [`Skipped`]: how many were not records.

use std::{fmt, io};

use super::entry::Entry;

/// Longer lines are skipped.
pub(super) const LONGEST_LINE: usize = 64 << 20;

/// A line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Without its newline.
    Complete(Vec<u8>),
    /// The last line, without a newline: a record that is being written, or was never completed.
    Incomplete,
    TooLong,
}

/// Reads a file line by line.
pub(super) trait Lines: Send {
    /// Returns the next line.
    fn next_line(&mut self) -> io::Result<Option<Line>>;
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
    pub(super) fn read(&mut self, line: Line) -> Option<Entry> {
        match line {
            Line::Complete(text) => {
                let entry = Entry::parse(text);
                self.foreign += u64::from(entry.is_none());
                return entry;
            }
            Line::Incomplete => self.incomplete += 1,
            Line::TooLong => self.too_long += 1,
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
