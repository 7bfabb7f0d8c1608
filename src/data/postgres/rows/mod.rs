//! The rows of an answer: taken off the wire within their limits, and written down as JSON.

mod answer;
mod description;
mod store;
mod table;

pub(super) use answer::Rows;
pub(super) use description::Description;
pub(super) use store::Store;
#[cfg(test)]
pub(super) use table::Limit;
pub(crate) use table::{QueryLimits, ReadLimits, Table, Truncation};
