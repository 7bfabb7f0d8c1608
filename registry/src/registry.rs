//! [`Registry`]: the tools that exist at run time, and the one writer of their store.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Mutex as AsyncMutex, watch},
    task::JoinSet,
    time::sleep,
};
use toolwright::Tool;
use toolwright_base::lock;

use crate::{
    kinds::Engines,
    live_interfaces,
    registered_tool::RegisteredTool,
    request::Request,
    spec::ToolSpec,
    state::State,
    store::{Record, Store, StoreError, Version, computed},
};

/// How often the files of scripts are looked at. They are few, so no watch of the system is needed.
const LOOK: Duration = Duration::from_millis(250);

/// The tools that exist at run time. Clones share them.
#[derive(Clone)]
pub struct Registry {
    pub(super) inner: Arc<RegistryInner>,
}

pub(super) struct RegistryInner {
    pub(super) store: Box<dyn Store>,
    pub(super) engines: Engines,
    /// The names that tools must not have, because others have them.
    reserved: BTreeSet<String>,
    /// Whether tools whose interface follows a script ask it. A command only reads and writes.
    asks_scripts: AtomicBool,
    /// Held while a change is made, so that there is one after the other.
    pub(super) writer: AsyncMutex<()>,
    pub(super) state: watch::Sender<Arc<State>>,
    /// The state that the catalogue has seen.
    pub(super) seen: AsyncMutex<watch::Receiver<Arc<State>>>,
    /// The reason why the store cannot be read, if it cannot, and whether it is away.
    problem: Mutex<Option<(String, bool)>>,
    /// Counts the changes of definitions, also of those that are switched off.
    changes: watch::Sender<u64>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.inner.state.borrow();
        f.debug_list().entries(state.entries.keys()).finish()
    }
}

impl Registry {
    /// Creates a registry on a store. It has no tools before [`reload`](Self::reload).
    pub fn new(
        store: impl Store + 'static,
        engines: Engines,
        reserved: impl IntoIterator<Item = String>,
    ) -> Self {
        let (state, seen) = watch::channel(Arc::default());
        let inner = RegistryInner {
            store: Box::new(store),
            engines,
            reserved: reserved.into_iter().collect(),
            asks_scripts: AtomicBool::new(false),
            writer: AsyncMutex::default(),
            state,
            seen: AsyncMutex::new(seen),
            problem: Mutex::default(),
            changes: watch::Sender::new(0),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Asks scripts for the interfaces of their tools from now on, as a server does.
    pub fn ask_scripts(&self) {
        self.inner.asks_scripts.store(true, Ordering::Relaxed);
    }

    /// Reads the store, and publishes what changed.
    ///
    /// # Errors
    /// If the store cannot be read, or a definition is not valid. Then nothing changes.
    pub async fn reload(&self) -> Result<(), StoreError> {
        let loaded = self.read_store().await;
        self.inner.ask_new_scripts().await;
        loaded
    }

    async fn read_store(&self) -> Result<(), StoreError> {
        let _writer = self.inner.writer.lock().await;
        self.inner.load().await
    }

    /// Reads the store whenever somebody else has changed it, or a script. Never returns.
    pub async fn follow(&self) {
        let store = async {
            loop {
                self.inner.store.changed().await;
                self.read_and_log().await;
            }
        };
        let scripts = async {
            let mut asking = JoinSet::new();
            loop {
                sleep(LOOK).await;
                while asking.try_join_next().is_some() {}
                let outdated = live_interfaces::outdated(self.records()).await;
                if !outdated.is_empty() {
                    let inner = Arc::clone(&self.inner);
                    // A task, since a script may hang and others are edited meanwhile.
                    asking.spawn(async move { inner.ask_scripts(outdated).await });
                }
            }
        };
        tokio::join!(store, scripts);
    }

    async fn read_and_log(&self) {
        let before = self.problem();
        match self.read_store().await {
            Ok(()) if before.is_some() => tracing::info!("the registry can be read again"),
            Ok(()) => {}
            // It was told when it went away, and it is tried again and again.
            Err(error) if error.is_away() && before.as_ref() == self.problem().as_ref() => {}
            Err(error) => tracing::error!("the registry stays as it was:\n{error}"),
        }
    }

    /// Takes the present state for known: [`ToolSource::changed`](toolwright::catalog::ToolSource::changed) waits for the next one.
    pub async fn mark_seen(&self) {
        self.inner.seen.lock().await.borrow_and_update();
    }

    /// Returns what is wrong with the store, if it could not be read the last time, or with definitions
    /// that it has left out.
    pub fn problem(&self) -> Option<String> {
        let problem = lock(&self.inner.problem).clone().map(|it| it.0);
        problem.or_else(|| self.inner.store.problem())
    }

    /// Returns whether the store is on another machine and cannot be reached now. The tools that are
    /// known go on, and changes are refused until it is back.
    pub fn is_away(&self) -> bool {
        lock(&self.inner.problem)
            .as_ref()
            .is_some_and(|(_, is_away)| *is_away)
    }

    /// Returns a count of the changes of definitions, which can be waited for.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    /// Returns all definitions, by name.
    pub fn records(&self) -> Vec<Record> {
        self.inner.state.borrow().records()
    }

    /// Returns the definition of this name.
    pub fn get(&self, name: &str) -> Option<Record> {
        Some(self.inner.state.borrow().entries.get(name)?.record.clone())
    }

    /// Returns the tool of this name that agents call, if it is active.
    pub fn live(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.inner.state.borrow().entries.get(name)?.tool.clone()
    }

    /// Returns the engines that definitions are checked with.
    pub fn engines(&self) -> &Engines {
        &self.inner.engines
    }

    /// Returns all versions of a tool, the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn history(&self, name: &str) -> Result<Vec<Version>, StoreError> {
        self.inner.store.history(name.to_owned()).await
    }

    /// Returns the tools that were removed, as `Store::removed` does.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn removed(&self) -> Result<Vec<Version>, StoreError> {
        self.inner.store.removed().await
    }

