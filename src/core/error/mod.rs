//! The errors that a call can end with.

mod invalid_arguments;
mod tool_error;

#[cfg(feature = "governance")]
pub(crate) use invalid_arguments::describe;
pub use invalid_arguments::{InvalidArguments, ParameterCheck, Problem};
pub use tool_error::{Failure, Missing, Refusal, ToolError};
