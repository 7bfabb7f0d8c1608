//! [`LogReader`]: reads the execution log, also while it is written.
//!
//! Lines that are incomplete, too long or not records are skipped and counted. No file is locked or
//! changed.

mod filter;
mod lines;
mod log_reader;
mod log_tail;
mod records;
#[cfg(test)]
mod tests;

pub use self::{
    filter::{LogFilter, Since},
    lines::{LogEntry, Skipped},
    log_reader::{Follower, LogReader},
    log_tail::LogTail,
    records::Records,
};
