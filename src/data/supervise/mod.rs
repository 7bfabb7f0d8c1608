//! Child processes: how they are launched, fed, limited and stopped.

mod find_program;
mod json_line;
mod launch;
mod process_tree;
mod rlimit;
mod role;
pub(crate) mod run;
#[cfg(feature = "embedded-postgres")]
pub(crate) mod stop_signal;
mod subreaper;
mod this_program;
pub(crate) mod worker;

pub(crate) use self::find_program::find_program;
#[cfg(feature = "embedded-postgres")]
pub(crate) use self::subreaper::die_with;
