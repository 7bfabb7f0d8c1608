//! `toolwright logs`: shows calls from the execution log.
//!
//! [`command`] selects the records, [`summary`] formats one call in a line, and [`sheet`] prints.
//! The records themselves are read by [`crate::data::execution_log`].

mod command;
mod sheet;
mod summary;

pub(super) use self::command::{LogsArguments, run};
