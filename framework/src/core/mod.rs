//! The framework's own types: tools, resources, prompts, the context of a call, errors. It imports
//! nothing else of this crate.
//!
//! The rooms, from the bottom up; each uses only those before it:
//!
//! | room | what it has |
//! |---|---|
//! | [`content`] | blocks of text, images and the like |
//! | [`schema`] | JSON schemas of Rust types |
//! | [`error`] | the errors of a call |
//! | [`peer`] | the client behind a call |
//! | [`call`] | the context of a call |
//! | [`tool`] | tools, their definitions, arguments and outputs |
//! | [`variables`], [`completion`] | the parameters of resources and prompts |
//! | [`specialize`] | what generated code needs to tell types apart |
//! | [`resource`], [`prompt`] | the two other things that a server offers |
//! | [`middleware`] | code around calls of tools and uses of the rest |
//! | [`catalog`] | the tools, resources and prompts that exist |
//!
//! The names below are for the other layers. The rooms import each other by their own paths.

mod belonging;
mod call;
mod catalog;
mod completion;
mod content;
mod error;
mod future;
mod middleware;
mod name_pattern;
mod peer;
mod prompt;
mod resource;
mod schema;
mod specialize;
mod tool;
mod variables;

pub use belonging::Belonging;
pub use call::{
    Ask, CallLog, CallTracer, Context, ExecutionId, FromContext, PassedOn, Root, Roots, Sample,
    SampleAnswer, Services, State, StateType, States, TraceContext, TracedCall, TracedError,
    confirm,
};
pub use catalog::{
    Catalog, CatalogError, CatalogItem, Change, FoundResource, Registration, Snapshot, ToolSource,
};
pub(crate) use catalog::{ReadResource, RegisteredItem, ResourceReader};
pub use completion::{
    Completer, Completion, complete_enum, complete_with, no_completion, states_of,
};
pub use content::{
    Annotations, Audio, Bytes, Content, Image, IntoContents, Media, Meta, ResourceContents,
    ResourceLink, Role,
};
pub(crate) use error::MissingCapability;
pub use error::{
    ErrorKind, Failure, InvalidArguments, NotFound, Problem, Refusal, Slow, ToolError,
};
pub use future::{BoxFuture, blocking, compute};
pub use middleware::{
    Call, Chain, ItemCall, ItemKind, ItemNext, ItemOutput, ItemWork, Middleware, Next,
};
pub use name_pattern::NamePattern;
pub use peer::{
    AccessRole, AskError, Caller, ClientCapabilities, ClientProfile, ClientSession, Identity,
    Implementation, InputRequest, LogLevel, Notice, Origin, Peer, RequestHead, Rights,
    SampleMessage, SampleRequest, UnknownRole, VirtualServer, VirtualServers,
};
pub(crate) use peer::{SessionRoom, TASKS_EXTENSION};
pub use prompt::{IntoPromptOutput, Prompt, PromptDef, PromptMessage, PromptOutput};
pub use resource::{
    IntoResourceOutput, Resource, ResourceDef, ResourceOutput, ResourceWatch, TemplateError,
    UriTemplate,
};
pub use schema::{
    HasLength, InputSchema, Numeric, Parameter, Schema, StringLike, ToolParameter, example_of,
    schema_of,
};
#[cfg(feature = "governance")]
pub use schema::{SchemaMisfit, SchemaValidator, TooCostly, compile};
#[cfg(feature = "governance")]
pub(crate) use schema::{UNIQUE_ITEMS, describe, describe_format, describe_pattern, misfits};
pub use specialize::{
    Candidates, Check, DefaultOpaque, DefaultProbe, DefaultSerialize, Describe, DescribeVariable,
    Fill, IntoToolError, ParameterKind, Read, ReadVariable, ReturnType, ReturnedValue,
    ReturnsBoxedError, ReturnsContents, ReturnsOutput, ReturnsResult, ReturnsValue, SentParameter,
    TakenParameter,
};
#[cfg(feature = "governance")]
pub use tool::{ArgumentChange, check_schema};
pub use tool::{
    Arguments, Hints, Icon, IntoToolOutput, Json, ParameterCheck, Permitted, RateLimit,
    ReadArguments, Repair, RepairKind, TaskSupport, Tool, ToolDef, ToolOutput, Violations,
    catalog_problem, keep_parsed, mirrored_headers, parse_arguments, received, sent,
    structured_schema, take_parsed,
};
#[cfg(feature = "client")]
pub(crate) use tool::{header_problem, headers};
#[cfg(feature = "governance")]
pub(crate) use tool::{value_size, whole};
pub use variables::{Variable, Variables};
