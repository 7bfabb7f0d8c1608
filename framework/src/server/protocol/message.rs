//! [`Message`]: a message from a client, parsed in one pass.

use std::{borrow::Cow, ops::Range};

use bytes::Bytes;
use bytestring::ByteString;
use serde::{Deserialize, Deserializer, de::IgnoredAny};
use serde_json::{Value, value::RawValue};

use super::{
    arguments_range,
    nesting_depth::{MAX_DEPTH, is_too_deep},
    object::{Object, RequestId, object},
    params::{BorrowedParams, Params},
    rpc_error::RpcError,
};

/// The largest number up to which every integer has an exact `f64`.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

/// The largest number of messages in a batch. Each is answered, and a reply can be much longer than
/// its message.
const MAX_BATCH: usize = 100;

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Message {
    Request(Box<Request>),
    Notification {
        method: String,
        params: Box<Params>,
    },
    /// A response to a request of the server. The `id` is `None` if the client could not read it.
    Response {
        id: Option<RequestId>,
        result: Result<Value, RpcError>,
    },
}

/// A request, which expects a response.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) params: Params,
}

/// The error for a message that cannot be parsed, with its id if that could be.
#[derive(Debug)]
pub(crate) struct InvalidMessage {
    pub(crate) id: Option<RequestId>,
    pub(crate) error: Box<RpcError>,
}

impl InvalidMessage {
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
    #[serde(default, deserialize_with = "object")]
    error: Option<RpcError>,
}

/// The parameters of most messages. They are large, and are moved several times.
type BoxedParams<'a> = Box<Object<BorrowedParams<'a>>>;

/// The part of a message that can be parsed even if the rest is invalid.
#[derive(Deserialize)]
struct IdAlone<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// Deserialises a member so that `null` differs from a missing member.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl Message {
    /// Parses one message.
    pub(crate) fn parse(bytes: &Bytes) -> Result<Self, InvalidMessage> {
        // Parts that are skipped are not checked later, so all of it must be valid UTF-8.
        let text = ByteString::try_from(bytes.clone())
            .map_err(|error| InvalidMessage::new(not_json(&error)))?;
        let around =
            arguments_range::find_arguments(&text).and_then(|at| Self::parse_around(&text, at));
        around.map_or_else(|| Self::parse_text(&text), Ok)
    }

    fn parse_text(text: &ByteString) -> Result<Self, InvalidMessage> {
        if is_too_deep(text.as_bytes()) {
            let why = format!("the message is nested deeper than {MAX_DEPTH} levels");
            return Err(refuse(text, why));
        }
        match serde_json::from_str::<Object<Envelope<'_, BoxedParams<'_>>>>(text) {
            Ok(envelope) => Self::of(envelope.0, |params| Ok(params.0.own(text))),
            Err(_) => Self::explain(text),
        }
    }

    /// Parses a request around its `arguments`, which are known to be valid and not too deep.
    ///
    /// Returns `None` if anything is wrong, and the caller parses the whole text.
    fn parse_around(text: &ByteString, arguments: Range<usize>) -> Option<Self> {
        let (head, tail) = (&text[..arguments.start], &text[arguments.end..]);
        let rest = ByteString::from([head, "null", tail].concat());
        if is_too_deep(rest.as_bytes()) {
            return None;
        }
        let envelope: Object<Envelope<'_, BoxedParams<'_>>> = serde_json::from_str(&rest).ok()?;
        let message = Self::of(envelope.0, |params| {
            Ok(Params {
                arguments: Some(text.slice_ref(&text[arguments])),
                ..params.0.own(&rest)
            })
        });
        message.ok()
    }

    /// Parses an invalid message again, step by step, to find the error and the id of the request.
    fn explain(text: &ByteString) -> Result<Self, InvalidMessage> {
        let envelope: Object<Envelope<'_, &RawValue>> = serde_json::from_str(text)
            .map_err(|error| refuse(text, format!("not a JSON-RPC message: {error}")))?;
        Self::of(envelope.0, |raw| {
            if !raw.get().starts_with('{') {
                return Err(RpcError::invalid_params("`params` must be an object"));
            }
            serde_json::from_str::<BorrowedParams<'_>>(raw.get())
                .map(|params| params.own(text))
                .map_err(|error| RpcError::invalid_params(format!("invalid params: {error}")))
        })
    }

    /// Parses a batch of 2025-03-26. Returns `None` if the text is not an array.
    pub(crate) fn parse_batch(
        bytes: &Bytes,
    ) -> Option<Result<Vec<Result<Self, InvalidMessage>>, InvalidMessage>> {
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'[') {
            return None;
        }
        let parts: Vec<&RawValue> = match serde_json::from_slice(bytes) {
            Ok(parts) => parts,
            Err(error) => return Some(Err(InvalidMessage::new(not_json(&error)))),
        };
        if parts.is_empty() || parts.len() > MAX_BATCH {
            let why = match parts.len() {
                0 => "a batch must not be empty".into(),
                _ => format!("a batch has at most {MAX_BATCH} messages"),
            };
            return Some(Err(InvalidMessage::new(RpcError::invalid_request(why))));
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
    ) -> Result<Self, InvalidMessage> {
        let id = envelope.id.map(read_id).transpose();
        let id = id.map_err(InvalidMessage::new)?;
        let refuse = |error| InvalidMessage::of(id.clone(), error);
        if envelope.jsonrpc.as_deref() != Some("2.0") {
            return Err(refuse(RpcError::invalid_request("`jsonrpc` must be `2.0`")));
        }
        let params = envelope.params.map_or_else(|| Ok(Params::default()), read);
        match (&id, envelope.method, envelope.result, envelope.error) {
            (Some(id), Some(method), _, _) => Ok(Self::Request(Box::new(Request {
                id: id.clone(),
                method: method.into_owned(),
                params: params.map_err(refuse)?,
            }))),
            // A notification has no response that could report invalid parameters.
            (None, Some(method), _, _) => Ok(Self::Notification {
                method: method.into_owned(),
                params: Box::new(params.unwrap_or_default()),
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
                "a message must have a `method`, a `result` or an `error`",
            ))),
        }
    }
}

