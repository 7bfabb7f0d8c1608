//! Autoref specialisation: generated code treats values by what their type implements.

mod default_value;
mod return_type;

pub use default_value::{DefaultOpaque, DefaultProbe, DefaultSerialize};
pub use return_type::{IntoToolError, ReturnType, ReturnsBoxedError, ReturnsResult, ReturnsValue};
