//! A message from a client: its envelope is read once, its parameters stay the bytes that came.

use std::borrow::Cow;

use bytes::Bytes;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, value::RawValue};

use super::{request_id::RequestId, rpc_error::RpcError};

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// It wants an answer.
    Request(Request),
    /// It wants none.
    Notification { method: String, params: Bytes },
    /// It answers a request of ours.
    Response {
        id: RequestId,
        result: Result<Value, RpcError>,
    },
}

/// A message that wants an answer.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    /// The JSON text of `params`; `{}` where there is none.
    pub(crate) params: Bytes,
}

/// What cannot be read, with its id where that could be.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) id: Option<RequestId>,
    pub(crate) error: Box<RpcError>,
}

impl Unreadable {
    fn new(error: RpcError) -> Self {
        Self::of(None, error)
    }

    fn of(id: Option<RequestId>, error: RpcError) -> Self {
        let error = Box::new(error);
        Self { id, error }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    error: Option<RpcError>,
}

/// A `null` that is there is not the same as nothing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl Message {
    /// Reads one message.
    pub(crate) fn parse(bytes: &Bytes) -> Result<Self, Unreadable> {
        let envelope: Envelope<'_> = serde_json::from_slice(bytes).map_err(|error| {
            Unreadable::new(match error.classify() {
                serde_json::error::Category::Data => {
                    RpcError::invalid_request(format!("not a JSON-RPC message: {error}"))
                }
                _ => RpcError::parse_error(format!("not JSON: {error}")),
            })
        })?;
        let id = envelope
            .id
            .map(read_id)
            .transpose()
            .map_err(Unreadable::new)?;
        Self::of(envelope, id.clone(), bytes).map_err(|error| Unreadable::of(id, error))
    }

    /// Reads a batch, as 2025-03-26 has them: what is not an array is no batch.
    pub(crate) fn parse_batch(
        bytes: &Bytes,
    ) -> Option<Result<Vec<Result<Self, Unreadable>>, Unreadable>> {
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'[') {
            return None;
        }
        let parts: Vec<&RawValue> = match serde_json::from_slice(bytes) {
            Ok(parts) => parts,
            Err(error) => {
                return Some(Err(Unreadable::new(RpcError::parse_error(format!(
                    "not JSON: {error}"
                )))));
            }
        };
        if parts.is_empty() {
            return Some(Err(Unreadable::new(RpcError::invalid_request(
                "an empty batch",
            ))));
        }
        let slice = |part: &RawValue| bytes.slice_ref(part.get().as_bytes());
        Some(Ok(parts
            .into_iter()
            .map(|part| Self::parse(&slice(part)))
            .collect()))
    }

    fn of(envelope: Envelope<'_>, id: Option<RequestId>, bytes: &Bytes) -> Result<Self, RpcError> {
        if envelope.jsonrpc.as_deref() != Some("2.0") {
            return Err(RpcError::invalid_request("`jsonrpc` must be `2.0`"));
        }
        let params = |params: Option<&RawValue>| match params.map(RawValue::get) {
            None | Some("null") => Ok(Bytes::from_static(b"{}")),
            Some(text) if text.starts_with('{') => Ok(bytes.slice_ref(text.as_bytes())),
            Some(_) => Err(RpcError::invalid_params("`params` must be an object")),
        };
        match (id, envelope.method, envelope.result, envelope.error) {
            (Some(id), Some(method), _, _) => {
                let params = params(envelope.params)?;
                Ok(Self::Request(Request {
                    id,
                    method: method.into_owned(),
                    params,
                }))
            }
            (None, Some(method), _, _) => Ok(Self::Notification {
                method: method.into_owned(),
                params: params(envelope.params)?,
            }),
            (Some(id), None, Some(result), _) => {
                let result = serde_json::from_str(result.get())
                    .map_err(|error| RpcError::parse_error(error.to_string()))?;
                Ok(Self::Response {
                    id,
                    result: Ok(result),
                })
            }
            (Some(id), None, None, Some(error)) => Ok(Self::Response {
                id,
                result: Err(error),
            }),
            _ => Err(RpcError::invalid_request(
                "a message has a `method`, a `result` or an `error`",
            )),
        }
    }
}

fn read_id(raw: &RawValue) -> Result<RequestId, RpcError> {
    serde_json::from_str(raw.get())
        .map_err(|_| RpcError::invalid_request("`id` must be a string or an integer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &'static str) -> Result<Message, Unreadable> {
        Message::parse(&Bytes::from_static(text.as_bytes()))
    }

    fn code(text: &'static str) -> i64 {
        parse(text).unwrap_err().error.code
    }

    #[test]
    fn the_parameters_are_a_piece_of_the_bytes_that_came() {
        let bytes =
            Bytes::from_static(br#"{"jsonrpc":"2.0","id":"a","method":"x","params":{"b": 1}}"#);
        let Message::Request(request) = Message::parse(&bytes).unwrap() else {
            panic!("a request")
        };
        assert_eq!(&request.params[..], br#"{"b": 1}"#);
        assert!(bytes.as_ptr_range().contains(&request.params.as_ptr()));
        assert_eq!(request.id, RequestId::Text("a".into()));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        assert_eq!(code("{"), -32700);
        assert_eq!(code(""), -32700);
        assert_eq!(code("[]"), -32600);
        assert_eq!(code("1"), -32600);
        assert_eq!(code(r#"{"id":1,"method":"x"}"#), -32600);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#), -32600);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#), -32600);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1}"#), -32600);
        assert_eq!(
            code(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}"#),
            -32602
        );
        assert_eq!(
            parse(r#"{"jsonrpc":"2.0","id":7,"method":"x","params":3}"#)
                .unwrap_err()
                .id,
            Some(RequestId::Number(7))
        );
    }
}
