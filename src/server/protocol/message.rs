//! A message from a client, read in one pass.

use std::{borrow::Cow, fmt};

use bytes::Bytes;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Value, error::Category, value::RawValue};

use super::{
    params::{BorrowedParams, Params},
    request_id::RequestId,
    rpc_error::RpcError,
};

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// It wants an answer.
    Request(Request),
    /// It wants none.
    Notification { method: String, params: Params },
    /// It answers a request of ours; without an id, one that could not be read.
    Response {
        id: Option<RequestId>,
        result: Result<Value, RpcError>,
    },
}

/// A message that wants an answer.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) params: Params,
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
#[serde(bound(deserialize = "P: Deserialize<'de>"))]
struct Envelope<'a, P> {
    #[serde(borrow)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    params: Option<P>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    error: Option<RpcError>,
}

/// Parameters that are an object. Left to itself, serde would take a list for one.
struct Object<'a>(BorrowedParams<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor).map(Object)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = BorrowedParams<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        BorrowedParams::deserialize(MapAccessDeserializer::new(map))
    }
}

/// A `null` that is there is not the same as nothing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl Message {
    /// Reads one message.
    pub(crate) fn parse(bytes: &Bytes) -> Result<Self, Unreadable> {
        match serde_json::from_slice::<Envelope<'_, Object<'_>>>(bytes) {
            Ok(envelope) => Self::of(envelope, |params| Ok(params.0.own(bytes))),
            Err(_) => Self::explain(bytes),
        }
    }

    /// Reads a message that does not fit at first sight, to say what is wrong with it and with which request.
    fn explain(bytes: &Bytes) -> Result<Self, Unreadable> {
        let envelope: Envelope<'_, &RawValue> = serde_json::from_slice(bytes).map_err(|error| {
            Unreadable::new(match error.classify() {
                Category::Data => {
                    RpcError::invalid_request(format!("not a JSON-RPC message: {error}"))
                }
                _ => RpcError::parse_error(format!("not JSON: {error}")),
            })
        })?;
        Self::of(envelope, |raw| {
            if !raw.get().starts_with('{') {
                return Err(RpcError::invalid_params("`params` must be an object"));
            }
            serde_json::from_str::<BorrowedParams<'_>>(raw.get())
                .map(|params| params.own(bytes))
                .map_err(|error| RpcError::invalid_params(format!("invalid params: {error}")))
        })
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

    fn of<P>(
        envelope: Envelope<'_, P>,
        read: impl FnOnce(P) -> Result<Params, RpcError>,
    ) -> Result<Self, Unreadable> {
        let id = envelope.id.map(read_id).transpose();
        let id = id.map_err(Unreadable::new)?;
        let refuse = |error| Unreadable::of(id.clone(), error);
        if envelope.jsonrpc.as_deref() != Some("2.0") {
            return Err(refuse(RpcError::invalid_request("`jsonrpc` must be `2.0`")));
        }
        let params = envelope.params.map_or_else(|| Ok(Params::default()), read);
        match (&id, envelope.method, envelope.result, envelope.error) {
            (Some(id), Some(method), _, _) => Ok(Self::Request(Request {
                id: id.clone(),
                method: method.into_owned(),
                params: params.map_err(refuse)?,
            })),
            // Nobody waits for an answer that could say what is wrong with it.
            (None, Some(method), _, _) => Ok(Self::Notification {
                method: method.into_owned(),
                params: params.unwrap_or_default(),
            }),
            (Some(id), None, Some(result), _) => Ok(Self::Response {
                id: Some(id.clone()),
                result: Ok(read_result(result)),
            }),
            (id, None, None, Some(error)) => Ok(Self::Response {
                id: id.clone(),
                result: Err(error),
            }),
            _ => Err(refuse(RpcError::invalid_request(
                "a message has a `method`, a `result` or an `error`",
            ))),
        }
    }
}

/// What is too deep to be a value is as good as none.
fn read_result(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap_or_default()
}

fn read_id(raw: &RawValue) -> Result<RequestId, RpcError> {
    serde_json::from_str(raw.get())
        .or_else(|_| read_whole(raw))
        .map_err(|_| RpcError::invalid_request("`id` must be a string or an integer"))
}

/// An integer in the clothes of a fraction, as languages without integers write it: `1.0`.
fn read_whole(raw: &RawValue) -> Result<RequestId, serde_json::Error> {
    let number: f64 = serde_json::from_str(raw.get())?;
    if number.fract() != 0.0 {
        return Err(serde::de::Error::custom("a fraction"));
    }
    serde_json::from_str(&format!("{number:.0}"))
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
    fn the_arguments_are_a_piece_of_the_bytes_that_came() {
        let bytes = Bytes::from_static(
            br#"{"jsonrpc":"2.0","id":"a","method":"x","params":{"arguments": {"b": 1}}}"#,
        );
        let Message::Request(request) = Message::parse(&bytes).unwrap() else {
            panic!("a request")
        };
        let arguments = request.params.arguments.unwrap();
        assert_eq!(&arguments[..], br#"{"b": 1}"#);
        assert!(bytes.as_ptr_range().contains(&arguments.as_ptr()));
        assert_eq!(request.id, RequestId::Text("a".into()));
    }

    #[test]
    fn a_notification_is_heard_whatever_its_parameters_are() {
        for text in [
            r#"{"jsonrpc":"2.0","method":"x","params":{"name":5}}"#,
            r#"{"jsonrpc":"2.0","method":"x","params":[]}"#,
        ] {
            let heard = parse(text).unwrap();
            assert!(matches!(heard, Message::Notification { method, .. } if method == "x"));
        }
    }

    #[test]
    fn a_whole_number_is_an_id_however_it_is_written() {
        for (id, number) in [("1.0", 1), ("1e2", 100), ("-7.0", -7)] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#);
            let Message::Request(request) = Message::parse(&text.into()).unwrap() else {
                panic!("a request")
            };
            assert_eq!(request.id, RequestId::Number(number));
        }
    }

    #[test]
    fn an_error_may_have_no_id() {
        let error = parse(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}"#);
        assert!(matches!(error, Ok(Message::Response { id: None, .. })));
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
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1e99,"method":"x"}"#), -32600);
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1}"#), -32600);
        assert_eq!(code(r#"{"jsonrpc":"2.0","result":{}}"#), -32600);
        assert_eq!(
            code(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}"#),
            -32602
        );
        assert_eq!(
            code(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"name":5}}"#),
            -32602
        );
        assert_eq!(
            code(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[]}"#),
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
