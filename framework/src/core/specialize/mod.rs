//! Autoref specialisation: generated code treats a value by the traits that its type has.
//!
//! A macro sees only tokens, so it cannot know whether a type is a `Result` or implements
//! `Serialize`. It writes a method call instead, on a reference, and method resolution takes the
//! first of several traits that fits. See [Autoref-based stable
//! specialization](https://github.com/dtolnay/case-studies/blob/master/autoref-specialization/README.md).

mod parameter_kind;
mod return_type;

pub use parameter_kind::{
    Candidates, Check, DefaultOpaque, DefaultProbe, DefaultSerialize, Describe, DescribeVariable,
    Fill, ParameterKind, Read, ReadVariable, SentParameter, TakenParameter,
};
pub use return_type::{
    IntoToolError, ReturnType, ReturnedValue, ReturnsBoxedError, ReturnsContents, ReturnsOutput,
    ReturnsResult, ReturnsValue,
};
