//! The rows of an answer: taken off the wire within their limits, and written down as JSON.

mod buffer;
mod columns;
mod json;
mod rows;
mod table;
#[cfg(test)]
mod tests;
mod types;

pub(super) use buffer::Store;
pub(super) use columns::Description;
pub(super) use rows::Rows;
#[cfg(test)]
pub(super) use table::Limit;
pub(crate) use table::{QueryLimits, ReadLimits, Table, Truncation};
pub(super) use types::{Catalogue, Known, TYPES_SQL};
