//! [`Agents`]: the agents that exist at run time, and the one writer of their store.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex},
};

use tokio::sync::{Mutex as AsyncMutex, watch};
use toolwright_base::lock;

use super::{
    agent::Agent,
    definition::Definition as _,
    name::is_user_name,
    request::{Action, Request},
    store::{ChangeKind, Edit, Expected, Record, Store, StoreError, Version, computed},
};

/// All agents at one moment, by name.
pub type AgentRecords = BTreeMap<String, Record<Agent>>;

/// The agents that exist at run time. Clones share them.
///
/// It is to agents what [`Registry`](crate::Registry) is to tools: it takes one change after the other,
/// stores it, and publishes the agents as they are then. Changes by others are noticed.
#[derive(Clone)]
pub struct Agents {
    inner: Arc<AgentsInner>,
}

struct AgentsInner {
    store: Box<dyn Store<Agent>>,
    /// Held while a change is made, so that there is one after the other.
    writer: AsyncMutex<()>,
    records: watch::Sender<Arc<AgentRecords>>,
    /// The reason why the store cannot be read, if it cannot, and whether it is away.
    problem: Mutex<Option<(String, bool)>>,
}

impl fmt::Debug for Agents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.inner.records.borrow().keys())
            .finish()
    }
}

impl Agents {
    /// Creates them on a store. There are none before [`reload`](Self::reload).
    pub fn new(store: impl Store<Agent> + 'static) -> Self {
        Self {
            inner: Arc::new(AgentsInner {
                store: Box::new(store),
                writer: AsyncMutex::default(),
                records: watch::Sender::default(),
                problem: Mutex::default(),
            }),
        }
    }

    /// Reads the store, and publishes what changed.
    ///
    /// # Errors
    /// If the store cannot be read, or a definition is not valid. Then nothing changes.
    pub async fn reload(&self) -> Result<(), StoreError> {
        let _writer = self.inner.writer.lock().await;
        self.inner.load().await
    }

    /// Reads the store whenever somebody else has changed it. Never returns.
    pub async fn follow(&self) {
        loop {
            self.inner.store.changed().await;
            let before = lock(&self.inner.problem).clone();
            match self.reload().await {
                Ok(()) if before.is_some() => tracing::info!("the agents can be read again"),
                Ok(()) => {}
                // It was told when it went away, and it is tried again and again.
                Err(_) if *lock(&self.inner.problem) == before => {}
                Err(error) => tracing::error!("the agents stay as they were:\n{error}"),
            }
        }
    }

    /// Returns what is wrong with the store, if it could not be read the last time, or with definitions
    /// that it has left out.
    pub fn problem(&self) -> Option<String> {
        let problem = lock(&self.inner.problem).clone();
        let problem = problem.map(|(text, _)| text);
        problem.or_else(|| self.inner.store.problem())
    }

    /// Returns whether the store is on another machine and cannot be reached now.
    pub fn is_away(&self) -> bool {
        let problem = lock(&self.inner.problem);
        problem.as_ref().is_some_and(|(_, is_away)| *is_away)
    }

    /// Returns all agents as they are now, by name. Nothing is copied.
    pub fn all(&self) -> Arc<AgentRecords> {
        Arc::clone(&self.inner.records.borrow())
    }

    /// Returns the agent of this name.
    pub fn get(&self, name: &str) -> Option<Record<Agent>> {
        self.inner.records.borrow().get(name).cloned()
    }

    /// Returns a receiver that is told when an agent was changed.
    pub fn changes(&self) -> watch::Receiver<Arc<AgentRecords>> {
        self.inner.records.subscribe()
    }

    /// Returns all versions of an agent, the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn history(&self, name: &str) -> Result<Vec<Version>, StoreError> {
        self.inner.store.history(name.to_owned()).await
    }

    /// Returns the agents that were removed and can be restored, by name: each the version that removed
    /// it, with its last definition.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn removed(&self) -> Result<Vec<Version>, StoreError> {
        self.inner.store.removed().await
    }

    /// Reads a definition that somebody sent.
    ///
    /// # Errors
    /// All problems of the text.
    pub async fn read(&self, text: String) -> Result<Agent, StoreError> {
        computed(move || Agent::parse("", &text)).await
    }

    /// Makes changes to different agents, all or none, and publishes them. Returns the new revision of
    /// each.
    ///
    /// # Errors
    /// If a change does not fit the present state, or cannot be stored. Then nothing changes.
    pub async fn change(&self, requests: Vec<Request<Agent>>) -> Result<Vec<u64>, StoreError> {
        let inner = Arc::clone(&self.inner);
        // A task, so that a change is made as a whole, also if nobody waits for it any more.
        let change = tokio::spawn(async move {
            let _writer = inner.writer.lock().await;
            inner.change(requests).await
        });
        change.await.unwrap_or(Err(StoreError::Gone))
    }

    /// Switches the agents of `owner` off, for example because the user is removed. Returns their names.
    ///
    /// # Errors
    /// If an agent changes meanwhile, or the change cannot be stored. Then nothing changes.
    pub async fn switch_off_agents_of(
        &self,
        owner: &str,
        by: &str,
    ) -> Result<Vec<String>, StoreError> {
        let all = self.all();
        let own = all
            .values()
            .filter(|record| record.spec.owner() == Some(owner));
        let active = own.filter(|record| record.spec.is_active());
        let requests: Vec<_> = active
            .map(|record| Request {
                action: Action::Put(Arc::new(record.spec.switched(false))),
                expected: Expected::Revision(record.revision),
                by: by.to_owned(),
            })
            .collect();
        let names = requests.iter().map(|request| request.name().to_owned());
        let names = names.collect();
        self.change(requests).await?;
        Ok(names)
    }
}

