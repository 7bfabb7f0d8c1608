//! The items that most servers import: `use toolwright::prelude::*`.
//!
//! ```
//! use toolwright::prelude::*;
//!
//! /// Greet somebody.
//! #[tool]
//! async fn greet(ctx: Context, name: String) -> Result<String, ToolError> {
//!     ctx.info(format!("greeting {name}")).await;
//!     Ok(format!("Hello {name}"))
//! }
//!
//! let server = Server::new("demo").tools(tools![greet]);
//! ```
//!
//! `Ctx` is a second name of [`Context`], for files that import another `Context`, such as that of
//! `anyhow` or of the standard library:
//!
//! ```
//! use std::task::Context;
//! use toolwright::prelude::*;
//!
//! /// Greet whoever calls.
//! #[tool]
//! async fn greet(ctx: Ctx) -> String {
//!     format!("Hello {:?}", ctx.client().info)
//! }
//! ```

pub use toolwright_macros::{prompt, resource, tool};

pub use crate::{
    core::{
        Audio, Bytes, Call, Completion, Content, Context, Context as Ctx, Image, Json, LogLevel,
        Next, PromptMessage, ResourceContents, State, ToolError, ToolOutput,
    },
    prompts, resources,
    server::Server,
    tools,
};
