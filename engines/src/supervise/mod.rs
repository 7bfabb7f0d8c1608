//! Child processes: how they are launched, spoken to, limited and stopped.
//!
//! Every child runs this program first, as `toolwright worker ROLE …` ([`Role`]). An engine says
//! only what runs; this module sees to it that nothing outlives the call or the server.
//!
//! | kind of child | started by | use it for |
//! |---|---|---|
//! | `Worker` | [`worker`] | code of ours that may crash or run away: it confines itself and starts no process |
//! | [`Supervised`] | [`run`], [`service`] and the private database | foreign programs, which start processes of their own |
//!
//! A foreign program runs below a *supervisor*, a process of ours between the server and the
//! program:
//!
//! ```text
//! server ── order ──▶ supervisor ── launch: limits, exec ──▶ program ──▶ its children
//!        ◀─ report ─┘  stops everything below it when the program ends or the socket closes
//! ```
//!
//! | file | holds |
//! |---|---|
//! | [`role`] | the names under which this program is a child process |
//! | [`supervised`], [`control`] | the two ends of the socket between server and supervisor |
//! | `supervisor` | what every supervisor does: start, watch, kill, report |
//! | [`launch`], `limits` | from a supervisor to the program: limits, parent-death signal, `exec` |
//! | [`sandbox`], [`sandbox_policy`] | what a program can reach, if the kernel can confine it |
//! | [`handover`] | secrets that are kept out of the environment of a server that executes code |
//! | `process_tree`, `proc_fs` | which processes descend from this one, and who gets orphans |
//! | [`json_line`], `program` | small parts that all of them share |
//!
//! # Guarantees
//! - A child dies with its parent: workers when their pipe closes or by their CPU limit, supervisors
//!   when their socket closes, and programs by the parent-death signal of their supervisor.
//! - A deadline kills a program and all of its descendants, also those that left its process group.
//! - Limits are in force before the first instruction of a foreign program.
//!
//! Without a [`sandbox`], foreign programs have the rights of the server's account.

pub mod control;
pub mod handover;
pub mod json_line;
pub mod launch;
mod limits;
mod proc_fs;
mod process_tree;
mod program;
pub mod role;
pub mod run;
pub mod sandbox;
pub mod sandbox_policy;
pub mod service;
pub mod supervised;
mod supervisor;
pub mod worker;

#[cfg(feature = "embedded-postgres")]
pub use self::role::Role;
#[cfg(feature = "embedded-postgres")]
pub use self::supervised::Supervised;
pub use self::{
    program::{find_program, this_program},
    supervisor::ProgramExit,
};
