//! What a tool, a resource, a prompt, a context and an error are. Imports nothing else of this crate.

#[cfg(feature = "governance")]
mod backoff;
mod call;
mod catalog;
mod completion;
mod content;
mod error;
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
    Ask, AskError, CallLog, CallTracer, Context, ExecutionId, Root, Roots, Sample, SampleAnswer,
    SampleMessage, SampleRequest, Services, State, StateType, States, TraceContext, TracedCall,
    TracedError, confirm,
};
pub(crate) use catalog::Item;
pub use catalog::{Catalog, CatalogError, Change, Discovered, Snapshot, ToolSource};
pub use completion::{Completion, complete_enum, complete_with, no_completion};
pub use content::{
    Annotations, Audio, Content, Image, Media, Meta, ResourceContents, ResourceLink, Role,
};
#[cfg(feature = "governance")]
pub(crate) use error::describe;
pub use error::{Failure, InvalidArguments, Missing, ParameterCheck, Problem, Refusal, ToolError};
pub(crate) use lock::lock;
pub use middleware::{Call, Chain, Middleware, Next};
pub use peer::{
    ClientCapabilities, ClientProfile, Implementation, InputRequest, LogLevel, Notice, Origin,
    Peer, TASKS_EXTENSION,
};
pub use prompt::{IntoPromptOutput, Prompt, PromptDef, PromptMessage, PromptOutput};
pub use redaction::Redactor;
#[cfg(feature = "tools")]
pub(crate) use redaction::Secret;
pub use resource::{
    FoundResource, IntoResourceOutput, Resource, ResourceDef, ResourceOutput, TemplateError,
    UriTemplate,
};
pub use schema::{
    InputSchema, Measured, Parameter, Ranged, Schema, Textual, ToolParameter, Violations,
    example_of, schema_of,
};
pub use specialize::{
    DefaultOpaque, DefaultProbe, DefaultSerialize, Peel, PeelBoxed, PeelResult, PeelValue,
    ToolFailure,
};
pub use tool::{
    Arguments, BoxFuture, Hints, IntoToolOutput, Json, NamePattern, RateLimit, Repair, RepairKind,
    TaskSupport, Tool, ToolDef, ToolOutput, parse_arguments,
};
pub use variables::{Variable, Variables};
