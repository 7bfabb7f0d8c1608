//! Confined workers: processes of this program that do what could crash the server.
//!
//! A worker answers requests with lines of JSON. It starts no processes, opens nothing, and the
//! kernel ends it at its limits. For foreign programs, see [`run`](super::run).
//!
//! ```text
//! engine ── request: a line of JSON, and bytes that belong to it ──▶ Worker ── pipe ──▶ process
//!        ◀── a line of JSON, or a WorkerExit ──────────────────────         ◀── pipe ──
//! ```
//!
//! | side | uses |
//! |---|---|
//! | the engine, in the server | [`Worker`], whose end is a [`WorkerExit`] |
//! | the process | [`Confinement`], within which it does its work |

mod confinement;
mod exit;
mod process;

pub(crate) use confinement::Confinement;
pub(crate) use exit::{OUT_OF_TIME, WorkerExit};
pub(crate) use process::Worker;
