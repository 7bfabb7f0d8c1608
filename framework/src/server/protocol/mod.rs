//! The data types of MCP on the wire: revisions, messages, parameters, errors and replies.
//!
//! This module parses and serialises, and does nothing else: it knows no client and runs no tool.
//! The [dispatcher](super::dispatch) decides what a request means, the transports
//! ([HTTP](super::http), [stdio](super::stdio)) carry the bytes.
//!
//! The types are ours and not rmcp's because of what a call costs. A message is read in one pass,
//! large parameters stay slices of the bytes that arrived, and a reply is written once, straight
//! into the buffer that is sent.

mod arguments_range;
mod message;
mod nesting_depth;
mod object;
mod outcome;
mod params;
mod reply;
mod request_meta;
mod revision;
mod rpc_error;

pub(crate) use message::{InvalidMessage, Message, Request};
pub(crate) use object::RequestId;
pub(crate) use outcome::{Outcome, ServerInfo};
pub(crate) use params::{Params, Reference, missing};
pub(crate) use reply::{Fault, Reply, notification, request};
pub(crate) use request_meta::RequestMeta;
pub use revision::Revision;
pub(crate) use rpc_error::{
    BUSY, HEADER_MISMATCH, INTERNAL_ERROR, METHOD_NOT_FOUND, MISSING_CAPABILITY, REQUEST_CANCELLED,
    RpcError, UNSUPPORTED_VERSION,
};
