//! MCP over HTTP: streamable HTTP at `/mcp`, and optionally the older HTTP+SSE transport.
//!
//! A request passes through these files, in this order:
//!
//! 1. `listener` accepts connections, `connection_table` keeps them, `idle_timeout` finds idle ones,
//!    and `router` passes a request on.
//! 2. `endpoint` serves `/mcp`; its `POST` is in `post`. `host_guard` refuses requests
//!    with a foreign `Host` or `Origin`. `router` serves `/healthz`, `/readyz` and `/metrics`.
//! 3. The [dispatcher](super::dispatch) answers, while `reply_future` waits for it.
//! 4. `unread_rest` reads what is left of a body after a refusal.
//! 5. `response` writes a plain JSON response. If messages came before it, `event_stream` and
//!    `sse_body` write an event stream.
//!
//! `/mcp` is served by hyper directly, since routing through axum is a measurable part of a small
//! call. All other paths go through an axum router, and so does everything in an [`HttpService`].
//!
//! The stdio transport is its neighbour ([`stdio`](super::stdio)). Both only move bytes; what a
//! request means is decided in the dispatcher.

mod admitted;
mod arriving_body;
mod authentication;
mod body_pace;
mod body_room;
mod connection_table;
mod endpoint;
mod event_stream;
mod host_guard;
mod http_service;
mod http_session;
mod idle_timeout;
mod legacy_sse;
mod listener;
mod mcp_headers;
mod options;
mod portable_sessions;
mod post;
mod reply_future;
mod request_body;
mod response;
mod router;
mod session_store;
mod sse_body;
mod unread_rest;

pub use endpoint::PageContext;
pub use http_service::HttpService;
pub(crate) use listener::HttpListener;
pub use options::HttpOptions;
pub use request_body::RequestBody;
pub use response::RefusalReason;
pub use router::Route;
