//! The structured result of the tool `rows`.

use schemars::JsonSchema;
use serde::Serialize;

/// A structured result.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Table {
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// What was measured.
    pub value: f64,
    /// Whether it counts.
    pub active: bool,
}

impl Table {
    /// A table of `n` rows.
    #[must_use]
    pub fn of(n: usize) -> Self {
        Self {
            rows: (0..n).map(Row::of).collect(),
        }
    }
}

impl Row {
    fn of(number: usize) -> Self {
        Self {
            number,
            name: format!("row {number}"),
            value: number as f64 / 8.0,
            active: number.is_multiple_of(2),
        }
    }
}
