//! What a tool, a resource, a prompt, a context and an error are. Imports nothing else of this crate.

#[cfg(feature = "governance")]
mod backoff;
mod call;
mod catalog;
mod completion;
mod content;
mod error;
mod future;
mod lock;
mod middleware;
mod peer;
mod prompt;
mod redaction;
mod resource;
mod schema;
mod specialize;
pub(crate) mod token;
mod tool;
mod variables;

#[cfg(feature = "governance")]
pub(crate) use backoff::Backoff;
pub use call::{
    Ask, CallLog, CallTracer, Context, ExecutionId, Root, Roots, Sample, SampleAnswer, Services,
    State, StateType, States, TraceContext, TracedCall, TracedError, confirm,
};
pub(crate) use catalog::RegisteredItem;
pub use catalog::{
    Catalog, CatalogError, Change, FoundResource, Registration, Snapshot, ToolSource,
};
pub use completion::{Completion, complete_enum, complete_with, no_completion};
pub use content::{
    Annotations, Audio, Content, Image, Media, Meta, ResourceContents, ResourceLink, Role,
};
pub use error::{Failure, InvalidArguments, NotFound, Problem, Refusal, ToolError};
pub use future::BoxFuture;
pub(crate) use lock::lock;
pub use middleware::{Call, Chain, Middleware, Next};
pub(crate) use peer::TASKS_EXTENSION;
pub use peer::{
    AskError, ClientCapabilities, ClientProfile, Implementation, InputRequest, LogLevel, Notice,
    Origin, Peer, SampleMessage, SampleRequest,
};
pub use prompt::{IntoPromptOutput, Prompt, PromptDef, PromptMessage, PromptOutput};
pub use redaction::Redactor;
#[cfg(feature = "tools")]
pub(crate) use redaction::Secret;
pub use resource::{
    IntoResourceOutput, Resource, ResourceDef, ResourceOutput, TemplateError, UriTemplate,
};
#[cfg(feature = "governance")]
pub(crate) use schema::describe;
pub use schema::{
    HasLength, InputSchema, Numeric, Parameter, Schema, StringLike, ToolParameter, example_of,
    schema_of,
};
pub use specialize::{
    DefaultOpaque, DefaultProbe, DefaultSerialize, IntoToolError, ReturnType, ReturnsBoxedError,
    ReturnsResult, ReturnsValue,
};
pub use tool::{
    Arguments, Hints, IntoToolOutput, Json, NamePattern, ParameterCheck, RateLimit, Repair,
    RepairKind, TaskSupport, Tool, ToolDef, ToolOutput, Violations, parse_arguments,
};
pub use variables::{Variable, Variables};
