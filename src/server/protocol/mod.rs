//! The protocol's nouns: revisions, messages, parameters, errors, replies. Nothing here acts.

mod arguments_range;
mod message;
mod nesting_depth;
mod object;
mod outcome;
mod params;
mod reply;
mod request_id;
mod revision;
mod rpc_error;

pub(crate) use message::{Message, Request, Unreadable};
pub(crate) use outcome::{Outcome, Signature};
pub(crate) use params::{Params, Reference, RequestMeta, missing};
pub(crate) use reply::{Fault, Reply, notification, request};
pub(crate) use request_id::RequestId;
pub use revision::Revision;
pub(crate) use rpc_error::{
    BUSY, HEADER_MISMATCH, METHOD_NOT_FOUND, MISSING_CAPABILITY, REQUEST_CANCELLED, RpcError,
    UNSUPPORTED_VERSION,
};
