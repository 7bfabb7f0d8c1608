//! [`Call`]: an HTTP request as data, and [`Case`]: a request with the calls before it.

use std::fmt;

use serde_json::{Value, json};

/// The revision without sessions.
pub(super) const MODERN: &str = "2026-07-28";

/// The key of the revision in the `_meta` of a modern request.
pub(super) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// An HTTP request. `<key>` in a header or in the body stands for the value that an earlier
/// response had under that key.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) method: &'static str,
    pub(super) headers: Vec<(String, Vec<u8>)>,
    pub(super) body: Vec<u8>,
    /// How many messages of an endless response are read.
    pub(super) messages: Option<usize>,
    /// The answer of the client to a question of the server.
    pub(super) reply: Option<Value>,
    /// Repeats the request until the response contains this.
    pub(super) until: Option<&'static str>,
}

impl Call {
    /// A request of this method without headers and body.
    pub(super) fn bare(method: &'static str) -> Self {
        Self {
            method,
            headers: Vec::new(),
            body: Vec::new(),
            messages: None,
            reply: None,
            until: None,
        }
    }

    /// A POST of this body with the headers that every client sends.
    pub(super) fn post(body: impl AsRef<[u8]>) -> Self {
        let mut call = Self::bare("POST")
            .with("content-type", "application/json")
            .with("accept", "application/json, text/event-stream");
        call.body = body.as_ref().to_vec();
        call
    }

    /// A request of 2026-07-28 from a client without capabilities.
    pub(super) fn modern(method: &str, params: Value) -> Self {
        Self::able(json!({}), method, params)
    }

    /// A request of 2026-07-28 from a client with these capabilities.
    pub(super) fn able(capabilities: Value, method: &str, mut params: Value) -> Self {
        let meta = json!({
            VERSION: MODERN,
            "io.modelcontextprotocol/clientInfo": {"name": "it", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        for (key, value) in meta.as_object().unwrap() {
            params["_meta"][key] = value.clone();
        }
        Self::post(request(method, &params).to_string()).repeating(method, &params)
    }

    /// Adds the headers that repeat parts of a modern request.
    pub(super) fn repeating(self, method: &str, params: &Value) -> Self {
        let name = ["name", "uri", "taskId"]
            .iter()
            .find_map(|key| params.get(key)?.as_str());
        let call = self
            .with("mcp-protocol-version", MODERN)
            .with("mcp-method", method);
        match name {
            Some(name) => call.with("mcp-name", name),
            None => call,
        }
    }

    /// The first request of a session.
    pub(super) fn initialize(revision: &str, capabilities: Value) -> Self {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": capabilities,
            "clientInfo": {"name": "it", "version": "1"},
        });
        Self::post(request("initialize", &params).to_string())
    }

    /// Sends it in the session that an earlier call opened.
    pub(super) fn in_session(self, revision: &str) -> Self {
        self.with("mcp-session-id", "<mcp-session-id>")
            .with("mcp-protocol-version", revision)
    }

    /// Sets a header, and removes others of its name.
    pub(super) fn with(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.without(name).and(name, value)
    }

    /// Adds a header to others of its name.
    pub(super) fn and(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers
            .push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    pub(super) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    /// Reads this many messages of an endless response.
    pub(super) const fn reading(mut self, messages: usize) -> Self {
        self.messages = Some(messages);
        self
    }

    pub(super) fn replying(mut self, reply: Value) -> Self {
        self.reply = Some(reply);
        self
    }

    pub(super) const fn until(mut self, said: &'static str) -> Self {
        self.until = Some(said);
        self
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.method)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", String::from_utf8_lossy(value))?;
        }
        let body: String = String::from_utf8_lossy(&self.body)
            .chars()
            .take(300)
            .collect();
        write!(f, "{body}")
    }
}

/// A message with an id.
pub(super) fn request(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// A message without an id.
pub(super) fn notification(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// A request with the calls before it.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) name: String,
    /// Whether the twin is called at its endpoint without sessions, which accepts older clients
    /// without one, as ours always does.
    pub(super) alone: bool,
    pub(super) before: Vec<Call>,
    pub(super) call: Call,
}

impl Case {
    pub(super) fn new(name: impl Into<String>, call: Call) -> Self {
        Self {
            name: name.into(),
            alone: false,
            before: Vec::new(),
            call,
        }
    }

    /// A request in a session of this revision, of a client with these capabilities.
    pub(super) fn in_session(
        name: impl Into<String>,
        revision: &str,
        capabilities: Value,
        call: Call,
    ) -> Self {
        let initialized = notification("notifications/initialized", &json!({}));
        Self::new(name, call.in_session(revision))
            .after(Call::initialize(revision, capabilities))
            .after(Call::post(initialized.to_string()).in_session(revision))
    }

    pub(super) const fn alone(mut self) -> Self {
        self.alone = true;
        self
    }

    pub(super) fn after(mut self, call: Call) -> Self {
        self.before.push(call);
        self
    }
}
