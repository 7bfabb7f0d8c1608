//! The sandbox on Linux.
//!
//! [`run`] enters the namespaces and waits for the program; [`run_init`] is process 1 of the
//! namespace; [`run_program`] confines itself and becomes the program.

mod capabilities;
mod init;
mod landlock;
mod namespaces;
mod paths;
mod program;
mod root;
mod seccomp;

pub(crate) use self::program::run;
pub use self::{
    init::{ROLE as INIT_ROLE, run as run_init},
    program::{ROLE as PROGRAM_ROLE, run_program},
};
