//! [`Api`]: what the operations of `/api/v1` stand on.

use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};

use serde_json::Value;
use toolwright::{Executor, Tool, access::Attempts, call::Services};
use toolwright_access::Accounts;
use toolwright_engines::inbox::Inbox;
use toolwright_registry::{CallHistory, Registry, Request, Servers};

use crate::choice::Chooser;

use super::{
    audit::AuditLog,
    events::{Feed, FeedSources},
    health::{Examine, Health},
    problem::Problem,
    server_logins::ServerLogins,
    session::Sessions,
    settings::SettingsView,
    statistics::RecentCalls,
    texts,
};
use crate::agents::ServedAgents;

/// How long a change may take to reach the catalogue.
const SETTLED: Duration = Duration::from_secs(5);

/// The values that an [`Api`] is made of.
pub(crate) struct ApiParts {
    pub(crate) registry: Registry,
    pub(crate) agents: ServedAgents,
    /// The other MCP servers, as they are stored.
    pub(crate) servers: Servers,
    pub(crate) log: CallHistory,
    pub(crate) inbox: Arc<Inbox>,
    /// Which tools fit a task.
    pub(crate) chooser: Chooser,
    pub(crate) settings: SettingsView,
    pub(crate) health: Box<dyn Examine>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) sessions: Arc<Sessions>,
    pub(crate) audit: AuditLog,
    pub(crate) facts: ServerFacts,
}

impl ApiParts {
    /// Creates the feed of what happens.
    fn feed(&self) -> Feed {
        Feed::new(FeedSources {
            registry: self.registry.clone(),
            agents: self.agents.registry().clone(),
            log: self.log.files().clone(),
            inbox: Arc::clone(&self.inbox),
        })
    }
}

/// Facts about the server.
#[derive(Debug, Clone)]
pub(crate) struct ServerFacts {
    pub(crate) name: String,
    pub(crate) version: &'static str,
    /// The kinds of tools that can be defined.
    pub(crate) features: Vec<&'static str>,
}

/// The API. The server that it is a part of hands itself over when it starts.
pub(crate) struct Api {
    pub(super) registry: Registry,
    pub(super) agents: ServedAgents,
    /// The other MCP servers, as they are stored.
    pub(super) servers: Servers,
    /// The logins to them that wait for a browser.
    pub(super) logins: ServerLogins,
    pub(super) log: CallHistory,
    /// The calls of the last day.
    pub(super) recent: RecentCalls,
    pub(super) inbox: Arc<Inbox>,
    pub(super) chooser: Chooser,
    pub(super) settings: SettingsView,
    pub(super) health: Health,
    pub(super) feed: Feed,
    pub(super) accounts: Arc<Accounts>,
    pub(super) sessions: Arc<Sessions>,
    /// The attempts to log in that failed.
    pub(super) attempts: Attempts,
    pub(super) audit: AuditLog,
    pub(super) facts: ServerFacts,
    document: OnceLock<Value>,
    running: OnceLock<Running>,
}

/// The server that runs.
struct Running {
    executor: Executor,
    services: Arc<Services>,
}

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Api").finish_non_exhaustive()
    }
}

impl Api {
    /// Creates the API.
    pub(crate) fn new(parts: ApiParts) -> Arc<Self> {
        let feed = parts.feed();
        let ApiParts {
            registry,
            agents,
            servers,
            log,
            inbox,
            chooser,
            settings,
            health,
            accounts,
            sessions,
            audit,
            facts,
        } = parts;
        Arc::new(Self {
            registry,
            agents,
            servers,
            logins: ServerLogins::default(),
            recent: RecentCalls::new(log.clone()),
            log,
            inbox,
            chooser,
            settings,
            health: Health::new(health),
            feed,
            accounts,
            sessions,
            attempts: Attempts::default(),
            audit,
            facts,
            document: OnceLock::new(),
            running: OnceLock::new(),
        })
    }

    /// Takes over what the server that starts calls its tools with.
    pub(crate) fn start(&self, services: &Arc<Services>) {
        if let Some(executor) = services.states().get_ref::<Executor>() {
            let running = Running {
                executor: executor.clone(),
                services: Arc::clone(services),
            };
            // A server starts once.
            let _ = self.running.set(running);
        }
    }

    /// Sets the OpenAPI document.
    pub(super) fn describe(&self, document: Value) {
        // The operations are the same for every router.
        let _ = self.document.set(document);
    }

    /// Returns the OpenAPI document.
    pub(super) fn document(&self) -> Value {
        self.document.get().cloned().unwrap_or_default()
    }

    /// Changes the registry, and waits until agents get the tools as they are now.
    ///
    /// # Errors
    /// If a change does not fit the present state, or cannot be stored. Then nothing changes.
    pub(super) async fn change(&self, requests: Vec<Request>) -> Result<(), Problem> {
        let catalog = self.services()?.catalog();
        let mut changes = catalog.changes();
        let names: Vec<_> = requests
            .iter()
            .map(|request| request.name().to_owned())
            .collect();
        let before: Vec<_> = names.iter().map(|name| self.registry.live(name)).collect();
        self.registry.change(requests).await?;
        let is_done = || {
            let snapshot = catalog.snapshot();
            let mut tools = names.iter().zip(&before);
            tools.all(
                |(name, before)| match (self.registry.live(name), snapshot.tool(name)) {
                    (Some(live), Some(listed)) => Arc::ptr_eq(&live, listed),
                    (Some(_), None) => false,
                    // A built-in tool may be back in its place.
                    (None, listed) => !same(before.as_ref(), listed),
                },
            )
        };
        let settled = async {
            while !is_done() {
                let _ = changes.recv().await;
            }
        };
        // The change is made, whatever keeps the catalogue from taking it over.
        let _ = tokio::time::timeout(SETTLED, settled).await;
        Ok(())
    }

    /// Returns the executor of the server.
    ///
    /// # Errors
    /// If the server has not started yet.
    pub(super) fn executor(&self) -> Result<&Executor, Problem> {
        Ok(&self.running()?.executor)
    }

    /// Returns the services of the server.
    ///
    /// # Errors
    /// If the server has not started yet.
    pub(super) fn services(&self) -> Result<&Arc<Services>, Problem> {
        Ok(&self.running()?.services)
    }

    fn running(&self) -> Result<&Running, Problem> {
        let running = self.running.get();
        running.ok_or_else(|| Problem::unavailable(texts::server_starting()))
    }
}

fn same(one: Option<&Arc<dyn Tool>>, other: Option<&Arc<dyn Tool>>) -> bool {
    one.zip(other)
        .is_some_and(|(one, other)| Arc::ptr_eq(one, other))
}
