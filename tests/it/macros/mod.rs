//! The macros and the framework behind them, end to end through the in-memory client.

mod answers;
mod argument_errors;
mod binary;
mod catalogue;
mod completion;
mod constraints;
mod discovery;
mod failures;
mod hand_written;
mod hooks;
mod injection;
mod item_middleware;
mod middleware;
mod misfits;
mod mounting;
mod parameters;
mod prompts;
mod questions;
mod resources;
mod schemas;
