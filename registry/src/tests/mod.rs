//! Tests of definitions: what is accepted, and what is said about the rest.

mod agents;
mod engines;
mod kind_mistakes;
mod kinds;
mod mistakes;
mod problem;
mod spellings;

pub(super) use engines::engines;
