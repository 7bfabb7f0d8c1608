//! [`Connection`]: a connection to another MCP server, with JSON in and out as it is.
//!
//! It speaks every revision of the protocol over three transports, and passes parameters and results
//! on as text. A program that passes calls on, such as a gateway, loses nothing on the way. The
//! [`Client`](crate::Client) stands on it and has types; programs that call tools use that.
//!
//! | file | content |
//! |---|---|
//! | `connect` | how a connection is made, and which revision it speaks |
//! | `connection` | requests, lists and notifications |
//! | `http`, `endpoint`, `status` | streamable HTTP, the address of a server, and the meaning of a status |
//! | `authorize` | the tokens of requests over HTTP |
//! | `pipe` | transports with one stream in each direction |
//! | `child`, `sse` | the two of them: a child process, and HTTP with server-sent events |
//! | `incoming`, `event_stream`, `lines` | what a server sends, parsed within limits |
//! | `handler` | what a program does with questions and notifications of a server |
//!
//! It is not rmcp's client because that loses unknown fields, fails a whole list for one malformed
//! tool, waits forever for an answer that is too long, and has no transport for servers of 2024.

mod authorize;
mod authorized_request;
mod child;
mod connect;
mod connection;
mod endpoint;
mod error;
mod event_stream;
mod handler;
mod http;
mod incoming;
mod lines;
mod pipe;
mod request;
mod sse;
mod status;
#[cfg(test)]
mod tests;

pub use authorize::{AccessRefusal, Authorize};
pub use child::ChildCommand;
pub use connect::ConnectOptions;
pub use connection::Connection;
pub use endpoint::HttpEndpoint;
pub use error::ConnectionError;
pub use handler::Handler;
pub(super) use handler::unknown_method;
pub use request::RawRequest;
