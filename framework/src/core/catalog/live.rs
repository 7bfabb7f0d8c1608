//! [`Catalog`]: the tools, resources and prompts that exist now.
//!
//! Readers take an immutable [`Snapshot`]. Every change publishes a new one and announces what
//! changed.

use std::sync::{Arc, Mutex};

use tokio::sync::{broadcast, watch};
use toolwright_base::lock;

use super::{
    snapshot::{CatalogError, CatalogItem, Snapshot},
    source::{Change, ToolSource},
};
use crate::core::{prompt::Prompt, resource::Resource, tool::Tool};

/// How many changes a slow listener may fall behind before it has to assume that everything
/// changed.
const BACKLOG: usize = 256;

/// The tools, resources and prompts that exist now.
///
/// Clones share the same catalogue. A function reaches it through
/// [`Context::catalog`](crate::Context::catalog), to add or remove items while the server runs:
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Add two numbers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// /// Make the calculator available.
/// #[tool]
/// async fn unlock(ctx: Context) -> Result<&'static str, ToolError> {
///     ctx.catalog().add(tools![add])?;
///     Ok("unlocked")
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").tools(tools![unlock]).client().await?;
/// client.call("unlock", serde_json::json!({})).await?;
/// assert_eq!(client.tools().await?.len(), 2);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Catalog {
    inner: Arc<Inner>,
}

struct Inner {
    snapshot: watch::Sender<Arc<Snapshot>>,
    changes: broadcast::Sender<Change>,
    own: Mutex<Own>,
}

/// The items from which snapshots are made. They are changed and published under one lock.
#[derive(Default)]
struct Own {
    fixed: Snapshot,
    sources: Vec<Arc<dyn ToolSource>>,
    /// Why items of the sources are not in the snapshot.
    refused: Vec<CatalogError>,
}

