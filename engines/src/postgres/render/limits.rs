//! [`QueryLimits`] and [`ReadLimits`]: how much a query may return, and how long it may take.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

/// The limits of every query, as they are configured.
#[derive(Debug, Clone, Copy)]
pub struct QueryLimits {
    /// The maximum number of rows.
    pub rows: usize,
    /// The maximum size of all records together, in bytes of JSON.
    pub bytes: usize,
    /// The maximum size of one value, in bytes of PostgreSQL's text format.
    pub cell_bytes: usize,
    /// The maximum time that a query may take.
    pub timeout: Duration,
}

impl QueryLimits {
    /// Returns the limits of a query that starts now and must end by `deadline`.
    pub fn until(self, deadline: Instant) -> ReadLimits {
        ReadLimits {
            rows: self.rows,
            bytes: self.bytes,
            cell_bytes: self.cell_bytes,
            deadline: deadline.min(Instant::now() + self.timeout),
        }
    }
}

/// The limits of one query that has started.
#[derive(Debug, Clone, Copy)]
pub struct ReadLimits {
    /// The maximum number of rows.
    pub(crate) rows: usize,
    /// The maximum size of all records together, in bytes of JSON.
    pub(crate) bytes: usize,
    /// The maximum size of one value, in bytes of PostgreSQL's text format.
    pub(crate) cell_bytes: usize,
    /// The time by which the whole result must have arrived.
    pub deadline: Instant,
}

/// A limit that cut a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// The number of rows.
    Rows,
    /// The bytes of all records together.
    Bytes,
    /// The bytes of one value.
    Cell,
}
