//! The way from a request to a tool: who may call what, how often, and what is checked.
//!
//! The [`Executor`] is the only way to call a tool. It looks the tool up, asks the [`Policy`] for a
//! [`Permit`], sets the deadline, and hands the call to the server's [`Govern`]ance, if it has one.
//! [`Middleware`](crate::middleware::Middleware) runs inside of that, closest to the tool.
//!
//! ```
//! use toolwright::{
//!     Server,
//!     govern::{NamePattern, Policy},
//! };
//!
//! // Tools with other names are not listed, and answer like tools that do not exist.
//! let server = Server::new("demo").policy(Policy::only([NamePattern::new("get_*")]));
//! ```

#[cfg(feature = "governance")]
pub use crate::executor::governance::{CallerShare, Governance, ShareAnswer, SharedLimits};
pub use crate::{
    core::{ItemCall, ItemKind, ItemOutput, NamePattern, Repair, RepairKind},
    executor::{
        CallLoad, DEFAULT_TIMEOUT, Execution, Executor, ExecutorOptions, Govern, ItemPermit,
        Permit, Pipeline, Policy, RefusedCall, ToolExecutionResult,
    },
};
