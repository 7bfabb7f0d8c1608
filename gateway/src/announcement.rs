//! [`Announcement`]: hears that the lists or resources of a server have changed.

use std::{borrow::Cow, sync::Arc};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use tokio::sync::Notify;
use toolwright::{
    BoxFuture,
    client::{Handler, Refusal},
};

use crate::watched::Watched;

/// Hears that the lists or resources of a server have changed.
pub(crate) struct Announcement {
    lists: Notify,
    watched: Arc<Watched>,
}

impl Announcement {
    pub(crate) fn new(watched: Arc<Watched>) -> Self {
        Self {
            lists: Notify::new(),
            watched,
        }
    }

    /// Waits until a list has changed.
    pub(crate) async fn wait(&self) {
        self.lists.notified().await;
    }
}

impl Handler for Announcement {
    fn notified(&self, method: &str, params: &RawValue) {
        #[derive(Deserialize)]
        struct Updated<'a> {
            #[serde(borrow)]
            uri: Cow<'a, str>,
        }
        if method.ends_with("/list_changed") {
            self.lists.notify_one();
        } else if method == "notifications/resources/updated"
            && let Ok(updated) = serde_json::from_str::<Updated<'_>>(params.get())
        {
            self.watched.update(&updated.uri);
        }
    }

    fn asked<'a>(&'a self, method: &'a str, _: Value) -> BoxFuture<'a, Result<Value, Refusal>> {
        let message = format!("`{method}` belongs to no call, or to one of several");
        Box::pin(std::future::ready(Err(Refusal::new(-32603, message))))
    }
}
