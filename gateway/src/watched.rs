//! [`Watched`]: the resources of a server that clients have subscribed to, and those that have changed.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::json;
use tokio::sync::Notify;
use toolwright::client::{Connection, RawRequest};
use toolwright_base::lock;

use crate::usage::InUse;

/// How long a server may take to answer `resources/subscribe`.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The resources of a server that clients have subscribed to, and those that have changed.
///
/// What a server says of other resources is dropped, so it cannot fill the memory.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    /// The number of clients of each URI.
    uris: Mutex<BTreeMap<String, usize>>,
    changed: Notify,
    updated: Mutex<BTreeSet<String>>,
    has_updated: Notify,
}

/// A subscription of a client, which ends when it is dropped.
pub(crate) struct WatchedUri {
    watched: Arc<Watched>,
    uri: String,
    /// A program that is watched does not stop.
    _use: InUse,
}

impl Drop for WatchedUri {
    fn drop(&mut self) {
        let mut uris = lock(&self.watched.uris);
        if let Some(count) = uris.get_mut(&self.uri) {
            *count -= 1;
            if *count == 0 {
                uris.remove(&self.uri);
                self.watched.changed.notify_one();
            }
        }
    }
}

impl Watched {
    /// Begins to follow a resource.
    pub(crate) fn add(self: &Arc<Self>, uri: &str, kept: InUse) -> WatchedUri {
        let mut uris = lock(&self.uris);
        let count = uris.entry(uri.to_owned()).or_default();
        *count += 1;
        if *count == 1 {
            self.changed.notify_one();
        }
        WatchedUri {
            watched: Arc::clone(self),
            uri: uri.to_owned(),
            _use: kept,
        }
    }

    /// Notes that a resource has changed.
    pub(crate) fn update(&self, uri: &str) {
        if lock(&self.uris).contains_key(uri) {
            lock(&self.updated).insert(uri.to_owned());
            self.has_updated.notify_one();
        }
    }

    /// Waits until clients follow other resources than before.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Waits until resources have changed, and returns them.
    pub(crate) async fn updated(&self) -> BTreeSet<String> {
        self.has_updated.notified().await;
        mem::take(&mut lock(&self.updated))
    }

    /// Asks a server to report the changes of the resources that are followed now. `asked` are those that
    /// it was asked for before.
    pub(crate) async fn follow(&self, connection: &Connection, asked: &mut BTreeSet<String>) {
        let wanted: BTreeSet<String> = lock(&self.uris).keys().cloned().collect();
        if wanted == *asked {
            return;
        }
        if connection.revision().is_modern() {
            let uris: Vec<_> = wanted.iter().cloned().collect();
            connection.listen_to(&uris);
        } else {
            for uri in wanted.difference(asked) {
                tell(connection, "resources/subscribe", uri).await;
            }
            for uri in asked.difference(&wanted) {
                tell(connection, "resources/unsubscribe", uri).await;
            }
        }
        *asked = wanted;
    }

    /// Notes that all resources that are followed may have changed, while nobody was told.
    pub(crate) fn update_all(&self) {
        let uris: Vec<_> = lock(&self.uris).keys().cloned().collect();
        for uri in uris {
            self.update(&uri);
        }
    }
}

/// Sends a request about a resource. A server that has none of these reports no changes.
async fn tell(connection: &Connection, method: &str, uri: &str) {
    let params = json!({"uri": uri}).to_string();
    let request = RawRequest::new(method).params(params).timeout(TIMEOUT);
    if let Err(error) = connection.request(request).await {
        tracing::debug!("`{method}`: {error}");
    }
}
