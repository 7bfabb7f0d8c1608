//! The cost of validating a value against a schema, counted before anything is validated.
//!
//! The library that validates has no limits: forty definitions, each with two references to the next,
//! are 3 KB of schema and 2⁴⁰ steps. So the steps are counted here first, in time that is linear in
//! the schema and in the value, and validation only begins if they are few enough.
//!
//! - [`SchemaCost::of`] refuses a schema that applies too many subschemas to one and the same value.
//! - [`SchemaCost::steps`] counts the steps for one value. A schema that refers to itself may apply
//!   two subschemas to each inner value, so that the steps double with every level of the value.
//!
//! A step is one subschema that is applied to one value, which takes some 20 ns.

mod builder;
mod count;
mod cycles;
mod graph;
mod limits;
mod references;

use graph::Graph;
use limits::MAX_STEPS;
pub use limits::TooCostly;
use serde_json::Value;

use super::json_schema::Schema;

/// The cost of validating values against one schema.
#[derive(Debug)]
pub(super) struct SchemaCost {
    graph: Graph,
    /// The most steps for each byte of a value, if that does not depend on how deep the value is.
    per_byte: Option<u64>,
}

impl SchemaCost {
    /// Reads a schema.
    ///
    /// # Errors
    /// Says which part costs too much, or cannot be counted.
    pub(super) fn of(schema: &Schema) -> Result<Self, String> {
        let graph = builder::read(schema)?;
        graph.check_widths()?;
        graph.check_cycles()?;
        let per_byte = graph.per_byte()?;
        Ok(Self { graph, per_byte })
    }

    /// Whether a value of so many bytes of JSON takes at most `most` steps, whatever it is.
    pub(super) fn is_surely_within(&self, bytes: usize, most: u64) -> bool {
        self.per_byte
            .is_some_and(|steps| steps.saturating_mul(bytes as u64) <= most)
    }

    /// Counts the steps for `value`.
    ///
    /// # Errors
    /// [`TooCostly`] if there are more than `most`, or than are ever allowed.
    pub(super) fn steps(&self, value: &Value, most: u64) -> Result<u64, TooCostly> {
        count::steps(&self.graph, value, most.min(MAX_STEPS))
    }
}

#[cfg(test)]
mod tests;
