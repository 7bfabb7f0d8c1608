//! [`Table`]: a rendered result, and the limits that it was bounded by.

use std::{
    fmt,
    time::{Duration, Instant},
};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// The result of a query.
#[derive(Debug)]
pub struct Table {
    /// The columns, in their order.
    pub columns: Vec<Column>,
    /// An array of objects. Their keys are the columns' names, in the same order.
    pub records: Box<RawValue>,
    /// The number of records.
    pub returned: usize,
    /// What was left out, if anything was.
    pub truncated: Option<Truncation>,
}

/// A column of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The name. Of several columns with the same name, the second `id` is called `id_2`.
    pub(crate) name: String,
    /// The name of the type in SQL.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
}

/// The parts that were left out of a result, and the limit that caused it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Truncation {
    /// The limit that was reached. If rows are missing, the limit that they are missing for.
    pub(crate) reason: Limit,
    /// The value of that limit.
    pub(crate) limit: usize,
    /// The number of rows in the result.
    pub(crate) returned: usize,
    /// The number of values that were cut. Only the beginning of each is returned, as text.
    pub(crate) cut_cells: usize,
    /// The columns that contain cut values.
    pub(crate) cut_columns: Vec<String>,
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
            Limit::Rows => {
                write!(
                    f,
                    "Returned the first {returned} of more rows (limit: {limit})."
                )
            }
            Limit::Bytes => write!(
                f,
                "Returned the first {returned} of more rows (limit: {limit} bytes for all records)."
            ),
            Limit::Cell => write!(f, "Cut {cut_cells} values (limit: {limit} bytes each)."),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truncation_names_the_limit_and_what_was_returned() {
        let message = |reason, limit| {
            let truncation = Truncation {
                reason,
                limit,
                returned: 3,
                cut_cells: 2,
                cut_columns: vec!["a".into()],
            };
            truncation.to_string()
        };
        assert_eq!(
            message(Limit::Rows, 1000),
            "Returned the first 3 of more rows (limit: 1000)."
        );
        assert_eq!(
            message(Limit::Bytes, 4096),
            "Returned the first 3 of more rows (limit: 4096 bytes for all records)."
        );
        assert_eq!(
            message(Limit::Cell, 64),
            "Cut 2 values (limit: 64 bytes each)."
        );
    }
}
