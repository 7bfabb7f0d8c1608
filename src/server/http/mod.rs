//! Streamable HTTP at `/mcp`, and the older HTTP+SSE where it is switched on.

mod accept_header;
mod activity_stream;
mod batch;
mod connection_service;
mod endpoint;
mod event_stream;
mod host_guard;
mod http_session;
mod idle_timeout;
mod legacy_sse;
mod listener;
mod mcp_headers;
mod monitoring;
mod options;
mod post;
mod reply_future;
mod request_body;
mod request_source;
mod response;
mod response_body;

mod session_store;
mod sse_body;
mod status;

pub(crate) use listener::Listening;
pub use options::HttpOptions;
