//! [`ServedUpstream`]: a server, and what is served of it.

use std::sync::{Arc, Mutex};

use serde::Serialize;
use serde_json::Value;
use tokio::task::AbortHandle;
use toolwright::{
    Prompt, Resource, ToolDef,
    catalog::Change,
    client::{Connection, ConnectionError},
};
use toolwright_base::lock;

use crate::{
    config::ServerConfig,
    definitions::{self, Lists, name_of},
    items::RemoteItem,
    pins::{Change as HeldChange, Offer, PinError, Pins, fingerprint_of_all},
    suspicion::suspicions,
    upstream::{Upstream, UpstreamState},
};

/// A server, and what is served of it.
pub(crate) struct ServedUpstream {
    pub(crate) upstream: Arc<Upstream>,
    served: Mutex<Arc<Served>>,
    /// The task that keeps the connection.
    task: Mutex<Option<AbortHandle>>,
}

/// What is served of one server.
#[derive(Default, Clone)]
pub(crate) struct Served {
    pub(crate) tools: Vec<Arc<RemoteItem<ToolDef>>>,
    pub(crate) prompts: Vec<Arc<dyn Prompt>>,
    pub(crate) resources: Vec<Arc<dyn Resource>>,
    /// All definitions of tools and prompts that the server has now.
    pub(crate) offered: Vec<Offer>,
    held: Vec<HeldChange>,
    /// The problems of lists and resources, and those of tools and prompts.
    list_problems: Vec<String>,
    problems: Vec<String>,
}

/// What a server is doing, and what it offers.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ServerStatus {
    /// The name.
    pub name: String,
    /// `stdio`, `http` or `sse`.
    pub transport: &'static str,
    /// What the connection is doing.
    #[serde(flatten)]
    pub state: UpstreamState,
    /// The names that its tools have here.
    pub tools: Vec<String>,
    /// The number of its resources and templates.
    pub resources: usize,
    /// The number of its prompts.
    pub prompts: usize,
    /// The changes that are held back until they are approved.
    pub held: Vec<HeldChange>,
    /// The fingerprint of everything that the server has now. Whoever approves it says which one was
    /// seen.
    pub seen: String,
    /// Definitions that are left out, and descriptions that look as if they were meant to mislead.
    pub problems: Vec<String>,
    /// The last lines that a program wrote to its standard error.
    pub last_lines: Vec<String>,
}

/// The definitions of a server that can be served, and what is wrong with the others.
#[derive(Default)]
struct Items {
    tools: Vec<Arc<RemoteItem<ToolDef>>>,
    prompts: Vec<Arc<dyn Prompt>>,
    problems: Vec<String>,
}

impl Drop for ServedUpstream {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.task).take() {
            task.abort();
        }
    }
}

impl Served {
    /// The lists that have something of the server.
    pub(crate) fn kinds(&self) -> Vec<Change> {
        let kinds = [
            (Change::Tools, self.tools.is_empty()),
            (Change::Prompts, self.prompts.is_empty()),
            (Change::Resources, self.resources.is_empty()),
        ];
        let has = kinds.into_iter().filter(|(_, is_empty)| !is_empty);
        has.map(|(change, _)| change).collect()
    }

    /// Logs what is new compared with `before`.
    fn log(&self, before: &Self, server: &str) {
        for held in self.held.iter().filter(|held| !before.held.contains(held)) {
            tracing::warn!(server, item = %held.item, "a changed definition is held back");
        }
        let problems = self.list_problems.iter().chain(&self.problems);
        let known = |problem: &&String| {
            before.list_problems.contains(problem) || before.problems.contains(problem)
        };
        for problem in problems.filter(|problem| !known(problem)) {
            tracing::warn!(server, "{problem}");
        }
    }
}

impl ServedUpstream {
    pub(crate) fn new(upstream: Arc<Upstream>) -> Self {
        Self {
            upstream,
            served: Mutex::default(),
            task: Mutex::default(),
        }
    }

    /// Sets the task that keeps the connection. It ends with this.
    pub(crate) fn keep(&self, task: AbortHandle) {
        *lock(&self.task) = Some(task);
    }

    /// Returns what is served.
    pub(crate) fn served(&self) -> Arc<Served> {
        Arc::clone(&lock(&self.served))
    }

