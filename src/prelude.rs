//! What most servers import: `use toolwright::prelude::*`.
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

pub use toolwright_macros::{prompt, resource, tool};

pub use crate::{
    core::{
        Audio, Completion, Content, Context, Image, Json, LogLevel, PromptMessage,
        ResourceContents, State, ToolError, ToolOutput,
    },
    prompts, resources,
    server::Server,
    tools,
};