impl AgentsInner {
    /// Reads the store, and publishes what changed or notes why it cannot be read.
    async fn load(&self) -> Result<(), StoreError> {
        let loaded = self.store.load().await;
        let problem = loaded.as_ref().err();
        *lock(&self.problem) = problem.map(|error| (error.to_string(), error.is_away()));
        let records = loaded?.into_iter();
        let next = records.map(|record| (record.spec.name().to_owned(), record));
        let next: AgentRecords = next.collect();
        self.records.send_if_modified(|present| {
            let is_same = is_same(present, &next);
            *present = Arc::new(next);
            !is_same
        });
        Ok(())
    }

    async fn change(&self, requests: Vec<Request<Agent>>) -> Result<Vec<u64>, StoreError> {
        let mut edits = Vec::with_capacity(requests.len());
        for request in requests {
            edits.push(self.edit(request).await?);
        }
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        let revisions = self.store.apply(edits).await?;
        // Others may have changed the store before.
        self.load().await?;
        Ok(revisions)
    }

    /// Returns the change as the store takes it.
    async fn edit(&self, request: Request<Agent>) -> Result<Edit<Agent>, StoreError> {
        let Request {
            action,
            expected,
            by,
        } = request;
        let (name, spec, expected, change) = match action {
            Action::Put(agent) => {
                let (agent, change) = self.put(agent, &by);
                (agent.name().to_owned(), Some(agent), expected, change)
            }
            Action::Remove(name) => {
                let expected = match expected {
                    Expected::Any => Expected::Present,
                    other => other,
                };
                (name, None, expected, ChangeKind::Remove)
            }
            Action::Restore(name) => {
                let agent = self.version(&name, None).await?;
                (name, Some(agent), Expected::Absent, ChangeKind::Restore)
            }
            Action::Rollback(name, revision) => {
                let agent = self.version(&name, Some(revision)).await?;
                let agent = self.with_present_owner(agent);
                (name, Some(agent), expected, ChangeKind::Rollback)
            }
        };
        Ok(Edit {
            name,
            spec,
            expected,
            change,
            by,
        })
    }

    /// Returns a definition of `author` as it is stored: a new one belongs to its author.
    fn put(&self, agent: Arc<Agent>, author: &str) -> (Arc<Agent>, ChangeKind) {
        let is_known = self.records.borrow().contains_key(agent.name());
        match (agent.owner(), is_known) {
            (Some(_), true) => (agent, ChangeKind::Update),
            (Some(_), false) => (agent, ChangeKind::Add),
            (None, true) => (self.with_present_owner(agent), ChangeKind::Update),
            (None, false) if is_user_name(author) => {
                (Arc::new(agent.with_owner(Some(author))), ChangeKind::Add)
            }
            (None, false) => (agent, ChangeKind::Add),
        }
    }

    fn with_present_owner(&self, agent: Arc<Agent>) -> Arc<Agent> {
        match self.records.borrow().get(agent.name()) {
            Some(now) if now.spec.owner() != agent.owner() => {
                Arc::new(agent.with_owner(now.spec.owner()))
            }
            _ => agent,
        }
    }

    /// Returns the definition of a version, or of the latest one that has a definition.
    async fn version(&self, name: &str, revision: Option<u64>) -> Result<Arc<Agent>, StoreError> {
        let versions = self.store.history(name.to_owned()).await?;
        let json = Version::find_definition(versions, Agent::NOUN, name, revision)?;
        Ok(Arc::new(Agent::of_json(name, &json)?))
    }
}

/// Returns whether the agents are the same ones, at the same revisions.
fn is_same(one: &AgentRecords, other: &AgentRecords) -> bool {
    let is_equal =
        |((name, one), (other_name, other)): ((_, &Record<Agent>), (_, &Record<Agent>))| {
            name == other_name
                && one.revision == other.revision
                && one.spec.hash() == other.spec.hash()
        };
    one.len() == other.len() && one.iter().zip(other).all(is_equal)
}
