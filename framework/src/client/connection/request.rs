//! [`RawRequest`]: a request, with its parameters as JSON text.

use std::{borrow::Cow, fmt, sync::Arc, time::Duration};

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::handler::Handler;
use crate::core::LogLevel;

/// The member of `_meta` that has the capabilities of the client.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The member of `_meta` that has the lowest level of log messages.
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// The members of `_meta` that every request has. Before 2026-07-28 there are none.
#[derive(Default)]
pub(super) struct CommonMeta {
    /// The revision and the client, as members of an object.
    pub(super) members: String,
    /// The capabilities of the client.
    pub(super) capabilities: Value,
}

/// A request, with its parameters as JSON text.
///
/// See [`Connection`](super::Connection) for an example.
#[derive(Clone)]
pub struct RawRequest<'a> {
    pub(super) method: &'a str,
    params: Cow<'a, str>,
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) parameters: Vec<(String, String)>,
    capabilities: Option<Value>,
    log_level: Option<LogLevel>,
    meta: Map<String, Value>,
    pub(super) timeout: Option<Duration>,
    pub(super) handler: Option<Arc<dyn Handler>>,
}

impl fmt::Debug for RawRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl<'a> RawRequest<'a> {
    /// Creates a request without parameters.
    #[must_use]
    pub fn new(method: &'a str) -> Self {
        Self {
            method,
            params: Cow::Borrowed("{}"),
            name: None,
            parameters: Vec::new(),
            capabilities: None,
            log_level: None,
            meta: Map::new(),
            timeout: None,
            handler: None,
        }
    }

    /// Sets the parameters: the text of a JSON object without `_meta`.
    #[must_use]
    pub fn params(mut self, json: impl Into<Cow<'a, str>>) -> Self {
        self.params = json.into();
        self
    }

    /// Sets the name that the request is for: of a tool or prompt, or the URI of a resource. Over
    /// HTTP it is repeated in a header.
    #[must_use]
    pub fn name(mut self, name: impl Into<Cow<'a, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the arguments of a tool that are repeated in headers, as pairs of header and value. A tool
    /// names them with `x-mcp-header` in its schema.
    #[must_use]
    pub fn parameters(mut self, parameters: Vec<(String, String)>) -> Self {
        self.parameters = parameters;
        self
    }

    /// Sets the capabilities of the client for this request alone, which servers of 2026-07-28 read.
    #[must_use]
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = Some(capabilities);
        self
    }

    /// Requests log messages of at least this level for this request, which servers of 2026-07-28 read.
    #[must_use]
    pub const fn log_level(mut self, level: Option<LogLevel>) -> Self {
        self.log_level = level;
        self
    }

    /// Sets the members of `_meta`, beside those of the protocol.
    #[must_use]
    pub fn meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta;
        self
    }

    /// Sets how long the answer may take.
    #[must_use]
    pub const fn timeout(mut self, time: Duration) -> Self {
        self.timeout = Some(time);
        self
    }

    /// Sets what receives the questions and notifications that belong to this request. With one, the
    /// server is asked to report progress.
    #[must_use]
    pub fn handler(mut self, handler: Arc<dyn Handler>) -> Self {
        self.handler = Some(handler);
        self
    }

    /// Returns the message with the number `id`.
    pub(super) fn encode(&self, id: i64, common: &CommonMeta) -> Bytes {
        let mut meta = common.members.clone();
        let mut add = |name: &str, value: &Value| {
            let comma = if meta.is_empty() { "" } else { "," };
            meta.push_str(&format!("{comma}{}:{value}", json!(name)));
        };
        if !common.members.is_empty() {
            let capabilities = self.capabilities.as_ref();
            add(CAPABILITIES, capabilities.unwrap_or(&common.capabilities));
            if let Some(level) = self.log_level {
                add(LOG_LEVEL, &json!(level));
            }
        }
        if self.handler.is_some() {
            add("progressToken", &json!(id));
        }
        for (name, value) in &self.meta {
            add(name, value);
        }
        let params = self.params.trim();
        let members = params.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let members = members.unwrap_or_default().trim();
        let comma = if meta.is_empty() || members.is_empty() {
            ""
        } else {
            ","
        };
        let meta = match meta.is_empty() {
            true => meta,
            false => format!("\"_meta\":{{{meta}}}"),
        };
        let method = json!(self.method);
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{{{meta}{comma}{members}}}}}"#
        )
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::handler::Ignore, *};

    fn params(request: &RawRequest<'_>, common: &CommonMeta) -> Value {
        let text = request.encode(7, common);
        let whole: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!((&whole["id"], &whole["method"]), (&json!(7), &json!("a/b")));
        whole["params"].clone()
    }

    #[test]
    fn a_request_has_its_metadata_beside_its_parameters() {
        let nothing = CommonMeta::default();
        let plain = RawRequest::new("a/b").params(r#" {"x": [1]} "#);
        assert_eq!(params(&plain, &nothing), json!({"x": [1]}));
        let meta = Map::from_iter([("t".to_owned(), json!("u"))]);
        let with = RawRequest::new("a/b").meta(meta).handler(Arc::new(Ignore));
        let expected = json!({"_meta": {"progressToken": 7, "t": "u"}, "x": 1});
        assert_eq!(params(&with.params(r#"{"x":1}"#), &nothing), expected);
    }

    #[test]
    fn a_request_can_have_its_own_capabilities() {
        let common = CommonMeta {
            members: r#""v":1"#.to_owned(),
            capabilities: json!({"roots": {}}),
        };
        let request = RawRequest::new("a/b");
        let expected = json!({"_meta": {"v": 1, CAPABILITIES: {"roots": {}}}});
        assert_eq!(params(&request, &common), expected);
        let request = request.capabilities(json!({"sampling": {}}));
        let request = request.log_level(Some(LogLevel::Info));
        let expected =
            json!({"_meta": {"v": 1, CAPABILITIES: {"sampling": {}}, LOG_LEVEL: "info"}});
        assert_eq!(params(&request, &common), expected);
        assert_eq!(params(&request, &CommonMeta::default()), json!({}));
    }
}
