//! Processes that do what this one must not die of: the same program once more, started as `toolwright worker ENGINE LIMITS`.
//!
//! ```text
//! engine ── a line of JSON, and what belongs to it ──▶ Process ── pipe ──▶ worker: confined, then at work
//!        ◀── a line of JSON, or an Ending ──────────          ◀── pipe ──          ended by the kernel at its limits
//! ```
//!
//! | who | has |
//! |---|---|
//! | the engine, in the server | [`Process`], which says its [`Ending`] |
//! | the worker, in its process | [`limits`] that it was started with, and [`Confinement`], within which it works |
//! | both | [`line`] |

mod confinement;
mod exit;
mod process;

pub(crate) use super::json_line::line;
pub(crate) use super::role::{broken, limits};
pub(crate) use super::this_program::this_program;
pub(crate) use confinement::Confinement;
pub(crate) use exit::{Ending, OUT_OF_TIME};
pub(crate) use process::Process;

/// The first argument of a program that is a worker. The second says of which engine, the third within which limits.
pub(crate) const COMMAND: &str = "worker";