fn not_json(error: &dyn std::error::Error) -> RpcError {
    RpcError::parse_error(format!("invalid JSON: {error}"))
}

/// Creates the error for a text that is not a message. Invalid JSON is reported before `why`.
fn refuse(text: &str, why: String) -> InvalidMessage {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return InvalidMessage::new(not_json(&error));
    }
    let message = serde_json::from_str::<Object<IdAlone<'_>>>(text);
    let id = message.ok().and_then(|message| message.0.id);
    let id = id.and_then(|id| read_id(id).ok());
    InvalidMessage::of(id, RpcError::invalid_request(why))
}

/// Parses a result. A number that `Value` cannot hold makes it `null`.
fn read_result(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap_or_default()
}

fn read_id(raw: &RawValue) -> Result<RequestId, RpcError> {
    serde_json::from_str(raw.get())
        .or_else(|_| read_integral_float(raw))
        .map_err(|_| RpcError::invalid_request("`id` must be a string or a 64-bit integer"))
}

/// Parses an integer that is written as a fraction, for example `1.0`. Languages without integers
/// write ids like that.
fn read_integral_float(raw: &RawValue) -> Result<RequestId, serde_json::Error> {
    let number: f64 = serde_json::from_str(raw.get())?;
    let is_nothing = number == 0.0 && raw.get().bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    if number.fract() != 0.0 || number.abs() > MAX_EXACT_INTEGER || is_nothing {
        return Err(serde::de::Error::custom("not an integer"));
    }
    serde_json::from_str(&format!("{number:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &'static str) -> Result<Message, InvalidMessage> {
        Message::parse(&Bytes::from_static(text.as_bytes()))
    }

    fn code(text: &'static str) -> i64 {
        parse(text).unwrap_err().error.code
    }

    #[test]
    fn the_arguments_are_a_slice_of_the_received_bytes() {
        let bytes = Bytes::from_static(
            br#"{"jsonrpc":"2.0","id":"a","method":"x","params":{"arguments": {"b": 1}}}"#,
        );
        let Message::Request(request) = Message::parse(&bytes).unwrap() else {
            panic!("a request")
        };
        let arguments = request.params.arguments.unwrap();
        assert_eq!(&*arguments, r#"{"b": 1}"#);
        assert!(bytes.as_ptr_range().contains(&arguments.as_ptr()));
        assert_eq!(request.id, RequestId::Text("a".into()));
    }

    #[test]
    fn a_notification_with_invalid_parameters_is_accepted() {
        for text in [
            r#"{"jsonrpc":"2.0","method":"x","params":{"name":5}}"#,
            r#"{"jsonrpc":"2.0","method":"x","params":[]}"#,
        ] {
            let heard = parse(text).unwrap();
            assert!(matches!(heard, Message::Notification { method, .. } if method == "x"));
        }
    }

    #[test]
    fn an_integer_id_may_be_written_as_a_fraction() {
        for (id, number) in [("1.0", 1), ("1e2", 100), ("-7.0", -7)] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#);
            let Message::Request(request) = Message::parse(&text.into()).unwrap() else {
                panic!("a request")
            };
            assert_eq!(request.id, RequestId::Number(number));
        }
    }

    #[test]
    fn an_error_response_may_have_no_id() {
        let error = parse(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}"#);
        assert!(matches!(error, Ok(Message::Response { id: None, .. })));
    }

    #[test]
    fn an_invalid_message_has_the_right_error_code() {
        assert_eq!(code("{"), -32700);
        assert_eq!(code(""), -32700);
        assert_eq!(code("[]"), -32600);
        assert_eq!(code("1"), -32600);
        assert_eq!(code("[\"\u{6}\"]"), -32700);
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
