//! Streamable HTTP, and the transport before it.

mod bad_arguments;
mod bad_input;
mod batches;
mod body;
mod changes;
mod concurrency;
mod deadlines;
mod disconnects;
mod drain;
mod elicitation;
mod guard;
mod handshake;
mod headers;
mod heads;
mod in_axum;
mod keep_alive;
mod legacy_sse;
mod lists;
mod logging;
mod panics;
mod pipelining;
mod portable_sessions;
mod progress;
mod readers;
mod refusals;
mod request_head;
mod rounds;
mod rounds_refused;
mod session_streams;
mod session_values;
mod sessions;
mod slow_senders;
mod task_inputs;
pub(crate) mod tasks;

pub(crate) use concurrency::Door;
pub(crate) use deadlines::SawTheEnd;
