//! A client of 2026-07-28 over HTTP: every request stands for itself.

use reqwest::{RequestBuilder, header::ACCEPT};
use serde_json::{Value, json};

use super::{answer::Answer, events::Events, patience::soon, server::TestServer};

/// The revision that this client speaks.
const REVISION: &str = "2026-07-28";

/// A client of 2026-07-28. Its requests all have the id 1.
#[derive(Debug, Clone)]
pub(crate) struct Modern {
    http: reqwest::Client,
    url: String,
    meta: Value,
    key: Option<String>,
}

impl Modern {
    pub(crate) fn of(server: &TestServer) -> Self {
        Self {
            http: server.http().clone(),
            url: server.url("/mcp"),
            meta: json!({
                "io.modelcontextprotocol/protocolVersion": REVISION,
                "io.modelcontextprotocol/clientInfo": {"name": "it", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            }),
            key: None,
        }
    }

    /// A client of another endpoint than `/mcp`.
    pub(crate) fn at(server: &TestServer, path: &str) -> Self {
        Self {
            url: server.url(path),
            ..Self::of(server)
        }
    }

    /// A client that shows this key.
    pub(crate) fn with_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// A client with these capabilities.
    pub(crate) fn able(self, capabilities: Value) -> Self {
        self.meta("io.modelcontextprotocol/clientCapabilities", capabilities)
    }

    /// A client whose requests say this too.
    pub(crate) fn meta(mut self, key: &str, value: Value) -> Self {
        self.meta[key] = value;
        self
    }

    /// The body of a request.
    pub(crate) fn body(&self, method: &str, mut params: Value) -> Value {
        params["_meta"] = self.meta.clone();
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    }

    /// A request with the headers that repeat its body.
    pub(crate) fn request(&self, method: &str, params: Value) -> RequestBuilder {
        let name = ["name", "uri", "taskId"]
            .iter()
            .find_map(|key| params.get(key)?.as_str().map(ToOwned::to_owned));
        let request = self
            .http
            .post(&self.url)
            .header(ACCEPT, "application/json, text/event-stream")
            .header("MCP-Protocol-Version", REVISION)
            .header("Mcp-Method", method)
            .json(&self.body(method, params));
        let request = match &self.key {
            Some(key) => request.bearer_auth(key),
            None => request,
        };
        match name {
            Some(name) => request.header("Mcp-Name", name),
            None => request,
        }
    }

    /// Sends a request and reads the whole answer.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> Answer {
        Answer::read(soon(self.request(method, params).send()).await.unwrap()).await
    }

    /// The result of a request that has one.
    pub(crate) async fn result(&self, method: &str, params: Value) -> Value {
        self.ask(method, params).await.into_result()
    }

    /// Calls a tool.
    pub(crate) async fn call(&self, name: &str, arguments: Value) -> Answer {
        self.ask("tools/call", json!({"name": name, "arguments": arguments}))
            .await
    }

    /// Sends a request whose answer is an event stream.
    pub(crate) async fn stream(&self, method: &str, params: Value) -> Events {
        Events::new(soon(self.request(method, params).send()).await.unwrap())
    }
}
