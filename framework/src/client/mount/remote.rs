//! [`RemoteServer`]: a server behind a connected client, to be mounted.

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::sync::Semaphore;

use super::{
    mounted::{Mountable, subscribe},
    session_logs::SessionLogs,
};
use crate::{
    client::{
        client::{Client, Link},
        connection::{Connection, ConnectionError},
        forward::{ForwardedRequest, Route, ServerLists, tool_error},
        remote::Remote,
    },
    core::{BoxFuture, Change, ToolError},
};

/// A server behind a connected client.
pub(super) struct RemoteServer {
    remote: Remote,
    logs: SessionLogs,
    /// One call at a time, for servers that do not say which call a question belongs to.
    turn: Semaphore,
}

impl RemoteServer {
    /// Creates one, unless the server is in this process.
    pub(super) fn new(client: Client) -> Option<Self> {
        match client.link {
            Link::Remote(remote) => Some(Self {
                remote,
                logs: SessionLogs::default(),
                turn: Semaphore::new(1),
            }),
            Link::InMemory(_) => None,
        }
    }

    async fn send(&self, request: ForwardedRequest<'_>) -> Result<Box<RawValue>, ToolError> {
        let (connection, may_ask) = (self.connection(), self.remote.passes_questions_on());
        let is_one_by_one =
            may_ask && connection.is_one_stream() && !connection.revision().is_modern();
        let _turn = match is_one_by_one {
            // The semaphore is never closed.
            true => self.turn.acquire().await.ok(),
            false => None,
        };
        let level = request.context().log_level();
        self.logs.request(connection, level).await;
        let result = request.asking(may_ask).send(connection).await;
        result.map_err(|error| tool_error(self.name(), error))
    }

    fn connection(&self) -> &Arc<Connection> {
        self.remote.connection()
    }
}

impl Route for RemoteServer {
    fn request<'a>(
        &'a self,
        request: ForwardedRequest<'a>,
    ) -> BoxFuture<'a, Result<Box<RawValue>, ToolError>> {
        Box::pin(self.send(request))
    }
}

impl Mountable for RemoteServer {
    fn name(&self) -> &str {
        "mounted"
    }

    fn lists(&self) -> BoxFuture<'_, Result<ServerLists, ConnectionError>> {
        Box::pin(async move {
            let lists = ServerLists::read(self.connection()).await?;
            subscribe(self.connection(), &lists).await;
            Ok(lists)
        })
    }

    fn changed(&self) -> BoxFuture<'_, Vec<Change>> {
        Box::pin(self.remote.changes())
    }
}
