//! [`CallPrinter`]: prints calls on standard output.

use std::io::{self, BufWriter, Stdout, Write as _};

use serde_json::Value;
use toolwright::{cli::output::Paint, log::LogEntry};
use toolwright_base::escaped_json;

use super::call_summary::CallSummary;

/// Prints calls on standard output: for people, or as the records of the log.
pub(super) struct CallPrinter {
    output: BufWriter<Stdout>,
    paint: Paint,
    json: bool,
    is_empty: bool,
}

impl CallPrinter {
    pub(super) fn new(json: bool) -> Self {
        Self {
            output: BufWriter::new(io::stdout()),
            paint: Paint::for_stdout(),
            json,
            is_empty: true,
        }
    }

    /// Returns whether nothing was printed.
    pub(super) const fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Prints a call in one line.
    pub(super) fn line(&mut self, entry: &LogEntry) -> io::Result<()> {
        self.is_empty = false;
        if self.json {
            return writeln!(self.output, "{}", escaped_json(&entry.line));
        }
        writeln!(self.output, "{}", CallSummary::of(entry).render(self.paint))
    }

    /// Prints a call in full.
    pub(super) fn whole(&mut self, entry: &LogEntry) -> io::Result<()> {
        if self.json {
            self.line(entry)?;
        } else {
            let value: Value = serde_json::from_str(&entry.line)?;
            let json = serde_json::to_string_pretty(&value)?;
            writeln!(self.output, "{}", escaped_json(&json))?;
        }
        self.end()
    }

    /// Flushes the output.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
