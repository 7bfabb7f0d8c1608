//! `toolwright doctor`: reports what is configured, whether it works, and how to fix what does not.
//!
//! It uses each engine as a tool would, so an embedded engine is started for the check. Each part
//! has a file with one `check` function; [`report`] is what they fill.

mod command;
mod database;
mod embeddings;
mod findings;
mod folder;
mod report;
mod sandbox;
mod tokens;
mod vectors;

pub(super) use self::{
    command::{DoctorArguments, run},
    findings::findings,
};
