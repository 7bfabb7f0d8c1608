//! A server that runs elsewhere: `--url`, `TOOLWRIGHT_URL` and `TOOLWRIGHT_API_KEY`.
//!
//! [`Remote`] decides whether a command works on this machine or on another server.
//! [`RemoteServer`] is the client: its REST API at `/api/v1` for what is managed, and
//! [`McpSession`] at `/mcp` for `call` and the list of tools, which every MCP server has.
//!
//! The key is sent to the given address alone: redirects are not followed, and plain HTTP beyond
//! loopback needs `--insecure`.

mod address;
mod arguments;
mod call;
mod error;
mod mcp_session;
mod remote;
mod remote_server;

pub(super) use self::{
    arguments::RemoteArguments,
    call::{CallOptions, call},
    mcp_session::McpSession,
    remote::Remote,
    remote_server::{MAX_ITEMS, RemoteServer},
};