/// The outcome of a change if an item of a source cannot be added because of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnRefusal {
    /// The change is made without the item, which is logged.
    Skip,
    /// The change is not made.
    Fail,
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
    /// Allows tools that want scopes, because callers prove who they are.
    pub(crate) fn allow_scopes(&self) {
        lock(&self.inner.own).fixed.knows_scopes = true;
    }

    /// Returns the items that exist now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.inner.snapshot.borrow())
    }

    /// Subscribes to every change from now on.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.inner.changes.subscribe()
    }

    /// Adds a tool, a resource or a prompt, or a list of them: `tools![…]`, `resources![…]`,
    /// `prompts![…]`. Of a list all are added, or none.
    ///
    /// # Errors
    /// Fails if a name is taken, or if clients do not accept a name or a schema.
    pub fn add(&self, item: impl CatalogItem) -> Result<(), CatalogError> {
        fn change_of<T: CatalogItem>(_: &T) -> Change {
            T::CHANGE
        }
        let names = item.tool_names();
        let change = change_of(&item);
        self.change(change, OnRefusal::Fail, |own| item.add_to(&mut own.fixed))?;
        for name in names {
            tracing::info!("Registered tool: {name}");
        }
        Ok(())
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// Fails if the name is taken, or if clients do not accept the name or the schema.
    pub fn add_tool(&self, tool: Arc<dyn Tool>) -> Result<(), CatalogError> {
        self.add(tool)
    }

    /// Removes a tool. Returns whether it existed.
    pub fn remove_tool(&self, name: &str) -> bool {
        self.remove(Change::Tools, |fixed| fixed.remove_tool(name))
    }

    /// Adds a resource.
    ///
    /// # Errors
    /// Fails if the URI is taken, or if the template is not valid.
    pub fn add_resource(&self, resource: Arc<dyn Resource>) -> Result<(), CatalogError> {
        self.change(Change::Resources, OnRefusal::Fail, |own| {
            own.fixed.add_resource(resource)
        })
    }

    /// Removes a resource by its URI or template. Returns whether it existed.
    pub fn remove_resource(&self, uri: &str) -> bool {
        self.remove(Change::Resources, |fixed| fixed.remove_resource(uri))
    }

    /// Adds a prompt.
    ///
    /// # Errors
    /// Fails if the name is taken.
    pub fn add_prompt(&self, prompt: Arc<dyn Prompt>) -> Result<(), CatalogError> {
        self.change(Change::Prompts, OnRefusal::Fail, |own| {
            own.fixed.add_prompt(prompt)
        })
    }

    /// Removes a prompt. Returns whether it existed.
    pub fn remove_prompt(&self, name: &str) -> bool {
        self.remove(Change::Prompts, |fixed| fixed.remove_prompt(name))
    }

    /// Adds the items of `source`, now and whenever [`Catalog::refresh`] is called. An item that
    /// cannot be added, such as a tool whose name is taken, is logged and left out.
    ///
    /// # Errors
    /// None at present.
    pub fn attach(&self, source: Arc<dyn ToolSource>) -> Result<(), CatalogError> {
        self.attach_or(OnRefusal::Skip, source)
    }

    /// Adds the items of `source` as [`Catalog::attach`] does, if all of them can be added now.
    ///
    /// # Errors
    /// Fails if one cannot be added.
    pub(crate) fn attach_whole(&self, source: Arc<dyn ToolSource>) -> Result<(), CatalogError> {
        self.attach_or(OnRefusal::Fail, source)
    }

    fn attach_or(
        &self,
        on_refusal: OnRefusal,
        source: Arc<dyn ToolSource>,
    ) -> Result<(), CatalogError> {
        self.change(Change::Tools, on_refusal, |own| {
            own.sources.push(source);
            Ok(())
        })
    }

    /// Reads the items of all sources again and announces `change`. A change of a resource's
    /// contents is only announced. An item that cannot be added, such as a tool whose name is taken,
    /// is logged and left out: one bad definition does not hide the others.
    ///
    /// # Errors
    /// None at present.
    pub fn refresh(&self, change: Change) -> Result<(), CatalogError> {
        if matches!(change, Change::Resource(_)) {
            self.announce(change);
            return Ok(());
        }
        self.change(change, OnRefusal::Skip, |_| Ok(()))
    }

    /// Announces that the contents of the resource at `uri` changed, to the clients that subscribed
    /// to it.
    pub fn resource_updated(&self, uri: impl Into<String>) {
        self.announce(Change::Resource(uri.into()));
    }

    /// Announces a change that the catalogue cannot see, such as one in the items of a source.
    pub fn announce(&self, change: Change) {
        // Fails only if nobody is subscribed.
        let _ = self.inner.changes.send(change);
    }

    /// Removes an item. Returns whether it existed.
    fn remove(
        &self,
        change: Change,
        remove: impl FnOnce(&mut Snapshot) -> Result<(), CatalogError>,
    ) -> bool {
        self.change(change, OnRefusal::Skip, |own| remove(&mut own.fixed))
            .is_ok()
    }

    fn change(
        &self,
        change: Change,
        on_refusal: OnRefusal,
        apply: impl FnOnce(&mut Own) -> Result<(), CatalogError>,
    ) -> Result<(), CatalogError> {
        let mut own = lock(&self.inner.own);
        let mut next = Own {
            fixed: own.fixed.clone(),
            sources: own.sources.clone(),
            refused: Vec::new(),
        };
        apply(&mut next)?;
        let mut snapshot = next.fixed.clone();
        for source in &next.sources {
            next.refused.extend(snapshot.add_all(&**source));
        }
        // Those of an earlier change were logged then.
        let mut new = next.refused.iter().filter(|one| !own.refused.contains(one));
        if on_refusal == OnRefusal::Fail
            && let Some(refusal) = new.next()
        {
            return Err(refusal.clone());
        }
        for refusal in new {
            tracing::error!("an item is left out: {refusal}");
        }
        *own = next;
        self.inner.snapshot.send_replace(Arc::new(snapshot));
        drop(own);
        self.announce(change);
        Ok(())
    }
}
