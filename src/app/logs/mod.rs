//! `toolwright logs`: shows calls from the execution log.
//!
//! [`command`] selects the records, [`call_summary`] formats one call in a line, and
//! [`call_printer`] prints; [`remote`] asks a server elsewhere. The records themselves are read by [`toolwright::execution_log`].

mod call_printer;
mod call_summary;
mod command;
mod remote;

pub(super) use self::command::{LogsArguments, run};
