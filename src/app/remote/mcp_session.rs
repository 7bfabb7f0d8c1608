//! [`McpSession`]: a session with an MCP server that runs elsewhere.
//!
//! It speaks the streamable HTTP transport as every server knows it, not only ours. It can list and
//! call; a server cannot ask it back.

use std::sync::atomic::{AtomicI64, Ordering};

use reqwest::{
    Method,
    header::{ACCEPT, CONTENT_TYPE, HeaderName},
};
use serde_json::{Value, json};
use toolwright_http::HttpResponse;

use super::{
    error::RemoteError,
    event_stream,
    remote_server::{Message, RemoteServer},
};

/// The revision that is offered. The server may choose another one.
const REVISION: &str = "2025-11-25";
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const REVISION_HEADER: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The most pages of a list that are read.
const MOST_PAGES: usize = 1000;

/// A session with an MCP server that runs elsewhere.
#[derive(Debug)]
pub(in crate::app) struct McpSession<'a> {
    server: &'a RemoteServer,
    id: Option<String>,
    /// The revision that the server chose, once it has.
    revision: Option<String>,
    last_id: AtomicI64,
}

impl<'a> McpSession<'a> {
    /// Opens a session.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn open(server: &'a RemoteServer) -> Result<Self, RemoteError> {
        let mut session = Self {
            server,
            id: None,
            revision: None,
            last_id: AtomicI64::new(0),
        };
        let params = json!({
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": {"name": "toolwright", "version": env!("CARGO_PKG_VERSION")},
        });
        let (id, response) = session.ask("initialize", params).await?;
        let header = response.headers.get(SESSION);
        session.id = header.and_then(|id| Some(id.to_str().ok()?.to_owned()));
        let answer = session.answer(id, &response)?;
        let revision = answer["protocolVersion"].as_str().unwrap_or(REVISION);
        session.revision = Some(revision.to_owned());
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        session.send(Method::POST, Some(&ready)).await?;
        Ok(session)
    }

    /// Lists all tools, as JSON objects of the protocol.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn tools(&self) -> Result<Vec<Value>, RemoteError> {
        let (mut tools, mut params) = (Vec::new(), json!({}));
        for _ in 0..MOST_PAGES {
            let mut page = self.request("tools/list", params).await?;
            let Value::Array(found) = page["tools"].take() else {
                return Err(self.server.unreadable());
            };
            tools.extend(found);
            match page["nextCursor"].take() {
                Value::String(cursor) => params = json!({"cursor": cursor}),
                _ => break,
            }
        }
        Ok(tools)
    }

    /// Sends a request and returns its result.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn request(
        &self,
        method: &str,
        params: Value,
    ) -> Result<Value, RemoteError> {
        let (id, response) = self.ask(method, params).await?;
        self.answer(id, &response)
    }

    /// Ends the session. A server that does not support that frees it when it is idle.
    pub(in crate::app) async fn close(self) {
        if self.id.is_some() {
            let _ = self.send(Method::DELETE, None).await;
        }
    }

    async fn ask(&self, method: &str, params: Value) -> Result<(i64, HttpResponse), RemoteError> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        Ok((id, self.send(Method::POST, Some(&body)).await?))
    }

    async fn send(
        &self,
        method: Method,
        body: Option<&Value>,
    ) -> Result<HttpResponse, RemoteError> {
        let mut message = Message::new(method, self.server.mcp_url()).for_call();
        message.body = body;
        message.headers = vec![(ACCEPT, "application/json, text/event-stream".to_owned())];
        let revision = self.revision.clone().map(|text| (REVISION_HEADER, text));
        let session = self.id.clone().map(|id| (SESSION, id));
        message.headers.extend(revision.into_iter().chain(session));
        self.server.send(message).await
    }

    /// Returns the result of the request `id` in a response, which is JSON or a stream.
    fn answer(&self, id: i64, response: &HttpResponse) -> Result<Value, RemoteError> {
        let kind = response.headers.get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let messages = match kind.starts_with("text/event-stream") {
            true => event_stream::messages(&String::from_utf8_lossy(&response.body)),
            false => serde_json::from_slice(&response.body).into_iter().collect(),
        };
        let answer = messages.into_iter().find(|message| message["id"] == id);
        let Some(mut answer) = answer else {
            return Err(self.server.unreadable());
        };
        match answer["error"]["message"].as_str() {
            Some(message) => Err(RemoteError::Failed(message.to_owned())),
            None => Ok(answer["result"].take()),
        }
    }
}
