//! A client in memory, for tests: no port and no process.
//!
//! [`Server::client`](crate::Server::client) builds and starts a server and returns its client.
//! Calls take the same path as those from the wire.
//!
//! ```
//! use serde_json::json;
//! use toolwright::{client::Reaction, prelude::*};
//!
//! /// Greet whoever is there.
//! #[tool]
//! async fn greet(ctx: Context) -> Result<String, ToolError> {
//!     let name: String = ctx.ask("Who is there?").await?;
//!     Ok(format!("Hello {name}"))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let client = Server::new("demo").tools(tools![greet]).client().await?;
//! let client = client.answering(|_| Reaction::Accept(json!({"value": "Ada"})));
//! let greeting = client.call("greet", json!({})).await?;
//! assert_eq!(greeting.joined_text(), "Hello Ada");
//! # Ok(())
//! # }
//! ```

pub use crate::server::{Client, InputQuestion, Reaction};
