//! What is counted about calls, and how Prometheus reads it.
//!
//! Every call counts, so counting is a few additions to numbers that its tool has of its own: nothing is looked up, locked or allocated
//! for it. Reading them is the slow side.

mod counters;
mod exposition;
mod histogram;
mod registry;
mod shards;

pub(super) use self::{
    counters::Counters,
    registry::{Metrics, State},
};
