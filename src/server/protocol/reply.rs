//! Messages to a client, written straight to bytes.

use bytes::Bytes;
use serde::Serialize;
use serde_json::json;

use super::{request_id::RequestId, rpc_error::RpcError};
use crate::core::{Implementation, Meta};

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

/// What a method answers: the members of `result`, without what every result has.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// A JSON object.
    pub(crate) json: Vec<u8>,
    pub(crate) meta: Meta,
    pub(crate) result_type: &'static str,
}

impl Outcome {
    /// A result that is final.
    pub(crate) fn complete(value: &impl Serialize) -> Result<Self, RpcError> {
        Self::of_type("complete", value)
    }

    /// A result of another type.
    pub(crate) fn of_type(
        result_type: &'static str,
        value: &impl Serialize,
    ) -> Result<Self, RpcError> {
        let json = serde_json::to_vec(value)
            .map_err(|error| RpcError::new(super::rpc_error::INTERNAL_ERROR, error.to_string()))?;
        debug_assert!(
            json.starts_with(b"{") && json.ends_with(b"}"),
            "a result is an object"
        );
        Ok(Self {
            json,
            meta: Meta::new(),
            result_type,
        })
    }

    /// A result without members.
    pub(crate) fn empty() -> Self {
        Self {
            json: b"{}".to_vec(),
            meta: Meta::new(),
            result_type: "complete",
        }
    }

    pub(crate) fn with_meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    /// The object with its `_meta`, and on 2026-07-28 (where `server` is given) with its type and the server's name.
    pub(crate) fn into_object(self, server: Option<&Implementation>) -> Vec<u8> {
        let mut meta = self.meta;
        let mut object = self.json;
        if let Some(server) = server {
            meta.insert("io.modelcontextprotocol/serverInfo".into(), json!(server));
            append(&mut object, "resultType", &json!(self.result_type));
        }
        if !meta.is_empty() {
            append(&mut object, "_meta", &json!(meta));
        }
        object
    }
}

/// Adds a member to a serialised object.
fn append(object: &mut Vec<u8>, name: &str, value: &serde_json::Value) {
    object.pop();
    if object.last() != Some(&b'{') {
        object.push(b',');
    }
    object.extend_from_slice(format!("\"{name}\":{value}}}").as_bytes());
}

impl Reply {
    /// The response to `id`.
    pub(crate) fn new(
        id: &RequestId,
        result: Result<Outcome, RpcError>,
        server: Option<&Implementation>,
    ) -> Self {
        match result {
            Ok(outcome) => Self::success(id, &outcome.into_object(server)),
            Err(error) => Self::error(Some(id), &error, false),
        }
    }

    fn success(id: &RequestId, result: &[u8]) -> Self {
        let mut body = Vec::with_capacity(result.len() + 48);
        body.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        body.extend_from_slice(json!(id).to_string().as_bytes());
        body.extend_from_slice(b",\"result\":");
        body.extend_from_slice(result);
        body.push(b'}');
        Self {
            body: body.into(),
            fault: None,
        }
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
    fn a_modern_result_says_its_type_and_who_answers() {
        let server = Implementation::new("demo", "1");
        let object = Outcome::complete(&json!({"a": 1}))
            .unwrap()
            .into_object(Some(&server));
        assert_eq!(
            read(&object),
            json!({
                "a": 1,
                "resultType": "complete",
                "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "demo", "version": "1"}},
            })
        );
        assert_eq!(read(&Outcome::empty().into_object(None)), json!({}));
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
