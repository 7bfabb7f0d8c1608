//! Messages to a client, written straight to bytes.

use std::io::Write as _;

use bytes::Bytes;
use serde::Serialize;
use serde_json::json;

use super::{
    outcome::{Outcome, Signature},
    request_id::RequestId,
    revision::Revision,
    rpc_error::RpcError,
};

/// A response, ready to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) body: Bytes,
    /// What is wrong, where it is an error.
    pub(crate) fault: Option<Fault>,
}

/// What is wrong with a request: HTTP has a status for some of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The JSON-RPC code.
    pub(crate) code: i64,
    /// Whether the request was refused as it stands, before any method saw it.
    pub(crate) refused: bool,
}

impl Reply {
    /// The response to `id`.
    pub(crate) fn new(
        id: &RequestId,
        result: Result<Outcome, RpcError>,
        signature: Option<&Signature>,
    ) -> Self {
        match result {
            Ok(outcome) => Self::success(id, &outcome, signature),
            Err(error) => Self::error(Some(id), &error, false),
        }
    }

    fn success(id: &RequestId, outcome: &Outcome, signature: Option<&Signature>) -> Self {
        let mut body = Vec::with_capacity(outcome.size_hint() + 64);
        body.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        write_id(&mut body, id);
        body.extend_from_slice(b",\"result\":");
        outcome.write(signature, &mut body);
        body.push(b'}');
        Self {
            body: body.into(),
            fault: None,
        }
    }

    /// The body of the answer to a batch.
    pub(crate) fn array(replies: &[Self]) -> Bytes {
        let bodies: Vec<&[u8]> = replies.iter().map(|reply| &reply.body[..]).collect();
        let mut array = vec![b'['];
        array.extend_from_slice(&bodies.join(&b','));
        array.push(b']');
        array.into()
    }

    /// The refusal of a batch, where the revision has none.
    pub(crate) fn no_batches(revision: Revision) -> Self {
        let why = format!("{revision} has no batches: send one message at a time");
        Self::refusal(None, &RpcError::invalid_request(why))
    }

    /// The refusal of a request; without an id where none could be read.
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

/// A notification to a client.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Bytes {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
        .to_string()
        .into()
}

/// A request to a client.
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
    fn a_response_echoes_its_id() {
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
    fn an_error_without_an_id_has_none() {
        let reply = Reply::refusal(None, &RpcError::parse_error("x"));
        assert_eq!(
            read(&reply.body),
            json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "x"}})
        );
    }
}
