//! Streamable HTTP at `/mcp`, and the older HTTP+SSE where it is switched on.

mod accepted;
mod answer;
mod attention;
mod endpoint;
mod event_stream;
mod front;
mod guard;
mod header_gate;
mod legacy_sse;
mod listener;
mod operations;
mod options;
mod payload;
mod request_body;
mod sessions;
mod sse_body;
mod status;
mod watched_stream;

pub(crate) use listener::Listening;
pub use options::HttpOptions;
