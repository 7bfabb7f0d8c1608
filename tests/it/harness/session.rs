//! A client with a session: the four revisions before 2026-07-28.

use reqwest::{Method, RequestBuilder, header::ACCEPT};
use serde_json::{Value, json};

use super::{answer::Answer, events::Events, patience::soon, server::TestServer};

/// A client with a session.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    http: reqwest::Client,
    url: String,
    id: String,
    revision: String,
    /// The server's answer to `initialize`.
    pub(crate) greeting: Value,
}

impl Session {
    /// A session of 2025-11-25, whose client can do nothing beside.
    pub(crate) async fn open(server: &TestServer) -> Self {
        Self::of(server, "2025-11-25", json!({})).await
    }

    /// A session whose client asks for `revision` and has these capabilities.
    pub(crate) async fn of(server: &TestServer, revision: &str, capabilities: Value) -> Self {
        Self::at(server, "/mcp", revision, capabilities).await
    }

    /// A session at another endpoint than `/mcp`.
    pub(crate) async fn at(
        server: &TestServer,
        path: &str,
        revision: &str,
        capabilities: Value,
    ) -> Self {
        let mut session = Self {
            http: server.http().clone(),
            url: server.url(path),
            id: String::new(),
            revision: String::new(),
            greeting: Value::Null,
        };
        let params = json!({
            "protocolVersion": revision,
            "capabilities": capabilities,
            "clientInfo": {"name": "it", "version": "1"},
        });
        let response = soon(session.request("initialize", 0, params).send())
            .await
            .unwrap();
        let id = response.headers()["mcp-session-id"].to_str().unwrap();
        session.id = id.to_owned();
        session.greeting = Answer::read(response).await.into_result();
        let agreed = session.greeting["protocolVersion"].as_str().unwrap();
        session.revision = agreed.to_owned();
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(session.post(&initialized).await, Answer::text(202, ""));
        session
    }

    /// The same session, with its requests to another server.
    pub(crate) fn moved_to(&self, server: &TestServer) -> Self {
        Self {
            url: server.url("/mcp"),
            ..self.clone()
        }
    }

    /// A session that is named by another id.
    pub(crate) fn with_id(mut self, id: &str) -> Self {
        self.id = id.to_owned();
        self
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// A bare request with the headers of the session.
    pub(crate) fn bare(&self, method: Method) -> RequestBuilder {
        let accepted = if method == Method::GET {
            "text/event-stream"
        } else {
            "application/json, text/event-stream"
        };
        let request = self
            .http
            .request(method, &self.url)
            .header(ACCEPT, accepted);
        if self.id.is_empty() {
            return request;
        }
        request
            .header("Mcp-Session-Id", &self.id)
            .header("MCP-Protocol-Version", &self.revision)
    }

    fn request(&self, method: &str, id: i64, params: Value) -> RequestBuilder {
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.bare(Method::POST).json(&body)
    }

    /// Posts any message.
    pub(crate) async fn post(&self, message: &Value) -> Answer {
        let request = self.bare(Method::POST).json(message);
        Answer::read(soon(request.send()).await.unwrap()).await
    }

    /// Sends a request with this id and reads the whole answer.
    pub(crate) async fn ask(&self, id: i64, method: &str, params: Value) -> Answer {
        let request = self.request(method, id, params);
        Answer::read(soon(request.send()).await.unwrap()).await
    }

    /// Sends a request with this id whose answer is an event stream.
    pub(crate) async fn stream(&self, id: i64, method: &str, params: Value) -> Events {
        let request = self.request(method, id, params);
        Events::new(soon(request.send()).await.unwrap())
    }

    /// Sends a notification.
    pub(crate) async fn tell(&self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        assert_eq!(self.post(&message).await, Answer::text(202, ""));
    }

    /// Answers a request of the server.
    pub(crate) async fn reply(&self, question: &Value, result: Value) {
        let message = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
        assert_eq!(self.post(&message).await, Answer::text(202, ""));
    }

    /// Opens the session's own stream.
    pub(crate) async fn listen(&self) -> Events {
        let response = soon(self.bare(Method::GET).send()).await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        Events::new(response)
    }

    /// Comes back for what followed the event of this id.
    pub(crate) async fn resume(&self, last: &str) -> Events {
        let request = self.bare(Method::GET).header("Last-Event-ID", last);
        let response = soon(request.send()).await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        Events::new(response)
    }

    /// Ends the session.
    pub(crate) async fn delete(&self) -> Answer {
        let request = self.bare(Method::DELETE);
        Answer::read(soon(request.send()).await.unwrap()).await
    }
}
