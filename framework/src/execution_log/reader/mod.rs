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

pub(crate) use self::{
    entry::Entry, filter::Filter, line::Skipped, log_reader::LogReader, since::Since,
};
#[cfg(feature = "registry")]
pub(crate) use self::{follower::Follower, records::Records};
