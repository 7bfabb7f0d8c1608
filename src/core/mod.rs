//! What a tool, a resource, a prompt, a context and an error are. Imports nothing else of this crate.

mod arguments;
mod ask;
#[cfg(feature = "governance")]
mod backoff;
mod call_log;
mod catalog;
mod client_profile;
mod completion;
mod constraint;
mod content;
mod context;
mod default_value;
mod discovered;
mod enumeration;
mod error;
mod example;
mod execution_id;
mod form;
mod invalid_arguments;
mod lock;
mod middleware;
mod name_pattern;
mod output;
mod parameter;
mod patience;
mod peel;
mod peer;
mod prompt;
mod redaction;
mod repair;
mod resource;
mod roots;
mod sampling;
mod schema;
#[cfg(feature = "tools")]
mod secret;
mod services;
mod snapshot;
mod source;
mod state;
pub(crate) mod token;
mod tool;
mod tool_def;
mod trace;
mod uri_template;
mod variables;

pub use arguments::{Arguments, parse_arguments};
pub use ask::{Ask, AskError};
#[cfg(feature = "governance")]
pub(crate) use backoff::Backoff;
pub use call_log::CallLog;
pub use catalog::{Catalog, Change};
pub use client_profile::{
    ClientCapabilities, ClientProfile, Implementation, Origin, TASKS_EXTENSION,
};
pub use completion::{Completion, complete_enum, complete_with, no_completion};
pub use constraint::{Measured, Ranged, Textual, Violations};
pub use content::{
    Annotations, Audio, Content, Image, Media, Meta, ResourceContents, ResourceLink, Role,
};
pub use context::{Context, confirm};
pub use default_value::{DefaultOpaque, DefaultProbe, DefaultSerialize};
pub use discovered::Discovered;
pub(crate) use discovered::Item;
pub use error::{Failure, Missing, Refusal, ToolError};
pub use example::example_of;
pub use execution_id::ExecutionId;
#[cfg(feature = "governance")]
pub(crate) use invalid_arguments::describe;
pub use invalid_arguments::{InvalidArguments, ParameterCheck, Problem};
pub(crate) use lock::lock;
pub use middleware::{Call, Chain, Middleware, Next};
pub use name_pattern::NamePattern;
pub use output::{IntoToolOutput, Json, ToolOutput};
pub use parameter::{Parameter, ToolParameter};
pub use peel::{Peel, PeelBoxed, PeelResult, PeelValue, ToolFailure};
pub use peer::{InputRequest, LogLevel, Notice, Peer};
pub use prompt::{IntoPromptOutput, Prompt, PromptDef, PromptMessage, PromptOutput};
pub use redaction::Redactor;
pub use repair::{Repair, RepairKind};
pub use resource::{FoundResource, IntoResourceOutput, Resource, ResourceDef, ResourceOutput};
pub use roots::{Root, Roots};
pub use sampling::{Sample, SampleAnswer, SampleMessage, SampleRequest};
pub use schema::{InputSchema, Schema, schema_of};
#[cfg(feature = "tools")]
pub(crate) use secret::Secret;
pub use services::Services;
pub use snapshot::{CatalogError, Snapshot};
pub use source::ToolSource;
pub use state::{State, StateType, States};
pub use tool::{BoxFuture, Tool};
pub use tool_def::{Hints, RateLimit, TaskSupport, ToolDef};
pub use trace::{CallTracer, TraceContext, TracedCall, TracedError};
pub use uri_template::{TemplateError, UriTemplate};
pub use variables::{Variable, Variables};
