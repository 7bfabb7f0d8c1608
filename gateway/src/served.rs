//! [`ServedUpstream`]: a server, and what is served of it.

use std::{
    fmt::Display,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, Mutex},
};

use serde::Serialize;
use serde_json::Value;
use tokio::task::AbortHandle;
use toolwright::{
    Prompt, Resource, Tool as _,
    call::compute,
    catalog::Change,
    client::{
        Connection, ConnectionError,
        forward::{ForwardedItem, Route},
    },
};
use toolwright_base::lock;

use crate::{
    config::ServerConfig,
    definitions::{self, Lists, name_of},
    link::UpstreamState,
    overrides::OfferedTool,
    pin_place::PinError,
    pins::{Change as HeldChange, Offer, Pins, fingerprint_of_all},
    route::UpstreamRoute,
    suspicion::suspicions,
    upstream::Upstream,
};

/// A server, and what is served of it.
pub(crate) struct ServedUpstream {
    pub(crate) upstream: Arc<Upstream>,
    /// The way of its calls.
    route: Arc<dyn Route>,
    served: Mutex<Arc<Served>>,
    /// Held while it is decided what is served.
    serving: Mutex<()>,
    /// The task that keeps the connection.
    task: Mutex<Option<AbortHandle>>,
}

/// The part of one server that is served.
#[derive(Default, Clone)]
pub(crate) struct Served {
    pub(crate) tools: Vec<Arc<OfferedTool>>,
    pub(crate) prompts: Vec<Arc<dyn Prompt>>,
    pub(crate) resources: Vec<Arc<dyn Resource>>,
    /// All definitions of tools and prompts that the server has now.
    pub(crate) offered: Vec<Offer>,
    held: Vec<HeldChange>,
    /// The problems of lists and resources, and those of tools and prompts.
    list_problems: Vec<String>,
    problems: Vec<String>,
    /// Whether the server may answer a call with a task.
    has_tasks: bool,
    /// Hashes of what is served: tools, prompts, resources.
    hashes: [u64; 3],
    /// The address of the connection that they were read on, which tells it from others.
    connection: usize,
}

/// The state of a server, and its offers.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ServerStatus {
    /// The name.
    pub name: String,
    /// `stdio`, `http` or `sse`.
    pub transport: &'static str,
    /// The state of the connection.
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
    tools: Vec<Arc<OfferedTool>>,
    prompts: Vec<Arc<dyn Prompt>>,
    problems: Vec<String>,
}

impl Drop for ServedUpstream {
    fn drop(&mut self) {
        self.close();
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

    /// Returns the lists that differ from those of `before`. On the same connection, the server has said that
    /// one changed: it may have changed back, and clients that follow it hear of that.
    fn changes(&self, before: &Self) -> Vec<Change> {
        let is_told = self.connection == before.connection;
        let kinds = [Change::Tools, Change::Prompts, Change::Resources];
        let hashes = self.hashes.iter().zip(before.hashes);
        let changed = kinds.into_iter().zip(hashes);
        changed
            .filter(|(_, (now, before))| **now != *before || (is_told && **now != 0))
            .map(|(kind, _)| kind)
            .collect()
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
            route: Arc::new(UpstreamRoute(Arc::clone(&upstream))),
            upstream,
            served: Mutex::default(),
            serving: Mutex::default(),
            task: Mutex::default(),
        }
    }

    /// Sets the task that keeps the connection. It ends with this.
    pub(crate) fn keep(&self, task: AbortHandle) {
        *lock(&self.task) = Some(task);
    }

    /// Ends the connection, here and now: definitions may still be read on a thread that must not do that.
    pub(crate) fn close(&self) {
        if let Some(task) = lock(&self.task).take() {
            task.abort();
        }
        self.upstream.close();
    }

