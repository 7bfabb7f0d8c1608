//! Tools: what an agent can call.
//!
//! [`#[tool]`](macro@crate::tool) turns a function into a [`Tool`]: the doc comment is the
//! description, the parameters are the schema, and the return type says what clients get. Implement
//! the trait by hand for tools that are only known at run time.
//!
//! ```
//! use toolwright::prelude::*;
//!
//! /// The weather of tomorrow.
//! #[derive(serde::Serialize, schemars::JsonSchema)]
//! struct Weather {
//!     degrees: f64,
//! }
//!
//! /// Forecast the weather.
//! #[tool(read_only, timeout = "5s")]
//! async fn forecast(
//!     /// Where.
//!     #[length(1..=100)]
//!     city: String,
//! ) -> Result<Weather, ToolError> {
//!     match city.as_str() {
//!         "Bergen" => Ok(Weather { degrees: 7.5 }),
//!         other => Err(ToolError::failed(format!("no station in `{other}`"))),
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let client = Server::new("demo").tools(tools![forecast]).client().await?;
//! let output = client.call("forecast", serde_json::json!({"city": "Bergen"})).await?;
//! assert_eq!(output.structured_value(), Some(serde_json::json!({"degrees": 7.5})));
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "governance")]
pub use crate::core::ArgumentChange;
pub use crate::core::{
    Arguments, BoxFuture, ErrorKind, Failure, Hints, Icon, IntoToolError, IntoToolOutput,
    InvalidArguments, Json, NotFound, Permitted, Problem, RateLimit, Refusal, Slow, TaskSupport,
    Tool, ToolDef, ToolError, ToolOutput,
};
