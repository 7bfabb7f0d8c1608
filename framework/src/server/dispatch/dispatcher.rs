//! [`Dispatcher`]: answers the requests of all transports.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use tokio_util::sync::CancellationToken;

use super::{
    channel::Channel,
    era::{Era, Exchange, MirroredHeaders},
    listeners::Listeners,
    method::Method,
    response_cache::{ResponseCache, ResponseKey},
};
use crate::{
    access::Authentication,
    core::{ClientSession, Implementation, Services, ToolDef, VirtualServers},
    executor::{Executor, View},
    server::{
        client_state::{MemoryBudget, Session, StateSeal, TaskStore, UserSessions},
        protocol::{Message, Outcome, Params, Reply, Request, RpcError, ServerInfo, missing},
    },
};

/// Answers the requests of all transports.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    pub(super) settings: ServerSettings,
    pub(super) server_info: ServerInfo,
    response_cache: ResponseCache,
    pub(super) executor: Executor,
    pub(super) services: Arc<Services>,
    pub(super) seal: StateSeal,
    pub(super) tasks: TaskStore,
    budget: MemoryBudget,
    pub(super) user_sessions: Arc<UserSessions>,
    pub(super) listeners: Listeners,
    pub(super) draining: CancellationToken,
}

impl Dispatcher {
    pub(crate) fn new(
        settings: ServerSettings,
        executor: Executor,
        services: Arc<Services>,
        seal: StateSeal,
    ) -> Self {
        let (tasks, draining) = (TaskStore::default(), CancellationToken::new());
        Self {
            server_info: ServerInfo::new(&settings.info),
            response_cache: ResponseCache::default(),
            settings,
            executor,
            services,
            seal,
            tasks,
            budget: MemoryBudget::default(),
            user_sessions: Arc::default(),
            listeners: Listeners::default(),
            draining,
        }
    }

    pub(crate) const fn settings(&self) -> &ServerSettings {
        &self.settings
    }

    pub(crate) const fn services(&self) -> &Arc<Services> {
        &self.services
    }

    pub(crate) const fn executor(&self) -> &Executor {
        &self.executor
    }

    /// Returns how much is kept for all clients together.
    pub(crate) const fn budget(&self) -> &MemoryBudget {
        &self.budget
    }

    /// Creates the session of a new client.
    pub(crate) fn new_session(&self) -> Session {
        Session::new(
            self.services.catalog().changes(),
            &self.budget.subscriptions,
            self.user_sessions.room(),
        )
    }

    /// Returns the seal of what clients carry.
    pub(crate) const fn seal(&self) -> &StateSeal {
        &self.seal
    }

    /// Limits the number of streams that only wait for changes.
    pub(crate) fn limit_listeners(&self, limit: usize) {
        self.listeners.limit(limit);
    }

    /// Refuses new requests from now on, and ends the streams that only wait for changes.
    pub(crate) fn drain(&self) {
        self.draining.cancel();
    }

    /// Returns whether new requests are refused.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }

    /// Returns the token that is cancelled when the server stops.
    pub(crate) const fn draining(&self) -> &CancellationToken {
        &self.draining
    }

    /// Cancels all tasks, since no client can fetch their results after the server has stopped.
    pub(crate) fn stop_tasks(&self) {
        self.tasks.cancel_all();
    }

    /// Creates the session of a client in memory.
    pub(crate) fn new_values(&self) -> Arc<ClientSession> {
        Arc::new(ClientSession::new(self.user_sessions.room()))
    }

    /// Removes expired tasks and sessions of users.
    pub(crate) fn remove_expired(&self) {
        self.tasks.remove_expired();
        self.user_sessions.remove_expired(Instant::now());
    }

    /// Answers a request. Dropping the future cancels the work.
    ///
    /// `headers` are those of a transport that repeats parts of the body in headers.
    pub(crate) async fn handle(
        &self,
        request: &Request,
        channel: &Channel,
        headers: Option<&dyn MirroredHeaders>,
    ) -> Reply {
        match self.exchange(request, channel, headers) {
            Ok(exchange) => {
                let result = self.run(&exchange).await;
                let server_info = exchange.era.is_modern().then_some(&self.server_info);
                Reply::new(&request.id, result, server_info)
            }
            Err(error) => Reply::refusal(Some(&request.id), &error),
        }
    }

    /// Handles a notification of a client.
    fn handle_notification(method: &str, params: &Params, session: Option<&Session>) {
        if method == "notifications/cancelled"
            && let (Some(session), Some(id)) = (session, &params.request_id)
        {
            session.cancel(id);
        }
    }

