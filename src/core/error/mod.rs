//! The errors that a call can end with.

mod invalid_arguments;
mod tool_error;

pub(in crate::core) use invalid_arguments::shorten;
pub use invalid_arguments::{InvalidArguments, Problem};
pub use tool_error::{Failure, NotFound, Refusal, ToolError};
