//! Query results: rows that are bounded while they arrive, and rendered as JSON.
//!
//! [`Rows`] takes the values of a result one at a time, in PostgreSQL's text format. It keeps what
//! fits into the [limits](ReadLimits) and turns it into a [`Table`]: JSON records, and a note of
//! what was left out. [`json`] defines the JSON of each type, [`types`] finds a type by its OID.
//!
//! Nothing here reads from a socket. The [client](super::client) does, and pushes the values.

mod buffer;
mod columns;
mod json;
mod rows;
mod table;
#[cfg(test)]
mod tests;
mod types;

pub(super) use buffer::Buffer;
pub(super) use columns::Columns;
pub(super) use rows::{RenderError, Rows};
#[cfg(test)]
pub(super) use table::Limit;
pub(crate) use table::ReadLimits;
pub use table::{QueryLimits, Table, Truncation};
pub use types::TypeInfo;
pub(super) use types::{TYPES_SQL, TypeCache};
