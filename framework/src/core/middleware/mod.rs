//! Code around everything that a server does for clients.
//!
//! A [`Call`] is a call of a tool, an [`ItemCall`] the use of anything else: a resource, a prompt, a
//! completion, a list. [`Middleware`] sees both.

mod call;
mod item_call;
mod middleware;

pub use call::Call;
pub use item_call::{ItemCall, ItemKind, ItemOutput};
pub use middleware::{Chain, ItemNext, ItemWork, Middleware, Next};
