//! One call: its [`Context`], what it can ask its client, and the interfaces that record it.
//!
//! A context stands on a [`Peer`](crate::core::peer::Peer), the client behind the call, and on the
//! [`Services`] of the server. The methods of `Context` that ask the client stand beside what they
//! return: [`Ask`], [`Sample`], [`Roots`].

mod ask;
mod call_log;
mod context;
mod execution_id;
mod form;
mod from_context;
mod notify;
mod passed_on;
mod request_meta;
mod sample;
mod state;
mod waited_time;

pub use ask::{Ask, confirm};
pub use call_log::{CallLog, CallTracer, TraceContext, TracedCall, TracedError};
pub use context::Context;
pub use execution_id::ExecutionId;
pub use from_context::FromContext;
pub use passed_on::PassedOn;
pub use sample::{Root, Roots, Sample, SampleAnswer};
pub use state::{Services, State, StateType, States};
