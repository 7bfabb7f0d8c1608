//! From a message to its answer, whatever transport it came on: [`Dispatcher`].
//!
//! A transport reads a [`Message`](super::protocol::Message), makes a [`Channel`] for it and awaits [`Dispatcher::handle`]. Which era a
//! request belongs to, which methods that era has, and what every result of it carries is decided here, once for all transports.

use std::sync::Arc;

use bytes::Bytes;
use tokio_util::sync::CancellationToken;

use super::{
    channel::Channel, era::Era, exchange::Exchange, method::Method, mirrored_headers::Gate,
    response_cache::Prepared, settings::Settings,
};
use crate::{
    core::{Services, Snapshot, ToolDef},
    executor::Executor,
    server::{
        client_state::{Session, StateSeal, Tasks},
        protocol::{Message, Outcome, Params, Reply, Request, RpcError, Signature, missing},
    },
};

/// Answers requests.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    pub(super) settings: Settings,
    pub(super) signature: Signature,
    pub(super) prepared: Prepared,
    pub(super) executor: Executor,
    pub(super) services: Arc<Services>,
    pub(super) seal: StateSeal,
    pub(super) tasks: Tasks,
    pub(super) draining: CancellationToken,
}

impl Dispatcher {
    pub(crate) fn new(
        settings: Settings,
        executor: Executor,
        services: Arc<Services>,
        seal: StateSeal,
    ) -> Self {
        let (tasks, draining) = (Tasks::default(), CancellationToken::new());
        Self {
            signature: Signature::new(&settings.info),
            prepared: Prepared::default(),
            settings,
            executor,
            services,
            seal,
            tasks,
            draining,
        }
    }

    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) const fn services(&self) -> &Arc<Services> {
        &self.services
    }

    pub(crate) const fn executor(&self) -> &Executor {
        &self.executor
    }

    /// From now on new requests are refused, and streams that only listen end.
    pub(crate) fn drain(&self) {
        self.draining.cancel();
    }

    /// Whether new requests are refused.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }

    /// Stops the calls in the background: nobody can fetch their answers any more.
    pub(crate) fn stop_tasks(&self) {
        self.tasks.cancel_all();
    }

    /// Forgets tasks that were kept long enough.
    pub(crate) fn sweep(&self) {
        self.tasks.sweep();
    }

    /// Answers one request, of which a transport with headers says something beside its body. Dropping the future stops the work.
    pub(crate) async fn handle(
        &self,
        request: &Request,
        channel: &Channel,
        gate: Option<&dyn Gate>,
    ) -> Reply {
        match self.exchange(request, channel, gate) {
            Ok(exchange) => {
                let result = self.run(&exchange).await;
                let signature = exchange.era.is_modern().then_some(&self.signature);
                Reply::new(&request.id, result, signature)
            }
            Err(error) => Reply::refusal(Some(&request.id), &error),
        }
    }

    /// Hears one notification.
    fn notice(method: &str, params: &Params, session: Option<&Session>) {
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
        gate: Option<&'a dyn Gate>,
    ) -> Result<Exchange<'a>, RpcError> {
        if self.is_draining() {
            return Err(RpcError::busy("the server is shutting down"));
        }
        let era = Era::of(request, channel, gate)?;
        Ok(Exchange {
            request,
            era,
            channel,
            gate,
            snapshot: self.services.catalog.snapshot(),
        })
    }

    async fn run(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let Exchange {
            request,
            era,
            channel,
            gate,
            snapshot,
        } = exchange;
        let gate = gate.filter(|_| era.is_modern());
        if let Some(gate) = gate {
            gate.check_method(request)?;
        }
        let method = Method::parse(&request.method, era.is_modern())
            .filter(|method| method.is_offered_by(snapshot))
            .ok_or_else(|| RpcError::method_not_found(&request.method))?;
        if method.is_of_tasks() && !era.client().capabilities.tasks {
            return Err(RpcError::tasks_required());
        }
        if let Some(gate) = gate {
            gate.check_names(request, self.routed_tool(request, snapshot))?;
        }
        channel.check_place()?;
        self.invoke(method, exchange).await
    }

    async fn invoke(&self, method: Method, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        match method {
            Method::Initialize => self.initialize(exchange),
            Method::Discover => self.prepared(method, exchange, || self.discover(exchange)),
            Method::Ping => Ok(Outcome::empty()),
            Method::SetLevel => Self::set_level(exchange),
            Method::ListTools => self.list_tools(exchange),
            Method::ListPrompts => self.list_prompts(exchange),
            Method::ListResources => self.list_resources(exchange),
            Method::ListTemplates => self.list_templates(exchange),
            Method::CallTool => self.call_tool(exchange).await,
            // In boxes of their own, so that the future of a call stays small.
            Method::GetPrompt => Box::pin(self.get_prompt(exchange)).await,
            Method::ReadResource => Box::pin(self.read_resource(exchange)).await,
            Method::Complete => Box::pin(self.complete(exchange)).await,
            Method::Subscribe => self.subscribe(exchange),
            Method::Unsubscribe => Self::unsubscribe(exchange),
            Method::Listen => Box::pin(self.listen(exchange)).await,
            Method::GetTask => self.get_task(&exchange.request.params),
            Method::UpdateTask => self.update_task(&exchange.request.params),
            Method::CancelTask => self.cancel_task(&exchange.request.params),
        }
    }

    /// The answer of `method`, which `write` writes where nobody has asked since the catalogue changed.
    pub(super) fn prepared(
        &self,
        method: Method,
        exchange: &Exchange<'_>,
        write: impl FnOnce() -> Result<Outcome, RpcError>,
    ) -> Result<Outcome, RpcError> {
        let is_modern = exchange.era.is_modern();
        let (snapshot, key) = (&exchange.snapshot, (method, is_modern));
        if let Some(written) = self.prepared.find(snapshot, key) {
            return Ok(Outcome::prepared(written));
        }
        let signature = is_modern.then_some(&self.signature);
        let written = Bytes::from(write()?.into_object(signature));
        self.prepared.keep(snapshot, key, written.clone());
        Ok(Outcome::prepared(written))
    }

    /// The tool that a request names, where headers repeat its parameters. One that may not be called is like one that does not exist.
    fn routed_tool<'a>(&self, request: &Request, snapshot: &'a Snapshot) -> Option<&'a ToolDef> {
        let name = request.params.name.as_deref()?;
        let definition = snapshot.tool(name)?.definition();
        let is_routed = definition.headers().next().is_some();
        (is_routed && self.executor.policy().allows(definition)).then_some(definition)
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

    /// What a transport does with a message that is not a request; a request comes back.
    pub(crate) fn absorb(
        &self,
        message: Message,
        session: Option<&Session>,
    ) -> Option<Box<Request>> {
        match message {
            Message::Request(request) => return Some(request),
            Message::Notification { method, params } => Self::notice(&method, &params, session),
            Message::Response { id, result } => {
                if let (Some(session), Some(id)) = (session, id) {
                    session.answer(&id, result);
                }
            }
        }
        None
    }
}