    fn exchange<'a>(
        &self,
        request: &'a Request,
        channel: &'a Channel,
        headers: Option<&'a dyn MirroredHeaders>,
    ) -> Result<Exchange<'a>, RpcError> {
        if self.is_draining() {
            return Err(RpcError::busy("the server is shutting down"));
        }
        let era = Era::of(request, channel, headers)?;
        Ok(Exchange {
            request,
            era,
            channel,
            headers,
            snapshot: self.services.catalog().snapshot(),
        })
    }

    async fn run(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let Exchange {
            request,
            era,
            channel,
            headers,
            ..
        } = exchange;
        let headers = headers.filter(|_| era.is_modern());
        if let Some(headers) = headers {
            headers.check_method(request)?;
        }
        let method = Method::parse(&request.method, era.is_modern())
            .filter(|method| method.is_offered_to(self.view(exchange)))
            .ok_or_else(|| RpcError::method_not_found(&request.method))?;
        if method.is_of_tasks() && !era.client().capabilities.tasks {
            return Err(RpcError::tasks_required());
        }
        if let Some(headers) = headers {
            headers.check_names(request, self.routed_tool(exchange))?;
        }
        channel.check_registration()?;
        self.invoke(method, exchange).await
    }

    async fn invoke(&self, method: Method, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        match method {
            Method::Initialize => self.initialize(exchange),
            Method::Discover => self.cached(method, exchange, || self.discover(exchange)),
            Method::Ping => Ok(Outcome::empty()),
            Method::SetLevel => Self::set_level(exchange),
            Method::ListTools => self.list_tools(exchange).await,
            Method::ListPrompts => self.list_prompts(exchange).await,
            Method::ListResources => self.list_resources(exchange).await,
            Method::ListTemplates => self.list_templates(exchange).await,
            Method::CallTool => self.call_tool(exchange).await,
            // Boxed, so that the future of a tool call stays small.
            Method::GetPrompt => Box::pin(self.get_prompt(exchange)).await,
            Method::ReadResource => Box::pin(self.read_resource(exchange)).await,
            Method::Complete => Box::pin(self.complete(exchange)).await,
            Method::Subscribe => self.subscribe(exchange),
            Method::Unsubscribe => Self::unsubscribe(exchange),
            Method::Listen => Box::pin(self.listen(exchange)).await,
            Method::GetTask => self.get_task(exchange),
            Method::UpdateTask => self.update_task(exchange),
            Method::CancelTask => self.cancel_task(exchange),
        }
    }

    /// Returns the cached result of `method`, or creates it with `write` and caches it until the
    /// catalogue changes.
    pub(super) fn cached(
        &self,
        method: Method,
        exchange: &Exchange<'_>,
        write: impl FnOnce() -> Result<Outcome, RpcError>,
    ) -> Result<Outcome, RpcError> {
        let is_modern = exchange.era.is_modern();
        let snapshot = &exchange.snapshot;
        let part = exchange.era.client().virtual_server.as_ref();
        let key = ResponseKey {
            method,
            is_modern,
            rights: exchange.era.client().shared_rights().cloned(),
            virtual_server: part.map(|part| part.number()),
        };
        if let Some(result) = self.response_cache.get(snapshot, &key) {
            return Ok(Outcome::serialized(result));
        }
        let server_info = is_modern.then_some(&self.server_info);
        let result = Bytes::from(write()?.into_object(server_info));
        self.response_cache.insert(snapshot, key, result.clone());
        Ok(Outcome::serialized(result))
    }

    /// Returns the tool that a request names if headers repeat its parameters. A denied tool is
    /// treated like an unknown one.
    fn routed_tool<'a>(&self, exchange: &'a Exchange<'_>) -> Option<&'a ToolDef> {
        let name = exchange.request.params.name.as_deref()?;
        let definition = exchange.snapshot.tool(name)?.definition();
        (definition.has_headers() && self.view(exchange).allows(definition)).then_some(definition)
    }

    /// Returns what the caller of a request may use.
    pub(super) fn view<'a>(&'a self, exchange: &'a Exchange<'_>) -> View<'a> {
        self.executor
            .view(exchange.era.client(), &exchange.snapshot)
    }

    fn set_level(exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let level = exchange
            .request
            .params
            .level
            .ok_or_else(|| missing("level"))?;
        if let Some(session) = &exchange.channel.session {
            session.set_log_level(level);
        }
        Ok(Outcome::empty())
    }

    /// Handles a notification or a response. Returns a request, which the transport then passes to
    /// [`Self::handle`].
    pub(crate) fn accept_message(
        &self,
        message: Message,
        session: Option<&Session>,
    ) -> Option<Box<Request>> {
        match message {
            Message::Request(request) => return Some(request),
            Message::Notification { method, params } => {
                Self::handle_notification(&method, &params, session)
            }
            Message::Response { id, result } => {
                if let (Some(session), Some(id)) = (session, id) {
                    session.complete_request(&id, result);
                }
            }
        }
        None
    }
}

/// The settings of the dispatcher.
#[derive(Debug, Clone)]
pub(crate) struct ServerSettings {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    /// The largest number of entries on a page of a list.
    pub(crate) page_size: usize,
    /// How long a client may cache a list.
    pub(crate) list_ttl: Duration,
    /// Finds out who makes a request over HTTP.
    pub(crate) authentication: Arc<Authentication>,
    /// Whether the ids of sessions have what another server needs to go on with them.
    pub(crate) portable_sessions: bool,
    /// The parts of the server that have an address of their own.
    pub(crate) virtual_servers: Option<VirtualServerPaths>,
}

/// The virtual servers, and the path that stands before their names.
#[derive(Clone)]
pub(crate) struct VirtualServerPaths {
    pub(crate) prefix: String,
    pub(crate) servers: Arc<dyn VirtualServers>,
}

impl fmt::Debug for VirtualServerPaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VirtualServerPaths")
            .field(&self.prefix)
            .finish()
    }
}

impl VirtualServerPaths {
    /// Returns the name that a path has after the prefix.
    pub(crate) fn name<'a>(&self, path: &'a str) -> Option<&'a str> {
        path.strip_prefix(self.prefix.as_str())?.strip_prefix('/')
    }
}
