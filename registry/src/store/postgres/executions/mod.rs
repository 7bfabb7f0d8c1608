//! The log of the calls of all servers of a database.
//!
//! A call is answered after its record is in the file of its own server. A [`LogCopy`] carries the
//! records from there into the table `executions`, in batches, and remembers how far it has come: after
//! an outage, or when the process was killed, it goes on there. The id of a record is its key, so one
//! that is carried twice is there once.
//!
//! [`SharedLog`] reads and writes the table, and [`CallHistory`] is what people read: the table, or
//! the files of this server where there is none.

mod call_history;
mod log_copy;
mod reader;
mod shared_log;

pub use self::{
    call_history::{CallHistory, HistoryRecords},
    log_copy::LogCopy,
    shared_log::SharedLog,
};
