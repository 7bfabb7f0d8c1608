//! Several calls in one request.
//!
//! The steps of a [`Plan`] run in order; neighbours whose tools are `parallel` run together. A step
//! that fails is a result with its error, and the others run all the same. Agents get the tool
//! `run_plan` from a server that was built with [`Server::plans`](crate::Server::plans).
//!
//! ```
//! use toolwright::{plan::Plan, prelude::*};
//!
//! /// Add two numbers.
//! #[tool(parallel)]
//! async fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Server::new("demo").tools(tools![add]).client().await?;
//! let plan: Plan = serde_json::from_str(
//!     r#"[{"tool": "add", "arguments": {"a": 1, "b": 2}}, {"tool": "subtract"}]"#,
//! )?;
//! let report = client.run_plan(plan).await?;
//! assert_eq!((report.succeeded, report.failed), (1, 1));
//! # Ok(())
//! # }
//! ```

pub use crate::executor::{Audience, Plan, PlanReport, Step};
