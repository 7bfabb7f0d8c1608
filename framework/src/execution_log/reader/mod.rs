//! [`LogReader`]: reads the execution log, also while it is written.
//!
//! Lines that are incomplete, too long or not records are skipped and counted. No file is locked or
//! changed.

mod backward_lines;
mod begun_calls;
mod entry;
mod filter;
mod follower;
mod forward_lines;
mod line;
mod log_reader;
mod records;
mod since;
mod snapshot;
#[cfg(test)]
mod tests;

pub use self::{
    entry::Entry, filter::Filter, follower::Follower, line::Skipped, log_reader::LogReader,
    records::Records, since::Since,
};
