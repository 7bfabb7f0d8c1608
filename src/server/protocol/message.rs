//! A message from a client, read in one pass.

use std::{borrow::Cow, ops::Range};

use bytes::Bytes;
use bytestring::ByteString;
use serde::{Deserialize, Deserializer, de::IgnoredAny};
use serde_json::{Value, value::RawValue};

use super::{
    arguments_range,
    nesting_depth::{MOST_LEVELS, is_too_deep},
    object::{Object, object},
    params::{BorrowedParams, Params},
    request_id::RequestId,
    rpc_error::RpcError,
};

/// Beyond this, not every integer is a number of its own.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The most messages in a batch: each is answered, and an answer can be much longer than its message.
const MOST_IN_A_BATCH: usize = 100;

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// It wants an answer.
    Request(Box<Request>),
    /// It wants none.
    Notification { method: String, params: Box<Params> },
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
    #[serde(default, deserialize_with = "object")]
    error: Option<RpcError>,
}

/// What can be read of nearly every message.
#[derive(Deserialize)]
struct IdAlone<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// A `null` that is there is not the same as nothing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl Message {
    /// Reads one message.
    pub(crate) fn parse(bytes: &Bytes) -> Result<Self, Unreadable> {
        // What is skipped is not looked at, so it must be text before anything is read.
        let text = ByteString::try_from(bytes.clone())
            .map_err(|error| Unreadable::new(not_json(&error)))?;
        let around =
            arguments_range::arguments_of(&text).and_then(|at| Self::parse_around(&text, at));
        around.map_or_else(|| Self::parse_text(&text), Ok)
    }

    fn parse_text(text: &ByteString) -> Result<Self, Unreadable> {
        if is_too_deep(text.as_bytes()) {
            let why = format!("the message is nested deeper than {MOST_LEVELS} levels");
            return Err(refuse(text, why));
        }
        match serde_json::from_str::<Object<Envelope<'_, Object<BorrowedParams<'_>>>>>(text) {
            Ok(envelope) => Self::of(envelope.0, |params| Ok(params.0.own(text))),
            Err(_) => Self::explain(text),
        }
    }

    /// Reads a request whose arguments are known to be JSON, not to be too deep, and to be there.
    fn parse_around(text: &ByteString, arguments: Range<usize>) -> Option<Self> {
        let (head, tail) = (&text[..arguments.start], &text[arguments.end..]);
        let rest = ByteString::from([head, "null", tail].concat());
        if is_too_deep(rest.as_bytes()) {
            return None;
        }
        let envelope: Object<Envelope<'_, Object<BorrowedParams<'_>>>> =
            serde_json::from_str(&rest).ok()?;
        let message = Self::of(envelope.0, |params| {
            Ok(Params {
                arguments: Some(text.slice_ref(&text[arguments])),
                ..params.0.own(&rest)
            })
        });
        message.ok()
    }

    /// Reads a message that does not fit at first sight, to say what is wrong with it and with which request.
    fn explain(text: &ByteString) -> Result<Self, Unreadable> {
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

    /// Reads a batch, as 2025-03-26 has them: what is not an array is no batch.
    pub(crate) fn parse_batch(
        bytes: &Bytes,
    ) -> Option<Result<Vec<Result<Self, Unreadable>>, Unreadable>> {
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'[') {
            return None;
        }
        let parts: Vec<&RawValue> = match serde_json::from_slice(bytes) {
            Ok(parts) => parts,
            Err(error) => return Some(Err(Unreadable::new(not_json(&error)))),
        };
        if parts.is_empty() || parts.len() > MOST_IN_A_BATCH {
            let why = match parts.len() {
                0 => "an empty batch".into(),
                _ => format!("a batch of more than {MOST_IN_A_BATCH} messages"),
            };
            return Some(Err(Unreadable::new(RpcError::invalid_request(why))));
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
            (Some(id), Some(method), _, _) => Ok(Self::Request(Box::new(Request {
                id: id.clone(),
                method: method.into_owned(),
                params: params.map_err(refuse)?,
            }))),
            // Nobody waits for an answer that could say what is wrong with it.
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
                "a message has a `method`, a `result` or an `error`",
            ))),
        }
    }
}

fn not_json(error: &dyn std::error::Error) -> RpcError {
    RpcError::parse_error(format!("not JSON: {error}"))
}

/// The refusal of a text that is no message: the first that is wrong with it is that it is no JSON, if so.
fn refuse(text: &str, why: String) -> Unreadable {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        return Unreadable::new(not_json(&error));
    }
    let message = serde_json::from_str::<Object<IdAlone<'_>>>(text);
    let id = message.ok().and_then(|message| message.0.id);
    let id = id.and_then(|id| read_id(id).ok());
    Unreadable::of(id, RpcError::invalid_request(why))
}

/// What no value can hold is as good as none.
fn read_result(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap_or_default()
}

fn read_id(raw: &RawValue) -> Result<RequestId, RpcError> {
    serde_json::from_str(raw.get())
        .or_else(|_| read_whole(raw))
        .map_err(|_| RpcError::invalid_request("`id` must be a string or an integer of 64 bits"))
}

/// An integer in the clothes of a fraction, as languages without integers write it: `1.0`.
fn read_whole(raw: &RawValue) -> Result<RequestId, serde_json::Error> {
    let number: f64 = serde_json::from_str(raw.get())?;
    let is_nothing = number == 0.0 && raw.get().bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    if number.fract() != 0.0 || number.abs() > MOST_EXACT || is_nothing {
        return Err(serde::de::Error::custom("not an integer"));
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
        assert_eq!(&*arguments, r#"{"b": 1}"#);
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