    /// Returns whether a tool outside of the registry has this name, maybe with other settings.
    pub fn is_reserved(&self, name: &str) -> bool {
        self.inner.reserved.contains(name)
    }

    /// Reads a definition that somebody sent.
    ///
    /// # Errors
    /// All problems of the text.
    pub async fn read(&self, text: String) -> Result<ToolSpec, StoreError> {
        let engines = self.inner.engines.clone();
        computed(move || ToolSpec::parse("", &text, &engines)).await
    }

    /// Builds the tool of a definition, which need not be stored or active.
    pub fn build(&self, spec: &ToolSpec) -> Arc<dyn Tool> {
        Arc::new(RegisteredTool::build(spec, &self.inner.engines))
    }

    /// Makes changes to different tools, all or none, and publishes them. Returns the new revision of
    /// each.
    ///
    /// # Errors
    /// If a change does not fit the present state, or cannot be stored. Then nothing changes.
    pub async fn change(&self, requests: Vec<Request>) -> Result<Vec<u64>, StoreError> {
        let inner = Arc::clone(&self.inner);
        // A task, so that a change is made as a whole, also if nobody waits for it any more.
        let change = tokio::spawn(async move {
            let writer = inner.writer.lock().await;
            let changed = inner.change(requests).await;
            drop(writer);
            inner.ask_new_scripts().await;
            changed
        });
        change.await.unwrap_or(Err(StoreError::Gone))
    }
}

impl RegistryInner {
    /// Reads the store, and publishes what changed or notes why it cannot be read.
    async fn load(&self) -> Result<(), StoreError> {
        let loaded = self.load_all().await;
        let problem = loaded.as_ref().err();
        *lock(&self.problem) = problem.map(|error| (error.to_string(), error.is_away()));
        loaded
    }

    async fn load_all(&self) -> Result<(), StoreError> {
        let records = self.store.load().await?;
        self.publish_records(records);
        Ok(())
    }

    /// Builds the tools of these records, which are all that there are, and publishes them.
    pub(super) fn publish_records(&self, records: Vec<Record>) {
        let asks_scripts = self.asks_scripts.load(Ordering::Relaxed);
        let before = Arc::clone(&self.state.borrow());
        let mut next = State::default();
        for record in records {
            let name = record.spec.name().to_owned();
            let entry = match self.check_name(&record.spec) {
                Ok(()) => before.entry_of(record, asks_scripts, &self.engines),
                Err(_) => before.clashing(record, &self.engines),
            };
            next.entries.insert(name, entry);
        }
        self.publish(&before, next);
    }

    /// Asks the scripts that were never asked for the interfaces of their tools.
    pub(super) async fn ask_new_scripts(&self) {
        if self.asks_scripts.load(Ordering::Relaxed) {
            let mut records = self.state.borrow().records();
            records.retain(|record| record.spec.config().is_unasked());
            self.ask_scripts(records).await;
        }
    }

    /// Asks scripts for the interfaces of their tools, and publishes what they say. Nothing is locked
    /// while they are asked, since a script may hang.
    async fn ask_scripts(&self, asked: Vec<Record>) {
        let refreshed = live_interfaces::refresh(&asked).await;
        let _writer = self.writer.lock().await;
        let before = Arc::clone(&self.state.borrow());
        let next = before.with_interfaces(&asked, &refreshed, &self.engines);
        self.publish(&before, next);
    }

    async fn change(&self, requests: Vec<Request>) -> Result<Vec<u64>, StoreError> {
        let mut edits = Vec::with_capacity(requests.len());
        for request in requests {
            let edit = self.edit(request).await?;
            if let Some(spec) = &edit.spec {
                self.check_name(spec)?;
            }
            edits.push(edit);
        }
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        match self.store.apply(edits).await {
            Ok(revisions) => {
                // Others may have changed the store before.
                self.load().await?;
                Ok(revisions)
            }
            Err(error) => {
                if matches!(error, StoreError::Io { .. }) {
                    // If it cannot be read either, the server is not ready.
                    let _ = self.load().await;
                }
                Err(error)
            }
        }
    }

    /// Refuses a name that belongs to a tool that is not in the registry, unless it stands in for
    /// that one.
    fn check_name(&self, spec: &ToolSpec) -> Result<(), StoreError> {
        let name = spec.name();
        if !self.reserved.contains(name) || spec.config().stands_for() == Some(name) {
            return Ok(());
        }
        Err(StoreError::Taken {
            noun: "tool",
            name: name.to_owned(),
        })
    }

    /// Publishes a new state. The catalogue learns of it if a live tool is another.
    fn publish(&self, before: &State, next: State) {
        for tool in next.new_tools(before) {
            tracing::info!("Registered tool: {}", tool.definition().name());
        }
        let has_other_tools = !next.has_same_tools(before);
        let has_other_records = !next.has_same_records(before);
        self.state.send_if_modified(|state| {
            *state = Arc::new(next);
            has_other_tools
        });
        if has_other_records {
            self.changes.send_modify(|count| *count += 1);
        }
    }
}
