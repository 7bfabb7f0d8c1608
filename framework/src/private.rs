//! The items that generated code names. They are not part of the public interface.

pub use std::{
    boxed::Box,
    format,
    marker::PhantomData,
    module_path,
    num::NonZeroU32,
    option::Option,
    result::Result,
    string::String,
    sync::{Arc, LazyLock},
    time::Duration,
    vec,
    vec::Vec,
};

pub use inventory;
pub use regex_lite::Regex;
pub use serde;
pub use serde_json::json;
pub use toolwright_macros::with_implementation;

pub use crate::core::{
    Arguments, BoxFuture, Candidates, Check, Completion, Context, DefaultOpaque, DefaultProbe,
    DefaultSerialize, Describe, DescribeVariable, Fill, FromContext, Icon, InputSchema,
    IntoPromptOutput, IntoResourceOutput, Parameter, ParameterCheck, ParameterKind, Permitted,
    Prompt, PromptDef, PromptOutput, RateLimit, Read, ReadArguments, ReadVariable, Registration,
    Resource, ResourceDef, ResourceOutput, ReturnType, ReturnedValue, ReturnsBoxedError,
    ReturnsContents, ReturnsOutput, ReturnsResult, ReturnsValue, SentParameter, StateType,
    TakenParameter, Tool, ToolDef, ToolError, ToolOutput, Variable, Variables, Violations,
    blocking, complete_enum, complete_with, confirm, keep_parsed, no_completion, parse_arguments,
    received, sent, states_of, take_parsed,
};

/// Joins the lines of a doc comment as the compiler sees them, some of which were expressions.
#[must_use]
pub fn doc_comment(lines: &[&str]) -> String {
    let lines = lines
        .iter()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
