//! Autoref specialisation: generated code treats a value by the traits that its type has.
//!
//! A macro sees only tokens, so it cannot know whether a type is a `Result` or implements
//! `Serialize`. It writes a method call instead, on a reference, and method resolution takes the
//! first of several traits that fits. See [Autoref-based stable
//! specialization](https://github.com/dtolnay/case-studies/blob/master/autoref-specialization/README.md).

mod default_value;
mod parameter_kind;
mod parameter_operations;
mod return_type;
mod returned_value;

pub use default_value::{DefaultOpaque, DefaultProbe, DefaultSerialize};
pub use parameter_kind::{ParameterKind, SentParameter, TakenParameter};
pub use parameter_operations::{
    Candidates, Check, Describe, DescribeVariable, Fill, Read, ReadVariable,
};
pub use return_type::{IntoToolError, ReturnType, ReturnsBoxedError, ReturnsResult, ReturnsValue};
pub use returned_value::{ReturnedValue, ReturnsContents, ReturnsOutput};
