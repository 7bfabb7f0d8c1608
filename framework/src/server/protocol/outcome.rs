//! [`Outcome`]: the `result` object of a response.
//!
//! The object is assembled from serialised pieces by hand. A `serde_json::Value` in between would
//! copy the tool's output once more, and `#[serde(flatten)]` would buffer it.

use bytes::Bytes;
use serde::Serialize;
use serde_json::json;

use super::rpc_error::{INTERNAL_ERROR, RpcError};
use crate::core::{ExecutionId, Implementation, Meta};

/// The start of the `_meta` member with the id of the call in the execution log.
const EXECUTION: &str = "\"toolwright/executionId\":\"";

/// The `result` object of a response, without the members that every result has.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The serialised object.
    json: OutcomeJson,
    meta: Meta,
    execution: Option<ExecutionId>,
    result_type: &'static str,
}

#[derive(Debug)]
enum OutcomeJson {
    /// An object to which the members of every result are still to be added.
    Members(Vec<u8>),
    /// A complete object.
    Whole(Bytes),
}

/// The `serverInfo` member that every result of 2026-07-28 has in `_meta`, serialised once.
#[derive(Debug, Clone)]
pub(crate) struct ServerInfo {
    member: String,
}

impl ServerInfo {
    pub(crate) fn new(server: &Implementation) -> Self {
        let member = format!("\"io.modelcontextprotocol/serverInfo\":{}", json!(server));
        Self { member }
    }
}

impl Outcome {
    /// Creates a result of the type `complete`.
    pub(crate) fn complete(value: &impl Serialize) -> Result<Self, RpcError> {
        Self::of_type("complete", value)
    }

    /// Creates a result of another type, for example `input_required`.
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
            json: OutcomeJson::Members(json),
            meta: Meta::new(),
            execution: None,
            result_type,
        })
    }

    /// Creates a result without members.
    pub(crate) fn empty() -> Self {
        Self {
            json: OutcomeJson::Members(b"{}".to_vec()),
            meta: Meta::new(),
            execution: None,
            result_type: "complete",
        }
    }

    /// Creates a result from bytes that [`Outcome::into_object`] returned.
    pub(crate) fn serialized(object: Bytes) -> Self {
        Self {
            json: OutcomeJson::Whole(object),
            meta: Meta::new(),
            execution: None,
            result_type: "complete",
        }
    }

    pub(crate) fn with_meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    /// Sets the id that the call has in the execution log.
    pub(crate) const fn with_execution(mut self, execution: Option<ExecutionId>) -> Self {
        self.execution = execution;
        self
    }

    /// Returns the approximate length of the serialised object.
    pub(crate) const fn size_hint(&self) -> usize {
        match &self.json {
            OutcomeJson::Members(json) => json.len() + 128,
            OutcomeJson::Whole(object) => object.len(),
        }
    }

    /// Appends the object with its `_meta` to `body`. With `server_info`, as on 2026-07-28, it also
    /// has its type and the server's name.
    pub(crate) fn write(&self, server_info: Option<&ServerInfo>, body: &mut Vec<u8>) {
        let json = match &self.json {
            OutcomeJson::Members(json) => json,
            OutcomeJson::Whole(object) => return body.extend_from_slice(object),
        };
        let mut members = ObjectWriter::begin(json, body);
        if let Some(server_info) = server_info {
            members.push("\"resultType\":\"", self.result_type, "\"");
            members.push("\"_meta\":{", &server_info.member, "");
            self.write_meta(&mut members);
        } else if !self.meta.is_empty() || self.execution.is_some() {
            members.push("\"_meta\":{", "", "");
            self.write_meta(&mut members);
        }
        members.0.push(b'}');
    }

    /// Appends the remaining members of `_meta` and closes it.
    fn write_meta(&self, members: &mut ObjectWriter<'_>) {
        if let Some(id) = self.execution {
            members.push(EXECUTION, id.write(&mut [0; 36]), "\"");
        }
        for (key, value) in &self.meta {
            members.push(&json!(key).to_string(), ":", &value.to_string());
        }
        members.0.push(b'}');
    }

    /// Returns the serialised object.
    pub(crate) fn into_object(self, server_info: Option<&ServerInfo>) -> Vec<u8> {
        let mut object = Vec::with_capacity(self.size_hint());
        self.write(server_info, &mut object);
        object
    }
}

/// Appends members to a serialised object that is not closed yet.
struct ObjectWriter<'a>(&'a mut Vec<u8>);

impl<'a> ObjectWriter<'a> {
    /// Appends `object` to `body` without its closing brace.
    fn begin(object: &[u8], body: &'a mut Vec<u8>) -> Self {
        let open = object.len().saturating_sub(1);
        body.extend_from_slice(&object[..open]);
        Self(body)
    }

    /// Appends a member that consists of three pieces.
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
        let server_info = ServerInfo::new(&Implementation::new("demo", "1"));
        serde_json::from_slice(&outcome.into_object(Some(&server_info))).unwrap()
    }

    fn legacy(outcome: Outcome) -> Value {
        serde_json::from_slice(&outcome.into_object(None)).unwrap()
    }

    fn with_key(outcome: Outcome) -> Outcome {
        outcome.with_meta(json!({"a/b": {"c": 1}}).as_object().unwrap().clone())
    }

    #[test]
    fn a_modern_result_has_its_type_and_the_server_info() {
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
    fn a_legacy_result_has_no_added_members() {
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
