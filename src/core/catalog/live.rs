//! [`Catalog`]: the tools, resources and prompts that exist now.
//!
//! Readers take an immutable [`Snapshot`]; every change publishes a new one and says what changed.

use std::sync::{Arc, Mutex};

use tokio::sync::{broadcast, watch};

use super::{change::Change, error::CatalogError, snapshot::Snapshot, source::ToolSource};
use crate::core::{lock::lock, prompt::Prompt, resource::Resource, tool::Tool};

/// How many changes a slow listener may fall behind before it is told that everything changed.
const BACKLOG: usize = 256;

/// The tools, resources and prompts that exist now. Cloning shares it.
#[derive(Clone)]
pub struct Catalog {
    inner: Arc<Inner>,
}

struct Inner {
    snapshot: watch::Sender<Arc<Snapshot>>,
    changes: broadcast::Sender<Change>,
    own: Mutex<Own>,
}

/// What the snapshots are made from. Changing it and publishing happen under one lock.
#[derive(Default)]
struct Own {
    fixed: Snapshot,
    sources: Vec<Arc<dyn ToolSource>>,
}

impl Default for Catalog {
    fn default() -> Self {
        let inner = Inner {
            snapshot: watch::Sender::new(Arc::default()),
            changes: broadcast::Sender::new(BACKLOG),
            own: Mutex::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }
}

impl std::fmt::Debug for Catalog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Catalog").field(&self.snapshot()).finish()
    }
}

impl Catalog {
    /// What exists now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.inner.snapshot.borrow())
    }

    /// Hears of every change from now on.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.inner.changes.subscribe()
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// When there is one of this name, or the definition is not one that clients accept.
    pub fn add_tool(&self, tool: Arc<dyn Tool>) -> Result<(), CatalogError> {
        self.change(Change::Tools, |own| own.fixed.add_tool(tool))
    }

    /// Removes a tool; says whether it was there.
    pub fn remove_tool(&self, name: &str) -> bool {
        self.change(Change::Tools, |own| own.fixed.remove_tool(name))
            .is_ok()
    }

    /// Adds a resource.
    ///
    /// # Errors
    /// When there is one at this URI, or its template is broken.
    pub fn add_resource(&self, resource: Arc<dyn Resource>) -> Result<(), CatalogError> {
        self.change(Change::Resources, |own| own.fixed.add_resource(resource))
    }

    /// Removes a resource by its URI or template; says whether it was there.
    pub fn remove_resource(&self, uri: &str) -> bool {
        self.change(Change::Resources, |own| own.fixed.remove_resource(uri))
            .is_ok()
    }

    /// Adds a prompt.
    ///
    /// # Errors
    /// When there is one of this name.
    pub fn add_prompt(&self, prompt: Arc<dyn Prompt>) -> Result<(), CatalogError> {
        self.change(Change::Prompts, |own| own.fixed.add_prompt(prompt))
    }

    /// Removes a prompt; says whether it was there.
    pub fn remove_prompt(&self, name: &str) -> bool {
        self.change(Change::Prompts, |own| own.fixed.remove_prompt(name))
            .is_ok()
    }

    /// Takes what `source` has in, now and whenever [`Catalog::refresh`] is called.
    ///
    /// # Errors
    /// When one of them has the name of another tool.
    pub fn attach(&self, source: Arc<dyn ToolSource>) -> Result<(), CatalogError> {
        self.change(Change::Tools, |own| {
            own.sources.push(source);
            Ok(())
        })
    }

    /// Takes a change of a source in: the sources are asked again, unless it is one inside of a resource.
    ///
    /// # Errors
    /// When two things have one name; the catalogue stays as it was.
    pub fn refresh(&self, change: Change) -> Result<(), CatalogError> {
        if matches!(change, Change::Resource(_)) {
            self.announce(change);
            return Ok(());
        }
        self.change(change, |_| Ok(()))
    }

    /// Tells everybody who watches it that the resource at `uri` has changed.
    pub fn resource_updated(&self, uri: impl Into<String>) {
        self.announce(Change::Resource(uri.into()));
    }

    /// Tells everybody who listens of a change that the catalogue cannot see, for instance in what a source will answer.
    /// Nobody listening is no error.
    pub fn announce(&self, change: Change) {
        let _ = self.inner.changes.send(change);
    }

    fn change(
        &self,
        change: Change,
        apply: impl FnOnce(&mut Own) -> Result<(), CatalogError>,
    ) -> Result<(), CatalogError> {
        let mut own = lock(&self.inner.own);
        let mut next = Own {
            fixed: own.fixed.clone(),
            sources: own.sources.clone(),
        };
        apply(&mut next)?;
        let mut snapshot = next.fixed.clone();
        for source in &next.sources {
            snapshot.add_all(&**source)?;
        }
        *own = next;
        self.inner.snapshot.send_replace(Arc::new(snapshot));
        drop(own);
        self.announce(change);
        Ok(())
    }
}
