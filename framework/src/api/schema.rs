//! JSON schemas of parameters and results.
//!
//! `#[tool]` computes the schema of a tool from its signature. Tools that are only known at run
//! time build theirs with an [`InputSchema`], or bring any [`Schema`] of type `object`.
//!
//! ```
//! use serde_json::json;
//! use toolwright::schema::{InputSchema, Parameter};
//!
//! let schema = InputSchema::new()
//!     .parameter(Parameter::<String>::new("city").describe("Where."))
//!     .parameter(Parameter::<Option<u8>>::new("days").range(1..=14))
//!     .build();
//! assert_eq!(
//!     serde_json::Value::Object(schema),
//!     json!({
//!         "type": "object",
//!         "properties": {
//!             "city": {"type": "string", "description": "Where."},
//!             "days": {"type": "integer", "minimum": 1, "maximum": 14},
//!         },
//!         "required": ["city"],
//!         "additionalProperties": false,
//!     })
//! );
//! ```

pub use crate::core::{
    HasLength, InputSchema, Numeric, Parameter, Schema, StringLike, ToolParameter, catalog_problem,
    example_of, mirrored_headers, schema_of, structured_schema,
};
#[cfg(feature = "governance")]
pub use crate::core::{SchemaMisfit, SchemaValidator, TooCostly, check_schema, compile};
