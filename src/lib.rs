#![doc = include_str!("../README.md")]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

// The macros name this crate by its absolute path, also inside of it.
extern crate self as toolwright;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "tools")]
pub mod app;
mod cli;
#[cfg(feature = "tools")]
mod config;
mod core;
#[cfg(feature = "governance")]
mod data;
mod executor;
mod lists;
pub mod prelude;
mod server;
#[cfg(feature = "tools")]
mod tools;

#[cfg(fuzzing)]
#[doc(hidden)]
pub use crate::server::fuzzing;
#[cfg(feature = "governance")]
pub use crate::{
    data::execution_log::{ExecutionLog, LogError, LogOptions},
    executor::{governance::Governance, middleware},
};
pub use toolwright_macros::{prompt, resource, tool};

pub use crate::{
    core::*,
    executor::{
        DEFAULT_TIMEOUT, Execution, Executor, Govern, Permit, Pipeline, Plan, PlanReport, Policy,
        RefusedCall, Step, ToolExecutionResult,
    },
    server::{
        BuiltServer, Client, Error, HttpOptions, InputQuestion, Reaction, Result, Revision, Server,
        StdioOptions,
    },
};
