//! [`Table`]: what was read, and what of it was left out.

use std::{
    fmt,
    time::{Duration, Instant},
};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// How much is read at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadLimits {
    /// Rows.
    pub(crate) rows: usize,
    /// Bytes of all records together, in JSON.
    pub(crate) bytes: usize,
    /// Bytes of one value, in PostgreSQL's text form.
    pub(crate) cell_bytes: usize,
    /// When the answer must be there.
    pub(crate) deadline: Instant,
}

/// How much every query may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueryLimits {
    /// The most rows of a result.
    pub(crate) rows: usize,
    /// The most bytes of a result.
    pub(crate) bytes: usize,
    /// The most bytes of one value.
    pub(crate) cell_bytes: usize,
    /// How long a query may take.
    pub(crate) timeout: Duration,
}

impl QueryLimits {
    /// For a query that begins now and whose answer must be there at `deadline`.
    pub(crate) fn until(self, deadline: Instant) -> ReadLimits {
        ReadLimits {
            rows: self.rows,
            bytes: self.bytes,
            cell_bytes: self.cell_bytes,
            deadline: deadline.min(Instant::now() + self.timeout),
        }
    }
}

/// What was read.
#[derive(Debug)]
pub(crate) struct Table {
    /// The columns, in their order.
    pub(crate) columns: Vec<Column>,
    /// An array of objects, whose keys are the columns' names in the same order.
    pub(crate) records: Box<RawValue>,
    /// How many objects there are.
    pub(crate) returned: usize,
    /// What was left out.
    pub(crate) truncated: Option<Truncation>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Column {
    /// Its name. When there are several of one name, the second `id` is `id_2`.
    pub(crate) name: String,
    /// Its type, as SQL calls it.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
}

/// What was left out of a table, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Truncation {
    /// Which limit was met. Of several, the one that rows are missing for.
    pub(crate) reason: Limit,
    /// The limit.
    pub(crate) limit: usize,
    /// How many rows are there.
    pub(crate) returned: usize,
    /// How many values were cut. Of each there is the beginning, as a text.
    pub(crate) cut_cells: usize,
    /// The columns in which values were cut.
    pub(crate) cut_columns: Vec<String>,
}

/// A limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// Of rows.
    Rows,
    /// Of bytes of all records together.
    Bytes,
    /// Of bytes of one value.
    Cell,
}

impl fmt::Display for Truncation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            limit,
            returned,
            cut_cells,
            ..
        } = self;
        match self.reason {
            Limit::Rows => write!(
                f,
                "Only the first {returned} rows are here: {limit} is the most."
            ),
            Limit::Bytes => write!(
                f,
                "Only the first {returned} rows are here: all records together may have {limit} bytes."
            ),
            Limit::Cell => write!(
                f,
                "{cut_cells} values were cut: one may have {limit} bytes."
            ),
        }
    }
}
