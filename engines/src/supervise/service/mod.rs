//! Foreign programs that stay and answer requests: [`Service`].
//!
//! The program runs below a supervisor (`toolwright worker service`). It gets a socket as its
//! standard input, on which it answers lines; what it prints goes to a pipe of its own, so that it
//! cannot break the protocol:
//!
//! ```text
//! Service ── order ──▶ supervisor ── launch ──▶ the program ──▶ its children
//!         ◀─ report ─┘  kills all of them                │
//!         ◀──────── a line of JSON each way ─────────────┤
//!         ◀──────── standard output and standard error ──┘
//! ```
//!
//! The supervisor kills the program and all of its descendants when the program has exited, and when
//! the [`Service`] is dropped or the server was killed. For a program that runs once, see
//! [`run`](super::run); for code of ours, [`worker`](super::worker).

mod exit;
mod order;
mod process;
pub mod supervisor;

pub use self::{exit::ServiceExit, order::ServiceOrder, process::Service};
