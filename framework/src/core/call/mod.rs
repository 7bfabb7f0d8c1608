//! One call: its [`Context`], what it can ask its client, and the interfaces that record it.
//!
//! A context stands on a [`Peer`](crate::core::peer::Peer), the client behind the call, and on the
//! [`Services`] of the server. The methods of `Context` that ask the client stand beside what they
//! return: [`Ask`], [`Sample`], [`Roots`].

mod ask;
mod call_log;
mod call_tracer;
mod confirm;
mod context;
mod elicitation;
mod execution_id;
mod form;
mod from_context;
mod notify;
mod roots;
mod sample;
mod services;
mod state;
mod trace_context;
mod waited_time;

pub use ask::Ask;
pub use call_log::CallLog;
pub use call_tracer::{CallTracer, TracedCall, TracedError};
pub use confirm::confirm;
pub use context::Context;
pub use execution_id::ExecutionId;
pub use from_context::FromContext;
pub use roots::{Root, Roots};
pub use sample::{Sample, SampleAnswer};
pub use services::Services;
pub use state::{State, StateType, States};
pub use trace_context::TraceContext;
