//! The sandbox on Linux.
//!
//! [`run`] enters the namespaces and waits for the program; [`run_init`] is process 1 of the
//! namespace; [`run_program`] confines itself and becomes the program.

mod files;
mod namespaces;
mod program;
mod seccomp;

pub(crate) use self::program::run;
pub use self::{
    namespaces::{INIT_ROLE, run_init},
    program::{PROGRAM_ROLE, run_program},
};
