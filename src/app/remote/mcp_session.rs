//! [`McpSession`]: the MCP endpoint of a server that runs elsewhere. It may be any MCP server.

use serde_json::{Value, value::RawValue};
use toolwright::client::{ConnectOptions, Connection, ConnectionError, RawRequest};

use super::{
    error::RemoteError,
    remote_server::{CALL_TIMEOUT, MAX_BYTES, RemoteServer},
};

/// A session with an MCP server that runs elsewhere.
#[derive(Debug)]
pub(in crate::app) struct McpSession<'a> {
    server: &'a RemoteServer,
    connection: Connection,
}

impl<'a> McpSession<'a> {
    /// Opens a session.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn open(server: &'a RemoteServer) -> Result<Self, RemoteError> {
        let options = ConnectOptions::new().limit(MAX_BYTES);
        let connected = async { Connection::http(server.mcp()?, options).await }.await;
        let connection = connected.map_err(|error| server.mcp_error(&error))?;
        Ok(Self { server, connection })
    }

    /// Lists all tools, as JSON objects of the protocol.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn tools(&self) -> Result<Vec<Value>, RemoteError> {
        let tools = self.connection.list("tools/list", "tools").await;
        let tools = tools.map_err(|error| self.server.mcp_error(&error))?;
        tools.iter().map(|tool| self.read(tool)).collect()
    }

    /// Calls a tool and returns the result, as JSON of the protocol.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn call(&self, params: &Value) -> Result<Value, RemoteError> {
        let name = params["name"].as_str().unwrap_or_default();
        let request = RawRequest::new("tools/call");
        let request = request.params(params.to_string()).name(name);
        let request = request.timeout(CALL_TIMEOUT);
        let answer = self.connection.request(request).await;
        self.read(&answer.map_err(|error| self.server.mcp_error(&error))?)
    }

    /// Ends the session.
    pub(in crate::app) async fn close(self) {
        self.connection.close().await;
    }

    fn read(&self, json: &RawValue) -> Result<Value, RemoteError> {
        let read = serde_json::from_str(json.get());
        let invalid = |error: serde_json::Error| ConnectionError::Invalid(error.to_string());
        read.map_err(|error| self.server.mcp_error(&invalid(error)))
    }
}