    /// Returns the name of the server.
    pub(crate) fn name(&self) -> &str {
        &self.upstream.config.name
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
                .map(|tool| tool.definition().name().to_owned())
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
        self: &Arc<Self>,
        connection: &Connection,
        pins: &Arc<Pins>,
    ) -> Result<Vec<Change>, ConnectionError> {
        let lists = Lists::read(connection).await?;
        let place = std::ptr::from_ref(connection).addr();
        let (this, kept) = (Arc::clone(self), Arc::clone(pins));
        let read = compute(move || {
            let next = this.read(lists, place);
            let config = &this.upstream.config;
            let met = kept.meet(&config.name, &next.offered, config.trust.follow);
            (next, met)
        });
        let invalid = |error: &dyn Display| ConnectionError::Invalid(error.to_string());
        let (next, met) = read.await.map_err(|error| invalid(&error))?;
        if let Some(met) = met {
            let kept = Arc::clone(pins);
            let stored = tokio::task::spawn_blocking(move || kept.store(met)).await;
            let stored = stored.map_err(|error| invalid(&error))?;
            stored.map_err(|error| invalid(&error))?;
        }
        let (this, kept) = (Arc::clone(self), Arc::clone(pins));
        let served = compute(move || this.serve(next, &kept)).await;
        let served = served.map_err(|error| invalid(&error))?;
        served.map_err(|error| invalid(&error))
    }

    /// Reads the lists of a connection. Nothing of them is served yet.
    fn read(&self, lists: Lists, connection: usize) -> Served {
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
            has_tasks: lists.has_tasks,
            connection,
            hashes: [0, 0, hash(lists.resources.iter().chain(&lists.templates))],
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
        next
    }

    /// Serves what was seen before of `next`. Returns the lists that changed.
    ///
    /// # Errors
    /// If the definitions cannot be stored.
    pub(crate) fn serve(&self, mut next: Served, pins: &Pins) -> Result<Vec<Change>, PinError> {
        let config = &self.upstream.config;
        let _turn = lock(&self.serving);
        if let Some(met) = pins.meet(&config.name, &next.offered, config.trust.follow) {
            pins.store(met)?;
        }
        let screened = pins.screen(&config.name, next.offered.clone());
        let is_taken = |definition: &Value| name_of(definition).is_some_and(|it| config.takes(it));
        let served = screened.served.iter();
        let items = self.items(
            config,
            next.has_tasks,
            served.filter(|(_, definition)| is_taken(definition)),
        );
        (next.tools, next.prompts, next.problems) = (items.tools, items.prompts, items.problems);
        let held = screened.held.into_iter();
        next.held = held.filter(|held| is_taken(&held.offered)).collect();
        let of_kind = |kind: &'static str| {
            let offers = screened.served.iter();
            offers.filter(move |(item, _)| item.starts_with(kind))
        };
        next.hashes[0] = hash(of_kind("tool ").map(|(_, definition)| definition));
        next.hashes[1] = hash(of_kind("prompt ").map(|(_, definition)| definition));
        let mut now = lock(&self.served);
        next.log(&now, &config.name);
        let changes = next.changes(&now);
        *now = Arc::new(next);
        Ok(changes)
    }

    /// Reads the definitions of tools and prompts.
    fn items<'a>(
        &self,
        config: &ServerConfig,
        has_tasks: bool,
        offers: impl Iterator<Item = &'a Offer>,
    ) -> Items {
        let mut items = Items::default();
        for (item, definition) in offers {
            let signs = suspicions(definition).into_iter();
            items
                .problems
                .extend(signs.map(|sign| format!("{item}: {sign}")));
            let name = name_of(definition).unwrap_or_default();
            let read = match item.starts_with("tool ") {
                true => {
                    let route = Arc::clone(&self.route);
                    let tool = definitions::tool(config, route, definition, has_tasks);
                    tool.map(|tool| items.tools.push(Arc::new(tool)))
                }
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
    fn item<D>(&self, name: &str, definition: D) -> Arc<ForwardedItem<D>> {
        let route = Arc::clone(&self.route);
        Arc::new(ForwardedItem::new(route, name, definition))
    }
}

/// Returns a number that is another one if a definition changes, and 0 if there is none.
fn hash<'a>(definitions: impl Iterator<Item = &'a Value>) -> u64 {
    let mut definitions = definitions.peekable();
    if definitions.peek().is_none() {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    definitions.for_each(|definition| definition.to_string().hash(&mut hasher));
    hasher.finish() | 1
}
