//! What a method answers: the members of `result`.

use bytes::Bytes;
use serde::Serialize;
use serde_json::json;

use super::rpc_error::{INTERNAL_ERROR, RpcError};
use crate::core::{ExecutionId, Implementation, Meta};

/// The key of a result's `_meta` that has the name of the call in the log.
const EXECUTION: &str = "\"toolwright/executionId\":\"";

/// What a method answers: the members of `result`, without what every result has.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// A JSON object.
    json: Json,
    meta: Meta,
    execution: Option<ExecutionId>,
    result_type: &'static str,
}

#[derive(Debug)]
enum Json {
    /// Still to be completed with what every result has.
    Members(Vec<u8>),
    /// Complete.
    Whole(Bytes),
}

/// Who answers, as every result of 2026-07-28 says it: serialised once for all of them.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    member: String,
}

impl Signature {
    pub(crate) fn new(server: &Implementation) -> Self {
        let member = format!("\"io.modelcontextprotocol/serverInfo\":{}", json!(server));
        Self { member }
    }
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
            .map_err(|error| RpcError::new(INTERNAL_ERROR, error.to_string()))?;
        debug_assert!(
            json.starts_with(b"{") && json.ends_with(b"}"),
            "a result is an object"
        );
        Ok(Self {
            json: Json::Members(json),
            meta: Meta::new(),
            execution: None,
            result_type,
        })
    }

    /// A result without members.
    pub(crate) fn empty() -> Self {
        Self {
            json: Json::Members(b"{}".to_vec()),
            meta: Meta::new(),
            execution: None,
            result_type: "complete",
        }
    }

    /// A result that was written before, by [`Outcome::into_object`].
    pub(crate) fn prepared(object: Bytes) -> Self {
        Self {
            json: Json::Whole(object),
            meta: Meta::new(),
            execution: None,
            result_type: "complete",
        }
    }

    pub(crate) fn with_meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    /// With the name that the call has in the log.
    pub(crate) const fn with_execution(mut self, execution: Option<ExecutionId>) -> Self {
        self.execution = execution;
        self
    }

    /// About how many bytes it will have.
    pub(crate) const fn size_hint(&self) -> usize {
        match &self.json {
            Json::Members(json) => json.len() + 128,
            Json::Whole(object) => object.len(),
        }
    }

    /// Appends the object with its `_meta`, and on 2026-07-28 with its type and a signature.
    pub(crate) fn write(&self, signature: Option<&Signature>, body: &mut Vec<u8>) {
        let json = match &self.json {
            Json::Members(json) => json,
            Json::Whole(object) => return body.extend_from_slice(object),
        };
        let mut members = Members::begin(json, body);
        if let Some(signature) = signature {
            members.push("\"resultType\":\"", self.result_type, "\"");
            members.push("\"_meta\":{", &signature.member, "");
            self.write_meta(&mut members);
        } else if !self.meta.is_empty() || self.execution.is_some() {
            members.push("\"_meta\":{", "", "");
            self.write_meta(&mut members);
        }
        members.0.push(b'}');
    }

    /// The rest of `_meta`, which is open.
    fn write_meta(&self, members: &mut Members<'_>) {
        if let Some(id) = self.execution {
            members.push(EXECUTION, id.write(&mut [0; 36]), "\"");
        }
        for (key, value) in &self.meta {
            members.push(&json!(key).to_string(), ":", &value.to_string());
        }
        members.0.push(b'}');
    }

    /// The object alone.
    pub(crate) fn into_object(self, signature: Option<&Signature>) -> Vec<u8> {
        let mut object = Vec::with_capacity(self.size_hint());
        self.write(signature, &mut object);
        object
    }
}

/// A serialised object whose end is still open.
struct Members<'a>(&'a mut Vec<u8>);

impl<'a> Members<'a> {
    /// The members of a whole object, at the end of `body`.
    fn begin(object: &[u8], body: &'a mut Vec<u8>) -> Self {
        let open = object.len().saturating_sub(1);
        body.extend_from_slice(&object[..open]);
        Self(body)
    }

    /// Adds a member in three pieces.
    fn push(&mut self, first: &str, second: &str, third: &str) {
        if !matches!(self.0.last(), Some(b'{')) {
            self.0.push(b',');
        }
        for piece in [first, second, third] {
            self.0.extend_from_slice(piece.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn modern(outcome: Outcome) -> Value {
        let signature = Signature::new(&Implementation::new("demo", "1"));
        serde_json::from_slice(&outcome.into_object(Some(&signature))).unwrap()
    }

    fn legacy(outcome: Outcome) -> Value {
        serde_json::from_slice(&outcome.into_object(None)).unwrap()
    }

    fn with_key(outcome: Outcome) -> Outcome {
        outcome.with_meta(json!({"a/b": {"c": 1}}).as_object().unwrap().clone())
    }

    #[test]
    fn a_modern_result_says_its_type_and_who_answers() {
        let server = json!({"name": "demo", "version": "1"});
        assert_eq!(
            modern(Outcome::complete(&json!({"a": 1})).unwrap()),
            json!({
                "a": 1,
                "resultType": "complete",
                "_meta": {"io.modelcontextprotocol/serverInfo": server},
            })
        );
        assert_eq!(
            modern(with_key(Outcome::empty())),
            json!({
                "resultType": "complete",
                "_meta": {"io.modelcontextprotocol/serverInfo": server, "a/b": {"c": 1}},
            })
        );
    }

    #[test]
    fn a_legacy_result_is_as_bare_as_it_was_made() {
        assert_eq!(legacy(Outcome::empty()), json!({}));
        assert_eq!(
            legacy(with_key(Outcome::empty())),
            json!({"_meta": {"a/b": {"c": 1}}})
        );
        assert_eq!(
            legacy(with_key(Outcome::complete(&json!({"x": []})).unwrap())),
            json!({"x": [], "_meta": {"a/b": {"c": 1}}})
        );
    }
}
