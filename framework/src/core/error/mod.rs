//! The errors of a call.
//!
//! [`ToolError`] is the error of every call. [`InvalidArguments`] is the part of it that a model
//! can mend: data only; `tool/explanation` fills it in.

mod invalid_arguments;
mod kind;
mod tool_error;

pub use invalid_arguments::{InvalidArguments, Problem};
pub(in crate::core) use invalid_arguments::{is_short, shorten};
pub use kind::ErrorKind;
pub(crate) use tool_error::MissingCapability;
pub use tool_error::{Failure, NotFound, Refusal, Slow, ToolError};
