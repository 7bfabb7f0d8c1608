//! [`TypeInfo`]: the name of a type, and the JSON of its values.

use std::sync::Arc;

use crate::data::postgres::render::json::JsonForm;

/// A type of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::data::postgres) struct TypeInfo {
    /// The name of the type in SQL.
    pub(in crate::data::postgres) name: Arc<str>,
    pub(in crate::data::postgres) form: JsonForm,
}
