//! Metrics of calls, in the text format of Prometheus.
//!
//! [`Counters`] counts the calls of one tool, [`Metrics`] has the counters of all tools and writes
//! them as text. Every call is counted, so counting is a few relaxed additions to memory that
//! threads do not share: nothing is looked up, locked or allocated. Reading is the slow side.

mod counters;
mod exposition;
mod registry;

pub(super) use self::{
    counters::Counters,
    registry::{Metrics, SampledValues},
};
