//! [`RequestMeta`]: the `_meta` of a request.

use std::{borrow::Cow, fmt, sync::Arc};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, MapAccess, Visitor,
        value::{CowStrDeserializer, MapAccessDeserializer},
    },
};
use serde_json::{Value, value::RawValue};

use super::object::{RequestId, object};
use crate::core::{ClientCapabilities, Implementation, LogLevel, TraceContext};

/// The longest part of a trace context that is passed on, in bytes. The standard asks for 512.
const MAX_TRACE: usize = 1024;
/// The most bytes of all members that are not of the protocol. Further ones are left out.
const MAX_OTHERS: usize = 16 * 1024;
/// The prefix of the names that belong to the protocol.
const PROTOCOL: &str = "io.modelcontextprotocol/";

/// The `_meta` of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RequestMeta {
    /// A number or a string, like an id.
    #[serde(rename = "progressToken")]
    pub(crate) progress_token: Option<RequestId>,
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    pub(crate) protocol_version: Option<String>,
    #[serde(
        rename = "io.modelcontextprotocol/clientInfo",
        deserialize_with = "object"
    )]
    pub(crate) client_info: Option<Arc<Implementation>>,
    #[serde(
        rename = "io.modelcontextprotocol/clientCapabilities",
        deserialize_with = "object"
    )]
    pub(crate) client_capabilities: Option<ClientCapabilities>,
    #[serde(rename = "io.modelcontextprotocol/logLevel")]
    pub(crate) log_level: Option<LogLevel>,
    /// Unparsed: an invalid trace context is ignored and does not fail the request.
    traceparent: Option<Box<RawValue>>,
    tracestate: Option<Box<RawValue>>,
    /// The members that are not of the protocol, as the text of an object without its end. Empty if there
    /// are none.
    #[serde(skip)]
    others: String,
}

impl RequestMeta {
    /// Reads `_meta`, or `null`; for `deserialize_with`.
    pub(super) fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Self>, D::Error> {
        deserializer.deserialize_option(MetaVisitor)
    }

    /// Returns the trace context of the request, if it has a readable one.
    pub(crate) fn trace(&self) -> Option<TraceContext> {
        let traceparent = text(self.traceparent.as_ref()?)?;
        let tracestate = self.tracestate.as_ref().and_then(|raw| text(raw));
        Some(TraceContext::new(traceparent, tracestate))
    }

    /// Returns the members that are not of the protocol, as the text of an object, if there are any.
    pub(crate) fn others(&self) -> Option<Arc<str>> {
        (!self.others.is_empty()).then(|| format!("{}}}", self.others).into())
    }
}

fn text(raw: &RawValue) -> Option<String> {
    let json = Some(raw.get()).filter(|json| json.len() <= MAX_TRACE)?;
    serde_json::from_str(json).ok()
}

struct MetaVisitor;

impl<'de> Visitor<'de> for MetaVisitor {
    type Value = Option<RequestMeta>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        let mut others = String::new();
        let known = KnownMembers {
            members,
            others: &mut others,
        };
        let meta = RequestMeta::deserialize(MapAccessDeserializer::new(known))?;
        Ok(Some(RequestMeta { others, ..meta }))
    }
}

/// The members of the protocol. The others are put aside as they come.
struct KnownMembers<'o, A> {
    members: A,
    others: &'o mut String,
}

/// A name, borrowed if it has no escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for KnownMembers<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(Name(name)) = self.members.next_key()? {
            let is_short = matches!(&*name, "progressToken" | "traceparent" | "tracestate");
            if is_short || name.starts_with(PROTOCOL) {
                return seed.deserialize(CowStrDeserializer::new(name)).map(Some);
            }
            let value: &RawValue = self.members.next_value()?;
            if self.others.len() + name.len() + value.get().len() <= MAX_OTHERS {
                let before = if self.others.is_empty() { '{' } else { ',' };
                self.others.push(before);
                self.others
                    .push_str(&Value::String(name.into_owned()).to_string());
                self.others.push(':');
                self.others.push_str(value.get());
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.members.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Params {
        #[serde(rename = "_meta", default, deserialize_with = "RequestMeta::read")]
        meta: Option<RequestMeta>,
    }

    fn read(text: &str) -> Option<RequestMeta> {
        serde_json::from_str::<Params>(text).unwrap().meta
    }

    fn others(text: &str) -> Option<Value> {
        let others = read(text)?.others()?;
        Some(serde_json::from_str(&others).unwrap())
    }

    #[test]
    fn members_that_are_not_of_the_protocol_are_put_aside() {
        let text = r#"{"_meta": {"a.example/b": [1, {"c": null}], "progressToken": 7,
            "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/new": 1,
            "traceparent": "x", "say \"hi\"": "y"}}"#;
        let meta = read(text).unwrap();
        assert_eq!(meta.progress_token, Some(RequestId::Number(7)));
        assert_eq!(meta.protocol_version.as_deref(), Some("2026-07-28"));
        assert_eq!(meta.trace().unwrap().traceparent, "x");
        let expected = serde_json::json!({"a.example/b": [1, {"c": null}], "say \"hi\"": "y"});
        assert_eq!(others(text), Some(expected));
    }

    #[test]
    fn there_may_be_none_and_no_meta() {
        for text in [
            "{}",
            r#"{"_meta": null}"#,
            r#"{"_meta": {}}"#,
            r#"{"_meta": {"progressToken": 1}}"#,
        ] {
            assert_eq!(others(text), None, "{text}");
        }
        assert!(serde_json::from_str::<Params>(r#"{"_meta": [1]}"#).is_err());
    }

    #[test]
    fn what_is_too_long_is_left_out() {
        let long = "x".repeat(MAX_OTHERS);
        let text = format!(r#"{{"_meta": {{"a": 1, "long": "{long}", "b": 2}}}}"#);
        assert_eq!(others(&text), Some(serde_json::json!({"a": 1, "b": 2})));
    }
}
