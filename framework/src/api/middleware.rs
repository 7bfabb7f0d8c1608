//! Code around everything that a server does for clients.
//!
//! A [`Middleware`] sees a [`Call`], continues it with [`Next`], and sees its output. An async
//! function is one. The first that is added to a server is the outermost. A type that implements
//! [`Middleware`] can see resources, prompts, completions and lists too.
//!
//! ```
//! use toolwright::{Server, ToolError, ToolOutput, middleware::{Call, Next}};
//!
//! async fn upper_case(call: Call, next: Next) -> Result<ToolOutput, ToolError> {
//!     let output = next.run(call).await?;
//!     Ok(ToolOutput::text(output.joined_text().to_uppercase()))
//! }
//!
//! let server = Server::new("demo").middleware(upper_case);
//! ```
//!
//! The feature `governance` brings some that many servers want:
//!
//! | middleware | what it does |
//! |---|---|
//! | `Caching` | answers repeated calls from memory |
//! | `Retry` | tries calls again whose tool was unavailable |
//! | `SizeLimit` | shortens long answers and serves the rest as a resource |
//! | `Timing` | logs how long each call took |

pub use crate::core::{
    Call, Chain, ItemCall, ItemKind, ItemNext, ItemOutput, ItemWork, Middleware, Next,
};
#[cfg(feature = "governance")]
pub use crate::executor::middleware::{Caching, Retry, SizeLimit, Timing};
