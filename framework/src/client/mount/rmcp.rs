//! [`RmcpServer`]: a handler that was written for rmcp, to be mounted.
//!
//! The handler is served in this process by rmcp itself, over pipes in memory, so that it sees what
//! it would see there. A call has a session for itself while it runs: what the handler asks, reports
//! and logs belongs to that call. Sessions are kept and used again.

use std::{
    borrow::Cow,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::FutureExt as _;
use rmcp::{
    RoleServer, ServerHandler, ServiceExt as _,
    model::{
        ClientNotification, ClientRequest, ErrorData, ProtocolVersion, ServerConfig, ServerResult,
    },
    service::{NotificationContext, RequestContext, Service},
};
use serde_json::{json, value::RawValue};
use tokio::{
    sync::{OnceCell, OwnedSemaphorePermit, Semaphore},
    task::AbortHandle,
};
use toolwright_base::lock;

use super::{
    mounted::{Mountable, Mounted, subscribe},
    session_logs::SessionLogs,
};
use crate::{
    client::{
        changes::ChangeInbox,
        connection::{ConnectOptions, Connection, ConnectionError},
        forward::{ForwardedRequest, Route, ServerLists, tool_error},
    },
    core::{BoxFuture, Change, ClientCapabilities, Context, ToolError},
    server::{Revision, Server},
};

/// The most calls of a handler that run at the same time.
const MAX_SESSIONS: usize = 256;
/// The most sessions that are kept for later calls, for each era of the protocol.
const MAX_IDLE: usize = 32;
/// The bytes of a pipe before its writer waits.
const PIPE: usize = 16 * 1024;
/// How long a handler may go on after its call was cancelled.
const GRACE: Duration = Duration::from_secs(2);
/// A call has the deadline of its tool.
const NO_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

impl Server {
    /// Adds the tools, resources and prompts of a handler that was written for rmcp, the official SDK.
    ///
    /// The handler runs as it is, and what surrounds it is this server: its transports and all
    /// revisions, policy, limits and log. Progress, log messages, completion, cancellation, elicitation
    /// and sampling work as with rmcp: a client with a session is asked in the middle of a call, and for
    /// one of 2026-07-28 the handler returns what it wants to know. `RequestContext::extensions` has the
    /// [`Context`] of the call and, over HTTP, the `http::request::Parts`.
    ///
    /// A handler that panics fails its call alone. After a cancellation it has two seconds.
    ///
    /// ```
    /// use rmcp::{
    ///     ServerHandler, handler::server::wrapper::Parameters, schemars, tool, tool_handler,
    ///     tool_router,
    /// };
    /// use serde_json::json;
    /// use toolwright::Server;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Addends {
    ///     a: i64,
    ///     b: i64,
    /// }
    ///
    /// struct Calculator;
    ///
    /// #[tool_router]
    /// impl Calculator {
    ///     #[tool(description = "Adds two numbers")]
    ///     async fn add(&self, Parameters(Addends { a, b }): Parameters<Addends>) -> String {
    ///         (a + b).to_string()
    ///     }
    /// }
    ///
    /// #[tool_handler]
    /// impl ServerHandler for Calculator {}
    ///
    /// # #[tokio::main]
    /// # async fn main() -> toolwright::Result<()> {
    /// let client = Server::new("demo").mount_rmcp(Calculator).client().await?;
    /// let sum = client.call("add", json!({"a": 1, "b": 2})).await?;
    /// assert_eq!(sum.joined_text(), "3");
    /// # Ok(())
    /// # }
    /// ```
    pub fn mount_rmcp<H: ServerHandler>(self, handler: H) -> Self {
        self.mount_foreign(Mounted::new(Arc::new(RmcpServer::new(handler))))
    }
}

/// A handler that was written for rmcp.
struct RmcpServer<H> {
    name: String,
    handler: Arc<H>,
    changes: Arc<ChangeInbox>,
    /// The session of lists and subscriptions, which no call has.
    main: OnceCell<Session>,
    idle: Arc<IdleSessions>,
    running: Arc<Semaphore>,
}

/// The sessions that wait for a call, of each era.
#[derive(Default)]
struct IdleSessions {
    modern: Mutex<Vec<Session>>,
    legacy: Mutex<Vec<Session>>,
}

/// A connection to the handler.
struct Session {
    connection: Connection,
    caller: Arc<Mutex<Option<Context>>>,
    logs: SessionLogs,
}

impl IdleSessions {
    const fn of(&self, is_modern: bool) -> &Mutex<Vec<Session>> {
        match is_modern {
            true => &self.modern,
            false => &self.legacy,
        }
    }
}

impl<H: ServerHandler> RmcpServer<H> {
    fn new(handler: H) -> Self {
        Self {
            name: handler.get_info().server_info.name,
            handler: Arc::new(handler),
            changes: Arc::default(),
            main: OnceCell::new(),
            idle: Arc::default(),
            running: Arc::new(Semaphore::new(MAX_SESSIONS)),
        }
    }

    /// Opens a session of an era, or of the other one if the handler does not speak it.
    async fn open(&self, is_modern: bool) -> Result<Session, ConnectionError> {
        let options = ConnectOptions::new()
            .capabilities(json!(ClientCapabilities::ALL))
            .timeout(NO_TIMEOUT)
            .handler(Arc::clone(&self.changes) as _);
        if !is_modern
            && let Ok(session) = self
                .connect(options.clone().revision(Revision::LATEST_LEGACY))
                .await
        {
            return Ok(session);
        }
        self.connect(options).await
    }

    async fn connect(&self, options: ConnectOptions) -> Result<Session, ConnectionError> {
        let (near, far) = tokio::io::duplex(PIPE);
        let caller = Arc::default();
        let service = GuardedHandler {
            handler: Arc::clone(&self.handler),
            caller: Arc::clone(&caller),
        };
        let task = tokio::spawn(async move {
            // A client that goes away before it is connected is no news.
            if let Ok(running) = service.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let (input, output) = tokio::io::split(near);
        let kept = AbortOnDrop(task.abort_handle());
        Ok(Session {
            connection: Connection::over(input, output, kept, options).await?,
            caller,
            logs: SessionLogs::default(),
        })
    }

    async fn send(&self, request: ForwardedRequest<'_>) -> Result<Box<RawValue>, ToolError> {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.running).acquire_owned().await.ok();
        let is_modern = request.context().replays();
        let idle = lock(self.idle.of(is_modern)).pop();
        let session = match idle {
            Some(session) => session,
            None => {
                let opened = self.open(is_modern).await;
                opened.map_err(|error| tool_error(&self.name, error))?
            }
        };
        let lent = LentSession {
            session: Some(session),
            permit,
        };
        lent.send(request, self.idle.of(is_modern), &self.name)
            .await
    }
}

/// A session that belongs to one call.
struct LentSession {
    session: Option<Session>,
    permit: Option<OwnedSemaphorePermit>,
}

impl LentSession {
    /// Sends a request. The session waits for another call after that.
    async fn send(
        mut self,
        request: ForwardedRequest<'_>,
        idle: &Mutex<Vec<Session>>,
        name: &str,
    ) -> Result<Box<RawValue>, ToolError> {
        let Some(session) = &self.session else {
            return Err(ToolError::failed("the call has no session"));
        };
        *lock(&session.caller) = Some(request.context().clone());
        let level = request.context().log_level();
        session.logs.request(&session.connection, level).await;
        let result = request.asking(true).send(&session.connection).await;
        *lock(&session.caller) = None;
        let is_lost = matches!(&result, Err(error) if error.is_transient());
        if let Some(session) = self.session.take_if(|_| !is_lost) {
            let mut idle = lock(idle);
            if idle.len() < MAX_IDLE {
                idle.push(session);
            }
        }
        result.map_err(|error| tool_error(name, error))
    }
}

impl Drop for LentSession {
    fn drop(&mut self) {
        // The handler of a cancelled call is told, and has a moment to end.
        if let (Some(session), Ok(runtime)) =
            (self.session.take(), tokio::runtime::Handle::try_current())
        {
            let permit = self.permit.take();
            runtime.spawn(async move {
                tokio::time::sleep(GRACE).await;
                drop((session, permit));
            });
        }
    }
}

impl<H: ServerHandler> Route for RmcpServer<H> {
    fn request<'a>(
        &'a self,
        request: ForwardedRequest<'a>,
    ) -> BoxFuture<'a, Result<Box<RawValue>, ToolError>> {
        Box::pin(self.send(request))
    }
}

impl<H: ServerHandler> Mountable for RmcpServer<H> {
    fn name(&self) -> &str {
        &self.name
    }

    fn lists(&self) -> BoxFuture<'_, Result<ServerLists, ConnectionError>> {
        Box::pin(async move {
            let main = self.main.get_or_try_init(|| self.open(false)).await?;
            let lists = ServerLists::read(&main.connection).await?;
            subscribe(&main.connection, &lists).await;
            Ok(lists)
        })
    }

    fn changed(&self) -> BoxFuture<'_, Vec<Change>> {
        Box::pin(self.changes.next())
    }
}

/// Ends a task when it is dropped.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A handler whose panics fail only their request, and which ends when its call does.
struct GuardedHandler<H> {
    handler: Arc<H>,
    /// The call that the session belongs to.
    caller: Arc<Mutex<Option<Context>>>,
}

impl<H: ServerHandler> Service<RoleServer> for GuardedHandler<H> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        mut context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        if let Some(caller) = lock(&self.caller).clone() {
            if let Some(head) = caller.request() {
                context.extensions.insert(head.parts().clone());
            }
            context.extensions.insert(caller);
        }
        let cancelled = context.ct.clone();
        let handled = self.handler.handle_request(request, context);
        let handled = AssertUnwindSafe(handled).catch_unwind();
        let overdue = async {
            cancelled.cancelled().await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            handled = handled => handled.unwrap_or_else(|_| {
                Err(ErrorData::internal_error("the handler panicked", None))
            }),
            () = overdue => Err(ErrorData::internal_error("the call was cancelled", None)),
        }
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handled = self.handler.handle_notification(notification, context);
        let handled = AssertUnwindSafe(handled).catch_unwind().await;
        handled.unwrap_or(Ok(()))
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&*self.handler)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ServerHandler::supported_protocol_versions(&*self.handler)
    }
}
