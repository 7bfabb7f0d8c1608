//! [`Mounted`]: another server, as a source of tools.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolwright_base::lock;

use crate::{
    client::{
        connection::{Connection, ConnectionError, RawRequest},
        forward::{
            ForwardedItem, Route, ServerLists, name_of, prompt_definition, resource_definition,
            tool_definition,
        },
    },
    core::{BoxFuture, Catalog, CatalogError, Change, Prompt, Resource, Tool, ToolSource},
};

/// The most resources whose changes are asked for.
const MAX_SUBSCRIPTIONS: usize = 1_000;

/// A server that can be mounted.
pub(super) trait Mountable: Route {
    /// Returns the name of the server, for the log.
    fn name(&self) -> &str;

    /// Reads what the server offers now.
    ///
    /// # Errors
    /// If it does not answer.
    fn lists(&self) -> BoxFuture<'_, Result<ServerLists, ConnectionError>>;

    /// Waits until the server says that something has changed.
    fn changed(&self) -> BoxFuture<'_, Vec<Change>>;
}

/// Another server, as a source of tools.
pub(super) struct Mounted {
    server: Arc<dyn Mountable>,
    items: Mutex<Arc<MountedItems>>,
    /// The changes that were not passed on yet.
    changes: Mutex<Vec<Change>>,
}

/// The items that a server offers.
#[derive(Default)]
struct MountedItems {
    tools: Vec<Arc<dyn Tool>>,
    prompts: Vec<Arc<dyn Prompt>>,
    resources: Vec<Arc<dyn Resource>>,
}

impl Mounted {
    pub(super) fn new(server: Arc<dyn Mountable>) -> Self {
        Self {
            server,
            items: Mutex::default(),
            changes: Mutex::default(),
        }
    }

    /// Reads what the server offers now.
    async fn load(&self) -> Result<(), ConnectionError> {
        let lists = self.server.lists().await?;
        let items = self.read(&lists);
        *lock(&self.items) = Arc::new(items);
        Ok(())
    }

    /// Reads what the server offers, and adds it to a catalogue that has this as a source.
    pub(super) async fn start(&self, catalog: &Catalog) -> Result<(), MountError> {
        self.load().await?;
        for change in [Change::Tools, Change::Prompts, Change::Resources] {
            catalog.refresh(change)?;
        }
        Ok(())
    }

    fn read(&self, lists: &ServerLists) -> MountedItems {
        let mut items = MountedItems::default();
        for problem in &lists.problems {
            self.warn("a list", problem);
        }
        for entry in &lists.tools {
            match tool_definition(entry) {
                Ok(definition) => items.tools.push(self.item(entry, definition)),
                Err(problem) => self.warn("a tool", &problem),
            }
        }
        for entry in &lists.prompts {
            match prompt_definition(entry) {
                Ok(definition) => items.prompts.push(self.item(entry, definition)),
                Err(problem) => self.warn("a prompt", &problem),
            }
        }
        for entry in lists.resources.iter().chain(&lists.templates) {
            match resource_definition(entry) {
                Ok(definition) => items.resources.push(self.item(entry, definition)),
                Err(problem) => self.warn("a resource", &problem),
            }
        }
        items
    }

    fn warn(&self, what: &str, problem: &str) {
        let server = self.server.name();
        tracing::warn!(server, "{what} is left out: {problem}");
    }

    /// Creates an item with the name that its entry has, or its URI.
    fn item<D>(&self, entry: &Value, definition: D) -> Arc<ForwardedItem<D>> {
        let uri = ["uri", "uriTemplate"]
            .into_iter()
            .find_map(|member| entry.get(member)?.as_str());
        let name = uri.or_else(|| name_of(entry)).unwrap_or_default();
        let route = Arc::clone(&self.server) as Arc<dyn Route>;
        Arc::new(ForwardedItem::new(route, name, definition))
    }

    fn items(&self) -> Arc<MountedItems> {
        Arc::clone(&lock(&self.items))
    }

    async fn next_change(&self) -> Change {
        loop {
            if let Some(change) = lock(&self.changes).pop() {
                return change;
            }
            let changes = self.server.changed().await;
            let is_list = |change: &Change| !matches!(change, Change::Resource(_));
            if changes.iter().any(is_list)
                && let Err(error) = self.load().await
            {
                self.warn("a changed list", &error.to_string());
            }
            lock(&self.changes).extend(changes);
        }
    }
}

/// The error of a mounted server at the start.
#[derive(Debug, thiserror::Error)]
pub(super) enum MountError {
    #[error("a mounted server cannot be listed: {0}")]
    Lists(#[from] ConnectionError),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

/// Asks a server with sessions for the changes of its resources, as far as it tells them.
pub(super) async fn subscribe(connection: &Connection, lists: &ServerLists) {
    if connection.revision().is_modern() || !connection.has_capability("resources/subscribe") {
        return;
    }
    let uris = lists.resources.iter().filter_map(|entry| entry.get("uri"));
    for uri in uris.take(MAX_SUBSCRIPTIONS) {
        let params = json!({"uri": uri}).to_string();
        let request = RawRequest::new("resources/subscribe").params(params);
        if let Err(error) = connection.request(request).await {
            tracing::debug!("the server reports no changes of a resource: {error}");
            return;
        }
    }
}

/// The tools of a mounted server. Clones share it.
#[derive(Clone)]
pub(super) struct MountedSource(pub(super) Arc<Mounted>);

impl ToolSource for MountedSource {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.0.items().tools.clone()
    }

    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        self.0.items().resources.clone()
    }

    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        self.0.items().prompts.clone()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(self.0.next_change())
    }
}
