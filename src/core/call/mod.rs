//! One call: its [`Context`], what it can ask of its client, and how it is recorded.

mod ask;
mod call_log;
mod context;
mod execution_id;
mod form;
mod patience;
mod roots;
mod sample;
mod services;
mod state;
mod trace;

pub use ask::{Ask, AskError};
pub use call_log::CallLog;
pub use context::{Context, confirm};
pub use execution_id::ExecutionId;
pub use roots::{Root, Roots};
pub use sample::{Sample, SampleAnswer, SampleMessage, SampleRequest};
pub use services::Services;
pub use state::{State, StateType, States};
pub use trace::{CallTracer, TraceContext, TracedCall, TracedError};
