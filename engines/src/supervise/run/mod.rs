//! Running a foreign program to its end, within limits: [`Runner::run`].
//!
//! The program runs below a supervisor (`toolwright worker process`):
//!
//! ```text
//! Runner ── order ──▶ supervisor ── launch ──▶ the program ──▶ its children
//!        ◀─ report ─┘  adopts orphans, counts processes and memory, kills all of them
//!        ◀──────────── standard output, standard error ───┘
//! ```
//!
//! The supervisor kills the program and all of its descendants when the program has exited, when
//! its time is over, when it exceeds a limit, and when nobody waits for it any more: the future was
//! dropped or the server was killed.
//!
//! Outside of a [sandbox](super::sandbox), a program has the rights of the server's account, and
//! can kill its supervisor. Then the server kills what the program has started
//! (`process_tree`). For code of ours that must be confined, see
//! [`worker`](super::worker).

mod job;
mod runner;
pub mod supervisor;

pub use self::{
    job::Job,
    runner::{Outcome, Runner},
};
pub use super::{limits::RunLimits, supervisor::StopReason};
