//! Programs that run in a folder of their own, within limits: [`Processes::run`].
//!
//! A program starts others, and those may leave its process group and outlive it. So there is a process between it and this one that
//! everything below it falls to: the keeper, which is this same program under another name (`toolwright worker process`).
//!
//! ```text
//! Processes ── job ──▶ keeper ── launch: limits, exec ──▶ the program ──▶ whatever it starts
//!          ◀─ report ─┘  adopts what loses its parent, counts processes and memory, kills all of it
//!          ◀──────────── standard output, standard error ───┘
//! ```
//!
//! When the program has ended, has used up its time or has gone too far, and when nobody waits for it any more (the future was dropped, the
//! server was killed), the keeper kills all that came of it. It is not a sandbox: a program may do what this process may do, and one that
//! wants to hurt the keeper can.
//!
//! What a program leaves in its folder stays on a [`Shelf`] for a while.

mod job;
mod limit_watch;
mod limits;
pub(super) mod order;
mod outcome;
mod output;
mod runner;
pub(crate) mod supervisor;

pub(crate) use self::{
    job::Job,
    limits::Limits,
    outcome::{Outcome, Stop},
    runner::Processes,
    supervisor::WORKER,
};
