//! [`Reply`] and the other messages to a client, serialised straight to bytes.

use std::io::Write as _;

use bytes::Bytes;
use serde::Serialize;
use serde_json::json;

use super::{
    object::RequestId,
    outcome::{Outcome, ServerInfo},
    revision::Revision,
    rpc_error::RpcError,
};

/// A serialised JSON-RPC response.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) body: Bytes,
    /// The kind of error, if the response is one.
    pub(crate) fault: Option<Fault>,
}

/// The kind of error in a response, from which HTTP derives the status code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The JSON-RPC error code.
    pub(crate) code: i64,
    /// Whether the request was refused before it reached a method.
    pub(crate) refused: bool,
}

impl Reply {
    /// Creates the response to the request `id`. `server_info` is added to results of 2026-07-28.
    pub(crate) fn new(
        id: &RequestId,
        result: Result<Outcome, RpcError>,
        server_info: Option<&ServerInfo>,
    ) -> Self {
        match result {
            Ok(outcome) => Self::success(id, &outcome, server_info),
            Err(error) => Self::error(Some(id), &error, false),
        }
    }

    fn success(id: &RequestId, outcome: &Outcome, server_info: Option<&ServerInfo>) -> Self {
        let mut body = Vec::with_capacity(outcome.size_hint() + 64);
        body.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        write_id(&mut body, id);
        body.extend_from_slice(b",\"result\":");
        outcome.write(server_info, &mut body);
        body.push(b'}');
        Self {
            body: body.into(),
            fault: None,
        }
    }

    /// Returns the body of the response to a batch: an array of `replies`.
    pub(crate) fn array(replies: &[Self]) -> Bytes {
        let bodies: Vec<&[u8]> = replies.iter().map(|reply| &reply.body[..]).collect();
        let mut array = vec![b'['];
        array.extend_from_slice(&bodies.join(&b','));
        array.push(b']');
        array.into()
    }

    /// Creates the error for a batch in a revision that does not support batches.
    pub(crate) fn no_batches(revision: Revision) -> Self {
        let why = format!("{revision} does not support batches: send one message at a time");
        Self::refusal(None, &RpcError::invalid_request(why))
    }

    /// Creates the error for a request that is refused before it reaches a method. The `id` is
    /// `None` if it could not be read.
    pub(crate) fn refusal(id: Option<&RequestId>, error: &RpcError) -> Self {
        Self::error(id, error, true)
    }

    fn error(id: Option<&RequestId>, error: &RpcError, refused: bool) -> Self {
        let body = match id {
            Some(id) => json!({"jsonrpc": "2.0", "id": id, "error": error}),
            None => json!({"jsonrpc": "2.0", "error": error}),
        };
        Self {
            body: body.to_string().into(),
            fault: Some(Fault {
                code: error.code,
                refused,
            }),
        }
    }
}

fn write_id(body: &mut Vec<u8>, id: &RequestId) {
    match id {
        RequestId::Number(number) => {
            let _ = write!(body, "{number}");
        }
        RequestId::Text(text) => body.extend_from_slice(json!(text).to_string().as_bytes()),
    }
}

/// Serialises a notification to a client.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Bytes {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
        .to_string()
        .into()
}

/// Serialises a request to a client.
pub(crate) fn request(id: i64, method: &str, params: &impl Serialize) -> Bytes {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        .to_string()
        .into()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn read(bytes: &[u8]) -> Value {
        serde_json::from_slice(bytes).unwrap()
    }

    #[test]
    fn a_response_repeats_the_id_of_its_request() {
        for id in [json!(7), json!("a\"b"), json!(-1)] {
            let reply = Reply::new(
                &serde_json::from_value(id.clone()).unwrap(),
                Ok(Outcome::empty()),
                None,
            );
            assert_eq!(
                read(&reply.body),
                json!({"jsonrpc": "2.0", "id": id, "result": {}})
            );
        }
    }

    #[test]
    fn an_error_for_an_unreadable_id_has_no_id_member() {
        let reply = Reply::refusal(None, &RpcError::parse_error("x"));
        assert_eq!(
            read(&reply.body),
            json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "x"}})
        );
    }
}
