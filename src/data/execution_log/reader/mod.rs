//! Reading the log, also while it is written: [`LogReader`].
//!
//! A line that is torn, too long or not a record is skipped and counted. Nothing here locks or changes a file.

mod backward_lines;
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
