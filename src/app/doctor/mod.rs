//! `toolwright doctor`: reports what is configured, whether it works, and how to fix what does not.
//!
//! It uses each engine as a tool would, so an embedded engine is started for the check. Each part
//! has a file with one `check` function; [`report`] is what they fill.

mod command;
mod database;
mod embeddings;
#[cfg(feature = "registry")]
mod findings;
mod folder;
mod report;
mod sandbox;
#[cfg(feature = "access")]
mod tokens;
mod vectors;

pub(super) use self::command::{DoctorArguments, run};
#[cfg(feature = "registry")]
pub(super) use self::findings::findings;