    pub(crate) fn status(&self) -> ServerStatus {
        let served = self.served();
        let tools = served.tools.iter();
        let problems = served.list_problems.iter().chain(&served.problems);
        ServerStatus {
            name: self.upstream.config.name.clone(),
            transport: self.upstream.config.transport.word(),
            state: self.upstream.state(),
            tools: tools
                .map(|tool| tool.definition.name().to_owned())
                .collect(),
            resources: served.resources.len(),
            prompts: served.prompts.len(),
            held: served.held.clone(),
            seen: fingerprint_of_all(&served.offered),
            problems: problems.cloned().collect(),
            last_lines: self.upstream.last_lines(),
        }
    }

    /// Reads what the server offers, and serves what was seen before. Returns the lists that changed.
    ///
    /// # Errors
    /// If the server does not answer, or the definitions cannot be stored.
    pub(crate) async fn load(
        &self,
        connection: &Connection,
        pins: &Pins,
    ) -> Result<Vec<Change>, ConnectionError> {
        let lists = Lists::read(connection).await?;
        let offers = |kind: &str, entries: Vec<Value>| -> Vec<Offer> {
            let entries = entries.into_iter();
            let named = entries.filter_map(|entry| {
                let name = name_of(&entry)?;
                Some((format!("{kind} {name}"), entry))
            });
            named.collect()
        };
        let mut next = Served {
            offered: offers("tool", lists.tools),
            list_problems: lists.problems,
            ..Served::default()
        };
        next.offered.extend(offers("prompt", lists.prompts));
        for entry in lists.resources.iter().chain(&lists.templates) {
            match self.resource(entry) {
                Ok(resource) => next.resources.push(resource),
                Err(problem) => {
                    let problem = format!("a resource is left out: {problem}");
                    next.list_problems.push(problem);
                }
            }
        }
        let stored = self.serve(next, pins);
        stored.map_err(|error| ConnectionError::Invalid(error.to_string()))
    }

    /// Serves what was seen before of `next`. Returns the lists that changed.
    ///
    /// # Errors
    /// If the definitions cannot be stored.
    pub(crate) fn serve(&self, mut next: Served, pins: &Pins) -> Result<Vec<Change>, PinError> {
        let config = &self.upstream.config;
        let screened = pins.screen(&config.name, next.offered.clone(), config.trust.follow)?;
        let is_taken = |definition: &Value| name_of(definition).is_some_and(|it| config.takes(it));
        let served = screened.served.iter();
        let items = self.items(
            config,
            served.filter(|(_, definition)| is_taken(definition)),
        );
        (next.tools, next.prompts, next.problems) = (items.tools, items.prompts, items.problems);
        let held = screened.held.into_iter();
        next.held = held.filter(|held| is_taken(&held.offered)).collect();
        let mut now = lock(&self.served);
        next.log(&now, &config.name);
        let mut changes = now.kinds();
        let new = next.kinds().into_iter();
        let new: Vec<_> = new.filter(|kind| !changes.contains(kind)).collect();
        changes.extend(new);
        *now = Arc::new(next);
        Ok(changes)
    }

    /// Reads the definitions of tools and prompts.
    fn items<'a>(&self, config: &ServerConfig, offers: impl Iterator<Item = &'a Offer>) -> Items {
        let mut items = Items::default();
        for (item, definition) in offers {
            let description = definition["description"].as_str().unwrap_or_default();
            let signs = suspicions(description).into_iter();
            items
                .problems
                .extend(signs.map(|sign| format!("{item}: {sign}")));
            let name = name_of(definition).unwrap_or_default();
            let read = match item.starts_with("tool ") {
                true => definitions::tool(config, definition)
                    .map(|definition| items.tools.push(self.item(name, definition))),
                false => definitions::prompt(config, definition)
                    .map(|definition| items.prompts.push(self.item(name, definition))),
            };
            if let Err(problem) = read {
                items
                    .problems
                    .push(format!("{item} is left out: {problem}"));
            }
        }
        items
    }

    fn resource(&self, entry: &Value) -> Result<Arc<dyn Resource>, String> {
        let definition = definitions::resource(&self.upstream.config, entry)?;
        let uri = definition.uri().to_owned();
        Ok(self.item(&uri, definition))
    }

    /// Creates an item that the server knows as `name`.
    fn item<D>(&self, name: &str, definition: D) -> Arc<RemoteItem<D>> {
        Arc::new(RemoteItem {
            upstream: Arc::clone(&self.upstream),
            name: name.to_owned(),
            definition,
        })
    }
}
