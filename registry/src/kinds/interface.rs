//! [`Interface`]: what a kind says about its tool; [`Described`]: what its engine says about it.

use toolwright::{schema::Schema, tool::Hints};

use crate::parameters::Parameters;

/// The definition that a kind derives for its tool, for the fields that the author left out.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Interface {
    /// The description for agents.
    pub description: Option<String>,
    /// The parameters that agents see, in place of the declared ones.
    pub parameters: Option<Parameters>,
    /// The schema of the structured result.
    pub output_schema: Option<Schema>,
    /// What the tool does to its surroundings. The author's own hints go before.
    pub hints: Hints,
    /// Whether calls may run at the same time.
    pub is_parallel: Option<bool>,
}

impl Interface {
    /// Creates the interface of a tool that only reads, and only from this server.
    pub fn of_reading() -> Self {
        Self {
            hints: Hints::default()
                .read_only(true)
                .idempotent(true)
                .open_world(false),
            is_parallel: Some(true),
            ..Self::default()
        }
    }

    /// Sets the parameters that agents see.
    #[must_use]
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = Some(parameters);
        self
    }

    /// Sets the schema of the structured result.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Schema) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// Sets the hints.
    #[must_use]
    pub const fn with_hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }
}

/// The parameters and the columns of a query, as its database describes them.
#[derive(Debug)]
pub struct Described {
    pub parameters: Vec<DescribedValue>,
    pub columns: Vec<DescribedValue>,
}

/// A parameter or a column of a query.
#[derive(Debug)]
pub struct DescribedValue {
    pub name: String,
    /// The type in JSON schemas.
    pub json_type: String,
    /// The type in the database.
    pub database_type: String,
}
